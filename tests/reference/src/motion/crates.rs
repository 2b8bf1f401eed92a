//! Crates: random scenes, what must hold in them, and what moves along with a pixel step of solids, by every pixel of each
//! pair.

use super::level::{self, Level, Who, opposite, step};
use super::one_way::Soles;
use crate::mirrors::Image;
use fastrand::Rng;
use std::collections::BTreeSet;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::CollisionWorldMut;
use tileray::{Body, BodyShape, Direction, MoveOptions, Solid};

/// A step of some solids, which come first, or of a lift, which terrain and solids do not stop.
#[derive(Debug)]
pub struct Step<'a> {
    pub level: &'a Level,
    pub bodies: &'a [Body],
    pub way: Direction,
    pub lift: Option<usize>,
    pub squishes: bool,
}

/// The solids and the bodies that move; `None` if something stops the step.
pub type Moved = Option<(BTreeSet<usize>, BTreeSet<usize>)>;

/// The pixels of a body or a solid, and whom it meets.
struct Pixels {
    all: Vec<IVec2>,
    who: Who,
}

fn pixels(shape: &BodyShape, at: IVec2) -> Vec<IVec2> {
    shape.mask().pixels().map(|pixel| pixel + at).collect()
}

impl Step<'_> {
    fn solid(&self, index: usize) -> Pixels {
        let solid = &self.level.solids[index];
        Pixels { all: pixels(solid.shape(), solid.position()), who: Who::solid(self.level, index) }
    }

    fn body(&self, index: usize) -> Pixels {
        let body = &self.bodies[index];
        Pixels { all: pixels(body.shape(), body.position()), who: Who::body(body) }
    }

    fn has(&self, index: usize, pixel: IVec2) -> bool {
        let solid = &self.level.solids[index];
        let own = pixel - solid.position();
        solid.shape().mask().get(own.x, own.y)
    }

    fn is_crate(&self, index: usize) -> bool {
        self.level.solids[index].weight.is_some()
    }

    fn crates(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.level.solids.len()).filter(|&index| self.is_crate(index))
    }

    /// Whether a solid stops a step of some pixels this way.
    fn stops(&self, index: usize, Pixels { all: pixels, who }: &Pixels, way: Direction) -> bool {
        if !who.meets(Who::solid(self.level, index)) {
            return false;
        }
        let (by, one_way) = (step(way), self.level.solids[index].one_way);
        let is_apart = !pixels.iter().any(|&pixel| self.has(index, pixel));
        match one_way {
            None => is_apart && pixels.iter().any(|&pixel| self.has(index, pixel + by)),
            Some(against) => {
                let has = |pixel: IVec2| self.has(index, pixel);
                !Soles::new(pixels).stopping(IVec2::ZERO, way, against, &has).is_empty()
            }
        }
    }

    fn enters(&self, index: usize, pixels: &Pixels) -> bool {
        self.stops(index, pixels, opposite(self.way))
    }

    /// Whether what does not move along stops some pixels. Crates do not stop solids, as they are pushed.
    fn is_stopped(&self, pixels: &Pixels, is_solid: bool, moving: &BTreeSet<usize>) -> bool {
        let mut picture = self.level.picture_for(pixels.who);
        let is_left_out = |index: usize| moving.contains(&index) || (is_solid && self.is_crate(index));
        let all = std::mem::take(&mut picture.solids);
        picture.solids =
            all.into_iter().enumerate().filter(|(index, _)| !is_left_out(*index)).map(|(_, solid)| solid).collect();
        let is_new = |to: &IVec2| !pixels.all.contains(to);
        let mut entered = pixels.all.iter().map(|&pixel| pixel + step(self.way)).filter(is_new);
        entered.any(|to| picture.is_solid(to)) || Soles::new(&pixels.all).are_stopped(&picture, IVec2::ZERO, self.way)
    }

    /// Some solids and all crates in front of them; `None` if something stops one.
    fn pushed(&self, first: &[usize], moving: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let mut all: BTreeSet<usize> = first.iter().copied().collect();
        loop {
            let together: BTreeSet<usize> = all.union(moving).copied().collect();
            if all.iter().any(|&index| self.is_stopped(&self.solid(index), true, &together)) {
                return None;
            }
            let is_pushed = |other: &usize| {
                !together.contains(other) && all.iter().any(|&index| self.enters(index, &self.solid(*other)))
            };
            let more: Vec<usize> = self.crates().filter(is_pushed).collect();
            if more.is_empty() {
                return Some(all);
            }
            if self.way == Direction::Down {
                return None;
            }
            all.extend(more);
        }
    }

    /// What moves along.
    pub fn expected(&self, roots: &[usize]) -> Moved {
        let mut moving: BTreeSet<usize> = roots.iter().copied().collect();
        match self.lift {
            None => moving = self.pushed(roots, &BTreeSet::new())?,
            Some(lift) => {
                let passes = self.squishes || self.level.solids[lift].one_way.is_some();
                let front = || self.crates().filter(|&index| index != lift && self.enters(lift, &self.solid(index)));
                // Until none more can be pushed.
                while let Some(more) =
                    front().filter(|index| !moving.contains(index)).find_map(|index| self.pushed(&[index], &moving))
                {
                    moving.extend(more);
                }
                if !passes && front().any(|index| !moving.contains(&index)) {
                    return None;
                }
            }
        }
        let stands = |pixels: &Pixels, moving: &BTreeSet<usize>| {
            self.way != Direction::Up && moving.iter().any(|&index| self.stops(index, pixels, Direction::Down))
        };
        let is_pushed =
            |body: usize, by: &BTreeSet<usize>| by.iter().any(|&index| self.enters(index, &self.body(body)));
        loop {
            let rider = self.crates().find_map(|index| {
                let stands = !moving.contains(&index) && stands(&self.solid(index), &moving);
                let more = stands.then(|| self.pushed(&[index], &moving)).flatten()?;
                let all = moving.union(&more).copied().collect();
                let is_free = |body| !is_pushed(body, &more) || !self.is_stopped(&self.body(body), false, &all);
                (0..self.bodies.len()).all(is_free).then_some(all)
            });
            match rider {
                Some(all) => moving = all,
                None => break,
            }
        }
        let mut bodies = BTreeSet::new();
        for body in 0..self.bodies.len() {
            let pixels = self.body(body);
            let is_pushed = is_pushed(body, &moving);
            if !is_pushed && !stands(&pixels, &moving) {
                continue;
            }
            let is_two_way = |index: &&usize| self.level.solids[**index].one_way.is_none();
            if !self.is_stopped(&pixels, false, &moving) {
                bodies.insert(body);
            } else if is_pushed
                && !self.squishes
                && moving.iter().filter(is_two_way).any(|&index| self.enters(index, &pixels))
            {
                return None;
            }
        }
        Some((moving, bodies))
    }
}

