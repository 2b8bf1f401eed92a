//! `sprites`: a scene that changes, with its contacts and queries against loops over all sprites.

use crate::scene::{Coordinate, Few, Point};
use arbitrary::{Arbitrary, Unstructured};
use reference::pairs::all_contacts;
use tileray::glam::Vec2;
use tileray::sprite::{BroadPhase, SpriteFilter, SpriteId};
use tileray::{Aabb, ContactFinder, ConvexPolygon, Hull, Pose, Ray, Sprite, Sprites, collide};

#[derive(Debug, Arbitrary)]
struct Scene {
    steps: Few<Step, 32>,
    rays: Few<(Point, Point), 4>,
    points: Few<Point, 4>,
}

#[derive(Debug, Arbitrary)]
enum Step {
    Insert { corners: Few<(i8, i8), 6>, at: Point, rotation: Coordinate, category: u8, collides_with: u8 },
    Move { which: u8, at: Point, rotation: Coordinate },
    Remove(u8),
    Contacts,
}

fn apply(step: &Step, sprites: &mut Sprites, ids: &mut Vec<SpriteId>, finder: &mut ContactFinder) {
    let chosen = |which: u8, ids: &[SpriteId]| (!ids.is_empty()).then(|| usize::from(which) % ids.len());
    match step {
        Step::Insert { corners, at, rotation, category, collides_with } => {
            let corners = corners.0.iter().map(|&(x, y)| Vec2::new(x.into(), y.into()) / 4.0).collect();
            let Ok(polygon) = ConvexPolygon::convex_hull(corners) else { return };
            let pose = Pose::new(at.get(), rotation.0);
            let (category, collides_with) = (u32::from(*category), u32::from(*collides_with));
            ids.push(sprites.insert(Sprite { pose, category, collides_with, ..Sprite::new(Hull::from(polygon)) }));
        }
        Step::Move { which, at, rotation } => {
            if let Some(place) = chosen(*which, ids) {
                assert!(sprites.set_pose(ids[place], Pose::new(at.get(), rotation.0)).is_some());
            }
        }
        Step::Remove(which) => {
            if let Some(place) = chosen(*which, ids) {
                let id = ids.swap_remove(place);
                assert!(sprites.remove(id).is_some() && sprites.get(id).is_none() && sprites.remove(id).is_none());
            }
        }
        Step::Contacts => assert_eq!(finder.find(sprites), all_contacts(sprites)),
    }
}

pub(crate) fn sprites(data: &[u8]) {
    let Ok(scene) = Scene::arbitrary(&mut Unstructured::new(data)) else { return };
    let (mut sprites, mut ids, mut finder) = (Sprites::new(), Vec::new(), ContactFinder::new());
    for step in &scene.steps.0 {
        apply(step, &mut sprites, &mut ids, &mut finder);
        assert_eq!(sprites.len(), ids.len());
    }
    apply(&Step::Contacts, &mut sprites, &mut ids, &mut finder);
    let mut broad_phase = BroadPhase::new();
    let (queries, filter) = (sprites.queries(&mut broad_phase), SpriteFilter::default());
    // A sprite of no category is never considered.
    let considered = sprites.iter().filter(|(id, sprite)| filter.accepts(*id, sprite));
    let others: Vec<_> =
        considered.filter_map(|(id, sprite)| Some(Other::new(id, sprite, sprites.hull(id)?))).collect();
    for (from, to) in &scene.rays.0 {
        let ray = Ray::between(from.get(), to.get());
        let expected = others.iter().filter_map(|other| Some((other.id, other.raycast(&ray)?.to_bits())));
        let found = queries.raycast_all(&ray, &filter);
        let mut found_keys: Vec<_> = found.iter().map(|hit| (hit.id(), hit.fraction().to_bits())).collect();
        found_keys.sort_unstable();
        assert_eq!(found_keys, expected.collect::<Vec<_>>(), "{ray:?} among {others:?}");
        // They are sorted before fractions are rounded: of equal fractions, only those of equal hulls are known to be at once.
        for pair in found.windows(2) {
            let [one, next] = [pair[0], pair[1]];
            let is_at_once = one.fraction() == next.fraction() && sprites.hull(one.id()) == sprites.hull(next.id());
            assert!(
                one.fraction() <= next.fraction() && (!is_at_once || one.id() < next.id()),
                "{one:?}, {next:?}, {ray:?}"
            );
        }
        let first = queries.raycast(&ray, &filter);
        assert_eq!(first.map(|hit| hit.id()), found.first().map(tileray::sprite::SpriteHit::id), "{ray:?}");
    }
    for point in &scene.points.0 {
        let point = point.get();
        let expected: Vec<_> = others.iter().filter(|other| other.contains(point)).map(|other| other.id).collect();
        assert_eq!(queries.at_point(point, &filter), expected, "{point} among {others:?}");
        let _ = queries.in_box(&Aabb::new(point - 5.0, point + 5.0), &filter);
        let _ = queries.nearest(point, f32::INFINITY, &filter);
    }
}

/// A sprite that is asked without the others.
#[derive(Debug)]
struct Other {
    id: SpriteId,
    hull: Hull,
    alone: Sprites,
    /// Whether `f64` rounds nothing: the sprite does not turn, and is at multiples of 1/256 pixel.
    is_exact: bool,
}

impl Other {
    fn new(id: SpriteId, sprite: &Sprite, hull: &Hull) -> Self {
        let mut alone = Sprites::new();
        alone.insert(sprite.clone());
        let is_exact = sprite.pose.rotation == 0.0 && is_exact(sprite.pose.translation);
        Self { id, hull: hull.clone(), alone, is_exact }
    }

    /// Returns the fraction at which a ray hits the sprite. The shape alone, which is asked in other coordinates, has the same
    /// where nothing is rounded.
    fn raycast(&self, ray: &Ray) -> Option<f32> {
        let mut broad_phase = BroadPhase::new();
        let hit = self.alone.queries(&mut broad_phase).raycast(ray, &SpriteFilter::default()).map(|hit| hit.fraction());
        if self.is_exact && [ray.origin(), ray.end()].into_iter().all(|end| is_exact(end.as_vec2())) {
            let of_shape = collide::raycast(&self.hull, ray).map(|hit| hit.fraction());
            assert_eq!(hit.map(f32::to_bits), of_shape.map(f32::to_bits), "{ray:?} and {self:?}");
        }
        hit
    }

    fn contains(&self, point: Vec2) -> bool {
        let is_inside = self.hull.contains(point);
        if self.is_exact && is_exact(point) {
            let there = collide::raycast(&self.hull, &Ray::between(point, point));
            assert_eq!(there.is_some(), is_inside, "{point} and {self:?}");
        }
        is_inside
    }
}

/// Returns whether coordinates are multiples of 1/256 pixel below 2^15: products of two of them are exact in `f64`.
fn is_exact(point: Vec2) -> bool {
    let parts = point * 256.0;
    point.abs().max_element() < 32768.0 && parts == parts.round()
}
