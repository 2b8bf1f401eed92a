//! Questions to terrain: shapes, near pixels, rays, sight and ranges.

use super::Question;
use super::image::Image;
use super::scene::Scene;
use super::shapes::{Kind, is_near};
use super::value::{Value, list};
use tileray::glam::{DVec2, IVec2, Vec2, dvec2, ivec2};
use tileray::raycast::RayExit;
use tileray::terrain::OneWayRule;
use tileray::tile::{MapObject, ObjectShape};
use tileray::{Aabb, LayerMask, Pose, Ray, RayHit, Rect, Terrain, TerrainQuery, TileMap};

fn query(scene: &Scene) -> TerrainQuery<'_> {
    scene.place.terrain().query()
}

fn cast_of(query: TerrainQuery<'_>, scene: &Scene) -> Value {
    Value::of_option(query.cast_shape(scene.shapes[0].collider(), scene.motion), |hit| {
        let numbers = list![hit.fraction(), hit.distance(), hit.remaining(), hit.point(), hit.normal(), hit.inside()];
        Value::List(vec![numbers, Value::Pixel(hit.pixel()), scene.place.layer(hit.layer()).into()])
    })
}

/// The pixels of terrain after a shape is carved, and after it is filled. A segment stands for the ring of its ends and both
/// points, which may cross itself.
fn edits(scene: &Scene) -> Value {
    let mut terrain = scene.place.terrain().clone();
    let (ends, points) = (&scene.sketches[0].rings[0], &scene.points);
    let ring = [ends, &points[..]].concat();
    let stencil = scene.shapes[0].stencil();
    let solid = |terrain: &Terrain| {
        let bounds = terrain.bounds();
        let pixels = terrain.query().one_way(OneWayRule::Solid).to_mask(bounds);
        Value::set(pixels.pixels(), |pixel| Value::Pixel(bounds.min + pixel))
    };
    match stencil {
        Some(shape) => terrain.carve(shape, LayerMask::ALL),
        None => terrain.carve(&ring[..], LayerMask::ALL),
    };
    let carved = solid(&terrain);
    match stencil {
        Some(shape) => terrain.fill(shape, LayerMask::ALL),
        None => terrain.fill(&ring[..], LayerMask::ALL),
    };
    Value::List(vec![carved, solid(&terrain)])
}

/// The pixels of objects of each shape. A polyline is wider than a pixel, which would lie on one side of a border.
fn objects(scene: &Scene) -> Value {
    let map = TileMap::new((16, 16)).and_then(|map| map.with_size((20, 10))).expect("a small map");
    let corners = || scene.sketches[0].rings[0].clone();
    let bounds = Aabb::from_points(corners()).expect("a corner");
    // A grid on which a size and its corners are exact.
    let [min, max] = [bounds.min, bounds.max].map(|corner| (corner * 256.0).round() / 256.0);
    let boxes = [ObjectShape::Rectangle, ObjectShape::Ellipse, ObjectShape::Capsule];
    let boxes = boxes.map(|shape| MapObject { size: max - min, ..MapObject::new(min, shape) });
    let lines = [ObjectShape::Polygon(corners()), ObjectShape::Polyline(corners())];
    let lines = lines.map(|shape| MapObject::new(scene.points[0], shape));
    Value::list(boxes.iter().chain(&lines), |object| {
        let placed = map.object_mask(object, 2 + scene.radius as u16 % 3).expect("a small object");
        Value::set(placed.mask.pixels(), |pixel| Value::Pixel(placed.at + pixel))
    })
}

fn cast_shape(scene: &Scene) -> Value {
    cast_of(query(scene), scene)
}

fn cast_leaving(scene: &Scene) -> Value {
    cast_of(query(scene).leave_start(), scene)
}

/// Of pixels that are touched at once, or overlapped at one distance from the center, two that are mirror images of each other at
/// the motion's line. The normal is the same, or along either axis where a corner meets a corner on an exact diagonal.
fn other_twin(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([numbers, one, _], [same, other, _]) = (expected.parts(), found.parts()) else { return false };
    let bounds = scene.shapes[0].collider().bounds();
    let aim = (bounds.min.as_dvec2() + bounds.max.as_dvec2()) * 0.5;
    let [numbers, same] = [numbers, same].map(Value::parts);
    let motion = scene.motion.as_dvec2();
    let offsets = [one.center() - aim, other.center() - aim];
    let [along, along_other] = offsets.map(|offset| offset.dot(motion));
    let is_inside = numbers[5].is_something();
    let measures = if is_inside { offsets.map(DVec2::length) } else { offsets.map(|to| to.perp_dot(motion).abs()) };
    let is_diagonal = motion.x.abs() == motion.y.abs() && !is_inside;
    let normals = [&numbers[4], &same[4]];
    let is_swapped = normals[0].vector() == dvec2(normals[1].vector().y, normals[1].vector().x);
    // A corner straight into a corner has the normal along x, or of two slanted ones that more along x. In a hull it takes part in the ties of the pieces.
    let is_of_corner = |normal: &Value| {
        let is_straight = normal.vector().x.abs() == normal.vector().y.abs();
        is_along_axis(normal) || (is_straight && scene.sketches[0].kind == Kind::Hull)
    };
    numbers[..3] == same[..3]
        && numbers[5] == same[5]
        && (numbers[4] == same[4] || (is_diagonal && (normals.into_iter().all(is_of_corner) || is_swapped)))
        && is_near(along, along_other)
        && is_near(measures[0], measures[1])
}

