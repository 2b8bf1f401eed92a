//! Shapes against shapes: contacts, manifolds, sweeps, ways out, distances, rays.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use tileray::collide::{self, Collider, CollidesWith, RoundedPolygon};
use tileray::geometry::Segment;
use tileray::glam::Vec2;
use tileray::{Capsule, Circle, ConvexPolygon, Hull, Polygon, Ray, Rect};

/// One of each shape.
struct Shapes {
    polygon: ConvexPolygon,
    hull: Hull,
    circle: Circle,
    capsule: Capsule,
    round: RoundedPolygon,
    segment: Segment,
    rect: Rect,
}

impl Shapes {
    fn plain(numbers: &mut Numbers) -> Self {
        let corner = numbers.pair(-20, 20);
        Self {
            polygon: scenes::convex(numbers),
            hull: scenes::hull(numbers),
            circle: scenes::circle(numbers),
            capsule: scenes::capsule(numbers),
            round: scenes::round_polygon(numbers),
            segment: Segment::new(numbers.vector(20.0), numbers.vector(20.0)),
            rect: scenes::rect(corner, numbers.pair(0, 20)),
        }
    }

    fn nasty(numbers: &mut Numbers) -> Self {
        let polygon = scenes::nasty_convex(numbers);
        let round = RoundedPolygon::new(scenes::nasty_convex(numbers), numbers.nasty().abs());
        let pieces = (0..1 + numbers.below(3)).map(|_| scenes::nasty_convex(numbers)).collect();
        Self {
            round: round.unwrap_or_else(|_| RoundedPolygon::new(polygon.clone(), 1.0).expect("a radius")),
            polygon,
            hull: Hull::new(pieces).expect("it has pieces"),
            circle: Circle::new(numbers.half_nasty_vector(20.0), numbers.nasty()),
            capsule: Capsule::new(numbers.half_nasty_vector(20.0), numbers.vector(20.0), numbers.nasty()),
            segment: Segment::new(numbers.half_nasty_vector(20.0), numbers.half_nasty_vector(20.0)),
            rect: scenes::rect(numbers.pair(-20, 20), numbers.pair(-9, 20)),
        }
    }

    fn each(&self) -> [&dyn Collider; 7] {
        [&self.polygon, &self.hull, &self.circle, &self.capsule, &self.round, &self.segment, &self.rect]
    }
}

/// Asks all of a pair that shapes have in common.
fn ask<A: CollidesWith<B>, B>(answers: &mut Answers, a: &A, b: &B, motion: Vec2) {
    answers.add(&collide::intersects(a, b));
    answers.add(&collide::contact(a, b));
    answers.add(&collide::manifold(a, b));
    answers.add(&collide::sweep(a, b, motion));
}

/// Asks every pair of kinds.
fn ask_all(answers: &mut Answers, a: &Shapes, b: &Shapes, motion: Vec2) {
    ask(answers, &a.polygon, &b.polygon, motion);
    ask(answers, &a.polygon, &b.circle, motion);
    ask(answers, &a.polygon, &b.capsule, motion);
    ask(answers, &a.polygon, &b.round, motion);
    ask(answers, &a.polygon, &b.hull, motion);
    ask(answers, &a.circle, &b.circle, motion);
    ask(answers, &a.circle, &b.segment, motion);
    ask(answers, &a.circle, &b.capsule, motion);
    ask(answers, &a.circle, &b.round, motion);
    ask(answers, &a.circle, &b.hull, motion);
    ask(answers, &a.capsule, &b.capsule, motion);
    ask(answers, &a.capsule, &b.round, motion);
    ask(answers, &a.capsule, &b.hull, motion);
    ask(answers, &a.round, &b.round, motion);
    ask(answers, &a.round, &b.hull, motion);
    ask(answers, &a.hull, &b.hull, motion);
}

/// Adds a way out, and its halves for two masses.
fn add_mtv(answers: &mut Answers, mtv: Option<Vec2>) {
    answers.add(&mtv);
    answers.add(&mtv.map(|mtv| collide::split_mtv(mtv, 1.0, 3.5)));
}

