//! Convex polygons with the normals and supports of their edges, in blocks of eight corners.

mod build;

use crate::geometry::{Aabb, Bound, EXACT_PUSH, EXACT_REACH, Elements, Isometry, Pose, touch_part};
use glam::Vec2;

/// A convex polygon with its edge normals and supports, ready for separating axis tests.
///
/// Corners run clockwise on screen, whatever their given order. Corners on the line between their neighbors are left
/// out. A polygon of up to eight corners is one block of memory and is tested with a few vector instructions.
///
/// Corners are stored relative to an *origin* near the polygon. So tests lose no precision far from the origin of the
/// world, and moving a polygon moves one point. Each coordinate of the origin is the polygon's coordinate nearest to 0
/// if no other one is more than twice as large, else 0. The differences are then exact in `f32` (Sterbenz 1974).
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
/// let separated = crate_box.translated(contact.mtv());
/// assert!(!collide::intersects(&separated, &wedge));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Vec2>", into = "Vec<Vec2>"))]
pub struct ConvexPolygon {
    /// The origin of corners and supports.
    origin: Vec2,
    /// The bounding box, relative to the origin.
    bounds: Aabb,
    /// The number of corners.
    count: u32,
    /// Its share of the [touch tolerance](touch_part).
    touch: f32,
    /// Whether all corners are whole numbers, relative to the origin.
    has_whole_corners: bool,
    /// The [lane class](Self::lane_class), by which pairs are [special](Self::SPECIAL) or not.
    lane_class: u8,
    /// The first eight corners.
    first: CornerBlock,
    /// The other corners; most polygons have none.
    rest: Vec<CornerBlock>,
}

