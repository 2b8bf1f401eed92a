//! A box among solid pixels: nanoseconds until it is known how far it gets along an axis.

mod contestant;
mod motion;
mod parry;

use crate::args::RunArgs;
use crate::bit_mask::BitMask;
use crate::boxes::merged;
use crate::parry::{compound, voxels};
use crate::race::{BoxedTester, Race};
use crate::report::{Asked, Row};
use anyhow::{Context, Result, ensure};
use contestant::{BEHIND, Way};
use motion::{Motion, REACH};
use parry2d::shape::{Compound, Voxels};
use tileray::glam::IVec2;
use tileray::{SolidityMap, Terrain, TileMap};

const GROUP: &str = "bodies";

const SCENES: [&str; 2] = ["free", "touching"];

/// How far an answer in real numbers may be off to be called the same, in pixels.
const TOLERANCE: f64 = 1.0 / 256.0;

/// All contestants, Tileray first.
fn all_movers<'a>(cave: &'a Cave, motions: &[Motion]) -> Result<Vec<((), BoxedTester<'a, Way>)>> {
    let mut movers = contestant::pixel_movers(&cave.terrain, &cave.mask, motions)?;
    movers.push(parry::mover("parry2d Voxels", &cave.voxels, motions));
    movers.push(parry::mover("parry2d Compound", &cave.compound, motions));
    Ok(movers.into_iter().map(|mover| ((), mover)).collect())
}

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<Row>> {
    let effort = args.effort();
    let cave = Cave::open()?;
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        let motions = Motion::all(&cave.mask, scene == "touching", effort.queries);
        let truth: Vec<i32> = motions.iter().map(|it| it.way(&cave.mask)).collect();
        let walked = f64::from(truth.iter().sum::<i32>()) / truth.len() as f64;
        let mut movers = all_movers(&cave, &motions)?;
        let race = Race { group: GROUP, scene, size: REACH as u32, effort };
        let asked = |moves| Asked::Moves { moves, walked };
        let raced = race.compete(&mut movers, motions.len(), |(), ways| check(ways, &truth), asked);
        rows.extend(raced.with_context(|| format!("scene {scene}"))?);
    }
    Ok(rows)
}

/// The cave of the repository, in the form of each contestant.
pub(crate) struct Cave {
    terrain: Terrain,
    mask: BitMask,
    /// The solid pixels as shapes of parry2d: each of them, and merged into boxes.
    voxels: Voxels,
    compound: Compound,
}

impl Cave {
    fn open() -> Result<Self> {
        let map = TileMap::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/cave.tmx"))?;
        ensure!(map.bounds().min == IVec2::ZERO, "the cave begins at {}, its mask at zero", map.bounds().min);
        Ok(Self::new(Terrain::from_map(&map), &map.solidity()))
    }

    /// The solid pixels of a terrain, and the terrain itself.
    fn new(terrain: Terrain, solidity: &SolidityMap) -> Self {
        let mask = BitMask::new(solidity);
        Self { terrain, voxels: voxels(&mask), compound: compound(&merged(&mask)), mask }
    }
}

/// `equal`, or the share of answers that differ; an error where one has no reason that is known.
///
/// Who counts pixels has to be right. Who answers in real numbers may lose what is touched before the motion begins, and then
/// has to find it from behind.
fn check(ways: &[Way], truth: &[i32]) -> Result<String> {
    let mut lost = 0;
    for (index, (&way, &(found, from_behind))) in truth.iter().zip(ways).enumerate() {
        let way = f64::from(way);
        let is_right = from_behind.map_or(found == way, |_| (found - way).abs() <= TOLERANCE);
        if is_right {
            continue;
        }
        let is_found_from_behind = from_behind.is_some_and(|far| (far - f64::from(BEHIND)).abs() <= TOLERANCE);
        ensure!(way == 0.0 && is_found_from_behind, "motion {index} ends after {found} px, not {way}");
        lost += 1;
    }
    let percent = 100.0 * f64::from(lost) / truth.len() as f64;
    Ok(if lost == 0 {
        "equal".to_owned()
    } else {
        format!("differs {percent:.2} %: it loses what the box touches before it moves")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_right_and_other_answers_are_refused() -> Result<()> {
        // Pillars and ledges, some of them a box apart, and a pixel here and there.
        let is_solid =
            |x: u32, y: u32| x % 64 < 20 && y % 48 < 9 || x % 71 < 3 || (x * 31 + y * 17).is_multiple_of(997);
        let level = SolidityMap::from_fn(400, 300, is_solid);
        let cave = Cave::new(Terrain::from_solidity(&level), &level);
        for scene in SCENES {
            let motions = Motion::all(&cave.mask, scene == "touching", 400);
            let truth: Vec<i32> = motions.iter().map(|it| it.way(&cave.mask)).collect();
            assert_eq!(truth.iter().all(|&way| way == REACH), scene == "free");
            for (_, mover) in &all_movers(&cave, &motions)? {
                let ways: Vec<Way> = (0..motions.len()).map(|index| mover.answer(index)).collect();
                check(&ways, &truth).context(scene)?;
                for change in [-1, 1] {
                    let mut other = truth.clone();
                    other[399] += change;
                    assert!(check(&ways, &other).is_err(), "{scene}: {}", mover.name());
                }
            }
        }
        Ok(())
    }
}
