//! `polygon`, `contact` and `hull`: shapes against definitions in whole numbers and in `f64`.

use crate::scene::{AnyMask, Few, NearPoint, Point};
use arbitrary::{Arbitrary, Unstructured};
use reference::rings;
use reference::separation::assert_contact;
use tileray::glam::Vec2;
use tileray::hull::{HullMode, OutlineBias, SpriteHullError};
use tileray::solidity::Connectivity;
use tileray::{ConvexPolygon, HullOptions, Polygon, SpriteHull};

#[derive(Debug, Arbitrary)]
struct AnyRing {
    near: Few<NearPoint, 12>,
    any: Few<Point, 4>,
    probes: Few<NearPoint, 6>,
}

/// A polygon is taken where the definitions find no fault, and holds the points that they say.
pub(crate) fn polygon(data: &[u8]) {
    let Ok(scene) = AnyRing::arbitrary(&mut Unstructured::new(data)) else { return };
    let points: Vec<Vec2> =
        scene.near.0.iter().map(|point| point.get()).chain(scene.any.0.iter().map(|point| point.get())).collect();
    let polygon = Polygon::new(points.clone());
    if let Err(error) = &polygon {
        assert!(!error.to_string().is_empty());
    }
    let Some(ring) = rings::points(&points).filter(|ring| ring.len() >= 3) else { return };
    let fault = rings::fault(&ring);
    assert_eq!(polygon.is_ok(), fault.is_none(), "{points:?}: {fault:?}, {polygon:?}");
    let Ok(polygon) = polygon else { return };
    for probe in &scene.probes.0 {
        let place = rings::point(probe.get()).expect("a multiple of 1/256");
        assert_eq!(polygon.contains(probe.get()), rings::contains(&ring, place), "{} in {points:?}", probe.get());
    }
    let pieces = polygon.convex_pieces();
    let area = |ring: &[Vec2]| rings::double_area(&rings::points(ring).expect("corners of the polygon")).unsigned_abs();
    let sum: u128 = pieces.iter().map(|piece| area(piece.points())).sum();
    assert_eq!(sum, area(&points), "the pieces of {points:?}");
    assert!(pieces.iter().all(Polygon::is_convex), "the pieces of {points:?}");
    let triangles = polygon.triangulate();
    let sum: u128 = triangles.iter().map(|triangle| area(triangle)).sum();
    assert_eq!(sum, area(&points), "the triangles of {points:?}");
}

#[derive(Debug, Arbitrary)]
struct Pair {
    first: Few<Point, 8>,
    second: Few<Point, 8>,
    motion: Point,
}

/// Contacts, separations and sweeps agree with each other and, of shapes of moderate size, with `f64`.
pub(crate) fn contact(data: &[u8]) {
    let Ok(scene) = Pair::arbitrary(&mut Unstructured::new(data)) else { return };
    let hull = |points: &Few<Point, 8>| ConvexPolygon::convex_hull(points.0.iter().map(|point| point.get()).collect());
    let (Ok(a), Ok(b)) = (hull(&scene.first), hull(&scene.second)) else { return };
    assert_contact(&a, &b, scene.motion.get());
}

#[derive(Debug, Arbitrary)]
struct HullScene {
    mask: AnyMask,
    mode: u8,
    max_error: u8,
    bias: u8,
    corners_touch: bool,
    max_vertices: Option<u8>,
    max_pieces: Option<u8>,
}

/// A hull around a mask holds what its options promise.
pub(crate) fn hull(data: &[u8]) {
    let Ok(scene) = HullScene::arbitrary(&mut Unstructured::new(data)) else { return };
    let mask = &scene.mask.0;
    let options = HullOptions::new()
        .mode([HullMode::Pieces, HullMode::Convex, HullMode::Box, HullMode::Circle][usize::from(scene.mode % 4)])
        .max_error(f32::from(scene.max_error) / 32.0)
        .bias([OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink][usize::from(scene.bias % 3)])
        .connectivity(if scene.corners_touch { Connectivity::Eight } else { Connectivity::Four })
        .max_vertices(scene.max_vertices.map(usize::from))
        .max_pieces(scene.max_pieces.map(usize::from));
    let hull = match SpriteHull::from_mask(mask, &options) {
        Ok(hull) => hull,
        Err(error) => {
            assert_eq!(matches!(error, SpriteHullError::Empty { .. }), mask.count() == 0, "{error}");
            return;
        }
    };
    assert_eq!(hull.fit.solid, mask.count());
    assert_eq!(hull.fit.pieces, hull.hull.pieces().len());
    if options.mode == HullMode::Pieces {
        assert!(options.max_pieces.is_none_or(|most| hull.fit.pieces <= most), "{options:?}");
    } else {
        assert!(hull.fit.coverage() > 1.0 - 1e-6, "{} of {options:?}", hull.fit.coverage());
    }
    // A budget raises the bound.
    let has_budget = options.max_vertices.is_some() || options.max_pieces.is_some();
    if options.mode == HullMode::Pieces && options.max_error == 0.0 && !has_budget {
        assert!(hull.fit.iou() > 1.0 - 1e-6, "{} of {options:?}", hull.fit.iou());
    }
}
