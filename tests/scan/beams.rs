//! Ranges and scans against single rays, bit for bit.

use fastrand::Rng;
use reference::each_case;
use reference::pool::in_pool;
use reference::scenes::Scene;
use std::f32::consts::{FRAC_PI_4, PI, TAU};
use tileray::glam::{DVec2, vec2};
use tileray::scan::scan_ray;
use tileray::{Pose, Ray, SimdLevel, SolidityMap, Terrain, TerrainQuery, Traversal};

/// The range of a ray by the definition: the distance of its hit, or else `none`.
fn range_of(query: &TerrainQuery<'_>, ray: &Ray, max_range: f32, none: f32) -> f32 {
    match query.raycast(ray) {
        _ if !ray.is_valid() => f32::NAN,
        Some(hit) => hit.distance().min(max_range),
        None => none,
    }
}

fn assert_same(found: &[f32], expected: impl Iterator<Item = f32>, context: &dyn Fn(usize) -> String) {
    for (index, expected) in expected.enumerate() {
        let is_same = found[index].to_bits() == expected.to_bits() || (found[index].is_nan() && expected.is_nan());
        assert!(is_same, "{}: {} instead of {expected}", context(index), found[index]);
    }
}

/// A pose near a point: anywhere, or on borders and corners of pixels, along an axis or a diagonal now and then.
fn pose(near: DVec2, rng: &mut Rng) -> Pose {
    let mut coordinate = |value: f64| match rng.u32(0..4) {
        0 => value.floor(),
        1 => value.floor() + 0.5,
        2 => (value * 256.0).floor() / 256.0,
        _ => value + rng.f64() * 20.0 - 10.0,
    };
    let translation = vec2(coordinate(near.x) as f32, coordinate(near.y) as f32);
    let rotation = if rng.bool() { rng.f32() * TAU } else { rng.i32(-8..=8) as f32 * FRAC_PI_4 };
    Pose::new(translation, rotation)
}

/// Angles of a scanner: evenly spaced or in disorder, dense or sparse.
fn angles(rng: &mut Rng) -> Vec<f32> {
    let count = [1, 7, 33, 61, 360, 1081][rng.usize(0..6)];
    let sweep = [0.0, 0.3, 1.5 * PI, TAU, 3.0 * TAU][rng.usize(0..5)];
    let first = if rng.bool() { -sweep / 2.0 } else { rng.f32() * 7.0 };
    let mut angles: Vec<f32> = (0..count).map(|index| first + sweep * index as f32 / count as f32).collect();
    match rng.u32(0..6) {
        0 => angles.reverse(),
        1 => rng.shuffle(&mut angles),
        // Many beams along one line.
        2 => angles.iter_mut().for_each(|angle| *angle = (*angle * 4.0 / PI).round() * FRAC_PI_4),
        _ => {}
    }
    angles
}

#[test]
fn scans_equal_single_rays() {
    let mut returned = [0; 2];
    for (case, mut rng) in each_case(851, reference::cases(400)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let poses: Vec<Pose> = (0..rng.usize(1..4)).map(|_| pose(inside, &mut rng)).collect();
        let angles = angles(&mut rng);
        let max_range = [0.0, 0.003, 1.0, 7.5, 60.0, 200.0, 3_000.0][rng.usize(0..7)];
        let none = if rng.bool() { f32::INFINITY } else { max_range };
        let simd = SimdLevel::ALL[rng.usize(0..SimdLevel::ALL.len())];
        let exact = scene.terrain.query().exact().simd(simd);
        let rays = match rng.u32(0..8) {
            0 => exact.traversal(Traversal::Bresenham),
            1 => exact.leave_start(),
            _ => exact,
        };
        let query = if none == max_range { rays } else { rays.no_return(none) };
        let beams: Vec<Ray> =
            poses.iter().flat_map(|pose| angles.iter().map(|&angle| scan_ray(pose, angle, max_range))).collect();
        let context = |index: usize| format!("{scene}, {query:?}, max {max_range}: {:?}", beams[index]);

        let mut ranges = vec![0.0; beams.len()];
        in_pool([1, 2, 7][case % 3], || query.scan(&poses, &angles, max_range, &mut ranges));
        assert_same(&ranges, beams.iter().map(|ray| range_of(&rays, ray, max_range, none)), &context);
        let returns = ranges.iter().filter(|&&range| range < max_range).count();
        (returned[0], returned[1]) = (returned[0] + returns, returned[1] + ranges.len() - returns);
    }
    assert!(returned.iter().all(|&count| count > 1_000), "{returned:?}");
}

