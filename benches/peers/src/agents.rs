//! Moving agents: scans of robots among walls and each other, and the places where a robot fits.

use crate::race::{Effort, Entrant, Race, verdict};
use crate::report::{TimeRow, Words};
#[cfg(feature = "box2d")]
use crate::solid::world;
use crate::solid::{BitMask, aabb, merged, voxels};
use crate::terrain::{Cave, center};
use anyhow::{Result, ensure};
use fastrand::Rng;
use parry2d::math::{Pose as ParryPose, Vector};
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::{self, Ray, RayCast};
use parry2d::shape::Ball;
use std::f32::consts::TAU;
use std::hint::black_box;
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::sprite::Colliders;
use tileray::{Circle, Pose, Rect, SolidityMap};

const SCANS: Words =
    Words { queries: ["scan", "scans"], sized: "how many", unit: "robots", summarized: "beams that hit" };
const ROOMS: Words =
    Words { queries: ["room", "rooms"], sized: "radius of the robot", unit: "px", summarized: "it fits at" };

const BEAMS: usize = 64;
/// The radius of a robot, and how far it sees, in pixels.
const RADIUS: f32 = 6.0;
const RANGE: f32 = 200.0;
/// How far apart two ranges may be and still count as equal, in pixels.
const TOLERANCE: f32 = 0.05;

/// Robots at free places all over the cave, none of which overlap.
fn robots(cave: &Cave, count: usize) -> Vec<Pose> {
    let (mut rng, bounds) = (Rng::with_seed(101), cave.map.bounds());
    let mut poses: Vec<Pose> = Vec::new();
    while poses.len() < count {
        let at = bounds.min.as_vec2() + vec2(rng.f32(), rng.f32()) * bounds.size().as_vec2();
        let is_apart = poses.iter().all(|other| other.translation.distance(at) > 2.0 * RADIUS + 1.0);
        if is_apart && !cave.terrain.query().overlaps(&Circle::new(at, RADIUS + 1.0)) {
            poses.push(Pose::new(at, rng.f32() * TAU));
        }
    }
    poses
}

/// 64 beams of each robot, of 100 and of 1000.
pub(crate) fn agents(cave: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    let boxes = merged(&BitMask::new(&cave.map.solidity()));
    let angles: &Vec<f32> = &(0..BEAMS).map(|beam| TAU * beam as f32 / BEAMS as f32).collect();
    let mut rows = Vec::new();
    for count in [100, 1000] {
        let poses = &robots(cave, count);
        let discs: Vec<Circle> = poses.iter().map(|pose| Circle::new(pose.translation, RADIUS)).collect();
        let (colliders, own): (&Colliders, &Vec<u32>) =
            (&discs.iter().copied().collect(), &(0..count as u32).collect());
        let mut truth = vec![0.0; count * BEAMS];
        cave.terrain.query().with_colliders(colliders, own).scan(poses, angles, RANGE, &mut truth);
        let hits = truth.iter().filter(|&&range| range < RANGE).count();
        let summary = format!("{:.0} %", 100.0 * hits as f64 / truth.len() as f64);

        let mut ranges = truth.clone();
        let scan = move |scans: usize| {
            let ranges = &mut ranges[..scans * BEAMS];
            let query = cave.terrain.query().with_colliders(colliders, &own[..scans]);
            query.scan(black_box(&poses[..scans]), angles, RANGE, ranges);
            black_box(ranges);
        };
        let mut ranges = truth.clone();
        let walls = move |scans: usize| {
            let ranges = &mut ranges[..scans * BEAMS];
            cave.terrain.query().scan(black_box(&poses[..scans]), angles, RANGE, ranges);
            black_box(ranges);
        };
        let turn = (count.min(50), count);
        let aabbs: Vec<_> = boxes.iter().map(aabb).collect();
        let around = |disc: &Circle| Ball::new(RADIUS).aabb(&ParryPose::from_translation(to_parry(disc.center)));
        let leaves: Vec<_> = aabbs.iter().copied().chain(discs.iter().map(around)).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Ploc, &leaves);
        #[cfg(feature = "box2d")]
        let world = world(&boxes, &discs)?;

        let mut entrants = vec![
            Entrant::new("tileray", "equal", turn, scan),
            Entrant::new("tileray, walls alone", "another question", turn, walls),
        ];

        let parry = |robot: usize, along: Vec2| {
            let ray = Ray::new(to_parry(poses[robot].translation), to_parry(along));
            let cast = |leaf: u32, best| match (leaf as usize).checked_sub(aabbs.len()) {
                None => aabbs[leaf as usize].cast_local_ray(&ray, best, true),
                Some(other) if other == robot => None,
                Some(other) => {
                    let place = ParryPose::from_translation(to_parry(discs[other].center));
                    Ball::new(RADIUS).cast_ray(&place, &ray, best, true)
                }
            };
            tree.cast_ray(&ray, RANGE, cast).map_or(RANGE, |(_, distance)| distance)
        };
        entrants.push(entrant("parry2d", parry, poses, angles, &truth)?);

        #[cfg(feature = "box2d")]
        {
            use boxdd::{Position, QueryFilter, Vec2 as BoxVec2};
            // A ray cannot leave out its own disc, so it begins just outside of it.
            const START: f32 = RADIUS + 0.01;
            let query = world.query()?;
            let ray = move |robot: usize, along: Vec2| {
                let (start, along) = (poses[robot].translation + along * START, along * (RANGE - START));
                let origin = Position::new(start.x, start.y);
                let hit = query.cast_ray_closest(origin, BoxVec2::new(along.x, along.y), QueryFilter::default());
                let hit = hit.expect("a finite ray");
                hit.map_or(RANGE, |hit| START + hit.fraction * (RANGE - START))
            };
            entrants.push(entrant("box2d", ray, poses, angles, &truth)?);
        }
        let race = Race { words: &SCANS, scene: "agents", size: count as u32, effort };
        rows.extend(race.rows(entrants, &summary));
    }
    Ok(rows)
}

