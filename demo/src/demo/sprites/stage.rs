use super::controls::Controls;
use super::frame::Frame;
use super::scene::SpriteScene;
use super::source::Source;
use crate::demo::canvas::Canvas;
use crate::demo::request::Request;
use crate::demo::stage::Stage;
use anyhow::Result;
use tileray::glam::UVec2;

/// The scene of sprites and what draws it.
#[derive(Debug)]
pub(crate) struct SpriteStage {
    scene: SpriteScene,
    frame: Frame,
}

impl SpriteStage {
    pub(crate) fn new(source: &Source, size: UVec2) -> Result<Self> {
        Ok(Self { scene: SpriteScene::new(source, size)?, frame: Frame::new(size) })
    }

    /// Lets time pass on a screen of `size`, and does what the controls ask for; what is left to do is given back.
    pub(crate) fn update(&mut self, controls: &Controls, size: UVec2, seconds: f32) -> Vec<Request> {
        self.scene.resize(size);
        self.scene.update(controls, seconds)
    }
}

impl Stage for SpriteStage {
    fn draw(&mut self) -> &Canvas {
        self.frame.draw(&self.scene)
    }

    fn tell(&mut self, text: String) {
        self.scene.tell(text);
    }

    fn set_frame_rate(&mut self, rate: f32) {
        self.scene.frame_rate = rate;
    }
}
