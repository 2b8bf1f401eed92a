use super::canvas::Canvas;
use super::light::LightMap;
use super::random::Random;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};

/// The side of the square that each mote floats in, in pixels.
const CELL: i32 = 26;
/// The speed of the drift, in pixels a step.
const DRIFT: Vec2 = Vec2::new(0.04, 0.025);
const COLOR: u32 = 0xff_e0b0;
/// The least light that shows a mote, of 1.
const LEAST: f32 = 0.12;

/// Draws motes of dust that float where light falls, over the pixels that are not rock.
pub(super) fn draw(canvas: &mut Canvas, light: &LightMap, is_rock: &[bool], camera: IVec2, time: u32) {
    let size = canvas.size().as_ivec2();
    // All squares drift together; each mote circles in its own.
    let drift = (DRIFT * time as f32).floor().as_ivec2();
    let corner = camera - drift;
    let (first, last) = (corner.div_euclid(IVec2::splat(CELL)), (corner + size).div_euclid(IVec2::splat(CELL)));
    for cell in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ivec2(x, y))) {
        let mut random = Random::new((cell.x as u32 as u64) << 32 | u64::from(cell.y as u32));
        let place = vec2(random.between(0.0, 1.0), random.between(0.0, 1.0)) * CELL as f32;
        let sway =
            vec2(wave(time, random.between(180.0, 420.0) as u32), wave(time, random.between(200.0, 380.0) as u32));
        let at = cell * CELL - corner + (place + sway * 6.0).as_ivec2();
        let level = light.brightness(at);
        let is_shown = level > LEAST && at.cmpge(IVec2::ZERO).all() && at.cmplt(size).all();
        if is_shown && !is_rock[(at.y * size.x + at.x) as usize] {
            let twinkle = 0.6 + 0.4 * wave(time, random.between(70.0, 160.0) as u32);
            canvas.add(at, COLOR, (level * twinkle * 120.0) as u8);
        }
    }
}

/// Returns a smooth wave from −1 to 1 of a period in steps.
fn wave(time: u32, period: u32) -> f32 {
    let part = 1.0 - (2.0 * (time % period) as f32 / period as f32 - 1.0).abs();
    2.0 * part * part * (3.0 - 2.0 * part) - 1.0
}
