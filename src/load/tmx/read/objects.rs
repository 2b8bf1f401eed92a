//! Objects and templates.

use super::element::Element;
use super::parser::DocumentParser;
use super::properties::PropertyList;
use crate::load::limits::Count;
use crate::load::tmx::model::{GID_FLAGS, RawObject, RawTileOf, ReferencedFile, below_sets, beyond_sets};
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

impl DocumentParser<'_, '_> {
    /// Parses the attributes of an object. The object of a template may not have a template, so there are no cycles.
    pub(super) fn object(
        &mut self,
        tag: &Element<'_>,
        id: u32,
        may_have_template: bool,
    ) -> Result<RawObject, LoadError> {
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

    /// Parses a corner of a polygon or a polyline, such as `12.5,-3`, and adds it to the others.
    pub(super) fn corner(&mut self, tag: &Element<'_>, corners: &mut Vec<Vec2>, point: &str) -> Result<(), LoadError> {
        self.claim_object(tag)?;
        let number = |text: &str| text.parse().ok().filter(|number: &f32| number.is_finite());
        let corner = point.split_once(',').and_then(|(x, y)| Some(Vec2::new(number(x)?, number(y)?)));
        corners.push(corner.ok_or_else(|| tag.wrong("points", point, "pairs of numbers such as 0,0 12.5,-3"))?);
        Ok(())
    }

    /// Counts an object or a corner, before memory is allocated for it.
    fn claim_object(&mut self, tag: &Element<'_>) -> Result<(), LoadError> {
        self.raw.budget.take(Count::Objects, 1).map_err(|kind| tag.error(kind))
    }

    /// Parses the reference of a template to its tile set, with the number of the first tile.
    pub(super) fn set_of_template(&self, tag: &Element<'_>) -> Result<(ReferencedFile, u32), LoadError> {
        let source = tag.attribute("source")?.ok_or_else(|| tag.missing("source"))?;
        Ok((self.reference(tag.at, &source), tag.required("firstgid", "a tile number from 1 on")?))
    }

    /// Returns the object of a template.
    pub(super) fn template(
        &mut self,
        tag: &Element<'_>,
        object: Option<RawObject>,
        set: Option<(ReferencedFile, u32)>,
    ) -> Result<RawObject, LoadError> {
        let missing = || tag.missing("object");
        let mut object = object.ok_or_else(missing)?;
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

impl RawObject {
    /// Sets the custom properties.
    pub(super) fn set_properties(&mut self, mut properties: PropertyList) {
        self.parts = take(&mut properties.parts);
        self.properties = properties.finish().0;
    }
}

/// The shapes that are elements without content, and their names.
pub(super) const PLAIN_SHAPES: [(&str, ObjectShape); 3] =
    [("point", ObjectShape::Point), ("ellipse", ObjectShape::Ellipse), ("capsule", ObjectShape::Capsule)];
