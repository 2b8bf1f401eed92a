//! Objects, with the values of their templates.
//!
//! A tile is drawn as in Tiled: scaled to the object's size, flipped, and turned last. `w` and `h` are the sides of the
//! object, which lies at `anchor * (w, h)` from its position. Without a diagonal flip the picture fills the object. With
//! one, Tiled turns the picture of `w`×`h` by a quarter about its center, after moving the center by `(h - w) / 2` along
//! both axes:
//!
//! ```text
//! center  (w/2 + (h-w)/2, h/2 + (h-w)/2) = (h/2, h - w/2)
//! picture h wide, w high: x from h/2 - h/2 = 0 to h, y from (h - w/2) - w/2 = h - w to h
//! ```
//!
//! So the picture stays at the lower left corner of the object. A set that keeps proportions scales both axes by the
//! smaller factor, and the picture stays at that center. [`MapObject`] has the corner and the size of the picture.

use super::gids::{GidTable, Part};
use super::layers::{GroupTree, InheritedHead};
use crate::geometry::sin_cos_of_turns;
use crate::load::error::shortened;
use crate::load::missing::MissingParts;
use crate::load::tmx::model::{LayerHead, RawMap, RawObject, RawTileOf};
use crate::load::tmx::read::BOTTOM_LEFT;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{MapObject, ObjectLayer, ObjectShape, Properties, Property, Tile, TileMap};
use glam::{DVec2, Vec2Swizzles, dvec2};
use std::collections::HashSet;
use std::f64::consts::TAU;

/// Adds an object layer and its objects to the map. An object whose template or tile is missing stays, as a rectangle
/// that is not solid.
pub(super) fn add_object_layer(
    map: &mut TileMap,
    head: LayerHead,
    objects: Vec<RawObject>,
    inherited: &InheritedHead,
    groups: &mut GroupTree,
    gids: &mut GidTable<'_>,
    missing: &mut MissingParts<Part>,
) -> Result<(), LoadError> {
    let raw = gids.raw;
    let InheritedHead { path, visible, offset, .. } = inherited;
    // A solid layer of objects becomes the next tile layer.
    let layer = (head.properties.bool("solid") == Some(true)).then_some(map.layers().len());
    let own = ObjectLayer { visible: *visible, properties: head.properties, ..ObjectLayer::new(path.as_str()) };
    map.add_object_layer(own);
    // Objects without other properties share these.
    let not_solid = Properties::default().with("solid", false);
    for mut object in objects {
        let (at, id) = (object.at, object.id);
        let fail = |kind| {
            let element = format!("object layer '{}', object {id}", shortened(&head.name));
            raw.documents[0].error(at, kind).within(element)
        };
        let template = object.template.map(|file| raw.templates[file].as_ref().ok_or(Part::Template(file))).transpose();
        let repeated = template.ok().flatten().map_or(0, |template| object.inherit(template));
        groups.claim(path.len() + repeated, raw)?;
        let tile = object.tile.map(|tile| gids.of_object(tile));
        let gid = object.tile.map_or(0, RawTileOf::gid);
        let lacks = template.err().or(tile.and_then(|(_, found)| found.err()));
        if let Some(part) = lacks {
            let is_solid = layer.is_some() && object.properties.bool("solid") != Some(false);
            missing.leave_out(part, layer.filter(|_| is_solid), is_solid, || gids.error(part, gid, fail))?;
            match object.properties.is_empty() {
                true => object.properties = not_solid.clone(),
                false => object.properties.set("solid", false),
            }
        }
        let object = MapObject { layer: path.clone(), ..object.build(map, raw, tile, *offset, *visible) };
        map.add_object(object).map_err(|error| fail(LoadErrorKind::Map(error)))?;
    }
    Ok(())
}

impl RawObject {
    /// Takes missing values from the template. Returns the bytes of text that this repeats.
    pub(super) fn inherit(&mut self, template: &Self) -> usize {
        let mut repeated = 0;
        for (own, from) in [(&mut self.name, &template.name), (&mut self.class, &template.class)] {
            if own.is_none() {
                repeated += from.as_ref().map_or(0, String::len);
                own.clone_from(from);
            }
        }
        // As in Tiled, a size counts only if no side is 0.
        if [self.width, self.height].iter().any(|side| side.unwrap_or(0.0) == 0.0) {
            (self.width, self.height) = (template.width, template.height);
        }
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
        if self.properties.is_empty() && self.parts.is_empty() {
            // A clone shares them.
            self.properties = template.properties.clone();
        } else {
            repeated += template.properties.iter().map(|(name, value)| bytes_of(name, value)).sum::<usize>();
            // The object's own values override. A list or a class overrides all parts of the template's one.
            let parts = self.parts.keys().filter_map(|name| template.parts.get(name)).flatten();
            let parts: HashSet<&str> = parts.map(String::as_str).collect();
            let inherited = template.properties.iter().filter(|(name, _)| !parts.contains(name));
            let all = inherited.chain(self.properties.iter());
            self.properties = all.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        }
        repeated
    }

