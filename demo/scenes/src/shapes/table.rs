//! Bodies on a table, and the results of all queries about them.

use super::axes::Axes;
use super::body::{Form, ShapeBody};
use super::flight::{Flight, Projection};
use super::overlaps::ShapeOverlaps;
use crate::color::{BLOCK, CELL, Rgb, VIOLET};
use anyhow::Result;
use tileray::Circle;
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
        ShapeBody::new(Form::cart(4.0)?, (380.0, 225.0), 0.0, STONE),
        ShapeBody::new(Form::statue(4.0)?, (550.0, -190.0), 0.0, STONE),
        ShapeBody::new(Form::hero(5.0)?, (100.0, 60.0), 0.0, STONE),
        ShapeBody::new(hexagon, (-256.0, -42.0), 2.0, CELL),
    ])
}
