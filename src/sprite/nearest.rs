use super::filter::SpriteFilter;
use super::queries::{SpriteQueries, grown};
use super::sprites::SpriteId;
use crate::geometry::Aabb;
use glam::{DVec2, Vec2};

/// The sprite that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestSprite {
    /// The sprite.
    pub id: SpriteId,
    /// The point of its hull that is nearest: the point itself where the hull holds it.
    pub point: Vec2,
    /// How far that is, in pixels: 0 where the hull holds the point.
    pub distance: f32,
}

/// One that was found so far.
#[derive(Clone, Copy)]
struct Found {
    square: f64,
    slot: u32,
    point: DVec2,
}

impl SpriteQueries<'_> {
    /// The sprite whose hull is nearest to a point, at most `max_distance` pixels away; of several that are as near, the one
    /// whose id comes first.
    ///
    /// `None` where there is none, where a coordinate is not finite, and where the distance is NaN or below 0; it may be
    /// infinite. Looks around the point in boxes of growing size; where several of them are empty, at all sprites.
    #[must_use]
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        max_distance: f32,
        filter: &SpriteFilter<'_>,
    ) -> Option<NearestSprite> {
        /// Boxes that are looked into before all sprites are: the last has 64 times the size of the first.
        const BOXES: usize = 4;
        let point = point.into();
        if !(point.is_finite() && max_distance >= 0.0) {
            return None;
        }
        let mut slots = Vec::new();
        let mut reach = self.broad_phase.cell_pixels() as f32;
        for _ in 0..BOXES {
            let near = reach.min(max_distance);
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

    /// The nearest of the sprites in some slots, which are in ascending order.
    fn nearest_of(&self, slots: &[u32], point: DVec2, most: f64, filter: &SpriteFilter<'_>) -> Option<Found> {
        let mut best: Option<Found> = None;
        for &slot in slots {
            let limit = best.map_or(most * most, |best| best.square);
            let aabb = self.sprites.boxes()[slot as usize];
            let to_box = point.clamp(aabb.min.as_dvec2(), aabb.max.as_dvec2()).distance_squared(point);
            if to_box > limit || self.seen(slot, filter).is_none() {
                continue;
            }
            let Some(closest) = self.hull(slot).closest_point(point) else { continue };
            let square = closest.distance_squared(point);
            if square < limit || (best.is_none() && square <= limit) {
                best = Some(Found { square, slot, point: closest });
            }
        }
        best
    }

    fn answer(&self, found: Option<Found>, point: Vec2) -> Option<NearestSprite> {
        let Found { square, slot, point: closest } = found?;
        let (id, _) = self.sprites.in_slot(slot)?;
        let point = if square == 0.0 { point } else { closest.as_vec2() };
        Some(NearestSprite { id, point, distance: square.sqrt() as f32 })
    }
}
