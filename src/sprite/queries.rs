use super::broad_phase::BroadPhase;
use super::filter::SpriteFilter;
use super::sprite::Sprite;
use super::sprites::{SpriteId, Sprites};
use crate::collide::{ConvexPolygon, Hull, intersects};
use crate::geometry::{Aabb, BOX_ROUNDING, Circle, Segment};
use glam::Vec2;

/// Sprites as they stand, ready to be asked about: what [`Sprites::queries`] gives.
///
/// It borrows them, so they cannot move under it. Answers are about their hulls; of several sprites they are in ascending
/// order of their ids.
///
/// ```
/// use tileray::sprite::BroadPhase;
/// use tileray::{Circle, ConvexPolygon, Hull, Pose, Ray, Sprite, Sprites, glam::vec2};
/// use tileray::sprite::SpriteFilter;
///
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?);
/// let mut sprites = Sprites::new();
/// let ids = [0.0, 40.0, 80.0].map(|x| sprites.insert(Sprite { pose: Pose::at((x, 0.0)), ..Sprite::new(hull.clone()) }));
/// let mut broad_phase = BroadPhase::new();
/// let index = sprites.queries(&mut broad_phase);
///
/// let all = SpriteFilter::default();
/// assert_eq!(index.at_point(vec2(45.0, 5.0), &all), [ids[1]]);
/// assert_eq!(index.in_circle(&Circle::new((30.0, 8.0), 20.0), &all), [ids[0], ids[1]]);
///
/// let ray = Ray::new((8.0, 8.0), (1.0, 0.0), 100.0);
/// let not_myself = SpriteFilter { exclude: &ids[..1], ..all };
/// let hit = index.raycast(&ray, &not_myself).expect("the second one");
/// assert_eq!((hit.id, hit.distance, hit.normal), (ids[1], 32.0, vec2(-1.0, 0.0)));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpriteQueries<'a> {
    pub(super) sprites: &'a Sprites,
    pub(super) broad_phase: &'a BroadPhase,
}

impl Sprites {
    /// Makes them ready to be asked about; `broad_phase` lends its memory.
    ///
    /// That costs a pass over all of them, some 10 ns each: make it once when they have moved, not for each question.
    pub fn queries<'a>(&'a self, broad_phase: &'a mut BroadPhase) -> SpriteQueries<'a> {
        broad_phase.rebuild(self.boxes());
        SpriteQueries { sprites: self, broad_phase }
    }
}

impl SpriteQueries<'_> {
    /// The sprites whose hulls hold a point, borders included. None where a coordinate is NaN or infinite.
    ///
    /// A filter can ask [their pixels](SpriteFilter) as well.
    #[must_use]
    pub fn at_point(&self, point: impl Into<Vec2>, filter: &SpriteFilter<'_>) -> Vec<SpriteId> {
        let point = point.into();
        self.in_bounds(&Aabb::new(point, point), filter, |hull| hull.contains(point.as_dvec2()))
    }

    /// The sprites whose hulls overlap a box by more than a border. None where the box has no inside or is not finite.
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

    /// The sprites whose hulls overlap a circle by more than a border. None where it is not [valid](Circle).
    #[must_use]
    pub fn in_circle(&self, circle: &Circle, filter: &SpriteFilter<'_>) -> Vec<SpriteId> {
        self.in_bounds(&grown(&circle.bounds()), filter, |hull| intersects(hull, circle))
    }

    /// The sprites whose hulls a segment has a point in common with, borders included. None where it is not finite or reaches
    /// beyond what a [ray](crate::raycast::Ray) may.
    #[must_use]
    pub fn on_segment(&self, segment: &Segment, filter: &SpriteFilter<'_>) -> Vec<SpriteId> {
        let ray = crate::raycast::Ray::between(segment.start, segment.end);
        let mut ids: Vec<SpriteId> = self.raycast_all(&ray, filter).iter().map(|hit| hit.id).collect();
        ids.sort_unstable();
        ids
    }

    /// The sprites that a filter sees, whose boxes overlap one, and whose hulls pass a test.
    fn in_bounds(&self, aabb: &Aabb, filter: &SpriteFilter<'_>, test: impl Fn(&Hull) -> bool) -> Vec<SpriteId> {
        let mut slots = Vec::new();
        self.broad_phase.in_box(aabb, &mut slots);
        let passing = slots.into_iter().filter_map(|slot| {
            let (id, _) = self.seen(slot, filter)?;
            test(self.hull(slot)).then_some(id)
        });
        passing.collect()
    }

    /// The sprite in a slot, if there is one that a filter sees.
    pub(super) fn seen(&self, slot: u32, filter: &SpriteFilter<'_>) -> Option<(SpriteId, &Sprite)> {
        self.sprites.in_slot(slot).filter(|(id, sprite)| filter.accepts(*id, sprite))
    }

    /// The hull in a slot, where it stands.
    pub(super) fn hull(&self, slot: u32) -> &Hull {
        &self.sprites.hulls()[slot as usize]
    }
}

/// A box larger by what tests with it may lose to rounding.
pub(super) fn grown(aabb: &Aabb) -> Aabb {
    aabb.grown(aabb.min.abs().max(aabb.max.abs()).max_element() * BOX_ROUNDING)
}
