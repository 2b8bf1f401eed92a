//! Tileray and parry2d: each is asked about the same pairs and keeps its answers.

use super::check::Answer;
use super::pairs::{Encounter, Placed, Sprite, tileray_polygon};
use super::reference::Stand;
use super::{Contest, Engine, Entry, Question};
use crate::race::each;
use anyhow::{Context, Result, ensure};
use parry2d::math::{Pose as ParryPose, Vector};
use parry2d::query::{self, ShapeCastHit, ShapeCastOptions};
use parry2d::shape::{Ball, Compound, ConvexPolygon as Convex, Shape, SharedShape};
use std::sync::Arc;
use tileray::collide::{self, CollidesWith, Manifold};
use tileray::glam::{DVec2, Vec2, dvec2};
use tileray::{Circle, Contact, ConvexPolygon, Hull, Sweep};

/// Tileray itself: shapes that stand in the world.
pub(super) fn tilerays(contest: &Contest) -> Result<Vec<Entry>> {
    let seconds = &contest.seconds;
    if contest.firsts[0].radius > 0.0 {
        return Ok(vec![placed(contest, discs(&contest.firsts), own_polygons(seconds)?)]);
    }
    if contest.firsts[0].pieces.len() > 1 {
        return Ok(vec![placed(contest, hulls(&contest.firsts)?, hulls(seconds)?)]);
    }
    let mut entries = vec![placed(contest, own_polygons(&contest.firsts)?, own_polygons(seconds)?)];
    if contest.question == Question::Contact {
        let (first, second) = (own_polygons(&contest.firsts)?, own_polygons(seconds)?);
        let pairs = contest.encounters.iter().map(|it| (first(&it.first), second(&it.second))).collect();
        let test = |(a, b): &(ConvexPolygon, ConvexPolygon)| collide::manifold(a, b);
        let read = |_: &_, found: &Option<Manifold>| of_own_contact(found.as_ref().map(|manifold| &manifold.contact));
        entries.push((Engine::Tileray, each("tileray manifold", pairs, test, read)));
    }
    Ok(entries)
}

/// The entry of a contest for shapes of these kinds, which `first` and `second` place in the world.
fn placed<A, B>(contest: &Contest, first: impl Fn(&Placed) -> A, second: impl Fn(&Placed) -> B) -> Entry
where
    A: CollidesWith<B> + 'static,
    B: 'static,
{
    let name = "tileray";
    let place = |it: &Encounter| (first(&it.first), second(&it.second));
    let encounters = contest.encounters.iter();
    let contestant = match contest.question {
        Question::Intersects => {
            let test = |(a, b): &(A, B)| collide::intersects(a, b);
            let read = |_: &_, &overlap: &bool| if overlap { Answer::Overlap } else { Answer::Apart };
            each(name, encounters.map(place).collect(), test, read)
        }
        Question::Contact => {
            let test = |(a, b): &(A, B)| collide::contact(a, b);
            let read = |_: &_, found: &Option<Contact>| of_own_contact(found.as_ref());
            each(name, encounters.map(place).collect(), test, read)
        }
        Question::Sweep => {
            let test = |((a, b), motion): &((A, B), Vec2)| collide::sweep(a, b, *motion);
            let pairs = encounters.map(|it| (place(it), it.motion)).collect();
            each(name, pairs, test, |_, sweep| of_sweep(sweep))
        }
    };
    (Engine::Tileray, contestant)
}

fn of_own_contact(contact: Option<&Contact>) -> Answer {
    contact.map_or(Answer::Apart, |it| Answer::Contact(it.normal.as_dvec2(), it.depth.into()))
}

fn of_sweep(sweep: &Sweep) -> Answer {
    sweep.fraction.map_or(Answer::Apart, |time| Answer::Touch(sweep.normal.as_dvec2(), time.into()))
}

fn own_polygons(sprites: &[Sprite]) -> Result<impl Fn(&Placed) -> ConvexPolygon + use<>> {
    let polygons = sprites.iter().map(|sprite| Ok(tileray_polygon(sprite.corners())?)).collect::<Result<Vec<_>>>()?;
    Ok(move |placed: &Placed| polygons[placed.sprite].transformed(&placed.pose))
}

fn hulls(sprites: &[Sprite]) -> Result<impl Fn(&Placed) -> Hull + use<>> {
    let hull = |sprite: &Sprite| {
        let pieces = sprite.pieces.iter().map(|corners| tileray_polygon(corners)).collect::<Result<_, _>>()?;
        Ok(Hull::new(pieces)?)
    };
    let hulls = sprites.iter().map(hull).collect::<Result<Vec<_>>>()?;
    Ok(move |placed: &Placed| hulls[placed.sprite].transformed(&placed.pose))
}

