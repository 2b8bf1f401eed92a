//! JSON: walks the objects and lists of a document.
//!
//! A list is parsed when the walk reaches it. So only open lists take memory, and nothing recurses. The members of an
//! object are the attributes of the same element in XML.

use super::cells::{CellEncoding, check_count};
use super::element::{Element, ElementStart};
use super::layers::frame;
use super::objects::{PLAIN_SHAPES, object_id};
use super::parser::DocumentParser;
use super::properties::{PropertyList, SettingsOf};
use super::sets::{check_shape, check_sheet, tile_offset};
use crate::geometry::Rect;
use crate::load::LoadError;
use crate::load::error::shortened;
use crate::load::json::{self, Kind, Object, Value, text_of, tiled_fault};
use crate::load::limits::Count;
use crate::load::tmx::model::{CellBlock, CellGids, RawContent, RawImage, RawLayer, RawObject, RawSet, Settings};
use crate::tile::{ObjectShape, Properties};
use glam::Vec2;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The reader of a document in JSON.
pub(super) struct JsonReader<'d, 'r> {
    parser: DocumentParser<'d, 'r>,
    /// The most items of a list.
    longest: u64,
}

impl<'d, 'r> JsonReader<'d, 'r> {
    pub(super) fn new(parser: DocumentParser<'d, 'r>) -> Self {
        let limits = &parser.limits;
        let longest = limits.objects.max(limits.tiles).max(limits.properties);
        Self { parser, longest }
    }

    /// Reads a map.
    pub(super) fn map(mut self) -> Result<(), LoadError> {
        let tag = self.root()?;
        self.parser.map(&tag)?;
        let (properties, settings) = self.properties(&tag, SettingsOf::Nothing)?;
        self.parser.set_properties(properties, settings);
        for raw in self.list(&tag, "tilesets")? {
            let set = self.element("tileset", raw)?;
            if self.parser.add_tile_set(&set)? {
                let set = self.tile_set(&set)?;
                self.parser.set_last(set);
            }
        }
        // The open lists of layers: the map's, and one for each group around the current layer.
        let mut open = vec![self.list(&tag, "layers")?.into_iter()];
        while let Some(layers) = open.last_mut() {
            let Some(raw) = layers.next() else {
                open.pop();
                self.parser.close_group();
                continue;
            };
            let layer = self.element("layer", raw)?;
            let kind = layer.attribute("type")?.unwrap_or_default();
            if kind != "imagelayer" {
                self.parser.check_layers(&layer)?;
            }
            match &*kind {
                "tilelayer" => {
                    let element = layer.title("layer")?;
                    self.layer(&layer, &element).map_err(|error| error.within(element))?;
                }
                "objectgroup" => {
                    let layer = layer.renamed("objectgroup");
                    let element = layer.title("object layer")?;
                    self.object_layer(&layer, &element).map_err(|error| error.within(element))?;
                }
                "group" => {
                    let group = layer.renamed("group");
                    self.parser.open_group(&group)?;
                    let (properties, settings) = self.properties(&group, SettingsOf::Layer)?;
                    self.parser.set_properties(properties, settings);
                    open.push(self.list(&group, "layers")?.into_iter());
                }
                "imagelayer" => {}
                _ => {
                    let found = layer.raw("type").unwrap_or(raw);
                    let expected = "tilelayer, objectgroup, imagelayer or group";
                    return Err(self.wrong(found, "the type of a layer", expected));
                }
            }
        }
        Ok(())
    }

    /// Reads the file of a tile set.
    pub(super) fn tile_set_file(mut self) -> Result<RawSet, LoadError> {
        let tag = self.root()?;
        self.parser.check_root(&tag, "tileset", "a Tiled tile set")?;
        self.tile_set(&tag)
    }

    /// Reads the file of a template.
    pub(super) fn template_file(mut self) -> Result<RawObject, LoadError> {
        let tag = self.root()?;
        self.parser.check_root(&tag, "template", "a Tiled template")?;
        let set = match tag.raw("tileset") {
            Some(raw) => Some(self.parser.set_of_template(&self.element("tileset", raw)?)?),
            None => None,
        };
        let object = match tag.raw("object") {
            Some(raw) => Some(self.object(&self.element("object", raw)?, 0, false)?),
            None => None,
        };
        self.parser.template(&tag, object, set)
    }

