use super::Canvas;
use crate::demo::color::Rgb;
use tileray::Rect;
use tileray::glam::{Vec2, ivec2};

/// Into how many lines a row of pixels is cut to find how much of each pixel a polygon covers.
const LINES: usize = 4;

impl Canvas {
    /// A polygon, filled, with soft edges; where it covers itself, every second layer is a hole.
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

    /// The border of a polygon.
    pub(crate) fn outline(&mut self, corners: &[Vec2], width: f32, color: Rgb) {
        for (index, &from) in corners.iter().enumerate() {
            self.stroke(from, corners[(index + 1) % corners.len()], width, color);
        }
    }
}

/// Where the edges cross a horizontal line, from left to right.
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

/// Adds to each pixel how much of it lies from `left` to `right`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{uvec2, vec2};

    #[test]
    fn as_much_is_covered_as_the_polygon_has_area() {
        let corners = [vec2(3.3, 4.1), vec2(50.2, 9.0), vec2(30.0, 20.5), vec2(55.7, 36.0), vec2(8.0, 31.0)];
        let mut canvas = Canvas::new(uvec2(60, 40));
        canvas.fill_polygon(&corners, Rgb::WHITE, 255);
        let ink: f32 = canvas.pixels().iter().map(|&pixel| f32::from(Rgb(pixel).channels()[0]) / 255.0).sum();
        let area = tileray::Polygon::new(corners.to_vec()).expect("it is simple").area();
        assert!((ink - area).abs() < area * 0.01, "{ink} of {area}");
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let mut canvas = Canvas::new(uvec2(4, 4));
        canvas.fill_polygon(&[vec2(-9.0, -9.0), vec2(90.0, -9.0), vec2(2.0, 900.0)], Rgb::WHITE, 255);
        assert_eq!(canvas.get(ivec2(2, 2)), Rgb::WHITE);
        canvas.fill_polygon(&[vec2(f32::NAN, 0.0), vec2(1.0, 1.0), vec2(0.0, 2.0)], Rgb::BLACK, 255);
        canvas.fill_polygon(&[], Rgb::BLACK, 255);
        assert_eq!(canvas.get(ivec2(2, 2)), Rgb::WHITE);
    }
}
