//! Lists of pairs have the answers of single questions, on any number of threads.

use super::kinds::{hull, place, polygon};
use fastrand::Rng;
use reference::cases;
use reference::pool::in_pool;
use tileray::Circle;
use tileray::collide::{self, CollidesWith};
use tileray::glam::Vec2;

/// More than one thread takes at a time.
const SHAPES: usize = 1_100;

fn circle(rng: &mut Rng) -> Circle {
    Circle::new(place(rng, Vec2::ZERO, 15.0), rng.f32() * 8.0)
}

/// Asks of one shape and all others, one by one and in pairs, which have to agree; returns the number of contacts.
fn ask<A: CollidesWith<B> + Sync, B: Sync>(a: &A, others: &[B], threads: usize) -> usize {
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
        let polygons: Vec<_> = (0..SHAPES).map(|_| polygon(&mut rng, Vec2::ZERO)).collect();
        let circles: Vec<_> = (0..SHAPES).map(|_| circle(&mut rng)).collect();
        let hulls: Vec<_> = (0..SHAPES / 4).map(|_| hull(&mut rng, Vec2::ZERO)).collect();
        let (one, ball, body) = (polygon(&mut rng, Vec2::ZERO), circle(&mut rng), hull(&mut rng, Vec2::ZERO));
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
