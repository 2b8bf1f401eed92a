//! The picture of the scene of sprites: the arena and the panels.

use super::controls::HELP;
use super::figure::Figure;
use super::scene::SpriteScene;
use crate::demo::board::{Board, Overlay};
use crate::demo::canvas::Canvas;
use crate::demo::hud::{Row, counted};
use crate::demo::painter::{Painter, paint_ground};

/// Draws the scene of sprites and its panels.
pub(super) fn draw<'a>(scene: &SpriteScene, board: &'a mut Board) -> &'a Canvas {
    board.resize(scene.size());
    paint_ground(&mut board.canvas);
    let mut painter = Painter { canvas: &mut board.canvas, view: scene.view(), hud: &board.hud };
    painter.arena(&scene.arena, scene.look());
    if let Some(body) = scene.hovered.and_then(|hovered| scene.arena.bodies.get(hovered)) {
        painter.hover_sprite(body);
    }
    board.finish(&Overlay {
        title: if scene.paused { "Tileray \u{b7} sprites, frozen" } else { "Tileray \u{b7} sprites" },
        values: scene.status.values.then(|| rows(scene)),
        label: 10,
        legends: Vec::new(),
        message: scene.status.message(),
        keys: scene.status.help.then_some(&HELP),
    })
}

/// Returns the rows of the panel of values.
fn rows(scene: &SpriteScene) -> Vec<Row> {
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
    ];
    rows.extend(scene.status.rows());
    rows.push(("", String::new()));
    rows.push(("all", format!("{} sprites", arena.figures.len())));
    rows.extend(fit_rows(arena.figures.iter()));
    if let Some(body) = scene.hovered.and_then(|hovered| arena.bodies.get(hovered)) {
        let figure = &arena.figures[body.figure];
        let size = figure.picture.size();
        rows.push(("", String::new()));
        rows.push(("mouse", format!("{}, {}x{} px", &figure.name, size.x, size.y)));
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

/// Returns the number of corners and of pieces of some hulls, in words, and their IoU with the pixels.
pub(super) fn fit_of<'a>(figures: impl IntoIterator<Item = &'a Figure>) -> ((String, String), f64) {
    let (mut vertices, mut pieces, mut shared, mut either) = (0, 0, 0.0, 0.0);
    for fit in figures.into_iter().map(|figure| figure.sprite.fit) {
        vertices += fit.vertices;
        pieces += fit.pieces;
        shared += fit.covered;
        either += fit.solid as f64 + fit.area - fit.covered;
    }
    let iou = if either > 0.0 { shared / either } else { 0.0 };
    ((counted(vertices, "corner"), counted(pieces, "piece")), iou)
}
