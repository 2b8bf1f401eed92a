//! Masks that move pixel by pixel, against walks that test every step with every pixel.

use reference::bits::Bits;
use reference::motion::cast::{PlainMaskHit, area, expected, overlap};
use reference::{cases, each_case, masks, scenes};
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::{Direction, SolidityMap, Terrain};

fn vector(rng: &mut fastrand::Rng, reach: i32) -> IVec2 {
    ivec2(rng.i32(-reach..=reach), rng.i32(-reach..=reach))
}

#[test]
fn a_mask_on_terrain_touches_what_it_comes_to_first() {
    let (mut touched, mut inside, mut left) = (0, 0, 0);
    for (_, mut rng) in each_case(101, cases(800)) {
        let corner = vector(&mut rng, 100);
        let ground = scenes::mask(scenes::KINDS[rng.usize(0..12)], &mut rng);
        let terrain = Terrain::from_solidity_at(&ground, corner).expect("a terrain");
        let solid = Bits::from(&ground);
        for _ in 0..4 {
            let mask = masks::any(&mut rng, 40);
            let of_mask = Bits::from(&mask).pixels();
            let at = corner + ivec2(rng.i32(-60..120), rng.i32(-60..120));
            let motion = match rng.u8(0..4) {
                0 => vector(&mut rng, 3),
                1 => ivec2(rng.i32(-300..300), 0),
                _ => vector(&mut rng, 300),
            };
            let query = terrain.query();
            for (query, leaves) in [(query, false), (query.leave_start(), true)] {
                let found = query.cast_mask(&mask, at, motion).map(PlainMaskHit::from);
                let plain = expected(&of_mask, at, motion, leaves, &solid, corner);
                assert_eq!(found, plain, "{at} {motion} {leaves}");
                let begins_inside = overlap(&of_mask, at, &solid, corner).is_some();
                touched += usize::from(found.is_some() && !begins_inside && !leaves);
                inside += usize::from(begins_inside && !leaves);
                left += usize::from(found.is_some() && begins_inside && leaves);
            }
            assert_eq!(terrain.query().overlap_mask(&mask, at), overlap(&of_mask, at, &solid, corner), "{at}");
            let area = area(&of_mask, at, &solid, corner);
            assert_eq!(terrain.query().overlap_mask_area(&mask, at), area, "{at}");
        }
    }
    assert!([touched, inside].iter().all(|&count| count > cases(800) / 10), "{touched} {inside}");
    assert!(left > cases(800) / 80, "{left}");
}

#[test]
fn places_and_motions_at_the_ends_of_the_numbers() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
    let mask = SolidityMap::from_fn(20, 20, |_, _| true);
    for at in [IVec2::MIN, IVec2::MAX, ivec2(i32::MIN, i32::MAX), ivec2(0, i32::MIN), ivec2(i32::MAX, 3)] {
        assert_eq!((terrain.query().overlap_mask(&mask, at), terrain.query().overlap_mask_area(&mask, at)), (None, 0));
        for motion in [IVec2::ZERO, IVec2::MIN, IVec2::MAX] {
            // Only from one corner of the numbers toward the opposite one does the way lead here.
            let hits = [at, motion] == [IVec2::MIN, IVec2::MAX] || [at, motion] == [IVec2::MAX, IVec2::MIN];
            assert_eq!(terrain.query().cast_mask(&mask, at, motion).is_some(), hits, "{at} {motion}");
        }
    }
    let far = terrain.query().cast_mask(&mask, ivec2(-2_000_000_000, 10), ivec2(2_100_000_000, 0)).expect("the ground");
    assert_eq!((far.moved(), far.pixel()), (ivec2(1_999_999_980, 0), ivec2(0, 10)));
}

#[test]
fn empty_masks_and_one_way_layers() {
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y == 40));
    let (mask, nothing) = (SolidityMap::from_fn(8, 8, |_, _| true), SolidityMap::new(8, 8));
    assert_eq!(terrain.query().cast_mask(&nothing, ivec2(0, 38), ivec2(0, 50)), None);
    assert_eq!(terrain.query().cast_mask(&SolidityMap::new(0, 0), ivec2(0, 38), ivec2(0, 50)), None);
    terrain.set_one_way(0, Some(Direction::Down)).expect("layer 0");
    let (down, up) = (ivec2(0, 30), ivec2(0, -30));
    assert!(terrain.query().cast_mask(&mask, ivec2(5, 20), down).is_some());
    assert!(terrain.query().cast_mask(&mask, ivec2(5, 50), up).is_none());
    assert_eq!(terrain.query().overlap_mask_area(&mask, ivec2(5, 38)), 8);
    assert_eq!(mask.size(), uvec2(8, 8));
}
