//! Queries of sprites by their hulls: points, boxes, circles, rays and the nearest sprite; and the filter that all
//! take.

use super::broad_phase::BroadPhase;
use super::sprite::Sprite;
use super::sprites::{SpriteId, Sprites};
use crate::collide::{ConvexPolygon, Hull, ShapeEntry, intersects};
use crate::geometry::{Aabb, BOX_ROUNDING, Bound, Circle, Elements};
use crate::raycast::Ray;
use glam::{DVec2, Vec2};
use std::fmt;

/// Spatial queries of sprites: points, boxes, circles, rays and the nearest sprite.
///
/// Created by [`Sprites::queries`]; it borrows the sprites, so they cannot move meanwhile. Queries test hulls. Lists of
/// sprites are in ascending order of their ids.
///
/// ```
/// use tileray::sprite::{BroadPhase, SpriteFilter};
/// use tileray::{Circle, ConvexPolygon, Pose, Ray, Sprite, Sprites, glam::vec2};
///
/// let hull = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
/// let mut sprites = Sprites::new();
/// let at = |x| Sprite { pose: Pose::at((x, 0.0)), ..Sprite::new(hull.clone()) };
/// let ids = [0.0, 40.0, 80.0].map(|x| sprites.insert(at(x)));
/// let mut broad_phase = BroadPhase::new();
/// let queries = sprites.queries(&mut broad_phase);
///
/// let all = SpriteFilter::default();
/// assert_eq!(queries.at_point(vec2(45.0, 5.0), &all), [ids[1]]);
/// assert_eq!(queries.in_circle(&Circle::new((30.0, 8.0), 20.0), &all), [ids[0], ids[1]]);
///
/// let ray = Ray::new((8.0, 8.0), (1.0, 0.0), 100.0);
/// let not_myself = all.exclude(&ids[..1]);
/// let hit = queries.raycast(&ray, &not_myself).expect("the second one");
/// assert_eq!((hit.id(), hit.distance(), hit.normal()), (ids[1], 32.0, vec2(-1.0, 0.0)));
///
/// let nearest = queries.nearest((60.0, 20.0), 50.0, &all).expect("the second one");
/// assert_eq!((nearest.id, nearest.point), (ids[1], vec2(56.0, 16.0)));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpriteQueries<'a> {
    pub(super) sprites: &'a Sprites,
    pub(super) broad_phase: &'a BroadPhase,
}

getters! {
    /// A ray hit on a sprite's hull.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct SpriteHit {
        /// Returns the sprite.
        pub(super) id: SpriteId,
        /// Returns the first point of the ray in the hull.
        pub(super) point: Vec2,
        /// Returns the distance from the ray's origin, in pixels.
        pub(super) distance: f32,
        /// Returns where on the ray the hit is, from 0 at its start to 1 at its end.
        pub(super) fraction: f32,
        /// Returns the outward unit normal of the edge that is hit, of edges hit at once the one that faces the ray most. Zero
        /// where the ray begins inside.
        pub(super) normal: Vec2,
        /// Returns whether the ray begins in the hull or on its border.
        pub(super) inside: bool,
    }
}

/// The sprite nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestSprite {
    /// The sprite.
    pub id: SpriteId,
    /// The hull's closest point, which is the given point itself inside the hull.
    pub point: Vec2,
    /// The distance in pixels: 0 inside the hull.
    pub distance: f32,
}

/// The nearest sprite so far.
#[derive(Clone, Copy)]
struct NearestSlot {
    square: f64,
    slot: u32,
    point: DVec2,
}

impl Sprites {
    /// Prepares queries; `broad_phase` lends its memory.
    ///
    /// Costs a pass over all sprites, about 10 ns for each. Prepare once after the sprites have moved, not for each
    /// query.
    pub fn queries<'a>(&'a self, broad_phase: &'a mut BroadPhase) -> SpriteQueries<'a> {
        broad_phase.rebuild(self.boxes());
        SpriteQueries { sprites: self, broad_phase }
    }
}

