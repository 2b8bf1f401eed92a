//! The mask itself: storage, pixel access and sizes.

use super::bits::{count_range, extract, last_set, next_set};
use crate::geometry::Rect;
use glam::{UVec2, ivec2, uvec2};
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A bit-packed mask: one bit a pixel, set where the image is solid.
///
/// Pixel `(0, 0)` is at the top left, y points down, and everything outside the mask is free. Rows are 64-bit words
/// with bit 0 at the left. A mask takes `height * ceil(width / 64) * 8` bytes, plus 120 if it is at most 64 pixels
/// wide.
///
/// ```
/// use tileray::SolidityMap;
///
/// let ball = SolidityMap::from_fn(5, 5, |x, y| (x as i32 - 2).pow(2) + (y as i32 - 2).pow(2) <= 5);
/// assert_eq!(ball.count(), 21);
/// assert!(ball.get(2, 0) && !ball.get(0, 0) && !ball.get(-1, 2));
/// assert_eq!(ball.to_ascii(), ".###.\n#####\n#####\n#####\n.###.\n");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SerializedMask", into = "SerializedMask"))]
#[doc(alias = "BitMap", alias = "Mask")]
pub struct SolidityMap {
    width: u32,
    height: u32,
    words_per_row: usize,
    /// Row after row, then the free rows of [`padding_rows`]. Bits at and past `width` are 0 in every row, so
    /// words can be counted and compared whole.
    words: Vec<u64>,
}

/// Returns the number of free rows after the last one. They let narrow masks be read 16 rows at a time, from any row
/// on.
const fn padding_rows(words_per_row: usize) -> usize {
    if words_per_row == 1 { SolidityMap::ROWS_PER_BLOCK - 1 } else { 0 }
}

/// The error of a mask with more than [`SolidityMap::MAX_PIXELS`] pixels or a side longer than `i32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The requested width.
    pub width: u32,
    /// The requested height.
    pub height: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        write!(
            f,
            "a mask of {width}x{height} pixels is too large: it may hold {} pixels, with its width rounded up to a \
            multiple of 64, and a side may have {}; split it",
            SolidityMap::MAX_PIXELS,
            i32::MAX
        )
    }
}

impl Error for SizeError {}

/// The error of a table with too many numbers, or with a side so long that squared distances overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSizeError {
    /// The requested width.
    pub width: u64,
    /// The requested height.
    pub height: u64,
}

impl fmt::Display for TableSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        write!(
            f,
            "a table of {width}x{height} numbers is too large: it may hold {}, with at most {} a side; crop or scale the mask",
            TableSizeError::MAX_NUMBERS,
            TableSizeError::MAX_SIDE
        )
    }
}

impl Error for TableSizeError {}

impl TableSizeError {
    /// The maximum number of entries of a table: 2^28, which take 1 GiB.
    pub const MAX_NUMBERS: u64 = 1 << 28;
    /// The maximum side of a table: the square of its diagonal is a `u32`.
    pub const MAX_SIDE: u64 = 46_340;

    /// Checks the size of a table before it is allocated.
    pub(super) const fn check(width: u64, height: u64) -> Result<(), Self> {
        if width > Self::MAX_SIDE || height > Self::MAX_SIDE || width * height > Self::MAX_NUMBERS {
            return Err(Self { width, height });
        }
        Ok(())
    }
}

impl SolidityMap {
    /// The maximum number of pixels of a mask, with its width rounded up to a multiple of 64: 2^34, which take 2 GiB.
    pub const MAX_PIXELS: u64 = 1 << 34;

    /// Returns the number of bits that a mask of this size stores. Its width is rounded up to a multiple of 64.
    pub(crate) const fn bits_of_size(size: UVec2) -> u64 {
        (size.x as u64).next_multiple_of(64) * size.y as u64
    }

    /// Creates a mask of `width` by `height` free pixels; either may be 0.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self::try_new(width, height).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates a mask of `width` by `height` free pixels; either may be 0.
    ///
    /// # Errors
    /// [`SizeError`] above [`MAX_PIXELS`](Self::MAX_PIXELS) pixels, or a side above `i32::MAX`.
    pub fn try_new(width: u32, height: u32) -> Result<Self, SizeError> {
        let words_per_row = width.div_ceil(64) as usize;
        let bits = words_per_row as u64 * 64 * u64::from(height);
        let longest_side = i32::MAX.unsigned_abs();
        if bits > Self::MAX_PIXELS || width > longest_side || height > longest_side {
            return Err(SizeError { width, height });
        }
        let rows = height as usize + padding_rows(words_per_row);
        Ok(Self { width, height, words_per_row, words: vec![0; words_per_row * rows] })
    }

