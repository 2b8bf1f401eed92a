use super::course::Course;
use super::place::Place;
use super::{Body, Solid, Surroundings, fixed};
use crate::terrain::{LayerMask, Terrain};
use crate::tile::OneWay;
use glam::{IVec2, Vec2};

/// What became of a body that a solid carried or pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Carried {
    /// Its place among the bodies.
    pub body: usize,
    /// By how much it was moved.
    pub moved: IVec2,
    /// Whether it was caught between the solid and something else; then it stayed there, and the solid went on into it, or
    /// through it.
    pub squished: bool,
}

/// Moves one of the solids by `motion` pixels, and with it the bodies that stand on it and those in its way.
///
/// The solid goes pixel by pixel, in the steps of [`Body::move_and_slide`], through everything: terrain and other solids do
/// not stop it. At each step
///
/// - a body that it comes into is **pushed** one pixel the same way; where terrain or another solid is in the way of that, it
///   is squished, and stays where it is;
/// - a body that stands on it is **carried** one pixel the same way, where nothing is in the way of that; else it stays.
///
/// A solid that is one-way pushes only those that its face comes upon, and squishes none: who cannot be pushed is let
/// through. Bodies that are inside of it at first are left alone. Who stands on two solids is carried by each of them.
/// Fractions of a pixel are kept for the next motion. A motion that is not a number is none; beyond ±32768 pixels along an
/// axis it is that.
///
/// Returned are the bodies that were moved or squished, in the order of `bodies`. Bodies keep their fractions of a pixel.
///
/// Costs a comparison of boxes for each body, and a few looks at words for each step and each body that is near.
///
/// # Panics
/// Where there is no solid with this place.
///
/// ```
/// use tileray::{Body, BodyShape, LayerMask, Solid, SolidityMap, Terrain, glam::{ivec2, vec2}, move_solid};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 10, |_, _| true));
/// let mut platforms = [Solid::new(BodyShape::rectangle((48, 8))?, ivec2(0, 100))];
/// let mut hero = Body::rectangle((12, 14), ivec2(10, 86))?;
///
/// let carried = move_solid(&mut platforms, 0, vec2(30.0, -20.0), &terrain, LayerMask::ALL, &mut [&mut hero]);
/// assert_eq!((hero.position(), carried[0].squished), (ivec2(40, 66), false));
/// # Ok::<(), tileray::BodyShapeError>(())
/// ```
pub fn move_solid(
    solids: &mut [Solid],
    index: usize,
    motion: impl Into<Vec2>,
    terrain: &Terrain,
    layers: LayerMask,
    bodies: &mut [&mut Body],
) -> Vec<Carried> {
    let place = &solids[index].place;
    let mut course = Course::within_world(place.pixel(), place.remainder(), fixed::motion(motion.into(), 1.0));
    let mut load = Load::near(&solids[index], course.left(), bodies);
    let remainder = course.remainder();
    for way in &mut course {
        let solid = &solids[index];
        let except = Some(index);
        let others = Surroundings { except, ..Surroundings::new(terrain, solids).with_layers(layers) };
        load.step(solid, way, &others, bodies);
        solids[index].place.step(way.step());
    }
    let at = solids[index].position();
    solids[index].place.arrive(at, remainder);
    load.carried.retain(|carried| carried.squished || carried.moved != IVec2::ZERO);
    load.carried
}

/// The bodies that a solid may move.
struct Load {
    carried: Vec<Carried>,
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
        let carried = outside.map(|(body, _)| Carried { body, moved: IVec2::ZERO, squished: false });
        Self { carried: carried.collect() }
    }

    /// What a step of the solid, which is still where it was, does to them.
    fn step(&mut self, solid: &Solid, way: OneWay, others: &Surroundings<'_>, bodies: &mut [&mut Body]) {
        for carried in self.carried.iter_mut().filter(|carried| !carried.squished) {
            let body = &mut *bodies[carried.body];
            // A step of the solid toward a body is one of the body toward the solid.
            let against = way.opposite();
            let is_pushed = solid.stops(body.shape(), body.position(), against);
            let is_carried = || solid.stops(body.shape(), body.position(), OneWay::Down);
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
