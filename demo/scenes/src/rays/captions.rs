//! Captions over the picture: the stops of the tour.

use super::state::RayState;
use super::tour::{CARVED_RADIUS, STOPS, Subject};
use crate::canvas::Canvas;
use crate::color;
use crate::hud::{Hud, lines_of};
use tileray::Rect;
use tileray::glam::{IVec2, ivec2};

/// The largest number of characters in a line of a caption.
const LONGEST_LINE: i32 = 56;

/// Draws a caption in the middle above the lower border, and returns its area.
fn draw_caption(canvas: &mut Canvas, title: &str, text: &str) -> Rect {
    let hud = Hud::of(canvas);
    let (pad, letter, line) = (hud.margin() * 4 / 5, hud.size_of("x").x, hud.size_of("").y);
    let room = ((canvas.size().x as i32 - 4 * pad) / letter).clamp(1, LONGEST_LINE);
    let lines = lines_of(text, room as usize);
    let widest = lines.iter().map(|line| hud.size_of(line).x).max().unwrap_or(0).max(hud.size_of(title).x);
    let size = ivec2(widest, (lines.len() as i32 + 1) * line) + 2 * pad;
    let free = canvas.size().as_ivec2() - size;
    let corner = ivec2(free.x / 2, free.y - 3 * line).max(IVec2::ZERO);
    let area = Rect::new(corner, corner + size);
    canvas.fill(area, color::PANEL, 225);
    canvas.frame(area, hud.scale(), color::CELL, 150);
    let mut at = corner + pad;
    hud.write(canvas, at, title, color::CELL);
    for text in &lines {
        at.y += line;
        hud.write(canvas, at, text, color::VALUE);
    }
    area
}

/// Draws the current stop of the tour; `panel` is where the controls are.
pub(super) fn draw_tour(canvas: &mut Canvas, state: &RayState, panel: Rect) {
    let Some(tour) = &state.tour else { return };
    let hud = Hud::of(canvas);
    let (subject, texts) = STOPS[tour.stop()];
    let (host, stop) = (state.status.host, tour.stop() + 1);
    let end = host.text(["any key", "any key or click", "a tap"]);
    let title = format!("{stop} of {} \u{b7} {end} ends the tour", STOPS.len());
    let caption = draw_caption(canvas, &title, host.text(texts));
    let at = match subject {
        Subject::Controls if panel.is_empty() => None,
        Subject::Controls => Some((panel.min + ivec2(panel.width() as i32 / 2, hud.size_of("").y)).as_vec2()),
        _ => state.place_of(subject).map(|point| state.camera().screen_of(point)),
    };
    if let Some(at) = at {
        let carved = if subject == Subject::Carved { CARVED_RADIUS * state.camera().zoom as f32 } else { 0.0 };
        let radius = carved.max(10.0 * hud.scale() as f32) + 4.0;
        for (width, color) in [(4.0, color::PANEL), (2.0, color::CELL)] {
            let from = ivec2((caption.min.x + caption.max.x) / 2, caption.min.y).as_vec2();
            let toward = (at - from).normalize_or_zero();
            canvas.stroke(from, at - toward * radius, width, color);
        }
        canvas.ring(at, radius, color::CELL);
    }
}
