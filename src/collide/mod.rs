//! Overlap tests, contacts, shape casts, distances and minimum translation vectors (MTV) of convex shapes.
//!
//! | question | function | shapes |
//! | --- | --- | --- |
//! | do two shapes overlap, how deep, and at which points | [`intersects`], [`contact`](fn@contact), [`manifold`](fn@manifold) | [`A: CollidesWith<B>`](CollidesWith) |
//! | where does a motion stop, and how does it slide on | [`sweep`](fn@sweep) | [`A: CollidesWith<B>`](CollidesWith) |
//! | how far are they apart, and where are they closest | [`distance`](fn@distance), [`closest_points`] | any [`Collider`] |
//! | where does a ray hit a shape | [`raycast`](fn@raycast) | any [`Collider`] |
//! | which shortest way separates all pieces at once | [`mtv`](fn@mtv) | two hulls |
//! | what are the contacts of many pairs | [`contact_pairs`] | [`A: CollidesWith<B>`](CollidesWith), in two lists |
//!
//! Results are for the **first** shape: a contact moves the first shape out of the second, and a motion is the
//! first shape's. y points down. Touching is not overlapping.
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
//! assert_eq!(sweep.fraction, Some(0.5));
//! # Ok::<(), tileray::geometry::PolygonError>(())
//! ```
//!
//! # The algorithm
//!
//! Separating axes: two convex polygons are apart if and only if the normal of one of their edges separates them.
//!
//! ```text
//! separation(edge of A, B)   s = min over corners b of B: n·b − support(A, n)         sat.rs
//!                            eight edges at a time, one in each lane                  lanes.rs
//! intersects(A, B)           every edge of A and of B has s < 0
//! contact(A, B)              the edge with the greatest s, if s < 0: normal n, depth −s
//! manifold(A, B)             clip the other polygon's edge that faces the contact's   manifold.rs
//!                            edge at the ends of the contact's edge
//! sweep(A, B, motion)        s changes by motion·n: touch at the latest time at which sweep/polygon.rs
//!                            an s falls to 0, if no other s has risen to 0 by then
//! circle against A           the edge with the greatest s, or its nearer corner       circle.rs
//! circle in motion           its center against A grown by the radius                 sweep/circle.rs
//! hull against B             the pieces whose boxes overlap B's box, eight boxes at   hull/
//!                            a time: the deepest contact, or the earliest touch
//! all other pairs, distance  the origin against the Minkowski difference of two       cores.rs,
//!                            cores, grown by both radii                               minkowski.rs
//! raycast(A, ray)            the ray against each core of A, grown by its radius      raycast.rs
//! mtv(A, B)                  the point nearest to the origin outside all Minkowski    mtv/
//!                            differences of a piece of A and a piece of B
//!
//!   +----------+            The edges with normals → and ← have s = −3 and −17,
//!   |    A     |            the edges with normals ↓ and ↑ have s = −5 and −9.
//!   |       +--+-----+      The greatest is −3: the contact moves A to the left,
//!   +-------+--+     |      normal (−1, 0), depth 3.
//!           |   B    |
//!           +--------+
//! ```
//!
//! **Ties.** Of normals with equal separations, the one wins along which the centers of the bounding boxes are nearest to
//! each other: a crate on a long floor leaves it upward. Of two opposite normals, the one toward the first shape's center
//! wins (`contact.rs`). Of normals that a motion meets at once, the one most against the motion wins. So mirrored and turned
//! shapes have mirrored and turned answers, to the bit, and swapping the shapes flips the normal. Normals that are still
//! tied are equally right, and one is taken in a fixed order: where both centers are one point, or both normals mirror
//! images of each other at the line through the centers or at the motion's line. For hulls, the boxes are those of the
//! pieces. A circle whose center lies on a segment, or deepest in a concave polygon, leaves to any of the nearest sides.
//!
//! Circles are tested against whole polygons, also concave ones: convex pieces would add inner edges.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | separation | the gap along an edge's normal, below 0 an overlap |
//! | support | how far a polygon reaches along the normal of one of its edges |
//! | block, lane | eight corners with their edges, or eight boxes; the element of a vector for one of them |
//! | piece | a convex polygon of a hull |
//! | core, radius | each shape is a union of cores, convex hulls of a few points, grown by a radius (`collider.rs`) |
//! | Minkowski difference | all vectors from a point of one core to a point of the other; it holds the origin if they overlap |
//! | origin of a polygon | a point near it; corners are relative to it, so tests are as exact far from the world's origin |
//! | in doubt | the greatest separation is within the touch tolerance |
//!
//! # Accuracy and determinism
//!
//! Polygons are compared in `f32`, all other shapes in `f64`. Whole coordinates up to about 2^20 and axis-parallel
//! edges give exact results. Otherwise a separation is exact to `2^-20` of the sum of both shapes' sizes and their
//! distance. The same shapes give the same bits on every processor.
//!
//! **Touch tolerance.** Two shapes overlap only if they do so by more than the rounding of positions and depths. That
//! is the sum, over both shapes, of 2^-23 of the largest coordinate of the position and 2^-20 of the size. A smaller
//! overlap is a touch. For sprites of 16 px at 1000 px the tolerance is 1/3700 px, at 10^6 px it is 1/4 px, four times
//! the spacing of `f32` there. So a loop that pushes by the [`mtv`](Contact::mtv) of the contact ends after one push.
//! Hulls may need more pushes; there, [`mtv`](fn@mtv) is the one vector after which nothing overlaps.
//!
//! **Whole polygons.** Two convex polygons with whole coordinates up to 2^12 are decided exactly, without a tolerance:
//! two triangles that share a slanted edge touch, and an overlap of 1/5000 px is found.
//!
//! # Proofs
//!
//! Tests in `tests/shapes/collide` hold every function to the theorem written out in `f64` (`reference::separation`),
//! whole coordinates to exact answers (`exactness.rs`), one push to its promise (`parting.rs`), hulls to their pieces
//! (`hulls.rs`, `mtv.rs`) and batches to single questions (`batches.rs`). `tests/mirrors` asks all of them in the eight
//! images of a scene. `tests.rs` in this folder compares vector code with plain code, and `tests/golden` has hashes of
//! the bits.