impl ConvexPolygon {
    /// Returns the number of corners, at least 3.
    #[expect(clippy::len_without_is_empty, reason = "a polygon is never empty")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Iterates over the corners, clockwise on screen; exactly as given unless the polygon was moved or rotated.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        (0..self.len()).map(|index| self.origin + self.corner(index))
    }

    /// Iterates over the outward unit normals of the edges, beginning with the edge from the first corner to the
    /// second.
    pub fn normals(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        (0..self.len()).map(|index| self.normal(index))
    }

    /// Returns the bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds.translated(self.origin)
    }

    /// Moves the polygon. A polygon at coordinates that are not finite overlaps nothing.
    pub fn translate(&mut self, offset: impl Into<Vec2>) {
        self.origin += offset.into();
        self.update_touch();
    }

    /// Returns the polygon moved by `offset`.
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vec2>) -> Self {
        let mut moved = self.clone();
        moved.translate(offset);
        moved
    }

    /// Returns the polygon rotated around the origin of its frame by the pose's rotation, then moved by its
    /// translation.
    ///
    /// Computed in `f64` and rounded once, so errors do not accumulate where each frame rotates the original shape.
    /// Rounding may leave a corner up to half a unit in the last place off; tests allow for it. A pose that is not
    /// finite gives a polygon that overlaps nothing.
    ///
    /// ```
    /// use tileray::{ConvexPolygon, Pose, glam::vec2};
    ///
    /// let bat = ConvexPolygon::rectangle((-9.0, -3.0), (9.0, 3.0))?;
    /// let upright = bat.transformed(&Pose::new((40.0, 20.0), std::f32::consts::FRAC_PI_2));
    /// assert!(upright.bounds().size().abs_diff_eq(vec2(6.0, 18.0), 1e-4));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        if pose.rotation == 0.0 {
            return self.translated(pose.translation);
        }
        let turn = pose.isometry();
        let mut turned = self.clone();
        turned.origin = turn.apply(self.origin.as_dvec2()).as_vec2();
        turned.first.rotate(&turn);
        for block in &mut turned.rest {
            block.rotate(&turn);
        }
        let corners = (0..turned.len()).map(|index| turned.corner(index));
        turned.bounds = Aabb::from_points(corners).unwrap_or_default();
        turned.has_whole_corners &= turn.is_quarter_turn();
        turned.update_lane_class();
        turned.update_touch();
        turned
    }

    #[inline]
    pub(in crate::collide) fn origin(&self) -> Vec2 {
        self.origin
    }

    /// Updates the share of the touch tolerance, which depends on position and size.
    #[inline]
    fn update_touch(&mut self) {
        let Aabb { min, max } = self.bounds;
        self.touch = touch_part(self.origin.abs().greatest(), min.abs().at_least(max.abs()).greatest());
    }

    /// Updates the lane class, which depends on the shape alone.
    fn update_lane_class(&mut self) {
        self.lane_class = match (self.rest.is_empty(), self.has_whole_corners) {
            (false, _) => Self::SPECIAL,
            (true, false) => 0,
            (true, true) => 1 + u8::from(self.is_large()),
        };
    }

    /// A pair of polygons is special if its [lane classes](Self::lane_class) add up to this or more: if one polygon
    /// has more than eight corners, or if both have whole corners and one of them is [large](Self::is_large). All
    /// other pairs take the fast path.
    pub(in crate::collide) const SPECIAL: u8 = 3;

    /// Returns the lane class: 3 for more than eight corners. For up to eight, it is 2 if all corners are whole and the
    /// polygon is [large](Self::is_large), 1 if all are whole and it is not large, and 0 otherwise.
    #[inline(always)]
    pub(in crate::collide) fn lane_class(&self) -> u8 {
        self.lane_class
    }

    /// Returns the center of the bounding box relative to the origin, doubled.
    pub(in crate::collide) fn doubled_center(&self) -> Vec2 {
        self.bounds.min + self.bounds.max
    }

    /// Returns its share of the [touch tolerance](touch_part).
    #[inline(always)]
    pub(in crate::collide) fn touch(&self) -> f32 {
        self.touch
    }

    /// Returns whether all corners are whole numbers, relative to the origin.
    #[inline(always)]
    pub(in crate::collide) fn has_whole_corners(&self) -> bool {
        self.has_whole_corners
    }

    /// Returns whether rounding may move a push onto whole coordinates, if the polygon has whole corners.
    pub(in crate::collide) fn is_large(&self) -> bool {
        self.bounds.size().greatest() > EXACT_PUSH
    }

    /// Returns whether all corners are whole numbers up to 2^12.
    pub(in crate::collide) fn is_exact(&self) -> bool {
        let Aabb { min, max } = self.bounds();
        let whole_origin = is_whole(self.origin.x) && is_whole(self.origin.y);
        self.has_whole_corners && whole_origin && min.abs().at_least(max.abs()).greatest() <= EXACT_REACH
    }

    /// Returns whether the polygon is at finite coordinates.
    pub(in crate::collide) fn is_finite(&self) -> bool {
        self.origin.is_finite() && self.corner(0).is_finite() && self.corner(1).is_finite()
    }

    /// Returns the vector from its origin to the other polygon's origin.
    #[inline]
    pub(in crate::collide) fn offset_to(&self, other: &Self) -> Vec2 {
        other.origin - self.origin
    }

    /// Returns the only block of a polygon of at most eight corners.
    #[inline]
    pub(in crate::collide) fn single_block(&self) -> Option<&CornerBlock> {
        self.rest.is_empty().then_some(&self.first)
    }

    /// Iterates over the blocks, eight corners each.
    #[inline]
    pub(in crate::collide) fn blocks(&self) -> impl Iterator<Item = &CornerBlock> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Returns the block that holds a corner.
    #[inline]
    pub(in crate::collide) fn block(&self, index: usize) -> &CornerBlock {
        match (index / LANES).checked_sub(1) {
            None => &self.first,
            Some(index) => &self.rest[index],
        }
    }

    /// Returns a corner, relative to the origin.
    #[inline]
    pub(in crate::collide) fn corner(&self, index: usize) -> Vec2 {
        self.block(index).corner(index)
    }

    /// Returns the outward unit normal of the edge that begins at a corner.
    #[inline]
    pub(in crate::collide) fn normal(&self, index: usize) -> Vec2 {
        self.block(index).normal(index)
    }

    /// Returns how far the polygon reaches along an edge's normal, from its origin.
    #[inline]
    pub(in crate::collide) fn support(&self, index: usize) -> f32 {
        self.block(index).support[index % LANES]
    }

    /// Returns the index of the next corner.
    #[inline]
    pub(in crate::collide) fn next(&self, index: usize) -> usize {
        if index + 1 == self.len() { 0 } else { index + 1 }
    }
}

