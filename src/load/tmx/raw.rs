//! The raw map: the content of a map's files with checked numbers, before it becomes a
//! [`TileMap`](crate::tile::TileMap).

use super::cells::CellGids;
use super::elements::{MapElement, MapWalker, is_json};
use crate::geometry::{Direction, Rect};
use crate::load::error::shortened;
use crate::load::input::{TextDocument, resolve};
use crate::load::limits::{Budget, Count};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};
use crate::solidity::{Orientation, SolidityMap};
use crate::tile::{ObjectShape, Properties, RenderOrder, Tile, TileSet};
use glam::{DVec2, IVec2, UVec2, Vec2Swizzles, ivec2};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// The content of a map, its tile sets and its templates.
#[derive(Default)]
pub(super) struct RawMap {
    /// The map's document, then those of tile sets and templates.
    pub(super) documents: Vec<TextDocument>,
    /// The size of a cell in pixels.
    pub(super) cell: UVec2,
    /// The size in cells, the default for layers. That of an infinite map means nothing else.
    pub(super) size: UVec2,
    pub(super) infinite: bool,
    pub(super) render_order: RenderOrder,
    /// The map's own custom properties.
    pub(super) properties: Properties,
    /// The tile sets, in the order of their references in the map; then those that only templates reference.
    pub(super) sets: Vec<SetReference>,
    /// The images of all tile sets.
    pub(super) images: Vec<ReferencedFile>,
    /// The groups of layers, each after the group around it.
    pub(super) groups: Vec<RawGroup>,
    /// The tile layers, in the order of their elements.
    pub(super) layers: Vec<RawLayer>,
    /// The object layers, in the order of their elements.
    pub(super) object_layers: Vec<RawObjectLayer>,
    /// The objects of the templates, in the order of `template_files`.
    pub(super) templates: Vec<RawObject>,
    pub(super) set_files: FileList,
    /// The index in `sets` of the set in each of `set_files`.
    pub(super) sets_of_files: Vec<u16>,
    pub(super) template_files: FileList,
    /// What the files have asked for so far.
    pub(super) budget: Budget,
}

impl RawMap {
    /// Adds to an error where the faulty file is referenced.
    pub(super) fn referenced(&self, error: LoadError, file: &ReferencedFile, element: &str) -> LoadError {
        let document = &self.documents[file.document];
        error.referenced_by(&document.path, document.position(file.at), element)
    }
}

/// A file that a document references.
#[derive(Clone)]
pub(super) struct ReferencedFile {
    pub(super) path: PathBuf,
    /// The document and position of the first reference.
    pub(super) document: usize,
    pub(super) at: usize,
}

/// Referenced files without duplicates.
#[derive(Default)]
pub(super) struct FileList {
    pub(super) files: Vec<ReferencedFile>,
    indices: HashMap<PathBuf, usize>,
}

impl FileList {
    /// Returns the index of a file, and adds it if it is new.
    pub(super) fn index(&mut self, file: ReferencedFile) -> usize {
        let next = self.files.len();
        let index = *self.indices.entry(file.path.clone()).or_insert(next);
        if index == next {
            self.files.push(file);
        }
        index
    }
}

/// A tile set of the map.
pub(super) struct SetReference {
    /// The number of its first tile in the map's cells; `None` of a set that only templates reference.
    pub(super) first_gid: Option<u32>,
    /// The index of its file in `set_files`; `None` of a set in the map's document.
    pub(super) file: Option<usize>,
    pub(super) set: Arc<RawSet>,
}

/// The content of a tile set.
#[derive(Default)]
pub(super) struct RawSet {
    pub(super) name: String,
    /// The claimed number of tiles.
    pub(super) tile_count: u32,
    /// The size of the tiles that are cut from the set's image, the border around them and the gaps between them.
    pub(super) tile_size: UVec2,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    /// The drawing offset.
    pub(super) offset: IVec2,
    pub(super) sizing: RawSizing,
    /// The anchor of objects that are tiles, in fractions of their width and height.
    pub(super) anchor: DVec2,
    pub(super) settings: Settings,
    /// The image of a set whose tiles are cut from one.
    pub(super) image: Option<RawImage>,
    /// The tiles with elements of their own, by their ids.
    pub(super) tiles: BTreeMap<u32, RawTile>,
}

