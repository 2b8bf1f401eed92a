//! Where a disc fits, against the distances of all pixels and against overlaps.

use reference::maps::random_map;
use reference::{cases, each_case};
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, uvec2, vec2};
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

fn pixels(rect: Rect) -> impl Iterator<Item = IVec2> {
    (rect.min.y..rect.max.y).flat_map(move |y| (rect.min.x..rect.max.x).map(move |x| ivec2(x, y)))
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
fn an_edit_changes_it_up_to_the_radius_around() {
    for (_, mut rng) in each_case(582, cases(60)) {
        let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(150, 100, |_, _| rng.u8(..) < 4));
        let (rect, radius) = (Rect::new((-20, -20), (170, 120)), rng.f32() * 15.0);
        let mut room = terrain.query().free_space(rect, radius).expect("small");
        for _ in 0..4 {
            let (spot, hole) = (uvec2(rng.u32(0..150), rng.u32(0..100)).as_vec2(), rng.f32() * 20.0);
            let dirty = if rng.bool() { terrain.carve_circle(spot, hole) } else { terrain.fill_circle(spot, hole) };
            let reach = radius.ceil() as i32;
            let changed = Rect::new(dirty.min - reach, dirty.max + reach).intersection(&rect);
            let part = terrain.query().free_space(changed, radius).expect("small");
            let at = changed.min - rect.min;
            room.erase(&part.inverted(), at);
            room.draw(&part, at);
            assert!(room == terrain.query().free_space(rect, radius).expect("small"), "{dirty:?}, radius {radius}");
        }
    }
}

#[test]
fn an_edit_changes_distances_up_to_the_reach_around() {
    for (_, mut rng) in each_case(584, cases(40)) {
        let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(150, 100, |_, _| rng.u8(..) < 2));
        let (rect, reach) = (Rect::new((-20, -20), (170, 120)), rng.i32(0..30));
        let around = |rect: Rect| Rect::new(rect.min - reach, rect.max + reach);
        let distances = |terrain: &Terrain| {
            let field = terrain.query().to_mask(around(rect)).distance_field().expect("small");
            let near = move |at: IVec2| field.squared(at.x, at.y).filter(|&square| square <= (reach * reach) as u32);
            pixels(rect).map(|pixel| near(pixel - around(rect).min)).collect::<Vec<_>>()
        };
        let before = distances(&terrain);
        let dirty = terrain.fill_circle(uvec2(rng.u32(0..150), rng.u32(0..100)).as_vec2(), rng.f32() * 20.0);
        for ((pixel, before), after) in pixels(rect).zip(before).zip(distances(&terrain)) {
            assert!(before == after || around(dirty).contains(pixel), "{pixel}, {dirty:?}, reach {reach}");
            // Pixels beyond the rectangle count up to the reach.
            let is_near = |other: IVec2| (other - pixel).length_squared() <= reach * reach && terrain.is_solid(other);
            assert!(rng.u8(..) > 0 || after.is_some() == pixels(around(rect)).any(is_near), "{pixel}");
        }
    }
}

#[test]
fn a_disc_that_is_larger_by_half_a_diagonal_fits_at_every_point_of_the_pixel() {
    for (_, mut rng) in each_case(583, cases(60)) {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(60, 60, |_, _| rng.u8(..) < 6));
        let radius = rng.f32() * 6.0;
        let rect = terrain.bounds();
        let room = terrain.query().free_space(rect, radius + 0.7072).expect("small");
        for pixel in room.pixels() {
            let at = pixel.as_vec2() + if rng.bool() { Vec2::ONE } else { vec2(rng.f32(), rng.f32()) };
            assert!(!terrain.query().overlaps(&Circle::new(at, radius)), "{at}, radius {radius}");
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
