//! The state of the scene of shapes, its controls and keys, and its changes by input and time.

use super::painter::Layers;
use super::table::{TABLE_SIZE, Table, first_bodies};
use crate::controls::{Gesture, Hint, Knob, button, flag, press_keys};
use crate::input::Input;
use crate::key::Key::{B, Backspace, Enter, Home, J, M, N, O, Space, Tab, X};
use crate::painter::TableView;
use crate::scene::{Grip, Status};
use anyhow::Result;
use tileray::glam::{IVec2, UVec2, Vec2, vec2};
use tileray::{Circle, Pose, Rect};

/// The effects of the mouse and of held keys.
pub(super) const HINTS: [Hint; 5] = [
    (["Left button"; 2], "drag a body"),
    (["Wheel, Q E", "Alt+wheel, Q E"], "turn it"),
    (["W A S D, arrows"; 2], "move it"),
    (["Right button"; 2], "sweep it to the mouse"),
    (["Shift+arrows"; 2], "aim the sweep"),
];

/// The gestures of fingers.
pub(super) const GESTURES: [Gesture; 4] = [
    ("Drag", "move a body, or sweep it"),
    ("Move Sweep", "what a drag does"),
    ("Go", "touch at the end of the sweep, then slide"),
    ("Turn", "turn the chosen body"),
];

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<ShapeState>; 8] = [
    flag(["axes", "axes", "X", "axis of the widest gap, or of the least overlap"], &[X], |state| {
        &mut state.layers.axes
    }),
    flag(["boxes", "boxes", "B", "boxes around bodies that overlap"], &[B], |state| &mut state.layers.boxes),
    flag(["pieces", "pieces", "O", "convex pieces of concave bodies"], &[O], |state| &mut state.layers.pieces),
    flag(["projections", "ways out", "J", "ways out of concave polygons"], &[J], |state| &mut state.projections),
    flag(["sweep", "sweep", "M", "motion of the chosen body, up to its first touch"], &[M], |state| &mut state.sweeps),
    button(
        ["go", "go along the sweep", "Enter, Space", "goes along the sweep: touch, then slide"],
        [&[Space, Enter], &[]],
        |state, _| state.go(),
    ),
    button(
        ["next", "next body", "Tab, N", "chooses the next body (Shift: previous)"],
        [&[Tab, N], &[Backspace]],
        |state, is_back| state.choose_next(if is_back { -1 } else { 1 }),
    ),
    button(["restart", "back to the start", "Home", "puts all bodies back"], [&[Home], &[]], |state, _| {
        state.restart();
    }),
];

/// The speed of a body that keys move, and of the end of a motion, in pixels of the table per second.
const SPEED: f32 = 220.0;
/// The speed at which keys turn a body, in radians per second.
const TURN_SPEED: f32 = 2.0;
/// The turn of a body by a notch of the wheel, in radians.
const NOTCH: f32 = std::f32::consts::PI / 36.0;
/// The motion before the first aim.
const FIRST_MOTION: Vec2 = vec2(230.0, 90.0);
/// The radius of the circle at the mouse.
const PROBE_RADIUS: f32 = 24.0;

/// Bodies on a table, and the input that moves them.
#[derive(Debug)]
pub struct ShapeState {
    pub(super) table: Table,
    pub(super) layers: Layers,
    pub(super) status: Status,
    /// Whether the chosen body is swept, and the motion.
    pub(super) sweeps: bool,
    pub(super) motion: Vec2,
    start: Table,
    pub(super) size: UVec2,
    grip: Grip,
    /// Whether the mouse is projected out of polygons.
    pub(super) projections: bool,
}

impl ShapeState {
    /// Creates the scene on a screen of `size` pixels.
    ///
    /// # Errors
    /// Fails if a sprite of the program is damaged.
    pub fn new(size: UVec2) -> Result<Self> {
        let mut table = Table::new(first_bodies()?);
        table.chosen = table.bodies.len().saturating_sub(1);
        table.look();
        Ok(Self {
            start: table.clone(),
            table,
            layers: Layers { axes: true, boxes: true, pieces: true },
            status: Status::default(),
            sweeps: false,
            motion: FIRST_MOTION,
            size: size.max(UVec2::ONE),
            grip: Grip::default(),
            projections: true,
        })
    }

