//! The scenes of the demo in the page: input, frames, pictures.

use crate::files::{PageFiles, normal};
use crate::pixels::ScreenPixels;
use anyhow::Result;
use tileray::glam::{UVec2, ivec2, uvec2};
use tileray_scenes::canvas::Canvas;
use tileray_scenes::controls::{Control, ControlKind};
use tileray_scenes::input::{Host, Input, REPEATED};
use tileray_scenes::key::Key;
use tileray_scenes::rays::{MapFile, MapOptions, RayScene, RayState};
use tileray_scenes::scene::Scene;
#[cfg(feature = "full")]
use tileray_scenes::{shapes::ShapeState, sprites::SpriteState};
use wasm_bindgen::prelude::wasm_bindgen;

/// A scene of the demo with its input and its picture.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stage {
    scene: StagedScene,
    input: Input,
    canvas: Canvas,
    pixels: ScreenPixels,
}

/// The scene of a stage.
#[derive(Debug)]
enum StagedScene {
    Rays(Box<RayScene>),
    #[cfg(feature = "full")]
    Shapes(Box<ShapeState>),
    #[cfg(feature = "full")]
    Sprites(Box<SpriteState>),
}

#[wasm_bindgen]
impl Stage {
    /// Opens a map in the scene of rays, for a picture of `width` by `height` pixels.
    ///
    /// # Errors
    /// Fails with the text of the loader, which names the file, the place, the cause and the remedy.
    pub fn rays(files: &PageFiles, map: &str, width: u32, height: u32) -> Result<Self, String> {
        let file = read_map(files, map)?;
        let open = |size| RayScene::new(RayState::open(file, size)?);
        Self::of(uvec2(width, height), |size| open(size).map(Box::new).map(StagedScene::Rays))
    }

    /// Enters a map in the scene of rays. Its settings stay as they are.
    ///
    /// # Errors
    /// Fails with the text of the loader, and shows the map before then.
    pub fn open(&mut self, files: &PageFiles, map: &str) -> Result<(), String> {
        let file = read_map(files, map)?;
        match &mut self.scene {
            StagedScene::Rays(rays) => rays.state.enter_map(file).map_err(|error| format!("{error:#}")),
            #[cfg(feature = "full")]
            _ => Err("this scene has no map".to_owned()),
        }
    }

    /// Presses or releases the key of a browser's code; returns whether a scene uses it.
    pub fn key(&mut self, code: &str, is_down: bool) -> bool {
        let Some(key) = Key::of_code(code) else { return false };
        let is_held = self.input.held.contains(&key);
        if is_down && (!is_held || REPEATED.contains(&key)) {
            self.input.pressed.push(key);
        }
        if is_down && !is_held {
            self.input.held.push(key);
        } else if !is_down {
            self.input.held.retain(|&held| held != key);
        }
        true
    }

    /// Moves the pointer to a pixel of the picture.
    pub fn point(&mut self, x: i32, y: i32) {
        self.input.cursor = Some(ivec2(x, y));
    }

    /// Takes the pointer off the picture.
    pub fn leave(&mut self) {
        self.input.cursor = None;
    }

    /// Sets which buttons are down.
    pub fn buttons(&mut self, left: bool, right: bool) {
        (self.input.left, self.input.right) = (left, right);
    }

    /// Turns the wheel by a step: 1 is up, -1 is down.
    pub fn wheel(&mut self, by: i32) {
        self.input.wheel = Some(by.signum());
    }

    /// Releases all keys and buttons: the page is no longer looked at.
    pub fn release(&mut self) {
        self.input = Input { cursor: self.input.cursor, ..Input::default() };
    }

    /// Whether a key or a button is down, so that time should pass even where motion is unwanted.
    #[wasm_bindgen(getter)]
    pub fn busy(&self) -> bool {
        self.input.left || self.input.right || !self.input.held.is_empty()
    }

    /// Advances the scene by a time in seconds, and draws a picture of `width` by `height` pixels.
    pub fn frame(&mut self, width: u32, height: u32, seconds: f32, rate: f32) {
        let size = bounded(uvec2(width, height));
        let input = self.input.clone();
        self.input.pressed.clear();
        self.input.wheel = None;
        self.canvas.resize(size);
        let scene = self.scene.as_scene();
        let requests = scene.status().requests(&input);
        scene.update(&input, size, seconds);
        let status = scene.status();
        for request in requests {
            status.flip(request);
        }
        status.frame_rate = rate;
        scene.draw(&mut self.canvas);
        self.pixels.set(self.canvas.pixels());
    }

    /// The address of the pixels of the last picture in the memory of the module: red, green, blue, alpha.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> *const u8 {
        self.pixels.address()
    }

    /// Tells whether fingers use the page, so that texts name what a finger does.
    pub fn set_touch(&mut self, is_touch: bool) {
        self.scene.as_scene().status().host = if is_touch { Host::Touch } else { Host::Page };
    }

    /// Hides the panel of values, until its key shows it.
    pub fn hide_values(&mut self) {
        self.scene.as_scene().status().hides_values = true;
    }

    /// Whether a tour is shown.
    #[wasm_bindgen(getter)]
    pub fn touring(&mut self) -> bool {
        self.scene.as_scene().status().is_touring
    }

    /// Ends the tour, if one is shown.
    pub fn end_tour(&mut self) {
        match &mut self.scene {
            StagedScene::Rays(rays) => rays.state.end_tour(),
            #[cfg(feature = "full")]
            _ => {}
        }
    }

    /// Returns the controls of the scene, eight texts for each: id, label, key, hint, value, kind (`toggle`, `slider`,
    /// `choice` or `button`), the value as a number, and the largest number; for a choice its names, each on a line.
    pub fn controls(&mut self) -> Vec<String> {
        self.scene.as_scene().controls().into_iter().flat_map(texts).collect()
    }

    /// Sets a control by its id; returns whether there is one.
    pub fn set_control(&mut self, id: &str, value: usize) -> bool {
        self.scene.as_scene().set_control(id, value)
    }

    /// The message in the picture, or nothing.
    #[wasm_bindgen(getter)]
    pub fn message(&mut self) -> Option<String> {
        self.scene.as_scene().status().message().map(str::to_owned)
    }
}