#[test]
fn ranges_of_rays_equal_their_hits_within_the_maximum() {
    for (case, mut rng) in each_case(852, reference::cases(300)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let max_range = [5.0, 40.0, f32::INFINITY][rng.usize(0..3)];
        let traversal = if rng.bool() { Traversal::Exact } else { Traversal::Bresenham };
        let query = scene.terrain.query().traversal(traversal).no_return(f32::INFINITY);
        let mut ray =
            || Ray::new(pose(inside, &mut rng).translation, (rng.f32() - 0.5, rng.f32() - 0.5), rng.f32() * 90.0);
        let rays: Vec<Ray> = (0..[3, 300][case % 2]).map(|_| ray()).collect();
        let mut ranges = vec![0.0; rays.len()];
        query.ranges(&rays, max_range, &mut ranges);
        let expected = |ray: &Ray| {
            let distance = query.raycast(ray).map(|hit| hit.distance());
            distance.filter(|&distance| distance <= max_range).unwrap_or(f32::INFINITY)
        };
        assert_same(&ranges, rays.iter().map(expected), &|index| format!("{scene}, {:?}", rays[index]));
    }
}

#[test]
fn invalid_numbers_give_nan_and_spoil_no_other_beam() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let far = 3e9;
    for count in [1, 200] {
        for bad in numbers {
            let mut angles: Vec<f32> = (0..count).map(|index| index as f32 * 0.001).collect();
            let good = Pose::at((10.5, 8.5));
            let poses = [good, Pose::at((bad, 8.5)), Pose::new((10.5, 8.5), bad), Pose::at((far, 0.0)), good];
            let mut ranges = vec![0.0; poses.len() * angles.len()];
            terrain.query().scan(&poses, &angles, 100.0, &mut ranges);
            for (ranges, pose) in ranges.chunks(count).zip(&poses) {
                assert_eq!(ranges[0].is_nan(), *pose != good, "{pose:?}");
                assert!(*pose != good || ranges.iter().all(|range| (29.5..30.2).contains(range)), "{ranges:?}");
            }
            angles[count / 2] = bad;
            terrain.query().scan(&poses, &angles, 100.0, &mut ranges);
            assert_eq!(ranges[..count].iter().filter(|range| range.is_nan()).count(), 1, "an angle of {bad}");
        }
        for max_range in [f32::NAN, -1.0] {
            let mut ranges = vec![0.0; count];
            let angles = vec![0.0; count];
            terrain.query().scan(&[Pose::at((10.5, 8.5))], &angles, max_range, &mut ranges);
            assert!(ranges.iter().all(|range| range.is_nan()), "{max_range}");
        }
    }
    let mut ranges = [0.0; 2];
    let rays = [Ray::new((10.5, 8.5), (1.0, 0.0), 100.0), Ray::new((f32::NAN, 8.5), (1.0, 0.0), 100.0)];
    terrain.query().ranges(&rays, f32::INFINITY, &mut ranges);
    assert!(ranges[0] == 29.5 && ranges[1].is_nan());
    terrain.query().ranges(&rays, f32::NAN, &mut ranges);
    assert!(ranges.iter().all(|range| range.is_nan()));
}

#[test]
fn a_scan_from_within_a_solid_pixel_has_only_zeros() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    let angles: Vec<f32> = (0..400).map(|index| index as f32 * TAU / 400.0).collect();
    // On a border within, and on the face, where beams go into the wall, along it or away.
    for (translation, zeros) in [((50.5, 8.5), 400), ((50.0, 8.0), 400), ((40.0, 8.5), 199), ((40.0, 8.0), 199)] {
        let mut ranges = vec![1.0; 400];
        terrain.query().scan(&[Pose::at(translation)], &angles, 30.0, &mut ranges);
        assert_eq!(ranges.iter().filter(|&&range| range == 0.0).count(), zeros, "from {translation:?}");
    }
}

#[test]
fn nothing_to_scan_is_no_error() {
    let terrain = Terrain::from_solidity(&SolidityMap::new(8, 8));
    terrain.query().scan(&[], &[0.0], 5.0, &mut []);
    terrain.query().scan(&[Pose::IDENTITY], &[], 5.0, &mut []);
    terrain.query().ranges(&[], 5.0, &mut []);
}

#[test]
#[should_panic(expected = "one range for each angle of each pose")]
fn a_list_of_another_length_is_refused() {
    let terrain = Terrain::from_solidity(&SolidityMap::new(8, 8));
    terrain.query().scan(&[Pose::IDENTITY], &[0.0, 1.0], 5.0, &mut [0.0; 3]);
}