    fn layer(&mut self, tag: &Element<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.parser.layer_head(tag)?;
        (head.properties, head.settings) = self.properties(tag, SettingsOf::Layer)?;
        let whole = frame(tag, Some(self.parser.raw.size))?;
        let (data, chunks) = (tag.raw("data"), tag.raw("chunks"));
        if data.or(chunks).is_none() {
            return self.parser.add_layer(tag, head, whole, None);
        }
        let (encoding, compression) = (tag.attribute("encoding")?, tag.attribute("compression")?);
        let encoding = CellEncoding::new(Some(encoding.as_deref().unwrap_or("csv")), compression.as_deref());
        let encoding = encoding.map_err(|kind| tag.error(kind))?;
        let mut blocks = Vec::new();
        for raw in self.list(tag, "chunks")? {
            let chunk = self.element("chunk", raw)?;
            let cells = frame(&chunk, None)?;
            let block = self
                .block(&chunk, encoding, cells)
                .map_err(|error| error.within(format!("{element}, chunk at ({}, {})", cells.min.x, cells.min.y)))?;
            blocks.push(block);
        }
        let is_blank = data.is_none_or(|data| data.get().trim_matches(['[', ']', '"']).trim_ascii().is_empty());
        if !is_blank || (blocks.is_empty() && !self.parser.raw.infinite) {
            blocks.push(self.block(tag, encoding, whole)?);
        }
        self.parser.add_layer(tag, head, whole, Some(blocks))
    }

    /// Reads the cells of a layer or of a chunk.
    fn block(&mut self, tag: &Element<'d>, encoding: CellEncoding, cells: Rect) -> Result<CellBlock, LoadError> {
        let expected = cells.area();
        let raw = tag.raw("data");
        let start = raw.map_or(tag.at, |raw| self.at(raw));
        let document = self.parser.document;
        let fail = |kind| document.error(start, kind);
        self.parser.raw.budget.take(Count::DataCells, expected).map_err(fail)?;
        let count = |gids: Vec<u32>| check_count(gids.len() as u64, expected).map(|()| gids.into()).map_err(fail);
        let gids = match raw {
            None => count(Vec::new())?,
            Some(list) if list.get().starts_with('[') && encoding == CellEncoding::Csv => {
                match json::read(document, list.get(), Kind::Cells(expected), tiled_fault)? {
                    Value::Cells(gids) => count(gids)?,
                    _ => CellGids::default(),
                }
            }
            Some(raw) => {
                // Slashes of base64 may be escaped. The text begins after the quote.
                let text = text_of(raw).unwrap_or(raw.get().into());
                encoding.decode(&text, expected).map_err(|(at, kind)| match at {
                    Some(at) => document.error(start + 1 + at, kind),
                    None => fail(kind),
                })?
            }
        };
        Ok(CellBlock { cells, gids })
    }

    fn object_layer(&mut self, tag: &Element<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.parser.layer_head(tag)?;
        head.properties = self.properties(tag, SettingsOf::Nothing)?.0;
        let mut objects = Vec::new();
        for raw in self.list(tag, "objects")? {
            let child = self.element("object", raw)?;
            let id = object_id(&child)?;
            let object = self.object(&child, id, true);
            objects.push(object.map_err(|error| error.within(format!("{element}, object {id}")))?);
        }
        self.parser.raw.layers.push(RawLayer { head, content: RawContent::Objects(objects) });
        Ok(())
    }

    fn object(&mut self, tag: &Element<'d>, id: u32, may_have_template: bool) -> Result<RawObject, LoadError> {
        let mut object = self.parser.object(tag, id, may_have_template)?;
        object.properties = self.properties(tag, SettingsOf::Nothing)?.0;
        for (name, shape) in PLAIN_SHAPES {
            if tag.raw(name).is_some_and(|is| is.get() == "true") {
                object.shape = Some(shape);
            }
        }
        if tag.raw("polygon").is_some() {
            object.shape = Some(ObjectShape::Polygon(self.corners(tag, "polygon")?));
        }
        if tag.raw("polyline").is_some() {
            object.shape = Some(ObjectShape::Polyline(self.corners(tag, "polyline")?));
        }
        if let Some(raw) = tag.raw("text") {
            let text = self.object_of(raw, "text")?.raw("text").and_then(text_of);
            object.shape = Some(ObjectShape::Text(text.unwrap_or_default().into_owned()));
        }
        Ok(object)
    }

