//! The camera: the map between pixels of the level and pixels of the screen.

use tileray::Rect;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2};

/// The magnifications: whole numbers, so that each pixel of the map is a square of pixels of the screen, or parts of 1, so
/// that the view leaves out the same number of pixels everywhere.
pub(super) const ZOOMS: [f64; 12] = [0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 16.0, 24.0];

/// The largest number of map pixels in a view, as their colors are kept in memory.
const MOST_PIXELS: f64 = (1 << 24) as f64;

/// Returns the index in [`ZOOMS`] that is `by` from `step`, or the next larger one that a view of `size` may have.
pub(super) fn zoom_step(step: usize, by: i32, size: UVec2) -> usize {
    let fits = |step: usize| f64::from(size.x) * f64::from(size.y) / (ZOOMS[step] * ZOOMS[step]) <= MOST_PIXELS;
    let wanted = step.saturating_add_signed(by as isize).min(ZOOMS.len() - 1);
    (wanted..ZOOMS.len()).find(|&step| fits(step)).unwrap_or(ZOOMS.len() - 1)
}

/// A view of the map on an area of the screen.
///
/// The view shows a rectangle of the magnified map. Screen pixel `s` shows the map pixel
/// under its center, `floor((s + scroll + 0.5) / zoom)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Camera {
    pub(super) zoom: f64,
    /// The offset from pixels of the screen to pixels of the magnified map.
    scroll: IVec2,
    /// The pixels of the screen that the view covers.
    pub(super) area: Rect,
}

impl Camera {
    /// Creates the view of `size` pixels in the top left corner of the screen whose middle shows the point `center` of
    /// the map.
    pub(super) fn new(center: DVec2, zoom: f64, size: UVec2) -> Self {
        let scroll = (center * zoom - size.as_dvec2() / 2.0).round().as_ivec2();
        Self { zoom, scroll, area: Rect::from_size(IVec2::ZERO, size) }
    }

    /// Returns the same view, moved by `offset` on the screen.
    pub(super) fn at(self, offset: IVec2) -> Self {
        Self { scroll: self.scroll - offset, area: self.area.translated(offset), ..self }
    }

    /// Returns the map coordinate that screen coordinate `s` shows, along one axis (0 is x).
    pub(super) fn map_coordinate(&self, axis: usize, s: i32) -> i32 {
        ((f64::from(s.saturating_add(self.scroll[axis])) + 0.5) / self.zoom).floor() as i32
    }

    /// Returns the map pixel that a screen pixel shows.
    pub(super) fn pixel_at(&self, screen: IVec2) -> IVec2 {
        IVec2::new(self.map_coordinate(0, screen.x), self.map_coordinate(1, screen.y))
    }

    /// Returns the screen pixels that show a map pixel; below a magnification of 1 there may be none.
    pub(super) fn square(&self, pixel: IVec2) -> Rect {
        Rect::new(self.edge(pixel), self.edge(pixel.saturating_add(IVec2::ONE)))
    }

    /// Returns the screen pixels that show a rectangle of the map.
    pub(super) fn rect(&self, area: Rect) -> Rect {
        Rect::new(self.edge(area.min), self.edge(area.max))
    }

    /// Returns the first screen pixel that shows this map pixel or a later one.
    fn edge(&self, pixel: IVec2) -> IVec2 {
        (pixel.as_dvec2() * self.zoom - 0.5).ceil().as_ivec2().saturating_sub(self.scroll)
    }

    /// Returns the position of a point of the map on the screen.
    pub(super) fn screen_of(&self, point: Vec2) -> Vec2 {
        let corner = self.area.min;
        (point.as_dvec2() * self.zoom - (self.scroll + corner).as_dvec2()).as_vec2() + corner.as_vec2()
    }

    /// Returns the map pixels that the view shows.
    pub(super) fn visible(&self) -> Rect {
        Rect::new(self.pixel_at(self.area.min), self.pixel_at(self.area.max - 1) + 1)
    }
}

/// Returns the middle of a view near `center` that shows only the map. Along an axis where the map is smaller than the
/// view, it is the middle of the map.
pub(super) fn within(center: DVec2, zoom: f64, size: UVec2, bounds: Rect) -> DVec2 {
    let half = size.as_dvec2() / zoom / 2.0;
    let (low, high) = (bounds.min.as_dvec2() + half, bounds.max.as_dvec2() - half);
    let axis = |value: f64, low: f64, high: f64| if low < high { value.clamp(low, high) } else { (low + high) / 2.0 };
    DVec2::new(axis(center.x, low.x, high.x), axis(center.y, low.y, high.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{dvec2, ivec2, uvec2};

    #[test]
    fn every_screen_pixel_belongs_to_the_square_of_its_map_pixel() {
        for zoom in ZOOMS {
            let camera = Camera::new(dvec2(-3.3, 41.7), zoom, uvec2(97, 31));
            for screen in (0..31).flat_map(|y| (0..97).map(move |x| ivec2(x, y))) {
                let pixel = camera.pixel_at(screen);
                assert!(camera.square(pixel).contains(screen), "zoom {zoom}: {screen} shows {pixel}");
            }
        }
    }

    #[test]
    fn a_small_map_lies_in_the_middle() {
        let bounds = Rect::new(ivec2(-16, 0), ivec2(16, 16));
        assert_eq!(within(dvec2(900.0, 900.0), 2.0, uvec2(640, 360), bounds), dvec2(0.0, 8.0));
    }

    #[test]
    fn huge_windows_do_not_zoom_out_far() {
        assert_eq!(zoom_step(2, -1, uvec2(1280, 720)), 1);
        assert!(ZOOMS[zoom_step(2, -9, uvec2(7680, 4320))] > 1.0);
        assert_eq!(zoom_step(0, -1, uvec2(10, 10)), 0);
        assert_eq!(zoom_step(ZOOMS.len() - 1, 3, uvec2(10, 10)), ZOOMS.len() - 1);
    }
}
