//! Captions over the picture: the stops of the tour, and the steps of a walk.

use super::camera::Camera;
use super::state::RayState;
use super::tour::{CARVED_RADIUS, STOPS, Subject};
use super::walk::{Walk, WalkStep};
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Hud;
use tileray::Rect;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::raycast::TraceLevel;

/// The largest number of characters in a line of a caption.
const LONGEST_LINE: i32 = 56;

/// A text in lines, and its place on the canvas.
struct Caption {
    title: String,
    lines: Vec<String>,
    area: Rect,
}

impl Caption {
    /// Breaks a text into lines.
    fn new(hud: &Hud, canvas: &Canvas, title: String, text: &str) -> Self {
        let (pad, letter) = (hud.margin() * 4 / 5, hud.size_of("x").x);
        let room = ((canvas.size().x as i32 - 4 * pad) / letter).clamp(1, LONGEST_LINE);
        let lines = lines_of(text, room as usize);
        let widest = lines.iter().chain([&title]).map(|line| hud.size_of(line).x).max().unwrap_or(0);
        let size = ivec2(widest, (lines.len() as i32 + 1) * hud.size_of("").y) + 2 * pad;
        Self { title, lines, area: Rect::new(IVec2::ZERO, size) }
    }

    /// Puts the caption in the middle, `gap` pixels above the lower border.
    fn at_bottom(mut self, canvas: &Canvas, gap: i32) -> Self {
        let (size, of) = (canvas.size().as_ivec2(), self.area.size().as_ivec2());
        let at = ivec2((size.x - of.x) / 2, size.y - of.y - gap);
        self.area = self.area.translated(at.max(IVec2::ZERO));
        self
    }

    /// Puts the caption beside a rectangle of the screen, not under `taken`: where it covers the fewest points of `line`.
    fn beside(mut self, hud: &Hud, canvas: &Canvas, rect: Rect, taken: [Rect; 2], line: &[IVec2]) -> Self {
        let (gap, size) = (14 * hud.scale(), self.area.size().as_ivec2());
        let screen = Rect::new(IVec2::splat(4), canvas.size().as_ivec2() - 4);
        let last = (screen.max - size).max(screen.min);
        let (after, before) = (rect.max + gap, rect.min - gap - size);
        let [along, middle] = [rect.min, (rect.min + rect.max - size) / 2].map(|at| at.clamp(screen.min, last));
        let sides = [
            ivec2(after.x, along.y),
            ivec2(before.x, along.y),
            ivec2(middle.x, after.y),
            ivec2(middle.x, before.y),
            after,
            before,
            ivec2(after.x, before.y),
            ivec2(before.x, after.y),
        ];
        let areas = sides.map(|at| Rect::new(at, at + size));
        let is_free = |area: &Rect| taken.iter().all(|taken| area.intersection(taken).is_empty());
        let fits = |area: &&Rect| **area == area.intersection(&screen) && is_free(area);
        let covered = |area: &&Rect| line.iter().filter(|&&at| area.contains(at)).count();
        match areas.iter().filter(fits).min_by_key(covered) {
            Some(&area) => self.area = area,
            None if (rect.min.y + rect.max.y) / 2 > canvas.size().y as i32 * 3 / 5 => {
                self.area = self.area.translated(IVec2::splat(4));
            }
            None => return self.at_bottom(canvas, 4),
        }
        self
    }

    fn draw(&self, hud: &Hud, canvas: &mut Canvas) {
        let (pad, line) = (hud.margin() * 4 / 5, hud.size_of("").y);
        canvas.fill(self.area, color::PANEL, 225);
        canvas.frame(self.area, hud.scale(), color::CELL, 150);
        let mut at = self.area.min + pad;
        hud.write(canvas, at, &self.title, color::CELL);
        for text in &self.lines {
            at.y += line;
            hud.write(canvas, at, text, color::VALUE);
        }
    }
}

/// Breaks a text into lines of at most `room` characters, at spaces where there are some.
fn lines_of(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.chars().take(room).collect()),
        }
    }
    lines
}

