//! Documents of Tiled in JSON, made from the same documents in XML, and maps that are read from both.

use super::Disk;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};
use serde_json::{Map, Value, json};
use std::path::Path;
use tileray::load::LoadOptions;
use tileray::{LoadError, TileMap};

/// An element of XML.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
    text: String,
}

/// Reads the content of an element, or of a document.
fn content(reader: &mut Reader<&[u8]>) -> (Vec<Element>, String) {
    let (mut children, mut text) = (Vec::new(), String::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                let attributes = start.attributes().map(Result::unwrap).map(|attribute| {
                    let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap();
                    (attribute.key.as_ref().to_owned(), value.into_owned())
                });
                let (name, attributes) = (start.name().as_ref().to_owned(), attributes.collect());
                let (inside, text) = content(reader);
                children.push(Element { name, attributes, children: inside, text });
            }
            Event::Text(part) => text += &part.into_inner(),
            Event::CData(part) => text += &part.into_inner(),
            Event::GeneralRef(entity) => text += resolve_xml_entity(&entity).unwrap(),
            Event::End(_) | Event::Eof => return (children, text),
            _ => {}
        }
    }
}

/// Adds to a list of an object. Returns no member to add.
fn push(object: &mut Map<String, Value>, list: &str, items: impl IntoIterator<Item = Value>) -> Option<Value> {
    let list = object.entry(list).or_insert_with(|| json!([]));
    list.as_array_mut().unwrap().extend(items);
    None
}

/// Returns a number, a truth value or an empty list as such, and any other text as a string.
fn typed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

impl Element {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| &**value)
    }

    /// Returns the attributes as members, with the element's type.
    fn members(&self, kind: Option<&str>) -> Map<String, Value> {
        let member = |(name, text): &(String, String)| {
            let value = match &**name {
                "visible" | "infinite" => (text != "0").into(),
                "name" | "class" | "type" | "value" => text.as_str().into(),
                _ => typed(text),
            };
            (name.clone(), value)
        };
        let kind = kind.map(|kind| ("type".to_owned(), kind.into()));
        self.attributes.iter().map(member).chain(kind).collect()
    }

    /// Returns the element as an object.
    fn object(&self, kind: Option<&str>) -> Value {
        let mut object = self.members(kind);
        for child in &self.children {
            let list = |kind| [child.object(kind)];
            let value = match (&*self.name, &*child.name) {
                (_, "properties") => push(&mut object, "properties", child.properties()),
                (_, "layer") => push(&mut object, "layers", list(Some("tilelayer"))),
                (_, name @ ("group" | "imagelayer")) | ("map" | "group", name @ "objectgroup") => {
                    push(&mut object, "layers", list(Some(name)))
                }
                ("map", "tileset") => push(&mut object, "tilesets", list(None)),
                ("tileset", "tile") => push(&mut object, "tiles", list(None)),
                ("objectgroup", "object") => push(&mut object, "objects", list(None)),
                (_, "image") => {
                    let members = [
                        ("source", "image"),
                        ("trans", "transparentcolor"),
                        ("width", "imagewidth"),
                        ("height", "imageheight"),
                    ];
                    for (name, member) in members {
                        object.extend(child.attribute(name).map(|value| (member.into(), value.into())));
                    }
                    None
                }
                (_, "data") => child.data(&mut object),
                (_, "polygon" | "polyline") => {
                    let corners = child.attribute("points").unwrap().split_ascii_whitespace();
                    let corners = corners.map(|corner| corner.split_once(',').unwrap());
                    Some(corners.map(|(x, y)| json!({ "x": typed(x), "y": typed(y) })).collect())
                }
                (_, "text") => Some(json!({ "text": child.text })),
                (_, "point" | "ellipse" | "capsule") => Some(true.into()),
                _ => Some(child.object(None)),
            };
            object.extend(value.map(|value| (child.name.clone(), value)));
        }
        object.into()
    }

    /// Adds the encoding of a `<data>` to its layer, and returns the cells if they are not in chunks.
    fn data(&self, object: &mut Map<String, Value>) -> Option<Value> {
        object.extend(self.members(None));
        let text = self.text.trim();
        if self.children.iter().any(|child| child.name == "chunk") {
            for chunk in &self.children {
                let mut members = Map::new();
                let data = chunk.data(&mut members).unwrap();
                members.insert("data".into(), data);
                push(object, "chunks", [members.into()]);
            }
            return None;
        }
        if text.contains(|letter: char| letter.is_ascii_alphabetic()) {
            return Some(text.into());
        }
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let elements = self.children.iter().map(|tile| tile.attribute("gid").unwrap_or("0"));
        Some(entries.chain(elements).map(typed).collect())
    }

    /// Returns the properties in a `<properties>`.
    fn properties(&self) -> impl Iterator<Item = Value> + '_ {
        self.children.iter().filter(|child| child.name == "property").map(|property| {
            let mut object = property.members(None);
            object.extend(property.value().map(|value| ("value".to_owned(), value)));
            object.into()
        })
    }

    /// Returns the value of a property or of an item of a list.
    fn value(&self) -> Option<Value> {
        let text = self.attribute("value").or(Some(&*self.text).filter(|text| !text.is_empty()));
        match self.attribute("type") {
            Some("list") => Some(
                self.children
                    .iter()
                    .map(|item| json!({ "type": item.attribute("type"), "value": item.value() }))
                    .collect(),
            ),
            Some("class") => {
                let members = self.children.iter().flat_map(|properties| &properties.children);
                let members = members.map(|member| (member.attribute("name").unwrap().to_owned(), member.value()));
                Some(json!(members.collect::<std::collections::BTreeMap<_, _>>()))
            }
            Some("bool" | "int" | "float" | "object") => text.map(typed),
            _ => text.map(Value::from),
        }
    }
}

