//! The pixels of convex shapes and hulls, for edits.

use crate::collide::{Collider, ConvexPolygon, Hull, RoundedPolygon};
use crate::solidity::FixedShape;
use crate::terrain::{Stencil, StencilPixels};

/// Returns the pixels of a union of cores.
fn pixels_of_cores(shape: &dyn Collider) -> StencilPixels<'static> {
    let mut pixels = FixedShape::default();
    shape.visit_cores(&mut |core| pixels.add_grown(core.points, core.radius));
    pixels.into()
}

impl Stencil for ConvexPolygon {
    fn pixels(&self) -> StencilPixels<'_> {
        pixels_of_cores(self)
    }
}

impl Stencil for RoundedPolygon {
    fn pixels(&self) -> StencilPixels<'_> {
        pixels_of_cores(self)
    }
}

impl Stencil for Hull {
    fn pixels(&self) -> StencilPixels<'_> {
        pixels_of_cores(self)
    }
}
