//! One-way slopes: a body that comes from below passes, and once its middle is above it lands and walks as on a two-way
//! slope.

use fastrand::Rng;
use reference::mirrors::Image;
use reference::motion::level::{self, Level, SIDE, step};
use reference::{cases, each_case};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::motion::{CollisionWorldMut, MotionMode, Side, Slide};
use tileray::{Body, BodyShape, Direction, MoveOptions, Rect, Solid, SolidityMap, Terrain};

const WIDTH: i32 = SIDE as i32;

/// The highest pixel of each column: lines from 1:4 to 3:1, an arch, a bowl, waves, or steep walls between two plains, in
/// both directions.
fn surface(rng: &mut Rng) -> Vec<i32> {
    let (columns, middle, sign) = (0..WIDTH, WIDTH / 2, if rng.bool() { 1 } else { -1 });
    let radius = rng.i32(20..70);
    let steep = rng.i32(15..=180);
    let circle = |x: i32| f64::from(radius * radius - (x - middle) * (x - middle)).max(0.0).sqrt() as i32;
    let height = |x: i32, kind: usize| match kind {
        0 => circle(x) - radius / 2,
        1 => radius / 2 - circle(x),
        2 => ((f64::from(x) * 3.0 / f64::from(radius)).sin() * 20.0) as i32,
        3 => (sign * (x - middle) * steep).div_euclid(3).clamp(-60, 60),
        _ => {
            let (rise, run) = [(1, 4), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1)][kind - 4];
            sign * ((x - middle) * rise).div_euclid(run)
        }
    };
    let kind = rng.usize(0..11);
    columns.map(|x| middle - height(x, kind)).collect()
}

/// The pixels of a slope of a thickness, without gaps from column to column.
fn slope(surface: &[i32], thickness: i32) -> SolidityMap {
    let end = |x: usize| {
        let beside = [x.checked_sub(1), Some(x + 1)].into_iter().flatten().filter_map(|x| surface.get(x).copied());
        beside.fold(surface[x] + thickness, i32::max)
    };
    SolidityMap::from_fn(SIDE, SIDE, |x, y| (surface[x as usize]..end(x as usize)).contains(&(y as i32)))
}

/// Whether a column of a surface is well within the map, and goes on from there as a slope.
fn is_within(surface: &[i32], x: i32) -> bool {
    (5..WIDTH - 5).contains(&x) && {
        let near = &surface[x as usize - 5..=x as usize + 5];
        let is_high = |pair: &[i32], way: i32| (pair[1] - pair[0]) * way.signum() >= 7;
        let is_slope = |four: &[i32]| {
            let rise = four[2] - four[1];
            rise.abs() <= 7 || (rise.abs() <= 64 && (is_high(&four[..2], rise) || is_high(&four[2..], rise)))
        };
        near.iter().all(|y| (8..WIDTH - 12).contains(y)) && near.windows(4).all(is_slope)
    }
}

/// A slope alone, as a layer or a solid.
fn level_of(rng: &mut Rng, mask: SolidityMap) -> Level {
    let (way, empty) = (Direction::Down, SolidityMap::new(SIDE, SIDE));
    if rng.bool() {
        return Level::new(IVec2::ZERO, empty, vec![(way, mask)], Vec::new());
    }
    let solid = Solid::new(BodyShape::from_mask(mask).expect("a shape"), IVec2::ZERO).with_one_way(Some(way));
    Level::new(IVec2::ZERO, empty, Vec::new(), vec![solid])
}

/// Boxes, rounded boxes and triangles, some larger than a window.
fn shape(rng: &mut Rng) -> BodyShape {
    let size = UVec2::new(rng.u32(1..=16), rng.u32(1..=20));
    let size = if rng.u8(0..12) == 0 { size + 40 } else { size };
    let (width, height) = (size.x as i32, size.y as i32);
    match rng.u8(0..5) {
        0 => BodyShape::rectangle((12, 14)),
        1 => BodyShape::rounded(size, rng.u32(1..8)),
        // On its tip.
        2 => BodyShape::from_mask(SolidityMap::from_fn(size.x, size.y, |x, y| {
            (2 * x as i32 + 1 - width).abs() * height <= width * (height - y as i32)
        })),
        _ => BodyShape::rectangle(size),
    }
    .expect("a shape")
}

/// The pixels of the middle of a body that lie farthest in a direction: one, or two of an even width.
fn feet(body: &Body, way: Direction) -> Vec<IVec2> {
    let (bounds, ahead) = (body.shape().bounds(), step(way));
    let (low, high) = ((bounds.min + bounds.max - 1).div_euclid(IVec2::splat(2)), (bounds.min + bounds.max) / 2);
    let last = |middle: IVec2| {
        let own = body.shape().mask().pixels();
        let line = own.filter(|pixel| (*pixel - middle).dot(ahead.perp()) == 0);
        line.max_by_key(|pixel| pixel.dot(ahead)).expect("a pixel in the middle") + body.position()
    };
    [low, high].map(last).to_vec()
}

