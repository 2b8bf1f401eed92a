use super::SolidityMap;
use super::alignment::Alignment;
use glam::{IVec2, Vec2, dvec2, ivec2};
use std::hint::select_unpredictable;

/// The rows that two masks have in common.
struct Common<'a> {
    /// The first of them, in the frame of the first mask.
    top: u32,
    /// The words of the first mask's rows, and of the second one's.
    rows: [&'a [u64]; 2],
    words_per_row: [usize; 2],
    /// The second one's left border in the frame of the first.
    left: i64,
}

impl<'a> Common<'a> {
    /// `None` where the two rectangles do not overlap.
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

    /// Rows of one word in both: left border and columns of words.
    #[inline]
    const fn is_narrow(&self) -> bool {
        self.words_per_row[0] == 1 && self.words_per_row[1] == 1
    }

    /// How the rows of one lie on those of the other; `None` where they have no words.
    fn alignment(&self) -> Option<Alignment> {
        let [own, other] = self.words_per_row;
        Alignment::new(own, other, self.left)
    }

    /// Pairs of rows; both have words.
    fn row_pairs(&self) -> impl Iterator<Item = (&'a [u64], &'a [u64])> + use<'a> {
        let ([own, other], [own_words, other_words]) = (self.rows, self.words_per_row);
        own.chunks_exact(own_words).zip(other.chunks_exact(other_words))
    }
}

/// The first pixel that two masks have in common whose rows are one word each, in the frame of the first.
///
/// Where sprites meet, nobody can guess how many rows they share, whose left border is farther left, and whether they overlap:
/// each branch on that would cost as much as 16 rows. So all rows of a block are looked at, also those past the end of either
/// mask, which are free; the mask farther left comes first by an index; and what was found is chosen, not jumped to.
#[inline]
fn first_of_narrow(masks: [&SolidityMap; 2], left: i32, top: i32) -> Option<IVec2> {
    const ROWS: usize = SolidityMap::ROWS_AT_A_TIME;
    let [own, other] = masks;
    let (begin, other_begin) = (top.max(0), top.min(0).unsigned_abs() as usize);
    let count = (own.height() as usize - begin as usize).min(other.height() as usize - other_begin);
    let blocks = [own.whole_blocks(begin as usize, count), other.whole_blocks(other_begin, count)];
    // Bits are moved to the right, into the frame of the mask that lies farther left.
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
            let (row, first) = first_bits(&bits);
            let pixel = ivec2(first.trailing_zeros() as i32 + left.min(0), y + row as i32);
            return select_unpredictable(has_any, Some(pixel), None);
        }
    }
    None
}

/// The first row that is not 0 and what it has; the last one's zeros where all are 0.
///
/// Rows are joined by twos, fours and eights, and the first half that has something is gone into, by indices alone.
#[inline]
fn first_bits(bits: &[u64; 16]) -> (usize, u64) {
    let twos: [u64; 8] = std::array::from_fn(|index| bits[2 * index] | bits[2 * index + 1]);
    let fours: [u64; 4] = std::array::from_fn(|index| twos[2 * index] | twos[2 * index + 1]);
    let row = 8 * usize::from(fours[0] | fours[1] == 0);
    let row = row + 4 * usize::from(fours[row / 4] == 0);
    let row = row + 2 * usize::from(twos[row / 2] == 0);
    let row = row + usize::from(bits[row] == 0);
    (row, bits[row])
}

/// The bits that `own` and `other`, moved, have in common.
#[inline]
fn area_of_words(own: &[u64], other: &[u64], moved: impl Fn(u64) -> u64) -> u64 {
    own.iter().zip(other).map(|(own, other)| u64::from((own & moved(*other)).count_ones())).sum()
}