    /// Reads the corners of a polygon or a polyline.
    fn corners(&mut self, tag: &Element<'d>, name: &'static str) -> Result<Vec<Vec2>, LoadError> {
        let mut corners = Vec::new();
        for raw in self.list(tag, name)? {
            let corner = self.element(name, raw)?;
            let side = |side| corner.raw(side).map_or("", RawValue::get);
            self.parser.corner(&corner, &mut corners, &format!("{},{}", side("x"), side("y")))?;
        }
        Ok(corners)
    }

    fn tile_set(&mut self, tag: &Element<'d>) -> Result<RawSet, LoadError> {
        let element = tag.title("tile set")?;
        self.tile_set_within(tag).map_err(|error| error.within(element))
    }

    fn tile_set_within(&mut self, tag: &Element<'d>) -> Result<RawSet, LoadError> {
        let mut set = self.parser.tile_set(tag)?;
        set.settings = self.properties(tag, SettingsOf::TileSet)?.1;
        set.image = self.image(tag)?;
        if set.image.is_some() {
            check_sheet(tag, &set)?;
        }
        if let Some(raw) = tag.raw("tileoffset") {
            set.offset = tile_offset(&self.element("tileoffset", raw)?)?;
        }
        match tag.raw("tiles") {
            // Old versions wrote an object with the ids as names.
            Some(raw) if raw.get().starts_with('{') => {
                for (id, tile) in self.object_of(raw, "tiles")?.0 {
                    let Value::Raw(raw) = tile else { continue };
                    let mut members = self.object_of(raw, "a tile")?;
                    members.0.push(("id".into(), Value::Text(id)));
                    self.tile(&self.element_of("tile", raw, members), &mut set)?;
                }
            }
            _ => {
                for raw in self.list(tag, "tiles")? {
                    let tile = self.element("tile", raw)?;
                    self.tile(&tile, &mut set)?;
                }
            }
        }
        Ok(set)
    }

    fn tile(&mut self, tag: &Element<'d>, set: &mut RawSet) -> Result<(), LoadError> {
        let id: u32 = tag.required("id", "a tile's id")?;
        let mut tile = self.parser.tile(tag)?;
        (tile.properties, tile.settings) = self.properties(tag, SettingsOf::Tile)?;
        tile.image = self.image(tag)?;
        if let Some(raw) = tag.raw("objectgroup") {
            let shapes = self.collision_shapes(raw);
            tile.shapes = shapes.map_err(|error| error.within(format!("tile {id}, a collision shape")))?;
        }
        set.tiles.insert(id, tile);
        Ok(())
    }

    /// Reads the collision shapes of a tile. As in Tiled, the offset of their group does not count.
    fn collision_shapes(&mut self, group: &'d RawValue) -> Result<Vec<RawObject>, LoadError> {
        let group = self.element("objectgroup", group)?;
        let mut shapes = Vec::new();
        for raw in self.list(&group, "objects")? {
            let child = self.element("object", raw)?;
            let shape = self.object(&child, object_id(&child)?, true)?;
            check_shape(&child, &shape)?;
            shapes.push(shape);
        }
        Ok(shapes)
    }

    /// Reads the image of a tile set or of a tile, if it has one.
    fn image(&mut self, tag: &Element<'d>) -> Result<Option<RawImage>, LoadError> {
        let (Some(raw), Some(source)) = (tag.raw("image"), tag.attribute("image")?) else { return Ok(None) };
        let at = self.at(raw);
        self.parser.image(tag, at, &source, "transparentcolor").map(Some)
    }

