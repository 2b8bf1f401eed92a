//! Where two masks overlap, by how much, and the way out.

use super::masks::{self, WIDTHS};
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::{SolidityMap, collide};

#[track_caller]
fn assert_overlaps(a: &SolidityMap, b: &SolidityMap, offset: IVec2) -> usize {
    let common = masks::common(a, b, offset);
    let what = || format!("offset {offset}\n{a:?}\n{b:?}");
    assert_eq!(a.overlap(b, offset), common.first().copied(), "{}", what());
    assert_eq!(a.overlap_area(b, offset), common.len() as u64, "{}", what());
    common.len()
}

#[test]
fn overlaps_are_found_as_pixel_by_pixel() {
    let mut counts = [0; 2];
    for (_, mut rng) in each_case(501, cases(8_000)) {
        let (a, b) = (masks::mask(&mut rng), masks::mask(&mut rng));
        let offset = masks::offset(&mut rng, &a, &b);
        counts[usize::from(assert_overlaps(&a, &b, offset) > 0)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn all_offsets_of_all_widths() {
    let mut rng = Rng::with_seed(502);
    for own in WIDTHS {
        for other in WIDTHS {
            let density = [0.02, 0.2][rng.usize(0..2)];
            let (a, b) = (masks::noise(&mut rng, own, 2, density), masks::noise(&mut rng, other, 2, density));
            for x in -(other as i32) - 1..=own as i32 + 1 {
                assert_overlaps(&a, &b, ivec2(x, 0));
                assert_overlaps(&a, &b, ivec2(x, rng.i32(-3..=3)));
            }
        }
    }
}

#[test]
fn all_offsets_of_high_masks() {
    let mut rng = Rng::with_seed(503);
    // Rows are looked at in blocks.
    for own in (1..=20).chain([31, 64]) {
        for other in [1, 7, 8, 9, 16, 17, 40] {
            let (a, b) = (masks::noise(&mut rng, 5, own, 0.04), masks::noise(&mut rng, 6, other, 0.04));
            for y in -(other as i32) - 1..=own as i32 + 1 {
                assert_overlaps(&a, &b, ivec2(rng.i32(-6..=5), y));
            }
        }
    }
}

/// The area with the first mask moved by `by`, one pixel at a time.
fn area_moved(a: &SolidityMap, b: &SolidityMap, offset: IVec2, by: IVec2) -> i64 {
    let place = |along: i32, offset: i32, by: i32| i64::from(along) - i64::from(offset) + i64::from(by);
    let solid = |pixel: &IVec2| {
        let (x, y) = (place(pixel.x, offset.x, by.x), place(pixel.y, offset.y, by.y));
        matches!((i32::try_from(x), i32::try_from(y)), (Ok(x), Ok(y)) if b.get(x, y))
    };
    a.pixels().filter(solid).count() as i64
}

#[test]
fn the_way_out_is_the_area_s_gradient() {
    let mut counts = [0; 2];
    for (_, mut rng) in each_case(504, cases(3_000)) {
        let (a, b) = (masks::mask(&mut rng), masks::mask(&mut rng));
        let offset = masks::offset(&mut rng, &a, &b);
        let area = |x: i32, y: i32| area_moved(&a, &b, offset, ivec2(x, y));
        let way = vec2((area(-1, 0) - area(1, 0)) as f32, (area(0, -1) - area(0, 1)) as f32);
        let found = a.overlap_normal(&b, offset);
        assert_eq!(found.is_some(), area(0, 0) > 0 && way != Vec2::ZERO, "{offset}\n{a:?}\n{b:?}");
        counts[usize::from(found.is_some())] += 1;
        if let Some(normal) = found {
            assert!((normal.length() - 1.0).abs() < 1e-6 && normal.distance(way.normalize()) < 1e-6, "{normal} {way}");
        }
    }
    assert!(counts.iter().all(|&count| count > cases(3_000) / 8), "{counts:?}");
}

#[test]
fn the_way_out_is_that_of_contacts() {
    // Boxes and discs, whose way out the separating axis theorem tells too.
    let square = SolidityMap::from_fn(12, 12, |_, _| true);
    let shape = tileray::ConvexPolygon::rectangle((0.0, 0.0), (12.0, 12.0)).expect("a square");
    for offset in [ivec2(9, 1), ivec2(-9, -2), ivec2(1, 10), ivec2(0, -8)] {
        let contact = collide::contact(&shape, &shape.translated(offset.as_vec2())).expect("they overlap");
        let normal = square.overlap_normal(&square, offset).expect("they overlap");
        // What is left of the sides' lengths turns the gradient a little.
        assert!(normal.dot(contact.normal) > 0.9, "{offset}: {normal} and {}", contact.normal);
        let moved = offset - contact.mtv().as_ivec2();
        assert_eq!(square.overlap(&square, moved), None, "{offset}");
    }
    assert_eq!(square.overlap_normal(&square, ivec2(0, 0)), None);
}
