//! Sprites by their boxes: nanoseconds a box until all pairs that overlap are known, from the boxes anew.

use crate::args::RunArgs;
use crate::race::{Effort, Entrant, Race};
use crate::report::{TimeRow, Words};
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use std::hint::black_box;
use tileray::Aabb;
use tileray::glam::{Vec2, vec2};
use tileray::sprite::BroadPhase;

const SCENES: [&str; 3] = ["uniform", "clustered", "mixed"];

const WORDS: Words =
    Words { queries: ["box", "boxes"], sized: "how many", unit: "boxes", summarized: "pairs that overlap" };

/// How many boxes there are.
const COUNTS: [usize; 2] = [1_000, 10_000];

/// Lists pairs of places of boxes.
type Pairs = Vec<(u32, u32)>;

/// One that is given the boxes anew, as in a frame in which all have moved, and lists all pairs that overlap, in whichever order it
/// likes, lesser place first or not.
type Finder = Box<dyn FnMut(&[Aabb], &mut Pairs)>;

/// All contestants, Tileray first.
fn finders(boxes: &[Aabb]) -> Result<Vec<(&'static str, Finder)>> {
    let mut broad_phase = BroadPhase::new();
    // Its list of boxes is kept; building the tree puts that in another order, so it is filled anew.
    let mut rects: Vec<(broccoli::axgeom::Rect<f32>, u32)> = Vec::new();
    let (mut aabbs, mut workspace): (Vec<ParryAabb>, _) = (Vec::new(), BvhWorkspace::default());
    let finders: Vec<(&'static str, Finder)> = vec![
        ("tileray", Box::new(move |boxes, pairs| broad_phase.pairs(boxes, pairs))),
        (
            "broccoli",
            Box::new(move |boxes, pairs| {
                rects.clear();
                let rect = |aabb: &Aabb| broccoli::rect(aabb.min.x, aabb.max.x, aabb.min.y, aabb.max.y);
                rects.extend(boxes.iter().zip(0..).map(|(aabb, place)| (rect(aabb), place)));
                pairs.clear();
                let mut tree = broccoli::Tree::new(&mut rects);
                tree.find_colliding_pairs(|a, b| pairs.push((*a.unpack_inner(), *b.unpack_inner())));
            }),
        ),
        (
            "parry2d Bvh",
            Box::new(move |boxes, pairs| {
                let vector = |point: Vec2| Vector::new(point.x, point.y);
                aabbs.clear();
                aabbs.extend(boxes.iter().map(|aabb| ParryAabb::new(vector(aabb.min), vector(aabb.max))));
                pairs.clear();
                let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &aabbs);
                bvh.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push((a, b)));
            }),
        ),
        (
            "rstar",
            Box::new(|boxes, pairs| {
                let rectangle = |aabb: &Aabb| Rectangle::from_corners(aabb.min.to_array(), aabb.max.to_array());
                let boxes = boxes.iter().zip(0_u32..).map(|(aabb, place)| GeomWithData::new(rectangle(aabb), place));
                let tree = RTree::bulk_load(boxes.collect());
                pairs.clear();
                // It gives each pair from both sides, and each box with itself.
                let both = tree.intersection_candidates_with_other_tree(&tree);
                pairs.extend(both.map(|(a, b)| (a.data, b.data)).filter(|(a, b)| a < b));
            }),
        ),
    ];
    #[cfg(feature = "box2d")]
    let finders = finders.into_iter().chain([("box2d checked", box2d(boxes)?)]).collect();
    #[cfg(not(feature = "box2d"))]
    let _ = boxes;
    Ok(finders)
}

/// Box2D's dynamic tree, through the safe binding, which checks its arguments at each call.
///
/// The boxes stay in the tree from frame to frame, which is more than the others are given; each frame builds it anew and asks
/// about each box.
#[cfg(feature = "box2d")]
fn box2d(boxes: &[Aabb]) -> Result<Finder> {
    use boxdd::{DynamicTree, Vec2};
    let of = |aabb: &Aabb| boxdd::Aabb::new(Vec2::new(aabb.min.x, aabb.min.y), Vec2::new(aabb.max.x, aabb.max.y));
    crate::solid::foundation()?;
    let mut tree = DynamicTree::with_capacity(boxes.len())?;
    for (aabb, place) in boxes.iter().zip(0..) {
        tree.create_proxy(of(aabb)?, 1, place)?;
    }
    let mut find = move |boxes: &[Aabb], pairs: &mut Pairs| -> boxdd::Result<()> {
        tree.rebuild(true)?;
        for (aabb, place) in boxes.iter().zip(0_u32..) {
            let mut visit = |_, other: u64| {
                if other > u64::from(place) {
                    pairs.push((place, other as u32));
                }
                true
            };
            tree.query(of(aabb)?, u64::MAX, &mut visit)?;
        }
        Ok(())
    };
    Ok(Box::new(move |boxes, pairs| {
        pairs.clear();
        if let Err(error) = find(boxes, pairs) {
            // The check of its answers tells of it.
            eprintln!("box2d: {error}");
        }
    }))
}

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<TimeRow>> {
    let effort = args.effort();
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        for count in COUNTS {
            let raced = compete(scene, &boxes(scene, count), effort);
            rows.extend(raced.with_context(|| format!("scene {scene}, {count} boxes"))?);
        }
    }
    Ok(rows)
}

