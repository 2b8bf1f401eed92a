//! Planar polygons, and segments against them.

use super::aabb3::Aabb3;
use super::plane::{Plane, PlaneError, VectorArea};
use super::predicates::{common_intervals, contains_closed, first_inside, interior_intervals, pierces};
use crate::geometry::tolerance::{ON_PLANE, PLANARITY};
use crate::geometry::{Bound, Elements, Polygon, PolygonError};
use glam::{DVec3, Vec2, Vec3, vec2};
use std::error::Error;
use std::fmt;

/// A simple polygon, convex or concave, in a plane of space.
///
/// Its corners are kept as given. Questions within the plane drop the coordinate whose axis is nearest to the normal. A
/// [`Polygon`] of the other two coordinates, which are exact `f32`s, decides them exactly.
///
/// A point counts as in the plane up to a distance that is the sum of two parts. One part is 2^-21 of the largest
/// coordinate involved: eight roundings of an `f32`, or 0.0005 pixel at 1000 pixels. The other part is the largest
/// distance of the polygon's own corners from the plane.
///
/// ```
/// use tileray::{glam::vec3, space::PlanarPolygon};
///
/// let ramp = PlanarPolygon::new(vec![
///     vec3(0.0, 0.0, 0.0), vec3(30.0, 0.0, 40.0), vec3(30.0, 16.0, 40.0), vec3(0.0, 16.0, 0.0),
/// ])?;
/// assert_eq!((ramp.area(), ramp.centroid()), (800.0, vec3(15.0, 8.0, 20.0)));
/// assert!(ramp.contains(vec3(3.0, 5.0, 4.0)) && !ramp.contains(vec3(3.0, 5.0, 4.5)));
/// # Ok::<(), tileray::space::PlanarPolygonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Vec3>", into = "Vec<Vec3>"))]
pub struct PlanarPolygon {
    points: Vec<Vec3>,
    plane: Plane,
    axis: DroppedAxis,
    /// The corners without the dropped axis.
    outline: Polygon,
    bounds: Aabb3,
    /// The largest distance of a corner from the plane.
    thickness: f64,
}

impl PlanarPolygon {
    /// Creates the polygon with these corners, in this order; the last one is joined to the first. O(n log n).
    ///
    /// # Errors
    ///
    /// The first of these that applies:
    ///
    /// - [`Plane`](PlanarPolygonError::Plane) if the points define no plane.
    /// - [`NotPlanar`](PlanarPolygonError::NotPlanar) if a point is off the plane by more than 2^-20 of the largest
    ///   coordinate.
    /// - [`Outline`](PlanarPolygonError::Outline) if the corners do not form a simple polygon in that plane.
    ///
    /// If edges cross, the corners may seem to be off the plane, or to have no plane. A concave polygon whose arms are
    /// thousands of times longer than wide has a plane only if its coordinates are exact, as along the axes.
    pub fn new(points: Vec<Vec3>) -> Result<Self, PlanarPolygonError> {
        let plane = Plane::through(&points)?;
        let bounds = Aabb3::from_points(points.iter().copied()).unwrap_or_default();
        let off = |point: &Vec3| plane.distance(*point).abs();
        let (index, thickness) = points
            .iter()
            .map(off)
            .enumerate()
            .max_by(|first, second| first.1.total_cmp(&second.1).then(second.0.cmp(&first.0)))
            .unwrap_or_default();
        if thickness > PLANARITY * bounds.reach() {
            return Err(PlanarPolygonError::NotPlanar { index, distance: thickness as f32 });
        }
        let axis = DroppedAxis::nearest_to(plane.exact_normal());
        let outline = Polygon::new(points.iter().map(|&point| axis.drop(point)).collect())?;
        Ok(Self { points, plane, axis, outline, bounds, thickness })
    }

    /// Returns the corners, in the given order.
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Returns the polygon's plane.
    #[must_use]
    pub fn plane(&self) -> &Plane {
        &self.plane
    }

