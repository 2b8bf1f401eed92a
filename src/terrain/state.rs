//! States of a game: snapshots to return to, and hashes to compare.

use super::Terrain;
use super::owner::TerrainSource;
use super::stencil::rect_square;
use super::surroundings::Outside;
use crate::geometry::{Direction, Rect};
use crate::solidity::{BRICK_SHIFT, Brick, words_of_rows};
use glam::IVec2;

/// A terrain as it was at one time: its solidity, its tiles, its outside, and which of its layers are one-way.
///
/// A snapshot shares with the terrain everything that neither changed since. Taking one costs a few pointers, and
/// keeping one costs the memory of the edits.
#[derive(Clone, Debug)]
pub struct TerrainSnapshot(Terrain);

impl Terrain {
    /// Returns the current state of the terrain, for [`restore`](Self::restore).
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
    /// let before = terrain.snapshot();
    /// terrain.carve_circle((32.0, 32.0), 10.0);
    /// let dirty = terrain.restore(&before);
    /// assert!(terrain.is_solid(ivec2(32, 32)) && dirty.contains(ivec2(32, 32)));
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> TerrainSnapshot {
        TerrainSnapshot(self.clone())
    }

    /// Restores the state of a snapshot, which may be of another terrain, and returns the dirty rectangle: the
    /// bounding box of the pixels that changed their solidity on some layer or their tile, [`Rect::EMPTY`] where none
    /// did.
    ///
    /// With a snapshot that has other bounds or layers the terrain takes those, and all pixels of both count as
    /// changed.
    ///
    /// Looks at everything that the two do not share, and at a pointer for each 4096×4096 pixels and for each 4096
    /// cells.
    /// [`snapshot`](Self::snapshot) shows an example.
    pub fn restore(&mut self, snapshot: &TerrainSnapshot) -> Rect {
        let (bounds, others) = (self.bounds(), snapshot.0.bounds());
        let (mut changed, mut dirty) = (Rect::EMPTY, std::mem::take(&mut self.dirty));
        let is_alike = self.differences(&snapshot.0, &mut |rect| {
            changed = changed.union(&rect);
            dirty.add(&rect);
        });
        self.clone_from(&snapshot.0);
        if is_alike {
            self.dirty = dirty;
            return changed;
        }
        bounds.union(&others)
    }

    /// Returns the bounding box of the pixels that differ in their solidity on some layer. Returns all pixels of both
    /// terrains if their layers or bounds differ.
    pub(super) fn changed_pixels(&self, other: &Self) -> Rect {
        let mut changed = Rect::EMPTY;
        if self.inside().differences(other.inside(), &mut |rect| changed = changed.union(&rect)) {
            return changed;
        }
        self.bounds().union(&other.bounds())
    }

    /// Visits rectangles that hold the pixels that differ in their solidity on some layer or their tile. None is empty.
    ///
    /// Returns false if the bounds or the layers differ; then all pixels of both count as changed.
    #[must_use]
    fn differences(&self, other: &Self, visit: &mut dyn FnMut(Rect)) -> bool {
        let bounds = self.bounds();
        let mut tile = |rect: Rect| {
            let rect = rect.intersection(&bounds);
            if !rect.is_empty() {
                visit(rect);
            }
        };
        let is_alike = match (&self.source, &other.source) {
            (TerrainSource::Tiles(map), TerrainSource::Tiles(other)) => map.differences(other, &mut tile),
            (TerrainSource::Mask(mask), TerrainSource::Mask(other)) => mask == other,
            _ => false,
        };
        is_alike && self.inside().differences(other.inside(), visit)
    }

    /// Adds the solidity of each layer, its one-way direction and the outside to the hash of a state.
    ///
    /// Tiles with equal pixels and directions count as equal, also conveyors of different speeds. Costs five additions for
    /// each brick of 16×16 pixels that is not empty.
    /// [`StateHash`] shows an example.
    pub fn hash_state(&self, hash: &mut StateHash) {
        let inside = self.inside();
        // Next to an outside, bricks may have pixels beyond the bounds, which nothing sees.
        let bounds = self.surroundings.as_ref().map(|it| it.bounds);
        let seen = |pixel, brick: &Brick| {
            let within = bounds.map_or([u16::MAX; 16], |bounds| rect_square(&bounds, pixel));
            std::array::from_fn(|row| brick.rows()[row] & within[row])
        };
        for layer in inside.layers() {
            let grid = inside.grid(layer);
            // A layer whose one-way tiles are gone is as one that never had any.
            if layer.tiles.is_some() && !grid.any_brick(grid.area(), |pixel, brick| seen(pixel, brick) != [0; 16]) {
                continue;
            }
            hash.add(layer.index as u64);
            hash.add_direction(layer.one_way);
            grid.any_brick(grid.area(), |pixel, brick| {
                let rows = seen(pixel, brick);
                if rows != [0; 16] {
                    hash.add_pair(pixel >> BRICK_SHIFT as i32);
                    words_of_rows(&rows).into_iter().for_each(|rows| hash.add(rows));
                }
                false
            });
        }
        let sides = self.sides();
        if sides != [Outside::Free; 4] {
            sides.into_iter().for_each(|outside| hash.add(outside as u64));
        }
    }
}

impl TerrainSnapshot {
    /// Returns the terrain as it was.
    pub(super) const fn terrain(&self) -> &Terrain {
        &self.0
    }
}

/// A hash of a game's state in 64 bits, which tells whether two runs agree.
///
/// The hash depends on the added values and their order. It is the same on every machine and in every build. It does
/// not resist deliberate collisions.
///
/// ```
/// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
/// use tileray::terrain::StateHash;
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y > 50));
/// let state = |terrain: &Terrain, body: &Body| {
///     let mut hash = StateHash::new();
///     terrain.hash_state(&mut hash);
///     body.hash_state(&mut hash);
///     hash.finish()
/// };
/// let mut body = Body::rectangle((12, 14), ivec2(10, 20))?;
/// let before = state(&terrain, &body);
/// body.move_x(&terrain, 0.25);
/// assert_ne!(state(&terrain, &body), before, "a quarter of a pixel counts");
/// body.move_x(&terrain, -0.25);
/// assert_eq!(state(&terrain, &body), before);
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl StateHash {
    /// Creates the hash of an empty state.
    #[must_use]
    pub const fn new() -> Self {
        Self(0x243f_6a88_85a3_08d3)
    }

    /// Adds an integer.
    #[inline]
    pub const fn add(&mut self, number: u64) {
        // A step of splitmix64 (Steele, Lea and Flood 2014): every bit of the number reaches every bit of the state.
        let mixed = (self.0 ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ mixed >> 31;
    }

    /// Adds a pair of integers, such as a pixel.
    #[inline]
    pub fn add_pair(&mut self, pair: impl Into<IVec2>) {
        let pair = pair.into();
        self.add(u64::from(pair.x as u32) | u64::from(pair.y as u32) << 32);
    }

    /// Adds a direction, or its absence.
    pub(crate) fn add_direction(&mut self, direction: Option<Direction>) {
        self.add(direction.map_or(0, |direction| 1 + direction as u64));
    }

    /// Adds a float by its bits; −0 differs from 0.
    #[inline]
    pub const fn add_f32(&mut self, number: f32) {
        self.add(number.to_bits() as u64);
    }

    /// Returns the hash of the added values.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}
