//! What moves, and what can be taken.

use crate::cave::{COIN, CRATE, DRONE, FLAG, HERO, PLATFORM};
use macroquad::prelude::{
    Color, DrawTextureParams, FilterMode, Rect, Texture2D, WHITE, draw_line, draw_texture_ex,
};
use platformer_game::game::Game;
use platformer_game::view::hero_frame;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::motion::Side;

/// The textures of the sprites.
pub(crate) struct Sprites {
    hero: Sheet,
    coin: Sheet,
    drone: Sheet,
    flag: Sheet,
    platform: Sheet,
    crates: Sheet,
}

impl Sprites {
    pub(crate) fn new() -> Self {
        Self {
            hero: Sheet::new(HERO, ivec2(16, 16)),
            coin: Sheet::new(COIN, ivec2(12, 12)),
            drone: Sheet::new(DRONE, ivec2(16, 16)),
            flag: Sheet::new(FLAG, ivec2(16, 32)),
            platform: Sheet::new(PLATFORM, ivec2(48, 8)),
            crates: Sheet::new(CRATE, ivec2(32, 32)),
        }
    }

    /// Draws all of a game. `at` chooses the place between those before and after the last step.
    pub(crate) fn draw(&self, before: &Game, game: &Game, at: impl Fn(Vec2, Vec2) -> Vec2) {
        let corner = |then: IVec2, now: IVec2| at(then.as_vec2(), now.as_vec2());
        let time = game.time as usize;
        let flag = game.level.checkpoint.min;
        self.flag.draw(flag.as_vec2(), usize::from(game.is_won), Side::Right);
        for (index, (then, now)) in before.solids.iter().zip(&game.solids).enumerate() {
            let sheet = if index < game.platforms.len() { &self.platform } else { &self.crates };
            sheet.draw(at(then.exact_position(), now.exact_position()), 0, Side::Right);
        }
        for coin in game.coins.iter().filter(|coin| !coin.is_taken) {
            let corner = coin.corner(&game.level.coin).as_vec2();
            self.coin.draw(corner, time / 6 + coin.center.x as usize, Side::Right);
        }
        let drones = before.drones.iter().zip(&game.drones);
        for (then, now) in drones.filter(|(_, drone)| drone.is_alive()) {
            let corner = corner(then.body.position(), now.body.position());
            self.drone.draw(corner, time / 5, Side::Right);
        }
        let ((then, _), (now, frame)) = (hero_frame(before), hero_frame(game));
        // The hero blinks while it is invulnerable.
        if game.hero.invulnerable % 8 < 5 {
            self.hero.draw(at(then, now), frame, game.hero.facing);
        }
        let shots = game.shots.iter().map(|shot| ((shot.from, shot.to), SHOT));
        for ((from, to), color) in game.beam.line.map(|line| (line, BEAM)).into_iter().chain(shots)
        {
            draw_line(from.x, from.y, to.x, to.y, 2.0, color);
        }
    }
}

const BEAM: Color = Color::new(0.4, 0.7, 1.0, 0.9);
const SHOT: Color = Color::new(1.0, 0.6, 0.4, 0.9);

/// Frames of equal size in a row.
struct Sheet {
    texture: Texture2D,
    frame: IVec2,
}

impl Sheet {
    fn new(png: &[u8], frame: IVec2) -> Self {
        let texture = Texture2D::from_file_with_format(png, None);
        texture.set_filter(FilterMode::Nearest);
        Self { texture, frame }
    }

    /// Draws a frame, modulo their number, mirrored if it is facing left.
    fn draw(&self, corner: Vec2, frame: usize, facing: Side) {
        let size = self.frame.as_vec2();
        let frames = (self.texture.width() / size.x) as usize;
        let left = (frame % frames) as f32 * size.x;
        let params = DrawTextureParams {
            source: Some(Rect::new(left, 0.0, size.x, size.y)),
            flip_x: facing == Side::Left,
            ..DrawTextureParams::default()
        };
        draw_texture_ex(&self.texture, corner.x, corner.y, WHITE, params);
    }
}
