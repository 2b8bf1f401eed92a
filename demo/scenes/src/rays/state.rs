//! The state of the scene of rays: the player, the view, the casts, and their changes by the mouse and time.

use super::camera::{self, Camera, ZOOMS};
use super::casts::{Casts, RaySettings};
use super::edits::{Brush, BrushState};
use super::level::Level;
use super::map_file::MapFile;
use super::player::Player;
use super::tour::Tour;
use crate::input::Input;
use crate::scene::Status;
use anyhow::Result;
use tileray::Traversal;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2};
use tileray::raycast::RayTrace;

/// The speed of the player, in pixels per second.
const SPEED: f32 = 150.0;
/// The speed of a frozen view, in pixels of the screen per second.
const PAN_SPEED: f64 = 600.0;
/// The speed at which the beam turns until the mouse moves, in radians per second.
const TURN_SPEED: f32 = 0.35;

/// A level with a player in it, its rays and the view of it.
#[derive(Debug)]
pub struct RayState {
    pub(super) level: Level,
    /// The number of maps that were entered, or updated after they were saved.
    pub(super) entered: usize,
    pub(super) casts: Casts,
    /// The squares and the pixels that the first leg of the beam tests, while they are shown.
    pub(super) trace: Option<RayTrace>,
    pub(super) settings: RaySettings,
    pub(super) loupe: bool,
    pub(super) paused: bool,
    pub(super) brush: BrushState,
    pub(super) status: Status,
    /// How many maps further in its list the next map is, until [`take_turn`](Self::take_turn).
    pub(super) turn: isize,
    pub(super) player: Player,
    eye: Vec2,
    target: IVec2,
    /// The last known position of the mouse on the screen.
    cursor: Option<IVec2>,
    pub(super) angle: f32,
    pub(super) middle: DVec2,
    pub(super) zoom: usize,
    size: UVec2,
    /// The tour, while it is shown.
    pub(super) tour: Option<Tour>,
}

impl RayState {
    /// Creates the scene of a map, on a screen of `size` pixels.
    ///
    /// # Errors
    /// Fails if the map is too large.
    pub fn open(file: MapFile, size: UVec2) -> Result<Self> {
        let player = Player::hero()?;
        Ok(Self::new(Level::of(file, &player)?, player, size))
    }

    /// Creates the scene at the start of a level.
    pub(super) fn new(level: Level, player: Player, size: UVec2) -> Self {
        let mut state = Self {
            eye: level.start.as_vec2() + 0.5,
            target: level.start,
            level,
            entered: 1,
            casts: Casts::default(),
            trace: None,
            settings: RaySettings::default(),
            loupe: true,
            paused: false,
            brush: BrushState::default(),
            status: Status::default(),
            turn: 0,
            player,
            cursor: None,
            angle: -0.35,
            middle: DVec2::ZERO,
            zoom: 0,
            size: size.max(UVec2::ONE),
            tour: None,
        };
        state.restart();
        state
    }

    /// Puts the player at the start of the level, with the zoom and the brush of the start.
    pub(super) fn restart(&mut self) {
        self.eye = self.level.start.as_vec2() + 0.5;
        self.zoom = self.usual_zoom();
        self.brush = BrushState::default();
        self.middle = self.followed();
        self.aim();
        self.cast();
    }

    /// Returns the index of a magnification that shows about 640 pixels of the map side by side, or a small map about
    /// half as large as the screen.
    fn usual_zoom(&self) -> usize {
        let wide = f64::from(self.size.x.max(self.size.y)) / 640.0;
        let half = (self.size.as_dvec2() / 2.0 / self.level.bounds.size().as_dvec2().max(DVec2::ONE)).min_element();
        let wanted = wide.max(half.min(8.0)).max(1.0);
        let step = ZOOMS.iter().rposition(|&zoom| zoom <= wanted).unwrap_or(0);
        camera::zoom_step(step, 0, self.size)
    }

    /// Returns the pixel of the player's eye.
    pub(super) fn eye(&self) -> IVec2 {
        self.eye.floor().as_ivec2()
    }

    /// Returns whether the player looks left.
    pub(super) fn looks_left(&self) -> bool {
        self.target.x < self.eye().x
    }

