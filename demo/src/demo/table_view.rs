use tileray::Rect;
use tileray::glam::{IVec2, Vec2};

/// Where a table lies on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    scale: f32,
    /// The screen's place of the table's origin.
    origin: Vec2,
}

impl View {
    /// Shows `size` of a table, the origin in the middle, as large as it fits into an area of the screen.
    pub(crate) fn middle(size: Vec2, area: Rect) -> Self {
        let room = area.size().as_vec2();
        let scale = (room / size).min_element().max(1e-3);
        Self { scale, origin: (area.min.as_vec2() + area.max.as_vec2()) / 2.0 }
    }

    /// Shows each pixel of a table as a square of `zoom` pixels of the screen, the origin at `corner`.
    pub(crate) fn enlarged(zoom: u32, corner: IVec2) -> Self {
        Self { scale: zoom.max(1) as f32, origin: corner.as_vec2() }
    }

    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    pub(crate) fn screen_of(&self, point: Vec2) -> Vec2 {
        point * self.scale + self.origin
    }

    /// The point of the table under the middle of a screen pixel.
    pub(crate) fn point_at(&self, pixel: IVec2) -> Vec2 {
        (pixel.as_vec2() + 0.5 - self.origin) / self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{ivec2, vec2};

    #[test]
    fn a_pixel_and_its_point_are_one() {
        let view = View::middle(vec2(400.0, 200.0), Rect::new(ivec2(10, 20), ivec2(810, 320)));
        assert_eq!(view.scale(), 1.5);
        assert_eq!(view.screen_of(Vec2::ZERO), vec2(410.0, 170.0));
        assert_eq!(view.screen_of(view.point_at(ivec2(33, 77))), vec2(33.5, 77.5));
    }
}
