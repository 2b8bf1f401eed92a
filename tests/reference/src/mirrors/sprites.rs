//! Questions to sprites: boxes, hulls, pixels, rays; and to masks and hulls of masks.

use super::Question;
use super::scene::{Scene, SpriteSketch};
use super::shapes::{Kind, Shape, Sketch, is_near};
use super::value::{Value, list};
use tileray::glam::{DVec2, Vec2};
use tileray::solidity::Orientation;
use tileray::sprite::{BroadPhase, Colliders, SpriteFilter, SpriteId, SpritePixels, WorldHit};
use tileray::{Aabb, Circle, ContactFinder, HullOptions, Pose, Rect, Sprite, SpriteHull, Sprites};

fn sprites(scene: &Scene) -> (Sprites, Vec<SpriteId>) {
    let mut sprites = Sprites::new();
    let ids = scene.sprites.iter().map(|sketch| sprites.insert(sketch.build())).collect();
    (sprites, ids)
}

fn number(ids: &[SpriteId], id: SpriteId) -> Value {
    ids.iter().position(|&other| other == id).expect("a sprite").into()
}

fn box_pairs(scene: &Scene) -> Value {
    let (sprites, ids) = sprites(scene);
    let boxes: Vec<Aabb> = ids.iter().map(|&id| sprites.bounds(id).expect("a sprite")).collect();
    let mut pairs = Vec::new();
    BroadPhase::new().pairs(&boxes, &mut pairs);
    Value::set(pairs, |(a, b)| list![a as usize, b as usize])
}

fn box_on_ray(scene: &Scene) -> Value {
    let boxes: Vec<Aabb> = scene.sprites.iter().map(|sprite| sprite.shape.build().collider().bounds()).collect();
    let mut broad_phase = BroadPhase::new();
    broad_phase.rebuild(&boxes);
    let mut found = Vec::new();
    broad_phase.on_ray(&scene.ray, &mut found);
    let mut of_point = Vec::new();
    broad_phase.on_ray(&tileray::Ray::between((0.0, 0.0), (0.0, 0.0)), &mut of_point);
    list![Value::set(found, |index| (index as usize).into()), Value::set(of_point, |index| (index as usize).into())]
}

fn contacts(scene: &Scene) -> Value {
    let (sprites, ids) = sprites(scene);
    Value::list(ContactFinder::new().find(&sprites), |found| {
        let pair = list![number(&ids, found.a), number(&ids, found.b)];
        Value::List(vec![pair, found.contact.depth.into(), found.contact.normal.into()])
    })
}

/// The same pairs at the same depths, with other normals where these are tied: along which the centers of the boxes, for hulls
/// those of their pieces, are equally near.
fn other_normals(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let (sprites, ids) = sprites(scene);
    let is_alike = |(one, other): (&Value, &Value)| {
        let ([pair, depth, normal], [same_pair, same_depth, other]) = (one.parts(), other.parts()) else {
            return false;
        };
        let sprites_of = pair.parts().iter().map(|part| match part {
            Value::Count(count) => *count as usize,
            _ => unreachable!("a pair of numbers"),
        });
        let [a, b] = sprites_of.collect::<Vec<_>>()[..] else { return false };
        let [box_a, box_b] = [a, b].map(|index| sprites.hull(ids[index]).expect("a sprite").bounds());
        let apart = (box_a.min + box_a.max - box_b.min - box_b.max).as_dvec2();
        let are_boxes = [a, b].into_iter().all(|index| scene.sprites[index].shape.kind == Kind::Convex);
        let is_tied = is_near(normal.vector().dot(apart), other.vector().dot(apart));
        pair == same_pair && depth == same_depth && (normal == other || !are_boxes || is_tied)
    };
    let (expected, found) = (expected.parts(), found.parts());
    expected.len() == found.len() && expected.iter().zip(found).all(is_alike)
}

/// The same hits, with another edge of a corner that faces the ray alike.
fn other_edges(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let along = scene.ray.end() - scene.ray.origin();
    let is_alike = |(one, other): (&Value, &Value)| {
        let ([same @ .., normal, inside], [others @ .., other, same_inside]) = (one.parts(), other.parts()) else {
            return false;
        };
        same == others && inside == same_inside && is_near(normal.vector().dot(along), other.vector().dot(along))
    };
    let (expected, found) = (expected.parts(), found.parts());
    expected.len() == found.len() && expected.iter().zip(found).all(is_alike)
}

