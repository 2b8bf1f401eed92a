//! The line's pixels against the formula that defines them.

use reference::each_case;
use tileray::glam::{IVec2, ivec2};
use tileray::raycast::bresenham;

#[test]
fn every_pair_in_a_grid_of_17_equals_the_formula_and_is_symmetric() {
    let pixels = || (0..17).flat_map(|y| (0..17).map(move |x| ivec2(x, y)));
    for a in pixels() {
        for b in pixels() {
            let there: Vec<IVec2> = bresenham(a, b).collect();
            assert_eq!(there, reference::line(a, b), "{a} to {b}");
            assert_eq!((there[0], there[there.len() - 1]), (a, b));
            let back: Vec<IVec2> = bresenham(b, a).rev().collect();
            assert_eq!(there, back, "{a} to {b} and back");
        }
    }
}

#[test]
fn lines_anywhere_and_of_any_length_equal_the_formula() {
    for (_, mut rng) in each_case(2, reference::cases(100_000)) {
        // From a few pixels to the whole number line: both sides of the longest fixed-point line.
        let reach = 1i64 << rng.u32(1..=30);
        let axis = |rng: &mut fastrand::Rng| rng.i64(-reach..=reach) as i32;
        let (a, b) = (ivec2(axis(&mut rng), axis(&mut rng)), ivec2(axis(&mut rng), axis(&mut rng)));
        let line = bresenham(a, b);
        let steps = reference::line_pixel(a, b, 0).1;
        assert_eq!(line.len() as i128, steps + 1, "{a} to {b}");
        for _ in 0..4 {
            let step = rng.u64(0..=steps as u64);
            let expected = reference::line_pixel(a, b, i128::from(step)).0;
            assert_eq!(line.clone().nth(step as usize), Some(expected), "{a} to {b}, step {step}");
        }
        assert_eq!(line.clone().next_back(), Some(b));
        assert_eq!(line.clone().next(), Some(a));
    }
}

#[test]
fn pixels_a_hair_below_a_tie_equal_the_formula() {
    // A slope that was rounded up too much would step too early. The longest lines that fixed point serves have it worst.
    let mut checked = 0;
    for (_, mut rng) in each_case(8, reference::cases(100_000)) {
        let steps = (1 << 20) - rng.i64(0..200);
        let minor = rng.i64(1..steps);
        let Some(step) = reference::step_below_a_tie(minor, steps) else { continue };
        let (a, b) = (ivec2(0, 0), ivec2(steps as i32, minor as i32));
        let expected = reference::line_pixel(a, b, i128::from(step)).0;
        assert_eq!(bresenham(a, b).nth(step as usize), Some(expected), "{minor} in {steps}, step {step}");
        checked += 1;
    }
    assert!(checked > 0, "no line came close to a tie");
}

#[test]
fn the_ends_of_the_number_line_are_pixels_too() {
    let (a, b) = (IVec2::splat(i32::MIN), ivec2(i32::MAX, i32::MIN + 1));
    let mut line = bresenham(a, b);
    assert_eq!(line.len() as u64, (1 << 32));
    assert_eq!((line.next(), line.next_back()), (Some(a), Some(b)));
    assert_eq!(line.nth((1 << 31) - 3), Some(ivec2(-2, i32::MIN)));
    assert_eq!(line.next(), Some(ivec2(-1, i32::MIN)));
    assert_eq!(line.next(), Some(ivec2(0, i32::MIN + 1)));
}

#[test]
fn an_iterator_from_both_ends_gives_each_pixel_once() {
    let (a, b) = (ivec2(3, -2), ivec2(-7, 4));
    let mut line = bresenham(a, b);
    let mut seen = Vec::new();
    while let Some(front) = line.next() {
        seen.push(front);
        seen.extend(line.next_back());
        assert_eq!(line.len(), 11 - seen.len());
    }
    assert_eq!((line.next(), line.next_back()), (None, None));
    seen.sort_by_key(|pixel| -pixel.x);
    assert_eq!(seen, reference::line(a, b));
}
