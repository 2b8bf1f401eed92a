//! The game of the guide (`docs/platformer.md`) in ggez 0.10.
//!
//! Arrows or A and D walk, Space jumps, down drops through a plank, and the left mouse button digs.
//!
//! - ggez has a glam of its own (0.32). Its functions take `mint` types, and arrays become those.
//! - y points down in both.
//! - The level is one image. Digging changes a rectangle of it, and only that is sent to the GPU.

mod picture;

use ggez::conf::{WindowMode, WindowSetup};
use ggez::event::{self, EventHandler};
use ggez::graphics::{Canvas, Color, DrawParam, Image, ImageFormat, Sampler, ScreenImage};
use ggez::input::keyboard::KeyCode;
use ggez::input::mouse::MouseButton;
use ggez::winit::keyboard::PhysicalKey;
use ggez::{Context, ContextBuilder, GameError, GameResult};
use picture::Picture;
use platformer_game::{Clock, FERRY, Game, HERO, Input, Level, Options, Shot, View, course};
use std::cmp::Ordering;
use std::error::Error;
use std::process::ExitCode;
use tileray::glam::{UVec2, Vec2};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    // What is wrong with a map is said before there is a window.
    let options = Options::from_env()?;
    let level = options.map.as_deref().map_or_else(Level::cave, Level::open)?;
    // A picture is taken as fast as the machine draws.
    let setup = WindowSetup::default().title("Tileray: ggez").vsync(options.shot.is_none());
    let (ctx, events) = ContextBuilder::new("tileray-platformer", "tileray")
        .window_setup(setup)
        .window_mode(WindowMode::default().dimensions(1280.0, 720.0).resizable(true))
        .build()?;
    let app = App::new(&ctx, level, options.shot)?;
    event::run(ctx, events, app)?;
    Ok(())
}

struct App {
    game: Game,
    /// The state before the last step, for pictures between two steps. A clone shares the pixels of
    /// the terrain.
    before: Game,
    clock: Clock,
    view: View,
    looks_left: bool,
    picture: Picture,
    hero: Image,
    ferry: Image,
    recording: Option<Recording>,
}

/// A picture to take of the recorded course, of which each frame shows a step.
struct Recording {
    shot: Shot,
    inputs: Box<dyn Iterator<Item = Input>>,
    screen: ScreenImage,
    frames: u32,
}

impl App {
    fn new(ctx: &Context, level: Level, shot: Option<Shot>) -> GameResult<Self> {
        let game = level.start();
        let recording = shot.map(|shot| Recording {
            shot,
            inputs: Box::new(course()),
            screen: ScreenImage::new_raw(ctx, ImageFormat::Rgba8UnormSrgb, 1.0, 1.0, 1),
            frames: 0,
        });
        Ok(Self {
            before: game.clone(),
            clock: Clock::default(),
            view: view(ctx, &game, game.hero.exact_position()),
            looks_left: false,
            picture: Picture::new(&ctx.gfx, &game.terrain, level.solid),
            hero: Image::from_bytes(ctx, HERO)?,
            ferry: Image::from_bytes(ctx, FERRY)?,
            recording,
            game,
        })
    }

    fn step(&mut self, ctx: &Context, input: Input) {
        if input.walk != 0 {
            self.looks_left = input.walk < 0;
        }
        self.before = self.game.clone();
        let dirty = self.game.step(input);
        self.picture.update(&ctx.gfx, &self.game.terrain, dirty);
    }

    /// Draws the state between the last two steps. Its positions are for the eye alone, and never
    /// flow back into the game.
    fn draw_onto(&mut self, ctx: &Context, canvas: &mut Canvas, between: f32) {
        let at = |then: Vec2, now: Vec2| then.lerp(now, between).round();
        let hero_at = at(self.before.hero.exact_position(), self.game.hero.exact_position());
        self.view = view(ctx, &self.game, hero_at);
        // Each pixel of the level is a sharp square, and none takes color from the ones beside it.
        canvas.set_sampler(Sampler::nearest_clamp());
        let (corner, size) = (self.view.corner.as_vec2(), self.view.size);
        let screen = ggez::graphics::Rect::new(corner.x, corner.y, size.x, size.y);
        canvas.set_screen_coordinates(screen);

        let place = |at: Vec2| DrawParam::new().dest(at.to_array());
        canvas.draw(self.picture.image(), place(self.game.terrain.bounds().min.as_vec2()));
        for (then, now) in self.before.solids.iter().zip(&self.game.solids) {
            canvas.draw(&self.ferry, place(at(then.exact_position(), now.exact_position())));
        }
        // The picture is 16×24 pixels, the body 12×20: they share the middle of the lower edge.
        let (left, across) = if self.looks_left { (14.0, -1.0) } else { (-2.0, 1.0) };
        let corner = hero_at + Vec2::new(left, -4.0);
        canvas.draw(&self.hero, place(corner).scale([across, 1.0]));
    }
}

