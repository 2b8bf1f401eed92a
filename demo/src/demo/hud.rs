//! The panel of values, messages and the list of keys.

use crate::demo::canvas::Canvas;
use crate::demo::color::{self, Rgb};
use crate::demo::text::Font;
use tileray::Rect;
use tileray::glam::{IVec2, ivec2};

/// A line of a panel: a label and a value.
pub(crate) type Row = (&'static str, String);

/// A title, and the meaning of each color.
pub(crate) type Legend = (&'static str, Vec<(Rgb, String)>);

/// Returns the text that is legible on a screen of a height: whether the font is large, and its magnification.
const fn density(height: u32) -> (bool, i32) {
    match height {
        0..900 => (false, 1),
        900..1300 => (true, 1),
        1300..1900 => (false, 2),
        1900..2800 => (true, 2),
        _ => (true, 3),
    }
}

/// The panels, in text of one size.
#[derive(Debug)]
pub(crate) struct Hud {
    large: bool,
    scale: i32,
    regular: Font,
    bold: Font,
}

impl Hud {
    /// Creates the panels of a screen of a height.
    pub(crate) fn new(height: u32) -> Self {
        let (large, scale) = density(height);
        Self { large, scale, regular: Font::regular(large, scale), bold: Font::bold(large, scale) }
    }

    /// Changes the text where the height of the screen asks for it.
    pub(crate) fn resize(&mut self, height: u32) {
        if density(height) != (self.large, self.scale) {
            *self = Self::new(height);
        }
    }

    pub(crate) const fn scale(&self) -> i32 {
        self.scale
    }

    /// Draws the list of keys in the middle.
    pub(crate) fn draw_help(&self, canvas: &mut Canvas, keys: &[(&'static str, &str)]) {
        let rows: Vec<Row> = keys.iter().map(|&(key, does)| (key, does.to_owned())).collect();
        let size = self.panel_size("Keys", &rows, 20);
        let corner = (canvas.size().as_ivec2() - size) / 2;
        self.draw_panel(canvas, corner.max(IVec2::ZERO), "Keys", &rows, 20);
    }

    /// Draws the legends of the colors at the top right, one panel under the other.
    pub(crate) fn draw_legends(&self, canvas: &mut Canvas, legends: &[Legend]) {
        let margin = 10 * self.scale;
        let mut top = margin;
        for (title, entries) in legends {
            let rows: Vec<Row> = entries.iter().map(|(_, text)| ("", text.clone())).collect();
            let size = self.panel_size(title, &rows, 2);
            let corner = ivec2(canvas.size().x as i32 - size.x - margin, top);
            self.draw_panel(canvas, corner, title, &rows, 2);
            let first = corner + margin + ivec2(0, self.bold.line_height() + 4 * self.scale);
            for (&(color, _), row) in entries.iter().zip(0..) {
                let at = first + ivec2(0, row * self.regular.line_height() + 2 * self.scale);
                let swatch = Rect::new(at, at + self.regular.advance() + 2 * self.scale);
                canvas.fill(swatch, color, 255);
            }
            top += size.y + self.scale * 6;
        }
    }

    /// Draws a message at the bottom left.
    pub(crate) fn draw_message(&self, canvas: &mut Canvas, text: &str) {
        let margin = 6 * self.scale;
        let size = ivec2(self.regular.width(text), self.regular.line_height()) + 2 * margin;
        let corner = ivec2(10 * self.scale, canvas.size().y as i32 - size.y - 10 * self.scale);
        canvas.fill(Rect::new(corner, corner + size), color::PANEL, 190);
        self.regular.write(canvas, corner + margin, text, color::VALUE);
    }

    /// Draws a caption with its top left corner at `at`.
    pub(crate) fn draw_caption(&self, canvas: &mut Canvas, at: IVec2, text: &str) {
        let margin = ivec2(4, 2) * self.scale;
        let size = ivec2(self.regular.width(text), self.regular.line_height()) + 2 * margin;
        canvas.fill(Rect::new(at, at + size), color::PANEL, 190);
        self.regular.write(canvas, at + margin, text, color::VALUE);
    }

    /// Returns the size of a line of text.
    pub(crate) fn size_of(&self, text: &str) -> IVec2 {
        ivec2(self.regular.width(text), self.regular.line_height())
    }

    /// Writes a line of text with a shadow, so that it can be read over drawings.
    pub(crate) fn write_lightly(&self, canvas: &mut Canvas, at: IVec2, text: &str, color: Rgb) {
        for shift in [ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1)] {
            self.regular.write(canvas, at + shift * self.scale, text, color::PANEL);
        }
        self.regular.write(canvas, at, text, color);
    }

    /// Writes a heading with its top left corner at `at`.
    pub(crate) fn write_heading(&self, canvas: &mut Canvas, at: IVec2, text: &str) {
        self.bold.write(canvas, at, text, color::CELL);
    }

    fn panel_size(&self, title: &str, rows: &[Row], label: i32) -> IVec2 {
        let width = rows.iter().map(|(_, value)| label * self.regular.advance() + self.regular.width(value)).max();
        let width = width.unwrap_or(0).max(self.bold.width(title));
        let lines = rows.len() as i32 * self.regular.line_height() + self.bold.line_height() + 4 * self.scale;
        ivec2(width, lines) + 20 * self.scale
    }

    /// Draws a title and rows under it, whose labels are `label` characters wide.
    pub(crate) fn draw_panel(&self, canvas: &mut Canvas, corner: IVec2, title: &str, rows: &[Row], label: i32) {
        let area = Rect::new(corner, corner + self.panel_size(title, rows, label));
        canvas.fill(area, color::PANEL, 205);
        canvas.frame(area, self.scale, Rgb::WHITE, 26);
        let mut at = corner + 10 * self.scale;
        self.bold.write(canvas, at, title, color::CELL);
        at.y += self.bold.line_height() + 4 * self.scale;
        for (name, value) in rows {
            self.regular.write(canvas, at, name, color::LABEL);
            self.regular.write(canvas, at + ivec2(label * self.regular.advance(), 0), value, color::VALUE);
            at.y += self.regular.line_height();
        }
    }
}

/// Returns a number with its noun, in singular or plural.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
