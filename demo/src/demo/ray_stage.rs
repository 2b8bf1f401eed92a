use super::body::Body;
use super::canvas::Canvas;
use super::controls::Controls;
use super::frame::Frame;
use super::playlist::Playlist;
use super::request::Request;
use super::scene::Scene;
use super::stage::Stage;
use crate::output::note;
use anyhow::Result;
use tileray::glam::UVec2;

/// The scene of rays, its maps and what draws it.
#[derive(Debug)]
pub(crate) struct RayStage {
    playlist: Playlist,
    scene: Scene,
    frame: Frame,
    body: Body,
}

impl RayStage {
    pub(crate) fn new(playlist: Playlist, scene: Scene, body: Body) -> Result<Self> {
        let frame = Frame::new(&scene.level, scene.camera().size())?;
        Ok(Self { playlist, scene, frame, body })
    }

    /// Lets time pass on a screen of `size`, and does what the controls ask for; what is left to do is given back.
    pub(crate) fn update(&mut self, controls: &Controls, size: UVec2, seconds: f32) -> Vec<Request> {
        self.scene.resize(size);
        self.scene.update(controls, seconds)
    }
}

impl Stage for RayStage {
    fn draw(&mut self) -> &Canvas {
        self.frame.draw(&self.scene)
    }

    fn tell(&mut self, text: String) {
        self.scene.tell(text);
    }

    fn set_frame_rate(&mut self, rate: f32) {
        self.scene.frame_rate = rate;
    }

    fn turn_map(&mut self, by: isize) {
        let mut failed = Vec::new();
        let level = self.playlist.turn(by, &self.body, &mut failed);
        failed.iter().for_each(note);
        match level {
            Some(level) => {
                self.frame.enter(&level);
                self.scene.tell(level.name.clone());
                self.scene.enter(level);
            }
            None => self.scene.tell(failed.pop().unwrap_or_else(|| "there is no other map here".into())),
        }
    }
}
