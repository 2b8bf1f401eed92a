//! Shapes against shapes and against pixel squares: each as convex cores with a radius, each pair alone, in `f64`.

use crate::targets::distance_to_segment;
use tileray::collide::{Collider, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, IVec2, Vec2, dvec2, ivec2};
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Polygon, Rect};

/// The convex hull of some points, grown by a radius.
#[derive(Clone, Debug)]
pub struct PlainCore {
    pub points: Vec<DVec2>,
    pub radius: f64,
}

fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// The corners of the convex hull of points, in the order of positive area; one or two where they have no area.
pub fn convex_hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).expect("finite points"));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while chain.len() >= 2
                && cross(chain[chain.len() - 1] - chain[chain.len() - 2], point - chain[chain.len() - 1]) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// A shape of any kind.
#[derive(Clone, Debug)]
pub enum AnyShape {
    Circle(Circle),
    Capsule(Capsule),
    Segment(Segment),
    Aabb(Aabb),
    Rect(Rect),
    Convex(ConvexPolygon),
    Rounded(RoundedPolygon),
    Hull(Hull),
    Polygon(Polygon),
}

impl AnyShape {
    pub fn collider(&self) -> &dyn Collider {
        match self {
            Self::Circle(shape) => shape,
            Self::Capsule(shape) => shape,
            Self::Segment(shape) => shape,
            Self::Aabb(shape) => shape,
            Self::Rect(shape) => shape,
            Self::Convex(shape) => shape,
            Self::Rounded(shape) => shape,
            Self::Hull(shape) => shape,
            Self::Polygon(shape) => shape,
        }
    }

    /// The answer of the shape's `contains`, if it has such a method.
    pub fn contains(&self, point: Vec2) -> Option<bool> {
        Some(match self {
            Self::Circle(shape) => shape.contains(point),
            Self::Capsule(shape) => shape.contains(point),
            Self::Segment(_) | Self::Rect(_) => return None,
            Self::Aabb(shape) => shape.contains(point),
            Self::Convex(shape) => shape.contains(point),
            Self::Rounded(shape) => shape.contains(point),
            Self::Hull(shape) => shape.contains(point),
            Self::Polygon(shape) => shape.contains(point),
        })
    }

    pub fn cores(&self) -> Vec<PlainCore> {
        let core = |points: Vec<DVec2>, radius: f32| vec![PlainCore { points, radius: radius.into() }];
        let of_box = |min: DVec2, max: DVec2| match min.x == max.x || min.y == max.y {
            true => core(vec![min, max], 0.0),
            false => core(vec![min, dvec2(max.x, min.y), max, dvec2(min.x, max.y)], 0.0),
        };
        let ends = |segment: &Segment| vec![segment.start.as_dvec2(), segment.end.as_dvec2()];
        match self {
            Self::Circle(circle) => core(vec![circle.center.as_dvec2()], circle.radius),
            Self::Capsule(capsule) => core(ends(&capsule.segment), capsule.radius),
            Self::Segment(segment) => core(ends(segment), 0.0),
            Self::Aabb(aabb) => of_box(aabb.min.as_dvec2(), aabb.max.as_dvec2()),
            Self::Rect(rect) => of_box(rect.min.as_dvec2(), rect.max.as_dvec2()),
            Self::Convex(polygon) => vec![PlainCore::polygon(polygon, 0.0)],
            Self::Rounded(shape) => vec![PlainCore::polygon(shape.polygon(), shape.radius())],
            Self::Hull(hull) => hull.pieces().map(|piece| PlainCore::polygon(&piece, 0.0)).collect(),
            Self::Polygon(polygon) => Self::Hull(Hull::from(polygon)).cores(),
        }
    }

    pub fn translated(&self, by: Vec2) -> Self {
        match self {
            Self::Circle(shape) => Self::Circle(shape.translated(by)),
            Self::Capsule(shape) => Self::Capsule(shape.translated(by)),
            Self::Segment(shape) => Self::Segment(shape.translated(by)),
            Self::Aabb(shape) => Self::Aabb(shape.translated(by)),
            Self::Rect(shape) => Self::Aabb(Aabb::new(shape.min.as_vec2() + by, shape.max.as_vec2() + by)),
            Self::Convex(shape) => Self::Convex(shape.translated(by)),
            Self::Rounded(shape) => Self::Rounded(shape.translated(by)),
            Self::Hull(shape) => Self::Hull(shape.translated(by)),
            Self::Polygon(shape) => Self::Polygon(shape.translated(by).expect("a polygon near the origin")),
        }
    }
}

impl PlainCore {
    fn polygon(polygon: &ConvexPolygon, radius: f32) -> Self {
        Self { points: polygon.points().map(Vec2::as_dvec2).collect(), radius: radius.into() }
    }

