//! Sweeps: shape casts with a slide.

pub(super) mod circle;
pub(super) mod polygon;

use super::contact::{Contact, is_more_against};
use crate::geometry::{Bound, SLIDING_GAP};
use glam::Vec2;

/// The result of moving one shape against another: a shape cast with a slide.
///
/// The motion is straight and of constant speed, from time 0 to time 1. If both shapes move, it is the motion of the
/// first minus the motion of the second.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let bullet = ConvexPolygon::rectangle((0.0, 4.0), (2.0, 6.0))?;
/// let wall = ConvexPolygon::rectangle((100.0, 0.0), (101.0, 10.0))?;
///
/// // 980 pixels in one step do not tunnel through a wall that is one pixel thick.
/// let sweep = collide::sweep(&bullet, &wall, (980.0, 3.0));
/// assert!(!sweep.intersects && sweep.will_intersect);
/// assert_eq!((sweep.fraction, sweep.normal), (Some(0.1), vec2(-1.0, 0.0)));
///
/// // The bullet stops at the wall and slides down along it.
/// assert_eq!(sweep.slide((980.0, 3.0)), vec2(98.0, 3.0));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sweep {
    /// Whether the shapes overlap at the beginning.
    pub intersects: bool,
    /// Whether the shapes overlap at some time from 0 to 1. Touching is not overlapping.
    pub will_intersect: bool,
    /// The part of the motion before the impact, from 0 to 1. At an impact the shapes touch, and would overlap if the
    /// motion went on. 0 if they overlap at the beginning.
    ///
    /// `None` if there is no impact, as when the shapes separate or slide along each other. Exactly 1, without
    /// [`will_intersect`](Self::will_intersect), if the motion ends with the touch.
    pub fraction: Option<f32>,
    /// The unit normal of the second shape at the time of impact, toward the first shape; of several met at once, the one
    /// most against the motion. If the shapes overlap at the beginning, it is the contact's normal. Zero without an impact.
    pub normal: Vec2,
    /// The correction to add to the motion, so that the first shape slides along the second and ends touching it. After
    /// the impact, the rest of the motion loses its component against the normal.
    ///
    /// If the shapes overlap at the beginning, the correction points along the contact's normal. Its length is the
    /// depth minus the motion along that normal, and at least 0. Zero without an impact.
    pub correction: Vec2,
}

impl Sweep {
    /// Returns the corrected motion, with the slide: the translation that the first shape may make.
    #[must_use]
    pub fn slide(&self, motion: impl Into<Vec2>) -> Vec2 {
        motion.into() + self.correction
    }

    /// Creates the sweep of shapes that overlap at the beginning.
    #[inline]
    pub(super) fn overlapping(contact: Contact, motion: Vec2) -> Self {
        let missing = (contact.depth - motion.dot(contact.normal)).at_least(0.0);
        let correction = contact.normal * missing;
        Self { intersects: true, will_intersect: true, fraction: Some(0.0), normal: contact.normal, correction }
    }

    /// Creates the sweep of an impact at `time`. The whole motion leads `speed` pixels against `normal`.
    #[inline]
    fn touching(time: f32, normal: Vec2, speed: f32) -> Self {
        // The greatest time of several lanes may be either zero.
        let time = time.positive_zero();
        let correction = normal * ((1.0 - time) * speed);
        Self { intersects: false, will_intersect: time < 1.0, fraction: Some(time), normal, correction }
    }

    /// Returns the earlier of two impacts of a motion. On a tie, the normal [more against](is_more_against) the motion
    /// counts. Between two overlaps at the beginning, the longer correction counts.
    #[inline]
    pub(super) fn or_earlier(self, other: Self, motion: Vec2) -> Self {
        let (Some(time), Some(other_time)) = (self.fraction, other.fraction) else {
            return if self.fraction.is_some() { self } else { other };
        };
        let other_first = match (self.intersects, other.intersects) {
            (true, true) => {
                let (length, other_length) = (self.correction.length_squared(), other.correction.length_squared());
                let is_tied = other_length == length && is_more_against(other.normal, self.normal, motion);
                other_length > length || is_tied
            }
            (false, false) => {
                let is_tied = other_time == time && is_more_against(other.normal, self.normal, motion);
                other_time < time || is_tied
            }
            (_, overlapping) => overlapping,
        };
        let first = if other_first { other } else { self };
        Self { will_intersect: self.will_intersect || other.will_intersect, ..first }
    }

    /// Returns the same sweep for the second shape, which moves the other way.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, correction: -self.correction, ..*self }
    }
}

/// Returns the motion, or zero if it is not finite or longer than 2^64 px.
#[inline]
pub(crate) fn valid_motion(motion: Vec2) -> Vec2 {
    const LONGEST: f32 = (1_u128 << 64) as f32;
    // Each coordinate is compared, because the greater of NaN and a number may be the number.
    if motion.abs().cmple(Vec2::splat(LONGEST)).all() { motion } else { Vec2::ZERO }
}

/// The most impacts in one motion; a shape stops at the last.
const MOST_IMPACTS: usize = 4;

/// Moves a shape against an obstacle with several sides, and slides along one after another.
///
/// `first_hit(motion, position)` returns the first impact of a motion that begins at `position`, relative to the
/// shape's own. `size` is the size of the shapes. After an impact, the rest of the motion slides along the side that
/// was hit, until it hits the next side and slides along that. If the second slide leads back into the first side, as
/// in a notch, the shape stops.
pub(super) fn slide(motion: Vec2, size: f32, first_hit: &dyn Fn(Vec2, Vec2) -> Sweep) -> Sweep {
    let first = first_hit(motion, Vec2::ZERO);
    let Some(time) = first.fraction else { return first };
    if first.intersects {
        return first;
    }
    let mut position = motion * time;
    let mut rest = motion * (1.0 - time) + first.correction;
    let mut normal = first.normal;
    for _ in 1..MOST_IMPACTS {
        let next = first_hit(rest, position + normal * (size * SLIDING_GAP));
        let Some(time) = next.fraction else {
            return Sweep { correction: position + rest - motion, ..first };
        };
        if next.intersects {
            break;
        }
        position += rest * time;
        let slid = rest * (1.0 - time) + next.correction;
        if slid.dot(normal) < -slid.length() * SLIDING_GAP {
            break;
        }
        (rest, normal) = (slid, next.normal);
    }
    Sweep { correction: position - motion, ..first }
}
