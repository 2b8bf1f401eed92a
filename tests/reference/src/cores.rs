//! Shapes among pixel squares: each as convex cores with a radius, each pixel alone, in `f64`.

use crate::targets::distance_to_segment;
use tileray::collide::{Collider, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, IVec2, Vec2, dvec2};
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Rect};

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
    Polygon(ConvexPolygon),
    Rounded(RoundedPolygon),
    Hull(Hull),
}

impl AnyShape {
    pub fn shape(&self) -> &dyn Collider {
        match self {
            Self::Circle(shape) => shape,
            Self::Capsule(shape) => shape,
            Self::Segment(shape) => shape,
            Self::Aabb(shape) => shape,
            Self::Rect(shape) => shape,
            Self::Polygon(shape) => shape,
            Self::Rounded(shape) => shape,
            Self::Hull(shape) => shape,
        }
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
            Self::Polygon(polygon) => vec![PlainCore::polygon(polygon, 0.0)],
            Self::Rounded(shape) => vec![PlainCore::polygon(shape.polygon(), shape.radius())],
            Self::Hull(hull) => hull.pieces().map(|piece| PlainCore::polygon(&piece, 0.0)).collect(),
        }
    }

    pub fn translated(&self, by: Vec2) -> Self {
        match self {
            Self::Circle(shape) => Self::Circle(shape.translated(by)),
            Self::Capsule(shape) => Self::Capsule(shape.translated(by)),
            Self::Segment(shape) => Self::Segment(shape.translated(by)),
            Self::Aabb(shape) => Self::Aabb(shape.translated(by)),
            Self::Rect(shape) => Self::Aabb(Aabb::new(shape.min.as_vec2() + by, shape.max.as_vec2() + by)),
            Self::Polygon(shape) => Self::Polygon(shape.translated(by)),
            Self::Rounded(shape) => Self::Rounded(shape.translated(by)),
            Self::Hull(shape) => Self::Hull(shape.translated(by)),
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
        let corner = pixel.as_dvec2();
        let square = [dvec2(0.0, 0.0), dvec2(1.0, 0.0), dvec2(1.0, 1.0), dvec2(0.0, 1.0)];
        let sums = self.points.iter().flat_map(|&point| square.map(|at| corner + at - point));
        PlainSum { corners: convex_hull(sums.collect()) }
    }
}

/// A convex polygon of displacements.
#[derive(Clone, Debug)]
pub struct PlainSum {
    corners: Vec<DVec2>,
}

impl PlainSum {
    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2, DVec2)> {
        (0..self.corners.len()).map(|index| {
            let (start, end) = (self.corners[index], self.corners[(index + 1) % self.corners.len()]);
            let along = end - start;
            (start, end, dvec2(along.y, -along.x) / along.length())
        })
    }

    /// The distance of a point from the polygon; below 0 inside.
    pub fn distance(&self, point: DVec2) -> f64 {
        let inside = self.edges().map(|(start, _, normal)| normal.dot(point - start)).fold(f64::NEG_INFINITY, f64::max);
        if inside <= 0.0 {
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

/// The depth by which a shape of some size may reach into a pixel and only touch it.
pub fn touch_tolerance(pixel: IVec2, size: f64) -> f64 {
    // The largest coordinate of the pixel's square.
    let largest =
        [pixel.x, pixel.y, pixel.x + 1, pixel.y + 1].map(|at| f64::from(at).abs()).into_iter().fold(0.0, f64::max);
    (largest + size) / f64::from(1 << 22)
}
