//! Rays against terrain and moving shapes together: sprites, or colliders.

use super::broad_phase::BroadPhase;
use super::colliders::Colliders;
use super::queries::{SpriteFilter, SpriteHit, SpriteQueries, grown, offer_first, sort_entries};
use crate::collide::{ColliderHit, ShapeEntry};
use crate::geometry::{Aabb, Bound, Pose};
use crate::parallel::{Cost, share};
use crate::raycast::{BeamOrder, PoseBeams, Ray, RayFan, RayHit};
use crate::terrain::TerrainQuery;
use glam::Vec2;

/// A ray hit on terrain or on a moving shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WorldHit {
    /// A pixel of the terrain.
    Terrain(RayHit),
    /// A sprite's hull.
    Sprite(SpriteHit),
    /// A shape of [`Colliders`], by its index.
    Collider(u32, ColliderHit),
}

/// Reads a value that hits of all kinds have.
macro_rules! of_any {
    ($hit:expr, $value:ident) => {
        match $hit {
            WorldHit::Terrain(hit) => hit.$value(),
            WorldHit::Sprite(hit) => hit.$value(),
            WorldHit::Collider(_, hit) => hit.$value(),
        }
    };
}

impl WorldHit {
    /// Returns where on the ray the hit is, from 0 at its start to 1 at its end.
    #[must_use]
    pub const fn fraction(&self) -> f32 {
        of_any!(self, fraction)
    }

    /// Returns the distance from the ray's origin, in pixels.
    #[must_use]
    pub const fn distance(&self) -> f32 {
        of_any!(self, distance)
    }

    /// Returns the point that is hit.
    #[must_use]
    pub const fn point(&self) -> Vec2 {
        of_any!(self, point)
    }

    /// Returns the outward unit normal; zero if the ray begins inside.
    #[must_use]
    pub const fn normal(&self) -> Vec2 {
        of_any!(self, normal)
    }

    /// Returns whether the ray begins in the solid pixel, in the hull or in the shape.
    #[must_use]
    pub const fn inside(&self) -> bool {
        of_any!(self, inside)
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
        WorldQuery { terrain: self, movers: Movers::Sprites(sprites, *filter) }
    }

    /// Returns a view of the terrain and moving shapes together, such as robots that see each other.
    ///
    /// `exclude` has the index of a shape that rays ignore, such as the robot that carries the scanner: one for each pose of a
    /// scan, one for each ray of a batch or of ranges, and one for all else. An empty list excludes nothing, and neither does an
    /// index that no shape has, such as [`u32::MAX`].
    ///
    /// Terrain is hit as by [`raycast`](Self::raycast), shapes as by [`collide::raycast`](crate::collide::raycast): borders
    /// count, and a ray that begins in a shape hits it at distance 0. After [`leave_start`](Self::leave_start) such a shape is
    /// ignored. Of shapes at one distance the least index is hit, and the terrain before any shape.
    ///
    /// ```
    /// use std::f32::consts::PI;
    /// use tileray::sprite::Colliders;
    /// use tileray::{Circle, Pose, SolidityMap, Terrain};
    ///
    /// let hall = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |x, _| x == 0 || x == 199));
    /// // Two robots with a radius of 8 px, which look at each other and back.
    /// let poses = [Pose::new((50.0, 50.0), 0.0), Pose::new((120.0, 50.0), PI)];
    /// let robots: Colliders = poses.iter().map(|pose| Circle::new(pose.translation, 8.0)).collect();
    /// let mut ranges = [0.0; 4];
    /// hall.query().with_colliders(&robots, &[0, 1]).scan(&poses, &[0.0, PI], 500.0, &mut ranges);
    /// assert_eq!(ranges, [62.0, 49.0, 62.0, 79.0]);
    /// ```
    pub const fn with_colliders(self, colliders: &'a Colliders, exclude: &'a [u32]) -> WorldQuery<'a> {
        WorldQuery { terrain: self, movers: Movers::Colliders(colliders, exclude) }
    }
}

/// A view of terrain and moving shapes together. [`TerrainQuery::with_sprites`] and [`TerrainQuery::with_colliders`] return it.
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until it is asked"]
pub struct WorldQuery<'a> {
    terrain: TerrainQuery<'a>,
    movers: Movers<'a>,
}

