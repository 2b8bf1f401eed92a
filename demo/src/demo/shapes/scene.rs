//! The state of the scene of shapes, and its changes by controls and time.

use super::body::ShapeBody;
use super::controls::{ShapeAction, ShapeSwitches};
use super::flight::{Flight, Push};
use super::frame::draw;
use super::table::{TABLE_SIZE, Table, first_bodies};
use crate::demo::board::{Board, BodyScene};
use crate::demo::canvas::Canvas;
use crate::demo::input::Controls;
use crate::demo::painter::TableView;
use crate::demo::stage::{Grip, Status};
use anyhow::Result;
use tileray::glam::{IVec2, UVec2, Vec2, vec2};
use tileray::{Circle, Pose, Rect};

/// The speed of a body, and of the end of a motion, that keys move, in pixels of the table per second.
const SPEED: f32 = 220.0;
/// The speed at which keys turn a body, in radians per second.
const TURN_SPEED: f32 = 2.0;
/// The turn of a body by a notch of the wheel, in radians.
const NOTCH: f32 = std::f32::consts::PI / 36.0;
/// The motion that is shown where none was aimed yet.
const FIRST_MOTION: Vec2 = vec2(230.0, 90.0);
/// The least and the largest radius of the circle at the mouse, and by how much a step changes it.
const PROBE: (f32, f32) = (4.0, 120.0);
const PROBE_STEP: f32 = 1.2;

/// Bodies on a table, and a person who moves them.
#[derive(Debug)]
pub(crate) struct ShapeScene {
    pub(super) table: Table,
    pub(super) switches: ShapeSwitches,
    pub(super) status: Status,
    /// The wanted pose of the chosen body, and the push from there.
    pub(super) pushed: Option<(Pose, Push)>,
    /// The body under the mouse.
    pub(super) hovered: Option<usize>,
    start: Table,
    size: UVec2,
    /// The mouse's hold of the chosen body.
    grip: Grip,
    probe_radius: f32,
}

impl ShapeScene {
    pub(crate) fn new(size: UVec2) -> Result<Self> {
        let mut table = Table::new(first_bodies()?);
        table.chosen = table.bodies.len().saturating_sub(1);
        table.look();
        Ok(Self {
            start: table.clone(),
            table,
            switches: ShapeSwitches::default(),
            status: Status::default(),
            pushed: None,
            hovered: None,
            size: size.max(UVec2::ONE),
            grip: Grip::default(),
            probe_radius: 24.0,
        })
    }

    pub(super) fn view(&self) -> TableView {
        TableView::middle(TABLE_SIZE, Rect::from_size(IVec2::ZERO, self.size))
    }

    pub(super) fn size(&self) -> UVec2 {
        self.size
    }

    /// Returns the pose of the chosen body.
    fn pose(&self) -> Pose {
        self.table.bodies.get(self.table.chosen).map(ShapeBody::pose).unwrap_or_default()
    }