impl SolidityMap {
    /// A pixel that is solid in both masks, with pixel `(0, 0)` of `other` at `offset` in this one's frame.
    ///
    /// It is the first one row by row: the topmost, of these the leftmost, in this mask's frame. `None` where no pixel is
    /// solid in both. Any offset will do.
    ///
    /// Costs a few operations for each row of up to 64 pixels that the two have in common, and ends at the first overlap: two
    /// sprites of 64×64 pixels take some 20 ns.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let ball = SolidityMap::from_fn(16, 16, |x, y| (x as i32 * 2 - 15).pow(2) + (y as i32 * 2 - 15).pow(2) < 256);
    /// assert_eq!(ball.overlap(&ball, ivec2(12, 12)), None); // the boxes overlap, the balls do not
    /// assert_eq!(ball.overlap(&ball, ivec2(10, 10)), Some(ivec2(15, 10)));
    /// ```
    #[must_use]
    pub fn overlap(&self, other: &Self, offset: IVec2) -> Option<IVec2> {
        let common = Common::new(self, other, offset.x.into(), offset.y.into())?;
        if common.is_narrow() {
            return first_of_narrow([self, other], offset.x, offset.y);
        }
        let pixel = |row: usize, x: u32| ivec2(x as i32, common.top as i32 + row as i32);
        let alignment = common.alignment()?;
        for (row, (own, other)) in common.row_pairs().enumerate() {
            let mut any = 0;
            alignment.zip(own, other, |own, other| any |= own & other);
            if any != 0 {
                let (mut x, mut found) = (alignment.reached()[0] as u32 * 64, None);
                alignment.zip(own, other, |own, other| {
                    if found.is_none() && own & other != 0 {
                        found = Some(x + (own & other).trailing_zeros());
                    }
                    x += 64;
                });
                return found.map(|x| pixel(row, x));
            }
        }
        None
    }

    /// The number of pixels that are solid in both masks, with pixel `(0, 0)` of `other` at `offset` in this one's frame.
    ///
    /// Any offset will do. Costs a few operations for every 64 pixels of the rows that the two have in common.
    #[must_use]
    pub fn overlap_area(&self, other: &Self, offset: IVec2) -> u64 {
        self.area_at(other, offset.x.into(), offset.y.into())
    }

    /// [`overlap_area`](Self::overlap_area) at an offset that may lie one beyond the ends of `i32`.
    pub(super) fn area_at(&self, other: &Self, left: i64, top: i64) -> u64 {
        let Some(common) = Common::new(self, other, left, top) else { return 0 };
        if common.is_narrow() {
            let [own, other] = common.rows;
            return match left {
                0.. => area_of_words(own, other, |word| word << left),
                _ => area_of_words(own, other, |word| word >> -left),
            };
        }
        let Some(alignment) = common.alignment() else { return 0 };
        let mut sum = 0;
        for (own, other) in common.row_pairs() {
            alignment.zip(own, other, |own, other| sum += u64::from((own & other).count_ones()));
        }
        sum
    }

    /// The way out of an overlap: a unit vector along which **this** mask has to move for the area that it shares with `other`
    /// to shrink fastest, with pixel `(0, 0)` of `other` at `offset` in this one's frame.
    ///
    /// It is the area's gradient, by central differences: `x` is the area with this mask moved by one pixel to the left less
    /// that with it moved to the right, `y` the same up and down, both divided by the vector's length. `None` where nothing
    /// overlaps, and where the gradient is zero, as deep inside of a large mask or in the middle of a symmetric one.
    ///
    /// The vector tells a way, not how far; costs five times [`overlap_area`](Self::overlap_area).
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::{ivec2, vec2}};
    ///
    /// let (crate_box, ground) = (SolidityMap::from_fn(8, 8, |_, _| true), SolidityMap::from_fn(64, 8, |_, _| true));
    /// // The crate stands in the ground by two pixels: it has to go up.
    /// assert_eq!(crate_box.overlap_normal(&ground, ivec2(-20, 6)), Some(vec2(0.0, -1.0)));
    /// ```
    #[must_use]
    pub fn overlap_normal(&self, other: &Self, offset: IVec2) -> Option<Vec2> {
        let (x, y) = (i64::from(offset.x), i64::from(offset.y));
        if self.area_at(other, x, y) == 0 {
            return None;
        }
        // This mask moved to the left sees the other one farther right.
        steepest_way(|dx, dy| self.area_at(other, x - i64::from(dx), y - i64::from(dy)))
    }
}

/// The unit vector along which the area that two masks share shrinks fastest; `shared` tells that area with the first one moved
/// by so many pixels. `None` where no way is better than its opposite.
pub(crate) fn steepest_way(shared: impl Fn(i32, i32) -> u64) -> Option<Vec2> {
    let difference = |dx: i32, dy: i32| (shared(-dx, -dy) as i64 - shared(dx, dy) as i64) as f64;
    let way = dvec2(difference(1, 0), difference(0, 1));
    let length = (way.x * way.x + way.y * way.y).sqrt();
    (length > 0.0).then(|| (way / length).as_vec2())
}
