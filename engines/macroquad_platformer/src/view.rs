//! The part of the level that a window shows.

use tileray::Rect;
use tileray::glam::{IVec2, UVec2, Vec2};

/// The pixels that a window shows at least.
const LEAST: UVec2 = UVec2::new(320, 180);

/// The part of the level that a window shows. A pixel of the level is a square of `scale` pixels of the window, and the
/// window's corner is a corner of such a square, so no pixel is wider than another, and none swims.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// Pixels of the window for a pixel of the level, at least 1.
    pub(crate) scale: u32,
    /// The pixel of the level in the window's top left corner.
    pub(crate) corner: IVec2,
    /// The size of the part in pixels of the level; the last one of a row or column may be cut.
    pub(crate) size: Vec2,
}

impl View {
    /// Returns the view of a window around a point, inside the bounds of the level where the window is smaller than they are.
    pub(crate) fn new(window: UVec2, around: Vec2, bounds: Rect) -> Self {
        let scale = (window / LEAST).min_element().max(1);
        let size = window.as_vec2() / scale as f32;
        let (shown, whole) = (size.ceil().as_ivec2(), bounds.size().as_ivec2());
        let corner = around.round().as_ivec2() - shown / 2;
        let inside = corner.clamp(bounds.min, (bounds.max - shown).max(bounds.min));
        // A level that is smaller than the window lies in its middle.
        let middle = bounds.min + (whole - shown) / 2;
        let corner = IVec2::select(shown.cmpgt(whole), middle, inside);
        Self { scale, corner, size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{ivec2, uvec2, vec2};

    const LEVEL: Rect = Rect { min: IVec2::ZERO, max: IVec2::new(1000, 400) };

    #[test]
    fn a_pixel_of_the_level_is_a_square_of_whole_pixels() {
        for (window, scale) in
            [((320, 180), 1), ((639, 400), 1), ((640, 360), 2), ((1280, 720), 4), ((1, 1), 1)]
        {
            let view = View::new(window.into(), vec2(500.4, 200.0), LEVEL);
            assert_eq!(view.scale, scale, "{window:?}");
        }
    }

    #[test]
    fn it_follows_and_stays_inside() {
        let corner = |x, y| View::new(uvec2(640, 360), vec2(x, y), LEVEL).corner;
        assert_eq!(corner(500.0, 200.0), ivec2(340, 110));
        assert_eq!(corner(0.0, 0.0), ivec2(0, 0));
        assert_eq!(corner(5000.0, 399.0), ivec2(680, 220));
        // The level has 400 rows, the window 1000.
        let view = View::new(uvec2(319, 1000), vec2(10.0, 10.0), LEVEL);
        assert_eq!(view.corner, ivec2(0, -300));
    }
}
