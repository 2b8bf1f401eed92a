//! Sprite pixels: the pixels in the world that a posed mask covers.
//!
//! ```text
//! is_solid(pixel) = does a solid pixel of the mask hold unpose(center of pixel) + pivot, inside or on its border?
//! overlap(a, b):    for each row of the intersection of both bounds, 64 pixels at a time:
//!                       bits = a's pixels & b's pixels; return the first set bit
//! ```
//!
//! Nothing is rasterized: each pixel in the world samples the mask.

use super::sprite::Sprite;
use crate::geometry::{Bound, Elements, Pose, Rect};
use crate::solidity::{Orientation, PosedMask, SolidityMap, bits_between, doubled, steepest_descent};
use glam::{BVec2, DVec2, IVec2, Vec2, ivec2};
use std::borrow::Cow;

/// The pixels in the world that a posed mask covers; created by [`Sprite::pixels`].
///
/// A pixel is covered if its center, mapped back by the pose into the mask's frame, is in a solid pixel of the mask or
/// on its border. So the mirror image of a sprite at the mirrored pose covers the mirrored pixels, a full square covers
/// the same pixels after a quarter turn, nothing is smoothed, and two masks with one pose have no seam.
///
/// Without a rotation, and after quarter turns, the mask lies at the nearest whole pixel. A mask exactly half way
/// between two pixels covers both, and one of 15 px then covers 16 columns. Whole translations with a whole pivot never
/// lie half way; the middle of an odd side is no whole pivot.
///
/// Touching is not overlapping: where two such masks both lie half way, they share the pixels at whose center solid
/// pixels of both lie on the same side.
///
/// [`SolidityMap::try_rotated_about`] samples by the same rule, except for quarter turns to half way between two
/// pixels. Answers are the same on every machine.
///
/// Rotated masks are sampled, never rasterized: two of them sample the intersection of their [`bounds`](Self::bounds).
/// Masks without a rotation compare whole words; else a row costs some operations for each pixel in both rectangles.
/// For many queries with one rotation, [rotate the mask once](SolidityMap::try_rotated_about).
///
/// A mask whose pose or pivot is NaN, infinite or beyond ±[`MAX_COORDINATE`](Self::MAX_COORDINATE), or that would reach
/// beyond it, covers nothing.
///
/// ```
/// use std::f32::consts::FRAC_PI_4;
/// use tileray::glam::{ivec2, vec2};
/// use tileray::{Pose, SolidityMap, sprite::SpritePixels};
///
/// let ring = SolidityMap::from_ascii("#####\n#...#\n#...#\n#...#\n#####")?;
/// let dot = SolidityMap::from_ascii("##\n##")?;
/// let ring = SpritePixels::new(&ring, vec2(2.5, 2.5), &Pose::at((100.0, 50.0)));
/// let pixels = |angle| SpritePixels::new(&dot, vec2(1.0, 1.0), &Pose::new((100.0, 50.0), angle));
/// assert_eq!(ring.overlap(&pixels(0.0)), None); // in the hole
/// assert_eq!(ring.overlap(&pixels(FRAC_PI_4).translated(ivec2(-2, 0))), Some(ivec2(97, 49)));
/// # Ok::<(), tileray::solidity::AsciiError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpritePixels<'a> {
    /// `None` if the mask covers nothing.
    posed: Option<PosedMask<'a>>,
    mask: &'a SolidityMap,
    /// A translation by whole pixels after posing.
    shift: IVec2,
    bounds: Rect,
}

impl Sprite {
    /// Returns the pixels in the world that the sprite's mask covers; `None` without a mask.
    ///
    /// The caller decides how sprites without a mask count: `a.pixels().zip(b.pixels())` is `Some` if both have one.
    #[must_use]
    pub fn pixels(&self) -> Option<SpritePixels<'_>> {
        self.mask.as_ref().map(|mask| SpritePixels::new(mask, self.pivot, &self.pose))
    }
}

impl<'a> SpritePixels<'a> {
    /// The greatest absolute coordinate of a pixel: 2^30.
    pub const MAX_COORDINATE: i32 = 1 << 30;

    /// Poses a mask: `pivot` is the point of the mask at the origin of the frame that `pose` rotates and moves.
    #[must_use]
    pub fn new(mask: &'a SolidityMap, pivot: impl Into<Vec2>, pose: &Pose) -> Self {
        let most = f64::from(Self::MAX_COORDINATE);
        let is_near = |[min, max]: [DVec2; 2]| min.least() >= -most && max.greatest() <= most;
        let (pivot, position) = (pivot.into().as_dvec2(), pose.translation.as_dvec2());
        let is_valid = is_near([pivot.at_most(position), pivot.at_least(position)]);
        let posed = PosedMask::new(mask, pose.rotation, pivot, position).filter(|_| is_valid);
        match posed.map(|posed| (posed, posed.frame())) {
            Some((posed, frame)) if is_near(frame) => {
                let [min, max] = frame.map(DVec2::as_ivec2);
                Self { posed: Some(posed), mask, shift: IVec2::ZERO, bounds: Rect::new(min, max) }
            }
            _ => Self::nowhere(mask),
        }
    }

