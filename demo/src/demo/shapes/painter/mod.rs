//! Draws a table.

mod axes;
mod bodies;
mod contacts;
mod motion;
mod projections;

use super::push::Push;
use super::table::Table;
use super::view::View;
use crate::demo::canvas::Canvas;
use crate::demo::colour::{self, Rgb};
use crate::demo::hud::Hud;
use tileray::Pose;
use tileray::glam::Vec2;

/// What is drawn besides the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    pub(super) axes: bool,
    pub(super) boxes: bool,
    pub(super) pieces: bool,
    /// The chosen body where it would be out of what it overlaps most.
    pub(super) ways_out: bool,
}

/// Draws on a canvas, through a view.
pub(super) struct Painter<'a> {
    pub(super) canvas: &'a mut Canvas,
    pub(super) view: View,
    pub(super) hud: &'a Hud,
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
        self.ghost(body, wanted.translation - body.pose().translation, colour::LABEL);
        if !push.is_free {
            return;
        }
        let mut at = wanted.translation;
        for &step in &push.steps {
            self.arrow(at, at + step, colour::WAY_OUT);
            at += step;
        }
    }

    /// How wide lines are.
    fn width(&self) -> f32 {
        (1.6 * self.view.scale()).clamp(1.0, 4.0)
    }

    fn stroke(&mut self, from: Vec2, to: Vec2, width: f32, colour: Rgb) {
        let width = width * self.width();
        self.canvas.stroke(self.view.screen_of(from), self.view.screen_of(to), width, colour);
    }

    fn dashes(&mut self, points: &[Vec2], closed: bool, colour: Rgb) {
        let points: Vec<Vec2> = points.iter().map(|&point| self.view.screen_of(point)).collect();
        let width = self.width();
        self.canvas.dashes(&points, closed, 3.5 * width, 0.8 * width, colour);
    }

    /// An arrow from one point of the table to another.
    fn arrow(&mut self, from: Vec2, to: Vec2, colour: Rgb) {
        let (from, to) = (self.view.screen_of(from), self.view.screen_of(to));
        let (along, length) = (to - from, from.distance(to));
        let Some(direction) = along.try_normalize() else { return };
        let width = 1.25 * self.width();
        // The head of a short arrow is all of it.
        if length > 5.0 * width {
            self.canvas.arrow(from, direction, length, width, colour);
        } else {
            self.canvas.head(to, direction, length.max(2.5 * width), colour);
        }
    }

    /// A dot with a dark border.
    fn dot(&mut self, at: Vec2, radius: f32, colour: Rgb) {
        let at = self.view.screen_of(at);
        let width = 2.0 * radius * self.width();
        self.canvas.stroke(at, at, width + 3.0, colour::PANEL);
        self.canvas.stroke(at, at, width, colour);
    }
}
