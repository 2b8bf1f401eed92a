use super::gids::FLAGS;
use super::walk::Walk;
use super::xml::Tag;
use crate::load::error::shortened;
use crate::load::reader::resolve;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{ObjectShape, Properties};
use glam::{DVec2, Vec2, dvec2};
use std::path::PathBuf;

/// A layer of objects as its file has it.
pub(super) struct RawObjectLayer {
    pub(super) name: String,
    /// The group around it.
    pub(super) group: Option<usize>,
    pub(super) visible: bool,
    pub(super) offset: DVec2,
    pub(super) objects: Vec<RawObject>,
}

/// An object as its file has it. What it does not say, its template says.
pub(super) struct RawObject {
    /// Where its element begins.
    pub(super) at: usize,
    /// The number of its template.
    pub(super) template: Option<usize>,
    pub(super) id: u32,
    pub(super) name: Option<String>,
    pub(super) class: Option<String>,
    pub(super) position: DVec2,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    /// Clockwise, in degrees.
    pub(super) rotation: Option<f64>,
    pub(super) visible: Option<bool>,
    /// The tile that it is, a number as in a cell.
    pub(super) gid: Option<u32>,
    /// What it is where it is no tile; `None` for a rectangle.
    pub(super) shape: Option<ObjectShape>,
    pub(super) properties: Properties,
}

const LENGTH: &str = "a number of pixels";
const SIZE: &str = "a number of pixels, 0 or more";

impl<'d> Walk<'d, '_> {
    pub(super) fn object_layer(&mut self, tag: &Tag<'d>) -> Result<(), LoadError> {
        let name = tag.attribute("name")?.unwrap_or_default();
        let place = format!("object layer '{}'", shortened(&name));
        self.object_layer_within(tag, name, &place).map_err(|error| error.within(place))
    }

    fn object_layer_within(&mut self, tag: &Tag<'d>, name: String, place: &str) -> Result<(), LoadError> {
        let offset = |side| tag.finite(side, LENGTH).map(|offset| offset.unwrap_or(0.0));
        let offset = dvec2(offset("offsetx")?, offset("offsety")?);
        let visible = visible(tag)?.unwrap_or(true);
        let mut objects = Vec::new();
        while let Some(child) = self.walker.child()? {
            if child.is("object") {
                let id = child.number("id", "a number, 0 or more")?.unwrap_or(0);
                let object = self.object(&child, id, true);
                objects.push(object.map_err(|error| error.within(format!("{place}, object {id}")))?);
            } else {
                self.walker.skip()?;
            }
        }
        self.found.object_layers.push(RawObjectLayer { name, group: self.group, visible, offset, objects });
        Ok(())
    }

    /// A template's file: the object that others are made after. If it is a tile, it has the tile's number in the map.
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
                let first_gid = child.required("firstgid", "a tile number from 1 on")?;
                set = Some((resolve(&self.document.path, &source), first_gid));
            }
            self.walker.skip()?;
        }
        self.end()?;
        let missing = || tag.error(LoadErrorKind::Xml { detail: "the template has no <object>".into() });
        let mut object = object.ok_or_else(missing)?;
        if let Some(gid) = object.gid {
            let refused = || {
                let what = "a template whose tile is of a set that the map does not have".to_owned();
                tag.error(LoadErrorKind::NotSupported { what, remedy: "add the tile set to the map" })
            };
            object.gid = Some(self.gid_in_map(gid, set.as_ref()).ok_or_else(refused)?);
        }
        Ok(object)
    }

    /// The number in the map of a template's tile, which is of the set in this file; its first tile has this number in the
    /// template.
    fn gid_in_map(&self, gid: u32, set: Option<&(PathBuf, u32)>) -> Option<u32> {
        let (path, first_gid) = set?;
        let document = self.found.documents.get(path)?;
        let set = self.found.sets.iter().find(|set| set.document == *document)?;
        let id = (gid & !FLAGS).checked_sub(*first_gid)?;
        let in_map = set.first_gid.checked_add(id).filter(|gid| gid & FLAGS == 0)?;
        Some(in_map | (gid & FLAGS))
    }

    /// An object; those of a template may not have a template of their own, so that none leads back to itself.
    fn object(&mut self, tag: &Tag<'d>, id: u32, may_have_template: bool) -> Result<RawObject, LoadError> {
        self.claim_object(tag)?;
        let size = |side| match tag.finite(side, SIZE)? {
            Some(length) if length < 0.0 => Err(tag.wrong(side, &length.to_string(), SIZE)),
            length => Ok(length),
        };
        let position = |side| tag.finite(side, LENGTH).map(|place| place.unwrap_or(0.0));
        // Tiled wrote `class` in version 1.9 alone; before and after it the attribute is `type`.
        let class = match tag.attribute("class")? {
            Some(class) => Some(class),
            None => tag.attribute("type")?,
        };
        let template = match tag.attribute("template")? {
            Some(source) if may_have_template => Some(self.template(tag, &source)),
            Some(_) => {
                let what = "a template that is made after another template".to_owned();
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
            visible: visible(tag)?,
            gid: tag.number("gid", "a tile number")?.filter(|gid| *gid != 0),
            shape: None,
            properties: Properties::default(),
        };
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("properties") => {
                    object.properties = self.properties()?;
                    continue;
                }
                () if child.is("text") => {
                    object.shape = Some(ObjectShape::Text(self.text()?));
                    continue;
                }
                () if child.is("point") => object.shape = Some(ObjectShape::Point),
                () if child.is("ellipse") => object.shape = Some(ObjectShape::Ellipse),
                () if child.is("polygon") => object.shape = Some(ObjectShape::Polygon(self.corners(&child)?)),
                () if child.is("polyline") => object.shape = Some(ObjectShape::Polyline(self.corners(&child)?)),
                () => {}
            }
            self.walker.skip()?;
        }
        Ok(object)
    }

    /// The number of the template that an object names.
    fn template(&mut self, tag: &Tag<'d>, source: &str) -> usize {
        let path = resolve(&self.document.path, source);
        let next = self.found.template_files.len();
        let number = *self.found.template_numbers.entry(path.clone()).or_insert(next);
        if number == next {
            self.found.template_files.push((path, tag.at));
        }
        number
    }

    /// The corners of a polygon or a line: `0,0 12.5,-3`.
    fn corners(&mut self, tag: &Tag<'d>) -> Result<Vec<Vec2>, LoadError> {
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

    /// Counts an object, or a corner of one, before memory is taken for it.
    fn claim_object(&mut self, tag: &Tag<'d>) -> Result<(), LoadError> {
        self.found.objects += 1;
        let limit = self.limits.objects;
        if self.found.objects > limit { Err(tag.error(LoadErrorKind::TooManyObjects { limit })) } else { Ok(()) }
    }
}

fn visible(tag: &Tag<'_>) -> Result<Option<bool>, LoadError> {
    Ok(tag.number::<i32>("visible", "0 or 1")?.map(|visible| visible != 0))
}
