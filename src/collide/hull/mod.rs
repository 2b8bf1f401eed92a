//! Hulls: shapes of convex pieces that move together.

mod cast;
mod collide;

use super::convex::{ConvexPolygon, LANES};
use super::lanes::{BoxBlock, Lanes};
use crate::geometry::{Aabb, Bound, Elements, Polygon, Pose, touch_part};
use glam::Vec2;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// A shape made of convex pieces that move together: a compound shape, as for concave sprites.
///
/// Clones share the pieces, so a hundred sprites of one kind store them once. Pieces may touch and overlap. A hull
/// overlaps another shape if one of its pieces does. Its [`contact`](fn@crate::collide::contact) is the deepest contact
/// of its pieces: it separates that piece, but not always the others. If another piece still overlaps, compute the
/// contact again, or call [`collide::mtv`](fn@crate::collide::mtv), which is slower and separates all pieces at once.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, collide};
///
/// // An L of two boxes, and a crate in its corner.
/// let hull = Hull::new(vec![
///     ConvexPolygon::rectangle((0.0, 0.0), (8.0, 32.0))?,
///     ConvexPolygon::rectangle((0.0, 24.0), (32.0, 32.0))?,
/// ])?;
/// let crate_box = ConvexPolygon::rectangle((9.0, 15.0), (17.0, 23.0))?;
/// assert!(!collide::intersects(&crate_box, &hull));
/// let sweep = collide::sweep(&crate_box, &hull, (-5.0, 5.0));
/// assert_eq!(sweep.fraction, Some(0.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<ConvexPolygon>", into = "Vec<ConvexPolygon>"))]
#[doc(alias = "Compound")]
pub struct Hull {
    /// The pieces in the hull's own frame, so that moving the hull does not move them relative to each other.
    pieces: Arc<[ConvexPolygon]>,
    /// The position of the hull's frame in the world.
    position: Vec2,
    /// The bounding box of all pieces, in the hull's frame.
    bounds: Aabb,
    /// The bounding boxes of the pieces in the hull's frame, eight in a block.
    boxes: Arc<[PieceBoxes]>,
    /// The largest share of a piece in the touch tolerance.
    touch_of_pieces: f32,
}

/// An error of [`Hull::new`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HullError {
    /// The list of pieces is empty.
    NoPieces,
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPieces => f.write_str("a hull needs at least one piece"),
        }
    }
}

impl Error for HullError {}

impl Hull {
    /// Creates a hull of pieces, in this order.
    ///
    /// # Errors
    ///
    /// [`HullError::NoPieces`].
    pub fn new(pieces: Vec<ConvexPolygon>) -> Result<Self, HullError> {
        if pieces.is_empty() { Err(HullError::NoPieces) } else { Ok(Self::from_pieces(pieces, Vec2::ZERO)) }
    }

    /// Returns a key that is equal for clones at the same position, and different for all other hulls alive.
    #[cfg(feature = "serde")]
    pub(crate) fn identity(&self) -> (usize, [u32; 2]) {
        (self.pieces.as_ptr().addr(), self.position.to_array().map(f32::to_bits))
    }

    fn from_pieces(pieces: Vec<ConvexPolygon>, position: Vec2) -> Self {
        let boxes = pieces.chunks(LANES).map(PieceBoxes::new).collect();
        // A piece at coordinates that are not finite must not spoil the box of the others.
        let boxed = pieces.iter().map(ConvexPolygon::bounds).filter(|one| one.min.is_finite() && one.max.is_finite());
        let bounds = boxed.reduce(|all, one| all.union(&one)).unwrap_or_default();
        let touches = pieces.iter().map(ConvexPolygon::touch).filter(|touch| touch.is_finite());
        let touch_of_pieces = touches.fold(0.0, |most, touch| touch.at_least(most));
        Self { pieces: pieces.into(), position, bounds, boxes, touch_of_pieces }
    }

