//! `cast_shape` against all pixel squares, one by one.
//!
//! A time may be off by 1e-6 px of the motion, and by the rounding to `f32`. Pixels into which the shape comes about as
//! deep as the graze tolerance may stop it or not.

use crate::random_shapes::{number, shape, shape_in};
use fastrand::Rng;
use reference::cores::{AnyShape, PlainCore, touch_tolerance};
use reference::each_case;
use reference::scenes::{self, Scene};
use tileray::cast::ShapeHit;
use tileray::collide::Collider;
use tileray::geometry::Capsule;
use tileray::glam::{DVec2, IVec2, Vec2, ivec2, vec2};
use tileray::terrain::OneWayRule;
use tileray::{Aabb, Circle, ConvexPolygon, Direction, Hull, LayerMask, Polygon, SolidityMap, Terrain, collide};

/// The answer by all pixels.
#[derive(Debug)]
enum Plain {
    Inside,
    /// So near the tolerance that both answers are right.
    Unsure,
    /// The first time at which a pixel may stop the shape, and the first at which one must.
    Between(f64, f64),
}

/// Whether a pixel stops a core, and when it touches it: `Err` if the core overlaps it, or nearly.
fn times_of_pixel(core: &PlainCore, pixel: IVec2, motion: DVec2, size: f64) -> Result<(f64, f64), Plain> {
    let (sum, radius) = (core.sum(pixel), core.radius);
    let (tolerance, never) = (touch_tolerance(pixel, size), (f64::INFINITY, f64::INFINITY));
    let depth = radius - sum.distance(DVec2::ZERO);
    let graze = tolerance / 2.0;
    if depth > tolerance * 1.001 {
        return Err(Plain::Inside);
    }
    if depth > tolerance * 0.999 || (depth - graze).abs() < graze * 0.001 {
        return Err(Plain::Unsure);
    }
    let Some((enter, leave)) = sum.times(motion, radius) else { return Ok(never) };
    if leave <= 0.0 {
        return Ok(never);
    }
    let enter = enter.max(0.0);
    // How deep it must come: deeper than now where it is deeper than the graze tolerance.
    let least = if depth > graze { depth } else { graze };
    let comes = |least: f64| sum.times(motion, radius - least).is_some_and(|(_, leave)| leave > 0.0);
    let margin = 1e-9 + 0.002 * graze;
    Ok((
        if comes(least - if depth > graze { 0.0 } else { margin }) { enter } else { f64::INFINITY },
        if comes(least + margin) { enter } else { f64::INFINITY },
    ))
}

fn plain_cast(cores: &[PlainCore], motion: DVec2, solid: &[IVec2]) -> Plain {
    let size = PlainCore::size(cores);
    let (mut may, mut must, mut unsure) = (f64::INFINITY, f64::INFINITY, false);
    for core in cores {
        let middle = core.points.iter().sum::<DVec2>() / core.points.len() as f64;
        let reach = size + 2.0;
        for &pixel in solid {
            let from = pixel.as_dvec2() + 0.5 - middle;
            let aside = (from.x * motion.y - from.y * motion.x).abs();
            if aside > reach * motion.length() && from.length() > reach {
                continue;
            }
            match times_of_pixel(core, pixel, motion, size) {
                Ok(times) => (may, must) = (may.min(times.0), must.min(times.1)),
                Err(Plain::Inside) => return Plain::Inside,
                Err(_) => unsure = true,
            }
        }
    }
    if unsure { Plain::Unsure } else { Plain::Between(may, must) }
}

