//! The rule of faces: which pixels of something that is solid against one direction only stop a motion.
//!
//! ```text
//!     ↓↓↓↓     a face: solid, and the pixel before it, where the motion comes from, is not
//!     ====
//!     ====     not a face: a body that is inside passes through
//! ```

use crate::geometry::Direction;
use glam::IVec2;

/// Returns whether a pixel belongs to a face, for something that is solid against one direction.
#[inline]
pub(super) fn is_face(pixel: IVec2, direction: Direction, is_solid: impl Fn(IVec2) -> bool) -> bool {
    is_solid(pixel) && !is_solid(pixel - direction.step())
}

/// Returns the faces of a row of 64 pixels, bit 0 at the left, by the rule of [`is_face`]. What lies beyond the rows is
/// not solid.
#[inline]
pub(super) fn faces_of_row(rows: &[u64], y: usize, direction: Direction) -> u64 {
    let before = match direction {
        Direction::Right => rows[y] << 1,
        Direction::Left => rows[y] >> 1,
        Direction::Down => y.checked_sub(1).map_or(0, |y| rows[y]),
        Direction::Up => rows.get(y + 1).copied().unwrap_or(0),
    };
    rows[y] & !before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_faces_of_their_pixels() {
        let mut rng = reference::seeded(1);
        let rows: [u64; 9] = std::array::from_fn(|_| rng.u64(..) | rng.u64(..));
        let is_solid = |pixel: IVec2| {
            (0..64).contains(&pixel.x) && (0..9).contains(&pixel.y) && rows[pixel.y as usize] >> pixel.x & 1 == 1
        };
        for (direction, y) in Direction::ALL.into_iter().flat_map(|direction| (0..9).map(move |y| (direction, y))) {
            let expected = (0..64).filter(|&x| is_face(IVec2::new(x, y as i32), direction, is_solid));
            let expected = expected.fold(0, |faces, x| faces | 1_u64 << x);
            assert_eq!(faces_of_row(&rows, y, direction), expected, "row {y}, {direction:?}");
        }
    }
}
