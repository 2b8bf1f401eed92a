//! Rays through terrain: hits, spans, exits, sight, fans, traces and pixels.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use tileray::glam::IVec2;
use tileray::raycast::{RaySpan, bresenham};
use tileray::terrain::OneWayRule;
use tileray::{LayerMask, Ray, RayFan, Rect, TerrainQuery, Traversal};

const TRAVERSALS: [Traversal; 2] = [Traversal::Bresenham, Traversal::Exact];

/// More rays than one thread takes at a time.
const RAYS: usize = 1_100;

/// Asks rays one by one and in a batch, which have to agree.
pub(crate) fn cast(answers: &mut Answers, setting: &Setting, query: &TerrainQuery<'_>, rays: &[Ray]) {
    let query = query.simd(setting.simd);
    let mut hits = vec![None; rays.len()];
    let mut any = vec![false; rays.len()];
    setting.in_pool(|| {
        query.raycast_batch(rays, &mut hits);
        query.raycast_any_batch(rays, &mut any);
    });
    for (ray, (hit, any)) in rays.iter().zip(hits.iter().zip(&any)) {
        let alone = query.raycast(ray);
        assert!(alone == *hit && alone.is_some() == *any, "{ray:?}: {alone:?} alone, {hit:?} in a batch, {any}");
        assert_eq!(query.raycast_any(ray), *any, "{ray:?}");
    }
    answers.add_all(&hits);
}

/// Chooses what becomes of rays and shapes that start in solid pixels.
pub(crate) fn from_start<'a>(query: TerrainQuery<'a>, numbers: &mut Numbers) -> TerrainQuery<'a> {
    if numbers.any_of(&[false, true]) { query.leave_start() } else { query }
}

fn hits(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers, traversal: Traversal) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        let rays: Vec<Ray> = (0..RAYS).map(|_| scenes::ray(terrain.bounds(), numbers)).collect();
        cast(answers, setting, &terrain.query().traversal(traversal), &rays);
    }
}

pub(crate) fn bresenham_hits(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    hits(answers, setting, numbers, Traversal::Bresenham);
}

pub(crate) fn exact_hits(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    hits(answers, setting, numbers, Traversal::Exact);
}

/// All options of rays, on maps of three layers too.
pub(crate) fn options(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(3 - case % 2, numbers);
        let rays: Vec<Ray> = (0..400).map(|_| scenes::ray(terrain.bounds(), numbers)).collect();
        for traversal in TRAVERSALS {
            let query = terrain
                .query()
                .traversal(traversal)
                .layers(LayerMask(numbers.any_of(&[u32::MAX, 0b101, 0b010, 0b110, 0])))
                .one_way(numbers.any_of(&[OneWayRule::Respect, OneWayRule::Free, OneWayRule::Solid]));
            cast(answers, setting, &from_start(query, numbers), &rays);
        }
    }
}

/// NaN, infinity, coordinates that are no pixels, no length and no direction.
pub(crate) fn nasty(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let rays: Vec<Ray> = (0..600).map(|_| scenes::nasty_ray(terrain.bounds(), numbers)).collect();
        for traversal in TRAVERSALS {
            cast(answers, setting, &from_start(terrain.query().traversal(traversal), numbers), &rays);
        }
        for ray in &rays {
            answers.add(&(ray.is_valid(), ray.is_valid().then(|| ray.length())));
        }
    }
}

/// Rays of more than 2^20 steps.
pub(crate) fn long(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let rays: Vec<Ray> = (0..100).map(|_| scenes::long_ray(terrain.bounds(), numbers)).collect();
        for traversal in TRAVERSALS {
            cast(answers, setting, &terrain.query().traversal(traversal), &rays);
        }
    }
}

pub(crate) fn fans(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..16 {
        let terrain = scenes::terrain(case, numbers);
        let origin = scenes::point(terrain.bounds(), 5, numbers).as_vec2();
        let (start, sweep) = (numbers.number(8.0), numbers.number(7.0));
        let fan = match case % 4 {
            0 => RayFan::circle(origin, 300.0),
            1 => RayFan::view(origin, start, sweep, 200.0),
            2 => RayFan::new(origin, start, sweep, 120.0),
            _ => RayFan::new(numbers.half_nasty_vector(100.0), numbers.nasty(), numbers.nasty(), numbers.nasty()),
        };
        let query = terrain.query().traversal(numbers.any_of(&TRAVERSALS)).simd(setting.simd);
        let mut hits = vec![None; 700];
        setting.in_pool(|| query.fan(&fan, &mut hits));
        answers.add_all(&hits);
        for ray in fan.rays(7).filter(Ray::is_valid) {
            answers.add(&(ray.origin(), ray.end(), ray.point_at(0.3)));
        }
    }
}

/// Spans and exits: what lies behind the first hit.
pub(crate) fn spans(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        for number in 0..150 {
            let ray = if number % 5 == 0 {
                scenes::nasty_ray(terrain.bounds(), numbers)
            } else {
                scenes::ray(terrain.bounds(), numbers)
            };
            let query = terrain.query().traversal(numbers.any_of(&TRAVERSALS)).simd(setting.simd);
            let query = from_start(query, numbers);
            let spans: Vec<RaySpan> = query.raycast_spans(&ray).take(300).collect();
            answers.add(&spans);
            answers.add(&query.raycast_exit(&ray));
        }
    }
}

pub(crate) fn lines_of_sight(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let pairs: Vec<_> = (0..RAYS)
            .map(|number| {
                let ends = [(); 2].map(|()| scenes::point(terrain.bounds(), 10, numbers).as_vec2());
                if number % 8 == 0 { (ends[0], numbers.half_nasty_vector(200.0)) } else { (ends[0], ends[1]) }
            })
            .collect();
        for traversal in TRAVERSALS {
            let query = terrain.query().traversal(traversal).simd(setting.simd);
            let mut seen = vec![false; pairs.len()];
            setting.in_pool(|| query.line_of_sight_batch(&pairs, &mut seen));
            answers.add(&seen);
        }
    }
}

/// Traces of walks, and the pixels of lines without terrain.
pub(crate) fn traces(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        for _ in 0..60 {
            let ray = scenes::ray(terrain.bounds(), numbers);
            let traversal = numbers.any_of(&TRAVERSALS);
            let query = terrain.query().traversal(traversal).simd(setting.simd);
            answers.add(&query.raycast_traced(&ray));
            answers.add(&ray.exact_pixels().collect::<Vec<_>>());
            let (a, b) = (numbers.pair(-90, 90), numbers.pair(-90, 90));
            answers.add(&bresenham(a, b).collect::<Vec<_>>());
        }
    }
    for (a, b) in [(IVec2::MIN, IVec2::MAX), (IVec2::MAX, IVec2::MIN), (IVec2::MIN, IVec2::ZERO)] {
        answers.add(&bresenham(a, b).take(100).collect::<Vec<_>>());
        answers.add(&bresenham(a, b).rev().take(100).collect::<Vec<_>>());
    }
}

pub(crate) fn surface_normals(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let Rect { min, max } = terrain.bounds();
        for _ in 0..300 {
            let pixel = tileray::glam::ivec2(numbers.int(min.x - 3, max.x + 3), numbers.int(min.y - 3, max.y + 3));
            let radius = numbers.any_of(&[0, 1, 2, 5, 9, 1000]);
            answers.add(&terrain.query().surface_normal(pixel, radius));
        }
    }
}
