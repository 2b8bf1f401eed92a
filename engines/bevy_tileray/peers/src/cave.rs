//! The map that all contestants are measured in, where rays and bodies begin in it, and its colliders of Avian.

use avian2d::prelude::{Collider, CollisionLayers, RigidBody};
use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_math::{IVec2, Vec2, ivec2, vec2};
use bevy_tileray::WorldRay;
use bevy_transform::components::Transform;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};
use tileray::{LoadError, Rect, SolidityMap, Terrain, TileMap};

/// The length of the rays, in pixels.
pub const RAY_LENGTH: f32 = 200.0;

/// The sides of the bodies, in pixels.
pub const BODY: (u32, u32) = (12, 14);

/// A cave of 240×64 cells of 16 pixels.
#[derive(Debug)]
pub struct Cave {
    pub map: TileMap,
    pub terrain: Terrain,
    /// The solid pixels; the first is the pixel (0, 0) of the map.
    pub solid: SolidityMap,
    /// How long it took to read the files, and to make terrain of the map.
    pub took: [Duration; 2],
}

impl Cave {
    /// Reads the map of the repository.
    ///
    /// # Errors
    /// [`LoadError`] where the files are not there.
    pub fn open() -> Result<Self, LoadError> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../maps/cave.tmx");
        let start = Instant::now();
        let map = TileMap::open(path)?;
        let read = start.elapsed();
        let terrain = Terrain::from_map(&map);
        let took = [read, start.elapsed() - read];
        assert_eq!(terrain.bounds().min, IVec2::ZERO, "the cave begins at its first pixel");
        let solid = terrain.query().to_mask(terrain.bounds());
        Ok(Self { map, terrain, solid, took })
    }

    /// Returns the width and the height of the map in pixels.
    fn size(&self) -> IVec2 {
        self.solid.size().as_ivec2()
    }

    /// Returns rays that begin in random free pixels, and go in random directions.
    pub fn rays(&self, rng: &mut Rng, count: usize) -> Vec<WorldRay> {
        let mut ray = || {
            let pixel = loop {
                let pixel = ivec2(rng.i32(0..self.size().x), rng.i32(0..self.size().y));
                if !self.solid.get(pixel.x, pixel.y) {
                    break pixel;
                }
            };
            // Inside of the pixel, so that no rounding puts it into another one.
            let within = vec2(rng.f32(), rng.f32()) * 0.9 + 0.05;
            let direction = Vec2::from_angle(rng.f32() * std::f32::consts::TAU);
            WorldRay::new(to_world(pixel.as_vec2() + within), direction, RAY_LENGTH)
        };
        (0..count).map(|_| ray()).collect()
    }

    /// Returns the middle of a random solid pixel, in pixels.
    pub fn rock(&self, rng: &mut Rng) -> Vec2 {
        loop {
            let pixel = ivec2(rng.i32(0..self.size().x), rng.i32(0..self.size().y));
            if self.solid.get(pixel.x, pixel.y) {
                return pixel.as_vec2() + 0.5;
            }
        }
    }

    /// Returns the middles in the world of bodies that are free.
    pub fn starts(&self, rng: &mut Rng, count: usize) -> Vec<Vec2> {
        let body = SolidityMap::from_fn(BODY.0, BODY.1, |_, _| true);
        let mut start = || loop {
            let corner = ivec2(rng.i32(16..self.size().x - 32), rng.i32(16..self.size().y - 32));
            if self.terrain.query().overlap_mask(&body, corner).is_none() {
                break to_world(corner.as_vec2() + vec2(BODY.0 as f32, BODY.1 as f32) / 2.0);
            }
        };
        (0..count).map(|_| start()).collect()
    }

    /// Returns whether a body lies in rock by more than a pixel and a half at each side, or out of the map.
    pub fn is_lost(&self, middle: Vec2) -> bool {
        let half = vec2(BODY.0 as f32, BODY.1 as f32) / 2.0 - 1.5;
        let middle = vec2(middle.x, -middle.y);
        let (min, max) = ((middle - half).round().as_ivec2(), (middle + half).round().as_ivec2());
        let inner = SolidityMap::from_fn((max.x - min.x) as u32, (max.y - min.y) as u32, |_, _| true);
        !self.terrain.bounds().contains(middle.as_ivec2()) || self.terrain.query().overlap_mask(&inner, min).is_some()
    }
}

/// Returns a point of the world: y up.
pub fn to_world(pixel: Vec2) -> Vec2 {
    vec2(pixel.x, -pixel.y)
}

/// The bits of collision layers.
pub const TERRAIN: u32 = 1;
pub const BODIES: u32 = 2;

/// The side of a cell, in pixels.
pub const CELL: i32 = 16;

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
pub fn spawn_static(app: &mut App, collider: Collider, at: Vec2) -> Entity {
    let layers = CollisionLayers::from_bits(TERRAIN, BODIES);
    app.world_mut().spawn((RigidBody::Static, collider, layers, Transform::from_translation(at.extend(0.0)))).id()
}

/// Returns rectangles for the cells that are full, and convex hulls for those that are not.
fn of_cells(cave: &Cave, rectangles: impl Fn(&[IVec2]) -> Vec<Rect>) -> Vec<(Collider, Vec2)> {
    let cells = cave.solid.size().as_ivec2() / CELL;
    let mut full = Vec::new();
    let mut colliders = Vec::new();
    for cell in (0..cells.y).flat_map(|y| (0..cells.x).map(move |x| ivec2(x, y))) {
        let pixels = Rect::new(cell * CELL, (cell + 1) * CELL);
        let mask = cave.terrain.query().to_mask(pixels);
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
pub fn hull(mask: &SolidityMap) -> Collider {
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
