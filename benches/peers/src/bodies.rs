//! A box among solid pixels: nanoseconds until it is known how far it gets along an axis.

use crate::args::RunArgs;
use crate::race::{Contestant, Race, each, verdict};
use crate::report::{TimeRow, Words};
use crate::solid::{BitMask, compound, merged, voxels};
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastHit, ShapeCastOptions};
use parry2d::shape::{Compound, Cuboid, Shape, Voxels};
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::motion::MaskHit;
use tileray::{Body, SolidityMap, Terrain, TileMap};

const SCENES: [&str; 2] = ["free", "touching"];

const WORDS: Words =
    Words { queries: ["move", "moves"], sized: "length of the moves", unit: "px", summarized: "they come so far" };

/// How far an answer in real numbers may be off to be called the same, in pixels.
const TOLERANCE: f64 = 1.0 / 256.0;

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<TimeRow>> {
    let effort = args.effort();
    let cave = Cave::open()?;
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        let motions = Motion::all(&cave.mask, scene == "touching", effort.queries);
        let truth: Vec<i32> = motions.iter().map(|it| it.way(&cave.mask)).collect();
        let walked = format!("{:.1} px", f64::from(truth.iter().sum::<i32>()) / truth.len() as f64);
        let race = Race { words: &WORDS, scene, size: REACH as u32, effort };
        let movers = movers(&cave, &motions)?.map(|mover| ((), mover));
        let raced = race.compete(movers.into(), |(), ways| check(ways, &truth), &walked);
        rows.extend(raced.with_context(|| format!("scene {scene}"))?);
    }
    Ok(rows)
}

/// The cave of the repository, in the form of each contestant.
struct Cave {
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
/// A contestant that counts pixels must be right. A contestant with real numbers may miss a pixel that it touches before the
/// motion begins. It must then find that pixel from behind.
fn check(ways: &[Way], truth: &[i32]) -> Result<String> {
    verdict(truth.iter().zip(ways).enumerate().map(|(index, (&way, &(found, from_behind)))| {
        let way = f64::from(way);
        let is_found_from_behind = from_behind.is_some_and(|far| (far - f64::from(BEHIND)).abs() <= TOLERANCE);
        if from_behind.map_or(found == way, |_| (found - way).abs() <= TOLERANCE) {
            return Ok(None);
        }
        ensure!(way == 0.0 && is_found_from_behind, "motion {index} ends after {found} px, not {way}");
        Ok(Some("it loses what the box touches before it moves"))
    }))
}

/// The box that moves, in pixels.
const SIZE: UVec2 = uvec2(12, 14);

/// How far it is to go, in pixels.
const REACH: i32 = 16;

/// A box at a free place, and where it is to go.
#[derive(Clone, Copy, Debug)]
struct Motion {
    /// Its top left pixel.
    at: IVec2,
    /// One pixel to the left, to the right, up or down.
    step: IVec2,
}

impl Motion {
    /// Motions from free places all over the map, in all four directions; in each of them something is in the way, or in none.
    fn all(mask: &BitMask, touches: bool, count: usize) -> Vec<Self> {
        let mut rng = Rng::with_seed(71);
        let (size, map) = (SIZE.as_ivec2(), ivec2(mask.width() as i32, mask.height() as i32));
        // None of them leaves the map.
        let last = map - size - REACH;
        let mut motions = Vec::with_capacity(count);
        while motions.len() < count {
            let at = ivec2(rng.i32(REACH..=last.x), rng.i32(REACH..=last.y));
            let step = [IVec2::NEG_X, IVec2::X, IVec2::NEG_Y, IVec2::Y][rng.usize(..4)];
            let motion = Self { at, step };
            if motion.is_free(mask, 0) && (motion.way(mask) < REACH) == touches {
                motions.push(motion);
            }
        }
        motions
    }

    /// The motion as a whole.
    fn vector(&self) -> IVec2 {
        self.step * REACH
    }

    /// How far the box gets: the steps until it would cover a solid pixel, with a look at each pixel of the box at each.
    fn way(&self, mask: &BitMask) -> i32 {
        (1..=REACH).find(|&steps| !self.is_free(mask, steps)).map_or(REACH, |steps| steps - 1)
    }