    /// Returns the view of the map that fills the screen.
    pub(super) fn camera(&self) -> Camera {
        Camera::new(self.middle, ZOOMS[self.zoom], self.size)
    }

    /// Changes the size of the screen.
    ///
    /// A view at its usual zoom stays at that, so that it shows about as much of the map at another size.
    pub(super) fn resize(&mut self, size: UVec2) {
        let size = size.max(UVec2::ONE);
        if size != self.size {
            let is_usual = self.zoom == self.usual_zoom();
            self.size = size;
            self.zoom = if is_usual { self.usual_zoom() } else { camera::zoom_step(self.zoom, 0, size) };
        }
    }

    /// Points the beam at an angle, as before the first move of the mouse.
    pub(super) fn point(&mut self, angle: f32) {
        (self.cursor, self.angle) = (None, angle);
        self.aim();
        self.cast();
    }

    /// Applies the mouse and the keys that move, and advances the time.
    pub(super) fn step(&mut self, input: &Input, seconds: f32) {
        let direction = input.direction();
        if self.paused {
            self.middle += direction.as_dvec2() * PAN_SPEED / ZOOMS[self.zoom] * f64::from(seconds);
        } else {
            self.eye = self.player.fly(&self.level.terrain, self.eye, direction * SPEED * seconds);
            // Outside the map nothing stops the player, but the map should stay in view.
            let (low, high) = (self.level.bounds.min.as_vec2() - 64.0, self.level.bounds.max.as_vec2() + 64.0);
            self.eye = self.eye.clamp(low, high);
            let behind = self.followed() - self.middle;
            self.middle += behind * f64::from(1.0 - (-7.0 * seconds).exp());
            self.cursor = input.cursor.or(self.cursor);
            self.angle += TURN_SPEED * seconds;
            self.aim();
        }
        let brush = match (input.left, input.right) {
            (true, _) => Some(Brush::Carve),
            (false, true) => Some(Brush::Fill),
            (false, false) => None,
        };
        let under_mouse = input.cursor.map(|cursor| self.camera().pixel_at(cursor));
        self.brush.draw(&mut self.level.terrain, &mut self.level.edits, under_mouse, brush);
        self.cast();
    }

    /// Returns the point that the middle of the view follows.
    fn followed(&self) -> DVec2 {
        camera::within(self.eye.as_dvec2(), ZOOMS[self.zoom], self.size, self.level.bounds)
    }

    /// Changes the magnification by steps, about the middle of the view.
    pub(super) fn change_zoom(&mut self, by: i32) {
        self.zoom = camera::zoom_step(self.zoom, by, self.size);
        if !self.paused {
            self.middle = self.followed();
        }
    }

    fn aim(&mut self) {
        self.target = match self.cursor {
            Some(cursor) if self.is_aimed_at(cursor) => self.camera().pixel_at(cursor),
            _ => self.eye() + (Vec2::from_angle(self.angle) * 240.0).round().as_ivec2(),
        };
    }

    /// Returns whether the mouse aims the beam. In a tour, a mouse on the player would leave no beam to see.
    fn is_aimed_at(&self, cursor: IVec2) -> bool {
        let length = (self.camera().pixel_at(cursor) - self.eye()).abs().max_element();
        self.tour.is_none() || length > 16
    }

    pub(super) fn cast(&mut self) {
        let Level { terrain, markers, .. } = &self.level;
        self.casts = Casts::cast(terrain, markers, [self.eye(), self.target], &self.settings);
        let first = self.casts.beam.first().filter(|_| self.settings.trace);
        self.trace = first.map(|leg| self.settings.query(terrain).raycast_traced(&leg.ray()));
        self.status.time(self.casts.nanos_a_ray());
    }