/// Checks and times every contestant on one set of boxes.
fn compete(scene: &'static str, boxes: &[Aabb], effort: Effort) -> Result<Vec<TimeRow>> {
    let truth = all_pairs(boxes);
    let mut entrants = Vec::new();
    for (name, mut find) in finders(boxes)? {
        let mut pairs = Vec::new();
        find(boxes, &mut pairs);
        check(name, boxes, &pairs, &truth)?;
        let run = move |count: usize| {
            find(black_box(&boxes[..count]), &mut pairs);
            black_box(&mut pairs);
        };
        entrants.push(Entrant::new(name, "equal", (boxes.len(), boxes.len()), run));
    }
    let race = Race { words: &WORDS, scene, size: boxes.len() as u32, effort };
    Ok(race.rows(entrants, &truth.len().to_string()))
}

/// All pairs that overlap, by a loop over all pairs.
fn all_pairs(boxes: &[Aabb]) -> Pairs {
    let mut pairs = Vec::new();
    for (place, a) in boxes.iter().enumerate() {
        let others = boxes.iter().enumerate().skip(place + 1);
        pairs.extend(others.filter(|(_, b)| a.overlaps(b)).map(|(other, _)| (place as u32, other as u32)));
    }
    pairs
}

/// That a contestant finds all pairs and no others. Only Tileray has them in order and without those that touch; those of the
/// others are sorted for this, not while they are timed, and may hold a pair that touches.
fn check(name: &str, boxes: &[Aabb], pairs: &[(u32, u32)], truth: &[(u32, u32)]) -> Result<()> {
    let mut found: Vec<_> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    if name != "tileray" {
        found.sort_unstable();
        found.retain(|&(a, b)| !only_touch(&boxes[a as usize], &boxes[b as usize]));
    }
    ensure!(found == truth, "{name} finds {} pairs, of {}, or others", found.len(), truth.len());
    Ok(())
}

/// Whether two boxes share a border and no more.
fn only_touch(a: &Aabb, b: &Aabb) -> bool {
    a.min.cmple(b.max).all() && b.min.cmple(a.max).all() && !a.overlaps(b)
}

/// The side of a sprite's box, in pixels.
const SIDE: f32 = 16.0;

/// The boxes of a scene: 10,000 of them lie in 4096×4096 pixels, others as densely.
fn boxes(name: &str, count: usize) -> Vec<Aabb> {
    let mut rng = Rng::with_seed(71);
    let world = 4096.0 * (count as f32 / 10_000.0).sqrt();
    let anywhere = |rng: &mut Rng| vec2(rng.f32(), rng.f32()) * (world - SIDE);
    let sized = |corner: Vec2, side: f32| Aabb::new(corner, corner + side);
    match name {
        "clustered" => {
            // Around forty places, 80 pixels wide, where there are 10,000.
            let centers: Vec<Vec2> = (0..count.div_ceil(250)).map(|_| anywhere(&mut rng)).collect();
            let near = |rng: &mut Rng| centers[rng.usize(..centers.len())] + vec2(normal(rng), normal(rng)) * 80.0;
            (0..count).map(|_| sized(near(&mut rng).clamp(Vec2::ZERO, Vec2::splat(world - SIDE)), SIDE)).collect()
        }
        "mixed" => {
            // From 4 to 64 pixels, small ones more often, and one in a hundred of 512.
            let side = |rng: &mut Rng| if rng.u8(..100) == 0 { 512.0 } else { 4.0 / (1.0 - 15.0 / 16.0 * rng.f32()) };
            (0..count).map(|_| sized(anywhere(&mut rng), side(&mut rng))).collect()
        }
        _ => (0..count).map(|_| sized(anywhere(&mut rng), SIDE)).collect(),
    }
}

/// About a normal deviate: twelve even ones, added up.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.f32()).sum::<f32>() - 6.0
}
