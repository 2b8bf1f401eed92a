//! Questions to terrain: shapes, near pixels, rays, sight and ranges.

use super::image::Image;
use super::scene::Scene;
use super::value::{Value, list};
use super::{Question, in_all, never};
use tileray::glam::{IVec2, Vec2};
use tileray::raycast::RayExit;
use tileray::{Pose, Ray, RayHit, Rect, TerrainQuery};

fn query(scene: &Scene) -> TerrainQuery<'_> {
    scene.place.terrain.query()
}

fn cast_of(query: TerrainQuery<'_>, scene: &Scene) -> Value {
    Value::of_option(query.cast_shape(scene.shapes[0].collider(), scene.motion), |hit| {
        let numbers = list![hit.fraction(), hit.distance(), hit.remaining(), hit.point(), hit.normal(), hit.inside()];
        Value::List(vec![numbers, Value::Pixel(hit.pixel()), hit.layer().into()])
    })
}

fn cast_shape(scene: &Scene) -> Value {
    cast_of(query(scene), scene)
}

fn cast_leaving(scene: &Scene) -> Value {
    cast_of(query(scene).leave_start(), scene)
}

fn overlaps(scene: &Scene) -> Value {
    let shape = scene.shapes[0].collider();
    let mut pixels = Vec::new();
    query(scene).overlap_pixels(shape, |pixel| pixels.push(Value::Pixel(pixel)));
    let counts = list![query(scene).overlaps(shape), Value::Count(query(scene).overlap_area(shape))];
    Value::List(vec![counts, Value::Set(pixels)])
}

fn contact(scene: &Scene) -> Value {
    Value::of_option(query(scene).contact(scene.shapes[0].collider(), 40.0), |contact| {
        let place = list![contact.normal, contact.point, Value::Pixel(contact.pixel), contact.layer];
        list![contact.depth, contact.way_out.map(Vec2::length), place, contact.way_out]
    })
}

fn near_of(near: Option<tileray::cast::NearestPixel>) -> Value {
    Value::of_option(near, |near| list![near.distance, near.point, Value::Pixel(near.pixel)])
}

fn nearest_solid(scene: &Scene) -> Value {
    near_of(query(scene).nearest_solid(scene.points[0], scene.radius))
}

fn nearest_free(scene: &Scene) -> Value {
    near_of(query(scene).nearest_free(scene.points[0], scene.radius))
}

fn surface_normal(scene: &Scene) -> Value {
    query(scene).surface_normal(scene.pixels[0], 1 + (scene.radius as u32) % 9).into()
}

fn visible_region(scene: &Scene) -> Value {
    let region = query(scene).visible_region(scene.points[0], scene.radius);
    Value::Ring(region.points().iter().map(|&point| point.into()).collect())
}

fn region_holds(scene: &Scene) -> Value {
    query(scene).visible_region(scene.points[0], scene.radius).contains(scene.points[1]).into()
}

fn visible_pixels(scene: &Scene) -> Value {
    let found = query(scene).visible_pixels(scene.pixels[0], scene.radius);
    let [seen, lit] =
        [&found.seen, &found.lit].map(|mask| Value::set(mask.pixels(), |pixel| Value::Pixel(found.corner + pixel)));
    list![seen, lit]
}

fn visible_cells(scene: &Scene) -> Value {
    Value::set(query(scene).visible_cells(scene.pixels[0], scene.radius).pixels(), Value::Pixel)
}

fn hit_of(hit: Option<RayHit>) -> Value {
    Value::of_option(hit, |hit| {
        let place = list![Value::Pixel(hit.pixel()), Value::of_option(hit.previous(), Value::Pixel), hit.layer()];
        list![hit.inside(), hit.distance(), hit.fraction(), hit.point(), hit.normal(), place]
    })
}

fn exact_ray(scene: &Scene) -> Value {
    hit_of(query(scene).exact().raycast(&scene.ray))
}

fn bresenham_ray(scene: &Scene) -> Value {
    hit_of(query(scene).raycast(&scene.ray))
}

fn exact_leaving(scene: &Scene) -> Value {
    hit_of(query(scene).exact().leave_start().raycast(&scene.ray))
}

/// Along a border, and at a corner, a tie decides which of two pixels is named. It changes no distance, point or normal.
fn other_pixel(_: &Scene, expected: &Value, found: &Value) -> bool {
    let (expected, found) = (expected.parts(), found.parts());
    !expected.is_empty() && !found.is_empty() && expected[..5] == found[..5]
}

