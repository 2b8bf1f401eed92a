//! The state of the scene of sprites, and its changes by controls and time.

use super::arena::{Arena, Held};
use super::controls::SpriteAction;
use super::figure::Settings;
use super::frame::draw;
use super::painter::Look;
use super::source::Source;
use crate::demo::board::{Board, BodyScene};
use crate::demo::canvas::Canvas;
use crate::demo::input::Controls;
use crate::demo::painter::TableView;
use crate::demo::stage::{Grip, Status};
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::Pose;
use tileray::glam::{IVec2, UVec2, Vec2};

/// The approximate height, and the least width, of the arena on the screen, in pixels of the arena.
const SHOWN: Vec2 = Vec2::new(400.0, 240.0);
/// The speed at which keys turn a sprite, in radians per second.
const TURN_SPEED: f32 = 2.5;

/// Sprites in an arena that is as large as the screen, and a person who throws them.
#[derive(Debug)]
pub(crate) struct SpriteScene {
    pub(super) arena: Arena,
    pub(super) settings: Settings,
    /// The index in [`Look::ALL`].
    look: usize,
    pub(super) paused: bool,
    pub(super) status: Status,
    /// The sprite under the mouse.
    pub(super) hovered: Option<usize>,
    grip: Grip,
    start: Arena,
    size: UVec2,
}

impl SpriteScene {
    pub(crate) fn new(source: &Source, size: UVec2) -> Result<Self> {
        let (settings, size) = (Settings::default(), size.max(UVec2::ONE));
        let arena = Arena::new(source, &settings, size.as_vec2() / zoom(size) as f32)?;
        Ok(Self {
            start: arena.clone(),
            arena,
            settings,
            look: 0,
            paused: false,
            status: Status::default(),
            hovered: None,
            grip: Grip::default(),
            size,
        })
    }

    pub(super) fn view(&self) -> TableView {
        TableView::enlarged(zoom(self.size), IVec2::ZERO)
    }

    pub(super) fn size(&self) -> UVec2 {
        self.size
    }

    pub(super) fn look(&self) -> Look {
        Look::ALL[self.look]
    }

    fn pose(&self, body: usize) -> Pose {
        self.arena.bodies[body].pose()
    }

    fn act(&mut self, action: SpriteAction) {
        match action {
            SpriteAction::Coarser => self.fit(Settings::coarser),
            SpriteAction::Finer => self.fit(Settings::finer),
            SpriteAction::Mode => self.fit(Settings::next_mode),
            SpriteAction::Bias => self.fit(Settings::next_bias),
            SpriteAction::NextLook | SpriteAction::PreviousLook => {
                let by = if action == SpriteAction::NextLook { 1 } else { Look::ALL.len() - 1 };
                self.look = (self.look + by) % Look::ALL.len();
                let told = format!("drawn: {}", self.look().name);
                self.status.tell(told);
            }
            SpriteAction::Pause => self.paused = !self.paused,
            SpriteAction::Restart => {
                self.arena = self.start.clone();
                self.grip.release();
                self.resize(self.size);
                self.fit(|_| ());
            }
        }
    }

    /// Changes the settings, and the hulls with them.
    fn fit(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        if let Err(error) = self.arena.fit(&self.settings) {
            self.status.tell(format!("{error:#}"));
        }
    }
}

impl BodyScene for SpriteScene {
    type Action = SpriteAction;

    fn status(&mut self) -> &mut Status {
        &mut self.status
    }

    fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
        self.arena.resize(self.size.as_vec2() / zoom(self.size) as f32);
    }

    fn update(&mut self, controls: &Controls<SpriteAction>, seconds: f32) {
        let seconds = self.status.advance(seconds);
        controls.actions.iter().for_each(|&action| self.act(action));
        let cursor = controls.cursor.map(|cursor| self.view().point_at(cursor));
        self.hovered = self.grip.held().or_else(|| cursor.and_then(|cursor| self.arena.body_at(cursor)));
        let under = self.hovered.map(|body| (body, self.pose(body).translation));
        self.grip.follow(cursor, controls.left, under);
        if let Some(body) = self.hovered.filter(|_| controls.turn != 0.0) {
            let pose = self.pose(body);
            let rotation = (pose.rotation + controls.turn.clamp(-1.0, 1.0) * TURN_SPEED * seconds) % TAU;
            self.arena.place(body, Pose { rotation, ..pose });
        }
        // A mouse that has left the window holds where it was.
        let held = self.grip.held().map(|body| {
            let position = self.grip.position(cursor).unwrap_or(self.pose(body).translation);
            Held { body, position }
        });
        if self.paused {
            if let Some(Held { body, position }) = held {
                let pose = Pose { translation: position, ..self.pose(body) };
                self.arena.place(body, pose);
            }
            self.arena.look();
        } else {
            self.arena.advance(seconds, held);
        }
        self.status.timing.add(self.arena.tally.time.as_secs_f64() * 1e9);
    }

    fn draw<'a>(&self, board: &'a mut Board) -> &'a Canvas {
        draw(self, board)
    }
}

