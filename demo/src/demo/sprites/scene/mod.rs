//! The state of the scene of sprites and how controls and time change it. It knows no window and draws nothing.

use super::arena::{Arena, Held};
use super::controls::{Action, Controls};
use super::look::Look;
use super::settings::Settings;
use super::source::Source;
use crate::demo::grip::Grip;
use crate::demo::message::Message;
use crate::demo::request::Request;
use crate::demo::table_view::View;
use crate::demo::timing::Timing;
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::Pose;
use tileray::glam::{IVec2, UVec2, Vec2};

/// About how many pixels of the arena the screen shows from top to bottom, and from left to right at least.
const SHOWN: Vec2 = Vec2::new(400.0, 240.0);
/// How fast a sprite is turned by keys, in radians a second.
const TURN_SPEED: f32 = 2.5;
/// Frames further apart are taken for ones this far apart, in seconds.
const LONGEST_FRAME: f32 = 0.1;

/// Sprites in an arena that is as large as the screen, and a person who throws them.
#[derive(Debug)]
pub(super) struct SpriteScene {
    pub(super) arena: Arena,
    pub(super) settings: Settings,
    /// What is drawn, a place in [`Look::ALL`].
    look: usize,
    pub(super) paused: bool,
    pub(super) values: bool,
    pub(super) help: bool,
    /// How long the tests of all pairs took.
    pub(super) timing: Timing,
    /// Frames a second; 0 where that is not known.
    pub(super) frame_rate: f32,
    /// The sprite under the mouse.
    pub(super) hovered: Option<usize>,
    grip: Grip,
    start: Arena,
    size: UVec2,
    message: Message,
}

impl SpriteScene {
    pub(super) fn new(source: &Source, size: UVec2) -> Result<Self> {
        let (settings, size) = (Settings::default(), size.max(UVec2::ONE));
        let arena = Arena::new(source, &settings, size.as_vec2() / zoom(size) as f32)?;
        Ok(Self {
            start: arena.clone(),
            arena,
            settings,
            look: 0,
            paused: false,
            values: true,
            help: false,
            timing: Timing::default(),
            frame_rate: 0.0,
            hovered: None,
            grip: Grip::default(),
            size,
            message: Message::default(),
        })
    }

    pub(super) fn view(&self) -> View {
        View::enlarged(zoom(self.size), IVec2::ZERO)
    }

    pub(super) fn size(&self) -> UVec2 {
        self.size
    }

    pub(super) fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
        self.arena.resize(self.size.as_vec2() / zoom(self.size) as f32);
    }

    pub(super) fn look(&self) -> Look {
        Look::ALL[self.look]
    }

    /// What there is to tell right now.
    pub(super) fn message(&self) -> Option<&str> {
        self.message.text()
    }

    /// Tells something for a while.
    pub(super) fn tell(&mut self, text: impl Into<String>) {
        self.message.tell(text);
    }

    /// Lets time pass, and does what the controls ask for; what is left to do is given back.
    pub(super) fn update(&mut self, controls: &Controls, seconds: f32) -> Vec<Request> {
        let seconds = seconds.clamp(0.0, LONGEST_FRAME);
        self.message.fade(seconds);
        let requests = controls.actions.iter().filter_map(|&action| self.act(action)).collect();
        let cursor = controls.cursor.map(|cursor| self.view().point_at(cursor));
        self.hovered = self.grip.held().or_else(|| cursor.and_then(|cursor| self.arena.body_at(cursor)));
        let under = self.hovered.map(|body| (body, self.pose(body).translation));
        self.grip.follow(cursor, controls.drags, under);
        if let Some(body) = self.hovered.filter(|_| controls.turn != 0.0) {
            let pose = self.pose(body);
            let rotation = (pose.rotation + controls.turn.clamp(-1.0, 1.0) * TURN_SPEED * seconds) % TAU;
            self.arena.place(body, Pose { rotation, ..pose });
        }
        // A mouse that has left the window holds where it was.
        let held = self.grip.held().map(|body| {
            let place = self.grip.place(cursor).unwrap_or(self.pose(body).translation);
            Held { body, place }
        });
        if self.paused {
            if let Some(Held { body, place }) = held {
                let pose = Pose { translation: place, ..self.pose(body) };
                self.arena.place(body, pose);
            }
            self.arena.look();
        } else {
            self.arena.advance(seconds, held);
        }
        self.timing.add(self.arena.tally.time.as_secs_f64() * 1e9);
        requests
    }

    fn pose(&self, body: usize) -> Pose {
        self.arena.bodies[body].pose()
    }

    fn act(&mut self, action: Action) -> Option<Request> {
        match action {
            Action::NextScene => return Some(Request::NextScene),
            Action::Screenshot => return Some(Request::Screenshot),
            Action::Quit => return Some(Request::Quit),
            Action::Coarser => self.fit(Settings::coarser),
            Action::Finer => self.fit(Settings::finer),
            Action::Mode => self.fit(Settings::next_mode),
            Action::Bias => self.fit(Settings::next_bias),
            Action::NextLook | Action::PreviousLook => {
                let by = if action == Action::NextLook { 1 } else { Look::ALL.len() - 1 };
                self.look = (self.look + by) % Look::ALL.len();
                self.tell(format!("drawn: {}", self.look().name));
            }
            Action::Pause => self.paused = !self.paused,
            Action::Values => self.values = !self.values,
            Action::Help => self.help = !self.help,
            Action::Restart => {
                self.arena = self.start.clone();
                self.grip.release();
                self.resize(self.size);
                self.fit(|_| ());
            }
        }
        None
    }

    /// Changes the settings, and the hulls with them.
    fn fit(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        if let Err(error) = self.arena.fit(&self.settings) {
            self.tell(format!("{error:#}"));
        }
    }
}

/// How many pixels of the screen a pixel of the arena takes, each way.
fn zoom(size: UVec2) -> u32 {
    (size.as_vec2() / SHOWN).min_element().round().clamp(1.0, 32.0) as u32
}

#[cfg(test)]
mod tests;
