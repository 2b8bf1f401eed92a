use super::{SIZE, Vignette};
use crate::demo::canvas::Canvas;
use crate::demo::colour::{self, CELL, Rgb};
use crate::demo::hud::{Density, Hud};
use crate::demo::shapes::frame::paint_ground;
use crate::demo::shapes::painter::Painter;
use crate::demo::shapes::view::View;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};

/// What the colours stand for.
const LEGEND: [(Rgb, &str); 7] = [
    (CELL, "chosen body"),
    (colour::OVERLAP, "overlap"),
    (Rgb::WHITE, "contact point"),
    (colour::NORMAL, "normal"),
    (colour::WAY_OUT, "way out (MTV), slide"),
    (colour::MOTION, "motion"),
    (colour::TOUCH, "first touch"),
];
/// How the vignettes are laid out.
const COLUMNS: i32 = 3;
const ROWS: i32 = 2;
/// Text is only written where the picture is at least this wide: it does not become smaller.
const WITH_TEXT: u32 = 1000;
const WITH_TITLES: u32 = 600;

/// Draws vignettes side by side.
#[derive(Debug)]
pub(in crate::demo::shapes) struct Sheet {
    canvas: Canvas,
    hud: Hud,
}

impl Sheet {
    pub(in crate::demo::shapes) fn new(size: UVec2) -> Self {
        Self { canvas: Canvas::new(size), hud: Hud::new(Density::of(size.y)) }
    }

    pub(in crate::demo::shapes) fn draw(&mut self, vignettes: &[Vignette]) -> &Canvas {
        paint_ground(&mut self.canvas);
        let size = self.canvas.size().as_ivec2();
        let scale = self.hud.scale();
        let gap = (size.x / 110).clamp(2, 40);
        let head = if self.has_text() { self.draw_head(gap) } else { 0 };
        let cells = ivec2(COLUMNS, ROWS);
        let room = size - ivec2(0, head) - gap * (cells + 1);
        for (vignette, place) in vignettes.iter().zip(0..) {
            let cell = ivec2(place % COLUMNS, place / COLUMNS);
            let corner = |cell: IVec2| ivec2(gap, head + gap) + room * cell / cells + gap * cell;
            let area = Rect::new(corner(cell), corner(cell + 1) - gap);
            self.draw_vignette(vignette, area, scale);
        }
        &self.canvas
    }

    fn has_text(&self) -> bool {
        self.canvas.size().x >= WITH_TEXT * self.hud.scale() as u32
    }

    fn draw_vignette(&mut self, vignette: &Vignette, area: Rect, scale: i32) {
        self.canvas.fill(area, colour::PANEL, 120);
        self.canvas.frame(area, scale, Rgb::WHITE, 26);
        let before = self.canvas.set_clip(area);
        let mut inside = Rect::new(area.min + 3 * scale, area.max - 3 * scale);
        let line = self.hud.size_of("").y;
        if self.canvas.size().x >= WITH_TITLES * scale as u32 {
            let whole = vignette.title.concat();
            let fits = self.hud.size_of(&whole).x + 18 * scale <= area.width() as i32;
            let title = if fits { &whole } else { vignette.title[0] };
            self.hud.write_heading(&mut self.canvas, area.min + 9 * scale, title);
            inside.min.y += line + 6 * scale;
        }
        if self.has_text() {
            let at = area.min + ivec2(9 * scale, 11 * scale + line);
            self.hud.write_lightly(&mut self.canvas, at, &vignette.note, colour::LABEL);
            inside.min.y += line + 4 * scale;
        }
        let view = View::middle(SIZE, inside);
        let mut painter = Painter { canvas: &mut self.canvas, view, hud: &self.hud };
        painter.paint(&vignette.table, vignette.layers);
        if let Some((wanted, push)) = &vignette.pushed {
            painter.push(&vignette.table, wanted, push);
        }
        self.canvas.set_clip(before);
    }

    /// A title and what the colours stand for; gives how much room that takes.
    fn draw_head(&mut self, gap: i32) -> i32 {
        let scale = self.hud.scale();
        let line = self.hud.size_of("").y;
        let mut at = ivec2(gap + 2 * scale, gap);
        self.hud.write_heading(&mut self.canvas, at, "Tileray \u{b7} shapes");
        let swatch = uvec2(12, 4) * scale as u32;
        let widths = LEGEND.map(|(_, text)| self.hud.size_of(text).x + swatch.x as i32 + 22 * scale);
        at.x = self.canvas.size().x as i32 - gap - widths.iter().sum::<i32>() + 14 * scale;
        for ((colour, text), width) in LEGEND.into_iter().zip(widths) {
            let middle = at + ivec2(0, (line - swatch.y as i32) / 2);
            self.canvas.fill(Rect::from_size(middle, swatch), colour, 255);
            let beside = at + ivec2(swatch.x as i32 + 6 * scale, 0);
            self.hud.write_lightly(&mut self.canvas, beside, text, colour::LABEL);
            at.x += width;
        }
        line + gap
    }
}
