mod block;
mod build;
mod pose;

pub(in crate::collide) use block::{Block, LANES};

use crate::geometry::{Aabb, BOX_ROUNDING, Circle};
use glam::Vec2;

/// A convex polygon, ready to be tested against others: its corners, the normals of its edges, and how far it reaches
/// along each.
///
/// Corners run clockwise on screen, in whichever order they were given; those on a straight line between their neighbors
/// are left out. A polygon of up to eight corners lies in one piece of memory, and is tested with a few vector
/// instructions.
///
/// Corners are kept relative to an *origin* near the polygon, so that a test loses nothing to the distance from the origin
/// of the world, and to move a polygon is to move one point. Each axis of the origin is the coordinate that is nearest to 0
/// if no other is more than twice that, else 0: then the differences are numbers that `f32` has (Sterbenz 1974).
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let wedge = ConvexPolygon::new(vec![vec2(0.0, 0.0), vec2(16.0, 16.0), vec2(0.0, 16.0)])?;
/// let crate_box = ConvexPolygon::rectangle((6.0, 2.0), (10.0, 9.0))?;
/// let contact = collide::contact(&crate_box, &wedge).expect("the box's corner is in the wedge");
///
/// // Up and to the right, out of the slope.
/// assert!(contact.normal.x > 0.0 && contact.normal.y < 0.0);
/// let parted = crate_box.translated(contact.mtv() * 1.001);
/// assert!(!collide::intersects(&parted, &wedge));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Vec2>", into = "Vec<Vec2>"))]
pub struct ConvexPolygon {
    /// What corners and supports are relative to.
    origin: Vec2,
    /// The box around the corners, relative to the origin.
    bounds: Aabb,
    /// How many corners there are.
    count: u32,
    /// The first eight corners.
    first: Block,
    /// The others; most polygons have none.
    rest: Vec<Block>,
}

impl ConvexPolygon {
    /// How many corners it has, at least 3.
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The corners, clockwise on screen. Those of a polygon that was not moved or turned are the ones it was made of.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        (0..self.len()).map(|index| self.origin + self.corner(index))
    }

    /// The unit normals of the edges, outward; the first one is that of the edge from the first corner to the second.
    pub fn normals(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        (0..self.len()).map(|index| self.normal(index))
    }

    /// The smallest box that holds it.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds.translated(self.origin)
    }

    /// Moves it. A polygon that leaves the numbers meets nothing.
    pub fn translate(&mut self, offset: impl Into<Vec2>) {
        self.origin += offset.into();
    }

    /// The polygon moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        Self { origin: self.origin + offset.into(), ..self.clone() }
    }

    /// A circle that holds it: around the middle of its box, as large as the farthest corner asks for, and by as much more as
    /// rounding may have moved the two.
    #[must_use]
    pub fn bounding_circle(&self) -> Circle {
        let middle = self.bounds.center();
        let farthest = |radius: f64, index| radius.max(self.corner(index).as_dvec2().distance(middle.as_dvec2()));
        let radius = (0..self.len()).fold(0.0, farthest) as f32;
        let center = self.origin + middle;
        Circle::new(center, radius + (radius + center.abs().max_element()) * BOX_ROUNDING)
    }

    /// What corners and supports are relative to.
    #[inline]
    pub(in crate::collide) fn origin(&self) -> Vec2 {
        self.origin
    }

    /// From its origin to that of another polygon.
    #[inline]
    pub(in crate::collide) fn offset_to(&self, other: &Self) -> Vec2 {
        other.origin - self.origin
    }

    /// Its only block, where it has no more than eight corners.
    #[inline]
    pub(in crate::collide) fn single_block(&self) -> Option<&Block> {
        self.rest.is_empty().then_some(&self.first)
    }

    /// Eight corners after the other.
    #[inline]
    pub(in crate::collide) fn blocks(&self) -> impl Iterator<Item = &Block> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// The block of the corner `index`.
    #[inline]
    pub(in crate::collide) fn block(&self, index: usize) -> &Block {
        match (index / LANES).checked_sub(1) {
            None => &self.first,
            Some(index) => &self.rest[index],
        }
    }

    /// The corner `index`, relative to the origin.
    #[inline]
    pub(in crate::collide) fn corner(&self, index: usize) -> Vec2 {
        self.block(index).corner(index)
    }

    /// The outward normal of the edge from the corner `index` to the next one.
    #[inline]
    pub(in crate::collide) fn normal(&self, index: usize) -> Vec2 {
        self.block(index).normal(index)
    }

    /// How far it reaches along the normal of the edge `index`, from its origin.
    #[inline]
    pub(in crate::collide) fn support(&self, index: usize) -> f32 {
        self.block(index).support[index % LANES]
    }

    /// The index of the corner after `index`.
    #[inline]
    pub(in crate::collide) fn next(&self, index: usize) -> usize {
        if index + 1 == self.len() { 0 } else { index + 1 }
    }
}
