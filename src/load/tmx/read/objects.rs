//! Objects and templates.

use super::elements::MapElement;
use super::parser::DocumentParser;
use crate::load::error::shortened;
use crate::load::limits::Count;
use crate::load::tmx::model::{GID_FLAGS, RawObject, RawObjectLayer, RawTileOf};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{ObjectShape, Properties};
use glam::{Vec2, dvec2};

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