    pub(super) fn view(&self) -> TableView {
        TableView::middle(TABLE_SIZE, Rect::from_size(IVec2::ZERO, self.size))
    }

    /// Returns the pose of the chosen body.
    fn pose(&self) -> Pose {
        self.table.bodies.get(self.table.chosen).map(|body| body.pose).unwrap_or_default()
    }

    /// Moves the chosen body, within the table.
    fn move_chosen(&mut self, wanted: Pose) {
        let low = -TABLE_SIZE / 2.0;
        let wanted = Pose { translation: wanted.translation.clamp(low, -low), ..wanted };
        self.table.bodies[self.table.chosen].place(wanted);
    }

    pub(super) fn choose_next(&mut self, by: isize) {
        let count = self.table.bodies.len().max(1) as isize;
        self.table.chosen = (self.table.chosen as isize + by).rem_euclid(count) as usize;
    }

    fn turn(&mut self, angle: f32) {
        let pose = self.pose();
        self.move_chosen(Pose { rotation: pose.rotation + angle, ..pose });
    }

    pub(super) fn restart(&mut self) {
        self.table = self.start.clone();
        self.sweeps = false;
        self.grip.release();
    }

    /// Moves the chosen body along its motion up to an obstacle.
    pub(super) fn go(&mut self) {
        match self.table.flight {
            Some(flight) => {
                let pose = self.pose();
                self.move_chosen(Pose { translation: pose.translation + flight.end, ..pose });
            }
            None => self.status.tell(self.status.host.text([
                "aim a sweep first: the right button, or M",
                "aim a sweep first: the right button, or M",
                "aim a sweep first: choose Sweep, and drag",
            ])),
        }
    }

    /// Applies the input of a frame, and advances the time.
    pub(super) fn step(&mut self, input: &Input, seconds: f32) {
        let seconds = self.status.advance(seconds);
        press_keys(self, &KNOBS, input);
        if let Some(by) = input.wheel {
            self.turn(-NOTCH * by as f32);
        }
        let cursor = input.cursor.map(|cursor| self.view().point_at(cursor));
        let under = cursor
            .and_then(|cursor| self.table.body_at(cursor))
            .map(|body| (body, self.table.bodies[body].pose.translation));
        if let Some(body) = self.grip.follow(cursor, input.left, under) {
            self.table.chosen = body;
        }
        let direction = input.direction() * SPEED * seconds;
        let mut wanted = self.pose();
        wanted.rotation += input.turn() * TURN_SPEED * seconds;
        if input.shift() && direction != Vec2::ZERO {
            (self.sweeps, self.motion) = (true, self.motion + direction);
        } else {
            wanted.translation += direction;
        }
        wanted.translation = self.grip.position(cursor).unwrap_or(wanted.translation);
        if wanted != self.pose() {
            self.move_chosen(wanted);
        }
        if let Some(cursor) = cursor.filter(|_| input.right) {
            (self.sweeps, self.motion) = (true, cursor - self.pose().translation);
        }
        // A dragged body covers the bodies under the mouse.
        let probed = cursor.filter(|_| self.projections && self.grip.held().is_none());
        self.table.probes = probed.into_iter().flat_map(|at| [0.0, PROBE_RADIUS].map(|r| Circle::new(at, r))).collect();
        self.table.motion = self.sweeps.then_some(self.motion);
        self.table.look();
        self.status.time(self.table.overlaps.time.as_secs_f64() * 1e9);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_keys, assert_panel_is_clicked};
    use crate::key::Key;
    use tileray::glam::{ivec2, uvec2};

    fn state() -> ShapeState {
        ShapeState::new(uvec2(1280, 720)).expect("its bodies are part of the program")
    }

    #[test]
    fn controls_and_keys_do_what_they_say() {
        assert_keys(&HINTS, &KNOBS, &GESTURES, [true, true]);
        assert_panel_is_clicked(state);
    }

    fn press(state: &mut ShapeState, keys: &[Key]) {
        state.step(&Input { pressed: keys.to_vec(), ..Input::default() }, 0.016);
    }

    /// Returns the screen pixel of a point of the table.
    fn pixel(state: &ShapeState, point: Vec2) -> IVec2 {
        state.view().screen_of(point).floor().as_ivec2()
    }

