//! Box2D v3: the sprites in their own frames, and where the first one of a pair stands in the frame of the second.
//!
//! Each question is asked twice: of Box2D's own functions, and of those of its safe binding, which checks its arguments and
//! takes a lock at each call.

use super::check::Answer;
use super::native::{self, NativeCast, NativePolygon};
use super::pairs::{Encounter, Sprite};
use super::{Contest, Engine, Question, Tester};
use crate::race::{Contestant, each};
use crate::solid::foundation;
use anyhow::{Result, ensure};
use boxdd::{Circle, Polygon, ShapeCastPairInput, ShapeProxy, Transform, Vec2};
use boxdd_sys::ffi::{b2CastOutput, b2LocalManifold, b2Rot, b2Transform};
use tileray::glam::{self, DVec2, dvec2};

/// Two shapes of the lists, and where the first stands in the frame of the second.
#[derive(Clone, Copy)]
struct Pair {
    sprites: [usize; 2],
    transform: Transform,
    /// How far the frame of the second is turned in the world.
    turn: f32,
}

/// What is asked of a moving shape, and how far the frame of the one that stands is turned in the world.
#[derive(Clone, Copy)]
struct Cast<C> {
    input: C,
    turn: f32,
}

/// The names of what is asked directly, and through the binding.
const NAMES: [&str; 2] = ["box2d", "box2d checked"];

pub(super) fn testers(contest: &Contest) -> Result<Vec<Tester>> {
    if contest.firsts[0].pieces.len() > 1 {
        // Shapes of several pieces it has none: those are several shapes of a body.
        return Ok(Vec::new());
    }
    foundation()?;
    let testers = match contest.question {
        Question::Sweep => casts(contest)?,
        _ if contest.firsts[0].radius > 0.0 => discs(contest)?,
        _ => polygons(contest)?,
    };
    Ok(testers.map(|tester| (Engine::Box2d, tester)).into())
}

fn polygons(contest: &Contest) -> Result<[Contestant<'static, Answer>; 2]> {
    let (firsts, seconds) = (shapes(&contest.firsts, polygon)?, shapes(&contest.seconds, polygon)?);
    let natives = |polygons: &[Polygon]| polygons.iter().copied().map(NativePolygon::new).collect::<Vec<_>>();
    let (native_firsts, native_seconds) = (natives(&firsts), natives(&seconds));
    let direct = move |&Pair { sprites: [a, b], transform, .. }: &Pair| {
        native::collide_polygons(&native_seconds[b], &native_firsts[a], transform.into_raw())
    };
    let checked = move |&Pair { sprites: [a, b], transform, .. }: &Pair| {
        boxdd::collide_polygons(seconds[b], firsts[a], transform).map(boxdd::LocalManifold::into_raw)
    };
    standing(contest, direct, checked)
}

fn discs(contest: &Contest) -> Result<[Contestant<'static, Answer>; 2]> {
    let (firsts, seconds) = (shapes(&contest.firsts, disc)?, shapes(&contest.seconds, polygon)?);
    let native_firsts: Vec<_> = firsts.iter().map(|disc| disc.into_raw()).collect();
    let native_seconds: Vec<_> = seconds.iter().copied().map(NativePolygon::new).collect();
    let direct = move |&Pair { sprites: [a, b], transform, .. }: &Pair| {
        native::collide_polygon_and_circle(&native_seconds[b], &native_firsts[a], transform.into_raw())
    };
    let checked = move |&Pair { sprites: [a, b], transform, .. }: &Pair| {
        boxdd::collide_polygon_and_circle(seconds[b], firsts[a], transform).map(boxdd::LocalManifold::into_raw)
    };
    standing(contest, direct, checked)
}

/// The two testers of shapes that stand still, by the functions that make a manifold.
fn standing(
    contest: &Contest,
    direct: impl Fn(&Pair) -> b2LocalManifold + 'static,
    checked: impl Fn(&Pair) -> boxdd::Result<b2LocalManifold> + 'static,
) -> Result<[Contestant<'static, Answer>; 2]> {
    let pair = |it: &Encounter| {
        let transform = Transform::from_raw(first_in_second(it))?;
        Ok(Pair { sprites: [it.first.sprite, it.second.sprite], transform, turn: it.second.pose.rotation })
    };
    let pairs = contest.encounters.iter().map(pair).collect::<Result<Vec<_>>>()?;
    if contest.question == Question::Intersects {
        let read = |_: &Pair, &overlap: &bool| if overlap { Answer::Overlap } else { Answer::Apart };
        let tests = move |pair: &Pair| depth(&direct(pair)) > 0.0;
        let checked = move |pair: &Pair| checked(pair).is_ok_and(|manifold| depth(&manifold) > 0.0);
        return Ok([each(NAMES[0], pairs.clone(), tests, read), each(NAMES[1], pairs, checked, read)]);
    }
    Ok([
        each(NAMES[0], pairs.clone(), direct, of_manifold),
        each(NAMES[1], pairs, checked, |pair, answer| {
            answer.as_ref().map_or(Answer::GivenUp, |manifold| of_manifold(pair, manifold))
        }),
    ])
}

