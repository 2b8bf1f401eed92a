//! The state of the scene of rays, and its changes by controls and time.

use super::brush::BrushState;
use super::camera;
use super::camera::{Camera, ZOOMS};
use super::casts::{Casts, Wanted};
use super::controls::{RayAction, RaySwitches};
use super::edits::Brush;
use super::level::Level;
use super::player::Player;
use super::probe::Probe;
use crate::demo::input::Controls;
use crate::demo::stage::Status;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2};
use tileray::{RayOptions, Traversal};

/// The numbers of rays that a fan may have.
const RAYS: [usize; 24] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];
/// The speed of the player, in pixels per second.
const SPEED: f32 = 150.0;
/// The speed of a frozen view, in pixels of the screen per second.
const PAN_SPEED: f64 = 600.0;
/// The speed at which the beam turns until the mouse moves, in radians per second.
const TURN_SPEED: f32 = 0.35;

/// A level with a player in it, the rays it casts and the view of it.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) level: Level,
    pub(crate) switches: RaySwitches,
    pub(crate) casts: Casts,
    /// The trace, the spans and the normals of the beam.
    pub(crate) probe: Probe,
    pub(crate) brush: BrushState,
    pub(crate) status: Status,
    traversal: Traversal,
    player: Player,
    eye: Vec2,
    target: IVec2,
    /// The last known position of the mouse on the screen.
    cursor: Option<IVec2>,
    /// The angle of the beam until the mouse moves.
    angle: f32,
    middle: DVec2,
    zoom: usize,
    size: UVec2,
    rays: usize,
}

impl Scene {
    /// Creates the scene at the start of a level, on a screen of `size` pixels.
    pub(crate) fn new(level: Level, player: Player, size: UVec2) -> Self {
        let mut scene = Self {
            eye: level.start.as_vec2() + 0.5,
            target: level.start,
            level,
            switches: RaySwitches::default(),
            casts: Casts::default(),
            probe: Probe::default(),
            brush: BrushState::default(),
            status: Status::default(),
            traversal: Traversal::default(),
            player,
            cursor: None,
            angle: -0.35,
            middle: DVec2::ZERO,
            zoom: 0,
            size: size.max(UVec2::ONE),
            rays: RAYS.iter().position(|&rays| rays == 1536).unwrap_or(0),
        };
        scene.zoom = scene.usual_zoom();
        scene.restart();
        scene
    }

    /// Shows another level, with everything else as it is.
    pub(crate) fn enter(&mut self, level: Level) {
        self.level = level;
        self.brush.lift();
        self.status.timing.clear();
        self.restart();
    }

    fn restart(&mut self) {
        self.eye = self.level.start.as_vec2() + 0.5;
        self.middle = self.followed();
        self.aim();
        self.cast();
    }

    /// Returns a magnification that shows about 640 pixels of the map from left to right, or a small map about half
    /// as large as the screen.
    fn usual_zoom(&self) -> usize {
        let wide = f64::from(self.size.x.max(self.size.y)) / 640.0;
        let half = (self.size.as_dvec2() / 2.0 / self.level.bounds.size().as_dvec2().max(DVec2::ONE)).min_element();
        let wanted = wide.max(half.min(8.0)).max(1.0);
        let step = ZOOMS.iter().rposition(|&zoom| zoom <= wanted).unwrap_or(0);
        camera::zoom_step(step, 0, self.size)
    }

    /// Returns the pixel of the player's eye.
    pub(crate) fn eye(&self) -> IVec2 {
        self.eye.floor().as_ivec2()
    }

    /// Returns whether the player looks left.
    pub(crate) fn looks_left(&self) -> bool {
        self.target.x < self.eye().x
    }

    /// Returns the options of all rays.
    pub(crate) fn options(&self) -> RayOptions {
        RayOptions { traversal: self.traversal, ..RayOptions::default() }
    }

    /// Makes rays walk another way.
    pub(crate) fn set_traversal(&mut self, traversal: Traversal) {
        self.traversal = traversal;
        self.status.timing.clear();
    }

    /// Returns the view of the map that fills the screen.
    pub(crate) fn camera(&self) -> Camera {
        Camera::new(self.middle, ZOOMS[self.zoom], self.size)
    }

