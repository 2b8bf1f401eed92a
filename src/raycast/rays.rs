use super::fan::Spread;
use super::ray::Ray;

/// The rays of a batch.
#[derive(Clone, Copy)]
pub(super) enum Rays<'a> {
    Listed(&'a [Ray]),
    Fan(&'a Spread),
}

impl Rays<'_> {
    /// A ray of the batch.
    pub(super) fn ray(&self, place: usize) -> Ray {
        match self {
            Self::Listed(rays) => rays[place],
            Self::Fan(spread) => spread.ray(place),
        }
    }

    /// Rays one after the other. Those of a fan are made in `room`, in a loop that becomes vector code.
    #[inline(always)]
    pub(super) fn some<'a>(&'a self, first: usize, len: usize, room: &'a mut Vec<Ray>) -> &'a [Ray] {
        match self {
            Self::Listed(rays) => &rays[first..first + len],
            Self::Fan(spread) => {
                room.resize(len, Ray::POINT);
                let first = first as f64;
                for (place, ray) in room.iter_mut().enumerate() {
                    *ray = spread.ray_after(first, place as u32);
                }
                room
            }
        }
    }
}
