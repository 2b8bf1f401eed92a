//! parry2d: the sprites in their own frames, and where they stand.

use super::{Answer, Contest, Engine, Question, Tester};
use crate::race::each;
use crate::shapes::encounter::{Encounter, Placed};
use crate::shapes::reference::Stand;
use crate::shapes::sprite::Sprite;
use anyhow::{Context, Result, ensure};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, Contact, ShapeCastHit, ShapeCastOptions};
use parry2d::shape::{Ball, Compound, ConvexPolygon, Shape, SharedShape};
use std::sync::Arc;
use tileray::glam::{DVec2, Vec2, dvec2};

/// Two shapes of the lists, where they stand, and how the first one moves.
struct Pair {
    sprites: [usize; 2],
    poses: [Pose; 2],
    motion: Vector,
}

pub(crate) fn testers(contest: &Contest) -> Result<Vec<Tester>> {
    Ok(vec![if contest.firsts[0].radius > 0.0 {
        against(contest, balls(&contest.firsts), polygons(&contest.seconds)?)
    } else if contest.firsts[0].pieces.len() > 1 {
        against(contest, compounds(&contest.firsts)?, compounds(&contest.seconds)?)
    } else {
        against(contest, polygons(&contest.firsts)?, polygons(&contest.seconds)?)
    }])
}

/// The tester for these kinds of shapes. The second shape is its first: it is the ball that parry2d likes second.
fn against<A: Shape, B: Shape>(contest: &Contest, firsts: Vec<A>, seconds: Vec<B>) -> Tester {
    let pair = |it: &Encounter| Pair {
        sprites: [it.first.sprite, it.second.sprite],
        poses: [pose(&it.first), pose(&it.second)],
        motion: vector(it.motion),
    };
    let pairs = contest.encounters.iter().map(pair).collect();
    let name = "parry2d";
    let tester = match contest.question {
        Question::Intersects => {
            let test = move |Pair { sprites: [a, b], poses, .. }: &Pair| {
                query::intersection_test(&poses[1], &seconds[*b], &poses[0], &firsts[*a])
                    .is_ok_and(|found| found.intersecting)
            };
            each(name, pairs, test, |_, &overlap| if overlap { Answer::Overlap } else { Answer::Apart })
        }
        Question::Contact => {
            let test = move |Pair { sprites: [a, b], poses, .. }: &Pair| {
                query::contact(&poses[1], &seconds[*b], &poses[0], &firsts[*a], 0.0).unwrap_or(None)
            };
            each(name, pairs, test, |_, contact| of_contact(contact.as_ref()))
        }
        Question::Sweep => {
            let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
            let test = move |Pair { sprites: [a, b], poses, motion }: &Pair| {
                query::cast_shapes(&poses[1], Vector::ZERO, &seconds[*b], &poses[0], *motion, &firsts[*a], options)
                    .unwrap_or(None)
            };
            each(name, pairs, test, |pair, hit| of_hit(&pair.poses[1], hit.as_ref()))
        }
    };
    (Engine::Parry, tester)
}

/// Where the first stands, seen from the place of the second, by the relative pose that parry2d computes in `f32`.
///
/// It turns both places before it takes their difference, so that it has the rounding errors of coordinates as large as those
/// of the map.
pub(crate) fn relative_stand(encounter: &Encounter) -> Stand {
    let (first, second) = (pose(&encounter.first), pose(&encounter.second));
    let relative = second.inv_mul(&first);
    let turn = DVec2::from_angle(encounter.second.pose.rotation.into());
    let axis = dvec2(relative.rotation.re.into(), relative.rotation.im.into());
    Stand { place: turn.rotate(double(relative.translation)), axis: turn.rotate(axis) }
}

fn of_contact(contact: Option<&Contact>) -> Answer {
    // Normals lead out of the shape that it was given first, which pushes the other one out of it. Shapes that touch, or
    // that rounding has left apart, have a contact too.
    let contact = contact.filter(|it| it.dist < 0.0);
    contact.map_or(Answer::Apart, |it| Answer::Contact(double(it.normal1), (-it.dist).into()))
}

fn of_hit(pose: &Pose, hit: Option<&ShapeCastHit>) -> Answer {
    hit.map_or(Answer::Apart, |it| Answer::Touch(double(pose.rotation * it.normal1), it.time_of_impact.into()))
}

fn polygons(sprites: &[Sprite]) -> Result<Vec<ConvexPolygon>> {
    sprites.iter().map(|sprite| polygon(sprite.corners())).collect()
}

fn polygon(corners: &[Vec2]) -> Result<ConvexPolygon> {
    let points = corners.iter().copied().map(vector).collect();
    let polygon =
        ConvexPolygon::from_convex_polyline_unmodified(points).context("parry2d makes no polygon of a sprite")?;
    ensure!(polygon.points().len() == corners.len(), "parry2d leaves out corners");
    Ok(polygon)
}

fn compounds(sprites: &[Sprite]) -> Result<Vec<Compound>> {
    let piece = |corners: &Vec<Vec2>| Ok((Pose::IDENTITY, SharedShape(Arc::new(polygon(corners)?) as Arc<dyn Shape>)));
    sprites.iter().map(|sprite| Ok(Compound::new(sprite.pieces.iter().map(piece).collect::<Result<_>>()?))).collect()
}

fn balls(sprites: &[Sprite]) -> Vec<Ball> {
    sprites.iter().map(|sprite| Ball::new(sprite.radius)).collect()
}

fn pose(placed: &Placed) -> Pose {
    Pose::new(vector(placed.pose.translation), placed.pose.rotation)
}

fn vector(of: Vec2) -> Vector {
    Vector::new(of.x, of.y)
}

fn double(of: Vector) -> DVec2 {
    dvec2(of.x.into(), of.y.into())
}
