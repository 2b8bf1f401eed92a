//! A picture in memory, on which rectangles, strokes and polygons are drawn.

use crate::color::{PANEL, Rgb};
use std::f32::consts::TAU;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2};

/// The number of sampled lines in a row of pixels of a polygon.
const LINES: usize = 4;

/// Pixels of the screen, row after row from the top left, as `0x00RRGGBB`.
///
/// Drawing outside the clip area has no effect.
#[derive(Clone, Debug)]
pub struct Canvas {
    size: UVec2,
    pixels: Vec<u32>,
    clip: Rect,
}

impl Canvas {
    /// Creates a black canvas of at least one pixel.
    pub fn new(size: UVec2) -> Self {
        let size = size.max(UVec2::ONE);
        let clip = Rect::from_size(IVec2::ZERO, size);
        Self { size, pixels: vec![0; clip.area() as usize], clip }
    }

    /// Changes the size; a new size clears the canvas.
    pub fn resize(&mut self, size: UVec2) {
        if self.size != size.max(UVec2::ONE) {
            *self = Self::new(size);
        }
    }

    /// Returns the size in pixels.
    pub const fn size(&self) -> UVec2 {
        self.size
    }

    /// Returns all pixels of the canvas.
    pub(crate) fn area(&self) -> Rect {
        Rect::from_size(IVec2::ZERO, self.size)
    }

    /// Returns the pixels as `0x00RRGGBB`, row after row.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Sets the clip area, and returns the one before.
    pub(crate) fn set_clip(&mut self, area: Rect) -> Rect {
        let clip = area.intersection(&self.area());
        std::mem::replace(&mut self.clip, clip)
    }

    /// Returns the index of a pixel, which must lie on the canvas.
    fn index(&self, x: usize, y: usize) -> usize {
        y * self.size.x as usize + x
    }

    /// Returns `length` pixels of row `y` from `x` on, which must lie on the canvas.
    pub(crate) fn row_mut(&mut self, x: usize, y: usize, length: usize) -> &mut [u32] {
        let start = self.index(x, y);
        &mut self.pixels[start..start + length]
    }

    /// Returns the color at a pixel; black outside.
    #[cfg(test)]
    pub fn get(&self, at: IVec2) -> Rgb {
        Rgb(if self.area().contains(at) { self.pixels[self.index(at.x as usize, at.y as usize)] } else { 0 })
    }

    /// Blends `color` over a pixel with an opacity of `alpha`, of 255.
    pub(crate) fn blend(&mut self, at: IVec2, color: Rgb, alpha: u32) {
        if self.clip.contains(at) {
            let pixel = &mut self.row_mut(at.x as usize, at.y as usize, 1)[0];
            *pixel = Rgb(*pixel).under(color, alpha).0;
        }
    }

    /// Blends `color` over a rectangle.
    pub fn fill(&mut self, area: Rect, color: Rgb, alpha: u32) {
        let area = area.intersection(&self.clip);
        for y in area.min.y..area.max.y {
            for pixel in self.row_mut(area.min.x as usize, y as usize, area.width() as usize) {
                *pixel = Rgb(*pixel).under(color, alpha).0;
            }
        }
    }

    /// Blends `color` over the inner border of a rectangle.
    pub(crate) fn frame(&mut self, area: Rect, thickness: i32, color: Rgb, alpha: u32) {
        let (min, max) = (area.min, area.max);
        if area.width() as i32 <= 2 * thickness || area.height() as i32 <= 2 * thickness {
            return self.fill(area, color, alpha);
        }
        self.fill(Rect::new(min, ivec2(max.x, min.y + thickness)), color, alpha);
        self.fill(Rect::new(ivec2(min.x, max.y - thickness), max), color, alpha);
        let (top, bottom) = (min.y + thickness, max.y - thickness);
        self.fill(Rect::new(ivec2(min.x, top), ivec2(min.x + thickness, bottom)), color, alpha);
        self.fill(Rect::new(ivec2(max.x - thickness, top), ivec2(max.x, bottom)), color, alpha);
    }

    /// Draws an arrow from `from` along a unit direction, with a dark border. A short arrow is only a head.
    pub(crate) fn arrow(&mut self, from: Vec2, direction: Vec2, length: f32, width: f32, color: Rgb) {
        let aside = direction.perp();
        for (color, more) in [(PANEL, 2.0), (color, 0.0)] {
            let head = 3.0 * width + more;
            let tip = from + direction * (length + more);
            let neck = tip - direction * head;
            if length > head {
                self.stroke(from, neck, width + more, color);
            }
            self.fill_polygon(&[tip, neck + aside * head * 0.6, neck - aside * head * 0.6], color, 255);
        }
    }

    /// Draws a thin ring.
    pub(crate) fn ring(&mut self, center: Vec2, radius: f32, color: Rgb) {
        let around = (0..64).map(|step| step as f32 / 64.0 * TAU);
        self.outline(&around.map(|angle| center + Vec2::from_angle(angle) * radius).collect::<Vec<_>>(), 1.0, color);
    }

