//! Bodies on a table, and the results of all queries about them: overlaps, axes, shape casts with a slide, and
//! projections out of polygons.

use super::body::{Form, ShapeBody};
use super::overlaps::{Axes, ShapeOverlaps};
use crate::color::{BLOCK, CELL, Rgb, VIOLET};
use crate::files::embedded;
use crate::picture::decode_png;
use anyhow::Result;
use tileray::Circle;
use tileray::collide::Sweep;
use tileray::glam::{Vec2, vec2};

/// Bodies, and the results of all queries about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) bodies: Vec<ShapeBody>,
    /// The body whose axes, motion and way out are shown.
    pub(super) chosen: usize,
    /// The motion of the chosen body, if one is shown.
    pub(super) motion: Option<Vec2>,
    /// The points and circles that are projected out of the bodies.
    pub(super) probes: Vec<Circle>,
    pub(super) overlaps: ShapeOverlaps,
    /// The separating axes of the chosen body and another one.
    pub(super) axes: Option<(usize, Axes)>,
    pub(super) flight: Option<Flight>,
    pub(super) projections: Vec<Projection>,
}

impl Table {
    pub(super) fn new(bodies: Vec<ShapeBody>) -> Self {
        Self { bodies, ..Self::default() }
    }

    /// Runs all queries.
    pub(super) fn look(&mut self) {
        self.overlaps = ShapeOverlaps::among(&self.bodies);
        let partner = self.overlaps.deepest_of(self.chosen).map(|deepest| deepest.other(self.chosen));
        let chosen = self.bodies.get(self.chosen);
        self.axes = partner.or_else(|| self.nearest()).and_then(|other| {
            let axes = Axes::between(&chosen?.solid, &self.bodies[other].solid)?;
            Some((other, axes))
        });
        let motion = self.motion.filter(|_| chosen.is_some());
        self.flight = motion.map(|motion| Flight::of(&self.bodies, self.chosen, motion));
        self.projections = self.probes.iter().filter_map(|&probe| Projection::of(&self.bodies, probe)).collect();
    }

    /// Returns the body with the bounding box nearest to that of the chosen body.
    fn nearest(&self) -> Option<usize> {
        let own = self.bodies.get(self.chosen)?.solid.bounds();
        let gap = |other: &usize| {
            let bounds = self.bodies[*other].solid.bounds();
            (bounds.min - own.max).max(own.min - bounds.max).max(Vec2::ZERO).length()
        };
        let others = (0..self.bodies.len()).filter(|&other| other != self.chosen);
        others.min_by(|a, b| gap(a).total_cmp(&gap(b)))
    }

    /// Returns the uppermost body under a point.
    pub(super) fn body_at(&self, point: Vec2) -> Option<usize> {
        (0..self.bodies.len()).rev().find(|&body| self.bodies[body].solid.contains(point))
    }
}

/// The part of the table that the screen shows; the origin is in the middle.
pub(super) const TABLE_SIZE: Vec2 = vec2(1280.0, 720.0);

/// Returns the bodies at the start, of which only the last overlaps another one.
pub(super) fn first_bodies() -> Result<Vec<ShapeBody>> {
    const STONE: Rgb = Rgb(0x8a_93_a8);
    let hexagon = Form::regular("hexagon", 74.0, 6)?;
    let plank = Form::rectangle("plank", 240.0, 34.0)?;
    let kite = Form::polygon("kite", vec![vec2(0.0, 0.0), vec2(70.0, -46.0), vec2(150.0, 0.0), vec2(70.0, 46.0)])?;
    let hero = Form::sprite("hero", decode_png(embedded!("assets/hero.png"))?, 5.0)?;
    let cart = Form::sprite("cart", decode_png(embedded!("assets/town-cart.png"))?, 4.0)?;
    let statue = Form::sprite("statue", decode_png(embedded!("assets/town-statue.png"))?, 4.0)?;
    let wedge = Form::polygon("wedge", vec![vec2(0.0, 80.0), vec2(150.0, 80.0), vec2(150.0, 0.0)])?;
    Ok(vec![
        ShapeBody::new(plank, (-205.0, 12.0), -24.0, BLOCK),
        ShapeBody::new(Form::star(112.0, 50.0, 5)?, (70.0, -205.0), 8.0, VIOLET),
        ShapeBody::new(Form::arch(116.0, 70.0)?, (345.0, -40.0), 20.0, VIOLET),
        ShapeBody::new(Form::circle(48.0), (-40.0, 160.0), 0.0, BLOCK),
        ShapeBody::new(wedge, (-330.0, 205.0), 0.0, BLOCK),
        ShapeBody::new(kite, (-90.0, -240.0), 60.0, BLOCK),
        ShapeBody::new(Form::circle(27.0), (520.0, 60.0), 0.0, BLOCK),
        ShapeBody::new(Form::boulder(3.0)?, (570.0, 240.0), 0.0, STONE),
        ShapeBody::new(Form::crate_box(5.0)?, (120.0, 250.0), 0.0, STONE),
        ShapeBody::new(Form::crate_box(5.0)?, (206.0, 258.0), 8.0, STONE),
        ShapeBody::new(cart, (380.0, 225.0), 0.0, STONE),
        ShapeBody::new(statue, (550.0, -190.0), 0.0, STONE),
        ShapeBody::new(hero, (100.0, 60.0), 0.0, STONE),
        ShapeBody::new(hexagon, (-256.0, -42.0), 2.0, CELL),
    ])
}