    /// Creates a mask that is solid where `solid(x, y)` is true. Calls `solid` once for each pixel, row by row.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error.
    #[must_use]
    pub fn from_fn(width: u32, height: u32, mut solid: impl FnMut(u32, u32) -> bool) -> Self {
        let mut mask = Self::new(width, height);
        for y in 0..height {
            for (word, left) in mask.row_mut(y).iter_mut().zip((0..width).step_by(64)) {
                for bit in 0..(width - left).min(64) {
                    *word |= u64::from(solid(left + bit, y)) << bit;
                }
            }
        }
        mask
    }

    /// Returns the width in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns the width and height in pixels.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        uvec2(self.width, self.height)
    }

    /// Returns whether the pixel is solid; pixels outside the mask are free.
    #[must_use]
    pub fn get(&self, x: i32, y: i32) -> bool {
        self.bit_of(x, y).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Makes the pixel solid or free; does nothing outside the mask.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mut mask = SolidityMap::new(3, 2);
    /// mask.set(1, 0, true);
    /// mask.set(9, 0, true);
    /// assert_eq!(mask.to_ascii(), ".#.\n...\n");
    /// ```
    pub fn set(&mut self, x: i32, y: i32, solid: bool) {
        if let Some((word, bit)) = self.bit_of(x, y) {
            if solid {
                self.words[word] |= bit;
            } else {
                self.words[word] &= !bit;
            }
        }
    }

    /// Returns the index of the word that holds a pixel, and the pixel's bit in it.
    fn bit_of(&self, x: i32, y: i32) -> Option<(usize, u64)> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height)
            .then(|| (y as usize * self.words_per_row + (x / 64) as usize, 1 << (x % 64)))
    }

    /// Returns the number of solid pixels.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Returns whether no pixel is solid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the bounding box of the solid pixels; `None` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let mut columns = vec![0u64; self.words_per_row];
        let (mut top, mut bottom) = (None, 0);
        for y in 0..self.height {
            let row = self.row(y);
            if row.iter().any(|&word| word != 0) {
                top.get_or_insert(y);
                bottom = y;
                columns.iter_mut().zip(row).for_each(|(column, word)| *column |= word);
            }
        }
        let (left, right) = (next_set(&columns, 0)?, last_set(&columns, self.width)?);
        Some(Rect::new(ivec2(left as i32, top? as i32), ivec2(right as i32 + 1, bottom as i32 + 1)))
    }

    /// Returns the words of row `y`, bit 0 of the first at the left; bits past the width are 0.
    pub(crate) fn row(&self, y: u32) -> &[u64] {
        let start = y as usize * self.words_per_row;
        &self.words[start..start + self.words_per_row]
    }

    /// Returns the words of row `y` mutably. The caller leaves bits past the width at 0.
    pub(crate) fn row_mut(&mut self, y: u32) -> &mut [u64] {
        let start = y as usize * self.words_per_row;
        &mut self.words[start..start + self.words_per_row]
    }

    /// Returns all words, row after row.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words[..self.words_per_row * self.height as usize]
    }

    /// Returns all words mutably. The caller leaves bits past the width at 0.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words[..self.words_per_row * self.height as usize]
    }

    /// The number of rows that can be read at once, from any row on, in masks with one word a row.
    pub(super) const ROWS_PER_BLOCK: usize = 16;

    /// Returns `count` rows from `first` on, in blocks of [`ROWS_PER_BLOCK`](Self::ROWS_PER_BLOCK). The last block is
    /// filled up with the rows that follow, which are free past the mask's end. Requires one word a row, and `first +
    /// count` at most the height.
    #[inline]
    pub(super) fn row_blocks(&self, first: usize, count: usize) -> &[[u64; Self::ROWS_PER_BLOCK]] {
        let end = first + count.next_multiple_of(Self::ROWS_PER_BLOCK);
        self.words[first..end].as_chunks().0
    }

    /// Returns the number of words of a row.
    pub(super) const fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// Returns the rows of the square of 16×16 pixels whose top left pixel is `(x, y)`, bit 0 at the left. Pixels
    /// outside the mask are free.
    #[inline]
    pub(crate) fn square(&self, x: i64, y: i64) -> [u16; 16] {
        std::array::from_fn(|row| match u32::try_from(y + row as i64) {
            Ok(y) if y < self.height => extract::<16>(self.row(y), x) as u16,
            _ => 0,
        })
    }

    /// Makes pixels of a square of 16×16 pixels solid where the bits of `rows` are set. The square's top left pixel is
    /// `(x, y)`, bit 0 is at the left. Pixels outside the mask are ignored.
    pub(crate) fn draw_square(&mut self, x: i64, y: i64, rows: &[u16; 16]) {
        let (first, end) = ((-y).clamp(0, 16) as usize, (i64::from(self.height) - y).clamp(0, 16) as usize);
        if x <= -16 || x >= i64::from(self.width) || first >= end {
            return;
        }
        let (row, shift) = ((y + first as i64) as usize, x & 63);
        // The word of the left pixel, and the next one, which most squares do not reach.
        for (column, right) in [(x >> 6, 0), ((x >> 6) + 1, 64)] {
            if (0..self.words_per_row as i64).contains(&column) && shift + 16 > right {
                let words = self.words[row * self.words_per_row + column as usize..].iter_mut();
                let square = words.step_by(self.words_per_row).zip(&rows[first..end]);
                square.for_each(|(word, &bits)| *word |= (u128::from(bits) << shift >> right) as u64);
            }
        }
        if x + 16 > i64::from(self.width) {
            (row..row + end - first).for_each(|row| self.clear_padding(row as u32));
        }
    }

    /// Returns the 64 pixels of a row from column `x` on, bit 0 first. Pixels outside the mask are free.
    #[inline]
    pub(crate) fn bits_from(&self, x: i64, y: i64) -> u64 {
        match u32::try_from(y) {
            Ok(y) if y < self.height => extract::<64>(self.row(y), x),
            _ => 0,
        }
    }

    /// Returns the first and the last solid pixel of a row; `None` if the row is free.
    pub(crate) fn extent_of_row(&self, y: u32) -> Option<(u32, u32)> {
        let row = self.row(y);
        next_set(row, 0).zip(last_set(row, self.width))
    }

    /// Returns the number of solid pixels of a row within a range of columns, which lies within the mask.
    pub(crate) fn count_in_row(&self, y: u32, columns: Range<u32>) -> u32 {
        count_range(self.row(y), columns.start, columns.end)
    }

    /// Becomes a mask of `width` by `height` free pixels, in the memory that it has if that is enough.
    /// [`try_new`](Self::try_new) accepts this size.
    pub(crate) fn reset(&mut self, width: u32, height: u32) {
        let mut words = std::mem::take(&mut self.words);
        let words_per_row = width.div_ceil(64) as usize;
        reset_words(&mut words, words_per_row * (height as usize + padding_rows(words_per_row)));
        *self = Self { width, height, words_per_row, words };
    }

    /// Clears the bits past the width of row `y`.
    pub(super) fn clear_padding(&mut self, y: u32) {
        let used = self.width % 64;
        if used != 0 {
            self.words[(y as usize + 1) * self.words_per_row - 1] &= (1 << used) - 1;
        }
    }
}

