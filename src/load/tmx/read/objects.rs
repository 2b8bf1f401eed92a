//! Objects and templates.

use super::element::Element;
use super::parser::DocumentParser;
use super::properties::{PropertyList, SettingsOf};
use crate::load::limits::Count;
use crate::load::tmx::model::{GID_FLAGS, RawObject, RawTileOf, below_sets, beyond_sets};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::ObjectShape;
use glam::{Vec2, dvec2};
use std::mem::take;

const LENGTH: &str = "a number of pixels";
const SIZE: &str = "a number of pixels, 0 or more";

/// Returns the number of an object.
pub(super) fn object_id(tag: &Element<'_>) -> Result<u32, LoadError> {
    Ok(tag.number("id", "a number, 0 or more")?.unwrap_or(0))
}

impl<'d> DocumentParser<'d, '_> {
    /// Reads an object. The object of a template may not have a template, so there are no cycles.
    pub(super) fn object(
        &mut self,
        tag: &Element<'d>,
        id: u32,
        may_have_template: bool,
    ) -> Result<RawObject, LoadError> {
        let mut object = self.object_head(tag, id, may_have_template)?;
        let mut properties = PropertyList::new(SettingsOf::Nothing);
        let mut children = self.children(tag)?;
        while let Some(child) = self.child(&mut children)? {
            let shape = match child.name() {
                "properties" => {
                    self.properties(&child, &mut properties)?;
                    continue;
                }
                "point" => ObjectShape::Point,
                "ellipse" => ObjectShape::Ellipse,
                "capsule" => ObjectShape::Capsule,
                "polygon" => ObjectShape::Polygon(self.corners(&child)?),
                "polyline" => ObjectShape::Polyline(self.corners(&child)?),
                "text" => ObjectShape::Text(self.text(&child)?),
                _ => continue,
            };
            object.shape = Some(shape);
        }
        object.parts = take(&mut properties.parts);
        object.properties = properties.finish().0;
        Ok(object)
    }

    /// Parses the attributes of an object.
    fn object_head(&mut self, tag: &Element<'_>, id: u32, may_have_template: bool) -> Result<RawObject, LoadError> {
        self.claim_object(tag)?;
        let size = |side| match tag.finite(side, SIZE)? {
            Some(length) if length < 0.0 => Err(tag.wrong(side, &length.to_string(), SIZE)),
            length => Ok(length),
        };
        let position = |side| tag.finite(side, LENGTH).map(|position| position.unwrap_or(0.0));
        let text = |name| tag.attribute(name).map(|text| text.filter(|text| !text.is_empty()));
        // Only Tiled 1.9 writes `class`. All other versions write `type`.
        let class = match text("class")? {
            Some(class) => Some(class),
            None => text("type")?,
        };
        let template = match text("template")? {
            Some(source) if may_have_template => Some(self.raw.template_files.index(self.reference(tag.at, &source))),
            Some(_) => {
                let what = "a template that has a template";
                return Err(tag.error(LoadErrorKind::not_supported(what, "detach the object in it")));
            }
            None => None,
        };
        Ok(RawObject {
            at: tag.at,
            template,
            id,
            name: text("name")?,
            class,
            position: dvec2(position("x")?, position("y")?),
            width: size("width")?,
            height: size("height")?,
            rotation: tag.finite("rotation", "a number of degrees")?,
            visible: tag.number::<i32>("visible", "0 or 1")?.map(|visible| visible != 0),
            tile: tag.number("gid", "a tile number")?.filter(|gid| *gid != 0).map(RawTileOf::Map),
            ..RawObject::default()
        })
    }

    /// Parses the corners of a polygon or a polyline: `0,0 12.5,-3`.
    fn corners(&mut self, tag: &Element<'_>) -> Result<Vec<Vec2>, LoadError> {
        let points = tag.attribute("points")?.ok_or_else(|| tag.missing("points"))?;
        let number = |text: &str| text.parse().ok().filter(|number: &f32| number.is_finite());
        let mut corners = Vec::new();
        for point in points.split_ascii_whitespace() {
            self.claim_object(tag)?;
            let corner = point.split_once(',').and_then(|(x, y)| Some(Vec2::new(number(x)?, number(y)?)));
            corners.push(corner.ok_or_else(|| tag.wrong("points", point, "pairs of numbers such as 0,0 12.5,-3"))?);
        }
        Ok(corners)
    }

    /// Counts an object or a corner, before memory is allocated for it.
    fn claim_object(&mut self, tag: &Element<'_>) -> Result<(), LoadError> {
        self.raw.budget.take(Count::Objects, 1).map_err(|kind| tag.error(kind))
    }

    /// Reads the file of a template.
    pub(super) fn template_file(&mut self) -> Result<RawObject, LoadError> {
        let tag = self.root("template", "a Tiled template")?;
        let (mut object, mut set, mut children) = (None, None, self.children(&tag)?);
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "object" if object.is_none() => object = Some(self.object(&child, 0, false)?),
                "tileset" => {
                    let source = child.attribute("source")?.ok_or_else(|| child.missing("source"))?;
                    let first: u32 = child.required("firstgid", "a tile number from 1 on")?;
                    set = Some((self.reference(child.at, &source), first));
                }
                _ => {}
            }
        }
        self.end()?;
        let mut object = object.ok_or_else(|| tag.missing("object"))?;
        if let Some(RawTileOf::Map(gid)) = object.tile {
            // The set's file is read only if its tile is used.
            let number = gid & !GID_FLAGS;
            let (file, first) = set.ok_or_else(|| tag.error(beyond_sets(number, "the map has none")))?;
            let below = || tag.error(below_sets(number, first));
            let id = number.checked_sub(first).ok_or_else(below)?;
            object.tile = Some(RawTileOf::SetFile { file: self.raw.set_files.index(file), id, gid });
        }
        Ok(object)
    }
}