pub(crate) fn pairs(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for _ in 0..numbers.cases(250, 120) {
        let (a, b) = (Shapes::plain(numbers), Shapes::plain(numbers));
        ask_all(answers, &a, &b, numbers.vector(60.0));
    }
}

/// Concave polygons with circles, and ways out.
pub(crate) fn partings(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for _ in 0..numbers.cases(300, 120) {
        let (a, b) = (Shapes::plain(numbers), Shapes::plain(numbers));
        add_mtv(answers, collide::contact(&a.polygon, &b.polygon).map(|contact| contact.mtv()));
        add_mtv(answers, collide::mtv(&a.hull, &b.hull));
        add_mtv(answers, collide::mtv(&a.hull, &Hull::from(b.polygon.clone())));
        answers.add(&collide::separation(&a.polygon, &b.polygon));
        answers.add(&a.polygon.intersection(&b.polygon));
        if let Ok(polygon) = Polygon::new((0..4).map(|_| numbers.vector(20.0)).collect()) {
            ask(answers, &a.circle, &polygon, numbers.vector(40.0));
        }
    }
}

/// Distances, nearest points and rays, of each shape.
pub(crate) fn distances(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for _ in 0..numbers.cases(150, 40) {
        let (a, b) = (Shapes::plain(numbers), Shapes::plain(numbers));
        let ray = Ray::between(numbers.vector(40.0), numbers.vector(40.0));
        for one in a.each() {
            answers.add(&(one.bounds(), collide::raycast(one, &ray)));
            for other in b.each() {
                answers.add(&(collide::distance(one, other), collide::closest_points(one, other)));
            }
        }
    }
}

/// Many pairs, of which some are shared among threads.
pub(crate) fn batches(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for _ in 0..3 {
        let (a, motion) = (Shapes::plain(numbers), numbers.vector(60.0));
        let others: Vec<ConvexPolygon> = (0..1_100).map(|_| scenes::convex(numbers)).collect();
        let hulls: Vec<Hull> = (0..200).map(|_| scenes::hull(numbers)).collect();
        let pairs: Vec<(u32, u32)> = (0..others.len() as u32).map(|other| (0, other)).collect();
        let mut of_pairs = vec![None; others.len()];
        setting.in_pool(|| collide::contact_pairs(std::slice::from_ref(&a.capsule), &others, &pairs, &mut of_pairs));
        let flags: Vec<_> = others.iter().map(|other| collide::intersects(&a.circle, other)).collect();
        answers.add(&flags);
        answers.add_all(others.iter().map(|other| collide::contact(&a.polygon, other)));
        answers.add_all(others.iter().map(|other| collide::sweep(&a.hull, other, motion)));
        answers.add_all(&of_pairs);
        answers.add_all(hulls.iter().map(|hull| collide::contact(&a.hull, hull)));
    }
}

/// NaN, infinity, and the greatest and the least numbers, in shapes and in motions.
pub(crate) fn nasty(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for _ in 0..400 {
        let (a, b) = (Shapes::nasty(numbers), Shapes::plain(numbers));
        let (c, motion) = (Shapes::nasty(numbers), numbers.half_nasty_vector(40.0));
        ask_all(answers, &a, &b, motion);
        ask_all(answers, &a, &c, motion);
        add_mtv(answers, collide::contact(&a.polygon, &c.polygon).map(|contact| contact.mtv()));
        add_mtv(answers, collide::mtv(&a.hull, &c.hull));
        add_mtv(answers, collide::mtv(&a.hull, &Hull::from(b.polygon.clone())));
        answers.add(&collide::separation(&a.polygon, &c.polygon));
        answers.add(&a.polygon.intersection(&b.polygon));
        let ray = Ray::new(numbers.half_nasty_vector(40.0), numbers.half_nasty_vector(1.0), numbers.nasty());
        for shape in a.each() {
            answers.add(&collide::raycast(shape, &ray));
            answers.add(&(collide::distance(shape, &b.circle), collide::closest_points(shape, &b.hull)));
            answers.add(&(collide::distance(shape, &c.round), collide::closest_points(shape, &c.capsule)));
        }
    }
}
