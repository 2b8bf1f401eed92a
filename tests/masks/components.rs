//! Connected components against a flood fill, and runs and pixels, pixel by pixel.

use super::masks;
use reference::masks::all;
use reference::regions::parts;
use reference::{cases, each_case};
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::{Component, Connectivity, PixelRun};
use tileray::{Rect, SolidityMap};

const BOTH: [Connectivity; 2] = [Connectivity::Four, Connectivity::Eight];

/// Returns the components as masks of the whole's size, in the order of their first pixels.
fn flooded(mask: &SolidityMap, connectivity: Connectivity) -> Vec<SolidityMap> {
    let masks = parts(mask, connectivity).into_iter().map(|pixels| {
        let mut part = SolidityMap::new(mask.width(), mask.height());
        pixels.into_iter().for_each(|pixel| part.set(pixel.x, pixel.y, true));
        part
    });
    masks.collect()
}

#[track_caller]
fn assert_components(mask: &SolidityMap) -> usize {
    for connectivity in BOTH {
        let parts = flooded(mask, connectivity);
        let found = mask.components(connectivity);
        assert_eq!(found.len(), parts.len(), "{connectivity:?}\n{mask:?}");
        for (found, part) in found.iter().zip(&parts) {
            let expected = Component {
                bounds: part.bounds().expect("a part has pixels"),
                count: part.count(),
                runs: part.runs().collect(),
            };
            assert_eq!(*found, expected, "{connectivity:?}\n{mask:?}");
            assert!(found.mask() == part.crop(expected.bounds));
        }
        let bounds: Vec<Rect> = parts.iter().filter_map(SolidityMap::bounds).collect();
        assert_eq!(mask.bounding_rects(connectivity), bounds);
        for smallest in [0, 1, 2, 7, 100] {
            let large = found.iter().filter(|part| part.count >= smallest).cloned().collect::<Vec<_>>();
            assert_eq!(mask.components_with(connectivity, smallest), large, "at least {smallest}");
        }
        let most = parts.iter().map(SolidityMap::count).max().unwrap_or(0);
        let largest = parts.into_iter().find(|part| part.count() == most);
        assert!(mask.largest_component(connectivity) == largest, "{connectivity:?}\n{mask:?}");
    }
    mask.components(Connectivity::Four).len()
}

#[test]
fn parts_are_those_of_a_flood() {
    let mut many = 0;
    for (_, mut rng) in each_case(551, cases(800)) {
        many += usize::from(assert_components(&masks::mask(&mut rng)) > 5);
    }
    assert!(many > cases(800) / 8, "{many}");
}

#[test]
fn all_masks_of_twelve_pixels() {
    for mask in all(4, 3) {
        assert_components(&mask);
    }
}

#[test]
fn spirals_combs_and_trees_are_one_part() {
    // Runs that meet late: the union has to be carried through.
    let comb = SolidityMap::from_fn(129, 9, |x, y| x % 2 == 0 || y == 8);
    let hooks = SolidityMap::from_fn(64, 64, |x, y| x.min(y) % 2 == 0);
    for mask in [comb.clone(), hooks.clone(), comb.inverted(), hooks.inverted()] {
        assert_components(&mask);
        assert_components(&mask.oriented(tileray::solidity::Orientation::ROTATE_180));
        assert_components(&mask.oriented(tileray::solidity::Orientation::ROTATE_90));
    }
    assert_eq!(comb.components(Connectivity::Four).len(), 1);
    let board = SolidityMap::from_fn(65, 65, |x, y| (x + y) % 2 == 0);
    assert_eq!(board.components(Connectivity::Four).len(), 2113);
    assert_eq!(board.components(Connectivity::Eight).len(), 1);
}

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
