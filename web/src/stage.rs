//! The scenes of the demo in the page: input, frames, pictures.

use crate::files::{PageFiles, normal};
use crate::pixels::ScreenPixels;
use anyhow::Result;
use tileray::glam::{UVec2, ivec2, uvec2};
use tileray_scenes::canvas::Canvas;
use tileray_scenes::input::{Input, REPEATED, Request};
use tileray_scenes::key::Key;
use tileray_scenes::rays::{MapFile, MapOptions, OneMap, RayControls, RayScene, RayState};
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
        let open = |size| RayScene::new(RayState::of_map(file, Box::new(OneMap), size)?);
        Self::of(uvec2(width, height), |size| open(size).map(Box::new).map(StagedScene::Rays))
    }

    /// Enters a map in the scene of rays. Its settings stay as they are.
    ///
    /// # Errors
    /// Fails with the text of the loader, and shows the map before then.
    pub fn open(&mut self, files: &PageFiles, map: &str) -> Result<(), String> {
        let file = read_map(files, map)?;
        let Some(rays) = self.ray_scene() else { return Err("this scene has no map".to_owned()) };
        rays.enter_map(file).map_err(|error| format!("{error:#}"))
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
        let scene: &mut dyn Scene = match &mut self.scene {
            StagedScene::Rays(rays) => &mut **rays,
            #[cfg(feature = "full")]
            StagedScene::Shapes(shapes) => &mut **shapes,
            #[cfg(feature = "full")]
            StagedScene::Sprites(sprites) => &mut **sprites,
        };
        scene.update(&input, size, seconds);
        for request in input.requests() {
            if matches!(request, Request::Values | Request::Help) {
                scene.status().flip(request);
            }
        }
        let status = scene.status();
        // The page shows the scenes in tabs.
        status.wanted = None;
        status.take_log();
        status.frame_rate = rate;
        scene.draw(&mut self.canvas);
        self.pixels.set(self.canvas.pixels());
    }

    /// The address of the pixels of the last picture in the memory of the module: red, green, blue, alpha.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> *const u8 {
        self.pixels.address()
    }

    /// The number of rays in the fan; like all that follows, 0 in a scene without rays.
    #[wasm_bindgen(getter)]
    pub fn rays_count(&self) -> usize {
        self.controls().map_or(0, |controls| controls.rays)
    }

    /// The place of that number on its slider, from 0.
    #[wasm_bindgen(getter)]
    pub fn rays_step(&self) -> usize {
        self.controls().map_or(0, |controls| controls.rays_step)
    }

    /// Moves the slider of the number of rays.
    #[wasm_bindgen(setter)]
    pub fn set_rays_step(&mut self, step: usize) {
        if let Some(rays) = self.ray_scene() {
            rays.set_rays_step(step.min(RayControls::LAST_RAYS));
        }
    }

    /// The last place of the slider of the number of rays.
    #[wasm_bindgen(getter)]
    pub fn last_rays_step(&self) -> usize {
        RayControls::LAST_RAYS
    }

    /// The radius of the brush, in pixels.
    #[wasm_bindgen(getter)]
    pub fn brush(&self) -> f32 {
        self.controls().map_or(0.0, |controls| controls.brush)
    }

    /// The place of the radius on its slider, from 0.
    #[wasm_bindgen(getter)]
    pub fn brush_step(&self) -> usize {
        self.controls().map_or(0, |controls| controls.brush_step)
    }

    /// Moves the slider of the radius.
    #[wasm_bindgen(setter)]
    pub fn set_brush_step(&mut self, step: usize) {
        if let Some(rays) = self.ray_scene() {
            rays.set_brush_step(step.min(RayControls::LAST_BRUSH));
        }
    }

    /// The last place of the slider of the radius.
    #[wasm_bindgen(getter)]
    pub fn last_brush_step(&self) -> usize {
        RayControls::LAST_BRUSH
    }

    /// The number of strokes of the brush that can be undone.
    #[wasm_bindgen(getter)]
    pub fn strokes(&self) -> usize {
        self.controls().map_or(0, |controls| controls.strokes)
    }

    /// Returns whether the switch of a key is on in the scene of rays; nothing for other keys.
    pub fn is_on(&self, code: &str) -> Option<bool> {
        let controls = self.controls()?;
        Some(match code {
            "KeyF" => controls.fan,
            "KeyJ" => controls.fog,
            "KeyR" => controls.reflections,
            "KeyL" => controls.sight,
            "KeyE" => controls.beyond,
            "KeyB" => controls.trace,
            "KeyO" => controls.spans,
            "KeyG" => controls.normals,
            "KeyM" => controls.loupe,
            "KeyT" => controls.exact,
            "Space" => controls.frozen,
            _ => return None,
        })
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
        let open = |size| SpriteState::new(&[], &PageFiles::new(), size);
        Self::of(uvec2(width, height), |size| open(size).map(Box::new).map(StagedScene::Sprites))
    }
}

impl Stage {
    fn of(size: UVec2, open: impl FnOnce(UVec2) -> Result<StagedScene>) -> Result<Self, String> {
        let size = bounded(size);
        Ok(Self {
            scene: open(size).map_err(|error| format!("{error:#}"))?,
            input: Input::default(),
            canvas: Canvas::new(size),
            pixels: ScreenPixels::default(),
        })
    }

    fn ray_scene(&mut self) -> Option<&mut RayScene> {
        match &mut self.scene {
            StagedScene::Rays(rays) => Some(rays),
            #[cfg(feature = "full")]
            _ => None,
        }
    }

    fn controls(&self) -> Option<RayControls> {
        match &self.scene {
            StagedScene::Rays(rays) => Some(rays.controls()),
            #[cfg(feature = "full")]
            _ => None,
        }
    }
}

/// Returns a size that a picture may have.
fn bounded(size: UVec2) -> UVec2 {
    size.clamp(UVec2::ONE, ScreenPixels::MOST)
}

fn read_map(files: &PageFiles, map: &str) -> Result<MapFile, String> {
    let read = MapFile::read(&normal(map), files, &MapOptions::default());
    read.map_err(|fault| format!("{:#}", fault.error))
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

    #[test]
    fn keys_and_sliders_change_the_same_settings() {
        let mut stage = stage();
        stage.set_rays_step(3);
        assert_eq!((stage.rays_count(), stage.rays_step()), (4, 3));
        assert!(stage.key("NumpadAdd", true) && !stage.key("F35", true));
        stage.frame(320, 200, 0.016, 60.0);
        assert_eq!(stage.rays_count(), 6);
        let before = stage.is_on("KeyT");
        stage.key("KeyT", true);
        stage.frame(320, 200, 0.016, 60.0);
        stage.frame(320, 200, 0.016, 60.0);
        assert_eq!(stage.is_on("KeyT").map(|on| !on), before);
        assert_eq!(stage.is_on("KeyQ"), None);
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
