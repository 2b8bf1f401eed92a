//! The options of a motion.

/// The options of [`Body::move_and_slide`](super::Body::move_and_slide): slopes, steps, corners and one-way platforms.
///
/// Pixel counts are clamped to [`MAX_REACH`](Self::MAX_REACH).
///
/// ```
/// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::ivec2};
///
/// // A step of 6 pixels in the floor.
/// let level = Terrain::from_solidity(&SolidityMap::from_fn(100, 60, |x, y| y >= if x < 50 { 40 } else { 34 }));
/// let walk = |step_height| {
///     let mut hero = Body::rectangle((12, 14), ivec2(20, 26)).expect("a body");
///     let options = MoveOptions { step_height, ..MoveOptions::default() };
///     hero.move_and_slide(&level, (40.0, 0.0), 1.0, &options);
///     hero.position()
/// };
/// assert_eq!(walk(4), ivec2(38, 26)); // stopped by the step
/// assert_eq!(walk(6), ivec2(60, 20)); // up the step
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveOptions {
    /// The steepest slope that is walked up, as rise over run: 1 is 45°. Negative numbers and NaN count as 0. Numbers
    /// above [`MAX_REACH`](Self::MAX_REACH) count as `MAX_REACH`.
    pub max_slope: f32,
    /// The highest single step that is walked up, in pixels.
    pub step_height: u32,
    /// The largest drop of the floor, in pixels, that a walking body follows instead of falling.
    pub floor_snap: u32,
    /// The largest shift aside, in pixels, of a rising body whose corner hits a ceiling.
    pub corner_correction: u32,
    /// Whether the body falls through one-way platforms, which are solid against motion down only.
    ///
    /// A body that stands on nothing else and does not go up enters the platform by at least one pixel, at any speed.
    /// Then it falls on without this option. So a level platform takes one call with the option, a sloping one several.
    pub drop_through: bool,
    /// The largest distance, in pixels, by which a body that starts inside something solid is pushed out.
    pub max_push_out: u32,
}

impl MoveOptions {
    /// The largest pixel count of an option: 64.
    pub const MAX_REACH: u32 = 64;

    /// Returns the rise that the steepest slope may have over a run, in whole pixels. It is rounded up, because the
    /// pixels of a slope lie less than one pixel above its line.
    pub(super) fn slope_rise(&self, run: i32) -> i32 {
        let slope = self.max_slope.clamp(0.0, Self::MAX_REACH as f32);
        // The cast makes 0 of NaN.
        (f64::from(slope) * f64::from(run)).ceil() as i32
    }

    /// Clamps a pixel count.
    pub(super) fn reach(pixels: u32) -> i32 {
        pixels.min(Self::MAX_REACH) as i32
    }
}

impl Default for MoveOptions {
    /// Returns slopes up to 45°, steps and floor drops up to 4 pixels, corners up to 4 pixels, push-outs up to 8
    /// pixels.
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