fn is_along_axis(normal: &Value) -> bool {
    normal.vector().x == 0.0 || normal.vector().y == 0.0
}

fn overlaps(scene: &Scene) -> Value {
    let shape = scene.shapes[0].collider();
    let mut pixels = Vec::new();
    query(scene).overlap_pixels(shape, |pixel| pixels.push(Value::Pixel(pixel)));
    let counts = list![query(scene).overlaps(shape), Value::Count(query(scene).overlap_area(shape))];
    Value::List(vec![counts, Value::Set(pixels)])
}

fn free_space(scene: &Scene) -> Value {
    let [one, other] = scene.pixels;
    let rect = Rect::new(one.min(other), one.max(other) + 1);
    let room = query(scene).free_space(rect, scene.reach().min(30.0)).expect("a small rectangle");
    Value::set(room.pixels(), |pixel| Value::Pixel(rect.min + pixel))
}

fn contact(scene: &Scene) -> Value {
    if scene.sketches[0].kind == Kind::Polygon { Value::Nothing } else { contact_of(scene) }
}

/// The contact of the deepest of the convex pieces into which a polygon is cut.
fn contact_of_pieces(scene: &Scene) -> Value {
    if scene.sketches[0].kind == Kind::Polygon { contact_of(scene) } else { Value::Nothing }
}

fn contact_of(scene: &Scene) -> Value {
    Value::of_option(query(scene).contact(scene.shapes[0].collider(), 40.0), |contact| {
        let place = list![contact.normal, contact.point, Value::Pixel(contact.pixel), scene.place.layer(contact.layer)];
        list![contact.depth, contact.way_out.map(Vec2::length), place, contact.way_out]
    })
}

/// Contacts of one depth with pixels at one distance from the center, whose normals lead over free neighbors both or neither;
/// and ways out of one length.
fn other_contact(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([depth, length, one, way], [same_depth, same_length, other, other_way]) = (expected.parts(), found.parts())
    else {
        return false;
    };
    let bounds = scene.shapes[0].collider().bounds();
    let center = (bounds.min.as_dvec2() + bounds.max.as_dvec2()) * 0.5;
    let is_open = |place: &Value| {
        let (normal, pixel) = (place.parts()[0].vector(), place.parts()[2].center().floor().as_ivec2());
        let side = |along: f64| if along == 0.0 { 0 } else { along.signum() as i32 };
        let (x, y) = (ivec2(side(normal.x), 0), ivec2(0, side(normal.y)));
        [x, y].into_iter().all(|side| side == IVec2::ZERO || !query(scene).is_solid(pixel + side))
    };
    let distance = |place: &Value| place.parts()[2].center().distance(center);
    let is_free = |way: &Value| {
        let moved = |way: Vec2| scene.sketches[0].translated(way).build();
        !way.is_something() || !query(scene).overlaps(moved(way.vector().as_vec2()).collider())
    };
    let is_same = one == other;
    depth == same_depth
        && length == same_length
        && (is_same || (is_open(one) == is_open(other) && is_near(distance(one), distance(other))))
        && is_free(way)
        && is_free(other_way)
}

/// Pixels at one distance whose centers are mirror images of each other at the point.
fn other_near(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let ([distance, _, one], [same, _, other]) = (expected.parts(), found.parts()) else { return false };
    // Ties of halves to even, which mirror images share.
    let point = (scene.points[0].as_dvec2() * 256.0).map(f64::round_ties_even) / 256.0;
    let [one, other] = [one, other].map(|pixel| (pixel.center() - point).abs());
    distance == same && (one == other || one == dvec2(other.y, other.x))
}

fn near_of(near: Option<tileray::cast::NearestPixel>) -> Value {
    Value::of_option(near, |near| list![near.distance, near.point, Value::Pixel(near.pixel)])
}

fn nearest_solid(scene: &Scene) -> Value {
    near_of(query(scene).nearest_solid(scene.points[0], scene.reach()))
}

fn nearest_free(scene: &Scene) -> Value {
    near_of(query(scene).nearest_free(scene.points[0], scene.reach()))
}

