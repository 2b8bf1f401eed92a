//! Solids that move, carry and push bodies.

use super::body::Body;
use super::collision_world::CollisionWorld;
use super::fixed::{self, FixedPosition};
use super::options::MotionMode;
use super::probe::StepProbe;
use super::shape::BodyShape;
use super::solid::Solid;
use super::steps::PixelSteps;
use crate::geometry::Direction;
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

    /// Returns the same world with another mode. In [`MotionMode::Grounded`], the default, solids push and carry
    /// bodies. In [`MotionMode::Floating`] they only push; there [floor areas](super::FloorArea) carry bodies.
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
    ///
    /// Where the solid crosses into another pixel along x and y at once, the step along x comes first, whichever way it
    /// moves. In [`MotionMode::Floating`] the two are one diagonal step, which prefers no axis. A body is pushed by it as
    /// in the order of steps in which it is not squished. If it is squished in neither, it is pushed along each axis along
    /// which it is in one of them, or squished if that way is blocked.
    ///
    /// A one-way solid pushes only the bodies that meet its face, and squishes none: bodies that cannot be pushed pass
    /// through. Bodies that overlap the solid at the start are left alone. A body that stands on two solids is carried
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
        let mut near = bodies_near(&self.solids[index], steps.left(), bodies);
        let (mode, mut remainder) = (self.mode, steps.remainder());
        loop {
            let is_diagonal = mode == MotionMode::Floating && steps.is_diagonal();
            let Some(first) = steps.next() else { break };
            let second = if is_diagonal { steps.next() } else { None };
            let world = CollisionWorld::new(self.terrain, self.solids).layers(self.layers);
            let world = CollisionWorld { ignored_solid: Some(index), ..world };
            let pusher = Pusher { solid: &self.solids[index], world: &world, mode };
            let push = |body: &Body| match second {
                Some(second) => pusher.push_diagonally(body.shape(), body.position(), [first, second]),
                None => pusher.push(body.shape(), body.position(), IVec2::ZERO, first),
            };
            if self.stops_before_squish {
                for carried in &mut near {
                    carried.squished = push(bodies[carried.body]).is_none();
                }
                if near.iter().any(|carried| carried.squished) {
                    remainder = IVec2::ZERO;
                    break;
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
        }
        let at = self.solids[index].position();
        self.solids[index].place.position.set(at, remainder);
        near.retain(|carried| carried.squished || carried.moved != IVec2::ZERO);
        near
    }
}

/// Returns the bodies that a motion of a solid may carry or push: the bodies near its path that do not overlap it.
fn bodies_near(solid: &Solid, motion: IVec2, bodies: &[&mut Body]) -> Vec<CarriedBody> {
    let mut swept = solid.rect().union(&solid.rect().translated(motion));
    (swept.min, swept.max) = (swept.min - 1, swept.max + 1);
    let is_near = |body: &Body| {
        let overlaps = || solid.one_way.is_none() && solid.place.overlaps(body.shape(), body.position());
        body.rect().overlaps(&swept) && !overlaps()
    };
    let near = bodies.iter().enumerate().filter(|(_, body)| is_near(body));
    near.map(|(body, _)| CarriedBody { body, moved: IVec2::ZERO, squished: false }).collect()
}

/// A solid that carries and pushes bodies.
struct Pusher<'a> {
    solid: &'a Solid,
    world: &'a CollisionWorld<'a>,
    mode: MotionMode,
}

impl Pusher<'_> {
    /// Returns the displacement of a body by the next step of the solid, which has moved by `moved` before; `None` if
    /// the body is squished.
    fn push(&self, shape: &BodyShape, at: IVec2, moved: IVec2, direction: Direction) -> Option<IVec2> {
        // A step of the solid toward the body is a step of the body toward the solid.
        let is_stopped_by_solid = |direction| self.solid.stops(shape, at - moved, direction);
        let is_pushed = is_stopped_by_solid(direction.opposite());
        if !is_pushed && (self.mode == MotionMode::Floating || !is_stopped_by_solid(Direction::Down)) {
            return Some(IVec2::ZERO);
        }
        if self.is_stopped(shape, at, direction) {
            return (!is_pushed || self.solid.one_way.is_some()).then_some(IVec2::ZERO);
        }
        Some(direction.step())
    }

    /// Returns the displacement of a body by the next two steps of the solid, which it takes at once; `None` if the body
    /// is squished. Neither axis is preferred.
    fn push_diagonally(&self, shape: &BodyShape, at: IVec2, [x, y]: [Direction; 2]) -> Option<IVec2> {
        let orders = [[x, y], [y, x]];
        let pushes = orders.map(|[first, second]| {
            let by = self.push(shape, at, IVec2::ZERO, first)?;
            Some(by + self.push(shape, at + by, first.step(), second)?)
        });
        let (Some(a), Some(b)) = (pushes[0], pushes[1]) else { return pushes[0].or(pushes[1]) };
        // Where the corners meet, each order pushes along another axis, so the body goes along both.
        let both = IVec2::select(a.cmpeq(IVec2::ZERO), b, a);
        let is_free = |order: [Direction; 2]| {
            let mut at = at;
            order.into_iter().filter(|direction| both.dot(direction.step()) > 0).all(|direction| {
                let is_free = !self.is_stopped(shape, at, direction);
                at += direction.step();
                is_free
            })
        };
        orders.into_iter().any(is_free).then_some(both)
    }

    /// Returns whether something else than the solid stops a step.
    fn is_stopped(&self, shape: &BodyShape, at: IVec2, direction: Direction) -> bool {
        !FixedPosition::is_in_world(at + direction.step())
            || StepProbe::unbuffered(*self.world, shape).stops(at, direction)
    }
}
