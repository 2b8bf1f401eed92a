//! The pixels of Bresenham's line, one by one.

use crate::raycast::line::PixelLine;
use glam::IVec2;

/// Returns the pixels of the line from `a` to `b`, both included.
///
/// The axis with the larger extent is major (x if they are equal). The line has one pixel for each major
/// coordinate. Counting `k = 0..=D` from the end with the smaller major coordinate, the minor coordinate has moved
/// `floor((2·k·d + D) / (2·D))` pixels toward the other end. So the pixels from `a` to `b` and from `b` to `a` are the
/// same set, in opposite orders. `a = b` gives one pixel. Every pair of pixels is allowed.
///
/// Costs a multiplication a pixel up to 2^20 steps, and a division a pixel beyond. After Bresenham, "Algorithm for
/// computer control of a digital plotter" (1965), with a fixed rounding of ties.
///
/// ```
/// use tileray::raycast::bresenham;
/// use tileray::glam::ivec2;
///
/// let there: Vec<_> = bresenham(ivec2(0, 0), ivec2(5, 2)).collect();
/// assert_eq!(
///     there,
///     [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)].map(|(x, y)| ivec2(x, y))
/// );
/// assert!(bresenham(ivec2(5, 2), ivec2(0, 0)).rev().eq(there));
/// ```
#[must_use]
pub fn bresenham(a: impl Into<IVec2>, b: impl Into<IVec2>) -> Bresenham {
    let line = PixelLine::new(a.into(), b.into());
    Bresenham { line, next: 0, end: line.steps() + 1 }
}

/// An iterator over the pixels of a line. Created by [`bresenham`].
#[derive(Clone, Debug)]
pub struct Bresenham {
    line: PixelLine,
    next: u64,
    end: u64,
}

impl Iterator for Bresenham {
    type Item = IVec2;

    #[inline]
    fn next(&mut self) -> Option<IVec2> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.line.pixel(self.next - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.next) as usize;
        (left, Some(left))
    }

    fn nth(&mut self, n: usize) -> Option<IVec2> {
        self.next = self.end.min(self.next.saturating_add(n as u64));
        self.next()
    }
}

impl DoubleEndedIterator for Bresenham {
    #[inline]
    fn next_back(&mut self) -> Option<IVec2> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            self.line.pixel(self.end)
        })
    }
}

impl ExactSizeIterator for Bresenham {}
impl std::iter::FusedIterator for Bresenham {}
