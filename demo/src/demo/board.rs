//! A canvas with panels and messages over the picture, and the stage of a scene of bodies.

use crate::demo::canvas::Canvas;
use crate::demo::hud::{Hud, Legend, Row};
use crate::demo::input::{Action, Controls, Input, Request};
use crate::demo::stage::{Stage, Status};
use tileray::glam::{IVec2, UVec2};

/// The canvas of a window, and the text on it.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) canvas: Canvas,
    pub(crate) hud: Hud,
}

/// The panels and messages of a frame.
#[derive(Debug)]
pub(crate) struct Overlay<'a> {
    pub(crate) title: &'a str,
    /// The rows of the panel of values, if it is shown.
    pub(crate) values: Option<Vec<Row>>,
    /// The width of the labels of the values, in characters.
    pub(crate) label: i32,
    pub(crate) legends: Vec<Legend>,
    pub(crate) message: Option<&'a str>,
    /// The list of keys, if it is shown.
    pub(crate) keys: Option<&'a [(&'static str, &'a str)]>,
}

impl Board {
    pub(crate) fn new(size: UVec2) -> Self {
        Self { canvas: Canvas::new(size), hud: Hud::new(size.y) }
    }

    /// Resizes the canvas, and the text with it.
    pub(crate) fn resize(&mut self, size: UVec2) {
        self.canvas.resize(size);
        self.hud.resize(size.y);
    }

    /// Draws the overlay over the picture.
    pub(crate) fn finish(&mut self, overlay: &Overlay<'_>) -> &Canvas {
        if let Some(values) = &overlay.values {
            let margin = IVec2::splat(10 * self.hud.scale());
            self.hud.draw_panel(&mut self.canvas, margin, overlay.title, values, overlay.label);
            self.hud.draw_legends(&mut self.canvas, &overlay.legends);
        }
        if let Some(message) = overlay.message {
            self.hud.draw_message(&mut self.canvas, message);
        }
        if let Some(keys) = overlay.keys {
            self.hud.draw_help(&mut self.canvas, keys);
        }
        &self.canvas
    }
}

/// A scene of bodies: its state, its changes and its picture.
pub(crate) trait BodyScene {
    /// The changes by keys.
    type Action: Action;

    /// Returns the status.
    fn status(&mut self) -> &mut Status;

    /// Changes the size of the screen.
    fn resize(&mut self, size: UVec2);

    /// Applies the controls of a frame, and advances the time.
    fn update(&mut self, controls: &Controls<Self::Action>, seconds: f32);

    /// Draws the scene and its overlay.
    fn draw<'a>(&self, board: &'a mut Board) -> &'a Canvas;

    /// Updates the scene with some actions, for tests.
    #[cfg(test)]
    fn press(&mut self, actions: &[Self::Action]) {
        self.update(&Controls { actions: actions.to_vec(), ..Controls::default() }, 0.016);
    }
}

/// A scene of bodies on its board.
#[derive(Debug)]
pub(crate) struct BodyStage<S> {
    scene: S,
    board: Board,
}

impl<S: BodyScene> BodyStage<S> {
    pub(crate) fn new(scene: S, size: UVec2) -> Self {
        Self { scene, board: Board::new(size) }
    }
}

impl<S: BodyScene> Stage for BodyStage<S> {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) -> Vec<Request> {
        let controls = Controls::of(input);
        self.scene.resize(size);
        self.scene.update(&controls, seconds);
        controls.requests
    }

    fn draw(&mut self) -> &Canvas {
        self.scene.draw(&mut self.board)
    }

    fn status(&mut self) -> &mut Status {
        self.scene.status()
    }
}
