//! JSON: the children of objects, under the names that they have in XML.
//!
//! A list is parsed when the children of its owner are asked for, and an object when it is the next child. So only open
//! lists take memory, and nothing recurses. Of members with one name, the first counts.

use super::element::{Element, ElementStart, scalar_of};
use crate::load::error::shortened;
use crate::load::input::TextDocument;
use crate::load::json::{self, Kind, Object, Value, text_of, tiled_fault};
use crate::load::{LoadError, LoadLimits};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

/// The reader of a document in JSON.
pub(super) struct JsonReader<'d> {
    document: &'d TextDocument,
    /// The most items of a list.
    longest: u64,
}

/// A child that is still to be read.
pub(super) struct Child<'d> {
    /// Its name in XML, or [`LAYER`].
    name: &'static str,
    raw: &'d RawValue,
    members: Members<'d>,
}

/// The members of a child.
enum Members<'d> {
    /// `raw` is an object with the members.
    Own,
    /// `raw` is an object with the members of a tile but its id.
    OwnAndId(Cow<'d, str>),
    /// The members of the parent, or ones that the reader made.
    Given(Rc<Object<'d>>),
}

/// The name of a layer whose type is not known yet.
const LAYER: &str = "layers";

impl<'d> JsonReader<'d> {
    pub(super) fn new(document: &'d TextDocument, limits: &LoadLimits) -> Self {
        Self { document, longest: limits.objects.max(limits.tiles).max(limits.properties) }
    }

    /// Returns the document's object as an element. Old versions wrote no type, so members tell which.
    pub(super) fn root(&self) -> Result<Element<'d>, LoadError> {
        let document = self.document;
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
        Ok(Element { at, document, start: ElementStart::Json(name, Rc::new(object)) })
    }

    /// Returns the children of an element of a name with these members.
    pub(super) fn children(&self, name: &str, members: &Rc<Object<'d>>) -> Result<Vec<Child<'d>>, LoadError> {
        if name == "properties" {
            return self.properties(members);
        }
        if name == "property" || name == "item" {
            return self.parts(members);
        }
        let mut children = Vec::new();
        for &member in child_members(name) {
            let Some(raw) = members.raw(member) else { continue };
            let child = |name| Child { name, raw, members: Members::Own };
            // A child in XML may be some members of its parent here.
            let part = |name| Child { members: Members::Given(Rc::clone(members)), ..child(name) };
            match member {
                "tilesets" => children.extend(self.list("tileset", raw, member)?),
                "layers" => children.extend(self.list(LAYER, raw, member)?),
                "objects" => children.extend(self.list("object", raw, member)?),
                "tiles" if raw.get().starts_with('{') => children.extend(self.old_tiles(raw)?),
                "tiles" => children.extend(self.list("tile", raw, member)?),
                // Up to Tiled 1.1 the properties of tiles were beside the tiles.
                "tileproperties" => {
                    let attributes = ["id", "properties", "propertytypes"];
                    children.extend(self.old_list("tile", members, [member, "tilepropertytypes"], attributes)?);
                }
                "polygon" | "polyline" => children.push(self.outline(member, raw)?),
                "image" if scalar_of(raw).is_none_or(|source| source.is_empty()) => {}
                "point" | "ellipse" | "capsule" if raw.get() != "true" => {}
                "chunks" if members.raw("data").is_some() => {}
                "chunks" => children.push(part("data")),
                "properties" | "image" | "data" | "point" | "ellipse" | "capsule" => children.push(part(member)),
                _ => children.push(child(member)),
            }
        }
        Ok(children)
    }

    /// Returns the items of a list as children.
    fn list(&self, name: &'static str, raw: &'d RawValue, list: &str) -> Result<Vec<Child<'d>>, LoadError> {
        let items = self.items(raw, list)?.into_iter();
        Ok(items.map(|raw| Child { name, raw, members: Members::Own }).collect())
    }

    /// Returns a polygon or a polyline with the attribute that it has in XML.
    fn outline(&self, name: &'static str, raw: &'d RawValue) -> Result<Child<'d>, LoadError> {
        let mut points = String::new();
        for corner in self.items(raw, name)? {
            let corner = self.object_of(corner, "a corner")?;
            let [x, y] = ["x", "y"].map(|side| corner.raw(side).map_or("", RawValue::get));
            points += &format!("{x},{y} ");
        }
        let members = Object(vec![("points".into(), Value::Text(points.into()))]);
        Ok(Child { name, raw, members: Members::Given(Rc::new(members)) })
    }

    /// Returns the tiles that old versions wrote in an object with ids as names.
    fn old_tiles(&self, tiles: &'d RawValue) -> Result<Vec<Child<'d>>, LoadError> {
        let tile = |(id, value)| {
            let Value::Raw(raw) = value else { return None };
            Some(Child { name: "tile", raw, members: Members::OwnAndId(id) })
        };
        Ok(self.object_of(tiles, "tiles")?.0.into_iter().filter_map(tile).collect())
    }

    /// Returns the custom properties among the members of an element.
    fn properties(&self, members: &Object<'d>) -> Result<Vec<Child<'d>>, LoadError> {
        match members.raw("properties") {
            None => Ok(Vec::new()),
            Some(raw) if raw.get().starts_with('{') => {
                self.old_list("property", members, ["properties", "propertytypes"], ["name", "value", "type"])
            }
            Some(raw) => self.list("property", raw, "properties"),
        }
    }

    /// Returns the children that old versions wrote as an object, with their types in another object: the members `names` of
    /// their parent. `attributes` are the child's name or id, its value and its type.
    fn old_list(
        &self,
        child: &'static str,
        members: &Object<'d>,
        names: [&str; 2],
        attributes: [&'static str; 3],
    ) -> Result<Vec<Child<'d>>, LoadError> {
        let Some(raw) = members.raw(names[0]) else { return Ok(Vec::new()) };
        // Both objects may have many names.
        let mut types = self.members_of(members, names[1])?;
        let [key, value, kind] = attributes.map(Cow::from);
        let child = |(name, content)| {
            let own_type = types.remove(&name).map(|own_type| (kind.clone(), own_type));
            let members = [(key.clone(), Value::Text(name)), (value.clone(), content)];
            let members = Object(members.into_iter().chain(own_type).collect());
            Child { name: child, raw, members: Members::Given(Rc::new(members)) }
        };
        Ok(self.object_of(raw, names[0])?.0.into_iter().map(child).collect())
    }

    /// Returns the items of a property that is a list, or the members of one that is a class.
    fn parts(&self, members: &Object<'d>) -> Result<Vec<Child<'d>>, LoadError> {
        match members.raw("value") {
            Some(list) if list.get().starts_with('[') => self.list("item", list, "a list"),
            Some(class) if class.get().starts_with('{') => {
                // The members look like the properties of old versions.
                let members = Object(vec![("properties".into(), Value::Raw(class))]);
                Ok(vec![Child { name: "properties", raw: class, members: Members::Given(Rc::new(members)) }])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Reads an object as an element of this name.
    pub(super) fn object(&self, name: &'static str, raw: &'d RawValue) -> Result<Element<'d>, LoadError> {
        self.element(Child { name, raw, members: Members::Own })
    }

    /// Reads a child.
    pub(super) fn element(&self, child: Child<'d>) -> Result<Element<'d>, LoadError> {
        let Child { name, raw, members } = child;
        let members = match members {
            Members::Given(members) => members,
            Members::Own if name == "item" => Rc::new(self.item(raw)?),
            Members::Own => Rc::new(self.object_of(raw, "an element")?),
            Members::OwnAndId(id) => {
                let mut members = self.object_of(raw, "a tile")?;
                members.0.push(("id".into(), Value::Text(id)));
                Rc::new(members)
            }
        };
        let name = if name == LAYER { self.layer_name(raw, &members)? } else { name };
        Ok(Element { at: self.at(raw), document: self.document, start: ElementStart::Json(name, members) })
    }

    /// Returns the members of an item of a list: a type and a value, or a value alone.
    fn item(&self, raw: &'d RawValue) -> Result<Object<'d>, LoadError> {
        let typed = raw.get().starts_with('{').then(|| self.object_of(raw, "an item")).transpose()?;
        let value = || Object(vec![("value".into(), Value::Raw(raw))]);
        Ok(typed.filter(|item| item.get("type").is_some()).unwrap_or_else(value))
    }

    /// Returns the name of a layer by its type.
    fn layer_name(&self, layer: &RawValue, members: &Object<'d>) -> Result<&'static str, LoadError> {
        let kind = members.raw("type");
        match kind.and_then(text_of).as_deref() {
            Some("tilelayer") => Ok("layer"),
            Some("objectgroup") => Ok("objectgroup"),
            Some("group") => Ok("group"),
            Some("imagelayer") => Ok("imagelayer"),
            _ => {
                let expected = "tilelayer, objectgroup, imagelayer or group";
                Err(self.wrong(kind.unwrap_or(layer), "the type of a layer", expected))
            }
        }
    }

    /// Returns the members of a member that is an object. Empty if it is missing.
    fn members_of(&self, object: &Object<'d>, name: &str) -> Result<HashMap<Cow<'d, str>, Value<'d>>, LoadError> {
        let object = object.raw(name).map(|raw| self.object_of(raw, name)).transpose()?;
        Ok(object.unwrap_or_default().0.into_iter().collect())
    }

    /// Returns the members of an object.
    fn object_of(&self, raw: &'d RawValue, name: &str) -> Result<Object<'d>, LoadError> {
        match json::read_value(raw.get(), Kind::AnyObject) {
            Ok(Value::Object(object)) => Ok(object),
            _ => Err(self.wrong(raw, name, "an object of at most 65536 members")),
        }
    }

    /// Returns the items of a list.
    pub(super) fn items(&self, raw: &'d RawValue, name: &str) -> Result<Vec<&'d RawValue>, LoadError> {
        match json::read_value(raw.get(), Kind::Raws(self.longest as usize)) {
            Ok(Value::Raws(items)) => Ok(items),
            _ => Err(self.wrong(raw, name, &format!("a list of at most {} items", self.longest))),
        }
    }

    fn at(&self, raw: &RawValue) -> usize {
        self.document.offset_of(raw.get())
    }

    /// Creates the error of an unexpected value.
    fn wrong(&self, raw: &RawValue, name: &str, expected: &str) -> LoadError {
        let detail = format!("{name} should be {expected}, not {}", shortened(raw.get()));
        self.document.error(self.at(raw), tiled_fault(detail))
    }
}

/// Returns the members of an element that are its children, in the order in which they are read.
fn child_members(element: &str) -> &'static [&'static str] {
    match element {
        "map" => &["properties", "tilesets", "layers"],
        "group" => &["properties", "layers"],
        "layer" => &["properties", "data", "chunks"],
        "objectgroup" => &["properties", "objects"],
        "object" => &["properties", "point", "ellipse", "capsule", "polygon", "polyline", "text"],
        "template" => &["tileset", "object"],
        // A tile's own properties come last, so they override those beside the tiles.
        "tileset" => &["properties", "tileoffset", "grid", "image", "tileproperties", "tiles"],
        "tile" => &["properties", "image", "objectgroup"],
        _ => &[],
    }
}
