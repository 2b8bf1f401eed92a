//! The state of the scene of shapes and how controls and time change it. It knows no window and draws nothing.

use super::controls::{Action, Controls};
use super::flight::Flight;
use super::playground;
use super::push::Push;
use super::switches::Switches;
use super::table::Table;
use crate::demo::grip::Grip;
use crate::demo::message::Message;
use crate::demo::request::Request;
use crate::demo::table_view::View;
use crate::demo::timing::Timing;
use anyhow::Result;
use tileray::glam::{IVec2, UVec2, Vec2, vec2};
use tileray::{Circle, Pose, Rect};

/// How fast a body is moved by keys, in pixels of the table a second, and how fast the end of a motion is.
const SPEED: f32 = 220.0;
/// How fast a body is turned by keys, in radians a second.
const TURN_SPEED: f32 = 2.0;
/// How far a notch of the wheel turns it, in radians.
const NOTCH: f32 = std::f32::consts::PI / 36.0;
/// The motion that is shown where none was aimed yet.
const FIRST_MOTION: Vec2 = vec2(230.0, 90.0);
/// The least and the largest radius of the circle at the mouse, and by how much a step changes it.
const PROBE: (f32, f32) = (4.0, 120.0);
const PROBE_STEP: f32 = 1.2;
/// Frames further apart are taken for ones this far apart, in seconds.
const LONGEST_FRAME: f32 = 0.1;

/// Bodies on a table, and a person who moves them.
#[derive(Debug)]
pub(super) struct ShapeScene {
    pub(super) table: Table,
    pub(super) switches: Switches,
    /// How long the tests of all pairs took.
    pub(super) timing: Timing,
    /// Frames a second; 0 where that is not known.
    pub(super) frame_rate: f32,
    /// Where the chosen body was wanted before it was pushed out, and how it was.
    pub(super) pushed: Option<(Pose, Push)>,
    /// The body under the mouse.
    pub(super) hovered: Option<usize>,
    start: Table,
    size: UVec2,
    /// The mouse's hold of the chosen body.
    grip: Grip,
    probe_radius: f32,
    message: Message,
}

impl ShapeScene {
    pub(super) fn new(size: UVec2) -> Result<Self> {
        let mut table = Table::new(playground::bodies()?);
        table.chosen = playground::chosen(&table.bodies);
        table.look();
        Ok(Self {
            start: table.clone(),
            table,
            switches: Switches::default(),
            timing: Timing::default(),
            frame_rate: 0.0,
            pushed: None,
            hovered: None,
            size: size.max(UVec2::ONE),
            grip: Grip::default(),
            probe_radius: 24.0,
            message: Message::default(),
        })
    }

    pub(super) fn view(&self) -> View {
        View::middle(playground::SIZE, Rect::from_size(IVec2::ZERO, self.size))
    }

    pub(super) fn size(&self) -> UVec2 {
        self.size
    }

