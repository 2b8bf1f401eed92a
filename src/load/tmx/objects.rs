//! Objects: parsing, templates, and the objects of the map.

use super::elements::MapElement;
use super::layers::{GroupTree, InheritedHead};
use super::raw::{DocumentParser, GID_FLAGS, GidTable, RawMap, RawObject, RawObjectLayer, RawTileOf, orientation_of};
use crate::geometry::sin_cos_of_turns;
use crate::load::error::shortened;
use crate::load::limits::Count;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{MapObject, ObjectLayer, ObjectShape, Properties, Property, Tile, TileMap};
use glam::{DVec2, Vec2, dvec2};
use std::f64::consts::TAU;

const LENGTH: &str = "a number of pixels";
const SIZE: &str = "a number of pixels, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Parses an object layer.
    pub(super) fn object_layer(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let element = format!("object layer '{}'", shortened(&tag.attribute("name")?.unwrap_or_default()));
        self.object_layer_within(tag, &element).map_err(|error| error.within(element))
    }

    fn object_layer_within(&mut self, tag: &MapElement<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.layer_head(tag)?;
        let mut objects = Vec::new();
        while let Some(child) = self.walker.child()? {
            if child.is("object") {
                let id = child.number("id", "a number, 0 or more")?.unwrap_or(0);
                let object = self.object(&child, id, true);
                objects.push(object.map_err(|error| error.within(format!("{element}, object {id}")))?);
            } else if child.is("properties") {
                head.properties = self.properties(&[])?.0;
            } else {
                self.walker.skip()?;
            }
        }
        self.raw.object_layers.push(RawObjectLayer { head, objects });
        Ok(())
    }

    /// Parses the file of a template.
    pub(super) fn template_file(mut self) -> Result<RawObject, LoadError> {
        let tag = self.root("template", "template")?;
        let (mut object, mut set) = (None, None);
        while let Some(child) = self.walker.child()? {
            if child.is("object") && object.is_none() {
                object = Some(self.object(&child, 0, false)?);
                continue;
            }
            if child.is("tileset") {
                let source = child.attribute("source")?.ok_or_else(|| child.missing("source"))?;
                let first_gid: u32 = child.required("firstgid", "a tile number from 1 on")?;
                set = Some((self.reference(&child, &source), first_gid));
            }
            self.walker.skip()?;
        }
        self.end()?;
        let missing = || tag.error(LoadErrorKind::Xml { detail: "the template has no <object>".into() });
        let mut object: RawObject = object.ok_or_else(missing)?;
        if let Some(RawTileOf::Map(gid)) = object.tile {
            // The set's file is read if a tile of it is used.
            let number = gid & !GID_FLAGS;
            let no_set = LoadErrorKind::GidBeyondSets { gid: number, last_first_gid: 0, tiles: 0 };
            let (file, first) = set.ok_or_else(|| tag.error(no_set))?;
            let below = || tag.error(LoadErrorKind::GidBelowSets { gid: number, first });
            let id = number.checked_sub(first).ok_or_else(below)?;
            object.tile = Some(RawTileOf::SetFile { file: self.raw.set_files.index(file), id, gid });
        }
        Ok(object)
    }

    /// Parses an object. The object of a template may not have a template, so there are no cycles.
    pub(super) fn object(
        &mut self,
        tag: &MapElement<'d>,
        id: u32,
        may_have_template: bool,
    ) -> Result<RawObject, LoadError> {
        self.claim_object(tag)?;
        let size = |side| match tag.finite(side, SIZE)? {
            Some(length) if length < 0.0 => Err(tag.wrong(side, &length.to_string(), SIZE)),
            length => Ok(length),
        };
        let position = |side| tag.finite(side, LENGTH).map(|position| position.unwrap_or(0.0));
        // Only version 1.9 of Tiled writes `class`; all others write `type`.
        let class = match tag.attribute("class")? {
            Some(class) => Some(class),
            None => tag.attribute("type")?,
        };
        let template = match tag.attribute("template")? {
            Some(source) if may_have_template => {
                let file = self.reference(tag, &source);
                Some(self.raw.template_files.index(file))
            }
            Some(_) => {
                let what = "a template that has a template".to_owned();
                return Err(tag.error(LoadErrorKind::NotSupported { what, remedy: "detach the object in it" }));
            }
            None => None,
        };
        let mut object = RawObject {
            at: tag.at,
            template,
            id,
            name: tag.attribute("name")?,
            class,
            position: dvec2(position("x")?, position("y")?),
            width: size("width")?,
            height: size("height")?,
            rotation: tag.finite("rotation", "a number of degrees")?,
            visible: parse_visible(tag)?,
            tile: tag.number("gid", "a tile number")?.filter(|gid| *gid != 0).map(RawTileOf::Map),
            shape: None,
            properties: Properties::default(),
        };
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("properties") => {
                    object.properties = self.properties(&[])?.0;
                    continue;
                }
                () if child.is("text") => {
                    object.shape = Some(ObjectShape::Text(self.text()?));
                    continue;
                }
                () if child.is("point") => object.shape = Some(ObjectShape::Point),
                () if child.is("ellipse") => object.shape = Some(ObjectShape::Ellipse),
                () if child.is("capsule") => object.shape = Some(ObjectShape::Capsule),
                () if child.is("polygon") => object.shape = Some(ObjectShape::Polygon(self.corners(&child)?)),
                () if child.is("polyline") => object.shape = Some(ObjectShape::Polyline(self.corners(&child)?)),
                () => {}
            }
            self.walker.skip()?;
        }
        Ok(object)
    }

    /// Parses the corners of a polygon or a polyline: `0,0 12.5,-3`.
    fn corners(&mut self, tag: &MapElement<'d>) -> Result<Vec<Vec2>, LoadError> {
        const EXPECTED: &str = "pairs of numbers such as 0,0 12.5,-3";
        let points = tag.attribute("points")?.ok_or_else(|| tag.missing("points"))?;
        let mut corners = Vec::new();
        for point in points.split_ascii_whitespace() {
            self.claim_object(tag)?;
            let number = |text: &str| text.parse().ok().filter(|number: &f32| number.is_finite());
            let corner = point.split_once(',').and_then(|(x, y)| Some(Vec2::new(number(x)?, number(y)?)));
            corners.push(corner.ok_or_else(|| tag.wrong("points", point, EXPECTED))?);
        }
        Ok(corners)
    }

    /// Counts an object or a corner of one, before memory is allocated for it.
    fn claim_object(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        self.raw.budget.take(Count::Objects, 1).map_err(|kind| tag.error(kind))
    }
}

