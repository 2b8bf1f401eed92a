//! Tiles as cells draw them. A map keeps each once.

use crate::geometry::{Direction, Rect};
use crate::solidity::{BRICK_SIDE, Brick, Orientation, SolidityMap};
use glam::{IVec2, ivec2};
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::ops::Index;
use std::sync::{Arc, OnceLock};

/// A tile of a tile set, and the flips that a cell draws it with.
///
/// ```
/// use tileray::Tile;
/// use tileray::solidity::Orientation;
///
/// let upside_down = Orientation { vertical: true, ..Orientation::IDENTITY };
/// let tile = Tile { set: 0, id: 7, orientation: upside_down };
/// assert_ne!(tile, Tile { id: 7, ..Tile::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// The index of the tile set in [`TileMap::tile_sets`](crate::tile::TileMap::tile_sets).
    pub set: u16,
    /// The tile's id in that set.
    pub id: u32,
    /// The flips that the tile is drawn with.
    pub orientation: Orientation,
}

/// Formats the id, the set, and the letters of the flips in the order of application: `D`, `H`, `V`.
///
/// ```
/// use tileray::Tile;
/// use tileray::solidity::Orientation;
///
/// let turned = Orientation { diagonal: true, vertical: true, ..Orientation::IDENTITY };
/// assert_eq!(Tile { set: 1, id: 7, orientation: turned }.to_string(), "7 of set 1, flips DV");
/// assert_eq!(Tile { id: 7, ..Tile::default() }.to_string(), "7 of set 0");
/// ```
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, id, orientation } = *self;
        write!(f, "{id} of set {set}")?;
        if orientation != Orientation::IDENTITY {
            f.write_str(", flips ")?;
        }
        let flips = [(orientation.diagonal, "D"), (orientation.horizontal, "H"), (orientation.vertical, "V")];
        flips.iter().filter(|(set, _)| *set).try_for_each(|(_, letter)| f.write_str(letter))
    }
}

/// A tile as a cell draws it: its mask with the flips applied, and the position of the mask.
///
/// A map keeps one for each distinct tile and height of cells, however many cells use the tile.
///
/// ```
/// use tileray::glam::{IVec2, ivec2, uvec2};
/// use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};
///
/// let mut set = TileSet::new("trees", IVec2::ZERO);
/// set.insert(0, SolidityMap::from_fn(16, 40, |_, _| true)); // taller than a cell
/// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(4, 4))?;
/// let set = map.add_tile_set(set);
/// let layer = map.add_layer(TileLayer::new("trees", Rect::new(IVec2::ZERO, ivec2(4, 4))))?;
/// map.set_tile(layer, ivec2(1, 3), Some(Tile { set, ..Tile::default() }))?;
///
/// let (corner, placed) = map.placed_tiles(layer).next().expect("the only tile");
/// assert_eq!(placed.offset, ivec2(0, -24)); // The bottom left corners coincide.
/// assert_eq!(corner, ivec2(16, 3 * 16 - 24));
/// assert_eq!(placed.rect(), Rect::new(ivec2(0, -24), ivec2(16, 16)));
/// # Ok::<(), tileray::tile::TileMapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlacedTile {
    /// Always `Some`: a hit copies the option in one piece.
    tile: Option<Tile>,
    /// The tile's solidity with the flips applied.
    pub mask: Arc<SolidityMap>,
    /// The top left corner of the picture, in pixels from the top left corner of its cell.
    pub offset: IVec2,
    one_way: Option<Direction>,
}

impl PlacedTile {
    /// Places the picture as Tiled draws it: its bottom left corner on the cell's, then moved by the set's offset.
    pub(super) fn new(
        tile: Tile,
        mask: Arc<SolidityMap>,
        set_offset: IVec2,
        cell_height: i32,
        one_way: Option<Direction>,
    ) -> Self {
        let offset = ivec2(0, cell_height - mask.height() as i32).saturating_add(set_offset);
        Self { tile: Some(tile), mask, offset, one_way }
    }

    /// Returns the tile.
    #[must_use]
    pub const fn tile(&self) -> Tile {
        match self.tile {
            Some(tile) => tile,
            None => unreachable!(),
        }
    }

    /// Returns the tile as the option that a hit holds. It is always `Some`.
    #[inline(always)]
    pub(crate) const fn some_tile(&self) -> &Option<Tile> {
        &self.tile
    }

    /// Returns the one direction of motion that the tile stops, by its own property; `None` if it has none.
    #[inline]
    pub(crate) const fn one_way(&self) -> Option<Direction> {
        self.one_way
    }

    /// Returns the pixels that the picture covers, relative to the top left corner of its cell.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect::from_size(self.offset, self.mask.size())
    }
}

/// The placed tiles of a map, by index: one for each distinct tile and height of cells that a cell uses or used.
#[derive(Clone, Default)]
pub(super) struct PlacedTiles {
    tiles: Vec<PlacedTile>,
    /// The height of the cells that each tile is placed in.
    cell_heights: Vec<i32>,
    /// The mask of each tile in bricks, cut when it is first needed.
    bricks: Vec<OnceLock<MaskBricks>>,
    /// The index of each tile, by its key.
    indices: HashMap<PlacedKey, u32, TileKeyHash>,
}

/// A mask cut into bricks from its top left corner, row after row. `None` is an empty brick.
type MaskBricks = Box<[Option<Brick>]>;