impl EventHandler for App {
    fn update(&mut self, ctx: &mut Context) -> GameResult {
        let Some(recording) = &mut self.recording else {
            // `check_update_time` would do for this clock, but it has no limit: after a minute
            // without frames it asks for 3,600 steps.
            let input = held_input(ctx, &self.view);
            for _ in 0..self.clock.steps(ctx.time.delta().as_secs_f32()) {
                self.step(ctx, input);
            }
            return Ok(());
        };
        recording.frames += 1;
        match recording.frames.cmp(&(recording.shot.frames + 1)) {
            Ordering::Less => {}
            Ordering::Equal => {
                recording.save(ctx, &self.game)?;
                ctx.request_quit();
                return Ok(());
            }
            // The loop takes a while to end.
            Ordering::Greater => return Ok(()),
        }
        let input = recording.inputs.next().unwrap_or_default();
        self.step(ctx, input);
        Ok(())
    }

    fn draw(&mut self, ctx: &mut Context) -> GameResult {
        let Some(mut recording) = self.recording.take() else {
            let mut canvas = Canvas::from_frame(ctx, Color::BLACK);
            self.draw_onto(ctx, &mut canvas, self.clock.between());
            return canvas.finish(ctx);
        };
        let mut canvas = Canvas::from_screen_image(ctx, &mut recording.screen, Color::BLACK);
        self.draw_onto(ctx, &mut canvas, 1.0);
        canvas.finish(ctx)?;
        let screen = recording.screen.image(ctx);
        self.recording = Some(recording);
        ctx.gfx.present(&screen)
    }
}

impl Recording {
    /// Writes the last frame, and prints how fast the frames were, and the state of the game.
    fn save(&mut self, ctx: &Context, game: &Game) -> GameResult {
        let (seconds, frames) = (ctx.time.time_since_start().as_secs_f64(), self.shot.frames);
        let screen = self.screen.image(ctx);
        let (pixels, path) = (screen.to_pixels(ctx)?, &self.shot.path);
        image::save_buffer(
            path,
            &pixels,
            screen.width(),
            screen.height(),
            image::ExtendedColorType::Rgba8,
        )
        .map_err(|error| GameError::CustomError(format!("{}: {error}", path.display())))?;
        let (rate, at) = (f64::from(frames) / seconds, game.hero.position());
        println!("{frames} frames in {seconds:.1} s, {rate:.0} a second");
        println!("hero at {}, {}, state {:016x}", at.x, at.y, game.hash());
        Ok(())
    }
}

/// Returns the view of the window around the hero, whose corner is drawn at a point.
fn view(ctx: &Context, game: &Game, hero_at: Vec2) -> View {
    let (width, height) = ctx.gfx.drawable_size();
    let window = UVec2::new(width as u32, height as u32);
    View::new(window, hero_at + Vec2::new(6.0, 10.0), game.terrain.bounds())
}

/// Returns the keys that are held, and the pixel of the level under the mouse while it digs.
fn held_input(ctx: &Context, view: &View) -> Input {
    let is_down = |codes: [KeyCode; 2]| {
        codes.iter().any(|code| ctx.keyboard.is_physical_key_pressed(&PhysicalKey::Code(*code)))
    };
    let mouse = ctx.mouse.position();
    let digs = ctx.mouse.button_pressed(MouseButton::Left);
    Input {
        walk: i8::from(is_down([KeyCode::ArrowRight, KeyCode::KeyD]))
            - i8::from(is_down([KeyCode::ArrowLeft, KeyCode::KeyA])),
        jump: is_down([KeyCode::Space, KeyCode::ArrowUp]),
        down: is_down([KeyCode::ArrowDown, KeyCode::KeyS]),
        dig: digs.then(|| view.pixel(Vec2::new(mouse.x, mouse.y))),
    }
}
