//! Area, centroid and second moment of area.
//!
//! A core grown by a radius is cut into triangles of the core, a rectangle beside each edge, and a sector of a disc at
//! each corner. Area, first moments and the polar second moment of each part are known, and add up around one point
//! (the parallel axis theorem).
//!
//! ```text
//!        ____________
//!       (|__________|)    ( )  sectors      |__|  rectangles
//!       (|\_        |)
//!       (|  \_      |)    triangles between the first corner and each edge
//!       (|____\_____|)
//!        ¯¯¯¯¯¯¯¯¯¯¯¯
//! ```

use super::collider::{Collider, Core};
use crate::geometry::{Bound, angle_of, ring_edges};
use glam::{DVec2, Vec2};
use std::f64::consts::{PI, TAU};

/// The area of a shape, and what a physics engine needs to turn it.
///
/// Times a density, `area` is the mass and `inertia` the moment of inertia.
///
/// ```
/// use tileray::{Circle, ConvexPolygon, collide, glam::vec2};
///
/// let plank = ConvexPolygon::rectangle((10.0, 0.0), (16.0, 2.0))?;
/// let measures = collide::measures(&plank).expect("a valid shape");
/// assert_eq!((measures.area, measures.centroid), (12.0, vec2(13.0, 1.0)));
/// assert_eq!(measures.inertia, 12.0 * (6.0 * 6.0 + 2.0 * 2.0) / 12.0);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Measures {
    /// The area in square pixels.
    pub area: f32,
    /// The center of the area. Of a shape without area, the mean of its points.
    pub centroid: Vec2,
    /// The polar second moment of area about the centroid: the integral of the squared distance, in px⁴.
    pub inertia: f32,
}

/// Returns area, centroid and second moment of a shape; `None` if the shape is not valid.
///
/// Computed in `f64` relative to a corner, and rounded once. Where pieces of a hull overlap, the common part counts for
/// each of them. Segments and points have an area and an inertia of 0. Costs O(n) for n corners.
///
/// ```
/// use tileray::{Capsule, Circle, collide, glam::vec2};
///
/// let log = collide::measures(&Capsule::new((0.0, 0.0), (10.0, 0.0), 2.0)).expect("a valid shape");
/// assert_eq!((log.area, log.centroid), (40.0 + 4.0 * std::f32::consts::PI, vec2(5.0, 0.0)));
/// assert_eq!(collide::measures(&Circle::new((0.0, 0.0), -1.0)), None);
/// ```
#[must_use]
pub fn measures<S: Collider + ?Sized>(shape: &S) -> Option<Measures> {
    let mut sum: Option<Moments> = None;
    let (mut points, mut count) = (DVec2::ZERO, 0.0);
    shape.visit_cores(&mut |core| {
        let moments = sum.get_or_insert_with(|| Moments::around(core.points[0]));
        moments.add_core(&core);
        points += core.points.iter().map(|&point| point - moments.origin).sum::<DVec2>();
        count += core.points.len() as f64;
    });
    let Moments { origin, area, first, polar } = sum?;
    let (center, inertia) = if area > 0.0 {
        let center = first / area;
        (center, (polar - area * center.length_squared()).at_least(0.0))
    } else {
        (points / count, 0.0)
    };
    // Corners so far away that rounding turns the polygon over have no area.
    Some(Measures {
        area: area.at_least(0.0) as f32,
        centroid: (origin + center).as_vec2().positive_zero(),
        inertia: inertia as f32,
    })
}

/// The moments of an area around a point.
#[derive(Clone, Copy, Debug)]
struct Moments {
    origin: DVec2,
    area: f64,
    /// The integral of the position.
    first: DVec2,
    /// The integral of the squared distance.
    polar: f64,
}

impl Moments {
    fn around(origin: DVec2) -> Self {
        Self { origin, area: 0.0, first: DVec2::ZERO, polar: 0.0 }
    }

    /// Adds a part whose first and polar moments are those around `at`, which is relative to the origin.
    fn add(&mut self, at: DVec2, area: f64, first: DVec2, polar: f64) {
        self.area += area;
        self.first += first + at * area;
        self.polar += polar + 2.0 * at.dot(first) + at.length_squared() * area;
    }

    fn add_core(&mut self, core: &Core<'_>) {
        let (points, radius) = (core.points, core.radius);
        let start = points[0] - self.origin;
        if points.len() > 2 {
            for (a, b) in ring_edges(points) {
                let (a, b) = (a - points[0], b - points[0]);
                let cross = a.perp_dot(b);
                let polar = cross / 12.0 * (a.length_squared() + a.dot(b) + b.length_squared());
                self.add(start, cross / 2.0, (a + b) * (cross / 6.0), polar);
            }
        }
        let square = radius * radius;
        if points.len() == 1 {
            self.add(start, PI * square, DVec2::ZERO, PI * 0.5 * square * square);
            return;
        }
        let normal = |a: DVec2, b: DVec2| DVec2::new(b.y - a.y, a.x - b.x).normalize_or_zero();
        let count = points.len();
        let mut turned = 0.0;
        for (index, (a, b)) in ring_edges(points).enumerate() {
            let (outward, length) = (normal(a, b), a.distance(b));
            let area = length * radius;
            let middle = (a + b) * 0.5 + outward * (radius * 0.5) - self.origin;
            self.add(middle, area, DVec2::ZERO, area * (length * length + square) / 12.0);
            // The sector at the edge's end, from its normal to the next one's. All sectors are one turn.
            let next = normal(b, points[(index + 2) % count]);
            let angle = if index + 1 == count {
                TAU - turned
            } else if count == 2 {
                PI
            } else {
                angle_of(outward.dot(next), outward.perp_dot(next)).at_least(0.0)
            };
            turned += angle;
            let first = DVec2::new(next.y - outward.y, outward.x - next.x) * (square * radius / 3.0);
            self.add(b - self.origin, angle * 0.5 * square, first, angle * 0.25 * square * square);
        }
    }
}
