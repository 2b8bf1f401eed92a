//! The picture of the scene of rays: the world, the magnifier and the panels.

use super::camera::{Camera, ZOOMS};
use super::casts::Leg;
use super::controls::HELP;
use super::level::Level;
use super::scene::Scene;
use super::world::WorldPainter;
use crate::demo::board::{Board, Overlay};
use crate::demo::canvas::Canvas;
use crate::demo::color::{self, Rgb};
use crate::demo::hud::{Row, counted};
use anyhow::Result;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::{RayHit, Rect, Tile};

/// The side of the magnifier, in pixels of the map.
const LOUPE_PIXELS: u32 = 27;
/// The part of the height that it takes at most.
const LOUPE_HEIGHT: f64 = 0.32;

/// The painter of the scene of rays.
#[derive(Debug)]
pub(crate) struct Frame {
    board: Board,
    world: WorldPainter,
}

impl Frame {
    pub(crate) fn new(level: &Level, size: UVec2) -> Result<Self> {
        Ok(Self { board: Board::new(size), world: WorldPainter::new(level)? })
    }

    /// Prepares for another level.
    pub(crate) fn enter(&mut self, level: &Level) {
        self.world.enter(level);
    }

    /// Draws the scene at the size of its camera.
    pub(crate) fn draw(&mut self, scene: &Scene) -> &Canvas {
        let camera = scene.camera();
        self.board.resize(camera.size());
        self.world.paint(scene, camera, &mut self.board.canvas, ivec2(0, 0));
        if scene.switches.loupe {
            self.draw_loupe(scene);
        }
        let status = &scene.status;
        let frozen = scene.switches.paused.then_some("frozen: W A S D move the view, Space goes on");
        self.board.finish(&Overlay {
            title: &format!("Tileray \u{b7} {}", scene.level.name),
            values: status.values.then(|| rows(scene)),
            label: 9,
            legends: scene.probe.legends(),
            message: status.message().or(frozen),
            keys: status.help.then_some(&HELP),
        })
    }

    /// Draws the surroundings of the hit pixel, enlarged, at the bottom right; nothing where the canvas is too small.
    fn draw_loupe(&mut self, scene: &Scene) {
        let Some(hit) = scene.casts.hit() else { return };
        let Board { canvas, hud } = &mut self.board;
        let scale = hud.scale();
        let largest = f64::from(canvas.size().y) * LOUPE_HEIGHT / f64::from(LOUPE_PIXELS);
        let Some(zoom) = ZOOMS.into_iter().rfind(|&zoom| zoom.fract() == 0.0 && zoom <= largest) else { return };
        let size = UVec2::splat((f64::from(LOUPE_PIXELS) * zoom) as u32);
        let margin = 10 * scale;
        let corner = canvas.size().as_ivec2() - size.as_ivec2() - margin;
        if corner.cmplt(ivec2(margin, margin)).any() || zoom <= scene.camera().zoom() {
            return;
        }
        let camera = Camera::new(hit.pixel.as_dvec2() + 0.5, zoom, size);
        self.world.paint(scene, camera, canvas, corner);
        let border = Rect::from_size(corner, size);
        canvas.frame(Rect::new(border.min - 2 * scale, border.max + 2 * scale), 2 * scale, color::PANEL, 255);
        canvas.frame(Rect::new(border.min - 1, border.max + 1), 1, Rgb::WHITE, 110);
        hud.draw_caption(canvas, corner, &format!("the hit, {zoom}\u{d7}"));
    }
}

/// Returns the rows of the panel of values.
fn rows(scene: &Scene) -> Vec<Row> {
    let casts = &scene.casts;
    let mut rows: Vec<Row> = Vec::new();
    if scene.switches.fan {
        let hits = casts.fan.hits.iter().flatten().count();
        rows.push(("fan", format!("{}, {}", counted(casts.fan.hits.len(), "ray"), counted(hits, "hit"))));
    }
    let bounces = casts.beam.len().saturating_sub(1);
    let length: f64 = casts.beam.iter().map(Leg::length).sum();
    rows.push(("beam", format!("{length:.0} px, {}", counted(bounces, "bounce"))));
    if scene.switches.sight {
        let seen = casts.sights.iter().filter(|sight| sight.hit.is_none()).count();
        rows.push(("sight", format!("{seen} of {} markers", casts.sights.len())));
    }
    rows.push(("time", format!("{:.0} ns a ray", scene.status.timing.nanos())));
    rows.push(("walk", format!("{:?}", scene.options().traversal)));
    let rate = if scene.status.frame_rate > 0.0 {
        format!(" \u{b7} {:.0} fps", scene.status.frame_rate)
    } else {
        String::new()
    };
    rows.push(("zoom", format!("{}\u{d7}{rate}", scene.camera().zoom())));
    let strokes = scene.level.edits.strokes();
    let done = if strokes > 0 { format!(", {}", counted(strokes, "stroke")) } else { String::new() };
    rows.push(("brush", format!("{} px{done}", scene.brush.radius())));
    rows.push(("", String::new()));
    rows.extend(hit_rows(scene, casts.hit()));
    rows.push(("", String::new()));
    rows.push(("keys", "H".into()));
    rows
}

