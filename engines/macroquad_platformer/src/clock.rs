//! Steps of a fixed duration.

/// Converts frame times into steps of a fixed duration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    left: f32,
}

impl Clock {
    const DT: f32 = 1.0 / 60.0;

    /// Returns the number of steps for a frame time in seconds, at most 6: a slow machine runs
    /// in slow motion and does not freeze.
    pub fn steps(&mut self, frame: f32) -> u32 {
        self.left = (self.left + frame.max(0.0)).min(6.5 * Self::DT);
        let steps = (self.left / Self::DT) as u32;
        self.left -= steps as f32 * Self::DT;
        steps
    }

    /// Returns the interpolation between the last two steps, from 0 to 1.
    pub fn between(&self) -> f32 {
        (self.left / Self::DT).clamp(0.0, 1.0)
    }
}