    /// The longer side of the bounding box.
    pub fn size(cores: &[Self]) -> f64 {
        let points = || cores.iter().flat_map(|core| core.points.iter().copied());
        let (low, high) =
            points().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        (high - low).max_element() + 2.0 * cores[0].radius
    }

    /// The displacements at which the core without its radius touches a pixel: a convex polygon.
    pub fn sum(&self, pixel: IVec2) -> PlainSum {
        let square = [ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 1)].map(|at| (pixel + at).as_dvec2());
        PlainSum::of(self, &Self { points: square.to_vec(), radius: 0.0 })
    }
}

/// The displacements at which a core touches another one, both without their radii: a convex polygon.
#[derive(Clone, Debug)]
pub struct PlainSum {
    corners: Vec<DVec2>,
    /// The sum of both radii.
    radius: f64,
}

impl PlainSum {
    fn of(core: &PlainCore, other: &PlainCore) -> Self {
        let differences = core.points.iter().flat_map(|&own| other.points.iter().map(move |&point| point - own));
        Self { corners: convex_hull(differences.collect()), radius: core.radius + other.radius }
    }

    /// All pairs of cores of two shapes.
    pub fn pairs(shape: &[PlainCore], other: &[PlainCore]) -> Vec<Self> {
        shape.iter().flat_map(|core| other.iter().map(|one| Self::of(core, one))).collect()
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2, DVec2)> {
        (0..self.corners.len()).map(|index| {
            let (start, end) = (self.corners[index], self.corners[(index + 1) % self.corners.len()]);
            let along = end - start;
            (start, end, dvec2(along.y, -along.x) / along.length())
        })
    }

    /// How far both cores are from each other after a displacement: above 0 their distance, below 0 the length of the shortest
    /// way out.
    pub fn gap_after(&self, displacement: DVec2) -> f64 {
        self.distance(displacement) - self.radius
    }

    /// The distance of a point from the polygon; below 0 inside.
    pub fn distance(&self, point: DVec2) -> f64 {
        let inside = self.edges().map(|(start, _, normal)| normal.dot(point - start)).fold(f64::NEG_INFINITY, f64::max);
        if self.corners.len() > 2 && inside <= 0.0 {
            return inside;
        }
        self.edges().map(|(start, end, _)| distance_to_segment(start, end, point)).fold(f64::INFINITY, f64::min)
    }

    /// The times in which `motion · time` is nearer to the polygon than `depth`: of the half planes, or of the parts of a
    /// rounded polygon, which are itself, a box on each edge, and a disc around each corner.
    pub fn times(&self, motion: DVec2, depth: f64) -> Option<(f64, f64)> {
        let within = |planes: &mut dyn Iterator<Item = (DVec2, DVec2)>| {
            let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
            for (at, normal) in planes {
                let (ahead, speed) = (normal.dot(at), normal.dot(motion));
                if speed == 0.0 {
                    if ahead <= 0.0 {
                        return None;
                    }
                } else if speed < 0.0 {
                    enter = enter.max(ahead / speed);
                } else {
                    leave = leave.min(ahead / speed);
                }
            }
            (enter < leave).then_some((enter, leave))
        };
        if depth <= 0.0 {
            return within(&mut self.edges().map(|(start, _, normal)| (start + normal * depth, normal)));
        }
        let mut parts = vec![within(&mut self.edges().map(|(start, _, normal)| (start, normal)))];
        for (start, end, normal) in self.edges() {
            let along = (end - start) / start.distance(end);
            let planes = [(start + normal * depth, normal), (start, -normal), (start, -along), (end, along)];
            parts.push(within(&mut planes.into_iter()));
            let (speed, toward, aside) = (motion.dot(motion), start.dot(motion), cross(start, motion));
            let chord = speed * depth * depth - aside * aside;
            parts.push((chord > 0.0).then(|| ((toward - chord.sqrt()) / speed, (toward + chord.sqrt()) / speed)));
        }
        parts.into_iter().flatten().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
}

/// The least gap of two shapes after the first is moved by a vector.
pub fn gap_after(shape: &[PlainCore], other: &[PlainCore], by: DVec2) -> f64 {
    PlainSum::pairs(shape, other).iter().map(|sum| sum.gap_after(by)).fold(f64::INFINITY, f64::min)
}

/// The least gap of two shapes.
pub fn gap(shape: &[PlainCore], other: &[PlainCore]) -> f64 {
    gap_after(shape, other, DVec2::ZERO)
}

/// The depth by which a shape of some size may reach into a pixel and only touch it.
pub fn touch_tolerance(pixel: IVec2, size: f64) -> f64 {
    // The largest coordinate of the pixel's square.
    let largest =
        [pixel.x, pixel.y, pixel.x + 1, pixel.y + 1].map(|at| f64::from(at).abs()).into_iter().fold(0.0, f64::max);
    (largest + size) / f64::from(1 << 22)
}
