//! JSON: walks the objects and lists of a document.
//!
//! A list is parsed when the walk reaches it. So only open lists take memory, and nothing recurses. The members of an
//! object are the attributes of the same element in XML.

use super::cells::{CellEncoding, check_count};
use super::element::{Element, ElementStart, scalar_of};
use super::layers::{chunk_frame, frame};
use super::objects::{PLAIN_SHAPES, object_id};
use super::parser::DocumentParser;
use super::properties::{CLASS, LIST, PropertyList, SettingsOf};
use super::sets::{check_shape, check_sheet, is_isometric, tile_offset};
use crate::geometry::Rect;
use crate::load::LoadError;
use crate::load::error::shortened;
use crate::load::json::{self, Kind, Object, Value, text_of, tiled_fault};
use crate::load::limits::Count;
use crate::load::tmx::model::{CellBlock, CellGids, ImageSource, RawContent, RawImage, RawLayer, RawObject, RawSet};
use crate::tile::ObjectShape;
use glam::Vec2;
use serde_json::value::RawValue;
use std::borrow::Cow;
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
        let properties = self.properties(&tag, SettingsOf::Nothing)?;
        self.parser.add_properties(properties);
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
            let object = self.object_of(raw, "an element")?;
            let kind = object.raw("type").and_then(text_of).unwrap_or_default();
            let name = ["objectgroup", "group"].into_iter().find(|name| *name == kind).unwrap_or("layer");
            let layer = self.element_of(name, raw, object);
            if kind != "imagelayer" {
                self.parser.check_layers(&layer)?;
            }
            match &*kind {
                "tilelayer" => {
                    let element = layer.title("layer")?;
                    self.layer(&layer, &element).map_err(|error| error.within(element))?;
                }
                "objectgroup" => {
                    let element = layer.title("object layer")?;
                    self.object_layer(&layer, &element).map_err(|error| error.within(element))?;
                }
                "group" => {
                    self.parser.open_group(&layer)?;
                    let properties = self.properties(&layer, SettingsOf::Layer)?;
                    self.parser.add_properties(properties);
                    open.push(self.list(&layer, "layers")?.into_iter());
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
        (head.properties, head.settings) = self.properties(tag, SettingsOf::Layer)?.finish();
        let (corner, whole) = frame(tag, self.parser.raw.size)?;
        let (data, chunks) = (tag.raw("data"), tag.raw("chunks"));
        if data.or(chunks).is_none() {
            return self.parser.add_layer(tag, head, whole, Vec::new());
        }
        let (encoding, compression) = (tag.attribute("encoding")?, tag.attribute("compression")?);
        let encoding = CellEncoding::new(Some(encoding.as_deref().unwrap_or("csv")), compression.as_deref());
        let encoding = encoding.map_err(|kind| tag.error(kind))?;
        let mut blocks = Vec::new();
        for raw in self.list(tag, "chunks")? {
            let chunk = self.element("chunk", raw)?;
            let cells = chunk_frame(&chunk, corner)?;
            let block = self
                .block(&chunk, encoding, cells)
                .map_err(|error| error.within(format!("{element}, chunk at ({}, {})", cells.min.x, cells.min.y)))?;
            blocks.push(block);
        }
        let is_blank = data.is_none_or(|data| data.get().trim_matches(['[', ']', '"']).trim_ascii().is_empty());
        if !is_blank || (blocks.is_empty() && !self.parser.raw.infinite) {
            blocks.push(self.block(tag, encoding, whole)?);
        }
        self.parser.add_layer(tag, head, whole, blocks)
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
        head.properties = self.properties(tag, SettingsOf::Nothing)?.finish().0;
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
        object.set_properties(self.properties(tag, SettingsOf::Nothing)?);
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
        set.settings = self.properties(tag, SettingsOf::TileSet)?.finish().1;
        set.image = self.image(tag)?;
        if set.image.is_some() {
            check_sheet(tag, &set)?;
        }
        if let Some(raw) = tag.raw("tileoffset") {
            set.offset = tile_offset(&self.element("tileoffset", raw)?)?;
        }
        if let Some(raw) = tag.raw("grid") {
            set.has_isometric_grid = is_isometric(&self.element("grid", raw)?)?;
        }
        // Old versions wrote objects with the ids of tiles as names. Up to Tiled 1.1 the properties were beside the tiles.
        if let Some(raw) = tag.raw("tileproperties") {
            let mut types = self.members_of(tag, "tilepropertytypes")?;
            for (id, properties) in self.object_of(raw, "tileproperties")?.0 {
                let types = types.remove(&id).map(|types| ("propertytypes".into(), types));
                let members = [("id".into(), Value::Text(id)), ("properties".into(), properties)];
                let members = Object(members.into_iter().chain(types).collect());
                self.tile(&self.element_of("tile", raw, members), &mut set)?;
            }
        }
        match tag.raw("tiles") {
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
        let mut tile = set.tiles.remove(&id).unwrap_or_default();
        self.parser.tile(tag, &mut tile)?;
        let mut of_shapes = PropertyList::new(SettingsOf::Tile);
        tile.image = self.image(tag)?.or(tile.image);
        if let Some(raw) = tag.raw("objectgroup") {
            let shapes = self.collision_shapes(raw, &mut of_shapes);
            tile.shapes = shapes.map_err(|error| error.within(format!("tile {id}, a collision shape")))?;
        }
        tile.add_properties(of_shapes, self.properties(tag, SettingsOf::Tile)?);
        set.tiles.insert(id, tile);
        Ok(())
    }

    /// Reads the collision shapes of a tile. As in Tiled, the offset of their group does not count, and its properties
    /// are the tile's.
    fn collision_shapes(
        &mut self,
        group: &'d RawValue,
        properties: &mut PropertyList,
    ) -> Result<Vec<RawObject>, LoadError> {
        let group = self.element("objectgroup", group)?;
        *properties = self.properties(&group, SettingsOf::Tile)?;
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
        let source = tag.attribute("image")?.filter(|source| !source.is_empty());
        let (Some(raw), Some(source)) = (tag.raw("image"), source) else { return Ok(None) };
        let source = ImageSource { file: self.parser.reference(self.at(raw), &source), inside: None };
        self.parser.image(tag, source, ["transparentcolor", "imagewidth", "imageheight"]).map(Some)
    }

    /// Reads the custom properties of an element.
    fn properties(&mut self, tag: &Element<'d>, settings: SettingsOf) -> Result<PropertyList, LoadError> {
        let mut properties = PropertyList::new(settings);
        match tag.raw("properties") {
            // Old versions wrote an object, with the types in another one. Both may have many names.
            Some(raw) if raw.get().starts_with('{') => {
                let mut types = self.members_of(tag, "propertytypes")?;
                for (name, value) in self.object_of(raw, "properties")?.0 {
                    let kind = types.remove(&name).map(|kind| ("type".into(), kind));
                    let members = [("name".into(), Value::Text(name)), ("value".into(), value)];
                    let property = Object(members.into_iter().chain(kind).collect());
                    self.property(&self.element_of("property", raw, property), &mut properties)?;
                }
            }
            _ => {
                for raw in self.list(tag, "properties")? {
                    self.property(&self.element("property", raw)?, &mut properties)?;
                }
            }
        }
        Ok(properties)
    }

    /// Reads a custom property. One without a name is skipped.
    fn property(&mut self, tag: &Element<'d>, properties: &mut PropertyList) -> Result<(), LoadError> {
        let (name, kind) = (tag.attribute("name")?, tag.attribute("type")?);
        let Some(name) = name else { return self.parser.claim_property(tag, "", 0) };
        self.value(tag, name, kind.as_deref(), tag.raw("value"), 0, properties)
    }

    /// Reads a value of a property, `nested` lists and classes deep. Members of classes have no type, and old versions
    /// wrote none for any value: then the value tells which.
    fn value(
        &mut self,
        tag: &Element<'d>,
        name: String,
        kind: Option<&str>,
        value: Option<&'d RawValue>,
        nested: usize,
        properties: &mut PropertyList,
    ) -> Result<(), LoadError> {
        self.parser.claim_property(tag, &name, nested)?;
        let kind = kind.unwrap_or_else(|| value.map_or("string", type_of));
        let (first, text) = (properties.len(), value.map_or("", RawValue::get));
        match (kind, value) {
            (LIST, Some(list)) if text.starts_with('[') => {
                for (item, index) in self.items(list, "a list")?.into_iter().zip(0..) {
                    // An item has its type beside it.
                    let typed = item.get().starts_with('{').then(|| self.object_of(item, "an item")).transpose()?;
                    let typed = typed.filter(|item| item.get("type").is_some());
                    let kind = typed.as_ref().and_then(|item| text_of(item.raw("type")?));
                    let value = typed.as_ref().map_or(Some(item), |item| item.raw("value"));
                    self.value(tag, format!("{name}[{index}]"), kind.as_deref(), value, nested + 1, properties)?;
                }
            }
            (CLASS, Some(class)) if text.starts_with('{') => {
                for (member, value) in self.object_of(class, "a class")?.0 {
                    let Value::Raw(value) = value else { continue };
                    self.value(tag, format!("{name}.{member}"), None, Some(value), nested + 1, properties)?;
                }
            }
            (LIST | CLASS, _) => {}
            _ => return self.parser.property(tag, name, kind, value.and_then(scalar_of), properties),
        }
        if nested == 0 {
            properties.add_parts(name, first);
        }
        Ok(())
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

    /// Returns the members of a member that is an object. Empty if it is missing.
    fn members_of(&self, tag: &Element<'d>, name: &'static str) -> Result<HashMap<Cow<'d, str>, Value<'d>>, LoadError> {
        let object = tag.raw(name).map(|raw| self.object_of(raw, name)).transpose()?;
        Ok(object.unwrap_or_default().0.into_iter().collect())
    }

    /// Returns the members of an object.
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
        tag.raw(name).map_or(Ok(Vec::new()), |raw| self.items(raw, name))
    }

    /// Returns the items of a list.
    fn items(&self, raw: &'d RawValue, name: &str) -> Result<Vec<&'d RawValue>, LoadError> {
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

/// Returns the type of a property by its value.
fn type_of(value: &RawValue) -> &'static str {
    match value.get() {
        text if text.starts_with('"') => "string",
        text if text.starts_with('[') => LIST,
        text if text.starts_with('{') => CLASS,
        "true" | "false" => "bool",
        text if text.parse::<i64>().is_ok() => "int",
        _ => "float",
    }
}

/// Members that are objects or lists.
impl<'d> Element<'d> {
    fn raw(&self, name: &str) -> Option<&'d RawValue> {
        if let ElementStart::Json(_, object) = &self.start { object.raw(name) } else { None }
    }
}
