//! Reading: the documents of a map, its tile sets and its templates become one raw map.

mod cells;
mod elements;
mod json;
mod layers;
mod objects;
mod parser;
mod properties;
mod sets;

pub(super) use properties::DIRECTION;

use crate::load::error::{Limit, shortened};
use crate::load::input::TextDocument;
use crate::load::limits::Budget;
use crate::load::tmx::model::{RawGroup, RawMap, RawSet, SetReference};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use crate::tile::RenderOrder;
use elements::{MapElement, read_document};
use glam::uvec2;
use layers::CELLS;
use parser::DocumentParser;
use properties::LAYER_SETTINGS;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of layers and groups: each takes far more memory than the few bytes of an empty one in
/// its file.
const MAX_LAYERS: usize = 1 << 16;

/// The maximum number of tile sets: tiles name their set by 16 bits.
const MAX_TILE_SETS: usize = u16::MAX as usize;

/// Reads and parses the map at `path`, and the tile sets and templates that it references.
pub(super) fn read_raw_map(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<RawMap, LoadError> {
    let read = |path: PathBuf, expected| read_document(reader, path, limits, expected);
    let mut raw = RawMap { budget: Budget::new(*limits), ..RawMap::default() };
    let map = read(path.to_owned(), "map")?;
    DocumentParser::new(&map, 0, &mut raw, limits)?.map()?;
    raw.documents.push(map);
    let mut sets = Vec::new();
    read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    let of_map = sets.len();
    // Templates have tile sets, whose tiles have collision shapes, which have templates.
    while raw.templates.len() < raw.template_files.files.len() {
        let file = raw.template_files.files[raw.templates.len()].clone();
        let element =
            if file.document == 0 { "a template of the map's objects" } else { "a template of collision shapes" };
        let document = read(file.path.clone(), "template").map_err(|error| raw.referenced(error, &file, element))?;
        let index = raw.documents.len();
        let parsed = DocumentParser::new(&document, index, &mut raw, limits).and_then(DocumentParser::template_file);
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
        let document = read(file.path.clone(), "tile set").map_err(|error| raw.referenced(error, &file, element))?;
        let index = raw.documents.len();
        let parsed = DocumentParser::new(&document, index, raw, limits).and_then(DocumentParser::tile_set_file);
        sets.push(Arc::new(parsed.map_err(|error| raw.referenced(error, &file, element))?));
        raw.documents.push(document);
    }
    Ok(())
}

fn too_many_sets() -> LoadErrorKind {
    let what = format!("a map of more than {MAX_TILE_SETS} tile sets");
    LoadErrorKind::NotSupported { what, remedy: "join some of them" }
}

impl<'d> DocumentParser<'d, '_> {
    /// Parses the map's document.
    fn map(mut self) -> Result<(), LoadError> {
        let tag = self.root("map", "map")?;
        match tag.attribute("orientation")?.as_deref() {
            None | Some("orthogonal") => {}
            Some(found) => {
                return Err(tag.error(LoadErrorKind::Orientation { found: shortened(found) }));
            }
        }
        self.raw.infinite = tag.number::<u32>("infinite", "0 or 1")? == Some(1);
        let [width, height] = ["width", "height"].map(|name| match self.raw.infinite {
            true => tag.number(name, CELLS).map(|cells| cells.unwrap_or(0)),
            false => tag.required::<u32>(name, CELLS),
        });
        let size = uvec2(width?, height?);
        let cells = u64::from(size.x) * u64::from(size.y);
        if !self.raw.infinite {
            self.limits.check(Limit::Cells, cells).map_err(|kind| tag.error(kind))?;
        }
        self.raw.cell = uvec2(tile_side(&tag, "tilewidth")?, tile_side(&tag, "tileheight")?);
        self.raw.size = size;
        self.raw.render_order = render_order(&tag)?;
        self.layers()?;
        self.end()
    }

    /// Parses a tile set in the map, or the reference to its file.
    fn tile_set_of_map(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let first_gid = tag.required("firstgid", "a tile number from 1 on")?;
        if first_gid == 0 {
            return Err(tag.wrong("firstgid", "0", "a tile number from 1 on"));
        }
        if self.raw.sets.len() == MAX_TILE_SETS {
            return Err(tag.error(too_many_sets()));
        }
        let Some(source) = tag.attribute("source")? else {
            let set = Arc::new(self.tile_set(tag)?);
            self.raw.sets.push(SetReference { first_gid: Some(first_gid), file: None, set });
            return Ok(());
        };
        // The file of the set is read later.
        let file = self.reference(tag, &source);
        let file = Some(self.raw.set_files.index(file));
        self.raw.sets.push(SetReference { first_gid: Some(first_gid), file, set: Arc::default() });
        self.walker.skip()
    }

    /// Parses the tile sets, layers and groups up to the end of the map.
    fn layers(&mut self) -> Result<(), LoadError> {
        loop {
            let Some(tag) = self.walker.child()? else {
                match self.group {
                    None => return Ok(()),
                    Some(group) => self.group = self.raw.groups[group].head.group,
                }
                continue;
            };
            match self.group {
                _ if tag.is("layer") || tag.is("group") || tag.is("objectgroup") => {
                    let raw = &self.raw;
                    if raw.layers.len() + raw.groups.len() + raw.object_layers.len() >= MAX_LAYERS {
                        let what = format!("a map of more than {MAX_LAYERS} layers and groups");
                        return Err(tag.error(LoadErrorKind::NotSupported { what, remedy: "join some of them" }));
                    }
                    match () {
                        () if tag.is("layer") => self.layer(&tag)?,
                        () if tag.is("group") => self.open_group(&tag)?,
                        () => self.object_layer(&tag)?,
                    }
                }
                None if tag.is("tileset") => self.tile_set_of_map(&tag)?,
                None if tag.is("properties") => self.raw.properties = self.properties(&[])?.0,
                Some(group) if tag.is("properties") => {
                    let (properties, settings) = self.properties(LAYER_SETTINGS)?;
                    let head = &mut self.raw.groups[group].head;
                    (head.properties, head.settings) = (properties, settings);
                }
                _ => self.walker.skip()?,
            }
        }
    }

    /// Opens a group of layers.
    fn open_group(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let depth = self.group.map_or(0, |group| self.raw.groups[group].depth) + 1;
        self.limits.check(Limit::Nesting, depth as u64).map_err(|kind| tag.error(kind))?;
        let head = self.layer_head(tag)?;
        self.raw.groups.push(RawGroup { head, depth });
        self.group = Some(self.raw.groups.len() - 1);
        Ok(())
    }
}

/// Returns the order in which tiles are drawn. As in Tiled, an unknown one is the default.
fn render_order(tag: &MapElement<'_>) -> Result<RenderOrder, LoadError> {
    Ok(match tag.attribute("renderorder")?.as_deref() {
        Some("right-up") => RenderOrder::RightUp,
        Some("left-down") => RenderOrder::LeftDown,
        Some("left-up") => RenderOrder::LeftUp,
        _ => RenderOrder::RightDown,
    })
}

/// Returns a side of the map's cells.
fn tile_side(tag: &MapElement<'_>, name: &'static str) -> Result<u32, LoadError> {
    const EXPECTED: &str = "a number of pixels from 1 to 65536";
    match tag.required(name, EXPECTED)? {
        side @ 1..=0x1_0000 => Ok(side),
        side => Err(tag.wrong(name, &side.to_string(), EXPECTED)),
    }
}