fn casts(contest: &Contest) -> Result<[Contestant<'static, Answer>; 2]> {
    let (firsts, seconds) = (shapes(&contest.firsts, proxy)?, shapes(&contest.seconds, proxy)?);
    let cast = |it: &Encounter| {
        let motion = DVec2::from_angle(-f64::from(it.second.pose.rotation)).rotate(it.motion.as_dvec2()).as_vec2();
        let transform = Transform::from_raw(first_in_second(it))?;
        let (still, moving) = (seconds[it.second.sprite], firsts[it.first.sprite]);
        let input = ShapeCastPairInput::new(still, moving, transform, vector(motion))?;
        Ok(Cast { input, turn: it.second.pose.rotation })
    };
    let casts = contest.encounters.iter().map(cast).collect::<Result<Vec<_>>>()?;
    let natives = casts.iter().map(|cast| Cast { input: NativeCast::new(cast.input), turn: cast.turn }).collect();
    let direct = |cast: &Cast<NativeCast>| native::shape_cast(&cast.input);
    let checked = |cast: &Cast<ShapeCastPairInput>| boxdd::shape_cast(cast.input);
    Ok([
        each(NAMES[0], natives, direct, |cast, output: &b2CastOutput| {
            of_cast(cast.turn, output.hit, output.iterations, [output.normal.x, output.normal.y], output.fraction)
        }),
        each(NAMES[1], casts, checked, |cast, output| match output {
            Ok(it) => of_cast(cast.turn, it.hit, it.iterations, [it.normal.x, it.normal.y], it.fraction),
            Err(_) => Answer::GivenUp,
        }),
    ])
}

/// How deep the deepest point of a manifold is: it has points that are near, too.
fn depth(manifold: &b2LocalManifold) -> f32 {
    let points = &manifold.points[..manifold.pointCount.clamp(0, 2) as usize];
    points.iter().map(|point| -point.separation).fold(0.0, f32::max)
}

fn of_manifold(pair: &Pair, manifold: &b2LocalManifold) -> Answer {
    let depth = depth(manifold);
    // Normals lead out of the shape whose frame it is, which pushes the other one out of it.
    let normal = in_world(pair.turn, [manifold.normal.x, manifold.normal.y]);
    if depth > 0.0 { Answer::Contact(normal, depth.into()) } else { Answer::Apart }
}

fn of_cast(turn: f32, hit: bool, iterations: i32, normal: [f32; 2], fraction: f32) -> Answer {
    /// After how many steps it gives up, and says that nothing is met.
    const MOST_STEPS: i32 = 20;
    if hit {
        Answer::Touch(in_world(turn, normal), fraction.into())
    } else if iterations >= MOST_STEPS {
        Answer::GivenUp
    } else {
        Answer::Apart
    }
}

/// A vector of a frame that is turned.
fn in_world(turn: f32, [x, y]: [f32; 2]) -> DVec2 {
    DVec2::from_angle(turn.into()).rotate(dvec2(x.into(), y.into()))
}

/// Where the first stands in the frame of the second, rounded once.
fn first_in_second(encounter: &Encounter) -> b2Transform {
    let (first, second) = (&encounter.first.pose, &encounter.second.pose);
    let apart = first.translation.as_dvec2() - second.translation.as_dvec2();
    let turn = f64::from(second.rotation);
    let place = DVec2::from_angle(-turn).rotate(apart).as_vec2();
    let axis = DVec2::from_angle(f64::from(first.rotation) - turn).as_vec2();
    b2Transform { p: vector(place).into_raw(), q: b2Rot { c: axis.x, s: axis.y } }
}

fn shapes<T>(sprites: &[Sprite], shape: fn(&Sprite) -> Result<T>) -> Result<Vec<T>> {
    sprites.iter().map(shape).collect()
}

fn polygon(sprite: &Sprite) -> Result<Polygon> {
    let polygon = Polygon::from_points(sprite.corners().iter().copied().map(vector), 0.0)?;
    ensure!(polygon.count() == sprite.corners().len(), "Box2D leaves out corners");
    Ok(polygon)
}

fn disc(sprite: &Sprite) -> Result<Circle> {
    Ok(Circle::new(Vec2::ZERO, sprite.radius)?)
}

fn proxy(sprite: &Sprite) -> Result<ShapeProxy> {
    Ok(ShapeProxy::new(sprite.corners().iter().copied().map(vector), 0.0)?)
}

fn vector(of: glam::Vec2) -> Vec2 {
    Vec2::new(of.x, of.y)
}
