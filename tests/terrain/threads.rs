//! Queries on many threads, while another one edits.

use fastrand::Rng;
use reference::pixels::{Pixels, in_circle, in_mask};
use reference::{PlainHit, raycast, scenes};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::terrain::TerrainSnapshot;
use tileray::{Ray, Rect, SolidityMap, Terrain};

/// Whole bricks, as a fill reaches to the end of the last one.
const SIDE: u32 = 608;
const THREADS: usize = 8;

/// Terrain as a game shares it: the thread that edits puts a clone here after each edit, with its number.
type Shared = Mutex<(usize, Arc<Terrain>)>;

#[test]
fn threads_query_the_terrain_that_they_hold_while_another_one_edits() {
    let edits = reference::cases(200);
    let mut rng = Rng::with_seed(37);
    let rock = SolidityMap::from_fn(SIDE, SIDE, |x, y| (x / 24 + y / 24) % 3 > 0);
    let spot = |rng: &mut Rng| vec2(rng.f32(), rng.f32()) * SIDE as f32;
    let circles: Vec<(Vec2, f32, bool)> = (0..edits).map(|_| (spot(&mut rng), rng.f32() * 40.0, rng.bool())).collect();
    let size = ivec2(SIDE as i32, SIDE as i32);
    let rays: Vec<Ray> = (0..600).map(|_| scenes::ray(IVec2::ZERO, size, &mut rng)).collect();

    // What each state answers, without a terrain that was ever edited.
    let mut pixels = Pixels::new(Rect::from_size(IVec2::ZERO, rock.size()), 1);
    pixels.paint(|_| true, true, |pixel| in_mask(pixel, &rock, IVec2::ZERO));
    let expected: Vec<Vec<Option<PlainHit>>> = (0..=edits)
        .map(|number| {
            if let Some((center, radius, solid)) = number.checked_sub(1).map(|last| circles[last]) {
                pixels.paint(|_| true, solid, |pixel| in_circle(pixel, center, radius));
            }
            rays.iter().map(|ray| raycast(|pixel| pixels.get(0, pixel), ray)).collect()
        })
        .collect();

    let mut terrain = Terrain::from_solidity(&rock);
    let shared: Shared = Mutex::new((0, Arc::new(terrain.clone())));
    let (begin, states) = (Barrier::new(THREADS + 1), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (shared, expected, rays, begin, states) = (&shared, &expected, &rays, &begin, &states);
            scope.spawn(move || {
                begin.wait();
                let mut last = None;
                while last != Some(edits) {
                    let (number, terrain) = shared.lock().expect("no thread has panicked").clone();
                    let mut hits = vec![None; rays.len()];
                    if thread % 2 == 0 {
                        terrain.query().raycast_batch(rays, &mut hits);
                    } else {
                        hits.iter_mut().zip(rays).for_each(|(hit, ray)| *hit = terrain.raycast(ray));
                    }
                    let hits: Vec<_> = hits.into_iter().map(|hit| hit.map(PlainHit::from)).collect();
                    assert!(hits == expected[number], "thread {thread}, state {number}");
                    states.fetch_add(usize::from(last != Some(number)), Ordering::Relaxed);
                    last = Some(number);
                }
            });
        }
        begin.wait();
        // Steps back by snapshots are shared as well: of every ten edits three are undone and done again.
        let mut kept: Vec<TerrainSnapshot> = vec![terrain.snapshot()];
        for (number, &(center, radius, solid)) in circles.iter().enumerate() {
            if number % 10 == 9 {
                terrain.restore(&kept[number - 3]);
                for &(center, radius, solid) in &circles[number - 3..number] {
                    edit(&mut terrain, center, radius, solid);
                }
            }
            edit(&mut terrain, center, radius, solid);
            kept.push(terrain.snapshot());
            *shared.lock().expect("no thread has panicked") = (number + 1, Arc::new(terrain.clone()));
            std::thread::yield_now();
        }
    });
    let seen = states.into_inner();
    assert!(seen >= 2 * THREADS, "{seen} states seen by {THREADS} threads");
}

fn edit(terrain: &mut Terrain, center: Vec2, radius: f32, solid: bool) {
    if solid {
        terrain.fill_circle(center, radius);
    } else {
        terrain.carve_circle(center, radius);
    }
}
