//! Shapes that collide, half of the pairs overlapping; answers are compared with a plain separating axis test first.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use std::hint::black_box;
use tileray::collide::{self, RoundedPolygon, Sweep};
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::{Capsule, Circle, ConvexPolygon, Hull, Polygon, Pose, Ray};

const PAIRS: usize = 2000;

/// A convex polygon with as many corners, 8 to 24 px across, around the origin.
fn convex(rng: &mut Rng, corners: usize) -> ConvexPolygon {
    let radii = vec2(4.0 + 8.0 * rng.f32(), 4.0 + 8.0 * rng.f32());
    let corner = |index: usize, rng: &mut Rng| {
        let angle = (index as f32 + 0.8 * rng.f32()) / corners as f32 * std::f32::consts::TAU;
        radii * vec2(angle.cos(), angle.sin())
    };
    loop {
        let points = (0..corners).map(|index| corner(index, rng)).collect();
        if let Ok(polygon) = ConvexPolygon::new(points)
            && polygon.len() == corners
        {
            return polygon;
        }
    }
}

/// A star with six spikes, turned, around the origin.
fn star(rng: &mut Rng) -> Hull {
    let turn = rng.f32() * std::f32::consts::TAU;
    let corner = |index: usize| {
        let angle = turn + index as f32 / 12.0 * std::f32::consts::TAU;
        vec2(angle.cos(), angle.sin()) * if index.is_multiple_of(2) { 12.0 } else { 6.0 }
    };
    Hull::from(&Polygon::new((0..12).map(corner).collect()).expect("a star"))
}

/// Pairs near each other somewhere in a large level, every other one overlapping, in no order.
fn pairs<T>(
    make: impl Fn(&mut Rng) -> T,
    place: impl Fn(&T, Vec2) -> T,
    overlap: impl Fn(&T, &T) -> bool,
) -> Vec<(T, T)> {
    let mut rng = Rng::with_seed(61);
    let mut pairs = Vec::with_capacity(PAIRS);
    while pairs.len() < PAIRS {
        let at = vec2(rng.f32(), rng.f32()) * 4000.0;
        let near = at + (vec2(rng.f32(), rng.f32()) - 0.5) * 40.0;
        let (a, b) = (place(&make(&mut rng), at), place(&make(&mut rng), near));
        if overlap(&a, &b) == (pairs.len() % 2 == 0) {
            pairs.push((a, b));
        }
    }
    rng.shuffle(&mut pairs);
    pairs
}

/// Whether two convex polygons overlap, by the theorem word by word.
fn overlap_by_every_edge(a: &ConvexPolygon, b: &ConvexPolygon) -> bool {
    let [a, b] = [a, b].map(|polygon| polygon.points().map(Vec2::as_dvec2).collect::<Vec<_>>());
    let parts = |a: &[DVec2], b: &[DVec2]| {
        (0..a.len()).any(|i| b.iter().all(|&point| (a[(i + 1) % a.len()] - a[i]).perp_dot(point - a[i]) <= 0.0))
    };
    !parts(&a, &b) && !parts(&b, &a)
}

