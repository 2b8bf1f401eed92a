//! Smooth normals of surfaces.

use fastrand::Rng;
use std::f64::consts::TAU;
use tileray::glam::{DVec2, IVec2, dvec2, ivec2, vec2};
use tileray::{SolidityMap, Terrain};

/// The angle between two unit vectors, in degrees.
fn degrees(a: DVec2, b: DVec2) -> f64 {
    a.perp_dot(b).atan2(a.dot(b)).abs().to_degrees()
}

/// The definition, a pixel at a time.
fn plain_normal(is_solid: impl Fn(IVec2) -> bool, pixel: IVec2, radius: i32) -> Option<DVec2> {
    let mut sum = (0_i64, 0_i64);
    for y in -radius..=radius {
        for x in -radius..=radius {
            let weight = i64::from((radius + 1).pow(2) - x * x - y * y);
            if weight > 0 && is_solid(pixel + ivec2(x, y)) {
                sum = (sum.0 - weight * i64::from(x), sum.1 - weight * i64::from(y));
            }
        }
    }
    (sum != (0, 0)).then(|| dvec2(sum.0 as f64, sum.1 as f64).normalize())
}

#[test]
fn the_normal_is_the_weighted_sum_of_offsets() {
    let mut rng = Rng::with_seed(401);
    super::for_each_scene(402, reference::cases(1_500), |terrain, ray, context| {
        let pixel = reference::pixel_of(ray.origin());
        let radius = rng.u32(0..34);
        let expected = plain_normal(|pixel| terrain.is_solid(pixel), pixel, radius.min(31) as i32);
        let found = terrain.query().surface_normal(pixel, radius);
        assert_eq!(found.is_some(), expected.is_some(), "radius {radius} at {pixel}, {context}");
        if let (Some(found), Some(expected)) = (found, expected) {
            assert!(found.as_dvec2().distance(expected) < 1e-6, "radius {radius} at {pixel}, {context}");
        }
    });
}

/// The root mean square and the worst angle, in degrees, between a plane's normal and the one found, at all solid pixels on
/// the surface of half planes at 72 angles.
fn error_on_planes(radius: u32) -> (f64, f64) {
    let (mut squares, mut count, mut worst) = (0.0, 0.0, 0.0_f64);
    let mut rng = Rng::with_seed(403);
    for turn in 0..72 {
        let angle = f64::from(turn) * TAU / 72.0;
        let normal = dvec2(angle.cos(), angle.sin());
        let middle = dvec2(60.0, 60.0) + dvec2(rng.f64(), rng.f64());
        let inside = |x: i32, y: i32| (dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5) - middle).dot(normal) < 0.0;
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(120, 120, |x, y| inside(x as i32, y as i32)));
        for pixel in (45..75).flat_map(|y| (45..75).map(move |x| ivec2(x, y))) {
            let beside = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
            if terrain.is_solid(pixel) && beside.iter().any(|&offset| !terrain.is_solid(pixel + offset)) {
                let found = terrain.query().surface_normal(pixel, radius).expect("a surface");
                let off = degrees(found.as_dvec2(), normal);
                (squares, count, worst) = (squares + off * off, count + 1.0, worst.max(off));
            }
        }
    }
    (f64::sqrt(squares / count), worst)
}

#[test]
fn straight_slopes_give_their_normal() {
    for (radius, mean_bound, worst_bound) in
        [(4, 2.2, 6.0), (6, 1.2, 4.5), (8, 0.7, 2.0), (16, 0.2, 0.5), (31, 0.1, 0.2)]
    {
        let (mean, worst) = error_on_planes(radius);
        assert!(mean < mean_bound && worst < worst_bound, "radius {radius}: {mean} {worst}");
    }
}

#[test]
fn floors_and_walls_are_exact_and_no_surface_has_no_normal() {
    let dot = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| (x, y) == (50, 50)));
    let full = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, _| true));
    for pixel in [ivec2(50, 50), ivec2(20, 20), IVec2::MIN, IVec2::MAX, ivec2(i32::MAX, i32::MIN)] {
        assert_eq!(dot.query().surface_normal(pixel, 10), None);
    }
    assert_eq!(full.query().surface_normal(ivec2(50, 50), u32::MAX), None);
    assert_eq!(full.query().surface_normal(ivec2(0, 50), 0), None);
    // Along a floor or a wall, a normal is exact.
    let floor = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 50));
    for radius in 1..=40 {
        assert_eq!(full.query().surface_normal(ivec2(0, 50), radius), Some(vec2(-1.0, 0.0)));
        assert_eq!(floor.query().surface_normal(ivec2(50, 49), radius), Some(vec2(0.0, -1.0)));
    }
}
