use super::super::level::{Content, Level};
use super::random_rays::mixed;
use tileray::SolidityMap;

/// The side of the map in pixels, and the distance between the middles of its boulders.
const SIDE: u32 = 2048;
const SPACING: i32 = 64;

/// The map that is measured where none is named: a field of round boulders, one in every second square.
pub(super) fn default_map() -> Level {
    let mask = SolidityMap::from_fn(SIDE, SIDE, |x, y| {
        let (x, y) = (x as i32, y as i32);
        let (column, row) = (x / SPACING, y / SPACING);
        let word = mixed((column as u64) << 32 | row as u64);
        let (dx, dy) = (x % SPACING - SPACING / 2, y % SPACING - SPACING / 2);
        let radius = 8 + (word >> 40) as i32 % 24;
        word & 1 == 0 && dx * dx + dy * dy < radius * radius
    });
    Level { name: "built-in boulders".into(), content: Content::Picture(mask) }
}