/// The size in which the tiles of a set are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RawSizing {
    /// The tiles keep their own size.
    #[default]
    Own,
    /// The tiles fill the map's cells.
    Stretch,
    /// The tiles keep their proportions and are as large as the map's cells allow.
    Fit,
}

/// A tile with an element of its own.
#[derive(Default)]
pub(super) struct RawTile {
    pub(super) image: Option<RawImage>,
    /// The corner of the part of the image that it shows, and the size of the part, 0 up to the image's edge.
    pub(super) part: (IVec2, IVec2),
    pub(super) settings: Settings,
    pub(super) properties: Properties,
    /// The collision shapes.
    pub(super) shapes: Vec<RawObject>,
}

/// The image of a tile or of a tile set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RawImage {
    /// The index of its reference.
    pub(super) reference: usize,
    /// The color that is transparent.
    pub(super) key: Option<[u8; 3]>,
}

/// What the custom properties `solid` and `one_way` set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    pub(super) solid: Option<bool>,
    pub(super) one_way: Option<Direction>,
}

/// What layers of all kinds and groups have.
pub(super) struct LayerHead {
    /// The position of its element.
    pub(super) at: usize,
    /// The index of the group around it.
    pub(super) group: Option<usize>,
    pub(super) name: String,
    pub(super) visible: bool,
    /// In pixels.
    pub(super) offset: DVec2,
    pub(super) parallax: DVec2,
    pub(super) settings: Settings,
    pub(super) properties: Properties,
}

/// A group of layers.
pub(super) struct RawGroup {
    pub(super) head: LayerHead,
    /// The nesting depth, from 1.
    pub(super) depth: usize,
}

/// A tile layer.
pub(super) struct RawLayer {
    pub(super) head: LayerHead,
    /// The rectangle of its grid.
    pub(super) cells: Rect,
    pub(super) blocks: Vec<CellBlock>,
}

/// The data of a layer or of a chunk.
pub(super) struct CellBlock {
    pub(super) cells: Rect,
    /// The tile number and flips of each cell, row after row.
    pub(super) gids: CellGids,
}

impl CellBlock {
    /// Iterates over the cells that are not empty, with their tile numbers and flips.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (IVec2, u32)> + '_ {
        let width = self.cells.width().max(1) as usize;
        let cell = move |index| self.cells.min + ivec2((index % width) as i32, (index / width) as i32);
        self.gids.used().map(move |(index, gid)| (cell(index), gid))
    }
}

/// An object layer.
pub(super) struct RawObjectLayer {
    pub(super) head: LayerHead,
    pub(super) objects: Vec<RawObject>,
}

/// The tile of an object.
#[derive(Clone, Copy)]
pub(super) enum RawTileOf {
    /// A tile number of the map with its flips.
    Map(u32),
    /// A tile of the set in a file, with its number and flips in the template that names it.
    SetFile { file: usize, id: u32, gid: u32 },
}

/// An object. Values that are `None` come from its template.
#[derive(Clone, Default)]
pub(super) struct RawObject {
    /// The position of its element.
    pub(super) at: usize,
    /// The index of its template.
    pub(super) template: Option<usize>,
    pub(super) id: u32,
    pub(super) name: Option<String>,
    pub(super) class: Option<String>,
    pub(super) position: DVec2,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    /// Clockwise, in degrees.
    pub(super) rotation: Option<f64>,
    pub(super) visible: Option<bool>,
    /// The tile of an object that is one.
    pub(super) tile: Option<RawTileOf>,
    /// The shape of other objects; `None` for a rectangle.
    pub(super) shape: Option<ObjectShape>,
    pub(super) properties: Properties,
}

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

const FLIPPED_HORIZONTALLY: u32 = 1 << 31;
const FLIPPED_VERTICALLY: u32 = 1 << 30;
const FLIPPED_DIAGONALLY: u32 = 1 << 29;
/// The rotation of hexagonal tiles, which orthogonal maps ignore.
const ROTATED_HEXAGONALLY: u32 = 1 << 28;
/// The bits of a cell that are not the tile number.
pub(super) const GID_FLAGS: u32 = FLIPPED_HORIZONTALLY | FLIPPED_VERTICALLY | FLIPPED_DIAGONALLY | ROTATED_HEXAGONALLY;

