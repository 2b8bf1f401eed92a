//! Reading: the documents of a map, its tile sets and its templates become one raw map.
//!
//! ```text
//! XML ──xml.rs───▶ elements and what is inside them ──layers, sets, objects, properties, cells──▶ RawMap
//! JSON ─json.rs──▶
//! ```

mod cells;
mod element;
mod json;
mod layers;
mod objects;
mod properties;
mod sets;
mod xml;

pub(super) use properties::DIRECTION;

use crate::load::input::{LDTK, TextDocument, describe_content, is_json_object, resolve};
use crate::load::limits::Budget;
use crate::load::tmx::model::{RawMap, RawSet, ReferencedFile, SetReference};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use element::Element;
use json::JsonReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xml::XmlReader;

/// The maximum number of tile sets: tiles name their set by 16 bits.
const MAX_TILE_SETS: usize = u16::MAX as usize;

/// The remedy for a file that is not of Tiled.
const NAME_A_FILE: &str =
    "name a file that Tiled saved as TMX or TMJ (a tile set as TSX or TSJ, a template as TX or TJ)";

/// Returns whether a document is JSON, not XML.
fn is_json(document: &TextDocument) -> bool {
    is_json_object(document.text.as_bytes())
}

fn too_many_sets() -> LoadErrorKind {
    let what = format!("a map of more than {MAX_TILE_SETS} tile sets");
    LoadErrorKind::not_supported(what, "join some of them")
}

/// The parser of one document. It adds the content to the raw map.
struct DocumentParser<'d, 'r> {
    document: &'d TextDocument,
    raw: &'r mut RawMap,
    limits: LoadLimits,
    /// The index of the open group.
    group: Option<usize>,
}

impl<'d, 'r> DocumentParser<'d, 'r> {
    fn new(document: &'d TextDocument, raw: &'r mut RawMap, limits: &LoadLimits) -> Self {
        Self { document, raw, limits: *limits, group: None }
    }

    /// Checks that the root element has this name.
    fn check_root(&self, tag: &Element<'_>, name: &str, expected: &'static str) -> Result<(), LoadError> {
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
    fn reference(&self, at: usize, source: &str) -> ReferencedFile {
        // The document is added once it is parsed.
        ReferencedFile { path: resolve(&self.document.path, source), document: self.raw.documents.len(), at }
    }
}

/// Reads and parses the map at `path`, and the tile sets and templates that it references.
pub(super) fn read_raw_map(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<RawMap, LoadError> {
    let read = |path: PathBuf, expected| read_document(reader, path, limits, expected);
    let mut raw = RawMap { budget: Budget::new(*limits), ..RawMap::default() };
    let map = read(path.to_owned(), "a Tiled map")?;
    let parser = DocumentParser::new(&map, &mut raw, limits);
    if is_json(&map) { JsonReader::new(parser).map() } else { XmlReader::new(parser).map() }?;
    raw.documents.push(map);
    let mut sets = Vec::new();
    read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    let of_map = sets.len();
    // Templates have tile sets, whose tiles have collision shapes, which have templates.
    while raw.templates.len() < raw.template_files.files.len() {
        let file = raw.template_files.files[raw.templates.len()].clone();
        let element =
            if file.document == 0 { "a template of the map's objects" } else { "a template of collision shapes" };
        let document =
            read(file.path.clone(), "a Tiled template").map_err(|error| raw.referenced(error, &file, element))?;
        let parser = DocumentParser::new(&document, &mut raw, limits);
        let parsed = match is_json(&document) {
            true => JsonReader::new(parser).template_file(),
            false => XmlReader::new(parser).template_file(),
        };
        let object = parsed.map_err(|error| raw.referenced(error, &file, element))?;
        raw.templates.push(object);
        raw.documents.push(document);
        read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    }
    // Those that only templates reference come last.
    for file in of_map..sets.len() {
        if raw.sets.len() == MAX_TILE_SETS {
            return Err(LoadError::new(&raw.documents[0].path, too_many_sets()));
        }
        raw.sets.push(SetReference { first_gid: None, file: Some(file), set: Arc::default() });
    }
    raw.sets_of_files = vec![0; sets.len()];
    for (index, reference) in (0..).zip(&mut raw.sets) {
        if let Some(file) = reference.file {
            reference.set = sets[file].clone();
            raw.sets_of_files[file] = index;
        }
    }
    Ok(raw)
}

/// Reads and parses the files of tile sets that are not among `sets` yet, and adds them there.
fn read_tile_sets(
    raw: &mut RawMap,
    sets: &mut Vec<Arc<RawSet>>,
    read: &dyn Fn(PathBuf, &'static str) -> Result<TextDocument, LoadError>,
    limits: &LoadLimits,
) -> Result<(), LoadError> {
    for file in sets.len()..raw.set_files.files.len() {
        let file = raw.set_files.files[file].clone();
        let element = if file.document == 0 { "a tile set of the map" } else { "the tile set of a template" };
        let document =
            read(file.path.clone(), "a Tiled tile set").map_err(|error| raw.referenced(error, &file, element))?;
        let parser = DocumentParser::new(&document, raw, limits);
        let parsed = match is_json(&document) {
            true => JsonReader::new(parser).tile_set_file(),
            false => XmlReader::new(parser).tile_set_file(),
        };
        sets.push(Arc::new(parsed.map_err(|error| raw.referenced(error, &file, element))?));
        raw.documents.push(document);
    }
    Ok(())
}

/// Reads a file that is expected to be a map, a tile set or a template.
fn read_document(
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
            _ => NAME_A_FILE,
        };
        Err(LoadErrorKind::WrongFile { found, expected, remedy })
    };
    let not_utf8 = |detail| LoadErrorKind::malformed("text", detail, "save it again in Tiled");
    let mut document = TextDocument::read(reader, path, limits, check, not_utf8)?;
    // In XML the two characters of a line's end on Windows are one.
    if !is_json(&document) && document.text.contains("\r\n") {
        document.text = document.text.replace("\r\n", "\n");
    }
    Ok(document)
}