/// A motion: anywhere, along an axis or a diagonal, or one that grazes a solid pixel.
fn random_motion(rng: &mut Rng, shape: &AnyShape, solid: &[IVec2], unit: i32) -> Vec2 {
    let length = [4.0, 30.0, 200.0, 10_000.0][rng.usize(0..4)];
    let step = number(rng, 0.0, length, unit);
    match rng.u32(0..8) {
        0 => vec2(step, 0.0),
        1 => vec2(0.0, -step),
        2 => vec2(-step, step),
        3 | 4 if !solid.is_empty() => {
            // Past a corner of a pixel, at the distance of the shape's border.
            let pixel = solid[rng.usize(0..solid.len())].as_vec2() + vec2(rng.u8(0..2).into(), rng.u8(0..2).into());
            let bounds = shape.collider().bounds();
            let corner = if rng.bool() { bounds.min } else { bounds.max };
            (pixel - corner) * [0.5, 1.0, 2.0, 40.0][rng.usize(0..4)]
        }
        _ => vec2(number(rng, -length, length, unit), number(rng, -length, length, unit)),
    }
}

fn check(found: Option<&ShapeHit>, plain: &Plain, motion: DVec2) -> Result<(), String> {
    let error = 1e-6 / motion.length().max(1e-30);
    match (plain, found) {
        (Plain::Unsure, _) => Ok(()),
        (Plain::Inside, Some(hit)) if hit.inside() && hit.fraction() == 0.0 => Ok(()),
        (Plain::Inside, _) => Err("it is inside".into()),
        (Plain::Between(may, must), None) => {
            let is_right = *must > 1.0 - error;
            if is_right { Ok(()) } else { Err(format!("a hit at {must}, may be {may}")) }
        }
        (Plain::Between(may, must), Some(hit)) => {
            let time = f64::from(hit.fraction());
            let rounding = error + time * 1.2e-7;
            let is_right = !hit.inside() && time >= may - rounding && time <= must + rounding && time <= 1.0;
            if is_right { Ok(()) } else { Err(format!("a hit from {may} to {must}, not at {time}")) }
        }
    }
}

/// Checks what a hit says of the pair that touches.
fn check_pair(shape: &AnyShape, terrain: &Terrain, motion: Vec2, hit: &ShapeHit) {
    assert!(terrain.is_solid(hit.pixel()));
    if hit.inside() {
        return check_way_out(shape, terrain, motion, hit);
    }
    let point = hit.point().as_dvec2();
    let corner = hit.pixel().as_dvec2();
    let nearest = point.clamp(corner, corner + 1.0);
    assert!(point.distance(nearest) <= 1e-6 * point.length(), "{point} is a point of {corner}");
    assert!((hit.normal().length() - 1.0).abs() < 1e-6, "{}", hit.normal());
    let toward = hit.normal().as_dvec2().dot(motion.as_dvec2()) / motion.as_dvec2().length();
    assert!(toward < 1e-5, "{} is against {motion}", hit.normal());
    let moved = shape.translated(motion * hit.fraction());
    assert!(!terrain.query().overlaps(moved.collider()), "it overlaps where it was stopped: {hit:?}");
    let size = PlainCore::size(&shape.cores());
    let largest = point.abs().max_element() + size + 1.0;
    let gap = moved.cores().into_iter().map(|core| core.sum(hit.pixel()).distance(DVec2::ZERO) - core.radius);
    let gap = gap.fold(f64::INFINITY, f64::min);
    // The time is rounded to f32, too.
    let rounding = largest / f64::from(1 << 21) + motion.as_dvec2().length() * f64::from(hit.fraction()) * 1.2e-7;
    assert!(gap.abs() <= rounding, "{gap} from the pixel that stopped it, at {}", hit.fraction());
}

