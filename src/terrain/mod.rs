//! Terrain: the solidity of a map in bricks of 16×16 pixels, fast to query and to edit.
//!
//! | question | method |
//! | --- | --- |
//! | how is a terrain made | [`Terrain::from_map`], [`from_layers`](Terrain::from_layers), [`from_solidity`](Terrain::from_solidity) |
//! | which pixels are solid | [`is_solid`](Terrain::is_solid), [`TerrainQuery::to_mask`], [`overlap_mask`](TerrainQuery::overlap_mask), [`surface_normal`](TerrainQuery::surface_normal) |
//! | how do its pixels and tiles change | [`carve`](Terrain::carve), [`fill`](Terrain::fill), [`set_tile`](Terrain::set_tile), [`set_one_way`](Terrain::set_one_way) |
//! | what lies outside its bounds | [`with_outside`](Terrain::with_outside), [`Outside`] |
//! | what is to be drawn again | the rectangle that each edit returns, [`take_dirty`](Terrain::take_dirty) |
//! | which pixels did edits change, and what hangs in the air | [`record`](Terrain::record), [`changes_since`](Terrain::changes_since), [`islands`](TerrainQuery::islands) |
//! | how does it follow a map that is saved anew | [`reload`](Terrain::reload) |
//! | how does a game go back, and do two runs agree | [`snapshot`](Terrain::snapshot), [`restore`](Terrain::restore), [`hash_state`](Terrain::hash_state) |
//! | how are edits saved | [`edits_since`](Terrain::edits_since), [`apply_edits`](Terrain::apply_edits) |
//! | all questions about rays, shapes and sight | [`TerrainQuery`] |
//!
//! # The tree of bricks
//!
//! Each level holds 16×16 squares of the next, so four bits of a pixel's coordinates choose one at each level:
//!
//! ```text
//!   BrickGrid              Region                Block                 Table           Brick
//!   regions in rows        4096×4096 px          256×256 px            256 bricks      16×16 px
//!   ┌────┬────┬────┐       ┌──┬──┬──┬ ··         ┌──┬──┬──┬ ··         0: empty        ....############
//!   │    │  ● │    │ ────▶ │  │ ●│  │      ────▶ │ 3│ 0│ 7│      ────▶  …        ────▶ .....###########
//!   ├────┼────┼────┤       ├──┼──┼──┼ ··         ├──┼──┼──┼ ··         7: a slope      ......##########
//!   │    │    │    │       │  │  │  │            │ 0│ 0│ 3│             …              ··
//!   └────┴────┴────┘       └──┴──┴──┴ ··         └──┴──┴──┴ ··
//!   pointers               pointers, and         a byte a brick, and
//!                          occupancy bits        occupancy bits
//! ```
//!
//! ```text
//! is_solid(pixel):                                   four loads, no branch on what is empty
//!     p      = pixel - corner of the grid
//!     region = regions[p >> 12]                      outside: the empty region
//!     block  = region.blocks[(p >> 8) % 16]          nothing solid: the empty block
//!     number = block.numbers[(p >> 4) % 16]
//!     return bit p % 16 of block.table[number]
//!
//! edit(shape, layers):                               carve, fill; set_tile takes the pixels from the map
//!     for each brick that the bounding box of the shape meets within the bounds:
//!         bits = the pixels of the shape in the brick, 16 rows of 16 bits
//!         for each chosen layer:
//!             new = old | bits to fill, old & !bits to carve
//!             if new == old: continue
//!             copy the region, block and table that clones or snapshots share      (Arc::make_mut)
//!             number = where the table has `new`, else a number that the block does not use
//!             set the number, and the occupancy of block and region
//!             replace a block or region that became empty by the shared empty one
//!         make the brick of the union anew
//!     return the bounding box of the pixels that changed
//! ```
//!
//! A clone or a snapshot copies a pointer for each region. Two trees are compared by their pointers first: nodes that
//! they share are equal.
//!
//! # Layers
//!
//! Each layer has a tree of its own. The *union* is one more tree, of all layers that stop every motion, and most
//! queries read only that. If a single layer stops every motion, the union is its tree. A query that names layers takes
//! the first hit of several grids. Only the pixels decide hits. The map names the layer, cell and tile afterwards
//! (`owner.rs`). The one-way tiles of a layer have trees of their own, one for each direction (`layer_stack.rs`), so they
//! are found as a one-way layer is.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | brick | 16×16 pixels as columns and as rows, in a cache line of 64 bytes; bricks lie on multiples of 16 pixels of the world |
//! | block, region | 16×16 bricks, 16×16 blocks; both count from the corner of the grid |
//! | grid | the tree of a layer or of the union |
//! | table | 256 bricks that blocks share; each brick of a block is a byte, its number in the table |
//! | occupancy | a brick of bits in each block and region, set where a child is not empty; rays skip the others |
//! | two-way, one-way layer | a layer that stops every motion; a layer, or its one-way tiles, that stop one direction only |
//! | union | the grid of all two-way layers together |
//! | owner | the layer, cell and tile of a solid pixel |
//!
//! # Proofs
//!
//! - The tree equals plain arrays, and every occupancy is right: unit tests of `block` and `layer_stack`.
//! - Windows of rows equal single pixels: unit tests of `area`.
//! - Maps, owners, shapes, tiles that are set and dirty rectangles equal pixels that are edited one by one: `bricks.rs` and
//!   `edits.rs` in `tests/terrain`. Maps that are reloaded equal maps drawn anew: `update.rs`.
//! - An outside equals pixels that are drawn there: `outside.rs` in `tests/terrain`.
//! - One-way tiles of a layer equal one-way layers: `one_way_tiles.rs` there. Bodies among one-way tiles move as a plain
//!   mover does: `tests/motion/same.rs`.
//! - Saved edits make the same terrain, in parts, in levels that are loaded around a player, and in changed maps: `saved.rs` in
//!   `tests/terrain`.
//! - Answers have golden hashes: `tests/rays/determinism.rs`.

