//! Masks against masks: nanoseconds until the first common pixel, or the number of them, is known. And what masks are made
//! into: contours and hulls.

use crate::args::RunArgs;
use crate::outline;
use crate::race::{Contestant, Effort, Race, each};
use crate::report::{TimeRow, Words};
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use std::fmt::Debug;
use tileray::SolidityMap;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};

const SCENES: [&str; 4] = ["overlap", "area", "contour", "hull"];

const WORDS: Words =
    Words { queries: ["pair", "pairs"], sized: "side of the masks", unit: "px", summarized: "they overlap" };

/// The sides of the sprites, in pixels.
const SIDES: [u32; 3] = [16, 64, 256];

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<TimeRow>> {
    let effort = args.effort();
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        for size in if matches!(scene, "overlap" | "area") { SIDES } else { outline::SIDES } {
            let race = Race { words: &WORDS, scene, size, effort };
            let raced = match scene {
                "overlap" => Contest::new(size).first(race),
                "area" => Contest::new(size).area(race),
                _ => outline::compete(scene, size, effort),
            };
            rows.extend(raced.with_context(|| format!("scene {scene}, {size} px"))?);
        }
    }
    Ok(rows)
}

/// Pairs of sprites.
struct Contest {
    sprites: Vec<SolidityMap>,
    encounters: Vec<Encounter>,
}

impl Contest {
    fn new(side: u32) -> Self {
        let sprites = blobs(side);
        let encounters = Encounter::half_overlapping(&sprites, Effort::PAIRS);
        Self { sprites, encounters }
    }

    fn bools(&self) -> Vec<Picture<bool>> {
        self.sprites.iter().map(|mask| Picture::new(mask, |solid| solid)).collect()
    }

    fn bytes(&self) -> Vec<Picture<u8>> {
        self.sprites.iter().map(|mask| Picture::new(mask, u8::from)).collect()
    }

    /// Times the first common pixel.
    fn first(&self, race: Race) -> Result<Vec<TimeRow>> {
        let truth: Vec<_> = self.encounters.iter().map(|it| it.common_pixels(&self.sprites).next()).collect();
        let own = self.contestant("tileray", self.sprites.clone(), SolidityMap::overlap);
        let bools = self.contestant("bool loop", self.bools(), Picture::<bool>::first_common);
        compete(race, &truth, [own, bools, self.contestant("byte rows", self.bytes(), Picture::<u8>::first_common)])
    }

    /// Times the count of the common pixels.
    fn area(&self, race: Race) -> Result<Vec<TimeRow>> {
        let truth: Vec<_> = self.encounters.iter().map(|it| it.common_pixels(&self.sprites).count() as u64).collect();
        let own = self.contestant("tileray", self.sprites.clone(), SolidityMap::overlap_area);
        let bools = self.contestant("bool loop", self.bools(), Picture::<bool>::common);
        compete(race, &truth, [own, bools, self.contestant("byte rows", self.bytes(), Picture::<u8>::common)])
    }

    /// A contestant by its sprites, in its own form, and the function that tests two.
    fn contestant<'a, S: 'a, A: Copy + 'a>(
        &self,
        name: &'static str,
        sprites: Vec<S>,
        test: impl Fn(&S, &S, IVec2) -> A + 'a,
    ) -> Contestant<'a, A> {
        let test = move |it: &Encounter| test(&sprites[it.first], &sprites[it.second], it.offset);
        each(name, self.encounters.clone(), test, |_, answer| *answer)
    }
}

/// Checks and times every contestant: there is nothing to round, so each answer has to be what is true.
fn compete<A: Copy + Debug + Default + PartialEq>(
    race: Race,
    truth: &[A],
    contestants: [Contestant<'_, A>; 3],
) -> Result<Vec<TimeRow>> {
    let hits = truth.iter().filter(|&&answer| answer != A::default()).count() as f64 / truth.len() as f64;
    let check = |(), answers: &[A]| {
        for (index, (found, expected)) in answers.iter().zip(truth).enumerate() {
            ensure!(found == expected, "pair {index} is {expected:?}, not {found:?}");
        }
        Ok("equal".to_owned())
    };
    race.compete(contestants.map(|contestant| ((), contestant)).into(), check, &format!("{:.0} %", 100.0 * hits))
}

/// Which sprites they are, and where the second one's first pixel lies in the frame of the first.
#[derive(Clone, Copy, Debug)]
struct Encounter {
    first: usize,
    second: usize,
    offset: IVec2,
}

impl Encounter {
    /// Pairs as a broad phase finds them: their boxes overlap, all offsets are equally likely; half of them have a pixel in
    /// common.
    fn half_overlapping(sprites: &[SolidityMap], count: usize) -> Vec<Self> {
        let mut rng = Rng::with_seed(62);
        let mut missing = [count / 2, count - count / 2];
        let mut encounters = Vec::with_capacity(count);
        while encounters.len() < count {
            let encounter = Self::random(&mut rng, sprites);
            let kind = &mut missing[usize::from(encounter.common_pixels(sprites).next().is_some())];
            if *kind > 0 {
                *kind -= 1;
                encounters.push(encounter);
            }
        }
        rng.shuffle(&mut encounters);
        encounters
    }

    fn random(rng: &mut Rng, sprites: &[SolidityMap]) -> Self {
        let (first, second) = (rng.usize(..sprites.len()), rng.usize(..sprites.len()));
        let mut along = |own: u32, other: u32| rng.i32(1 - other as i32..own as i32);
        let (own, other) = (&sprites[first], &sprites[second]);
        let offset = ivec2(along(own.width(), other.width()), along(own.height(), other.height()));
        Self { first, second, offset }
    }

    /// The pixels that both have, row by row in the frame of the first: every pixel of it is looked at.
    fn common_pixels<'a>(&self, sprites: &'a [SolidityMap]) -> impl Iterator<Item = IVec2> + use<'a> {
        let (own, other, offset) = (&sprites[self.first], &sprites[self.second], self.offset);
        let pixels = (0..own.height() as i32).flat_map(|y| (0..own.width() as i32).map(move |x| ivec2(x, y)));
        pixels.filter(move |&pixel| own.get(pixel.x, pixel.y) && other.get(pixel.x - offset.x, pixel.y - offset.y))
    }
}

