//! Shapes of all kinds and their images, and the questions about pairs of them.

use super::Question;
use super::image::Image;
use super::scene::{Grain, Scene};
use super::value::{Value, list};
pub use crate::cores::AnyShape as Shape;
use fastrand::Rng;
use tileray::collide::{self, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::{DVec2, Vec2};
use tileray::terrain::Stencil;
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, Polygon, Pose, Rect};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Circle,
    Capsule,
    Segment,
    Aabb,
    Rect,
    Convex,
    Rounded,
    Hull,
    Polygon,
}

impl Kind {
    pub const ALL: [Self; 9] = [
        Self::Circle,
        Self::Capsule,
        Self::Segment,
        Self::Aabb,
        Self::Rect,
        Self::Convex,
        Self::Rounded,
        Self::Hull,
        Self::Polygon,
    ];
}

/// What a shape is made of: points that an image maps one by one.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub kind: Kind,
    /// The corners; of a hull those of each piece.
    pub rings: Vec<Vec<Vec2>>,
    pub radius: f32,
    /// The pose into which a polygon, a rounded polygon or a hull is put.
    pub pose: Option<Pose>,
}

impl Sketch {
    /// A shape of about a size around a point.
    pub fn any(rng: &mut Rng, kind: Kind, at: Vec2, reach: f32, grain: Grain) -> Self {
        let near = |rng: &mut Rng| at + grain.vector(rng, reach);
        let ring = |rng: &mut Rng, at: Vec2| loop {
            let points = match rng.u8(0..3) {
                0 => {
                    let (a, b) = (at + grain.vector(rng, reach), at + grain.vector(rng, reach));
                    vec![a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)]
                }
                _ => (0..rng.usize(3..12)).map(|_| at + grain.vector(rng, reach)).collect(),
            };
            if let Ok(polygon) = ConvexPolygon::convex_hull(points) {
                return polygon.points().collect();
            }
        };
        let rings = match kind {
            Kind::Circle => vec![vec![at]],
            Kind::Capsule | Kind::Segment | Kind::Aabb => vec![vec![near(rng), near(rng)]],
            Kind::Rect => vec![vec![near(rng).round(), near(rng).round()]],
            Kind::Convex | Kind::Rounded => vec![ring(rng, at)],
            Kind::Hull => {
                let count = if rng.u8(0..6) == 0 { 10 } else { rng.usize(1..4) };
                let middles: Vec<Vec2> = (0..count).map(|_| near(rng)).collect();
                middles.into_iter().map(|middle| ring(rng, middle)).collect()
            }
            Kind::Polygon => loop {
                let corners: Vec<Vec2> = (0..rng.usize(3..7)).map(|_| near(rng)).collect();
                if Polygon::new(corners.clone()).is_ok() {
                    break vec![corners];
                }
            },
        };
        let is_posed = matches!(kind, Kind::Convex | Kind::Rounded | Kind::Hull) && rng.u8(0..4) == 0;
        let pose = is_posed.then(|| Pose::new(grain.vector(rng, 3.0), rng.f32() * 8.0 - 4.0));
        let radius = match kind {
            Kind::Circle | Kind::Capsule => grain.number(rng, reach).abs() + 0.25,
            _ => grain.number(rng, reach * 0.3).abs(),
        };
        Self { kind, rings, radius, pose }
    }

    #[must_use]
    pub fn image(&self, image: Image) -> Self {
        let rings = self.rings.iter().map(|ring| ring.iter().map(|&point| image.vector(point)).collect()).collect();
        Self { rings, pose: self.pose.map(|pose| image.pose(pose)), ..*self }
    }

    /// The shape moved by a vector.
    #[must_use]
    pub fn translated(&self, by: Vec2) -> Self {
        let mut moved = self.clone();
        match &mut moved.pose {
            Some(pose) => pose.translation += by,
            None => moved.rings.iter_mut().flatten().for_each(|point| *point += by),
        }
        moved
    }

    pub fn build(&self) -> Shape {
        let first = &self.rings[0];
        let pose = self.pose.unwrap_or_default();
        let convex = |ring: &Vec<Vec2>| ConvexPolygon::new(ring.clone()).expect("convex");
        match self.kind {
            Kind::Circle => Shape::Circle(Circle::new(first[0], self.radius)),
            Kind::Capsule => Shape::Capsule(Capsule::new(first[0], first[1], self.radius)),
            Kind::Segment => Shape::Segment(Segment::new(first[0], first[1])),
            Kind::Aabb => Shape::Aabb(Aabb::from_points(first.iter().copied()).expect("two points")),
            Kind::Rect => {
                let (a, b) = (first[0].as_ivec2(), first[1].as_ivec2());
                Shape::Rect(Rect::new(a.min(b), a.max(b)))
            }
            Kind::Convex => Shape::Convex(convex(first).transformed(&pose)),
            Kind::Rounded => {
                let rounded = RoundedPolygon::new(convex(first), self.radius).expect("a radius");
                Shape::Rounded(rounded.transformed(&pose))
            }
            Kind::Hull => {
                let hull = Hull::new(self.rings.iter().map(convex).collect()).expect("pieces");
                Shape::Hull(if self.pose.is_some() { hull.transformed(&pose) } else { hull })
            }
            Kind::Polygon => Shape::Polygon(Polygon::new(first.clone()).expect("simple")),
        }
    }
}