fn parse_visible(tag: &MapElement<'_>) -> Result<Option<bool>, LoadError> {
    Ok(tag.number::<i32>("visible", "0 or 1")?.map(|visible| visible != 0))
}

/// Adds an object layer and its objects to the map.
pub(super) fn add_object_layer(
    map: &mut TileMap,
    layer: RawObjectLayer,
    inherited: &InheritedHead,
    raw: &RawMap,
    groups: &mut GroupTree,
    gids: &mut GidTable,
) -> Result<(), LoadError> {
    let InheritedHead { path, visible, offset, .. } = inherited;
    let own = ObjectLayer::new(path.as_str()).with_visible(*visible).with_properties(layer.head.properties);
    map.add_object_layer(own);
    for mut object in layer.objects {
        let (at, id) = (object.at, object.id);
        let fail = |kind| {
            let element = format!("object layer '{}', object {id}", shortened(&layer.head.name));
            raw.documents[0].error(at, kind).within(element)
        };
        let repeated = object.template.map_or(0, |template| object.inherit(&raw.templates[template]));
        groups.claim(path.len() + repeated, raw)?;
        let object = object.build(map, raw, gids, *offset, *visible).map_err(fail)?.with_layer(&**path);
        map.add_object(object).map_err(|error| fail(LoadErrorKind::Map(error)))?;
    }
    Ok(())
}