fn surface_normal(scene: &Scene) -> Value {
    query(scene).surface_normal(scene.pixels[0], 1 + (scene.radius as u32) % 9).into()
}

fn visible_region(scene: &Scene) -> Value {
    let region = query(scene).visible_region(scene.points[0], scene.reach());
    Value::Ring(region.points().iter().map(|&point| point.into()).collect())
}

fn region_holds(scene: &Scene) -> Value {
    query(scene).visible_region(scene.points[0], scene.reach()).contains(scene.points[1]).into()
}

/// The pixels that are seen and lit. From a free pixel nothing is left first.
fn visible_pixels(scene: &Scene) -> Value {
    let found = query(scene).leave_start().visible_pixels(scene.pixels[0], scene.reach());
    let [seen, lit] =
        [&found.seen, &found.lit].map(|mask| Value::set(mask.pixels(), |pixel| Value::Pixel(found.corner + pixel)));
    list![seen, lit]
}

fn visible_cells(scene: &Scene) -> Value {
    Value::set(query(scene).leave_start().visible_cells(scene.pixels[0], scene.reach()).pixels(), Value::Pixel)
}

fn hit_of(scene: &Scene, hit: Option<RayHit>) -> Value {
    Value::of_option(hit, |hit| {
        let place = list![
            Value::Pixel(hit.pixel()),
            Value::of_option(hit.previous(), Value::Pixel),
            scene.place.layer(hit.layer())
        ];
        list![hit.inside(), hit.distance(), hit.fraction(), hit.point(), hit.normal(), place]
    })
}

fn exact_ray(scene: &Scene) -> Value {
    hit_of(scene, query(scene).exact().raycast(&scene.ray))
}

fn bresenham_ray(scene: &Scene) -> Value {
    hit_of(scene, query(scene).raycast(&scene.ray))
}

fn exact_leaving(scene: &Scene) -> Value {
    hit_of(scene, query(scene).exact().leave_start().raycast(&scene.ray))
}

fn cells_by_centers(scene: &Scene) -> Value {
    Value::set(
        query(scene).leave_start().visible_cells_by_centers(scene.pixels[0], scene.reach()).pixels(),
        Value::Pixel,
    )
}

/// Along a border, and at a corner, a tie decides which of two pixels is named. It changes no distance and no point, and a normal
/// only at a corner on an exact diagonal.
fn other_pixel(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let (expected, found) = (expected.parts(), found.parts());
    let Some((normal, found_normal)) = expected.get(4).zip(found.get(4)) else { return false };
    expected[..4] == found[..4] && is_same_face(scene, [normal, found_normal])
}

/// Whether two normals are the same, or those of a corner that the ray crosses on an exact diagonal.
fn is_same_face(scene: &Scene, [one, other]: [&Value; 2]) -> bool {
    // Rounded to 1/256 px.
    let [from, to] = [scene.ray.origin(), scene.ray.end()].map(|point| (point * 256.0).map(f64::round_ties_even));
    one == other || one.vector().dot(to - from) == other.vector().dot(to - from)
}

/// The same places, with normals as at [`is_same_face`].
fn other_faces(scene: &Scene, expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::List(items), Value::List(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(one, other)| other_faces(scene, one, other))
        }
        (one, other) => one == other || is_same_face(scene, [one, other]),
    }
}

/// Of two faces of a pixel whose neighbors are both free or both solid, a diagonal step enters the face of the longer axis, x if
/// both are equally long.
fn other_face(scene: &Scene, [one, other]: [&Value; 2], pixel: &Value) -> bool {
    // For the motion of the ray, which one-way layers may let pass.
    let step = (scene.ray.end() - scene.ray.origin()).clamp_length_max(0.1);
    let is_solid = |normal: &Value| {
        let neighbor = pixel.center() + normal.vector();
        query(scene).raycast_any(&Ray::between_f64(neighbor, neighbor + step))
    };
    one != other && is_solid(one) == is_solid(other)
}

