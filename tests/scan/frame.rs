//! The frame of a robot's map, against the platform's sine and cosine, and there and back.

use reference::{cases, each_case};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tileray::glam::{DVec2, dvec2};
use tileray::scan::{ScanFrame, ScanFrameError};
use tileray::{Ray, RayFan};

/// A frame of a real map: 1 mm to 1 m a pixel, within 10 km of the world's origin.
fn random_frame(rng: &mut fastrand::Rng) -> ScanFrame {
    let resolution = 10_f64.powf(rng.f64() * 3.0 - 3.0);
    let mut coordinate = || (rng.f64() - 0.5) * [2.0, 200.0, 20_000.0][rng.usize(..3)];
    let origin = dvec2(coordinate(), coordinate());
    let yaw = [0.0, FRAC_PI_2, -PI, 0.1, (rng.f64() - 0.5) * 20.0][rng.usize(..5)];
    ScanFrame::new(resolution, origin, yaw, rng.u32(1..20_000)).expect("finite numbers")
}

/// The angle between two angles, without whole turns.
fn between(a: f64, b: f64) -> f64 {
    let off = (a - b).rem_euclid(TAU);
    off.min(TAU - off)
}

#[test]
fn points_angles_and_distances_come_back_and_lie_where_the_platform_s_sine_puts_them() {
    for (_, mut rng) in each_case(71, cases(20_000)) {
        let frame = random_frame(&mut rng);
        let pixels = dvec2(rng.f64() - 0.2, rng.f64() - 0.2) * 10_000.0;
        let world = frame.point_to_world(pixels);
        let local = dvec2(pixels.x, f64::from(frame.height()) - pixels.y) * frame.resolution();
        let expected = frame.origin() + DVec2::from_angle(frame.yaw()).rotate(local);
        assert!((world - expected).length() < 1e-9, "{frame:?}: {pixels}");
        assert!((frame.point_to_pixels(world) - pixels).length() * frame.resolution() < 1e-9, "{frame:?}: {pixels}");
        let angle = (rng.f64() - 0.5) * 50.0;
        assert!(between(frame.angle_to_world(frame.angle_to_pixels(angle)), angle) < 1e-12, "{frame:?}: {angle}");
        assert!(frame.angle_to_pixels(angle).abs() <= PI + 1e-15, "{frame:?}: {angle}");
        let meters = rng.f64() * 1000.0;
        let off = frame.distance_to_world(frame.distance_to_pixels(meters)) - meters;
        assert!(off.abs() < 1e-9, "{frame:?}: {meters}");
    }
}

#[test]
fn directions_are_mirrored_with_the_points() {
    for (_, mut rng) in each_case(73, cases(5000)) {
        let frame = random_frame(&mut rng);
        let (start, heading) = (frame.origin(), (rng.f64() - 0.5) * 12.0);
        let length = rng.f64() * 30.0;
        let end = start + DVec2::from_angle(heading) * length;
        // A step along the heading in meters is a step along the converted angle in pixels.
        let along = DVec2::from_angle(frame.angle_to_pixels(heading)) * frame.distance_to_pixels(length);
        let moved = frame.point_to_pixels(end) - frame.point_to_pixels(start);
        assert!((moved - along).length() * frame.resolution() < 1e-8, "{frame:?}: {heading}");
        let ray = frame.ray_to_pixels(start, heading, length);
        assert_eq!(ray.origin(), frame.point_to_pixels(start));
        assert!((ray.end() - frame.point_to_pixels(end)).length() * frame.resolution() < 1e-8, "{frame:?}: {heading}");
    }
}

#[test]
fn poses_keep_what_f32_can_tell() {
    let frame = ScanFrame::new(0.05, (-10.0, -20.0), 0.5, 800).expect("a frame");
    for (_, mut rng) in each_case(74, cases(2000)) {
        let (point, heading) = (dvec2(rng.f64() * 20.0, rng.f64() * 10.0), (rng.f64() - 0.5) * TAU);
        let (back, turned) = frame.pose_to_world(&frame.pose_to_pixels(point, heading));
        assert!((back - point).length() < 0.05 / 4096.0 * 2.0 && between(turned, heading) < 1e-6, "{point} {heading}");
    }
    // A pose is the pose of a fan of rays.
    let pose = frame.pose_to_pixels((0.0, 0.0), 1.0);
    let fan = RayFan::view(pose.translation, pose.rotation, 0.5, 100.0);
    let middle = Ray::new(pose.translation, (pose.rotation.cos(), pose.rotation.sin()), 100.0);
    assert!(fan.rays(3).nth(1).is_some_and(|ray| (ray.end() - middle.end()).length() < 1e-3));
}

#[test]
fn numbers_that_are_no_frame_are_refused() {
    for resolution in [0.0, -0.05, f64::NAN, f64::INFINITY, -0.0] {
        let error = ScanFrame::new(resolution, (0.0, 0.0), 0.0, 10).expect_err("no resolution");
        assert!(matches!(error, ScanFrameError::Resolution(_)), "{resolution}");
        assert!(error.to_string().ends_with("; give one such as 0.05"), "{error}");
    }
    for (x, y, yaw) in [(f64::NAN, 0.0, 0.0), (0.0, f64::INFINITY, 0.0), (0.0, 0.0, f64::NAN)] {
        assert_eq!(ScanFrame::new(0.05, (x, y), yaw, 10), Err(ScanFrameError::Origin));
    }
    // Whatever is not finite stays so, and a ray of it is not valid.
    let frame = ScanFrame::new(1e-300, (0.0, 0.0), 0.0, 10).expect("a frame");
    assert!(!frame.ray_to_pixels((1.0, 1.0), 0.0, 1e10).is_valid());
    assert!(!frame.point_to_pixels((f64::NAN, 0.0)).is_finite());
    assert!(frame.angle_to_pixels(f64::INFINITY).is_nan() || frame.angle_to_pixels(f64::INFINITY) == 0.0);
}

#[test]
fn ranges_follow_rep_117() {
    let frame = ScanFrame::new(0.05, (0.0, 0.0), 0.0, 100).expect("a frame");
    let (inf, nan) = (f32::INFINITY, f32::NAN);
    let mut ranges = [0.0, 1.0, 2.0, 100.0, 600.0, 600.1, 1e30, inf, -inf, nan, -0.5, -0.0];
    frame.ranges_to_world(&mut ranges, 0.1, 30.0);
    let expected = [-inf, -inf, 0.1, 5.0, 30.0, inf, inf, inf, -inf, nan, nan, -inf];
    for (index, (found, expected)) in ranges.iter().zip(expected).enumerate() {
        assert!(found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()), "{index}: {found}");
    }
    // Without limits only the kinds of numbers are told apart.
    let mut ranges = [0.0, 1e6, inf, nan];
    frame.ranges_to_world(&mut ranges, nan, nan);
    assert!(ranges[..3] == [0.0, 5e4, inf] && ranges[3].is_nan());
}

#[cfg(feature = "serde")]
#[test]
fn a_frame_is_written_as_its_numbers_and_checked_when_it_is_read() {
    let frame = ScanFrame::new(0.05, (-2.0, -7.5), 0.25, 300).expect("a frame");
    let text = serde_json::to_string(&frame).expect("data");
    assert_eq!(text, r#"{"resolution":0.05,"origin":[-2.0,-7.5],"yaw":0.25,"height":300}"#);
    assert_eq!(serde_json::from_str::<ScanFrame>(&text).expect("a frame"), frame);
    assert!(serde_json::from_str::<ScanFrame>(&text.replace("0.05", "0.0")).is_err());
}