    /// Builds the object in a layer at `offset`. `tile` is its tile with the set, if the object is one.
    fn build(
        self,
        map: &TileMap,
        raw: &RawMap,
        tile: Option<(Option<u16>, Result<Tile, Part>)>,
        offset: DVec2,
        visible: bool,
    ) -> MapObject {
        let turns = self.turns();
        let mut size = dvec2(self.width.unwrap_or(0.0), self.height.unwrap_or(0.0));
        let mut position = offset + self.position;
        let Some((set, tile)) = tile else { return self.finish(None, position, size, visible) };
        let tile = tile.ok();
        let set = set.map(|set| &raw.sets[usize::from(set)].set);
        let mask = tile.and_then(|tile| map.tile_set(tile.set)?.mask(tile.id));
        let own = mask.map_or(DVec2::ZERO, |mask| mask.size().as_dvec2());
        // A side of 0 is the tile's own.
        size = DVec2::select(size.cmpeq(DVec2::ZERO), own, size);
        let keeps_proportions = set.is_some_and(|set| set.keeps_proportions);
        let is_diagonal = tile.is_some_and(|tile| tile.orientation.diagonal);
        let (corner, picture) = picture_of(size, own, keeps_proportions, is_diagonal);
        // From the anchor to the top left corner, rotated about the anchor like the object.
        let corner = corner - size * set.map_or(BOTTOM_LEFT, |set| set.anchor);
        let (sin, cos) = sin_cos_of_turns(turns);
        position += dvec2(corner.x * cos - corner.y * sin, corner.x * sin + corner.y * cos);
        self.finish(tile.map(ObjectShape::Tile), position, picture, visible)
    }

    /// Returns the clockwise rotation in turns. The remainder of whole turns is exact, and so are quarter turns.
    fn turns(&self) -> f64 {
        self.rotation.unwrap_or(0.0) % 360.0 / 360.0
    }

    /// Builds the collision shape of a tile. `None` for an object that is a tile, which is not a shape.
    pub(in crate::load) fn build_shape(self) -> Option<MapObject> {
        let size = dvec2(self.width.unwrap_or(0.0), self.height.unwrap_or(0.0));
        let position = self.position;
        self.tile.is_none().then(|| self.finish(None, position, size, true))
    }

    /// Builds the object: with its tile, its own shape or a rectangle.
    fn finish(self, tile: Option<ObjectShape>, position: DVec2, size: DVec2, visible: bool) -> MapObject {
        let turns = self.turns();
        MapObject {
            id: self.id,
            name: self.name.unwrap_or_default(),
            class: self.class.unwrap_or_default(),
            size: size.as_vec2(),
            rotation: (turns * TAU) as f32,
            visible: visible && self.visible.unwrap_or(true),
            properties: self.properties,
            ..MapObject::new(position.as_vec2(), tile.or(self.shape).unwrap_or(ObjectShape::Rectangle))
        }
    }
}

/// Returns the corner and the size of the picture of a tile in an object of `size`. `own` is the size of the tile.
fn picture_of(size: DVec2, own: DVec2, keeps_proportions: bool, is_diagonal: bool) -> (DVec2, DVec2) {
    let mut picture = size;
    if keeps_proportions && own.cmpgt(DVec2::ZERO).all() {
        let scale = size / own;
        picture = own * if scale.x < scale.y { scale.x } else { scale.y };
    }
    let mut center = size / 2.0;
    if is_diagonal {
        center += (size.y - size.x) / 2.0;
        picture = picture.yx();
    }
    (center - picture / 2.0, picture)
}

/// Estimates the bytes of a copied property.
fn bytes_of(name: &str, value: &Property) -> usize {
    let text = match value {
        Property::String(text) | Property::File(text) => text.len(),
        _ => 0,
    };
    name.len() + text + size_of::<(String, Property)>()
}
