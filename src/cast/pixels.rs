//! The solid pixels of a rectangle.

use crate::geometry::Rect;
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE};
use crate::terrain::LayerSelection;
use glam::IVec2;

/// The bricks of a selection of layers that hold solid pixels, in a rectangle.
pub(super) fn each_brick(
    selection: &LayerSelection<'_>,
    area: &Rect,
    mut is_found: impl FnMut(IVec2, [u16; 16]) -> bool,
) -> bool {
    let area = area.intersection(&selection.pixels());
    if area.is_empty() {
        return false;
    }
    let first = area.min >> BRICK_SHIFT as i32;
    let last = (area.max - 1) >> BRICK_SHIFT as i32;
    (first.y..=last.y).any(|y| {
        (first.x..=last.x).any(|x| {
            let at = IVec2::new(x, y);
            selection.rows(at).is_some_and(|rows| is_found(at * BRICK_SIDE, rows))
        })
    })
}

/// Visits the solid pixels of a rectangle, brick after brick, until `is_found` returns true; returns whether it did.
pub(super) fn each_pixel(selection: &LayerSelection<'_>, area: &Rect, mut is_found: impl FnMut(IVec2) -> bool) -> bool {
    each_brick(selection, area, |corner, rows| {
        let (low, high) = ((area.min - corner).max(IVec2::ZERO), (area.max - corner).min(IVec2::splat(BRICK_SIDE)));
        let across = u16::MAX >> (BRICK_SIDE - (high.x - low.x)) << low.x;
        (low.y..high.y).any(|y| {
            let mut bits = rows[y as usize] & across;
            std::iter::from_fn(|| {
                let x = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(corner + IVec2::new(x as i32, y))
            })
            .any(&mut is_found)
        })
    })
}
