//! Scenes and numbers from the bytes of the fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};
use tileray::SolidityMap;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};

/// A mask: full, a pattern of some rows that repeats, or noise of a seed.
#[derive(Debug)]
pub(crate) struct AnyMask(pub(crate) SolidityMap);

/// The longest side of a mask.
const SIDE: u32 = 48;

impl<'a> Arbitrary<'a> for AnyMask {
    fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
        let (width, height) = (data.int_in_range(1..=SIDE)?, data.int_in_range(1..=SIDE)?);
        let mask = match data.int_in_range(0..=3)? {
            0 => SolidityMap::from_fn(width, height, |_, _| true),
            1 => {
                let rows: [u16; 8] = data.arbitrary()?;
                SolidityMap::from_fn(width, height, |x, y| rows[y as usize % 8] >> (x % 16) & 1 == 1)
            }
            2 => {
                let mut rng = fastrand::Rng::with_seed(u64::from(data.arbitrary::<u16>()?));
                let share = data.int_in_range(1..=15)?;
                SolidityMap::from_fn(width, height, |_, _| rng.u8(0..16) < share)
            }
            _ => {
                let bytes = data.bytes((width * height).div_ceil(8) as usize)?;
                let bit = |at: u32| bytes[at as usize / 8] >> (at % 8) & 1 == 1;
                SolidityMap::from_fn(width, height, |x, y| bit(y * width + x))
            }
        };
        Ok(Self(mask))
    }
}

/// A coordinate near the scene, mostly in parts of a pixel in which ties are; seldom any float.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinate(pub(crate) f32);

impl<'a> Arbitrary<'a> for Coordinate {
    fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(match data.int_in_range(0..=7)? {
            0 => f32::from_bits(data.arbitrary()?),
            1 => f32::from(data.arbitrary::<i8>()?),
            2 | 3 => f32::from(data.arbitrary::<i16>()?) / 2.0,
            _ => f32::from(data.arbitrary::<i16>()?) / 256.0,
        }))
    }
}

/// A point of [`Coordinate`]s.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub(crate) struct Point(Coordinate, Coordinate);

impl Point {
    pub(crate) fn get(self) -> Vec2 {
        vec2(self.0.0, self.1.0)
    }
}

/// A point in multiples of 1/256 pixel near the scene.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub(crate) struct NearPoint(i16, i16);

impl NearPoint {
    pub(crate) fn get(self) -> Vec2 {
        vec2(self.0.into(), self.1.into()) / 256.0
    }

    pub(crate) fn pixel(self) -> IVec2 {
        ivec2(self.0.into(), self.1.into()) >> 8
    }
}

/// At most `N` things.
#[derive(Debug)]
pub(crate) struct Few<T, const N: usize>(pub(crate) Vec<T>);

impl<'a, T: Arbitrary<'a>, const N: usize> Arbitrary<'a> for Few<T, N> {
    fn arbitrary(data: &mut Unstructured<'a>) -> Result<Self> {
        let count = data.int_in_range(0..=N)?;
        Ok(Self((0..count).map(|_| data.arbitrary()).collect::<Result<_>>()?))
    }
}