mod axis;
mod circle;
mod clip;
mod collider;
mod contact;
mod convex;
mod cores;
mod distance;
mod exact;
mod hull;
mod lanes;
mod manifold;
mod minkowski;
mod mtv;
mod raycast;
mod rounded;
mod sat;
mod shape;
mod sweep;
#[cfg(test)]
mod tests;

pub use collider::Collider;
pub(crate) use collider::Core;
pub use contact::{Contact, split_mtv};
pub use convex::ConvexPolygon;
pub use distance::{closest_points, distance};
pub use hull::{Hull, HullError};
pub(crate) use lanes::{BoxBlock, BoxLanes};
pub use manifold::Manifold;
pub(crate) use minkowski::each_corner;
pub use mtv::mtv;
pub use raycast::{ColliderHit, raycast};
pub(crate) use raycast::{ShapeEntry, core_entry};
pub use rounded::{RoundedPolygon, RoundedPolygonError};
pub use shape::CollidesWith;
pub use sweep::Sweep;
pub(crate) use sweep::valid_motion;

use crate::parallel::answer_each;
use crate::simd::Level;
use glam::Vec2;

/// Returns whether two shapes overlap; touching is not overlapping.
///
/// False if a shape is not valid: a circle of negative radius, or numbers that are not finite.
///
/// ```
/// use tileray::{ConvexPolygon, collide};
///
/// let a = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
/// let b = ConvexPolygon::rectangle((16.0, 0.0), (32.0, 16.0))?;
/// assert!(!collide::intersects(&a, &b)); // They touch.
/// assert!(collide::intersects(&a, &b.translated((-1.0, 0.0))));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[inline]
#[must_use]
#[doc(alias = "intersection_test")]
pub fn intersects<A, B>(a: &A, b: &B) -> bool
where
    A: CollidesWith<B> + ?Sized,
    B: ?Sized,
{
    a.intersects(b)
}

/// Returns the contact of two shapes: the shortest translation that moves the first out of the second. `None` if they
/// do not overlap.
///
/// ```
/// use tileray::{Circle, collide, glam::vec2};
///
/// let (ball, peg) = (Circle::new((0.0, -5.0), 4.0), Circle::new((0.0, 0.0), 2.0));
/// let contact = collide::contact(&ball, &peg).expect("1 px deep");
/// assert_eq!(contact.mtv(), vec2(0.0, -1.0));
/// assert_eq!(collide::contact(&ball.translated(contact.mtv()), &peg), None);
/// ```
#[inline]
#[must_use]
#[doc(alias = "penetration")]
pub fn contact<A, B>(a: &A, b: &B) -> Option<Contact>
where
    A: CollidesWith<B> + ?Sized,
    B: ?Sized,
{
    a.contact(b)
}