    /// Iterates over the pieces at the hull's position.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = ConvexPolygon> + '_ {
        self.pieces.iter().map(|piece| piece.translated(self.position))
    }

    /// Returns the pieces in the hull's frame, and the position of that frame.
    pub(in crate::collide) fn pieces_in_frame(&self) -> (&[ConvexPolygon], Vec2) {
        (&self.pieces, self.position)
    }

    /// Returns the bounding box of all pieces.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds.translated(self.position)
    }

    /// Returns the longer side of the bounding box.
    #[inline]
    fn size(&self) -> f32 {
        self.bounds.size().greatest()
    }

    /// Returns the greatest absolute coordinates of the pieces in the hull's frame.
    #[inline]
    fn reach(&self) -> Vec2 {
        self.bounds.min.abs().at_least(self.bounds.max.abs())
    }

    /// Returns the hull's share of the [touch tolerance](touch_part).
    #[inline]
    fn touch(&self) -> f32 {
        self.touch_of_pieces + touch_part(self.position.abs().greatest(), 0.0)
    }

    /// Moves the hull. A hull at coordinates that are not finite overlaps nothing.
    pub fn translate(&mut self, offset: impl Into<Vec2>) {
        self.position += offset.into();
    }

    /// Returns the hull moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        Self { position: self.position + offset.into(), ..self.clone() }
    }

    /// Returns the hull rotated around the origin of its frame by the pose's rotation, then moved by its translation.
    ///
    /// As with [`ConvexPolygon::transformed`], errors do not accumulate where each frame rotates the original hull.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        let turn = Pose { translation: Vec2::ZERO, ..*pose };
        let pieces = self.pieces.iter().map(|piece| piece.transformed(&turn)).collect();
        Self::from_pieces(pieces, pose.apply(self.position))
    }
}

impl TryFrom<Vec<ConvexPolygon>> for Hull {
    type Error = HullError;

    /// Calls [`Hull::new`].
    fn try_from(pieces: Vec<ConvexPolygon>) -> Result<Self, HullError> {
        Self::new(pieces)
    }
}

impl From<Hull> for Vec<ConvexPolygon> {
    /// Collects the [pieces](Hull::pieces) at the hull's position.
    fn from(hull: Hull) -> Self {
        hull.pieces().collect()
    }
}

impl From<&Polygon> for Hull {
    /// Creates a hull of a polygon's [convex pieces](Polygon::convex_pieces).
    fn from(polygon: &Polygon) -> Self {
        let pieces = polygon.convex_pieces();
        // The pieces are convex by the same exact signs that are checked here, so none is left out.
        Self::from_pieces(pieces.iter().filter_map(|piece| ConvexPolygon::try_from(piece).ok()).collect(), Vec2::ZERO)
    }
}

impl From<ConvexPolygon> for Hull {
    /// Creates a hull of one piece.
    fn from(polygon: ConvexPolygon) -> Self {
        Self::from_pieces(vec![polygon], Vec2::ZERO)
    }
}

/// The bounding boxes of up to eight pieces; the other lanes hold a box that overlaps nothing.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(32))]
struct PieceBoxes {
    min_x: [f32; LANES],
    min_y: [f32; LANES],
    max_x: [f32; LANES],
    max_y: [f32; LANES],
}

impl PieceBoxes {
    fn new(pieces: &[ConvexPolygon]) -> Self {
        let (min, max) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
        let mut boxes = Self { min_x: min, min_y: min, max_x: max, max_y: max };
        for (lane, piece) in pieces.iter().enumerate() {
            let aabb = piece.bounds();
            (boxes.min_x[lane], boxes.min_y[lane]) = (aabb.min.x, aabb.min.y);
            (boxes.max_x[lane], boxes.max_y[lane]) = (aabb.max.x, aabb.max.y);
        }
        boxes
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> Aabb {
        let lane = lane % LANES;
        Aabb::new(Vec2::new(self.min_x[lane], self.min_y[lane]), Vec2::new(self.max_x[lane], self.max_y[lane]))
    }

    /// Returns the lanes, as bits, whose boxes overlap `aabb`.
    #[inline(always)]
    fn overlapping<L: Lanes>(&self, lanes: L, aabb: &Aabb) -> u32 {
        let Self { min_x, min_y, max_x, max_y } = self;
        lanes.overlapping(&BoxBlock { min_x, min_y, max_x, max_y }, &lanes.probe(aabb))
    }
}
