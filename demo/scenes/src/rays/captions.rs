//! Captions over the picture: the stops of the tour, and the steps of a walk with the bits that are tested.

use super::camera::Camera;
use super::state::RayState;
use super::tour::{CARVED_RADIUS, STOPS, Subject};
use super::walk::{Bits, LANES, Walk, WalkStep};
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
    /// Breaks a text into lines; `more` is the height of what else is in the caption.
    fn new(hud: &Hud, canvas: &Canvas, title: String, text: &str, more: IVec2) -> Self {
        let (pad, letter) = (8 * hud.scale(), hud.size_of("x").x);
        let room = ((canvas.size().x as i32 - 4 * pad) / letter).clamp(1, LONGEST_LINE);
        let lines = lines_of(text, room as usize);
        let widest = lines.iter().chain([&title]).map(|line| hud.size_of(line).x).max().unwrap_or(0);
        let height = (lines.len() as i32 + 1) * hud.size_of("").y + more.y;
        let size = ivec2(widest.max(more.x), height) + 2 * pad;
        Self { title, lines, area: Rect::new(IVec2::ZERO, size) }
    }

    /// Puts the caption in the middle, above the messages.
    fn at_bottom(mut self, hud: &Hud, canvas: &Canvas) -> Self {
        let (size, of) = (canvas.size().as_ivec2(), self.area.size().as_ivec2());
        let at = ivec2((size.x - of.x) / 2, size.y - of.y - 44 * hud.scale());
        self.area = self.area.translated(at.max(IVec2::ZERO));
        self
    }

    /// Puts the caption beside a rectangle of the screen: at the first side with enough room, of those that are not under
    /// `taken`.
    fn beside(mut self, hud: &Hud, canvas: &Canvas, rect: Rect, taken: Rect) -> Self {
        let (gap, size) = (14 * hud.scale(), self.area.size().as_ivec2());
        let screen = Rect::new(IVec2::splat(4), canvas.size().as_ivec2() - 4);
        let last = (screen.max - size).max(screen.min);
        let slid = |at: IVec2| at.clamp(screen.min, last);
        let sides = [
            ivec2(rect.max.x + gap, slid(rect.min).y),
            ivec2(rect.min.x - gap - size.x, slid(rect.min).y),
            ivec2(slid(rect.min).x, rect.max.y + gap),
            ivec2(slid(rect.min).x, rect.min.y - gap - size.y),
        ];
        let fits = |at: &IVec2| {
            let area = Rect::new(*at, *at + size);
            area == area.intersection(&screen) && area.intersection(&taken).is_empty()
        };
        match sides.into_iter().find(fits) {
            Some(at) => self.area = self.area.translated(at),
            None => return self.at_bottom(hud, canvas),
        }
        self
    }

    /// Draws the caption, and returns the height at which the rest of it begins.
    fn draw(&self, hud: &Hud, canvas: &mut Canvas) -> i32 {
        let (pad, line) = (8 * hud.scale(), hud.size_of("").y);
        canvas.fill(self.area, color::PANEL, 225);
        canvas.frame(self.area, hud.scale(), color::CELL, 150);
        let mut at = self.area.min + pad;
        hud.write(canvas, at, &self.title, color::CELL);
        for text in &self.lines {
            at.y += line;
            hud.write(canvas, at, text, color::VALUE);
        }
        at.y + line
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
    let (subject, text) = STOPS[tour.stop()];
    let title = format!("{} of {} \u{b7} any key or click ends the tour", tour.stop() + 1, STOPS.len());
    let caption = Caption::new(&hud, canvas, title, text, IVec2::ZERO).at_bottom(&hud, canvas);
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

/// Draws the current step of a walk: its square or its pixels, and beside them the bits and the decision.
pub(super) fn draw_walk(canvas: &mut Canvas, camera: Camera, walk: &Walk, taken: Rect) {
    let Some(step) = walk.step() else { return };
    let hud = Hud::of(canvas);
    let (letter, line) = (hud.size_of("x").x, hud.size_of("").y);
    draw_square(canvas, camera, step);
    let title = format!("step {} of {}", walk.at + 1, walk.steps.len());
    let grid = step.bits.map_or(IVec2::ZERO, |_| ivec2((7 + 2 * LANES as i32) * letter, 3 * line + line / 2));
    let caption = Caption::new(&hud, canvas, title, &step.text, grid);
    // Large squares are beside no screen, so the caption is beside the ray in them.
    let square = camera.rect(step.rect);
    let seen = square.intersection(&camera.area);
    let is_large = seen.size().as_ivec2().cmpgt(camera.area.size().as_ivec2() / 3).any();
    let first = step.pixels.first().map_or(seen, |&pixel| camera.square(pixel));
    let caption = caption.beside(&hud, canvas, if is_large { first } else { seen }, taken);
    let bottom = caption.draw(&hud, canvas);
    if let Some(bits) = &step.bits {
        draw_bits(canvas, &hud, ivec2(caption.area.min.x + 8 * hud.scale(), bottom + line / 2), step.level, bits);
    }
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

/// Draws two rows of 16 bits: where the ray is, and where it meets solid pixels.
fn draw_bits(canvas: &mut Canvas, hud: &Hud, at: IVec2, level: TraceLevel, bits: &Bits) {
    let (letter, line) = (hud.size_of("x").x, hud.size_of("").y);
    let axis = if bits.is_steep { "y" } else { "x" };
    let last = bits.first + bits.width * LANES as i32 - 1;
    hud.write(canvas, at, &format!("{axis} from {} to {last}", bits.first), color::LABEL);
    let name = if level == TraceLevel::Pixel { "solid" } else { "filled" };
    for (row, (label, values)) in [("ray", bits.line), (name, bits.solid)].into_iter().enumerate() {
        let left = at + ivec2(0, (row as i32 + 1) * line);
        hud.write(canvas, left, label, color::LABEL);
        for (lane, &value) in values.iter().enumerate() {
            let corner = left + ivec2((7 + 2 * lane as i32) * letter, 0);
            let cell = Rect::new(corner - ivec2(letter / 2, 0), corner + ivec2(3 * letter / 2, line));
            let (text, ink) = match (bits.line[lane], value) {
                (false, _) => ("0", Rgb(0x5a_60_70)),
                (true, false) => ("0", color::VALUE),
                (true, true) => ("1", Rgb::BLACK),
            };
            if value {
                canvas.fill(cell, if row == 0 { color::BEAM[0] } else { color::HIT }, 255);
            }
            hud.write(canvas, corner, text, ink);
        }
    }
}

/// Returns the point of the map in the middle of the magnifier during a walk: that of a brick or a strip.
pub(super) fn magnified(walk: &Walk) -> Option<Vec2> {
    let step = walk.step().filter(|step| matches!(step.level, TraceLevel::Brick | TraceLevel::Pixel))?;
    Some((step.rect.min.as_vec2() + step.rect.max.as_vec2()) / 2.0)
}
