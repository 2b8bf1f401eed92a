//! Pictures of the game: the view of the camera, drawn into an array of pixels.

mod canvas;
mod hud;
mod light;
mod painting;
mod scale;
mod sheet;

use canvas::Canvas;

use super::game::{self, Game, HeroPose, Level, Shot};
use anyhow::Result;
use light::Light;
use painting::Painting;
use scale::Scale;
use sheet::Sheet;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, vec2};
use tileray::motion::Side;
use tileray::tile::TileImage;

/// The scrolling speed of the farthest layer, as a fraction of the nearest.
const PARALLAX: f32 = 0.5;

/// What the player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Title,
    Playing,
    Paused,
    Won,
}

/// All that a picture shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Game,
    pub(crate) screen: Screen,
    /// Steps since the screen was entered, and since the session began.
    pub(crate) screen_time: u32,
    pub(crate) time: u32,
    /// A note for the corner.
    pub(crate) note: &'a str,
}

/// Draws the game.
pub(crate) struct View {
    canvas: Canvas,
    /// The map's layers: far away, behind the solid ones, the solid ones, and in front of them.
    far: Painting,
    behind: Painting,
    solid: Painting,
    front: Painting,
    hero: Sheet,
    drone: Sheet,
    coin: Sheet,
    platform: Sheet,
    flag: Sheet,
    light: Light,
}

impl View {
    /// Creates the view of a level. `picture` decodes a sprite sheet, by the name of its file.
    pub(crate) fn new(level: &Level, mut picture: impl FnMut(&str) -> Result<TileImage>) -> Result<Self> {
        let map = &level.map;
        let mut sheet = |file: &str, frame: (i32, i32)| Sheet::new(file, picture(file)?, frame.into());
        Ok(Self {
            canvas: Canvas::new(UVec2::ZERO),
            far: Painting::of(map, &["background"])?,
            behind: Painting::of(map, &["shade", "behind"])?,
            solid: Painting::of(map, &["ground", "ledges", "game/planks", "game/machines"])?,
            front: Painting::of(map, &["decor"])?,
            hero: sheet("hero-moves.png", (16, 16))?,
            drone: sheet("drone.png", (16, 16))?,
            coin: sheet("coin.png", (12, 12))?,
            platform: sheet("platform.png", (48, 8))?,
            flag: sheet("flag.png", (16, 32))?,
            light: Light::default(),
        })
    }

    /// Forgets what was seen: a game begins.
    pub(crate) fn begin(&mut self, _game: &Game) {}

    /// Follows one step of the game.
    pub(crate) fn step(&mut self, _game: &Game) {}

    /// Draws a scene into `frame`, rows of 0x00RRGGBB pixels from the top. Nothing is drawn where `frame` has not as many
    /// pixels as `size` says.
    pub(crate) fn draw(&mut self, scene: &Scene<'_>, frame: &mut [u32], size: UVec2) {
        if size.x as usize * size.y as usize != frame.len() || frame.is_empty() {
            return;
        }
        let scale = Scale::of(size);
        if self.canvas.size() != scale.picture {
            self.canvas = Canvas::new(scale.picture);
        }
        self.draw_world(scene.game);
        hud::draw(&mut self.canvas, scene);
        scale.draw(self.canvas.pixels(), frame);
    }

    fn draw_world(&mut self, game: &Game) {
        let camera = Self::camera(game, self.canvas.size().as_ivec2());
        self.draw_rock(game, camera);
        self.draw_objects(game, camera);
        let canvas = &mut self.canvas;
        self.front.draw(canvas, camera, |pixel| game.terrain.is_solid(pixel) || !game.level.terrain.is_solid(pixel));
        self.light.shine(canvas, game, camera);
        game.shots.iter().for_each(|shot| draw_shot(canvas, camera, shot));
        for (eye, (at, left)) in game.drones.iter().filter_map(|drone| Some((drone.eye(), drone.aim?))) {
            // The line of aim grows brighter until the shot.
            let opacity = 160_u32.saturating_sub(3 * left) as u8;
            canvas.line(eye - camera.as_vec2(), at - camera.as_vec2(), 0xff_3040, opacity);
        }
        if let Some((from, to)) = game.beam.line {
            for (offset, color) in [(-1.0, 0x30_70ff), (1.0, 0x30_70ff), (0.0, 0xe0_f4ff)] {
                let offset = vec2(0.0, offset) - camera.as_vec2();
                canvas.line(from + offset, to + offset, color, 255);
            }
        }
    }

    /// Returns the world position of the picture's top left corner: the hero is centered, within the map.
    fn camera(game: &Game, size: IVec2) -> IVec2 {
        let bounds = game.terrain.bounds();
        let most = (bounds.max - size).max(bounds.min);
        let wanted = game.hero.chest().as_ivec2() - size / 2 - ivec2(0, 12);
        wanted.clamp(bounds.min, most)
    }

    fn draw_rock(&mut self, game: &Game, camera: IVec2) {
        let canvas = &mut self.canvas;
        canvas.clear(0x10_0c18);
        let far = (camera.as_vec2() * PARALLAX).as_ivec2();
        self.far.draw(canvas, far, |_| true);
        self.behind.draw(canvas, camera, |_| true);
        // Pixels that were dug away are not drawn; pixels that never were solid are.
        self.solid.draw(canvas, camera, |pixel| game.terrain.is_solid(pixel) || !game.level.terrain.is_solid(pixel));
    }

    fn draw_objects(&mut self, game: &Game, camera: IVec2) {
        let (canvas, time) = (&mut self.canvas, game.time as usize);
        let flag = usize::from(game.is_won);
        self.flag.draw(canvas, game.level.checkpoint.min - camera, flag, Side::Right);
        for solid in &game.solids {
            self.platform.draw(canvas, solid.position() - camera, 0, Side::Right);
        }
        for coin in game.coins.iter().filter(|coin| !coin.is_taken) {
            self.coin.draw(
                canvas,
                coin.corner(&game.level.coin) - camera,
                time / 6 + coin.center.x as usize,
                Side::Right,
            );
        }
        for drone in game.drones.iter().filter(|drone| drone.is_alive()) {
            self.drone.draw(canvas, drone.body.position() - camera, time / 5, Side::Right);
        }
        let hero = &game.hero;
        // The hero blinks while invulnerable.
        if hero.invulnerable % 8 < 5 {
            let frame = match hero.pose() {
                HeroPose::Idle => time / 30 % 2,
                HeroPose::Run => 2 + hero.run as usize / 8 % 4,
                HeroPose::Jump => 6,
                HeroPose::Fall => 7,
            };
            self.hero.draw(canvas, hero.feet() - ivec2(8, 16) - camera, frame, hero.facing);
        }
    }
}

fn draw_shot(canvas: &mut Canvas, camera: IVec2, shot: &Shot) {
    let (from, to): (Vec2, Vec2) = (shot.from - camera.as_vec2(), shot.to - camera.as_vec2());
    canvas.line(from, to, 0xff_a060, (shot.glow * 25) as u8);
}