    /// Returns the plane's unit normal, by the right-hand rule: +z where the corners run clockwise on screen.
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        self.plane.normal()
    }

    /// Returns the bounding box; it is flat where the plane is perpendicular to an axis.
    #[must_use]
    pub fn bounds(&self) -> Aabb3 {
        self.bounds
    }

    /// Returns the area in square pixels, computed in `f64` and rounded once. O(n).
    #[must_use]
    pub fn area(&self) -> f32 {
        let twice = VectorArea::around(&self.points).twice_area;
        (0.5 * twice.length()) as f32
    }

    /// Returns the center of mass of the area, computed in `f64` and rounded once. O(n).
    ///
    /// The polygon is the sum of the triangles from its first corner to each edge, negative ones subtracted. A
    /// triangle's center is the mean of its corners.
    #[must_use]
    pub fn centroid(&self) -> Vec3 {
        let first = self.points[0].as_dvec3();
        let (mut weighted, mut area) = (DVec3::ZERO, 0.0);
        let mut last = DVec3::ZERO;
        for point in &self.points[1..] {
            let next = point.as_dvec3() - first;
            let twice = last.cross(next).dot(self.plane.exact_normal());
            weighted += (last + next) * twice;
            area += twice;
            last = next;
        }
        (first + weighted / (3.0 * area)).as_vec3()
    }

    /// Returns whether `point` lies in the polygon.
    ///
    /// The point must lie in the plane. Within the plane the pixel rule holds, with the axis nearest to the normal
    /// dropped: edges toward smaller coordinates belong to the polygon, edges toward larger ones do not. So if polygons
    /// fill a plane without gaps, each point belongs to one. False for NaN and infinity. O(n).
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec3>) -> bool {
        let point = point.into();
        point.is_finite() && self.side(point) == 0.0 && self.outline.contains(self.axis.drop(point))
    }

    /// Returns the first point that the segment from `a` to `b` shares with the polygon, or `None`.
    ///
    /// Border and corners belong to the polygon here, and both ends to the segment. A segment that ends on the polygon
    /// hits it. A segment that begins on it hits at fraction 0, even if it is a single point. A segment in the plane
    /// hits where it first reaches the polygon. A segment parallel to the plane and off it does not hit.
    ///
    /// An edge shared by two polygons lets no segment through. On which side of an edge a segment passes is exact for
    /// whole coordinates up to ±2^24, and decided in `f64` for others. `None` if a coordinate is NaN or infinite. O(n).
    ///
    /// ```
    /// use tileray::{glam::vec3, space::PlanarPolygon};
    ///
    /// let roof = PlanarPolygon::new(vec![vec3(0.0, 0.0, 10.0), vec3(8.0, 0.0, 10.0), vec3(0.0, 8.0, 10.0)])?;
    /// let hit = roof.intersect_segment(vec3(2.0, 2.0, 0.0), vec3(2.0, 2.0, 40.0)).expect("the roof is above");
    /// assert_eq!((hit.point, hit.fraction), (vec3(2.0, 2.0, 10.0), 0.25));
    /// # Ok::<(), tileray::space::PlanarPolygonError>(())
    /// ```
    #[must_use]
    pub fn intersect_segment(&self, a: impl Into<Vec3>, b: impl Into<Vec3>) -> Option<SegmentHit> {
        let (a, b) = (a.into(), b.into());
        self.met_at(a, b).map(|fraction| SegmentHit::at(a, b, fraction))
    }

    /// Returns whether the interiors of two polygons share a point.
    ///
    /// Polygons in different planes overlap if they share an interval of the line in which the planes meet. Polygons in
    /// the same plane overlap if they share an area, which is decided exactly. Polygons that share only corners, edges
    /// or points of their borders touch, like a wall on a floor, and do not overlap.
    ///
    /// Corners of one polygon count as in the plane of the other by the tolerance for points. So a polygon that reaches
    /// through the other by less only touches it, and so does one that shares a shorter interval. Coordinates are taken
    /// as given. Rounding that tilts a thin polygon grows if the other polygon is far larger, so a rotated sliver may
    /// leave its intended plane.
    ///
    /// Boxes are tested first, then the sides of the planes, then the intervals of the line in both polygons (Möller
    /// 1997, "A Fast Triangle-Triangle Intersection Test", here with several intervals, as concave polygons have).
    /// Costs O(n log n) for n corners of both in different planes, and in the same plane as much as for [`Polygon`]s.
    ///
    /// ```
    /// use tileray::{glam::vec3, space::PlanarPolygon};
    ///
    /// let floor = PlanarPolygon::new(vec![vec3(0.0, 0.0, 0.0), vec3(9.0, 0.0, 0.0), vec3(0.0, 9.0, 0.0)])?;
    /// let wall = |z: f32| PlanarPolygon::new(vec![vec3(2.0, 2.0, z), vec3(4.0, 2.0, z), vec3(2.0, 2.0, z + 9.0)]);
    /// assert!(floor.intersects(&wall(-1.0)?));
    /// assert!(!floor.intersects(&wall(0.0)?)); // it stands on the floor
    /// # Ok::<(), tileray::space::PlanarPolygonError>(())
    /// ```
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        let reach = self.bounds.reach().at_least(other.bounds.reach());
        let margin = self.thickness + other.thickness + ON_PLANE * reach;
        if !self.bounds.comes_within(margin, &other.bounds) {
            return false;
        }
        let other_sides = self.plane_sides(&other.points, margin);
        if are_apart(&other_sides) {
            return false;
        }
        let own_sides = other.plane_sides(&self.points, margin);
        if are_apart(&own_sides) {
            return false;
        }
        let (own_normal, other_normal) = (self.plane.exact_normal(), other.plane.exact_normal());
        let lies_in = |sides: &[f64]| sides.iter().all(|&side| side == 0.0);
        if lies_in(&other_sides) || lies_in(&own_sides) {
            // A polygon thinner than the margin may lie within it and be perpendicular to the other. Then it touches.
            return own_normal.dot(other_normal).abs() > 0.5 && self.overlaps_in_plane(other);
        }
        let along = own_normal.cross(other_normal);
        let length = along.length_squared().sqrt();
        if length == 0.0 {
            return false;
        }
        let (along, origin) = (along / length, self.points[0].as_dvec3());
        let position = |point: Vec3| along.dot(point.as_dvec3() - origin);
        let own = interior_intervals(&self.points, &own_sides, position);
        let others = interior_intervals(&other.points, &other_sides, position);
        common_intervals(&own, &others).iter().any(|(start, end)| end - start > margin)
    }

    /// Returns whether the polygon may overlap a polygon within `bounds`. Never false if they overlap.
    pub(crate) fn is_near(&self, bounds: &Aabb3) -> bool {
        // The other polygon may have the largest allowed thickness.
        let margin = self.thickness + (PLANARITY + ON_PLANE) * self.bounds.reach().at_least(bounds.reach());
        self.bounds.comes_within(margin, bounds)
    }

    /// Returns the fraction of the segment from `a` to `b` at which it first meets the polygon.
    pub(crate) fn met_at(&self, a: Vec3, b: Vec3) -> Option<f64> {
        if !(a.is_finite() && b.is_finite()) {
            return None;
        }
        let margin = self.segment_margin(a, b);
        let (from, to) = (self.side_beyond(a, margin), self.side_beyond(b, margin));
        let holds = |point: Vec3| contains_closed(&self.outline, self.axis.drop(point));
        if from == 0.0 && to == 0.0 {
            first_inside(&self.outline, self.axis.drop(a), self.axis.drop(b))
        } else if from == 0.0 {
            holds(a).then_some(0.0)
        } else if to == 0.0 {
            holds(b).then_some(1.0)
        } else if (from > 0.0) != (to > 0.0) && pierces(&self.points, a, b) {
            Some(from / (from - to))
        } else {
            None
        }
    }

    /// Returns the distance from the plane or the box at which a segment still counts as touching it.
    pub(crate) fn segment_margin(&self, a: Vec3, b: Vec3) -> f64 {
        let reach = self.bounds.reach().at_least(f64::from(a.abs().at_least(b.abs()).greatest()));
        self.thickness + ON_PLANE * reach
    }

    /// Returns the distance of `point` from the plane; 0 where it counts as in the plane.
    fn side(&self, point: Vec3) -> f64 {
        self.side_beyond(point, self.segment_margin(point, point))
    }

    fn side_beyond(&self, point: Vec3, margin: f64) -> f64 {
        let distance = self.plane.distance(point);
        if distance.abs() <= margin { 0.0 } else { distance }
    }

    /// Returns the distance of each point from the plane; 0 where it counts as in the plane.
    fn plane_sides(&self, points: &[Vec3], margin: f64) -> Vec<f64> {
        points.iter().map(|&point| self.side_beyond(point, margin)).collect()
    }

    /// Returns whether two polygons of one plane share an area, with one axis dropped from both.
    fn overlaps_in_plane(&self, other: &Self) -> bool {
        if self.axis == other.axis {
            return self.outline.intersects_polygon(&other.outline);
        }
        // Both normals are about as close to one axis as to the other, so either axis will do. Rounding may make an
        // outline cross itself along one of them; then the other is tried.
        let seen = |polygon: &Self, axis: DroppedAxis| {
            Polygon::new(polygon.points.iter().map(|&point| axis.drop(point)).collect()).ok()
        };
        if let Some(outline) = seen(other, self.axis) {
            self.outline.intersects_polygon(&outline)
        } else {
            seen(self, other.axis).is_some_and(|outline| outline.intersects_polygon(&other.outline))
        }
    }
}