    /// Begins with a traversal, with or without the trace of the beam, and with the beam aimed at a point of the map.
    pub fn begin(&mut self, traversal: Traversal, trace: bool, aim: Option<DVec2>) {
        // Bounces would cover the trace.
        self.settings = RaySettings { traversal, trace, reflections: !trace, ..self.settings };
        if let Some(aim) = aim {
            let along = aim - (self.eye().as_dvec2() + 0.5);
            self.point(along.y.atan2(along.x) as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key::{self, B, Home, Minus, RightBracket, Space, T, U, Z};
    use crate::rays::knobs::play;
    use crate::rays::testing::{self, press};
    use tileray::glam::{ivec2, uvec2};

    #[test]
    fn the_same_input_gives_the_same_scene() {
        let scene = || {
            let mut state = testing::state();
            state.settings.rays = 96;
            for step in 0..60 {
                let input = Input {
                    held: vec![[Key::W, Key::D, Key::S, Key::A][step as usize / 5 % 4]],
                    cursor: Some(ivec2(step * 5, 200 - step)),
                    left: step % 30 > 20,
                    pressed: if step % 20 == 7 { vec![Z, Minus] } else { Vec::new() },
                    ..Input::default()
                };
                play(&mut state, &input, 0.02);
            }
            (state.eye, state.middle, state.target, state.casts.beam, state.casts.fan, state.casts.sights)
        };
        assert_eq!(scene(), scene());
    }

    #[test]
    fn the_beam_is_aimed_at_the_pixel_under_the_mouse() {
        let mut state = testing::state();
        let cursor = ivec2(200, 90);
        for _ in 0..3 {
            let seen = state.camera().pixel_at(cursor);
            play(&mut state, &Input { cursor: Some(cursor), ..Input::default() }, 0.0);
            assert_eq!(state.target, seen);
        }
    }

    #[test]
    fn a_frozen_scene_keeps_its_rays_while_the_view_moves() {
        let mut state = testing::state();
        press(&mut state, &[Space]);
        let (before, middle) = (state.casts.beam.clone(), state.middle);
        let (pressed, held) = (vec![Z], vec![Key::Right]);
        play(&mut state, &Input { held, pressed, cursor: Some(ivec2(3, 3)), ..Input::default() }, 0.05);
        assert_eq!(state.casts.beam, before);
        assert_ne!(state.middle, middle);
    }

    #[test]
    fn rays_pass_carved_pixels_at_once() {
        let mut state = testing::state();
        let wall = state.camera().square(ivec2(4, 100)).min;
        let mut input = Input { cursor: Some(wall), ..Input::default() };
        play(&mut state, &input, 0.0);
        assert!(state.casts.hit().is_some());
        input.left = true;
        press(&mut state, &[RightBracket; 8]);
        play(&mut state, &input, 0.0);
        assert!(state.casts.hit().is_none_or(|hit| hit.pixel().x > 30), "{:?}", state.casts.hit());
        play(&mut state, &Input::default(), 0.0);
        play(&mut state, &Input { pressed: vec![U], held: vec![Key::LeftShift], ..Input::default() }, 0.0);
        assert!(state.level.terrain.is_solid(ivec2(4, 100)));
        assert_eq!(state.status.message(), Some("the map is as it was"));
    }

    #[test]
    fn the_beam_is_traced_where_it_is_shown() {
        let mut state = testing::state();
        assert_eq!(state.trace, None);
        press(&mut state, &[B, T]);
        assert_eq!(state.trace.as_ref().and_then(|trace| trace.hit.as_ref()), state.casts.hit());
        assert_eq!(state.settings.traversal, Traversal::Exact);
    }

    #[test]
    fn the_usual_zoom_follows_the_size_of_the_screen_and_a_chosen_one_stays() {
        let mut state = testing::state();
        for (size, zoom) in [(uvec2(1280, 720), 2.0), (uvec2(640, 360), 1.0), (uvec2(1920, 1080), 3.0)] {
            state.resize(size);
            assert_eq!(state.camera().zoom, zoom, "{size}");
        }
        press(&mut state, &[Z]);
        let chosen = state.camera().zoom;
        state.resize(uvec2(640, 360));
        assert_eq!(state.camera().zoom, chosen);
    }

    #[test]
    fn the_start_has_its_zoom_and_its_brush() {
        for enters in [false, true] {
            let mut state = testing::state();
            let start = (state.zoom, state.brush.radius(), state.middle);
            press(&mut state, &[Z, Z, Z, RightBracket]);
            play(&mut state, &Input { held: vec![Key::D], ..Input::default() }, 0.1);
            assert!(state.zoom != start.0 && state.brush.radius() != start.1 && state.middle != start.2);
            if enters {
                state.enter_map(testing::room_file()).expect("a small map");
            } else {
                press(&mut state, &[Home]);
            }
            assert_eq!((state.zoom, state.brush.radius(), state.middle), start, "{enters}");
        }
    }
}
