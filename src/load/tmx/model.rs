//! The raw map: the content of a map's files with checked numbers, before it becomes a
//! [`TileMap`](crate::tile::TileMap).

use crate::geometry::{Direction, Rect};
use crate::load::input::TextDocument;
use crate::load::limits::Budget;
use crate::load::picture::tile_sampler::TileSizing;
use crate::load::{LoadError, LoadErrorKind};
use crate::solidity::Orientation;
use crate::tile::{ObjectShape, Properties, RenderOrder};
use glam::{DVec2, IVec2, UVec2, ivec2};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The content of a map, its tile sets and its templates.
#[derive(Default)]
pub(super) struct RawMap {
    /// The map's document, then those of tile sets and templates.
    pub(super) documents: Vec<TextDocument>,
    /// The size of a cell in pixels.
    pub(super) cell: UVec2,
    /// The size in cells, the default for layers. An infinite map has no other use for it.
    pub(super) size: UVec2,
    pub(super) infinite: bool,
    pub(super) render_order: RenderOrder,
    /// The map's own custom properties.
    pub(super) properties: Properties,
    /// The tile sets, in the order of their references in the map, then sets that only templates reference.
    pub(super) sets: Vec<SetReference>,
    /// The images of all tile sets.
    pub(super) images: Vec<ImageSource>,
    /// The groups of layers, each after the group around it.
    pub(super) groups: Vec<RawGroup>,
    /// The tile layers and object layers, in the order of their elements.
    pub(super) layers: Vec<RawLayer>,
    /// The objects of the templates, in the order of `template_files`. `None` for a file that cannot be read.
    pub(super) templates: Vec<Option<RawObject>>,
    pub(super) set_files: FileList,
    /// The errors of the files that cannot be read, by their indices in `set_files` and `template_files`.
    pub(super) broken_sets: HashMap<usize, LoadError>,
    pub(super) broken_templates: HashMap<usize, LoadError>,
    /// The index in `sets` of the set in each of `set_files`.
    pub(super) sets_of_files: Vec<u16>,
    pub(super) template_files: FileList,
    /// The counts of what the files have asked for so far.
    pub(super) budget: Budget,
}

impl RawMap {
    /// Adds to an error the place where the faulty file is referenced.
    pub(super) fn referenced(&self, error: LoadError, file: &ReferencedFile, element: &str) -> LoadError {
        let document = &self.documents[file.document];
        error.referenced_by(&document.path, document.position(file.at), element)
    }

    /// Adds to the error of a tile set's file the place where it is referenced.
    pub(super) fn set_error(&self, file: usize, error: LoadError) -> LoadError {
        let file = &self.set_files.files[file];
        let element = if file.document == 0 { "a tile set of the map" } else { "the tile set of a template" };
        self.referenced(error, file, element)
    }

    /// Adds to the error of a template the place where it is referenced.
    pub(super) fn template_error(&self, file: usize, error: LoadError) -> LoadError {
        let file = &self.template_files.files[file];
        let of_map = file.document == 0;
        let element = if of_map { "a template of the map's objects" } else { "a template of collision shapes" };
        self.referenced(error, file, element)
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

/// The source of an image.
pub(super) struct ImageSource {
    /// The file, or the document with the image inside.
    pub(super) file: ReferencedFile,
    /// The bytes of an image inside a document, or the fault of its data. Tiled writes no data for a picture that it has
    /// not found.
    pub(super) inside: Option<Result<Vec<u8>, LoadErrorKind>>,
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

    /// Removes the files from an index on.
    pub(super) fn truncate(&mut self, length: usize) {
        for file in self.files.drain(length..) {
            self.indices.remove(&file.path);
        }
    }
}

/// The maximum number of tile sets, as a tile names its set by 16 bits.
pub(super) const MAX_TILE_SETS: usize = u16::MAX as usize;

pub(super) fn too_many_sets() -> LoadErrorKind {
    let what = format!("a map of more than {MAX_TILE_SETS} tile sets");
    LoadErrorKind::not_supported(what, "join some of them")
}

/// A tile set of the map.
pub(super) struct SetReference {
    /// The number of its first tile in the map's cells. `None` for a set that only templates reference.
    pub(super) first_gid: Option<u32>,
    /// The index of its file in `set_files`. `None` for a set inside the map's document.
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
    pub(super) sizing: TileSizing,
    /// Whether objects that are tiles keep the proportions of their pictures.
    pub(super) keeps_proportions: bool,
    /// Whether its collision shapes are drawn in isometric projection.
    pub(super) has_isometric_grid: bool,
    /// The anchor of objects that are tiles, in fractions of their width and height.
    pub(super) anchor: DVec2,
    pub(super) settings: Settings,
    /// The image of a set whose tiles are cut from one.
    pub(super) image: Option<RawImage>,
    /// The tiles with elements of their own, by their ids.
    pub(super) tiles: HashMap<u32, RawTile>,
}

/// A tile with an element of its own.
#[derive(Default)]
pub(super) struct RawTile {
    pub(super) image: Option<RawImage>,
    /// The corner and the size of the part of the image that it shows. A size of 0 extends to the image's edge.
    pub(super) part: (IVec2, IVec2),
    pub(super) settings: Settings,
    pub(super) properties: Properties,
    /// The collision shapes.
    pub(super) shapes: Vec<RawObject>,
}

/// The image of a tile or of a tile set.
#[derive(Clone, Copy)]
pub(super) struct RawImage {
    /// The index of its reference.
    pub(super) reference: usize,
    /// The color that is transparent.
    pub(super) key: Option<[u8; 3]>,
    /// The size that the document states, or 0. It counts only if the image is missing.
    pub(super) stated_size: UVec2,
}

/// The settings by the custom properties `solid` and `one_way`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    pub(super) solid: Option<bool>,
    pub(super) one_way: Option<Direction>,
}

impl Settings {
    /// Returns these settings, and the other ones where these are missing.
    pub(super) fn or(self, other: Self) -> Self {
        Self { solid: self.solid.or(other.solid), one_way: self.one_way.or(other.one_way) }
    }
}

/// Adds properties to others, in time for those that are added. They override.
pub(super) fn add_properties(all: &mut Properties, later: Properties) {
    if all.is_empty() {
        *all = later;
    } else {
        later.iter().for_each(|(name, value)| all.set(name, value.clone()));
    }
}

/// The attributes that all layers and groups have.
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

/// A layer.
pub(super) struct RawLayer {
    pub(super) head: LayerHead,
    pub(super) content: RawContent,
}

/// The content of a layer.
pub(super) enum RawContent {
    /// The rectangle of a grid, and the cells in it.
    Cells(Rect, Vec<CellBlock>),
    Objects(Vec<RawObject>),
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

/// The tile numbers of cells, row after row, in pages. A page of zeros takes no memory.
#[derive(Default)]
pub(super) struct CellGids {
    pages: Vec<Option<Box<[u32]>>>,
}

impl CellGids {
    /// The cells of a page.
    pub(super) const PAGE: usize = 4096;

