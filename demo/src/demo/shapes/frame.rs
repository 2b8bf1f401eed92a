use super::controls::KEYS;
use super::painter::{Layers, Painter};
use super::scene::ShapeScene;
use super::values;
use crate::demo::canvas::Canvas;
use crate::demo::colour::{self, Rgb};
use crate::demo::hud::{Density, Hud};
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2};

/// How far the dots on the ground lie from each other, in pixels of the screen.
const DOTS: i32 = 32;

/// Draws the scene of shapes onto a canvas of any size.
#[derive(Debug)]
pub(super) struct Frame {
    canvas: Canvas,
    hud: Hud,
}

impl Frame {
    pub(super) fn new(size: UVec2) -> Self {
        Self { canvas: Canvas::new(size), hud: Hud::new(Density::of(size.y)) }
    }

    pub(super) fn draw(&mut self, scene: &ShapeScene) -> &Canvas {
        self.canvas.resize(scene.size());
        let density = Density::of(scene.size().y);
        if self.hud.density() != density {
            self.hud = Hud::new(density);
        }
        paint_ground(&mut self.canvas);
        let switches = &scene.switches;
        let layers =
            Layers { axes: switches.axes, boxes: switches.boxes, pieces: switches.pieces, ways_out: !switches.push };
        let mut painter = Painter { canvas: &mut self.canvas, view: scene.view(), hud: &self.hud };
        painter.paint(&scene.table, layers);
        if let Some((wanted, push)) = &scene.pushed {
            painter.push(&scene.table, wanted, push);
        }
        if let Some(body) = scene.hovered.and_then(|hovered| scene.table.bodies.get(hovered)) {
            painter.hover(body);
        }
        let margin = IVec2::splat(10 * self.hud.scale());
        if switches.values {
            self.hud.draw_panel(&mut self.canvas, margin, "Tileray \u{b7} shapes", &values::rows(scene), 12);
        }
        if let Some(message) = scene.message() {
            self.hud.draw_message(&mut self.canvas, message);
        }
        if switches.help {
            self.hud.draw_help(&mut self.canvas, &KEYS);
        }
        &self.canvas
    }
}

/// The ground that bodies lie on.
pub(super) fn paint_ground(canvas: &mut Canvas) {
    let area = canvas.area();
    canvas.fill(area, colour::TABLE, 255);
    for y in (DOTS / 2..area.max.y).step_by(DOTS as usize) {
        for x in (DOTS / 2..area.max.x).step_by(DOTS as usize) {
            canvas.fill(Rect::from_size(ivec2(x, y), UVec2::ONE), Rgb::WHITE, 34);
        }
    }
}
