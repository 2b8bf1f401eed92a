//! A mover that follows the documented rules and asks every pixel of the body at every step.

use super::level::{Level, Picture, WAYS, Who, opposite, step, way};
use super::one_way::{HIGHEST_STEEP_RISE, Soles};
use crate::bits::Bits;
use std::collections::VecDeque;
use std::fmt::Display;
use tileray::glam::{DVec2, IVec2, Vec2, ivec2};
use tileray::motion::{AxisMove, ContactResponse, MoveContact, MoveContacts, Side, Slide};
use tileray::{Body, Direction, MoveOptions};

#[derive(Clone, Debug)]
pub struct Plain<'a> {
    level: Picture<'a>,
    /// The pixels of the shape.
    pixels: Vec<IVec2>,
    bits: Bits,
    soles: Soles,
    /// Whether it drops through what stops falls only.
    drops: bool,
    pub at: IVec2,
    /// In 1/65536 pixel.
    pub remainder: [i64; 2],
    /// What the last motion hit.
    pub contacts: Vec<PlainContact>,
    /// What the last motion ignored, and what it accepted of the steps in a direction.
    ignored: Vec<PlainKey>,
    accepted: Vec<(PlainKey, Option<Direction>)>,
}

/// A tile by its layer and cell, or a solid by its index.
type PlainKey = (Option<(usize, IVec2)>, Option<usize>);

/// What a motion asks about its contacts.
type Respond<'r> = Option<&'r mut dyn FnMut(&PlainContact) -> ContactResponse>;

#[derive(PartialEq)]
enum Outcome {
    Stopped,
    Freed,
    Ended,
}

/// What a body hit: the pixel, the normal, the layer of the terrain and the cell, the index of the solid, and the velocity
/// before.
pub type PlainContact = (IVec2, Vec2, Option<(usize, IVec2)>, Option<usize>, Vec2);

/// The contacts that the library lists, in the same form.
pub fn listed(contacts: &MoveContacts) -> Vec<PlainContact> {
    contacts.iter().map(plain_contact).collect()
}

/// A contact of the library in the same form.
pub fn plain_contact(it: &MoveContact) -> PlainContact {
    (it.pixel(), it.normal(), it.layer().map(|layer| (layer, it.cell())), it.solid(), it.velocity())
}

impl<'a> Plain<'a> {
    pub fn new(level: &'a Level, body: &Body) -> Self {
        let (mask, at) = (body.shape().mask(), body.position());
        let (pixels, bits): (Vec<IVec2>, _) = (mask.pixels().collect(), mask.into());
        Self {
            level: level.picture_for(Who::body(body)),
            soles: Soles::new(&pixels),
            drops: false,
            pixels,
            bits,
            at,
            remainder: [0; 2],
            contacts: Vec::new(),
            ignored: Vec::new(),
            accepted: Vec::new(),
        }
    }

    /// The layer of the terrain and the cell of a pixel.
    fn cell_of(&self, pixel: IVec2) -> IVec2 {
        (pixel - self.level.corner).div_euclid(self.level.tile)
    }

    /// The tile of the ground at a pixel.
    fn ground_at(&self, pixel: IVec2) -> Option<PlainKey> {
        let key = (Some((0, self.cell_of(pixel))), None);
        (self.level.ground.get(pixel - self.level.corner) && !self.ignored.contains(&key)).then_some(key)
    }

    /// The tile of a pixel that is solid against one way and stops a step that way as a face, or a step aside. If it is
    /// ignored, the other layers count at this pixel.
    fn one_way_tile_at(&self, pixel: IVec2, against: Direction, is_face: bool) -> Option<PlainKey> {
        let inside = pixel - self.level.corner;
        let mut layers: Vec<usize> =
            (0..self.level.one_way.len()).filter(|&layer| self.level.one_way[layer].0 == against).collect();
        loop {
            let last = |pixel: IVec2| layers.iter().rposition(|&layer| self.level.one_way[layer].1.get(pixel));
            let frontmost = last(inside).filter(|_| !is_face || last(inside - step(against)).is_none())?;
            let key = (Some((layers.remove(frontmost) + 1, self.cell_of(pixel))), None);
            if !self.ignored.contains(&key) {
                return Some(key);
            }
        }
    }