impl TryFrom<Vec<Vec3>> for PlanarPolygon {
    type Error = PlanarPolygonError;

    /// Calls [`PlanarPolygon::new`].
    fn try_from(points: Vec<Vec3>) -> Result<Self, PlanarPolygonError> {
        Self::new(points)
    }
}

impl From<PlanarPolygon> for Vec<Vec3> {
    fn from(polygon: PlanarPolygon) -> Self {
        polygon.points
    }
}

/// Returns whether all distances are on one side of a plane, and none is 0.
fn are_apart(sides: &[f64]) -> bool {
    sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0)
}

/// The axis that is dropped to see a plane in two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DroppedAxis {
    X,
    Y,
    Z,
}

impl DroppedAxis {
    /// Returns the axis nearest to the normal of a plane. Along it the plane is least foreshortened, by at most √3.
    ///
    /// On a tie, z comes before y, and y before x.
    pub(crate) fn nearest_to(normal: DVec3) -> Self {
        let size = normal.abs();
        if size.z >= size.x && size.z >= size.y {
            Self::Z
        } else if size.y >= size.x {
            Self::Y
        } else {
            Self::X
        }
    }

    /// Returns the other two coordinates, without rounding.
    pub(crate) fn drop(self, point: Vec3) -> Vec2 {
        match self {
            Self::X => vec2(point.y, point.z),
            Self::Y => vec2(point.x, point.z),
            Self::Z => vec2(point.x, point.y),
        }
    }
}

