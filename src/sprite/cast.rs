use super::filter::SpriteFilter;
use super::queries::SpriteQueries;
use super::sprites::SpriteId;
use crate::collide::HullEntry;
use crate::raycast::Ray;
use glam::Vec2;

/// Where a ray met a sprite's hull.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpriteHit {
    /// The sprite.
    pub id: SpriteId,
    /// The first point of the ray that belongs to the hull.
    pub point: Vec2,
    /// How far it is from the ray's origin, in pixels.
    pub distance: f32,
    /// The part of the ray before it, from 0 to 1.
    pub fraction: f32,
    /// The unit normal out of the edge that was met, of edges that are met at once that which faces the ray most. Zero where
    /// the ray began inside.
    pub normal: Vec2,
    /// Whether the ray began in the hull or on its border.
    pub inside: bool,
}

impl SpriteQueries<'_> {
    /// The sprite that a ray meets first; of those that it meets at once, the one whose id comes first.
    ///
    /// A hull is met in the first point that the ray has in common with it, borders and corners included, so that nothing
    /// slips through between pieces that touch. It is computed in `f64` and rounded once. `None` where nothing is met, and
    /// for a ray that is not [valid](Ray::is_valid).
    ///
    /// Looks at the rows of cells that the ray passes through, until one begins beyond what was met.
    #[must_use]
    pub fn raycast(&self, ray: &Ray, filter: &SpriteFilter<'_>) -> Option<SpriteHit> {
        self.first_met(ray, filter, true)
    }

    /// The same without the sprites in which the ray begins.
    pub(super) fn raycast_from_outside(&self, ray: &Ray, filter: &SpriteFilter<'_>) -> Option<SpriteHit> {
        self.first_met(ray, filter, false)
    }

    fn first_met(&self, ray: &Ray, filter: &SpriteFilter<'_>, inside: bool) -> Option<SpriteHit> {
        let mut first: Option<(u32, HullEntry)> = None;
        self.along(ray, filter, &mut |slot, entry| {
            let is_asked = inside || !entry.inside;
            let is_first = first.is_none_or(|(other, met)| (entry.fraction, slot) < (met.fraction, other));
            if is_asked && is_first {
                first = Some((slot, entry));
            }
            first.map_or(1.0, |(_, met)| met.fraction)
        });
        first.and_then(|(slot, entry)| self.hit(ray, slot, &entry))
    }

    /// All sprites that a ray meets, the nearest first; of those that it meets at once, in the order of their ids.
    #[must_use]
    pub fn raycast_all(&self, ray: &Ray, filter: &SpriteFilter<'_>) -> Vec<SpriteHit> {
        let mut met: Vec<(u32, HullEntry)> = Vec::new();
        self.along(ray, filter, &mut |slot, entry| {
            met.push((slot, entry));
            1.0
        });
        met.sort_unstable_by(|(a, one), (b, other)| one.fraction.total_cmp(&other.fraction).then(a.cmp(b)));
        met.iter().filter_map(|(slot, entry)| self.hit(ray, *slot, entry)).collect()
    }

    /// Calls `met` with all hulls that the ray meets before the fraction that `met` gave last.
    fn along(&self, ray: &Ray, filter: &SpriteFilter<'_>, met: &mut dyn FnMut(u32, HullEntry) -> f64) {
        if !ray.is_valid() {
            return;
        }
        let motion = ray.end() - ray.origin();
        self.broad_phase.along(ray.origin(), motion, &mut |slot, limit| {
            let entry = self.hull(slot).entry(ray.origin(), motion);
            match entry.filter(|entry| entry.fraction <= limit && self.seen(slot, filter).is_some()) {
                Some(entry) => met(slot, entry),
                None => limit,
            }
        });
    }

    fn hit(&self, ray: &Ray, slot: u32, entry: &HullEntry) -> Option<SpriteHit> {
        let &HullEntry { fraction, normal, inside } = entry;
        let (id, _) = self.sprites.in_slot(slot)?;
        let (point, distance) = (ray.point_at(fraction).as_vec2(), (ray.length() * fraction) as f32);
        Some(SpriteHit { id, point, distance, fraction: fraction as f32, normal, inside })
    }
}
