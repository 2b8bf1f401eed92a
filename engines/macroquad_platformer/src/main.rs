//! The platformer of the examples in macroquad 0.4.
//!
//! Arrows or A and D walk, Space jumps, X digs, down and Space drop through a plank, R begins anew.
//!
//! - macroquad has a glam of its own (0.27), so vectors cross the border as numbers.
//! - y points down in both, as long as the camera's `zoom.y` is above 0.
//! - The level is one texture. Digging changes a rectangle of it, and only that is sent to the GPU.

mod cave;
#[allow(unreachable_pub, reason = "the guide shows it")]
mod clock;
#[allow(unreachable_pub, reason = "the guide shows it")]
mod paint;
mod picture;
mod shot;
mod sprites;
mod view;

use clock::Clock;
use macroquad::Window;
use macroquad::input::{KeyCode, is_key_down};
use macroquad::prelude::{
    BLACK, Camera2D, Conf, WHITE, clear_background, draw_texture, get_frame_time, get_screen_data,
    get_time, next_frame, screen_height, screen_width, set_camera, vec2,
};
use picture::Picture;
use platformer_game::COURSE;
use platformer_game::game::{Game, Input, Key, Level};
use platformer_game::replay::Replay;
use shot::Shot;
use sprites::Sprites;
use std::process::ExitCode;
use tileray::glam::{UVec2, Vec2};
use view::View;

/// The keys of the hero.
const KEYS: [(KeyCode, Key); 11] = [
    (KeyCode::Left, Key::Left),
    (KeyCode::A, Key::Left),
    (KeyCode::Right, Key::Right),
    (KeyCode::D, Key::Right),
    (KeyCode::Up, Key::Up),
    (KeyCode::W, Key::Up),
    (KeyCode::Down, Key::Down),
    (KeyCode::S, Key::Down),
    (KeyCode::Space, Key::Jump),
    (KeyCode::X, Key::Beam),
    (KeyCode::LeftControl, Key::Beam),
];

fn main() -> ExitCode {
    // What is wrong is said before there is a window.
    let level = cave::level();
    match Shot::parse(std::env::args().skip(1)).and_then(|shot| Ok((level?, shot))) {
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

/// The loop of frames. macroquad keeps no state of the game, so it lives in the variables of this function.
async fn play(level: Level, shot: Option<Shot>) {
    let solid = cave::solid(&level);
    let mut start = Game::new(level);
    // The picture begins with all pixels.
    let _ = start.terrain.take_dirty();
    let mut game = start.clone();
    // The state before the last step, for pictures between two steps. A clone shares the pixels of the terrain.
    let mut before = game.clone();
    let mut clock = Clock::default();
    let bounds = game.terrain.bounds();
    let mut picture = Picture::new(&game.terrain, solid.clone());
    let sprites = Sprites::new();
    // For a picture, the recorded course is played, and each frame shows one step.
    let course = Replay::parse(COURSE).expect("the course of the repository");
    let mut recorded = shot.as_ref().map(|_| course.steps().iter());
    let (began, mut frames) = (get_time(), 0);

    loop {
        let held = match &mut recorded {
            Some(course) => course.next().copied().unwrap_or_default(),
            None => held_keys(),
        };
        let steps = if shot.is_some() { 1 } else { clock.steps(get_frame_time()) };
        for _ in 0..steps {
            before = game.clone();
            game.step(held);
            for dirty in game.terrain.take_dirty() {
                picture.update(&game.terrain, dirty);
            }
        }
        if is_key_down(KeyCode::R) && game.time > 0 {
            (game, before) = (start.clone(), start.clone());
            picture = Picture::new(&game.terrain, solid.clone());
        }

        // Positions between the last two steps are for the eye alone, and never flow back into the game.
        let between = if shot.is_some() { 1.0 } else { clock.between() };
        let at = |then: Vec2, now: Vec2| then.lerp(now, between).round();
        let hero = at(before.hero.drawn_chest(), game.hero.drawn_chest());
        let view = View::new(window_size(), hero, bounds);
        set_camera(&camera(&view));
        clear_background(BLACK);
        draw_texture(picture.texture(), bounds.min.x as f32, bounds.min.y as f32, WHITE);
        sprites.draw(&before, &game, at);

        frames += 1;
        if let Some(shot) = shot.as_ref().filter(|shot| frames >= shot.frames) {
            get_screen_data().export_png(&shot.path.to_string_lossy());
            report(frames, began, &game);
            return;
        }
        next_frame().await;
    }
}

/// Returns the keys that are held.
fn held_keys() -> Input {
    KEYS.into_iter().filter(|(code, _)| is_key_down(*code)).map(|(_, key)| key).collect()
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
    println!("{frames} frames in {seconds:.1} s, {rate:.0} a second");
    println!("{} coins, state {:016x}", game.hero.coins, game.state_hash());
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
        let level = Rect::new((0, 0), (3840, 1024));
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