impl PlacedTiles {
    /// Returns the number of placed tiles.
    pub(super) fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Returns the index of a tile in cells of a height, or `None` if it has none yet.
    #[inline]
    pub(super) fn find(&self, tile: Tile, cell_height: i32) -> Option<usize> {
        self.indices.get(&PlacedKey::new(tile, cell_height)).map(|&index| index as usize)
    }

    /// Adds a tile in cells of a height, which has no index yet, and returns its index.
    pub(super) fn push(&mut self, placed: PlacedTile, cell_height: i32) -> usize {
        let index = self.tiles.len();
        self.indices.insert(PlacedKey::new(placed.tile(), cell_height), index as u32);
        self.tiles.push(placed);
        self.cell_heights.push(cell_height);
        self.bricks.push(OnceLock::new());
        index
    }

    /// Returns the placed tiles, by index, each with the height of its cells.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&PlacedTile, i32)> {
        self.tiles.iter().zip(self.cell_heights.iter().copied())
    }

    /// Returns a brick of a tile's mask by its column and row, counted from the mask's top left corner.
    #[inline]
    pub(super) fn brick(&self, index: usize, brick: IVec2) -> Option<&Brick> {
        let mask = &self.tiles[index].mask;
        let columns = mask.width().div_ceil(BRICK_SIDE as u32);
        let bricks = self.bricks[index].get_or_init(|| cut(mask));
        bricks[(brick.y as u32 * columns + brick.x as u32) as usize].as_ref()
    }
}

impl Index<usize> for PlacedTiles {
    type Output = PlacedTile;

    #[inline]
    fn index(&self, index: usize) -> &PlacedTile {
        &self.tiles[index]
    }
}

/// Cuts a mask into bricks. Pixels beyond the mask are free.
#[cold]
fn cut(mask: &SolidityMap) -> MaskBricks {
    let corners = |length: u32| (0..i64::from(length)).step_by(BRICK_SIDE as usize);
    corners(mask.height()).flat_map(|y| corners(mask.width()).map(move |x| Brick::solid(mask.square(x, y)))).collect()
}

/// A tile and the height of its cells, on which its offset depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlacedKey {
    /// The tile in 51 bits.
    tile: u64,
    cell_height: i32,
}

impl PlacedKey {
    #[inline]
    fn new(tile: Tile, cell_height: i32) -> Self {
        let tile = u64::from(tile.set) << 35 | u64::from(tile.id) << 3 | tile.orientation.index() as u64;
        Self { tile, cell_height }
    }
}

impl Hash for PlacedKey {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Heights below 8192 have bits of their own. The few upper bits of greater ones share bits with the tile.
        state.write_u64(self.tile ^ (self.cell_height as u64).rotate_right(13));
    }
}

/// Hashes the keys of tiles by one product, which takes a tenth of the time of the standard library's hash.
///
/// The seed is random, as the ids of an untrusted map could otherwise be chosen to collide.
#[derive(Clone)]
struct TileKeyHash {
    seed: u64,
}

impl Default for TileKeyHash {
    fn default() -> Self {
        Self { seed: RandomState::new().hash_one(0) }
    }
}

impl BuildHasher for TileKeyHash {
    type Hasher = TileKeyHasher;

    #[inline]
    fn build_hasher(&self) -> TileKeyHasher {
        TileKeyHasher(self.seed)
    }
}

struct TileKeyHasher(u64);

impl Hasher for TileKeyHasher {
    #[inline]
    fn write_u64(&mut self, number: u64) {
        // The golden ratio in 64 bits. The upper half of the product depends on all bits of the number, so it is folded
        // into the lower half.
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64 ^ product) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_tile_has_an_index_of_its_own_in_cells_of_each_height() {
        let ids = [0, 1, 2, 3, 100, u32::MAX / 2, u32::MAX - 1, u32::MAX];
        let each_set = [0, 1, 255, u16::MAX].into_iter().flat_map(|set| ids.map(|id| (set, id)));
        let tiles: Vec<_> =
            each_set.flat_map(|(set, id)| Orientation::ALL.map(|orientation| Tile { set, id, orientation })).collect();
        let keys: Vec<_> = [1, 2, 4096, 8191, 8192, 8193, 65_535, 65_536]
            .into_iter()
            .flat_map(|height| tiles.iter().map(move |tile| (*tile, height)))
            .collect();
        let mut placed = PlacedTiles::default();
        let mask = Arc::new(SolidityMap::new(1, 1));
        for (index, &(tile, height)) in keys.iter().enumerate() {
            assert_eq!(placed.find(tile, height), None);
            let new = PlacedTile::new(tile, Arc::clone(&mask), IVec2::ZERO, height, None);
            assert_eq!(placed.push(new, height), index);
        }
        for (index, &(tile, height)) in keys.iter().enumerate() {
            assert_eq!(placed.find(tile, height), Some(index));
            assert_eq!((placed[index].tile(), placed[index].offset), (tile, ivec2(0, height - 1)));
        }
    }

    #[test]
    fn keys_that_differ_in_few_bits_are_spread() {
        for seed in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            let hashes = TileKeyHash { seed };
            for shift in 0..45 {
                // A table of 1024 slots, a quarter of them used, looks at these bits.
                let used: HashSet<u64> = (0..256_u64).map(|key| hashes.hash_one(key << shift) % 1024).collect();
                assert!(used.len() > 128, "seed {seed:x}, bit {shift}: {} slots for 256 keys", used.len());
            }
        }
    }
}
