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
    /// The map coordinates that are kept, ascending.
    columns: Vec<i32>,
    rows: Vec<i32>,
    /// The index in `columns` of each pixel of the screen.
    column_of: Vec<u32>,
    pixels: Vec<u32>,
}

impl View {
    /// Prepares for the view of a camera; the caller then fills in the colors.
    pub(super) fn look(&mut self, camera: Camera) {
        if self.camera != Some(camera) {
            let Rect { min, max } = camera.area;
            let shown = |axis: usize| (min[axis]..max[axis]).map(move |s| camera.map_coordinate(axis, s));
            self.columns.clear();
            self.column_of.clear();
            for x in shown(0) {
                if self.columns.last() != Some(&x) {
                    self.columns.push(x);
                }
                self.column_of.push(self.columns.len() as u32 - 1);
            }
            self.rows.clear();
            self.rows.extend(shown(1));
            self.rows.dedup();
            self.camera = Some(camera);
        }
        self.pixels.resize(self.columns.len() * self.rows.len(), 0);
    }

    /// Returns the map coordinates of the columns and of the rows, and the colors row after row.
    pub(super) fn parts_mut(&mut self) -> (&[i32], &[i32], &mut [u32]) {
        (&self.columns, &self.rows, &mut self.pixels)
    }

    /// Changes the color of each map pixel.
    pub(super) fn change(&mut self, change: impl Fn(IVec2, Rgb) -> Rgb) {
        for (&y, row) in self.rows.iter().zip(self.pixels.chunks_exact_mut(self.columns.len())) {
            for (&x, pixel) in self.columns.iter().zip(row) {
                *pixel = change(IVec2::new(x, y), Rgb(*pixel)).0;
            }
        }
    }

    /// Returns the index of a map pixel, if the view shows it.
    fn index(&self, pixel: IVec2) -> Option<usize> {
        let column = nearest(&self.columns, pixel.x)?;
        let row = nearest(&self.rows, pixel.y)?;
        Some(row * self.columns.len() + column)
    }

    /// Blends a color over a map pixel with an opacity of `alpha`, of 255.
    pub(super) fn blend(&mut self, pixel: IVec2, color: Rgb, alpha: u32) {
        if let Some(index) = self.index(pixel) {
            self.pixels[index] = Rgb(self.pixels[index]).under(color, alpha).0;
        }
    }

    /// Blends a color over a rectangle of the map.
    pub(super) fn fill(&mut self, area: &Rect, color: Rgb, alpha: u32) {
        let range = |kept: &[i32], start: i32, end: i32| {
            kept.partition_point(|&at| at < start)..kept.partition_point(|&at| at < end)
        };
        let columns = range(&self.columns, area.min.x, area.max.x);
        for row in range(&self.rows, area.min.y, area.max.y) {
            for pixel in &mut self.pixels[row * self.columns.len()..][columns.clone()] {
                *pixel = Rgb(*pixel).under(color, alpha).0;
            }
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
        let (Rect { min, max }, width) = (camera.area, self.column_of.len());
        let left = min.x as usize;
        let mut shown: Option<(i32, usize)> = None;
        let mut rows = self.pixels.chunks_exact(self.columns.len().max(1));
        for line in min.y..max.y {
            let (y, target) = (camera.map_coordinate(1, line), line as usize);
            match shown {
                Some((row, before)) if row == y => canvas.copy_row(left, before, target, width),
                _ => {
                    let Some(row) = rows.next() else { return };
                    let out = canvas.row_mut(left, target, width);
                    if self.columns.len() == width {
                        out.copy_from_slice(row);
                    } else {
                        out.iter_mut().zip(&self.column_of).for_each(|(out, &column)| *out = row[column as usize]);
                    }
                    shown = Some((y, target));
                }
            }
        }
    }
}

/// Returns the index of the largest kept coordinate that is at most this one; `None` beyond the two ends.
fn nearest(kept: &[i32], coordinate: i32) -> Option<usize> {
    let (&first, &last) = (kept.first()?, kept.last()?);
    if coordinate < first || coordinate > last {
        return None;
    }
    // From a magnification of 1 on nothing is left out, and the index is the distance.
    if (last - first) as usize + 1 == kept.len() {
        return Some((coordinate - first) as usize);
    }
    Some(kept.partition_point(|&kept| kept <= coordinate) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::pixels_of;
    use tileray::glam::{dvec2, ivec2, uvec2};

    #[test]
    fn a_map_pixel_becomes_its_square_on_the_screen() {
        for zoom in [1.0, 1.5, 3.0, 8.0] {
            let camera = Camera::new(dvec2(10.3, -4.6), zoom, uvec2(60, 40)).at(ivec2(5, 5));
            let mut view = View::default();
            view.look(camera);
            view.parts_mut().2.fill(0);
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
        let (columns, rows, pixels) = view.parts_mut();
        assert_eq!((columns.len(), rows.len(), pixels.len()), (20, 10, 200));
        assert_eq!(columns[1] - columns[0], 4);
    }
}
