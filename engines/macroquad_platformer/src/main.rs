//! The game of the guide (`docs/platformer.md`) in macroquad 0.4.
//!
//! Arrows or A and D walk, Space jumps, down drops through a plank, and the left mouse button digs.
//!
//! - macroquad has a glam of its own (0.27), so vectors cross the border as numbers.
//! - y points down in both, as long as the camera's `zoom.y` is above 0.
//! - The level is one texture. Digging changes a rectangle of it, and only that is sent to the GPU.

mod picture;

use macroquad::Window;
use macroquad::input::{KeyCode, MouseButton, is_key_down, is_mouse_button_down, mouse_position};
use macroquad::prelude::{
    BLACK, Camera2D, Conf, DrawTextureParams, FilterMode, Texture2D, WHITE, clear_background,
    draw_texture, draw_texture_ex, get_frame_time, get_screen_data, get_time, next_frame,
    screen_height, screen_width, set_camera, vec2,
};
use picture::Picture;
use platformer_game::{Clock, FERRY, Game, HERO, Input, Level, Options, Shot, View, course};
use std::error::Error;
use std::process::ExitCode;
use tileray::glam::{UVec2, Vec2};

fn main() -> ExitCode {
    // What is wrong with a map is said before there is a window.
    match load() {
        Ok((level, shot)) => {
            let conf = Conf {
                window_title: "Tileray: macroquad".to_owned(),
                window_width: 1280,
                window_height: 720,
                ..Conf::default()
            };
            Window::from_config(conf, play(level, shot));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line and the level.
fn load() -> Result<(Level, Option<Shot>), Box<dyn Error>> {
    let options = Options::from_env()?;
    let level = options.map.as_deref().map_or_else(Level::cave, Level::open)?;
    Ok((level, options.shot))
}

/// The loop of frames. macroquad keeps no state of the game, so it lives in the variables of this function.
async fn play(level: Level, shot: Option<Shot>) {
    let mut game = level.start();
    // The state before the last step, for pictures between two steps. A clone shares the pixels of the terrain.
    let mut before = game.clone();
    let mut clock = Clock::default();
    let bounds = game.terrain.bounds();
    let mut picture = Picture::new(&game.terrain, level.solid);
    let [hero, ferry] = [HERO, FERRY].map(|png| {
        let texture = Texture2D::from_file_with_format(png, None);
        texture.set_filter(FilterMode::Nearest);
        texture
    });
    let mut looks_left = false;
    let mut view = View::new(window_size(), game.hero.exact_position(), bounds);
    // For a picture, the recorded course is played, and each frame shows one step.
    let mut recorded = shot.as_ref().map(|_| course());
    let (start, mut frames) = (get_time(), 0);

    loop {
        let held = match &mut recorded {
            Some(course) => course.next().unwrap_or_default(),
            None => held_input(&view),
        };
        if held.walk != 0 {
            looks_left = held.walk < 0;
        }
        let steps = if shot.is_some() { 1 } else { clock.steps(get_frame_time()) };
        for _ in 0..steps {
            before = game.clone();
            let dirty = game.step(held);
            picture.update(&game.terrain, dirty);
        }

        // Positions between the last two steps are for the eye alone, and never flow back into the game.
        let between = if shot.is_some() { 1.0 } else { clock.between() };
        let at = |then: Vec2, now: Vec2| then.lerp(now, between).round();
        let hero_at = at(before.hero.exact_position(), game.hero.exact_position());
        view = View::new(window_size(), hero_at + Vec2::new(6.0, 10.0), bounds);
        set_camera(&camera(&view));
        clear_background(BLACK);
        draw_texture(picture.texture(), bounds.min.x as f32, bounds.min.y as f32, WHITE);
        for (then, now) in before.solids.iter().zip(&game.solids) {
            let corner = at(then.exact_position(), now.exact_position());
            draw_texture(&ferry, corner.x, corner.y, WHITE);
        }
        // The picture is 16×24 pixels, the body 12×20: they share the middle of the lower edge.
        let params = DrawTextureParams { flip_x: looks_left, ..DrawTextureParams::default() };
        draw_texture_ex(&hero, hero_at.x - 2.0, hero_at.y - 4.0, WHITE, params);

        frames += 1;
        if let Some(shot) = shot.as_ref().filter(|shot| frames >= shot.frames) {
            get_screen_data().export_png(&shot.path.to_string_lossy());
            report(frames, start, &game);
            return;
        }
        next_frame().await;
    }
}

/// Returns the keys that are held, and the pixel of the level under the mouse while it digs.
fn held_input(view: &View) -> Input {
    let is_down = |keys: [KeyCode; 2]| keys.into_iter().any(is_key_down);
    let dig = is_mouse_button_down(MouseButton::Left).then(|| view.pixel(mouse_position().into()));
    Input {
        walk: i8::from(is_down([KeyCode::Right, KeyCode::D]))
            - i8::from(is_down([KeyCode::Left, KeyCode::A])),
        jump: is_down([KeyCode::Space, KeyCode::Up]),
        down: is_down([KeyCode::Down, KeyCode::S]),
        dig,
    }
}

/// Returns the size of the window in its pixels.
fn window_size() -> UVec2 {
    UVec2::new(screen_width() as u32, screen_height() as u32)
}

/// Returns the camera of a view. `Camera2D::from_display_rect` would turn the picture upside down.
fn camera(view: &View) -> Camera2D {
    let middle = view.corner.as_vec2() + view.size / 2.0;
    Camera2D {
        target: vec2(middle.x, middle.y),
        zoom: vec2(2.0 / view.size.x, 2.0 / view.size.y),
        ..Camera2D::default()
    }
}

/// Prints how fast the frames were, and the state of the game.
fn report(frames: u32, start: f64, game: &Game) {
    let seconds = get_time() - start;
    let rate = f64::from(frames) / seconds;
    let at = game.hero.position();
    println!("{frames} frames in {seconds:.1} s, {rate:.0} a second");
    println!("hero at {}, {}, state {:016x}", at.x, at.y, game.hash());
}

#[cfg(test)]
mod tests {
    use super::*;
    use macroquad::camera::Camera;
    use macroquad::prelude::vec4;
    use tileray::Rect;

    /// Returns where a point of the level is in the window, from the top left corner.
    fn in_window(view: &View, window: UVec2, point: Vec2) -> Vec2 {
        let at = camera(view).matrix() * vec4(point.x, point.y, 0.0, 1.0);
        Vec2::new(1.0 + at.x, 1.0 - at.y) / 2.0 * window.as_vec2()
    }

    #[test]
    fn pixels_of_the_level_are_squares_of_the_window_and_y_points_down() {
        let level = Rect::new((0, 0).into(), (3840, 1024).into());
        for window in [(1280, 720), (639, 481), (1366, 768), (200, 100)].map(UVec2::from) {
            let view = View::new(window, Vec2::new(900.3, 600.7), level);
            for (x, y) in [(0, 0), (1, 0), (0, 1), (57, 33)] {
                let point = view.corner.as_vec2() + Vec2::new(x as f32, y as f32);
                let expected = Vec2::new(x as f32, y as f32) * view.scale as f32;
                let found = in_window(&view, window, point);
                assert!(found.distance(expected) < 0.01, "{window}: {found} and not {expected}");
            }
        }
    }
}