/// A level with crates and bodies that overlap nothing, a lift, and what moves in each frame.
#[derive(Debug)]
pub struct Scene {
    pub level: Level,
    /// The crates come first.
    pub crates: usize,
    pub bodies: Vec<Body>,
    pub frames: Vec<Vec<Action>>,
}

#[derive(Clone, Copy, Debug)]
pub enum Action {
    Slide(usize, Vec2),
    Walk(usize, Vec2),
    Lift(Vec2),
}

/// Pixels that are multiples of fractions of a pixel, so that ties are met.
fn length(rng: &mut Rng, most: f32) -> f32 {
    ((rng.f32() - 0.5) * 2.0 * most * 4.0).round() / 4.0
}

/// A scene of crates beside and on each other.
pub fn scene(rng: &mut Rng) -> Scene {
    let mut level = level::level(rng);
    let wanted = rng.usize(1..12);
    let spot = level.corner + ivec2(rng.i32(20..140), rng.i32(20..140));
    let near = |rng: &mut Rng| spot + ivec2(rng.i32(-40..40), rng.i32(-40..40));
    let shape = |rng: &mut Rng| match rng.u8(0..6) {
        0 => level::odd_shape(rng),
        1 => level::shape(rng),
        _ => BodyShape::rectangle((rng.u32(4..14), rng.u32(4..14))).expect("a shape"),
    };
    // Beside or on another solid, mostly.
    let beside = |rng: &mut Rng, shape: &BodyShape, solids: &[Solid]| {
        if solids.is_empty() || rng.u8(0..5) == 0 {
            return near(rng);
        }
        let (other, own) = (solids[rng.usize(0..solids.len())].rect(), shape.bounds());
        let along = |rng: &mut Rng, low: i32, high: i32| rng.i32(low..=high.max(low));
        let (x, y) = (
            along(rng, other.min.x - own.max.x + 1, other.max.x - own.min.x - 1),
            along(rng, other.min.y - own.max.y + 1, other.max.y - own.min.y - 1),
        );
        match rng.u8(0..4) {
            0 => ivec2(other.min.x - own.max.x, y),
            1 => ivec2(other.max.x - own.min.x, y),
            _ => ivec2(x, other.min.y - own.max.y),
        }
    };
    let mut bodies: Vec<Body> = Vec::new();
    level.solids.clear();
    for _ in 0..wanted {
        let shape = shape(rng);
        let at = beside(rng, &shape, &level.solids);
        if level.is_free(&shape, at) {
            let weight = [0.0, 0.5, 1.0, 2.0][rng.usize(0..4)];
            level.solids.push(Solid::new(shape, at).with_weight(weight));
        }
    }
    let crates = level.solids.len();
    let plank = BodyShape::rectangle((rng.u32(10..60), rng.u32(2..8))).expect("a shape");
    let at = beside(rng, &plank, &level.solids) + ivec2(0, [0, 0, 24][rng.usize(0..3)]);
    if level.is_free(&plank, at) {
        let way = [None, None, Some(Direction::Down)][rng.usize(0..3)];
        level.solids.push(Solid::new(plank, at).with_one_way(way));
    }
    level::draw_categories(&mut level, rng);
    for _ in 0..rng.usize(1..4) {
        let shape = level::shape(rng);
        let at = beside(rng, &shape, &level.solids);
        let body = level::body(rng, &level, shape, at);
        if level.is_free_for(&body) {
            bodies.push(body);
        }
    }
    let has_lift = level.solids.len() > crates;
    let frame = |rng: &mut Rng| {
        let mut actions: Vec<Action> = (0..crates)
            .map(|index| {
                let along = if rng.u8(0..6) == 0 { length(rng, 3.0) } else { 0.0 };
                Action::Slide(index, vec2(along, rng.f32() * 6.0))
            })
            .collect();
        actions
            .extend((0..bodies.len()).map(|index| Action::Walk(index, vec2(length(rng, 4.0), length(rng, 4.0) + 2.0))));
        if has_lift {
            actions.push(Action::Lift(vec2(length(rng, 3.0), length(rng, 3.0))));
        }
        actions
    };
    let frames = (0..20).map(|_| frame(rng)).collect();
    Scene { level, crates, bodies, frames }
}

