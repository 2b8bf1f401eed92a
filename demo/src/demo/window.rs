//! The window: reads the keys and the mouse, and shows the canvas of a [`Scene`].

use crate::demo::display;
use crate::demo::playlist::Playlist;
use anyhow::{Context, Result};
use minifb::{CursorStyle, InputCallback, KeyRepeat, MouseButton, MouseMode, Scale, ScaleMode, WindowOptions};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray_scenes::canvas::Canvas;
use tileray_scenes::input::{Input, REPEATED, Request};
use tileray_scenes::key::Key;
use tileray_scenes::rays::RayScene;
use tileray_scenes::scene::{Scene, SceneKind};
use tileray_scenes::shapes::ShapeState;
use tileray_scenes::sprites::SpriteState;

/// The scenes of a window, and the maps of the scene of rays.
pub(crate) struct Scenes {
    pub(crate) rays: RayScene,
    pub(crate) shapes: ShapeState,
    pub(crate) sprites: SpriteState,
    pub(crate) maps: Playlist,
}

impl Scenes {
    fn scene(&mut self, kind: SceneKind) -> &mut dyn Scene {
        match kind {
            SceneKind::Rays => &mut self.rays,
            SceneKind::Shapes => &mut self.shapes,
            SceneKind::Sprites => &mut self.sprites,
        }
    }

    /// Shows what was saved, and another map if one was asked for.
    fn follow_maps(&mut self) {
        self.maps.follow(&mut self.rays);
        match self.rays.state.take_turn() {
            0 => {}
            by => self.maps.turn(by, &mut self.rays),
        }
    }
}

/// A window that is open.
pub(crate) struct Window {
    window: minifb::Window,
    wheel: Wheel,
    presses: Presses,
    /// The keys that were down in the last frame.
    held: Vec<minifb::Key>,
    mouse_moved: bool,
    mouse: Option<(f32, f32)>,
}

impl Window {
    /// Opens a window whose inside measures `size`.
    ///
    /// # Errors
    /// Fails without a display, or if the display refuses.
    pub(crate) fn open(size: UVec2) -> Result<Self> {
        if display::is_missing() {
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
        Ok(Self { window, wheel: Wheel::default(), presses, held: Vec::new(), mouse_moved: false, mouse: None })
    }

    /// Shows the scenes, beginning with `shown`, until the window is closed.
    pub(crate) fn run(mut self, mut scenes: Scenes, mut shown: SceneKind) -> Result<()> {
        for kind in [SceneKind::Rays, SceneKind::Shapes, SceneKind::Sprites] {
            scenes.scene(kind).status().tell("H shows the keys");
        }
        let (mut before, mut frame_rate) = (Instant::now(), 0.0);
        let mut canvas = Canvas::new(self.size());
        while self.window.is_open() {
            let seconds = before.elapsed().as_secs_f32();
            before = Instant::now();
            let rate = 1.0 / seconds.max(1e-4);
            // The average is smooth, so that the number is legible.
            frame_rate = if frame_rate > 0.0 { frame_rate * 0.95 + rate * 0.05 } else { rate.min(60.0) };
            let input = self.input();
            if shown == SceneKind::Rays {
                scenes.follow_maps();
            }
            let scene = scenes.scene(shown);
            let size = self.size();
            let requests = scene.status().requests(&input);
            scene.update(&input, size, seconds);
            canvas.resize(size);
            scene.status().frame_rate = frame_rate;
            for request in requests {
                match request {
                    Request::Quit => return Ok(()),
                    Request::Values | Request::Help | Request::Controls => scene.status().flip(request),
                    Request::NextScene => shown = shown.next(),
                }
            }
            scene.draw(&mut canvas);
            let drawn = self.window.update_with_buffer(canvas.pixels(), size.x as usize, size.y as usize);
            drawn.context("cannot draw into the window")?;
        }
        Ok(())
    }

    /// Returns the size of the inside; at least one pixel.
    fn size(&self) -> UVec2 {
        let (width, height) = self.window.get_size();
        uvec2(width as u32, height as u32).max(UVec2::ONE)
    }

    /// Reads the keys and the mouse.
    fn input(&mut self) -> Input {
        let mut pressed: Vec<Key> = self.presses.take(&self.held).into_iter().filter_map(key_of).collect();
        self.held = self.window.get_keys();
        let first = self.window.get_keys_pressed(KeyRepeat::No);
        let again = self.window.get_keys_pressed(KeyRepeat::Yes).into_iter().filter(|key| !first.contains(key));
        pressed.extend(again.filter_map(key_of).filter(|key| REPEATED.contains(key)));
        let held = self.held.iter().copied().filter_map(key_of).collect();
        let [left, right] = [MouseButton::Left, MouseButton::Right].map(|button| self.window.get_mouse_down(button));
        // A pressed button aims too.
        self.mouse_moved |= left || right;
        let mut input = Input { held, pressed, left, right, ..Input::default() };
        input.cursor = self.cursor();
        let turned = self.window.get_scroll_wheel().map_or(0.0, |(_, y)| y);
        input.wheel = self.wheel.step(turned, Instant::now());
        input
    }

    /// Returns the pixel under the mouse, after the first move of the mouse. Before it the mouse does not aim.
    fn cursor(&mut self) -> Option<IVec2> {
        let mouse = self.window.get_mouse_pos(MouseMode::Discard);
        self.mouse_moved |= self.mouse.is_some() && mouse.is_some() && self.mouse != mouse;
        self.mouse = mouse.or(self.mouse);
        mouse.filter(|_| self.mouse_moved).map(|(x, y)| ivec2(x.floor() as i32, y.floor() as i32))
    }
}

/// Returns the key of the scenes with the same name.
const fn key_of(key: minifb::Key) -> Option<Key> {
    macro_rules! same {
        ($($name:ident)*) => {
            match key {
                $(minifb::Key::$name => Some(Key::$name),)*
                _ => None,
            }
        };
    }
    same! {
        A B D E F H I J K L M N
        O P Q R S T U V W X Y Z F1 F2
        Up Down Left Right Home PageUp PageDown Space Tab Enter Escape
        Backspace Equal Minus NumPadPlus NumPadMinus LeftBracket RightBracket Slash LeftShift RightShift
    }
}

/// Converts the turns of a wheel into steps.
///
/// Systems report a notch as one event or as several, of different sizes. So any turn is a step, unless the last step
/// had the same direction and is more recent than [`SOON`](Self::SOON).
#[derive(Debug, Default)]
struct Wheel {
    last: Option<(Instant, i32)>,
}

impl Wheel {
    const SOON: Duration = Duration::from_millis(45);