/// Points of one sprite, or of two, at one distance.
fn other_nearest(_: &Scene, expected: &Value, found: &Value) -> bool {
    let (expected, found) = (expected.parts(), found.parts());
    !expected.is_empty() && !found.is_empty() && expected[..2] == found[..2]
}

fn contacts_by_pixels(scene: &Scene) -> Value {
    let (sprites, ids) = sprites(scene);
    Value::set(ContactFinder::new().find_by_pixels(&sprites), |found| {
        list![number(&ids, found.a), number(&ids, found.b)]
    })
}

fn rays(scene: &Scene) -> Value {
    let (sprites, ids) = sprites(scene);
    let mut broad_phase = BroadPhase::new();
    let queries = sprites.queries(&mut broad_phase);
    Value::list(queries.raycast_all(&scene.ray, &SpriteFilter::new()), |hit| {
        list![number(&ids, hit.id()), hit.fraction(), hit.distance(), hit.point(), hit.normal(), hit.inside()]
    })
}

/// All shapes of a scene, sprites' first.
fn colliders(scene: &Scene) -> Colliders {
    let sprites = scene.sprites.iter().map(|sketch| sketch.shape.translated(sketch.pose.translation).build());
    let shapes: Vec<Shape> = sprites.chain(scene.sketches.iter().map(Sketch::build)).collect();
    shapes.iter().map(Shape::collider).collect()
}

fn rays_at_colliders(scene: &Scene) -> Value {
    let colliders = colliders(scene);
    let world = scene.place.terrain().query().exact().with_colliders(&colliders, &[1]);
    Value::list(world.raycast_all(&scene.ray), |hit| {
        let index = if let WorldHit::Collider(index, _) = hit { index as usize + 1 } else { 0 };
        list![index, hit.fraction(), hit.distance(), hit.point(), hit.normal(), hit.inside()]
    })
}

fn scan_of_colliders(scene: &Scene) -> Value {
    let heading = (f64::from(scene.eighths) * std::f64::consts::FRAC_PI_4) as f32;
    let (poses, mut ranges) = (scene.points.map(|point| Pose::new(point, heading)), vec![0.0; 2 * scene.angles.len()]);
    scene.place.terrain().query().with_colliders(&colliders(scene), &[0, 1]).scan(
        &poses,
        &scene.angles,
        60.0,
        &mut ranges,
    );
    Value::list(ranges, Value::from)
}

fn found(scene: &Scene) -> Value {
    let (sprites, ids) = sprites(scene);
    let mut broad_phase = BroadPhase::new();
    let (queries, all) = (sprites.queries(&mut broad_phase), SpriteFilter::new());
    let [a, b] = scene.points;
    let lists = [
        queries.at_point(a, &all),
        queries.in_box(&Aabb::new(a.min(b), a.max(b)), &all),
        queries.in_circle(&Circle::new(a, scene.radius), &all),
    ];
    Value::list(lists, |list| Value::list(list, |id| number(&ids, id)))
}

fn nearest(scene: &Scene) -> Value {
    let (sprites, ids) = sprites(scene);
    let mut broad_phase = BroadPhase::new();
    let near = sprites.queries(&mut broad_phase).nearest(scene.points[0], scene.radius, &SpriteFilter::new());
    Value::of_option(near, |near| list![near.distance, number(&ids, near.id), near.point])
}

fn pixels(scene: &Scene) -> Value {
    let sprite = scene.sprites[0].build();
    Value::set(sprite.pixels().expect("a mask").pixels(), Value::Pixel)
}

/// The pixels that each pair shares.
fn pixel_overlaps(scene: &Scene) -> Value {
    let sprites: Vec<Sprite> = scene.sprites.iter().map(SpriteSketch::build).collect();
    let all: Vec<SpritePixels<'_>> = sprites.iter().map(|sprite| sprite.pixels().expect("a mask")).collect();
    let pairs = all.iter().enumerate().flat_map(|(index, a)| all[..index].iter().map(move |b| (a, b)));
    Value::list(pairs, |(a, b)| {
        let pixels = Value::set(a.overlap_pixels(b), Value::Pixel);
        let numbers = list![Value::Count(a.overlap_area(b)), a.overlap(b).is_some()];
        Value::List(vec![pixels, numbers, a.overlap_normal(b).into()])
    })
}

