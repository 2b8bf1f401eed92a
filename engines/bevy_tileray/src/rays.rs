//! Rays in the coordinates of Bevy, against all terrains and sprites.

use crate::frame::PixelFrame;
use crate::hull::HullScene;
use crate::terrain::TileTerrain;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{DVec2, Vec2};
use bevy_transform::components::GlobalTransform;
use tileray::glam::IVec2;
use tileray::sprite::{BroadPhase, SpriteFilter};
use tileray::terrain::OneWayRule;
use tileray::{LayerMask, Ray, RayHit, Terrain, TerrainQuery, Traversal};

/// A ray in the world: y up, lengths in units of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldRay {
    /// Where it begins.
    pub origin: Vec2,
    /// Where it ends.
    pub end: Vec2,
}

impl WorldRay {
    /// Creates a ray of a direction and a length. The length of the direction does not matter; with direction zero the ray
    /// is a point.
    #[must_use]
    pub fn new(origin: Vec2, direction: Vec2, length: f32) -> Self {
        // A direction that is not finite gives a ray that hits nothing.
        let direction = if direction == Vec2::ZERO { direction } else { direction / direction.length() };
        Self { origin, end: origin + direction * length }
    }

    /// Creates a ray from a point to another one.
    #[must_use]
    pub const fn between(origin: Vec2, end: Vec2) -> Self {
        Self { origin, end }
    }

    /// Returns the ray in pixels.
    fn in_frame(&self, frame: &PixelFrame) -> Ray {
        Ray::between_f64(frame.to_pixels_f64(self.origin.as_dvec2()), frame.to_pixels_f64(self.end.as_dvec2()))
    }
}

/// The first thing that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldRayHit {
    /// The entity with the [`TileTerrain`] or the [`SpriteHullCollider`](crate::SpriteHullCollider).
    pub entity: Entity,
    /// The point that is hit.
    pub point: Vec2,
    /// The unit normal of the face that is hit, against the ray. Zero if the ray begins inside.
    pub normal: Vec2,
    /// The distance from the origin, in units of the world.
    pub distance: f32,
    /// The hit in the pixels of the terrain, with the tile and the layer; `None` for a sprite.
    pub terrain: Option<RayHit>,
}

/// What rays hit, and how.
#[derive(Clone, Copy, Debug)]
pub struct RayFilter<'a> {
    /// The layers of terrain that stop rays; the default is all.
    pub layers: LayerMask,
    /// How one-way layers and tiles are treated.
    pub one_way: OneWayRule,
    /// The pixels that rays test; the default is [`Traversal::Exact`].
    pub traversal: Traversal,
    /// Whether a ray that begins in something leaves that first; the default is a hit at distance 0.
    pub leave_start: bool,
    /// Whether sprites are hit; the default is true.
    pub sprites: bool,
    /// Terrains and sprites that rays pass through, such as the one that shoots.
    pub exclude: &'a [Entity],
}

impl Default for RayFilter<'_> {
    fn default() -> Self {
        Self {
            layers: LayerMask::ALL,
            one_way: OneWayRule::default(),
            traversal: Traversal::Exact,
            leave_start: false,
            sprites: true,
            exclude: &[],
        }
    }
}

impl RayFilter<'_> {
    fn query<'a>(&self, terrain: &'a Terrain) -> TerrainQuery<'a> {
        let query = terrain.query().layers(self.layers).one_way(self.one_way).traversal(self.traversal);
        if self.leave_start { query.leave_start() } else { query }
    }
}

/// Casts rays against all [`TileTerrain`]s and [`SpriteHullCollider`](crate::SpriteHullCollider)s, in the coordinates of the world.
///
/// Terrain may be moved, scaled and rotated; a ray is brought into its pixels in `f64`, and meets them exactly. Edits of
/// terrain are seen at once. Transforms are those of the last propagation, as everywhere in Bevy: what was spawned in this
/// frame is met in the next.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::vec2;
/// use bevy_tileray::{Rays, WorldRay};
///
/// fn shoot(rays: Rays) {
///     if let Some(hit) = rays.cast(&WorldRay::new(vec2(0.0, 0.0), vec2(1.0, -0.2), 500.0)) {
///         println!("{} is hit at {}", hit.entity, hit.point);
///     }
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(SystemParam)]
pub struct Rays<'w, 's> {
    terrains: Query<'w, 's, (Entity, &'static TileTerrain, &'static GlobalTransform)>,
    scene: Res<'w, HullScene>,
}

impl Rays<'_, '_> {
    /// Returns the first hit of a ray. At equal distances terrain comes before sprites, and among each kind the one that
    /// was spawned first.
    ///
    /// `None` if it meets nothing, and for a ray that is not finite. Costs a cast for each terrain, and a look at each
    /// sprite; many rays are cheaper by [`cast_batch`](Self::cast_batch).
    #[must_use]
    pub fn cast(&self, ray: &WorldRay) -> Option<WorldRayHit> {
        self.cast_with(ray, &RayFilter::default())
    }

