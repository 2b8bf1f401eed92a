//! Two sprites whose boxes overlap.

use fastrand::Rng;
use tileray::SolidityMap;
use tileray::glam::{IVec2, ivec2};

/// Which sprites they are, and where the second one's first pixel lies in the frame of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) offset: IVec2,
}

impl Encounter {
    /// Pairs as a broad phase finds them: their boxes overlap, all offsets are equally likely; half of them have a pixel in
    /// common.
    pub(crate) fn half_overlapping(sprites: &[SolidityMap], count: usize) -> Vec<Self> {
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
    pub(crate) fn common_pixels<'a>(&self, sprites: &'a [SolidityMap]) -> impl Iterator<Item = IVec2> + use<'a> {
        let (own, other, offset) = (&sprites[self.first], &sprites[self.second], self.offset);
        let pixels = (0..own.height() as i32).flat_map(|y| (0..own.width() as i32).map(move |x| ivec2(x, y)));
        pixels.filter(move |&pixel| own.get(pixel.x, pixel.y) && other.get(pixel.x - offset.x, pixel.y - offset.y))
    }
}
