//! Ten thousand sprites of 16 pixels, anywhere and in crowds: their contacts and what is asked about them; and pairs of masks, to
//! the pixel. Answers are compared with plain loops first.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use std::f32::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use tileray::collide;
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::hull::HullMode;
use tileray::sprite::SpriteFilter;
use tileray::sprite::{BroadPhase, SpriteContact, SpritePixels, SpriteQueries};
use tileray::{Circle, ContactFinder, HullOptions, Pose, Ray, Rect, SolidityMap, Sprite, SpriteHull, Sprites};

const SPRITES: usize = 10_000;
const WORLD: f32 = 4096.0;
const QUESTIONS: usize = 1000;
/// Of the circles that are asked about, in pixels, and how far the nearest sprite may be.
const RADIUS: f32 = 24.0;
const FAR: f32 = 400.0;
const PAIRS: usize = 1000;

/// A gear with eight teeth and a hole: a convex hull of it holds much that is free.
fn gear(side: u32) -> SolidityMap {
    let half = f64::from(side) / 2.0;
    SolidityMap::from_fn(side, side, |x, y| {
        let arm = DVec2::new(f64::from(x) + 0.5 - half, f64::from(y) + 0.5 - half) / half;
        let (radius, tooth) = (arm.length(), (arm.y.atan2(arm.x) * 8.0).sin() > 0.0);
        (0.4..if tooth { 1.0 } else { 0.75 }).contains(&radius)
    })
}

/// About a normal deviate: twelve even ones, added up.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.f32()).sum::<f32>() - 6.0
}

/// Sprites anywhere, or around forty places 80 pixels wide; every other one is turned.
fn sprites(is_clustered: bool) -> Sprites {
    let mut rng = Rng::with_seed(81);
    let mask = gear(16);
    let options = HullOptions { mode: HullMode::Convex, ..HullOptions::default() };
    let pivot = mask.size().as_vec2() / 2.0;
    let hull = SpriteHull::from_mask(&mask, &options).expect("a gear has pixels").hull.translated(-pivot);
    let kind = Sprite { mask: Some(Arc::new(mask)), pivot, ..Sprite::new(hull) };
    let anywhere = |rng: &mut Rng| vec2(rng.f32(), rng.f32()) * WORLD;
    let centers: Vec<Vec2> = (0..40).map(|_| anywhere(&mut rng)).collect();
    let mut sprites = Sprites::new();
    for number in 0..SPRITES {
        let at = match is_clustered {
            true => centers[rng.usize(..centers.len())] + vec2(normal(&mut rng), normal(&mut rng)) * 80.0,
            false => anywhere(&mut rng),
        };
        let rotation = if number % 2 == 0 { 0.0 } else { rng.f32() * TAU };
        sprites.insert(Sprite { pose: Pose::new(at, rotation), ..kind.clone() });
    }
    sprites
}

/// The first pixel that two masks share, by a look at every pixel of both boxes.
fn first_shared(one: &SpritePixels<'_>, other: &SpritePixels<'_>) -> Option<IVec2> {
    let Rect { min, max } = one.bounds().intersection(&other.bounds());
    let pixels = (min.y..max.y).flat_map(|y| (min.x..max.x).map(move |x| ivec2(x, y)));
    pixels.into_iter().find(|&pixel| one.is_solid(pixel) && other.is_solid(pixel))
}

/// The contacts of all pairs, one after the other; with the pixels that meet, or without.
fn plain_contacts(sprites: &Sprites, asks_pixels: bool) -> Vec<SpriteContact> {
    let all: Vec<_> = sprites.iter().map(|(id, sprite)| (id, sprite, sprites.bounds(id), sprites.hull(id))).collect();
    let mut contacts = Vec::new();
    for (place, &(a, one, own_box, own_hull)) in all.iter().enumerate() {
        for &(b, other, other_box, other_hull) in &all[place + 1..] {
            if !own_box.zip(other_box).is_some_and(|(a, b)| a.overlaps(&b)) {
                continue;
            }
            let contact = own_hull.zip(other_hull).and_then(|(a, b)| collide::contact(a, b));
            let pixel = asks_pixels.then(|| one.pixels().zip(other.pixels()).and_then(|(a, b)| first_shared(&a, &b)));
            if let Some(contact) = contact.filter(|_| pixel != Some(None)) {
                contacts.push(SpriteContact { a, b, contact, pixel: pixel.flatten() });
            }
        }
    }
    contacts
}

