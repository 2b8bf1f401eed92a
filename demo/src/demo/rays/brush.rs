//! The brush at the mouse: its size, its position and its stroke.

use super::edits::Brush;
use super::level::Level;
use tileray::glam::{IVec2, Vec2};

/// The radii that a brush may have, in pixels.
const RADII: [f32; 12] = [2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0];

/// The size, the position and the stroke of the brush.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrushState {
    size: usize,
    /// The last known position, in pixels of the map.
    at: Option<Vec2>,
    /// The kind of stroke, while a button is held.
    stroke: Option<Brush>,
}

impl Default for BrushState {
    fn default() -> Self {
        Self { size: 5, at: None, stroke: None }
    }
}

impl BrushState {
    pub(crate) const fn radius(&self) -> f32 {
        RADII[self.size]
    }

    /// Returns the last known position.
    pub(crate) const fn at(&self) -> Option<Vec2> {
        self.at
    }

    /// Returns the kind of stroke, while a button is held.
    pub(crate) const fn stroke(&self) -> Option<Brush> {
        self.stroke
    }

    /// Makes it larger, or smaller where `by` is negative.
    pub(crate) fn resize(&mut self, by: isize) {
        self.size = self.size.saturating_add_signed(by).min(RADII.len() - 1);
    }

    /// Ends the stroke and forgets where it was, as the level is another.
    pub(crate) fn lift(&mut self) {
        (self.at, self.stroke) = (None, None);
    }

    /// Moves it to a pixel and, where it is held down, draws on the level on the way there.
    pub(crate) fn draw(&mut self, level: &mut Level, to: Option<IVec2>, held: Option<Brush>) {
        let to = to.map(|pixel| pixel.as_vec2() + 0.5);
        if let (Some(brush), Some(to)) = (held, to) {
            let goes_on = self.stroke == held;
            if !goes_on {
                level.edits.begin(&level.terrain);
            }
            let from = self.at.filter(|_| goes_on).unwrap_or(to);
            if !goes_on || from != to {
                level.edits.stroke(&mut level.terrain, brush, [from, to], self.radius());
            }
        }
        self.stroke = held.filter(|_| to.is_some());
        self.at = to.or(self.at);
    }
}