    /// Whether the box covers no solid pixel after some steps.
    fn is_free(&self, mask: &BitMask, steps: i32) -> bool {
        let at = self.at + self.step * steps;
        let [width, height] = SIZE.as_ivec2().to_array();
        (0..height).all(|y| (0..width).all(|x| !mask.is_solid(at + ivec2(x, y))))
    }
}

/// How far behind its place a motion begins where one is to begin without a touch, in pixels.
const BEHIND: f32 = 1.0 / 64.0;

/// How many pixels a box got in a motion; and from [`BEHIND`] its place, of those who answer in real numbers.
type Way = (f64, Option<f64>);

/// All contestants, Tileray first: each moves the same box from the same places.
fn movers<'a>(cave: &'a Cave, motions: &[Motion]) -> Result<[Contestant<'a, Way>; 5]> {
    let Cave { terrain, mask, voxels, compound } = cave;
    let mut body = Body::rectangle(SIZE, IVec2::ZERO)?;
    let bits = SolidityMap::from_fn(SIZE.x, SIZE.y, |_, _| true);
    let moved = |_: &Motion, it: &i32| (f64::from(it.abs()), None);
    let touched =
        |_: &Motion, it: &Option<MaskHit>| (it.map_or(REACH, |it| it.moved().abs().max_element()).into(), None);
    let own = || motions.to_vec();
    Ok([
        each("tileray", own(), move |it: &Motion| axis_move(&mut body, terrain, it), moved),
        each("tileray cast", own(), move |it: &Motion| terrain.query().cast_mask(&bits, it.at, it.vector()), touched),
        each("pixel loop", own(), move |it: &Motion| edge_steps(mask, it), moved),
        parry_mover("parry2d Voxels", voxels, motions),
        parry_mover("parry2d Compound", compound, motions),
    ])
}

fn axis_move(body: &mut Body, terrain: &Terrain, motion: &Motion) -> i32 {
    let vector = motion.vector().as_vec2();
    body.set_position(motion.at);
    let along = if motion.step.x == 0 { body.move_y(terrain, vector.y) } else { body.move_x(terrain, vector.x) };
    along.moved
}

/// The loop that one writes by hand: at each step the pixels that the leading edge would come to lie on.
fn edge_steps(mask: &BitMask, motion: &Motion) -> i32 {
    let (size, step) = (SIZE.as_ivec2(), motion.step);
    let across = IVec2::ONE - step.abs();
    let (length, mut edge) = ((size * across).element_sum(), motion.at + step.max(IVec2::ZERO) * (size - 1));
    for way in 0..REACH {
        edge += step;
        if (0..length).any(|place| mask.is_solid(edge + across * place)) {
            return way;
        }
    }
    REACH
}

/// By how much the cuboid is smaller on either side that it slides along, in pixels.
///
/// parry2d's shapes meet where they touch: among the merged boxes, one of full size is stopped by the floor that it stands on.
const SKIN: f32 = 1.0 / 64.0;

const OPTIONS: ShapeCastOptions = ShapeCastOptions {
    max_time_of_impact: 1.0,
    target_distance: 0.0,
    // Else what the box touches from behind would stop it from going away.
    stop_at_penetration: false,
    compute_impact_geometry_on_penetration: false,
};

/// A motion as parry2d takes it.
struct Cast {
    cuboid: Cuboid,
    pose: Pose,
    velocity: Vector,
    /// The way from [`BEHIND`] the place, in pixels.
    from_behind: f64,
}

/// A mover among shapes of parry2d: the cave as voxels, or as merged boxes.
fn parry_mover<'a>(name: &'static str, cave: &'a dyn Shape, motions: &[Motion]) -> Contestant<'a, Way> {
    let cast = move |Cast { cuboid, pose, velocity, .. }: &Cast| {
        query::cast_shapes(&Pose::IDENTITY, Vector::ZERO, cave, pose, *velocity, cuboid, OPTIONS).unwrap_or(None)
    };
    let way = |hit: &Option<ShapeCastHit>| f64::from(hit.map_or(1.0, |hit| hit.time_of_impact)) * f64::from(REACH);
    let query = |motion: &Motion| {
        let from_behind = way(&cast(&Cast::new(motion, BEHIND)));
        Cast { from_behind, ..Cast::new(motion, 0.0) }
    };
    let casts = motions.iter().map(query).collect();
    each(name, casts, cast, move |cast, hit| (way(hit), Some(cast.from_behind)))
}

impl Cast {
    /// A motion that begins some pixels behind its place.
    fn new(motion: &Motion, behind: f32) -> Self {
        let half = SIZE.as_vec2() / 2.0;
        let middle = motion.at.as_vec2() + half - motion.step.as_vec2() * behind;
        let half = half - SKIN * (1.0 - motion.step.abs().as_vec2());
        let velocity = motion.vector().as_vec2();
        Self {
            cuboid: Cuboid::new(Vector::new(half.x, half.y)),
            pose: Pose::from_translation(Vector::new(middle.x, middle.y)),
            velocity: Vector::new(velocity.x, velocity.y),
            from_behind: f64::NAN,
        }
    }
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
            for (index, mover) in movers(&cave, &motions)?.iter().enumerate() {
                check(&mover.answers, &truth).context(scene)?;
                for change in [-1, 1] {
                    let mut other = truth.clone();
                    other[399] += change;
                    assert!(check(&mover.answers, &other).is_err(), "{scene}: mover {index}");
                }
            }
        }
        Ok(())
    }
}
