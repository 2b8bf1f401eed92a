//! Where a disc fits, against the distances of all pixels and against overlaps.

use reference::maps::random_map;
use reference::nearest::pixels;
use reference::{cases, each_case};
use tileray::glam::{DVec2, IVec2, ivec2, uvec2};
use tileray::terrain::Outside;
use tileray::{Circle, LayerMask, LayerSet, Rect, SolidityMap, Terrain, TerrainQuery};

/// Returns whether a disc at the center of a pixel overlaps no solid pixel, from the distances to all of them.
fn fits(query: &TerrainQuery<'_>, pixel: IVec2, radius: f32) -> bool {
    let reach = radius.max(0.0).ceil() as i32 + 1;
    let near = Rect::new(pixel - reach, pixel + reach + 1);
    let distance = |other: IVec2| {
        let away = ((other - pixel).abs().as_dvec2() - 0.5).max(DVec2::ZERO);
        away.length_squared()
    };
    let is_free = |other: IVec2| other != pixel && distance(other) >= f64::from(radius.max(0.0)).powi(2);
    pixels(near).all(|other| is_free(other) || !query.is_solid(other))
}

#[test]
fn a_disc_fits_where_it_overlaps_nothing() {
    for (_, mut rng) in each_case(581, cases(60)) {
        let map = random_map(&mut rng, true);
        let terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
        let outside = [Outside::Free, Outside::Free, Outside::Solid, Outside::Edge][rng.usize(..4)];
        let terrain = terrain.with_outside(outside);
        let query = terrain.query().layers(if rng.bool() { LayerMask::ALL } else { LayerMask(rng.u32(0..16)) });
        let bounds = terrain.bounds();
        let corner = ivec2(rng.i32(bounds.min.x - 30..bounds.max.x), rng.i32(bounds.min.y - 30..bounds.max.y));
        let rect = Rect::from_size(corner, uvec2(rng.u32(0..50), rng.u32(0..50)));
        // The overlap of quarters is not decided by a tolerance here.
        let is_quarter = rng.bool();
        let radius = if is_quarter { rng.i32(-1..50) as f32 / 4.0 } else { rng.f32() * 12.0 };
        let room = query.free_space(rect, radius).expect("small");
        assert_eq!(room.size(), rect.size());
        for pixel in pixels(rect) {
            let (at, found) = (pixel - rect.min, fits(&query, pixel, radius));
            assert_eq!(room.get(at.x, at.y), found, "{pixel}, radius {radius}");
            if is_quarter && radius >= 0.0 {
                assert_eq!(
                    !query.overlaps(&Circle::new(pixel.as_vec2() + 0.5, radius)),
                    found,
                    "{pixel}, radius {radius}"
                );
            }
        }
    }
}

#[test]
fn hard_rectangles_and_radii_are_answered() {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(40, 40, |x, y| x == 20 && y == 20));
    let query = terrain.query();
    let whole = Rect::new((0, 0), (40, 40));
    for radius in [f32::NAN, -3.0, f32::NEG_INFINITY, 0.0, 0.5] {
        assert_eq!(query.free_space(whole, radius).expect("small").count(), 1599, "{radius}");
    }
    assert_eq!(query.free_space(whole, 0.500_001).expect("small").count(), 1600 - 5);
    for radius in [1e9, f32::MAX, f32::INFINITY] {
        assert_eq!(query.free_space(whole, radius).expect("small").count(), 0, "{radius}");
    }
    let far = [ivec2(i32::MIN, i32::MIN), IVec2::MAX - 8, ivec2(i32::MIN, i32::MAX - 8)];
    for corner in far {
        let rect = Rect::from_size(corner, uvec2(8, 8));
        assert_eq!(query.free_space(rect, 30.0).expect("small").count(), 64, "{corner}");
    }
    assert!(query.free_space(Rect::new(IVec2::MIN, IVec2::MAX), 3.0).is_err());
    assert!(query.free_space(Rect::EMPTY, 3.0).expect("empty").size() == uvec2(0, 0));
}
