mod boxes;
mod cast;
mod collide;
mod near;
mod obstacle;

use super::convex::{ConvexPolygon, LANES};
use crate::geometry::{Aabb, Polygon, Pose};
use boxes::Boxes;
pub(crate) use cast::HullEntry;
use glam::Vec2;
use std::sync::Arc;

/// A shape made of convex pieces that move together: what a concave sprite collides with.
///
/// Copies share the pieces, so that a hundred sprites of one kind that stand in a hundred places keep them once. Pieces may
/// touch and overlap. The hull overlaps what any piece of it overlaps. Its [`contact`](crate::collide::contact) is
/// the deepest of its pieces' contacts, which parts that piece, but not always all of them; where another one overlaps then,
/// ask again, or take [`collide::mtv`](crate::collide::mtv), which is slower and parts all of them at once.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, collide, glam::vec2};
///
/// // An L of two boxes, and a ball in its corner.
/// let hull = Hull::new(vec![
///     ConvexPolygon::rectangle((0.0, 0.0), (8.0, 32.0))?,
///     ConvexPolygon::rectangle((0.0, 24.0), (32.0, 32.0))?,
/// ])?;
/// let crate_box = ConvexPolygon::rectangle((9.0, 15.0), (17.0, 23.0))?;
/// assert!(!collide::intersects(&crate_box, &hull));
/// let sweep = collide::sweep(&crate_box, &hull, (-5.0, 5.0));
/// assert_eq!(sweep.time, Some(0.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<ConvexPolygon>", into = "Vec<ConvexPolygon>"))]
pub struct Hull {
    /// The pieces in the hull's own frame, so that they stay as they lie to each other wherever the hull goes.
    pieces: Arc<[ConvexPolygon]>,
    /// Where the hull's own frame lies in the world.
    position: Vec2,
    /// The box around all of them, in the hull's own frame.
    bounds: Aabb,
    /// The boxes of the pieces in the hull's own frame, eight at a time.
    boxes: Arc<[Boxes]>,
}

/// Why there is no hull.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum HullError {
    /// There is no piece.
    #[error("a hull needs at least one piece")]
    NoPieces,
}

impl Hull {
    /// The hull of these pieces, in this order.
    ///
    /// # Errors
    ///
    /// [`HullError::NoPieces`].
    pub fn new(pieces: Vec<ConvexPolygon>) -> Result<Self, HullError> {
        if pieces.is_empty() { Err(HullError::NoPieces) } else { Ok(Self::of(pieces, Vec2::ZERO)) }
    }

    /// What copies that lie at the same place have in common, and no others that are there at the same time.
    #[cfg(feature = "serde")]
    pub(crate) fn identity(&self) -> (usize, [u32; 2]) {
        (self.pieces.as_ptr().addr(), self.position.to_array().map(f32::to_bits))
    }

    fn of(pieces: Vec<ConvexPolygon>, position: Vec2) -> Self {
        let boxes = pieces.chunks(LANES).map(Boxes::of).collect();
        // A piece that is nowhere has no box, and must not spoil that of the others.
        let boxed = pieces.iter().map(ConvexPolygon::bounds).filter(|one| one.min.is_finite() && one.max.is_finite());
        let bounds = boxed.reduce(|all, one| all.union(&one)).unwrap_or_default();
        Self { pieces: pieces.into(), position, bounds, boxes }
    }

    /// The pieces, where the hull stands.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = ConvexPolygon> + '_ {
        self.pieces.iter().map(|piece| piece.translated(self.position))
    }

    /// The pieces in the hull's own frame, and where that lies.
    pub(in crate::collide) fn pieces_in_frame(&self) -> (&[ConvexPolygon], Vec2) {
        (&self.pieces, self.position)
    }

    /// The smallest box that holds all pieces.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds.translated(self.position)
    }

    /// How large it is.
    #[inline]
    fn size(&self) -> f32 {
        self.bounds.size().max_element()
    }

    /// How far its own coordinates reach.
    #[inline]
    fn reach(&self) -> Vec2 {
        self.bounds.min.abs().max(self.bounds.max.abs())
    }

    /// Moves it. A hull that leaves the numbers meets nothing.
    pub fn translate(&mut self, offset: impl Into<Vec2>) {
        self.position += offset.into();
    }

    /// The hull moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        Self { position: self.position + offset.into(), ..self.clone() }
    }

    /// The hull turned around the origin of its frame by the pose's rotation, then moved by its translation.
    ///
    /// As for [`ConvexPolygon::transformed`], nothing adds up where each frame turns the hull that it began with.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        let turn = Pose { translation: Vec2::ZERO, ..*pose };
        let pieces = self.pieces.iter().map(|piece| piece.transformed(&turn)).collect();
        Self::of(pieces, pose.apply(self.position))
    }
}

impl TryFrom<Vec<ConvexPolygon>> for Hull {
    type Error = HullError;

    /// [`Hull::new`]
    fn try_from(pieces: Vec<ConvexPolygon>) -> Result<Self, HullError> {
        Self::new(pieces)
    }
}

impl From<Hull> for Vec<ConvexPolygon> {
    /// The [pieces](Hull::pieces), where the hull stands.
    fn from(hull: Hull) -> Self {
        hull.pieces().collect()
    }
}

impl From<&Polygon> for Hull {
    /// The hull of a polygon's [convex pieces](Polygon::convex_pieces).
    fn from(polygon: &Polygon) -> Self {
        let pieces = polygon.convex_pieces();
        // A piece is convex by the same exact signs that are asked for here, so that none is left out.
        Self::of(pieces.iter().filter_map(|piece| ConvexPolygon::try_from(piece).ok()).collect(), Vec2::ZERO)
    }
}

impl From<ConvexPolygon> for Hull {
    /// The hull of one piece.
    fn from(polygon: ConvexPolygon) -> Self {
        Self::of(vec![polygon], Vec2::ZERO)
    }
}
