//! Centroids, moments of inertia and principal angles, against sums over pixels.

use super::masks;
use reference::{cases, each_case};
use std::f32::consts::FRAC_PI_2;
use tileray::SolidityMap;
use tileray::glam::{DVec2, vec2};
use tileray::solidity::Orientation;

#[test]
fn means_and_axes_as_pixel_by_pixel() {
    let mut counts = [0; 2];
    for (_, mut rng) in each_case(561, cases(3_000)) {
        let mask = masks::mask(&mut rng);
        let centers: Vec<DVec2> = mask.pixels().map(|pixel| pixel.as_dvec2() + 0.5).collect();
        let Some(centroid) = mask.centroid() else {
            assert!(centers.is_empty() && mask.principal_angle().is_none() && mask.inertia() == 0.0);
            continue;
        };
        let mean = centers.iter().sum::<DVec2>() / centers.len() as f64;
        assert!(centroid.as_dvec2().distance(mean) <= 1e-7 * (1.0 + mean.length()), "{centroid} {mean}\n{mask:?}");
        let moment = |product: fn(DVec2) -> f64| centers.iter().map(|&center| product(center - mean)).sum::<f64>();
        let (difference, mixed) = (moment(|it| it.x * it.x - it.y * it.y), moment(|it| 2.0 * it.x * it.y));
        let size = moment(DVec2::length_squared);
        let inertia = size + centers.len() as f64 / 6.0;
        assert!(
            (f64::from(mask.inertia()) - inertia).abs() <= 1e-7 * inertia,
            "{} {inertia}\n{mask:?}",
            mask.inertia()
        );
        for orientation in Orientation::ALL {
            assert_eq!(mask.oriented(orientation).inertia(), mask.inertia(), "{orientation:?}\n{mask:?}");
        }
        let found = mask.principal_angle();
        counts[usize::from(found.is_some())] += 1;
        match found {
            Some(angle) => {
                assert!(-FRAC_PI_2 < angle && angle <= FRAC_PI_2, "{angle}");
                let expected = 0.5 * mixed.atan2(difference);
                // Where the moments are nearly equal the sums over pixels lose digits, and the ends of the range are one.
                let off = (f64::from(angle) - expected).rem_euclid(std::f64::consts::PI);
                let off = off.min(std::f64::consts::PI - off);
                assert!(off < 1e-6 + 1e-9 * size / mixed.hypot(difference), "{angle} {expected}\n{mask:?}");
            }
            None => assert!(mixed.hypot(difference) <= 1e-9 * size, "{mixed} {difference}\n{mask:?}"),
        }
    }
    assert!(counts.iter().all(|&count| count > cases(3_000) / 30), "{counts:?}");
}

#[test]
fn long_masks_lose_nothing() {
    // Two pixels farther apart than an f32 could tell.
    let width = (1 << 25) + 1;
    let mut mask = SolidityMap::new(width as u32, 2);
    mask.set(0, 0, true);
    mask.set(width - 1, 1, true);
    assert_eq!(mask.centroid(), Some(vec2(16_777_216.5, 1.0)));
    assert_eq!(mask.principal_angle(), Some((1.0 / f64::from(width - 1)) as f32));
    assert_eq!(mask.inertia(), 562_949_953_421_312.0); // 2^49, and less than its last bit
    mask.fill();
    assert_eq!(mask.principal_angle(), Some(0.0));
}
