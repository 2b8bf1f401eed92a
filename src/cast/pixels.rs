//! The solid pixels of a rectangle.

use crate::geometry::Rect;
use crate::solidity::{BRICK_SHIFT, BRICK_SIDE};
use crate::terrain::{BrickGrid, LayerSelection};
use glam::IVec2;

/// The bricks of a selection of layers that hold solid pixels, in a rectangle.
pub(super) fn each_brick(
    selection: &LayerSelection<'_>,
    area: &Rect,
    mut is_found: impl FnMut(IVec2, [u16; 16]) -> bool,
) -> bool {
    let whole = selection.grids().iter().map(|grid| grid.pixels()).fold(Rect::EMPTY, |all, one| all.union(&one));
    let area = area.intersection(&whole);
    if area.is_empty() {
        return false;
    }
    let first = area.min >> BRICK_SHIFT as i32;
    let last = (area.max - 1) >> BRICK_SHIFT as i32;
    let rows_of = |grid: &BrickGrid, at: IVec2| grid.brick_at(at).map(|brick| *brick.rows());
    (first.y..=last.y).any(|y| {
        (first.x..=last.x).any(|x| {
            let at = IVec2::new(x, y);
            let found = selection.grids().iter().filter_map(|grid| rows_of(grid, at));
            let rows = found.reduce(|mut all, rows| {
                all.iter_mut().zip(rows).for_each(|(all, row)| *all |= row);
                all
            });
            rows.is_some_and(|rows| is_found(at * BRICK_SIDE, rows))
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
