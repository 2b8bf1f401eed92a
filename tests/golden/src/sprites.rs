//! Sprites: pairs of boxes, contacts by hull and by pixel, queries, rays.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use std::sync::Arc;
use tileray::glam::{Vec2, uvec2, vec2};
use tileray::sprite::{BroadPhase, Colliders, SpriteFilter, SpritePixels};
use tileray::{Aabb, Circle, ContactFinder, HullOptions, Pose, Ray, RayFan, Rect, Sprite, SpriteHull, Sprites};

fn boxed(numbers: &mut Numbers, reach: f32) -> Aabb {
    let corner = numbers.vector(reach);
    let size = numbers.vector(numbers.clone().any_of(&[9.0, 9.0, 30.0, 300.0])).abs();
    Aabb::new(corner, corner + size)
}

/// All pairs of boxes, and boxes in boxes and on rays; some of their numbers do harm.
pub(crate) fn boxes(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..numbers.cases(20, 12) {
        let count = numbers.any_of(&[1, 7, 60, 500]);
        let mut boxes: Vec<Aabb> = (0..count).map(|_| boxed(numbers, 200.0)).collect();
        if case % 4 == 3 {
            for _ in 0..1 + count / 8 {
                let index = numbers.below(count) as usize;
                boxes[index] = Aabb::new(numbers.half_nasty_vector(200.0), numbers.half_nasty_vector(200.0));
            }
        }
        let (mut broad_phase, mut pairs) = (BroadPhase::new(), Vec::new());
        broad_phase.pairs(&boxes, &mut pairs);
        answers.add(&pairs);
        for number in 0..30 {
            let mut found = Vec::new();
            let is_nasty = number % 6 == 5;
            let mut vector = || if is_nasty { numbers.half_nasty_vector(200.0) } else { numbers.vector(250.0) };
            let ray = Ray::between(vector(), vector());
            broad_phase.on_ray(&ray, &mut found);
            answers.add(&found);
            broad_phase.in_box(&Aabb::new(vector(), vector()), &mut found);
            answers.add(&found);
            let index = numbers.below(count);
            broad_phase.update(index, &boxed(numbers, 220.0));
        }
    }
}

/// Sprites whose hulls come from masks, all over a square.
fn crowd(count: u32, numbers: &mut Numbers) -> Sprites {
    let kinds: Vec<(Sprite, Arc<tileray::SolidityMap>)> = (0..5)
        .map(|kind| {
            let mask = scenes::mask_of([1, 3, 4, 7, 9][kind], uvec2(24, 20), numbers);
            let hull = SpriteHull::from_mask(&mask, &HullOptions::default()).expect("a hull");
            (Sprite::new(hull.hull), Arc::new(mask))
        })
        .collect();
    let mut sprites = Sprites::new();
    for number in 0..count {
        let (sprite, mask) = &kinds[numbers.below(5) as usize];
        let rotation = numbers.any_of(&[0.0, 0.0, std::f32::consts::PI, 0.7]);
        let rotation = if numbers.one_in(3) { numbers.number(7.0) } else { rotation };
        let translation = match number % 40 {
            39 => numbers.half_nasty_vector(100.0),
            _ => numbers.vector(180.0),
        };
        sprites.insert(Sprite {
            pose: Pose::new(translation, rotation),
            mask: Some(Arc::clone(mask)),
            pivot: vec2(12.0, 10.0),
            category: 1 << numbers.below(3),
            collides_with: numbers.any_of(&[u32::MAX, 0b101]),
            user_data: number.into(),
            ..sprite.clone()
        });
    }
    sprites
}

pub(crate) fn contacts(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for _ in 0..4 {
        let mut sprites = crowd(120, numbers);
        let mut finder = ContactFinder::new();
        for _ in 0..2 {
            let mut found = (Vec::new(), Vec::new());
            setting.in_pool(|| {
                found.0 = finder.find(&sprites).to_vec();
                found.1 = finder.find_by_pixels(&sprites).to_vec();
            });
            answers.add_all(&found.0);
            answers.add_all(&found.1);
            let ids: Vec<_> = sprites.iter().map(|(id, _)| id).collect();
            for id in ids {
                if numbers.one_in(4) {
                    sprites.set_pose(id, Pose::new(numbers.vector(180.0), numbers.number(4.0)));
                }
                if numbers.one_in(30) {
                    answers.add(&sprites.remove(id).map(|sprite| sprite.user_data));
                }
            }
        }
    }
}

