//! A picture in memory and the few ways to draw on it.

mod lines;
mod polygon;

use super::color::{PANEL, Rgb};
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, uvec2};

/// Pixels of the screen, row after row from the top left, as `0x00RRGGBB`.
///
/// Everything drawn outside the clip area is dropped, so no caller needs to know where the borders are.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u32>,
    clip: Rect,
}

impl Canvas {
    /// A black canvas of at least one pixel.
    pub(crate) fn new(size: UVec2) -> Self {
        let (width, height) = (size.x.max(1), size.y.max(1));
        let clip = Rect::from_size(IVec2::ZERO, uvec2(width, height));
        let (width, height) = (width as usize, height as usize);
        Self { width, height, pixels: vec![0; width * height], clip }
    }

    /// Takes another size; what was drawn is lost where the size changes.
    pub(crate) fn resize(&mut self, size: UVec2) {
        if self.size() != size.max(UVec2::ONE) {
            *self = Self::new(size);
        }
    }

    pub(crate) const fn size(&self) -> UVec2 {
        uvec2(self.width as u32, self.height as u32)
    }

    /// The whole canvas.
    pub(crate) fn area(&self) -> Rect {
        Rect::from_size(IVec2::ZERO, self.size())
    }

    pub(crate) fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Lets only the pixels of `area` be drawn on; returns the area before.
    pub(crate) fn set_clip(&mut self, area: Rect) -> Rect {
        let clip = area.intersection(&self.area());
        std::mem::replace(&mut self.clip, clip)
    }

    /// The pixels of row `y` from `x` on, `length` of them; the caller keeps within the canvas.
    pub(crate) fn row_mut(&mut self, x: usize, y: usize, length: usize) -> &mut [u32] {
        let start = y * self.width + x;
        &mut self.pixels[start..start + length]
    }

    /// Copies a part of row `from` to row `to`; the caller keeps within the canvas.
    pub(crate) fn copy_row(&mut self, x: usize, from: usize, to: usize, length: usize) {
        let start = from * self.width + x;
        self.pixels.copy_within(start..start + length, to * self.width + x);
    }

    /// The color at a pixel; black outside.
    #[cfg(test)]
    pub(crate) fn get(&self, at: IVec2) -> Rgb {
        Rgb(if self.area().contains(at) { self.pixels[at.y as usize * self.width + at.x as usize] } else { 0 })
    }

    /// Lays `color` over one pixel; `alpha` is how much of it is seen, of 255.
    pub(crate) fn blend(&mut self, at: IVec2, color: Rgb, alpha: u32) {
        if self.clip.contains(at) {
            let pixel = &mut self.pixels[at.y as usize * self.width + at.x as usize];
            *pixel = Rgb(*pixel).under(color, alpha).0;
        }
    }

    /// Lays `color` over a rectangle.
    pub(crate) fn fill(&mut self, area: Rect, color: Rgb, alpha: u32) {
        let area = area.intersection(&self.clip);
        for y in area.min.y..area.max.y {
            for pixel in self.row_mut(area.min.x as usize, y as usize, area.width() as usize) {
                *pixel = Rgb(*pixel).under(color, alpha).0;
            }
        }
    }

    /// Lays `color` over the border of a rectangle, `thickness` pixels inward.
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

    /// A triangle, filled.
    pub(crate) fn triangle(&mut self, corners: [Vec2; 3], color: Rgb) {
        let [a, b, c] = corners;
        let min = a.min(b).min(c).floor().as_ivec2();
        let max = a.max(b).max(c).ceil().as_ivec2();
        let area = Rect::new(min, max).intersection(&self.clip);
        let side = |from: Vec2, to: Vec2, at: Vec2| (to - from).perp_dot(at - from);
        for y in area.min.y..area.max.y {
            for x in area.min.x..area.max.x {
                let at = ivec2(x, y).as_vec2() + 0.5;
                let sides = [side(a, b, at), side(b, c, at), side(c, a, at)];
                if sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0) {
                    self.blend(ivec2(x, y), color, 255);
                }
            }
        }
    }

    /// An arrow from `from` along a unit direction, dark around its edges.
    pub(crate) fn arrow(&mut self, from: Vec2, direction: Vec2, length: f32, width: f32, color: Rgb) {
        let aside = direction.perp();
        for (color, more) in [(PANEL, 2.0), (color, 0.0)] {
            let head = 3.0 * width + more;
            let tip = from + direction * (length + more);
            let neck = tip - direction * head;
            self.stroke(from, neck, width + more, color);
            self.triangle([tip, neck + aside * head * 0.6, neck - aside * head * 0.6], color);
        }
    }

    /// The head of an arrow with its tip at `tip`, dark around its edges.
    pub(crate) fn head(&mut self, tip: Vec2, direction: Vec2, length: f32, color: Rgb) {
        for (color, more) in [(PANEL, 2.0), (color, 0.0)] {
            let tip = tip + direction * more * 1.5;
            let neck = tip - direction * (length + more * 2.5);
            let aside = direction.perp() * (length * 0.6 + more);
            self.triangle([tip, neck + aside, neck - aside], color);
        }
    }

    /// A ring of one pixel's width.
    pub(crate) fn ring(&mut self, center: Vec2, radius: f32, color: Rgb, alpha: u32) {
        // An eighth of it, pixel by pixel, and the rest mirrored; each pixel once.
        let mut drawn = Vec::new();
        for along in 0..=(radius * std::f32::consts::FRAC_1_SQRT_2).ceil() as i32 {
            let across = (radius * radius - (along * along) as f32).max(0.0).sqrt().round() as i32;
            for (x, y) in [(along, across), (across, along)] {
                drawn.extend([ivec2(x, y), ivec2(-x, y), ivec2(x, -y), ivec2(-x, -y)]);
            }
        }
        drawn.sort_unstable_by_key(|at| (at.y, at.x));
        drawn.dedup();
        drawn.iter().for_each(|&at| self.blend(center.floor().as_ivec2() + at, color, alpha));
    }

    /// Red, green and blue of every pixel, row after row.
    pub(crate) fn to_rgb(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|&pixel| Rgb(pixel).channels()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