/// The first point that a segment shares with a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SegmentHit {
    /// The first common point, in pixels.
    pub point: Vec3,
    /// The position along the segment: 0 at its start, 1 at its end.
    pub fraction: f32,
}

impl SegmentHit {
    /// Creates the hit at `fraction` of the segment from `a` to `b`. The point is computed in `f64` and rounded once;
    /// the ends are returned unchanged.
    pub(crate) fn at(a: Vec3, b: Vec3, fraction: f64) -> Self {
        let point = if fraction <= 0.0 {
            a
        } else if fraction >= 1.0 {
            b
        } else {
            let (a, b) = (a.as_dvec3(), b.as_dvec3());
            (a + (b - a) * fraction).as_vec3()
        };
        Self { point, fraction: fraction as f32 }
    }
}

/// Why points do not form a planar polygon.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlanarPolygonError {
    /// The points define no plane.
    Plane(PlaneError),
    /// A point is off the plane of the others by more than 2^-20 of the largest coordinate.
    NotPlanar {
        /// The point farthest from the plane.
        index: usize,
        /// Its distance in pixels.
        distance: f32,
    },
    /// In its plane the outline crosses itself or repeats a point.
    Outline(PolygonError),
}

impl fmt::Display for PlanarPolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plane(error) => fmt::Display::fmt(error, f),
            Self::NotPlanar { index, distance } => write!(
                f,
                "point {index} lies {distance} pixels off the plane of the others; move it there or cut the polygon in triangles"
            ),
            Self::Outline(error) => write!(f, "in its plane: {error}"),
        }
    }
}

impl Error for PlanarPolygonError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Plane(error) => error.source(),
            Self::Outline(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PlaneError> for PlanarPolygonError {
    fn from(error: PlaneError) -> Self {
        Self::Plane(error)
    }
}

impl From<PolygonError> for PlanarPolygonError {
    fn from(error: PolygonError) -> Self {
        Self::Outline(error)
    }
}