/// Returns a map, a tile set or a template in JSON.
pub(crate) fn json_of(xml: &str) -> String {
    let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}'));
    reader.config_mut().expand_empty_elements = true;
    let root = content(&mut reader).0.pop().unwrap();
    root.object(Some(&root.name)).to_string()
}

impl Disk {
    /// The same disk with all documents of Tiled in JSON, under the same names: the content decides.
    pub(crate) fn in_json(&self) -> Self {
        let is_document =
            |path: &Path| ["tmx", "tsx", "tx"].map(|ending| Some(ending.as_ref())).contains(&path.extension());
        let documents = self.files().filter(|(path, _)| is_document(path));
        documents.fold(self.clone(), |disk, (path, xml)| {
            disk.with(path.to_str().unwrap(), json_of(std::str::from_utf8(xml).unwrap()))
        })
    }

    /// Reads a map of XML, and the same map of JSON, which must have the same content.
    #[track_caller]
    pub(crate) fn map_in_both(&self, path: &str, options: &LoadOptions) -> Result<TileMap, LoadError> {
        let xml = self.map_with(path, options)?;
        let json = self.in_json().map_with(path, options).unwrap_or_else(|error| panic!("in JSON: {error}"));
        let frame =
            |map: &TileMap| (map.size(), map.tile_size(), map.bounds(), map.render_order, map.properties.clone());
        assert_eq!(frame(&json), frame(&xml));
        assert!(json.tile_sets().eq(xml.tile_sets()), "{json:?} has other tile sets");
        assert_eq!(json.layers().collect::<Vec<_>>(), xml.layers().collect::<Vec<_>>());
        assert_eq!(json.object_layers().collect::<Vec<_>>(), xml.object_layers().collect::<Vec<_>>());
        assert_eq!(json.objects().collect::<Vec<_>>(), xml.objects().collect::<Vec<_>>());
        for layer in 0..xml.layers().len() {
            let tiles =
                |map: &TileMap| map.placed_tiles(layer).map(|(at, placed)| (at, placed.tile())).collect::<Vec<_>>();
            assert_eq!(tiles(&json), tiles(&xml), "layer {layer}");
        }
        Ok(xml)
    }
}
