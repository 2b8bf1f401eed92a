//! Overlap of two masks at an offset: the first shared pixel, the shared area, its gradient, and the areas at
//! all offsets.
//!
//! Rows are compared as words. The second mask's words are shifted onto the first mask's. The bitwise and has the
//! shared pixels:
//!
//! ```text
//! A  row 1   ..####..      A            ..####..
//! B  row 0     ##..##      B << 2       ..##..##
//!                          A & B << 2   ..##....   first set bit: x = 2
//! ```
//!
//! Masks up to 64 pixels wide have one word a row. Whether two sprites overlap, in which row, and which one lies
//! farther left is unpredictable, and a branch misprediction costs as much as 16 rows. So narrow masks are compared in
//! blocks of 16 rows without a branch inside ([`first_pixel_narrow`]). Wider masks use a [`RowAlignment`].

use super::bits::RowAlignment;
use super::map::{SolidityMap, TableSizeError};
use crate::geometry::Rect;
use glam::{IVec2, Vec2, dvec2, ivec2, uvec2};
use std::hint::select_unpredictable;

impl SolidityMap {
    /// Returns the first pixel that is solid in both masks, with pixel `(0, 0)` of `other` at `offset` in this
    /// mask's frame.
    ///
    /// The first pixel is the leftmost of the topmost shared row, in this mask's frame. `None` if the masks do not
    /// overlap. Any offset is allowed.
    ///
    /// Costs a few operations for each shared row of up to 64 pixels, and ends at the first overlap. Two sprites of
    /// 64×64 pixels take some 20 ns.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let r2 = |x: u32, y: u32| (x as i32 * 2 - 15).pow(2) + (y as i32 * 2 - 15).pow(2);
    /// let ball = SolidityMap::from_fn(16, 16, |x, y| r2(x, y) < 256);
    /// assert_eq!(ball.overlap(&ball, ivec2(12, 12)), None); // the boxes overlap, the balls do not
    /// assert_eq!(ball.overlap(&ball, ivec2(10, 10)), Some(ivec2(15, 10)));
    /// ```
    #[must_use]
    pub fn overlap(&self, other: &Self, offset: impl Into<IVec2>) -> Option<IVec2> {
        let offset = offset.into();
        let shared = SharedRows::new(self, other, offset.x.into(), offset.y.into())?;
        if shared.is_narrow() {
            return first_pixel_narrow([self, other], offset.x, offset.y);
        }
        let alignment = shared.alignment()?;
        for (row, (own, other)) in shared.row_pairs().enumerate() {
            let mut any = 0;
            alignment.zip(own, other, |own, other| any |= own & other);
            if any != 0 {
                let (mut x, mut found) = (alignment.word_range()[0] as u32 * 64, None);
                alignment.zip(own, other, |own, other| {
                    if found.is_none() && own & other != 0 {
                        found = Some(x + (own & other).trailing_zeros());
                    }
                    x += 64;
                });
                return found.map(|x| ivec2(x as i32, shared.top as i32 + row as i32));
            }
        }
        None
    }

    /// Returns the number of pixels that are solid in both masks, with pixel `(0, 0)` of `other` at `offset` in
    /// this mask's frame.
    ///
    /// Any offset is allowed. Costs a few operations for every 64 pixels of the shared rows.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let square = SolidityMap::from_fn(8, 8, |_, _| true);
    /// assert_eq!(square.overlap_area(&square, ivec2(6, -5)), 2 * 3);
    /// ```
    #[must_use]
    pub fn overlap_area(&self, other: &Self, offset: impl Into<IVec2>) -> u64 {
        let offset = offset.into();
        self.area_at(other, offset.x.into(), offset.y.into())
    }

    /// Returns the [`overlap_area`](Self::overlap_area) at an offset that may lie one beyond the ends of `i32`.
    fn area_at(&self, other: &Self, left: i64, top: i64) -> u64 {
        let Some(shared) = SharedRows::new(self, other, left, top) else { return 0 };
        if shared.is_narrow() {
            let [own, other] = shared.rows;
            return match left {
                0.. => area_of_words(own, other, |word| word << left),
                _ => area_of_words(own, other, |word| word >> -left),
            };
        }
        let Some(alignment) = shared.alignment() else { return 0 };
        let mut sum = 0;
        for (own, other) in shared.row_pairs() {
            alignment.zip(own, other, |own, other| sum += u64::from((own & other).count_ones()));
        }
        sum
    }