/// Makes words zero, in the memory that they have if that is enough. New memory is zeroed where it is first used.
pub(crate) fn reset_words(words: &mut Vec<u64>, count: usize) {
    if words.capacity() < count {
        *words = vec![0; count];
    } else {
        words.clear();
        words.resize(count, 0);
    }
}

/// The serialized form of a mask: its size, and its words row after row.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SerializedMask {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

#[cfg(feature = "serde")]
impl From<SolidityMap> for SerializedMask {
    fn from(mut mask: SolidityMap) -> Self {
        mask.words.truncate(mask.words_per_row * mask.height as usize);
        Self { width: mask.width, height: mask.height, words: mask.words }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<SerializedMask> for SolidityMap {
    type Error = String;

    fn try_from(serialized: SerializedMask) -> Result<Self, String> {
        let SerializedMask { width, height, mut words } = serialized;
        let words_per_row = width.div_ceil(64) as usize;
        let expected = words_per_row as u64 * u64::from(height);
        if expected != words.len() as u64 || expected * 64 > Self::MAX_PIXELS {
            return Err(format!("a mask of {width}x{height} has {expected} words, not {}", words.len()));
        }
        words.resize(words.len() + words_per_row * padding_rows(words_per_row), 0);
        let mut mask = Self { width, height, words_per_row, words };
        (0..height).for_each(|y| mask.clear_padding(y));
        Ok(mask)
    }
}
