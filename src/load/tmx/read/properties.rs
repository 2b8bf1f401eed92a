//! Custom properties. Two of them are settings: `solid` and `one_way` decide what layers and tiles stop.
//!
//! A list and a class become the properties of their parts, as arrays and points of LDtk do: `name[0]`, `name.member`.

use super::element::{Element, scalar_of};
use super::parser::DocumentParser;
use crate::geometry::Direction;
use crate::load::limits::Count;
use crate::load::picture::pixels::hex_color;
use crate::load::tmx::model::Settings;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, Property, TileSet};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The element that has custom properties, which decides what is a setting.
#[derive(Clone, Copy)]
pub(super) enum SettingsOf {
    /// An element without settings.
    Nothing,
    /// A layer or a group: `solid` and `one_way`.
    Layer,
    /// `solid`.
    TileSet,
    /// `solid`. A tile keeps `one_way` as a property; its value is checked.
    Tile,
}

/// The custom properties of an element while they are read.
pub(super) struct PropertyList {
    of: SettingsOf,
    set: Settings,
    list: Vec<(String, Property)>,
    /// The names of the parts of each list and class, by its name.
    pub(super) parts: HashMap<String, Vec<String>>,
}

impl PropertyList {
    pub(super) fn new(of: SettingsOf) -> Self {
        Self { of, set: Settings::default(), list: Vec::new(), parts: HashMap::new() }
    }

    /// Returns the properties of this list and those of `later`, which override.
    pub(super) fn then(mut self, later: Self) -> Self {
        self.list.extend(later.list);
        self.set = later.set.or(self.set);
        self
    }

    /// Returns the number of properties so far.
    fn len(&self) -> usize {
        self.list.len()
    }

    /// Records that the properties from `first` on are the parts of a list or a class.
    fn add_parts(&mut self, name: String, first: usize) {
        self.parts.insert(name, self.list[first..].iter().map(|(part, _)| part.clone()).collect());
    }

    /// Returns the properties, and the settings among them.
    pub(super) fn finish(self) -> (Properties, Settings) {
        (self.list.into_iter().collect(), self.set)
    }
}

/// How deep lists and classes may be nested in a property.
const MOST_NESTED: usize = 64;

/// The types of properties that have parts.
const LIST: &str = "list";
const CLASS: &str = "class";

