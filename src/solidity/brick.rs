//! Bricks: squares of 16×16 pixels that fill a cache line, the leaves of a terrain.

/// The side of a brick in pixels.
pub(crate) const BRICK_SIDE: i32 = 16;
/// The shift from a pixel's coordinate to its brick's.
pub(crate) const BRICK_SHIFT: u32 = 4;

/// 16×16 bits of solidity, stored as columns and as rows, so that shallow and steep rays both test 16 pixels in
/// one word.
///
/// Its 64 aligned bytes are one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Brick {
    /// The columns, then the rows. A column has its pixels from top to bottom, y = 0 in bit 0. A row has its pixels
    /// from left to right, x = 0 in bit 0.
    lanes: [[u16; 16]; 2],
}

impl Brick {
    pub(crate) const EMPTY: Self = Self { lanes: [[0; 16]; 2] };
    pub(crate) const FULL: Self = Self { lanes: [[u16::MAX; 16]; 2] };

    /// Creates a brick from its rows.
    pub(crate) fn from_rows(rows: [u16; 16]) -> Self {
        Self { lanes: [transposed(rows), rows] }
    }

    /// Creates a brick from its rows; `None` if all are free.
    pub(crate) fn solid(rows: [u16; 16]) -> Option<Self> {
        (rows != [0; 16]).then(|| Self::from_rows(rows))
    }

    /// Returns whether no pixel is solid.
    pub(crate) fn is_empty(&self) -> bool {
        self.lanes[1] == [0; 16]
    }

    /// Makes one pixel solid or free; both coordinates are below 16.
    pub(crate) const fn set(&mut self, x: u32, y: u32, solid: bool) {
        let [columns, rows] = &mut self.lanes;
        let (column, row) = (&mut columns[x as usize], &mut rows[y as usize]);
        if solid {
            *column |= 1 << y;
            *row |= 1 << x;
        } else {
            *column &= !(1 << y);
            *row &= !(1 << x);
        }
    }

    /// Returns the rows, bit 0 at the left.
    #[inline]
    pub(crate) const fn rows(&self) -> &[u16; 16] {
        &self.lanes[1]
    }

    /// Returns whether the pixel is solid; both coordinates are below 16.
    #[inline]
    pub(crate) const fn is_set(&self, x: u32, y: u32) -> bool {
        self.rows()[y as usize] >> x & 1 == 1
    }

    /// Returns the rows for a steep line, else the columns: a line crosses one at each step.
    #[inline]
    pub(crate) const fn lanes(&self, steep: bool) -> &[u16; 16] {
        &self.lanes[steep as usize]
    }
}

/// Packs 16 rows into words of four rows each. The first row takes the lowest bits.
#[inline]
pub(crate) fn words_of_rows(rows: &[u16; 16]) -> [u64; 4] {
    let word = |rows: &[u16; 4]| rows.iter().rev().fold(0, |word, &row| word << 16 | u64::from(row));
    let fours = rows.as_chunks::<4>().0;
    std::array::from_fn(|index| word(&fours[index]))
}

/// Transposes a bit matrix: bit `x` of row `y` becomes bit `y` of row `x`.
///
/// Swaps the off-diagonal quarters of the square, then those of each quarter, and so on (Warren, "Hacker's Delight",
/// 7-3). Quarters of 8 and of 4 rows lie in two words. In smaller ones, bit `x + half` of row `y` and bit `x` of row
/// `y + half` lie in one word, `15 * half` bits apart.
pub(super) fn transposed(rows: [u16; 16]) -> [u16; 16] {
    let mut words = words_of_rows(&rows);
    for (upper, lower, half, low) in [
        (0, 2, 8, 0x00ff_00ff_00ff_00ff),
        (1, 3, 8, 0x00ff_00ff_00ff_00ff),
        (0, 1, 4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 3, 4, 0x0f0f_0f0f_0f0f_0f0f_u64),
    ] {
        let swapped = (words[upper] >> half ^ words[lower]) & low;
        words[lower] ^= swapped;
        words[upper] ^= swapped << half;
    }
    for (half, low) in [(2, 0x0000_0000_3333_3333_u64), (1, 0x0000_5555_0000_5555)] {
        // Both bits of a pair are shifted to bit `x` of row `y`, which `low` selects.
        for word in &mut words {
            let swapped = (*word >> half ^ *word >> (16 * half)) & low;
            *word ^= swapped << half ^ swapped << (16 * half);
        }
    }
    std::array::from_fn(|y| (words[y / 4] >> (y % 4 * 16)) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brick_is_one_cache_line() {
        assert_eq!((size_of::<Brick>(), align_of::<Brick>()), (64, 64));
    }
}
