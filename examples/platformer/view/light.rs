use super::Canvas;
use super::game::Game;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::sight::{SightOptions, VisiblePixels};
use tileray::{LayerMask, terrain::OneWayRule};

/// A lamp of the level.
struct Lamp {
    at: Vec2,
    /// The pixels that it reaches.
    radius: f32,
    /// Parts of 256 of red, green and blue at its center.
    color: [f32; 3],
}

/// Parts of 256 of red, green and blue that are seen where no lamp shines.
const DARK: [f32; 3] = [92.0, 96.0, 136.0];
/// The side of the square over which light is averaged, in pixels: edges of shadows are soft, and rock glows a little.
const SOFTNESS: usize = 7;

/// The light of all lamps on the picture.
#[derive(Default)]
pub(super) struct Light {
    seen: Vec<VisiblePixels>,
    /// Red, green and blue of each pixel, in parts of 256.
    levels: [Vec<f32>; 3],
}

impl Light {
    /// Darkens the picture where no lamp shines. Ledges that can be passed from below throw no shadow.
    pub(super) fn shine(&mut self, canvas: &mut Canvas, game: &Game, camera: IVec2) {
        let (size, corner) = (canvas.size().as_ivec2(), camera.as_vec2());
        let is_near = |lamp: &Lamp| lamp.at.distance(lamp.at.clamp(corner, corner + size.as_vec2())) < lamp.radius;
        let lamps: Vec<Lamp> = lamps(game).into_iter().filter(is_near).collect();
        let views: Vec<(IVec2, f32)> = lamps.iter().map(|lamp| (lamp.at.floor().as_ivec2(), lamp.radius)).collect();
        let options = SightOptions { layers: LayerMask::ALL, one_way: OneWayRule::Free, ..SightOptions::default() };
        self.seen.resize(lamps.len(), VisiblePixels::default());
        game.terrain.visible_pixels_batch(&views, &options, &mut self.seen);

        for (channel, levels) in self.levels.iter_mut().enumerate() {
            levels.clear();
            levels.resize((size.x * size.y) as usize, 0.0);
            for (lamp, seen) in lamps.iter().zip(&self.seen) {
                let bounds = seen.bounds();
                let (min, max) = ((bounds.min - camera).max(IVec2::ZERO), (bounds.max - camera).min(size));
                for (y, x) in (min.y..max.y).flat_map(|y| (min.x..max.x).map(move |x| (y, x))) {
                    let pixel = camera + ivec2(x, y);
                    if seen.sees(pixel) || seen.lights(pixel) {
                        let part = (pixel.as_vec2() + 0.5 - lamp.at).length_squared() / (lamp.radius * lamp.radius);
                        levels[(y * size.x + x) as usize] += lamp.color[channel] * (1.0 - part).max(0.0);
                    }
                }
            }
            blur(levels, size.x as usize);
        }
        for (index, pixel) in canvas.pixels_mut().iter_mut().enumerate() {
            let shaded = [(0, 16), (1, 8), (2, 0)].map(|(channel, shift)| {
                let level = (DARK[channel] + self.levels[channel][index]).min(300.0);
                let color = (*pixel >> shift & 255) as f32 * level / 256.0;
                (color.min(255.0) as u32) << shift
            });
            *pixel = shaded[0] | shaded[1] | shaded[2];
        }
    }
}

/// Returns the lamps: the hero's, the flag's, and the glow of coins and drones.
fn lamps(game: &Game) -> Vec<Lamp> {
    let mut lamps = vec![Lamp { at: game.hero.chest(), radius: 130.0, color: [240.0, 215.0, 155.0] }];
    let flag = game.level.checkpoint;
    lamps.push(Lamp {
        at: (flag.min + flag.max).as_vec2() / 2.0,
        radius: 70.0,
        color: if game.is_won { [90.0, 220.0, 90.0] } else { [200.0, 110.0, 60.0] },
    });
    let coins = game.coins.iter().filter(|coin| !coin.is_taken);
    lamps.extend(coins.map(|coin| Lamp { at: coin.center.as_vec2(), radius: 26.0, color: [130.0, 110.0, 30.0] }));
    let drones = game.drones.iter().filter(|drone| drone.is_alive());
    lamps.extend(drones.map(|drone| Lamp { at: drone.eye(), radius: 60.0, color: [150.0, 30.0, 40.0] }));
    lamps
}

/// Averages each number with its neighbors: along rows, then along columns.
fn blur(levels: &mut [f32], width: usize) {
    let height = levels.len() / width;
    let mut line = Vec::new();
    let mut average = |start: usize, step: usize, count: usize| {
        line.clear();
        line.extend((0..count).map(|index| levels[start + index * step]));
        let reach = SOFTNESS / 2;
        let mut sum: f32 = line[..reach.min(count)].iter().sum();
        for index in 0..count {
            sum += line.get(index + reach).copied().unwrap_or(0.0);
            levels[start + index * step] = sum.max(0.0) / SOFTNESS as f32;
            if index >= reach {
                sum -= line[index - reach];
            }
        }
    };
    (0..height).for_each(|y| average(y * width, 1, width));
    (0..width).for_each(|x| average(x, width, height));
}