/// Checks that the normal of a hit inside is the direction of a shortest way out, the one more against the motion.
fn check_way_out(shape: &AnyShape, terrain: &Terrain, motion: Vec2, hit: &ShapeHit) {
    let size = PlainCore::size(&shape.cores()) as f32;
    let contact = terrain.query().contact(shape.collider(), size).expect("an overlap");
    match contact.way_out {
        // The size is rounded to `f32`.
        None => assert!(hit.normal() == Vec2::ZERO, "a way as long as the shape: {hit:?}"),
        // Another way is as short.
        Some(_) if hit.normal() == Vec2::ZERO => {}
        Some(way) => {
            assert!((hit.normal().length() - 1.0).abs() < 1e-6, "{hit:?}");
            let against = (hit.normal() - way.normalize()).dot(motion) / motion.length().max(1e-30);
            assert!(against < 1e-6, "{way} is more against the motion: {hit:?}");
            let moved = shape.translated(hit.normal() * way.length() * 1.000_001);
            assert!(!terrain.query().overlaps(moved.collider()), "not free after {way}: {hit:?}");
        }
    }
}

#[test]
fn a_cast_ends_at_the_first_of_all_pixels() {
    let count = reference::cases(4000);
    let (mut hits, mut insides, mut misses, mut unsure) = (0, 0, 0, 0);
    for (case, mut rng) in each_case(511, count.div_ceil(20)) {
        let scene = Scene::within(300, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let solid = scene.solid();
        for _ in 0..20 {
            let (shape, unit) = shape_in(&mut rng, &scene, [1.0, 4.0, 10.0]);
            let motion = random_motion(&mut rng, &shape, &solid, unit);
            let found = scene.terrain.query().cast_shape(shape.collider(), motion);
            let plain = plain_cast(&shape.cores(), motion.as_dvec2(), &solid);
            if let Err(what) = check(found.as_ref(), &plain, motion.as_dvec2()) {
                panic!("{what}\n{shape:?} by {motion} in {scene}\n{found:?}");
            }
            match (&found, &plain) {
                (_, Plain::Unsure) => unsure += 1,
                (None, _) => misses += 1,
                (Some(hit), _) if hit.inside() => insides += 1,
                _ => hits += 1,
            }
            if let Some(hit) = &found {
                check_pair(&shape, &scene.terrain, motion, hit);
            }
        }
    }
    if count >= 1000 {
        assert!(hits * 10 > count && misses * 20 > count && insides * 20 > count && unsure * 50 < count);
    }
}

#[test]
fn nothing_is_jumped_over() {
    // A wall of 1 px, 16,000 px away, and a step of 20,000 px.
    let wall = Terrain::from_solidity(&SolidityMap::from_fn(16_100, 40, |x, _| x == 16_000));
    for (_, mut rng) in each_case(513, reference::cases(400)) {
        let at = vec2(number(&mut rng, 0.0, 50.0, 256), number(&mut rng, 14.0, 26.0, 256));
        let shape = shape(&mut rng, at, 4.0, 256);
        let hit = wall.query().cast_shape(shape.collider(), (20_000.0, rng.f32() - 0.5)).expect("the wall");
        assert_eq!((hit.pixel().x, hit.inside()), (16_000, false), "{shape:?}");
    }
    let point = Circle::new((0.5, 20.5), 0.0);
    for length in [1e6, 1e12, 1e19] {
        let hit = wall.query().cast_shape(&point, (length, 0.0)).expect("the wall");
        assert!((hit.fraction() * length - 15_999.5).abs() < 0.01, "{hit:?}");
    }
}

#[test]
fn a_shape_slides_along_a_floor_of_pixels() {
    let floor = Terrain::from_solidity(&SolidityMap::from_fn(2000, 64, |x, y| y >= 40 || x >= 1900));
    for (_, mut rng) in each_case(514, reference::cases(1000)) {
        let at = vec2(number(&mut rng, 100.0, 300.0, 0), number(&mut rng, 10.0, 20.0, 0));
        let shape = shape(&mut rng, at, 6.0, 0);
        // Onto the floor, then along it, all in f32.
        let down = floor.query().cast_shape(shape.collider(), (0.0, 100.0)).expect("the floor");
        assert_eq!(down.normal(), vec2(0.0, -1.0), "{down:?}");
        let shape = shape.translated(vec2(0.0, 100.0 * down.fraction()));
        let along = floor.query().cast_shape(shape.collider(), (3000.0, 0.0)).expect("the wall at the end");
        assert_eq!((along.pixel().x, along.normal()), (1900, vec2(-1.0, 0.0)), "{along:?}, {shape:?}");
        // Pressed onto it, it stops at once; away from it, it leaves.
        let pressed = floor.query().cast_shape(shape.collider(), (50.0, 1.0)).expect("the floor");
        assert_eq!(pressed.normal(), vec2(0.0, -1.0), "{pressed:?}");
        assert!(pressed.fraction() < 1e-3 && !pressed.inside(), "{pressed:?}");
        assert_eq!(floor.query().cast_shape(shape.collider(), (50.0, -9.0)), None, "{shape:?}");
    }
}

#[test]
fn a_shape_that_starts_inside_may_leave_first() {
    let bars = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, |x, _| x < 10 || (30..34).contains(&x)));
    let leave = bars.query().leave_start();
    let ball = Circle::new((4.5, 30.5), 3.0);
    let hit = bars.query().cast_shape(&ball, (50.0, 0.0)).expect("it is inside");
    assert_eq!((hit.inside(), hit.fraction(), hit.pixel(), hit.normal()), (true, 0.0, ivec2(4, 30), Vec2::ZERO));
    assert_eq!(hit.remaining(), vec2(50.0, 0.0));
    let hit = leave.cast_shape(&ball, (50.0, 0.0)).expect("the second bar");
    assert_eq!(
        (hit.inside(), hit.fraction() * 50.0, hit.pixel(), hit.normal()),
        (false, 22.5, ivec2(30, 30), vec2(-1.0, 0.0))
    );
    assert_eq!(leave.cast_shape(&ball, (20.0, 0.0)), None, "it ends between the bars");
    assert_eq!(leave.cast_shape(&ball, (5.0, 0.0)), None, "it ends inside");
    assert_eq!(leave.cast_shape(&ball, (0.0, 0.0)), None, "it stays inside");
    let free = Circle::new((20.0, 30.5), 3.0);
    assert_eq!(leave.cast_shape(&free, (50.0, 0.0)), bars.query().cast_shape(&free, (50.0, 0.0)));
}

