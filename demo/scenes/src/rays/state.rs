//! The state of the scene of rays, its keys, and its changes by input and time.

use super::camera::{self, Camera, ZOOMS};
use super::casts::{Casts, RaySettings};
use super::edits::{Brush, BrushState};
use super::fog::Fog;
use super::level::Level;
use super::map_file::MapFile;
use super::map_list::{MapList, News};
use super::player::Player;
use super::probe::Probe;
use crate::hud::counted;
use crate::input::{Binding, Input, hint, key, press_keys};
use crate::key::Key::{
    B, Backspace, E, Equal, F, G, Home, J, L, LeftBracket, M, Minus, N, NumPadMinus, NumPadPlus, O, P, PageDown,
    PageUp, R, RightBracket, Space, T, Tab, U, X, Z,
};
use crate::scene::Status;
use anyhow::Result;
use tileray::Traversal;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2};

/// The keys and their effects.
pub(super) const KEYS: [Binding<RayState>; 24] = [
    hint("Mouse", "aim the beam"),
    hint("Left, right button", "carve, fill"),
    key("Shift+wheel, [ ]", "size of the brush", &[RightBracket], &[LeftBracket], |state, press| {
        state.brush.resize(press.by);
    }),
    key("U, Shift+U", "undo a stroke, all strokes", &[U], &[], |state, press| state.undo(press.shift)),
    hint("W A S D, arrows", "fly (pan while paused)"),
    key("Wheel, + -", "more or fewer rays in the fan", &[Equal, NumPadPlus], &[Minus, NumPadMinus], |state, press| {
        state.change_rays(press.by);
    }),
    key("Ctrl+wheel, Z X", "zoom in and out", &[Z, PageUp], &[X, PageDown], |state, press| state.change_zoom(press.by)),
    key("F", "light of the fan of rays", &[F], &[], |state, _| state.settings.fan ^= true),
    key("J", "fog of war", &[J], &[], |state, _| state.change_fog()),
    key("R", "reflections off the normals", &[R], &[], |state, _| state.settings.reflections ^= true),
    key("L", "lines of sight to the markers", &[L], &[], |state, _| state.settings.sight ^= true),
    key("E", "beam goes on beyond the mouse", &[E], &[], |state, _| state.settings.beyond ^= true),
    key("T", "traversal: Bresenham or exact", &[T], &[], |state, _| state.change_traversal()),
    key("B", "trace of the beam: squares and pixels", &[B], &[], |state, _| state.settings.trace ^= true),
    key("O", "solid spans along the beam", &[O], &[], |state, _| state.settings.spans ^= true),
    key("G", "smooth normals, and bounces off them", &[G], &[], |state, _| state.settings.normals ^= true),
    key("M", "magnifier at the hit", &[M], &[], |state, _| state.loupe ^= true),
    hint("V", "values"),
    key("Space, P", "freeze", &[Space, P], &[], |state, _| state.paused ^= true),
    key("Tab, N", "next map (Shift: previous)", &[Tab, N], &[Backspace], |state, press| state.turn_map(press.step())),
    key("Home", "back to the start", &[Home], &[], |state, _| state.restart()),
    hint("F2, K; F3", "the next scene: shapes; sprites"),
    hint("F12, C", "screenshot"),
    hint("H, Esc", "this help, quit"),
];

/// The numbers of rays that a fan may have.
pub(super) const RAYS: [usize; 24] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];
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
    pub(super) probe: Probe,
    pub(super) settings: RaySettings,
    pub(super) loupe: bool,
    pub(super) paused: bool,
    pub(super) brush: BrushState,
    /// The fog of war, if it is on.
    pub(super) fog: Option<Fog>,
    pub(super) status: Status,
    maps: Box<dyn MapList>,
    player: Player,
    eye: Vec2,
    target: IVec2,
    /// The last known position of the mouse on the screen.
    cursor: Option<IVec2>,
    angle: f32,
    middle: DVec2,
    zoom: usize,
    size: UVec2,
}

impl RayState {
    /// Opens the map that a list shows, on a screen of `size` pixels.
    ///
    /// # Errors
    /// Fails if the map cannot be read, or is too large.
    pub fn open(mut maps: Box<dyn MapList>, size: UVec2) -> Result<Self> {
        let player = Player::hero()?;
        let shown = maps.shown();
        let level = Level::of(maps.read(shown).map_err(|fault| fault.error)?, &player)?;
        maps.show(shown, level.map.dependencies());
        Ok(Self::new(maps, level, player, size))
    }

    /// Opens a map that was read elsewhere, beside the maps of a list, on a screen of `size` pixels.
    ///
    /// # Errors
    /// Fails for a map that is too large.
    pub fn of_map(file: MapFile, maps: Box<dyn MapList>, size: UVec2) -> Result<Self> {
        let player = Player::hero()?;
        let level = Level::of(file, &player)?;
        Ok(Self::new(maps, level, player, size))
    }