/// Plays a body that comes from below, in an image of the world. Returns whether it came above, and whether it landed.
fn play(rng: &mut Rng, mode: MotionMode, image: Image) -> [bool; 2] {
    let (rows, thickness) = (surface(rng), [1, 2, 4, 8, 200][rng.usize(0..5)]);
    let mut level = level_of(rng, slope(&rows, thickness));
    let rocks = rng.u8(0..4) == 0;
    if rocks {
        let at = ivec2(rng.i32(0..WIDTH), rng.i32(0..WIDTH));
        let rock = SolidityMap::from_fn(SIDE, SIDE, |x, y| (ivec2(x as i32, y as i32) - at).abs().max_element() < 12);
        level = Level::new(IVec2::ZERO, rock, level.one_way, level.solids);
    }
    let x = rng.i32(30..WIDTH - 30);
    let shape = shape(rng);
    let upright = Body::new(shape.clone(), IVec2::ZERO);
    let at = ivec2(x, rows[x as usize] + rng.i32(1..40)) - feet(&upright, Direction::Down)[0];
    if !level.is_free(&shape, at) {
        return [false; 2];
    }
    let (level, way) = (image.level(&level), image.direction(Direction::Down));
    let mut body = image.body(&Body::new(shape, at));
    body.set_exact_position(body.exact_position() + vec2(rng.f32() - 0.5, rng.f32() - 0.5));
    let (mut velocity, gravity) =
        (image.vector(vec2((rng.f32() - 0.5) * 8.0, -(rng.f32() * 7.0 + 1.0))), 0.1 + rng.f32() * 0.4);
    let options = MoveOptions::new().mode(mode).steep_slide(rng.u8(0..4) == 0).wall_retry(rng.bool());
    let (down, mut came_above, mut trace) = (step(way).as_vec2(), false, Vec::new());
    for _ in 0..150 {
        velocity += down * gravity;
        let start = body.clone();
        let slide = body.move_and_slide(level.around(), velocity, 1.0, &options);
        let feet = feet(&body, way).into_iter().map(|foot| image.inverse().pixel(foot)).collect::<Vec<_>>();
        let columns = image.inverse().rect(body.rect());
        if !(columns.min.x..columns.max.x).all(|x| is_within(&rows, x)) {
            break;
        }
        let is_above = feet.iter().any(|foot| foot.y < rows[foot.x as usize]);
        trace.push((start, velocity, slide));
        assert!(level.is_free_for(&body), "{trace:#?}");
        let met_rock = slide.contacts.iter().any(|contact| contact.layer() == Some(0));
        let is_free = slide.velocity == velocity && slide.contacts.is_empty();
        assert!(is_free || met_rock || is_above || came_above, "stopped on the way up: {trace:#?}");
        assert!(is_above || !came_above, "fell through: {trace:#?}");
        came_above |= is_above;
        if slide.on_floor && !met_rock {
            return [true, true];
        }
        velocity = slide.velocity;
    }
    [came_above, false]
}

#[test]
fn whoever_comes_above_lands_and_nobody_is_stopped_on_the_way() {
    let mut counts = [0; 3];
    for (case, mut rng) in each_case(951, cases(8000)) {
        let [above, landed] = play(&mut rng, MotionMode::Grounded, Image::ALL[case % 2]);
        counts[usize::from(above)] += 1;
        counts[2] += usize::from(landed);
    }
    let least = cases(8000) / 8;
    assert!(counts.iter().all(|&count| count > least), "{counts:?}");
}

#[test]
fn one_way_slopes_of_all_directions_hold_who_flies() {
    let mut counts = [0; 2];
    for (case, mut rng) in each_case(952, cases(8000)) {
        let [above, _] = play(&mut rng, MotionMode::Floating, Image::ALL[case % 8]);
        counts[usize::from(above)] += 1;
    }
    assert!(counts.iter().all(|&count| count > cases(8000) / 4), "{counts:?}");
}

/// A slide without its contacts, which name another layer or solid.
fn without_contacts(slide: Slide) -> Slide {
    Slide { contacts: Slide::default().contacts, ..slide }
}

