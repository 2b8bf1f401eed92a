//! Ranges of beams, in pixels and in meters.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use std::f32::consts::{PI, TAU};
use tileray::glam::{DVec2, dvec2};
use tileray::scan::{ScanFrame, scan_ray};
use tileray::{Pose, Ray, Terrain, TerrainQuery, Traversal};

fn query<'a>(terrain: &'a Terrain, setting: &Setting, numbers: &mut Numbers) -> TerrainQuery<'a> {
    let traversal = numbers.any_of(&[Traversal::Exact, Traversal::Bresenham]);
    let query = terrain.query().traversal(traversal).simd(setting.simd);
    if numbers.any_of(&[false, true]) { query.no_return(f32::INFINITY) } else { query }
}

/// Asks all that a scanner may: ranges, whether there is one, and the tile.
pub(crate) fn scan(
    answers: &mut Answers,
    setting: &Setting,
    query: &TerrainQuery<'_>,
    (poses, angles): (&[Pose], &[f32]),
    max_range: f32,
) {
    let count = poses.len() * angles.len();
    let (mut ranges, mut hits) = (vec![0.0; count], vec![None; count]);
    let beams: Vec<Ray> =
        poses.iter().flat_map(|pose| angles.iter().map(|&angle| scan_ray(pose, angle, max_range))).collect();
    setting.in_pool(|| {
        query.scan(poses, angles, max_range, &mut ranges);
        query.raycast_batch(&beams, &mut hits);
    });
    answers.add_all(&ranges);
    answers.add(&hits.iter().map(Option::is_some).collect::<Vec<_>>());
    answers.add_all(hits.iter().map(|hit| hit.map(|hit| (hit.distance(), hit.layer(), hit.tile()))));
}

fn angles(count: u16, sweep: f32) -> Vec<f32> {
    (0..count).map(|beam| sweep * (f32::from(beam) / f32::from(count - 1) - 0.5)).collect()
}

/// Dense beams, which are swept together, and sparse ones, which are cast.
pub(crate) fn beams(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let pose = |numbers: &mut Numbers| {
            Pose::new(scenes::point(terrain.bounds(), 2, numbers).as_vec2(), numbers.number(TAU))
        };
        let (count, poses) = if case % 2 == 0 { (1081, 2) } else { (31, 40) };
        let poses: Vec<Pose> = (0..poses).map(|_| pose(numbers)).collect();
        let max_range = numbers.any_of(&[300.0, 60.0]);
        let query = query(&terrain, setting, numbers);
        scan(answers, setting, &query, (&poses, &angles(count, 1.5 * PI)), max_range);
    }
}

pub(crate) fn ranges(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..8 {
        let terrain = scenes::terrain(case, numbers);
        let rays: Vec<Ray> = (0..700)
            .map(|number| match number % 6 {
                0 => scenes::nasty_ray(terrain.bounds(), numbers),
                _ => scenes::ray(terrain.bounds(), numbers),
            })
            .collect();
        let mut ranges = vec![0.0; rays.len()];
        let query = query(&terrain, setting, numbers);
        let max_range = numbers.any_of(&[50.0, 1e9, f32::INFINITY, f32::NAN, 0.0, -3.0]);
        setting.in_pool(|| query.ranges(&rays, max_range, &mut ranges));
        answers.add_all(&ranges);
    }
}

/// Poses, angles and ranges that do harm.
pub(crate) fn nasty(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..24 {
        let terrain = scenes::terrain(case, numbers);
        let near = scenes::point(terrain.bounds(), 2, numbers).as_vec2();
        let poses: Vec<Pose> = (0..6)
            .map(|number| match number % 3 {
                0 => Pose::new(near, numbers.nasty()),
                1 => Pose::new(near, numbers.number(4.0)),
                _ => Pose::new(numbers.half_nasty_vector(50.0), numbers.nasty()),
            })
            .collect();
        let mut angles = angles(if case % 2 == 0 { 1081 } else { 40 }, numbers.any_of(&[1.5 * PI, 1e-3, 12.0]));
        let count = angles.len() as u32;
        for _ in 0..numbers.any_of(&[0, 2, count]) {
            angles[numbers.below(count) as usize] = numbers.nasty();
        }
        let (max_range, query) = (numbers.nasty(), query(&terrain, setting, numbers));
        scan(answers, setting, &query, (&poses, &angles), max_range);
        for pose in &poses {
            let ray = scan_ray(pose, angles[3], max_range);
            answers.add(&ray.is_valid().then(|| (ray.origin(), ray.end())));
        }
    }
}

/// Frames of maps in meters, and what they make of points, angles, poses and ranges.
pub(crate) fn frames(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..200 {
        let plain = |numbers: &mut Numbers| -> DVec2 { numbers.vector(50.0).as_dvec2() };
        let is_nasty = case % 4 == 0;
        let frame = if is_nasty {
            ScanFrame::new(numbers.nasty_f64(), numbers.nasty_dvec2(), numbers.nasty_f64(), numbers.bits() as u32)
        } else {
            ScanFrame::new(numbers.any_of(&[0.05, 0.1, 1.0, 1e-3]), plain(numbers), numbers.number(4.0).into(), 384)
        };
        let Ok(frame) = frame else {
            answers.add_result(&frame);
            continue;
        };
        for _ in 0..10 {
            let point = plain(numbers);
            let angle = f64::from(numbers.number(9.0));
            answers.add(&(frame.point_to_pixels(point), frame.point_to_world(point)));
            answers.add(&(frame.angle_to_pixels(angle), frame.angle_to_world(angle)));
            answers.add(&(frame.distance_to_pixels(angle), frame.distance_to_world(angle)));
            let pose = frame.pose_to_pixels(point, angle);
            answers.add(&(pose.translation, pose.rotation, frame.pose_to_world(&pose)));
            let ray = frame.ray_to_pixels(point, angle, 30.0);
            answers.add(&(ray.origin(), ray.end()));
        }
        let mut ranges: Vec<f32> = (0..40).map(|_| numbers.number(60.0).abs()).collect();
        ranges.extend([f32::NAN, f32::INFINITY, 0.0, -1.0]);
        frame.ranges_to_world(&mut ranges, 0.2, 40.0);
        answers.add(&ranges);
        let nasty = dvec2(numbers.nasty_f64(), numbers.nasty_f64());
        answers.add(&(frame.point_to_pixels(nasty).is_nan(), frame.point_to_world(nasty).is_nan()));
    }
}
