//! The parts that scenes share: the trait, the status, the times, the grip of the mouse, and the panels.

use crate::canvas::Canvas;
use crate::color;
use crate::controls::{Control, Panel};
use crate::hud::{Hud, Legend, Row};
use crate::input::{Host, Input, Request};
use tileray::Aabb;
use tileray::glam::{IVec2, UVec2, Vec2};

/// The scenes of the demo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SceneKind {
    /// An explorer in a tile map, and the rays that it casts.
    #[default]
    Rays,
    /// Polygons, circles and sprites that collide.
    Shapes,
    /// Sprites that collide by their hulls, then by their pixels.
    Sprites,
}

impl SceneKind {
    /// Returns the scene after this one; the first scene follows the last.
    pub const fn next(self) -> Self {
        match self {
            Self::Rays => Self::Shapes,
            Self::Shapes => Self::Sprites,
            Self::Sprites => Self::Rays,
        }
    }
}

/// A scene: its state, its changes and its picture. A window shows one scene at a time.
pub trait Scene {
    /// Applies the input of a frame on a screen of `size` pixels, and advances the time.
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32);

    /// Draws the scene and its panels on a canvas of the size of the last update.
    fn draw(&mut self, canvas: &mut Canvas);

    /// Returns the message, the times and the panels of the scene.
    fn status(&mut self) -> &mut Status;

    /// Returns the controls: what the keys change, for the panel or for a page.
    fn controls(&mut self) -> Vec<Control>;

    /// Sets the control `id` to a value, as its key would; returns false if the scene has no such control. Too large
    /// values become the largest one.
    fn set_control(&mut self, id: &str, value: usize) -> bool;
}

/// Draws a scene of `size` pixels without controls, and without times, which would differ from picture to picture.
pub(crate) fn picture_of(scene: &mut impl Scene, size: UVec2) -> Canvas {
    scene.status().show_controls(false);
    scene.status().nanos = 0.0;
    let mut canvas = Canvas::new(size);
    scene.draw(&mut canvas);
    canvas
}

/// Applies the mouse to the panel of a scene, and returns the rest of the input.
pub(crate) fn steer(scene: &mut impl Scene, input: &Input) -> Input {
    let (rest, change) = scene.status().panel.take(input);
    if let Some((id, value)) = change {
        scene.set_control(id, value);
    }
    rest
}

/// The time that a message is shown, in seconds.
const MESSAGE_TIME: f32 = 4.0;
/// The longest step of a scene in seconds, so that nothing jumps after a pause.
const LONGEST_STEP: f32 = 0.1;

/// The message, the times and the panels of a scene.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The message, and the seconds for which it is still shown.
    message: Option<(String, f32)>,
    /// The fault of a file, shown until the file is good again.
    pub fault: Option<String>,
    /// The time of the scene's queries in the last frames, in nanoseconds; 0 while unknown. It is smooth, so that the number
    /// is legible.
    pub(crate) nanos: f64,
    /// The frames per second; 0 while unknown.
    pub frame_rate: f32,
    /// Whether the panel of values is hidden.
    pub hides_values: bool,
    /// The page of the list of keys that is shown, if it is.
    pub(crate) help: Option<usize>,
    /// The panel of controls.
    pub(crate) panel: Panel,
    /// Whether a tour is shown, which any key ends.
    pub is_touring: bool,
    /// The host that shows the scene.
    pub host: Host,
}

impl Status {
    /// Shows a message for some seconds, in place of the last one.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), MESSAGE_TIME));
    }

    /// Returns the message, while it is shown.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(text, _)| text.as_str())
    }

    /// Ages the message, and returns the seconds that the scene advances by.
    pub(crate) fn advance(&mut self, seconds: f32) -> f32 {
        let seconds = seconds.clamp(0.0, LONGEST_STEP);
        self.message =
            self.message.take().filter(|(_, left)| *left > seconds).map(|(text, left)| (text, left - seconds));
        seconds
    }

    /// Adds the time of a frame, in nanoseconds.
    pub(crate) fn time(&mut self, nanos: f64) {
        self.nanos = if self.nanos > 0.0 { self.nanos * 0.9 + nanos * 0.1 } else { nanos };
    }

    /// Shows or hides the panel of a request, or turns the page of the list of keys; other requests change nothing.
    pub fn flip(&mut self, request: Request) {
        match request {
            Request::Values => self.hides_values ^= true,
            Request::Help => self.help = Some(self.help.map_or(0, |page| page + 1)),
            Request::Controls => self.panel.fold(),
            _ => {}
        }
    }

    /// Returns the requests of an input to the window, before the scene is updated by the input: none while a tour is
    /// shown, as any key only ends the tour.
    pub fn requests(&self, input: &Input) -> Vec<Request> {
        if self.is_touring { Vec::new() } else { input.requests().collect() }
    }

    /// Shows the panel of controls on the canvas, or leaves it away where a page has controls of its own.
    pub fn show_controls(&mut self, is_shown: bool) {
        self.panel.is_hidden = !is_shown;
    }

    /// Returns the rows of the panel for the time per frame and the frame rate.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        if self.nanos > 0.0 {
            rows.push(("time", format!("{:.1} \u{b5}s a frame", self.nanos / 1e3)));
        }
        if self.frame_rate > 0.0 {
            rows.push(("frames", format!("{:.0} fps", self.frame_rate)));
        }
        rows
    }
}

/// The number of frames before a picture, to measure the time that it shows. Without optimization the time says
/// nothing.
pub(crate) const PICTURE_FRAMES: usize = if cfg!(debug_assertions) { 1 } else { 45 };

