//! Pictures of the game: the view of the camera, in the light of its lamps, with debris and texts.
//!
//! ```text
//! each step:     dug pixels ─▶ debris, erased pixels    hero ─▶ camera
//! each picture:  paintings, sprites, debris ─▶ light ─▶ beams ─▶ texts ─▶ scaled into the frame
//! ```

mod camera;
mod canvas;
mod debris;
mod hud;
mod light;
mod painting;
mod scale;
mod sheet;

pub(crate) use hud::Scene;
pub use hud::{Hints, Screen};

use crate::game::{Game, HeroPose, Level, Shot};
use anyhow::Result;
use camera::Camera;
use canvas::Canvas;
use debris::Debris;
use hud::Layout;
use light::{Lamp, Lamps, LightMap, is_near};
use painting::Painting;
use scale::Scale;
use sheet::Sheet;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, Vec2, vec2};
use tileray::motion::Side;
use tileray::tile::TileImage;

/// The lamps of the hero, the flag, the drones and the end of a beam: radius and color.
const HERO_LAMP: (f32, [f32; 3]) = (165.0, [1.15, 1.0, 0.72]);
const FLAG_LAMP: (f32, [f32; 3]) = (84.0, [0.75, 0.40, 0.22]);
const WON_LAMP: (f32, [f32; 3]) = (110.0, [0.45, 1.0, 0.45]);
const DRONE_LAMP: (f32, [f32; 3]) = (56.0, [0.80, 0.16, 0.20]);
const BEAM_LAMP: (f32, [f32; 3]) = (64.0, [0.35, 0.70, 1.20]);
const SHOT_LAMP: (f32, [f32; 3]) = (60.0, [1.00, 0.55, 0.30]);

/// Draws the game.
pub struct View {
    canvas: Canvas,
    /// The map's layers: behind the solid ones, the solid ones, and in front of them.
    behind: Painting,
    solid: Painting,
    front: Painting,
    hero: Sheet,
    drone: Sheet,
    coin: Sheet,
    platform: Sheet,
    crates: Sheet,
    flag: Sheet,
    lamps: Lamps,
    light: LightMap,
    /// For each pixel of the canvas whether rock is drawn there.
    is_rock: Vec<bool>,
    debris: Debris,
    camera: Camera,
    hints: &'static Hints,
}

impl View {
    /// Creates the view of a level, with the texts that tell how to play. `picture` decodes a sprite sheet, by the name of
    /// its file.
    pub fn new(
        level: &Level,
        hints: &'static Hints,
        mut picture: impl FnMut(&str) -> Result<TileImage>,
    ) -> Result<Self> {
        let map = &level.map;
        let mut sheet = |file: &str, frame: (i32, i32)| Sheet::new(file, picture(file)?, frame.into());
        Ok(Self {
            canvas: Canvas::new(UVec2::ZERO),
            behind: Painting::of(map, &["background", "shade", "behind"])?,
            solid: Painting::of(map, &["ground", "ledges", "game/planks", "game/machines"])?,
            front: Painting::of(map, &["decor"])?,
            hero: sheet("hero-moves.png", (16, 16))?,
            drone: sheet("drone.png", (16, 16))?,
            coin: sheet("coin.png", (12, 12))?,
            platform: sheet("platform.png", (48, 8))?,
            crates: sheet("crate.png", (32, 32))?,
            flag: sheet("flag.png", (16, 32))?,
            lamps: Lamps::of(level),
            light: LightMap::default(),
            is_rock: Vec::new(),
            debris: Debris::default(),
            camera: Camera::default(),
            hints,
        })
    }

    /// Resets the view for a new game.
    pub(crate) fn begin(&mut self, game: &Game) {
        self.solid.restore();
        self.front.restore();
        self.lamps.clear();
        self.debris.clear();
        self.camera.begin(game);
    }

    /// Follows one step of the game. Each step must be followed, as it may have dug pixels away.
    pub(crate) fn step(&mut self, game: &Game) {
        if let Some(dug) = &game.dug {
            self.debris.throw(dug, game.hero.chest(), &self.solid);
            self.solid.erase(dug);
            self.front.erase(dug);
            self.lamps.dig(dug);
        }
        self.debris.step(&game.terrain);
        self.camera.step(game);
    }

    /// Draws a scene into `frame`, rows of 0x00RRGGBB pixels from the top. Draws nothing if `frame` does not have as
    /// many pixels as `size`.
    pub(crate) fn draw(&mut self, scene: &Scene<'_>, frame: &mut [u32], size: UVec2) {
        if size.x as usize * size.y as usize != frame.len() || frame.is_empty() {
            return;
        }
        let scale = Scale::of(size);
        if self.canvas.size() != scale.picture {
            self.canvas = Canvas::new(scale.picture);
        }
        self.draw_world(scene.game);
        if matches!(scene.screen, Screen::Title | Screen::Paused) {
            self.canvas.dim(140);
        }
        Layout::of(scene, self.hints, scale.picture).draw(&mut self.canvas, scene, &self.coin);
        scale.draw(self.canvas.pixels(), frame);
    }

