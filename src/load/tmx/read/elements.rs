//! Elements: a walk through a document of a map, in XML or JSON, with positions for errors.
//!
//! Both formats of Tiled have the same content. What is an attribute in XML is a member in JSON; [`JsonWalker`] gives the
//! objects and lists of JSON the names and the nesting of the elements, so that one parser reads both.

use super::json::{JsonNode, JsonStart, JsonWalker};
use crate::load::error::shortened;
use crate::load::input::content::{LDTK, describe_content};
use crate::load::input::{TextDocument, is_json_object};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use quick_xml::escape::{EscapeError, resolve_xml_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;

/// Reads a file that is expected to be a `map`, a `tile set` or a `template`.
pub(super) fn read_document(
    reader: &dyn AssetReader,
    path: PathBuf,
    limits: &LoadLimits,
    expected: &'static str,
) -> Result<TextDocument, LoadError> {
    let check = |bytes: &[u8]| {
        if bytes.trim_ascii_start().first() == Some(&b'<') {
            return Ok(());
        }
        let found = describe_content(bytes);
        if is_json_object(bytes) && found != LDTK {
            return Ok(());
        }
        let remedy = match found {
            LDTK => "open it by tileray::load::Project, which the feature 'ldtk' has",
            _ => "name a file that Tiled saved as TMX or TMJ (a tile set as TSX or TSJ, a template as TX or TJ)",
        };
        Err(LoadErrorKind::NotTiled { found, expected, remedy })
    };
    let mut document = TextDocument::read(reader, path, limits, check, LoadErrorKind::NotUtf8)?;
    // In XML the two characters of a line's end on Windows are one.
    if !is_json(&document) && document.text.contains("\r\n") {
        document.text = document.text.replace("\r\n", "\n");
    }
    Ok(document)
}

/// Returns whether a document is JSON, not XML.
pub(super) fn is_json(document: &TextDocument) -> bool {
    is_json_object(document.text.as_bytes())
}

/// A node of a document; comments, declarations and the like are skipped.
pub(super) enum MapNode<'d> {
    Open(MapElement<'d>),
    Text(MapText<'d>),
    Close,
    /// The end of the document, with every element closed.
    End,
}

/// A text with its position.
pub(super) struct MapText<'d> {
    pub(super) at: usize,
    pub(super) text: Cow<'d, str>,
}

/// The start of an element: the position of its `<` or `{`, its name and its attributes.
pub(super) struct MapElement<'d> {
    pub(super) at: usize,
    pub(super) document: &'d TextDocument,
    pub(super) start: ElementStart<'d>,
}

/// The name and the attributes of an element.
pub(super) enum ElementStart<'d> {
    Xml(BytesStart<'d>),
    Json(JsonStart<'d>),
}

/// A walk through a document from start to end, without recursion.
pub(super) struct MapWalker<'d> {
    document: &'d TextDocument,
    source: WalkerSource<'d>,
    depth: usize,
}

enum WalkerSource<'d> {
    Xml(XmlWalker<'d>),
    Json(JsonWalker<'d>),
}

/// A walk through a document in XML.
struct XmlWalker<'d> {
    document: &'d TextDocument,
    reader: Reader<&'d [u8]>,
}

impl<'d> XmlWalker<'d> {
    /// Returns the next node; `depth` is the number of open elements.
    fn next(&mut self, depth: usize) -> Result<MapNode<'d>, LoadError> {
        loop {
            let at = self.reader.buffer_position() as usize;
            let malformed = |error: quick_xml::Error| {
                self.document.error(at, LoadErrorKind::Xml { detail: describe_error(&error) })
            };
            check_doctype(self.document, at)?;
            match self.reader.read_event().map_err(malformed)? {
                Event::Start(start) => {
                    let start = ElementStart::Xml(start);
                    return Ok(MapNode::Open(MapElement { at, document: self.document, start }));
                }
                Event::End(_) => {
                    // The reader takes an end tag for whole where the text ends within it.
                    if !self.document.text[..self.reader.buffer_position() as usize].ends_with('>') {
                        let detail = "it ends before all elements are closed".into();
                        return Err(self.document.error(at, LoadErrorKind::Xml { detail }));
                    }
                    return Ok(MapNode::Close);
                }
                Event::Text(text) => return Ok(MapNode::Text(MapText { at, text: text.into_inner() })),
                Event::GeneralRef(entity) => {
                    let text = Cow::from(character_of(&entity).map_err(malformed)?);
                    return Ok(MapNode::Text(MapText { at, text }));
                }
                Event::CData(text) => {
                    return Ok(MapNode::Text(MapText { at: at + "<![CDATA[".len(), text: text.into_inner() }));
                }
                Event::Eof if depth > 0 => {
                    let detail = "it ends before all elements are closed".into();
                    return Err(self.document.error(at, LoadErrorKind::Xml { detail }));
                }
                Event::Eof => return Ok(MapNode::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }
}

/// Rejects a long document type declaration: the reader's time is quadratic in its length.
fn check_doctype(document: &TextDocument, at: usize) -> Result<(), LoadError> {
    const LONGEST: usize = 4096;
    let rest = &document.text.as_bytes()[at..];
    if !matches!(rest, [b'<', b'!', b'd' | b'D', ..]) {
        return Ok(());
    }
    let mut open = 0;
    for byte in rest.iter().take(LONGEST) {
        open += i32::from(*byte == b'<') - i32::from(*byte == b'>');
        if open == 0 {
            return Ok(());
        }
    }
    let detail = format!("its document type declaration has more than {LONGEST} bytes");
    Err(document.error(at, LoadErrorKind::Xml { detail }))
}

impl<'d> MapWalker<'d> {
    /// Starts a walk through a document; a list of JSON may have at most `longest` items.
    pub(super) fn new(document: &'d TextDocument, longest: u64) -> Result<Self, LoadError> {
        let source = if is_json(document) {
            WalkerSource::Json(JsonWalker::new(document, longest)?)
        } else {
            let mut reader = Reader::from_str(&document.text);
            reader.config_mut().expand_empty_elements = true;
            WalkerSource::Xml(XmlWalker { document, reader })
        };
        Ok(Self { document, source, depth: 0 })
    }

    /// Returns the next node.
    pub(super) fn next(&mut self) -> Result<MapNode<'d>, LoadError> {
        let node = match &mut self.source {
            WalkerSource::Xml(walker) => walker.next(self.depth)?,
            WalkerSource::Json(walker) => match walker.next()? {
                JsonNode::Open(at, start) => {
                    let start = ElementStart::Json(start);
                    MapNode::Open(MapElement { at, document: self.document, start })
                }
                JsonNode::Text(at, text) => MapNode::Text(MapText { at, text }),
                JsonNode::Close => MapNode::Close,
                JsonNode::End => MapNode::End,
            },
        };
        match node {
            MapNode::Open(_) => self.depth += 1,
            MapNode::Close => self.depth -= 1,
            MapNode::Text(_) | MapNode::End => {}
        }
        Ok(node)
    }

    /// Returns the next child of the open element, or `None` at its end; skips text.
    pub(super) fn child(&mut self) -> Result<Option<MapElement<'d>>, LoadError> {
        loop {
            match self.next()? {
                MapNode::Open(tag) => return Ok(Some(tag)),
                MapNode::Text(_) => {}
                MapNode::Close | MapNode::End => return Ok(None),
            }
        }
    }

