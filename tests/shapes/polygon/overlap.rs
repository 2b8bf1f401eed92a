//! Polygons that overlap and polygons that only touch, and the parts of segments that lie in one, by fractions.

use super::shapes;
use fastrand::Rng;
use reference::rings::{self, Place, Point};
use reference::targets::{border_distance, is_inside};
use reference::{cases, each_case};
use std::cmp::Ordering;
use tileray::Polygon;
use tileray::glam::vec2;

/// A fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(numerator: i128, denominator: i128) -> Self {
        Self(numerator * denominator.signum(), denominator.abs())
    }

    fn order(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn middle(&self, other: &Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, 2 * self.1 * other.1)
    }
}

fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]))
}

/// Whether two rings have a common area: the plane is cut into upright slabs at all corners and crossings. In the middle of
/// each the edges lie one below the other, and between two of them all is inside a ring or outside.
fn have_common_area(one: &[Point], other: &[Point]) -> bool {
    let mut cuts: Vec<Fraction> = one.iter().chain(other).map(|p| Fraction(p[0], 1)).collect();
    for (a, b) in edges(one) {
        for (c, d) in edges(other) {
            let (way, edge) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
            let denominator = way[0] * edge[1] - way[1] * edge[0];
            if denominator != 0 {
                let numerator = (c[0] - a[0]) * edge[1] - (c[1] - a[1]) * edge[0];
                cuts.push(Fraction::new(a[0] * denominator + way[0] * numerator, denominator));
            }
        }
    }
    cuts.sort_by(Fraction::order);
    cuts.dedup_by(|a, b| a.order(b).is_eq());
    cuts.windows(2).any(|pair| {
        let x = pair[0].middle(&pair[1]);
        let heights = |ring: &[Point]| -> Vec<Fraction> {
            let spanning = edges(ring)
                .filter(|(a, b)| (Fraction(a[0], 1).order(&x).is_lt()) != (Fraction(b[0], 1).order(&x).is_lt()));
            // y at x, multiplied out.
            let height = |(a, b): (Point, Point)| {
                let across = b[0] - a[0];
                Fraction::new(a[1] * across * x.1 + (b[1] - a[1]) * (x.0 - a[0] * x.1), across * x.1)
            };
            spanning.map(height).collect()
        };
        let (ones, others) = (heights(one), heights(other));
        let mut all: Vec<Fraction> = ones.iter().chain(&others).copied().collect();
        all.sort_by(Fraction::order);
        all.windows(2).filter(|pair| pair[0].order(&pair[1]).is_lt()).any(|pair| {
            let is_inside =
                |heights: &[Fraction]| heights.iter().filter(|height| height.order(&pair[0]).is_le()).count() % 2 == 1;
            is_inside(&ones) && is_inside(&others)
        })
    })
}

#[test]
fn polygons_overlap_where_they_have_a_common_area() {
    let (mut overlapping, mut touching) = (0, 0);
    for (case, mut rng) in each_case(361, cases(12_000)) {
        let (one, ring) = shapes::small_polygon(&mut rng);
        let (other, other_ring) = match case % 4 {
            // The same moved, the other way round, or begun elsewhere.
            0 => {
                let offset = [i128::from(rng.i32(-5..=5)), i128::from(rng.i32(-5..=5))];
                let mut moved: Vec<Point> = ring.iter().map(|p| [p[0] + offset[0], p[1] + offset[1]]).collect();
                if rng.bool() {
                    moved.reverse();
                }
                moved.rotate_left(1);
                let points = moved.iter().map(|p| vec2(p[0] as f32, p[1] as f32)).collect();
                (Polygon::new(points).expect("a polygon moved"), moved)
            }
            _ => shapes::small_polygon(&mut rng),
        };
        let expected = have_common_area(&ring, &other_ring);
        assert_eq!(one.intersects_polygon(&other), expected, "{one:?} {other:?}");
        assert_eq!(other.intersects_polygon(&one), expected, "{other:?} {one:?}");
        overlapping += usize::from(expected);
        touching += usize::from(!expected && one.bounds().overlaps(&other.bounds()));
    }
    assert!(
        overlapping > cases(12_000) / 10 && touching > cases(12_000) / 30,
        "{overlapping} overlap, {touching} are near"
    );
}

