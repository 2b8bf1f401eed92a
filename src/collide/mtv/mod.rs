mod difference;
mod search;
mod tree;

use super::convex::ConvexPolygon;
use super::hull::Hull;
use super::shape::Collide;
use difference::Ring;
use glam::Vec2;
use search::Search;

/// A shape that is made of convex pieces: a [`ConvexPolygon`], which is its only one, or a [`Hull`].
pub trait ConvexPieces: Collide {
    /// The pieces in the shape's own frame, and where that lies in the world.
    #[must_use]
    fn own_pieces(&self) -> (&[ConvexPolygon], Vec2);
}

impl ConvexPieces for ConvexPolygon {
    fn own_pieces(&self) -> (&[ConvexPolygon], Vec2) {
        (std::slice::from_ref(self), Vec2::ZERO)
    }
}

impl ConvexPieces for Hull {
    fn own_pieces(&self) -> (&[ConvexPolygon], Vec2) {
        self.pieces_in_frame()
    }
}

/// The shortest translation of the first shape that parts all of it from the second, in pixels; `None` where they do not
/// overlap.
///
/// A [`contact`](super::contact) of hulls parts only those two pieces that overlap most, and may push them into others; this
/// parts them all at once, and leads out of notches and around hooks. The place that it leads to need not be one that the
/// shape could slide to: it may be beyond a wall, or in a hollow that has no mouth.
///
/// Computed in `f64` and rounded once. ConvexPieces that overlap by less than 2^-22 of the sizes of both shapes only touch, so that
/// what fits exactly into a notch fits when both are turned; where all of the overlap is less than that, the answer is the
/// contact's. Two convex polygons are parted by the [`mtv`](super::Contact::mtv) of their contact. Of translations that are
/// equally short it is the steeper one, then that from the upper left to the lower right or back, and of two opposite ones
/// that which leads up, or left. Swapping the shapes turns the answer around, but for its rounding and for opposite ties.
/// Shapes that do not lie at finite coordinates overlap nothing: `None`.
///
/// Cost: for shapes of n and m pieces, whose corners are c in all pairs together, O(n·m + c log c) to begin with, less those
/// pairs that are further off than the way out of the box around both. Then each of the k edges that are nearer than the
/// answer is walked past what covers it: a few steps of O(log(n·m)) mostly, n·m steps at worst, and each looks at the edges
/// of the pairs around a place. Two stars of seven pieces take 3 to 50 µs, the more the deeper they are in each other.
///
/// The translations at which two convex pieces overlap are an open convex polygon: their Minkowski difference. Wanted is the
/// point nearest to the origin outside the union of all of them, which lies on an edge: nearest to the origin, or where the
/// edge comes out of another one (as in the circle's case, and as of Lozano-Pérez 1983, "Spatial Planning: A Configuration
/// Space Approach").
///
/// ```
/// use tileray::{ConvexPolygon, Hull, collide, glam::vec2};
///
/// // A crate deep in a U: it leaves by the opening, 20 px up, and not through a wall.
/// let walls = Hull::new(vec![
///     ConvexPolygon::rectangle((0.0, 0.0), (30.0, 40.0))?,
///     ConvexPolygon::rectangle((30.0, 30.0), (46.0, 40.0))?,
///     ConvexPolygon::rectangle((46.0, 0.0), (76.0, 40.0))?,
/// ])?;
/// let crate_box = ConvexPolygon::rectangle((29.0, 10.0), (47.0, 20.0))?;
/// assert_eq!(collide::mtv(&crate_box, &walls), Some(vec2(0.0, -20.0)));
///
/// // One that is narrower fits between them.
/// let crate_box = ConvexPolygon::rectangle((29.0, 10.0), (44.0, 20.0))?;
/// assert_eq!(collide::mtv(&crate_box, &walls), Some(vec2(1.0, 0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn mtv<A, B>(a: &A, b: &B) -> Option<Vec2>
where
    A: Collide<B> + ConvexPieces,
    B: ConvexPieces,
{
    let contact = a.contact(b)?;
    let (first, first_place) = a.own_pieces();
    let (second, second_place) = b.own_pieces();
    if first.len() == 1 && second.len() == 1 {
        return Some(contact.mtv());
    }
    // All is relative to the first shape's frame.
    let apart = second_place.as_dvec2() - first_place.as_dvec2();
    let first: Vec<_> = first.iter().filter_map(Ring::mirrored).collect();
    let second: Vec<_> = second.iter().filter_map(|piece| Ring::moved(piece, apart)).collect();
    Some(Search::nearest_free_place(&first, &second).unwrap_or_else(|| contact.mtv()))
}
