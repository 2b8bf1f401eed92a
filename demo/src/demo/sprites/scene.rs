//! The scene of sprites: its state, its picture and its panels.

use super::figure::Figure;
use super::state::{KEYS, SpriteState};
use crate::demo::canvas::Canvas;
use crate::demo::hud::{Row, counted};
use crate::demo::input::{Input, key_list};
use crate::demo::painter::{Painter, paint_ground};
use crate::demo::scene::{Overlay, Scene, Status};
use anyhow::Result;
use std::path::PathBuf;
use tileray::glam::UVec2;

/// The scene of sprites: they drift about, collide, and can be thrown.
#[derive(Debug)]
pub(crate) struct SpriteScene {
    state: SpriteState,
    canvas: Canvas,
}

impl SpriteScene {
    pub(crate) fn new(pictures: &[PathBuf], size: UVec2) -> Result<Self> {
        Ok(Self { state: SpriteState::new(pictures, size)?, canvas: Canvas::new(size) })
    }
}

impl Scene for SpriteScene {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) {
        self.state.resize(size);
        self.state.update(input, seconds);
    }

    fn draw(&mut self) -> &Canvas {
        let Self { state, canvas } = self;
        canvas.resize(state.size);
        paint_ground(canvas);
        let mut painter = Painter::new(canvas, state.view());
        painter.arena(&state.arena, state.look());
        if let Some(body) = state.hovered.and_then(|hovered| state.arena.bodies.get(hovered)) {
            painter.hover_sprite(body);
        }
        let overlay = Overlay {
            title: if state.paused { "Tileray \u{b7} sprites, frozen" } else { "Tileray \u{b7} sprites" },
            values: rows(state),
            label: 10,
            keys: key_list(&KEYS),
            ..Overlay::default()
        };
        overlay.draw(canvas, &state.status);
        canvas
    }

    fn status(&mut self) -> &mut Status {
        &mut self.state.status
    }
}

/// Returns the rows of the panel of values.
fn rows(state: &SpriteState) -> Vec<Row> {
    let (arena, settings) = (&state.arena, &state.settings);
    let pairs = arena.bodies.len() * arena.bodies.len().saturating_sub(1) / 2;
    let mut rows = vec![
        ("hulls", format!("{}, {}", settings.mode_name(), settings.bias_name())),
        ("max error", format!("{} px", settings.max_error())),
        ("drawn", state.look().name.into()),
        ("", String::new()),
        ("pairs", format!("{pairs}, {} of boxes", arena.overlaps.boxes)),
        ("collide", format!("{} of hulls, {} of pixels", arena.overlaps.found.len(), arena.overlaps.pixels)),
    ];
    rows.extend(state.status.rows());
    rows.push(("", String::new()));
    rows.push(("all", format!("{} sprites", arena.figures.len())));
    rows.extend(fit_rows(arena.figures.iter()));
    if let Some(body) = state.hovered.and_then(|hovered| arena.bodies.get(hovered)) {
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
