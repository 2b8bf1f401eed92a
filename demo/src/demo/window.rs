//! The demo in a window. Nothing else names the crate that opens it.

use super::body::Body;
use super::brush::Brush;
use super::controls::{Action, Controls};
use super::frame::Frame;
use super::playlist::Playlist;
use super::scene::{Request, Scene};
use super::snapshot;
use crate::output::{note, print};
use anyhow::{Context, Result};
use minifb::{CursorStyle, InputCallback, Key, KeyRepeat, MouseButton, MouseMode, Scale, ScaleMode, WindowOptions};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tileray::glam::{UVec2, Vec2, ivec2, uvec2};

/// What each key does when it is pressed.
const KEYS: [(Key, Action); 32] = [
    (Key::F, Action::Fan),
    (Key::R, Action::Reflections),
    (Key::L, Action::Sight),
    (Key::E, Action::Beyond),
    (Key::T, Action::Traversal),
    (Key::B, Action::Trace),
    (Key::O, Action::Spans),
    (Key::G, Action::Normals),
    (Key::RightBracket, Action::LargerBrush),
    (Key::LeftBracket, Action::SmallerBrush),
    (Key::U, Action::Undo),
    (Key::M, Action::Loupe),
    (Key::V, Action::Values),
    (Key::H, Action::Help),
    (Key::F1, Action::Help),
    (Key::Space, Action::Pause),
    (Key::P, Action::Pause),
    (Key::Equal, Action::MoreRays),
    (Key::NumPadPlus, Action::MoreRays),
    (Key::Minus, Action::FewerRays),
    (Key::NumPadMinus, Action::FewerRays),
    (Key::Z, Action::ZoomIn),
    (Key::PageUp, Action::ZoomIn),
    (Key::X, Action::ZoomOut),
    (Key::PageDown, Action::ZoomOut),
    (Key::Tab, Action::NextMap),
    (Key::N, Action::NextMap),
    (Key::Home, Action::Restart),
    (Key::Backspace, Action::PreviousMap),
    (Key::F12, Action::Screenshot),
    (Key::C, Action::Screenshot),
    (Key::Escape, Action::Quit),
];

/// The keys that act again and again while they are held.
const REPEATED: [Key; 6] =
    [Key::Equal, Key::Minus, Key::NumPadPlus, Key::NumPadMinus, Key::LeftBracket, Key::RightBracket];

/// The keys that move, and where to.
const DIRECTIONS: [(Key, Vec2); 8] = [
    (Key::W, Vec2::NEG_Y),
    (Key::Up, Vec2::NEG_Y),
    (Key::S, Vec2::Y),
    (Key::Down, Vec2::Y),
    (Key::A, Vec2::NEG_X),
    (Key::Left, Vec2::NEG_X),
    (Key::D, Vec2::X),
    (Key::Right, Vec2::X),
];

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

    /// Shows the demo until the window is closed.
    pub(crate) fn run(mut self, mut playlist: Playlist, mut scene: Scene, body: &Body) -> Result<()> {
        let mut frame = Frame::new(&scene.level, self.size())?;
        scene.tell("H shows the keys");
        let mut before = Instant::now();
        while self.window.is_open() {
            let seconds = before.elapsed().as_secs_f32();
            before = Instant::now();
            scene.resize(self.size());
            scene.frame_rate = blend_rate(scene.frame_rate, seconds);
            let controls = self.controls();
            for request in scene.update(&controls, seconds) {
                match request {
                    Request::Quit => return Ok(()),
                    Request::Screenshot => take_screenshot(&mut frame, &mut scene),
                    Request::NextMap => turn(&mut playlist, 1, &mut frame, &mut scene, body),
                    Request::PreviousMap => turn(&mut playlist, -1, &mut frame, &mut scene, body),
                }
            }
            let canvas = frame.draw(&scene);
            let size = canvas.size();
            let shown = self.window.update_with_buffer(canvas.pixels(), size.x as usize, size.y as usize);
            shown.context("cannot draw into the window")?;
        }
        Ok(())
    }

    /// The size of the inside; at least one pixel.
    fn size(&self) -> UVec2 {
        let (width, height) = self.window.get_size();
        uvec2(width as u32, height as u32).max(UVec2::ONE)
    }

    fn controls(&mut self) -> Controls {
        let held = |key| self.window.is_key_down(key);
        let control = held(Key::LeftCtrl) || held(Key::RightCtrl);
        let shift = held(Key::LeftShift) || held(Key::RightShift);
        let direction = DIRECTIONS.iter().filter(|(key, _)| held(*key)).map(|(_, to)| *to).sum();
        let mut actions = Vec::new();
        for key in self.pressed() {
            let action = KEYS.iter().find(|(known, _)| *known == key).map(|&(_, action)| action);
            actions.extend(action.map(|action| match action {
                Action::NextMap if shift => Action::PreviousMap,
                Action::Undo if shift => Action::UndoAll,
                other => other,
            }));
        }
        // Some systems turn a wheel sideways while Shift is held.
        let turned = self.window.get_scroll_wheel().map_or(0.0, |(x, y)| if y == 0.0 && shift { x } else { y });
        actions.extend(self.wheel.step(turned, Instant::now()).map(|up| match (up, control, shift) {
            (true, true, _) => Action::ZoomIn,
            (false, true, _) => Action::ZoomOut,
            (true, false, true) => Action::LargerBrush,
            (false, false, true) => Action::SmallerBrush,
            (true, false, false) => Action::MoreRays,
            (false, false, false) => Action::FewerRays,
        }));
        let brush = self.brush();
        Controls { direction, cursor: self.cursor(), brush, actions }
    }

    /// The keys that went down since the last frame, and those whose time to repeat has come.
    fn pressed(&mut self) -> Vec<Key> {
        let events = &mut *self.presses.0.borrow_mut();
        let mut pressed = std::mem::take(&mut events.pressed);
        // A key may come up while another window has the keyboard.
        let down = self.window.get_keys();
        events.down.retain(|key| down.contains(key));
        let first = self.window.get_keys_pressed(KeyRepeat::No);
        let again = self.window.get_keys_pressed(KeyRepeat::Yes).into_iter().filter(|key| !first.contains(key));
        pressed.extend(again.filter(|key| REPEATED.contains(key)));
        pressed
    }

    /// What the buttons of the mouse ask for. One that is pressed is a mouse that aims, too.
    fn brush(&mut self) -> Option<Brush> {
        let buttons = [(MouseButton::Left, Brush::Carve), (MouseButton::Right, Brush::Fill)];
        let held = buttons.into_iter().find(|(button, _)| self.window.get_mouse_down(*button));
        self.mouse_moved |= held.is_some();
        held.map(|(_, brush)| brush)
    }

    /// The pixel under the mouse, once it has been moved: a mouse that just lies there does not aim.
    fn cursor(&mut self) -> Option<tileray::glam::IVec2> {
        let mouse = self.window.get_mouse_pos(MouseMode::Discard);
        self.mouse_moved |= self.mouse.is_some() && mouse.is_some() && self.mouse != mouse;
        self.mouse = mouse.or(self.mouse);
        mouse.filter(|_| self.mouse_moved).map(|(x, y)| ivec2(x.floor() as i32, y.floor() as i32))
    }
}