/// Bresenham's line has ties of its own: where it passes through other pixels, the answers say nothing of each other.
fn other_line(scene: &Scene, expected: &Value, found: &Value) -> bool {
    match (expected.parts(), found.parts()) {
        ([.., place], [.., other]) => {
            let is_other = place.parts()[0] != other.parts()[0] || place.parts()[1] != other.parts()[1];
            is_other || other_face(scene, [&expected.parts()[4], &found.parts()[4]], &place.parts()[0])
        }
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
    query(scene).ranges(&rays, scene.reach(), &mut ranges);
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
    scan_from(scene, (f64::from(scene.eighths) * std::f64::consts::FRAC_PI_4) as f32)
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

/// The steps of Bresenham's line, which has ties of its own; and the normal of either axis if the motion goes as far along
/// both.
fn other_axis(scene: &Scene, expected: &Value, found: &Value) -> bool {
    let motion = scene.motion.as_ivec2().abs();
    let (steps, aside) = (motion.max_element(), motion.min_element());
    let has_ties = (1..steps).any(|step| (2 * step * aside + steps) % (2 * steps) == 0);
    let (expected, found) = (expected.parts(), found.parts());
    has_ties || (steps == aside && expected.len() == found.len() && expected[..2] == found[..2])
}

/// A query without directions of its own.
fn two_way(scene: &Scene) -> TerrainQuery<'_> {
    query(scene).one_way(OneWayRule::Solid)
}

fn sight_both_ways(scene: &Scene) -> Value {
    let ([a, b], query) = (scene.points, two_way(scene));
    (query.line_of_sight(a, b) == query.line_of_sight(b, a)).into()
}

fn rays_both_ways(scene: &Scene) -> Value {
    let (ray, query) = (scene.ray, two_way(scene).exact());
    (query.raycast_any(&ray) == query.raycast_any(&Ray::between_f64(ray.end(), ray.origin()))).into()
}

fn regions_both_ways(scene: &Scene) -> Value {
    let ([a, b], query) = (scene.points, two_way(scene));
    let holds = |from: Vec2, to: Vec2| query.visible_region(from, 200.0).contains(to);
    // The origin is rounded to 1/256 px, so both points are.
    let [a, b] = [a, b].map(|point| (point * 256.0).map(f32::round_ties_even) / 256.0);
    (holds(a, b) == holds(b, a)).into()
}

fn pixels_both_ways(scene: &Scene) -> Value {
    let ([a, b], query) = (scene.pixels, two_way(scene));
    let sees = |from: IVec2, to: IVec2| query.visible_pixels(from, 200.0).sees(to);
    let are_within = [a, b].into_iter().all(|pixel| scene.place.terrain().bounds().contains(pixel));
    (!are_within || sees(a, b) == sees(b, a)).into()
}

fn cells_both_ways(scene: &Scene) -> Value {
    let ([a, b], query) = (scene.pixels, two_way(scene));
    let cell = |pixel: IVec2| match scene.place.terrain().map() {
        Some(map) => pixel.div_euclid(map.tile_size().as_ivec2()),
        None => pixel.div_euclid(IVec2::splat(16)),
    };
    let sees = |from: IVec2, to: IVec2| query.visible_cells_by_centers(from, 200.0).contains(cell(to));
    // A wall is seen and sees nothing.
    (!sees(a, a) || !sees(b, b) || sees(a, b) == sees(b, a)).into()
}

pub(super) const QUESTIONS: [Question; 32] = [
    Question::of("carve and fill a shape", edits),
    Question::of("pixels of objects", objects),
    Question { exception: other_twin, ..Question::of("cast a shape", cast_shape) },
    Question { exception: other_twin, ..Question::of("cast a shape out of its start", cast_leaving) },
    Question::of("overlaps", overlaps),
    Question::of("where discs fit", free_space),
    Question { exception: other_contact, ..Question::of("contact with terrain", contact) },
    Question { exception: other_contact, ..Question::of("contact of a polygon with terrain", contact_of_pieces) },
    Question { exception: other_near, ..Question::of("nearest solid", nearest_solid) },
    Question { exception: other_near, ..Question::of("nearest free", nearest_free) },
    Question::of("surface normal", surface_normal),
    Question::of("visible region", visible_region),
    Question::of("visible region holds", region_holds),
    Question::of("visible pixels", visible_pixels),
    Question::of("visible cells", visible_cells),
    Question::of("visible cells by centers", cells_by_centers),
    Question { exception: other_pixel, ..Question::of("exact ray", exact_ray) },
    Question { exception: other_pixel, ..Question::of("exact ray out of its start", exact_leaving) },
    Question { exception: other_line, ..Question::of("Bresenham ray", bresenham_ray) },
    Question { exception: other_faces, ..Question::of("exact exit", exact_exit) },
    Question { exception: other_faces, ..Question::of("exact spans", exact_spans) },
    Question::of("line of sight", line_of_sight),
    Question::of("ranges", ranges),
    Question { images: level_only, ..Question::of("scan", scan) },
    Question::of("scan by eighths of a turn", scan_by_eighths),
    Question { exception: other_axis, ..Question::of("cast a mask", cast_mask) },
    Question::of("is solid", is_solid),
    Question::law("sight both ways", sight_both_ways),
    Question::law("exact rays both ways", rays_both_ways),
    Question::law("visible regions both ways", regions_both_ways),
    Question::law("visible pixels both ways", pixels_both_ways),
    Question::law("visible cells by centers both ways", cells_both_ways),
];

fn is_solid(scene: &Scene) -> Value {
    let solid = |pixel: IVec2| query(scene).is_solid(pixel).into();
    Value::list(scene.pixels, solid)
}
