//! Draws a table of shapes.

mod axes;
mod bodies;
mod contacts;
mod motion;
mod projections;

use super::push::Push;
use super::table::Table;
use crate::demo::color;
use crate::demo::painter::Painter;
use tileray::Pose;

/// What is drawn besides the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    pub(super) axes: bool,
    pub(super) boxes: bool,
    pub(super) pieces: bool,
    /// The chosen body where it would be out of what it overlaps most.
    pub(super) ways_out: bool,
}

impl Painter<'_> {
    /// Bodies, and what is found out about them.
    pub(super) fn paint(&mut self, table: &Table, layers: Layers) {
        for body in 0..table.bodies.len() {
            self.body(table, body, layers.pieces);
        }
        if layers.boxes {
            self.boxes(table);
        }
        self.overlaps(&table.findings.encounters);
        if layers.axes
            && let Some((_, axes)) = &table.findings.axes
        {
            self.axes(axes);
        }
        if layers.ways_out {
            self.way_out(table);
        }
        if let (Some(flight), Some(body)) = (&table.findings.flight, table.bodies.get(table.chosen)) {
            self.flight(body, flight);
        }
        self.contacts(table);
        table.findings.projections.iter().for_each(|projection| self.projection(projection));
    }

    /// How a body was pushed out of others: where it was wanted, and step by step to where it is.
    pub(super) fn push(&mut self, table: &Table, wanted: &Pose, push: &Push) {
        let Some(body) = table.bodies.get(table.chosen).filter(|body| body.pose() != *wanted) else { return };
        self.ghost(body, wanted.translation - body.pose().translation, color::LABEL);
        if !push.is_free {
            return;
        }
        let mut at = wanted.translation;
        for &step in &push.steps {
            self.arrow(at, at + step, color::WAY_OUT);
            at += step;
        }
    }
}