/// The sweep of a body among others, with the slide after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub(super) motion: Vec2,
    /// The first body in the way, and the sweep to it.
    pub(super) met: Option<(usize, Sweep)>,
    /// The offset from the start to the end of the slide.
    pub(super) end: Vec2,
}

/// The gap that a body keeps to its second touch, in pixels.
const CLEARANCE: f32 = 1.0 / 64.0;

impl Flight {
    pub(super) fn of(bodies: &[ShapeBody], moved: usize, motion: Vec2) -> Self {
        let met = first_met(bodies, moved, Vec2::ZERO, motion, None);
        let Some((other, sweep)) = met else { return Self { motion, met, end: motion } };
        let touch = motion * sweep.fraction.unwrap_or(0.0);
        // The body slides along the first body until a second one stops it.
        let slide = sweep.slide(motion) - touch;
        let end = match first_met(bodies, moved, touch, slide, Some(other)) {
            Some((_, second)) => {
                let length = slide.length();
                let part = (length * second.fraction.unwrap_or(0.0) - CLEARANCE).max(0.0);
                touch + slide.normalize_or_zero() * part
            }
            None => touch + slide,
        };
        Self { motion, met, end }
    }

    /// Returns the motion up to the first touch.
    pub(super) fn touch(&self) -> Option<Vec2> {
        let (_, sweep) = self.met?;
        Some(self.motion * sweep.fraction?)
    }
}

/// Returns the first body in the way from the offset `start` on, apart from the body `passed`.
fn first_met(
    bodies: &[ShapeBody],
    moved: usize,
    start: Vec2,
    motion: Vec2,
    passed: Option<usize>,
) -> Option<(usize, Sweep)> {
    let solid = bodies[moved].solid.translated(start);
    let others = (0..bodies.len()).filter(|&other| other != moved && Some(other) != passed);
    let sweeps = others.map(|other| (other, solid.sweep(&bodies[other].solid, motion)));
    let met = sweeps.filter(|(_, sweep)| sweep.fraction.is_some());
    met.min_by(|(_, a), (_, b)| a.fraction.unwrap_or(1.0).total_cmp(&b.fraction.unwrap_or(1.0)))
}

/// The projection of a point or a circle out of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    /// The circle; a point has radius 0.
    pub(super) probe: Circle,
    /// The position that the center moves to.
    pub(super) out: Vec2,
}

impl Projection {
    /// Projects the probe out of the first polygon that it lies in; concave polygons come first.
    pub(super) fn of(bodies: &[ShapeBody], probe: Circle) -> Option<Self> {
        let mut outlines: Vec<_> = bodies.iter().filter_map(ShapeBody::outline).collect();
        outlines.sort_by_key(tileray::Polygon::is_convex);
        let out = outlines.iter().find_map(|outline| match probe.radius {
            0.0 => outline.project_out(probe.center),
            _ => outline.project_circle_out(probe),
        });
        out.map(|out| Self { probe, out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::shapes::body::Form;
    use tileray::glam::vec2;

    fn block(x: f32, y: f32, width: f32, height: f32) -> ShapeBody {
        ShapeBody::new(Form::rectangle("block", width, height).expect("it has an area"), (x, y), 0.0, Rgb::WHITE)
    }

    #[test]
    fn a_motion_is_free_or_slides_along_the_first_body_up_to_the_next() {
        let wall = block(60.0, 0.0, 10.0, 200.0);
        let far = block(100.0, 0.0, 10.0, 200.0);
        let floor = block(40.0, 35.0, 200.0, 10.0);
        for (others, motion, met, end) in [
            (vec![far, wall.clone()], vec2(100.0, 20.0), Some(2), vec2(50.0, 20.0)),
            (vec![wall, floor], vec2(100.0, 50.0), Some(1), vec2(50.0, 25.0)),
            (vec![block(60.0, 0.0, 10.0, 10.0)], vec2(0.0, -90.0), None, vec2(0.0, -90.0)),
        ] {
            let bodies: Vec<ShapeBody> = [block(0.0, 0.0, 10.0, 10.0)].into_iter().chain(others).collect();
            let flight = Flight::of(&bodies, 0, motion);
            assert!((flight.end - end).abs().max_element() < 0.05, "{flight:?}");
            assert_eq!(flight.met.map(|(other, _)| other), met);
            assert_eq!(flight.touch(), met.map(|_| motion / 2.0));
            assert!(flight.met.is_none_or(|(_, sweep)| sweep.normal == vec2(-1.0, 0.0)));
        }
    }
}
