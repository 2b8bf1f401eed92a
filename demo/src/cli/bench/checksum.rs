//! One number for the answers to many rays.

use crate::cli::bench::random_rays::mixed;
use tileray::RayHit;

/// Folds the answers to rays, in their order, into 64 bits: equal answers give equal checksums on every machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// Adds the answers to rays.
    pub(super) fn add_all(&mut self, hits: &[Option<RayHit>]) {
        hits.iter().for_each(|hit| self.add(hit.as_ref()));
    }

    /// Adds every value of a hit, or a fixed word for a miss.
    fn add(&mut self, hit: Option<&RayHit>) {
        let Some(hit) = hit else {
            return self.fold(u64::MAX);
        };
        let pair = |x: u32, y: u32| u64::from(x) << 32 | u64::from(y);
        let normal = hit.normal();
        self.fold(pair(hit.pixel.x as u32, hit.pixel.y as u32));
        self.fold(hit.previous().map_or(0, |pixel| pair(pixel.x as u32, pixel.y as u32)));
        self.fold(pair(hit.point.x.to_bits(), hit.point.y.to_bits()));
        self.fold(pair(hit.distance.to_bits(), hit.fraction.to_bits()));
        self.fold(pair(normal.x.to_bits(), normal.y.to_bits()));
        self.fold(pair(hit.cell.x as u32, hit.cell.y as u32));
        self.fold(pair(hit.layer() as u32, u32::from(hit.inside())));
        let tile = hit.tile.unwrap_or_default();
        self.fold(pair(tile.id, u32::from(tile.set) << 3 | tile.orientation.index() as u32));
    }

    pub(super) const fn value(&self) -> u64 {
        self.0
    }

    fn fold(&mut self, word: u64) {
        self.0 = mixed(self.0.rotate_left(5) ^ word);
    }
}
