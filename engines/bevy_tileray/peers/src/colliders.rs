//! The cave as colliders of Avian, in the ways that its users make them.

use crate::cave::{Cave, to_world};
use avian2d::prelude::{Collider, CollisionLayers, RigidBody};
use bevy_app::App;
use bevy_math::{IVec2, Vec2, ivec2, vec2};
use bevy_transform::components::Transform;
use std::collections::BTreeSet;
use std::fmt;
use tileray::{LayerMask, Rect, SolidityMap};

/// The bits of collision layers.
pub const TERRAIN: u32 = 1;
pub const BODIES: u32 = 2;

/// The side of a cell, in pixels.
const CELL: i32 = 16;

/// What the cave is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A rectangle for each cell that is full, the convex hull of the solid pixels for each one that is not.
    Cells,
    /// As [`Form::Cells`], with the full cells merged into few rectangles.
    Merged,
    /// Closed polylines along the edges of the solid pixels. They have no inside.
    Outlines,
    /// One collider with a voxel for each solid pixel.
    Voxels,
}

impl Form {
    pub const ALL: [Self; 4] = [Self::Cells, Self::Merged, Self::Outlines, Self::Voxels];
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cells => "Avian, a collider a cell",
            Self::Merged => "Avian, merged cells",
            Self::Outlines => "Avian, outlines",
            Self::Voxels => "Avian, voxels",
        })
    }
}

/// Spawns the cave, and returns how many colliders it has.
pub fn spawn(app: &mut App, cave: &Cave, form: Form) -> usize {
    let colliders = match form {
        Form::Cells => of_cells(cave, |full| full.iter().map(|cell| Rect::new(*cell, *cell + 1)).collect()),
        Form::Merged => of_cells(cave, merge),
        Form::Outlines => outlines(&cave.solid),
        Form::Voxels => vec![(voxels(&cave.solid), Vec2::ZERO)],
    };
    let count = colliders.len();
    for (collider, at) in colliders {
        spawn_static(app, collider, at);
    }
    count
}

/// Spawns a collider of the terrain.
pub fn spawn_static(app: &mut App, collider: Collider, at: Vec2) {
    let layers = CollisionLayers::from_bits(TERRAIN, BODIES);
    app.world_mut().spawn((RigidBody::Static, collider, layers, Transform::from_translation(at.extend(0.0))));
}

/// Returns rectangles for the cells that are full, and convex hulls for those that are not.
fn of_cells(cave: &Cave, rectangles: impl Fn(&[IVec2]) -> Vec<Rect>) -> Vec<(Collider, Vec2)> {
    let cells = cave.solid.size().as_ivec2() / CELL;
    let mut full = Vec::new();
    let mut colliders = Vec::new();
    for cell in (0..cells.y).flat_map(|y| (0..cells.x).map(move |x| ivec2(x, y))) {
        let pixels = Rect::new(cell * CELL, (cell + 1) * CELL);
        let mask = cave.terrain.to_mask(pixels, LayerMask::ALL);
        match mask.count() {
            0 => {}
            256 => full.push(cell),
            _ => colliders.push((hull(&mask), to_world(pixels.min.as_vec2()))),
        }
    }
    let rectangles = rectangles(&full);
    let covered: u64 = rectangles.iter().map(Rect::area).sum();
    assert_eq!(covered, full.len() as u64, "each full cell is in one rectangle");
    colliders.extend(rectangles.into_iter().map(|cells| {
        let (size, min) = ((cells.size().as_ivec2() * CELL).as_vec2(), (cells.min * CELL).as_vec2());
        (Collider::rectangle(size.x, size.y), to_world(min + size / 2.0))
    }));
    colliders
}

/// Returns the convex hull of the solid pixels of a cell.
fn hull(mask: &SolidityMap) -> Collider {
    let corners: Vec<Vec2> = mask
        .contours()
        .iter()
        .flat_map(|contour| contour.points().iter().map(|point| to_world(point.as_vec2())))
        .collect();
    Collider::convex_hull(&corners).expect("a pixel has an area")
}

/// Merges cells, in rows from the top: each rectangle is as wide as it can be, then as high.
fn merge(cells: &[IVec2]) -> Vec<Rect> {
    let mut left: BTreeSet<(i32, i32)> = cells.iter().map(|cell| (cell.y, cell.x)).collect();
    let mut merged = Vec::new();
    while let Some(&(y, x)) = left.first() {
        let width = (x..).take_while(|x| left.contains(&(y, *x))).count() as i32;
        let height = (y..).take_while(|y| (x..x + width).all(|x| left.contains(&(*y, x)))).count() as i32;
        let cells = Rect::new(ivec2(x, y), ivec2(x + width, y + height));
        for cell in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y, x))) {
            left.remove(&cell);
        }
        merged.push(cells);
    }
    merged
}

/// Returns a polyline for each border between solid and free pixels.
fn outlines(solid: &SolidityMap) -> Vec<(Collider, Vec2)> {
    let outline = |points: &[IVec2]| {
        let corners = points.iter().map(|point| to_world(point.as_vec2())).collect::<Vec<_>>();
        let count = corners.len() as u32;
        Collider::polyline(corners, Some((0..count).map(|index| [index, (index + 1) % count]).collect()))
    };
    solid.contours().iter().map(|contour| (outline(contour.points()), Vec2::ZERO)).collect()
}

/// Returns a voxel for each solid pixel.
fn voxels(solid: &SolidityMap) -> Collider {
    let (width, height) = (solid.width() as i32, solid.height() as i32);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| ivec2(x, y)));
    let voxels: Vec<IVec2> =
        pixels.filter(|pixel| solid.get(pixel.x, pixel.y)).map(|pixel| ivec2(pixel.x, -pixel.y - 1)).collect();
    Collider::voxels(vec2(1.0, 1.0), &voxels)
}
