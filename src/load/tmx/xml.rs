use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind, TextPosition, sniff};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;

/// The text of a map or of a tile set, and where it came from.
pub(super) struct Document {
    pub(super) path: PathBuf,
    text: String,
}

impl Document {
    /// Takes the bytes of a file, which is expected to be a `map` or a `tile set`.
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
            Ok(text) => Err(LoadError::new(&path, other(sniff::describe(text.as_bytes()), text.as_bytes()))),
            Err(error) if error.as_bytes().trim_ascii_start().starts_with(b"<") => {
                let valid = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                let before = Self { path, text };
                Err(before.error(valid, LoadErrorKind::NotUtf8))
            }
            Err(error) => Err(LoadError::new(&path, other(sniff::describe(error.as_bytes()), error.as_bytes()))),
        }
    }

    pub(super) fn position(&self, at: usize) -> TextPosition {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        // Characters are counted by their first bytes; the others have the form 10xxxxxx.
        let column = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
        TextPosition { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1, column }
    }

    pub(super) fn error(&self, at: usize, kind: LoadErrorKind) -> LoadError {
        LoadError::new(&self.path, kind).at(self.position(at))
    }

    /// Refuses a long document type declaration: the reader takes time with the square of its length.
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

    pub(super) fn walk(&self) -> Walker<'_> {
        let mut reader = Reader::from_str(&self.text);
        reader.expand_empty_elements(true);
        Walker { document: self, reader, depth: 0 }
    }
}

/// What comes next in a document; everything else, such as comments, is passed over.
pub(super) enum Node<'d> {
    Open(Tag<'d>),
    Text(Text<'d>),
    Close,
    /// The end of the document, with every element closed.
    End,
}

pub(super) struct Text<'d> {
    pub(super) at: usize,
    pub(super) text: Cow<'d, str>,
}

/// An element's start, with the place of its `<`.
pub(super) struct Tag<'d> {
    pub(super) at: usize,
    document: &'d Document,
    start: BytesStart<'d>,
}

/// Goes through a document from its start to its end, and never by recursion.
pub(super) struct Walker<'d> {
    document: &'d Document,
    reader: Reader<&'d [u8]>,
    depth: usize,
}

impl<'d> Walker<'d> {
    pub(super) fn next(&mut self) -> Result<Node<'d>, LoadError> {
        loop {
            let at = self.reader.buffer_position();
            let malformed = |error: quick_xml::Error| {
                self.document.error(at, LoadErrorKind::Xml { detail: shortened(&error.to_string()) })
            };
            self.document.check_doctype(at)?;
            match self.reader.read_event().map_err(malformed)? {
                Event::Start(start) => {
                    self.depth += 1;
                    return Ok(Node::Open(Tag { at, document: self.document, start }));
                }
                Event::End(_) => {
                    self.depth -= 1;
                    return Ok(Node::Close);
                }
                Event::Text(text) => {
                    return Ok(Node::Text(Text { at, text: unescape(text).map_err(malformed)? }));
                }
                Event::CData(text) => {
                    // The document is UTF-8, and a section's ends are ASCII, so nothing is lost here.
                    let text = match text.into_inner() {
                        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
                        Cow::Owned(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
                    };
                    return Ok(Node::Text(Text { at: at + "<![CDATA[".len(), text }));
                }
                Event::Eof if self.depth > 0 => {
                    let detail = "it ends before all elements are closed".into();
                    return Err(self.document.error(at, LoadErrorKind::Xml { detail }));
                }
                Event::Eof => return Ok(Node::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// The next child of the element that is open, or `None` at its end; text is passed over.
    pub(super) fn child(&mut self) -> Result<Option<Tag<'d>>, LoadError> {
        loop {
            match self.next()? {
                Node::Open(tag) => return Ok(Some(tag)),
                Node::Text(_) => {}
                Node::Close | Node::End => return Ok(None),
            }
        }
    }

    /// Passes over all that the element that is open holds, and its end.
    pub(super) fn skip(&mut self) -> Result<(), LoadError> {
        let outside = self.depth - 1;
        while self.depth > outside {
            self.next()?;
        }
        Ok(())
    }
}

/// The text with its entities replaced, without a copy where it has none.
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

impl Tag<'_> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.start.local_name().as_ref() == name.as_bytes()
    }

    pub(super) fn name(&self) -> String {
        shortened(&String::from_utf8_lossy(self.start.local_name().as_ref()))
    }

    pub(super) fn error(&self, kind: LoadErrorKind) -> LoadError {
        self.document.error(self.at, kind)
    }

    /// The value of an attribute, its entities replaced. Costs a look at every attribute before it.
    pub(super) fn attribute(&self, name: &str) -> Result<Option<String>, LoadError> {
        let malformed =
            |detail: String| self.error(LoadErrorKind::Xml { detail: format!("<{}>: {detail}", self.name()) });
        // The search for duplicates takes time with the square of their number.
        for attribute in self.start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| malformed(error.to_string()))?;
            if attribute.key.local_name().as_ref() == name.as_bytes() {
                let value = attribute.unescape_value().map_err(|error| malformed(shortened(&error.to_string())))?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    /// The value of an attribute as a number; `expected` says which numbers it may be.
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

    /// The same, refused where it is infinite or NaN.
    pub(super) fn finite(&self, name: &'static str, expected: &'static str) -> Result<Option<f64>, LoadError> {
        match self.number::<f64>(name, expected)? {
            Some(number) if !number.is_finite() => Err(self.wrong(name, &number.to_string(), expected)),
            number => Ok(number),
        }
    }

    /// The value of an attribute that must be there.
    pub(super) fn required<T: FromStr>(&self, name: &'static str, expected: &'static str) -> Result<T, LoadError> {
        self.number(name, expected)?.ok_or_else(|| self.missing(name))
    }

    pub(super) fn missing(&self, attribute: &'static str) -> LoadError {
        self.error(LoadErrorKind::MissingAttribute { element: self.name(), attribute })
    }

    pub(super) fn wrong(&self, attribute: &'static str, found: &str, expected: &'static str) -> LoadError {
        self.error(LoadErrorKind::Attribute { element: self.name(), attribute, found: shortened(found), expected })
    }
}
