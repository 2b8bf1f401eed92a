//! Solids that move, carry and push bodies.

use super::body::Body;
use super::categories::Mover;
use super::collision_world::CollisionWorld;
use super::convoy::{Convoy, NearSolids, StepScene};
use super::fixed;
use super::grounded;
use super::options::{MotionMode, MoveOptions, Slide};
use super::probe::StepProbe;
use super::solid::Solid;
use super::steps::PixelSteps;
use crate::geometry::{Direction, Rect};
use crate::terrain::{LayerMask, Terrain};
use glam::{IVec2, Vec2};

/// A body that a solid carried, pushed or squished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CarriedBody {
    /// The index of the body.
    pub body: usize,
    /// The displacement of the body.
    pub moved: IVec2,
    /// Whether the body was caught between the solid and something else. A squished body stays where it is, and the
    /// solid moves into or through the body, or stops [if asked](CollisionWorldMut::stop_before_squish).
    pub squished: bool,
}

impl CarriedBody {
    const fn at_rest(body: usize) -> Self {
        Self { body, moved: IVec2::ZERO, squished: false }
    }
}

/// A terrain and its solids, to move one of the solids among bodies: Celeste's `Solid.Move`.
///
/// It borrows the solids mutably. Create one to move a solid, and a [`CollisionWorld`] afterwards to move the bodies.
#[derive(Debug)]
pub struct CollisionWorldMut<'a> {
    terrain: &'a Terrain,
    layers: LayerMask,
    solids: &'a mut [Solid],
    mode: MotionMode,
    stops_before_squish: bool,
}

impl<'a> CollisionWorldMut<'a> {
    /// Creates a world of a terrain with all its layers, and solids that can be moved.
    #[must_use]
    pub const fn new(terrain: &'a Terrain, solids: &'a mut [Solid]) -> Self {
        let (layers, mode) = (LayerMask::ALL, MotionMode::Grounded);
        Self { terrain, layers, solids, mode, stops_before_squish: false }
    }

    /// Returns the same world with another mode of [`move_solid`](Self::move_solid). In [`MotionMode::Grounded`], the
    /// default, solids push and carry bodies and [crates](Solid::weight). In [`MotionMode::Floating`] they push bodies only,
    /// and pass crates; there [floor areas](super::FloorArea) carry bodies.
    #[must_use]
    pub const fn mode(mut self, mode: MotionMode) -> Self {
        self.mode = mode;
        self
    }

