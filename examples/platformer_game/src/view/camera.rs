use crate::game::Game;
use tileray::Rect;
use tileray::glam::{IVec2, Vec2, vec2};

/// The distance that the camera looks ahead of the hero, in pixels.
const AHEAD: f32 = 26.0;
/// The part of the way to its aim that the camera goes in a step, along x and y.
const HASTE: Vec2 = Vec2::new(0.07, 0.12);
/// The farthest that the hero gets from the middle of the picture, in pixels.
const REACH: Vec2 = Vec2::new(70.0, 44.0);

/// Follows the hero, a little ahead of it.
#[derive(Debug, Default)]
pub(super) struct Camera {
    center: Vec2,
}

impl Camera {
    /// Looks at the hero at once.
    pub(super) fn begin(&mut self, game: &Game) {
        self.center = aim(game);
    }

    pub(super) fn step(&mut self, game: &Game) {
        let chest = game.hero.drawn_chest();
        self.center += (aim(game) - self.center) * HASTE;
        self.center = self.center.clamp(chest - REACH, chest + REACH);
    }

    /// Returns the pixel of the world at the top left corner of a picture. The picture stays on the map if it fits.
    pub(super) fn corner(&self, picture: IVec2, world: Rect) -> IVec2 {
        let most = (world.max - picture).max(world.min);
        (self.center.round().as_ivec2() - picture / 2).clamp(world.min, most)
    }
}

fn aim(game: &Game) -> Vec2 {
    let hero = &game.hero;
    hero.drawn_chest() + vec2(hero.facing.sign() as f32 * AHEAD, -12.0)
}
