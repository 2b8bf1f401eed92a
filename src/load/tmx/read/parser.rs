//! The parser of one document, which each file of this folder adds a part to.

use super::elements::{MapElement, MapWalker, is_json};
use crate::load::input::{TextDocument, resolve};
use crate::load::tmx::model::{RawMap, ReferencedFile};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};

/// The parser of one document. It adds the content to the raw map.
pub(super) struct DocumentParser<'d, 'r> {
    pub(super) document: &'d TextDocument,
    /// The index of the document.
    pub(super) index: usize,
    pub(super) walker: MapWalker<'d>,
    pub(super) raw: &'r mut RawMap,
    pub(super) limits: LoadLimits,
    /// The index of the open group.
    pub(super) group: Option<usize>,
}

impl<'d, 'r> DocumentParser<'d, 'r> {
    pub(super) fn new(
        document: &'d TextDocument,
        index: usize,
        raw: &'r mut RawMap,
        limits: &LoadLimits,
    ) -> Result<Self, LoadError> {
        let walker = MapWalker::new(document, limits.objects.max(limits.tiles).max(limits.properties))?;
        Ok(Self { document, index, walker, raw, limits: *limits, group: None })
    }

    /// Returns the start of the root element, which must have this name.
    pub(super) fn root(&mut self, name: &str, expected: &'static str) -> Result<MapElement<'d>, LoadError> {
        match self.walker.child()? {
            Some(tag) if tag.is(name) => Ok(tag),
            Some(tag) => {
                let [xml, json] = match () {
                    () if tag.is("tileset") => ["a Tiled tile set (TSX)", "a Tiled tile set (TSJ)"],
                    () if tag.is("map") => ["a Tiled map (TMX)", "a Tiled map (TMJ)"],
                    () if tag.is("template") => ["a Tiled template (TX)", "a Tiled template (TJ)"],
                    () => ["another XML document", "a JSON document"],
                };
                let found = if is_json(self.document) { json } else { xml };
                let remedy =
                    "name a file that Tiled saved as TMX or TMJ (a tile set as TSX or TSJ, a template as TX or TJ)";
                Err(tag.error(LoadErrorKind::NotTiled { found, expected, remedy }))
            }
            None => {
                let detail = format!("it has no <{name}>");
                Err(self.document.error(0, LoadErrorKind::Xml { detail }))
            }
        }
    }

    /// Returns the reference of an element to a file.
    pub(super) fn reference(&self, tag: &MapElement<'d>, source: &str) -> ReferencedFile {
        ReferencedFile { path: resolve(&self.document.path, source), document: self.index, at: tag.at }
    }

    /// Reads to the end of the document, after its root element.
    pub(super) fn end(&mut self) -> Result<(), LoadError> {
        match self.walker.child()? {
            None => Ok(()),
            Some(tag) => {
                let detail = format!("<{}> comes after the end of the root element", tag.name());
                Err(tag.error(LoadErrorKind::Xml { detail }))
            }
        }
    }
}
