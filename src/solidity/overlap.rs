use super::SolidityMap;
use super::alignment::Alignment;
use glam::{IVec2, Vec2, dvec2, ivec2};

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

/// The first row at which `own` and `other`, moved, have a bit in common, and what they have there.
#[inline]
fn first_of_words(own: &[u64], other: &[u64], moved: impl Fn(u64) -> u64) -> Option<(usize, u64)> {
    // Rows without a branch between them become vector code; most have nothing in common. What sixteens leave is seen by fours.
    let common = |own: u64, other: u64| own & moved(other);
    first_of_blocks::<16>(own, other, 0, &common)
        .or_else(|seen| first_of_blocks::<4>(own, other, seen, &common))
        .or_else(|seen| first_of_blocks::<1>(own, other, seen, &common))
        .ok()
}

/// The same for rows from `first` on, in blocks of `N`; an error is how many were seen, since the last block was not full.
#[inline]
fn first_of_blocks<const N: usize>(
    own: &[u64],
    other: &[u64],
    first: usize,
    common: &impl Fn(u64, u64) -> u64,
) -> Result<(usize, u64), usize> {
    let (own, _) = own[first..].as_chunks::<N>();
    let (other, _) = other[first..].as_chunks::<N>();
    for (index, (own, other)) in own.iter().zip(other).enumerate() {
        let bits: [u64; N] = std::array::from_fn(|row| common(own[row], other[row]));
        if bits.iter().fold(0, |any, bits| any | bits) != 0 {
            let row = bits.iter().take_while(|&&bits| bits == 0).count();
            return Ok((first + index * N + row, bits[row]));
        }
    }
    Err(first + own.len() * N)
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
        let pixel = |row: usize, x: u32| ivec2(x as i32, common.top as i32 + row as i32);
        if common.is_narrow() {
            let [own, other] = common.rows;
            let (row, bits) = match common.left {
                left @ 0.. => first_of_words(own, other, |word| word << left),
                left => first_of_words(own, other, |word| word >> -left),
            }?;
            return Some(pixel(row, bits.trailing_zeros()));
        }
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
        let difference = |x: i64, y: i64, dx: i64, dy: i64| {
            self.area_at(other, x + dx, y + dy) as i64 - self.area_at(other, x - dx, y - dy) as i64
        };
        let way = dvec2(difference(x, y, 1, 0) as f64, difference(x, y, 0, 1) as f64);
        let length = (way.x * way.x + way.y * way.y).sqrt();
        (length > 0.0).then(|| (way / length).as_vec2())
    }
}
