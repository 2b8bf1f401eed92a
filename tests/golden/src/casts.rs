//! Shapes against terrain: casts, overlaps, contacts, the nearest pixels; and masks that are cast.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::rays::from_start;
use crate::scenes;
use serde::Serialize;
use tileray::cast::ShapeHit;
use tileray::collide::Collider;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::motion::MaskHit;
use tileray::{Capsule, Circle, Rect, Terrain, TerrainQuery};

fn query<'a>(terrain: &'a Terrain, numbers: &mut Numbers) -> TerrainQuery<'a> {
    from_start(scenes::query(terrain, numbers), numbers)
}

/// The values of a hit that are independent of one another.
fn values(hit: ShapeHit) -> impl Serialize {
    let (pixel, layer, cell, tile) = (hit.pixel(), hit.layer(), hit.cell(), hit.tile());
    (hit.fraction(), hit.remaining(), hit.point(), hit.normal(), pixel, layer, cell, tile, hit.inside())
}

fn values_of_mask(hit: MaskHit) -> impl Serialize {
    (hit.moved(), hit.fraction(), hit.pixel(), hit.normal(), hit.inside())
}

/// Asks all of a shape at a place in terrain.
pub(crate) fn ask(answers: &mut Answers, terrain: &Terrain, shape: &dyn Collider, motion: Vec2, numbers: &mut Numbers) {
    answers.add(&query(terrain, numbers).cast_shape(shape, motion).map(values));
    answers.add(&terrain.query().overlaps(shape));
    answers.add(&terrain.query().overlap_area(shape));
    let mut pixels: Vec<IVec2> = Vec::new();
    terrain.query().overlap_pixels(shape, |pixel| pixels.push(pixel));
    answers.add(&pixels);
    answers.add(&terrain.query().contact(shape, numbers.any_of(&[0.5, 8.0, 32.0])));
}

pub(crate) fn shapes(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        for _ in 0..8 {
            let at = scenes::point(terrain.bounds(), 10, numbers).as_vec2();
            let at = if numbers.one_in(3) { at.round() } else { at };
            let motion = numbers.vector(120.0);
            let radius = numbers.number(12.0).abs();
            ask(answers, &terrain, &Circle::new(at, radius), motion, numbers);
            let capsule = Capsule::new(at, at + numbers.vector(20.0), radius);
            ask(answers, &terrain, &capsule, motion, numbers);
            ask(answers, &terrain, &scenes::convex(numbers).translated(at), motion, numbers);
            ask(answers, &terrain, &scenes::round_polygon(numbers).translated(at), motion, numbers);
            ask(answers, &terrain, &scenes::hull(numbers).translated(at), motion, numbers);
            let corner = at.as_ivec2();
            ask(answers, &terrain, &scenes::rect(corner, numbers.pair(1, 20)), motion, numbers);
        }
    }
}

/// Where discs fit, also outside of the terrain; with radii that do harm too.
pub(crate) fn free_space(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        for turn in 0..8 {
            let rect = scenes::rect(scenes::point(terrain.bounds(), 30, numbers).as_ivec2(), numbers.pair(0, 90));
            let radius = if turn % 4 == 3 { numbers.nasty() } else { numbers.number(20.0).abs() };
            answers.add_result(&query(&terrain, numbers).free_space(rect, radius));
        }
    }
}

/// Shapes and motions with numbers that do harm.
pub(crate) fn nasty(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        for _ in 0..8 {
            let at = scenes::point(terrain.bounds(), 10, numbers).as_vec2();
            // As large as a terrain at most: a larger shape may have billions of pixels.
            let radius = numbers.any_of(&[0.0, -1.0, f32::NAN, f32::INFINITY, 1e-45, 3.0, 120.0]);
            let motion = numbers.half_nasty_vector(100.0);
            ask(answers, &terrain, &Circle::new(at, radius), motion, numbers);
            let far = numbers.half_nasty_vector(50.0);
            ask(answers, &terrain, &Circle::new(far, 5.0), motion, numbers);
            ask(answers, &terrain, &Capsule::new(at, at, radius), motion, numbers);
            ask(answers, &terrain, &scenes::convex(numbers).translated(far), motion, numbers);
            ask(answers, &terrain, &scenes::hull(numbers).translated(far), motion, numbers);
            answers.add(&terrain.query().nearest_solid(far, numbers.nasty()));
            answers.add(&terrain.query().nearest_free(far, numbers.nasty()));
        }
    }
}

/// Many circles in one terrain, and the nearest solid and free pixels.
pub(crate) fn batches(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let points: Vec<Vec2> = (0..300).map(|_| scenes::point(terrain.bounds(), 60, numbers).as_vec2()).collect();
        let circles: Vec<Circle> = points.iter().map(|&point| Circle::new(point, numbers.number(9.0).abs())).collect();
        let motions: Vec<Vec2> = points.iter().map(|_| numbers.vector(90.0)).collect();
        let casts: Vec<(Circle, Vec2)> = circles.iter().copied().zip(motions).collect();
        let query = query(&terrain, numbers);
        let hits = casts.iter().map(|(circle, motion)| query.cast_shape(circle, *motion).map(values));
        let overlaps = circles.iter().map(|circle| terrain.query().overlaps(circle));
        let contacts = circles.iter().map(|circle| terrain.query().contact(circle, 32.0));
        let solid = points.iter().map(|&point| terrain.query().nearest_solid(point, 300.0));
        let free = points.iter().map(|&point| terrain.query().nearest_free(point, 64.0));
        answers.add_all(hits);
        answers.add(&overlaps.collect::<Vec<_>>());
        answers.add_all(contacts);
        answers.add_all(solid);
        answers.add_all(free);
    }
}

/// Masks cast through terrain and against each other.
pub(crate) fn masks(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..16 {
        let terrain = scenes::terrain(case, numbers);
        let Rect { min, max } = terrain.bounds();
        for number in 0..30 {
            let mask = scenes::mask_of(number, numbers.pair(1, 70).as_uvec2(), numbers);
            let at = ivec2(numbers.int(min.x - 50, max.x + 50), numbers.int(min.y - 50, max.y + 50));
            let far = numbers.any_of(&[200, 200, 200, 100_000]);
            let motion = numbers.pair(-far, far);
            answers.add(&terrain.query().cast_mask(&mask, at, motion).map(values_of_mask));
            let other = scenes::mask(number / 3, numbers);
            let other = Terrain::from_solidity_at(&other, numbers.pair(-90, 90)).expect("a small terrain");
            answers.add(&other.query().cast_mask(&mask, IVec2::ZERO, motion).map(values_of_mask));
        }
    }
}