/// Writes the contacts of pairs of shapes from two lists, which may be the same list.
///
/// A pair holds an index into `a` and an index into `b`, as a broad phase gives them. Contacts are for the shape in
/// `a`. With the feature `parallel`, the pairs are shared among the threads of the current rayon pool, if that saves
/// time. For every number of threads, the answers are bit-identical to [`contact`](fn@contact).
///
/// # Panics
///
/// If `pairs` and `contacts` differ in length, or an index is out of range.
///
/// ```
/// use tileray::{ConvexPolygon, collide};
///
/// let crates = vec![
///     ConvexPolygon::rectangle((0.0, 0.0), (10.0, 10.0))?,
///     ConvexPolygon::rectangle((8.0, 0.0), (18.0, 10.0))?,
///     ConvexPolygon::rectangle((18.0, 0.0), (28.0, 10.0))?,
/// ];
/// let mut contacts = [None; 2];
/// collide::contact_pairs(&crates, &crates, &[(0, 1), (1, 2)], &mut contacts);
/// assert!(contacts[0].is_some_and(|contact| contact.depth == 2.0) && contacts[1].is_none());
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
pub fn contact_pairs<A, B>(a: &[A], b: &[B], pairs: &[(u32, u32)], contacts: &mut [Option<Contact>])
where
    A: CollidesWith<B> + Sync,
    B: Sync,
{
    let (pair_count, contact_count) = (pairs.len(), contacts.len());
    assert!(
        pair_count == contact_count,
        "there are {pair_count} pairs, but {contact_count} contacts; give both the same length"
    );
    answer_each(pairs, contacts, |&(one, other)| a[one as usize].contact(&b[other as usize]));
}

/// Returns the contact of two shapes with its contact points; `None` if they do not overlap.
///
/// If two edges face each other, the points are the ends of their common part, halfway between both borders. Otherwise
/// there is one point, where a corner or an arc is deepest. For hulls, they are the points of the two pieces that
/// overlap most.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let spike = ConvexPolygon::new(vec![vec2(8.0, 0.0), vec2(16.0, 0.0), vec2(12.0, 18.0)])?;
/// let manifold = collide::manifold(&spike, &floor).expect("2 px deep in the floor");
/// assert_eq!(manifold.points(), [vec2(12.0, 17.0)]);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
/// A ball has one contact point, a capsule that lies has two.
///
/// ```
/// use tileray::{Capsule, Circle, ConvexPolygon, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let ball = collide::manifold(&Circle::new((20.0, 9.0), 8.0), &floor).expect("1 px deep");
/// assert_eq!(ball.points(), [vec2(20.0, 16.5)]);
/// let log = collide::manifold(&Capsule::new((10.0, 9.0), (30.0, 9.0), 8.0), &floor).expect("1 px deep");
/// assert_eq!(log.points(), [vec2(10.0, 16.5), vec2(30.0, 16.5)]);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[inline]
#[must_use]
pub fn manifold<A, B>(a: &A, b: &B) -> Option<Manifold>
where
    A: CollidesWith<B> + ?Sized,
    B: ?Sized,
{
    a.manifold(b)
}

/// Casts the first shape along `relative_motion` against the second one, and returns the time of impact and the slide.
///
/// The relative motion is the first shape's own minus the second shape's. No shape is moved: [`Sweep::slide`] returns
/// the motion that the first one may make. A motion that is NaN, infinite or longer than 2^64 px counts as zero.
///
/// ```
/// use tileray::{ConvexPolygon, Circle, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let sweep = collide::sweep(&Circle::new((8.0, 0.0), 4.0), &floor, (20.0, 24.0));
/// assert_eq!((sweep.fraction, sweep.normal), (Some(0.5), vec2(0.0, -1.0)));
/// assert_eq!(sweep.slide((20.0, 24.0)), vec2(20.0, 12.0)); // on the floor
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[inline]
#[must_use]
#[doc(alias = "cast_shapes", alias = "time_of_impact")]
pub fn sweep<A, B>(a: &A, b: &B, relative_motion: impl Into<Vec2>) -> Sweep
where
    A: CollidesWith<B> + ?Sized,
    B: ?Sized,
{
    a.sweep(b, relative_motion.into())
}

/// Returns the greatest separation of two convex polygons along their edges' normals; below 0 they overlap.
///
/// If two corners face each other, it is less than the distance between the polygons. `None` if a polygon is not at
/// finite coordinates.
///
/// ```
/// use tileray::{ConvexPolygon, collide};
///
/// let crate_box = ConvexPolygon::rectangle((0.0, 0.0), (8.0, 8.0))?;
/// assert_eq!(collide::separation(&crate_box, &crate_box.translated((11.0, 9.0))), Some(3.0));
/// assert_eq!(collide::separation(&crate_box, &crate_box.translated((6.0, 5.0))), Some(-2.0));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[must_use]
pub fn separation(a: &ConvexPolygon, b: &ConvexPolygon) -> Option<f32> {
    sat::best_axis(Level::best(), a, b).map(|axis| axis.separation)
}