    /// Returns the direction out of an overlap: the unit vector along which **this** mask has to move for the
    /// shared area to shrink fastest, with pixel `(0, 0)` of `other` at `offset` in this mask's frame.
    ///
    /// It is the negative gradient of the area by central differences: `x` is the area with this mask moved left by one
    /// pixel minus the area with it moved right, `y` likewise up and down, divided by the vector's length. `None` if
    /// the masks do not overlap, and if the gradient is zero, as deep inside a large mask or in the middle of a
    /// symmetric one.
    ///
    /// The vector is a direction, not a distance. Costs five times [`overlap_area`](Self::overlap_area).
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::{ivec2, vec2}};
    ///
    /// let player = SolidityMap::from_fn(8, 8, |_, _| true);
    /// let ground = SolidityMap::from_fn(64, 8, |_, _| true);
    /// // The player stands in the ground by two pixels and has to move up.
    /// assert_eq!(player.overlap_normal(&ground, ivec2(-20, 6)), Some(vec2(0.0, -1.0)));
    /// ```
    #[must_use]
    pub fn overlap_normal(&self, other: &Self, offset: impl Into<IVec2>) -> Option<Vec2> {
        let offset = offset.into();
        let (x, y) = (i64::from(offset.x), i64::from(offset.y));
        if self.area_at(other, x, y) == 0 {
            return None;
        }
        // Moving this mask to the left moves the other one to the right, in this mask's frame.
        steepest_descent(|dx, dy| self.area_at(other, x - i64::from(dx), y - i64::from(dy)))
    }

    /// Returns the [`overlap_area`](Self::overlap_area) with `other` at every offset.
    ///
    /// For masks of `w` by `h` and `W` by `H` pixels it holds `(w + W − 1)·(h + H − 1)` numbers and costs as many
    /// `overlap_area`s: one or two milliseconds for 64×64 pixels each, and sixteen times that for twice the side.
    ///
    /// # Errors
    /// [`TableSizeError`] if there are too many offsets.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let (l, bar) = (SolidityMap::from_ascii("#.\n##")?, SolidityMap::from_ascii("##")?);
    /// let areas = l.convolve(&bar)?;
    /// let at = |x, y| areas.area(ivec2(x, y));
    /// assert_eq!((at(0, 1), at(-1, 0), at(5, 5)), (2, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn convolve(&self, other: &Self) -> Result<Convolution, TableSizeError> {
        // A mask without pixels overlaps at no offset.
        let side = |own: u32, other: u32| match (own, other) {
            (0, _) | (_, 0) => 0,
            _ => u64::from(own) + u64::from(other) - 1,
        };
        let (width, height) = (side(self.width(), other.width()), side(self.height(), other.height()));
        TableSizeError::check(width, height)?;
        let before = |length: u32| 1 - length.min(TableSizeError::MAX_SIDE as u32) as i32;
        let first = ivec2(before(other.width()), before(other.height()));
        let mut areas = Vec::with_capacity(width as usize * height as usize);
        for y in i64::from(first.y)..i64::from(first.y) + height as i64 {
            // No mask within the limit has more pixels than a `u32` can count.
            areas.extend((0..width as i64).map(|x| self.area_at(other, i64::from(first.x) + x, y) as u32));
        }
        Ok(Convolution { offsets: Rect::from_size(first, uvec2(width as u32, height as u32)), areas })
    }
}

/// The number of pixels that two masks share at every offset, created by [`SolidityMap::convolve`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Convolution {
    offsets: Rect,
    areas: Vec<u32>,
}

impl Convolution {
    /// Returns the offsets at which the masks' rectangles overlap. At all other offsets the area is 0.
    #[must_use]
    pub const fn offsets(&self) -> Rect {
        self.offsets
    }

    /// Returns the number of pixels that are solid in both masks, with the second one's pixel `(0, 0)` at
    /// `offset` in the first one's frame; 0 outside [`offsets`](Self::offsets).
    #[must_use]
    pub fn area(&self, offset: impl Into<IVec2>) -> u64 {
        let offset = offset.into();
        if !self.offsets.contains(offset) {
            return 0;
        }
        let index = offset - self.offsets.min;
        u64::from(self.areas[index.y as usize * self.offsets.width() as usize + index.x as usize])
    }

    /// Returns all areas, row after row of [`offsets`](Self::offsets).
    #[must_use]
    pub fn areas(&self) -> &[u32] {
        &self.areas
    }
}

/// Returns the unit vector along which the shared area of two masks shrinks fastest. `area(dx, dy)` is the shared area
/// with the first mask moved by `(dx, dy)`. `None` if no direction is better than its opposite.
pub(crate) fn steepest_descent(area: impl Fn(i32, i32) -> u64) -> Option<Vec2> {
    let difference = |dx: i32, dy: i32| (area(-dx, -dy) as i64 - area(dx, dy) as i64) as f64;
    let gradient = dvec2(difference(1, 0), difference(0, 1));
    let length = (gradient.x * gradient.x + gradient.y * gradient.y).sqrt();
    (length > 0.0).then(|| (gradient / length).as_vec2())
}