    fn drag(state: &mut ShapeState, from: Vec2, to: Vec2) {
        let (from, to) = (pixel(state, from), pixel(state, to));
        state.step(&Input { cursor: Some(from), ..Input::default() }, 0.016);
        for step in 0..=20 {
            let cursor = from + (to - from) * step / 20;
            state.step(&Input { cursor: Some(cursor), left: true, ..Input::default() }, 0.016);
        }
        state.step(&Input { cursor: Some(to), ..Input::default() }, 0.016);
    }

    #[test]
    fn only_the_chosen_body_overlaps_another_one_at_first() {
        let state = state();
        let found = &state.table.overlaps.found;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].second, state.table.chosen);
        assert!(found[0].contact.depth > 5.0 && !found[0].points.is_empty());
    }

    #[test]
    fn a_dragged_body_follows_the_mouse_and_no_other_moves() {
        let mut state = state();
        let before: Vec<Pose> = state.table.bodies.iter().map(|body| body.pose).collect();
        let circle = 3;
        let from = before[circle].translation + vec2(10.0, -5.0);
        drag(&mut state, from, from + vec2(300.0, -120.0));
        assert_eq!(state.table.chosen, circle);
        for (index, body) in state.table.bodies.iter().enumerate() {
            let moved = body.pose.translation - before[index].translation;
            assert_eq!(moved, if index == circle { vec2(300.0, -120.0) } else { Vec2::ZERO }, "body {index}");
        }
        // The button is up: the mouse moves on alone.
        let at = state.table.bodies[circle].pose;
        state.step(&Input { cursor: Some(ivec2(5, 5)), ..Input::default() }, 0.016);
        assert_eq!(state.table.bodies[circle].pose, at);
    }

    #[test]
    fn a_sweep_is_aimed_and_gone() {
        let mut state = state();
        state.table.chosen = 3;
        let start = state.pose().translation;
        let cursor = pixel(&state, start + vec2(400.0, 60.0));
        state.step(&Input { cursor: Some(cursor), right: true, ..Input::default() }, 0.016);
        let flight = state.table.flight.expect("it was aimed");
        let (other, sweep) = flight.met.expect("crates are in the way");
        assert!(other == 8 && sweep.fraction.is_some_and(|time| time < 0.5), "{other}: {sweep:?}");
        press(&mut state, &[Space]);
        assert_eq!(state.pose().translation, start + flight.end);
        assert!(!state.table.overlaps.involve(3));
        press(&mut state, &[M]);
        assert_eq!(state.table.flight, None);
    }

    #[test]
    fn keys_do_what_the_mouse_does() {
        let mut state = state();
        let start = state.pose();
        let held = Input { held: vec![Key::D, Key::E], ..Input::default() };
        state.step(&held, 0.1);
        assert!(state.pose().translation.x > start.translation.x && state.pose().rotation > start.rotation);
        state.step(&Input { held: vec![Key::S, Key::RightShift], ..Input::default() }, 0.1);
        assert!(state.sweeps && state.motion.y > FIRST_MOTION.y);
        for wheel in [Some(-1), Some(1)] {
            state.step(&Input { wheel, ..Input::default() }, 0.016);
        }
        press(&mut state, &[Tab]);
        assert_eq!(state.table.chosen, 0);
        press(&mut state, &[Backspace, Home]);
        assert_eq!(state.pose(), start);
    }

    #[test]
    fn a_mouse_in_a_concave_polygon_is_projected_out() {
        let mut state = state();
        let star = state.table.bodies[1].pose.translation;
        let hover = Input { cursor: Some(pixel(&state, star)), ..Input::default() };
        state.step(&hover, 0.016);
        let found = state.table.projections.clone();
        assert_eq!(found.len(), 2);
        assert!(found[0].probe.radius == 0.0 && found[1].probe.radius > 0.0);
        let outline = state.table.bodies[1].outline().expect("a polygon");
        for projection in found {
            assert_eq!(outline.project_out(projection.out), None);
            assert!(projection.out.distance(star) > 20.0);
        }
        press(&mut state, &[J]);
        state.step(&hover, 0.016);
        assert!(state.table.projections.is_empty());
    }
}