    /// Takes the body under the mouse when the button goes down, and releases it when the button comes up.
    fn take_hold(&mut self, cursor: Option<Vec2>, drags: bool) {
        let under = self.hovered.map(|body| (body, self.table.bodies[body].pose().translation));
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

    /// Moves the chosen body, and pushes it out of others where that is on. Where there is no room for it, it comes
    /// as far as it can from where it was, or stays there.
    fn move_chosen(&mut self, wanted: Pose) {
        let before = self.pose();
        let (bodies, chosen) = (&mut self.table.bodies, self.table.chosen);
        let low = -TABLE_SIZE / 2.0;
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

    fn act(&mut self, action: ShapeAction) {
        if self.switches.flip(action) {
            if action == ShapeAction::Push {
                self.pushed = None;
                self.status.tell(if self.switches.push { "bodies are pushed out" } else { "bodies may overlap" });
            }
            return;
        }
        match action {
            ShapeAction::TurnRight | ShapeAction::TurnLeft => {
                let by = if action == ShapeAction::TurnRight { NOTCH } else { -NOTCH };
                let pose = self.pose();
                self.move_chosen(Pose { rotation: pose.rotation + by, ..pose });
            }
            ShapeAction::NextBody | ShapeAction::PreviousBody => {
                let by = if action == ShapeAction::NextBody { 1 } else { -1 };
                let count = self.table.bodies.len() as isize;
                self.choose((self.table.chosen as isize + by).rem_euclid(count.max(1)) as usize);
            }
            ShapeAction::Motion => {
                self.table.motion = if self.table.motion.is_some() { None } else { Some(FIRST_MOTION) };
            }
            ShapeAction::Go => self.go(),
            ShapeAction::LargerProbe => self.probe_radius = (self.probe_radius * PROBE_STEP).min(PROBE.1),
            ShapeAction::SmallerProbe => self.probe_radius = (self.probe_radius / PROBE_STEP).max(PROBE.0),
            ShapeAction::Restart => {
                self.table = self.start.clone();
                self.pushed = None;
                self.grip.release();
            }
            _ => {}
        }
    }

    /// Moves the chosen body along its motion as far as it comes.
    fn go(&mut self) {
        match self.table.findings.flight {
            Some(flight) => {
                let pose = self.pose();
                self.move_chosen(Pose { translation: pose.translation + flight.end, ..pose });
            }
            None => self.status.tell("aim a sweep first: the right button, or M"),
        }
    }
}

impl BodyScene for ShapeScene {
    type Action = ShapeAction;

    fn status(&mut self) -> &mut Status {
        &mut self.status
    }

    fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
    }

    fn update(&mut self, controls: &Controls<ShapeAction>, seconds: f32) {
        let seconds = self.status.advance(seconds);
        controls.actions.iter().for_each(|&action| self.act(action));
        let cursor = controls.cursor.map(|cursor| self.view().point_at(cursor));
        self.hovered = cursor.and_then(|cursor| self.table.body_at(cursor));
        self.take_hold(cursor, controls.left);
        let direction = controls.direction.clamp_length_max(1.0) * SPEED * seconds;
        let mut wanted = self.pose();
        wanted.rotation += controls.turn.clamp(-1.0, 1.0) * TURN_SPEED * seconds;
        if controls.shift && direction != Vec2::ZERO {
            self.table.motion = Some(self.table.motion.unwrap_or(FIRST_MOTION) + direction);
        } else {
            wanted.translation += direction;
        }
        wanted.translation = self.grip.position(cursor).unwrap_or(wanted.translation);
        let is_moved = wanted != self.pose();
        if is_moved || (self.switches.push && self.pushed.is_none()) {
            self.move_chosen(wanted);
        }
        if let Some(cursor) = cursor.filter(|_| controls.right) {
            self.table.motion = Some(cursor - self.pose().translation);
        }
        // A body that is dragged covers what lies under the mouse.
        let probed = cursor.filter(|_| self.switches.projections && self.grip.held().is_none());
        self.table.probes =
            probed.into_iter().flat_map(|at| [0.0, self.probe_radius].map(|r| Circle::new(at, r))).collect();
        self.table.look();
        self.status.timing.add(self.table.findings.encounters.time.as_secs_f64() * 1e9);
    }

    fn draw<'a>(&self, board: &'a mut Board) -> &'a Canvas {
        draw(self, board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::input::{Key, Request, requests_of};
    use tileray::glam::{ivec2, uvec2};

    fn scene() -> ShapeScene {
        ShapeScene::new(uvec2(1280, 720)).expect("its bodies are part of the program")
    }

    /// Returns the screen pixel of a point of the table.
    fn pixel(scene: &ShapeScene, point: Vec2) -> IVec2 {
        scene.view().screen_of(point).floor().as_ivec2()
    }

    fn drag(scene: &mut ShapeScene, from: Vec2, to: Vec2) {
        let (from, to) = (pixel(scene, from), pixel(scene, to));
        scene.update(&Controls { cursor: Some(from), ..Controls::default() }, 0.016);
        for step in 0..=20 {
            let cursor = from + (to - from) * step / 20;
            scene.update(&Controls { cursor: Some(cursor), left: true, ..Controls::default() }, 0.016);
        }
        scene.update(&Controls { cursor: Some(to), ..Controls::default() }, 0.016);
    }

    #[test]
    fn only_the_chosen_body_overlaps_another_one_at_first() {
        let scene = scene();
        let found = &scene.table.findings.encounters.found;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].second, scene.table.chosen);
        assert!(found[0].contact.depth > 5.0 && !found[0].points.is_empty());
    }

    #[test]
    fn what_is_dragged_follows_the_mouse_and_nothing_else_moves() {
        let mut scene = scene();
        let before: Vec<Pose> = scene.table.bodies.iter().map(ShapeBody::pose).collect();
        let circle = 3;
        let from = before[circle].translation + vec2(10.0, -5.0);
        drag(&mut scene, from, from + vec2(300.0, -120.0));
        assert_eq!(scene.table.chosen, circle);
        for (index, body) in scene.table.bodies.iter().enumerate() {
            let moved = body.pose().translation - before[index].translation;
            assert_eq!(moved, if index == circle { vec2(300.0, -120.0) } else { Vec2::ZERO }, "body {index}");
        }
        // The button is up: the mouse moves on alone.
        let at = scene.table.bodies[circle].pose();
        scene.update(&Controls { cursor: Some(ivec2(5, 5)), ..Controls::default() }, 0.016);
        assert_eq!(scene.table.bodies[circle].pose(), at);
    }

    #[test]
    fn nothing_overlaps_where_bodies_are_pushed_out() {
        let mut scene = scene();
        scene.press(&[ShapeAction::Push]);
        assert!(scene.table.findings.encounters.found.is_empty());
        let places: Vec<Vec2> = scene.table.bodies.iter().map(|body| body.pose().translation).collect();
        for body in 0..places.len() {
            for &target in &places {
                let from = scene.table.bodies[body].pose().translation;
                scene.choose(body);
                scene.grip.release();
                for step in 0..=12 {
                    let at = from.lerp(target, step as f32 / 12.0);
                    let pose = Pose { translation: at, ..scene.pose() };
                    scene.move_chosen(pose);
                    scene.table.look();
                    let found = &scene.table.findings.encounters.found;
                    assert!(found.is_empty(), "body {body} to {target}: {:?}", found[0].contact);
                }
            }
        }
    }

    #[test]
    fn dragging_pushes_out_as_it_goes() {
        let mut scene = scene();
        scene.press(&[ShapeAction::Push]);
        let from = scene.table.bodies[3].pose().translation;
        let to = scene.table.bodies[10].pose().translation;
        drag(&mut scene, from, to);
        assert_eq!(scene.table.chosen, 3);
        assert!(scene.table.findings.encounters.found.is_empty());
        assert!(scene.pushed.is_some() && scene.table.bodies[3].pose().translation != from);
    }

    #[test]
    fn what_finds_no_room_comes_as_far_as_it_can() {
        let mut scene = scene();
        scene.press(&[ShapeAction::Push]);
        scene.choose(3);
        let before = scene.pose().translation;
        // Between the explorer's feet and the crates there is less room than the circle is wide.
        scene.move_chosen(Pose { translation: vec2(158.0, 204.0), ..scene.pose() });
        scene.table.look();
        let (_, push) = scene.pushed.clone().expect("it was pushed");
        assert!(!push.is_free && scene.table.findings.encounters.found.is_empty());
        assert!(scene.pose().translation.distance(before) > 40.0);
    }

    #[test]
    fn a_sweep_is_aimed_and_gone() {
        let mut scene = scene();
        scene.press(&[ShapeAction::Restart, ShapeAction::Push]);
        scene.choose(3);
        let start = scene.pose().translation;
        let cursor = pixel(&scene, start + vec2(400.0, 60.0));
        scene.update(&Controls { cursor: Some(cursor), right: true, ..Controls::default() }, 0.016);
        let flight = scene.table.findings.flight.expect("it was aimed");
        let (other, sweep) = flight.met.expect("crates are in the way");
        assert!(other == 8 && sweep.time.is_some_and(|time| time < 0.5), "{other}: {sweep:?}");
        scene.press(&[ShapeAction::Go]);
        assert!((scene.pose().translation - start - flight.end).length() < 0.5);
        assert!(scene.table.findings.encounters.found.is_empty());
        scene.press(&[ShapeAction::Motion]);
        assert_eq!(scene.table.findings.flight, None);
    }

    #[test]
    fn keys_do_what_the_mouse_does() {
        let mut scene = scene();
        let start = scene.pose();
        let held = Controls { direction: Vec2::X, turn: 1.0, ..Controls::default() };
        scene.update(&held, 0.1);
        assert!(scene.pose().translation.x > start.translation.x && scene.pose().rotation > start.rotation);
        scene.update(&Controls { direction: Vec2::Y, shift: true, ..Controls::default() }, 0.1);
        assert!(scene.table.motion.is_some_and(|motion| motion.y > FIRST_MOTION.y));
        scene.press(&[ShapeAction::TurnRight, ShapeAction::TurnLeft, ShapeAction::NextBody]);
        assert_eq!(scene.table.chosen, 0);
        scene.press(&[ShapeAction::PreviousBody, ShapeAction::Restart]);
        assert_eq!(scene.pose(), start);
        let requests = requests_of::<ShapeAction>(&[Key::F2, Key::L, Key::F12, Key::Escape], false);
        assert_eq!(requests, [Request::NextScene, Request::Sprites, Request::Screenshot, Request::Quit]);
    }

    #[test]
    fn a_mouse_in_a_concave_polygon_is_led_out() {
        let mut scene = scene();
        let star = scene.table.bodies[1].pose().translation;
        let hover = Controls { cursor: Some(pixel(&scene, star)), ..Controls::default() };
        scene.update(&hover, 0.016);
        let found = scene.table.findings.projections.clone();
        assert_eq!(found.len(), 2);
        assert!(found[0].probe.radius == 0.0 && found[1].probe.radius > 0.0);
        let outline = scene.table.bodies[1].outline().expect("a polygon");
        for projection in found {
            assert_eq!(outline.project_out(projection.out), None);
            assert!(projection.out.distance(star) > 20.0);
        }
        scene.press(&[ShapeAction::Projections]);
        scene.update(&hover, 0.016);
        assert!(scene.table.findings.projections.is_empty());
    }
}