    /// Skips the rest of the open element, and its end.
    pub(super) fn skip(&mut self) -> Result<(), LoadError> {
        let outside = self.depth - 1;
        while self.depth > outside {
            self.next()?;
        }
        Ok(())
    }
}

/// Returns the text that an entity stands for.
fn character_of(entity: &BytesRef<'_>) -> Result<String, quick_xml::Error> {
    if let Some(character) = entity.resolve_char_ref()? {
        return Ok(character.into());
    }
    let known = resolve_xml_entity(entity).map(str::to_owned);
    known.ok_or_else(|| EscapeError::UnrecognizedEntity(0..0, entity.to_string()).into())
}

/// Describes an error of the XML for a message.
fn describe_error(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => {
            format!("'&{};' is no entity of XML; the sign & itself is written &amp;", shortened(name))
        }
        quick_xml::Error::Escape(EscapeError::UnterminatedEntity(_)) => {
            "an entity has no ';'; the sign & itself is written &amp;".into()
        }
        quick_xml::Error::Escape(EscapeError::InvalidCharRef(_)) => "the number of a character is wrong".into(),
        other => shortened(&other.to_string()),
    }
}

impl MapElement<'_> {
    /// Returns whether the element has this name.
    pub(super) fn is(&self, name: &str) -> bool {
        match &self.start {
            ElementStart::Xml(start) => start.local_name().as_ref() == name,
            ElementStart::Json(start) => start.name == name,
        }
    }

    /// Returns the element's name for messages.
    pub(super) fn name(&self) -> String {
        match &self.start {
            ElementStart::Xml(start) => shortened(start.local_name().as_ref()),
            ElementStart::Json(start) => start.name.to_owned(),
        }
    }

    /// Creates an error at the element.
    pub(super) fn error(&self, kind: LoadErrorKind) -> LoadError {
        self.document.error(self.at, kind)
    }

    /// Returns the value of an attribute, with entities replaced. Parses every attribute before it.
    pub(super) fn attribute(&self, name: &str) -> Result<Option<String>, LoadError> {
        let start = match &self.start {
            ElementStart::Xml(start) => start,
            ElementStart::Json(start) => return Ok(start.attribute(name)),
        };
        let malformed =
            |detail: String| self.error(LoadErrorKind::Xml { detail: format!("<{}>: {detail}", self.name()) });
        // The check for duplicates is quadratic in the number of attributes.
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| malformed(error.to_string()))?;
            if attribute.key.local_name().as_ref() == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                return Ok(Some(value.map_err(|error| malformed(describe_error(&error)))?.into_owned()));
            }
        }
        Ok(None)
    }

    /// Returns the value of an attribute as a number; `expected` describes the valid numbers.
    pub(super) fn number<T: FromStr>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, LoadError> {
        let Some(value) = self.attribute(name)? else { return Ok(None) };
        match value.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(self.wrong(name, &value, expected)),
        }
    }

    /// Returns the value of an attribute as a finite number.
    pub(super) fn finite(&self, name: &'static str, expected: &'static str) -> Result<Option<f64>, LoadError> {
        match self.number::<f64>(name, expected)? {
            Some(number) if !number.is_finite() => Err(self.wrong(name, &number.to_string(), expected)),
            number => Ok(number),
        }
    }

    /// Returns the value of a required attribute.
    pub(super) fn required<T: FromStr>(&self, name: &'static str, expected: &'static str) -> Result<T, LoadError> {
        self.number(name, expected)?.ok_or_else(|| self.missing(name))
    }

    /// Creates the error of a missing attribute.
    pub(super) fn missing(&self, attribute: &'static str) -> LoadError {
        self.error(LoadErrorKind::MissingAttribute { element: self.name(), attribute })
    }

    /// Creates the error of an attribute with an invalid value.
    pub(super) fn wrong(&self, attribute: &'static str, found: &str, expected: &'static str) -> LoadError {
        self.error(LoadErrorKind::Attribute { element: self.name(), attribute, found: shortened(found), expected })
    }
}
