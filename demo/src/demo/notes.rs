//! What a Tiled map says that tile maps do not keep: the background's color, where the player starts, what to look at.

use super::color::Rgb;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use tileray::glam::IVec2;

/// What was found; a map need not say any of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notes {
    pub(crate) background: Option<Rgb>,
    /// The object named `spawn`, or of that type.
    pub(crate) spawn: Option<IVec2>,
    /// The objects of type `marker`.
    pub(crate) markers: Vec<IVec2>,
}

impl Notes {
    /// Reads the notes of a TMX file. They are extras, so whatever cannot be understood is passed over.
    pub(crate) fn read(tmx: &[u8]) -> Self {
        let mut notes = Self::default();
        let mut reader = Reader::from_reader(tmx);
        let mut buffer = Vec::new();
        loop {
            match reader.read_event_into(&mut buffer) {
                Ok(Event::Start(element) | Event::Empty(element)) => notes.add(&element),
                Ok(Event::Eof) | Err(_) => return notes,
                Ok(_) => {}
            }
            buffer.clear();
        }
    }

    fn add(&mut self, element: &BytesStart<'_>) {
        let value = |name: &str| {
            let attribute = element.try_get_attribute(name).ok()??;
            Some(attribute.unescape_value().ok()?.into_owned())
        };
        match element.name().as_ref() {
            b"map" => self.background = value("backgroundcolor").and_then(|text| color(&text)),
            b"object" => {
                let kind = value("type").or_else(|| value("class")).unwrap_or_default();
                let coordinate = |name| Some(value(name)?.parse::<f64>().ok()?.floor() as i32);
                let (Some(x), Some(y)) = (coordinate("x"), coordinate("y")) else { return };
                if kind == "marker" {
                    self.markers.push(IVec2::new(x, y));
                } else if kind == "spawn" || value("name").is_some_and(|name| name == "spawn") {
                    self.spawn = self.spawn.or(Some(IVec2::new(x, y)));
                }
            }
            _ => {}
        }
    }
}

/// A color as Tiled writes it: `#rrggbb` or `#aarrggbb`, of which the alpha is dropped.
fn color(text: &str) -> Option<Rgb> {
    let digits = text.trim_start_matches('#');
    let value = u32::from_str_radix(digits, 16).ok()?;
    matches!(digits.len(), 6 | 8).then_some(Rgb(value & 0xff_ff_ff))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::ivec2;

    #[test]
    fn notes_are_found_among_everything_else() {
        let notes = Notes::read(
            br##"<map backgroundcolor="#ff102030"><objectgroup>
                <object id="1" name="spawn" x="12.9" y="-4"/><object type="marker" x="5" y="6"><point/></object>
                <object type="coin" x="1" y="2"/><object type="marker" x="here" y="6"/></objectgroup></map>"##,
        );
        assert_eq!(notes.background, Some(Rgb(0x10_20_30)));
        assert_eq!((notes.spawn, notes.markers), (Some(ivec2(12, -4)), vec![ivec2(5, 6)]));
    }

    #[test]
    fn what_is_no_map_has_no_notes() {
        assert_eq!(Notes::read(b"\x89PNG <<<< & >"), Notes::default());
        assert_eq!(Notes::read(b""), Notes::default());
    }
}
