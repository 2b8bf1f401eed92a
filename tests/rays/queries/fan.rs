//! Fans of rays.

use super::{all_queries, for_each_scene};
use fastrand::Rng;
use reference::each_case;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};
use std::f64;
use tileray::glam::{DVec2, dvec2};
use tileray::{Ray, RayFan, RayHit, SolidityMap, Terrain};

#[test]
fn a_fan_equals_its_rays_one_by_one() {
    let mut rng = Rng::with_seed(301);
    for_each_scene(302, reference::cases(600), |terrain, ray, context| {
        let n = [0, 1, 2, 15, 16, 17, 90, 700][rng.usize(..8)];
        let (angle, sweep) = (rng.f32() * 20.0 - 10.0, rng.f32() * 14.0 - 7.0);
        let origin = ray.origin().as_vec2();
        let length = rng.f32() * 200.0 - 30.0;
        for fan in [RayFan::new(origin, angle, sweep, length), RayFan::view(origin, angle, sweep, length)] {
            for (query, ..) in all_queries(terrain) {
                let mut hits = vec![None; n];
                query.fan(&fan, &mut hits);
                let expected: Vec<_> = fan.rays(n).map(|ray| query.raycast(&ray)).collect();
                assert_eq!(hits, expected, "{fan:?}, {context}");
            }
        }
        let fan = RayFan::new(origin, angle, sweep, length);
        assert!(fan.rays(n).enumerate().all(|(i, ray)| ray == fan.ray(i, n)));
    });
}

/// The angle that an `f32` stands for: the multiple of an eighth of a turn that it is nearest to, or itself.
fn meant(angle: f32) -> f64 {
    let eighths = (f64::from(angle) / f64::consts::FRAC_PI_4).round() * f64::consts::FRAC_PI_4;
    if eighths as f32 == angle { eighths } else { f64::from(angle) }
}

#[test]
fn rays_lie_at_the_angles_that_are_documented() {
    for (_, mut rng) in each_case(303, reference::cases(3_000)) {
        let (angle, sweep, n) = (rng.f32() * 6.0 - 3.0, rng.f32() * 12.0 - 6.0, rng.usize(1..40));
        let (start, parts) = (meant(angle), n as f64);
        let sweep_64 = meant(sweep);
        let fan = RayFan::new((0.0, 0.0), angle, sweep, 1.0);
        let view = RayFan::view((0.0, 0.0), angle, sweep, 1.0);
        for i in 0..n {
            let at = start + sweep_64 * i as f64 / parts;
            assert!(fan.ray(i, n).end().distance(dvec2(at.cos(), at.sin())) < 1e-14);
            let from_middle = if n == 1 { 0.0 } else { i as f64 / (parts - 1.0) - 0.5 };
            let at = start + sweep_64 * from_middle;
            assert!(view.ray(i, n).end().distance(dvec2(at.cos(), at.sin())) < 1e-14);
        }
    }
}

#[test]
fn rays_along_the_axes_are_exactly_so() {
    let ends = |fan: RayFan, n| fan.rays(n).map(|ray| ray.end() - ray.origin()).collect::<Vec<_>>();
    let axes = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|axis| axis * 100.0);
    // From the corner of a pixel, where a direction that is off by the least is another pixel.
    assert_eq!(ends(RayFan::circle((5.0, 5.0), 100.0), 4), axes);
    assert_eq!(ends(RayFan::new((5.0, 5.0), -PI, TAU, 100.0), 4), [axes[2], axes[3], axes[0], axes[1]]);
    assert_eq!(ends(RayFan::view((5.0, 5.0), FRAC_PI_2, PI, 100.0), 3), axes[..3]);
    assert_eq!(ends(RayFan::new((5.0, 5.0), 0.0, FRAC_PI_2 * 3.0, 100.0), 3), axes[..3]);
    assert_eq!(ends(RayFan::circle((5.0, 5.0), 100.0), 360)[90], axes[1]);
    assert_eq!(ends(RayFan::view((5.0, 5.0), FRAC_PI_4, FRAC_PI_2, -100.0), 2), [axes[2], axes[3]]);
}

#[test]
fn what_is_not_an_angle_or_a_length_is_not_a_ray() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(32, 32, |_, _| true));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let fans = [
            RayFan::new((5.0, 5.0), bad, 1.0, 10.0),
            RayFan::new((5.0, 5.0), 1.0, bad, 10.0),
            RayFan::view((5.0, 5.0), 1.0, bad, 10.0),
            RayFan::new((5.0, bad), 1.0, 1.0, 10.0),
            RayFan::new((5.0, 5.0), 1.0, 1.0, f32::NAN),
        ];
        for fan in fans {
            // A few, and as many as are cast together.
            for n in [5, 20] {
                let mut hits = vec![None::<RayHit>; n];
                terrain.query().fan(&fan, &mut hits);
                assert_eq!(hits, vec![None; n], "{fan:?}");
            }
            assert!(fan.rays(5).all(|ray| !ray.is_valid()), "{fan:?}");
        }
    }
    let fan = RayFan::circle((5.0, 5.0), f32::INFINITY);
    assert_eq!(fan.ray(0, 3).end(), dvec2(5.0 + Ray::MAX_LENGTH, 5.0));
    assert!(!fan.ray(3, 3).is_valid() && !fan.ray(0, 0).is_valid());
    terrain.query().fan(&fan, &mut []);
}

#[test]
fn huge_angles_are_rays_of_the_right_length() {
    for angle in [1e4_f32, 1e9, 1e20, f32::MAX, f32::MIN, f32::MIN_POSITIVE] {
        for fan in [RayFan::new((0.0, 0.0), angle, angle, 1.0), RayFan::view((0.0, 0.0), angle, -angle, 1.0)] {
            assert!(fan.rays(7).all(|ray| (ray.length() - 1.0).abs() < 1e-12), "{angle}");
        }
    }
}
