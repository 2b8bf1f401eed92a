//! The outside of a terrain: free, solid, or the pixels at the border repeated.
//!
//! ```text
//! pixel (x, y) outside the bounds:
//!     solid       if it lies beyond a side that is `Solid`
//!     free        else if it lies beyond a side that is `Free`
//!     repeated    else: the pixel of the bounds that is nearest to it
//!
//!     left and right `Solid`, top `Free`, bottom `Edge`:
//!
//!     ####.....####
//!     ####.....####        above: free; the solid sides go on
//!     ####..##.####  ]
//!     ####.###.####  ]     the rows within the bounds
//!     ####.###.####        below: the last row, repeated
//!     ####.###.####
//! ```
//!
//! One-way tiles do not go on beyond a `Solid` side: the pixels there have no tile. On their grids the side is `Free`.
//!
//! Queries know nothing of this. They read a stack of grids that is larger than the bounds by 8 regions of 4096 px on
//! each side. Edits change a stack of its own, the inside:
//!
//! ```text
//! follow(stack, inside, changed):
//!     widen `changed` without end beyond each side whose border it touches
//!     for each grid, for each region of 16×16 blocks that `changed` meets:
//!         within the bounds: shared with the inside
//!         else for each block that `changed` meets:
//!             within the bounds: shared with the inside
//!             else: 256 bricks by the rule above, the same for all blocks beyond one stretch of the border
//! ```
//!
//! So a terrain whose outside is free has one stack and pays nothing. Proof: `tests/terrain/outside.rs` asks every
//! question of `reference::mirrors` in such terrains and in masks with the outside drawn.

use super::block::{Block, GridNode, square_position};
use super::build::{BlockPacker, BlockRows};
use super::grid::{BLOCK_SHIFT, BrickGrid, REGION_SHIFT};
use super::layer_stack::LayerStack;
use super::region::Region;
use crate::geometry::{Direction, Rect};
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE};
use glam::{I64Vec2, IVec2};
use std::collections::HashMap;
use std::sync::Arc;

/// The width of the outside in regions of 4096 px.
pub(super) const REGIONS: i32 = 8;
/// The shift from a brick's coordinate to its region's.
const TO_REGION: u32 = REGION_SHIFT - BRICK_SHIFT;

/// The pixels beyond a side of a terrain.
///
/// ```
/// use tileray::terrain::Outside;
/// use tileray::{Direction, Ray, SolidityMap, Terrain, glam::ivec2};
///
/// // A floor from y = 40 on. It goes on at the left and at the right, above a bottom that is solid.
/// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
/// let mut terrain = floor.with_outside(Outside::Edge);
/// terrain.set_outside(Direction::Down, Outside::Solid);
/// assert!(terrain.is_solid(ivec2(-500, 40)) && !terrain.is_solid(ivec2(-500, 39)));
/// let hit = terrain.raycast(&Ray::between((900.5, 0.5), (900.5, 90.5)));
/// assert_eq!(hit.map(|hit| hit.pixel()), Some(ivec2(900, 40)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outside {
    /// No pixel is solid.
    #[default]
    Free,
    /// Each pixel is solid, on every layer.
    Solid,
    /// Each pixel is as the nearest one within the bounds, on each layer.
    Edge,
}

/// The bounds of a terrain whose outside is not free, what lies beyond each side, and the pixels within.
#[derive(Clone)]
pub(super) struct Surroundings {
    pub(super) bounds: Rect,
    /// By [`Direction`].
    pub(super) sides: [Outside; 4],
    /// The solidity that edits change. Pixels outside the bounds do not count.
    pub(super) inside: LayerStack,
}

impl Surroundings {
    /// Puts an outside around the pixels of a stack.
    pub(super) fn around(stack: &mut LayerStack, bounds: Rect, sides: [Outside; 4]) -> Self {
        let whole = stack.emptied(grown(stack.union().area()));
        let surroundings = Self { bounds, sides, inside: std::mem::replace(stack, whole) };
        surroundings.follow(stack, None);
        surroundings
    }

