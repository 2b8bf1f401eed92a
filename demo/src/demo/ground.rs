use super::canvas::Canvas;
use super::color::{self, Rgb};
use tileray::Rect;
use tileray::glam::{UVec2, ivec2};

/// How far the dots on the ground lie from each other, in pixels of the screen.
const DOTS: i32 = 32;

/// The ground that bodies lie on.
pub(crate) fn paint_ground(canvas: &mut Canvas) {
    let area = canvas.area();
    canvas.fill(area, color::TABLE, 255);
    for y in (DOTS / 2..area.max.y).step_by(DOTS as usize) {
        for x in (DOTS / 2..area.max.x).step_by(DOTS as usize) {
            canvas.fill(Rect::from_size(ivec2(x, y), UVec2::ONE), Rgb::WHITE, 34);
        }
    }
}