    /// Adds a page. All pages but the last are full.
    pub(super) fn push_page(&mut self, gids: impl Iterator<Item = u32> + Clone) {
        let is_empty = gids.clone().fold(0, |any, gid| any | gid) == 0;
        self.pages.push((!is_empty).then(|| gids.collect()));
    }

    /// Returns the numbers that are not 0, each with its index.
    pub(super) fn used(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.pages.iter().zip((0..).step_by(Self::PAGE)).flat_map(|(page, first)| {
            let gids = page.as_deref().unwrap_or_default();
            (first..).zip(gids.iter().copied()).filter(|(_, gid)| *gid != 0)
        })
    }
}

impl From<Vec<u32>> for CellGids {
    fn from(gids: Vec<u32>) -> Self {
        let mut cells = Self::default();
        gids.chunks(Self::PAGE).for_each(|page| cells.push_page(page.iter().copied()));
        cells
    }
}

/// The tile of an object.
#[derive(Clone, Copy)]
pub(super) enum RawTileOf {
    /// A tile number of the map with its flips.
    Map(u32),
    /// A tile of the set in a file, with its number and flips in the template that names it.
    SetFile { file: usize, id: u32, gid: u32 },
}

impl RawTileOf {
    /// Returns the tile number with its flips.
    pub(super) const fn gid(self) -> u32 {
        match self {
            Self::Map(gid) | Self::SetFile { gid, .. } => gid,
        }
    }
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
    /// The tile, if the object is one.
    pub(super) tile: Option<RawTileOf>,
    /// The shape of an object that is not a tile. `None` for a rectangle.
    pub(super) shape: Option<ObjectShape>,
    pub(super) properties: Properties,
    /// The names of the parts of each property that is a list or a class.
    pub(super) parts: HashMap<String, Vec<String>>,
}

const FLIPPED_HORIZONTALLY: u32 = 1 << 31;
const FLIPPED_VERTICALLY: u32 = 1 << 30;
pub(super) const FLIPPED_DIAGONALLY: u32 = 1 << 29;
/// The rotation of hexagonal tiles, which orthogonal maps ignore.
const ROTATED_HEXAGONALLY: u32 = 1 << 28;
/// The bits of a cell that are not the tile number.
pub(super) const GID_FLAGS: u32 = FLIPPED_HORIZONTALLY | FLIPPED_VERTICALLY | FLIPPED_DIAGONALLY | ROTATED_HEXAGONALLY;

/// Returns the orientation by the flags of a cell or an object.
pub(super) fn orientation_of(cell: u32) -> Orientation {
    let is_set = |flag: u32| cell & flag != 0;
    Orientation {
        diagonal: is_set(FLIPPED_DIAGONALLY),
        horizontal: is_set(FLIPPED_HORIZONTALLY),
        vertical: is_set(FLIPPED_VERTICALLY),
    }
}

/// The remedy for a tile number that belongs to no tile set.
const ADD_SET: &str = "add the missing tile set, or erase the cell";

/// Returns the error of a tile number beyond every tile set. `last` describes the last set.
pub(super) fn beyond_sets(gid: u32, last: &str) -> LoadErrorKind {
    LoadErrorKind::NoSuchTile { gid, detail: format!("beyond every tile set ({last})"), remedy: ADD_SET }
}

/// Returns the error of a tile number below the first tile of all sets.
pub(super) fn below_sets(gid: u32, first: u32) -> LoadErrorKind {
    let detail = format!("below the first tile set, which begins at gid {first}");
    LoadErrorKind::NoSuchTile { gid, detail, remedy: ADD_SET }
}
