//! What a contestant says of a pair, whatever it calls it.

use tileray::glam::DVec2;

/// The answer for one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    /// They do not overlap, or never touch.
    Apart,
    /// They overlap.
    Overlap,
    /// They overlap, and the first leaves the second along this unit normal, by this many pixels.
    Contact(DVec2, f64),
    /// They touch at this part of the motion, where the second has this unit normal.
    Touch(DVec2, f64),
    /// It does not know.
    #[cfg_attr(not(any(feature = "box2d", test)), expect(dead_code, reason = "only Box2D gives up"))]
    GivenUp,
}
