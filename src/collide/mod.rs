//! Whether shapes collide, where, when, and how to part them.
//!
//! All functions take two shapes, of any kinds that [`Collide`] knows, and answer for the **first** one: contacts push it out,
//! motions are its own. y points down; touching is not overlapping. Polygons may lie anywhere: they are compared relative to
//! each other, so a pair far from the origin is as exact as one at the origin.
//!
//! **Accuracy.** Polygons are compared in `f32`, where whole coordinates up to 2^20 or so and axis-parallel edges come out
//! exactly. Else a separation is within `2^-20` of the sizes of both shapes and their distance, added up; that much of an
//! overlap may go unseen, or be seen where there is none. Circles are computed in `f64`.
//!
//! **Determinism.** The same shapes give the same bits on every processor.
//!
//! ```
//! use tileray::{Circle, ConvexPolygon, collide, glam::vec2};
//!
//! let wall = ConvexPolygon::rectangle((100.0, 0.0), (116.0, 64.0))?;
//! let ball = Circle::new((95.0, 30.0), 8.0);
//! let contact = collide::contact(&ball, &wall).expect("3 px deep");
//! assert_eq!((contact.normal, contact.depth), (vec2(-1.0, 0.0), 3.0));
//!
//! let sweep = collide::sweep(&Circle::new((52.0, 30.0), 8.0), &wall, (80.0, 0.0));
//! assert_eq!(sweep.time, Some(0.5));
//! # Ok::<(), tileray::geometry::PolygonError>(())
//! ```

mod axis;
mod axis_cache;
mod batch;
mod bounded;
mod box_lanes;
mod calipers;
mod circle;
mod concave;
mod contact;
mod convex;
mod hull;
mod lanes;
mod large;
#[cfg(test)]
mod levels;
mod manifold;
mod mass;
mod mtv;
mod pair;
mod sat;
mod shape;
mod sweep;

pub use axis_cache::{AxisCache, intersects_cached};
pub use batch::{contact_batch, contact_pairs, intersects_batch, sweep_batch};
pub use bounded::{Bounded, may_intersect};
pub(crate) use box_lanes::BoxLanes;
pub use contact::Contact;
pub use convex::ConvexPolygon;
pub(crate) use hull::HullEntry;
pub use hull::{Hull, HullError};
pub use manifold::{Manifold, manifold};
pub use mass::split_mtv;
pub use mtv::{ConvexPieces, mtv};
pub use shape::Collide;
pub use sweep::Sweep;

use fearless_simd::Level;
use glam::Vec2;

/// Whether two shapes overlap; touching is not overlapping.
///
/// False where a shape is not valid: a circle whose radius is below 0, or numbers that are not finite.
///
/// ```
/// use tileray::{ConvexPolygon, collide};
///
/// let a = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
/// let b = ConvexPolygon::rectangle((16.0, 0.0), (32.0, 16.0))?;
/// assert!(!collide::intersects(&a, &b)); // They share an edge.
/// assert!(collide::intersects(&a, &b.translated((-1.0, 0.0))));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[inline]
#[must_use]
pub fn intersects<A, B>(a: &A, b: &B) -> bool
where
    A: Collide<B> + ?Sized,
    B: ?Sized,
{
    a.intersects(b)
}

/// The shortest way of the first shape out of the second; `None` where they do not overlap.
#[inline]
#[must_use]
pub fn contact<A, B>(a: &A, b: &B) -> Option<Contact>
where
    A: Collide<B> + ?Sized,
    B: ?Sized,
{
    a.contact(b)
}

/// What happens while the first shape moves by `relative_motion`: its own minus that of the second.
///
/// A motion that is NaN, infinite or longer than 2^64 px is taken to be none.
#[inline]
#[must_use]
pub fn sweep<A, B>(a: &A, b: &B, relative_motion: impl Into<Vec2>) -> Sweep
where
    A: Collide<B> + ?Sized,
    B: ?Sized,
{
    a.sweep(b, relative_motion.into())
}

/// How far apart two convex polygons are along the best of their edges' normals; below 0 they overlap by as much.
///
/// Between two corners that face each other that is less than their distance. `None` where a polygon does not lie at finite
/// coordinates.
#[must_use]
pub fn separation(a: &ConvexPolygon, b: &ConvexPolygon) -> Option<f32> {
    sat::best_axis(Level::new(), a, b).map(|axis| axis.separation)
}
