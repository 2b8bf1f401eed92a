//! A solid that moves, with those on it and those in its way.

use super::level::{Level, Picture, Who, opposite, step};
use super::plain::Plain;
use crate::bits::Bits;
use tileray::glam::IVec2;
use tileray::{Body, Direction, SolidityMap};

/// What moves a body besides the steps of the solid.
struct Push<'a> {
    alone: Picture<'a>,
    others: Picture<'a>,
    is_above: bool,
}

impl Push<'_> {
    /// How far steps of the solid move a body, one after the other; `None` if they squish it.
    fn push(&mut self, rider: &Plain<'_>, mut at: IVec2, ways: &[Direction]) -> Option<IVec2> {
        let (start, solid_at) = (at, self.alone.solids[0].at);
        let mut is_squished = false;
        for &way in ways {
            let pushed = rider.stops_in(&self.alone, at, opposite(way));
            let stands = !self.is_above && rider.stops_in(&self.alone, at, Direction::Down);
            if (pushed || stands) && !rider.stops_in(&self.others, at, way) {
                at += step(way);
            } else if pushed && self.alone.solids[0].one_way.is_none() {
                is_squished = true;
            }
            self.alone.solids[0].at += step(way);
        }
        self.alone.solids[0].at = solid_at;
        (!is_squished).then_some(at - start)
    }

    /// How far two steps at once move a body that is seen from above: as in one of the two orders, or along both ways.
    fn push_at_once(&mut self, rider: &Plain<'_>, at: IVec2, x: Direction, y: Direction) -> Option<IVec2> {
        let orders = [self.push(rider, at, &[x, y]), self.push(rider, at, &[y, x])];
        let [Some(a), Some(b)] = orders else { return orders[0].or(orders[1]) };
        let goes = |way: Direction| a.dot(step(way)) > 0 || b.dot(step(way)) > 0;
        let is_free = |ways: [Direction; 2]| {
            let mut at = at;
            ways.into_iter().filter(|&way| goes(way)).all(|way| {
                at += step(way);
                !rider.stops_in(&self.others, at - step(way), way)
            })
        };
        let all = [x, y].into_iter().filter(|&way| goes(way)).map(step).sum();
        (is_free([x, y]) || is_free([y, x])).then_some(all)
    }
}

/// Where solid `index` ends and where the bodies do, and whether they were squished, by every pixel: at each step, who is
/// come into goes the same way or is squished, and who stands goes along, unless they are seen from above.
pub fn expected(
    level: &Level,
    index: usize,
    steps: &[Vec<Direction>],
    bodies: &[Body],
    is_above: bool,
) -> (IVec2, Vec<(IVec2, bool)>) {
    let nothing = Bits::from(&SolidityMap::new(0, 0));
    // As each body meets the solid and the others.
    let riders = bodies.iter().map(|body| {
        let mut others = level.picture_for(Who::body(body));
        let solids = vec![others.solids.remove(index)];
        let alone = Picture { corner: level.corner, tile: level.tile, ground: &nothing, one_way: &[], solids };
        (Plain::new(level, body), Push { alone, others, is_above })
    });
    let mut riders: Vec<(Plain<'_>, Push<'_>)> = riders.collect();
    let mut places: Vec<(IVec2, bool)> = bodies.iter().map(|body| (body.position(), false)).collect();
    let is_inside: Vec<bool> = riders.iter().map(|(rider, push)| rider.is_inside(&push.alone)).collect();
    let mut solid_at = level.solids[index].position();
    for ways in steps {
        let turns = if is_above { vec![&ways[..]] } else { ways.chunks(1).collect() };
        for ways in turns {
            for (((rider, push), (at, squished)), is_inside) in riders.iter_mut().zip(&mut places).zip(&is_inside) {
                push.alone.solids[0].at = solid_at;
                if *squished || *is_inside {
                    continue;
                }
                let by = match *ways {
                    [x, y] => push.push_at_once(rider, *at, x, y),
                    _ => push.push(rider, *at, ways),
                };
                (*at, *squished) = (*at + by.unwrap_or(IVec2::ZERO), by.is_none());
            }
            solid_at += ways.iter().map(|&way| step(way)).sum::<IVec2>();
        }
    }
    (solid_at, places)
}
