//! Custom properties. Of those, `solid` and `one_way` decide what layers and tiles stop.

use super::elements::{MapElement, MapNode};
use super::parser::DocumentParser;
use crate::geometry::Direction;
use crate::load::LoadError;
use crate::load::limits::Count;
use crate::load::tmx::model::Settings;
use crate::tile::{Properties, Property};

/// The custom properties that are settings of layers and groups, and of tiles and tile sets.
pub(super) const LAYER_SETTINGS: &[&str] = &["solid", "one_way"];
pub(super) const TILE_SETTINGS: &[&str] = &["solid"];

impl DocumentParser<'_, '_> {
    /// Parses the custom properties of the open element, and the settings among them.
    pub(super) fn properties(&mut self, settings: &[&str]) -> Result<(Properties, Settings), LoadError> {
        let (mut properties, mut set) = (Vec::new(), Settings::default());
        while let Some(tag) = self.walker.child()? {
            if !tag.is("property") {
                self.walker.skip()?;
                continue;
            }
            self.raw.budget.take(Count::Properties, 1).map_err(|kind| tag.error(kind))?;
            let (kind, value) = (tag.attribute("type")?, tag.attribute("value")?);
            let name = tag.attribute("name")?;
            match name.as_deref().filter(|name| settings.contains(name)) {
                Some("solid") => set.solid = Some(solid(&tag)?),
                Some("one_way") => set.one_way = Some(one_way(&tag)?),
                _ => {}
            }
            // A value of several lines is the element's text.
            let text = self.text()?;
            if let Some(name) = name {
                properties.extend(parse_value(kind.as_deref(), value.unwrap_or(text)).map(|value| (name, value)));
            }
        }
        Ok((properties.into_iter().collect(), set))
    }

    /// Returns the text of the open element up to its end, without the text of its children.
    pub(super) fn text(&mut self) -> Result<String, LoadError> {
        let mut whole = String::new();
        loop {
            match self.walker.next()? {
                MapNode::Open(_) => self.walker.skip()?,
                MapNode::Text(text) => whole.push_str(&text.text),
                MapNode::Close | MapNode::End => return Ok(whole),
            }
        }
    }
}

/// Parses the value of a property; `None` for unsupported types and for invalid values.
fn parse_value(kind: Option<&str>, text: String) -> Option<Property> {
    match kind.unwrap_or("string") {
        "string" => Some(Property::String(text)),
        "file" => Some(Property::File(text)),
        "bool" => text.parse().ok().map(Property::Bool),
        "int" => text.parse().ok().map(Property::Int),
        "float" => text.parse().ok().filter(|value: &f64| value.is_finite()).map(Property::Float),
        "color" => parse_color(&text).map(Property::Color),
        "object" => text.parse().ok().map(Property::Object),
        _ => None,
    }
}

/// Parses a color such as `#AARRGGBB` or `#RRGGBB`.
fn parse_color(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#')?;
    // `from_str_radix` accepts a sign, too.
    let value =
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())??;
    match digits.len() {
        6 => Some(0xff00_0000 | value),
        8 => Some(value),
        _ => None,
    }
}

/// The expected value of `one_way`, for errors.
pub(in crate::load) const DIRECTION: &str = "down, up, left or right: the motion that the layer stops";

fn solid(tag: &MapElement<'_>) -> Result<bool, LoadError> {
    let expected = "bool: a custom property 'solid' is true or false, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        Some("bool") => {}
        other => return Err(tag.wrong("type", other.unwrap_or("string"), expected)),
    }
    tag.required("value", "true or false")
}

fn one_way(tag: &MapElement<'_>) -> Result<Direction, LoadError> {
    let expected = "string: a custom property 'one_way' names a direction, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        None | Some("string") => {}
        Some(other) => return Err(tag.wrong("type", other, expected)),
    }
    let value = tag.attribute("value")?.ok_or_else(|| tag.missing("value"))?;
    Direction::from_name(&value).ok_or_else(|| tag.wrong("value", &value, DIRECTION))
}
