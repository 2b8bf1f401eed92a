use super::bits::{extract_u16, last_set, next_set};
use crate::geometry::Rect;
use glam::{UVec2, ivec2, uvec2};

/// A bit-packed mask: one bit a pixel, set where the picture is solid.
///
/// Pixel `(0, 0)` is at the top left, y points down, and everything outside the mask is free. Rows are kept in 64-bit
/// words with bit 0 at the left, so a mask takes `height * ceil(width / 64) * 8` bytes, and 120 more up to a width of 64.
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
#[cfg_attr(feature = "serde", serde(try_from = "Parts", into = "Parts"))]
pub struct SolidityMap {
    width: u32,
    height: u32,
    words_per_row: usize,
    /// Row after row, and some free ones [past the end](rows_past_end). Bits at and past `width` are 0 in every row, so that
    /// words can be counted and compared whole.
    words: Vec<u64>,
}

/// How many rows are kept past the last one, always free: those of one word are read 16 at a time, wherever the first of them
/// lies.
const fn rows_past_end(words_per_row: usize) -> usize {
    if words_per_row == 1 { SolidityMap::ROWS_AT_A_TIME - 1 } else { 0 }
}

/// A mask would have more pixels than [`SolidityMap::MAX_PIXELS`], or a side longer than `i32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a mask of {width}x{height} pixels is too large: it may hold {} pixels", SolidityMap::MAX_PIXELS)]
pub struct SizeError {
    /// The width that was asked for.
    pub width: u32,
    /// The height that was asked for.
    pub height: u32,
}

impl SolidityMap {
    /// The most pixels that a mask may have: 2^34, which takes 2 GiB.
    pub const MAX_PIXELS: u64 = 1 << 34;

    /// A mask of `width` by `height` free pixels; either may be 0.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) is an error.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self::try_new(width, height).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A mask of `width` by `height` free pixels; either may be 0.
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
        let rows = height as usize + rows_past_end(words_per_row);
        Ok(Self { width, height, words_per_row, words: vec![0; words_per_row * rows] })
    }

    /// A mask that is solid where `solid(x, y)` says so; it is asked once for each pixel, row after row.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) is an error.
    #[must_use]
    pub fn from_fn(width: u32, height: u32, solid: impl FnMut(u32, u32) -> bool) -> Self {
        Self::try_from_fn(width, height, solid).unwrap_or_else(|error| panic!("{error}"))
    }

    /// [`from_fn`](Self::from_fn) with the error in place of the panic.
    pub(super) fn try_from_fn(
        width: u32,
        height: u32,
        mut solid: impl FnMut(u32, u32) -> bool,
    ) -> Result<Self, SizeError> {
        let mut mask = Self::try_new(width, height)?;
        for y in 0..height {
            for (word, left) in mask.row_mut(y).iter_mut().zip((0..width).step_by(64)) {
                for bit in 0..(width - left).min(64) {
                    *word |= u64::from(solid(left + bit, y)) << bit;
                }
            }
        }
        Ok(mask)
    }

    /// Pixels from left to right.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        uvec2(self.width, self.height)
    }

    /// Whether the pixel is solid; outside the mask none is.
    #[must_use]
    pub fn get(&self, x: i32, y: i32) -> bool {
        self.place(x, y).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Makes the pixel solid or free; outside the mask nothing happens.
    pub fn set(&mut self, x: i32, y: i32, solid: bool) {
        if let Some((word, bit)) = self.place(x, y) {
            if solid {
                self.words[word] |= bit;
            } else {
                self.words[word] &= !bit;
            }
        }
    }

    /// The word that holds a pixel, and its bit there.
    fn place(&self, x: i32, y: i32) -> Option<(usize, u64)> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height)
            .then(|| (y as usize * self.words_per_row + (x / 64) as usize, 1 << (x % 64)))
    }

    /// The number of solid pixels.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether no pixel is solid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The smallest rectangle that holds every solid pixel; `None` where there is none.
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

    /// The words of row `y`, bit 0 of the first at the left; bits past the width are 0.
    pub(crate) fn row(&self, y: u32) -> &[u64] {
        let start = y as usize * self.words_per_row;
        &self.words[start..start + self.words_per_row]
    }

    /// The same to be written to; bits past the width have to be 0 again when the mask is given away.
    pub(super) fn row_mut(&mut self, y: u32) -> &mut [u64] {
        let start = y as usize * self.words_per_row;
        &mut self.words[start..start + self.words_per_row]
    }

    /// All words, row after row.
    pub(super) fn words(&self) -> &[u64] {
        &self.words[..self.words_per_row * self.height as usize]
    }

    /// The same to be written to, as by [`row_mut`](Self::row_mut).
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words[..self.words_per_row * self.height as usize]
    }

    /// So many rows can be read from any row on where each is one word.
    pub(super) const ROWS_AT_A_TIME: usize = 16;

    /// `count` rows from `first` on, and free ones up to a multiple of [`ROWS_AT_A_TIME`](Self::ROWS_AT_A_TIME); each is one
    /// word, and `first + count` is the height at most.
    #[inline]
    pub(super) fn whole_blocks(&self, first: usize, count: usize) -> &[[u64; Self::ROWS_AT_A_TIME]] {
        let end = first + count.next_multiple_of(Self::ROWS_AT_A_TIME);
        self.words[first..end].as_chunks().0
    }

    /// Words from the beginning of a row to that of the next.
    pub(super) const fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// The rows of a square of 16×16 pixels whose top left pixel is `(x, y)`, bit 0 at the left; what lies outside the
    /// mask is free.
    #[inline]
    pub(crate) fn square(&self, x: i64, y: i64) -> [u16; 16] {
        std::array::from_fn(|row| match u32::try_from(y + row as i64) {
            Ok(y) if y < self.height => extract_u16(self.row(y), x),
            _ => 0,
        })
    }

    /// Frees the bits past the width of row `y`.
    pub(super) fn clear_padding(&mut self, y: u32) {
        let used = self.width % 64;
        if used != 0 {
            self.words[(y as usize + 1) * self.words_per_row - 1] &= (1 << used) - 1;
        }
    }
}

/// What a mask is written as: the sizes and the words row after row.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Parts {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

#[cfg(feature = "serde")]
impl From<SolidityMap> for Parts {
    fn from(mut mask: SolidityMap) -> Self {
        mask.words.truncate(mask.words_per_row * mask.height as usize);
        Self { width: mask.width, height: mask.height, words: mask.words }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Parts> for SolidityMap {
    type Error = String;

    fn try_from(parts: Parts) -> Result<Self, String> {
        let words_per_row = parts.width.div_ceil(64) as usize;
        let expected = words_per_row as u64 * u64::from(parts.height);
        if expected != parts.words.len() as u64 || expected * 64 > Self::MAX_PIXELS {
            let found = parts.words.len();
            return Err(format!("a mask of {}x{} has {expected} words, not {found}", parts.width, parts.height));
        }
        let mut words = parts.words;
        words.resize(words.len() + words_per_row * rows_past_end(words_per_row), 0);
        let mut mask = Self { width: parts.width, height: parts.height, words_per_row, words };
        (0..mask.height).for_each(|y| mask.clear_padding(y));
        Ok(mask)
    }
}
