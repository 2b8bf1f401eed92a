//! The scene of rays in a window.

use super::frame::Frame;
use super::player::Player;
use super::playlist::Playlist;
use super::scene::Scene;
use crate::demo::canvas::Canvas;
use crate::demo::input::{Controls, Input, Request};
use crate::demo::stage::{Stage, Status};
use crate::output::note;
use anyhow::Result;
use tileray::glam::UVec2;

/// The scene of rays, its maps and its painter.
#[derive(Debug)]
pub(crate) struct RayStage {
    playlist: Playlist,
    scene: Scene,
    frame: Frame,
    player: Player,
}

impl RayStage {
    pub(crate) fn new(playlist: Playlist, scene: Scene, player: Player) -> Result<Self> {
        let frame = Frame::new(&scene.level, scene.camera().size())?;
        Ok(Self { playlist, scene, frame, player })
    }
}

impl Stage for RayStage {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) -> Vec<Request> {
        let controls = Controls::of(input);
        self.scene.resize(size);
        self.scene.update(&controls, seconds);
        controls.requests
    }

    fn draw(&mut self) -> &Canvas {
        self.frame.draw(&self.scene)
    }

    fn status(&mut self) -> &mut Status {
        &mut self.scene.status
    }

    fn turn_map(&mut self, by: isize) {
        let mut failed = Vec::new();
        let level = self.playlist.turn(by, &self.player, &mut failed);
        failed.iter().for_each(note);
        match level {
            Some(level) => {
                self.frame.enter(&level);
                self.scene.status.tell(level.name.clone());
                self.scene.enter(level);
            }
            None => self.scene.status.tell(failed.pop().unwrap_or_else(|| "there is no other map here".into())),
        }
    }
}