/// Draws the current stop of the tour; `panel` is where the controls are.
pub(super) fn draw_tour(canvas: &mut Canvas, state: &RayState, panel: Rect) {
    let Some(tour) = &state.tour else { return };
    let hud = Hud::of(canvas);
    let line = hud.size_of("").y;
    let (subject, texts) = STOPS[tour.stop()];
    let (host, stop) = (state.status.host, tour.stop() + 1);
    let end = host.text(["any key", "any key or click", "a tap"]);
    let title = format!("{stop} of {} \u{b7} {end} ends the tour", STOPS.len());
    let text = host.text(texts);
    let caption = Caption::new(&hud, canvas, title, text).at_bottom(canvas, 3 * line);
    let at = match subject {
        Subject::Controls => (!panel.is_empty()).then(|| (panel.min + ivec2(panel.width() as i32 / 2, line)).as_vec2()),
        _ => state.place_of(subject).map(|point| state.camera().screen_of(point)),
    };
    if let Some(at) = at {
        let carved = if subject == Subject::Carved { CARVED_RADIUS * state.camera().zoom as f32 } else { 0.0 };
        let radius = carved.max(10.0 * hud.scale() as f32) + 4.0;
        for (width, color) in [(4.0, color::PANEL), (2.0, color::CELL)] {
            let from = ivec2((caption.area.min.x + caption.area.max.x) / 2, caption.area.min.y).as_vec2();
            let toward = (at - from).normalize_or_zero();
            canvas.stroke(from, at - toward * radius, width, color);
        }
        for more in [0.0, 1.0] {
            canvas.ring(at, radius + more, color::CELL, 255);
        }
    }
    caption.draw(&hud, canvas);
}

/// Draws the current step of a walk: its square or its pixels, and beside them the decision.
pub(super) fn draw_walk(canvas: &mut Canvas, state: &RayState, taken: [Rect; 2]) {
    let Some((walk, step)) = state.walk.as_ref().and_then(|walk| Some((walk, walk.step()?))) else { return };
    let camera = state.camera();
    let hud = Hud::of(canvas);
    draw_square(canvas, camera, step);
    let keys = state.status.host.text([" \u{b7} keys , and .", " \u{b7} keys , and .", ""]);
    let title = format!("step {} of {}{keys}", walk.at + 1, walk.steps.len());
    let caption = Caption::new(&hud, canvas, title, &step.text);
    // Large squares are beside no screen, so the caption is beside the ray in them.
    let square = camera.rect(step.rect);
    let seen = square.intersection(&camera.area);
    let is_large = seen.size().as_ivec2().cmpgt(camera.area.size().as_ivec2() / 3).any();
    let first = step.pixels.first().map_or(seen, |&pixel| camera.square(pixel));
    let ray = state.casts.beam.iter().take(1).flat_map(|leg| leg.pixels().step_by(4));
    let ray: Vec<IVec2> = ray.map(|pixel| camera.square(pixel).min).collect();
    caption.beside(&hud, canvas, if is_large { first } else { seen }, taken, &ray).draw(&hud, canvas);
}

/// Draws the border of the current square, and those of the pixels in a strip.
fn draw_square(canvas: &mut Canvas, camera: Camera, step: &WalkStep) {
    let square = camera.rect(step.rect);
    let grown = |by: i32| Rect::new(square.min - by, square.max + by);
    for (by, thickness, color) in [(3, 5, Rgb::BLACK), (2, 3, Rgb::WHITE)] {
        canvas.frame(grown(by), thickness, color, 255);
    }
    if step.level == TraceLevel::Pixel && camera.zoom >= 3.0 {
        for &pixel in &step.pixels {
            canvas.frame(camera.square(pixel), 1, Rgb::WHITE, 200);
        }
    }
}

/// Returns the point of the map in the middle of the magnifier during a walk: that of a brick or a strip.
pub(super) fn magnified(walk: &Walk) -> Option<Vec2> {
    let step = walk.step().filter(|step| matches!(step.level, TraceLevel::Brick | TraceLevel::Pixel))?;
    Some((step.rect.min.as_vec2() + step.rect.max.as_vec2()) / 2.0)
}
