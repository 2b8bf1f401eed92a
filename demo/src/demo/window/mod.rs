//! The demo in a window. Nothing else names the crate that opens it.

mod directions;
mod presses;
mod ray_controls;
mod shape_controls;
mod sprite_controls;
mod wheel;

use super::ray_stage::RayStage;
use super::request::Request;
use super::scene_kind::SceneKind;
use super::shapes::ShapeStage;
use super::snapshot;
use super::sprites::SpriteStage;
use super::stage::Stage;
use crate::output::print;
use anyhow::{Context, Result};
use minifb::{CursorStyle, Key, KeyRepeat, MouseButton, MouseMode, Scale, ScaleMode, WindowOptions};
use presses::Presses;
use std::path::Path;
use std::time::Instant;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use wheel::Wheel;

/// The keys that turn a body, and by how much.
const TURNS: [(Key, f32); 2] = [(Key::Q, -1.0), (Key::E, 1.0)];

/// The scenes that a window shows, one at a time.
#[derive(Debug)]
pub(crate) struct Stages {
    pub(crate) rays: RayStage,
    pub(crate) shapes: ShapeStage,
    pub(crate) sprites: SpriteStage,
}

/// A window that is open.
pub(crate) struct Window {
    window: minifb::Window,
    wheel: Wheel,
    presses: Presses,
    mouse_moved: bool,
    mouse: Option<(f32, f32)>,
}