impl Shape {
    /// The shape as one whose pixels can be filled.
    pub fn stencil(&self) -> Option<&dyn Stencil> {
        Some(match self {
            Self::Circle(shape) => shape,
            Self::Capsule(shape) => shape,
            Self::Segment(_) => return None,
            Self::Aabb(shape) => shape,
            Self::Rect(shape) => shape,
            Self::Convex(shape) => shape,
            Self::Rounded(shape) => shape,
            Self::Hull(shape) => shape,
            Self::Polygon(shape) => shape,
        })
    }
}

/// Asks about two shapes of any kinds that can be tested against each other.
macro_rules! of_pair {
    ($scene:expr, |$a:ident, $b:ident| $answer:expr) => {
        of_pair!(@first &$scene.shapes, |$a, $b| $answer)
    };
    (@first $shapes:expr, |$a:ident, $b:ident| $answer:expr) => {
        match (&$shapes[0], &$shapes[1]) {
            (Shape::Circle($a), Shape::Segment($b)) => $answer,
            (Shape::Circle($a), Shape::Polygon($b)) => $answer,
            (Shape::Segment($a), Shape::Circle($b)) => $answer,
            (Shape::Polygon($a), Shape::Circle($b)) => $answer,
            (Shape::Circle($a), other) => of_pair!(@second other, $b, $answer),
            (Shape::Capsule($a), other) => of_pair!(@second other, $b, $answer),
            (Shape::Convex($a), other) => of_pair!(@second other, $b, $answer),
            (Shape::Rounded($a), other) => of_pair!(@second other, $b, $answer),
            (Shape::Hull($a), other) => of_pair!(@second other, $b, $answer),
            _ => Value::Nothing,
        }
    };
    (@second $other:expr, $b:ident, $answer:expr) => {
        match $other {
            Shape::Circle($b) => $answer,
            Shape::Capsule($b) => $answer,
            Shape::Convex($b) => $answer,
            Shape::Rounded($b) => $answer,
            Shape::Hull($b) => $answer,
            _ => Value::Nothing,
        }
    };
}

fn intersects(scene: &Scene) -> Value {
    intersects_at(scene, Vec2::ZERO)
}

/// Whether both shapes overlap after the first one is moved.
fn intersects_at(scene: &Scene, by: Vec2) -> Value {
    let shapes = [scene.sketches[0].translated(by).build(), scene.shapes[1].clone()];
    of_pair!(@first &shapes, |a, b| collide::intersects(a, b).into())
}

/// Whether two numbers are equal but for the rounding of a plain computation.
pub(super) fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-4 * (1.0 + a.abs() + b.abs())
}