    /// The two-way tile and solids at a pixel, the tile first.
    fn two_way_at(&self, pixel: IVec2) -> Vec<PlainKey> {
        let mut keys: Vec<PlainKey> = self.ground_at(pixel).into_iter().collect();
        for (index, solid) in self.level.solids.iter().enumerate() {
            let key = (None, Some(index));
            if solid.one_way.is_none() && solid.has(pixel) && !self.ignored.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// What stops a step and is solid against one direction only, without what falls through.
    fn one_way_stops(&self, at: IVec2, way: Direction, dropped: Option<Direction>) -> Vec<(IVec2, PlainKey)> {
        let mut found = Vec::new();
        for against in WAYS.into_iter().filter(|&against| Some(against) != dropped) {
            let layers = |pixel: IVec2| self.level.layers_have(against, pixel);
            for pixel in self.soles.stopping(at, way, against, &layers) {
                let tile = if self.ground_at(pixel).is_some() {
                    None
                } else {
                    self.one_way_tile_at(pixel, against, way == against)
                };
                found.extend(tile.map(|key| (pixel, key)));
            }
            for (index, solid) in
                self.level.solids.iter().enumerate().filter(|(_, solid)| solid.one_way == Some(against))
            {
                let key = (None, Some(index));
                if !self.ignored.contains(&key) {
                    let stopping = self.soles.stopping(at, way, against, &|pixel| solid.has(pixel));
                    found.extend(stopping.into_iter().map(|pixel| (pixel, key)));
                }
            }
        }
        found
    }

    fn dropped(&self) -> Option<Direction> {
        self.drops.then_some(Direction::Down)
    }

    /// What stops a step, or overlaps the body: for each tile and each solid the pixel nearest to the middle of the body,
    /// the nearest 8 of them.
    fn found(&self, way: Option<Direction>, velocity: Vec2) -> Vec<PlainContact> {
        let (min, max) =
            self.pixels.iter().fold((IVec2::MAX, IVec2::MIN), |(min, max), &it| (min.min(it), max.max(it)));
        let by = way.map_or(IVec2::ZERO, step);
        let (min, max) = (min + self.at + by, max + self.at + by);
        let pixels: Vec<IVec2> = match way {
            Some(way) => self.entered(self.at, way).collect(),
            None => self.pixels.iter().map(|&pixel| pixel + self.at).collect(),
        };
        let two_way = |pixel: IVec2| self.two_way_at(pixel).into_iter().map(move |key| (pixel, key));
        let mut stops: Vec<(IVec2, PlainKey)> = pixels.into_iter().flat_map(two_way).collect();
        // Nothing one-way stops a fall of one who drops through.
        let counted = way.filter(|&way| !self.drops || way != Direction::Down);
        stops.extend(counted.into_iter().flat_map(|way| self.one_way_stops(self.at, way, self.dropped())));
        let mut all = Vec::new();
        for (pixel, key) in stops {
            let off = (2 * pixel - min - max).abs();
            let off = match way {
                Some(way) if step(way).x == 0 => off.x,
                Some(_) => off.y,
                None => off.x + off.y,
            };
            let (tile, solid) = key;
            all.push((off, pixel.x, pixel.y, (solid, tile.map(|(layer, _)| layer)), key));
        }
        // The terrain before solids.
        all.sort_unstable_by_key(|&(off, x, y, owner, _)| (off, x, y, owner));
        let normal = way.map_or(Vec2::ZERO, |way| -step(way).as_vec2());
        let mut found: Vec<PlainContact> = Vec::new();
        for (_, x, y, _, (tile, solid)) in all {
            if found.len() < 8 && !found.iter().any(|known| (known.2, known.3) == (tile, solid)) {
                found.push((ivec2(x, y), normal, tile, solid, velocity));
            }
        }
        found
    }

    /// Adds contacts to the list, unless they are there.
    fn add(&mut self, contact: PlainContact) {
        let is_same = |other: &PlainContact| (other.1, other.2, other.3) == (contact.1, contact.2, contact.3);
        if self.contacts.len() < 8 && !self.contacts.iter().any(is_same) {
            self.contacts.push(contact);
        }
    }

    /// Lists what stops a step.
    pub fn list(&mut self, way: Direction, velocity: Vec2) {
        self.found(Some(way), velocity).into_iter().for_each(|contact| self.add(contact));
    }

    /// Asks about what stops a step or overlaps the body, until nothing more is ignored.
    fn ask(&mut self, way: Option<Direction>, velocity: Vec2, lists: bool, respond: &mut Respond<'_>) -> Outcome {
        loop {
            let found = self.found(way, velocity);
            let mut is_any_ignored = false;
            for contact in found.iter().copied() {
                let key = (contact.2, contact.3);
                let is_known = self.accepted.contains(&(key, way));
                match respond.as_mut().filter(|_| !is_known).map(|respond| respond(&contact)) {
                    None | Some(ContactResponse::Accept) => self.accepted.push((key, way)),
                    Some(ContactResponse::Ignore) => {
                        self.ignored.push(key);
                        is_any_ignored = true;
                    }
                    Some(ContactResponse::Stop) => {
                        self.add(contact);
                        return Outcome::Ended;
                    }
                }
            }
            if found.is_empty() && respond.is_some() {
                return Outcome::Freed;
            }
            if !is_any_ignored {
                found.into_iter().filter(|_| lists).for_each(|contact| self.add(contact));
                return Outcome::Stopped;
            }
        }
    }

    /// The pixels that a step covers newly.
    fn entered(&self, at: IVec2, way: Direction) -> impl Iterator<Item = IVec2> + '_ {
        let covered = self.pixels.iter().map(move |&pixel| pixel + at + step(way));
        covered.filter(move |&pixel| !self.bits.get(pixel - at))
    }

    fn is_solid_stop(&self, at: IVec2, way: Direction) -> bool {
        self.entered(at, way).any(|pixel| !self.two_way_at(pixel).is_empty())
    }

    fn is_face_stop(&self, at: IVec2, way: Direction) -> bool {
        !self.one_way_stops(at, way, None).is_empty()
    }

    pub fn stops(&self, at: IVec2, way: Direction) -> bool {
        self.is_solid_stop(at, way) || !self.one_way_stops(at, way, self.dropped()).is_empty()
    }

    fn is_free(&self, at: IVec2) -> bool {
        self.pixels.iter().all(|&pixel| self.two_way_at(pixel + at).is_empty())
    }

    /// Whether a part of the underside has sunk into something one-way.
    fn is_sunk(&self, at: IVec2) -> bool {
        let solids = self.level.solids.iter().enumerate();
        let mut solids = solids.filter(|(index, solid)| {
            solid.one_way == Some(Direction::Down) && !self.ignored.contains(&(None, Some(*index)))
        });
        self.soles.is_sunk(at, &|pixel| self.level.layers_have(Direction::Down, pixel))
            || solids.any(|(_, solid)| self.soles.is_sunk(at, &|pixel| solid.has(pixel)))
    }

    /// Whether a step is stopped in another level than its own.
    pub fn stops_in(&self, level: &Picture<'_>, at: IVec2, way: Direction) -> bool {
        self.entered(at, way).any(|pixel| level.is_solid(pixel)) || self.soles.are_stopped(level, at, way)
    }

    pub fn is_inside(&self, level: &Picture<'_>) -> bool {
        !level.is_free(&self.pixels, self.at)
    }

    /// The steps of a motion in units, from where it is.
    pub fn move_axis(&mut self, axis: usize, amount: f32) -> AxisMove {
        let mut motion = [0; 2];
        motion[axis] = units(f64::from(amount));
        let (start, rest) = (self.at, rest(self.remainder[axis], motion[axis]));
        self.contacts.clear();
        self.ignored.clear();
        self.drops = false;
        for way in steps(self.remainder, motion) {
            if self.stops(self.at, way) {
                self.remainder[axis] = 0;
                let velocity = if axis == 0 { Vec2::new(amount, 0.0) } else { Vec2::new(0.0, amount) };
                self.list(way, velocity);
                return AxisMove { moved: (self.at - start)[axis], blocked: true, ..AxisMove::default() };
            }
            self.at += step(way);
        }
        self.remainder[axis] = rest;
        AxisMove { moved: (self.at - start)[axis], ..AxisMove::default() }
    }

    pub fn slide(&mut self, velocity: Vec2, dt: f32, options: &MoveOptions) -> Slide {
        self.slide_with(velocity, dt, options, None)
    }

    pub fn slide_with(&mut self, velocity: Vec2, dt: f32, options: &MoveOptions, mut respond: Respond<'_>) -> Slide {
        let motion = [0, 1].map(|axis| units(f64::from(velocity[axis]) * f64::from(dt)));
        let rises = motion[1] < 0 || (dt == 0.0 && velocity.y < 0.0);
        let mut slide = Slide { velocity, ..Slide::default() };
        self.contacts.clear();
        self.ignored.clear();
        self.accepted.clear();
        self.drops = false;
        let asks = respond.is_some();
        if !self.is_free(self.at) {
            let toward = [motion[0], self.remainder[0]].map(i64::signum);
            match self.ask(None, velocity, false, &mut respond) {
                Outcome::Freed => {}
                Outcome::Ended => return slide,
                Outcome::Stopped => {
                    let Some(out) = self.way_out(options.max_push_out.min(64) as i32, toward) else {
                        return Slide { velocity: Vec2::ZERO, is_stuck: true, ..slide };
                    };
                    slide.pushed_out = out;
                    self.at += out;
                }
            }
        }
        let start = self.at;
        let steps = steps(self.remainder, motion);
        self.remainder = [0, 1].map(|axis| rest(self.remainder[axis], motion[axis]));
        let mut landed_at = None;
        let is_held = self.is_face_stop(self.at, Direction::Down) && !self.is_solid_stop(self.at, Direction::Down);
        if options.drop_through && dt > 0.0 && !rises && is_held && !steps.contains(&Direction::Down) {
            self.at.y += 1;
            self.remainder[1] = -32768;
        }
        self.drops = options.drop_through;
        let is_y = |way: &Direction| matches!(way, Direction::Up | Direction::Down);
        let (mut steps, mut waits) = (VecDeque::from(steps), false);
        loop {
            // A step along x that waits is still the first one.
            let next = if waits { steps.iter().position(is_y).expect("a step along y") } else { 0 };
            let Some(way) = steps.remove(next) else { break };
            waits = false;
            let axis = usize::from(is_y(&way));
            let is_stopped = |plain: &Self| match way {
                Direction::Down => plain.stands(plain.at, options),
                _ => plain.stops(plain.at, way),
            };
            let is_ended =
                asks && is_stopped(self) && self.ask(Some(way), slide.velocity, false, &mut respond) == Outcome::Ended;
            let goes = !is_ended
                && match way {
                    Direction::Up => self.up(options, motion[0].signum()),
                    Direction::Down => self.down(options),
                    _ => self.along(options, way, rises),
                };
            if goes {
                continue;
            }
            if options.wall_retry && !is_ended && axis == 0 && steps.iter().any(is_y) {
                steps.push_front(way);
                waits = true;
                continue;
            }
            steps.retain(|other| is_y(other) != is_y(&way));
            if !is_ended {
                self.ask(Some(way), slide.velocity, true, &mut respond);
            }
            slide.velocity[axis] = 0.0;
            self.remainder[axis] = 0;
            match way {
                Direction::Left => slide.wall = Some(Side::Left),
                Direction::Right => slide.wall = Some(Side::Right),
                Direction::Up => slide.on_ceiling = true,
                Direction::Down => landed_at = Some(self.at),
            }
            if is_ended {
                self.remainder = [0; 2];
                break;
            }
        }
        if options.drop_through && dt > 0.0 && !rises {
            self.leave_slope();
        }
        slide.moved = self.at - start;
        let on_floor = |plain: &Self| !rises && plain.stands(plain.at, options) && plain.steep_side(options).is_none();
        slide.on_floor = on_floor(self);
        while slide.on_floor && landed_at != Some(self.at) {
            let outcome = self.ask(Some(Direction::Down), slide.velocity, true, &mut respond);
            if outcome != Outcome::Freed {
                break;
            }
            slide.on_floor = on_floor(self);
        }
        if slide.on_floor {
            slide.velocity.y = 0.0;
            self.remainder[1] = 0;
        }
        slide
    }

    /// Goes below the last face that is near and holds it, as long as a part of it has sunk into a slope.
    fn leave_slope(&mut self) {
        let start = self.at;
        loop {
            let near = (0..HIGHEST_STEEP_RISE).map(|down| self.at + ivec2(0, down));
            let mut near = near
                .take_while(|&at| at.y - start.y < 64 && self.is_sunk(at) && !self.is_solid_stop(at, Direction::Down));
            let Some(held) = near.find(|&at| self.is_face_stop(at, Direction::Down)) else { break };
            self.at = held + ivec2(0, 1);
            self.remainder[1] = -32768;
        }
    }

    /// Slides as a body of the library did, and checks that it found the same and lies at the same place.
    #[track_caller]
    pub fn assert_slid(
        &mut self,
        body: &Body,
        found: &Slide,
        velocity: Vec2,
        dt: f32,
        options: &MoveOptions,
        case: impl Display,
    ) {
        let expected = self.slide(velocity, dt, options);
        self.assert_is(body, found, &expected, case);
    }

    /// Checks that a body of the library found what this one did, and lies at the same place.
    #[track_caller]
    pub fn assert_is(&self, body: &Body, found: &Slide, expected: &Slide, case: impl Display) {
        let expected = Slide { contacts: found.contacts, ..*expected };
        assert_eq!(listed(&found.contacts), self.contacts, "{case}");
        assert_eq!(*found, expected, "{case}");
        assert_eq!(body.position(), self.at, "{case}");
        let exact = self.at.as_dvec2() + DVec2::from(self.remainder.map(|units| units as f64)) / 65536.0;
        assert_eq!(body.exact_position(), exact.as_vec2(), "{case}");
    }

    pub fn stands(&self, at: IVec2, options: &MoveOptions) -> bool {
        self.is_solid_stop(at, Direction::Down) || (!options.drop_through && self.is_face_stop(at, Direction::Down))
    }

    fn down(&mut self, options: &MoveOptions) -> bool {
        if !self.stands(self.at, options) {
            self.at.y += 1;
            return true;
        }
        let side = self.steep_side(options);
        self.at += side.map_or(IVec2::ZERO, step);
        side.is_some()
    }

    /// The side to which a slope below the body is too steep to stand on, if that is one.
    fn steep_side(&self, options: &MoveOptions) -> Option<Direction> {
        let is_steep = |side: Direction| {
            let (mut heights, mut at) = (Vec::new(), self.at);
            while heights.len() < 4 && !self.stops(at, side) {
                at += step(side);
                match (0..=64).find(|&drop| self.stands(at + ivec2(0, drop), options)) {
                    None | Some(0) => break,
                    Some(drop) => heights.push(drop),
                }
                at.y += heights[heights.len() - 1];
            }
            if heights.is_empty() {
                return false;
            }
            let away = opposite(side);
            at = self.at;
            while heights.len() < 4 {
                match self.least_rise(at, away, 64) {
                    None | Some(0) => break,
                    Some(rise) => heights.push(rise),
                }
                at += step(away) - ivec2(0, heights[heights.len() - 1]);
            }
            heights.len() > 1 && heights.iter().sum::<i32>() > slope(options, heights.len() as i32)
        };
        let steep: Vec<_> = [Direction::Left, Direction::Right].into_iter().filter(|&side| is_steep(side)).collect();
        if options.steep_slide && steep.len() == 1 { Some(steep[0]) } else { None }
    }

    /// Goes up, aside if need be: to the nearer side, of two equally near to that of the motion along x.
    fn up(&mut self, options: &MoveOptions, toward: i64) -> bool {
        let reach = options.corner_correction.min(64) as i32;
        for aside in 0..=reach {
            let mut ways = [Direction::Right, Direction::Left].to_vec();
            ways.retain(|&way| {
                let on_the_way = |steps: i32| self.at + step(way) * steps;
                let is_reached = (0..aside).all(|steps| !self.stops(on_the_way(steps), way));
                is_reached && !self.stops(on_the_way(aside), Direction::Up)
            });
            let own = ways.iter().find(|way| i64::from(step(**way).x) == toward);
            let way = match ways[..] {
                [] => continue,
                [only] => only,
                _ if aside == 0 => ways[0],
                _ => match own {
                    Some(&own) => own,
                    None => return false,
                },
            };
            self.at += step(way) * aside + ivec2(0, -1);
            return true;
        }
        false
    }

    /// The least rise, up to a highest one, after which a step along x is free.
    fn least_rise(&self, at: IVec2, way: Direction, highest: i32) -> Option<i32> {
        let is_reached = |rise: i32| (0..rise).all(|below| !self.stops(at - ivec2(0, below), Direction::Up));
        (0..=highest).find(|&rise| !self.stops(at - ivec2(0, rise), way)).filter(|&rise| is_reached(rise))
    }

    pub fn along(&mut self, options: &MoveOptions, way: Direction, rises: bool) -> bool {
        let (most, slope) = (max_slope(options), |run: i32| slope(options, run));
        let step_height = slope(1).max(options.step_height.min(64) as i32);
        let stands = !rises && self.stands(self.at, options);
        let forgives = options.ledge_forgiveness > 0 && (options.ledge_while_rising || !rises);
        let highest = match (stands, forgives) {
            (true, _) => step_height,
            (false, true) => slope(1).max(options.ledge_forgiveness.min(64) as i32),
            (false, false) => slope(1),
        };
        let is_sunk = most > 0.0 && self.is_sunk(self.at) && !self.is_solid_stop(self.at, way);
        let highest = if is_sunk { highest.max(slope(1) + 1) } else { highest };
        let Some(rise) = self.least_rise(self.at, way, highest) else { return false };
        let to = self.at + step(way) - ivec2(0, rise);
        if rise > 0 && rise as f32 > most {
            let (mut at, mut risen) = (to, rise);
            for run in 2..=(2 * highest).max(4) {
                let Some(more) = self.least_rise(at, way, highest) else { break };
                at += step(way) - ivec2(0, more);
                risen += more;
                if risen > if stands || forgives || is_sunk { highest + slope(run - 1) } else { slope(run) } {
                    return false;
                }
            }
        }
        self.at = to;
        if !stands || (rise > 0 && !is_sunk) {
            return true;
        }
        // Up onto a face that it came into, and on until it is not sunk.
        let mut is_up = false;
        if !options.drop_through {
            let start = self.at;
            for rise in 1..=step_height {
                let at = start - ivec2(0, rise);
                if self.stops(at + ivec2(0, 1), Direction::Up) {
                    break;
                }
                if self.is_face_stop(at, Direction::Down) {
                    (self.at, is_up) = (at, true);
                    if !self.is_sunk(at) {
                        break;
                    }
                }
            }
        }
        if is_up || rise > 0 {
            return true;
        }
        let falls =
            (0..=options.floor_snap.min(64) as i32).find(|&fall| self.stands(self.at + ivec2(0, fall), options));
        self.at.y += falls.unwrap_or(0);
        true
    }

    /// The shortest way out of which no other is the image: up before aside before down, and aside to the first of the two
    /// sides given that is one.
    fn way_out(&self, reach: i32, toward: [i64; 2]) -> Option<IVec2> {
        let grid = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| ivec2(x, y)));
        let mut all: Vec<IVec2> = grid.filter(|way| way.length_squared() <= reach * reach).collect();
        all.sort_by_key(|way| way.length_squared());
        for same in all.chunk_by(|a, b| a.length_squared() == b.length_squared()) {
            let is_out = |&&way: &&IVec2| self.is_free(self.at + way);
            let mut ways: Vec<IVec2> = same.iter().filter(is_out).copied().collect();
            let Some(up) = ways.iter().map(|way| way.y).min() else { continue };
            ways.retain(|way| way.y == up);
            for side in toward.into_iter().filter(|&side| side != 0) {
                let most = ways.iter().map(|way| i64::from(way.x) * side).max();
                ways.retain(|way| Some(i64::from(way.x) * side) == most);
            }
            if let [only] = ways[..] {
                return Some(only);
            }
        }
        None
    }
}

