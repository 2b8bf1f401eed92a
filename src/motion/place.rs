use super::fixed::{MAX_MOTION, UNITS};
use crate::terrain::StateHash;
use crate::tile::TileMap;
use glam::{IVec2, Vec2};

/// Where a body or a solid lies: its pixel, and the fraction that it has moved beyond, from −1/2 up to 1/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Parts", into = "Parts"))]
pub(super) struct Place {
    pixel: IVec2,
    /// In [`UNITS`].
    remainder: IVec2,
}

impl Place {
    /// A pixel without a fraction.
    pub(super) const fn new(pixel: IVec2) -> Self {
        Self { pixel: Self::within(pixel), remainder: IVec2::ZERO }
    }

    /// The pixel, or the nearest whose coordinates are exact.
    pub(super) const fn within(pixel: IVec2) -> IVec2 {
        const fn within(coordinate: i32) -> i32 {
            const MOST: i32 = TileMap::MAX_COORDINATE;
            if coordinate < -MOST {
                -MOST
            } else if coordinate > MOST {
                MOST
            } else {
                coordinate
            }
        }
        IVec2::new(within(pixel.x), within(pixel.y))
    }

    /// Whether there is such a pixel in the world.
    pub(super) fn is_within(pixel: IVec2) -> bool {
        Self::within(pixel) == pixel
    }

    /// Whether a pixel is so far from the end of the world that no motion leads there.
    #[inline]
    pub(super) const fn is_far_within(pixel: IVec2) -> bool {
        // A motion crosses one pixel more than it is long.
        const MOST: u32 = (TileMap::MAX_COORDINATE - MAX_MOTION - 1) as u32;
        pixel.x.unsigned_abs() <= MOST && pixel.y.unsigned_abs() <= MOST
    }

    pub(super) const fn pixel(&self) -> IVec2 {
        self.pixel
    }

    pub(super) const fn remainder(&self) -> IVec2 {
        self.remainder
    }

    /// Moves by one pixel, within the world, and keeps the fraction.
    pub(super) fn step(&mut self, step: IVec2) {
        self.arrive(self.pixel + step, self.remainder);
    }

    /// Comes to a pixel of the world with a fraction.
    pub(super) fn arrive(&mut self, pixel: IVec2, remainder: IVec2) {
        debug_assert!(Self::is_within(pixel), "{pixel} is beyond the end of the world");
        (self.pixel, self.remainder) = (pixel, remainder);
    }

    /// The sum of both.
    pub(super) fn exact(&self) -> Vec2 {
        (self.pixel.as_dvec2() + self.remainder.as_dvec2() / UNITS as f64).as_vec2()
    }

    pub(super) fn hash_state(&self, hash: &mut StateHash) {
        hash.add_pair(self.pixel);
        hash.add_pair(self.remainder);
    }
}

/// What a place is written as. Read are the nearest pixel of the world and the nearest fraction.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Parts {
    pixel: IVec2,
    remainder: IVec2,
}

#[cfg(feature = "serde")]
impl From<Place> for Parts {
    fn from(Place { pixel, remainder }: Place) -> Self {
        Self { pixel, remainder }
    }
}

#[cfg(feature = "serde")]
impl From<Parts> for Place {
    fn from(Parts { pixel, remainder }: Parts) -> Self {
        let half = UNITS as i32 / 2;
        let mut place = Self::new(pixel);
        place.arrive(place.pixel, remainder.clamp(IVec2::splat(-half), IVec2::splat(half - 1)));
        place
    }
}