/// Makes steps of the turns of a wheel.
///
/// A notch comes as one event or as several, of a size that differs from system to system; so any turn is a step, but
/// not so soon after the one before.
#[derive(Debug, Default)]
struct Wheel {
    last: Option<(Instant, bool)>,
}

impl Wheel {
    const SOON: Duration = Duration::from_millis(45);

    /// Whether there is a step, and whether it goes up.
    fn step(&mut self, turned: f32, now: Instant) -> Option<bool> {
        let up = (turned != 0.0).then_some(turned > 0.0)?;
        let soon = self.last.is_some_and(|(last, before)| before == up && now.duration_since(last) < Self::SOON);
        (!soon).then(|| {
            self.last = Some((now, up));
            up
        })
    }
}

/// The keys that went down since the last look. The window itself only tells which are down at the end of a frame, so
/// it misses those that were up again by then.
#[derive(Clone, Default)]
struct Presses(Rc<RefCell<KeyEvents>>);

#[derive(Default)]
struct KeyEvents {
    down: Vec<Key>,
    pressed: Vec<Key>,
}

impl InputCallback for Presses {
    fn add_char(&mut self, _: u32) {}

    fn set_key_state(&mut self, key: Key, down: bool) {
        let events = &mut *self.0.borrow_mut();
        // Systems that repeat a key report it as going down again.
        if down && !events.down.contains(&key) {
            events.down.push(key);
            events.pressed.push(key);
        } else if !down {
            events.down.retain(|&other| other != key);
        }
    }
}

/// Frames a second, evened out.
fn blend_rate(before: f32, seconds: f32) -> f32 {
    let now = 1.0 / seconds.max(1e-4);
    if before > 0.0 { before * 0.95 + now * 0.05 } else { now.min(60.0) }
}

fn take_screenshot(frame: &mut Frame, scene: &mut Scene) {
    let folder = std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned());
    match snapshot::write_numbered(frame.draw(scene), &folder) {
        Ok(path) => {
            let told = format!("wrote {}", path.display());
            // The picture says it too, and flying on matters more than a reader who has gone.
            let _ = print(&format!("{told}\n"));
            scene.tell(told);
        }
        Err(error) => scene.tell(format!("{error:#}")),
    }
}

fn turn(playlist: &mut Playlist, by: isize, frame: &mut Frame, scene: &mut Scene, body: &Body) {
    let mut failed = Vec::new();
    let level = playlist.turn(by, body, &mut failed);
    failed.iter().for_each(note);
    match level {
        Some(level) => {
            frame.enter(&level);
            scene.tell(level.name.clone());
            scene.enter(level);
        }
        None => scene.tell(failed.pop().unwrap_or_else(|| "there is no other map here".into())),
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
        assert_eq!(wheel.step(1.0, start), Some(true));
        assert_eq!(wheel.step(1.0, after(16)), None);
        assert_eq!(wheel.step(0.0, after(32)), None);
        assert_eq!(wheel.step(-1.0, after(33)), Some(false));
        assert_eq!(wheel.step(-0.1, after(120)), Some(false));
    }

    #[test]
    fn no_key_does_two_things() {
        let keys = KEYS.iter().map(|(key, _)| *key).chain(DIRECTIONS.iter().map(|(key, _)| *key));
        let mut keys: Vec<Key> = keys.collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn short_presses_count_and_repeats_do_not() {
        let mut presses = Presses::default();
        for down in [true, false, true, true, true] {
            presses.set_key_state(Key::Z, down);
        }
        assert_eq!(presses.0.borrow().pressed, [Key::Z, Key::Z]);
    }
}
