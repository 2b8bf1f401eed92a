//! The YAML of a robot's map: one mapping of keys to scalars and lists of scalars.
//!
//! The parser gives events, so nothing is built for the values of other keys. An alias is an event too, so nothing is
//! ever expanded. The text is bounded, and so is everything that is kept of it.

use crate::load::error::{LoadError, LoadErrorKind, TextPosition};
use crate::load::input::TextDocument;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, StrInput};

/// The most bytes of a `map.yaml`.
pub(super) const MOST_BYTES: usize = 1 << 16;
/// The most items of a list that are kept.
const MOST_ITEMS: usize = 16;

/// A value with its place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) at: TextPosition,
    pub(super) value: Value,
}

/// A value. Of a node that is neither a scalar nor a list, only the kind is kept.
#[derive(Debug)]
pub(super) enum Value {
    Scalar {
        text: String,
        is_plain: bool,
    },
    /// The first items of a list, and the number of all.
    List(Vec<Node>, usize),
    Other(&'static str),
}

/// A key of a mapping with its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) at: TextPosition,
    pub(super) node: Node,
}

/// Parses the first document of a text, which must be a mapping. Returns the entries with these keys, in the order of
/// the text.
pub(super) fn entries(document: &TextDocument, keys: &[&str]) -> Result<Vec<Entry>, LoadError> {
    let mut events = Events { document, parser: Parser::new_from_str(&document.text) };
    let (mut event, mut at) = events.next()?;
    while matches!(event, Event::StreamStart | Event::DocumentStart(_)) {
        (event, at) = events.next()?;
    }
    if !matches!(event, Event::MappingStart(..)) {
        return Err(malformed(document, at, "it should be lines such as 'resolution: 0.05'"));
    }
    let mut entries = Vec::new();
    loop {
        let (event, at) = events.next()?;
        let key = match event {
            Event::MappingEnd => break,
            Event::Scalar(text, ..) => text.into_owned(),
            other => {
                events.node(other, at, 0)?;
                String::new()
            }
        };
        let (event, value_at) = events.next()?;
        let node = events.node(event, value_at, MOST_ITEMS)?;
        if keys.contains(&&*key) {
            entries.push(Entry { key, at, node });
        }
    }
    Ok(entries)
}

/// Returns the error for YAML that is malformed.
pub(super) fn yaml_fault(detail: String) -> LoadErrorKind {
    LoadErrorKind::malformed("YAML", detail, "correct it, or save the map again with map_saver")
}

fn malformed(document: &TextDocument, at: TextPosition, detail: &str) -> LoadError {
    LoadError::new(&document.path, yaml_fault(detail.to_owned())).at(at)
}

fn position(marker: &Marker) -> TextPosition {
    TextPosition { line: marker.line(), column: marker.col() + 1 }
}

struct Events<'d> {
    document: &'d TextDocument,
    parser: Parser<'d, StrInput<'d>>,
}

impl<'d> Events<'d> {
    fn next(&mut self) -> Result<(Event<'d>, TextPosition), LoadError> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, position(&span.start))),
            Some(Err(error)) => Err(malformed(self.document, position(error.marker()), error.info())),
            None => Err(malformed(self.document, self.document.position(usize::MAX), "it ends too early")),
        }
    }

    /// Reads the node that an event begins. At most `most` items of a list are kept.
    fn node(&mut self, event: Event<'d>, at: TextPosition, most: usize) -> Result<Node, LoadError> {
        if !matches!(event, Event::SequenceStart(..)) {
            return Ok(Node { at, value: self.scalar(event)? });
        }
        let (mut items, mut count) = (Vec::new(), 0);
        loop {
            let (event, item_at) = self.next()?;
            if event == Event::SequenceEnd {
                return Ok(Node { at, value: Value::List(items, count) });
            }
            count += 1;
            let value = self.scalar(event)?;
            if items.len() < most {
                items.push(Node { at: item_at, value });
            }
        }
    }

    /// Reads a scalar, or the kind of another node.
    fn scalar(&mut self, event: Event<'d>) -> Result<Value, LoadError> {
        match event {
            Event::Scalar(text, style, ..) => {
                Ok(Value::Scalar { text: text.into_owned(), is_plain: style == ScalarStyle::Plain })
            }
            other => self.skip(&other).map(Value::Other),
        }
    }

    /// Reads to the end of the node that an event begins, and returns its kind.
    fn skip(&mut self, event: &Event<'d>) -> Result<&'static str, LoadError> {
        let kind = match event {
            Event::Alias(_) => return Ok("an alias"),
            Event::SequenceStart(..) => "a list",
            _ => "a mapping",
        };
        let mut depth = 1;
        while depth > 0 {
            match self.next()?.0 {
                Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                Event::SequenceEnd | Event::MappingEnd => depth -= 1,
                _ => {}
            }
        }
        Ok(kind)
    }
}