/// Plays a scene in an image, with the solids in the order of `order`. Returns the positions after each action.
fn play(scene: &Scene, turn: Image, order: &[usize]) -> Vec<Vec<IVec2>> {
    let mut level = turn.level(&scene.level);
    let solids = level.solids.clone();
    level.solids = order.iter().map(|&index| solids[index].clone()).collect();
    let place = |index: usize| order.iter().position(|&other| other == index).expect("listed");
    let mut bodies: Vec<Body> = scene.bodies.iter().map(|body| turn.body(body)).collect();
    bodies.iter_mut().for_each(|body| body.own_solid = body.own_solid.map(place));
    let mut all = Vec::new();
    for (number, frame) in scene.frames.iter().enumerate() {
        for action in frame {
            let mut references: Vec<&mut Body> = bodies.iter_mut().collect();
            let mut world = CollisionWorldMut::new(&level.terrain, &mut level.solids).stop_before_squish(true);
            match *action {
                Action::Slide(index, velocity) => {
                    world.slide_solid(place(index), turn.vector(velocity), 1.0, &mut references);
                }
                Action::Walk(index, velocity) => {
                    let options = MoveOptions::new().max_push_out(0);
                    world.slide_body(index, turn.vector(velocity), 1.0, &options, &mut references);
                }
                Action::Lift(motion) => {
                    world.move_solid(place(scene.crates), turn.vector(motion), &mut references);
                }
            }
            if turn == Image::ALL[0] {
                check(&level, &bodies, &format!("frame {number}, {action:?}"), |index| order[index] < scene.crates);
            }
            let middle = |at: IVec2, shape: &BodyShape| at * 2 + shape.mask().size().as_ivec2();
            let solids = (0..solids.len()).map(|index| &level.solids[place(index)]);
            let solids = solids.map(|solid| middle(solid.position(), solid.shape()));
            let moved: Vec<IVec2> =
                solids.chain(bodies.iter().map(|body| middle(body.position(), body.shape()))).collect();
            all.push(moved);
        }
    }
    all
}

/// Crates are in nothing that they meet and that stops all motions, and bodies neither.
fn check(level: &Level, bodies: &[Body], case: &str, is_crate: impl Fn(usize) -> bool) {
    for index in (0..level.solids.len()).filter(|&index| is_crate(index)) {
        let (solid, met) = (&level.solids[index], level.picture_for(Who::solid(level, index)));
        let is_free = met.is_free(&pixels(solid.shape(), solid.position()), IVec2::ZERO);
        assert!(is_free, "{case}: crate {index} is in something");
    }
    for (index, body) in bodies.iter().enumerate() {
        assert!(level.is_free_for(body), "{case}: body {index} is in something");
    }
}

/// Plays a scene: nothing ends in rock or in a solid, in any order of the solids, and mirrored left and right alike. Returns
/// how many actions move something.
pub fn assert_scene(rng: &mut Rng) -> usize {
    let scene = scene(rng);
    let mut order: Vec<usize> = (0..scene.level.solids.len()).collect();
    let expected = play(&scene, Image::ALL[0], &order);
    rng.shuffle(&mut order);
    let actions: Vec<&Action> = scene.frames.iter().flatten().collect();
    let compare = |found: &[Vec<IVec2>], expected: &[Vec<IVec2>], case: &str| {
        for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert_eq!(found, expected, "action {number}, {:?}, {case}", actions[number]);
        }
    };
    compare(&play(&scene, Image::ALL[0], &order), &expected, &format!("in the order {order:?}"));
    order.sort_unstable();
    let mirror = Image::ALL[1];
    let turned: Vec<Vec<IVec2>> =
        expected.iter().map(|all| all.iter().map(|&middle| mirror.step(middle)).collect()).collect();
    compare(&play(&scene, mirror, &order), &turned, "mirrored");
    expected.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
