use super::controls::KEYS;
use super::scene::SpriteScene;
use super::values;
use crate::demo::board::{Board, Overlay};
use crate::demo::canvas::Canvas;
use crate::demo::painter::Painter;
use tileray::glam::UVec2;

/// Draws the scene of sprites onto a canvas of any size.
#[derive(Debug)]
pub(super) struct Frame(Board);

impl Frame {
    pub(super) fn new(size: UVec2) -> Self {
        Self(Board::new(size))
    }

    pub(super) fn draw(&mut self, scene: &SpriteScene) -> &Canvas {
        let (canvas, hud) = self.0.begin(scene.size());
        let mut painter = Painter { canvas, view: scene.view(), hud };
        painter.arena(&scene.arena, scene.look());
        if let Some(body) = scene.hovered.and_then(|hovered| scene.arena.bodies.get(hovered)) {
            painter.hover_sprite(body);
        }
        self.0.finish(&Overlay {
            title: if scene.paused { "Tileray \u{b7} sprites, frozen" } else { "Tileray \u{b7} sprites" },
            values: scene.values.then(|| values::rows(scene)),
            label: 10,
            message: scene.message(),
            keys: scene.help.then_some(&KEYS),
        })
    }
}