/// The moving shapes of a view.
#[derive(Clone, Copy, Debug)]
enum Movers<'a> {
    /// The sprites that a filter accepts.
    Sprites(&'a SpriteQueries<'a>, SpriteFilter<'a>),
    /// Shapes, and the shape that each ray or pose excludes.
    Colliders(&'a Colliders, &'a [u32]),
}

impl WorldQuery<'_> {
    /// Returns the first hit of a ray on terrain or a moving shape; on a tie, the terrain's.
    #[must_use]
    pub fn raycast(&self, ray: &Ray) -> Option<WorldHit> {
        self.nearer(self.terrain.raycast(ray), ray, 0)
    }

    /// Returns whether a ray hits anything.
    #[must_use]
    pub fn raycast_any(&self, ray: &Ray) -> bool {
        self.terrain.raycast_any(ray) || self.first(ray, 0, 1.0).is_some()
    }

    /// Casts all rays and writes each answer to `hits`, at the index of the ray.
    ///
    /// Each answer equals the answer of [`raycast`](Self::raycast), for every number of threads.
    ///
    /// # Panics
    /// If `rays` and `hits` differ in length, or if shapes are excluded, but not one for each ray.
    pub fn raycast_batch(&self, rays: &[Ray], hits: &mut [Option<WorldHit>]) {
        self.check_exclude(rays.len(), "ray");
        let mut of_terrain = vec![None; hits.len()];
        self.terrain.raycast_batch(rays, &mut of_terrain);
        self.add_hits(&of_terrain, |index| (rays[index], index), hits);
    }

    /// Casts the rays of a fan, as many as `hits` has elements, and writes the answer of ray `i` to `hits[i]`.
    ///
    /// Each answer equals the answer of [`raycast`](Self::raycast), for every number of threads.
    pub fn fan(&self, fan: &RayFan, hits: &mut [Option<WorldHit>]) {
        let (count, mut of_terrain) = (hits.len(), vec![None; hits.len()]);
        self.terrain.fan(fan, &mut of_terrain);
        self.add_hits(&of_terrain, |index| (fan.ray(index, count), 0), hits);
    }

    /// Writes the range of each ray to `ranges`: the distance of the first solid pixel or moving shape.
    ///
    /// The rules are those of [`TerrainQuery::ranges`].
    ///
    /// # Panics
    /// If `rays` and `ranges` differ in length, or if shapes are excluded, but not one for each ray.
    pub fn ranges(&self, rays: &[Ray], max_range: f32, ranges: &mut [f32]) {
        self.check_exclude(rays.len(), "ray");
        self.terrain.no_return(f32::INFINITY).ranges(rays, max_range, ranges);
        self.shorten(rays, max_range, ranges);
    }

    /// Writes the ranges of the beams of poses: the distance of the first solid pixel or moving shape.
    ///
    /// The rules, and the order of the ranges, are those of [`TerrainQuery::scan`].
    ///
    /// # Panics
    /// If the length of `ranges` is not `poses.len() * angles.len()`, or if shapes are excluded, but not one for each pose.
    pub fn scan(&self, poses: &[Pose], angles: &[f32], max_range: f32, ranges: &mut [f32]) {
        self.check_exclude(poses.len(), "pose");
        self.terrain.no_return(f32::INFINITY).scan(poses, angles, max_range, ranges);
        self.shorten_scan(&PoseBeams::new(poses, angles, max_range), max_range, ranges);
    }

    /// Returns all hits of a ray on terrain and moving shapes, nearest first.
    ///
    /// Each span of solid pixels, as from [`raycast_spans`](TerrainQuery::raycast_spans), is a hit on its first pixel,
    /// and each sprite or shape is hit once. At equal fractions terrain comes first, then sprites in the order of
    /// [`raycast_all`](SpriteQueries::raycast_all), or shapes nearest first and in the order of their indices.
    #[must_use]
    pub fn raycast_all(&self, ray: &Ray) -> Vec<WorldHit> {
        let mut entries = Vec::new();
        self.along(ray, 0, 1.0, &mut |index, entry, limit| {
            entries.push((index, entry));
            limit
        });
        sort_entries(&mut entries);
        let mut hits: Vec<_> = self.terrain.raycast_spans(ray).map(|span| WorldHit::Terrain(span.enter)).collect();
        hits.extend(entries.iter().filter_map(|(index, entry)| self.hit(ray, *index, entry)));
        #[expect(clippy::disallowed_methods, reason = "as in `sort_entries`")]
        hits.sort_by(|a, b| a.fraction().total_cmp(&b.fraction()));
        hits
    }

    fn check_exclude(&self, count: usize, each: &str) {
        if let Movers::Colliders(_, exclude) = self.movers {
            let given = exclude.len();
            assert!(
                given == 0 || given == count,
                "`exclude` has {given} indices; it must be empty or have one for each {each}"
            );
        }
    }

    /// Writes the hits of rays, given the hits on terrain, and each ray and its index in the list of excluded shapes.
    fn add_hits(
        &self,
        of_terrain: &[Option<RayHit>],
        ray: impl Fn(usize) -> (Ray, usize) + Sync,
        hits: &mut [Option<WorldHit>],
    ) {
        share(hits, Cost::UNKNOWN, |runs| {
            runs.each(|index, hit| {
                let (ray, source) = ray(index);
                *hit = self.nearer(of_terrain[index], &ray, source);
            });
        });
    }

    /// Shortens ranges to the shapes that are nearer. On entry, the range of a ray that meets no terrain is infinite.
    fn shorten(&self, rays: &[Ray], max_range: f32, ranges: &mut [f32]) {
        let none = self.terrain.no_return.unwrap_or(max_range);
        share(ranges, Cost::UNKNOWN, |runs| {
            runs.each(|index, range| self.shorten_one(&rays[index], index, (max_range, none), range));
        });
    }

    /// Shortens one range: to the first shape along the ray.
    fn shorten_one(&self, ray: &Ray, source: usize, (max_range, none): (f32, f32), range: &mut f32) {
        let reach = f64::from(range.at_most(max_range));
        if !range.is_nan() {
            // Room for the rounding of a distance to `f32`.
            let reach = reach + reach * f64::from(f32::EPSILON) + f64::from(f32::MIN_POSITIVE);
            if let Some((_, entry)) = self.first(ray, source, (reach / ray.length()).at_most(1.0)) {
                shorten_to(range, ray, &entry, max_range);
            }
            *range = if *range == f32::INFINITY { none } else { *range };
        }
    }

    /// Shortens the ranges of a scan. On entry, the range of a beam that meets no terrain is infinite.
    ///
    /// Around each pose, the shapes within the longest range are tested against the beams toward them. If they are many, each beam
    /// searches along itself.
    fn shorten_scan(&self, beams: &PoseBeams<'_>, max_range: f32, ranges: &mut [f32]) {
        /// The most shapes near a pose, for each of its beams, that are tested one by one.
        const MOST_NEAR: usize = 16;
        if ranges.is_empty() {
            return;
        }
        let none = self.terrain.no_return.unwrap_or(max_range);
        let order = BeamOrder::new(beams);
        let mut of_poses: Vec<&mut [f32]> = ranges.chunks_mut(beams.count()).collect();
        share(&mut of_poses, Cost::MICROSECONDS, |runs| {
            let (mut near, mut rays) = (Vec::new(), Vec::<Ray>::new());
            runs.each(|pose, ranges| {
                let origin = beams.poses[pose].translation;
                let longest = ranges.iter().fold(-1.0_f32, |longest, range| range.at_least(longest)).at_most(max_range);
                near.clear();
                if longest >= 0.0 {
                    self.movers.broad_phase().in_box(&grown(&Aabb::new(origin - longest, origin + longest)), &mut near);
                }
                near.retain(|index| self.movers.accepts(*index, pose));
                rays.clear();
                if !near.is_empty() {
                    rays.extend(beams.ends(pose).map(|end| Ray::between_f64(origin.as_dvec2(), end)));
                }
                if near.len() > MOST_NEAR * rays.len() {
                    for (range, ray) in ranges.iter_mut().zip(&rays) {
                        self.shorten_one(ray, pose, (max_range, none), range);
                    }
                    return;
                }
                let isometry = beams.isometry(pose);
                for &index in &near {
                    let Aabb { min, max } = self.movers.bounds(index);
                    let (min, max) = (min.as_dvec2(), max.as_dvec2());
                    let (apart, radius) = ((min + max) * 0.5 - origin.as_dvec2(), (max - min).length() * 0.5);
                    let distance = apart.length();
                    order.each_toward(isometry.direction_back(apart), distance, radius, |beam| {
                        let (range, ray) = (&mut ranges[beam], &rays[beam]);
                        // NaN is no reason to leave a shape out.
                        if distance - radius > f64::from(*range) {
                            return;
                        }
                        if let Some(entry) = self.entry(index, ray) {
                            shorten_to(range, ray, &entry, max_range);
                        }
                    });
                }
                for range in ranges.iter_mut().filter(|range| **range == f32::INFINITY) {
                    *range = none;
                }
            });
        });
    }

    /// Returns a ray's hit on terrain, or its hit on a moving shape if that is nearer.
    fn nearer(&self, terrain: Option<RayHit>, ray: &Ray, source: usize) -> Option<WorldHit> {
        let limit = terrain.map_or(1.0, |hit| f64::from(hit.fraction()));
        let other = self.first(ray, source, limit).and_then(|(index, entry)| self.hit(ray, index, &entry));
        match (terrain, other) {
            (Some(hit), Some(other)) if other.fraction() < hit.fraction() => Some(other),
            (Some(hit), _) => Some(WorldHit::Terrain(hit)),
            (None, other) => other,
        }
    }

    /// Returns the first moving shape that a ray hits up to a fraction.
    fn first(&self, ray: &Ray, source: usize, limit: f64) -> Option<(u32, ShapeEntry)> {
        let mut first = None;
        self.along(ray, source, limit, &mut |index, entry, _| offer_first(&mut first, index, entry));
        first
    }

    /// Calls `visit` with the shapes that a ray hits up to a fraction, which it gets and returns. `source` is the index of the
    /// ray in the list of excluded shapes.
    fn along(&self, ray: &Ray, source: usize, limit: f64, visit: &mut dyn FnMut(u32, ShapeEntry, f64) -> f64) {
        self.movers.broad_phase().along_ray(ray, limit, &mut |index, _, limit| {
            let entry = self.entry(index, ray).filter(|entry| entry.fraction <= limit);
            match entry.filter(|_| self.movers.accepts(index, source)) {
                Some(entry) => visit(index, entry, limit),
                None => limit,
            }
        });
    }

    /// Returns the first point of a ray in a shape; `None` if the ray begins in the shape and leaves it.
    fn entry(&self, index: u32, ray: &Ray) -> Option<ShapeEntry> {
        let (origin, motion) = (ray.origin(), ray.motion());
        let entry = match self.movers {
            Movers::Sprites(sprites, _) => sprites.hull(index).entry(origin, motion),
            Movers::Colliders(colliders, _) => colliders.entry(index, origin, motion),
        };
        entry.filter(|entry| !(self.terrain.leaves_start && entry.inside))
    }

    /// Describes the hit of a ray on a moving shape.
    fn hit(&self, ray: &Ray, index: u32, entry: &ShapeEntry) -> Option<WorldHit> {
        match self.movers {
            Movers::Sprites(sprites, _) => sprites.hit(ray, index, entry).map(WorldHit::Sprite),
            Movers::Colliders(..) => Some(WorldHit::Collider(index, ColliderHit::new(ray, entry))),
        }
    }
}

impl Movers<'_> {
    fn broad_phase(&self) -> &BroadPhase {
        match self {
            Self::Sprites(sprites, _) => sprites.broad_phase,
            Self::Colliders(colliders, _) => colliders.broad_phase(),
        }
    }

    /// Returns the bounding box of a shape.
    fn bounds(&self, index: u32) -> Aabb {
        match self {
            Self::Sprites(sprites, _) => sprites.sprites.boxes()[index as usize],
            Self::Colliders(colliders, _) => colliders.boxes()[index as usize],
        }
    }

    /// Returns whether a ray or a pose tests a shape.
    fn accepts(&self, index: u32, source: usize) -> bool {
        match self {
            Self::Sprites(sprites, filter) => sprites.accepted(index, filter).is_some(),
            Self::Colliders(_, exclude) => exclude.get(source) != Some(&index),
        }
    }
}

/// Shortens a range to a shape, if that is nearer and not beyond the maximum range.
fn shorten_to(range: &mut f32, ray: &Ray, entry: &ShapeEntry, max_range: f32) {
    let distance = (ray.length() * entry.fraction) as f32;
    if distance <= max_range && distance < *range {
        *range = distance;
    }
}
