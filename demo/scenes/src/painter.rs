//! The painter of the scenes of shapes and sprites: lines, arrows, labels and polygons in a view of the table.

use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Hud;
use tileray::Rect;
use tileray::glam::{IVec2, Vec2, ivec2};

/// A painter on a canvas, through a view. Each scene adds methods for its own bodies.
pub(crate) struct Painter<'a> {
    pub canvas: &'a mut Canvas,
    pub view: TableView,
    hud: Hud,
}

impl<'a> Painter<'a> {
    /// Clears a canvas to draw on it.
    pub(crate) fn new(canvas: &'a mut Canvas, view: TableView) -> Self {
        canvas.fill(canvas.area(), color::TABLE, 255);
        Self { hud: Hud::of(canvas), canvas, view }
    }

    /// Returns the width of lines, in pixels of the screen.
    pub(crate) fn width(&self) -> f32 {
        (1.6 * self.view.scale).clamp(1.0, 4.0)
    }

    pub(crate) fn stroke(&mut self, from: Vec2, to: Vec2, width: f32, color: Rgb) {
        let width = width * self.width();
        self.canvas.stroke(self.view.screen_of(from), self.view.screen_of(to), width, color);
    }

    pub(crate) fn dashes(&mut self, points: &[Vec2], closed: bool, color: Rgb) {
        let width = self.width();
        self.canvas.dashes(&self.on_screen(points), closed, 3.5 * width, 0.8 * width, color);
    }

    /// Draws an arrow from one point of the table to another.
    pub(crate) fn arrow(&mut self, from: Vec2, to: Vec2, color: Rgb) {
        let (from, to) = (self.view.screen_of(from), self.view.screen_of(to));
        let (along, length) = (to - from, from.distance(to));
        let Some(direction) = along.try_normalize() else { return };
        self.canvas.arrow(from, direction, length, 1.25 * self.width(), color);
    }

    /// Draws a dot with a dark border.
    pub(crate) fn dot(&mut self, at: Vec2, radius: f32, color: Rgb) {
        let at = self.view.screen_of(at);
        let width = 2.0 * radius * self.width();
        self.canvas.stroke(at, at, width + 3.0, color::PANEL);
        self.canvas.stroke(at, at, width, color);
    }

    /// Fills a polygon.
    pub(crate) fn fill(&mut self, ring: &[Vec2], color: Rgb, alpha: u32) {
        self.canvas.fill_polygon(&self.on_screen(ring), color, alpha);
    }

    /// Draws the border of a polygon, in multiples of the width of lines.
    pub(crate) fn outline(&mut self, ring: &[Vec2], width: f32, color: Rgb) {
        self.canvas.outline(&self.on_screen(ring), width * self.width(), color);
    }

    pub(crate) fn on_screen(&self, ring: &[Vec2]) -> Vec<Vec2> {
        ring.iter().map(|&point| self.view.screen_of(point)).collect()
    }

    /// Writes a short text beside a point, in the direction `side`, unless the scale is too small for text.
    pub(crate) fn label(&mut self, at: Vec2, side: Vec2, text: &str, color: Rgb) {
        if self.view.scale >= 0.8 {
            let size = self.hud.size_of(text).as_vec2();
            let middle = self.view.screen_of(at) + side * (side.abs().dot(size) / 2.0);
            let corner = (middle - size / 2.0).round().as_ivec2();
            self.hud.write_lightly(self.canvas, corner + ivec2(0, 1), text, color);
        }
    }
}

/// The position and the scale of a table on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TableView {
    pub scale: f32,
    /// The position of the table's origin on the screen.
    origin: Vec2,
}

impl TableView {
    /// Fits a table of `size` into an area of the screen, with the origin in the middle.
    pub(crate) fn middle(size: Vec2, area: Rect) -> Self {
        let room = area.size().as_vec2();
        let scale = (room / size).min_element().max(1e-3);
        Self { scale, origin: (area.min.as_vec2() + area.max.as_vec2()) / 2.0 }
    }

    /// Shows each pixel of a table as a square of `zoom` pixels of the screen, the origin at the top left.
    pub(crate) fn enlarged(zoom: u32) -> Self {
        Self { scale: zoom as f32, origin: Vec2::ZERO }
    }

    pub(crate) fn screen_of(&self, point: Vec2) -> Vec2 {
        point * self.scale + self.origin
    }

    /// Returns the point of the table at the center of a screen pixel.
    pub(crate) fn point_at(&self, pixel: IVec2) -> Vec2 {
        (pixel.as_vec2() + 0.5 - self.origin) / self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{ivec2, vec2};

    #[test]
    fn a_pixel_and_its_point_are_one() {
        let view = TableView::middle(vec2(400.0, 200.0), Rect::new(ivec2(10, 20), ivec2(810, 320)));
        assert_eq!(view.scale, 1.5);
        assert_eq!(view.screen_of(Vec2::ZERO), vec2(410.0, 170.0));
        assert_eq!(view.screen_of(view.point_at(ivec2(33, 77))), vec2(33.5, 77.5));
    }
}
