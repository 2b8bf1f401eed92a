//! Draws a table of shapes: bodies, overlaps, contacts, axes, sweeps and projections.

use super::body::{ShapeBody, ShapeSolid, Skin};
use super::overlaps::{Axes, ShapeOverlaps};
use super::table::{Flight, Projection, Table};
use crate::canvas::pixels_of;
use crate::color::{self, BLOCK, CELL, Rgb};
use crate::painter::Painter;
use tileray::glam::{Vec2, ivec2};
use tileray::{Aabb, Pose, Rect};

/// The layers that are drawn besides the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    pub(super) axes: bool,
    pub(super) boxes: bool,
    pub(super) pieces: bool,
}

/// The length of the mark of an axis, the distance of the best axis from the shapes, and its length beyond them.
const MARK: f32 = 17.0;
const BESIDE: f32 = 26.0;
const BEYOND: f32 = 14.0;
/// The length of the arrow along a normal.
const NORMAL_LENGTH: f32 = 44.0;
/// The length of the arrow along the normal of a sweep.
const SWEEP_NORMAL_LENGTH: f32 = 40.0;

impl Painter<'_> {
    /// Draws bodies, and the results of all queries about them.
    pub(super) fn paint(&mut self, table: &Table, layers: Layers) {
        for body in 0..table.bodies.len() {
            self.body(table, body, layers.pieces);
        }
        if layers.boxes {
            self.boxes(table);
        }
        self.overlaps(&table.overlaps);
        if layers.axes
            && let Some((_, axes)) = &table.axes
        {
            self.axes(axes);
        }
        self.way_out(table);
        self.name_overlap(table);
        if let (Some(flight), Some(body)) = (&table.flight, table.bodies.get(table.chosen)) {
            self.flight(body, flight);
        }
        self.contacts(table);
        table.projections.iter().for_each(|projection| self.projection(projection));
    }

    /// Draws a mark for each axis at its edge. Draws the best axis beside the shapes, with their extents along it.
    fn axes(&mut self, axes: &Axes) {
        for axis in &axes.all {
            let is_best = axis == &axes.best;
            let color = if is_best { color::NORMAL } else { Rgb(0x4b_6f_80) };
            let length = if is_best { 1.3 * MARK } else { MARK };
            self.stroke(axis.foot, axis.foot + axis.normal * length, if is_best { 1.3 } else { 0.7 }, color);
        }
        // The extents are drawn on the lower side of the shapes, which is easier to read.
        let (normal, across) = (axes.best.normal, axes.best.normal.perp());
        let across = if across.y < 0.0 || (across.y == 0.0 && across.x < 0.0) { -across } else { across };
        let beside = axes.reach(across) + BESIDE;
        let at = |along: f32, aside: f32| normal * along + across * (beside + aside);
        let [first, second] = axes.extents;
        let (low, high) = (first[0].min(second[0]) - BEYOND, first[1].max(second[1]) + BEYOND);
        self.stroke(at(low, 0.0), at(high, 0.0), 0.5, Rgb(0x4b_6f_80));
        for (extent, aside, color) in [(first, -5.0, CELL), (second, 5.0, BLOCK)] {
            self.stroke(at(extent[0], aside), at(extent[1], aside), 2.2, color);
        }
        // The gap or the overlap: from the start of the other piece to the end of the piece with the edge.
        let (own, other) = if axes.best.of_second { (second, first) } else { (first, second) };
        let shared = [other[0], own[1]];
        let color = if axes.best.separation < 0.0 { color::OVERLAP } else { color::WAY_OUT };
        let foot = axes.best.foot.dot(across) - beside;
        for along in shared {
            self.dashes(&[at(along, foot), at(along, 12.0)], false, color::TABLE.under(color, 150));
            self.stroke(at(along, -10.0), at(along, 10.0), 0.9, color);
        }
        let middle = f32::midpoint(shared[0], shared[1]);
        self.stroke(at(shared[0], 0.0), at(shared[1], 0.0), 1.6, color);
        self.label(at(middle, 15.0), across, &format!("{:.1} px", (shared[1] - shared[0]).abs()), color);
        // The name is at the lower end, where it does not cover the shapes.
        let what = if axes.best.separation < 0.0 { "axis of the least overlap" } else { "axis of the widest gap" };
        let end = if normal.y > 0.0 { high } else { low };
        let name = format!("{what}, of {}", axes.all.len());
        self.label(at(end, 0.0) + Vec2::new(0.0, 4.0), Vec2::Y, &name, color::NORMAL);
    }

    /// Names the MTV and the normal of the chosen body's deepest overlap.
    fn name_overlap(&mut self, table: &Table) {
        let (Some(body), Some(deepest)) = (table.bodies.get(table.chosen), table.overlaps.deepest_of(table.chosen))
        else {
            return;
        };
        let contact = deepest.contact_of(table.chosen);
        let tip = body.pose.translation + contact.mtv();
        let text = format!("MTV {:.1} px", contact.depth);
        self.label(tip + contact.normal * 6.0, contact.normal, &text, color::WAY_OUT);
        if !deepest.points.is_empty() {
            let middle = deepest.points.iter().sum::<Vec2>() / deepest.points.len() as f32;
            let right =
                Vec2::new(-contact.normal.y, contact.normal.x) * if contact.normal.y > 0.0 { -1.0 } else { 1.0 };
            self.label(middle + contact.normal * NORMAL_LENGTH * 0.7 + right * 6.0, right, "normal", color::NORMAL);
            let below = Vec2::new(0.0, 1.0);
            self.label(middle + below * 6.0, below, "contact", Rgb::WHITE);
        }
    }

    /// Draws a body with its border, and with the borders between its convex pieces.
    fn body(&mut self, table: &Table, index: usize, pieces: bool) {
        let body = &table.bodies[index];
        let is_chosen = index == table.chosen;
        let ring = body.ring();
        match &body.form.skin {
            Some(skin) => self.skin(skin, &body.pose, body.solid.bounds()),
            None => {
                self.fill(&ring, color::PANEL, 150);
                self.fill(&ring, body.color, if is_chosen { 88 } else { 62 });
            }
        }
        let border = if is_chosen { CELL } else { body.color };
        if pieces {
            let parts = body.solid.pieces();
            for part in parts.iter().filter(|_| parts.len() > 1) {
                self.outline(&part.ring(), 0.55, color::TABLE.under(border, 150));
            }
        }
        self.outline(&ring, if is_chosen { 1.35 } else { 1.0 }, border);
        // A mark shows the rotation of a circle.
        let middle = body.pose.translation;
        if body.form.outline.is_none() && body.form.skin.is_none() {
            let edge = body.pose.apply(Vec2::new((body.solid.bounds().size().x / 2.0).max(0.0), 0.0));
            self.stroke(middle, edge, 0.6, color::TABLE.under(border, 150));
        }
    }

    /// Draws a rotated picture. Each pixel of the screen shows the pixel of the picture under its center.
    fn skin(&mut self, skin: &Skin, pose: &Pose, bounds: Aabb) {
        let size = skin.picture.size().as_ivec2();
        // A picture may reach beyond its hull.
        let margin = (skin.corner.length() * 2.0 - bounds.size().length()).max(0.0) + skin.scale;
        let bounds = bounds.grown(margin);
        let (min, max) = (self.view.screen_of(bounds.min), self.view.screen_of(bounds.max));
        let area = Rect::new(min.floor().as_ivec2(), max.ceil().as_ivec2()).intersection(&self.canvas.area());
        let local = |x: i32, y: i32| (pose.apply_inverse(self.view.point_at(ivec2(x, y))) - skin.corner) / skin.scale;
        // The map is affine, so a step of a pixel is the same everywhere.
        let start = local(area.min.x, area.min.y);
        let (right, down) = (local(area.min.x + 1, area.min.y) - start, local(area.min.x, area.min.y + 1) - start);
        for pixel in pixels_of(area) {
            let step = (pixel - area.min).as_vec2();
            let at = (start + right * step.x + down * step.y).floor().as_ivec2();
            if at.min_element() >= 0 && at.cmplt(size).all() {
                let [red, green, blue, alpha] = skin.picture.get(at.x, at.y);
                self.canvas.blend(pixel, Rgb::from_channels([red, green, blue]), alpha.into());
            }
        }
    }

    /// Draws the bounding boxes of bodies that overlap another one.
    fn boxes(&mut self, table: &Table) {
        for (index, body) in table.bodies.iter().enumerate() {
            if table.overlaps.involve(index) {
                let Aabb { min, max } = body.solid.bounds();
                let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
                self.dashes(&corners, true, Rgb(0x5a_5e_74));
            }
        }
    }

    /// Draws the dashed border of a body moved by `offset`.
    fn ghost(&mut self, body: &ShapeBody, offset: Vec2, color: Rgb) {
        self.dashes(&moved(body, offset), true, color);
    }

    /// Draws the regions that bodies share.
    fn overlaps(&mut self, overlaps: &ShapeOverlaps) {
        for region in overlaps.found.iter().flat_map(|overlap| &overlap.regions) {
            self.fill(region, color::OVERLAP, 150);
            self.outline(region, 0.7, color::OVERLAP);
        }
    }

    /// Draws the chosen body moved by the MTV of its deepest overlap.
    fn way_out(&mut self, table: &Table) {
        let (chosen, overlaps) = (table.chosen, &table.overlaps);
        let (Some(body), Some(deepest)) = (table.bodies.get(chosen), overlaps.deepest_of(chosen)) else { return };
        let mtv = deepest.contact_of(chosen).mtv();
        self.ghost(body, mtv, color::WAY_OUT);
        let middle = body.pose.translation;
        self.dot(middle, 1.3, color::WAY_OUT);
        self.arrow(middle, middle + mtv, color::WAY_OUT);
    }

    /// Draws contact points and normals.
    fn contacts(&mut self, table: &Table) {
        for overlap in &table.overlaps.found {
            // The normal is that of the chosen body, or else of the upper body.
            let upper = if overlap.first == table.chosen { overlap.first } else { overlap.second };
            let normal = overlap.contact_of(upper).normal;
            let count = overlap.points.len().max(1) as f32;
            let middle = overlap.points.iter().sum::<Vec2>() / count;
            if !overlap.points.is_empty() {
                self.arrow(middle, middle + normal * NORMAL_LENGTH, color::NORMAL);
            }
            for &point in &overlap.points {
                self.dot(point, 1.7, Rgb::WHITE);
            }
        }
    }

    /// Draws a motion, the body at its first touch with the normal, and the body after the slide.
    fn flight(&mut self, body: &ShapeBody, flight: &Flight) {
        let start = body.pose.translation;
        let wanted = start + flight.motion;
        self.dashes(&[start, wanted], false, color::MOTION);
        self.dot(start, 1.3, color::MOTION);
        let Some((_, sweep)) = flight.met else {
            self.ghost(body, flight.motion, color::WAY_OUT);
            return self.arrow(wanted - flight.motion.normalize_or_zero() * 20.0, wanted, color::MOTION);
        };
        let touch = flight.touch().unwrap_or_default();
        self.ghost(body, flight.motion, color::TABLE.under(color::MOTION, 120));
        self.arrow(wanted - flight.motion.normalize_or_zero() * 20.0, wanted, color::MOTION);
        self.ghost(body, flight.end, color::WAY_OUT);
        self.fill(&moved(body, touch), color::TOUCH, 34);
        self.outline(&moved(body, touch), 1.0, color::TOUCH);
        self.arrow(start + touch, start + flight.end, color::WAY_OUT);
        let foot = touching_point(body, -sweep.normal) + touch;
        self.arrow(foot, foot + sweep.normal * SWEEP_NORMAL_LENGTH, color::NORMAL);
        self.dot(foot, 1.7, color::TOUCH);
        if let Some(time) = sweep.fraction {
            let above = body.solid.bounds().size() * Vec2::new(-0.35, -0.5) - Vec2::new(0.0, 4.0);
            self.label(start + touch + above, Vec2::NEG_Y, &format!("t {time:.2}"), color::TOUCH);
        }
    }

    /// Draws a projected point or circle, before and after.
    fn projection(&mut self, projection: &Projection) {
        let Projection { probe, out } = *projection;
        if probe.radius > 0.0 {
            self.outline(&ShapeSolid::Circle(probe).ring(), 0.8, color::MOTION);
            let ring = ShapeSolid::Circle(probe.translated(out - probe.center)).ring();
            self.fill(&ring, color::WAY_OUT, 30);
            self.outline(&ring, 0.8, color::WAY_OUT);
        }
        self.stroke(probe.center, out, 0.9, color::WAY_OUT);
        self.dot(probe.center, 1.5, color::MOTION);
        self.dot(out, 1.5, color::WAY_OUT);
    }
}

/// Returns the corners of the border of a body moved by `offset`.
fn moved(body: &ShapeBody, offset: Vec2) -> Vec<Vec2> {
    body.ring().iter().map(|&corner| corner + offset).collect()
}

/// Returns the farthest point of a body in a direction; for an edge, its middle.
fn touching_point(body: &ShapeBody, direction: Vec2) -> Vec2 {
    let ring = body.ring();
    let furthest = ring.iter().map(|corner| corner.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
    let there: Vec<Vec2> = ring.into_iter().filter(|corner| corner.dot(direction) > furthest - 0.05).collect();
    there.iter().sum::<Vec2>() / there.len().max(1) as f32
}