#[test]
fn who_comes_from_above_moves_as_on_a_two_way_slope() {
    let (mut floors, mut walls) = (0, 0);
    for (_, mut rng) in each_case(953, cases(6000)) {
        let rows = surface(&mut rng);
        let mask = slope(&rows, 2 * WIDTH);
        let two_way = Level::of(mask.clone());
        let (one_way, shape) = (level_of(&mut rng, mask), shape(&mut rng));
        let options = level::options(&mut rng).drop_through(false).steep_slide(rng.u8(0..4) == 0);
        let mut body = Body::new(shape, ivec2(rng.i32(50..WIDTH - 50), 0));
        let highest = (body.rect().min.x..body.rect().max.x)
            .filter_map(|x| rows.get(x as usize).copied())
            .min()
            .expect("a column");
        body.set_position(body.position() + ivec2(0, highest - rng.i32(0..20) - body.rect().max.y));
        let (mut other, mut velocity) = (body.clone(), Vec2::ZERO);
        for turn in 0..60 {
            if turn % 16 == 15 {
                velocity = vec2((rng.f32() - 0.5) * 12.0, -rng.f32() * 8.0);
            }
            velocity.y += 0.5;
            let (before, columns) = (body.clone(), body.rect());
            if !(columns.min.x - 14..columns.max.x + 14).all(|x| is_within(&rows, x)) {
                break;
            }
            let found = body.move_and_slide(one_way.around(), velocity, 1.0, &options);
            let expected = other.move_and_slide(two_way.around(), velocity, 1.0, &options);
            let what = format_args!("turn {turn}: {before:?} by {velocity}, {options:?}");
            assert_eq!(without_contacts(found), without_contacts(expected), "{what}");
            assert_eq!(body, other, "{what}");
            assert_eq!(found.contacts.is_empty(), expected.contacts.is_empty(), "{what}");
            floors += usize::from(found.on_floor);
            walls += usize::from(found.wall.is_some());
            velocity.y = found.velocity.y;
        }
    }
    assert!(floors > cases(6000) && walls > cases(6000) / 100, "{floors} {walls}");
}

#[test]
fn dropping_through_a_slope_takes_one_call() {
    let mut dropped = 0;
    for (_, mut rng) in each_case(954, cases(4000)) {
        let (rows, thickness) = (surface(&mut rng), [1, 2, 4, 8, 200][rng.usize(0..5)]);
        let level = level_of(&mut rng, slope(&rows, thickness));
        let mut body = Body::new(shape(&mut rng), ivec2(rng.i32(30..WIDTH - 30), -30));
        let options = MoveOptions::default();
        let landed = body.move_and_slide(level.around(), vec2(rng.f32() - 0.5, 200.0), 1.0, &options);
        let columns = body.rect().min.x..body.rect().max.x;
        if !landed.on_floor || !columns.clone().all(|x| is_within(&rows, x)) {
            continue;
        }
        let rise = |foot: IVec2| columns.clone().map(|x| rows[foot.x as usize] - rows[x as usize]).max();
        if feet(&body, Direction::Down).into_iter().any(|foot| rise(foot) > Some(MoveOptions::MAX_REACH as i32)) {
            continue;
        }
        let velocity = vec2(0.0, [0.0, 0.25, 3.0][rng.usize(0..3)]);
        let start = body.clone();
        let drop = body.move_and_slide(level.around(), velocity, 1.0, &options.drop_through(true));
        assert!(!drop.on_floor && drop.moved.y > 0 && drop.velocity == velocity, "{start:?}: {drop:?}");
        for _ in 0..40 {
            let fall = body.move_and_slide(level.around(), vec2(0.0, 2.0), 1.0, &options);
            assert!(!fall.on_floor, "{start:?}: {drop:?}, {fall:?} at {}", body.position());
        }
        dropped += 1;
    }
    assert!(dropped > cases(4000) / 3, "{dropped}");
}

#[test]
fn a_slope_that_moves_carries_who_stands_and_leaves_who_is_inside() {
    let (mut carried, mut inside) = (0, 0);
    let empty = Terrain::from_solidity(&SolidityMap::new(1, 1));
    for (_, mut rng) in each_case(955, cases(4000)) {
        let rows = surface(&mut rng);
        let lift = Solid::new(BodyShape::from_mask(slope(&rows, 200)).expect("a shape"), IVec2::ZERO);
        let mut body = Body::new(shape(&mut rng), ivec2(rng.i32(40..WIDTH - 40), -80));
        let level = Level::new(IVec2::ZERO, SolidityMap::new(SIDE, SIDE), Vec::new(), vec![lift.clone()]);
        body.move_and_slide(level.around(), vec2(0.0, 300.0), 1.0, &MoveOptions::default());
        let along = [Vec2::X, Vec2::Y, Vec2::ONE][rng.usize(0..3)];
        let motion = (vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 12.0 * along).round();
        if !(body.rect().min.x - 8..body.rect().max.x + 8).all(|x| is_within(&rows, x)) {
            continue;
        }
        // Who stands goes where a two-way slope takes it.
        let (mut one_way, mut two_way) = ([lift.clone().with_one_way(Some(Direction::Down))], [lift]);
        let [mut found, mut expected, mut below] = [body.clone(), body.clone(), body.clone()];
        below.set_position(body.position() + ivec2(0, rng.i32(1..30)));
        let start = below.clone();
        CollisionWorldMut::new(&empty, &mut two_way).move_solid(0, motion, &mut [&mut expected]);
        CollisionWorldMut::new(&empty, &mut one_way).move_solid(0, motion, &mut [&mut found, &mut below]);
        assert_eq!(found, expected, "{body:?} by {motion}");
        carried += usize::from(found != body);
        // Who is below wherever the lift is on its way, stays there.
        let is_below = |on_way: i32, steps: i32| {
            feet(&start, Direction::Down).iter().all(|foot| {
                let foot = *foot - (motion * on_way as f32 / steps as f32).round().as_ivec2();
                foot.y >= rows[foot.x as usize]
            })
        };
        let steps = motion.abs().max_element() as i32;
        if motion.x * motion.y == 0.0 && (0..=steps).all(|on_way| is_below(on_way, steps.max(1))) {
            assert_eq!(below, start, "{body:?} by {motion}");
            inside += 1;
        }
    }
    assert!(carried > cases(4000) / 4 && inside > cases(4000) / 8, "{carried} {inside}");
}