/// A contestant that casts beam by beam. Its answers are compared first.
fn entrant<'a>(
    name: &'static str,
    range: impl Fn(usize, Vec2) -> f32 + 'a,
    poses: &'a [Pose],
    angles: &'a [f32],
    truth: &[f32],
) -> Result<Entrant<'a>> {
    let scan = move |robot: usize, ranges: &mut [f32]| {
        for (range_of_beam, angle) in ranges.iter_mut().zip(angles) {
            *range_of_beam = range(robot, Vec2::from_angle(poses[robot].rotation + angle));
        }
    };
    let mut found = vec![0.0; truth.len()];
    found.chunks_mut(BEAMS).enumerate().for_each(|(robot, ranges)| scan(robot, ranges));
    let differs = |(own, other): (&f32, &f32)| (own - other).abs() > TOLERANCE;
    let differing: Vec<bool> = truth.iter().zip(&found).map(differs).collect();
    let percent = 100.0 * differing.iter().filter(|&&differs| differs).count() as f64 / truth.len() as f64;
    ensure!(percent < 2.0, "{name}: {percent:.1} % of the ranges differ");
    let checked =
        verdict(differing.iter().map(|differs| Ok(differs.then_some("at grazed corners by more than 0.05 px"))))?;
    let mut ranges = vec![0.0; BEAMS];
    let run = move |scans: usize| {
        for robot in 0..scans {
            scan(black_box(robot), &mut ranges);
            black_box(&mut ranges);
        }
    };
    Ok(Entrant::new(name, checked, (poses.len().min(50), poses.len()), run))
}

fn to_parry(at: Vec2) -> Vector {
    Vector::new(at.x, at.y)
}

/// The pixels of 256×256 at which a disc fits.
pub(crate) fn rooms(cave: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    const SIDE: u32 = 256;
    const ROOM_COUNT: usize = 8;
    let mask = voxels(&BitMask::new(&cave.map.solidity()));
    let (mut rng, bounds) = (Rng::with_seed(102), cave.map.bounds());
    let rects: &Vec<Rect> = &(0..ROOM_COUNT)
        .map(|_| {
            let room = bounds.size() - SIDE;
            Rect::from_size(bounds.min + ivec2(rng.i32(0..room.x as i32), rng.i32(0..room.y as i32)), (SIDE, SIDE))
        })
        .collect();
    let mut rows = Vec::new();
    for radius in [4.0, 16.0] {
        let fits = move |rect: &Rect| cave.terrain.query().free_space(*rect, radius).expect("a small rectangle");
        let by_pixel = move |rect: &Rect, fits: &dyn Fn(Circle) -> bool| {
            let disc = |x: u32, y: u32| Circle::new(center(rect.min + ivec2(x as i32, y as i32)), radius);
            SolidityMap::from_fn(SIDE, SIDE, |x, y| fits(disc(x, y)))
        };
        let own = move |disc: Circle| !cave.terrain.query().overlaps(&disc);
        let mask = &mask;
        let parry = move |disc: Circle| {
            let place = ParryPose::from_translation(to_parry(disc.center));
            let found = query::intersection_test(&ParryPose::IDENTITY, mask, &place, &Ball::new(disc.radius));
            !found.is_ok_and(|found| found.intersecting)
        };
        let truth: Vec<SolidityMap> = rects.iter().map(fits).collect();
        for (rect, truth) in rects.iter().zip(&truth).take(4) {
            ensure!(by_pixel(rect, &own) == *truth, "{rect:?}, radius {radius}: not as `overlaps` of each disc");
        }
        let other = |rect: &Rect| by_pixel(rect, &parry);
        let pairs = rects.iter().zip(&truth).take(2).map(|(rect, truth)| (truth, other(rect)));
        let checked = verdict(pairs.flat_map(|(truth, other)| {
            let pixels = (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)));
            let differs = move |(x, y)| truth.get(x, y) != other.get(x, y);
            pixels.map(move |at| Ok(differs(at).then_some("a disc that touches a pixel overlaps it")))
        }))?;
        let room =
            truth.iter().map(SolidityMap::count).sum::<u64>() as f64 / (ROOM_COUNT as f64 * f64::from(SIDE * SIDE));
        let entrants = vec![
            Entrant::each("tileray", "equal", rects, fits),
            Entrant::each("tileray, a disc at each pixel", "equal", rects, move |rect| by_pixel(rect, &own)),
            Entrant::each("parry2d Voxels, a disc at each pixel", checked, rects, move |rect| by_pixel(rect, &parry)),
        ];
        let race = Race { words: &ROOMS, scene: "rooms", size: radius as u32, effort };
        rows.extend(race.rows(entrants, &format!("{:.0} % of the pixels", 100.0 * room)));
    }
    Ok(rows)
}
