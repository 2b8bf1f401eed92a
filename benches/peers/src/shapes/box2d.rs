//! Box2D v3: the sprites in their own frames, and where the first one of a pair stands in the frame of the second.
//!
//! The binding makes the shapes and checks them. The questions are asked of Box2D's own functions.

use super::check::Answer;
use super::native::{self, NativeCast, NativePolygon};
use super::pairs::{Encounter, Sprite};
use super::{Contest, Engine, Entry, Question};
use crate::race::{Contestant, each};
use crate::solid::foundation;
use anyhow::{Result, ensure};
use boxdd::{Circle, Polygon, ShapeCastPairInput, ShapeProxy, Transform, Vec2};
use boxdd_sys::ffi::{b2CastOutput, b2Circle, b2LocalManifold, b2Rot, b2Transform};
use tileray::glam::{self, DVec2, dvec2};

/// Two shapes of the lists, and where the first stands in the frame of the second.
struct Pair {
    sprites: [usize; 2],
    transform: b2Transform,
    /// How far the frame of the second is turned in the world.
    turn: f32,
}

/// The name in tables.
const NAME: &str = "box2d";

pub(super) fn entry(contest: &Contest) -> Result<Option<Entry>> {
    if contest.firsts[0].pieces.len() > 1 {
        // Shapes of several pieces it has none: those are several shapes of a body.
        return Ok(None);
    }
    foundation()?;
    let contestant = match contest.question {
        Question::Sweep => casts(contest)?,
        _ if contest.firsts[0].radius > 0.0 => discs(contest)?,
        _ => polygons(contest)?,
    };
    Ok(Some((Engine::Box2d, contestant)))
}

fn polygons(contest: &Contest) -> Result<Contestant<'static, Answer>> {
    let (firsts, seconds) = (shapes(&contest.firsts, polygon)?, shapes(&contest.seconds, polygon)?);
    Ok(standing(contest, move |&Pair { sprites: [a, b], transform, .. }: &Pair| {
        native::collide_polygons(&seconds[b], &firsts[a], transform)
    }))
}

fn discs(contest: &Contest) -> Result<Contestant<'static, Answer>> {
    let (firsts, seconds) = (shapes(&contest.firsts, disc)?, shapes(&contest.seconds, polygon)?);
    Ok(standing(contest, move |&Pair { sprites: [a, b], transform, .. }: &Pair| {
        native::collide_polygon_and_circle(&seconds[b], &firsts[a], transform)
    }))
}

/// The contestant for shapes that stand still, by the function that makes a manifold.
fn standing(contest: &Contest, collide: impl Fn(&Pair) -> b2LocalManifold + 'static) -> Contestant<'static, Answer> {
    let pair = |it: &Encounter| Pair {
        sprites: [it.first.sprite, it.second.sprite],
        transform: first_in_second(it),
        turn: it.second.pose.rotation,
    };
    let pairs = contest.encounters.iter().map(pair).collect();
    if contest.question == Question::Intersects {
        let read = |_: &Pair, &overlap: &bool| if overlap { Answer::Overlap } else { Answer::Apart };
        return each(NAME, pairs, move |pair: &Pair| depth(&collide(pair)) > 0.0, read);
    }
    each(NAME, pairs, collide, of_manifold)
}

fn casts(contest: &Contest) -> Result<Contestant<'static, Answer>> {
    let (firsts, seconds) = (shapes(&contest.firsts, proxy)?, shapes(&contest.seconds, proxy)?);
    let cast = |it: &Encounter| {
        let motion = DVec2::from_angle(-f64::from(it.second.pose.rotation)).rotate(it.motion.as_dvec2()).as_vec2();
        let transform = Transform::from_raw(first_in_second(it))?;
        let (still, moving) = (seconds[it.second.sprite], firsts[it.first.sprite]);
        let input = ShapeCastPairInput::new(still, moving, transform, vector(motion))?;
        Ok((NativeCast::new(input), it.second.pose.rotation))
    };
    let casts = contest.encounters.iter().map(cast).collect::<Result<Vec<_>>>()?;
    let cast = |(input, _): &(NativeCast, f32)| native::shape_cast(input);
    Ok(each(NAME, casts, cast, |(_, turn), output| of_cast(*turn, output)))
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

fn of_cast(turn: f32, output: &b2CastOutput) -> Answer {
    /// After how many steps it gives up, and says that nothing is met.
    const MOST_STEPS: i32 = 20;
    if output.hit {
        Answer::Touch(in_world(turn, [output.normal.x, output.normal.y]), output.fraction.into())
    } else if output.iterations >= MOST_STEPS {
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

fn polygon(sprite: &Sprite) -> Result<NativePolygon> {
    let polygon = Polygon::from_points(sprite.corners().iter().copied().map(vector), 0.0)?;
    ensure!(polygon.count() == sprite.corners().len(), "Box2D leaves out corners");
    Ok(NativePolygon::new(polygon))
}

fn disc(sprite: &Sprite) -> Result<b2Circle> {
    Ok(Circle::new(Vec2::ZERO, sprite.radius)?.into_raw())
}

fn proxy(sprite: &Sprite) -> Result<ShapeProxy> {
    Ok(ShapeProxy::new(sprite.corners().iter().copied().map(vector), 0.0)?)
}

fn vector(of: glam::Vec2) -> Vec2 {
    Vec2::new(of.x, of.y)
}
