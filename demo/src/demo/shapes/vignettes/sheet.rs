use super::{SIZE, Vignette};
use crate::demo::canvas::Canvas;
use crate::demo::color::{self, CELL, Rgb};
use crate::demo::painter::Painter;
use crate::demo::sheet;
use crate::demo::table_view::View;
use tileray::glam::{IVec2, UVec2, ivec2};

/// What the colors stand for.
const LEGEND: [(Rgb, &str); 7] = [
    (CELL, "chosen body"),
    (color::OVERLAP, "overlap"),
    (Rgb::WHITE, "contact point"),
    (color::NORMAL, "normal"),
    (color::WAY_OUT, "way out (MTV), slide"),
    (color::MOTION, "motion"),
    (color::TOUCH, "first touch"),
];
/// How the vignettes are laid out.
const COLUMNS: i32 = 3;
const ROWS: i32 = 2;

/// Draws vignettes side by side.
#[derive(Debug)]
pub(in crate::demo::shapes) struct Sheet(sheet::Sheet);

impl Sheet {
    pub(in crate::demo::shapes) fn new(size: UVec2) -> Self {
        Self(sheet::Sheet::new(size, ivec2(COLUMNS, ROWS)))
    }

    pub(in crate::demo::shapes) fn draw(&mut self, vignettes: &[Vignette]) -> &Canvas {
        self.0.begin("Tileray \u{b7} shapes", &LEGEND);
        for (vignette, place) in vignettes.iter().zip(0..) {
            let cell = ivec2(place % COLUMNS, place / COLUMNS);
            self.0.in_cells(cell, IVec2::ONE, vignette.title, &vignette.note, |canvas, hud, room| {
                draw_vignette(&mut Painter { canvas, view: View::middle(SIZE, room), hud }, vignette);
            });
        }
        &self.0.canvas
    }
}

fn draw_vignette(painter: &mut Painter<'_>, vignette: &Vignette) {
    painter.paint(&vignette.table, vignette.layers);
    if let Some((wanted, push)) = &vignette.pushed {
        painter.push(&vignette.table, wanted, push);
    }
}
