//! Zeros of both signs asked of terrain, which lies around the origin.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::{casts, rays, scans, scenes, views};
use tileray::glam::{ivec2, uvec2};
use tileray::raycast::RaySpan;
use tileray::{
    Body, BodyShape, Capsule, Circle, CollisionWorld, LayerMask, MoveOptions, Pose, Ray, RayFan, Terrain, Traversal,
};

/// Rays, fans, spans, beams, sight, shapes, edits and bodies on the axes.
pub(crate) fn terrain(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..10 {
        let mask = scenes::mask_of(case, uvec2(64, 48), numbers);
        let mut terrain = Terrain::from_solidity_at(&mask, ivec2(-32, -24)).expect("a small mask");
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let query = terrain.query().traversal(traversal).simd(setting.simd);
            let asked: Vec<Ray> = (0..60)
                .map(|number| {
                    let (origin, other) = (numbers.vector(30.0), numbers.vector(30.0));
                    if number % 2 == 0 { Ray::between(origin, other) } else { Ray::new(origin, other, 40.0) }
                })
                .collect();
            rays::cast(answers, setting, &query, &asked);
            for ray in &asked {
                let spans: Vec<RaySpan> = query.raycast_spans(ray).take(300).collect();
                answers.add(&(spans, query.raycast_exit(ray)));
            }
            let fan = RayFan::new(numbers.vector(20.0), numbers.number(4.0), numbers.number(7.0), 90.0);
            let mut hits = vec![None; 40];
            query.fan(&fan, &mut hits);
            answers.add_all(&hits);
            let poses: Vec<Pose> = (0..4).map(|_| Pose::new(numbers.vector(20.0), numbers.number(4.0))).collect();
            let angles: Vec<f32> = (0..9).map(|_| numbers.number(4.0)).collect();
            scans::scan(answers, setting, &query, (&poses, &angles), 60.0);
        }
        for _ in 0..6 {
            let region = terrain.query().visible_region(numbers.vector(20.0), 40.0);
            views::add_region(answers, &terrain, &region, numbers);
            let (at, motion) = (numbers.vector(20.0), numbers.vector(40.0));
            let radius = numbers.number(6.0).abs();
            casts::ask(answers, &terrain, &Circle::new(at, radius), motion, numbers);
            casts::ask(answers, &terrain, &Capsule::new(at, numbers.vector(20.0), radius), motion, numbers);
            casts::ask(answers, &terrain, &scenes::convex(numbers), motion, numbers);
            casts::ask(answers, &terrain, &scenes::round_polygon(numbers), motion, numbers);
            answers.add(&terrain.query().nearest_solid(at, 30.0));
            let mut body = Body::new(BodyShape::rectangle((5, 7)).expect("a shape"), at.as_ivec2());
            let slide = body.move_and_slide(CollisionWorld::new(&terrain, &[]), motion, 1.0, &MoveOptions::default());
            answers.add(&(slide, &body, body.exact_position()));
        }
        let points: Vec<_> = (0..4).map(|_| numbers.vector(12.0)).collect();
        answers.add(&terrain.carve(&points[..], LayerMask::ALL));
        answers.add(&terrain.fill(&Circle::new(numbers.vector(12.0), numbers.number(9.0)), LayerMask::ALL));
        answers.add(&terrain.query().to_mask(terrain.bounds()));
        let (angle, pivot) = (numbers.number(4.0), numbers.vector(20.0));
        answers.add_result(&mask.try_rotated_about(angle, pivot));
    }
}