    /// Makes the grids of a stack those of the inside and of its outside, where some pixels of the inside changed;
    /// everywhere for `None`.
    fn follow(&self, stack: &mut LayerStack, changed: Option<&Rect>) {
        const ALL: Rect = Rect { min: IVec2::MIN, max: IVec2::MAX };
        if self.bounds.is_empty() || changed.is_some_and(Rect::is_empty) {
            return;
        }
        let changed = changed.map_or(ALL, |changed| {
            let reaches = [changed.min.cmple(self.bounds.min), changed.max.cmpge(self.bounds.max)];
            Rect::new(IVec2::select(reaches[0], ALL.min, changed.min), IVec2::select(reaches[1], ALL.max, changed.max))
        });
        let of_tiles = self.sides.map(|side| if side == Outside::Solid { Outside::Free } else { side });
        stack.each_grid(&self.inside, |grid, inside, is_of_tiles| {
            self.follow_in(grid, inside, if is_of_tiles { &of_tiles } else { &self.sides }, &changed);
        });
    }

    fn follow_in(&self, grid: &mut BrickGrid, inside: &BrickGrid, sides: &[Outside; 4], changed: &Rect) {
        // Blocks and regions count from the corner of the inside. Its blocks are blocks of the larger grid too.
        let corner = inside.corner() * BRICK_SIDE;
        let to_regions = (inside.corner() - grid.corner()) >> TO_REGION;
        // Whether a square of 2^shift pixels lies within some pixels, and whether it meets them.
        let within = |pixels: &Rect, at: IVec2, shift: u32| {
            let at = at.as_i64vec2();
            let (min, max) = ((at << shift) + corner.as_i64vec2(), ((at + 1) << shift) + corner.as_i64vec2());
            let (low, high) = (pixels.min.as_i64vec2(), pixels.max.as_i64vec2());
            (min.cmpge(low).all() && max.cmple(high).all(), min.cmplt(high).all() && max.cmpgt(low).all())
        };
        let is_inside = |at: IVec2, shift: u32| within(&self.bounds, at, shift).0;
        let is_changed = |at: IVec2, shift: u32| within(changed, at, shift).1;
        // All squares beyond the one next to the border are like it.
        let nearest = |at: IVec2, shift: u32| {
            let (first, last) = ((self.bounds.min - corner) >> shift, (self.bounds.max - 1 - corner) >> shift);
            at.clamp(first - 1, last + 1)
        };

        let mut packer = BlockPacker::default();
        let (first, last) = (nearest(IVec2::MIN, BLOCK_SHIFT), nearest(IVec2::MAX, BLOCK_SHIFT));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let at = IVec2::new(x, y);
                if is_changed(at, BLOCK_SHIFT) && !is_inside(at, BLOCK_SHIFT) {
                    let brick = |index| self.brick(inside, sides, inside.corner() + at * 16 + square_position(index));
                    let rows: Box<BlockRows> = Box::new(std::array::from_fn(brick));
                    let position = (at - first).as_uvec2();
                    packer.add((position.x, position.y), &rows);
                }
            }
        }
        let made: HashMap<(u32, u32), Arc<Block>> =
            packer.finish().filter(|(_, block)| !block.occupancy().is_empty()).collect();
        let block = |at: IVec2| {
            if is_inside(at, BLOCK_SHIFT) {
                return Arc::clone(inside.shared_block(at.x as u32, at.y as u32));
            }
            let position = (nearest(at, BLOCK_SHIFT) - first).as_uvec2();
            Arc::clone(made.get(&(position.x, position.y)).unwrap_or(Block::empty()))
        };

        let mut regions: HashMap<IVec2, Arc<Region>> = HashMap::new();
        grid.change_regions(|at, region| {
            let at = at - to_regions;
            if !is_changed(at, REGION_SHIFT) {
                return false;
            }
            if is_inside(at, REGION_SHIFT) {
                *region = Arc::clone(inside.shared_region(at.x, at.y));
                return true;
            }
            if let Some(known) = regions.get(&nearest(at, REGION_SHIFT)) {
                *region = Arc::clone(known);
                return true;
            }
            let changing = Arc::make_mut(region);
            for child in (0..256).map(square_position) {
                let at = at * 16 + child;
                if is_changed(at, BLOCK_SHIFT) {
                    changing.put(child.x as u32, child.y as u32, block(at));
                }
            }
            if changing.occupancy().is_empty() {
                *region = Arc::clone(Region::empty());
            }
            regions.insert(nearest(at, REGION_SHIFT), Arc::clone(region));
            true
        });
    }

    /// Returns the rows of a brick of the world that does not lie within the bounds as a whole.
    fn brick(&self, inside: &BrickGrid, sides: &[Outside; 4], at: IVec2) -> [u16; 16] {
        let Rect { min, max } = self.bounds;
        let corner = at.as_i64vec2() << BRICK_SHIFT as i64;
        let near = at.clamp(min >> BRICK_SHIFT as i32, (max - 1) >> BRICK_SHIFT as i32);
        let rows = inside.rows(near);
        let [low, high] = [min, max].map(|it| (it.as_i64vec2() - corner).clamp(I64Vec2::ZERO, I64Vec2::splat(16)));
        // The columns left of the bounds, and those right of them.
        let (left, right) = (!(u32::MAX << low.x) as u16, (0xFFFF_u32 << high.x) as u16);
        let of = |outside: Outside| {
            let beyond = |side: Direction, columns: u16| if sides[side as usize] == outside { columns } else { 0 };
            beyond(Direction::Left, left) | beyond(Direction::Right, right)
        };
        let (solid, free) = (of(Outside::Solid), of(Outside::Free));
        let [first, last] = [min, max - 1].map(|pixel| pixel - near * BRICK_SIDE);
        std::array::from_fn(|y| {
            let beyond = match y as i64 {
                y if y < low.y => sides[Direction::Up as usize],
                y if y >= high.y => sides[Direction::Down as usize],
                _ => Outside::Edge,
            };
            let source = (i64::from(at.y - near.y) * 16 + y as i64).clamp(first.y.max(0).into(), last.y.min(15).into());
            let row = rows[source as usize];
            // The column lies in this brick where columns repeat it.
            let repeated = |column: i32, columns: u16| if columns != 0 && row >> column & 1 == 1 { columns } else { 0 };
            let edge = row & !(left | right) | repeated(first.x, left) | repeated(last.x, right);
            match beyond {
                Outside::Solid => u16::MAX,
                Outside::Free => solid,
                Outside::Edge => edge & !free | solid,
            }
        })
    }
}

/// Edits the pixels of a terrain within its bounds. The edit returns a rectangle that holds what it changed.
pub(super) fn edit_inside(
    stack: &mut LayerStack,
    surroundings: &mut Option<Box<Surroundings>>,
    edit: impl FnOnce(&mut LayerStack) -> Rect,
) -> Rect {
    let Some(surroundings) = surroundings else { return edit(stack) };
    let changed = edit(&mut surroundings.inside);
    surroundings.follow(stack, Some(&changed));
    changed
}

/// Returns an area of bricks with the outside around it. Its corner is moved by whole regions.
fn grown(area: &Rect) -> Rect {
    if area.is_empty() {
        return *area;
    }
    // Pixels have 32 bits.
    const MOST: i32 = 1 << (31 - BRICK_SHIFT);
    let regions: IVec2 = (area.min + MOST) >> TO_REGION;
    let regions = regions.min(IVec2::splat(REGIONS));
    Rect::new(area.min - (regions << TO_REGION), (area.max + (REGIONS << TO_REGION)).min(IVec2::splat(MOST - 1)))
}