    const fn nowhere(mask: &'a SolidityMap) -> Self {
        Self { posed: None, mask, shift: IVec2::ZERO, bounds: Rect::EMPTY }
    }

    /// Returns a bounding rectangle; [empty](Rect::EMPTY) if no pixel is covered. Unless the rotation is a multiple
    /// of a quarter turn, it may be up to a pixel too large on each side.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Returns the pixels moved by whole pixels. Nothing is sampled anew, so the shape of the covered pixels does not
    /// change.
    #[must_use]
    pub fn translated(&self, by: impl Into<IVec2>) -> Self {
        let by = by.into();
        let most = i64::from(Self::MAX_COORDINATE);
        let [min, max, shift] =
            [self.bounds.min, self.bounds.max, self.shift].map(|at| at.as_i64vec2() + by.as_i64vec2());
        // A shift beyond i32 would move the pixels beyond the limit too.
        if self.bounds.is_empty() || min.min_element() < -most || max.max_element() > most {
            return Self::nowhere(self.mask);
        }
        Self { shift: shift.as_ivec2(), bounds: Rect::new(min.as_ivec2(), max.as_ivec2()), ..*self }
    }

    /// Returns whether a pixel in the world is covered.
    #[must_use]
    pub fn is_solid(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        self.bounds.contains(pixel) && self.bits(pixel.x.into(), pixel.y.into(), 1) != 0
    }