/// Returns whether a number up to 2^22 is whole. False for some larger whole numbers.
#[inline(always)]
pub(in crate::collide) fn is_whole(number: f32) -> bool {
    // The last bit of the sum in `f32` is worth 1, so the sum is rounded to a whole number.
    const MAGNITUDE: f32 = (3_u32 << 22) as f32;
    (number + MAGNITUDE) - MAGNITUDE == number
}

/// The number of edges that are tested at once.
pub(in crate::collide) const LANES: usize = 8;

/// Up to eight corners of a convex polygon and the edges that begin at them, one in each vector lane.
///
/// The lanes after the last corner repeat it and its edge. This changes neither a minimum over corners nor a maximum
/// over edges, so tests need not know the number of corners.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(32))]
pub(in crate::collide) struct CornerBlock {
    /// The corners, relative to the polygon's origin.
    pub(in crate::collide) x: [f32; LANES],
    pub(in crate::collide) y: [f32; LANES],
    /// The outward unit normals of the edges.
    pub(in crate::collide) normal_x: [f32; LANES],
    pub(in crate::collide) normal_y: [f32; LANES],
    /// How far the polygon reaches along each normal, from its origin.
    pub(in crate::collide) support: [f32; LANES],
}

impl CornerBlock {
    const ZERO: Self = Self { x: [0.0; 8], y: [0.0; 8], normal_x: [0.0; 8], normal_y: [0.0; 8], support: [0.0; 8] };

    #[inline]
    pub(in crate::collide) fn corner(&self, lane: usize) -> Vec2 {
        Vec2::new(self.x[lane % LANES], self.y[lane % LANES])
    }

    #[inline]
    pub(in crate::collide) fn normal(&self, lane: usize) -> Vec2 {
        Vec2::new(self.normal_x[lane % LANES], self.normal_y[lane % LANES])
    }

    /// Returns the center of the corners' box, doubled.
    pub(in crate::collide) fn doubled_center(&self) -> Vec2 {
        let ends = |lanes: &[f32; LANES]| {
            let (low, high) =
                lanes.iter().fold((lanes[0], lanes[0]), |(low, high), &lane| (lane.at_most(low), lane.at_least(high)));
            low + high
        };
        Vec2::new(ends(&self.x), ends(&self.y))
    }

    /// Returns whether all corners are whole numbers. Without branches, so that lanes are tested together.
    fn is_whole(&self) -> bool {
        let all_whole = |lanes: &[f32; LANES]| lanes.iter().fold(true, |all, &number| all & is_whole(number));
        all_whole(&self.x) & all_whole(&self.y)
    }

    fn set_corner(&mut self, lane: usize, corner: Vec2) {
        (self.x[lane], self.y[lane]) = (corner.x, corner.y);
    }

    fn set_edge(&mut self, lane: usize, normal: Vec2, support: f32) {
        (self.normal_x[lane], self.normal_y[lane], self.support[lane]) = (normal.x, normal.y, support);
    }

    /// Rotates corners and normals around the polygon's origin; supports do not change.
    ///
    /// The new normals are not computed from the new corners, whose rounding would spoil the normals of short edges.
    fn rotate(&mut self, turn: &Isometry) {
        let rotated = |vector: Vec2| turn.direction(vector.as_dvec2()).as_vec2();
        for lane in 0..LANES {
            self.set_corner(lane, rotated(self.corner(lane)));
            self.set_edge(lane, rotated(self.normal(lane)), self.support[lane]);
        }
    }

    /// Fills the lanes after the first `count` with the last corner and its edge.
    fn repeat_last(&mut self, count: usize) {
        let Some(last) = count.checked_sub(1) else { return };
        for lane in count..LANES {
            self.set_corner(lane, self.corner(last));
            self.set_edge(lane, self.normal(last), self.support[last]);
        }
    }
}