fn contacts(c: &mut Criterion) {
    for (scene, is_clustered) in [("uniform", false), ("clustered", true)] {
        let sprites = sprites(is_clustered);
        let mut finder = ContactFinder::new();
        assert_eq!(finder.find(&sprites), plain_contacts(&sprites, false), "{scene}");
        let hulls = finder.find(&sprites).len();
        assert_eq!(finder.find_by_pixels(&sprites), plain_contacts(&sprites, true), "{scene}");
        println!("{scene}: {hulls} contacts of hulls, {} of pixels", finder.find_by_pixels(&sprites).len());
        let mut group = c.benchmark_group(format!("sprites/{scene}"));
        group.throughput(Throughput::Elements(SPRITES as u64));
        group.bench_function("find", |b| b.iter(|| finder.find(black_box(&sprites)).len()));
        group.bench_function("find_by_pixels", |b| b.iter(|| finder.find_by_pixels(black_box(&sprites)).len()));
    }
}

/// A convex hull by its corners, asked by the formulas.
struct Plain(Vec<DVec2>);

impl Plain {
    fn edges(&self) -> impl Iterator<Item = [DVec2; 2]> {
        self.0.iter().enumerate().map(|(index, &corner)| [corner, self.0[(index + 1) % self.0.len()]])
    }

    fn holds(&self, point: DVec2) -> bool {
        self.edges().all(|[a, b]| (b - a).perp_dot(point - a) >= 0.0)
    }

    /// How far a point is from it.
    fn distance(&self, point: DVec2) -> f64 {
        let to_edge = |[a, b]: [DVec2; 2]| {
            let along = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            (a + (b - a) * along).distance(point)
        };
        if self.holds(point) { 0.0 } else { self.edges().map(to_edge).fold(f64::MAX, f64::min) }
    }

    /// How far a ray goes until it meets it: clipped by one edge after the other.
    fn meets(&self, ray: &Ray) -> Option<f64> {
        let (origin, motion) = (ray.origin(), ray.end() - ray.origin());
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for [a, b] in self.edges() {
            let (depth, rate) = ((b - a).perp_dot(origin - a), (b - a).perp_dot(motion));
            if rate > 0.0 {
                from = from.max(-depth / rate);
            } else if rate < 0.0 {
                to = to.min(-depth / rate);
            } else if depth < 0.0 {
                return None;
            }
        }
        (from <= to).then_some(from * motion.length())
    }
}

/// Some of the questions with the answers of loops over all sprites.
fn compare(sprites: &Sprites, index: &SpriteQueries<'_>, points: &[Vec2], rays: &[Ray]) {
    let all = SpriteFilter::default();
    let hull = |id| sprites.hull(id).expect("it is there");
    let corners = |id| hull(id).pieces().flat_map(|piece| piece.points().map(Vec2::as_dvec2).collect::<Vec<_>>());
    let plain: Vec<_> = sprites.iter().map(|(id, _)| (id, Plain(corners(id).collect()))).collect();
    let least = |distances: &mut dyn Iterator<Item = f64>| distances.fold(f64::MAX, f64::min);
    // Corners were rounded for these loops, by up to 2^-13 of a pixel, which is more along a ray that grazes an edge.
    let are_same = |found: Option<f32>, expected: f64| (found.map_or(f64::MAX, f64::from) - expected).abs() < 1e-2;
    for (&point, ray) in points.iter().zip(rays).take(200) {
        let at = point.as_dvec2();
        let holding = plain.iter().filter(|(_, hull)| hull.holds(at)).map(|(id, _)| *id);
        assert_eq!(index.at_point(point, &all), holding.collect::<Vec<_>>(), "{point}");
        let near = plain.iter().filter(|(_, hull)| hull.distance(at) < f64::from(RADIUS)).map(|(id, _)| *id);
        assert_eq!(index.in_circle(&Circle::new(point, RADIUS), &all), near.collect::<Vec<_>>(), "{point}");
        let nearest = index.nearest(point, f32::MAX, &all).map(|nearest| nearest.distance);
        assert!(are_same(nearest, least(&mut plain.iter().map(|(_, hull)| hull.distance(at)))), "{point}: {nearest:?}");
        let first = index.raycast(ray, &all).map(|hit| hit.distance);
        let expected = least(&mut plain.iter().filter_map(|(_, hull)| hull.meets(ray)));
        assert!(are_same(first, expected), "{ray:?}: {first:?} is not {expected}");
    }
}