mod area;
mod block;
mod build;
mod edit;
mod grid;
mod layer_mask;
mod layer_stack;
mod outside;
mod owner;
mod pieces;
mod query;
mod region;
mod reload;
mod state;
mod stencil;
mod surface;
mod surroundings;
mod terrain_edits;

pub(crate) use crate::solidity::BRICK_SHIFT;
pub(crate) use area::NearLines;
pub(crate) use block::{Block, GridNode};
pub use build::TerrainError;
pub use edit::EditError;
pub(crate) use grid::{BLOCK_SHIFT, BlockPosition, BrickGrid, REGION_SHIFT};
pub use layer_mask::{LayerMask, OneWayRule};
pub(crate) use layer_stack::LayerSelection;
pub(crate) use owner::{Owner, OwnerFinder};
pub use pieces::PixelChanges;
pub use query::{TerrainQuery, Traversal};
pub(crate) use region::Region;
pub use state::{StateHash, TerrainSnapshot};
pub use stencil::Stencil;
pub(crate) use stencil::StencilPixels;
pub use surroundings::Outside;
pub use terrain_edits::TerrainEdits;

use crate::geometry::{Direction, Rect};
use crate::simd::Level;
use crate::solidity::SolidityMap;
use crate::tile::{LayerSet, TileMap};
use build::{GridBuilder, MAX_BRICKS};
use glam::{DVec2, IVec2};
use layer_stack::{LayerStack, NextLayer};
use owner::TerrainSource;
use std::collections::HashSet;
use std::fmt;
use stencil::DirtySquares;
use surroundings::Surroundings;

/// The solidity of a map in world coordinates, fast to query and to edit.
///
/// Solidity is stored in bricks of 16×16 pixels. Equal bricks are mostly stored once, so memory grows with the number
/// of distinct tiles and of cells rather than with the pixels. Outside its bounds nothing is solid, unless
/// [`with_outside`](Self::with_outside) says so. A terrain is
/// `Send` and `Sync`, and queries take `&self`.
///
/// ```
/// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
///
/// // A wall 10 pixels thick, from x = 100 on.
/// let wall = SolidityMap::from_fn(200, 50, |x, _| (100..110).contains(&x));
/// let terrain = Terrain::from_solidity(&wall);
///
/// let ray = Ray::between((0.5, 20.5), (150.5, 20.5));
/// let hit = terrain.raycast(&ray).expect("the wall is in the way");
/// assert_eq!(hit.pixel(), ivec2(100, 20));
/// assert_eq!(hit.previous(), Some(ivec2(99, 20)));
/// assert_eq!(hit.normal(), (-1.0, 0.0).into());
/// ```
#[derive(Clone)]
pub struct Terrain {
    /// The pixels that queries read.
    stack: LayerStack,
    /// The pixels that edits change, if some pixel outside the bounds may be solid.
    surroundings: Option<Box<Surroundings>>,
    source: TerrainSource,
    /// The changes since the last [`take_dirty`](Self::take_dirty).
    dirty: DirtySquares,
    /// The best vector instructions of the processor, here because a single ray would notice the look-up.
    level: Level,
}

impl Terrain {
    /// The most bricks that a terrain may span: 2^27, as in a square of 185,000 pixels a side. Each takes 4 bytes for
    /// each layer, except in squares of 256 pixels that are empty.
    pub const MAX_BRICKS: u64 = MAX_BRICKS;

