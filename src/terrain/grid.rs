use super::brick::{BRICK_SHIFT, BRICK_SIDE, Brick};
use crate::geometry::Rect;
use glam::IVec2;
use std::collections::HashMap;

/// Solidity in bricks over a rectangle of the world; equal bricks are stored once.
///
/// Bricks lie on multiples of 16 pixels of the world, whatever the map's tiles measure.
#[derive(Clone, Debug)]
pub(crate) struct BrickGrid {
    /// The bricks that the grid holds, in units of bricks.
    area: Rect,
    /// Row after row: the brick's place in `bricks`.
    places: Vec<u32>,
    /// The distinct bricks; the first is the empty one.
    bricks: Vec<Brick>,
}

impl BrickGrid {
    /// The place of the empty brick.
    pub(crate) const EMPTY: u32 = 0;

    /// The bricks that it takes to cover `pixels`.
    pub(super) fn covering(pixels: &Rect) -> Rect {
        if pixels.is_empty() {
            return Rect::EMPTY;
        }
        let last = pixels.max - IVec2::ONE;
        Rect::new(pixels.min >> BRICK_SHIFT as i32, (last >> BRICK_SHIFT as i32) + IVec2::ONE)
    }

    /// The pixels of those bricks.
    pub(crate) fn pixels(&self) -> Rect {
        Rect::new(self.area.min * BRICK_SIDE, self.area.max * BRICK_SIDE)
    }

    /// The place of the brick at `(x, y)`, in units of bricks; the empty one outside the grid.
    #[inline]
    pub(crate) fn place(&self, x: i32, y: i32) -> u32 {
        let column = x.wrapping_sub(self.area.min.x) as u32;
        let row = y.wrapping_sub(self.area.min.y) as u32;
        if column < self.area.width() && row < self.area.height() {
            self.places[row as usize * self.area.width() as usize + column as usize]
        } else {
            Self::EMPTY
        }
    }

    #[inline]
    pub(crate) fn brick(&self, place: u32) -> &Brick {
        &self.bricks[place as usize]
    }

    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        let brick = self.brick(self.place(pixel.x >> BRICK_SHIFT, pixel.y >> BRICK_SHIFT));
        brick.rows[(pixel.y & (BRICK_SIDE - 1)) as usize] >> (pixel.x & (BRICK_SIDE - 1)) & 1 == 1
    }

    /// The number of bricks that differ from each other, the empty one among them.
    pub(crate) fn distinct(&self) -> usize {
        self.bricks.len()
    }

    /// The bytes that it takes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.places) + size_of_val(&*self.bricks)
    }
}

/// Gathers the bricks of a grid, row after row from the top left.
pub(super) struct BrickGridBuilder {
    grid: BrickGrid,
    place_of: HashMap<[u16; 16], u32>,
}

impl BrickGridBuilder {
    pub(super) fn new(area: Rect) -> Self {
        let places = Vec::with_capacity(area.area() as usize);
        let grid = BrickGrid { area, places, bricks: vec![Brick::EMPTY] };
        Self { grid, place_of: HashMap::from([(Brick::EMPTY.rows, BrickGrid::EMPTY)]) }
    }

    /// Adds the next brick.
    pub(super) fn push(&mut self, rows: [u16; 16]) {
        // Most bricks are empty or as the one before them, and a look at those is cheaper than a hash.
        let previous = self.grid.places.last().copied().unwrap_or(BrickGrid::EMPTY);
        let place = if rows == Brick::EMPTY.rows {
            BrickGrid::EMPTY
        } else if rows == self.grid.brick(previous).rows {
            previous
        } else {
            *self.place_of.entry(rows).or_insert_with(|| {
                self.grid.bricks.push(Brick::from_rows(rows));
                (self.grid.bricks.len() - 1) as u32
            })
        };
        self.grid.places.push(place);
    }

    pub(super) fn finish(mut self) -> BrickGrid {
        debug_assert_eq!(self.grid.places.len() as u64, self.grid.area.area());
        self.grid.bricks.shrink_to_fit();
        self.grid
    }
}
