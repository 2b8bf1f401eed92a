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
use tileray_scenes::shapes::ShapeState;
use tileray_scenes::sprites::SpriteState;
use wasm_bindgen::prelude::wasm_bindgen;

/// The scenes of rays, shapes and sprites, one of which is shown.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stage {
    rays: RayScene,
    /// The scenes that are made when they are shown first.
    shapes: Option<ShapeState>,
    sprites: Option<SpriteState>,
    shown: Shown,
    input: Input,
    canvas: Canvas,
    pixels: ScreenPixels,
}

/// The scene that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Rays,
    Shapes,
    Sprites,
}

#[wasm_bindgen]
impl Stage {
    /// Opens a map in the scene of rays, for a picture of `width` by `height` pixels.
    ///
    /// # Errors
    /// Fails with the text of the loader, which names the file, the place, the cause and the remedy.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &PageFiles, map: &str, width: u32, height: u32) -> Result<Self, String> {
        let file = read_map(files, map)?;
        let size = bounded(width, height);
        let open = || RayScene::new(RayState::of_map(file, Box::new(OneMap), size)?);
        Ok(Self {
            rays: open().map_err(|error| format!("{error:#}"))?,
            shapes: None,
            sprites: None,
            shown: Shown::Rays,
            input: Input::default(),
            canvas: Canvas::new(size),
            pixels: ScreenPixels::default(),
        })
    }

    /// Enters a map in the scene of rays. Its settings stay as they are.
    ///
    /// # Errors
    /// Fails with the text of the loader, and shows the map before then.
    pub fn open(&mut self, files: &PageFiles, map: &str) -> Result<(), String> {
        self.rays.enter_map(read_map(files, map)?).map_err(|error| format!("{error:#}"))
    }

    /// Shows a scene: `rays`, `shapes` or `sprites`.
    ///
    /// # Errors
    /// Fails where there is no scene of that name, or it cannot be made.
    pub fn show(&mut self, scene: &str) -> Result<(), String> {
        let size = self.canvas.size();
        let made = |error: anyhow::Error| format!("{error:#}");
        self.shown = match scene {
            "rays" => Shown::Rays,
            "shapes" => {
                if self.shapes.is_none() {
                    self.shapes = Some(ShapeState::new(size).map_err(made)?);
                }
                Shown::Shapes
            }
            "sprites" => {
                if self.sprites.is_none() {
                    self.sprites = Some(SpriteState::new(&[], &PageFiles::new(), size).map_err(made)?);
                }
                Shown::Sprites
            }
            _ => return Err(format!("there is no scene {scene}")),
        };
        self.release();
        Ok(())
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

    /// Advances the scene that is shown by a time in seconds, and draws a picture of `width` by `height` pixels.
    pub fn frame(&mut self, width: u32, height: u32, seconds: f32, rate: f32) {
        let size = bounded(width, height);
        let input = self.input.clone();
        self.input.pressed.clear();
        self.input.wheel = None;
        self.canvas.resize(size);
        let Some((scene, canvas)) = self.scene() else { return };
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
        scene.draw(canvas);
        self.pixels.set(self.canvas.pixels());
    }

    /// The address of the pixels of the last picture in the memory of the module: red, green, blue, alpha.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> *const u8 {
        self.pixels.address()
    }

    /// Shows a message in the picture for some seconds.
    pub fn tell(&mut self, text: &str) {
        if let Some((scene, _)) = self.scene() {
            scene.status().tell(text);
        }
    }

    /// The number of rays in the fan.
    #[wasm_bindgen(getter)]
    pub fn rays(&self) -> usize {
        self.rays.controls().rays
    }

    /// The place of that number on its slider, from 0.
    #[wasm_bindgen(getter)]
    pub fn rays_step(&self) -> usize {
        self.rays.controls().rays_step
    }

    /// Moves the slider of the number of rays.
    #[wasm_bindgen(setter)]
    pub fn set_rays_step(&mut self, step: usize) {
        self.rays.set_rays_step(step.min(RayControls::LAST_RAYS));
    }

    /// The last place of the slider of the number of rays.
    #[wasm_bindgen(getter)]
    pub fn last_rays_step(&self) -> usize {
        RayControls::LAST_RAYS
    }

    /// The radius of the brush, in pixels.
    #[wasm_bindgen(getter)]
    pub fn brush(&self) -> f32 {
        self.rays.controls().brush
    }

    /// The place of the radius on its slider, from 0.
    #[wasm_bindgen(getter)]
    pub fn brush_step(&self) -> usize {
        self.rays.controls().brush_step
    }

    /// Moves the slider of the radius.
    #[wasm_bindgen(setter)]
    pub fn set_brush_step(&mut self, step: usize) {
        self.rays.set_brush_step(step.min(RayControls::LAST_BRUSH));
    }

    /// The last place of the slider of the radius.
    #[wasm_bindgen(getter)]
    pub fn last_brush_step(&self) -> usize {
        RayControls::LAST_BRUSH
    }

    /// The number of strokes of the brush that can be undone.
    #[wasm_bindgen(getter)]
    pub fn strokes(&self) -> usize {
        self.rays.controls().strokes
    }

    /// Returns whether the switch of a key is on in the scene of rays; nothing for other keys.
    pub fn is_on(&self, code: &str) -> Option<bool> {
        let controls = self.rays.controls();
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

impl Stage {
    /// Returns the scene that is shown, and the canvas.
    fn scene(&mut self) -> Option<(&mut dyn Scene, &mut Canvas)> {
        let scene: &mut dyn Scene = match self.shown {
            Shown::Rays => &mut self.rays,
            Shown::Shapes => self.shapes.as_mut()?,
            Shown::Sprites => self.sprites.as_mut()?,
        };
        Some((scene, &mut self.canvas))
    }
}

/// Returns a size that a picture may have.
fn bounded(width: u32, height: u32) -> UVec2 {
    uvec2(width, height).clamp(UVec2::ONE, ScreenPixels::MOST)
}

fn read_map(files: &PageFiles, map: &str) -> Result<MapFile, String> {
    let read = MapFile::read(&normal(map), files, &MapOptions::default());
    read.map_err(|fault| format!("{:#}", fault.error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::repository;

    fn stage() -> Stage {
        Stage::new(&repository(), "maps/cave.tmx", 320, 200).expect("the map of the repository")
    }

    fn colors(stage: &Stage) -> usize {
        stage.canvas.pixels().iter().collect::<std::collections::BTreeSet<_>>().len()
    }

    #[test]
    fn every_scene_draws_a_picture() {
        let mut stage = stage();
        for scene in ["rays", "shapes", "sprites"] {
            stage.show(scene).expect(scene);
            stage.point(100, 80);
            stage.frame(320, 200, 0.016, 60.0);
            assert!(colors(&stage) > 20, "{scene}: {}", colors(&stage));
        }
        assert!(stage.show("nothing").is_err());
    }

    #[test]
    fn keys_and_sliders_change_the_same_settings() {
        let mut stage = stage();
        stage.set_rays_step(3);
        assert_eq!((stage.rays(), stage.rays_step()), (4, 3));
        assert!(stage.key("NumpadAdd", true) && !stage.key("F35", true));
        stage.frame(320, 200, 0.016, 60.0);
        assert_eq!(stage.rays(), 6);
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
