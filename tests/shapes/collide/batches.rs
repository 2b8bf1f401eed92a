//! Lists of pairs have the answers of single questions, on any number of threads.

use fastrand::Rng;
use reference::cases;
use reference::pool::in_pool;
use tileray::collide::{self, Collide};
use tileray::glam::{Vec2, vec2};
use tileray::{Circle, ConvexPolygon, Hull, Pose};

/// More than one thread takes at a time.
const SHAPES: usize = 1_100;

/// A number from `-reach` to `reach`, without functions whose last bit is the machine's; half of them whole.
fn number(rng: &mut Rng, reach: f32) -> f32 {
    let number = (rng.f32() * 2.0 - 1.0) * reach;
    if rng.bool() { number.round() } else { number }
}

fn vector(rng: &mut Rng, reach: f32) -> Vec2 {
    vec2(number(rng, reach), number(rng, reach))
}

fn polygon(rng: &mut Rng) -> ConvexPolygon {
    loop {
        let points = (0..[4, 5, 8, 30][rng.usize(..4)]).map(|_| vector(rng, 10.0)).collect();
        if let Ok(polygon) = ConvexPolygon::convex_hull(points) {
            let pose = Pose::new(vector(rng, 20.0), number(rng, 3.0));
            return polygon.transformed(&pose);
        }
    }
}

fn hull(rng: &mut Rng) -> Hull {
    Hull::new((0..rng.usize(1..5)).map(|_| polygon(rng)).collect()).expect("it has pieces")
}

fn circle(rng: &mut Rng) -> Circle {
    Circle::new(vector(rng, 25.0), number(rng, 8.0).abs())
}

/// Asks of one shape and all others, one by one and in pairs, which have to agree; returns the number of contacts.
fn ask<A: Collide<B> + Sync, B: Sync>(a: &A, others: &[B], threads: usize) -> usize {
    let contacts: Vec<_> = others.iter().map(|other| collide::contact(a, other)).collect();
    let mut paired = vec![None; others.len()];
    let pairs: Vec<(u32, u32)> = (0..others.len() as u32).map(|other| (0, other)).collect();
    in_pool(threads, || collide::contact_pairs(std::slice::from_ref(a), others, &pairs, &mut paired));
    assert!(paired == contacts, "on {threads} threads");
    contacts.iter().flatten().count()
}

#[test]
fn pairs_have_the_answers_of_single_questions() {
    let mut rng = Rng::with_seed(561);
    let mut overlapping = 0;
    let rounds = cases(8).clamp(2, 20);
    for round in 1..=rounds {
        let polygons: Vec<_> = (0..SHAPES).map(|_| polygon(&mut rng)).collect();
        let circles: Vec<_> = (0..SHAPES).map(|_| circle(&mut rng)).collect();
        let hulls: Vec<_> = (0..SHAPES / 4).map(|_| hull(&mut rng)).collect();
        let (one, ball, body) = (polygon(&mut rng), circle(&mut rng), hull(&mut rng));
        let threads = [1, 2, 7][round % 3];
        overlapping += ask(&one, &polygons, threads);
        overlapping += ask(&ball, &polygons, threads);
        overlapping += ask(&ball, &circles, threads);
        overlapping += ask(&body, &circles, threads);
        overlapping += ask(&body, &hulls, threads);
    }
    // Each round is some 5,000 contacts.
    assert!(overlapping > rounds * 500, "{overlapping}");
}
