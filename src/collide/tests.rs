//! Tests that vector code and plain code give the same bits.

use super::circle::circle_and_polygon;
use super::contact::Contact;
use super::convex::ConvexPolygon;
use super::manifold::overlap_axis;
use super::sat::{best_axis, contact, overlap};
use super::sweep::Sweep;
use super::sweep::circle::circle_against_polygon;
use super::sweep::polygon::polygon_against_polygon;
use crate::geometry::{Circle, Pose};
use crate::simd::Level;
use fastrand::Rng;
use glam::{Vec2, vec2};

/// Returns the plain level, and the best one of the processor.
pub(super) fn levels() -> [Level; 2] {
    [Level::Plain, Level::best()]
}

/// Asserts that all levels give the answers of the first, and returns these.
pub(super) fn assert_same_bits(mut answers: impl Iterator<Item = (Level, Vec<u32>)>) -> Vec<u32> {
    let (_, first) = answers.next().expect("there is a level");
    for (level, other) in answers {
        assert_eq!(other, first, "{level:?}");
    }
    first
}

pub(super) fn contact_bits(contact: Option<Contact>) -> Vec<u32> {
    let numbers = contact.map(|Contact { normal, depth }| [normal.x, normal.y, depth]);
    numbers.into_iter().flatten().map(f32::to_bits).collect()
}

pub(super) fn sweep_bits(sweep: &Sweep) -> Vec<u32> {
    let Sweep { intersects, will_intersect, fraction: time, normal, correction } = *sweep;
    let numbers = [time.unwrap_or(f32::NAN), normal.x, normal.y, correction.x, correction.y].map(f32::to_bits);
    numbers.into_iter().chain([u32::from(intersects), u32::from(will_intersect)]).collect()
}

/// Returns a number from `-reach` to `reach`. Half of the numbers are whole, for ties.
pub(super) fn number(rng: &mut Rng, reach: f32) -> f32 {
    let number = (rng.f32() * 2.0 - 1.0) * reach;
    if rng.bool() { number.round() } else { number }
}

pub(super) fn vector(rng: &mut Rng, reach: f32) -> Vec2 {
    vec2(number(rng, reach), number(rng, reach))
}

/// Returns a polygon near the origin, mostly of 3 to 8 corners; some are thin, rotated or far larger.
pub(super) fn polygon(rng: &mut Rng) -> ConvexPolygon {
    loop {
        let stretch = [vec2(8.0, 8.0), vec2(8.0, 1e-3), vec2(1e5, 1e5)][[0, 0, 0, 0, 1, 2][rng.usize(..6)]];
        let count = [4, 6, 9, 40, 300][[0, 0, 1, 1, 2, 2, 3, 4][rng.usize(..8)]];
        let points = (0..count).map(|_| vec2(number(rng, 1.0), number(rng, 1.0)) * stretch).collect();
        let Ok(polygon) = ConvexPolygon::convex_hull(points) else { continue };
        return match rng.u8(..3) {
            0 => polygon.transformed(&Pose::new(vector(rng, 5.0), number(rng, 3.0))),
            1 => polygon.translated(vector(rng, 5.0)),
            _ => polygon,
        };
    }
}

#[test]
fn pairs_give_the_same_bits_at_every_level() {
    let mut rng = Rng::with_seed(551);
    let mut overlapping = 0;
    for _ in 0..800 {
        let (a, b) = (polygon(&mut rng), polygon(&mut rng).translated(vector(&mut rng, 8.0)));
        let circle = Circle::new(vector(&mut rng, 10.0), number(&mut rng, 5.0).abs());
        let motion = vector(&mut rng, 40.0);
        let answers = levels().into_iter().map(|level| {
            let axis = best_axis(level, &a, &b).expect("finite shapes");
            let sweep = polygon_against_polygon(level, &a, &b, motion);
            let contact = contact(level, &a, &b).contact();
            assert_eq!(contact, overlap_axis(level, &a, &b).map(|axis| axis.contact()));
            let bits = [
                vec![u32::from(overlap(level, &a, &b)), axis.separation.to_bits(), axis.edge.index],
                contact_bits(contact),
                sweep_bits(&sweep),
                contact_bits(circle_and_polygon(level, &circle, &a).contact()),
                sweep_bits(&circle_against_polygon(level, &circle, &a, motion)),
            ];
            (level, bits.concat())
        });
        overlapping += assert_same_bits(answers)[0];
    }
    assert!((160..640).contains(&overlapping), "{overlapping}");
}
