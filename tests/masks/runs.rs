//! Runs and pixels of masks.

use super::masks;
use reference::{cases, each_case};
use tileray::Rect;
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::PixelRun;

#[test]
fn pixels_and_runs_as_pixel_by_pixel() {
    for (_, mut rng) in each_case(541, cases(3_000)) {
        let mask = masks::mask(&mut rng);
        let (width, height) = (mask.width() as i32, mask.height() as i32);
        let (mut pixels, mut runs) = (Vec::new(), Vec::<PixelRun>::new());
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| mask.get(x, y)) {
            pixels.push(ivec2(x, y));
            match runs.last_mut() {
                Some(run) if run.y == y && run.end == x => run.end += 1,
                _ => runs.push(PixelRun { y, start: x, end: x + 1 }),
            }
        }
        assert_eq!(mask.pixels().collect::<Vec<IVec2>>(), pixels, "{mask:?}");
        assert_eq!(mask.runs().collect::<Vec<PixelRun>>(), runs, "{mask:?}");
        assert_eq!(runs.iter().map(|run| u64::from(run.len())).sum::<u64>(), mask.count());
        let bounds = runs.iter().fold(Rect::EMPTY, |bounds, run| bounds.union(&run.bounds()));
        assert_eq!(mask.bounds().unwrap_or(Rect::EMPTY), bounds);
    }
}

#[test]
fn runs_of_any_numbers() {
    for (start, end) in [(3, 3), (4, -4), (i32::MAX, i32::MIN)] {
        let run = PixelRun { y: i32::MAX, start, end };
        assert!(run.is_empty() && run.bounds().is_empty());
        assert_eq!(run.bounds().area(), u64::from(run.len()));
    }
    let whole = PixelRun { y: 0, start: i32::MIN, end: i32::MAX };
    assert_eq!(whole.len(), u32::MAX);
}