fn discs(sprites: &[Sprite]) -> impl Fn(&Placed) -> Circle + use<> {
    let radii: Vec<f32> = sprites.iter().map(|sprite| sprite.radius).collect();
    move |placed| Circle::new(placed.pose.translation, radii[placed.sprite])
}

/// Two shapes of the lists, where they stand, and how the first one moves.
struct Pair {
    sprites: [usize; 2],
    poses: [ParryPose; 2],
    motion: Vector,
}

/// parry2d: the sprites in their own frames, and where they stand.
pub(super) fn parry(contest: &Contest) -> Result<Entry> {
    Ok(if contest.firsts[0].radius > 0.0 {
        against(contest, balls(&contest.firsts), polygons(&contest.seconds)?)
    } else if contest.firsts[0].pieces.len() > 1 {
        against(contest, compounds(&contest.firsts)?, compounds(&contest.seconds)?)
    } else {
        against(contest, polygons(&contest.firsts)?, polygons(&contest.seconds)?)
    })
}

/// The entry for these kinds of shapes. The second shape is its first: it is the ball that parry2d likes second.
fn against<A: Shape, B: Shape>(contest: &Contest, firsts: Vec<A>, seconds: Vec<B>) -> Entry {
    let pair = |it: &Encounter| Pair {
        sprites: [it.first.sprite, it.second.sprite],
        poses: [pose(&it.first), pose(&it.second)],
        motion: vector(it.motion),
    };
    let pairs = contest.encounters.iter().map(pair).collect();
    let name = "parry2d";
    let contestant = match contest.question {
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
    (Engine::Parry, contestant)
}

/// Where the first stands, seen from the place of the second, by the relative pose that parry2d computes in `f32`.
///
/// It turns both places before it takes their difference, so that it has the rounding errors of coordinates as large as those
/// of the map.
pub(super) fn relative_stand(encounter: &Encounter) -> Stand {
    let (first, second) = (pose(&encounter.first), pose(&encounter.second));
    let relative = second.inv_mul(&first);
    let turn = DVec2::from_angle(encounter.second.pose.rotation.into());
    let axis = dvec2(relative.rotation.re.into(), relative.rotation.im.into());
    Stand { place: turn.rotate(double(relative.translation)), axis: turn.rotate(axis) }
}

fn of_contact(contact: Option<&query::Contact>) -> Answer {
    // Normals lead out of the shape that it was given first, which pushes the other one out of it. Shapes that touch, or
    // that rounding has left apart, have a contact too.
    let contact = contact.filter(|it| it.dist < 0.0);
    contact.map_or(Answer::Apart, |it| Answer::Contact(double(it.normal1), (-it.dist).into()))
}

fn of_hit(pose: &ParryPose, hit: Option<&ShapeCastHit>) -> Answer {
    hit.map_or(Answer::Apart, |it| Answer::Touch(double(pose.rotation * it.normal1), it.time_of_impact.into()))
}

fn polygons(sprites: &[Sprite]) -> Result<Vec<Convex>> {
    sprites.iter().map(|sprite| polygon(sprite.corners())).collect()
}

fn polygon(corners: &[Vec2]) -> Result<Convex> {
    let points = corners.iter().copied().map(vector).collect();
    let polygon = Convex::from_convex_polyline_unmodified(points).context("parry2d makes no polygon of a sprite")?;
    ensure!(polygon.points().len() == corners.len(), "parry2d leaves out corners");
    Ok(polygon)
}

fn compounds(sprites: &[Sprite]) -> Result<Vec<Compound>> {
    let piece =
        |corners: &Vec<Vec2>| Ok((ParryPose::IDENTITY, SharedShape(Arc::new(polygon(corners)?) as Arc<dyn Shape>)));
    sprites.iter().map(|sprite| Ok(Compound::new(sprite.pieces.iter().map(piece).collect::<Result<_>>()?))).collect()
}

fn balls(sprites: &[Sprite]) -> Vec<Ball> {
    sprites.iter().map(|sprite| Ball::new(sprite.radius)).collect()
}

fn pose(placed: &Placed) -> ParryPose {
    ParryPose::new(vector(placed.pose.translation), placed.pose.rotation)
}

fn vector(of: Vec2) -> Vector {
    Vector::new(of.x, of.y)
}

fn double(of: Vector) -> DVec2 {
    dvec2(of.x.into(), of.y.into())
}
