//! Custom properties. Of those, `solid` and `one_way` decide what layers and tiles stop, and go through `tiled`.

use super::raw::{DocumentParser, claim};
use super::xml::{XmlNode, XmlTag, XmlWriter};
use crate::geometry::Direction;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, Property};
use tiled::PropertyValue;

/// The properties that `tiled` reads of layers and groups, and of tiles and tile sets.
pub(super) const LAYER_SETTINGS: &[&str] = &["solid", "one_way"];
pub(super) const TILE_SETTINGS: &[&str] = &["solid"];

impl DocumentParser<'_, '_> {
    /// Parses the custom properties of the open element; `tiled` gets those named in `for_tiled`.
    pub(super) fn properties(&mut self, for_tiled: &[&str]) -> Result<Properties, LoadError> {
        let mut properties = Vec::new();
        if !for_tiled.is_empty() {
            self.writer.open("properties", &[]);
        }
        while let Some(tag) = self.walker.child()? {
            if !tag.is("property") {
                self.walker.skip()?;
                continue;
            }
            let limit = self.limits.properties;
            claim(&mut self.raw.claims.properties, 1, limit, |_| LoadErrorKind::TooManyProperties { limit })
                .map_err(|kind| tag.error(kind))?;
            let (kind, value) = (tag.attribute("type")?, tag.attribute("value")?);
            let name = tag.attribute("name")?;
            match name.as_deref().filter(|name| for_tiled.contains(name)) {
                Some("solid") => write_solid(&mut self.writer, &tag)?,
                Some("one_way") => write_one_way(&mut self.writer, &tag)?,
                _ => {}
            }
            // A value of several lines is the element's text.
            let text = self.text()?;
            if let Some(name) = name {
                properties.extend(parse_value(kind.as_deref(), value.unwrap_or(text)).map(|value| (name, value)));
            }
        }
        if !for_tiled.is_empty() {
            self.writer.close("properties");
        }
        Ok(properties.into_iter().collect())
    }

    /// Returns the text of the open element up to its end, without the text of its children.
    pub(super) fn text(&mut self) -> Result<String, LoadError> {
        let mut whole = String::new();
        loop {
            match self.walker.next()? {
                XmlNode::Open(_) => self.walker.skip()?,
                XmlNode::Text(text) => whole.push_str(&text.text),
                XmlNode::Close | XmlNode::End => return Ok(whole),
            }
        }
    }
}

/// Returns the `solid` property that `tiled` read.
pub(super) fn solid_of(properties: &tiled::Properties) -> Option<bool> {
    match properties.get("solid") {
        Some(PropertyValue::BoolValue(solid)) => Some(*solid),
        _ => None,
    }
}

/// Returns the `one_way` property that `tiled` read.
pub(super) fn one_way_of(properties: &tiled::Properties) -> Option<Direction> {
    match properties.get("one_way") {
        Some(PropertyValue::StringValue(direction)) => Direction::from_name(direction),
        _ => None,
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

fn write_solid(writer: &mut XmlWriter, tag: &XmlTag<'_>) -> Result<(), LoadError> {
    let expected = "bool: a custom property 'solid' is true or false, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        Some("bool") => {}
        other => return Err(tag.wrong("type", other.unwrap_or("string"), expected)),
    }
    let value = tag.required::<bool>("value", "true or false")?;
    write_property(writer, "solid", "bool", &value.to_string());
    Ok(())
}

fn write_one_way(writer: &mut XmlWriter, tag: &XmlTag<'_>) -> Result<(), LoadError> {
    let expected = "string: a custom property 'one_way' names a direction, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        None | Some("string") => {}
        Some(other) => return Err(tag.wrong("type", other, expected)),
    }
    let value = tag.attribute("value")?.ok_or_else(|| tag.missing("value"))?;
    let expected = "down, up, left or right: the motion that the layer stops";
    let direction = Direction::from_name(&value).ok_or_else(|| tag.wrong("value", &value, expected))?;
    write_property(writer, "one_way", "string", direction.name());
    Ok(())
}

fn write_property(writer: &mut XmlWriter, name: &str, kind: &str, value: &str) {
    let text = |value: &str| Some(value.to_owned());
    writer.empty("property", &[("name", text(name)), ("type", text(kind)), ("value", text(value))]);
}
