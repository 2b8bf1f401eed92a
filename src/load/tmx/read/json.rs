//! JSON: a walk through a document in Tiled's JSON format as if it were in XML.
//!
//! ```text
//! {"type":"map", "width":4, "layers":[{"type":"tilelayer", "name":"a", "data":[1,2]}], ...}
//! <map width="4"> <layer name="a"> <data encoding="csv">1,2</data> </layer> ... </map>
//! ```
//!
//! The document is checked once as a whole. Then each object and each list is taken apart only where the walk comes to
//! it, into slices of the text, so memory is needed for the open elements alone, and positions are those of the slices.

use crate::load::error::shortened;
use crate::load::input::TextDocument;
use crate::load::json;
use crate::load::{LoadError, LoadErrorKind, TextPosition};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

/// The most members of an object. Objects by name, as old versions wrote them, have one for each name.
const MOST_MEMBERS: usize = 1 << 16;

/// A node of a document.
pub(super) enum JsonNode<'d> {
    Open(usize, JsonStart<'d>),
    Text(usize, Cow<'d, str>),
    Close,
    /// The end of the document, with every element closed.
    End,
}

/// The name and the attributes of an element.
pub(super) struct JsonStart<'d> {
    pub(super) name: &'static str,
    attributes: Vec<(Cow<'d, str>, JsonValue<'d>)>,
}

/// The value of an attribute.
enum JsonValue<'d> {
    Raw(&'d RawValue),
    Text(String),
}

impl<'d> JsonStart<'d> {
    fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new() }
    }

    fn with(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.attributes.push((name.into(), JsonValue::Text(text.into())));
        self
    }

    fn with_raw(mut self, name: &'static str, raw: Option<&'d RawValue>) -> Self {
        self.attributes.extend(raw.map(|raw| (name.into(), JsonValue::Raw(raw))));
        self
    }

    /// Returns the value of an attribute as it would be in XML: the text of a string, 1 or 0 for a boolean.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let (_, value) = self.attributes.iter().find(|(key, _)| key == name)?;
        match value {
            JsonValue::Text(text) => Some(text.clone()),
            JsonValue::Raw(raw) => match raw.get() {
                "null" => None,
                // Custom properties have them in words.
                "true" if self.name != "property" => Some("1".into()),
                "false" if self.name != "property" => Some("0".into()),
                text if text.starts_with('"') => serde_json::from_str(text).ok(),
                text => Some(text.to_owned()),
            },
        }
    }
}

/// A walk through a document.
pub(super) struct JsonWalker<'d> {
    document: &'d TextDocument,
    /// The most items of a list.
    longest: u64,
    /// The rest of the content of each open element, the innermost last.
    open: Vec<VecDeque<Content<'d>>>,
}

/// A part of an element's content.
enum Content<'d> {
    /// An object, and the element that it is.
    Object(ElementKind, &'d RawValue),
    /// The objects of a list, each an element.
    List(ElementKind, std::vec::IntoIter<&'d RawValue>),
    /// An element whose content is known.
    Element(usize, JsonStart<'d>, VecDeque<Content<'d>>),
    Text(usize, Cow<'d, str>),
}

/// What an object of the document is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Root,
    TileSet,
    Tile,
    TileShapes,
    TileOffset,
    Layer,
    Object,
    Chunk,
    Property,
}

/// The members of an object; of two with one name, both.
struct Members<'d>(Vec<(Cow<'d, str>, &'d RawValue)>);

impl<'d> Members<'d> {
    fn get(&self, name: &str) -> Option<&'d RawValue> {
        self.0.iter().find(|(key, value)| key == name && value.get() != "null").map(|(_, value)| *value)
    }

    fn is(&self, name: &str, text: &str) -> bool {
        self.get(name).is_some_and(|value| value.get() == text)
    }
}