/// The parts of the way that lie in a ring: cut at all places where the segment's line meets the lines of edges and
/// corners, and each piece tested in its middle.
fn parts_inside(ring: &[Point], a: Point, b: Point) -> Vec<(f64, f64)> {
    let way = [b[0] - a[0], b[1] - a[1]];
    let mut cuts = vec![Fraction(0, 1), Fraction(1, 1)];
    for i in 0..ring.len() {
        let (c, d) = (ring[i], ring[(i + 1) % ring.len()]);
        let edge = [d[0] - c[0], d[1] - c[1]];
        let denominator = way[0] * edge[1] - way[1] * edge[0];
        let numerator = (c[0] - a[0]) * edge[1] - (c[1] - a[1]) * edge[0];
        if denominator != 0 {
            cuts.push(Fraction(numerator * denominator.signum(), denominator.abs()));
        }
        // Corners, for those of edges along the segment.
        let along = (c[0] - a[0]) * way[0] + (c[1] - a[1]) * way[1];
        cuts.push(Fraction(along, way[0] * way[0] + way[1] * way[1]));
    }
    cuts.retain(|cut| 0 <= cut.0 && cut.0 <= cut.1);
    cuts.sort_by_key(|cut| cut.0 * (1 << 60) / cut.1);
    let mut found: Vec<(f64, f64)> = Vec::new();
    for pair in cuts.windows(2) {
        let [Fraction(n1, d1), Fraction(n2, d2)] = [pair[0], pair[1]];
        if n1 * d2 == n2 * d1 {
            continue;
        }
        let (numerator, scale) = (n1 * d2 + n2 * d1, 2 * d1 * d2);
        let scaled: Vec<Point> = ring.iter().map(|p| p.map(|value| value * scale)).collect();
        let middle = [a[0] * scale + way[0] * numerator, a[1] * scale + way[1] * numerator];
        if rings::place(&scaled, middle) != Place::Outside {
            let (from, to) = (n1 as f64 / d1 as f64, n2 as f64 / d2 as f64);
            match found.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => found.push((from, to)),
            }
        }
    }
    found
}

#[test]
fn the_parts_are_those_of_fractions() {
    let (mut several, mut none) = (0, 0);
    for (_, mut rng) in each_case(351, cases(12_000)) {
        let (polygon, ring) = shapes::small_polygon(&mut rng);
        for _ in 0..4 {
            let mut end = || match rng.usize(0..3) {
                0 => ring[rng.usize(0..ring.len())],
                _ => [i128::from(rng.i32(-9..10)), i128::from(rng.i32(-9..10))],
            };
            let (a, b) = (end(), end());
            let real = |p: Point| vec2(p[0] as f32, p[1] as f32);
            let found = polygon.segment_inside(real(a), real(b));
            let expected = match a == b {
                true if rings::place(&ring, a) == Place::Outside => Vec::new(),
                true => vec![(0.0, 1.0)],
                false => parts_inside(&ring, a, b),
            };
            let is_same = found.len() == expected.len()
                && found.iter().zip(&expected).all(|(found, expected)| {
                    (f64::from(found.0) - expected.0).abs() < 1e-7 && (f64::from(found.1) - expected.1).abs() < 1e-7
                });
            assert!(is_same, "{found:?} but {expected:?}: {a:?} to {b:?} in {polygon:?}");
            several += usize::from(found.len() > 1);
            none += usize::from(found.is_empty());
        }
    }
    assert!(
        several > cases(12_000) / 15 && none > cases(12_000) / 15,
        "{several} with several parts, {none} with none"
    );
}

#[test]
fn parts_are_sorted_disjoint_and_hold_what_lies_inside() {
    for (_, mut rng) in each_case(352, cases(20_000)) {
        let (polygon, _) = shapes::polygon(&mut rng);
        let (a, b) = (shapes::point_near(&polygon, &mut rng), shapes::point_near(&polygon, &mut rng));
        let found = polygon.segment_inside(a, b);
        if a == b {
            continue;
        }
        assert!(found.iter().all(|part| 0.0 <= part.0 && part.0 < part.1 && part.1 <= 1.0), "{found:?}");
        assert!(found.windows(2).all(|pair| pair[0].1 < pair[1].0), "{found:?}");
        for part in [0.0, 1.0].into_iter().chain((0..8).map(|_| rng.f64())) {
            let at = a.as_dvec2().lerp(b.as_dvec2(), part);
            let is_found = found.iter().any(|found| f64::from(found.0) <= part && part <= f64::from(found.1));
            // Nearer to the border, `f32` rounds the way from it away.
            let is_near = border_distance(polygon.points(), at) < f64::from(a.distance(b)) * 1e-6;
            assert!(is_near || is_found == is_inside(polygon.points(), at), "{part}: {found:?} {a} {b} {polygon:?}");
        }
    }
}

#[test]
fn segments_that_are_not_finite_have_no_parts() {
    let (polygon, _) = shapes::small_polygon(&mut Rng::with_seed(353));
    assert!(polygon.segment_inside((f32::NAN, 0.0), (1.0, 1.0)).is_empty());
    assert!(polygon.segment_inside((0.0, 0.0), (1.0, f32::INFINITY)).is_empty());
    let far = polygon.segment_inside((-f32::MAX, 0.5), (f32::MAX, 0.5));
    assert!(far.len() <= 1, "{far:?}");
}
