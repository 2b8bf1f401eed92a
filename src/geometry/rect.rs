//! Rectangles of whole pixels.

use glam::{IVec2, UVec2};
use std::fmt;

/// A rectangle of whole pixels, half open: `min` belongs to it, `max` does not.
///
/// It is empty if `max.x <= min.x` or `max.y <= min.y`. y points down, so `min` is the top left corner.
///
/// ```
/// use tileray::{Rect, glam::ivec2};
///
/// let rect = Rect::new(ivec2(-2, 0), ivec2(3, 4));
/// assert_eq!((rect.width(), rect.height()), (5, 4));
/// assert!(rect.contains(ivec2(-2, 3)) && !rect.contains(ivec2(3, 3)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rect {
    /// The first pixel, at the top left.
    pub min: IVec2,
    /// One past the last pixel, at the bottom right.
    pub max: IVec2,
}

impl Rect {
    /// The empty rectangle.
    pub const EMPTY: Self = Self { min: IVec2::ZERO, max: IVec2::ZERO };

    /// Creates the rectangle from `min` up to, but without, `max`.
    #[must_use]
    pub fn new(min: impl Into<IVec2>, max: impl Into<IVec2>) -> Self {
        let (min, max) = (min.into(), max.into());
        Self { min, max }
    }

    /// Creates the rectangle of `size` pixels with top left pixel `min`. It ends at `i32::MAX` at the latest.
    #[must_use]
    pub fn from_size(min: impl Into<IVec2>, size: impl Into<UVec2>) -> Self {
        let min = min.into();
        let size = size.into();
        let end = |start: i32, length: u32| i32::try_from(i64::from(start) + i64::from(length)).unwrap_or(i32::MAX);
        Self { min, max: IVec2::new(end(min.x, size.x), end(min.y, size.y)) }
    }

    /// Returns the width in pixels; 0 where the rectangle is empty in x.
    #[must_use]
    pub const fn width(&self) -> u32 {
        if self.max.x > self.min.x { self.max.x.abs_diff(self.min.x) } else { 0 }
    }

    /// Returns the height in pixels; 0 where the rectangle is empty in y.
    #[must_use]
    pub const fn height(&self) -> u32 {
        if self.max.y > self.min.y { self.max.y.abs_diff(self.min.y) } else { 0 }
    }

    /// Returns width and height.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        UVec2::new(self.width(), self.height())
    }

    /// Returns the number of pixels.
    #[must_use]
    pub const fn area(&self) -> u64 {
        self.width() as u64 * self.height() as u64
    }

    /// Returns whether the rectangle has no pixel.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.max.x <= self.min.x || self.max.y <= self.min.y
    }

    /// Returns whether `pixel` belongs to the rectangle.
    #[must_use]
    pub fn contains(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        self.min.x <= pixel.x && pixel.x < self.max.x && self.min.y <= pixel.y && pixel.y < self.max.y
    }

    /// Returns whether both share a pixel.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Returns the pixels that both share; empty if they share none.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let both = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        if both.is_empty() { Self::EMPTY } else { both }
    }

    /// Returns the smallest rectangle that contains both. Empty rectangles are ignored.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => *other,
            (_, true) => *self,
            _ => Self { min: self.min.min(other.min), max: self.max.max(other.max) },
        }
    }

    /// Returns the rectangle moved by `offset`. Corners saturate at the ends of `i32`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<IVec2>) -> Self {
        let offset = offset.into();
        Self { min: self.min.saturating_add(offset), max: self.max.saturating_add(offset) }
    }
}

/// Writes both corners; `max` is one past the last pixel.
///
/// ```
/// use tileray::{Rect, glam::{ivec2, uvec2}};
///
/// let dirty = Rect::from_size(ivec2(-2, 0), uvec2(5, 4));
/// assert_eq!(dirty.to_string(), "[-2, 0] to [3, 4]");
/// ```
impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }
}