    /// Reads the custom properties of an element, and the settings among them.
    fn properties(&mut self, tag: &Element<'d>, settings: SettingsOf) -> Result<(Properties, Settings), LoadError> {
        let mut properties = PropertyList::new(settings);
        match tag.raw("properties") {
            // Old versions wrote an object, with the types in another one. Both may have many names.
            Some(raw) if raw.get().starts_with('{') => {
                let types = tag.raw("propertytypes").map(|raw| self.object_of(raw, "propertytypes")).transpose()?;
                let mut types: HashMap<_, _> = types.unwrap_or_default().0.into_iter().collect();
                for (name, value) in self.object_of(raw, "properties")?.0 {
                    let kind = types.remove(&name).map(|kind| ("type".into(), kind));
                    let members = [("name".into(), Value::Text(name)), ("value".into(), value)];
                    let property = Object(members.into_iter().chain(kind).collect());
                    let property = self.element_of("property", raw, property);
                    self.parser.property(&property, String::new(), &mut properties)?;
                }
            }
            _ => {
                for raw in self.list(tag, "properties")? {
                    let property = self.element("property", raw)?;
                    self.parser.property(&property, String::new(), &mut properties)?;
                }
            }
        }
        Ok(properties.finish())
    }

    /// Returns the document's object as an element. Old versions wrote no type, so members tell which.
    fn root(&self) -> Result<Element<'d>, LoadError> {
        let document = self.parser.document;
        let object = json::read_object(document, &document.text, Kind::AnyObject, tiled_fault)?;
        let kind = object.raw("type").and_then(text_of).unwrap_or_default();
        let has = |name| object.get(name).is_some();
        let name = match &*kind {
            "map" => "map",
            _ if has("layers") => "map",
            "template" => "template",
            _ if has("object") => "template",
            "tileset" => "tileset",
            _ if has("tilewidth") => "tileset",
            _ => "document",
        };
        let at = document.text.len() - document.text.trim_ascii_start().len();
        Ok(Element { at, document, start: ElementStart::Json(name, object) })
    }

    /// Reads the members of an object.
    fn object_of(&self, raw: &'d RawValue, name: &str) -> Result<Object<'d>, LoadError> {
        match json::read_value(raw.get(), Kind::AnyObject) {
            Ok(Value::Object(object)) => Ok(object),
            _ => Err(self.wrong(raw, name, "an object of at most 65536 members")),
        }
    }

    fn element(&self, name: &'static str, raw: &'d RawValue) -> Result<Element<'d>, LoadError> {
        Ok(self.element_of(name, raw, self.object_of(raw, "an element")?))
    }

    fn element_of(&self, name: &'static str, raw: &RawValue, object: Object<'d>) -> Element<'d> {
        Element { at: self.at(raw), document: self.parser.document, start: ElementStart::Json(name, object) }
    }

    /// Returns the items of a member that is a list. Empty if it is missing.
    fn list(&self, tag: &Element<'d>, name: &str) -> Result<Vec<&'d RawValue>, LoadError> {
        let Some(raw) = tag.raw(name) else { return Ok(Vec::new()) };
        match json::read_value(raw.get(), Kind::Raws(self.longest as usize)) {
            Ok(Value::Raws(items)) => Ok(items),
            _ => Err(self.wrong(raw, name, &format!("a list of at most {} items", self.longest))),
        }
    }

    fn at(&self, raw: &RawValue) -> usize {
        self.parser.document.offset_of(raw.get())
    }

    /// Creates the error of an unexpected value.
    fn wrong(&self, raw: &RawValue, name: &str, expected: &str) -> LoadError {
        let detail = format!("{name} should be {expected}, not {}", shortened(raw.get()));
        self.parser.document.error(self.at(raw), tiled_fault(detail))
    }
}

/// Members that are objects or lists.
impl<'d> Element<'d> {
    fn raw(&self, name: &str) -> Option<&'d RawValue> {
        if let ElementStart::Json(_, object) = &self.start { object.raw(name) } else { None }
    }

    fn renamed(self, name: &'static str) -> Self {
        match self.start {
            ElementStart::Json(_, object) => Self { start: ElementStart::Json(name, object), ..self },
            ElementStart::Xml(_) => self,
        }
    }
}