    /// Returns red, green and blue of every pixel, row after row.
    pub fn to_rgb(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|&pixel| Rgb(pixel).channels()).collect()
    }

    /// Draws a straight stroke with soft edges and round ends. Visits only the pixels near the stroke, row by row.
    pub(crate) fn stroke(&mut self, from: Vec2, to: Vec2, width: f32, color: Rgb) {
        if !(from.is_finite() && to.is_finite()) {
            return;
        }
        let reach = width / 2.0 + 1.0;
        let min = (from.min(to) - reach).floor().as_ivec2();
        let max = (from.max(to) + reach).ceil().as_ivec2();
        let along = to - from;
        let squared = along.length_squared().max(f32::MIN_POSITIVE);
        let area = Rect::new(min, max).intersection(&self.clip);
        for y in area.min.y..area.max.y {
            let row = y as f32 + 0.5 - from.y;
            // The part of the stroke that is near the row.
            let (start, end) = if along.y.abs() < 1e-3 {
                (0.0, 1.0)
            } else {
                let (a, b) = ((row - reach) / along.y, (row + reach) / along.y);
                (a.min(b).clamp(0.0, 1.0), a.max(b).clamp(0.0, 1.0))
            };
            let (a, b) = (from.x + along.x * start, from.x + along.x * end);
            let left = ((a.min(b) - reach).floor() as i32).max(area.min.x);
            let right = ((a.max(b) + reach).ceil() as i32).min(area.max.x);
            for x in left..right {
                let at = ivec2(x, y).as_vec2() + 0.5 - from;
                let nearest = along * (at.dot(along) / squared).clamp(0.0, 1.0);
                let cover = (width / 2.0 + 0.5 - at.distance(nearest)).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.blend(ivec2(x, y), color, (cover * 255.0) as u32);
                }
            }
        }
    }

    /// Draws a dashed line through all points, and back to the first if it is `closed`. Dashes and gaps are `dash`
    /// pixels long.
    pub(crate) fn dashes(&mut self, points: &[Vec2], closed: bool, dash: f32, width: f32, color: Rgb) {
        let legs = if closed { points.len() } else { points.len().saturating_sub(1) };
        // The length of the current dash or gap so far, and whether it is a dash.
        let (mut done, mut drawn) = (0.0, true);
        for leg in 0..legs {
            let (from, to) = (points[leg], points[(leg + 1) % points.len()]);
            let length = from.distance(to);
            // Longer legs are outside every screen, and have too many dashes.
            if dash < 1.0 || length.is_nan() || length > 1e5 {
                continue;
            }
            let mut at = 0.0;
            while at < length {
                let next = (at + dash - done).min(length);
                if drawn {
                    self.stroke(from.lerp(to, at / length), from.lerp(to, next / length), width, color);
                }
                done += next - at;
                if done >= dash * 0.999 {
                    (done, drawn) = (0.0, !drawn);
                }
                at = next;
            }
        }
    }

    /// Fills a polygon with soft edges, by the even-odd rule.
    pub(crate) fn fill_polygon(&mut self, corners: &[Vec2], color: Rgb, alpha: u32) {
        let Some(&first) = corners.first() else { return };
        let (mut min, mut max) = (first, first);
        for &corner in corners {
            (min, max) = (min.min(corner), max.max(corner));
        }
        if !(min.is_finite() && max.is_finite()) {
            return;
        }
        let area = Rect::new(min.floor().as_ivec2(), max.ceil().as_ivec2()).intersection(&self.clip);
        let mut covered = vec![0.0; area.width() as usize];
        let mut crossings = Vec::new();
        for y in area.min.y..area.max.y {
            covered.fill(0.0);
            for line in 0..LINES {
                let height = y as f32 + (line as f32 + 0.5) / LINES as f32;
                cross(corners, height, &mut crossings);
                for pair in crossings.chunks_exact(2) {
                    cover(&mut covered, pair[0] - area.min.x as f32, pair[1] - area.min.x as f32);
                }
            }
            for (x, &part) in (area.min.x..).zip(&covered) {
                if part > 0.0 {
                    self.blend(ivec2(x, y), color, (part * alpha as f32 / LINES as f32) as u32);
                }
            }
        }
    }

    /// Draws the border of a polygon.
    pub(crate) fn outline(&mut self, corners: &[Vec2], width: f32, color: Rgb) {
        for (index, &from) in corners.iter().enumerate() {
            self.stroke(from, corners[(index + 1) % corners.len()], width, color);
        }
    }
}

/// Finds the crossings of the edges with a horizontal line, from left to right.
fn cross(corners: &[Vec2], height: f32, crossings: &mut Vec<f32>) {
    crossings.clear();
    for (index, &a) in corners.iter().enumerate() {
        let b = corners[(index + 1) % corners.len()];
        if (a.y <= height) != (b.y <= height) {
            crossings.push(a.x + (b.x - a.x) * ((height - a.y) / (b.y - a.y)));
        }
    }
    crossings.sort_unstable_by(f32::total_cmp);
}