/// Returns the texts of a control.
fn texts(control: Control) -> [String; 8] {
    let (number, last) = (control.number().to_string(), control.last().to_string());
    let Control { id, label, key, hint, value, kind } = control;
    let (kind, last) = match kind {
        ControlKind::Toggle { .. } => ("toggle", last),
        ControlKind::Slider { .. } => ("slider", last),
        ControlKind::Choice { names, .. } => ("choice", names.join("\n")),
        ControlKind::Button => ("button", last),
    };
    [id.to_owned(), label.to_owned(), key.to_owned(), hint.to_owned(), value, kind.to_owned(), number, last]
}

impl StagedScene {
    fn as_scene(&mut self) -> &mut dyn Scene {
        match self {
            Self::Rays(rays) => &mut **rays,
            #[cfg(feature = "full")]
            Self::Shapes(shapes) => &mut **shapes,
            #[cfg(feature = "full")]
            Self::Sprites(sprites) => &mut **sprites,
        }
    }
}

#[cfg(feature = "full")]
#[wasm_bindgen]
impl Stage {
    /// Makes the scene of shapes.
    ///
    /// # Errors
    /// Fails where a picture of the program is damaged.
    pub fn shapes(width: u32, height: u32) -> Result<Self, String> {
        Self::of(uvec2(width, height), |size| ShapeState::new(size).map(Box::new).map(StagedScene::Shapes))
    }

    /// Makes the scene of sprites.
    ///
    /// # Errors
    /// Fails where a picture of the program is damaged.
    pub fn sprites(width: u32, height: u32) -> Result<Self, String> {
        Self::of(uvec2(width, height), |size| SpriteState::new(size).map(Box::new).map(StagedScene::Sprites))
    }
}

impl Stage {
    fn of(size: UVec2, open: impl FnOnce(UVec2) -> Result<StagedScene>) -> Result<Self, String> {
        let size = bounded(size);
        let mut scene = open(size).map_err(|error| format!("{error:#}"))?;
        let status = scene.as_scene().status();
        status.show_controls(false);
        status.host = Host::Page;
        Ok(Self { scene, input: Input::default(), canvas: Canvas::new(size), pixels: ScreenPixels::default() })
    }
}

/// Returns a size that a picture may have.
fn bounded(size: UVec2) -> UVec2 {
    size.clamp(UVec2::ONE, ScreenPixels::MOST)
}

fn read_map(files: &PageFiles, map: &str) -> Result<MapFile, String> {
    MapFile::read(&normal(map), files, &MapOptions::default()).map_err(|error| format!("{error:#}"))
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;
    use crate::files::repository;

    fn stage() -> Stage {
        Stage::rays(&repository(), "maps/cave.tmx", 320, 200).expect("the map of the repository")
    }

    fn colors(stage: &Stage) -> usize {
        stage.canvas.pixels().iter().collect::<std::collections::BTreeSet<_>>().len()
    }

    #[test]
    fn every_scene_draws_a_picture() {
        let mut stages = vec![stage()];
        stages.extend([Stage::shapes(320, 200), Stage::sprites(320, 200)].map(|stage| stage.expect("its pictures")));
        for mut stage in stages {
            stage.point(100, 80);
            stage.frame(320, 200, 0.016, 60.0);
            assert!(colors(&stage) > 20, "{:?}: {}", stage.scene, colors(&stage));
        }
    }

    /// Returns the value of a control, as text and as a number.
    fn control(stage: &mut Stage, id: &str) -> (String, String) {
        let controls = stage.controls();
        let found = controls.chunks(8).find(|control| control[0] == id).expect("there is such a control");
        (found[4].clone(), found[6].clone())
    }

    #[test]
    fn keys_and_controls_change_the_same_settings() {
        let mut stage = stage();
        assert!(stage.set_control("rays", 3) && !stage.set_control("nothing", 0));
        assert_eq!(control(&mut stage, "rays"), ("4".to_owned(), "3".to_owned()));
        assert!(stage.key("NumpadAdd", true) && !stage.key("F35", true));
        stage.frame(320, 200, 0.016, 60.0);
        assert_eq!(control(&mut stage, "rays").0, "6");
        stage.key("KeyT", true);
        stage.frame(320, 200, 0.016, 60.0);
        stage.frame(320, 200, 0.016, 60.0);
        assert_eq!(control(&mut stage, "traversal"), ("exact".to_owned(), "1".to_owned()));
        stage.set_control("undo", 0);
        assert_eq!(stage.message().as_deref(), Some("there is nothing to undo"));
    }

    #[test]
    fn a_map_that_cannot_be_read_leaves_the_map_before() {
        let mut stage = stage();
        let mut files = PageFiles::new();
        files.add("broken.tmx", b"<map".to_vec());
        files.add("hero.png", include_bytes!("../../assets/hero.png").to_vec());
        let error = stage.open(&files, "broken.tmx").expect_err("it is no map");
        assert!(error.contains("broken.tmx"), "{error}");
        assert!(stage.open(&files, "none.tmx").is_err());
        stage.open(&files, "hero.png").expect("a picture is a map of one tile");
        stage.frame(64, 64, 0.016, 60.0);
        assert!(colors(&stage) > 3);
    }
}
