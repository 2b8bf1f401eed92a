//! The picture and the panels of the scene of sprites.

use super::arena::Arena;
use super::figure::Figure;
use super::painter::Look;
use super::state::{GESTURES, HINTS, KNOBS, SpriteState};
use crate::canvas::Canvas;
use crate::controls::{self, Control, key_list};
use crate::hud::{Row, counted, help_rows};
use crate::input::Input;
use crate::painter::Painter;
use crate::scene::{Overlay, PICTURE_FRAMES, Scene, Status, picture_of, steer};
use anyhow::Result;
use tileray::Pose;
use tileray::glam::{UVec2, Vec2, vec2};

/// The least number of pixels that two sprites of a picture share.
const SHARED: u64 = 24;

/// Draws sprites in a picture of `size` pixels. All parts of them are drawn, and the first two collide. Returns the
/// picture with the fit of the hulls.
///
/// # Errors
/// Fails if a sprite of the program is damaged.
pub fn draw_headless(size: UVec2) -> Result<(Canvas, String)> {
    let mut state = SpriteState::new(size)?;
    (state.paused, state.status.hides_values) = (true, true);
    state.look = Look::ALL.len() - 1;
    bring_together(&mut state.arena);
    (0..PICTURE_FRAMES).for_each(|_| state.step(&Input::default(), 0.0));
    let (figures, micros) = (&state.arena.figures, state.status.nanos / 1e3);
    let ((corners, pieces), iou) = fit_of(figures);
    let (count, percent) = (figures.len(), iou * 100.0);
    let report = format!("sprites: {count} sprites, {corners}, {pieces}, IoU {percent:.1} %, {micros:.0} \u{b5}s\n");
    Ok((picture_of(&mut state, size), report))
}

/// Turns the second sprite, and moves the first two toward each other until they share some pixels.
fn bring_together(arena: &mut Arena) {
    let [first, second, ..] = &mut arena.bodies[..] else { return };
    let reach = first.hull.bounds().union(&second.hull.bounds()).size().max_element();
    let beside = first.pose.translation + vec2(reach, -4.0);
    second.place(&arena.figures[second.figure], Pose::new(beside, 0.4));
    for _ in 0..reach as u32 {
        if first.pixels().overlap_area(&second.pixels()) >= SHARED {
            break;
        }
        first.translate(&arena.figures[first.figure], Vec2::X);
        second.translate(&arena.figures[second.figure], Vec2::NEG_X);
    }
}

impl Scene for SpriteState {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) {
        let input = &steer(self, input);
        self.resize(size);
        self.step(input, seconds);
    }

    fn draw(&mut self, canvas: &mut Canvas) {
        let mut painter = Painter::new(canvas, self.view());
        painter.arena(&self.arena, self.look());
        let overlay = Overlay {
            title: if self.paused { "Tileray \u{b7} sprites, frozen" } else { "Tileray \u{b7} sprites" },
            values: rows(self),
            label: 10,
            keys: key_list(self.status.host, &HINTS, &KNOBS, &GESTURES),
            controls: self.controls(),
            ..Overlay::default()
        };
        overlay.draw(canvas, &mut self.status);
    }

    fn status(&mut self) -> &mut Status {
        &mut self.status
    }

    fn controls(&mut self) -> Vec<Control> {
        controls::list(self, &KNOBS)
    }

    fn set_control(&mut self, id: &str, value: usize) -> bool {
        controls::set(self, &KNOBS, id, value)
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
    rows.push(("all", counted(arena.bodies.len(), "sprite")));
    rows.extend(fit_rows(arena.bodies.iter().map(|body| &arena.figures[body.figure])));
    if let Some(body) = state.hovered.and_then(|hovered| arena.bodies.get(hovered)) {
        let figure = &arena.figures[body.figure];
        let size = figure.picture.size();
        rows.push(("", String::new()));
        rows.push((
            state.status.host.text(["mouse", "mouse", "touched"]),
            format!("{}, {}x{} px", figure.name, size.x, size.y),
        ));
        rows.extend(fit_rows([figure]));
    }
    rows.extend(help_rows(state.status.host));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_any_size_are_drawn() -> Result<()> {
        crate::scene::assert_sizes(draw_headless)
    }
}