#[test]
fn a_hit_inside_has_the_way_out_as_its_normal() {
    let rock =
        Terrain::from_solidity(&SolidityMap::from_fn(100, 60, |x, y| x < 40 && y >= 20 || (80..84).contains(&x)));
    let normal = |shape: &dyn Collider, motion: Vec2| {
        let hit = rock.query().cast_shape(shape, motion).expect("an overlap");
        assert!(hit.inside());
        hit.normal()
    };
    let ball = |x, y| Circle::new((x, y), 4.0);
    assert_eq!(normal(&ball(20.0, 19.0), vec2(5.0, 9.0)), Vec2::NEG_Y);
    assert_eq!(normal(&ball(41.0, 40.5), vec2(5.0, 9.0)), Vec2::X);
    // As far inside as the ball is wide.
    assert_eq!(normal(&ball(20.0, 24.0), Vec2::ZERO), Vec2::NEG_Y);
    assert_eq!(normal(&ball(20.0, 24.1), Vec2::ZERO), Vec2::ZERO);
    assert_eq!(normal(&Circle::new((20.5, 20.5), 0.0), Vec2::Y), Vec2::ZERO);
    // Two ways out of a wall, and of a corner: the one more against the motion.
    let crate_box = Aabb::new(vec2(36.0, 15.0), vec2(44.0, 24.0));
    for (motion, way) in [((3.0, 1.0), Vec2::NEG_X), ((-3.0, 1.0), Vec2::X), ((0.0, 1.0), Vec2::ZERO)] {
        assert_eq!(normal(&ball(82.0, 30.5), motion.into()), way);
    }
    for (motion, way) in [((-1.0, 3.0), Vec2::NEG_Y), ((-3.0, 1.0), Vec2::X), ((-1.0, 1.0), Vec2::ZERO)] {
        assert_eq!(normal(&crate_box, motion.into()), way);
    }
}