/// Whether two normals are equally right for the scene's first two shapes.
///
/// Of tied normals the one wins along which the centers of both bounding boxes are nearest, then the one toward the first
/// center. Normals that are still tied are equally right. Hulls and concave polygons compare the boxes of their pieces,
/// which the scene does not know, so any two of their normals count as tied.
fn is_tied(scene: &Scene, [one, other]: [DVec2; 2]) -> bool {
    let kinds = scene.sketches.each_ref().map(|sketch| sketch.kind);
    let by_boxes = |kind: Kind| matches!(kind, Kind::Circle | Kind::Capsule | Kind::Convex | Kind::Rounded);
    if !kinds.into_iter().all(by_boxes) {
        return one != other;
    }
    let [a, b] = scene.shapes.each_ref().map(|shape| shape.collider().bounds());
    let apart = (a.min + a.max - b.min - b.max).as_dvec2();
    one != other && is_near(one.dot(apart), other.dot(apart))
}

/// Whether a push frees the first shape, if it is no hull, which one contact does not free.
fn frees(scene: &Scene, push: DVec2) -> bool {
    let is_hull = scene.sketches.iter().any(|sketch| sketch.kind == Kind::Hull);
    is_hull || !intersects_at(scene, push.as_vec2()).is_something()
}

/// Contacts of one depth with two normals.
fn other_normal(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([depth, one, ..], [same, other, ..]) = (expected.parts(), found.parts()) else { return false };
    let normals = [one.vector(), other.vector()];
    let free = |normal: DVec2| frees(scene, normal * (depth.number() + 1e-3));
    depth == same && is_tied(scene, normals) && normals.into_iter().all(free)
}

/// Impacts at one time of two normals that are equally against the motion, or contacts with two normals.
fn other_impact(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([times, one, correction], [same, other, corrected]) = (expected.parts(), found.parts()) else { return false };
    if times != same {
        return false;
    }
    let normals = [one.vector(), other.vector()];
    let motion = scene.motion.as_dvec2();
    if times.parts()[2].is_something() {
        let free =
            |index: usize| frees(scene, motion + [correction, corrected][index].vector() + normals[index] * 1e-3);
        let is_hull = scene.sketches.iter().any(|sketch| sketch.kind == Kind::Hull);
        return (is_hull || is_tied(scene, normals)) && free(0) && free(1);
    }
    one != other && is_near(normals[0].dot(motion), normals[1].dot(motion))
}

/// Two free positions at one distance.
fn other_way(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([length, one], [same, other]) = (expected.parts(), found.parts()) else { return false };
    let overlaps = |way: &Value| intersects_at(scene, (way.vector() * 1.0001).as_vec2()).is_something();
    length == same && !overlaps(one) && !overlaps(other)
}

/// Of shapes that overlap, any common point.
fn other_common_point(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let is_common = |value: &Value| {
        let [one, other] = value.parts() else { return false };
        let point = Circle::new(one.vector().as_vec2(), 0.0);
        let near = |shape: &Shape| collide::distance(shape.collider(), &point).is_some_and(|distance| distance < 1e-3);
        one == other && scene.shapes.iter().all(near)
    };
    is_common(expected) && is_common(found)
}

/// Edges that are hit at once and face the ray alike.
fn other_edge(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([fraction, distance, point, one, inside], [same @ .., other, same_inside]) = (expected.parts(), found.parts())
    else {
        return false;
    };
    let along = scene.ray.end() - scene.ray.origin();
    same == [fraction.clone(), distance.clone(), point.clone()]
        && inside == same_inside
        && is_near(one.vector().dot(along), other.vector().dot(along))
}

/// The border of a polygon belongs to it on the left and at the top, as that of a pixel does.
fn on_border(scene: &Scene, _: &Value, _: &Value) -> bool {
    let Shape::Polygon(polygon) = &scene.shapes[0] else { return false };
    let point = scene.points[0].as_dvec2();
    let holds = |edge: Segment| {
        let (a, b) = (edge.start.as_dvec2(), edge.end.as_dvec2());
        (b - a).perp_dot(point - a) == 0.0 && (point - a).dot(point - b) <= 0.0
    };
    polygon.edges().any(holds)
}

/// Equally short ways to the border.
fn other_border(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let length = |value: &Value| value.vector().distance(scene.points[0].as_dvec2());
    let is_alike = |(one, other): (&Value, &Value)| one == other || is_near(length(one), length(other));
    expected.parts().iter().zip(found.parts()).all(is_alike)
}