    /// Enters a map that was read elsewhere, in place of the map that is shown. Other settings stay as they are.
    ///
    /// # Errors
    /// Fails for a map that is too large, and shows the map before then.
    pub fn enter_map(&mut self, file: MapFile) -> Result<()> {
        let level = Level::of(file, &self.player)?;
        self.enter(level);
        Ok(())
    }

    /// Creates the scene at the start of a level.
    pub(super) fn new(maps: Box<dyn MapList>, level: Level, player: Player, size: UVec2) -> Self {
        let mut state = Self {
            eye: level.start.as_vec2() + 0.5,
            target: level.start,
            level,
            entered: 1,
            casts: Casts::default(),
            probe: Probe::default(),
            settings: RaySettings::default(),
            loupe: true,
            paused: false,
            brush: BrushState::default(),
            fog: None,
            status: Status::default(),
            maps,
            player,
            cursor: None,
            angle: -0.35,
            middle: DVec2::ZERO,
            zoom: 0,
            size: size.max(UVec2::ONE),
        };
        state.zoom = state.usual_zoom();
        state.restart();
        state
    }

    /// Shows what was saved, or why it cannot be shown.
    fn follow_files(&mut self) {
        while let Some(news) = self.maps.news() {
            match news {
                News::Read(file) => match self.level.update(*file, &self.player) {
                    Ok(changes) => self.show_update(changes),
                    Err(error) => self.status.fault = Some(format!("{error:#}")),
                },
                News::Faulty(error) => {
                    self.status.log(error.clone());
                    self.status.fault = Some(error);
                }
                News::Unwatched(reason) => {
                    let text = format!("changes of {} are not noticed: {reason}", self.level.name);
                    self.status.log(text.clone());
                    self.status.tell(text);
                }
            }
        }
    }

    fn show_update(&mut self, changes: usize) {
        self.status.fault = None;
        let what = if changes > 0 { counted(changes, "change") } else { "all solid pixels as before".into() };
        self.status.tell(format!("{} was saved: {what}", self.level.name));
        // The colors are drawn anew, whatever changed.
        self.entered += 1;
        self.fog = self.fog.take().map(|fog| if fog.fits(&self.level) { fog } else { Fog::over(&self.level) });
    }

    /// Enters the map that is `by` maps further in the list, which is a ring; maps that cannot be opened are skipped.
    /// Other settings stay as they are.
    fn turn_map(&mut self, by: isize) {
        let (before, count) = (self.maps.shown() as isize, self.maps.count() as isize);
        let mut failed = None;
        for step in 1..count {
            let index = (before + by * step).rem_euclid(count) as usize;
            let opened = self.maps.read(index).map_err(|fault| fault.error);
            match opened.and_then(|file| Level::of(file, &self.player)) {
                Ok(level) => {
                    self.maps.show(index, level.map.dependencies());
                    return self.enter(level);
                }
                Err(error) => {
                    self.status.log(format!("{error:#}"));
                    failed = Some(format!("{error:#}"));
                }
            }
        }
        self.status.tell(failed.unwrap_or_else(|| "there is no other map here".into()));
    }

    fn enter(&mut self, level: Level) {
        self.status.tell(level.name.clone());
        self.status.fault = None;
        self.level = level;
        self.fog = self.fog.as_ref().map(|_| Fog::over(&self.level));
        self.entered += 1;
        (self.brush.at, self.brush.stroke) = (None, None);
        self.status.timing.clear();
        self.restart();
    }

    fn restart(&mut self) {
        self.eye = self.level.start.as_vec2() + 0.5;
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
    pub(super) fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
        self.zoom = camera::zoom_step(self.zoom, 0, self.size);
    }

    /// Returns the angle of the beam that follows no mouse.
    pub(super) const fn angle(&self) -> f32 {
        self.angle
    }

    /// Points the beam at an angle, as before the first move of the mouse.
    pub(super) fn point(&mut self, angle: f32) {
        (self.cursor, self.angle) = (None, angle);
        self.aim();
        self.cast();
    }