impl RawObject {
    /// Takes missing values from the template; returns the bytes of text that this repeats.
    pub(super) fn inherit(&mut self, template: &Self) -> usize {
        let mut repeated = 0;
        for (own, from) in [(&mut self.name, &template.name), (&mut self.class, &template.class)] {
            if own.is_none() {
                repeated += from.as_ref().map_or(0, String::len);
                own.clone_from(from);
            }
        }
        self.width = self.width.or(template.width);
        self.height = self.height.or(template.height);
        self.rotation = self.rotation.or(template.rotation);
        self.visible = self.visible.or(template.visible);
        if self.shape.is_none() {
            self.shape.clone_from(&template.shape);
            repeated += match &self.shape {
                Some(ObjectShape::Text(text)) => text.len(),
                Some(ObjectShape::Polygon(corners) | ObjectShape::Polyline(corners)) => size_of_val(&**corners),
                _ => 0,
            };
        }
        self.tile = self.tile.or(template.tile);
        if self.properties.is_empty() {
            // A clone shares them.
            self.properties = template.properties.clone();
        } else {
            repeated += template.properties.iter().map(|(name, value)| bytes_of(name, value)).sum::<usize>();
            // The object's own values override.
            let all = template.properties.iter().chain(self.properties.iter());
            self.properties = all.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        }
        repeated
    }

    /// Builds the object in a layer at `offset`.
    fn build(
        self,
        map: &TileMap,
        raw: &RawMap,
        gids: &mut GidTable,
        offset: DVec2,
        visible: bool,
    ) -> Result<MapObject, LoadErrorKind> {
        let turns = self.turns();
        let mut size = dvec2(self.width.unwrap_or(0.0), self.height.unwrap_or(0.0));
        let mut position = offset + self.position;
        let tile = match self.tile {
            None => None,
            Some(tile) => {
                let tile = match tile {
                    RawTileOf::Map(gid) => gids.tile(gid)?,
                    RawTileOf::SetFile { file, id, gid } => tile_of_set(map, raw.sets_of_files[file], id, gid)?,
                };
                let mask = map.tile_set(tile.set).and_then(|set| set.mask(tile.id));
                let own = mask.map_or(DVec2::ZERO, |mask| mask.size().as_dvec2());
                size = dvec2(self.width.unwrap_or(own.x), self.height.unwrap_or(own.y));
                // From the anchor to the top left corner, rotated about the anchor like the object.
                let corner = -size * raw.sets[usize::from(tile.set)].set.anchor;
                let (sin, cos) = sin_cos_of_turns(turns);
                position += dvec2(corner.x * cos - corner.y * sin, corner.x * sin + corner.y * cos);
                Some(ObjectShape::Tile(tile))
            }
        };
        Ok(self.finish(tile, position, size, visible))
    }

    /// Returns the clockwise rotation in turns. The remainder of whole turns is exact, and so are quarter turns.
    fn turns(&self) -> f64 {
        self.rotation.unwrap_or(0.0) % 360.0 / 360.0
    }

    /// Builds the collision shape of a tile; `None` for an object that is a tile, which is none.
    pub(super) fn build_shape(self) -> Option<MapObject> {
        let size = dvec2(self.width.unwrap_or(0.0), self.height.unwrap_or(0.0));
        let position = self.position;
        self.tile.is_none().then(|| self.finish(None, position, size, true))
    }

    /// Builds the object: with its tile, its own shape or a rectangle.
    fn finish(self, tile: Option<ObjectShape>, position: DVec2, size: DVec2, visible: bool) -> MapObject {
        let turns = self.turns();
        MapObject::new(position.as_vec2(), tile.or(self.shape).unwrap_or(ObjectShape::Rectangle))
            .with_id(self.id)
            .with_name(self.name.unwrap_or_default())
            .with_class(self.class.unwrap_or_default())
            .with_size(size.as_vec2())
            .with_rotation((turns * TAU) as f32)
            .with_visible(visible && self.visible.unwrap_or(true))
            .with_properties(self.properties)
    }
}

/// Returns a tile of a template.
fn tile_of_set(map: &TileMap, set: u16, id: u32, gid: u32) -> Result<Tile, LoadErrorKind> {
    let tiles = map.tile_set(set);
    if tiles.is_some_and(|tiles| tiles.mask(id).is_some()) {
        return Ok(Tile { set, id, orientation: orientation_of(gid) });
    }
    let set = shortened(tiles.map_or("", |tiles| tiles.name()));
    Err(LoadErrorKind::NoSuchTile { gid: gid & !GID_FLAGS, id, set })
}

/// Estimates the bytes of a copied property.
fn bytes_of(name: &str, value: &Property) -> usize {
    let text = match value {
        Property::String(text) | Property::File(text) => text.len(),
        _ => 0,
    };
    name.len() + text + size_of::<(String, Property)>()
}
