//! The parser of one document: the part that XML and JSON share. Other files of the folder add methods to it.

use super::element::Element;
use crate::load::input::{TextDocument, is_json_object, resolve};
use crate::load::tmx::model::{RawMap, ReferencedFile};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};

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
}

impl<'d, 'r> DocumentParser<'d, 'r> {
    pub(super) fn new(document: &'d TextDocument, raw: &'r mut RawMap, limits: &LoadLimits) -> Self {
        Self { document, raw, limits: *limits, group: None }
    }

    /// Checks that the root element has this name.
    pub(super) fn check_root(&self, tag: &Element<'_>, name: &str, expected: &'static str) -> Result<(), LoadError> {
        if tag.is(name) {
            return Ok(());
        }
        let [xml, json] = match () {
            () if tag.is("tileset") => ["a Tiled tile set (TSX)", "a Tiled tile set (TSJ)"],
            () if tag.is("map") => ["a Tiled map (TMX)", "a Tiled map (TMJ)"],
            () if tag.is("template") => ["a Tiled template (TX)", "a Tiled template (TJ)"],
            () => ["another XML document", "a JSON document"],
        };
        let found = if is_json(self.document) { json } else { xml };
        Err(tag.error(LoadErrorKind::WrongFile { found, expected, remedy: NAME_A_FILE }))
    }

    /// Returns the reference to a file, at a byte of the document.
    pub(super) fn reference(&self, at: usize, source: &str) -> ReferencedFile {
        // The document is added once it is parsed.
        ReferencedFile { path: resolve(&self.document.path, source), document: self.raw.documents.len(), at }
    }
}
