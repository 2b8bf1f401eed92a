//! The scene of shapes in a window.

use super::frame::Frame;
use super::scene::ShapeScene;
use crate::demo::canvas::Canvas;
use crate::demo::input::{Controls, Input};
use crate::demo::stage::{Request, Stage};
use anyhow::Result;
use tileray::glam::UVec2;

/// The scene of shapes and what draws it.
#[derive(Debug)]
pub(crate) struct ShapeStage {
    scene: ShapeScene,
    frame: Frame,
}

impl ShapeStage {
    pub(crate) fn new(size: UVec2) -> Result<Self> {
        Ok(Self { scene: ShapeScene::new(size)?, frame: Frame::new(size) })
    }
}

impl Stage for ShapeStage {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) -> Vec<Request> {
        self.scene.resize(size);
        self.scene.update(&Controls::of(input), seconds)
    }

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