/// The faces of one-way things, without slopes: a step is stopped where a new pixel is solid and the one before is not.
fn enters_face(level: &Level, body: &Body, way: Direction) -> bool {
    let own = |pixel: IVec2| body.shape().mask().get(pixel.x, pixel.y);
    let picture = level.picture();
    let mut entered = body.shape().mask().pixels().map(|pixel| pixel + step(way)).filter(|&pixel| !own(pixel));
    entered.any(|pixel| {
        let (pixel, before) = (pixel + body.position(), pixel + body.position() - step(way));
        let mut solids = picture.solids.iter().filter(|solid| solid.one_way == Some(way));
        (picture.layers_have(way, pixel) && !picture.layers_have(way, before))
            || solids.any(|solid| solid.has(pixel) && !solid.has(before))
    })
}

#[test]
fn faces_alone_make_flat_platforms() {
    let mut stopped = [0; 2];
    for (_, mut rng) in each_case(956, cases(2000)) {
        let (mut mask, mut platforms) = (SolidityMap::new(SIDE, SIDE), Vec::new());
        // Platforms of any thickness, of which none is a step of few pixels beside another.
        for row in 0..6 {
            let (a, b) = (rng.i32(0..WIDTH), rng.i32(0..WIDTH));
            let (top, thickness) = (row * 26 + rng.i32(0..3), rng.i32(1..=18));
            platforms.push(Rect::new(ivec2(a.min(b), top), ivec2(a.max(b) + 1, top + thickness)));
            mask.fill_rect(platforms[row as usize]);
        }
        let way = [Direction::Down, Direction::Right, Direction::Up][rng.usize(0..3)];
        let level = Level::new(IVec2::ZERO, SolidityMap::new(SIDE, SIDE), vec![(way, mask)], Vec::new());
        for _ in 0..20 {
            // Near the side that is met first.
            let platform = platforms[rng.usize(0..6)];
            let along = ivec2(rng.i32(0..platform.width() as i32), rng.i32(0..platform.height() as i32));
            let side = if way == Direction::Up { platform.max - 1 - along } else { platform.min + along };
            let met = IVec2::select(step(way).cmpne(IVec2::ZERO), platform.min, side);
            let met = if way == Direction::Up { met.with_y(platform.max.y - 1) } else { met };
            let mut body = Body::new(level::shape(&mut rng), IVec2::ZERO);
            let bounds = body.shape().bounds();
            let edge = IVec2::select(step(way).cmpgt(IVec2::ZERO), bounds.max - 1, bounds.min);
            let at = met - edge - step(way) * rng.i32(-1..3) + step(way).perp() * rng.i32(0..4);
            body.set_position(at);
            // Of what is not a box, the middle may be inside, and the rest beside it above.
            let is_box = body.shape().mask().count() == body.shape().bounds().area();
            if !is_box && body.shape().mask().pixels().any(|pixel| level.picture().layers_have(way, pixel + at)) {
                continue;
            }
            let found = [
                body.is_on_floor(level.around()),
                body.is_on_ceiling(level.around()),
                body.is_on_wall(level.around(), Side::Right),
                body.is_on_wall(level.around(), Side::Left),
            ];
            let ways = [Direction::Down, Direction::Up, Direction::Right, Direction::Left];
            let expected = ways.map(|to| enters_face(&level, &body, to));
            assert_eq!(found, expected, "{body:?}");
            found.into_iter().for_each(|is_stopped| stopped[usize::from(is_stopped)] += 1);
        }
    }
    assert!(stopped.iter().all(|&count| count > cases(2000) / 4), "{stopped:?}");
}
