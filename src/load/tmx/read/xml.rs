//! XML: the nodes of a document from start to end, without recursion.

use super::element::{Element, ElementStart, describe_error, xml_fault};
use crate::load::LoadError;
use crate::load::error::shortened;
use crate::load::input::TextDocument;
use quick_xml::Reader;
use quick_xml::escape::{EscapeError, resolve_xml_entity};
use quick_xml::events::{BytesRef, Event};
use std::borrow::Cow;

/// The reader of a document in XML.
pub(super) struct XmlReader<'d> {
    document: &'d TextDocument,
    walker: Reader<&'d [u8]>,
    /// The number of open elements.
    pub(super) depth: usize,
}

/// A node of a document. Comments, declarations and the like are skipped.
pub(super) enum Node<'d> {
    Open(Element<'d>),
    /// A text with its position.
    Text(usize, Cow<'d, str>),
    Close,
    /// The end of the document, with every element closed.
    End,
}

impl<'d> XmlReader<'d> {
    pub(super) fn new(document: &'d TextDocument) -> Self {
        let mut walker = Reader::from_str(&document.text);
        walker.config_mut().expand_empty_elements = true;
        Self { document, walker, depth: 0 }
    }

    /// Returns the text of the open element up to its end, without the text of its children.
    pub(super) fn text(&mut self) -> Result<String, LoadError> {
        let (mut whole, depth) = (String::new(), self.depth);
        loop {
            match self.next()? {
                Node::Text(_, text) if self.depth == depth => whole.push_str(&text),
                Node::Close | Node::End if self.depth < depth => return Ok(whole),
                _ => {}
            }
        }
    }

    /// Returns the root element. `name` is the expected one, for the error.
    pub(super) fn root(&mut self, name: &str) -> Result<Element<'d>, LoadError> {
        let missing = xml_fault(format!("it has no <{name}>"));
        self.child(0)?.ok_or_else(|| self.document.error(0, missing))
    }

    /// Reads to the end of the document, after its root element.
    pub(super) fn end(&mut self) -> Result<(), LoadError> {
        match self.child(0)? {
            None => Ok(()),
            Some(tag) => {
                let detail = format!("<{}> comes after the end of the root element", shortened(tag.name()));
                Err(tag.error(xml_fault(detail)))
            }
        }
    }

    /// Returns the next child of the element whose content has this depth, or `None` at its end. Skips text, and unread
    /// content of the last child.
    pub(super) fn child(&mut self, depth: usize) -> Result<Option<Element<'d>>, LoadError> {
        loop {
            match self.next()? {
                Node::Open(tag) if self.depth == depth + 1 => return Ok(Some(tag)),
                Node::Close if self.depth < depth => return Ok(None),
                Node::End => return Ok(None),
                Node::Open(_) | Node::Close | Node::Text(..) => {}
            }
        }
    }

    /// Returns the next node.
    pub(super) fn next(&mut self) -> Result<Node<'d>, LoadError> {
        let document = self.document;
        loop {
            let at = self.walker.buffer_position() as usize;
            let malformed = |detail: String| document.error(at, xml_fault(detail));
            check_doctype(&document.text.as_bytes()[at..]).map_err(malformed)?;
            match self.walker.read_event().map_err(|error| malformed(describe_error(&error)))? {
                Event::Start(start) => {
                    self.depth += 1;
                    return Ok(Node::Open(Element { at, document, start: ElementStart::Xml(start) }));
                }
                // The reader accepts an end tag that the end of the text cuts off.
                Event::End(_) if document.text[..self.walker.buffer_position() as usize].ends_with('>') => {
                    self.depth -= 1;
                    return Ok(Node::Close);
                }
                Event::Text(text) => return Ok(Node::Text(at, text.into_inner())),
                Event::GeneralRef(entity) => {
                    let text = character_of(&entity).map_err(|error| malformed(describe_error(&error)))?;
                    return Ok(Node::Text(at, text.into()));
                }
                Event::CData(text) => return Ok(Node::Text(at + "<![CDATA[".len(), text.into_inner())),
                Event::Eof if self.depth == 0 => return Ok(Node::End),
                Event::End(_) | Event::Eof => return Err(malformed("it ends before all elements are closed".into())),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }
}

/// Rejects a text that begins with a long document type declaration, as the reader's time is quadratic in its length.
fn check_doctype(text: &[u8]) -> Result<(), String> {
    const LONGEST: usize = 4096;
    if !matches!(text, [b'<', b'!', b'd' | b'D', ..]) {
        return Ok(());
    }
    let mut open = 0;
    for byte in text.iter().take(LONGEST) {
        open += i32::from(*byte == b'<') - i32::from(*byte == b'>');
        if open == 0 {
            return Ok(());
        }
    }
    Err(format!("its document type declaration has more than {LONGEST} bytes"))
}

/// Returns the text that an entity means.
fn character_of(entity: &BytesRef<'_>) -> Result<String, quick_xml::Error> {
    if let Some(character) = entity.resolve_char_ref()? {
        return Ok(character.into());
    }
    let known = resolve_xml_entity(entity).map(str::to_owned);
    known.ok_or_else(|| EscapeError::UnrecognizedEntity(0..0, entity.to_string()).into())
}
