//! A film: a scene without input, from which pictures and animations are made.

use crate::canvas::Canvas;
use anyhow::Result;

/// A scene that repeats after a cycle of phases from 0 to below 1.
pub trait Film {
    /// Returns the number of phases that are enough to choose the colors of an animation from.
    fn samples(&self) -> u32;

    /// Returns the time of a cycle in seconds; `None` where any time will do.
    fn seconds(&self) -> Option<f32> {
        None
    }

    /// Draws the scene at a phase.
    ///
    /// # Errors
    /// Fails where a query of the scene refuses its input.
    fn draw(&mut self, phase: f32) -> Result<&Canvas>;

    /// Returns what the scene computed in a cycle of `frames`, in a line of text.
    ///
    /// # Errors
    /// Fails where a query of the scene refuses its input.
    fn report(&mut self, frames: u32) -> Result<String>;
}

/// Returns the phases of the frames of an animation, from 0 to below 1.
pub fn phases(frames: u32) -> impl Iterator<Item = f32> {
    (0..frames).map(move |frame| frame as f32 / frames as f32)
}

/// Asserts that films of any size can be drawn.
#[cfg(test)]
pub(crate) fn assert_sizes<F: Film>(film: impl Fn(tileray::glam::UVec2) -> Result<F>) -> Result<()> {
    for size in [(1, 1), (30, 700), (640, 360), (1700, 90)].map(tileray::glam::UVec2::from) {
        let mut film = film(size)?;
        assert_eq!(film.draw(0.0)?.size(), size);
        assert!(film.report(1)?.ends_with('\n'));
    }
    Ok(())
}