impl Window {
    /// Opens a window whose inside measures `size`.
    ///
    /// # Errors
    /// Where there is no display, or it refuses.
    pub(crate) fn open(size: UVec2) -> Result<Self> {
        let no_display = |name: &str| std::env::var_os(name).is_none_or(|value| value.is_empty());
        if cfg!(all(unix, not(target_os = "macos"))) && no_display("DISPLAY") && no_display("WAYLAND_DISPLAY") {
            anyhow::bail!("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)");
        }
        let options = WindowOptions {
            resize: true,
            scale: Scale::X1,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let opened = minifb::Window::new("Tileray", size.x as usize, size.y as usize, options);
        let mut window = opened.context("cannot open a window")?;
        window.set_target_fps(60);
        window.set_cursor_style(CursorStyle::Crosshair);
        let presses = Presses::default();
        window.set_input_callback(Box::new(presses.clone()));
        Ok(Self { window, wheel: Wheel::default(), presses, mouse_moved: false, mouse: None })
    }

    /// Shows the demo, beginning with the scene `shown`, until the window is closed.
    pub(crate) fn run(mut self, mut stages: Stages, mut shown: SceneKind) -> Result<()> {
        let Stages { rays, shapes, sprites } = &mut stages;
        for stage in [&mut *rays as &mut dyn Stage, shapes, sprites] {
            stage.tell("H shows the keys".into());
        }
        let (mut before, mut frame_rate) = (Instant::now(), 0.0);
        while self.window.is_open() {
            let seconds = before.elapsed().as_secs_f32();
            before = Instant::now();
            frame_rate = blend_rate(frame_rate, seconds);
            let size = self.size();
            let (requests, stage): (_, &mut dyn Stage) = match shown {
                SceneKind::Rays => (rays.update(&self.ray_controls(), size, seconds), rays),
                SceneKind::Shapes => (shapes.update(&self.shape_controls(), size, seconds), shapes),
                SceneKind::Sprites => (sprites.update(&self.sprite_controls(), size, seconds), sprites),
            };
            stage.set_frame_rate(frame_rate);
            for request in requests {
                match request {
                    Request::Quit => return Ok(()),
                    Request::Screenshot => take_screenshot(stage),
                    Request::NextMap => stage.turn_map(1),
                    Request::PreviousMap => stage.turn_map(-1),
                    Request::NextScene => shown = shown.next(),
                    Request::Sprites => shown = SceneKind::Sprites,
                }
            }
            let canvas = stage.draw();
            let size = canvas.size();
            let drawn = self.window.update_with_buffer(canvas.pixels(), size.x as usize, size.y as usize);
            drawn.context("cannot draw into the window")?;
        }
        Ok(())
    }

    /// The size of the inside; at least one pixel.
    fn size(&self) -> UVec2 {
        let (width, height) = self.window.get_size();
        uvec2(width as u32, height as u32).max(UVec2::ONE)
    }

    fn is_held(&self, key: Key) -> bool {
        self.window.is_key_down(key)
    }

    fn is_shift_held(&self) -> bool {
        self.is_held(Key::LeftShift) || self.is_held(Key::RightShift)
    }

    fn is_control_held(&self) -> bool {
        self.is_held(Key::LeftCtrl) || self.is_held(Key::RightCtrl)
    }

    /// Whether a button of the mouse is held. One that is pressed is a mouse that aims, too.
    fn is_button_held(&mut self, button: MouseButton) -> bool {
        let held = self.window.get_mouse_down(button);
        self.mouse_moved |= held;
        held
    }

    /// Whether the wheel made a step, and whether that goes up.
    fn wheel_step(&mut self) -> Option<bool> {
        let shift = self.is_shift_held();
        // Some systems turn a wheel sideways while Shift is held.
        let turned = self.window.get_scroll_wheel().map_or(0.0, |(x, y)| if y == 0.0 && shift { x } else { y });
        self.wheel.step(turned, Instant::now())
    }

    /// What is asked for by the keys that went down, and by those of `repeated` whose time to repeat has come.
    fn asked_by_keys<A: Copy>(&mut self, keys: &[(Key, A)], repeated: &[Key]) -> Vec<A> {
        let asked_by = |pressed: Key| keys.iter().find(|(key, _)| *key == pressed).map(|&(_, action)| action);
        self.pressed(repeated).into_iter().filter_map(asked_by).collect()
    }

    /// Which way the keys turn a body: −1, 0 or 1.
    fn turn(&self) -> f32 {
        TURNS.iter().filter(|(key, _)| self.is_held(*key)).map(|(_, turn)| turn).sum()
    }

    /// The keys that went down since the last frame, and those of `repeated` whose time to repeat has come.
    fn pressed(&mut self, repeated: &[Key]) -> Vec<Key> {
        let mut pressed = self.presses.take(&self.window.get_keys());
        let first = self.window.get_keys_pressed(KeyRepeat::No);
        let again = self.window.get_keys_pressed(KeyRepeat::Yes).into_iter().filter(|key| !first.contains(key));
        pressed.extend(again.filter(|key| repeated.contains(key)));
        pressed
    }

    /// The pixel under the mouse, once it has been moved: a mouse that just lies there does not aim.
    fn cursor(&mut self) -> Option<IVec2> {
        let mouse = self.window.get_mouse_pos(MouseMode::Discard);
        self.mouse_moved |= self.mouse.is_some() && mouse.is_some() && self.mouse != mouse;
        self.mouse = mouse.or(self.mouse);
        mouse.filter(|_| self.mouse_moved).map(|(x, y)| ivec2(x.floor() as i32, y.floor() as i32))
    }
}

/// Frames a second, evened out.
fn blend_rate(before: f32, seconds: f32) -> f32 {
    let now = 1.0 / seconds.max(1e-4);
    if before > 0.0 { before * 0.95 + now * 0.05 } else { now.min(60.0) }
}

fn take_screenshot(stage: &mut dyn Stage) {
    let folder = std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned());
    match snapshot::write_numbered(stage.draw(), &folder) {
        Ok(path) => {
            let told = format!("wrote {}", path.display());
            // The picture says it too, and flying on matters more than a reader who has gone.
            let _ = print(&format!("{told}\n"));
            stage.tell(told);
        }
        Err(error) => stage.tell(format!("{error:#}")),
    }
}

/// No two of the keys are the same.
#[cfg(test)]
fn assert_all_differ(keys: impl Iterator<Item = Key>) {
    let mut keys: Vec<Key> = keys.collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}
