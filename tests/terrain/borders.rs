//! Pixels whose centers lie on the border of shapes.

use tileray::glam::{IVec2, ivec2, vec2};
use tileray::terrain::Stencil;
use tileray::{Aabb, Capsule, Circle, ConvexPolygon, Hull, LayerMask, SolidityMap, Terrain};

/// The pixels of a shape around the origin, as a mask.
fn filled(terrain: &mut Terrain, shape: &(impl Stencil + ?Sized)) -> SolidityMap {
    terrain.fill(shape, LayerMask::ALL);
    let filled = terrain.query().to_mask(terrain.bounds());
    terrain.carve(shape, LayerMask::ALL);
    assert_eq!(terrain.query().to_mask(terrain.bounds()).count(), 0);
    filled
}

#[test]
fn shapes_that_share_a_border_leave_no_pixel_out() {
    let triangle =
        |corners: [(f32, f32); 3]| ConvexPolygon::new(corners.map(|(x, y)| vec2(x, y)).to_vec()).expect("a triangle");
    // The halves of a square, which share its diagonal of centers; slopes to both sides are equally high.
    let [lower, upper] =
        [[(-8.0, 8.0), (8.0, -8.0), (8.0, 8.0)], [(-8.0, 8.0), (-8.0, -8.0), (8.0, -8.0)]].map(triangle);
    let square = Aabb::new((-8.0, -8.0), (8.0, 8.0));
    let hull = Hull::new(vec![lower.clone(), upper.clone()]).expect("two pieces");
    let mut terrain = Terrain::from_solidity_at(&SolidityMap::new(96, 96), ivec2(-48, -48)).expect("a small mask");
    let mut filled = |shape: &dyn Stencil| filled(&mut terrain, shape);
    let [lower, upper, square, hull] = [&lower as &dyn Stencil, &upper, &square, &hull].map(&mut filled);
    assert_eq!((lower.count(), upper.count()), (16 * 17 / 2, 16 * 17 / 2));
    assert_eq!((&lower.union(&upper, IVec2::ZERO), &hull), (&square, &square));
    // A crate of three pixels at a half, and shapes without an area.
    assert_eq!(filled(&Aabb::new((0.5, 0.0), (3.5, 3.0))).count(), 4 * 3);
    assert_eq!(filled(&Aabb::new((0.5, 0.0), (0.5, 3.0))).count(), 0);
    assert_eq!(filled(&Circle::new((0.5, 0.5), 1.0)).count(), 5);
    assert_eq!(filled(&Circle::new((0.5, 0.5), 0.0)).count(), 0);
    assert_eq!(filled(&Capsule::new((0.5, 0.5), (5.5, 0.5), 0.0)).count(), 0);
}