/// The grip of the mouse on the body that it drags.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grip {
    /// The index of the body, and its position relative to the mouse.
    held: Option<(usize, Vec2)>,
    /// Whether the button was down in the last frame.
    was_down: bool,
}

impl Grip {
    /// Takes the body `under` the cursor, an index and a position, when the button goes down, and releases it when the
    /// button comes up. Returns the body that is taken in this frame.
    pub(crate) fn follow(
        &mut self,
        cursor: Option<Vec2>,
        is_down: bool,
        under: Option<(usize, Vec2)>,
    ) -> Option<usize> {
        let goes_down = is_down && !self.was_down;
        self.was_down = is_down;
        if !is_down {
            self.held = None;
        }
        let (cursor, (body, position)) = cursor.zip(under).filter(|_| goes_down)?;
        self.held = Some((body, position - cursor));
        Some(body)
    }

    /// Returns the index of the held body.
    pub(crate) fn held(&self) -> Option<usize> {
        self.held.map(|(body, _)| body)
    }

    /// Returns the position that the cursor moves the held body to.
    pub(crate) fn position(&self, cursor: Option<Vec2>) -> Option<Vec2> {
        let (cursor, (_, offset)) = cursor.zip(self.held)?;
        Some(cursor + offset)
    }

    /// Releases the body, whatever the button does.
    pub(crate) fn release(&mut self) {
        self.held = None;
    }
}

/// Returns the pairs of boxes that overlap, each with the smaller index first.
pub(crate) fn overlapping_pairs(boxes: &[Aabb]) -> Vec<(usize, usize)> {
    let pairs = (0..boxes.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    pairs.filter(|&(first, second)| boxes[first].overlaps(&boxes[second])).collect()
}

/// The panels over the picture of a frame.
#[derive(Debug, Default)]
pub(crate) struct Overlay<'a> {
    pub(crate) title: &'a str,
    pub(crate) values: Vec<Row>,
    /// The width of the labels of the values, in characters.
    pub(crate) label: i32,
    pub(crate) legends: Vec<Legend>,
    /// What the scene lacks, in lines over the others.
    pub(crate) warnings: Vec<String>,
    /// The message if the status has none.
    pub(crate) idle: Option<&'a str>,
    pub(crate) keys: Vec<Row>,
    pub(crate) controls: Vec<Control>,
}

impl Overlay<'_> {
    /// Draws the panels that the status shows.
    pub(crate) fn draw(self, canvas: &mut Canvas, status: &mut Status) {
        let hud = Hud::of(canvas);
        let title = self.title;
        let values = (!status.hides_values).then(|| hud.draw_values(canvas, title, &self.values, self.label));
        // Over the values, so that it is never out of reach.
        status.panel.draw(canvas, self.controls);
        if let Some(area) = &values {
            hud.draw_legends(canvas, &self.legends, legend_corner(canvas, &status.panel, hud.scale()), area);
        }
        let mut bottom = canvas.size().y as i32;
        if !status.hides_values {
            for warning in self.warnings.iter().rev() {
                bottom = hud.draw_message(canvas, bottom, warning, color::WARNING);
            }
        }
        if let Some(fault) = &status.fault {
            bottom = hud.draw_message(canvas, bottom, fault, color::UNSEEN);
        }
        if let Some(message) = status.message().or(self.idle) {
            hud.draw_message(canvas, bottom, message, color::VALUE);
        }
        status.help = status.help.filter(|&page| hud.draw_help(canvas, status.host, &self.keys, page));
    }
}

/// Returns the top right corner of the legends: under the title of a folded panel, beside an open one, or else in the
/// corner of the canvas.
fn legend_corner(canvas: &Canvas, panel: &Panel, scale: i32) -> IVec2 {
    let (area, gap) = (panel.area(), 6 * scale);
    let right = canvas.size().x as i32 - 10 * scale;
    match (area.is_empty(), panel.is_folded(canvas.size())) {
        (true, _) => IVec2::new(right, 10 * scale),
        (false, true) => IVec2::new(right, area.max.y + gap),
        (false, false) => IVec2::new(area.min.x - gap, area.min.y),
    }
}

/// Asserts that pictures of any size can be drawn, each with a line of text.
#[cfg(test)]
pub(crate) fn assert_sizes(draw: impl Fn(UVec2) -> anyhow::Result<(Canvas, String)>) -> anyhow::Result<()> {
    for size in [(1, 1), (30, 700), (640, 360), (1700, 90)].map(UVec2::from) {
        let (canvas, report) = draw(size)?;
        assert_eq!(canvas.size(), size);
        assert!(report.ends_with('\n'));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_goes_away_after_its_time() {
        let mut status = Status::default();
        status.tell("hello");
        (0..39).for_each(|_| _ = status.advance(LONGEST_STEP));
        assert_eq!(status.message(), Some("hello"));
        (0..2).for_each(|_| _ = status.advance(LONGEST_STEP));
        assert_eq!(status.message(), None);
    }

    #[test]
    fn requests_show_and_hide_panels() {
        let mut status = Status::default();
        status.flip(Request::Help);
        status.flip(Request::Controls);
        assert!(status.panel.is_folded(UVec2::splat(2000)), "it was open");
        assert!(status.help.is_some() && !status.hides_values);
        status.flip(Request::Values);
        status.flip(Request::Controls);
        assert!(!status.panel.is_folded(UVec2::splat(2000)));
        assert!(status.help.is_some() && status.hides_values);
    }
}