impl<'d> DocumentParser<'d, '_> {
    /// Reads custom properties and adds them to a list.
    pub(super) fn properties(&mut self, tag: &Element<'d>, properties: &mut PropertyList) -> Result<(), LoadError> {
        let mut children = self.children(tag)?;
        while let Some(child) = self.child(&mut children)? {
            if child.name() == "property" {
                self.property(&child, child.attribute("name")?, 0, properties)?;
            }
        }
        Ok(())
    }

    /// Reads a property or an item of a list, `nested` lists and classes deep. One without a name is skipped.
    fn property(
        &mut self,
        tag: &Element<'d>,
        name: Option<String>,
        nested: usize,
        properties: &mut PropertyList,
    ) -> Result<(), LoadError> {
        self.claim_property(tag, name.as_deref().unwrap_or_default(), nested)?;
        let kind = tag.attribute("type")?;
        // In JSON members of classes have no type, and old versions wrote none for any value: then the value tells which.
        let kind = kind.as_deref().unwrap_or_else(|| tag.raw("value").map_or("string", type_of));
        if kind != LIST && kind != CLASS {
            let value = match tag.is_json() {
                true => tag.raw("value").and_then(scalar_of),
                false => self.xml_value(tag)?,
            };
            return name.map_or(Ok(()), |name| self.plain_property(tag, name, kind, value, properties));
        }
        let (first, mut items, mut children) = (properties.len(), 0, self.children(tag)?);
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "item" if kind == LIST => {
                    let own = name.as_ref().map(|name| format!("{name}[{items}]"));
                    self.property(&child, own, nested + 1, properties)?;
                    items += 1;
                }
                "properties" if kind == CLASS => {
                    let mut members = self.children(&child)?;
                    while let Some(member) = self.child(&mut members)? {
                        if member.name() == "property" {
                            let own = member.attribute("name")?;
                            let own = name.as_ref().zip(own).map(|(name, own)| format!("{name}.{own}"));
                            self.property(&member, own, nested + 1, properties)?;
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some(name) = name.filter(|_| nested == 0) {
            properties.add_parts(name, first);
        }
        Ok(())
    }

    /// Returns the value of a property in XML. A value of several lines is the element's text.
    fn xml_value(&mut self, tag: &Element<'d>) -> Result<Option<String>, LoadError> {
        let (value, text) = (tag.attribute("value")?, self.text(tag)?);
        Ok(value.filter(|value| text.is_empty() || !value.is_empty()).or(Some(text).filter(|text| !text.is_empty())))
    }

    /// Counts a property or a part of one, `nested` lists and classes deep. A part repeats the names around it, so it
    /// counts once more for each 100 bytes of them.
    fn claim_property(&mut self, tag: &Element<'_>, name: &str, nested: usize) -> Result<(), LoadError> {
        let repeated = if nested == 0 { 0 } else { name.len() as u64 / 100 };
        self.raw.budget.take(Count::Properties, 1 + repeated).map_err(|kind| tag.error(kind))?;
        if nested <= MOST_NESTED {
            return Ok(());
        }
        let what = format!("a custom property whose lists and classes are nested more than {MOST_NESTED} deep");
        Err(tag.error(LoadErrorKind::not_supported(what, "nest them less")))
    }

    /// Adds a property with a value that is no list and no class.
    fn plain_property(
        &mut self,
        tag: &Element<'_>,
        name: String,
        kind: &str,
        value: Option<String>,
        properties: &mut PropertyList,
    ) -> Result<(), LoadError> {
        let text = || value.as_deref().ok_or_else(|| tag.missing("value"));
        match (&*name, properties.of) {
            (_, SettingsOf::Nothing) => {}
            ("solid", _) => {
                check_type(tag, kind, &["bool"], SOLID)?;
                properties.set.solid = Some(truth(tag, text()?, "true or false")?);
            }
            ("one_way", SettingsOf::Layer) => {
                check_type(tag, kind, &["string"], ONE_WAY)?;
                properties.set.one_way = Some(direction(tag, text()?, DIRECTION)?);
            }
            (TileSet::ONE_WAY, SettingsOf::Tile) => {
                check_type(tag, kind, &["string", "bool"], ONE_WAY_TILE)?;
                match kind {
                    "bool" => truth(tag, text()?, "true, which means down, or false").map(drop)?,
                    _ => direction(tag, text()?, TILE_DIRECTION).map(drop)?,
                }
            }
            _ => {}
        }
        let value = parse_value(kind, value.unwrap_or_default());
        properties.list.extend(value.map(|value| (name, value)));
        Ok(())
    }
}

/// Returns the type of a property by its value in JSON.
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

/// Parses the value of a property. `None` for unsupported types and invalid values.
fn parse_value(kind: &str, text: String) -> Option<Property> {
    match kind {
        "string" => Some(Property::String(text)),
        "file" => Some(Property::File(text)),
        "bool" => text.parse().ok().map(Property::Bool),
        "int" => text.parse().ok().map(Property::Int),
        "float" => text.parse().ok().filter(|value: &f64| value.is_finite()).map(Property::Float),
        "color" => text.strip_prefix('#').and_then(hex_color).map(Property::Color),
        "object" => text.parse().ok().map(Property::Object),
        _ => None,
    }
}

/// The expected value of `one_way`, for errors.
pub(in crate::load) const DIRECTION: &str = "down, up, left or right: the motion that the layer stops";

const SOLID: &str = "bool: a custom property 'solid' is true or false, so give it that type or another name";
const ONE_WAY: &str = "string: a custom property 'one_way' names a direction, so give it that type or another name";

const ONE_WAY_TILE: &str =
    "string or bool: a custom property 'one_way' names a direction or is true, so give it that type or another name";
const TILE_DIRECTION: &str = "down, up, left or right: the motion that the tile stops";

/// Checks the type of a setting.
fn check_type(tag: &Element<'_>, found: &str, wanted: &[&str], expected: &'static str) -> Result<(), LoadError> {
    if wanted.contains(&found) { Ok(()) } else { Err(tag.wrong("type", found, expected)) }
}

fn truth(tag: &Element<'_>, value: &str, expected: &'static str) -> Result<bool, LoadError> {
    value.trim().parse().map_err(|_| tag.wrong("value", value, expected))
}

fn direction(tag: &Element<'_>, value: &str, expected: &'static str) -> Result<Direction, LoadError> {
    Direction::from_name(value).ok_or_else(|| tag.wrong("value", value, expected))
}