fn shapes(criterion: &mut Criterion) {
    for corners in [4, 8] {
        let pairs = pairs(|rng| convex(rng, corners), ConvexPolygon::translated, collide::intersects);
        // Numbers this small and near each other are nowhere within rounding of touching.
        assert!(pairs.iter().all(|(a, b)| collide::intersects(a, b) == overlap_by_every_edge(a, b)));
        let mut group = criterion.benchmark_group(format!("shapes/{corners} corners"));
        group.throughput(Throughput::Elements(PAIRS as u64));
        group.bench_function("intersects", |bencher| {
            bencher.iter(|| pairs.iter().filter(|(a, b)| collide::intersects(black_box(a), b)).count());
        });
        let mut contacts = vec![None; PAIRS];
        group.bench_function("contact", |bencher| {
            bencher.iter(|| {
                for (contact, (a, b)) in contacts.iter_mut().zip(&pairs) {
                    *contact = collide::contact(a, b);
                }
            });
        });
        assert_eq!(contacts.iter().flatten().count(), PAIRS / 2);
        group.bench_function("manifold", |bencher| {
            bencher.iter(|| pairs.iter().filter(|(a, b)| collide::manifold(black_box(a), b).is_some()).count());
        });
        let circles: Vec<_> = pairs.iter().map(|(a, _)| Circle::new(a.bounds().center(), 6.0)).collect();
        group.bench_function("contact of a circle", |bencher| {
            bencher.iter(|| {
                let met = |(circle, (_, b)): &(&Circle, &(ConvexPolygon, ConvexPolygon))| {
                    collide::contact(black_box(*circle), b).is_some()
                };
                circles.iter().zip(&pairs).filter(met).count()
            });
        });
        let motions: Vec<_> = pairs.iter().map(|(a, b)| (b.bounds().center() - a.bounds().center()) * 1.5).collect();
        let mut sweeps = vec![Sweep::default(); PAIRS];
        group.bench_function("sweep", |bencher| {
            bencher.iter(|| {
                for ((sweep, (a, b)), motion) in sweeps.iter_mut().zip(&pairs).zip(&motions) {
                    *sweep = collide::sweep(a, b, *motion);
                }
            });
        });
        let pose = Pose::new((100.0, 50.0), 0.3);
        group.bench_function("transformed", |bencher| {
            bencher.iter(|| pairs.iter().map(|(a, _)| a.transformed(black_box(&pose)).len()).sum::<usize>());
        });
    }

    let pairs = pairs(star, Hull::translated, collide::intersects);
    let mut group = criterion.benchmark_group("shapes/stars of 6 spikes");
    group.throughput(Throughput::Elements(PAIRS as u64));
    group.bench_function("intersects", |bencher| {
        bencher.iter(|| pairs.iter().filter(|(a, b)| collide::intersects(black_box(a), b)).count());
    });
    group.bench_function("contact", |bencher| {
        bencher.iter(|| pairs.iter().filter(|(a, b)| collide::contact(black_box(a), b).is_some()).count());
    });

    group.finish();

    // All kinds by their cores: a capsule, a rounded box and a hull near each other.
    let rounded = |rng: &mut Rng| RoundedPolygon::new(convex(rng, 4), 2.0).expect("a radius");
    let log = |rng: &mut Rng| {
        let start = Vec2::new(rng.f32(), rng.f32()) * 20.0;
        Capsule::new(start, start + Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * 30.0, 3.0)
    };
    let mut rng = Rng::with_seed(77);
    let (logs, boxes): (Vec<_>, Vec<_>) = (0..PAIRS).map(|_| (log(&mut rng), rounded(&mut rng))).unzip();
    let rays: Vec<_> = logs.iter().map(|log| Ray::between((-20.0, 10.0), log.segment.end)).collect();
    let mut group = criterion.benchmark_group("shapes/capsules and rounded boxes");
    group.throughput(Throughput::Elements(PAIRS as u64));
    group.bench_function("contact", |bencher| {
        bencher.iter(|| logs.iter().zip(&boxes).filter(|(a, b)| collide::contact(black_box(*a), *b).is_some()).count());
    });
    group.bench_function("sweep", |bencher| {
        let met = |(a, b): &(&Capsule, &RoundedPolygon)| collide::sweep(black_box(*a), *b, (30.0, 5.0)).time.is_some();
        bencher.iter(|| logs.iter().zip(&boxes).filter(met).count());
    });
    group.bench_function("distance", |bencher| {
        bencher.iter(|| logs.iter().zip(&boxes).filter_map(|(a, b)| collide::distance(black_box(a), b)).sum::<f32>());
    });
    group.bench_function("raycast", |bencher| {
        let hit = |(ray, shape): &(&Ray, &RoundedPolygon)| collide::raycast(*shape, black_box(ray)).is_some();
        bencher.iter(|| rays.iter().zip(&boxes).filter(hit).count());
    });
    group.finish();

    // What is linear in the number of corners should be so.
    let mut group = criterion.benchmark_group("shapes/two rings");
    for corners in [16, 64, 256, 1024] {
        let ring = |center: (f32, f32)| {
            let polygon = Polygon::regular(center, 200.0, corners).expect("a ring");
            ConvexPolygon::try_from(&polygon).expect("it is convex")
        };
        let (a, b) = (ring((0.0, 0.0)), ring((150.0, 90.0)));
        group.bench_function(BenchmarkId::new("contact", corners), |bencher| {
            bencher.iter(|| collide::contact(black_box(&a), &b));
        });
    }
}

criterion_group!(benches, shapes);
criterion_main!(benches);
