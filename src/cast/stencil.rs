//! The pixels of all shapes that are convex cores, for edits.

use crate::collide::{Collider, ConvexPolygon, Hull, RoundedPolygon};
use crate::geometry::{Aabb, Capsule, Rect};
use crate::solidity::FixedShape;
use crate::terrain::{Stencil, StencilPixels};
use glam::{IVec2, UVec2};

/// Implements [`Stencil`] by the union of a shape's cores.
macro_rules! stencils {
    ($($shape:ty),*) => {
        $(impl Stencil for $shape {
            fn pixels(&self) -> StencilPixels<'_> {
                let mut pixels = FixedShape::default();
                self.visit_cores(&mut |core| pixels.add_grown(core.points, core.radius));
                pixels.into()
            }
        })*
    };
}

stencils!(Capsule, Aabb, Rect, ConvexPolygon, RoundedPolygon, Hull);

/// One pixel.
impl Stencil for IVec2 {
    fn pixels(&self) -> StencilPixels<'_> {
        let mut pixels = FixedShape::default();
        let square = Rect::from_size(*self, UVec2::ONE);
        square.visit_cores(&mut |core| pixels.add_grown(core.points, core.radius));
        pixels.into()
    }
}