    /// Returns the same world, in which a solid stops where it would squish a body, as a door with a sensor does.
    ///
    /// Its motion ends before that step, for all bodies, and its fraction of a pixel is dropped. The bodies in its way
    /// are reported as [`squished`](CarriedBody::squished), though the solid is not inside them.
    ///
    /// ```
    /// use tileray::glam::ivec2;
    /// use tileray::motion::CollisionWorldMut;
    /// use tileray::{Body, BodyShape, Solid, SolidityMap, Terrain};
    ///
    /// // A door that comes down on the hero.
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
    /// let mut doors = [Solid::new(BodyShape::rectangle((6, 40))?, ivec2(40, 0))];
    /// let mut hero = Body::rectangle((12, 14), ivec2(38, 66))?;
    /// let mut world = CollisionWorldMut::new(&floor, &mut doors).stop_before_squish(true);
    /// let met = world.move_solid(0, (0.0, 40.0), &mut [&mut hero]);
    /// assert!(met[0].squished);
    /// assert_eq!((doors[0].rect().max.y, hero.position()), (66, ivec2(38, 66)));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub const fn stop_before_squish(mut self, stops: bool) -> Self {
        self.stops_before_squish = stops;
        self
    }

    /// Returns the same world with some layers of the terrain only.
    #[must_use]
    pub const fn layers(mut self, layers: LayerMask) -> Self {
        self.layers = layers;
        self
    }

    /// Moves the solid at `index` by `motion` pixels, carries the bodies that stand on it and pushes the bodies in its
    /// way.
    ///
    /// The solid moves pixel by pixel, in the steps of [`Body::move_and_slide`]. Terrain and other solids do not stop
    /// it. At each step:
    ///
    /// - A body that the solid would enter is **pushed** one pixel the same way. If terrain or another solid blocks the
    ///   body, it is squished and stays where it is.
    /// - A body that stands on the solid is **carried** one pixel the same way, unless something blocks it.
    /// - [Crates](Solid::weight) are pushed and carried as bodies are, in rows and stacks, and push and carry bodies in turn.
    ///   A crate that cannot be pushed stays where it is, and the solid moves into it, or stops
    ///   [if asked](Self::stop_before_squish).
    ///
    /// Where the solid crosses into another pixel along x and y at once, the step along x comes first, whichever way it
    /// moves. In [`MotionMode::Floating`] the two are one diagonal step, which prefers no axis. A body is pushed by it as
    /// in the order of steps in which it is not squished. If it is squished in neither, it is pushed along each axis along
    /// which it is in one of them, or squished if that way is blocked.
    ///
    /// A one-way solid pushes only the bodies that meet its face or stand above its slope, and squishes none: bodies that
    /// cannot be pushed pass through. Bodies and crates that do not meet the solid by their [categories](Solid::category) are left alone, and so
    /// are bodies that overlap it at the start. A body that stands on two solids is carried
    /// by each of them. Fractions of a pixel are kept for the next motion. NaN counts as 0, and motions beyond ±32768
    /// pixels along an axis are clamped.
    ///
    /// Returns the bodies that were moved or squished, in the order of `bodies`. Bodies keep their fractions of a
    /// pixel.
    ///
    /// Costs one comparison of boxes for each body, and a few word operations for each step and each body near the
    /// solid.
    ///
    /// # Panics
    /// Panics if there is no solid at `index`.
    ///
    /// ```
    /// use tileray::glam::{ivec2, vec2};
    /// use tileray::{Body, BodyShape, Solid, SolidityMap, Terrain};
    /// use tileray::motion::CollisionWorldMut;
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 10, |_, _| true));
    /// let mut platforms = [Solid::new(BodyShape::rectangle((48, 8))?, ivec2(0, 100))];
    /// let mut hero = Body::rectangle((12, 14), ivec2(10, 86))?;
    ///
    /// let mut world = CollisionWorldMut::new(&terrain, &mut platforms);
    /// let carried = world.move_solid(0, vec2(30.0, -20.0), &mut [&mut hero]);
    /// assert_eq!((hero.position(), carried[0].squished), (ivec2(40, 66), false));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_solid(&mut self, index: usize, motion: impl Into<Vec2>, bodies: &mut [&mut Body]) -> Vec<CarriedBody> {
        let position = &self.solids[index].place.position;
        let mut steps = PixelSteps::in_world(position.pixel(), position.remainder(), fixed::motion(motion.into(), 1.0));
        let mut remainder = steps.remainder();
        // A lift that meets no crates asks about nothing else.
        let has_crates = self.mode == MotionMode::Grounded && self.solids.iter().any(Solid::is_crate);
        let solids = match has_crates {
            true => self.near_solids(self.solids[index].rect(), steps.left()),
            false => NearSolids::default(),
        };
        let mut near = self.bodies_near(index, steps.left(), bodies, !solids.crates.is_empty());
        loop {
            let is_diagonal = self.mode == MotionMode::Floating && steps.is_diagonal();
            let Some(first) = steps.next() else { break };
            let is_stopped = match self.mode {
                MotionMode::Grounded => {
                    let moving = Moving { roots: &[index], lift: Some(index), solids: &solids };
                    let convoy = self.convoy(&moving, first, &near, bodies);
                    near.iter_mut().for_each(|carried| carried.squished |= convoy.squished.contains(&carried.body));
                    if !convoy.is_stopped {
                        self.apply(&convoy, first, &mut near, bodies);
                    }
                    convoy.is_stopped
                }
                MotionMode::Floating => {
                    let second = if is_diagonal { steps.next() } else { None };
                    self.step_floating(index, first, second, &mut near, bodies)
                }
            };
            if is_stopped {
                remainder = IVec2::ZERO;
                break;
            }
        }
        let at = self.solids[index].position();
        self.solids[index].place.position.set(at, remainder);
        near.retain(|carried| carried.squished || carried.moved != IVec2::ZERO);
        near
    }

    /// Moves the solid at `index` by a velocity in pixels a second over `dt` seconds until something stops it, as a crate
    /// that falls or a shell that slides.
    ///
    /// Terrain, the edge of the world, one-way faces and other solids that it [meets](Solid::category) stop it. At each
    /// pixel step it carries what stands on it and pushes bodies and [crates](Solid::weight), as [`move_solid`](Self::move_solid) does. It stops before a
    /// step that would squish a body, and before a crate below it. It climbs no slopes and steps. A step that is stopped
    /// ends the motion along its axis, and drops the fraction of a pixel there.
    ///
    /// The [`Slide`] lists what stopped a step, and tells whether the solid stands on a floor: on terrain, another solid or
    /// the head of a body. A solid that starts inside terrain or another solid is not pushed out: it moves as far as
    /// nothing new stops it, and [`is_stuck`](Slide::is_stuck) tells. Gravity counts in every [mode](Self::mode). Crates that fall together may be moved in any
    /// order: a crate that falls carries the crates on it, and a crate stops on a crate that has not fallen yet.
    ///
    /// # Panics
    /// Panics if there is no solid at `index`.
    ///
    /// ```
    /// use tileray::glam::{ivec2, vec2};
    /// use tileray::motion::CollisionWorldMut;
    /// use tileray::{BodyShape, Solid, SolidityMap, Terrain};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
    /// let small = BodyShape::rectangle((10, 10))?;
    /// // Two crates, one above the other.
    /// let mut crates = [50, 30].map(|y| Solid::new(small.clone(), ivec2(20, y)).with_weight(1.0));
    /// let mut world = CollisionWorldMut::new(&floor, &mut crates);
    /// let falls = [0, 1].map(|index| world.slide_solid(index, vec2(0.0, 600.0), 0.1, &mut []));
    /// assert!(falls.iter().all(|fall| fall.on_floor));
    /// assert_eq!(crates.each_ref().map(Solid::position), [ivec2(20, 70), ivec2(20, 60)]);
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn slide_solid(&mut self, index: usize, velocity: impl Into<Vec2>, dt: f32, bodies: &mut [&mut Body]) -> Slide {
        let velocity = velocity.into();
        let velocity = Vec2::select(velocity.is_nan_mask(), Vec2::ZERO, velocity);
        let (motion, position) = (fixed::motion(velocity, dt), self.solids[index].place.position);
        let mut steps = PixelSteps::in_world(position.pixel(), position.remainder(), motion);
        let (mut remainder, mut slide) = (steps.remainder(), Slide { velocity, ..Slide::default() });
        let solids = self.near_solids(self.solids[index].rect(), steps.left());
        slide.is_stuck = self.is_inside(index, &solids);
        let mut near = self.bodies_near(index, steps.left(), bodies, !solids.crates.is_empty());
        let moving = Moving { roots: &[index], lift: None, solids: &solids };
        while let Some(direction) = steps.next() {
            let convoy = self.convoy(&moving, direction, &near, bodies);
            if !convoy.is_stopped {
                self.apply(&convoy, direction, &mut near, bodies);
                continue;
            }
            self.add_contacts(index, direction, &mut slide);
            remainder[steps.stop(direction)] = 0;
            slide.stop(direction);
            slide.on_floor |= direction == Direction::Down;
        }
        if motion[1] >= 0 && !slide.on_floor && self.convoy(&moving, Direction::Down, &near, bodies).is_stopped {
            slide.on_floor = true;
            (remainder.y, slide.velocity.y) = (0, 0.0);
        }
        let at = self.solids[index].position();
        self.solids[index].place.position.set(at, remainder);
        Slide { moved: at - position.pixel(), contacts: slide.contacts.compact(), ..slide }
    }

    /// Returns whether a solid overlaps two-way terrain, or another solid that it meets.
    fn is_inside(&self, index: usize, near: &NearSolids) -> bool {
        let Mover { shape, at, categories } = self.solids[index].mover(index);
        let is_around = |other: usize| {
            let solid = &self.solids[other];
            solid.one_way.is_none() && categories.meet(&solid.categories(other)) && solid.place.overlaps(shape, at)
        };
        let terrain = CollisionWorld::new(self.terrain, &[]).layers(self.layers);
        !StepProbe::unbuffered(terrain, shape).is_free(at) || near.all.iter().copied().any(is_around)
    }

    /// Adds the tiles and solids that stop a step of a solid.
    fn add_contacts(&self, index: usize, direction: Direction, slide: &mut Slide) {
        let Mover { shape, at, categories } = self.solids[index].mover(index);
        let probe = StepProbe::unbuffered(self.world().met_by(categories), shape);
        probe.add_contacts(at, Some(direction), slide.velocity, &mut slide.contacts);
    }

    /// Moves the body at `index` as [`Body::move_and_slide`] does, and lets it push [crates](Solid::weight).
    ///
    /// A body pushes if it stands, does not rise, and only crates stop its next step along x. The crates that it would
    /// enter go ahead, with the crates in front of them and all that stands on any of these. While it pushes, the body is
    /// slower: by 1 + the weights of all these crates. If terrain, a solid or a body stops one of them, they are a wall. A
    /// body that meets a crate in the middle of a motion pushes it from the next call on. The remaining
    /// [velocity](Slide::velocity) along x is that of a body that nothing slows down.
    ///
    /// # Panics
    /// Panics if there is no body at `index`.
    ///
    /// ```
    /// use tileray::glam::{ivec2, vec2};
    /// use tileray::motion::CollisionWorldMut;
    /// use tileray::{Body, BodyShape, MoveOptions, Solid, SolidityMap, Terrain};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |_, y| y >= 80));
    /// let mut crates = [Solid::new(BodyShape::rectangle((10, 10))?, ivec2(32, 70)).with_weight(1.0)];
    /// let mut hero = Body::rectangle((12, 14), ivec2(20, 66))?;
    ///
    /// let mut world = CollisionWorldMut::new(&floor, &mut crates);
    /// for _ in 0..60 {
    ///     world.slide_body(0, vec2(60.0, 0.0), 1.0 / 60.0, &MoveOptions::new(), &mut [&mut hero]);
    /// }
    /// // A second at 60 pixels a second, halved by the crate.
    /// assert_eq!((hero.position(), crates[0].position()), (ivec2(50, 66), ivec2(62, 70)));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn slide_body(
        &mut self,
        index: usize,
        velocity: impl Into<Vec2>,
        dt: f32,
        options: &MoveOptions,
        bodies: &mut [&mut Body],
    ) -> Slide {
        if options.mode == MotionMode::Floating {
            return bodies[index].move_and_slide(self.world(), velocity, dt, options);
        }
        let velocity = velocity.into();
        let mut motion = fixed::motion(velocity, dt);
        motion[0] = self.push(index, motion, bodies);
        let body = &mut bodies[index];
        let world = body.world(self.world());
        grounded::slide(&mut body.place, world, (velocity, motion), dt, options, None)
    }

    /// Pushes the crates in front of a body. Returns how far the body can follow along x, in units; all of its motion if
    /// nothing is pushed any more.
    fn push(&mut self, index: usize, motion: [i64; 2], bodies: &mut [&mut Body]) -> i64 {
        let (sign, mut left) = (motion[0].signum(), motion[0].abs());
        let Some(direction) = Direction::of_step(IVec2::new(sign as i32, 0)).filter(|_| motion[1] >= 0) else {
            return motion[0];
        };
        let (body, longest) = (&bodies[index], IVec2::new((left / fixed::UNITS) as i32 + 1, 0));
        let solids = self.near_solids(body.rect(), longest);
        if solids.crates.is_empty() || !body.is_on_floor(self.world()) {
            return motion[0];
        }
        let mut distance = fixed::UNITS / 2 + 1 - i64::from(body.place.position.remainder().x) * sign;
        let others = (0..bodies.len()).filter(|&body| body != index);
        let mut others: Vec<CarriedBody> = others.map(CarriedBody::at_rest).collect();
        let (mut followed, mut ahead) = (0, IVec2::ZERO);
        loop {
            let scene = self.scene(&Moving { roots: &[], lift: None, solids: &solids }, direction, &[], bodies);
            let start = bodies[index].mover();
            let pusher = Mover { at: start.at + ahead, ..start };
            let is_in_front = |index: &usize| scene.stops(*index, pusher, direction);
            let in_front: Vec<usize> = solids.crates.iter().copied().filter(is_in_front).collect();
            if in_front.is_empty() || scene.is_stopped(pusher, false, &solids.crates) {
                break;
            }
            let moving = Moving { roots: &in_front, lift: None, solids: &solids };
            let convoy = self.convoy(&moving, direction, &others, bodies);
            // A crate around the body would run into it from behind, as the body follows afterwards.
            let enters = |&index: &usize| scene.enters(index, start);
            if convoy.is_stopped || convoy.solids.iter().any(enters) {
                break;
            }
            // One plus the weights of all crates, in 1/256.
            let slower: i64 =
                256 + convoy.solids.iter().filter_map(|&index| self.solids[index].crate_weight()).sum::<i64>();
            let needed = (distance * slower + 255) / 256;
            if left < needed {
                return (followed + left * 256 / slower) * sign;
            }
            self.apply(&convoy, direction, &mut others, bodies);
            ahead += direction.step();
            (left, followed, distance) = (left - needed, followed + distance, fixed::UNITS);
        }
        (followed + left) * sign
    }

    /// Returns the world as it is.
    fn world(&self) -> CollisionWorld<'_> {
        CollisionWorld::new(self.terrain, self.solids).layers(self.layers)
    }

    /// Returns the bodies that a motion of a solid may carry or push, near its path or `anywhere`: not those that overlap
    /// it and meet it.
    fn bodies_near(&self, index: usize, motion: IVec2, bodies: &[&mut Body], anywhere: bool) -> Vec<CarriedBody> {
        let (solid, categories) = (&self.solids[index], self.solids[index].categories(index));
        let mut swept = solid.rect().union(&solid.rect().translated(motion));
        (swept.min, swept.max) = (swept.min - 1, swept.max + 1);
        let is_near = |body: &Body| {
            let Mover { shape, at, categories: of_body } = body.mover();
            match categories.meet(&of_body) {
                true => (anywhere || body.rect().overlaps(&swept)) && !solid.is_entered_by(shape, at),
                false => anywhere,
            }
        };
        let near = bodies.iter().enumerate().filter(|(_, body)| is_near(body));
        near.map(|(body, _)| CarriedBody::at_rest(body)).collect()
    }

    /// Returns the solids that a motion from a box may bring together.
    fn near_solids(&self, start: Rect, motion: IVec2) -> NearSolids {
        NearSolids::around(self.solids, start, motion.abs().max_element())
    }

    /// Returns the scene of a step in which some bodies take part.
    fn scene<'s>(
        &'s self,
        &Moving { lift, solids: near, .. }: &Moving<'s>,
        direction: Direction,
        free: &'s [usize],
        bodies: &'s [&'s mut Body],
    ) -> StepScene<'s> {
        let terrain = CollisionWorld::new(self.terrain, &[]).layers(self.layers);
        let squishes = lift.is_some() && !self.stops_before_squish;
        StepScene { terrain, solids: self.solids, near, bodies, free, direction, lift, squishes }
    }

    /// Returns what moves in a pixel step.
    fn convoy(&self, moving: &Moving<'_>, direction: Direction, near: &[CarriedBody], bodies: &[&mut Body]) -> Convoy {
        let free: Vec<usize> = near.iter().filter(|carried| !carried.squished).map(|carried| carried.body).collect();
        Convoy::new(&self.scene(moving, direction, &free, bodies), moving.roots)
    }

    /// Moves a convoy by a pixel. Notes the bodies that are moved.
    fn apply(&mut self, convoy: &Convoy, direction: Direction, near: &mut [CarriedBody], bodies: &mut [&mut Body]) {
        for carried in near.iter_mut().filter(|carried| convoy.bodies.contains(&carried.body)) {
            bodies[carried.body].place.position.step(direction.step());
            carried.moved += direction.step();
        }
        convoy.solids.iter().for_each(|&index| self.solids[index].place.position.step(direction.step()));
    }

    /// Takes a step, or two at once, as seen from above. Returns whether a body stops the solid.
    fn step_floating(
        &mut self,
        index: usize,
        first: Direction,
        second: Option<Direction>,
        near: &mut [CarriedBody],
        bodies: &mut [&mut Body],
    ) -> bool {
        let solids = NearSolids::default();
        let scene = self.scene(&Moving { roots: &[], lift: None, solids: &solids }, first, &[], &[]);
        let pusher = Pusher { index, scene };
        let push = |body: &Body| match second {
            Some(second) => pusher.push_diagonally(body.mover(), [first, second]),
            None => pusher.push(body.mover(), IVec2::ZERO, first),
        };
        if self.stops_before_squish {
            near.iter_mut().for_each(|carried| carried.squished = push(bodies[carried.body]).is_none());
            if near.iter().any(|carried| carried.squished) {
                return true;
            }
        }
        for carried in near.iter_mut().filter(|carried| !carried.squished) {
            match push(bodies[carried.body]) {
                Some(by) => {
                    bodies[carried.body].place.position.step(by);
                    carried.moved += by;
                }
                None => carried.squished = true,
            }
        }
        let step = first.step() + second.map_or(IVec2::ZERO, Direction::step);
        self.solids[index].place.position.step(step);
        false
    }
}

