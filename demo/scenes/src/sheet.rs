//! A sheet: small pictures side by side, with titles and notes.

use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Hud;
use crate::painter::paint_ground;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};

/// The least widths of a sheet with notes, and of a sheet with titles, in pixels.
const WITH_TEXT: u32 = 1000;
const WITH_TITLES: u32 = 600;

/// A sheet of cells of one size, row by row.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub canvas: Canvas,
    /// The numbers of columns and rows.
    cells: IVec2,
    head: i32,
}

impl Sheet {
    /// Creates a sheet of numbers of columns and rows.
    pub(crate) fn new(size: UVec2, cells: IVec2) -> Self {
        Self { canvas: Canvas::new(size), cells, head: 0 }
    }

    /// Clears the sheet, and draws a title and a legend.
    pub(crate) fn begin(&mut self, title: &str, legend: &[(Rgb, &str)]) {
        paint_ground(&mut self.canvas);
        self.head = if self.has_text() { self.draw_head(title, legend) } else { 0 };
    }

    /// Draws into cell `index`, or into as many as `span` cells side by side, under a title and a note. The second part
    /// of the title is left out if there is no room for it.
    pub(crate) fn in_cells(
        &mut self,
        index: i32,
        span: i32,
        title: [&str; 2],
        note: &str,
        draw: impl FnOnce(&mut Canvas, Rect),
    ) {
        let hud = Hud::of(&self.canvas);
        let (size, gap, scale) = (self.canvas.size().as_ivec2(), self.gap(), hud.scale());
        let room = size - ivec2(0, self.head) - gap * (self.cells + 1);
        let corner = |cell: IVec2| ivec2(gap, self.head + gap) + room * cell / self.cells + gap * cell;
        let cell = ivec2(index % self.cells.x, index / self.cells.x);
        let area = Rect::new(corner(cell), corner(cell + ivec2(span.min(self.cells.x - cell.x), 1)) - gap);
        self.canvas.fill(area, color::PANEL, 120);
        self.canvas.frame(area, scale, Rgb::WHITE, 26);
        let before = self.canvas.set_clip(area);
        let mut inside = Rect::new(area.min + 3 * scale, area.max - 3 * scale);
        let line = hud.size_of("").y;
        if self.canvas.size().x >= WITH_TITLES * scale as u32 {
            let whole = title.concat();
            let fits = hud.size_of(&whole).x + 18 * scale <= area.width() as i32;
            let title = if fits { &whole } else { title[0] };
            hud.write_heading(&mut self.canvas, area.min + 9 * scale, title);
            inside.min.y += line + 6 * scale;
        }
        if self.has_text() {
            let at = area.min + ivec2(9 * scale, 11 * scale + line);
            hud.write_lightly(&mut self.canvas, at, note, color::LABEL);
            inside.min.y += line + 4 * scale;
        }
        draw(&mut self.canvas, inside);
        self.canvas.set_clip(before);
    }

    fn has_text(&self) -> bool {
        self.canvas.size().x >= WITH_TEXT * Hud::of(&self.canvas).scale() as u32
    }

    /// Returns the gap between cells.
    fn gap(&self) -> i32 {
        (self.canvas.size().x as i32 / 110).clamp(2, 40)
    }

    /// Draws a title and a legend, and returns their height.
    fn draw_head(&mut self, title: &str, legend: &[(Rgb, &str)]) -> i32 {
        let hud = Hud::of(&self.canvas);
        let (gap, scale) = (self.gap(), hud.scale());
        let line = hud.size_of("").y;
        let mut at = ivec2(gap + 2 * scale, gap);
        hud.write_heading(&mut self.canvas, at, title);
        let swatch = uvec2(12, 4) * scale as u32;
        let width = |text: &str| hud.size_of(text).x + swatch.x as i32 + 22 * scale;
        let widths: i32 = legend.iter().map(|(_, text)| width(text)).sum();
        at.x = self.canvas.size().x as i32 - gap - widths + 14 * scale;
        for &(color, text) in legend {
            let middle = at + ivec2(0, (line - swatch.y as i32) / 2);
            self.canvas.fill(Rect::from_size(middle, swatch), color, 255);
            let beside = at + ivec2(swatch.x as i32 + 6 * scale, 0);
            hud.write_lightly(&mut self.canvas, beside, text, color::LABEL);
            at.x += width(text);
        }
        line + gap
    }
}