fn queries(c: &mut Criterion) {
    for (scene, is_clustered) in [("uniform", false), ("clustered", true)] {
        let (sprites, all, mut rng) = (sprites(is_clustered), SpriteFilter::default(), Rng::with_seed(82));
        let points: Vec<Vec2> = (0..QUESTIONS).map(|_| vec2(rng.f32(), rng.f32()) * WORLD).collect();
        let ray = |point: &Vec2| Ray::new(*point, Vec2::from_angle(rng.f32() * TAU), 512.0);
        let rays: Vec<Ray> = points.iter().map(ray).collect();
        let mut broad_phase = BroadPhase::new();
        let mut group = c.benchmark_group(format!("sprites/{scene}"));
        group.throughput(Throughput::Elements(SPRITES as u64));
        group.bench_function("index", |b| b.iter(|| _ = black_box(sprites.queries(&mut broad_phase))));
        let index = sprites.queries(&mut broad_phase);
        compare(&sprites, &index, &points, &rays);
        group.throughput(Throughput::Elements(QUESTIONS as u64));
        group.bench_function("at_point", |b| {
            b.iter(|| points.iter().map(|&point| index.at_point(point, &all).len()).sum::<usize>());
        });
        group.bench_function("in_circle", |b| {
            b.iter(|| points.iter().map(|&at| index.in_circle(&Circle::new(at, RADIUS), &all).len()).sum::<usize>());
        });
        group.bench_function("raycast", |b| {
            b.iter(|| rays.iter().filter(|ray| index.raycast(ray, &all).is_some()).count());
        });
        group.bench_function("nearest", |b| {
            b.iter(|| points.iter().filter(|&&point| index.nearest(point, FAR, &all).is_some()).count());
        });
    }
}

/// Pairs of poses at which the boxes of two masks overlap; every other one shares a pixel.
fn pairs(mask: &SolidityMap, is_turned: bool) -> Vec<[Pose; 2]> {
    let (mut rng, side) = (Rng::with_seed(83), mask.width() as f32);
    let half = Vec2::splat(side / 2.0);
    let mut pairs = Vec::with_capacity(PAIRS);
    while pairs.len() < PAIRS {
        let at = vec2(rng.f32(), rng.f32()) * WORLD;
        let near = at + (vec2(rng.f32(), rng.f32()) - 0.5) * 2.4 * side;
        let poses = [at, near].map(|at| Pose::new(at, if is_turned { rng.f32() * TAU } else { 0.0 }));
        let [one, other] = poses.each_ref().map(|pose| SpritePixels::new(mask, half, pose));
        let is_near = !one.bounds().intersection(&other.bounds()).is_empty();
        if is_near && first_shared(&one, &other).is_some() == pairs.len().is_multiple_of(2) {
            pairs.push(poses);
        }
    }
    rng.shuffle(&mut pairs);
    pairs
}

fn pixels(c: &mut Criterion) {
    for side in [16, 64] {
        let mask = gear(side);
        let half = Vec2::splat(side as f32 / 2.0);
        let masks = |poses: &[Pose; 2]| poses.each_ref().map(|pose| SpritePixels::new(&mask, half, pose));
        for (name, is_turned) in [("upright", false), ("turned", true)] {
            let pairs = pairs(&mask, is_turned);
            for poses in &pairs {
                let [one, other] = masks(poses);
                assert_eq!(one.overlap(&other), first_shared(&one, &other), "{poses:?}");
                assert_eq!(
                    one.overlap_area(&other),
                    one.pixels().filter(|&pixel| other.is_solid(pixel)).count() as u64
                );
            }
            let mut group = c.benchmark_group(format!("sprites/{side} px {name}"));
            group.throughput(Throughput::Elements(PAIRS as u64));
            let over_all =
                |ask: &dyn Fn([SpritePixels<'_>; 2]) -> u64| pairs.iter().map(|poses| ask(masks(poses))).sum();
            let mut bench = |name: &str, ask: &dyn Fn([SpritePixels<'_>; 2]) -> u64| {
                group.bench_function(name, |b| b.iter::<u64, _>(|| over_all(ask)));
            };
            bench("overlap", &|[one, other]| one.overlap(&other).is_some().into());
            bench("overlap_area", &|[one, other]| one.overlap_area(&other));
            bench("overlap_normal", &|[one, other]| one.overlap_normal(&other).is_some().into());
        }
    }
}

criterion_group!(benches, contacts, queries, pixels);
criterion_main!(benches);
