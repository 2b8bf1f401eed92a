use super::course::Course;
use super::place::Place;
use super::{Body, CollisionWorld, Solid, fixed};
use crate::geometry::Direction;
use crate::terrain::{LayerMask, Terrain};
use glam::{IVec2, Vec2};

/// What became of a body that a solid carried or pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CarriedBody {
    /// Its place among the bodies.
    pub body: usize,
    /// By how much it was moved.
    pub moved: IVec2,
    /// Whether it was caught between the solid and something else; then it stayed there, and the solid went on into it, or
    /// through it.
    pub squished: bool,
}

/// A terrain and the solids in it, one of which moves: Celeste's `Solid.Move`.
///
/// Borrow it for a motion, and take a [`CollisionWorld`] for the bodies afterwards.
#[derive(Debug)]
pub struct CollisionWorldMut<'a> {
    terrain: &'a Terrain,
    layers: LayerMask,
    solids: &'a mut [Solid],
}

impl<'a> CollisionWorldMut<'a> {
    /// Creates a world of a terrain with all its layers, and solids that can be moved.
    #[must_use]
    pub const fn new(terrain: &'a Terrain, solids: &'a mut [Solid]) -> Self {
        Self { terrain, layers: LayerMask::ALL, solids }
    }

    /// Returns the same world with some layers of the terrain only.
    #[must_use]
    pub const fn with_layers(mut self, layers: LayerMask) -> Self {
        self.layers = layers;
        self
    }

    /// Moves the solid at `index` by `motion` pixels, carries the bodies that stand on it and pushes those in its way.
    ///
    /// The solid moves pixel by pixel, in the steps of [`Body::move_and_slide`]. Terrain and other solids do not stop it. At
    /// each step
    ///
    /// - a body that the solid would enter is **pushed** one pixel the same way. Where terrain or another solid blocks that, the
    ///   body is squished and stays where it is;
    /// - a body that stands on the solid is **carried** one pixel the same way, unless something blocks it.
    ///
    /// A one-way solid pushes only the bodies that meet its face, and squishes none: bodies that cannot be pushed pass through.
    /// Bodies that overlap the solid at the start are left alone. A body that stands on two solids is carried by each of them.
    /// Fractions of a pixel are kept for the next motion. NaN counts as 0, and motions beyond ±32768 pixels along an axis are
    /// clamped.
    ///
    /// Returns the bodies that were moved or squished, in the order of `bodies`. Bodies keep their fractions of a pixel.
    ///
    /// Costs one comparison of boxes a body, and a few word operations for each step and each body near the solid.
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
        let place = &self.solids[index].place;
        let mut course = Course::within_world(place.pixel(), place.remainder(), fixed::motion(motion.into(), 1.0));
        let mut load = Load::near(&self.solids[index], course.left(), bodies);
        let remainder = course.remainder();
        for way in &mut course {
            let others = CollisionWorld::new(self.terrain, self.solids).with_layers(self.layers);
            let others = CollisionWorld { except: Some(index), ..others };
            load.step(&self.solids[index], way, &others, bodies);
            self.solids[index].place.step(way.step());
        }
        let at = self.solids[index].position();
        self.solids[index].place.arrive(at, remainder);
        load.carried.retain(|carried| carried.squished || carried.moved != IVec2::ZERO);
        load.carried
    }
}

/// The bodies that a solid may move.
struct Load {
    carried: Vec<CarriedBody>,
}

impl Load {
    /// Those that are near what the solid passes over, but for those inside of it.
    fn near(solid: &Solid, motion: IVec2, bodies: &[&mut Body]) -> Self {
        let mut reach = solid.rect().union(&solid.rect().translated(motion));
        (reach.min, reach.max) = (reach.min - 1, reach.max + 1);
        let near = bodies.iter().enumerate().filter(|(_, body)| !body.rect().intersection(&reach).is_empty());
        let is_inside = |body: &Body| {
            solid.one_way.is_none() && body.shape().overlaps(body.position(), &solid.shape, solid.position())
        };
        let outside = near.filter(|(_, body)| !is_inside(body));
        let carried = outside.map(|(body, _)| CarriedBody { body, moved: IVec2::ZERO, squished: false });
        Self { carried: carried.collect() }
    }

    /// What a step of the solid, which is still where it was, does to them.
    fn step(&mut self, solid: &Solid, way: Direction, others: &CollisionWorld<'_>, bodies: &mut [&mut Body]) {
        for carried in self.carried.iter_mut().filter(|carried| !carried.squished) {
            let body = &mut *bodies[carried.body];
            // A step of the solid toward a body is one of the body toward the solid.
            let against = way.opposite();
            let is_pushed = solid.stops(body.shape(), body.position(), against);
            let is_carried = || solid.stops(body.shape(), body.position(), Direction::Down);
            if !is_pushed && !is_carried() {
                continue;
            }
            let is_held =
                !Place::is_within(body.position() + way.step()) || others.stops(body.shape(), body.position(), way);
            if is_held {
                carried.squished = is_pushed && solid.one_way.is_none();
                continue;
            }
            body.place.step(way.step());
            carried.moved += way.step();
        }
    }
}