    pub(super) fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
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
        self.hovered = cursor.and_then(|cursor| self.table.body_at(cursor));
        self.take_hold(cursor, controls.drags);
        let direction = controls.direction.clamp_length_max(1.0) * SPEED * seconds;
        let mut wanted = self.pose();
        wanted.rotation += controls.turn.clamp(-1.0, 1.0) * TURN_SPEED * seconds;
        if controls.aims && direction != Vec2::ZERO {
            self.table.motion = Some(self.table.motion.unwrap_or(FIRST_MOTION) + direction);
        } else {
            wanted.translation += direction;
        }
        wanted.translation = self.grip.place(cursor).unwrap_or(wanted.translation);
        let is_moved = wanted != self.pose();
        if is_moved || (self.switches.push && self.pushed.is_none()) {
            self.move_chosen(wanted);
        }
        if let Some(cursor) = cursor.filter(|_| controls.aims_at_cursor) {
            self.table.motion = Some(cursor - self.pose().translation);
        }
        // A body that is dragged covers what lies under the mouse.
        let probed = cursor.filter(|_| self.switches.projections && self.grip.held().is_none());
        self.table.probes =
            probed.into_iter().flat_map(|at| [0.0, self.probe_radius].map(|r| Circle::new(at, r))).collect();
        self.table.look();
        self.timing.add(self.table.findings.encounters.time.as_secs_f64() * 1e9);
        requests
    }

    /// Where the chosen body lies.
    fn pose(&self) -> Pose {
        self.table.bodies.get(self.table.chosen).map(super::body::Body::pose).unwrap_or_default()
    }

    /// Takes hold of what is under the mouse when its button goes down, and lets go of it when it comes up.
    fn take_hold(&mut self, cursor: Option<Vec2>, drags: bool) {
        let place = |body: usize| self.table.bodies[body].pose().translation;
        let under = self.hovered.map(|body| (body, place(body)));
        if let Some(body) = self.grip.follow(cursor, drags, under) {
            self.choose(body);
        }
    }

    fn choose(&mut self, body: usize) {
        if self.table.chosen != body {
            self.table.chosen = body;
            self.pushed = None;
        }
    }

    /// Moves the chosen body, and pushes it out of others where that is on. Where there is no room for it, it comes as far
    /// as it can from where it was, or stays there.
    fn move_chosen(&mut self, wanted: Pose) {
        let before = self.pose();
        let (bodies, chosen) = (&mut self.table.bodies, self.table.chosen);
        let low = -playground::SIZE / 2.0;
        let wanted = Pose { translation: wanted.translation.clamp(low, -low), ..wanted };
        bodies[chosen].place(wanted);
        self.pushed = self.switches.push.then(|| {
            let push = Push::out(bodies, chosen);
            if !push.is_free {
                bodies[chosen].place(before);
                let flight = Flight::of(bodies, chosen, wanted.translation - before.translation);
                bodies[chosen].translate(flight.end);
                if !Push::out(bodies, chosen).is_free {
                    bodies[chosen].place(before);
                }
            }
            (wanted, push)
        });
    }

    fn act(&mut self, action: Action) -> Option<Request> {
        if self.switches.flip(action) {
            if action == Action::Push {
                self.pushed = None;
                self.tell(if self.switches.push { "bodies are pushed out" } else { "bodies may overlap" });
            }
            return None;
        }
        match action {
            Action::NextScene => return Some(Request::NextScene),
            Action::Sprites => return Some(Request::Sprites),
            Action::Screenshot => return Some(Request::Screenshot),
            Action::Quit => return Some(Request::Quit),
            Action::TurnRight | Action::TurnLeft => {
                let by = if action == Action::TurnRight { NOTCH } else { -NOTCH };
                let pose = self.pose();
                self.move_chosen(Pose { rotation: pose.rotation + by, ..pose });
            }
            Action::NextBody | Action::PreviousBody => {
                let by = if action == Action::NextBody { 1 } else { -1 };
                let count = self.table.bodies.len() as isize;
                self.choose((self.table.chosen as isize + by).rem_euclid(count.max(1)) as usize);
            }
            Action::Motion => {
                self.table.motion = if self.table.motion.is_some() { None } else { Some(FIRST_MOTION) };
            }
            Action::Go => self.go(),
            Action::LargerProbe => self.probe_radius = (self.probe_radius * PROBE_STEP).min(PROBE.1),
            Action::SmallerProbe => self.probe_radius = (self.probe_radius / PROBE_STEP).max(PROBE.0),
            Action::Restart => {
                self.table = self.start.clone();
                self.pushed = None;
                self.grip.release();
            }
            _ => {}
        }
        None
    }

    /// Moves the chosen body along its motion as far as it comes.
    fn go(&mut self) {
        match self.table.findings.flight {
            Some(flight) => {
                let pose = self.pose();
                self.move_chosen(Pose { translation: pose.translation + flight.end, ..pose });
            }
            None => self.tell("aim a sweep first: the right button, or M"),
        }
    }
}

#[cfg(test)]
mod tests;