/// Bresenham's line has ties of its own: where it passes through other pixels, the answers say nothing of each other.
fn other_line(_: &Scene, expected: &Value, found: &Value) -> bool {
    match (expected.parts(), found.parts()) {
        ([.., place], [.., other]) => place.parts()[0] != other.parts()[0] || place.parts()[1] != other.parts()[1],
        _ => true,
    }
}

fn exit_of(exit: &RayExit) -> Value {
    list![exit.distance(), exit.fraction(), exit.point(), exit.normal()]
}

fn exact_exit(scene: &Scene) -> Value {
    Value::of_option(query(scene).exact().raycast_exit(&scene.ray).as_ref(), exit_of)
}

fn exact_spans(scene: &Scene) -> Value {
    Value::list(query(scene).exact().raycast_spans(&scene.ray), |span| {
        let hit = span.enter;
        let entry = list![hit.inside(), hit.distance(), hit.fraction(), hit.point(), hit.normal()];
        Value::List(vec![entry, Value::of_option(span.exit.as_ref(), exit_of)])
    })
}

fn line_of_sight(scene: &Scene) -> Value {
    let query = query(scene);
    let there = query.line_of_sight(scene.points[0], scene.points[1]);
    list![there, query.line_of_sight(scene.points[1], scene.points[0])]
}

fn ranges(scene: &Scene) -> Value {
    let rays = [scene.ray, Ray::between(scene.points[0], scene.points[1])];
    let mut ranges = [0.0; 2];
    query(scene).ranges(&rays, scene.radius, &mut ranges);
    Value::list(ranges, Value::from)
}

fn scan_from(scene: &Scene, heading: f32) -> Value {
    let mut ranges = vec![0.0; scene.angles.len()];
    query(scene).scan(&[Pose::new(scene.points[0], heading)], &scene.angles, 200.0, &mut ranges);
    Value::list(ranges, Value::from)
}

fn scan(scene: &Scene) -> Value {
    scan_from(scene, scene.turn)
}

fn scan_by_eighths(scene: &Scene) -> Value {
    scan_from(scene, scene.eighths as f32 * std::f32::consts::FRAC_PI_4)
}

/// The heading of an image is rounded to `f32`, unless only top and bottom are exchanged or it is a multiple of an eighth of a
/// turn.
fn level_only(_: &Scene, image: Image) -> bool {
    image.is_level()
}

fn cast_mask(scene: &Scene) -> Value {
    let (mask, at) = &scene.body;
    let hit = query(scene).cast_mask(mask, *at, scene.motion.as_ivec2());
    Value::of_option(hit, |hit| {
        let rect = Value::Rect(Rect::from_size(*at + hit.moved(), mask.size()));
        list![rect, Value::Step(hit.moved()), hit.normal()]
    })
}

pub(super) const QUESTIONS: [Question; 22] = [
    Question::of("cast a shape", cast_shape),
    Question::of("cast a shape out of its start", cast_leaving),
    Question::of("overlaps", overlaps),
    Question::of("contact with terrain", contact),
    Question::of("nearest solid", nearest_solid),
    Question::of("nearest free", nearest_free),
    Question::of("surface normal", surface_normal),
    Question::of("visible region", visible_region),
    Question::of("visible region holds", region_holds),
    Question::of("visible pixels", visible_pixels),
    Question::of("visible cells", visible_cells),
    Question { exception: other_pixel, ..Question::of("exact ray", exact_ray) },
    Question { exception: other_pixel, ..Question::of("exact ray out of its start", exact_leaving) },
    Question { exception: other_line, ..Question::of("Bresenham ray", bresenham_ray) },
    Question::of("exact exit", exact_exit),
    Question::of("exact spans", exact_spans),
    Question::of("line of sight", line_of_sight),
    Question::of("ranges", ranges),
    Question { images: level_only, ..Question::of("scan", scan) },
    Question::of("scan by eighths of a turn", scan_by_eighths),
    Question::of("cast a mask", cast_mask),
    Question { images: in_all, exception: never, ..Question::of("is solid", is_solid) },
];

fn is_solid(scene: &Scene) -> Value {
    let solid = |pixel: IVec2| query(scene).is_solid(pixel).into();
    Value::list(scene.pixels, solid)
}
