use super::{Orientation, SolidityMap};
use crate::geometry::tolerance::ROTATED_MASK_SLACK;
use crate::geometry::{sin_cos_of_turns, turns_of};
use glam::{DVec2, I64Vec2, dvec2, i64vec2};

/// A mask that is turned and stands somewhere, asked about the pixels where it lies, with nothing drawn.
///
/// A pixel there comes from the one of the mask that holds its center, turned back; squares are half open, so that each comes
/// from one, whatever the angle. By whole quarters that is a sum of whole numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedMask<'a> {
    mask: &'a SolidityMap,
    turn: Turning,
    /// Where the angle is a multiple of a quarter turn: how the mask is laid, and where the first pixel of it lies then.
    laid: Option<(Orientation, I64Vec2)>,
}

impl<'a> PosedMask<'a> {
    /// `mask` turned by `angle` about `pivot`, a point in its frame that stands at `place`; `None` where a number is NaN or
    /// infinite, or where the mask has no pixels: by the slack in it its frame could have some.
    pub(crate) fn new(mask: &'a SolidityMap, angle: f32, pivot: DVec2, place: DVec2) -> Option<Self> {
        // Most sprites are not turned, and need not wait for a sine.
        let turns = if angle == 0.0 { 0.0 } else { turns_of(angle) % 1.0 };
        let has_pixels = mask.width() > 0 && mask.height() > 0;
        if !(has_pixels && turns.is_finite() && pivot.is_finite() && place.is_finite()) {
            return None;
        }
        let (sine, cosine) = if turns == 0.0 { (0.0, 1.0) } else { sin_cos_of_turns(turns) };
        let quarters = turns * 4.0;
        let laid = (quarters == quarters.trunc()).then(|| laid(quarters as i32, mask.size().as_dvec2(), pivot, place));
        Some(Self { mask, turn: Turning { sine, cosine, pivot, place }, laid })
    }

    /// How the mask is laid, and where its first pixel lies then; `None` where it is not turned by whole
    /// quarters.
    pub(crate) const fn laid(&self) -> Option<(Orientation, I64Vec2)> {
        self.laid
    }

    /// A rectangle around it, in whole numbers: the first pixel, and one past the last. It holds every pixel whose center comes
    /// from the mask's rectangle.
    pub(crate) fn frame(&self) -> [DVec2; 2] {
        if let Some((orientation, offset)) = self.laid {
            let offset = offset.as_dvec2();
            return [offset, offset + orientation.oriented_size(self.mask.size()).as_dvec2()];
        }
        // The rectangle's corners turned; a pixel beyond them on either side makes up for their rounding.
        let size = self.mask.size().as_dvec2();
        let corners = [DVec2::ZERO, dvec2(size.x, 0.0), dvec2(0.0, size.y), size].map(|corner| self.turn.forth(corner));
        let min = corners.into_iter().reduce(DVec2::min).unwrap_or_default();
        let max = corners.into_iter().reduce(DVec2::max).unwrap_or_default();
        // Centers within: from the first pixel whose center is not before `min` to the last one not past `max`.
        let [first, last] = [min - 0.5 - ROTATED_MASK_SLACK, max - 0.5 + ROTATED_MASK_SLACK];
        [dvec2(ceil(first.x) as f64, ceil(first.y) as f64), dvec2(floor(last.x) as f64, floor(last.y) as f64) + 1.0]
    }

    /// Of the pixels of a row from one column up to, and without, another, at least those that come from the mask's rectangle:
    /// the first of them, and one past the last.
    ///
    /// Along the row both coordinates of the source change evenly, so each bounds them by two quotients. A pixel more on either
    /// side, and what rounding is worth in pixels of the row, make up for the quotients' errors.
    pub(crate) fn columns(&self, y: i64, [first, end]: [i64; 2]) -> [i64; 2] {
        if self.laid.is_some() {
            return [first, end];
        }
        let (start, size) = (self.turn.back(center(first, y)), self.mask.size().as_dvec2());
        let length = (end - first).max(0) as f64;
        let (mut from, mut to) = (0.0_f64, length);
        for (start, step, side) in [(start.x, self.turn.cosine, size.x), (start.y, -self.turn.sine, size.y)] {
            let per_step = 1.0 / step;
            let (enters, leaves) = (-start * per_step, (side - start) * per_step);
            let slack = 1.0 + ROTATED_MASK_SLACK * per_step.abs();
            // From here on, to cut fractions off rounds down, and what is one more rounds up.
            from = from.max(enters.min(leaves) - slack);
            to = to.min(enters.max(leaves) + slack + 2.0);
        }
        [first + from.min(length) as i64, first + to.max(0.0).min(length) as i64]
    }