#[test]
fn two_mirror_pixels_that_are_touched_at_once_stop_a_shape_straight() {
    // A gap from 20 to 26, and a staircase down to the right whose corners lie on a diagonal.
    let gap = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| y >= 40 && !(20..26).contains(&x)));
    let stairs = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x / 8 + y / 8 >= 8));
    let ball = |x, y| Circle::new((x, y), 5.0);
    let normal = |terrain: &Terrain, shape: &dyn Collider, motion: Vec2| {
        terrain.query().cast_shape(shape, motion).expect("a hit").normal()
    };
    assert_eq!(normal(&gap, &ball(23.0, 20.0), vec2(0.0, 30.0)), Vec2::NEG_Y);
    let aside = normal(&gap, &ball(23.125, 20.0), vec2(0.0, 30.0));
    assert!(aside.x < -0.5 && aside.y < -0.7, "the right edge: {aside}");
    // Two wheels of one shape, each on an edge.
    let wheel =
        |x: f32| ConvexPolygon::new([(x - 2.0, 20.0), (x, 18.0), (x + 2.0, 20.0), (x, 22.0)].map(Vec2::from).to_vec());
    let wheels = Hull::new(vec![wheel(19.0).expect("a square"), wheel(27.0).expect("a square")]).expect("two pieces");
    assert_eq!(normal(&gap, &wheels, vec2(0.0, 30.0)), Vec2::NEG_Y);
    // Into the inner corner of two steps, along the diagonal.
    let straight = Vec2::splat(-0.5_f32.sqrt());
    let found = normal(&stairs, &ball(20.0, 20.0), vec2(30.0, 30.0));
    assert!(found.distance(straight) < 1e-6 && found.x == found.y, "{found}");
}

#[test]
fn one_way_layers_stop_motions_against_them() {
    let mut planks = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y == 32));
    planks.set_one_way(0, Some(Direction::Down)).expect("layer 0");
    let (above, below) = (Circle::new((20.5, 10.5), 4.0), Circle::new((20.5, 50.5), 4.0));
    let hit = planks.query().cast_shape(&above, (0.0, 40.0)).expect("the planks");
    assert_eq!((hit.pixel(), hit.layer()), (ivec2(20, 32), 0));
    assert_eq!(planks.query().cast_shape(&below, (0.0, -40.0)), None);
    let solid = planks.query().one_way(OneWayRule::Solid);
    assert!(solid.cast_shape(&below, (0.0, -40.0)).is_some());
    let free = planks.query().one_way(OneWayRule::Free);
    assert_eq!(free.cast_shape(&above, (0.0, 40.0)), None);
    let none = planks.query().layers(LayerMask::NONE);
    assert_eq!(none.cast_shape(&above, (0.0, 40.0)), None);
}

#[test]
fn bad_numbers_hit_nothing_and_take_no_time() {
    let rock = Terrain::from_solidity(&SolidityMap::from_fn(300, 300, |x, y| x + y > 200));
    let ball = Circle::new((20.5, 20.5), 4.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        for motion in [vec2(bad, 0.0), vec2(0.0, bad), vec2(bad, bad)] {
            assert_eq!(rock.query().cast_shape(&ball, motion), None, "{motion}");
            let inside = rock.query().cast_shape(&Circle::new((150.5, 150.5), 4.0), motion);
            assert_eq!(inside.map(|hit| (hit.inside(), hit.pixel())), Some((true, ivec2(150, 150))), "{motion}");
        }
        for shape in [Circle::new((bad, 5.0), 2.0), Circle::new((5.0, bad), 2.0), Circle::new((5.0, 5.0), bad)] {
            assert_eq!(rock.query().cast_shape(&shape, (500.0, 500.0)), None, "{shape:?}");
        }
    }
    assert_eq!(rock.query().cast_shape(&Circle::new((20.5, 20.5), -1.0), (500.0, 500.0)), None);
    assert_eq!(rock.query().cast_shape(&Circle::new((-2e9, 20.5), 1.0), (4e9, 0.0)), None, "too far away");
    assert!(rock.query().cast_shape(&Circle::new((-1e9, 20.5), 1.0), (2e9, 0.0)).is_some());
    let empty = Terrain::from_solidity(&SolidityMap::new(0, 0));
    assert_eq!(empty.query().cast_shape(&ball, (5.0, 5.0)), None);
    // A shape larger than the map.
    let huge = Circle::new((150.0, -50_000.0), 40_000.0);
    let hit = rock.query().cast_shape(&huge, (0.0, 30_000.0)).expect("the rock");
    assert!(!hit.inside() && hit.fraction() > 0.3, "{hit:?}");
    assert!(rock.query().cast_shape(&Circle::new((150.0, -5.0), 4e8), (0.0, 1.0)).is_some_and(|hit| hit.inside()));
}

