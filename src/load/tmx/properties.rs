use super::slim::Slim;
use super::walk::Walk;
use super::xml::{Node, Tag};
use crate::geometry::Direction;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, Property};

impl<'d> Walk<'d, '_> {
    /// The custom properties of a tile set or a tile; `tiled` reads the one that makes masks.
    pub(super) fn tile_properties(&mut self) -> Result<Properties, LoadError> {
        self.slim_properties(|_, _, _| Ok(()))
    }

    /// The custom properties of a layer or a group; `tiled` reads those that say what the layer stops.
    pub(super) fn layer_properties(&mut self) -> Result<Properties, LoadError> {
        self.slim_properties(|slim, name, tag| if name == "one_way" { one_way(slim, tag) } else { Ok(()) })
    }

    /// The custom properties of a map or an object, of which none means anything to a map.
    pub(super) fn properties(&mut self) -> Result<Properties, LoadError> {
        self.properties_with(|_, _, _| Ok(()))
    }

    fn slim_properties(
        &mut self,
        other: impl Fn(&mut Slim, &str, &Tag<'d>) -> Result<(), LoadError>,
    ) -> Result<Properties, LoadError> {
        self.slim.open("properties", &[]);
        let found = self
            .properties_with(|slim, name, tag| if name == "solid" { solid(slim, tag) } else { other(slim, name, tag) });
        self.slim.close("properties");
        found
    }

    /// All properties; `write` writes those that `tiled` reads, and refuses them where they are wrong.
    fn properties_with(
        &mut self,
        write: impl Fn(&mut Slim, &str, &Tag<'d>) -> Result<(), LoadError>,
    ) -> Result<Properties, LoadError> {
        let mut found = Vec::new();
        while let Some(tag) = self.walker.child()? {
            if !tag.is("property") {
                self.walker.skip()?;
                continue;
            }
            self.found.properties += 1;
            let limit = self.limits.properties;
            if self.found.properties > limit {
                return Err(tag.error(LoadErrorKind::TooManyProperties { limit }));
            }
            let (kind, value) = (tag.attribute("type")?, tag.attribute("value")?);
            let name = tag.attribute("name")?;
            if let Some(name) = &name {
                write(&mut self.slim, name, &tag)?;
            }
            // A text of several lines stands in the element.
            let text = self.text()?;
            if let Some(name) = name {
                found.extend(value_of(kind.as_deref(), value.unwrap_or(text)).map(|value| (name, value)));
            }
        }
        Ok(found.into_iter().collect())
    }

    /// The text of the element that is open, up to its end, without that of the elements in it.
    pub(super) fn text(&mut self) -> Result<String, LoadError> {
        let mut whole = String::new();
        loop {
            match self.walker.next()? {
                Node::Open(_) => self.walker.skip()?,
                Node::Text(text) => whole.push_str(&text.text),
                Node::Close | Node::End => return Ok(whole),
            }
        }
    }
}

/// The value of a property; `None` for types that are not read and for what their type cannot be.
fn value_of(kind: Option<&str>, text: String) -> Option<Property> {
    match kind.unwrap_or("string") {
        "string" => Some(Property::String(text)),
        "file" => Some(Property::File(text)),
        "bool" => text.parse().ok().map(Property::Bool),
        "int" => text.parse().ok().map(Property::Int),
        "float" => text.parse().ok().filter(|value: &f64| value.is_finite()).map(Property::Float),
        "color" => color(&text).map(Property::Color),
        "object" => text.parse().ok().map(Property::Object),
        _ => None,
    }
}

/// A color as `#AARRGGBB` or `#RRGGBB`.
fn color(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#')?;
    // `from_str_radix` takes a sign, too.
    let value =
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())??;
    match digits.len() {
        6 => Some(0xff00_0000 | value),
        8 => Some(value),
        _ => None,
    }
}

fn solid(slim: &mut Slim, tag: &Tag<'_>) -> Result<(), LoadError> {
    let expected = "bool: a custom property 'solid' is a yes or no, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        Some("bool") => {}
        other => return Err(tag.wrong("type", other.unwrap_or("string"), expected)),
    }
    let value = tag.required::<bool>("value", "true or false")?;
    property(slim, "solid", "bool", &value.to_string());
    Ok(())
}

fn one_way(slim: &mut Slim, tag: &Tag<'_>) -> Result<(), LoadError> {
    let expected = "string: a custom property 'one_way' names a direction, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        None | Some("string") => {}
        Some(other) => return Err(tag.wrong("type", other, expected)),
    }
    let value = tag.attribute("value")?.ok_or_else(|| tag.missing("value"))?;
    let expected = "down, up, left or right: the motion that the layer stops";
    let way = Direction::from_name(&value).ok_or_else(|| tag.wrong("value", &value, expected))?;
    property(slim, "one_way", "string", way.name());
    Ok(())
}

fn property(slim: &mut Slim, name: &str, kind: &str, value: &str) {
    let text = |value: &str| Some(value.to_owned());
    slim.empty("property", &[("name", text(name)), ("type", text(kind)), ("value", text(value))]);
}