    /// Those of the 64 pixels of a row from `(x, y)` on that are solid, of the ones that are wanted; bit 0 is the first. Wanted
    /// ones lie in the [`frame`](Self::frame), which is within ±2^31.
    #[inline]
    pub(crate) fn bits(&self, x: i64, y: i64, wanted: u64) -> u64 {
        let Some((orientation, offset)) = self.laid else {
            return self.bits_turned(x, y, wanted);
        };
        let local = i64vec2(x, y) - offset;
        let size = self.mask.size();
        let last = I64Vec2::new(size.x.into(), size.y.into()) - 1;
        match orientation {
            Orientation::IDENTITY => self.mask.bits_from(local.x, local.y) & wanted,
            Orientation::ROTATE_180 => {
                // The row runs the other way: the 64 pixels that end at the first one's.
                self.mask.bits_from(last.x - local.x - 63, last.y - local.y).reverse_bits() & wanted
            }
            _ => filtered(wanted, |bit| {
                let source = orientation.source((local + i64vec2(bit.into(), 0)).as_ivec2(), size);
                self.mask.get(source.x, source.y)
            }),
        }
    }

    fn bits_turned(&self, x: i64, y: i64, wanted: u64) -> u64 {
        filtered(wanted, |bit| {
            let source = self.turn.back(center(x + i64::from(bit), y));
            // From 0 on, to cut the fraction off is to round down; what is below is outside.
            source.x >= 0.0 && source.y >= 0.0 && self.mask.get(source.x as i32, source.y as i32)
        })
    }
}

/// How a mask of `size` is laid by whole quarters, and where its first pixel lies then.
///
/// Where the source runs along with the pixels, `i` comes from `⌊i + ½ − (place − pivot)⌋`, and from `⌊pivot + place − ½⌋ − i`
/// where it runs against them.
fn laid(quarters: i32, size: DVec2, pivot: DVec2, place: DVec2) -> (Orientation, I64Vec2) {
    let along = |place: f64, pivot: f64| ceil(place - pivot - 0.5);
    let against = |place: f64, pivot: f64, side: f64| floor(place + pivot - 0.5).saturating_sub(side as i64 - 1);
    match quarters.rem_euclid(4) {
        0 => (Orientation::IDENTITY, i64vec2(along(place.x, pivot.x), along(place.y, pivot.y))),
        1 => (Orientation::ROTATE_90, i64vec2(against(place.x, pivot.y, size.y), along(place.y, pivot.x))),
        2 => (Orientation::ROTATE_180, i64vec2(against(place.x, pivot.x, size.x), against(place.y, pivot.y, size.y))),
        _ => (Orientation::ROTATE_270, i64vec2(along(place.x, pivot.y), against(place.y, pivot.x, size.x))),
    }
}

/// Rounded up; at the ends of `i64` beyond them. Without a call of the platform, which `f64::ceil` is on most processors.
#[inline]
const fn ceil(value: f64) -> i64 {
    let cut = value as i64;
    cut.saturating_add(((cut as f64) < value) as i64)
}

/// Rounded down, likewise.
#[inline]
const fn floor(value: f64) -> i64 {
    let cut = value as i64;
    cut.saturating_sub(((cut as f64) > value) as i64)
}

/// The bits of `wanted` for which something is true.
#[inline]
fn filtered(wanted: u64, is_solid: impl Fn(u32) -> bool) -> u64 {
    let (mut rest, mut found) = (wanted, 0);
    while rest != 0 {
        let bit = rest.trailing_zeros();
        found |= u64::from(is_solid(bit)) << bit;
        rest &= rest - 1;
    }
    found
}

/// The center of a pixel.
#[inline]
fn center(x: i64, y: i64) -> DVec2 {
    dvec2(x as f64 + 0.5, y as f64 + 0.5)
}

/// A turn about a point that stands somewhere, and back.
#[derive(Clone, Copy, Debug)]
struct Turning {
    sine: f64,
    cosine: f64,
    pivot: DVec2,
    place: DVec2,
}

impl Turning {
    fn forth(&self, point: DVec2) -> DVec2 {
        let arm = point - self.pivot;
        self.place + dvec2(arm.x * self.cosine - arm.y * self.sine, arm.x * self.sine + arm.y * self.cosine)
    }

    #[inline]
    fn back(&self, point: DVec2) -> DVec2 {
        let arm = point - self.place;
        self.pivot + dvec2(arm.x * self.cosine + arm.y * self.sine, arm.y * self.cosine - arm.x * self.sine)
    }
}