/// The rows that two masks share.
struct SharedRows<'a> {
    /// The first shared row in the frame of the first mask.
    top: u32,
    /// The words of the first mask's rows, and of the second mask's.
    rows: [&'a [u64]; 2],
    words_per_row: [usize; 2],
    /// The second mask's left border in the frame of the first.
    left: i64,
}

impl<'a> SharedRows<'a> {
    /// Finds the rows that two masks share; `None` if the two rectangles do not overlap.
    #[inline]
    fn new(first: &'a SolidityMap, second: &'a SolidityMap, left: i64, top: i64) -> Option<Self> {
        let (begin, end) = (top.max(0), (top + i64::from(second.height())).min(first.height().into()));
        if begin >= end || left >= first.width().into() || left + i64::from(second.width()) <= 0 {
            return None;
        }
        let words_per_row = [first.words_per_row(), second.words_per_row()];
        let rows = |mask: &'a SolidityMap, top: i64| {
            let row = |y: i64| (y - top) as usize * mask.words_per_row();
            &mask.words()[row(begin)..row(end)]
        };
        Some(Self { top: begin as u32, rows: [rows(first, 0), rows(second, top)], words_per_row, left })
    }

    /// Returns whether rows of both masks are one word.
    #[inline]
    const fn is_narrow(&self) -> bool {
        self.words_per_row[0] == 1 && self.words_per_row[1] == 1
    }

    /// Returns the alignment of the second mask's words to the first mask's, or `None` if rows have no words.
    fn alignment(&self) -> Option<RowAlignment> {
        let [own, other] = self.words_per_row;
        RowAlignment::new(own, other, self.left)
    }

    /// Iterates over pairs of rows; both have words.
    fn row_pairs(&self) -> impl Iterator<Item = (&'a [u64], &'a [u64])> + use<'a> {
        let ([own, other], [own_words, other_words]) = (self.rows, self.words_per_row);
        own.chunks_exact(own_words).zip(other.chunks_exact(other_words))
    }
}

/// Returns the first shared pixel of two masks with one word a row, in the frame of the first.
///
/// No branch depends on the pixels, except at the end of a block of 16 rows. All rows of a block are tested, with free
/// rows past the end of either mask. An index selects the mask farther left, and a conditional move chooses the result.
#[inline]
fn first_pixel_narrow(masks: [&SolidityMap; 2], left: i32, top: i32) -> Option<IVec2> {
    const ROWS: usize = SolidityMap::ROWS_PER_BLOCK;
    let [own, other] = masks;
    let (begin, other_begin) = (top.max(0), top.min(0).unsigned_abs() as usize);
    let count = (own.height() as usize - begin as usize).min(other.height() as usize - other_begin);
    let blocks = [own.row_blocks(begin as usize, count), other.row_blocks(other_begin, count)];
    // Bits move to the right, into the frame of the mask farther left.
    let [fixed, moved] = [blocks[usize::from(left < 0)], blocks[usize::from(left >= 0)]];
    let shift = left.unsigned_abs();
    let last = begin + count as i32 - ROWS as i32;
    for (y, (fixed, moved)) in (begin..).step_by(ROWS).zip(fixed.iter().zip(moved)) {
        let mut bits = [0; ROWS];
        for ((bits, fixed), moved) in bits.iter_mut().zip(fixed).zip(moved) {
            *bits = fixed & moved << shift;
        }
        let has_any = bits.iter().fold(0, |any, bits| any | bits) != 0;
        if has_any || y >= last {
            let (row, first) = first_nonzero_row(&bits);
            let pixel = ivec2(first.trailing_zeros() as i32 + left.min(0), y + row as i32);
            return select_unpredictable(has_any, Some(pixel), None);
        }
    }
    None
}

/// Returns the first row that is not 0, with its bits, or the last row if all are 0.
///
/// A binary search without branches. Rows are joined by twos, fours and eights, and an index selects the first half
/// that is not 0.
#[inline]
fn first_nonzero_row(bits: &[u64; 16]) -> (usize, u64) {
    let twos: [u64; 8] = std::array::from_fn(|index| bits[2 * index] | bits[2 * index + 1]);
    let fours: [u64; 4] = std::array::from_fn(|index| twos[2 * index] | twos[2 * index + 1]);
    let row = 8 * usize::from(fours[0] | fours[1] == 0);
    let row = row + 4 * usize::from(fours[row / 4] == 0);
    let row = row + 2 * usize::from(twos[row / 2] == 0);
    let row = row + usize::from(bits[row] == 0);
    (row, bits[row])
}

/// Counts the bits that `own` and the shifted words of `other` share.
#[inline]
fn area_of_words(own: &[u64], other: &[u64], shift: impl Fn(u64) -> u64) -> u64 {
    own.iter().zip(other).map(|(own, other)| u64::from((own & shift(*other)).count_ones())).sum()
}