/// A value a pixel, row after row.
struct Picture<T> {
    width: i32,
    height: i32,
    pixels: Vec<T>,
}

impl<T> Picture<T> {
    fn new(mask: &SolidityMap, value: impl Fn(bool) -> T) -> Self {
        let (width, height) = (mask.width() as i32, mask.height() as i32);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, pixels: pixels.map(|(x, y)| value(mask.get(x, y))).collect() }
    }

    /// The pixels of both pictures' boxes in the frame of the first: the first of them, and one past the last.
    fn shared(&self, other: &Self, offset: IVec2) -> [IVec2; 2] {
        let end = ivec2(other.width, other.height) + offset;
        [offset.max(IVec2::ZERO), end.min(ivec2(self.width, self.height))]
    }

    fn at(&self, x: i32, y: i32) -> usize {
        (y * self.width + x) as usize
    }

    /// Pairs of rows of what is shared, with the row's number.
    fn rows<'a>(&'a self, other: &'a Self, offset: IVec2) -> impl Iterator<Item = (i32, &'a [T], &'a [T])> {
        let [min, max] = self.shared(other, offset);
        let width = (max.x - min.x).max(0) as usize;
        (min.y..max.y).map(move |y| {
            let own = &self.pixels[self.at(min.x, y)..][..width];
            let other = &other.pixels[other.at(min.x - offset.x, y - offset.y)..][..width];
            (y, own, other)
        })
    }
}

impl Picture<bool> {
    /// Pixel by pixel, until both are solid.
    fn first_common(&self, other: &Self, offset: IVec2) -> Option<IVec2> {
        let [min, max] = self.shared(other, offset);
        for y in min.y..max.y {
            for x in min.x..max.x {
                if self.pixels[self.at(x, y)] && other.pixels[other.at(x - offset.x, y - offset.y)] {
                    return Some(ivec2(x, y));
                }
            }
        }
        None
    }

    /// Pixel by pixel, all of them.
    fn common(&self, other: &Self, offset: IVec2) -> u64 {
        let [min, max] = self.shared(other, offset);
        let mut count = 0;
        for y in min.y..max.y {
            for x in min.x..max.x {
                if self.pixels[self.at(x, y)] && other.pixels[other.at(x - offset.x, y - offset.y)] {
                    count += 1;
                }
            }
        }
        count
    }
}

impl Picture<u8> {
    /// Row by row, without a branch in a row, which compilers make vector code of.
    fn first_common(&self, other: &Self, offset: IVec2) -> Option<IVec2> {
        let left = offset.x.max(0);
        self.rows(other, offset).find_map(|(y, own, other)| {
            let common = |(own, other): (&u8, &u8)| own & other;
            if own.iter().zip(other).map(common).fold(0, |any, both| any | both) == 0 {
                return None;
            }
            let x = own.iter().zip(other).map(common).position(|both| both != 0)?;
            Some(ivec2(left + x as i32, y))
        })
    }

    /// The same, counted.
    fn common(&self, other: &Self, offset: IVec2) -> u64 {
        let row =
            |own: &[u8], other: &[u8]| own.iter().zip(other).map(|(own, other)| u32::from(own & other)).sum::<u32>();
        self.rows(other, offset).map(|(_, own, other)| u64::from(row(own, other))).sum()
    }
}

/// Kinds of sprites, which fit in the caches in every form.
const KINDS: usize = 16;

/// Sprites of this side.
fn blobs(side: u32) -> Vec<SolidityMap> {
    let mut rng = Rng::with_seed(61);
    (0..KINDS).map(|_| blob(&mut rng, side)).collect()
}

/// A disc in the middle and some at its border, so that the outline is concave and the corners of the picture are free.
fn blob(rng: &mut Rng, side: u32) -> SolidityMap {
    let (middle, size) = (Vec2::splat(side as f32 / 2.0), side as f32);
    let mut discs = vec![(middle, 0.28 * size)];
    for _ in 0..rng.usize(2..6) {
        let away = vec2(rng.f32() - 0.5, rng.f32() - 0.5).normalize_or(Vec2::X);
        let radius = size * (0.06 + 0.1 * rng.f32());
        discs.push((middle + away * (0.5 * size - radius), radius));
    }
    SolidityMap::from_fn(side, side, |x, y| {
        let center = vec2(x as f32 + 0.5, y as f32 + 0.5);
        discs.iter().any(|(middle, radius)| middle.distance_squared(center) <= radius * radius)
    })
}