/// A mask that is scaled, then scaled again to any size and to the half.
fn scaled(scene: &Scene) -> Value {
    let [size, other] = scene.points.map(|point| point.abs().as_uvec2() * 3 + 1);
    let first = scene.sprites[0].mask.scaled(size);
    Value::list([first.scaled(other), first.scaled((size + 1) / 2)], |mask| {
        let middle = mask.size().as_vec2() / 2.0;
        Value::set(mask.pixels(), |pixel| (pixel.as_vec2() + 0.5 - middle).into())
    })
}

fn rotated(scene: &Scene) -> Value {
    let sketch = &scene.sprites[0];
    let turned = sketch.mask.try_rotated_about(sketch.pose.rotation, sketch.pivot).expect("a small mask");
    // In the frame of the pivot, so that the corner of the mask does not matter.
    let pivot = sketch.pivot;
    Value::set(turned.pixels(), |pixel| (pixel.as_vec2() + 0.5 - pivot).into())
}

/// A mask that a quarter turn takes exactly half way between two pixels lies at the left or upper one, in each image.
fn other_half(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let (Value::Set(expected), Value::Set(found)) = (expected, found) else { return false };
    let (quarters, Vec2 { x, y }) =
        (scene.sprites[0].pose.rotation / std::f32::consts::FRAC_PI_2, scene.sprites[0].pivot);
    let has_half = [2.0 * x, 2.0 * y, x + y, x - y].iter().any(|number| number.rem_euclid(1.0) == 0.5);
    let least = |values: &[Value]| values.iter().fold(DVec2::INFINITY, |least, value| least.min(value.vector()));
    let shift = least(expected) - least(found);
    let shifted = Value::set(found, |value| Value::Vector(value.vector() + shift));
    let is_half = shift.abs().to_array().iter().all(|shift| [0.0, 1.0].contains(shift));
    quarters == quarters.round() && has_half && is_half && Value::Set(expected.clone()) == shifted
}

fn hull(scene: &Scene) -> Value {
    let sketch = &scene.sprites[0];
    let size = sketch.mask.size();
    let Ok(hull) = SpriteHull::from_mask(&sketch.mask, &HullOptions::new()) else { return Value::Nothing };
    // In the frame of the mask's middle.
    let middle = size.as_vec2() / 2.0;
    let corners = Value::set(hull.hull.pieces(), |piece| {
        Value::Ring(piece.points().map(|point| (point - middle).into()).collect())
    });
    list![hull.fit.pieces, Value::Number(hull.fit.iou()), corners]
}

/// A hull of a mask that is its own image: as many pieces, which fit as well.
fn other_hull(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let mask = &scene.sprites[0].mask;
    let mask = mask.crop(mask.bounds().unwrap_or(Rect::EMPTY));
    let is_own_image = Orientation::ALL[1..].iter().any(|&orientation| mask.oriented(orientation) == mask);
    is_own_image && expected.parts()[..2] == found.parts()[..2]
}

pub(super) const QUESTIONS: [Question; 14] = [
    Question::of("pairs of boxes", box_pairs),
    Question::of("boxes on a ray", box_on_ray),
    Question { exception: other_normals, ..Question::of("contacts of sprites", contacts) },
    Question::of("contacts of sprites by pixels", contacts_by_pixels),
    Question { exception: other_edges, ..Question::of("rays at sprites", rays) },
    Question { exception: other_edges, ..Question::of("rays at colliders", rays_at_colliders) },
    Question::of("scan of colliders", scan_of_colliders),
    Question::of("sprites in places", found),
    Question { exception: other_nearest, ..Question::of("nearest sprite", nearest) },
    Question::of("pixels of a sprite", pixels),
    Question::of("overlaps of sprites' pixels", pixel_overlaps),
    Question::of("scaled mask", scaled),
    Question { exception: other_half, ..Question::of("rotated mask", rotated) },
    Question { exception: other_hull, ..Question::of("hull of a sprite", hull) },
];