    /// Returns whether a point in the world is in a covered pixel; false if a coordinate is NaN or infinite.
    ///
    /// Tests the point's pixel, not the point itself, so the answer agrees with the picture on screen.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        point.is_finite() && self.is_solid(point.floor().as_ivec2())
    }

    /// Iterates over the covered pixels, row by row from the top, in a row from the left.
    pub fn pixels(&self) -> impl Iterator<Item = IVec2> + use<'a> {
        each_of(self.words(None))
    }

    /// Returns the first pixel in the world that both cover, row by row: the topmost, then the leftmost.
    ///
    /// Without rotations, and at whole pixels, it is the same as [`SolidityMap::overlap`].
    ///
    /// ```
    /// use tileray::{ConvexPolygon, Hull, Pose, SolidityMap, Sprite, glam::ivec2};
    ///
    /// // An L and a block in its free corner: boxes overlap, pixels do not.
    /// let l = SolidityMap::from_ascii("#...\n#...\n#...\n####")?;
    /// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (4.0, 4.0))?);
    /// let block = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (2.0, 2.0))?);
    /// let l = Sprite { mask: Some(l.into()), ..Sprite::new(hull) };
    /// let square = SolidityMap::from_ascii("##\n##")?;
    /// let block = Sprite { mask: Some(square.into()), ..Sprite::new(block) };
    /// let block_at = |x, y| Sprite { pose: Pose::at((x, y)), ..block.clone() };
    /// let shared = |x, y| l.pixels()?.overlap(&block_at(x, y).pixels()?);
    /// assert_eq!((shared(1.25, 1.25), shared(1.25, 1.6)), (None, Some(ivec2(1, 3))));
    /// assert_eq!(shared(1.25, 1.5), Some(ivec2(1, 3))); // half way, row 3 is covered too
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlap(&self, other: &Self) -> Option<IVec2> {
        if let Some(offset) = self.offset_of(other) {
            let first = |own: &SolidityMap, other: &SolidityMap| Some(own.overlap(other, offset)? + self.bounds.min);
            // If both lie half way, a common pixel of the masks covers this pixel and later ones.
            if self.halves() == other.halves() {
                return first(self.mask, other.mask);
            }
            if let Some([own, other]) = self.spread_with(other) {
                return first(&own, &other);
            }
        }
        self.overlap_pixels(other).next()
    }

    /// Iterates over the pixels in the world that both cover, row by row.
    pub fn overlap_pixels(&self, other: &Self) -> impl Iterator<Item = IVec2> + use<'a> {
        each_of(self.words(Some(other)))
    }

    /// Returns the number of pixels in the world that both cover.
    #[must_use]
    pub fn overlap_area(&self, other: &Self) -> u64 {
        if let Some(offset) = self.offset_of(other) {
            if self.halves() | other.halves() == BVec2::FALSE {
                return self.mask.overlap_area(other.mask, offset);
            }
            let halves = self.halves() & other.halves();
            match self.spread_with(other) {
                Some([own, other]) if halves == BVec2::FALSE => return own.overlap_area(&other, offset),
                Some([own, other]) => {
                    if let Some(common) = own.intersect(&other, offset).spread(halves) {
                        return common.count();
                    }
                }
                None => {}
            }
        }
        self.words(Some(other)).map(|(_, bits)| u64::from(bits.count_ones())).sum()
    }

    /// Returns the unit direction in which moving these pixels shrinks the overlap area fastest, as
    /// [`SolidityMap::overlap_normal`] does.
    ///
    /// `None` without an overlap, and if no direction is better than its opposite. Costs five times as much as
    /// [`overlap_area`](Self::overlap_area).
    #[must_use]
    pub fn overlap_normal(&self, other: &Self) -> Option<Vec2> {
        if let Some(offset) = self.offset_of(other).filter(|_| self.halves() | other.halves() == BVec2::FALSE) {
            return self.mask.overlap_normal(other.mask, offset);
        }
        self.overlap(other)?;
        steepest_descent(|dx, dy| self.translated(ivec2(dx, dy)).overlap_area(other))
    }

    /// Returns the other mask's offset in this one's frame, if neither is rotated and their boxes overlap.
    fn offset_of(&self, other: &Self) -> Option<IVec2> {
        let both_upright = self.is_upright() && other.is_upright();
        // The offset of overlapping boxes fits into i32.
        let overlap = both_upright && self.bounds.overlaps(&other.bounds);
        overlap.then(|| other.bounds.min - self.bounds.min)
    }

    /// Returns the masks of both, each spread on the axes on which it alone lies half way. `None` for wide masks.
    fn spread_with(&self, other: &Self) -> Option<[Cow<'a, SolidityMap>; 2]> {
        let (own, others) = (self.halves(), other.halves());
        Some([self.mask.spread(own & !others)?, other.mask.spread(others & !own)?])
    }

    fn is_upright(&self) -> bool {
        self.posed.and_then(|posed| posed.quarter_turn()).is_some_and(|turn| turn.orientation == Orientation::IDENTITY)
    }

    /// Returns the axes on which the mask lies half way between two pixels.
    fn halves(&self) -> BVec2 {
        self.posed.map_or(BVec2::FALSE, |posed| posed.halves())
    }

    /// Moves both masks back by half a pixel on the axes on which both lie half way, and returns these.
    fn clear_halves(&mut self, other: &mut Self) -> BVec2 {
        let halves = self.halves() & other.halves();
        if halves != BVec2::FALSE {
            [self, other]
                .into_iter()
                .filter_map(|pixels| pixels.posed.as_mut())
                .for_each(|posed| posed.clear_halves(halves));
        }
        halves
    }

    /// Iterates over the covered pixels, up to 64 of a row at a time: the first pixel, and the pixels from it on as
    /// bits, bit 0 first. With `other`, iterates over the common pixels.
    #[inline]
    fn words(&self, other: Option<&Self>) -> impl Iterator<Item = (IVec2, u64)> + use<'a> {
        // The upright mask is cheaper to read, so it selects the pixels that are sampled in the other one.
        let (mut one, mut other) = match other {
            Some(other) if other.is_upright() => (*other, Some(*self)),
            other => (*self, other.copied()),
        };
        let window = other.map_or(one.bounds, |other| one.bounds.intersection(&other.bounds));
        // If both lie half way, they are compared before their common pixels are doubled.
        let halves = other.as_mut().map_or(BVec2::FALSE, |other| one.clear_halves(other));
        (window.min.y..window.max.y).flat_map(move |row| {
            let y = i64::from(row);
            let columns = one.columns(y, [window.min.x.into(), window.max.x.into()]);
            let [first, end] = other.map_or(columns, |other| other.columns(y, columns));
            (first..end).step_by(64).filter_map(move |x| {
                let wanted = bits_between(0, end - x);
                let common = |x: i64, y: i64| {
                    let bits = one.bits(x, y, wanted);
                    other.as_ref().map_or(bits, |other| other.bits(x, y, bits))
                };
                let bits = match halves {
                    BVec2::FALSE => common(x, y),
                    _ => doubled(halves, &|shift| common(x - shift.x, y - shift.y)),
                };
                (bits != 0).then_some((ivec2(x as i32, row), bits))
            })
        })
    }

    /// Returns [`PosedMask::columns`] after the shift.
    fn columns(&self, y: i64, columns: [i64; 2]) -> [i64; 2] {
        let Some(posed) = self.posed else { return [0, 0] };
        let (dx, dy) = (i64::from(self.shift.x), i64::from(self.shift.y));
        posed.columns(y - dy, columns.map(|x| x - dx)).map(|x| x + dx)
    }

    /// Returns [`PosedMask::bits`] after the shift.
    #[inline]
    fn bits(&self, x: i64, y: i64, wanted: u64) -> u64 {
        match self.posed {
            Some(posed) => posed.bits(x - i64::from(self.shift.x), y - i64::from(self.shift.y), wanted),
            None => 0,
        }
    }
}

/// Iterates over the pixels of [`SpritePixels::words`].
fn each_of(words: impl Iterator<Item = (IVec2, u64)>) -> impl Iterator<Item = IVec2> {
    words.flat_map(|(first, bits)| {
        // Clears the lowest set bit until none is left.
        let rests = std::iter::successors(Some(bits), |bits| Some(bits & (bits - 1)).filter(|&bits| bits != 0));
        rests.map(move |bits| first + ivec2(bits.trailing_zeros() as i32, 0))
    })
}
