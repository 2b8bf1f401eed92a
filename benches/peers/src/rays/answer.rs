//! What a caster says of a ray, whatever it calls it.

use tileray::RayHit;
use tileray::glam::IVec2;

/// The answer for one ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    /// Nothing is met.
    Free,
    /// Something is met.
    Met,
    /// The pixel that is met.
    Pixel(IVec2),
    /// The distance after which something is met.
    Distance(f32),
    /// Both.
    Hit(IVec2, f32),
}

impl Answer {
    /// The pixel, where it is told.
    pub(crate) const fn pixel(self) -> Option<IVec2> {
        match self {
            Self::Pixel(pixel) | Self::Hit(pixel, _) => Some(pixel),
            Self::Free | Self::Met | Self::Distance(_) => None,
        }
    }

    /// The distance, where it is told.
    pub(crate) const fn distance(self) -> Option<f32> {
        match self {
            Self::Distance(distance) | Self::Hit(_, distance) => Some(distance),
            Self::Free | Self::Met | Self::Pixel(_) => None,
        }
    }
}

impl From<IVec2> for Answer {
    fn from(pixel: IVec2) -> Self {
        Self::Pixel(pixel)
    }
}

impl From<f32> for Answer {
    fn from(distance: f32) -> Self {
        Self::Distance(distance)
    }
}

impl From<(IVec2, f32)> for Answer {
    fn from((pixel, distance): (IVec2, f32)) -> Self {
        Self::Hit(pixel, distance)
    }
}

impl From<RayHit> for Answer {
    fn from(hit: RayHit) -> Self {
        Self::Hit(hit.pixel, hit.distance)
    }
}