/// Returns the side of a pixel of the arena, in pixels of the screen.
fn zoom(size: UVec2) -> u32 {
    (size.as_vec2() / SHOWN).min_element().round().clamp(1.0, 32.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::input::{Key, Request, requests_of};
    use crate::demo::sprites::body::SpriteBody;
    use tileray::glam::{ivec2, uvec2, vec2};

    fn scene() -> SpriteScene {
        SpriteScene::new(&Source::default(), uvec2(1280, 720)).expect("its sprites are part of the program")
    }

    /// Returns a screen pixel in the middle of a solid pixel of a body.
    fn on(scene: &SpriteScene, body: usize) -> IVec2 {
        let pixels: Vec<IVec2> = scene.arena.bodies[body].pixels().pixels().collect();
        let middle = pixels[pixels.len() / 2];
        scene.view().screen_of(middle.as_vec2() + 0.5).floor().as_ivec2()
    }

    #[test]
    fn pixels_are_three_times_as_large_on_a_usual_screen() {
        assert_eq!([(1280, 720), (640, 360), (1920, 1080), (10, 10)].map(|(x, y)| zoom(uvec2(x, y))), [3, 2, 5, 1]);
        assert_eq!(scene().view().screen_of(vec2(10.0, 20.0)), vec2(30.0, 60.0));
    }

    #[test]
    fn sprites_drift_until_they_are_frozen() {
        let mut scene = scene();
        let poses = |scene: &SpriteScene| scene.arena.bodies.iter().map(SpriteBody::pose).collect::<Vec<_>>();
        let before = poses(&scene);
        scene.press(&[]);
        let after = poses(&scene);
        assert!(before.iter().zip(&after).all(|(before, after)| before != after));
        scene.press(&[SpriteAction::Pause]);
        assert_eq!(poses(&scene), after);
        scene.press(&[SpriteAction::Pause]);
        assert_ne!(poses(&scene), after);
        scene.press(&[SpriteAction::Pause, SpriteAction::Restart]);
        assert_eq!(poses(&scene), before);
    }

    #[test]
    fn what_is_dragged_follows_the_mouse_and_is_thrown() {
        let mut scene = scene();
        let start = on(&scene, 2);
        let mut controls = Controls { cursor: Some(start), left: true, ..Controls::default() };
        scene.update(&controls, 0.016);
        assert_eq!(scene.hovered, Some(2));
        let from = scene.arena.bodies[2].pose().translation;
        for step in 1..=10 {
            controls.cursor = Some(start + ivec2(9 * step, 0));
            scene.update(&controls, 0.016);
        }
        let moved = scene.arena.bodies[2].pose().translation - from;
        assert!((moved - vec2(30.0, 0.0)).length() < 1.0, "{moved}");
        let thrown = scene.arena.bodies[2].velocity;
        assert!(thrown.x > 100.0, "{thrown}");
        controls.left = false;
        scene.update(&controls, 0.016);
        assert!(scene.arena.bodies[2].pose().translation.x > from.x + moved.x);
    }

    #[test]
    fn frozen_sprites_may_overlap_and_show_it() {
        let mut scene = scene();
        scene.press(&[SpriteAction::Pause]);
        let (from, to) = (on(&scene, 2), on(&scene, 0));
        scene.update(&Controls { cursor: Some(from), ..Controls::default() }, 0.016);
        scene.update(&Controls { cursor: Some(from), left: true, ..Controls::default() }, 0.016);
        scene.update(&Controls { cursor: Some(to), left: true, ..Controls::default() }, 0.016);
        let found = scene.arena.overlaps.iter().find(|found| (found.first, found.second) == (0, 2));
        let touch = found.and_then(|found| found.touch.as_ref()).expect("they share pixels");
        assert!(touch.pixels.len() > 100);
        assert_eq!(scene.arena.tally.pixels, 1);
    }

    #[test]
    fn the_sprite_under_the_mouse_is_turned() {
        let mut scene = scene();
        scene.press(&[SpriteAction::Pause]);
        let cursor = Some(on(&scene, 1));
        let before: Vec<f32> = scene.arena.bodies.iter().map(|body| body.pose().rotation).collect();
        scene.update(&Controls { cursor, turn: 1.0, ..Controls::default() }, 0.1);
        for (index, body) in scene.arena.bodies.iter().enumerate() {
            assert_eq!(body.pose().rotation > before[index], index == 1, "body {index}");
        }
    }

    #[test]
    fn keys_change_hulls_and_what_is_drawn() {
        let mut scene = scene();
        let corners = |scene: &SpriteScene| scene.arena.figures[0].sprite.fit.vertices;
        let before = corners(&scene);
        scene.press(&[SpriteAction::Coarser, SpriteAction::Coarser, SpriteAction::Coarser]);
        assert!(scene.settings.max_error() == 3.0 && corners(&scene) < before);
        scene.press(&[SpriteAction::Mode, SpriteAction::Mode]);
        assert_eq!((scene.settings.mode_name(), corners(&scene)), ("box", 4));
        // The start has other hulls; these are kept.
        scene.press(&[SpriteAction::Restart]);
        assert_eq!((scene.settings.mode_name(), corners(&scene)), ("box", 4));
        scene.press(&[SpriteAction::Bias, SpriteAction::NextLook]);
        assert_eq!((scene.settings.bias_name(), scene.look()), ("grow", Look::ALL[1]));
        scene.press(&[SpriteAction::PreviousLook, SpriteAction::PreviousLook]);
        assert_eq!(scene.look(), Look::ALL[5]);
        assert_eq!(scene.status.message(), Some("drawn: picture"));
        let requests = requests_of::<SpriteAction>(&[Key::K, Key::C, Key::Escape], false);
        assert_eq!(requests, [Request::NextScene, Request::Screenshot, Request::Quit]);
    }

    #[test]
    fn the_arena_is_as_large_as_the_window() {
        let mut scene = scene();
        for size in [uvec2(400, 300), uvec2(1, 1), uvec2(1900, 1000)] {
            scene.resize(size);
            (0..20).for_each(|_| scene.press(&[]));
            if size.y > 1 {
                let border = scene.view().point_at(size.as_ivec2());
                let within = scene.arena.bodies.iter().filter(|body| body.pose().translation.cmple(border).all());
                assert_eq!(within.count(), scene.arena.bodies.len(), "{size}");
            }
        }
    }
}
