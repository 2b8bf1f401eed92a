//! Reading: the documents of a map, its tile sets and its templates become one raw map.
//!
//! ```text
//! XML  ──xml.rs──┬▶ elements and their children ──layers, data, sets, objects, properties──▶ RawMap
//! JSON ──json.rs─┘
//! ```

mod cells;
mod data;
mod element;
mod json;
mod layers;
mod objects;
mod parser;
mod properties;
mod sets;
mod xml;

pub(super) use properties::DIRECTION;
pub(super) use sets::BOTTOM_LEFT;

use crate::load::input::{LDTK, TextDocument, describe_content, is_json_object};
use crate::load::limits::Budget;
use crate::load::tmx::model::{MAX_TILE_SETS, RawMap, RawSet, SetReference, too_many_sets};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use parser::{DocumentParser, NAME_A_FILE, is_json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads and parses the map at `path`, and the tile sets and templates that it references.
pub(super) fn read_raw_map(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<RawMap, LoadError> {
    let read = |path: PathBuf, expected| read_document(reader, path, limits, expected);
    let mut raw = RawMap { budget: Budget::new(*limits), ..RawMap::default() };
    let map = read(path.to_owned(), "a Tiled map");
    parse(&mut raw, map, limits, |mut parser| parser.map())?;
    let mut sets = Vec::new();
    read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    let of_map = sets.len();
    // Templates have tile sets, their tiles have collision shapes, and these have templates.
    while raw.templates.len() < raw.template_files.files.len() {
        let file = raw.templates.len();
        let path = raw.template_files.files[file].path.clone();
        let template = read(path, "a Tiled template");
        let object = match parse(&mut raw, template, limits, |mut parser| parser.template_file()) {
            Err(error) if error.is_limit() => return Err(raw.template_error(file, error)),
            Err(error) => {
                raw.broken_templates.insert(file, error);
                None
            }
            Ok(object) => Some(object),
        };
        raw.templates.push(object);
        read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    }
    // Sets that only templates reference come last.
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

/// Parses a document by `content`, and adds it to the map's documents.
fn parse<T>(
    raw: &mut RawMap,
    document: Result<TextDocument, LoadError>,
    limits: &LoadLimits,
    content: impl FnOnce(DocumentParser<'_, '_>) -> Result<T, LoadError>,
) -> Result<T, LoadError> {
    let document = document?;
    let parsed = content(DocumentParser::new(&document, raw, limits))?;
    raw.documents.push(document);
    Ok(parsed)
}

/// Reads and parses the files of tile sets that are not among `sets` yet, and adds them there. In place of a file that
/// cannot be read it adds a set without tiles.
fn read_tile_sets(
    raw: &mut RawMap,
    sets: &mut Vec<Arc<RawSet>>,
    read: &dyn Fn(PathBuf, &'static str) -> Result<TextDocument, LoadError>,
    limits: &LoadLimits,
) -> Result<(), LoadError> {
    for file in sets.len()..raw.set_files.files.len() {
        let path = raw.set_files.files[file].path.clone();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (images, templates) = (raw.images.len(), raw.template_files.files.len());
        let document = read(path, "a Tiled tile set");
        let set = match parse(raw, document, limits, |mut parser| parser.tile_set_file()) {
            Err(error) if error.is_limit() => return Err(raw.set_error(file, error)),
            Err(error) => {
                // Its document is dropped, so nothing may refer to it.
                raw.images.truncate(images);
                raw.template_files.truncate(templates);
                raw.broken_sets.insert(file, error);
                RawSet { name, anchor: BOTTOM_LEFT, ..RawSet::default() }
            }
            Ok(set) => set,
        };
        sets.push(Arc::new(set));
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
            LDTK => "open it with tileray::load::Project, which needs the feature 'ldtk'",
            _ => NAME_A_FILE,
        };
        Err(LoadErrorKind::WrongFile { found, expected, remedy })
    };
    let not_utf8 = |detail| LoadErrorKind::malformed("text", detail, "save it again in Tiled");
    let mut document = TextDocument::read(reader, path, limits, check, not_utf8)?;
    // XML reads the two characters of a line end on Windows as one.
    if !is_json(&document) && document.text.contains("\r\n") {
        document.text = document.text.replace("\r\n", "\n");
    }
    Ok(document)
}
