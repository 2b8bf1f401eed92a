use super::shape::first_where;
use crate::geometry::Rect;
use crate::solidity::fill_between;
use glam::{DVec2, Vec2};

/// The rows of a polygon, by the even-odd rule.
pub(super) struct PolygonRows {
    /// The ends of each edge that is not level, the upper first: so an edge is the same whichever way it is walked.
    edges: Vec<(DVec2, DVec2)>,
    clip: Rect,
    /// The first pixel of the words, a multiple of 64.
    left: i32,
    words_per_row: usize,
    /// 16 rows, bit 0 at the left.
    words: Vec<u64>,
}

impl PolygonRows {
    pub(super) fn new(points: &[Vec2], clip: &Rect) -> Self {
        let points = || points.iter().map(|point| point.as_dvec2());
        let pairs = points().zip(points().cycle().skip(1));
        let edges = pairs.filter(|(a, b)| a.y != b.y).map(|(a, b)| if a.y < b.y { (a, b) } else { (b, a) });
        let left = clip.min.x & !63;
        let words_per_row = ((clip.max.x - left) as usize).div_ceil(64);
        Self { edges: edges.collect(), clip: *clip, left, words_per_row, words: vec![0; 16 * words_per_row] }
    }

    /// Goes to the band whose first row is `top`.
    ///
    /// Each edge that a row crosses turns inside and outside about from the first pixel to the right of it on. So its bit
    /// is flipped there, and then each bit is made the parity of itself and all before it: no crossing need be sorted.
    pub(super) fn go_to(&mut self, top: i32) {
        self.words.fill(0);
        let (first, end) = (top.max(self.clip.min.y), (top + 16).min(self.clip.max.y));
        for &(upper, lower) in &self.edges {
            if lower.y <= f64::from(first) || f64::from(end) < upper.y {
                continue;
            }
            for row in first..end {
                let y = f64::from(row) + 0.5;
                if upper.y <= y && y < lower.y {
                    let x = self.first_right_of(upper, lower, y);
                    if x < self.clip.max.x {
                        let bit = (x - self.left) as usize;
                        self.words[(row - top) as usize * self.words_per_row + bit / 64] ^= 1 << (bit % 64);
                    }
                }
            }
        }
        for row in self.words.chunks_exact_mut(self.words_per_row) {
            fill_between(row);
        }
    }

    /// The first pixel of the clip whose center is on or to the right of an edge, in the row whose centers are at `y`.
    ///
    /// It is where `(x - upper.x) * (lower.y - upper.y) >= (lower.x - upper.x) * (y - upper.y)`, which once it holds holds
    /// for all pixels to the right, rounding or not. A quotient tells where that should be; where the test itself
    /// disagrees, it is found by halving.
    fn first_right_of(&self, upper: DVec2, lower: DVec2, y: f64) -> i32 {
        let across = lower - upper;
        let product = across.x * (y - upper.y);
        let is_right = |x: i32| (f64::from(x) + 0.5 - upper.x) * across.y >= product;
        let (first, end) = (self.clip.min.x, self.clip.max.x);
        let guess = ((upper.x + product / across.y - 0.5).ceil() as i32).clamp(first, end);
        if (guess == end || is_right(guess)) && (guess == first || !is_right(guess - 1)) {
            return guess;
        }
        first_where(first, end, is_right)
    }

    /// The pixels of the band from `left` on, a multiple of 16, bit 0 at the left.
    #[inline]
    pub(super) fn square(&self, left: i32) -> [u16; 16] {
        let bit = left - self.left;
        std::array::from_fn(|row| match usize::try_from(bit) {
            Ok(bit) if bit / 64 < self.words_per_row => {
                (self.words[row * self.words_per_row + bit / 64] >> (bit % 64)) as u16
            }
            _ => 0,
        })
    }
}
