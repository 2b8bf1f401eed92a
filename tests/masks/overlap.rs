//! Where two masks overlap, by how much, at one offset and at all, and the way out.

use super::masks::{self, WIDTHS};
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::{IVec2, Vec2, i64vec2, ivec2, uvec2, vec2};
use tileray::solidity::TableSizeError;
use tileray::{Rect, SolidityMap};

#[track_caller]
fn assert_overlaps(a: &SolidityMap, b: &SolidityMap, offset: IVec2) -> usize {
    let common = masks::common(a, b, offset.as_i64vec2());
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
fn the_way_out_is_the_area_s_gradient() {
    let mut counts = [0; 2];
    for (_, mut rng) in each_case(504, cases(3_000)) {
        let (a, b) = (masks::mask(&mut rng), masks::mask(&mut rng));
        let offset = masks::offset(&mut rng, &a, &b);
        let moved = |x: i64, y: i64| masks::common(&a, &b, offset.as_i64vec2() - i64vec2(x, y));
        let area = |x: i64, y: i64| moved(x, y).len() as i64;
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
fn areas_at_every_offset() {
    for (_, mut rng) in each_case(571, cases(60)) {
        let side = |rng: &mut Rng| match rng.usize(0..4) {
            0 => uvec2(rng.u32(60..70), rng.u32(1..4)),
            _ => uvec2(rng.u32(1..14), rng.u32(1..10)),
        };
        let (own, other, density) = (side(&mut rng), side(&mut rng), masks::density(&mut rng));
        let a = masks::noise(&mut rng, own.x, own.y, density);
        let b = masks::noise(&mut rng, other.x, other.y, 0.5);
        let areas = a.convolve(&b).expect("small masks");
        let offsets = Rect::new(ivec2(1, 1) - other.as_ivec2(), own.as_ivec2());
        assert_eq!(areas.offsets(), offsets);
        let mut all = Vec::new();
        for y in offsets.min.y - 1..=offsets.max.y {
            for x in offsets.min.x - 1..=offsets.max.x {
                let expected = masks::common(&a, &b, i64vec2(x.into(), y.into())).len() as u64;
                assert_eq!(areas.area(ivec2(x, y)), expected, "({x}, {y})\n{a:?}{b:?}");
                if offsets.contains(ivec2(x, y)) {
                    all.push(expected as u32);
                }
            }
        }
        assert_eq!(areas.areas(), all);
        assert_eq!(areas.areas().iter().map(|&area| u64::from(area)).sum::<u64>(), a.count() * b.count());
    }
}

#[test]
fn nothing_and_too_much() {
    let some = SolidityMap::from_fn(3, 3, |_, _| true);
    for none in [SolidityMap::new(0, 0), SolidityMap::new(0, 5), SolidityMap::new(5, 0)] {
        for areas in [some.convolve(&none), none.convolve(&some), none.convolve(&none)] {
            let areas = areas.expect("nothing");
            assert!(areas.offsets().is_empty() && areas.areas().is_empty());
            assert_eq!(areas.area(IVec2::ZERO), 0);
        }
    }
    let areas = some.convolve(&some).expect("small masks");
    for far in [IVec2::MIN, IVec2::MAX, ivec2(i32::MIN, 0), ivec2(0, i32::MAX)] {
        assert_eq!(areas.area(far), 0);
    }
    let wide = SolidityMap::new(40_000, 1);
    assert_eq!(wide.convolve(&wide), Err(TableSizeError { width: 79_999, height: 1 }));
    let large = SolidityMap::new(10_000, 9_000);
    let error = large.convolve(&large).expect_err("360 million offsets");
    assert_eq!((error.width, error.height), (19_999, 17_999));
    assert!(error.to_string().contains("19999x17999"));
    let longest = SolidityMap::new(i32::MAX as u32, 1);
    assert!(longest.convolve(&longest).is_err());
}