    /// Creates the terrain of a map, in the map's pixels, from the layers that are [solid by default](LayerSet::solid).
    ///
    /// The terrain and the map share their contents until one of them changes; changes of one do not show in the
    /// other. Looks at every cell. Takes memory for the distinct bricks, and for each layer 4 bytes for each 16×16
    /// pixels of the map's bounds, except in squares of 256 pixels that are empty. Several layers have one more grid,
    /// their union. The [one-way tiles](crate::TileSet::ONE_WAY) of a layer have one for each of their directions.
    ///
    /// # Panics
    /// If [`from_layers`](Self::from_layers) returns an error.
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// let mut rock = TileSet::new("rock", IVec2::ZERO);
    /// rock.insert(0, SolidityMap::from_fn(16, 16, |x, y| y >= x)); // a slope
    /// let set = map.add_tile_set(rock);
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::new(IVec2::ZERO, ivec2(20, 10))))?;
    /// map.set_tile(ground, ivec2(3, 2), Some(Tile { set, ..Tile::default() }))?;
    ///
    /// let terrain = Terrain::from_map(&map);
    /// assert!(terrain.is_solid(ivec2(3 * 16 + 5, 2 * 16 + 9)));
    /// assert!(!terrain.is_solid(ivec2(3 * 16 + 9, 2 * 16 + 5)));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    #[must_use]
    pub fn from_map(map: &TileMap) -> Self {
        Self::from_layers(map, &LayerSet::solid(map)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates the terrain of some layers of a map, in the map's pixels.
    ///
    /// # Errors
    /// [`TerrainError`] for a map that spans more than [`MAX_BRICKS`](Self::MAX_BRICKS).
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{LayerSet, Rect, Terrain, TileLayer, TileMap};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// for name in ["sky", "ground"] {
    ///     map.add_layer(TileLayer::new(name, Rect::new(IVec2::ZERO, ivec2(20, 10))))?;
    /// }
    /// let terrain = Terrain::from_layers(&map, &LayerSet::named(&map, ["ground"])?)?;
    /// assert_eq!(terrain.bounds(), map.bounds());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_layers(map: &TileMap, layers: &LayerSet) -> Result<Self, TerrainError> {
        let mut builder = GridBuilder::new(map.bounds())?;
        let layers = NextLayer::all_of(map, layers, |_, _| None);
        let stack = LayerStack::new(builder.area(), &layers, |layer, tiles| builder.build_layer(map, layer, tiles));
        Ok(Self::new(stack, TerrainSource::Tiles(map.clone())))
    }

    /// Creates the terrain of a mask, whose pixel `(0, 0)` is pixel `(0, 0)` of the world.
    ///
    /// Its hits are on layer 0 and have no tile. The whole mask is cell `(0, 0)`; pixels that are filled outside it
    /// later belong to the cells beside.
    ///
    /// # Panics
    /// If [`from_solidity_at`](Self::from_solidity_at) returns an error.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(256, 256, |_, y| y >= 100));
    /// assert!(terrain.is_solid(ivec2(0, 100)) && !terrain.is_solid(ivec2(0, 99)));
    /// ```
    #[must_use]
    #[doc(alias = "heightfield")]
    pub fn from_solidity(mask: &SolidityMap) -> Self {
        Self::from_solidity_at(mask, IVec2::ZERO).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates the terrain of a mask, whose pixel `(0, 0)` is pixel `origin` of the world.
    ///
    /// # Errors
    /// [`TerrainError`] for a mask that spans more than [`MAX_BRICKS`](Self::MAX_BRICKS).
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let dot = SolidityMap::from_fn(1, 1, |_, _| true);
    /// let terrain = Terrain::from_solidity_at(&dot, ivec2(-40, 7))?;
    /// assert!(terrain.is_solid(ivec2(-40, 7)));
    /// # Ok::<(), tileray::terrain::TerrainError>(())
    /// ```
    pub fn from_solidity_at(mask: &SolidityMap, origin: impl Into<IVec2>) -> Result<Self, TerrainError> {
        let origin = origin.into();
        let bounds = Rect::from_size(origin, mask.size());
        let mut builder = GridBuilder::new(bounds)?;
        let stack = LayerStack::new(builder.area(), &[NextLayer::default()], |_, _| {
            builder.build(std::iter::once(bounds.min.y..bounds.max.y), |band| band.draw(origin, mask))
        });
        Ok(Self::new(stack, TerrainSource::Mask(bounds)))
    }

    fn new(stack: LayerStack, source: TerrainSource) -> Self {
        Self { stack, surroundings: None, source, dirty: DirtySquares::default(), level: Level::best() }
    }

    /// Returns whether a pixel is solid on any layer, one-way or not.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(8, 8, |x, _| x > 3));
    /// assert!(terrain.is_solid(ivec2(4, 0)) && !terrain.is_solid(ivec2(3, 0)) && !terrain.is_solid(ivec2(8, 0)));
    /// ```
    #[must_use]
    pub fn is_solid(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        self.stack.is_solid(pixel)
    }

    /// Returns the map that the terrain was made of, with the tiles set since; `None` for the terrain of a mask.
    #[must_use]
    pub const fn map(&self) -> Option<&TileMap> {
        match &self.source {
            TerrainSource::Tiles(map) => Some(map),
            TerrainSource::Mask(_) => None,
        }
    }

    /// Returns the layers of the map that the terrain was made of, in their order; layer 0 for the terrain of a mask.
    ///
    /// ```
    /// use tileray::{LayerSet, Terrain, TileMap};
    ///
    /// # #[cfg(feature = "tmx")] {
    /// let map = TileMap::open("maps/cave.tmx")?;
    /// let terrain = Terrain::from_map(&map);
    /// assert!(terrain.layers().eq(LayerSet::solid(&map).iter()));
    /// # }
    /// # Ok::<(), tileray::LoadError>(())
    /// ```
    pub fn layers(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.stack.indices().collect::<Vec<_>>().into_iter()
    }

    /// Returns the pixels that the terrain holds: the bounds of the map or mask, extended to whole bricks of 16×16
    /// pixels on each side whose [outside](Self::outside) is free. Edits may fill all of them.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.surroundings.as_ref().map_or_else(|| self.stack.union().pixels(), |surroundings| surroundings.bounds)
    }

    /// Returns the pixels that queries know: the bounds, and the outside if it may be solid.
    pub(crate) fn known_pixels(&self) -> Rect {
        self.stack.union().pixels()
    }

    /// Returns the bytes that the solidity takes, without the tile map, which the terrain shares.
    #[must_use]
    pub fn memory(&self) -> usize {
        let mut known = HashSet::new();
        let stacks = [Some(&self.stack), self.surroundings.as_ref().map(|surroundings| &surroundings.inside)];
        stacks.into_iter().flatten().map(|stack| stack.memory(&mut known)).sum()
    }

    /// Returns the grids of the layers that are solid for a motion.
    ///
    /// One grid if the query is about all layers and none is one-way, found by two comparisons.
    // Queries that asked the stack themselves made exact batches of short rays take 4 to 7 % longer (`batch`, cave, 64 px).
    #[inline]
    pub(crate) fn select(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> LayerSelection<'_> {
        self.stack.select(layers, rule, motion)
    }

    /// Returns the grids of the layers that stop every motion.
    #[inline]
    pub(crate) fn two_way(&self, layers: LayerMask) -> LayerSelection<'_> {
        self.select(layers, OneWayRule::Free, DVec2::ZERO)
    }

    /// Returns the grids of the layers that stop one direction only; `None` if no layer does.
    pub(crate) fn one_way(&self, layers: LayerMask, direction: Direction) -> Option<LayerSelection<'_>> {
        self.stack.select_one_way(layers, direction)
    }

    /// Returns whether any layer is one-way.
    #[inline]
    pub(crate) const fn has_one_way(&self) -> bool {
        !self.stack.is_plain()
    }

    /// Returns the finder of the owners of pixels that are solid on some of these layers.
    #[inline]
    pub(crate) fn owners(&self, layers: LayerMask, rule: OneWayRule) -> OwnerFinder<'_> {
        OwnerFinder::new(&self.stack, &self.source, layers, rule)
    }

    /// Returns a rectangle that holds all pixels whose owner is a cell of a layer, or the tile in it.
    pub(crate) fn owned_pixels(&self, layer: usize, cell: IVec2) -> Rect {
        match &self.source {
            TerrainSource::Tiles(map) => map.pixels_around(layer, cell),
            TerrainSource::Mask(bounds) => owner::cell_of_mask(bounds, cell),
        }
    }

    /// Returns whether some tile of the terrain's layers may be a conveyor.
    pub(crate) fn has_conveyor(&self) -> bool {
        let has_conveyor = |map: &TileMap| self.stack.indices().any(|layer| map.has_conveyor(layer));
        self.map().is_some_and(has_conveyor)
    }
}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terrain").field("bounds", &self.bounds()).field("memory", &self.memory()).finish()
    }
}

/// A terrain without a pixel, to be filled in.
impl Default for Terrain {
    fn default() -> Self {
        Self::from_solidity(&SolidityMap::new(0, 0))
    }
}