    fn draw_world(&mut self, game: &Game) {
        let size = self.canvas.size();
        let camera = self.camera.corner(size.as_ivec2(), game.terrain.bounds());
        self.draw_rock(camera);
        self.draw_objects(game, camera);
        self.shine(game, camera);
        let canvas = &mut self.canvas;
        game.shots.iter().for_each(|shot| draw_shot(canvas, camera, shot));
        for (eye, (at, left)) in game.drones.iter().filter_map(|drone| Some((drone.eye(), drone.aim?))) {
            // The line of aim grows brighter until the shot.
            let opacity = 160_u32.saturating_sub(3 * left) as u8;
            canvas.line(eye - camera.as_vec2(), at - camera.as_vec2(), 0xff_3040, opacity);
        }
        if let Some((from, to)) = game.beam.line {
            draw_beam(canvas, from - camera.as_vec2(), to - camera.as_vec2(), game.time);
        }
    }

    fn draw_rock(&mut self, camera: IVec2) {
        let canvas = &mut self.canvas;
        canvas.clear(0x10_0c18);
        self.is_rock.clear();
        self.is_rock.resize(canvas.pixels().len(), false);
        self.behind.draw(canvas, camera, |_| {});
        self.solid.draw(canvas, camera, |index| self.is_rock[index] = true);
    }

    fn draw_objects(&mut self, game: &Game, camera: IVec2) {
        let (canvas, time) = (&mut self.canvas, game.time as usize);
        let flag = usize::from(game.is_won);
        self.flag.draw(canvas, game.level.checkpoint.min - camera, flag, Side::Right);
        let (platforms, crates) = game.platforms_and_crates();
        for (sheet, solids) in [(&self.platform, platforms), (&self.crates, crates)] {
            solids.iter().for_each(|solid| sheet.draw(canvas, solid.position() - camera, 0, Side::Right));
        }
        for coin in game.coins.iter().filter(|coin| !coin.is_taken) {
            let corner = coin.corner(&game.level.coin) - camera;
            self.coin.draw(canvas, corner, time / 6 + coin.center.x as usize, Side::Right);
        }
        for drone in game.drones.iter().filter(|drone| drone.is_alive()) {
            self.drone.draw(canvas, drone.body.position() - camera, time / 5, Side::Right);
        }
        // The hero blinks while it is invulnerable.
        if game.hero.invulnerable % 8 < 5 {
            let (corner, frame) = hero_frame(game);
            self.hero.draw(canvas, corner.round().as_ivec2() - camera, frame, game.hero.facing);
        }
        self.debris.draw(canvas, camera);
        self.front.draw(canvas, camera, |index| self.is_rock[index] = false);
    }

    /// Lights the picture.
    fn shine(&mut self, game: &Game, camera: IVec2) {
        let (light, is_rock) = (&mut self.light, &self.is_rock);
        let picture = Rect::from_size(camera, self.canvas.size());
        light.clear(picture);
        self.lamps.each(game, picture, |lamp, strength| light.add(lamp, strength, is_rock));
        let flag = game.level.checkpoint;
        let mut moving = vec![
            (game.hero.chest(), HERO_LAMP, 1.0),
            ((flag.min + flag.max).as_vec2() / 2.0, if game.is_won { WON_LAMP } else { FLAG_LAMP }, 1.0),
        ];
        moving.extend(game.beam.line.map(|(from, to)| {
            // Just before what the beam hit, which may be rock.
            (to - (to - from).normalize_or_zero() * 1.5, BEAM_LAMP, 0.8 + 0.2 * (game.time % 3) as f32)
        }));
        let drones = game.drones.iter().filter(|drone| drone.is_alive());
        moving.extend(drones.map(|drone| (drone.eye(), DRONE_LAMP, 1.0)));
        moving.extend(game.shots.iter().map(|shot| {
            (shot.to - (shot.to - shot.from).normalize_or_zero() * 1.5, SHOT_LAMP, shot.glow as f32 / 10.0)
        }));
        for (at, (radius, color), strength) in moving {
            if is_near(at, radius, picture) {
                light.add(&Lamp::new(&game.terrain, at, radius, color), strength, is_rock);
            }
        }
        light.shine(&mut self.canvas, is_rock);
    }
}

/// Returns the corner of the hero's picture in the world, and its frame.
pub fn hero_frame(game: &Game) -> (Vec2, usize) {
    let (hero, time) = (&game.hero, game.time as usize);
    let frame = match hero.pose() {
        HeroPose::Idle => time / 30 % 2,
        HeroPose::Run => 2 + hero.run as usize / 8 % 4,
        HeroPose::Jump => 6,
        HeroPose::Fall => 7,
    };
    // The picture has 16×16 pixels, and the feet are in the middle of its last row.
    (hero.drawn_chest() - vec2(8.0, 9.0), frame)
}

fn draw_shot(canvas: &mut Canvas, camera: IVec2, shot: &Shot) {
    let (from, to): (Vec2, Vec2) = (shot.from - camera.as_vec2(), shot.to - camera.as_vec2());
    canvas.line(from, to, 0xff_a060, (shot.glow * 25) as u8);
}

/// Draws a beam: a bright line in a flickering glow.
fn draw_beam(canvas: &mut Canvas, from: Vec2, to: Vec2, time: u32) {
    let flicker = 40 * (time % 2) as u8;
    for (offset, color, opacity) in [
        (-2.0, 0x30_70ff, 50 + flicker),
        (2.0, 0x30_70ff, 50 + flicker),
        (-1.0, 0x40_90ff, 180),
        (1.0, 0x40_90ff, 180),
        (0.0, 0xe0_f4ff, 255),
    ] {
        canvas.line(from + vec2(0.0, offset), to + vec2(0.0, offset), color, opacity);
    }
}
