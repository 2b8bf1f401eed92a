//! Bodies on a table, and the results of all queries about them.

use super::axes::Axes;
use super::body::ShapeBody;
use super::encounters::Encounters;
use super::flight::{Flight, Projection};
use super::form::Form;
use crate::demo::color::{BLOCK, CELL, Rgb, VIOLET};
use anyhow::Result;
use tileray::Circle;
use tileray::glam::{Vec2, vec2};

/// Bodies that lie side by side, and all that is found out about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) bodies: Vec<ShapeBody>,
    /// The body that axes, motions and the way out are shown of.
    pub(super) chosen: usize,
    /// A motion of it, if one is looked at.
    pub(super) motion: Option<Vec2>,
    /// Points and circles that are to leave what they are in.
    pub(super) probes: Vec<Circle>,
    pub(super) findings: Findings,
}

/// The results of all queries about the bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    pub(super) encounters: Encounters,
    /// The body whose axes with the chosen one are shown, and those.
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
        let encounters = Encounters::among(&self.bodies);
        let partner = encounters.deepest_of(self.chosen).map(|deepest| deepest.other(self.chosen));
        let solid = self.bodies.get(self.chosen).map(ShapeBody::solid);
        let axes = partner.or_else(|| self.nearest()).and_then(|other| {
            let axes = Axes::between(solid?, self.bodies[other].solid())?;
            Some((other, axes))
        });
        let has_chosen = self.chosen < self.bodies.len();
        let motion = self.motion.filter(|_| has_chosen);
        let flight = motion.map(|motion| Flight::of(&self.bodies, self.chosen, motion));
        let projections = self.probes.iter().filter_map(|&probe| Projection::of(&self.bodies, probe)).collect();
        self.findings = Findings { encounters, axes, flight, projections };
    }

    /// Returns the body whose box is nearest to that of the chosen one.
    fn nearest(&self) -> Option<usize> {
        let own = self.bodies.get(self.chosen)?.solid().bounds();
        let gap = |other: &usize| {
            let bounds = self.bodies[*other].solid().bounds();
            (bounds.min - own.max).max(own.min - bounds.max).max(Vec2::ZERO).length()
        };
        let others = (0..self.bodies.len()).filter(|&other| other != self.chosen);
        others.min_by(|a, b| gap(a).total_cmp(&gap(b)))
    }

    /// Returns the uppermost body under a point.
    pub(super) fn body_at(&self, point: Vec2) -> Option<usize> {
        (0..self.bodies.len()).rev().find(|&body| self.bodies[body].solid().contains(point))
    }
}

/// The part of the table that the screen shows; the origin is in the middle.
pub(super) const TABLE_SIZE: Vec2 = vec2(1280.0, 720.0);

/// Returns the bodies, of which only the first one overlaps another.
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