fn hit_rows(scene: &Scene, hit: Option<&RayHit>) -> Vec<Row> {
    let Some(hit) = hit else { return vec![("hit", "nothing".into())] };
    let pair = |at: IVec2| format!("{}, {}", at.x, at.y);
    let previous = hit.previous.map_or_else(|| "none, began inside".into(), pair);
    let layer = scene.level.map.layers().nth(hit.layer).map_or("", |layer| layer.path());
    let mut rows = vec![
        ("hit", format!("pixel {}", pair(hit.pixel))),
        ("before", previous),
        ("normal", pair(hit.normal.as_ivec2())),
        ("distance", format!("{:.2} px", hit.distance)),
        ("layer", layer.to_owned()),
    ];
    if let Some(tile) = hit.tile {
        rows.push(("cell", pair(hit.cell)));
        rows.push(("tile", tile_text(scene, tile)));
    }
    rows
}

/// Returns the tile set, the id and the orientation of a tile, in words.
fn tile_text(scene: &Scene, tile: Tile) -> String {
    let set = scene.level.map.tile_sets().nth(usize::from(tile.set)).map_or("", |set| set.name());
    let flips =
        [(tile.orientation.diagonal, "D"), (tile.orientation.horizontal, "H"), (tile.orientation.vertical, "V")];
    let flips: String = flips.iter().filter(|(set, _)| *set).map(|(_, letter)| *letter).collect();
    if flips.is_empty() { format!("{set} {}", tile.id) } else { format!("{set} {} {flips}", tile.id) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::input::Controls;
    use crate::demo::rays::controls::RayAction;
    use crate::demo::rays::testing;
    use tileray::glam::{IVec2, uvec2};

    /// Returns whether all screen pixels of a map pixel have one color.
    fn shows(canvas: &Canvas, scene: &Scene, pixel: IVec2, color: Rgb) -> bool {
        let square = scene.camera().square(pixel);
        assert!(!square.is_empty() && square == square.intersection(&canvas.area()), "{pixel} is in the picture");
        let screen = (square.min.y..square.max.y).flat_map(|y| (square.min.x..square.max.x).map(move |x| ivec2(x, y)));
        screen.into_iter().all(|at| canvas.get(at) == color)
    }

    fn frame(scene: &Scene) -> Frame {
        Frame::new(&scene.level, uvec2(640, 360)).expect("the sprites are part of the program")
    }

    fn scene_at(steps_closer: usize) -> Scene {
        let mut scene = testing::scene();
        scene.switches.loupe = false;
        scene.status.values = false;
        scene.switches.reflections = false;
        let actions = vec![RayAction::ZoomIn; steps_closer];
        scene.update(&Controls { actions, ..Controls::default() }, 0.0);
        scene
    }

    #[test]
    fn the_hit_pixel_is_marked_on_its_very_square() {
        for steps_closer in [0, 2, 3, 4, 5] {
            let mut scene = scene_at(steps_closer);
            let mut frame = frame(&scene);
            for target in [ivec2(420, 300), ivec2(300, 340), ivec2(350, 345)] {
                scene.update(&Controls { cursor: Some(target), ..Controls::default() }, 0.0);
                let hit = *scene.casts.hit().expect("the room is closed");
                if !scene.camera().visible().contains(hit.pixel - 2)
                    || !scene.camera().visible().contains(hit.pixel + 3)
                {
                    continue;
                }
                let canvas = frame.draw(&scene);
                assert!(shows(canvas, &scene, hit.pixel, color::HIT), "zoom {}", scene.camera().zoom());
                let walked = scene.casts.beam[0].pixels().count() as i32;
                assert_eq!(walked - 1, (hit.pixel - scene.eye()).abs().max_element());
            }
        }
    }

    #[test]
    fn the_same_scene_gives_the_same_picture() {
        let draw = || {
            let scene = scene_at(1);
            let mut frame = frame(&scene);
            frame.draw(&scene).clone()
        };
        assert_eq!(draw().pixels(), draw().pixels());
    }

    #[test]
    fn everything_can_be_drawn_at_any_size() {
        let mut scene = testing::scene();
        scene.status.help = true;
        scene.status.tell("a message that is a good deal longer than the smallest of these windows is wide");
        let mut frame = frame(&scene);
        for size in [uvec2(1, 1), uvec2(7, 300), uvec2(300, 7), uvec2(160, 120), uvec2(1920, 1500)] {
            scene.resize(size);
            for closer in [false, true] {
                let action = if closer { RayAction::ZoomIn } else { RayAction::ZoomOut };
                let actions = vec![action; 20];
                scene.update(&Controls { actions, cursor: Some(ivec2(0, 0)), ..Controls::default() }, 0.0);
                assert_eq!(frame.draw(&scene).size(), size);
            }
        }
    }

    #[test]
    fn the_fan_darkens_what_it_does_not_reach() {
        let mut scene = scene_at(0);
        let mut frame = frame(&scene);
        let brightness = |canvas: &Canvas| canvas.to_rgb().iter().map(|&channel| u64::from(channel)).sum::<u64>();
        let lit = brightness(frame.draw(&scene));
        scene.update(&Controls { actions: vec![RayAction::Fan], ..Controls::default() }, 0.0);
        assert!(brightness(frame.draw(&scene)) > lit);
    }
}