fn contact(scene: &Scene) -> Value {
    of_pair!(scene, |a, b| Value::of_option(collide::contact(a, b), |found| list![found.depth, found.normal]))
}

fn manifold(scene: &Scene) -> Value {
    of_pair!(scene, |a, b| Value::of_option(collide::manifold(a, b), |found| {
        let points = Value::set(found.points().iter().copied(), Value::from);
        Value::List(vec![found.contact.depth.into(), found.contact.normal.into(), points])
    }))
}

fn sweep(scene: &Scene) -> Value {
    of_pair!(scene, |a, b| {
        let found = collide::sweep(a, b, scene.motion);
        let times = list![found.fraction, found.will_intersect, found.intersects];
        if found.fraction.is_none() {
            return Value::Nothing;
        }
        Value::List(vec![times, found.normal.into(), found.correction.into()])
    })
}

fn mtv(scene: &Scene) -> Value {
    match (&scene.shapes[0], &scene.shapes[1]) {
        (Shape::Hull(a), Shape::Hull(b)) => Value::of_option(collide::mtv(a, b), |way| list![way.length(), way]),
        _ => Value::Nothing,
    }
}

fn separation(scene: &Scene) -> Value {
    match (&scene.shapes[0], &scene.shapes[1]) {
        (Shape::Convex(a), Shape::Convex(b)) => collide::separation(a, b).into(),
        _ => Value::Nothing,
    }
}

fn distance(scene: &Scene) -> Value {
    collide::distance(scene.shapes[0].collider(), scene.shapes[1].collider()).into()
}

fn closest_points(scene: &Scene) -> Value {
    let found = collide::closest_points(scene.shapes[0].collider(), scene.shapes[1].collider());
    Value::of_option(found, |(a, b)| list![a, b])
}

fn raycast(scene: &Scene) -> Value {
    Value::of_option(collide::raycast(scene.shapes[0].collider(), &scene.ray), |hit| {
        list![hit.fraction(), hit.distance(), hit.point(), hit.normal(), hit.inside()]
    })
}

fn contains(scene: &Scene) -> Value {
    scene.shapes[0].contains(scene.points[0]).into()
}

fn project_out(scene: &Scene) -> Value {
    match &scene.shapes[0] {
        Shape::Polygon(polygon) => list![
            polygon.closest_point(scene.points[0]),
            polygon.project_out(scene.points[0]),
            polygon.project_circle_out(Circle::new(scene.points[0], scene.radius)),
        ],
        _ => Value::Nothing,
    }
}

/// Two shapes overlap, are as far apart and meet at the same time, whichever of them is asked or moves.
fn pair_both_ways(scene: &Scene) -> Value {
    let swapped = [scene.shapes[1].clone(), scene.shapes[0].clone()];
    let ask = |shapes: &[Shape; 2], motion: Vec2| {
        of_pair!(@first shapes, |a, b| {
            let depth = collide::contact(a, b).map(|contact| contact.depth);
            list![collide::intersects(a, b), depth, collide::sweep(a, b, motion).fraction]
        })
    };
    let distances = [&scene.shapes, &swapped].map(|[a, b]| collide::distance(a.collider(), b.collider()));
    (ask(&scene.shapes, scene.motion) == ask(&swapped, -scene.motion) && distances[0] == distances[1]).into()
}

pub(super) const QUESTIONS: [Question; 12] = [
    Question::of("intersects", intersects),
    Question { exception: other_normal, ..Question::of("contact", contact) },
    Question { exception: other_normal, ..Question::of("manifold", manifold) },
    Question { exception: other_impact, ..Question::of("sweep", sweep) },
    Question { exception: other_way, ..Question::of("mtv", mtv) },
    Question::of("separation", separation),
    Question::of("distance", distance),
    Question { exception: other_common_point, ..Question::of("closest points", closest_points) },
    Question { exception: other_edge, ..Question::of("ray at a shape", raycast) },
    Question { exception: on_border, ..Question::of("contains", contains) },
    Question { exception: other_border, ..Question::of("project out", project_out) },
    Question::law("pairs of shapes both ways", pair_both_ways),
];
