pub(super) mod circle;
mod point;
pub(super) mod polygon;
mod ring;
mod slide;

pub(super) use circle::{circle_against_circle, circle_against_polygon, circle_against_ring, circle_against_segment};
pub(super) use polygon::polygon_against_polygon;
pub(super) use slide::slide;

use super::axis::is_greater;
use super::contact::Contact;
use glam::Vec2;

/// What happens to one shape while it moves past another that stands still.
///
/// A motion is a straight line at constant speed; time 0 is its beginning, 1 its end. Where both shapes move, the motion is
/// that of the first minus that of the second.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let bullet = ConvexPolygon::rectangle((0.0, 4.0), (2.0, 6.0))?;
/// let wall = ConvexPolygon::rectangle((100.0, 0.0), (101.0, 10.0))?;
///
/// // 980 pixels in one step: it does not pass through the wall, which is one pixel thick.
/// let sweep = collide::sweep(&bullet, &wall, (980.0, 3.0));
/// assert!(!sweep.intersects && sweep.will_intersect);
/// assert_eq!((sweep.time, sweep.normal), (Some(0.1), vec2(-1.0, 0.0)));
///
/// // It stops at the wall, and slides down along it.
/// assert_eq!(sweep.slide((980.0, 3.0)), vec2(98.0, 3.0));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sweep {
    /// Whether they overlap before anything moves.
    pub intersects: bool,
    /// Whether they overlap at some time of the motion, its beginning and its end included. Touching is not overlapping.
    pub will_intersect: bool,
    /// The first time, 0 to 1, at which they touch and from which on they would overlap, were the motion to go on; 0 where
    /// they overlap from the beginning.
    ///
    /// `None` where they never do: also where they part, and where they slide along each other. It is exactly 1, without
    /// [`will_intersect`](Self::will_intersect), where the motion ends with the touch.
    pub time: Option<f32>,
    /// The unit normal of what the first shape meets at that time, toward the first shape; where they overlap from the
    /// beginning, that of their contact. Zero where there is no time.
    pub normal: Vec2,
    /// What to add to the motion so that it ends with the two touching, never further in, and not through: the first shape
    /// slides along the second, as what is left of the motion at the touch loses its part against the normal.
    ///
    /// Where they overlap from the beginning it leads out along the contact's normal, by as much as the motion does not do
    /// itself. Zero where there is no time.
    pub mtv: Vec2,
}

impl Sweep {
    /// The motion with what lets it slide: where the first shape may go.
    #[must_use]
    pub fn slide(&self, motion: impl Into<Vec2>) -> Vec2 {
        motion.into() + self.mtv
    }

    /// What happens where they overlap from the beginning.
    #[inline]
    pub(super) fn overlapping(contact: Contact, motion: Vec2) -> Self {
        let missing = (contact.depth - motion.dot(contact.normal)).max(0.0);
        let mtv = contact.normal * missing;
        Self { intersects: true, will_intersect: true, time: Some(0.0), normal: contact.normal, mtv }
    }

    /// What happens where they touch at `time`, coming closer by `speed` along `normal` in the whole motion.
    #[inline]
    fn touching(time: f32, normal: Vec2, speed: f32) -> Self {
        // Of two zeros a maximum may be either.
        let time = time + 0.0;
        let mtv = normal * ((1.0 - time) * speed);
        Self { intersects: false, will_intersect: time < 1.0, time: Some(time), normal, mtv }
    }

    /// The one of two that happens first: where shapes overlap from the beginning, the deeper one, and of two that touch at
    /// the same time that with the normal that comes first by the rule of ties.
    #[inline]
    pub(super) fn or_earlier(self, other: Self) -> Self {
        let (Some(time), Some(other_time)) = (self.time, other.time) else {
            return if self.time.is_some() { self } else { other };
        };
        let other_first = match (self.intersects, other.intersects) {
            (true, true) => other.mtv.length_squared() > self.mtv.length_squared(),
            (false, false) => is_greater((-other_time, other.normal), (-time, self.normal)),
            (_, overlapping) => overlapping,
        };
        let first = if other_first { other } else { self };
        Self { will_intersect: self.will_intersect || other.will_intersect, ..first }
    }

    /// The same seen from the second shape: what it meets while it moves the other way.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, mtv: -self.mtv, ..*self }
    }
}

/// A motion that can be computed with: one that is not finite, or longer than 2^64 px, is none.
#[inline]
pub(super) fn valid_motion(motion: Vec2) -> Vec2 {
    const LONGEST: f32 = (1_u128 << 64) as f32;
    // The greater of NaN and a number is the number, so each coordinate is asked.
    if motion.abs().cmple(Vec2::splat(LONGEST)).all() { motion } else { Vec2::ZERO }
}
