//! A window as the X server sees it: when its picture changes, and keys and buttons that are pressed in it.

use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::damage::{ConnectionExt as _, ReportLevel};
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, InputFocus, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// The longest time for a window to open.
const PATIENCE: Duration = Duration::from_secs(30);
/// Changes that follow each other sooner belong to one picture, which is sent in pieces.
const ONE_PICTURE: Duration = Duration::from_millis(3);

/// A window, with the times from one picture to the next.
pub(crate) struct Screen {
    connection: RustConnection,
    root: Window,
    /// The key codes of the key symbols, in pairs.
    keys: Vec<(u32, u8)>,
    last: Option<Instant>,
    pub(crate) times: Vec<Duration>,
}

impl Screen {
    /// Waits for the window whose title begins with `title`.
    pub(crate) fn wait_for(title: &str) -> Result<Self> {
        let (connection, number) = x11rb::connect(None).context("there is no X server; start this by xvfb-run")?;
        let setup = connection.setup();
        let (root, low, high) = (setup.roots[number].root, setup.min_keycode, setup.max_keycode);
        let start = Instant::now();
        let window = loop {
            if let Some(window) = find(&connection, root, title)? {
                break window;
            }
            if start.elapsed() > PATIENCE {
                bail!("no window '{title}' opened");
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let mapping = connection.get_keyboard_mapping(low, high - low + 1)?.reply()?;
        let symbols = mapping.keysyms.chunks(mapping.keysyms_per_keycode.into());
        let keys = symbols.zip(low..=high).map(|(symbols, code)| (symbols[0], code)).collect();
        connection.damage_query_version(1, 1)?.reply()?;
        connection.damage_create(connection.generate_id()?, window, ReportLevel::RAW_RECTANGLES)?.check()?;
        connection.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?.check()?;
        Ok(Self { connection, root, keys, last: None, times: Vec::new() })
    }

    /// Takes note of the pictures since the last call.
    pub(crate) fn look(&mut self) -> Result<()> {
        while let Some(event) = self.connection.poll_for_event()? {
            let Event::DamageNotify(change) = event else { continue };
            // The pointer of the mouse changes a few pixels.
            if change.area.width < change.geometry.width / 2 {
                continue;
            }
            let now = Instant::now();
            if let Some(time) = self.last.map(|last| now - last) {
                if time < ONE_PICTURE {
                    continue;
                }
                self.times.push(time);
            }
            self.last = Some(now);
        }
        Ok(())
    }

    pub(crate) fn move_mouse(&self, x: i16, y: i16) -> Result<()> {
        self.fake(MOTION_NOTIFY_EVENT, 0, x, y)
    }

    /// Presses or releases a button of the mouse: 1 is left, 3 is right, 4 and 5 turn the wheel.
    pub(crate) fn button(&self, button: u8, down: bool) -> Result<()> {
        self.fake(if down { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT }, button, 0, 0)
    }

    /// Presses or releases a key by its key symbol, which for letters is the small letter.
    pub(crate) fn key(&self, symbol: u32, down: bool) -> Result<()> {
        let (_, code) = self.keys.iter().find(|(known, _)| *known == symbol).context("a key that is not there")?;
        self.fake(if down { KEY_PRESS_EVENT } else { KEY_RELEASE_EVENT }, *code, 0, 0)
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) -> Result<()> {
        self.connection.xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, x, y, 0)?;
        Ok(self.connection.flush()?)
    }
}

/// Returns the top-level window whose title begins with `title`.
fn find(connection: &RustConnection, root: Window, title: &str) -> Result<Option<Window>> {
    for window in connection.query_tree(root)?.reply()?.children {
        let name = connection.get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 256)?.reply();
        if name.is_ok_and(|name| String::from_utf8_lossy(&name.value).starts_with(title)) {
            return Ok(Some(window));
        }
    }
    Ok(None)
}
