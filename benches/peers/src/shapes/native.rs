//! Box2D's own functions, called from C without what its safe binding adds: the only unsafe code of this program.
//!
//! The binding checks every argument, the polygon's convexity included, and takes a lock at each call, which takes it
//! several times as long as Box2D itself. A comparison with the binding alone would say more of the binding than of Box2D.
//! The functions called here read their arguments and the length of a metre, and write nothing but what they return; their
//! arguments were made by the binding and can be made by nothing else, so that counts are within their arrays.
#![expect(unsafe_code, reason = "the functions of a C library")]

use boxdd::{Polygon, ShapeCastPairInput};
use boxdd_sys::ffi::{
    b2CastOutput, b2Circle, b2CollidePolygonAndCircle, b2CollidePolygons, b2LocalManifold, b2Polygon, b2ShapeCast,
    b2ShapeCastPairInput, b2Transform,
};

/// A polygon that the binding has checked.
pub(super) struct NativePolygon(b2Polygon);

impl NativePolygon {
    pub(super) fn new(polygon: Polygon) -> Self {
        Self(polygon.into_raw())
    }
}

/// A moving shape and one that stands, which the binding has checked.
pub(super) struct NativeCast(b2ShapeCastPairInput);

impl NativeCast {
    pub(super) fn new(input: ShapeCastPairInput) -> Self {
        Self(input.into_raw())
    }
}

#[inline]
pub(super) fn collide_polygons(a: &NativePolygon, b: &NativePolygon, b_in_a: b2Transform) -> b2LocalManifold {
    // SAFETY: both polygons are valid, and it only reads them.
    unsafe { b2CollidePolygons(&a.0, &b.0, b_in_a) }
}

#[inline]
pub(super) fn collide_polygon_and_circle(a: &NativePolygon, b: &b2Circle, b_in_a: b2Transform) -> b2LocalManifold {
    // SAFETY: the polygon is valid, a circle is any three numbers, and it only reads them.
    unsafe { b2CollidePolygonAndCircle(&a.0, b, b_in_a) }
}

#[inline]
pub(super) fn shape_cast(cast: &NativeCast) -> b2CastOutput {
    // SAFETY: the points of both shapes were counted, and it only reads them.
    unsafe { b2ShapeCast(&cast.0) }
}
