//! The parser of one document. Other files of the folder add methods to it, which read elements of each kind in both
//! formats.

use super::element::{Element, ElementStart};
use super::json::{Child, JsonReader};
use super::xml::XmlReader;
use crate::load::input::{TextDocument, is_json_object, resolve};
use crate::load::tmx::model::{RawMap, ReferencedFile};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};
use std::vec;

/// The remedy for a file that Tiled did not save.
pub(super) const NAME_A_FILE: &str =
    "name a file that Tiled saved as TMX or TMJ (a tile set as TSX or TSJ, a template as TX or TJ)";

/// Returns whether a document is JSON, not XML.
pub(super) fn is_json(document: &TextDocument) -> bool {
    is_json_object(document.text.as_bytes())
}

/// The parser of one document. It adds the document's content to the raw map.
pub(super) struct DocumentParser<'d, 'r> {
    pub(super) document: &'d TextDocument,
    pub(super) raw: &'r mut RawMap,
    pub(super) limits: LoadLimits,
    /// The index of the open group.
    pub(super) group: Option<usize>,
    /// The readers of both formats. The document is read by one of them.
    pub(super) xml: XmlReader<'d>,
    pub(super) json: JsonReader<'d>,
}

/// The children of an element that are still to be read.
pub(super) enum Children<'d> {
    /// The children of the open element whose content has this depth.
    Xml(usize),
    Json(vec::IntoIter<Child<'d>>),
}

impl<'d, 'r> DocumentParser<'d, 'r> {
    pub(super) fn new(document: &'d TextDocument, raw: &'r mut RawMap, limits: &LoadLimits) -> Self {
        let (xml, json) = (XmlReader::new(document), JsonReader::new(document, limits));
        Self { document, raw, limits: *limits, group: None, xml, json }
    }

    /// Reads the root element, which must have this name.
    pub(super) fn root(&mut self, name: &str, expected: &'static str) -> Result<Element<'d>, LoadError> {
        let is_json = is_json(self.document);
        let tag = if is_json { self.json.root()? } else { self.xml.root(name)? };
        if tag.name() == name {
            return Ok(tag);
        }
        let [xml, json] = match tag.name() {
            "tileset" => ["a Tiled tile set (TSX)", "a Tiled tile set (TSJ)"],
            "map" => ["a Tiled map (TMX)", "a Tiled map (TMJ)"],
            "template" => ["a Tiled template (TX)", "a Tiled template (TJ)"],
            _ => ["another XML document", "a JSON document"],
        };
        let found = if is_json { json } else { xml };
        Err(tag.error(LoadErrorKind::WrongFile { found, expected, remedy: NAME_A_FILE }))
    }

    /// Reads to the end of the document, after its root element.
    pub(super) fn end(&mut self) -> Result<(), LoadError> {
        if is_json(self.document) { Ok(()) } else { self.xml.end() }
    }

    /// Returns the children of the element that was read last.
    pub(super) fn children(&self, tag: &Element<'d>) -> Result<Children<'d>, LoadError> {
        match &tag.start {
            ElementStart::Xml(_) => Ok(Children::Xml(self.xml.depth)),
            ElementStart::Json(name, members) => Ok(Children::Json(self.json.children(name, members)?.into_iter())),
        }
    }

    /// Reads the next child, or returns `None` after the last one. What was not read of the child before is skipped.
    pub(super) fn child(&mut self, children: &mut Children<'d>) -> Result<Option<Element<'d>>, LoadError> {
        match children {
            Children::Xml(depth) => self.xml.child(*depth),
            Children::Json(children) => children.next().map(|child| self.json.element(child)).transpose(),
        }
    }

    /// Returns the text of the element that was read last.
    pub(super) fn text(&mut self, tag: &Element<'d>) -> Result<String, LoadError> {
        if tag.is_json() { Ok(tag.attribute("text")?.unwrap_or_default()) } else { self.xml.text() }
    }

    /// Returns the reference to a file, at a byte of the document.
    pub(super) fn reference(&self, at: usize, source: &str) -> ReferencedFile {
        // The document is added once it is parsed.
        ReferencedFile { path: resolve(&self.document.path, source), document: self.raw.documents.len(), at }
    }
}
