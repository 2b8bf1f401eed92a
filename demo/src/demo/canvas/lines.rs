use super::Canvas;
use crate::demo::color::Rgb;
use tileray::Rect;
use tileray::glam::{Vec2, ivec2};

impl Canvas {
    /// A straight stroke with soft edges and round ends.
    pub(crate) fn stroke(&mut self, from: Vec2, to: Vec2, width: f32, color: Rgb) {
        self.line(from, to, width, color, 255);
    }

    /// A stroke of which `alpha` is seen, of 255. It looks only at the pixels near it, row by row.
    pub(crate) fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Rgb, alpha: u32) {
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
            // The parts of the stroke that the row comes near to.
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
                    self.blend(ivec2(x, y), color, (cover * alpha as f32) as u32);
                }
            }
        }
    }

    /// A stroke through all points, and back to the first where it is `closed`; `dash` pixels of it are drawn, then as many
    /// are not.
    pub(crate) fn dashes(&mut self, points: &[Vec2], closed: bool, dash: f32, width: f32, color: Rgb) {
        let legs = if closed { points.len() } else { points.len().saturating_sub(1) };
        // How far the current dash, or the gap after it, has come.
        let (mut done, mut drawn) = (0.0, true);
        for leg in 0..legs {
            let (from, to) = (points[leg], points[(leg + 1) % points.len()]);
            let length = from.distance(to);
            // Past what any screen shows there is nothing to see, and far too much to draw.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{uvec2, vec2};

    #[test]
    fn a_stroke_covers_what_is_near_it_and_nothing_else() {
        for (from, to) in [
            (vec2(3.0, 4.0), vec2(55.0, 21.0)),
            (vec2(40.0, 30.0), vec2(38.5, 2.0)),
            (vec2(5.0, 9.0), vec2(50.0, 9.0)),
            (vec2(20.0, 20.0), vec2(20.0, 20.0)),
            (vec2(-30.0, -9.0), vec2(90.0, 50.0)),
        ] {
            let mut canvas = Canvas::new(uvec2(60, 40));
            canvas.stroke(from, to, 3.0, Rgb::WHITE);
            for at in (0..40).flat_map(|y| (0..60).map(move |x| ivec2(x, y))) {
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
}
