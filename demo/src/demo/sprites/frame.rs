//! One whole picture of the scene of sprites: the arena and the panels.

use super::controls::HELP;
use super::figure::Figure;
use super::scene::SpriteScene;
use crate::demo::canvas::Canvas;
use crate::demo::hud::{Row, counted};
use crate::demo::painter::{Board, Overlay, Painter};
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
            values: scene.values.then(|| rows(scene)),
            label: 10,
            message: scene.message(),
            keys: scene.help.then_some(&HELP),
        })
    }
}

/// The lines of the panel.
pub(super) fn rows(scene: &SpriteScene) -> Vec<Row> {
    let (arena, settings) = (&scene.arena, &scene.settings);
    let tally = arena.tally;
    let pairs = arena.bodies.len() * arena.bodies.len().saturating_sub(1) / 2;
    let mut rows = vec![
        ("hulls", format!("{}, {}", settings.mode_name(), settings.bias_name())),
        ("max error", format!("{} px", settings.max_error())),
        ("drawn", scene.look().name.into()),
        ("", String::new()),
        ("pairs", format!("{pairs}, {} of boxes", tally.boxes)),
        ("collide", format!("{} of hulls, {} of pixels", tally.hulls, tally.pixels)),
        ("time", format!("{:.1} \u{b5}s a frame", scene.timing.nanos() / 1e3)),
    ];
    if scene.frame_rate > 0.0 {
        rows.push(("frames", format!("{:.0} fps", scene.frame_rate)));
    }
    rows.push(("", String::new()));
    rows.push(("all", format!("{} sprites", arena.figures.len())));
    rows.extend(fit_rows(arena.figures.iter()));
    if let Some(body) = scene.hovered.and_then(|hovered| arena.bodies.get(hovered)) {
        let figure = &arena.figures[body.figure];
        let size = figure.picture().size();
        rows.push(("", String::new()));
        rows.push(("mouse", format!("{}, {}x{} px", figure.name(), size.x, size.y)));
        rows.extend(fit_rows([figure]));
    }
    rows.push(("", String::new()));
    rows.push(("keys", "H".into()));
    rows
}

fn fit_rows<'a>(figures: impl IntoIterator<Item = &'a Figure>) -> [Row; 2] {
    let ((corners, pieces), iou) = fit_of(figures);
    [("fit", format!("{corners}, {pieces}")), ("IoU", format!("{:.1} %", iou * 100.0))]
}

/// How many corners and pieces hulls have together, in words, and how well they fit.
pub(super) fn fit_of<'a>(figures: impl IntoIterator<Item = &'a Figure>) -> ((String, String), f64) {
    let (mut vertices, mut pieces, mut shared, mut either) = (0, 0, 0.0, 0.0);
    for fit in figures.into_iter().map(|figure| figure.sprite().fit) {
        vertices += fit.vertices;
        pieces += fit.pieces;
        shared += fit.covered;
        either += fit.solid as f64 + fit.area - fit.covered;
    }
    let iou = if either > 0.0 { shared / either } else { 0.0 };
    ((counted(vertices, "corner"), counted(pieces, "piece")), iou)
}
