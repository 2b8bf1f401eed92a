//! The part of the map that a camera sees, one color for each map pixel, before it is magnified.

use super::camera::Camera;
use crate::canvas::Canvas;
use crate::color::Rgb;
use tileray::Rect;
use tileray::glam::IVec2;

/// Colors of map pixels. Below a magnification of 1 only the map pixels that the screen shows are kept.
#[derive(Debug, Default)]
pub(super) struct View {
    camera: Option<Camera>,
    /// The first map pixel.
    first: IVec2,
    /// The distance of the map pixels that are kept, and their number in a row and in a column.
    step: i32,
    size: IVec2,
    pixels: Vec<u32>,
}

impl View {
    /// Prepares for the view of a camera; the caller then fills in the colors.
    pub(super) fn look(&mut self, camera: Camera) {
        self.camera = Some(camera);
        self.first = camera.pixel_at(camera.area.min);
        self.step = (1.0 / camera.zoom).max(1.0) as i32;
        self.size = (camera.pixel_at(camera.area.max - 1) - self.first) / self.step + 1;
        self.pixels.resize((self.size.x * self.size.y) as usize, 0);
    }

    /// Returns the map coordinates of the columns, and for each row its map coordinate and its colors.
    pub(super) fn parts_mut(
        &mut self,
    ) -> (impl Iterator<Item = i32> + Clone + use<>, impl Iterator<Item = (i32, &mut [u32])>) {
        let coordinates = |first: i32, step: i32| (0..).map(move |index| first + index * step);
        let columns = coordinates(self.first.x, self.step).take(self.size.x as usize);
        let rows = coordinates(self.first.y, self.step).zip(self.pixels.chunks_exact_mut(self.size.x as usize));
        (columns, rows)
    }

    /// Changes the color of each map pixel.
    pub(super) fn change(&mut self, change: impl Fn(IVec2, Rgb) -> Rgb) {
        let (columns, rows) = self.parts_mut();
        for (y, row) in rows {
            for (x, pixel) in columns.clone().zip(row) {
                *pixel = change(IVec2::new(x, y), Rgb(*pixel)).0;
            }
        }
    }

    /// Returns the index of a map pixel, if the view shows it.
    fn index(&self, pixel: IVec2) -> Option<usize> {
        let at = (pixel - self.first).div_euclid(IVec2::splat(self.step));
        let is_shown = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        is_shown.then(|| (at.y * self.size.x + at.x) as usize)
    }

    /// Blends a color over a map pixel with an opacity of `alpha`, of 255.
    pub(super) fn blend(&mut self, pixel: IVec2, color: Rgb, alpha: u32) {
        if let Some(index) = self.index(pixel) {
            self.pixels[index] = Rgb(self.pixels[index]).under(color, alpha).0;
        }
    }

    /// Blends a color over a rectangle of the map.
    pub(super) fn fill(&mut self, area: &Rect, color: Rgb, alpha: u32) {
        let (columns, rows) = self.parts_mut();
        for (_, row) in rows.filter(|(y, _)| (area.min.y..area.max.y).contains(y)) {
            let within = columns.clone().zip(row).filter(|(x, _)| (area.min.x..area.max.x).contains(x));
            within.for_each(|(_, pixel)| *pixel = Rgb(*pixel).under(color, alpha).0);
        }
    }

    /// Adds light to a map pixel.
    pub(super) fn add(&mut self, pixel: IVec2, color: Rgb, strength: u32) {
        if let Some(index) = self.index(pixel) {
            self.pixels[index] = Rgb(self.pixels[index]).lit(color, strength).0;
        }
    }

    /// Adds contrast beside a bright pixel: light on dark ground, a shadow on bright ground.
    pub(super) fn halo(&mut self, pixel: IVec2, color: Rgb, strength: u32) {
        if let Some(index) = self.index(pixel) {
            let ground = Rgb(self.pixels[index]);
            let bright = u32::from(ground.channels().into_iter().max().unwrap_or(0));
            let shaded = ground.under(Rgb::BLACK, (strength * 2 * bright / 255).min(255));
            self.pixels[index] = shaded.lit(color, strength * (255 - bright) / 255).0;
        }
    }

    /// Draws the magnified view on its area of the canvas, which must contain the area.
    pub(super) fn show(&self, canvas: &mut Canvas) {
        let Some(camera) = self.camera else { return };
        let Rect { min, max } = camera.area;
        let place = |axis: usize, s: i32| ((camera.map_coordinate(axis, s) - self.first[axis]) / self.step) as usize;
        let columns: Vec<usize> = (min.x..max.x).map(|x| place(0, x)).collect();
        for y in min.y..max.y {
            let row = &self.pixels[place(1, y) * self.size.x as usize..];
            let out = canvas.row_mut(min.x as usize, y as usize, columns.len());
            out.iter_mut().zip(&columns).for_each(|(out, &column)| *out = row[column]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::pixels_of;
    use tileray::glam::{dvec2, ivec2, uvec2};

    #[test]
    fn a_map_pixel_becomes_its_square_on_the_screen() {
        for zoom in [1.0, 3.0, 8.0] {
            let camera = Camera::new(dvec2(10.3, -4.6), zoom, uvec2(60, 40)).at(ivec2(5, 5));
            let mut view = View::default();
            view.look(camera);
            view.blend(ivec2(9, -5), Rgb::WHITE, 255);
            let mut canvas = Canvas::new(uvec2(70, 50));
            view.show(&mut canvas);
            let square = camera.square(ivec2(9, -5));
            let white: Vec<IVec2> = pixels_of(canvas.area()).filter(|&at| canvas.get(at) == Rgb::WHITE).collect();
            assert_eq!(white.len() as u64, square.area(), "zoom {zoom}");
            assert!(white.iter().all(|&at| square.contains(at)));
        }
    }

    #[test]
    fn far_away_every_screen_pixel_has_its_own_color() {
        let mut view = View::default();
        view.look(Camera::new(dvec2(0.0, 0.0), 0.25, uvec2(20, 10)));
        let (columns, rows) = view.parts_mut();
        assert_eq!((columns.clone().count(), rows.count()), (20, 10));
        assert!(columns.clone().zip(columns.skip(1)).all(|(x, next)| next - x == 4));
    }
}
