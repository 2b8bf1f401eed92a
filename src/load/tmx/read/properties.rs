//! Custom properties. Two of them are settings: `solid` and `one_way` decide what layers and tiles stop.

use super::element::Element;
use super::parser::DocumentParser;
use crate::geometry::Direction;
use crate::load::LoadError;
use crate::load::limits::Count;
use crate::load::picture::pixels::hex_color;
use crate::load::tmx::model::Settings;
use crate::tile::{Properties, Property, TileSet};

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
}

impl PropertyList {
    pub(super) fn new(of: SettingsOf) -> Self {
        Self { of, set: Settings::default(), list: Vec::new() }
    }

    /// Returns the properties, and the settings among them.
    pub(super) fn finish(self) -> (Properties, Settings) {
        (self.list.into_iter().collect(), self.set)
    }
}

impl DocumentParser<'_, '_> {
    /// Parses a custom property and adds it to a list. `text` is its value if it has no attribute `value`.
    pub(super) fn property(
        &mut self,
        tag: &Element<'_>,
        text: String,
        properties: &mut PropertyList,
    ) -> Result<(), LoadError> {
        self.raw.budget.take(Count::Properties, 1).map_err(|kind| tag.error(kind))?;
        let Some(name) = tag.attribute("name")? else { return Ok(()) };
        match (&*name, properties.of) {
            (_, SettingsOf::Nothing) => {}
            ("solid", _) => properties.set.solid = Some(solid(tag)?),
            ("one_way", SettingsOf::Layer) => properties.set.one_way = Some(one_way(tag)?),
            (TileSet::ONE_WAY, SettingsOf::Tile) => check_one_way_tile(tag)?,
            _ => {}
        }
        let value = tag.attribute("value")?.unwrap_or(text);
        let value = parse_value(tag.attribute("type")?.as_deref(), value);
        properties.list.extend(value.map(|value| (name, value)));
        Ok(())
    }
}

/// Parses the value of a property. `None` for unsupported types and invalid values.
fn parse_value(kind: Option<&str>, text: String) -> Option<Property> {
    match kind.unwrap_or("string") {
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

fn solid(tag: &Element<'_>) -> Result<bool, LoadError> {
    let expected = "bool: a custom property 'solid' is true or false, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        Some("bool") => {}
        other => return Err(tag.wrong("type", other.unwrap_or("string"), expected)),
    }
    tag.required("value", "true or false")
}

fn one_way(tag: &Element<'_>) -> Result<Direction, LoadError> {
    let expected = "string: a custom property 'one_way' names a direction, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        None | Some("string") => {}
        Some(other) => return Err(tag.wrong("type", other, expected)),
    }
    direction(tag, DIRECTION)
}

fn check_one_way_tile(tag: &Element<'_>) -> Result<(), LoadError> {
    let expected = "string or bool: a custom property 'one_way' names a direction or is true, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        None | Some("string") => direction(tag, "down, up, left or right: the motion that the tile stops").map(|_| ()),
        Some("bool") => tag.required("value", "true, which means down, or false").map(|_: bool| ()),
        Some(other) => Err(tag.wrong("type", other, expected)),
    }
}

fn direction(tag: &Element<'_>, expected: &'static str) -> Result<Direction, LoadError> {
    let value = tag.attribute("value")?.ok_or_else(|| tag.missing("value"))?;
    Direction::from_name(&value).ok_or_else(|| tag.wrong("value", &value, expected))
}