/// Sprites at points, in boxes and circles, on segments and rays, and the nearest; rays that also hit terrain.
pub(crate) fn queries(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..numbers.cases(6, 3) {
        let sprites = crowd(150, numbers);
        let terrain = scenes::terrain(case, numbers);
        let mut broad_phase = BroadPhase::new();
        let queries = sprites.queries(&mut broad_phase);
        let filter = SpriteFilter::new().categories(numbers.any_of(&[u32::MAX, 0b011]));
        let world = terrain.query().simd(setting.simd).with_sprites(&queries, &filter);
        for number in 0..40 {
            let is_nasty = number % 8 == 7;
            let mut vector = || if is_nasty { numbers.half_nasty_vector(180.0) } else { numbers.vector(200.0) };
            let (a, b) = (vector(), vector());
            let ray = Ray::between(a, b);
            answers.add(&queries.at_point(a, &filter));
            answers.add(&queries.in_box(&Aabb::new(a.min(b), a.max(b)), &filter));
            answers.add(&queries.in_circle(&Circle::new(a, 30.5), &filter));
            let hits = queries.raycast_all(&ray, &filter);
            let mut ids: Vec<_> = hits.iter().map(tileray::sprite::SpriteHit::id).collect();
            ids.sort_unstable();
            answers.add(&ids);
            answers.add(&queries.raycast(&ray, &filter));
            answers.add(&hits);
            answers.add(&queries.nearest(a, numbers.any_of(&[9.0, 400.0, f32::INFINITY, f32::NAN]), &filter));
            answers.add(&world.raycast(&ray));
            if !is_nasty {
                answers.add(&world.raycast_all(&ray));
            }
        }
    }
}

/// Hits and ranges of rays, fans and beams at terrain and shapes of all kinds, each without the shape that it excludes; some numbers
/// do harm.
pub(crate) fn colliders(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..6 {
        let terrain = scenes::terrain(case, numbers);
        let middle = (terrain.bounds().min + terrain.bounds().max).as_vec2() / 2.0;
        let mut robots = Colliders::default();
        for number in 0..40 {
            let at = middle + numbers.vector(180.0);
            robots.extend([Circle::new(at, if number == 39 { numbers.nasty() } else { numbers.number(12.0) })]);
            robots.extend([scenes::convex(numbers).translated(at)]);
            robots.extend([scenes::hull(numbers).translated(at)]);
            robots.extend([Aabb::new(at, at + numbers.half_nasty_vector(9.0))]);
        }
        let poses: Vec<Pose> = (0..5).map(|_| Pose::new(middle + numbers.vector(150.0), numbers.number(4.0))).collect();
        let angles: Vec<f32> = (0..[40, 600][case as usize % 2]).map(|beam| beam as f32 * 0.01).collect();
        let rays: Vec<Ray> = (0..300).map(|_| scenes::ray(terrain.bounds(), numbers)).collect();
        let mut own: Vec<u32> = rays.iter().map(|_| numbers.below(200)).collect();
        own[7] = u32::MAX;
        let mut scanned = vec![0.0; poses.len() * angles.len()];
        let (mut ranges, mut hits, mut fan) = (vec![0.0; rays.len()], vec![None; rays.len()], vec![None; 40]);
        let query = terrain.query().simd(setting.simd);
        setting.in_pool(|| {
            query.with_colliders(&robots, &own[..poses.len()]).scan(&poses, &angles, 200.0, &mut scanned);
            query.no_return(f32::INFINITY).with_colliders(&robots, &own).ranges(&rays, 90.0, &mut ranges);
            query.with_colliders(&robots, &own).raycast_batch(&rays, &mut hits);
            query.with_colliders(&robots, &own[..1]).fan(&RayFan::circle(middle, 150.0), &mut fan);
        });
        answers.add_all(&scanned);
        answers.add_all(&ranges);
        answers.add_all(&hits);
        answers.add_all(&fan);
        answers.add(&query.with_colliders(&robots, &[]).raycast_all(&rays[0]));
    }
}

/// The pixels of posed masks, and those that two share.
pub(crate) fn pixels(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..60 {
        let masks = [case, case / 3].map(|kind| scenes::mask_of(kind, uvec2(24, 30), numbers));
        let mut pose = |is_nasty: bool| match is_nasty {
            true => Pose::new(numbers.half_nasty_vector(15.0), numbers.nasty()),
            false => Pose::new(numbers.vector(15.0), numbers.number(7.0)),
        };
        let poses = [pose(case % 10 == 9), pose(false)];
        let [a, b] = [0, 1].map(|index| SpritePixels::new(&masks[index], vec2(12.0, 9.5), &poses[index]));
        answers.add(&a.pixels().collect::<Vec<_>>());
        answers.add(&(a.bounds(), a.overlap(&b), a.overlap_area(&b), a.overlap_normal(&b)));
        answers.add(&a.overlap_pixels(&b).collect::<Vec<_>>());
        for _ in 0..10 {
            let point: Vec2 = numbers.vector(30.0);
            answers.add(&(a.contains(point), b.is_solid(point.as_ivec2())));
        }
        let Rect { min, .. } = b.bounds();
        answers
            .add(&a.translated(min.clamp(tileray::glam::IVec2::splat(-50), tileray::glam::IVec2::splat(50))).bounds());
    }
}