/// Adds to each pixel its part from `left` to `right`.
fn cover(covered: &mut [f32], left: f32, right: f32) {
    let (left, right) = (left.max(0.0), right.min(covered.len() as f32));
    if left >= right {
        return;
    }
    let (first, last) = (left as usize, (right as usize).min(covered.len() - 1));
    if first == last {
        covered[first] += right - left;
        return;
    }
    covered[first] += 1.0 - left.fract();
    covered[first + 1..last].iter_mut().for_each(|part| *part += 1.0);
    covered[last] += right - last as f32;
}

/// Returns the pixels of a rectangle, row by row.
pub(crate) fn pixels_of(Rect { min, max }: Rect) -> impl Iterator<Item = IVec2> {
    (min.y..max.y).flat_map(move |y| (min.x..max.x).map(move |x| ivec2(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{uvec2, vec2};

    #[test]
    fn nothing_is_drawn_outside_the_clip_area() {
        let mut canvas = Canvas::new(uvec2(8, 8));
        let before = canvas.set_clip(Rect::new(ivec2(2, 2), ivec2(4, 4)));
        canvas.fill(Rect::new(ivec2(-5, -5), ivec2(50, 50)), Rgb::WHITE, 255);
        canvas.set_clip(before);
        let drawn = canvas.pixels().iter().filter(|&&pixel| pixel != 0).count();
        assert_eq!(drawn, 4);
        assert_eq!(canvas.get(ivec2(3, 3)), Rgb::WHITE);
    }

    #[test]
    fn a_frame_leaves_its_inside() {
        let mut canvas = Canvas::new(uvec2(6, 5));
        canvas.frame(canvas.area(), 1, Rgb::WHITE, 255);
        let drawn = canvas.pixels().iter().filter(|&&pixel| pixel != 0).count();
        assert_eq!(drawn, 30 - 4 * 3);
    }

    #[test]
    fn an_empty_size_still_gives_a_pixel() {
        assert_eq!(Canvas::new(UVec2::ZERO).size(), UVec2::ONE);
    }

    #[test]
    fn a_stroke_covers_the_pixels_near_it_and_no_others() {
        for (from, to) in [
            (vec2(3.0, 4.0), vec2(55.0, 21.0)),
            (vec2(40.0, 30.0), vec2(38.5, 2.0)),
            (vec2(5.0, 9.0), vec2(50.0, 9.0)),
            (vec2(20.0, 20.0), vec2(20.0, 20.0)),
            (vec2(-30.0, -9.0), vec2(90.0, 50.0)),
        ] {
            let mut canvas = Canvas::new(uvec2(60, 40));
            canvas.stroke(from, to, 3.0, Rgb::WHITE);
            for at in pixels_of(canvas.area()) {
                let point = at.as_vec2() + 0.5;
                let distance = point.distance(tileray::geometry::Segment::new(from, to).closest_point(point));
                // Within rounding of the border either is right.
                if distance < 1.98 {
                    assert!(canvas.get(at) != Rgb::BLACK, "{at} is {distance} from {from} - {to}");
                } else if distance > 2.0 {
                    assert_eq!(canvas.get(at), Rgb::BLACK, "{at} is {distance} from {from} - {to}");
                }
            }
        }
    }

    #[test]
    fn half_of_a_dashed_line_is_drawn() {
        let mut canvas = Canvas::new(uvec2(210, 9));
        canvas.dashes(&[vec2(5.0, 4.5), vec2(105.0, 4.5), vec2(205.0, 4.5)], false, 10.0, 1.0, Rgb::WHITE);
        let ink = (0..210).filter(|&x| canvas.get(ivec2(x, 4)).channels()[0] > 128).count();
        assert!((100..=122).contains(&ink), "{ink}");
    }

    #[test]
    fn a_filled_polygon_covers_its_area() {
        let corners = [vec2(3.3, 4.1), vec2(50.2, 9.0), vec2(30.0, 20.5), vec2(55.7, 36.0), vec2(8.0, 31.0)];
        let mut canvas = Canvas::new(uvec2(60, 40));
        canvas.fill_polygon(&corners, Rgb::WHITE, 255);
        let ink: f32 = canvas.pixels().iter().map(|&pixel| f32::from(Rgb(pixel).channels()[0]) / 255.0).sum();
        let area = tileray::Polygon::new(corners.to_vec()).expect("it is simple").area();
        assert!((ink - area).abs() < area * 0.01, "{ink} of {area}");
    }

    #[test]
    fn polygons_are_clipped() {
        let mut canvas = Canvas::new(uvec2(4, 4));
        canvas.fill_polygon(&[vec2(-9.0, -9.0), vec2(90.0, -9.0), vec2(2.0, 900.0)], Rgb::WHITE, 255);
        assert_eq!(canvas.get(ivec2(2, 2)), Rgb::WHITE);
        canvas.fill_polygon(&[vec2(f32::NAN, 0.0), vec2(1.0, 1.0), vec2(0.0, 2.0)], Rgb::BLACK, 255);
        canvas.fill_polygon(&[], Rgb::BLACK, 255);
        assert_eq!(canvas.get(ivec2(2, 2)), Rgb::WHITE);
    }
}
