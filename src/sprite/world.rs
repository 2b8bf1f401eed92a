use super::cast::SpriteHit;
use super::filter::SpriteFilter;
use super::queries::SpriteQueries;
use crate::raycast::{Ray, RayHit, RayOptions, StartInside};
use crate::terrain::Terrain;
use glam::Vec2;

/// What a ray met in a world of terrain and sprites.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WorldHit {
    /// A pixel of the terrain.
    Terrain(RayHit),
    /// A sprite's hull.
    Sprite(SpriteHit),
}

impl WorldHit {
    /// The part of the ray before it, from 0 to 1.
    #[must_use]
    pub const fn fraction(&self) -> f32 {
        match self {
            Self::Terrain(hit) => hit.fraction,
            Self::Sprite(hit) => hit.fraction,
        }
    }

    /// How far it is from the ray's origin, in pixels.
    #[must_use]
    pub const fn distance(&self) -> f32 {
        match self {
            Self::Terrain(hit) => hit.distance,
            Self::Sprite(hit) => hit.distance,
        }
    }

    /// Where it is.
    #[must_use]
    pub const fn point(&self) -> Vec2 {
        match self {
            Self::Terrain(hit) => hit.point,
            Self::Sprite(hit) => hit.point,
        }
    }

    /// Out of what was met; zero where the ray began inside.
    #[must_use]
    pub const fn normal(&self) -> Vec2 {
        match self {
            Self::Terrain(hit) => hit.normal,
            Self::Sprite(hit) => hit.normal,
        }
    }
}

impl Terrain {
    /// What a ray meets first of the terrain and of sprites: the hit with the lesser fraction, of equal ones the terrain's.
    ///
    /// Terrain is hit as by [`raycast_with`](Self::raycast_with), sprites as by [`SpriteQueries::raycast`]. With
    /// [`StartInside::Leave`] a sprite that the ray begins in is not met at all. Pixels are met where Bresenham's line comes
    /// to them, which is up to a pixel beside the segment; ask for [`Traversal::Exact`](crate::raycast::Traversal::Exact) where
    /// less than that is to decide.
    ///
    /// ```
    /// use tileray::sprite::{BroadPhase, WorldHit};
    /// use tileray::{ConvexPolygon, Hull, Pose, Ray, RayOptions, SolidityMap, Sprite, Sprites, Terrain};
    /// use tileray::sprite::SpriteFilter;
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |x, _| x == 150));
    /// let mut sprites = Sprites::new();
    /// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?);
    /// let bat = sprites.insert(Sprite { pose: Pose::at((100.0, 40.0)), ..Sprite::new(hull) });
    /// let mut broad_phase = BroadPhase::new();
    /// let index = sprites.queries(&mut broad_phase);
    ///
    /// let shoot = |y: f32| {
    ///     let ray = Ray::new((10.0, y), (1.0, 0.0), 180.0);
    ///     wall.raycast_with_sprites(&ray, &RayOptions::default(), &index, &SpriteFilter::default())
    /// };
    /// assert!(matches!(shoot(50.0), Some(WorldHit::Sprite(hit)) if hit.id == bat && hit.distance == 90.0));
    /// assert!(matches!(shoot(70.5), Some(WorldHit::Terrain(hit)) if hit.pixel.x == 150));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn raycast_with_sprites(
        &self,
        ray: &Ray,
        options: &RayOptions,
        sprites: &SpriteQueries<'_>,
        filter: &SpriteFilter<'_>,
    ) -> Option<WorldHit> {
        let terrain = self.raycast_with(ray, options);
        let sprite = match options.inside {
            StartInside::Hit => sprites.raycast(ray, filter),
            StartInside::Leave => sprites.raycast_from_outside(ray, filter),
        };
        match (terrain, sprite) {
            (Some(hit), Some(other)) if other.fraction < hit.fraction => Some(WorldHit::Sprite(other)),
            (Some(hit), _) => Some(WorldHit::Terrain(hit)),
            (None, hit) => hit.map(WorldHit::Sprite),
        }
    }

    /// All that a ray meets of the terrain and of sprites, the nearest first: each run of solid pixels, as
    /// [`raycast_spans`](Self::raycast_spans) gives them, by its first one, and each sprite once. Of equal fractions the terrain comes first,
    /// then sprites in the order of their ids.
    #[must_use]
    pub fn raycast_all_with_sprites(
        &self,
        ray: &Ray,
        options: &RayOptions,
        sprites: &SpriteQueries<'_>,
        filter: &SpriteFilter<'_>,
    ) -> Vec<WorldHit> {
        let mut hits: Vec<_> = self.raycast_spans(ray, options).map(|span| WorldHit::Terrain(span.enter)).collect();
        let met = sprites.raycast_all(ray, filter);
        let met = met.into_iter().filter(|hit| !(hit.inside && options.inside == StartInside::Leave));
        hits.extend(met.map(WorldHit::Sprite));
        hits.sort_by(|a, b| a.fraction().total_cmp(&b.fraction()));
        hits
    }
}
