use crate::demo::color::{self, Rgb};
use crate::demo::painter::Painter;
use crate::demo::shapes::body::Body;
use crate::demo::shapes::form::Skin;
use crate::demo::shapes::solid::Piece;
use crate::demo::shapes::table::Table;
use tileray::glam::{Vec2, ivec2};
use tileray::{Aabb, Pose, Rect};

impl Painter<'_> {
    /// A body with its border, and with the borders between its convex pieces.
    pub(super) fn body(&mut self, table: &Table, index: usize, pieces: bool) {
        let body = &table.bodies[index];
        let is_chosen = index == table.chosen;
        let ring = self.on_screen(&body.ring());
        match &body.form.skin {
            Some(skin) => self.skin(skin, &body.pose(), body.solid().bounds()),
            None => {
                self.canvas.fill_polygon(&ring, color::PANEL, 150);
                self.canvas.fill_polygon(&ring, body.color, if is_chosen { 88 } else { 62 });
            }
        }
        let width = self.width();
        let border = if is_chosen { color::CELL } else { body.color };
        if pieces {
            let parts = body.solid().pieces();
            for part in parts.iter().filter(|_| parts.len() > 1).map(Piece::ring) {
                let part = self.on_screen(&part);
                self.canvas.outline(&part, 0.55 * width, color::TABLE.under(border, 150));
            }
        }
        self.canvas.outline(&ring, width * if is_chosen { 1.35 } else { 1.0 }, border);
        // A mark that shows how a circle is turned, and the middle of every body.
        let middle = body.pose().translation;
        if body.form.outline.is_none() && body.form.skin.is_none() {
            let edge = body.pose().apply(Vec2::new((body.solid().bounds().size().x / 2.0).max(0.0), 0.0));
            self.stroke(middle, edge, 0.6, color::TABLE.under(border, 150));
        }
    }

    /// A picture, turned; each pixel of the screen shows the picture's pixel under its middle.
    fn skin(&mut self, skin: &Skin, pose: &Pose, bounds: Aabb) {
        let size = skin.picture.size().as_ivec2();
        // A picture may reach beyond its hull.
        let margin = (skin.corner.length() * 2.0 - bounds.size().length()).max(0.0) + skin.scale;
        let bounds = bounds.grown(margin);
        let (min, max) = (self.view.screen_of(bounds.min), self.view.screen_of(bounds.max));
        let area = Rect::new(min.floor().as_ivec2(), max.ceil().as_ivec2()).intersection(&self.canvas.area());
        let local = |x: i32, y: i32| (pose.apply_inverse(self.view.point_at(ivec2(x, y))) - skin.corner) / skin.scale;
        // A turn and a shift: what a step of a pixel changes is the same everywhere.
        let start = local(area.min.x, area.min.y);
        let (right, down) = (local(area.min.x + 1, area.min.y) - start, local(area.min.x, area.min.y + 1) - start);
        for y in area.min.y..area.max.y {
            for x in area.min.x..area.max.x {
                let at = start + right * (x - area.min.x) as f32 + down * (y - area.min.y) as f32;
                let at = at.floor().as_ivec2();
                if at.min_element() >= 0 && at.cmplt(size).all() {
                    let [red, green, blue, alpha] = skin.picture.get(at.x, at.y);
                    self.canvas.blend(ivec2(x, y), Rgb::from_channels([red, green, blue]), alpha.into());
                }
            }
        }
    }

    /// The boxes of bodies that overlap another one.
    pub(super) fn boxes(&mut self, table: &Table) {
        for (index, body) in table.bodies.iter().enumerate() {
            if table.findings.encounters.involve(index) {
                let Aabb { min, max } = body.solid().bounds();
                let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
                self.dashes(&corners, true, Rgb(0x5a_5e_74));
            }
        }
    }

    /// The border of a body moved by `offset`.
    pub(super) fn ghost(&mut self, body: &Body, offset: Vec2, color: Rgb) {
        let ring: Vec<Vec2> = body.ring().iter().map(|&corner| corner + offset).collect();
        self.dashes(&ring, true, color);
    }

    /// The border of a body moved by `offset`, filled a little.
    pub(super) fn solid_ghost(&mut self, body: &Body, offset: Vec2, color: Rgb) {
        let ring: Vec<Vec2> = body.ring().iter().map(|&corner| corner + offset).collect();
        let ring = self.on_screen(&ring);
        self.canvas.fill_polygon(&ring, color, 34);
        let width = self.width();
        self.canvas.outline(&ring, width, color);
    }

    /// Shows that the mouse could take hold of a body.
    pub(in crate::demo::shapes) fn hover(&mut self, body: &Body) {
        let ring = self.on_screen(&body.ring());
        self.canvas.fill_polygon(&ring, Rgb::WHITE, 14);
    }
}
