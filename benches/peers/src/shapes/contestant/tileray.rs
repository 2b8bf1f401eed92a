//! Tileray itself: shapes that stand in the world.

use super::{Answer, Contest, Engine, Question, Tester};
use crate::race::each;
use crate::shapes::encounter::{Encounter, Placed};
use crate::shapes::sprite::{Sprite, tileray_polygon};
use anyhow::Result;
use tileray::collide::{self, Collide, Manifold};
use tileray::glam::Vec2;
use tileray::{Circle, Contact, ConvexPolygon, Hull, Sweep};

pub(super) fn testers(contest: &Contest) -> Result<Vec<Tester>> {
    let seconds = &contest.seconds;
    if contest.firsts[0].radius > 0.0 {
        return Ok(vec![against(contest, discs(&contest.firsts), polygons(seconds)?)]);
    }
    if contest.firsts[0].pieces.len() > 1 {
        return Ok(vec![against(contest, hulls(&contest.firsts)?, hulls(seconds)?)]);
    }
    let mut testers = vec![against(contest, polygons(&contest.firsts)?, polygons(seconds)?)];
    if contest.question == Question::Contact {
        let (first, second) = (polygons(&contest.firsts)?, polygons(seconds)?);
        let pairs = contest.encounters.iter().map(|it| (first(&it.first), second(&it.second))).collect();
        let test = |(a, b): &(ConvexPolygon, ConvexPolygon)| collide::manifold(a, b);
        let read = |_: &_, found: &Option<Manifold>| of_contact(found.as_ref().map(|manifold| &manifold.contact));
        testers.push((Engine::Tileray, each("tileray manifold", pairs, test, read)));
    }
    Ok(testers)
}

/// The tester for shapes of these kinds, which `first` and `second` place in the world.
fn against<A, B>(contest: &Contest, first: impl Fn(&Placed) -> A, second: impl Fn(&Placed) -> B) -> Tester
where
    A: Collide<B> + 'static,
    B: 'static,
{
    let name = "tileray";
    let place = |it: &Encounter| (first(&it.first), second(&it.second));
    let encounters = contest.encounters.iter();
    let tester = match contest.question {
        Question::Intersects => {
            let test = |(a, b): &(A, B)| collide::intersects(a, b);
            let read = |_: &_, &overlap: &bool| if overlap { Answer::Overlap } else { Answer::Apart };
            each(name, encounters.map(place).collect(), test, read)
        }
        Question::Contact => {
            let test = |(a, b): &(A, B)| collide::contact(a, b);
            let read = |_: &_, found: &Option<Contact>| of_contact(found.as_ref());
            each(name, encounters.map(place).collect(), test, read)
        }
        Question::Sweep => {
            let test = |((a, b), motion): &((A, B), Vec2)| collide::sweep(a, b, *motion);
            let pairs = encounters.map(|it| (place(it), it.motion)).collect();
            each(name, pairs, test, |_, sweep| of_sweep(sweep))
        }
    };
    (Engine::Tileray, tester)
}

fn of_contact(contact: Option<&Contact>) -> Answer {
    contact.map_or(Answer::Apart, |it| Answer::Contact(it.normal.as_dvec2(), it.depth.into()))
}

fn of_sweep(sweep: &Sweep) -> Answer {
    sweep.time.map_or(Answer::Apart, |time| Answer::Touch(sweep.normal.as_dvec2(), time.into()))
}

fn polygons(sprites: &[Sprite]) -> Result<impl Fn(&Placed) -> ConvexPolygon + use<>> {
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
