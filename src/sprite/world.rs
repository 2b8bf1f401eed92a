//! Rays against terrain and sprites together.

use super::queries::{SpriteFilter, SpriteHit, SpriteQueries};
use crate::geometry::Pose;
use crate::parallel::{Cost, share};
use crate::raycast::{PoseBeams, Ray, RayHit};
use crate::terrain::TerrainQuery;
use glam::Vec2;

/// A ray hit on terrain or on a sprite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WorldHit {
    /// A pixel of the terrain.
    Terrain(RayHit),
    /// A sprite's hull.
    Sprite(SpriteHit),
}

impl WorldHit {
    /// Returns where on the ray the hit is, from 0 at its start to 1 at its end.
    #[must_use]
    pub const fn fraction(&self) -> f32 {
        match self {
            Self::Terrain(hit) => hit.fraction(),
            Self::Sprite(hit) => hit.fraction(),
        }
    }

    /// Returns the distance from the ray's origin, in pixels.
    #[must_use]
    pub const fn distance(&self) -> f32 {
        match self {
            Self::Terrain(hit) => hit.distance(),
            Self::Sprite(hit) => hit.distance(),
        }
    }

    /// Returns the point that is hit.
    #[must_use]
    pub const fn point(&self) -> Vec2 {
        match self {
            Self::Terrain(hit) => hit.point(),
            Self::Sprite(hit) => hit.point(),
        }
    }

    /// Returns the outward unit normal; zero if the ray begins inside.
    #[must_use]
    pub const fn normal(&self) -> Vec2 {
        match self {
            Self::Terrain(hit) => hit.normal(),
            Self::Sprite(hit) => hit.normal(),
        }
    }

    /// Returns whether the ray begins in the solid pixel, or in the hull.
    #[must_use]
    pub const fn inside(&self) -> bool {
        match self {
            Self::Terrain(hit) => hit.inside(),
            Self::Sprite(hit) => hit.inside(),
        }
    }
}

impl<'a> TerrainQuery<'a> {
    /// Returns a view of the terrain and sprites together; a filter chooses the sprites.
    ///
    /// Terrain is hit as by [`raycast`](Self::raycast), sprites as by [`SpriteQueries::raycast`]. After
    /// [`leave_start`](Self::leave_start) a sprite in which the ray begins is ignored. Bresenham's line hits pixels up
    /// to a pixel beside the segment; ask an [exact](Self::exact) view where smaller distances decide.
    ///
    /// ```
    /// use tileray::sprite::{BroadPhase, SpriteFilter, WorldHit};
    /// use tileray::{ConvexPolygon, Pose, Ray, SolidityMap, Sprite, Sprites, Terrain};
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |x, _| x == 150));
    /// let mut sprites = Sprites::new();
    /// let hull = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
    /// let bat = sprites.insert(Sprite { pose: Pose::at((100.0, 40.0)), ..Sprite::new(hull) });
    /// let mut broad_phase = BroadPhase::new();
    /// let sprites = sprites.queries(&mut broad_phase);
    ///
    /// let world = wall.query().with_sprites(&sprites, &SpriteFilter::default());
    /// let shoot = |y: f32| world.raycast(&Ray::new((10.0, y), (1.0, 0.0), 180.0));
    /// assert!(matches!(shoot(50.0), Some(WorldHit::Sprite(hit)) if hit.id() == bat));
    /// assert!(matches!(shoot(70.5), Some(WorldHit::Terrain(hit)) if hit.pixel().x == 150));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub const fn with_sprites(self, sprites: &'a SpriteQueries<'a>, filter: &SpriteFilter<'a>) -> WorldQuery<'a> {
        WorldQuery { terrain: self, sprites, filter: *filter }
    }
}

/// A view of terrain and sprites together. [`TerrainQuery::with_sprites`] returns it.
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until it is asked"]
pub struct WorldQuery<'a> {
    terrain: TerrainQuery<'a>,
    sprites: &'a SpriteQueries<'a>,
    filter: SpriteFilter<'a>,
}

