use super::line::Line;
use super::ray::Ray;
use crate::terrain::{LayerMask, Selection, Terrain};
use crate::tile::Tile;
use glam::{BVec2, IVec2, Vec2};

/// Where a ray met something solid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// The solid pixel.
    pub pixel: IVec2,
    /// The last free pixel before it; `None` where the ray began inside.
    pub previous: Option<IVec2>,
    /// The point of the segment at [`fraction`](Self::fraction), moved into the pixel where it lies outside; so
    /// rounding it down gives the pixel.
    pub point: Vec2,
    /// `fraction` of the length of the ray, in pixels.
    pub distance: f32,
    /// The part of the ray that was walked, from 0 to 1: `k / D` after `k` of `D` steps of Bresenham's line, 0 for a ray of
    /// one pixel; where the ray was cast by the [exact](crate::Traversal::Exact) traversal, the part before the pixel.
    pub fraction: f32,
    /// Out of the face that was entered, against the step: one of the four axes. For a diagonal step it is the face
    /// whose neighbour is free, that of the longer axis where both or neither are. Zero where the ray began inside.
    pub normal: Vec2,
    /// The layer: its place in [`TileMap::layers`](crate::TileMap::layers). Where several are solid, the frontmost.
    pub layer: usize,
    /// The cell whose tile was hit, in the layer's grid. A tile larger than its cell may be hit outside it.
    pub cell: IVec2,
    /// The tile; `None` where the terrain was not made of tiles.
    pub tile: Option<Tile>,
    /// Whether the ray began in this pixel.
    pub inside: bool,
}

impl RayHit {
    /// All there is to know of the hit at step `step` of the line that `ray` draws.
    ///
    /// Kept out of the copies of a cast for each set of vector instructions: nothing here is for vectors, and in one place
    /// it was the faster.
    #[inline(never)]
    pub(super) fn new(
        terrain: &Terrain,
        selection: &Selection<'_>,
        ray: &Ray,
        line: &Line,
        step: u64,
        layers: LayerMask,
    ) -> Self {
        let pixel = line.pixel(step);
        let fraction = if line.steps() == 0 { 0.0 } else { step as f64 / line.steps() as f64 };
        let previous = (step > 0).then(|| line.pixel(step - 1));
        let owner = terrain.owner(pixel, layers);
        Self {
            pixel,
            previous,
            point: point_in(ray.at(fraction), pixel),
            distance: (fraction * ray.length()) as f32,
            fraction: fraction as f32,
            normal: previous.map_or(Vec2::ZERO, |previous| entered_face(selection, line, previous, pixel)),
            layer: owner.layer,
            cell: owner.cell,
            tile: owner.tile,
            inside: previous.is_none(),
        }
    }
}

/// The normal of the face through which a step from `previous` enters `pixel`.
pub(super) fn entered_face(selection: &Selection<'_>, line: &Line, previous: IVec2, pixel: IVec2) -> Vec2 {
    let back = previous - pixel;
    let major = line.along_major(back);
    let minor = back - major;
    // Without branches, which would be guessed wrong for every third ray. A straight step has no minor part, so that the
    // pixel beside it is the one that was hit: solid, and the face is the major one.
    let only_minor_is_open = selection.is_solid(pixel + major) & !selection.is_solid(pixel + minor);
    IVec2::select(BVec2::splat(only_minor_is_open), minor, major).as_vec2()
}

/// The point moved into the pixel's half-open square.
pub(super) fn point_in(point: glam::DVec2, pixel: IVec2) -> Vec2 {
    let axis = |value: f64, start: i32| {
        // The far border belongs to the next pixel, and rounding to f32 may reach it. Where f32 cannot tell the two
        // borders apart, the near one is all there is.
        let (near, far) = (start as f32, (start as f32 + 1.0).next_down());
        (value as f32).clamp(near, far.max(near))
    };
    Vec2::new(axis(point.x, pixel.x), axis(point.y, pixel.y))
}