impl SpriteQueries<'_> {
    /// Returns the sprites whose hulls contain a point, borders included. Empty if a coordinate is NaN or infinite.
    ///
    /// A filter can test [pixels](SpriteFilter) as well.
    #[must_use]
    pub fn at_point(&self, point: impl Into<Vec2>, filter: &SpriteFilter<'_>) -> Vec<SpriteId> {
        let point = point.into();
        self.in_bounds(&Aabb::new(point, point), filter, |hull| hull.contains(point))
    }

    /// Returns the sprites whose hulls overlap a box; touching is not enough. Empty if the box has no interior or is
    /// not finite.
    #[must_use]
    pub fn in_box(&self, aabb: &Aabb, filter: &SpriteFilter<'_>) -> Vec<SpriteId> {
        if !(aabb.min.x < aabb.max.x && aabb.min.y < aabb.max.y) {
            return Vec::new();
        }
        match ConvexPolygon::rectangle(aabb.min, aabb.max) {
            Ok(rectangle) => self.in_bounds(&grown(aabb), filter, |hull| intersects(hull, &rectangle)),
            Err(_) => Vec::new(),
        }
    }

    /// Returns the sprites whose hulls overlap a circle; touching is not enough. Empty if the circle is not
    /// [valid](Circle).
    #[must_use]
    pub fn in_circle(&self, circle: &Circle, filter: &SpriteFilter<'_>) -> Vec<SpriteId> {
        self.in_bounds(&grown(&circle.bounds()), filter, |hull| intersects(hull, circle))
    }

    /// Returns the first sprite that a ray hits; on a tie, the one with the least id.
    ///
    /// A hull is hit at its first common point with the ray, borders and corners included, so no ray passes between
    /// touching pieces. Computed in `f64` and rounded once. `None` without a hit, and for a ray that is not
    /// [valid](Ray::is_valid).
    ///
    /// Visits the rows of cells along the ray until one begins beyond the hit.
    #[must_use]
    pub fn raycast(&self, ray: &Ray, filter: &SpriteFilter<'_>) -> Option<SpriteHit> {
        let mut first: Option<(u32, ShapeEntry)> = None;
        self.along(ray, filter, 1.0, &mut |slot, entry, _| offer_first(&mut first, slot, entry));
        first.and_then(|(slot, entry)| self.hit(ray, slot, &entry))
    }

    /// Returns all sprites that a ray hits, nearest first; on a tie, in the order of their ids.
    ///
    /// They are sorted before fractions are rounded to `f32`. So the nearer of two sprites comes first even if both
    /// [fractions](SpriteHit::fraction) round to the same number.
    #[must_use]
    pub fn raycast_all(&self, ray: &Ray, filter: &SpriteFilter<'_>) -> Vec<SpriteHit> {
        let mut hits: Vec<(u32, ShapeEntry)> = Vec::new();
        self.along(ray, filter, 1.0, &mut |slot, entry, limit| {
            hits.push((slot, entry));
            limit
        });
        sort_entries(&mut hits);
        hits.iter().filter_map(|(slot, entry)| self.hit(ray, *slot, entry)).collect()
    }

    /// Calls `visit` with each hull that the ray hits up to a fraction, which `visit` gets and returns.
    fn along(
        &self,
        ray: &Ray,
        filter: &SpriteFilter<'_>,
        limit: f64,
        visit: &mut dyn FnMut(u32, ShapeEntry, f64) -> f64,
    ) {
        self.broad_phase.along_ray(ray, limit, &mut |slot, _, limit| {
            let entry = self.hull(slot).entry(ray.origin(), ray.motion());
            match entry.filter(|entry| entry.fraction <= limit && self.accepted(slot, filter).is_some()) {
                Some(entry) => visit(slot, entry, limit),
                None => limit,
            }
        });
    }

    pub(super) fn hit(&self, ray: &Ray, slot: u32, entry: &ShapeEntry) -> Option<SpriteHit> {
        let &ShapeEntry { fraction, normal, inside, .. } = entry;
        let (id, _) = self.sprites.in_slot(slot)?;
        let (point, distance) = (ray.point_at(fraction).as_vec2(), (ray.length() * fraction) as f32);
        Some(SpriteHit { id, point, distance, fraction: fraction as f32, normal: normal.as_vec2(), inside })
    }

    /// Returns the sprite whose hull is nearest to a point, at most `max_distance` pixels away; on a tie, the one with
    /// the least id.
    ///
    /// `None` if there is no such sprite, a coordinate is not finite, or the distance is NaN or below 0; the distance
    /// may be infinite. Searches boxes of growing size around the point, and after four empty ones all sprites.
    #[must_use]
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        max_distance: f32,
        filter: &SpriteFilter<'_>,
    ) -> Option<NearestSprite> {
        /// The number of boxes to search; each is 4 times as wide as the one before.
        const BOXES: usize = 4;
        let point = point.into();
        if !(point.is_finite() && max_distance >= 0.0) {
            return None;
        }
        let mut slots = Vec::new();
        let mut reach = self.broad_phase.cell_pixels() as f32;
        for _ in 0..BOXES {
            let near = reach.at_most(max_distance);
            slots.clear();
            self.broad_phase.in_box(&grown(&Aabb::new(point - near, point + near)), &mut slots);
            let found = self.nearest_of(&slots, point.as_dvec2(), f64::from(near), filter);
            if found.is_some() || near == max_distance {
                return self.answer(found, point);
            }
            reach *= 4.0;
        }
        slots.clear();
        slots.extend(0..self.sprites.boxes().len() as u32);
        self.answer(self.nearest_of(&slots, point.as_dvec2(), f64::from(max_distance), filter), point)
    }

    /// Returns the nearest of the sprites in some slots, which are in ascending order.
    fn nearest_of(&self, slots: &[u32], point: DVec2, most: f64, filter: &SpriteFilter<'_>) -> Option<NearestSlot> {
        let mut best: Option<NearestSlot> = None;
        for &slot in slots {
            let limit = best.map_or(most * most, |best| best.square);
            let aabb = self.sprites.boxes()[slot as usize];
            let to_box = point.at_least(aabb.min.as_dvec2()).at_most(aabb.max.as_dvec2()).distance_squared(point);
            if to_box > limit || self.accepted(slot, filter).is_none() {
                continue;
            }
            let Some(closest) = self.hull(slot).nearest_point(point) else { continue };
            let square = closest.distance_squared(point);
            if square < limit || (best.is_none() && square <= limit) {
                best = Some(NearestSlot { square, slot, point: closest });
            }
        }
        best
    }

    fn answer(&self, found: Option<NearestSlot>, point: Vec2) -> Option<NearestSprite> {
        let NearestSlot { square, slot, point: closest } = found?;
        let (id, _) = self.sprites.in_slot(slot)?;
        let point = if square == 0.0 { point } else { closest.as_vec2() };
        Some(NearestSprite { id, point, distance: square.sqrt() as f32 })
    }

    /// Returns the sprites that a filter accepts, whose boxes overlap a box and whose hulls pass a test.
    fn in_bounds(&self, aabb: &Aabb, filter: &SpriteFilter<'_>, test: impl Fn(&Hull) -> bool) -> Vec<SpriteId> {
        let mut slots = Vec::new();
        self.broad_phase.in_box(aabb, &mut slots);
        let passing = slots.into_iter().filter_map(|slot| {
            let (id, _) = self.accepted(slot, filter)?;
            test(self.hull(slot)).then_some(id)
        });
        passing.collect()
    }

    /// Returns the sprite in a slot, if there is one that a filter accepts.
    pub(super) fn accepted(&self, slot: u32, filter: &SpriteFilter<'_>) -> Option<(SpriteId, &Sprite)> {
        self.sprites.in_slot(slot).filter(|(id, sprite)| filter.accepts(*id, sprite))
    }

    /// Returns the posed hull in a slot.
    pub(super) fn hull(&self, slot: u32) -> &Hull {
        &self.sprites.hulls()[slot as usize]
    }
}

