//! Faces: the pixels by which a one-way platform stops a body, for one pixel and for a row of 64.
//!
//! ```text
//!     ↓↓↓↓     a face: solid, and the pixel before it, where the motion comes from, is not
//!     ====
//!     ====     not a face: a body inside passes through
//! ```
//!
//! Only faces stop a body. A ray has no size, so any solid pixel stops it (`TerrainLayer::stops`).

use crate::geometry::Direction;
use glam::IVec2;

/// The role of faces in a question about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FacesRule {
    /// Faces stop the step, and so do two-way pixels.
    Count,
    /// Faces stop nothing.
    Ignore,
    /// Only faces stop the step.
    Only,
}

impl FacesRule {
    /// Returns whether the question includes faces if `faces`, or two-way pixels if not.
    #[inline]
    pub(super) const fn covers(self, faces: bool) -> bool {
        match self {
            Self::Count => true,
            Self::Ignore => !faces,
            Self::Only => faces,
        }
    }
}

/// Returns whether a pixel belongs to a face of a layer or solid that is solid against one direction.
#[inline]
pub(super) fn is_face(pixel: IVec2, direction: Direction, is_solid: impl Fn(IVec2) -> bool) -> bool {
    is_solid(pixel) && !is_solid(pixel - direction.step())
}

/// Returns the faces of a row of 64 pixels, bit 0 at the left, by the rule of [`is_face`]. Pixels beyond the rows are
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
