//! Edits of a terrain against pixels that are edited one by one, with a ray after each.

use crate::Tally;
use fastrand::Rng;
use reference::edits::{EditedTerrain, check_ray, edit};
use reference::maps::random_map;
use tileray::Rect;

/// The edits of a terrain, and those after which all of it is compared.
const IN_A_TERRAIN: u64 = 500;
const WHOLE: u64 = 50;
/// The snapshots that are kept at most.
const KEPT: usize = 8;

pub(crate) fn edits(rng: &mut Rng, count: u64) -> Tally {
    let mut changed = 0;
    for number in 0..count / IN_A_TERRAIN {
        let mut pair = EditedTerrain::new(random_map(rng, number % 3 == 0));
        let whole = pair.pixels.bounds;
        for step in 0..IN_A_TERRAIN {
            let case = format!("terrain {number}, edit {step}");
            let (dirty, _) = edit(&mut pair, rng);
            assert!(dirty.is_empty() || dirty.intersection(&whole) == dirty, "{case}: {dirty:?}");
            pair.check_pixels(&Rect::new(dirty.min - 2, dirty.max + 2), &case);
            check_ray(&pair, rng, &case);
            if step % WHOLE == WHOLE - 1 {
                pair.check_pixels(&Rect::new(whole.min - 2, whole.max + 2), &case);
            }
            pair.forget_oldest(KEPT);
            changed += u64::from(!dirty.is_empty());
        }
    }
    vec![("change something", changed)]
}