/// Makes a shape the first one if the ray hits it earlier, or at once and its index is less. Returns the fraction of the first.
pub(super) fn offer_first(first: &mut Option<(u32, ShapeEntry)>, index: u32, entry: ShapeEntry) -> f64 {
    match first {
        Some((other, hit)) if (hit.fraction, *other) <= (entry.fraction, index) => hit.fraction,
        _ => {
            *first = Some((index, entry));
            entry.fraction
        }
    }
}

/// Sorts the entries of a ray, the nearest first; on a tie, the least index.
#[expect(clippy::disallowed_methods, reason = "a ray that meets 300 shapes would take 1.25 times as long")]
pub(super) fn sort_entries(entries: &mut [(u32, ShapeEntry)]) {
    entries.sort_unstable_by(|(a, one), (b, other)| one.fraction.total_cmp(&other.fraction).then(a.cmp(b)));
}

/// Returns a box with a margin for the rounding in tests against it.
pub(super) fn grown(aabb: &Aabb) -> Aabb {
    aabb.grown(aabb.min.abs().at_least(aabb.max.abs()).greatest() * BOX_ROUNDING)
}

/// The sprites that a query considers; by default all.
///
/// ```
/// use tileray::Sprite;
/// use tileray::sprite::{SpriteFilter, SpriteId};
///
/// const ENEMY: u32 = 4;
/// let is_awake = |_: SpriteId, sprite: &Sprite| sprite.user_data > 0;
/// let awake_enemies =
///     SpriteFilter::new().categories(ENEMY).predicate(Some(&is_awake));
/// # let _ = awake_enemies;
/// ```
///
/// Queries test hulls. The predicate can test [pixels](Sprite::pixels) too. A hull around the mask holds the centers of
/// the solid pixels, but not always their corners.
///
/// ```
/// use tileray::glam::vec2;
/// use tileray::sprite::{BroadPhase, SpriteFilter, SpriteId};
/// use tileray::{ConvexPolygon, SolidityMap, Sprite, Sprites};
///
/// let ring = SolidityMap::from_ascii("#####\n#...#\n#...#\n#...#\n#####")?;
/// let hull = ConvexPolygon::rectangle((0.0, 0.0), (5.0, 5.0))?;
/// let mut sprites = Sprites::new();
/// let ring = sprites.insert(Sprite { mask: Some(ring.into()), ..Sprite::new(hull) });
/// let mut broad_phase = BroadPhase::new();
/// let queries = sprites.queries(&mut broad_phase);
/// let clicked = |point| {
///     let on_pixel = |_: SpriteId, sprite: &Sprite| match sprite.pixels() {
///         Some(pixels) => pixels.contains(point),
///         None => true,
///     };
///     queries.at_point(point, &SpriteFilter::new().predicate(Some(&on_pixel)))
/// };
/// assert_eq!((clicked(vec2(0.5, 2.5)), clicked(vec2(2.5, 2.5))), (vec![ring], vec![]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
#[doc(alias = "QueryFilter")]
pub struct SpriteFilter<'a> {
    /// The categories to consider, as bits.
    pub categories: u32,
    /// The sprites to ignore, such as the sprite that casts the ray.
    pub exclude: &'a [SpriteId],
    /// A further condition.
    pub predicate: Option<&'a SpritePredicate<'a>>,
}

/// A condition of a [`SpriteFilter`].
pub type SpritePredicate<'a> = dyn Fn(SpriteId, &Sprite) -> bool + Send + Sync + 'a;

setters! {
    SpriteFilter<'a> {
        categories: u32,
        exclude: &'a [SpriteId],
        predicate: Option<&'a SpritePredicate<'a>>,
    }
}

impl SpriteFilter<'_> {
    /// Returns the filter that accepts all sprites that have a category.
    #[must_use]
    pub const fn new() -> Self {
        Self { categories: u32::MAX, exclude: &[], predicate: None }
    }

    /// Returns whether a query considers a sprite.
    #[must_use]
    pub fn accepts(&self, id: SpriteId, sprite: &Sprite) -> bool {
        sprite.category & self.categories != 0
            && !self.exclude.contains(&id)
            && self.predicate.is_none_or(|predicate| predicate(id, sprite))
    }
}

impl Default for SpriteFilter<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SpriteFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpriteFilter")
            .field("categories", &self.categories)
            .field("exclude", &self.exclude)
            .field("predicate", &self.predicate.map(|_| "a function"))
            .finish()
    }
}
