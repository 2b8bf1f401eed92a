//! Paths for discs in pixel terrain: Tileray tells where a disc fits and draws the outlines, polyanya finds the paths.
//!
//! ```text
//! terrain ──free_space──▶ mask ──contours, simplify──▶ polygons ──polyanya──▶ mesh ──path──▶ corners
//!    └── an edit ──dirty rectangle──▶ the part of the mask around it anew ──▶ …
//! ```

use polyanya::{Mesh, Triangulation};
use tileray::glam::{IVec2, Vec2};
use tileray::hull::{HullOptions, OutlineBias, SpriteHullError, simplify};
use tileray::solidity::{Connectivity, Contour, SizeError};
use tileray::{Circle, Rect, SolidityMap, Terrain};

/// The radius of an agent, in pixels.
pub const AGENT: f32 = 6.0;

/// A disc that fits at the center of a pixel with this much to spare fits at every point of the pixel: √½, rounded up.
const HALF_DIAGONAL: f32 = 0.708;
/// How far the outlines may lie inside of the room that there is, in pixels.
const MAX_ERROR: f32 = 1.5;

/// The pixels of a rectangle in all points of which the center of a disc may be.
#[derive(Clone, Debug)]
pub struct Room {
    rect: Rect,
    radius: f32,
    mask: SolidityMap,
}

impl Room {
    /// Computes the room for discs of a radius.
    ///
    /// # Errors
    /// [`SizeError`] for a rectangle that is too large.
    pub fn new(terrain: &Terrain, rect: Rect, radius: f32) -> Result<Self, SizeError> {
        let mask = terrain.query().free_space(rect, radius + HALF_DIAGONAL)?;
        Ok(Self { rect, radius, mask })
    }

    /// Computes the room anew where an edit of the terrain may have changed it.
    ///
    /// # Errors
    /// [`SizeError`] for a rectangle that is too large.
    pub fn update(&mut self, terrain: &Terrain, dirty: Rect) -> Result<(), SizeError> {
        let reach = (self.radius + HALF_DIAGONAL).ceil() as i32;
        let changed = Rect::new(dirty.min - reach, dirty.max + reach).intersection(&self.rect);
        let part = Self::new(terrain, changed, self.radius)?.mask;
        let at = changed.min - self.rect.min;
        self.mask.erase(&part.inverted(), at);
        self.mask.draw(&part, at);
        Ok(())
    }

    /// Returns the pixels; pixel `(0, 0)` is the corner of the rectangle.
    pub fn mask(&self) -> &SolidityMap {
        &self.mask
    }

    /// Returns whether the center of a disc may be anywhere in a pixel.
    pub fn has(&self, pixel: IVec2) -> bool {
        let at = pixel - self.rect.min;
        self.mask.get(at.x, at.y)
    }

    /// Builds polyanya's meshes, one for each connected part of the room.
    ///
    /// # Errors
    /// [`SpriteHullError`] if there are too many corners.
    pub fn meshes(&self) -> Result<Vec<Mesh>, SpriteHullError> {
        let outlines = self.mask.contours_with(Connectivity::Four);
        // Simplified loops that shrink stay inside of the room.
        let options = HullOptions::new().bias(OutlineBias::Shrink).max_error(MAX_ERROR);
        let loops = simplify(&outlines, &options)?.contours;
        let corners = |contour: &Contour| -> Vec<Vec2> {
            contour.points().iter().map(|&corner| (corner + self.rect.min).as_vec2()).collect()
        };
        let parts = loops.iter().enumerate().filter(|(_, contour)| !contour.is_hole());
        let mesh = |(index, outer): (usize, &Contour)| {
            let mut part = Triangulation::from_outer_edges(&corners(outer));
            part.add_obstacles(loops.iter().filter(|hole| hole.parent() == Some(index)).map(corners));
            let mut mesh = part.as_navmesh();
            while mesh.merge_polygons() {}
            mesh.bake();
            mesh.set_search_delta(0.5);
            mesh
        };
        Ok(parts.map(mesh).collect())
    }
}

/// Finds the shortest path between two points, the first included; `None` if no path leads there.
pub fn path(meshes: &[Mesh], from: Vec2, to: Vec2) -> Option<Vec<Vec2>> {
    let path = meshes.iter().find_map(|mesh| mesh.path(from, to))?;
    Some(std::iter::once(from).chain(path.path).collect())
}

/// Returns whether a disc moves along a path without overlapping a solid pixel, by exact casts.
pub fn is_free(terrain: &Terrain, path: &[Vec2], radius: f32) -> bool {
    let query = terrain.query();
    path.windows(2).all(|leg| query.cast_shape(&Circle::new(leg[0], radius), leg[1] - leg[0]).is_none())
}

/// Returns the length of a path.
pub fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}
