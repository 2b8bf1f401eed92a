//! `mirrors`: a question about a scene, in its eight images.

use crate::scene::{AnyMask, Few, NearPoint, Point, pixel};
use arbitrary::{Arbitrary, Unstructured};
use reference::mirrors::{self, Image, Kind, Place, Report, Sketch, SpriteSketch, Things};
use reference::motion::level::WAYS;
use std::rc::Rc;
use tileray::glam::{IVec2, Vec2};
use tileray::terrain::Outside;
use tileray::{BodyShape, ConvexPolygon, Polygon, Pose, Ray, Rect, Solid};

#[derive(Debug, Arbitrary)]
struct Scene {
    question: u8,
    ground: AnyMask,
    corner: (i8, i8),
    one_way: Few<(u8, AnyMask), 2>,
    solids: Few<(AnyMask, (i8, i8), u8), 2>,
    points: [NearPoint; 2],
    ray: (Point, Point),
    motion: NearPoint,
    radius: u16,
    shapes: [Shape; 2],
    sprites: [Posed; 2],
    body: (AnyMask, (i8, i8)),
    velocities: Few<NearPoint, 6>,
    turns: [i16; 3],
    sides: u8,
}

#[derive(Debug, Arbitrary)]
struct Shape {
    kind: u8,
    points: Few<NearPoint, 8>,
    radius: u16,
    pose: Option<(NearPoint, i16)>,
}

#[derive(Debug, Arbitrary)]
struct Posed {
    shape: Shape,
    mask: AnyMask,
    pivot: NearPoint,
    at: NearPoint,
    turn: i16,
}

/// An angle, mostly no multiple of an eighth of a turn.
fn angle(turn: i16) -> f32 {
    if turn % 4 == 0 { f32::from(turn / 4 % 16) * std::f32::consts::FRAC_PI_4 } else { f32::from(turn) / 4096.0 }
}

impl Shape {
    /// What the shape is made of; `None` if the points make no such shape.
    fn sketch(&self, kind: Kind) -> Option<Sketch> {
        let points: Vec<Vec2> = self.points.0.iter().map(|point| point.get()).collect();
        let ring = |points: &[Vec2]| -> Option<Vec<Vec2>> {
            Some(ConvexPolygon::convex_hull(points.to_vec()).ok()?.points().collect())
        };
        let rings = match kind {
            Kind::Circle => vec![vec![*points.first()?]],
            Kind::Capsule | Kind::Segment | Kind::Aabb => vec![vec![*points.first()?, *points.get(1)?]],
            Kind::Rect => vec![vec![points.first()?.round(), points.get(1)?.round()]],
            Kind::Convex | Kind::Rounded => vec![ring(&points)?],
            Kind::Hull => {
                let (first, second) = points.split_at(points.len() / 2);
                [first, second].into_iter().filter_map(ring).collect()
            }
            Kind::Polygon => vec![Polygon::new(points).ok()?.points().to_vec()],
        };
        let can_turn = matches!(kind, Kind::Convex | Kind::Rounded | Kind::Hull);
        let pose = self.pose.filter(|_| can_turn).map(|(at, turn)| Pose::new(at.get(), angle(turn)));
        (!rings.is_empty()).then(|| Sketch { kind, rings, radius: f32::from(self.radius) / 2048.0, pose })
    }

    fn any(&self) -> Option<Sketch> {
        self.sketch(Kind::ALL[usize::from(self.kind) % Kind::ALL.len()])
    }
}

impl Posed {
    fn sketch(&self) -> Option<SpriteSketch> {
        let kind = [Kind::Convex, Kind::Hull][usize::from(self.shape.kind % 2)];
        let shape = Sketch { pose: None, ..self.shape.sketch(kind)? };
        let (mask, pivot) = (self.mask.0.clone(), self.pivot.get());
        Some(SpriteSketch { shape, mask, pivot, pose: Pose::new(self.at.get(), angle(self.turn)) })
    }
}

fn place(scene: &Scene) -> Place {
    let size = scene.ground.0.size();
    let one_way = scene
        .one_way
        .0
        .iter()
        .map(|(way, mask)| (WAYS[usize::from(way % 4)], mask.0.crop(Rect::from_size(IVec2::ZERO, size))));
    let solids = scene.solids.0.iter().filter_map(|(mask, at, way)| {
        let shape = BodyShape::from_mask(mask.0.clone()).ok()?;
        Some(Solid::new(shape, pixel(*at)).with_one_way((way % 2 == 0).then(|| WAYS[usize::from(way / 2 % 4)])))
    });
    let outside = |side: u8| {
        [Outside::Free, Outside::Solid, Outside::Edge, Outside::Free][usize::from(scene.sides >> (2 * side) & 3)]
    };
    let sides = [0, 1, 2, 3].map(outside);
    Place::new(scene.ground.0.clone(), pixel(scene.corner), one_way.collect(), sides, solids.collect())
}

fn things(scene: &Scene) -> Option<Things> {
    BodyShape::from_mask(scene.body.0.0.clone()).ok()?;
    let [a, b] = &scene.shapes;
    Some(Things {
        points: scene.points.map(NearPoint::get),
        pixels: scene.points.map(NearPoint::pixel),
        ray: Ray::between(scene.ray.0.get(), scene.ray.1.get()),
        motion: scene.motion.get(),
        radius: f32::from(scene.radius) / 256.0,
        sketches: [a.any()?, b.any()?],
        sprites: scene.sprites.iter().map(Posed::sketch).collect::<Option<_>>()?,
        body: (scene.body.0.0.clone(), pixel(scene.body.1)),
        velocities: scene.velocities.0.iter().map(|velocity| velocity.get() / 8.0).collect(),
        angles: (0..40).map(|index| angle(scene.turns[0].wrapping_add(scene.turns[1].wrapping_mul(index)))).collect(),
        turn: angle(scene.turns[2]),
        eighths: i32::from(scene.turns[2]).rem_euclid(8),
    })
}

/// Every answer of an image, mapped back, is that of the scene.
pub(crate) fn mirrors(data: &[u8]) {
    let Ok(scene) = Scene::arbitrary(&mut Unstructured::new(data)) else { return };
    let Some(things) = things(&scene) else { return };
    let place = place(&scene);
    let places = Image::ALL.map(|image| Rc::new(place.image(image)));
    let questions = mirrors::questions();
    let question = &questions[usize::from(scene.question) % questions.len()];
    let mut report = Report::new();
    mirrors::ask(question, &mirrors::scenes(&places, &things), report.entry(question.name).or_default());
    mirrors::assert_right(&report);
}