impl WorldQuery<'_> {
    /// Returns the first hit of a ray on terrain or a sprite; on a tie, the terrain's.
    #[must_use]
    pub fn raycast(&self, ray: &Ray) -> Option<WorldHit> {
        self.nearer(self.terrain.raycast(ray), ray)
    }

    /// Returns whether a ray hits anything.
    #[must_use]
    pub fn raycast_any(&self, ray: &Ray) -> bool {
        self.terrain.raycast_any(ray) || self.first_sprite(ray).is_some()
    }

    /// Casts all rays and writes each answer to `hits`, at the index of the ray.
    ///
    /// Each answer equals the answer of [`raycast`](Self::raycast), for every number of threads.
    ///
    /// # Panics
    /// If `rays` and `hits` differ in length.
    pub fn raycast_batch(&self, rays: &[Ray], hits: &mut [Option<WorldHit>]) {
        let mut of_terrain = vec![None; hits.len()];
        self.terrain.raycast_batch(rays, &mut of_terrain);
        share(hits, Cost::UNKNOWN, |runs| {
            runs.each(|index, hit| *hit = self.nearer(of_terrain[index], &rays[index]));
        });
    }

    /// Writes the range of each ray to `ranges`: the distance of the first solid pixel or sprite.
    ///
    /// The rules are those of [`TerrainQuery::ranges`].
    ///
    /// # Panics
    /// If `rays` and `ranges` differ in length.
    pub fn ranges(&self, rays: &[Ray], max_range: f32, ranges: &mut [f32]) {
        self.terrain.no_return(f32::INFINITY).ranges(rays, max_range, ranges);
        self.add_sprites(|index| rays[index], max_range, ranges);
    }

    /// Writes the ranges of the beams of poses: the distance of the first solid pixel or sprite.
    ///
    /// The rules, and the order of the ranges, are those of [`TerrainQuery::scan`].
    ///
    /// # Panics
    /// If the length of `ranges` is not `poses.len() * angles.len()`.
    pub fn scan(&self, poses: &[Pose], angles: &[f32], max_range: f32, ranges: &mut [f32]) {
        self.terrain.no_return(f32::INFINITY).scan(poses, angles, max_range, ranges);
        let beams = PoseBeams::new(poses, angles, max_range);
        self.add_sprites(|index| beams.ray(index), max_range, ranges);
    }

    /// Shortens ranges to the sprites that are nearer. On entry, the range of a ray that meets no terrain is infinite.
    fn add_sprites(&self, ray: impl Fn(usize) -> Ray + Sync, max_range: f32, ranges: &mut [f32]) {
        let none = self.terrain.no_return.unwrap_or(max_range);
        share(ranges, Cost::UNKNOWN, |runs| {
            runs.each(|index, range| {
                if range.is_nan() {
                    return;
                }
                let sprite = self.first_sprite(&ray(index)).map(|hit| hit.distance);
                let nearer = sprite.filter(|distance| *distance <= max_range && distance < range);
                *range = nearer.unwrap_or(if *range == f32::INFINITY { none } else { *range });
            });
        });
    }

    /// Returns the first sprite that a ray hits.
    fn first_sprite(&self, ray: &Ray) -> Option<SpriteHit> {
        self.sprites.first_hit(ray, &self.filter, self.terrain.leaves_start)
    }

    /// Returns a ray's hit on terrain, or its hit on a sprite if that is nearer.
    fn nearer(&self, terrain: Option<RayHit>, ray: &Ray) -> Option<WorldHit> {
        match (terrain, self.first_sprite(ray)) {
            (Some(hit), Some(other)) if other.fraction < hit.fraction() => Some(WorldHit::Sprite(other)),
            (Some(hit), _) => Some(WorldHit::Terrain(hit)),
            (None, hit) => hit.map(WorldHit::Sprite),
        }
    }

    /// Returns all hits of a ray on terrain and sprites, nearest first.
    ///
    /// Each span of solid pixels, as from [`raycast_spans`](TerrainQuery::raycast_spans), is a hit on its first pixel,
    /// and each sprite is hit once. At equal fractions terrain comes first, then sprites in the order of
    /// [`raycast_all`](SpriteQueries::raycast_all).
    #[must_use]
    pub fn raycast_all(&self, ray: &Ray) -> Vec<WorldHit> {
        let mut hits: Vec<_> = self.terrain.raycast_spans(ray).map(|span| WorldHit::Terrain(span.enter)).collect();
        let sprite_hits = self.sprites.raycast_all(ray, &self.filter).into_iter();
        let sprite_hits = sprite_hits.filter(|hit| !(hit.inside && self.terrain.leaves_start));
        hits.extend(sprite_hits.map(WorldHit::Sprite));
        hits.sort_by(|a, b| a.fraction().total_cmp(&b.fraction()));
        hits
    }
}
