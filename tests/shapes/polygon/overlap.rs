//! Polygons that overlap and polygons that only touch.

use super::shapes;
use reference::rings::Point;
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

#[test]
fn shared_borders_are_no_overlap_and_equal_polygons_are() {
    let block = |x: f32, y: f32, w: f32, h: f32| {
        Polygon::new(vec![vec2(x, y), vec2(x + w, y), vec2(x + w, y + h), vec2(x, y + h)]).expect("a block")
    };
    let corners = [(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)];
    let arch = Polygon::new(corners.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).expect("an arch");
    let opening = block(3.0, 3.0, 3.0, 6.0);
    assert!(!arch.intersects_polygon(&opening) && !opening.intersects_polygon(&arch));
    assert!(arch.intersects_polygon(&block(3.0, 3.0, 3.000_001, 6.0)));
    assert!(arch.intersects_polygon(&arch) && opening.intersects_polygon(&block(4.0, 4.0, 1.0, 1.0)));
    let far = 1e6;
    assert!(!block(far, far, 1.0, 1.0).intersects_polygon(&block(far + 1.0, far, 1.0, 1.0)));
    assert!(!block(far, far, 1.0, 1.0).intersects_polygon(&block(far + 1.0, far + 1.0, 1.0, 1.0)));
    // Slopes that share a part of an edge, on either side of it.
    let half =
        |a: (f32, f32), b: (f32, f32), c: (f32, f32)| Polygon::new(vec![a.into(), b.into(), c.into()]).expect("one");
    let above = half((0.0, 0.0), (9.0, 3.0), (5.0, -4.0));
    assert!(!above.intersects_polygon(&half((3.0, 1.0), (6.0, 2.0), (2.0, 9.0))));
    assert!(above.intersects_polygon(&half((3.0, 1.0), (6.0, 2.0), (5.0, 0.0))));
}
