//! Contours against single edges of pixels and a flood fill.

use crate::masks::mask;
use reference::regions::{Regions, plain_edges};
use reference::{cases, each_case, masks};
use std::collections::HashMap;
use tileray::SolidityMap;
use tileray::glam::IVec2;
use tileray::solidity::{Connectivity, Contour};

fn ring(contour: &Contour) -> impl Iterator<Item = (IVec2, IVec2, IVec2)> + '_ {
    let points = contour.points();
    let n = points.len();
    (0..n).map(move |i| (points[(i + n - 1) % n], points[i], points[(i + 1) % n]))
}

fn check(mask: &SolidityMap, connectivity: Connectivity) {
    let contours = mask.contours_with(connectivity);
    let mut left = plain_edges(mask);
    let mut turns: HashMap<IVec2, Vec<i32>> = HashMap::new();
    for contour in &contours {
        for (before, corner, after) in ring(contour) {
            let (came, goes) = (corner - before, after - corner);
            assert!(came.x * goes.x + came.y * goes.y == 0 && came != IVec2::ZERO, "no corner at {corner}\n{mask:?}");
            turns.entry(corner).or_default().push((came.x * goes.y - came.y * goes.x).signum());
            let mut at = corner;
            while at != after {
                assert!(left.remove(&(at, at + goes.signum())), "no edge at {at}, or again\n{mask:?}");
                at += goes.signum();
            }
        }
        let first = contour.points()[0];
        assert!(contour.points()[1..].iter().all(|p| (first.y, first.x) < (p.y, p.x)), "begins late\n{mask:?}");
        assert_eq!(contour.is_hole(), contour.doubled_area() < 0, "{mask:?}");
        assert!(contour.doubled_area() != 0);
    }
    assert!(left.is_empty(), "edges are left: {left:?}\n{mask:?}");
    // Where a point is passed twice both turn to the right, around solid pixels, or both to the left.
    let turn = if connectivity == Connectivity::Four { 1 } else { -1 };
    for (at, turns) in turns {
        assert!(turns.len() == 1 || turns == [turn; 2], "crosses at {at}\n{mask:?}");
    }
    let firsts: Vec<IVec2> = contours.iter().map(|contour| contour.points()[0]).collect();
    assert!(firsts.is_sorted_by(|a, b| (a.y, a.x) < (b.y, b.x)), "out of order\n{mask:?}");

    // A loop stands for the region of the pixel within its first corner.
    let regions = Regions::of(mask, connectivity);
    let region_of: Vec<usize> = firsts.iter().map(|first| regions.of_pixel[first]).collect();
    let loop_of: HashMap<usize, usize> = region_of.iter().copied().zip(0..).collect();
    assert_eq!(loop_of.len(), contours.len(), "two loops around one region\n{mask:?}");
    assert_eq!(contours.len() + 1, regions.parents.len(), "a region without a loop\n{mask:?}");
    for (contour, region) in contours.iter().zip(region_of) {
        assert_eq!(contour.is_hole(), !mask.get(contour.points()[0].x, contour.points()[0].y));
        let around = regions.parents[region].expect("the outside has no loop");
        assert_eq!(contour.parent(), loop_of.get(&around).copied(), "{contour:?}\n{mask:?}");
    }
    assert_eq!(SolidityMap::from_contours(mask.width(), mask.height(), &contours), *mask);
}

#[test]
fn every_small_mask_is_traced_right() {
    let sides = if cfg!(debug_assertions) { 3 } else { 4 };
    for (width, height) in (0..=sides).flat_map(|width| (0..=sides).map(move |height| (width, height))) {
        for mask in masks::all(width, height) {
            check(&mask, Connectivity::Four);
            check(&mask, Connectivity::Eight);
        }
    }
}

#[test]
fn random_masks_are_traced_right() {
    for (_, mut rng) in each_case(4001, cases(4000)) {
        let mask = mask(&mut rng);
        check(&mask, if rng.bool() { Connectivity::Four } else { Connectivity::Eight });
    }
}

#[test]
fn contours_are_cut_at_the_sides_of_another_mask() {
    for (_, mut rng) in each_case(4002, cases(400)) {
        let mask = mask(&mut rng);
        let (width, height) = (rng.u32(0..140), rng.u32(0..16));
        let cut = SolidityMap::from_fn(width, height, |x, y| mask.get(x as i32, y as i32));
        assert_eq!(SolidityMap::from_contours(width, height, &mask.contours()), cut, "{mask:?}");
    }
}