    /// Applies the input of a frame, and advances the time.
    pub(super) fn step(&mut self, input: &Input, seconds: f32) {
        let seconds = self.status.advance(seconds);
        self.follow_files();
        press_keys(self, &KEYS, input);
        if let Some(by) = input.wheel {
            match (input.control(), input.shift()) {
                (true, _) => self.change_zoom(by),
                (_, true) => self.brush.resize(by),
                _ => self.change_rays(by),
            }
        }
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

    fn aim(&mut self) {
        self.target = match self.cursor {
            Some(cursor) => self.camera().pixel_at(cursor),
            None => self.eye() + (Vec2::from_angle(self.angle) * 240.0).round().as_ivec2(),
        };
    }

    fn cast(&mut self) {
        let Level { terrain, markers, .. } = &self.level;
        self.casts = Casts::cast(terrain, markers, [self.eye(), self.target], &self.settings);
        let eye = self.eye();
        if let Some(fog) = &mut self.fog {
            fog.look(&self.level, eye);
        }
        let terrain = &self.level.terrain;
        self.probe = Probe::look(terrain, &self.casts.beam, &self.settings);
        self.status.timing.add(self.casts.nanos_a_ray());
    }

    fn change_fog(&mut self) {
        self.fog = if self.fog.is_some() { None } else { Some(Fog::over(&self.level)) };
    }

    fn change_traversal(&mut self) {
        let traversal = &mut self.settings.traversal;
        *traversal = if *traversal == Traversal::Exact { Traversal::Bresenham } else { Traversal::Exact };
        self.status.tell(format!("traversal: {traversal:?}"));
        self.status.timing.clear();
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

    pub(super) fn change_rays(&mut self, by: i32) {
        let index = RAYS.partition_point(|&rays| rays < self.settings.rays);
        self.settings.rays = RAYS[index.saturating_add_signed(by as isize).min(RAYS.len() - 1)];
        self.settings.fan = true;
        self.status.timing.clear();
    }

    fn change_zoom(&mut self, by: i32) {
        self.zoom = camera::zoom_step(self.zoom, by, self.size);
        if !self.paused {
            self.middle = self.followed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::assert_keys_differ;
    use crate::key::Key;
    use crate::rays::testing;
    use tileray::glam::{ivec2, uvec2};

    fn press(state: &mut RayState, keys: &[Key]) {
        state.step(&Input { pressed: keys.to_vec(), ..Input::default() }, 0.016);
    }

    #[test]
    fn no_key_has_two_effects() {
        assert_keys_differ(&KEYS, true, false);
    }

    #[test]
    fn the_same_input_gives_the_same_scene() {
        let play = || {
            let mut state = testing::state();
            for step in 0..60 {
                let input = Input {
                    held: vec![[Key::W, Key::D, Key::S, Key::A][step as usize / 5 % 4]],
                    cursor: Some(ivec2(step * 5, 200 - step)),
                    left: step % 30 > 20,
                    pressed: if step % 20 == 7 { vec![Z, Minus] } else { Vec::new() },
                    ..Input::default()
                };
                state.step(&input, 0.02);
            }
            (state.eye, state.middle, state.target, state.casts.beam, state.casts.fan, state.casts.sights)
        };
        assert_eq!(play(), play());
    }

    #[test]
    fn the_beam_is_aimed_at_the_pixel_under_the_mouse() {
        let mut state = testing::state();
        state.settings.beyond = false;
        let cursor = ivec2(200, 90);
        for _ in 0..3 {
            let seen = state.camera().pixel_at(cursor);
            state.step(&Input { cursor: Some(cursor), ..Input::default() }, 0.0);
            assert_eq!(state.casts.beam[0].end, seen);
        }
    }

    #[test]
    fn keys_turn_things_on_and_off() {
        let mut state = testing::state();
        assert!(!state.casts.fan.is_empty() && state.casts.beam.len() > 1 && !state.casts.sights.is_empty());
        press(&mut state, &[F, R, L]);
        assert_eq!((state.casts.fan.len(), state.casts.beam.len(), state.casts.sights.len()), (0, 1, 0));
    }

    #[test]
    fn the_number_of_rays_has_its_limits() {
        let mut state = testing::state();
        press(&mut state, &[Equal; 50]);
        assert_eq!(state.casts.fan.len(), 4096);
        press(&mut state, &[Minus; 50]);
        assert_eq!(state.casts.fan.len(), 1);
    }

    #[test]
    fn the_wheel_changes_rays_brush_or_zoom() {
        let mut state = testing::state();
        let mut turn = |held: Vec<Key>| {
            state.step(&Input { wheel: Some(1), held, ..Input::default() }, 0.0);
            (state.casts.fan.len(), state.brush.radius(), state.camera().zoom)
        };
        assert_eq!(turn(vec![]), (2048, 16.0, 1.0));
        assert_eq!(turn(vec![Key::RightShift]), (2048, 24.0, 1.0));
        assert_eq!(turn(vec![Key::LeftCtrl, Key::LeftShift]), (2048, 24.0, 1.5));
    }

    #[test]
    fn a_frozen_scene_keeps_its_rays_while_the_view_moves() {
        let mut state = testing::state();
        press(&mut state, &[Space]);
        let (before, middle) = (state.casts.beam.clone(), state.middle);
        let (pressed, held) = (vec![Z], vec![Key::Right]);
        state.step(&Input { held, pressed, cursor: Some(ivec2(3, 3)), ..Input::default() }, 0.05);
        assert_eq!(state.casts.beam, before);
        assert_ne!(state.middle, middle);
    }

    #[test]
    fn rays_pass_carved_pixels_at_once() {
        let mut state = testing::state();
        state.settings.beyond = false;
        let wall = state.camera().square(ivec2(4, 100)).min;
        let mut input = Input { cursor: Some(wall), ..Input::default() };
        state.step(&input, 0.0);
        assert!(state.casts.hit().is_some());
        input.left = true;
        press(&mut state, &[RightBracket; 8]);
        state.step(&input, 0.0);
        assert!(state.casts.hit().is_none_or(|hit| hit.pixel.x > 30), "{:?}", state.casts.hit());
        state.step(&Input::default(), 0.0);
        state.step(&Input { pressed: vec![U], held: vec![Key::LeftShift], ..Input::default() }, 0.0);
        assert!(state.level.terrain.is_solid(ivec2(4, 100)));
        assert_eq!(state.status.message(), Some("the map is as it was"));
    }

    #[test]
    fn the_parts_of_the_beam_are_computed_where_they_are_shown() {
        let mut state = testing::state();
        assert_eq!(state.probe, Probe::default());
        press(&mut state, &[B, O, G, T]);
        let probe = &state.probe;
        assert_eq!(probe.trace.as_ref().and_then(|trace| trace.hit.as_ref()), state.casts.hit());
        assert_eq!(probe.spans.as_ref().map(|spans| Some(&spans[0].enter)), Some(state.casts.hit()));
        assert!(probe.bounces.as_ref().is_some_and(|bounces| !bounces.is_empty()));
        assert_eq!((probe.legends().len(), state.settings.traversal), (3, Traversal::Exact));
    }

    #[test]
    fn tab_enters_the_next_map_and_shift_the_previous_one() {
        let mut state = testing::state();
        press(&mut state, &[Tab]);
        let next = state.level.name.clone();
        assert_eq!((state.entered, state.status.message()), (2, Some(&*next)));
        press(&mut state, &[N]);
        assert_ne!(state.level.name, next);
        for held in [vec![Key::LeftShift], vec![]] {
            let key = if held.is_empty() { N } else { Tab };
            state.step(&Input { pressed: vec![key], held, ..Input::default() }, 0.0);
        }
        press(&mut state, &[Backspace]);
        assert_eq!(state.level.name, next);
    }

    #[test]
    fn what_is_saved_is_shown_at_the_same_place() {
        let mut state = testing::state();
        let file = testing::room_file;
        press(&mut state, &[Z, Space]);
        let Level { terrain, edits, .. } = &mut state.level;
        edits.begin(terrain);
        edits.stroke(terrain, Brush::Carve, [Vec2::new(4.0, 100.0); 2], 3.0);
        let place = (state.eye, state.middle, state.zoom);
        let faulty = News::Faulty("room: it is broken".into());
        state.maps = testing::list_with_news([faulty, News::Unwatched("no watches".into())]);
        press(&mut state, &[]);
        assert_eq!(state.status.fault.as_deref(), Some("room: it is broken"));
        assert_eq!(state.status.message(), Some("changes of room are not noticed: no watches"));
        assert_eq!(state.status.take_log().len(), 2);
        assert!(!state.level.terrain.is_solid(ivec2(4, 100)), "the last good map");

        state.maps = testing::list_with_news([News::Read(Box::new(file()))]);
        press(&mut state, &[]);
        assert_eq!((state.eye, state.middle, state.zoom), place);
        assert_eq!((state.entered, &state.status.fault), (2, &None));
        assert!(!state.level.terrain.is_solid(ivec2(4, 100)), "carved where the map is as it was");
        assert!(state.status.message().is_some_and(|text| text.starts_with("room was saved")));
        press(&mut state, &[U]);
        assert!(state.level.terrain.is_solid(ivec2(4, 100)), "the stroke is undone");
    }

    #[test]
    fn a_map_of_elsewhere_is_entered() {
        let mut state = testing::state();
        press(&mut state, &[Tab]);
        assert!(state.enter_map(testing::room_file()).is_ok());
        assert_eq!((state.level.name.as_str(), state.entered), ("room", 3));
    }

    #[test]
    fn any_size_of_the_screen_is_accepted() {
        let mut state = testing::state();
        for size in [uvec2(0, 0), uvec2(1, 3000), uvec2(7680, 4320), uvec2(320, 200)] {
            state.resize(size);
            press(&mut state, &[X; 20]);
            press(&mut state, &[Z; 2]);
        }
    }
}
