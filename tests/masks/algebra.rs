//! Union, difference, intersection, and what is changed in place.

use super::masks::{self, assert_pixels, solid_at};
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::ivec2;
use tileray::{Rect, SolidityMap};

#[test]
fn two_masks_combine_as_pixel_by_pixel() {
    for (_, mut rng) in each_case(511, cases(2_000)) {
        let (a, b) = (masks::mask(&mut rng), masks::mask(&mut rng));
        let at = masks::offset(&mut rng, &a, &b);
        let size = (a.width(), a.height());
        let what = format_args!("offset {at}\n{a:?}\n{b:?}");
        let other = |x: i32, y: i32| solid_at(&b, at.as_i64vec2(), x, y);
        assert_pixels(&a.union(&b, at), size, |x, y| a.get(x, y) || other(x, y), what);
        assert_pixels(&a.subtract(&b, at), size, |x, y| a.get(x, y) && !other(x, y), what);
        assert_pixels(&a.intersect(&b, at), size, |x, y| a.get(x, y) && other(x, y), what);
        let [mut drawn, mut erased, mut retained] = [a.clone(), a.clone(), a.clone()];
        drawn.draw(&b, at);
        erased.erase(&b, at);
        retained.retain(&b, at);
        assert!(drawn == a.union(&b, at) && erased == a.subtract(&b, at) && retained == a.intersect(&b, at));
        assert_eq!(retained.count(), a.overlap_area(&b, at));
    }
}

#[test]
fn inverting_filling_and_clearing() {
    for (_, mut rng) in each_case(513, cases(1_000)) {
        let mask = masks::mask(&mut rng);
        let size = (mask.width(), mask.height());
        assert_pixels(&mask.inverted(), size, |x, y| !mask.get(x, y), "inverted");
        assert!(mask.inverted().inverted() == mask);
        let mut changed = mask.clone();
        changed.fill();
        assert_pixels(&changed, size, |_, _| true, "filled");
        changed.clear();
        assert_pixels(&changed, size, |_, _| false, "cleared");
    }
}

fn rect(rng: &mut Rng, mask: &SolidityMap) -> Rect {
    let mut along = |length: u32| match rng.usize(0..30) {
        0 => [i32::MIN, i32::MAX][rng.usize(0..2)],
        _ => rng.i32(-20..=length as i32 + 20),
    };
    let [(left, right), (top, bottom)] = [mask.width(), mask.height()].map(|length| (along(length), along(length)));
    Rect::new(ivec2(left, top), ivec2(right, bottom))
}

#[test]
fn rectangles_are_filled_and_cut_out() {
    for (_, mut rng) in each_case(514, cases(1_500)) {
        let mask = masks::mask(&mut rng);
        let rect = rect(&mut rng, &mask);
        for solid in [false, true] {
            let mut filled = mask.clone();
            if solid {
                filled.fill_rect(rect);
            } else {
                filled.clear_rect(rect);
            }
            let expected = |x: i32, y: i32| if rect.contains(ivec2(x, y)) { solid } else { mask.get(x, y) };
            assert_pixels(&filled, (mask.width(), mask.height()), expected, format_args!("{rect:?} {solid}"));
        }
        if rect.width() < 1_000 && rect.height() < 1_000 {
            let expected = |x: i32, y: i32| mask.get(rect.min.x + x, rect.min.y + y);
            assert_pixels(&mask.crop(rect), (rect.width(), rect.height()), expected, format_args!("{rect:?}"));
        }
    }
}

#[test]
fn a_mask_from_a_function_is_one_that_was_set() {
    let mut rng = Rng::with_seed(515);
    for width in masks::WIDTHS {
        let pixels: Vec<bool> = (0..width * 3).map(|_| rng.bool()).collect();
        let mut asked = Vec::new();
        let mask = SolidityMap::from_fn(width, 3, |x, y| {
            asked.push((y, x));
            pixels[(y * width + x) as usize]
        });
        assert!(asked.is_sorted() && asked.len() == pixels.len(), "each pixel once, row after row");
        let mut set = SolidityMap::new(width, 3);
        for (place, &solid) in pixels.iter().enumerate() {
            set.set((place as u32 % width) as i32, (place as u32 / width) as i32, solid);
        }
        assert!(mask == set && mask.count() == pixels.iter().filter(|&&solid| solid).count() as u64);
    }
}