fn max_slope(options: &MoveOptions) -> f32 {
    if options.max_slope.is_nan() { 0.0 } else { options.max_slope.clamp(0.0, 64.0) }
}

/// The highest rise of a slope over some pixels.
fn slope(options: &MoveOptions, run: i32) -> i32 {
    (f64::from(max_slope(options)) * f64::from(run)).ceil() as i32
}

const PIXEL: i64 = 65536;

/// The steps of a motion in units: the exact point leaves its pixel, and each one after it, where it is more than half a
/// pixel beyond the middle. In the order of the exact times, x before y.
pub fn steps(remainder: [i64; 2], motion: [i64; 2]) -> Vec<Direction> {
    steps_at_once(remainder, motion).concat()
}

/// The steps of a motion; those at the same time together.
pub fn steps_at_once(remainder: [i64; 2], motion: [i64; 2]) -> Vec<Vec<Direction>> {
    let mut crossings = Vec::new();
    for (axis, motion) in motion.into_iter().enumerate() {
        let (toward, size) = (remainder[axis] * motion.signum(), motion.abs());
        let distances = (0..).map(|pixel| pixel * PIXEL + PIXEL / 2 + 1 - toward);
        crossings.extend(distances.take_while(|&it| it <= size).map(|it| (i128::from(it), i128::from(size), axis)));
    }
    crossings.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)).then(a.2.cmp(&b.2)));
    let at_once = crossings.chunk_by(|a, b| a.0 * b.1 == b.0 * a.1);
    at_once.map(|chunk| chunk.iter().map(|&(_, _, axis)| way(axis, motion[axis].signum())).collect()).collect()
}

/// The remainder after a motion that nothing stopped: within half a pixel of the middle of the last pixel.
pub fn rest(remainder: i64, motion: i64) -> i64 {
    let mut rest = remainder + motion;
    while rest.abs() > PIXEL / 2 {
        rest -= PIXEL * rest.signum();
    }
    rest
}

pub fn units(pixels: f64) -> i64 {
    if pixels.is_nan() { 0 } else { (pixels.clamp(-32768.0, 32768.0) * 65536.0).round() as i64 }
}