    /// Returns the first hit of a ray, as [`cast`](Self::cast) does, by a filter.
    #[must_use]
    pub fn cast_with(&self, ray: &WorldRay, filter: &RayFilter<'_>) -> Option<WorldRayHit> {
        let mut hit = None;
        for (entity, terrain, frame) in self.frames(filter) {
            if let Some(found) = filter.query(terrain).raycast(&ray.in_frame(&frame)) {
                keep_nearer(&mut hit, terrain_hit(entity, &frame, ray, &found));
            }
        }
        self.cast_sprites(std::slice::from_ref(ray), filter, std::slice::from_mut(&mut hit));
        hit
    }

    /// Writes the first hit of each ray, at the index of the ray.
    ///
    /// Terrain is hit on all processors, and the boxes of sprites are sorted once. The hits are those of
    /// [`cast_with`](Self::cast_with), to the bit.
    ///
    /// # Panics
    /// If `rays` and `hits` differ in length.
    pub fn cast_batch(&self, rays: &[WorldRay], filter: &RayFilter<'_>, hits: &mut [Option<WorldRayHit>]) {
        assert_eq!(rays.len(), hits.len(), "`rays` and `hits` must have the same length");
        hits.fill(None);
        let mut pixels = Vec::with_capacity(rays.len());
        let mut found = vec![None; rays.len()];
        for (entity, terrain, frame) in self.frames(filter) {
            pixels.clear();
            pixels.extend(rays.iter().map(|ray| ray.in_frame(&frame)));
            filter.query(terrain).raycast_batch(&pixels, &mut found);
            for ((ray, found), hit) in rays.iter().zip(&found).zip(&mut *hits) {
                if let Some(found) = found {
                    keep_nearer(hit, terrain_hit(entity, &frame, ray, found));
                }
            }
        }
        self.cast_sprites(rays, filter, hits);
    }

    /// Returns whether nothing lies between two points. A solid pixel at either one is in the way.
    #[must_use]
    pub fn line_of_sight(&self, a: Vec2, b: Vec2) -> bool {
        self.cast(&WorldRay::between(a, b)).is_none()
    }

    /// Returns the terrain in which a point of the world is solid, and the pixel there: of several, the one spawned first.
    #[must_use]
    pub fn solid_at(&self, point: Vec2) -> Option<(Entity, IVec2)> {
        let filter = RayFilter::default();
        let solid = self.frames(&filter).filter_map(|(entity, terrain, frame)| {
            let pixel = frame.to_pixels_f64(point.as_dvec2()).floor().as_ivec2();
            terrain.is_solid(pixel).then_some((entity, pixel))
        });
        solid.min_by_key(|(entity, _)| *entity)
    }

    /// Returns the terrains that a filter leaves, in any order.
    fn frames<'a>(&'a self, filter: &'a RayFilter<'_>) -> impl Iterator<Item = (Entity, &'a TileTerrain, PixelFrame)> {
        let all = self.terrains.iter().filter(|(entity, ..)| !filter.exclude.contains(entity));
        all.filter_map(|(entity, terrain, transform)| Some((entity, terrain, PixelFrame::new(transform).ok()?)))
    }

    /// Puts the hits on sprites in place of those that are farther.
    fn cast_sprites(&self, rays: &[WorldRay], filter: &RayFilter<'_>, hits: &mut [Option<WorldRayHit>]) {
        if !filter.sprites || self.scene.is_empty() {
            return;
        }
        let mut broad_phase = BroadPhase::new();
        let queries = self.scene.sprites().queries(&mut broad_phase);
        let excluded: Vec<_> = filter.exclude.iter().filter_map(|entity| self.scene.id_of(*entity)).collect();
        let sprites = SpriteFilter::new().exclude(&excluded);
        let down = |point: Vec2| DVec2::new(point.x.into(), (-point.y).into());
        let up = |vector: Vec2| Vec2::new(vector.x, -vector.y);
        for (ray, hit) in rays.iter().zip(hits) {
            let pixels = Ray::between_f64(down(ray.origin), down(ray.end));
            let found = if filter.leave_start {
                queries.raycast_all(&pixels, &sprites).into_iter().find(|hit| !hit.inside())
            } else {
                queries.raycast(&pixels, &sprites)
            };
            let Some((found, entity)) = found.and_then(|found| Some((found, self.scene.entity_of(found.id())?))) else {
                continue;
            };
            let (point, normal) = (up(found.point()), up(found.normal()));
            keep_nearer(hit, WorldRayHit { entity, point, normal, distance: found.distance(), terrain: None });
        }
    }
}

fn terrain_hit(entity: Entity, frame: &PixelFrame, ray: &WorldRay, hit: &RayHit) -> WorldRayHit {
    let distance = hit.fraction() * (ray.end - ray.origin).length();
    let normal = frame.normal_to_world(hit.normal());
    WorldRayHit { entity, point: frame.to_world(hit.point()), normal, distance, terrain: Some(*hit) }
}

/// Keeps the nearer hit; of two as near terrain's, then that of the entity spawned first.
fn keep_nearer(hit: &mut Option<WorldRayHit>, other: WorldRayHit) {
    let order = |one: &WorldRayHit| (one.terrain.is_none(), one.entity);
    let is_nearer = |hit: &WorldRayHit| {
        other.distance < hit.distance || other.distance == hit.distance && order(&other) < order(hit)
    };
    if hit.as_ref().is_none_or(is_nearer) {
        *hit = Some(other);
    }
}
