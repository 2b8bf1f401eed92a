use super::brick::Brick;
use glam::{IVec2, ivec2};
use std::collections::HashMap;

/// A grid of bricks that counts from its corner; equal bricks are stored once.
#[derive(Clone, Debug)]
pub(crate) struct BrickLevel {
    /// The bricks in a row.
    columns: u32,
    /// Row after row: the brick's place in `bricks`.
    places: Vec<u32>,
    /// The distinct bricks; the first is the empty one.
    bricks: Vec<Brick>,
}

impl BrickLevel {
    /// The place of the empty brick.
    pub(crate) const EMPTY: u32 = 0;

    /// Makes a level of `columns` × `rows` bricks from what `brick(x, y)` says of each, asked row after row.
    pub(super) fn from_fn(columns: u32, rows: u32, mut brick: impl FnMut(u32, u32) -> [u16; 16]) -> Self {
        let places = Vec::with_capacity(columns as usize * rows as usize);
        let mut level = Self { columns, places, bricks: vec![Brick::EMPTY] };
        let mut place_of = HashMap::from([(*Brick::EMPTY.rows(), Self::EMPTY)]);
        let mut previous = Self::EMPTY;
        for y in 0..rows {
            for x in 0..columns {
                let rows = brick(x, y);
                // Most bricks are empty or as the one before them, and a look at those is cheaper than a hash.
                previous = if rows == *Brick::EMPTY.rows() {
                    Self::EMPTY
                } else if rows == *level.brick(previous).rows() {
                    previous
                } else {
                    *place_of.entry(rows).or_insert_with(|| {
                        level.bricks.push(Brick::from_rows(rows));
                        (level.bricks.len() - 1) as u32
                    })
                };
                level.places.push(previous);
            }
        }
        level.bricks.shrink_to_fit();
        level
    }

    /// The level above: one bit for each brick of this one, set where the brick is not empty.
    pub(super) fn occupancy(&self) -> Self {
        let rows = (self.places.len() as u32).checked_div(self.columns).unwrap_or(0);
        Self::from_fn(self.columns.div_ceil(16), rows.div_ceil(16), |x, y| {
            std::array::from_fn(|row| {
                let row = y * 16 + row as u32;
                (0..16).fold(0, |bits, column| {
                    let cell = ivec2((x * 16 + column) as i32, row as i32);
                    bits | u16::from(!self.is_empty_at(cell)) << column
                })
            })
        })
    }

    /// The bricks in a row.
    #[inline]
    pub(crate) const fn columns(&self) -> u32 {
        self.columns
    }

    /// The places of all bricks, row after row.
    #[inline]
    pub(crate) fn places(&self) -> &[u32] {
        &self.places
    }

    #[inline]
    pub(crate) fn brick(&self, place: u32) -> &Brick {
        &self.bricks[place as usize]
    }

    #[inline]
    fn place_at(&self, cell: IVec2) -> Option<u32> {
        // Negative coordinates become ones past the end; a row past the last is past the end of the places too.
        let (column, row) = (cell.x as u32, cell.y as u32);
        let index = row as usize * self.columns as usize + column as usize;
        if column < self.columns { self.places.get(index).copied() } else { None }
    }

    /// Whether the brick of a cell is empty; outside it is.
    pub(super) fn is_empty_at(&self, cell: IVec2) -> bool {
        self.place_at(cell).unwrap_or(Self::EMPTY) == Self::EMPTY
    }

    /// The brick of a cell; `None` outside.
    #[inline]
    pub(super) fn brick_at(&self, cell: IVec2) -> Option<&Brick> {
        self.place_at(cell).map(|place| self.brick(place))
    }

    pub(super) fn distinct(&self) -> usize {
        self.bricks.len()
    }

    /// The bytes that it takes.
    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.places) + size_of_val(&*self.bricks)
    }
}
