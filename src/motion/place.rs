use super::fixed::UNITS;
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

    pub(super) const fn pixel(&self) -> IVec2 {
        self.pixel
    }

    pub(super) const fn remainder(&self) -> IVec2 {
        self.remainder
    }

    /// Moves by one pixel, or so, and keeps the fraction.
    pub(super) fn step(&mut self, step: IVec2) {
        self.pixel = Self::within(self.pixel + step);
    }

    /// Comes to a pixel with a fraction; at the end of the world that is of no use.
    pub(super) fn arrive(&mut self, pixel: IVec2, remainder: IVec2) {
        self.pixel = Self::within(pixel);
        self.remainder = if self.pixel == pixel { remainder } else { IVec2::ZERO };
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