#[test]
fn shapes_without_an_interior_do_not_slip_between_pixels() {
    let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    // On the border of two columns of pixels, and in the middle of one.
    for x in [20.0, 20.5] {
        let shapes: [&dyn Collider; 3] = [
            &Circle::new((x, 30.0), 0.0),
            &Capsule::new((x, 20.0), (x, 30.0), 0.0),
            &Aabb::new(vec2(x, 20.0), vec2(x, 30.0)),
        ];
        for shape in shapes {
            let hit = floor.query().cast_shape(shape, (0.0, 20.0)).expect("the floor");
            assert_eq!((hit.fraction(), hit.normal(), hit.point()), (0.5, vec2(0.0, -1.0), vec2(x, 40.0)), "{hit:?}");
        }
        // Along the floor that it stands on.
        assert_eq!(floor.query().cast_shape(&Circle::new((x, 40.0), 0.0), (30.0, 0.0)), None);
        assert_eq!(floor.query().cast_shape(&Capsule::new((x, 40.0), (x + 5.0, 40.0), 0.0), (30.0, 0.0)), None);
        // In the rock, on a border, it does not move; in the middle of a pixel it is inside.
        let inside = floor.query().cast_shape(&Circle::new((x, 50.5), 0.0), (0.0, 9.0)).expect("rock");
        assert_eq!((inside.fraction(), inside.inside()), (0.0, x == 20.5));
    }
    // Along a wall of one column, and into it.
    let wall = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x == 20));
    assert_eq!(wall.query().cast_shape(&Circle::new((20.0, 3.0), 0.0), (0.0, 50.0)), None);
    assert_eq!(wall.query().cast_shape(&Circle::new((21.0, 3.0), 0.0), (0.0, 50.0)), None);
    assert!(wall.query().cast_shape(&Circle::new((20.0, 3.0), 0.0), (1.0, 50.0)).is_some());
}

#[test]
fn a_polygon_is_cast_as_the_hull_of_its_pieces() {
    let arch =
        [(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (20.0, 20.0), (20.0, 8.0), (10.0, 8.0), (10.0, 20.0), (0.0, 20.0)];
    let arch = Polygon::new(arch.map(Vec2::from).to_vec()).expect("an arch");
    // The post fits into the opening: it is met by the top of the arch, 8 px below its upper border.
    let post = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| (43..47).contains(&x) && y >= 60));
    let (query, start) = (post.query(), arch.translated((30.0, 10.0)).expect("near"));
    let hit = query.cast_shape(&start, (0.0, 84.0)).expect("the post");
    assert_eq!((hit.distance(), hit.pixel().y, hit.normal()), (42.0, 60, vec2(0.0, -1.0)));
    assert_eq!(Some(hit), query.cast_shape(&Hull::from(&start), (0.0, 84.0)));
    assert!(!query.overlaps(&start) && collide::distance(&start, &arch).is_some_and(|gap| gap == 0.0));
}
