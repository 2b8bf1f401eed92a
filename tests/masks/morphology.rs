//! Masks grown and shrunk by discs, against the definition.

use super::masks::{self, assert_pixels};
use reference::{cases, each_case};
use tileray::{Rect, SolidityMap, glam::ivec2};

/// Whether a disc of pixel centers about a pixel is solid somewhere.
fn meets(solid: impl Fn(i32, i32) -> bool, x: i32, y: i32, radius: f32) -> bool {
    let reach = radius as i32;
    let square = f64::from(radius) * f64::from(radius);
    (-reach..=reach).any(|dy| {
        let within = |dx: i32| f64::from(dx * dx + dy * dy) <= square;
        (-reach..=reach).any(|dx| within(dx) && solid(x + dx, y + dy))
    })
}

#[test]
fn grown_and_shrunk_as_disc_by_disc() {
    for (_, mut rng) in each_case(591, cases(250)) {
        let mask = masks::mask(&mut rng);
        // Radii of whole numbers, of the distances of pixels, just beside those, and any.
        let radius = match rng.usize(0..5) {
            0 => rng.i32(0..7) as f32,
            1 => (rng.i32(0..70) as f32).sqrt(),
            2 => (rng.i32(0..70) as f32).sqrt().next_down(),
            3 => (rng.i32(0..70) as f32).sqrt().next_up(),
            _ => rng.f32() * 9.0,
        };
        let size = (mask.width(), mask.height());
        let what = format!("radius {radius} of\n{mask:?}");
        assert_pixels(&mask.dilated(radius), size, |x, y| meets(|x, y| mask.get(x, y), x, y, radius), &what);
        assert_pixels(&mask.eroded(radius), size, |x, y| !meets(|x, y| !mask.get(x, y), x, y, radius), &what);
    }
}

#[test]
fn grown_by_as_much_as_the_field_of_distances_says() {
    for (_, mut rng) in each_case(592, cases(400)) {
        let (width, height) = (rng.u32(1..300), rng.u32(1..90));
        let mask = masks::noise(&mut rng, width, height, 0.0005);
        let field = mask.distance_field().expect("a small mask");
        let square = rng.u32(0..40_000);
        let radius = (square as f32).sqrt();
        let limit = f64::from(radius) * f64::from(radius);
        let near = |x: i32, y: i32| field.squared(x, y).is_some_and(|square| f64::from(square) <= limit);
        assert_pixels(&mask.dilated(radius), (width, height), near, &format!("radius {radius} of\n{mask:?}"));
    }
}

#[test]
fn a_pixel_near_the_border_grows_without_gaps() {
    for x in [0, 1, 2, 5, 63, 64, 100, 128] {
        let mut mask = SolidityMap::new(129, 1);
        mask.set(x, 0, true);
        for reach in 0..140 {
            let near = |other: i32, _| (other - x).abs() <= reach;
            assert_pixels(&mask.dilated(reach as f32), (129, 1), near, &format!("{x}, {reach}"));
        }
    }
}

#[test]
fn radii_without_sense() {
    let mask = SolidityMap::from_fn(70, 9, |x, y| x > 3 && y > 3);
    for radius in [f32::NAN, f32::NEG_INFINITY, -3.0, -0.0, 0.0, 0.999] {
        assert!(mask.dilated(radius) == mask && mask.eroded(radius) == mask, "{radius}");
    }
    let (mut full, none) = (mask.clone(), SolidityMap::new(70, 9));
    full.fill();
    for radius in [f32::INFINITY, f32::MAX, 1e10, 80.0] {
        assert!(mask.dilated(radius) == full && none.dilated(radius) == none, "{radius}");
        assert!(full.eroded(radius) == none, "{radius}");
    }
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
        let empty = SolidityMap::new(width, height);
        assert!(empty.dilated(3.0) == empty && empty.eroded(3.0) == empty);
    }
}

#[test]
fn with_room_around_shrinking_undoes_growing_of_a_disc() {
    let disc = SolidityMap::from_fn(41, 41, |x, y| (x as i32 - 20).pow(2) + (y as i32 - 20).pow(2) <= 100);
    let grown = disc.dilated(6.0);
    assert!(grown.count() > disc.count() && grown.eroded(6.0).intersect(&disc, ivec2(0, 0)) == disc);
    let room = disc.crop(Rect::new(ivec2(-30, -30), ivec2(71, 71)));
    assert_eq!(room.dilated(25.0).eroded(25.0).intersect(&room, ivec2(0, 0)), room);
}
