//! Queries about some of the layers, and about layers that are solid in one direction only.

use super::all_queries;
use super::spans::{PlainExit, PlainSpan, runs};
use fastrand::Rng;
use reference::{self, PlainHit, each_case, scenes};
use std::fmt::Display;
use tileray::glam::{IVec2, UVec2, dvec2};
use tileray::raycast::TraceOutcome;
use tileray::solidity::Orientation;
use tileray::terrain::OneWayRule;
use tileray::{
    Direction, LayerMask, LayerSet, Ray, RayFan, Rect, SolidityMap, Terrain, TerrainQuery, Tile, TileLayer, TileMap,
    TileSet, Traversal,
};

/// The parts of one layer of a map.
struct Layer {
    mask: SolidityMap,
    one_way: Option<Direction>,
}

/// A map of up to four layers, each of one tile that is a whole scene.
fn random_layers(rng: &mut Rng) -> (Terrain, Vec<Layer>) {
    const SIDE: u32 = 80;
    let mut map = TileMap::new(UVec2::splat(SIDE)).and_then(|map| map.with_size(UVec2::ONE)).expect("a small map");
    let mut set = TileSet::new("scenes", IVec2::ZERO);
    let ways = [None, None, Some(Direction::Right), Some(Direction::Left), Some(Direction::Down), Some(Direction::Up)];
    let layers: Vec<Layer> = (0..rng.u32(1..=4))
        .map(|_| {
            let scene = scenes::mask(scenes::KINDS[rng.usize(..scenes::KINDS.len())], rng);
            let mask = SolidityMap::from_fn(SIDE, SIDE, |x, y| scene.get(x as i32, y as i32));
            Layer { mask, one_way: ways[rng.usize(..ways.len())] }
        })
        .collect();
    for (id, layer) in layers.iter().enumerate() {
        set.insert(id as u32, layer.mask.clone());
    }
    map.add_tile_set(set);
    for (id, layer) in layers.iter().enumerate() {
        let cells = Rect::new(IVec2::ZERO, IVec2::ONE);
        map.add_layer(TileLayer { one_way: layer.one_way, ..TileLayer::new(format!("{id}"), cells) })
            .expect("a small layer");
        let tile = Tile { set: 0, id: id as u32, orientation: Orientation::default() };
        map.set_tile(id, IVec2::ZERO, Some(tile)).expect("a tile of the set");
    }
    let terrain = Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map");
    (terrain, layers)
}

/// The frontmost layer that is solid for a ray at a pixel, by what is documented.
fn solid_layer(layers: &[Layer], (mask, rule): (LayerMask, OneWayRule), ray: &Ray, pixel: IVec2) -> Option<usize> {
    let motion = ray.end() - ray.origin();
    layers.iter().enumerate().rposition(|(place, layer)| {
        let counts = match (layer.one_way, rule) {
            (None, _) | (_, OneWayRule::Solid) => true,
            (_, OneWayRule::Free) => false,
            (Some(Direction::Right), _) => motion.x > 0.0,
            (Some(Direction::Left), _) => motion.x < 0.0,
            (Some(Direction::Down), _) => motion.y > 0.0,
            (Some(Direction::Up), _) => motion.y < 0.0,
        };
        counts && mask.contains(place) && layer.mask.get(pixel.x, pixel.y)
    })
}

#[test]
fn every_query_sees_the_layers_that_it_is_asked_about() {
    let rays_per_map = 20;
    for (_, mut rng) in each_case(601, reference::cases(3_000) / rays_per_map) {
        let (terrain, layers) = random_layers(&mut rng);
        for _ in 0..rays_per_map {
            let ray = scenes::ray(IVec2::ZERO, IVec2::splat(80), &mut rng);
            let mask = if rng.bool() { LayerMask::ALL } else { LayerMask(rng.u32(0..16)) };
            let rule = [OneWayRule::Respect, OneWayRule::Solid, OneWayRule::Free][rng.usize(..3)];
            for (query, traversal, leaves) in all_queries(&terrain) {
                let query = query.layers(mask).one_way(rule);
                let context = format_args!("{query:?}, {ray:?}");
                let is_solid = |pixel| solid_layer(&layers, (mask, rule), &ray, pixel);
                assert_equals_reference(query, is_solid, &ray, (traversal, leaves), context);
            }
        }
    }
}

/// Asks everything about a ray, against the runs of pixels with a solid layer.
pub(crate) fn assert_equals_reference(
    query: TerrainQuery<'_>,
    solid_layer: impl Fn(IVec2) -> Option<usize>,
    ray: &Ray,
    (traversal, leaves): (Traversal, bool),
    context: impl Display,
) {
    let is_solid = |pixel| solid_layer(pixel).is_some();
    let expected = runs(is_solid, ray, traversal);
    let began_inside = expected.first().is_some_and(|first| first.enter.inside);
    let exit = expected.first().filter(|_| began_inside).and_then(|first| first.exit);
    let met = &expected[usize::from(began_inside && leaves)..];

    let spans: Vec<PlainSpan> = query.raycast_spans(ray).map(PlainSpan::from).collect();
    assert_eq!(spans, met, "spans, {context}");
    assert_eq!(query.raycast_exit(ray).map(PlainExit::from), exit, "exit, {context}");
    let hit = query.raycast(ray);
    assert_eq!(hit.map(PlainHit::from), met.first().map(|span| span.enter), "hit, {context}");
    assert_eq!(query.raycast_any(ray), hit.is_some(), "any, {context}");
    let trace = query.raycast_traced(ray);
    assert_eq!(trace.hit, hit, "trace, {context}");
    for step in trace.steps.iter().filter(|step| step.rect.area() == 1 && step.outcome != TraceOutcome::Skipped) {
        assert_eq!(is_solid(step.rect.min), step.outcome == TraceOutcome::Solid, "{step:?}, {context}");
    }
    if let Some(hit) = hit {
        assert_eq!(Some(hit.layer()), solid_layer(hit.pixel()), "{context}");
    }
}

#[test]
fn a_fan_sees_one_way_layers_ray_by_ray() {
    for (_, mut rng) in each_case(602, reference::cases(60)) {
        let (terrain, _) = random_layers(&mut rng);
        let fan = RayFan::circle(dvec2(rng.f64() * 80.0, rng.f64() * 80.0).as_vec2(), 90.0);
        for (query, ..) in all_queries(&terrain) {
            let mut hits = [None; 37];
            query.fan(&fan, &mut hits);
            assert!(fan.rays(37).map(|ray| query.raycast(&ray)).eq(hits));
        }
    }
}

#[test]
fn normals_are_of_the_layers_that_are_named() {
    for (_, mut rng) in each_case(603, reference::cases(300)) {
        let (terrain, layers) = random_layers(&mut rng);
        let pixel = IVec2::new(rng.i32(0..80), rng.i32(0..80));
        for (place, layer) in layers.iter().enumerate() {
            let alone = Terrain::from_solidity(&layer.mask);
            let found = terrain.query().layers(LayerMask::layer(place)).surface_normal(pixel, 9);
            assert_eq!(found, alone.query().surface_normal(pixel, 9));
        }
        assert_eq!(terrain.query().layers(LayerMask::NONE).surface_normal(pixel, 9), None);
    }
}
