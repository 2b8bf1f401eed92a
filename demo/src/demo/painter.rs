//! Lines, arrows and labels in the frame of a table.

use super::canvas::Canvas;
use super::color::{self, Rgb};
use super::hud::Hud;
use super::table_view::View;
use tileray::glam::{Vec2, ivec2};

/// Draws on a canvas, through a view. Each scene adds what it draws.
pub(crate) struct Painter<'a> {
    pub(crate) canvas: &'a mut Canvas,
    pub(crate) view: View,
    pub(crate) hud: &'a Hud,
}

impl Painter<'_> {
    /// How wide lines are.
    pub(crate) fn width(&self) -> f32 {
        (1.6 * self.view.scale()).clamp(1.0, 4.0)
    }

    pub(crate) fn stroke(&mut self, from: Vec2, to: Vec2, width: f32, color: Rgb) {
        let width = width * self.width();
        self.canvas.stroke(self.view.screen_of(from), self.view.screen_of(to), width, color);
    }

    pub(crate) fn dashes(&mut self, points: &[Vec2], closed: bool, color: Rgb) {
        let points: Vec<Vec2> = points.iter().map(|&point| self.view.screen_of(point)).collect();
        let width = self.width();
        self.canvas.dashes(&points, closed, 3.5 * width, 0.8 * width, color);
    }

    /// An arrow from one point of the table to another.
    pub(crate) fn arrow(&mut self, from: Vec2, to: Vec2, color: Rgb) {
        let (from, to) = (self.view.screen_of(from), self.view.screen_of(to));
        let (along, length) = (to - from, from.distance(to));
        let Some(direction) = along.try_normalize() else { return };
        let width = 1.25 * self.width();
        // The head of a short arrow is all of it.
        if length > 5.0 * width {
            self.canvas.arrow(from, direction, length, width, color);
        } else {
            self.canvas.head(to, direction, length.max(2.5 * width), color);
        }
    }

    /// A dot with a dark border.
    pub(crate) fn dot(&mut self, at: Vec2, radius: f32, color: Rgb) {
        let at = self.view.screen_of(at);
        let width = 2.0 * radius * self.width();
        self.canvas.stroke(at, at, width + 3.0, color::PANEL);
        self.canvas.stroke(at, at, width, color);
    }

    pub(crate) fn on_screen(&self, ring: &[Vec2]) -> Vec<Vec2> {
        ring.iter().map(|&point| self.view.screen_of(point)).collect()
    }

    /// A short text beside a point, in a direction from it; none where all is drawn too small for it.
    pub(crate) fn label(&mut self, at: Vec2, side: Vec2, text: &str, color: Rgb) {
        if self.view.scale() >= 0.8 {
            let size = self.hud.size_of(text).as_vec2();
            let middle = self.view.screen_of(at) + side * (side.abs().dot(size) / 2.0);
            let corner = (middle - size / 2.0).round().as_ivec2();
            self.hud.write_lightly(self.canvas, corner + ivec2(0, 1), text, color);
        }
    }
}
