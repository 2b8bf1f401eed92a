//! XML: a walk through a document with positions for errors.

use crate::load::error::shortened;
use crate::load::reader::describe_content;
use crate::load::{LoadError, LoadErrorKind, TextPosition};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;

/// The text of a map, a tile set or a template, with its path.
pub(super) struct XmlDocument {
    pub(super) path: PathBuf,
    text: String,
}

impl XmlDocument {
    /// Creates a document from the bytes of a file, which is expected to be a `map`, a `tile set` or a `template`.
    pub(super) fn new(path: PathBuf, mut bytes: Vec<u8>, expected: &'static str) -> Result<Self, LoadError> {
        if bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let other = |found, bytes: &[u8]| LoadErrorKind::NotTiled {
            found,
            expected,
            remedy: match bytes.trim_ascii_start().first() {
                Some(b'{' | b'[') => {
                    "JSON and LDtk are not supported yet, so export it as TMX (a tile set as TSX, a template as TX)"
                }
                _ => "name a file that Tiled saved as TMX (a tile set as TSX, a template as TX)",
            },
        };
        match String::from_utf8(bytes) {
            Ok(text) if text.trim_start().starts_with('<') => Ok(Self { path, text }),
            Ok(text) => Err(LoadError::new(&path, other(describe_content(text.as_bytes()), text.as_bytes()))),
            Err(error) if error.as_bytes().trim_ascii_start().starts_with(b"<") => {
                let valid = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                let before = Self { path, text };
                Err(before.error(valid, LoadErrorKind::NotUtf8))
            }
            Err(error) => Err(LoadError::new(&path, other(describe_content(error.as_bytes()), error.as_bytes()))),
        }
    }

    /// Returns the line and column of a byte.
    pub(super) fn position(&self, at: usize) -> TextPosition {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        // Counts the first bytes of characters; the others have the form 10xxxxxx.
        let column = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
        TextPosition { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1, column }
    }

    /// Creates an error at a byte of the document.
    pub(super) fn error(&self, at: usize, kind: LoadErrorKind) -> LoadError {
        LoadError::new(&self.path, kind).at(self.position(at))
    }

    /// Rejects a long document type declaration: the reader's time is quadratic in its length.
    fn check_doctype(&self, at: usize) -> Result<(), LoadError> {
        const LONGEST: usize = 4096;
        let rest = &self.text.as_bytes()[at..];
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
        Err(self.error(at, LoadErrorKind::Xml { detail }))
    }

    /// Starts a walk through the document.
    pub(super) fn walk(&self) -> XmlWalker<'_> {
        let mut reader = Reader::from_str(&self.text);
        reader.expand_empty_elements(true);
        XmlWalker { document: self, reader, depth: 0 }
    }
}

/// A node of a document; comments, declarations and the like are skipped.
pub(super) enum XmlNode<'d> {
    Open(XmlTag<'d>),
    Text(XmlText<'d>),
    Close,
    /// The end of the document, with every element closed.
    End,
}

/// A text with its position.
pub(super) struct XmlText<'d> {
    pub(super) at: usize,
    pub(super) text: Cow<'d, str>,
}

/// The start of an element, with the position of its `<`.
pub(super) struct XmlTag<'d> {
    pub(super) at: usize,
    document: &'d XmlDocument,
    start: BytesStart<'d>,
}

/// A walk through a document from start to end, without recursion.
pub(super) struct XmlWalker<'d> {
    document: &'d XmlDocument,
    reader: Reader<&'d [u8]>,
    depth: usize,
}

impl<'d> XmlWalker<'d> {
    /// Returns the next node.
    pub(super) fn next(&mut self) -> Result<XmlNode<'d>, LoadError> {
        loop {
            let at = self.reader.buffer_position();
            let malformed = |error: quick_xml::Error| {
                self.document.error(at, LoadErrorKind::Xml { detail: shortened(&error.to_string()) })
            };
            self.document.check_doctype(at)?;
            match self.reader.read_event().map_err(malformed)? {
                Event::Start(start) => {
                    self.depth += 1;
                    return Ok(XmlNode::Open(XmlTag { at, document: self.document, start }));
                }
                Event::End(_) => {
                    self.depth -= 1;
                    return Ok(XmlNode::Close);
                }
                Event::Text(text) => {
                    return Ok(XmlNode::Text(XmlText { at, text: unescape(text).map_err(malformed)? }));
                }
                Event::CData(text) => {
                    // The document is UTF-8, and a section's delimiters are ASCII, so this is lossless.
                    let text = match text.into_inner() {
                        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
                        Cow::Owned(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
                    };
                    return Ok(XmlNode::Text(XmlText { at: at + "<![CDATA[".len(), text }));
                }
                Event::Eof if self.depth > 0 => {
                    let detail = "it ends before all elements are closed".into();
                    return Err(self.document.error(at, LoadErrorKind::Xml { detail }));
                }
                Event::Eof => return Ok(XmlNode::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// Returns the next child of the open element, or `None` at its end; skips text.
    pub(super) fn child(&mut self) -> Result<Option<XmlTag<'d>>, LoadError> {
        loop {
            match self.next()? {
                XmlNode::Open(tag) => return Ok(Some(tag)),
                XmlNode::Text(_) => {}
                XmlNode::Close | XmlNode::End => return Ok(None),
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

/// Replaces the entities of a text, without a copy where there are none.
fn unescape(text: quick_xml::events::BytesText<'_>) -> Result<Cow<'_, str>, quick_xml::Error> {
    match text.into_inner() {
        Cow::Borrowed(bytes) => {
            let text = std::str::from_utf8(bytes).map_err(quick_xml::Error::from)?;
            quick_xml::escape::unescape(text).map_err(quick_xml::Error::from)
        }
        Cow::Owned(bytes) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Ok(quick_xml::escape::unescape(&text)?.into_owned().into())
        }
    }
}

impl XmlTag<'_> {
    /// Returns whether the element has this name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.start.local_name().as_ref() == name.as_bytes()
    }

    /// Returns the element's name for messages.
    pub(super) fn name(&self) -> String {
        shortened(&String::from_utf8_lossy(self.start.local_name().as_ref()))
    }

    /// Creates an error at the element.
    pub(super) fn error(&self, kind: LoadErrorKind) -> LoadError {
        self.document.error(self.at, kind)
    }

    /// Returns the value of an attribute, with entities replaced. Parses every attribute before it.
    pub(super) fn attribute(&self, name: &str) -> Result<Option<String>, LoadError> {
        let malformed =
            |detail: String| self.error(LoadErrorKind::Xml { detail: format!("<{}>: {detail}", self.name()) });
        // The check for duplicates is quadratic in the number of attributes.
        for attribute in self.start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| malformed(error.to_string()))?;
            if attribute.key.local_name().as_ref() == name.as_bytes() {
                let value = attribute.unescape_value().map_err(|error| malformed(shortened(&error.to_string())))?;
                return Ok(Some(value.into_owned()));
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