/// The solids that begin a step, and the solids that may take part.
struct Moving<'s> {
    roots: &'s [usize],
    /// The solid that neither terrain nor other solids stop, if the step is its own.
    lift: Option<usize>,
    solids: &'s NearSolids,
}

/// A solid that pushes bodies that it meets, as seen from above.
struct Pusher<'s> {
    index: usize,
    scene: StepScene<'s>,
}

impl Pusher<'_> {
    /// Returns the displacement of a body by the next step of the solid, which has moved by `moved` before; `None` if
    /// the body is squished.
    fn push(&self, body: Mover<'_>, moved: IVec2, direction: Direction) -> Option<IVec2> {
        let solid = &self.scene.solids[self.index];
        // A step of the solid toward the body is a step of the body toward the solid.
        if !solid.stops(body.shape, body.at - moved, direction.opposite()) {
            return Some(IVec2::ZERO);
        }
        if self.is_stopped(body, direction) {
            return solid.one_way.is_some().then_some(IVec2::ZERO);
        }
        Some(direction.step())
    }

    /// Returns the displacement of a body by the next two steps of the solid, which it takes at once; `None` if the body
    /// is squished. Neither axis is preferred.
    fn push_diagonally(&self, body: Mover<'_>, [x, y]: [Direction; 2]) -> Option<IVec2> {
        let orders = [[x, y], [y, x]];
        let pushes = orders.map(|[first, second]| {
            let by = self.push(body, IVec2::ZERO, first)?;
            Some(by + self.push(Mover { at: body.at + by, ..body }, first.step(), second)?)
        });
        let (Some(a), Some(b)) = (pushes[0], pushes[1]) else { return pushes[0].or(pushes[1]) };
        // Where the corners meet, each order pushes along another axis, so the body goes along both.
        let both = IVec2::select(a.cmpeq(IVec2::ZERO), b, a);
        let is_free = |order: [Direction; 2]| {
            let mut body = body;
            order.into_iter().filter(|direction| both.dot(direction.step()) > 0).all(|direction| {
                let is_free = !self.is_stopped(body, direction);
                body.at += direction.step();
                is_free
            })
        };
        orders.into_iter().any(is_free).then_some(both)
    }

    /// Returns whether something else than the solid stops a step.
    fn is_stopped(&self, body: Mover<'_>, direction: Direction) -> bool {
        StepScene { direction, ..self.scene }.is_stopped(body, false, &[self.index])
    }
}