/// Returns the orientation by the flags of a cell or an object.
pub(super) fn orientation_of(cell: u32) -> Orientation {
    let is_set = |flag: u32| cell & flag != 0;
    Orientation::new(is_set(FLIPPED_DIAGONALLY), is_set(FLIPPED_HORIZONTALLY), is_set(FLIPPED_VERTICALLY))
}

/// The table that resolves the numbers of cells to tiles.
pub(super) struct GidTable {
    /// Sorted by the first tile number; of sets that share one, the last referenced is last.
    sets: Vec<NumberedSet>,
    known: HashMap<u32, NumberedTile>,
    /// The last resolved number: neighboring cells repeat.
    last: (u32, NumberedTile),
    /// The pixels of the tiles in all cells so far.
    budget: Budget,
}

/// The tile of a number, and its pixels as its mask stores them.
type NumberedTile = (Tile, u64);

/// A tile set with its tile numbers.
struct NumberedSet {
    first_gid: u32,
    index: u16,
    /// The claimed number of tiles.
    claimed: u32,
    /// Whether its tiles are cut from one image.
    is_sheet: bool,
    set: Arc<TileSet>,
}

impl GidTable {
    pub(super) fn new(references: &[SetReference], sets: &[Arc<TileSet>], limits: LoadLimits) -> Self {
        let numbered = references.iter().zip(sets).zip(0..).filter_map(|((reference, set), index)| {
            Some(NumberedSet {
                first_gid: reference.first_gid?,
                index,
                claimed: reference.set.tile_count,
                is_sheet: reference.set.image.is_some(),
                set: Arc::clone(set),
            })
        });
        let mut sets: Vec<_> = numbered.collect();
        sets.sort_by_key(|set| set.first_gid);
        let last = (0, (Tile::default(), 0));
        Self { sets, known: HashMap::new(), last, budget: Budget::new(limits) }
    }

    /// Returns the tile of a cell of a layer that is not 0, and counts its pixels.
    pub(super) fn drawn_tile(&mut self, cell: u32) -> Result<Tile, LoadErrorKind> {
        let (tile, pixels) = self.find(cell)?;
        self.budget.take(Count::DrawnPixels, pixels)?;
        Ok(tile)
    }

    /// Returns the tile of a number that is not 0.
    pub(super) fn tile(&mut self, cell: u32) -> Result<Tile, LoadErrorKind> {
        self.find(cell).map(|(tile, _)| tile)
    }

    fn find(&mut self, cell: u32) -> Result<NumberedTile, LoadErrorKind> {
        if self.last.0 == cell && cell != 0 {
            return Ok(self.last.1);
        }
        let tile = match self.known.get(&cell) {
            Some(tile) => *tile,
            None => {
                let tile = self.resolve(cell)?;
                self.known.insert(cell, tile);
                tile
            }
        };
        self.last = (cell, tile);
        Ok(tile)
    }

    fn resolve(&self, cell: u32) -> Result<NumberedTile, LoadErrorKind> {
        let gid = cell & !GID_FLAGS;
        let after = self.sets.partition_point(|set| set.first_gid <= gid);
        let Some(owner) = after.checked_sub(1).map(|index| &self.sets[index]) else {
            return Err(match self.sets.first() {
                Some(first) => LoadErrorKind::GidBelowSets { gid, first: first.first_gid },
                None => LoadErrorKind::GidBeyondSets { gid, last_first_gid: 0, tiles: 0 },
            });
        };
        let id = gid - owner.first_gid;
        if let Some(mask) = owner.set.mask(id) {
            let orientation = orientation_of(cell);
            let size = if cell & FLIPPED_DIAGONALLY == 0 { mask.size() } else { mask.size().yx() };
            return Ok((Tile { set: owner.index, id, orientation }, SolidityMap::bits_of_size(size)));
        }
        let set = shortened(owner.set.name());
        Err(match after == self.sets.len() {
            _ if id < owner.claimed && owner.is_sheet => LoadErrorKind::TileOutsideImage { gid, id, set },
            true => LoadErrorKind::GidBeyondSets { gid, last_first_gid: owner.first_gid, tiles: owner.set.len() },
            false => LoadErrorKind::NoSuchTile { gid, id, set },
        })
    }
}
