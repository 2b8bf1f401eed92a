/// How [`Body::move_and_slide`](super::Body::move_and_slide) walks.
///
/// Numbers of pixels above [`MAX_REACH`](Self::MAX_REACH) count as that.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveOptions {
    /// The steepest slope that is walked up, as rise over run: 1 is 45°. One below 0 or not a number counts as 0, and one above
    /// [`MAX_REACH`](Self::MAX_REACH) as that.
    pub max_slope: f32,
    /// The highest single step that is walked up, in pixels.
    pub step_height: u32,
    /// How far down the floor may lie after a step along it for the body to stay on it, in pixels.
    pub floor_snap: u32,
    /// How far a body is moved aside, in pixels, where only its corner is in the way of going up.
    pub corner_correction: u32,
    /// Whether it falls through what is solid against motion down only. One who stands on nothing else, and does not go up, comes
    /// into it by a pixel at least, however slow; inside it falls on by itself. So a level floor is left in one call, and one
    /// that slopes in as many as are asked for.
    pub drop_through: bool,
    /// How far a body that begins inside something solid is moved out of it, in pixels.
    pub max_push_out: u32,
}

impl MoveOptions {
    /// The most pixels that any of the options reaches: 64.
    pub const MAX_REACH: u32 = 64;

    /// The rise that a slope of this limit may have over a run, in whole pixels: a rise that begins at once is ahead of the
    /// slope by less than one.
    pub(super) fn slope_rise(&self, run: i32) -> i32 {
        let slope = self.max_slope.clamp(0.0, Self::MAX_REACH as f32);
        // A NaN becomes 0.
        (f64::from(slope) * f64::from(run)).ceil() as i32
    }

    /// A number of pixels that counts.
    pub(super) fn reach(pixels: u32) -> i32 {
        pixels.min(Self::MAX_REACH) as i32
    }
}

impl Default for MoveOptions {
    /// Slopes up to 45°, steps of 4 pixels up and down, corners of 4 pixels, one is pushed out by up to 8.
    fn default() -> Self {
        Self {
            max_slope: 1.0,
            step_height: 4,
            floor_snap: 4,
            corner_correction: 4,
            drop_through: false,
            max_push_out: 8,
        }
    }
}
