//! Terrain of the collision shapes in maps that bevy_ecs_tiled spawns.

use crate::terrain::TileTerrain;
use bevy_ecs::prelude::*;
use bevy_ecs_tiled::prelude::{TiledColliderSource, TiledPhysicsBackend, geo};
use bevy_log::warn;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use std::error::Error;
use tileray::glam::IVec2;
use tileray::{LayerMask, Rect, SolidityMap, Terrain};

/// Makes a [`TileTerrain`] of each layer and object of a map whose tiles have collision shapes, as a physics backend of
/// bevy_ecs_tiled: `TiledPhysicsPlugin::<TiledPhysicsTilerayBackend>::default()`.
///
/// A pixel is solid if its center lies in a shape. Each layer and each object is a terrain of its own, at its entity: bodies
/// name theirs by [`InTerrain`](crate::InTerrain), and rays hit all. For solidity by the pixels of the tiles, insert a
/// [`TileLevel`](crate::TileLevel) beside the map instead.
#[derive(Clone, Copy, Debug, Default, Reflect)]
#[reflect(Debug, Default)]
pub struct TiledPhysicsTilerayBackend;

impl TiledPhysicsBackend for TiledPhysicsTilerayBackend {
    fn spawn_colliders(
        &self,
        commands: &mut Commands<'_, '_>,
        _source: TiledColliderSource,
        origin: Entity,
        shapes: Vec<geo::MultiPolygon<f32>>,
    ) -> Option<Entity> {
        match terrain_of(shapes.iter().flatten()) {
            Ok(terrain) => {
                commands.entity(origin).insert(TileTerrain::from(terrain?));
                Some(origin)
            }
            Err(error) => {
                warn!("the collision shapes of entity {origin} make no terrain: {error}");
                None
            }
        }
    }
}

/// Returns the terrain of polygons with holes, whose y points up; `None` if they have no pixel.
fn terrain_of<'a>(polygons: impl Iterator<Item = &'a geo::Polygon<f32>>) -> Result<Option<Terrain>, Box<dyn Error>> {
    let mut parts = Vec::new();
    for polygon in polygons {
        let ring =
            |ring: &geo::LineString<f32>| ring.0.iter().map(|point| Vec2::new(point.x, -point.y)).collect::<Vec<_>>();
        let outer = ring(polygon.exterior());
        if outer.is_empty() || !outer.iter().all(|point| point.is_finite()) {
            continue;
        }
        let min = outer.iter().copied().reduce(Vec2::min).unwrap_or_default().floor().as_ivec2();
        let max = outer.iter().copied().reduce(Vec2::max).unwrap_or_default().ceil().as_ivec2();
        let mut part = empty(Rect::new(min, max))?;
        part.fill(&outer[..], LayerMask::ALL);
        polygon.interiors().iter().for_each(|hole| {
            part.carve(&ring(hole)[..], LayerMask::ALL);
        });
        parts.push((min, part.query().to_mask(Rect::new(min, max))));
    }
    let bounds = parts.iter().map(|(at, mask)| Rect::from_size(*at, mask.size())).reduce(|all, part| all.union(&part));
    let Some(bounds) = bounds.filter(|bounds| !bounds.is_empty()) else { return Ok(None) };
    let mut terrain = empty(bounds)?;
    for (at, mask) in &parts {
        terrain.fill_mask(mask, *at);
    }
    Ok((!terrain.query().to_mask(bounds).is_empty()).then_some(terrain))
}

/// Returns a terrain of free pixels.
fn empty(rect: Rect) -> Result<Terrain, Box<dyn Error>> {
    let corner = if rect.is_empty() { IVec2::ZERO } else { rect.min };
    Ok(Terrain::from_solidity_at(&SolidityMap::try_new(rect.width(), rect.height())?, corner)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::ivec2;

    fn polygon(outer: &[(f32, f32)], holes: &[&[(f32, f32)]]) -> geo::Polygon<f32> {
        let ring = |points: &[(f32, f32)]| geo::LineString::from(points.to_vec());
        geo::Polygon::new(ring(outer), holes.iter().map(|hole| ring(hole)).collect())
    }

    #[test]
    fn shapes_are_solid_where_they_cover_the_centers_of_pixels() {
        // A frame of 20×20 pixels with a hole, y up, and a triangle apart from it.
        let frame = polygon(
            &[(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)],
            &[&[(5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0)]],
        );
        let triangle = polygon(&[(40.0, 0.0), (56.0, 0.0), (40.0, 16.0)], &[]);
        let terrain = terrain_of([&frame, &triangle].into_iter()).expect("small").expect("pixels");
        for (y, x) in (-30..10).flat_map(|y| (-5..60).map(move |x| (y, x))) {
            let (cx, cy) = (x as f32 + 0.5, -(y as f32 + 0.5));
            let within = |low: f32, high: f32| (low..high).contains(&cx) && (low..high).contains(&cy);
            let in_triangle = cx > 40.0 && cy > 0.0 && cx - 40.0 + cy < 16.0;
            assert_eq!(
                terrain.is_solid(ivec2(x, y)),
                within(0.0, 20.0) && !within(5.0, 15.0) || in_triangle,
                "{x} {y}"
            );
        }
    }

    #[test]
    fn shapes_that_are_none_make_no_terrain() {
        let flat = polygon(&[(0.0, 0.0), (9.0, 0.0)], &[]);
        let none = polygon(&[(f32::NAN, 0.0), (9.0, 0.0), (0.0, 9.0)], &[]);
        assert!(terrain_of([&flat, &none].into_iter()).expect("no error").is_none());
        let huge = polygon(&[(-2e9, -2e9), (2e9, -2e9), (2e9, 2e9)], &[]);
        assert!(terrain_of([&huge].into_iter()).expect_err("too large").to_string().contains("pixels"));
    }
}
