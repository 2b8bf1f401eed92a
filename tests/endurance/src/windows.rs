//! The demo and the game in a window, with a player who presses everything.

use crate::level;
use crate::memory::Memory;
use crate::screen::Screen;
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// The time from one input to the next.
const INPUT: Duration = Duration::from_millis(80);
/// The time from one saving of the map to the next.
const SAVE: Duration = Duration::from_secs(1);
/// The time from one look at the pictures to the next, which is how exact their times are.
const LOOK: Duration = Duration::from_micros(250);

/// Every letter but C, which takes a screenshot; space, digits, signs, Home, arrows, Tab, F2, F3.
const DEMO_KEYS: &[u32] = &[
    0x61, 0x62, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73, 0x74,
    0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x20, 0x2c, 0x2e, 0x2d, 0x3d, 0x5b, 0x5d, 0xff50, 0xff51, 0xff52, 0xff53,
    0xff54, 0xff09, 0xffbf, 0xffc0,
];
/// Arrows, jump and beam; Enter begins and goes on; R begins again.
const GAME_KEYS: &[u32] = &[0xff51, 0xff53, 0xff53, 0xff53, 0xff52, 0xff54, 0x20, 0x20, 0x78, 0x78, 0xff0d, 0x70, 0x72];

/// A program that is ended with this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the demo on a map that is saved once a second, now with a solid ground, now without.
pub(crate) fn demo(programs: &Path, root: &Path, time: Duration) -> Result<String> {
    let folder = level::copy(root)?;
    let map = folder.path().join("maps/town.tmx");
    let versions = level::versions(&map)?;
    let mut command = Command::new(programs.join("tileray"));
    command.arg("demo").arg(&map).env("XDG_STATE_HOME", folder.path().join("state")).current_dir(folder.path());
    let mut saves = 0;
    let mut saved = Instant::now();
    let text = play(&mut command, "Tileray", DEMO_KEYS, time, || {
        if saved.elapsed() >= SAVE {
            saved = Instant::now();
            saves += 1;
            fs::write(&map, &versions[saves % 2])?;
        }
        Ok(())
    })?;
    Ok(format!("{text}; the map was saved {saves} times"))
}

pub(crate) fn game(programs: &Path, time: Duration) -> Result<String> {
    play(&mut Command::new(programs.join("examples/platformer")), "Tileray: platformer", GAME_KEYS, time, || Ok(()))
}

/// Starts a program, presses keys and buttons by chance in its window, and looks at its pictures and its memory.
fn play(
    command: &mut Command,
    title: &str,
    keys: &[u32],
    time: Duration,
    mut beside: impl FnMut() -> Result<()>,
) -> Result<String> {
    let program = command.stdout(Stdio::null()).spawn().with_context(|| format!("{command:?}: build it first"))?;
    let mut program = Running(program);
    let mut screen = Screen::wait_for(title)?;
    let (mut memory, mut rng, mut held) = (Memory::of(program.0.id()), Rng::with_seed(1), None);
    let (start, mut pressed, mut inputs) = (Instant::now(), Instant::now(), 0);
    while start.elapsed() < time {
        screen.look()?;
        memory.look().with_context(|| format!("after {inputs} inputs"))?;
        beside()?;
        if pressed.elapsed() >= INPUT {
            pressed = Instant::now();
            inputs += 1;
            if let Some(key) = held.take() {
                screen.key(key, false)?;
            }
            match rng.u32(0..10) {
                0..5 => {
                    let key = keys[rng.usize(0..keys.len())];
                    screen.key(key, true)?;
                    held = Some(key);
                }
                5..8 => screen.move_mouse(rng.i16(0..1280), rng.i16(0..720))?,
                8 => screen.button([1, 3][rng.usize(0..2)], rng.bool())?,
                _ => {
                    let wheel = [4, 5][rng.usize(0..2)];
                    screen.button(wheel, true)?;
                    screen.button(wheel, false)?;
                }
            }
        }
        thread::sleep(LOOK);
    }
    ensure!(program.0.try_wait()?.is_none(), "the program ended by itself after {inputs} inputs");
    let within = |part: f64| level::within(&screen.times, part);
    Ok(format!(
        "{}; {} pictures, from one to the next {:.1} ms in the middle, 99 % within {:.1}, 99.9 % within {:.1}, at most {:.1}; {inputs} inputs",
        memory.summary()?,
        screen.times.len(),
        within(0.5),
        within(0.99),
        within(0.999),
        within(1.0),
    ))
}