impl<'d> JsonWalker<'d> {
    /// Checks the document as a whole.
    pub(super) fn new(document: &'d TextDocument, longest: u64) -> Result<Self, LoadError> {
        let whole = serde_json::from_str::<&RawValue>(&document.text).map_err(|error| {
            let (position, detail) = (TextPosition { line: error.line(), column: error.column() }, in_words(&error));
            LoadError::new(&document.path, LoadErrorKind::Json { detail }).at(position)
        })?;
        Ok(Self { document, longest, open: vec![VecDeque::from([Content::Object(ElementKind::Root, whole)])] })
    }

    /// Returns the next node.
    pub(super) fn next(&mut self) -> Result<JsonNode<'d>, LoadError> {
        let Some(content) = self.open.last_mut() else { return Ok(JsonNode::End) };
        let (at, start, inside) = match content.pop_front() {
            None => {
                self.open.pop();
                // The outermost content is that of the document.
                return Ok(if self.open.is_empty() { JsonNode::End } else { JsonNode::Close });
            }
            Some(Content::Text(at, text)) => return Ok(JsonNode::Text(at, text)),
            Some(Content::Element(at, start, inside)) => (at, start, inside),
            Some(Content::Object(kind, raw)) => self.element(kind, raw)?,
            Some(Content::List(kind, mut items)) => match items.next() {
                Some(raw) => {
                    content.push_front(Content::List(kind, items));
                    self.element(kind, raw)?
                }
                None => return self.next(),
            },
        };
        self.open.push(inside);
        Ok(JsonNode::Open(at, start))
    }

    /// Returns the position of a part of the text.
    fn at(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.document.text.as_ptr() as usize
    }

    /// Creates the error of a value that is not what it should be.
    fn wrong(&self, raw: &RawValue, name: &str, expected: &str) -> LoadError {
        let detail = format!("{name} should be {expected}, not {}", shortened(raw.get()));
        self.document.error(self.at(raw.get()), LoadErrorKind::Json { detail })
    }

    fn members(&self, raw: &'d RawValue, name: &str) -> Result<Members<'d>, LoadError> {
        let members = json::members(raw, MOST_MEMBERS).map(Members);
        members.ok_or_else(|| self.wrong(raw, name, "an object of at most 65536 members"))
    }

    fn items(&self, raw: &'d RawValue, name: &str) -> Result<Vec<&'d RawValue>, LoadError> {
        let expected = || format!("a list of at most {} items", self.longest);
        json::items(raw, self.longest as usize).ok_or_else(|| self.wrong(raw, name, &expected()))
    }

    /// Returns the element of an object: its position, its start and its content.
    fn element(
        &self,
        kind: ElementKind,
        raw: &'d RawValue,
    ) -> Result<(usize, JsonStart<'d>, VecDeque<Content<'d>>), LoadError> {
        let members = self.members(raw, "an element")?;
        let name = element_name(kind, &members);
        if name == UNKNOWN_LAYER {
            let found = members.get("type").unwrap_or(raw);
            return Err(self.wrong(found, "the type of a layer", "tilelayer, objectgroup, imagelayer or group"));
        }
        let mut inside = VecDeque::new();
        self.add_properties(&members, &mut inside)?;
        let mut list = |key: &str, of: ElementKind| -> Result<(), LoadError> {
            if let Some(raw) = members.get(key) {
                inside.push_back(Content::List(of, self.items(raw, key)?.into_iter()));
            }
            Ok(())
        };
        match name {
            "map" => {
                list("tilesets", ElementKind::TileSet)?;
                list("layers", ElementKind::Layer)?;
            }
            "group" => list("layers", ElementKind::Layer)?,
            "objectgroup" => list("objects", ElementKind::Object)?,
            "layer" => self.add_data(&members, &mut inside)?,
            "chunk" => inside.extend(members.get("data").map(|raw| self.cells(raw))),
            "tileset" => {
                self.add_image(&members, &mut inside);
                inside.extend(members.get("tileoffset").map(|raw| Content::Object(ElementKind::TileOffset, raw)));
                self.add_tiles(&members, &mut inside)?;
            }
            "tile" => {
                self.add_image(&members, &mut inside);
                inside.extend(members.get("objectgroup").map(|raw| Content::Object(ElementKind::TileShapes, raw)));
            }
            "template" => {
                let parts = [("tileset", ElementKind::TileSet), ("object", ElementKind::Object)];
                let objects = parts.map(|(key, kind)| members.get(key).map(|raw| Content::Object(kind, raw)));
                inside.extend(objects.into_iter().flatten());
            }
            "object" => self.add_shape(&members, &mut inside)?,
            _ => {}
        }
        let is_attribute = |raw: &RawValue| !raw.get().starts_with(['{', '[']);
        let attributes = members.0.into_iter().filter(|(_, raw)| is_attribute(raw));
        let attributes = attributes.map(|(key, raw)| (key, JsonValue::Raw(raw))).collect();
        Ok((self.at(raw.get()), JsonStart { name, attributes }, inside))
    }

    /// Adds the custom properties: a list of objects, or the object of old versions, with the types in another one.
    fn add_properties(&self, members: &Members<'d>, inside: &mut VecDeque<Content<'d>>) -> Result<(), LoadError> {
        let Some(raw) = members.get("properties") else { return Ok(()) };
        let mut properties = VecDeque::new();
        if raw.get().starts_with('{') {
            let types = members.get("propertytypes").map(|raw| self.members(raw, "propertytypes")).transpose()?;
            // Both may have many names.
            let types: HashMap<_, _> = types.map(|types| types.0).unwrap_or_default().into_iter().collect();
            for (name, value) in self.members(raw, "properties")?.0 {
                let start = JsonStart::new("property").with_raw("type", types.get(&name).copied()).with("name", name);
                let start = start.with_raw("value", Some(value));
                properties.push_back(Content::Element(self.at(value.get()), start, VecDeque::new()));
            }
        } else {
            properties.push_back(Content::List(ElementKind::Property, self.items(raw, "properties")?.into_iter()));
        }
        inside.push_back(Content::Element(self.at(raw.get()), JsonStart::new("properties"), properties));
        Ok(())
    }

    /// Adds the cells of a layer.
    fn add_data(&self, members: &Members<'d>, inside: &mut VecDeque<Content<'d>>) -> Result<(), LoadError> {
        let (data, chunks) = (members.get("data"), members.get("chunks"));
        let Some(raw) = data.or(chunks) else { return Ok(()) };
        let mut start = JsonStart::new("data").with_raw("compression", members.get("compression"));
        start = match members.get("encoding") {
            Some(encoding) => start.with_raw("encoding", Some(encoding)),
            None => start.with("encoding", "csv"),
        };
        let mut content: VecDeque<_> = data.map(|raw| self.cells(raw)).into_iter().collect();
        if let Some(raw) = chunks {
            content.push_back(Content::List(ElementKind::Chunk, self.items(raw, "chunks")?.into_iter()));
        }
        inside.push_back(Content::Element(self.at(raw.get()), start, content));
        Ok(())
    }

    /// Returns the text of cells: numbers with commas, or the content of a string.
    fn cells(&self, raw: &'d RawValue) -> Content<'d> {
        let text = raw.get();
        let is_plain = !text.contains('\\');
        match text.get(1..text.len() - 1).filter(|_| text.starts_with('[') || text.starts_with('"') && is_plain) {
            Some(inner) => Content::Text(self.at(inner), inner.into()),
            // Slashes of base64 may be escaped.
            None => Content::Text(self.at(text), serde_json::from_str(text).unwrap_or(text.to_owned()).into()),
        }
    }

    /// Adds the image of a tile set or of a tile.
    fn add_image(&self, members: &Members<'d>, inside: &mut VecDeque<Content<'d>>) {
        if let Some(image) = members.get("image") {
            let start = JsonStart::new("image").with_raw("source", Some(image));
            let start = start.with_raw("trans", members.get("transparentcolor"));
            inside.push_back(Content::Element(self.at(image.get()), start, VecDeque::new()));
        }
    }

    /// Adds the tiles of a tile set.
    fn add_tiles(&self, members: &Members<'d>, inside: &mut VecDeque<Content<'d>>) -> Result<(), LoadError> {
        let Some(tiles) = members.get("tiles") else { return Ok(()) };
        if tiles.get().starts_with('[') {
            inside.push_back(Content::List(ElementKind::Tile, self.items(tiles, "tiles")?.into_iter()));
            return Ok(());
        }
        // Old versions wrote an object with the ids as names.
        for (id, raw) in self.members(tiles, "tiles")?.0 {
            let (at, mut start, content) = self.element(ElementKind::Tile, raw)?;
            start.attributes.push(("id".into(), JsonValue::Text(id.into_owned())));
            inside.push_back(Content::Element(at, start, content));
        }
        Ok(())
    }

    /// Adds the shape of an object.
    fn add_shape(&self, members: &Members<'d>, inside: &mut VecDeque<Content<'d>>) -> Result<(), LoadError> {
        for name in ["point", "ellipse", "capsule"] {
            if members.is(name, "true") {
                inside.push_back(Content::Element(0, JsonStart::new(name), VecDeque::new()));
            }
        }
        for name in ["polygon", "polyline"] {
            let Some(raw) = members.get(name) else { continue };
            let mut points = String::new();
            for point in self.items(raw, name)? {
                let corner = self.members(point, "a corner")?;
                let side = |side| corner.get(side).map_or("", |value| value.get());
                points.extend([side("x"), ",", side("y"), " "]);
            }
            let start = JsonStart::new(name).with("points", points);
            inside.push_back(Content::Element(self.at(raw.get()), start, VecDeque::new()));
        }
        if let Some(raw) = members.get("text") {
            let text = self.members(raw, "text")?;
            let content = text.get("text").and_then(|text| serde_json::from_str::<String>(text.get()).ok());
            let content = VecDeque::from([Content::Text(self.at(raw.get()), content.unwrap_or_default().into())]);
            inside.push_back(Content::Element(self.at(raw.get()), JsonStart::new("text"), content));
        }
        Ok(())
    }
}

/// The name of a layer whose type is none of Tiled's.
const UNKNOWN_LAYER: &str = "unknown layer";

/// Returns the name that an object has as an element of XML.
fn element_name(kind: ElementKind, members: &Members<'_>) -> &'static str {
    let is_type = |name: &str| members.get("type").is_some_and(|found| found.get().trim_matches('"') == name);
    match kind {
        ElementKind::TileSet => "tileset",
        ElementKind::Tile => "tile",
        ElementKind::TileShapes => "objectgroup",
        ElementKind::TileOffset => "tileoffset",
        ElementKind::Object => "object",
        ElementKind::Chunk => "chunk",
        ElementKind::Property => "property",
        ElementKind::Layer if is_type("tilelayer") => "layer",
        ElementKind::Layer if is_type("objectgroup") => "objectgroup",
        ElementKind::Layer if is_type("group") => "group",
        ElementKind::Layer if is_type("imagelayer") => "imagelayer",
        ElementKind::Layer => UNKNOWN_LAYER,
        // Old versions wrote no type.
        ElementKind::Root if is_type("map") || members.get("layers").is_some() => "map",
        ElementKind::Root if is_type("template") || members.get("object").is_some() => "template",
        ElementKind::Root if is_type("tileset") || members.get("tilewidth").is_some() => "tileset",
        ElementKind::Root => "document",
    }
}

/// Returns the message of an error without its position.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    shortened(text.rsplit_once(" at line").map_or(&*text, |(words, _)| words))
}
