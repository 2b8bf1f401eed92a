use super::line::Line;
use super::options::RayOptions;
use super::ray::Ray;
use crate::terrain::{LayerSelection, OwnerFinder, Terrain};
use crate::tile::Tile;
use glam::{BVec2, IVec2, Vec2, ivec2};

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
    /// one pixel; where the ray was cast by the [exact](crate::raycast::Traversal::Exact) traversal, the part before the pixel.
    pub fraction: f32,
    /// Out of the face that was entered, against the step: one of the four axes. For a diagonal step it is the face
    /// whose neighbor is free, that of the longer axis where both or neither are. Zero where the ray began inside.
    pub normal: Vec2,
    /// The layer: its place in [`TileMap::layers`](crate::tile::TileMap::layers). Where several are solid for the ray, the frontmost.
    pub layer: usize,
    /// The cell whose tile was hit, in the layer's grid. A tile larger than its cell may be hit outside it.
    pub cell: IVec2,
    /// The tile; `None` where the terrain was not made of tiles.
    pub tile: Option<Tile>,
    /// Whether the ray began in this pixel.
    pub inside: bool,
}

/// A step onto a solid pixel, as the walk knows it.
pub(super) struct Entry {
    pub(super) pixel: IVec2,
    /// The way back to the pixel before, and the part of it out of the face that was entered; of no account at step 0.
    pub(super) back: IVec2,
    pub(super) face: IVec2,
    /// The step, of how many; of one where the line is one pixel.
    pub(super) step: i64,
    pub(super) steps: i64,
}

impl RayHit {
    /// All there is to know of the hit at step `step` of the line that `ray` draws.
    pub(super) fn new(
        terrain: &Terrain,
        selection: &LayerSelection<'_>,
        ray: &Ray,
        line: &Line,
        step: u64,
        options: &RayOptions,
    ) -> Self {
        let pixel = line.pixel(step);
        let (mut back, mut face) = (IVec2::ZERO, IVec2::ZERO);
        if step > 0 {
            back = line.pixel(step - 1) - pixel;
            face = entered_face(selection, line, pixel + back, pixel).as_ivec2();
        }
        let owners = terrain.owners(options.layers, options.one_way);
        Self::at(&owners, ray, &Entry { pixel, back, face, step: step as i64, steps: line.steps().max(1) as i64 })
    }

    /// All there is to know of a hit.
    #[inline(always)]
    pub(super) fn at(owners: &OwnerFinder<'_>, ray: &Ray, entry: &Entry) -> Self {
        let &Entry { pixel, back, face, step, steps } = entry;
        let inside = step == 0;
        let fraction = step as f64 / steps as f64;
        // No bits, where the ray began inside.
        let moved = -i32::from(!inside);
        let owner = owners.of(pixel, || ray.motion());
        Self {
            pixel,
            previous: if inside { None } else { Some(pixel + back) },
            point: point_in(ray.point_at(fraction), pixel),
            distance: (fraction * ray.length()) as f32,
            fraction: fraction as f32,
            normal: ivec2(face.x & moved, face.y & moved).as_vec2(),
            layer: owner.layer,
            cell: owner.cell,
            tile: *owner.tile,
            inside,
        }
    }
}

/// The normal of the face through which a step from `previous` enters `pixel`.
pub(super) fn entered_face(selection: &LayerSelection<'_>, line: &Line, previous: IVec2, pixel: IVec2) -> Vec2 {
    let back = previous - pixel;
    let major = line.along_major(back);
    let minor = back - major;
    // Without branches, which would be guessed wrong for every third ray. A straight step has no minor part, so that the
    // pixel beside it is the one that was hit: solid, and the face is the major one.
    let only_minor_is_open = selection.is_solid(pixel + major) & !selection.is_solid(pixel + minor);
    IVec2::select(BVec2::splat(only_minor_is_open), minor, major).as_vec2()
}

/// The point moved into the pixel's half-open square.
#[inline]
pub(super) fn point_in(point: glam::DVec2, pixel: IVec2) -> Vec2 {
    let axis = |value: f64, start: i32| {
        // The far border belongs to the next pixel, and rounding to f32 may reach it. Where f32 cannot tell the two
        // borders apart, the near one is all there is.
        let near = start as f32;
        let far = next_down(near + 1.0).max(near);
        // Of two zeros `max` may give either, so the sum makes them one: -0 + 0 is 0.
        (value as f32 + 0.0).max(near).min(far)
    };
    Vec2::new(axis(point.x, pixel.x), axis(point.y, pixel.y))
}

/// The next `f32` below a whole number, without the branches of [`f32::next_down`].
#[inline]
fn next_down(value: f32) -> f32 {
    // The bits of floats above zero grow with them, and those of floats below zero fall; there are two zeros.
    let bits = value.to_bits() as i32;
    let down = if bits == 0 { i32::MIN + 1 } else { bits - (bits >> 31 | 1) };
    f32::from_bits(down as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_float_below_is_that_of_the_standard_library() {
        for whole in (-300..300).chain([-1 << 25, -1 << 24, -1 << 23, 1 << 23, 1 << 24, (1 << 24) + 2, 1 << 30]) {
            let value = whole as f32;
            assert_eq!(next_down(value).to_bits(), value.next_down().to_bits(), "below {value}");
        }
    }
}