    /// Returns the step, if there is one: 1 is up, -1 is down.
    fn step(&mut self, turned: f32, now: Instant) -> Option<i32> {
        let step = (turned != 0.0).then_some(if turned > 0.0 { 1 } else { -1 })?;
        let soon = self.last.is_some_and(|(last, before)| before == step && now.duration_since(last) < Self::SOON);
        (!soon).then(|| {
            self.last = Some((now, step));
            step
        })
    }
}

/// The keys that went down since the last frame, with short presses. The window itself only reports the keys that are
/// down at the end of a frame.
#[derive(Clone, Default)]
struct Presses(Rc<RefCell<Vec<minifb::Key>>>);

impl Presses {
    /// Returns the keys that went down. Systems that repeat a key report it again, also one of `held`, which were down
    /// before.
    fn take(&self, held: &[minifb::Key]) -> Vec<minifb::Key> {
        let mut pressed = self.0.take();
        pressed.retain(|key| !held.contains(key));
        pressed.dedup();
        pressed
    }
}

impl InputCallback for Presses {
    fn add_char(&mut self, _: u32) {}

    fn set_key_state(&mut self, key: minifb::Key, down: bool) {
        if down {
            self.0.borrow_mut().push(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notch_that_comes_in_parts_is_one_step() {
        let mut wheel = Wheel::default();
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        assert_eq!(wheel.step(1.0, start), Some(1));
        assert_eq!(wheel.step(1.0, after(16)), None);
        assert_eq!(wheel.step(0.0, after(32)), None);
        assert_eq!(wheel.step(-1.0, after(33)), Some(-1));
        assert_eq!(wheel.step(-0.1, after(120)), Some(-1));
    }

    #[test]
    fn short_presses_count_and_repeats_do_not() {
        let mut presses = Presses::default();
        for down in [true, false] {
            presses.set_key_state(minifb::Key::Z, down);
        }
        (0..3).for_each(|_| presses.set_key_state(minifb::Key::X, true));
        assert_eq!(presses.take(&[]), [minifb::Key::Z, minifb::Key::X]);
        presses.set_key_state(minifb::Key::X, true);
        assert_eq!(presses.take(&[minifb::Key::X]), []);
    }
}