    /// Changes the size of the screen.
    pub(crate) fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
        self.zoom = camera::zoom_step(self.zoom, 0, self.size);
    }

    /// Points the beam, as if no mouse had been seen.
    pub(crate) fn point(&mut self, angle: f32) {
        (self.cursor, self.angle) = (None, angle);
        self.aim();
        self.cast();
    }

    /// Applies the controls of a frame, and advances the time.
    pub(crate) fn update(&mut self, controls: &Controls<RayAction>, seconds: f32) {
        let seconds = self.status.advance(seconds);
        controls.actions.iter().for_each(|&action| self.act(action));
        let direction = controls.direction.clamp_length_max(1.0);
        if self.switches.paused {
            self.middle += direction.as_dvec2() * PAN_SPEED / ZOOMS[self.zoom] * f64::from(seconds);
        } else {
            self.eye = self.player.fly(&self.level.terrain, self.eye, direction * SPEED * seconds);
            // Free space has no end, but the view of the map should not be lost.
            let (low, high) = (self.level.bounds.min.as_vec2() - 64.0, self.level.bounds.max.as_vec2() + 64.0);
            self.eye = self.eye.clamp(low, high);
            let behind = self.followed() - self.middle;
            self.middle += behind * f64::from(1.0 - (-7.0 * seconds).exp());
            self.cursor = controls.cursor.or(self.cursor);
            self.angle += TURN_SPEED * seconds;
            self.aim();
        }
        let brush = match (controls.left, controls.right) {
            (true, _) => Some(Brush::Carve),
            (false, true) => Some(Brush::Fill),
            (false, false) => None,
        };
        let under_mouse = controls.cursor.map(|cursor| self.camera().pixel_at(cursor));
        self.brush.draw(&mut self.level, under_mouse, brush);
        self.cast();
    }

    /// Returns the point at which the middle of the view comes to rest.
    fn followed(&self) -> DVec2 {
        camera::within(self.eye.as_dvec2(), ZOOMS[self.zoom], self.size, self.level.bounds)
    }

    fn aim(&mut self) {
        self.target = match self.cursor {
            Some(cursor) => self.camera().pixel_at(cursor),
            None => self.eye() + (Vec2::from_angle(self.angle) * 240.0).round().as_ivec2(),
        };
    }

    fn cast(&mut self) {
        let wanted = Wanted {
            eye: self.eye(),
            target: self.target,
            beyond: self.switches.beyond,
            reflections: self.switches.reflections,
            smooth: self.switches.normals,
            fan: if self.switches.fan { RAYS[self.rays] } else { 0 },
            markers: if self.switches.sight { &self.level.markers } else { &[] },
            options: self.options(),
        };
        self.casts = Casts::cast(&self.level.terrain, &wanted);
        self.probe = Probe::look(&self.level.terrain, &self.casts.beam, &self.switches, &self.options());
        self.status.timing.add(self.casts.nanos_a_ray());
    }

    fn act(&mut self, action: RayAction) {
        match action {
            RayAction::MoreRays => self.change_rays(1),
            RayAction::FewerRays => self.change_rays(-1),
            RayAction::ZoomIn => self.change_zoom(1),
            RayAction::ZoomOut => self.change_zoom(-1),
            RayAction::Restart => self.restart(),
            RayAction::LargerBrush => self.brush.resize(1),
            RayAction::SmallerBrush => self.brush.resize(-1),
            RayAction::Undo | RayAction::UndoAll => self.undo(action == RayAction::UndoAll),
            RayAction::Traversal => {
                let is_exact = self.traversal == Traversal::Exact;
                self.set_traversal(if is_exact { Traversal::Bresenham } else { Traversal::Exact });
                self.status.tell(format!("traversal: {:?}", self.traversal));
            }
            _ => _ = self.switches.flip(action),
        }
    }

    fn undo(&mut self, all: bool) {
        let Level { terrain, edits, .. } = &mut self.level;
        let done = if all { edits.undo_all(terrain) } else { edits.undo(terrain) };
        self.status.tell(match (done, all) {
            (true, true) => "the map is as it was",
            (true, false) => "undid a stroke",
            (false, _) => "there is nothing to undo",
        });
    }

    fn change_rays(&mut self, by: isize) {
        self.rays = self.rays.saturating_add_signed(by).min(RAYS.len() - 1);
        self.switches.fan = true;
        self.status.timing.clear();
    }

    fn change_zoom(&mut self, by: i32) {
        self.zoom = camera::zoom_step(self.zoom, by, self.size);
        if !self.switches.paused {
            self.middle = self.followed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::input::{Key, Request, requests_of};
    use crate::demo::rays::testing;
    use tileray::glam::{ivec2, uvec2};

    fn press(scene: &mut Scene, actions: &[RayAction]) {
        let controls = Controls { actions: actions.to_vec(), ..Controls::default() };
        scene.update(&controls, 0.016);
    }

    #[test]
    fn the_same_controls_give_the_same_scene() {
        let play = || {
            let mut scene = testing::scene();
            for step in 0..60 {
                let controls = Controls {
                    direction: Vec2::from_angle(step as f32),
                    cursor: Some(ivec2(step * 5, 200 - step)),
                    left: step % 30 > 20,
                    actions: if step % 20 == 7 { vec![RayAction::ZoomIn, RayAction::FewerRays] } else { Vec::new() },
                    ..Controls::default()
                };
                scene.update(&controls, 0.02);
            }
            (scene.eye, scene.middle, scene.target, scene.casts.beam, scene.casts.fan, scene.casts.sights)
        };
        assert_eq!(play(), play());
    }

    #[test]
    fn the_beam_is_aimed_at_the_pixel_under_the_mouse() {
        let mut scene = testing::scene();
        scene.switches.beyond = false;
        let cursor = ivec2(200, 90);
        for _ in 0..3 {
            let seen = scene.camera().pixel_at(cursor);
            scene.update(&Controls { cursor: Some(cursor), ..Controls::default() }, 0.0);
            assert_eq!(scene.casts.beam[0].end, seen);
        }
    }

    #[test]
    fn keys_turn_things_on_and_off() {
        let mut scene = testing::scene();
        assert!(!scene.casts.fan.hits.is_empty() && scene.casts.beam.len() > 1 && !scene.casts.sights.is_empty());
        press(&mut scene, &[RayAction::Fan, RayAction::Reflections, RayAction::Sight]);
        assert_eq!((scene.casts.fan.hits.len(), scene.casts.beam.len(), scene.casts.sights.len()), (0, 1, 0));
    }

    #[test]
    fn the_number_of_rays_has_its_limits() {
        let mut scene = testing::scene();
        press(&mut scene, &[RayAction::MoreRays; 50]);
        assert_eq!(scene.casts.fan.hits.len(), 4096);
        press(&mut scene, &[RayAction::FewerRays; 50]);
        assert_eq!(scene.casts.fan.hits.len(), 1);
    }

    #[test]
    fn a_frozen_scene_keeps_its_rays_while_the_view_moves() {
        let mut scene = testing::scene();
        press(&mut scene, &[RayAction::Pause]);
        let (before, middle) = (scene.casts.beam.clone(), scene.middle);
        let actions = vec![RayAction::ZoomIn];
        let pan = Controls { direction: Vec2::X, cursor: Some(ivec2(3, 3)), actions, ..Controls::default() };
        scene.update(&pan, 0.05);
        assert_eq!(scene.casts.beam, before);
        assert_ne!(scene.middle, middle);
    }

    #[test]
    fn rays_see_at_once_what_was_carved() {
        let mut scene = testing::scene();
        scene.switches.beyond = false;
        let wall = scene.camera().square(ivec2(4, 100)).min;
        let mut held = Controls { cursor: Some(wall), ..Controls::default() };
        scene.update(&held, 0.0);
        assert!(scene.casts.hit().is_some());
        held.left = true;
        (0..8).for_each(|_| press(&mut scene, &[RayAction::LargerBrush]));
        scene.update(&held, 0.0);
        assert!(scene.casts.hit().is_none_or(|hit| hit.pixel.x > 30), "{:?}", scene.casts.hit());
        scene.update(&Controls::default(), 0.0);
        press(&mut scene, &[RayAction::UndoAll]);
        assert!(scene.level.terrain.is_solid(ivec2(4, 100)));
    }

    #[test]
    fn the_beam_is_looked_into_where_that_is_switched_on() {
        let mut scene = testing::scene();
        assert_eq!(scene.probe, Probe::default());
        press(&mut scene, &[RayAction::Trace, RayAction::Spans, RayAction::Normals, RayAction::Traversal]);
        let probe = &scene.probe;
        assert_eq!(probe.trace.as_ref().and_then(|trace| trace.hit.as_ref()), scene.casts.hit());
        assert_eq!(probe.spans.as_ref().map(|spans| Some(&spans[0].enter)), Some(scene.casts.hit()));
        assert!(probe.bounces.as_ref().is_some_and(|bounces| !bounces.is_empty()));
        assert_eq!((probe.legends().len(), scene.options().traversal), (3, Traversal::Exact));
    }

    #[test]
    fn keys_make_requests_to_the_window() {
        let keys = [Key::Tab, Key::C, Key::H, Key::Escape];
        let requests = requests_of::<RayAction>(&keys, false);
        assert_eq!(requests, [Request::NextMap, Request::Screenshot, Request::Help, Request::Quit]);
        assert_eq!(requests_of::<RayAction>(&keys[..2], true), [Request::PreviousMap, Request::Screenshot]);
    }

    #[test]
    fn messages_go_away() {
        let mut scene = testing::scene();
        scene.status.tell("hello");
        assert_eq!(scene.status.message(), Some("hello"));
        (0..50).for_each(|_| scene.update(&Controls::default(), 0.1));
        assert_eq!(scene.status.message(), None);
    }

    #[test]
    fn any_size_of_the_screen_will_do() {
        let mut scene = testing::scene();
        for size in [uvec2(0, 0), uvec2(1, 3000), uvec2(7680, 4320), uvec2(320, 200)] {
            scene.resize(size);
            press(&mut scene, &[RayAction::ZoomOut; 20]);
            press(&mut scene, &[RayAction::ZoomIn; 2]);
        }
    }
}
