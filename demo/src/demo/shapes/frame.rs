use super::controls::KEYS;
use super::painter::Layers;
use super::scene::ShapeScene;
use super::values;
use crate::demo::board::{Board, Overlay};
use crate::demo::canvas::Canvas;
use crate::demo::painter::Painter;
use tileray::glam::UVec2;

/// Draws the scene of shapes onto a canvas of any size.
#[derive(Debug)]
pub(super) struct Frame(Board);

impl Frame {
    pub(super) fn new(size: UVec2) -> Self {
        Self(Board::new(size))
    }

    pub(super) fn draw(&mut self, scene: &ShapeScene) -> &Canvas {
        let (canvas, hud) = self.0.begin(scene.size());
        let switches = &scene.switches;
        let layers =
            Layers { axes: switches.axes, boxes: switches.boxes, pieces: switches.pieces, ways_out: !switches.push };
        let mut painter = Painter { canvas, view: scene.view(), hud };
        painter.paint(&scene.table, layers);
        if let Some((wanted, push)) = &scene.pushed {
            painter.push(&scene.table, wanted, push);
        }
        if let Some(body) = scene.hovered.and_then(|hovered| scene.table.bodies.get(hovered)) {
            painter.hover(body);
        }
        self.0.finish(&Overlay {
            title: "Tileray \u{b7} shapes",
            values: switches.values.then(|| values::rows(scene)),
            label: 12,
            message: scene.message(),
            keys: switches.help.then_some(&KEYS),
        })
    }
}
