//! The picture of the scene of rays: the painter, the magnifier and the panels.

use super::camera::{Camera, ZOOMS};
use super::casts::PixelRay;
use super::knobs::{GESTURES, HINTS, KNOBS, play};
use super::painter::RayPainter;
use super::state::RayState;
use super::touring::draw_tour;
use super::trace::trace_legend;
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::controls::{self, Control, is_roomy, key_list};
use crate::hud::{Hud, Legend, Row, counted, help_rows};
use crate::input::Input;
use crate::scene::{Overlay, PICTURE_FRAMES, Scene, Status, steer};
use anyhow::Result;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::{RayHit, Rect, Tile};

/// The side of the magnifier, in pixels of the map.
const LOUPE_PIXELS: u32 = 27;
/// The part of the height that it takes at most.
const LOUPE_HEIGHT: f64 = 0.32;

/// The scene of rays and its painter.
#[derive(Debug)]
pub struct RayScene {
    /// The state that the scene shows.
    pub state: RayState,
    painter: RayPainter,
}

impl RayScene {
    /// Creates the scene of a state.
    ///
    /// # Errors
    /// Fails if a sprite of the program is damaged.
    pub fn new(state: RayState) -> Result<Self> {
        Ok(Self { painter: RayPainter::new()?, state })
    }
}

/// Draws a picture of `size` pixels. Returns it with a line of text about the rays.
///
/// # Errors
/// Fails if a sprite of the program is damaged.
pub fn draw_headless(mut state: RayState, size: UVec2) -> Result<(Canvas, String)> {
    state.status.show_controls(false);
    (0..PICTURE_FRAMES).for_each(|_| state.cast());
    let mut scene = RayScene::new(state)?;
    let mut canvas = Canvas::new(size);
    scene.draw(&mut canvas);
    let RayState { casts, level, status, .. } = &scene.state;
    let (rays, hits) = (casts.rays(), casts.distances().count());
    let distance: f64 = casts.distances().sum();
    let mean = if hits > 0 { format!("{:.1} px", distance / hits as f64) } else { "-".into() };
    let (name, nanos) = (&level.name, status.nanos);
    let mut report = format!("{name}: {rays} rays, {hits} hits, mean distance {mean}, {nanos:.0} ns a ray\n");
    level.map.warnings().iter().for_each(|warning| report += &format!("warning: {warning}\n"));
    Ok((canvas, report))
}

impl Scene for RayScene {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) {
        let input = &self.state.skip_tour(input);
        let input = &steer(self, input);
        self.state.resize(size);
        play(&mut self.state, input, seconds);
    }

    fn draw(&mut self, canvas: &mut Canvas) {
        let controls = self.controls();
        let Self { state, painter } = self;
        painter.map.forget(&state.level.edits.take_dirty());
        painter.paint(state, state.camera(), canvas);
        let is_magnified = state.loupe && (state.tour.is_none() || is_roomy(canvas.size()));
        if is_magnified {
            draw_loupe(state, canvas, painter);
        }
        let overlay = Overlay {
            title: &format!("Tileray \u{b7} {}", state.level.name),
            values: rows(state),
            label: 9,
            legends: state.trace.as_ref().map(trace_legend).into_iter().chain(sight_legend(state)).collect(),
            warnings: warnings(state),
            idle: idle(state),
            keys: key_list(state.status.host, &HINTS, &KNOBS, &GESTURES),
            controls,
        };
        // Captions need the room of the values in small windows.
        let hides_values = state.status.hides_values;
        state.status.hides_values |= state.tour.is_some() && !is_roomy(canvas.size());
        overlay.draw(canvas, &mut state.status);
        state.status.hides_values = hides_values;
        draw_tour(canvas, state);
    }

    fn status(&mut self) -> &mut Status {
        &mut self.state.status
    }

    fn controls(&mut self) -> Vec<Control> {
        controls::list(&mut self.state, &KNOBS)
    }

    fn set_control(&mut self, id: &str, value: usize) -> bool {
        self.state.end_tour();
        controls::set(&mut self.state, &KNOBS, id, value)
    }
}

/// Returns what the map lacks: the first lines, and how many more there are.
fn warnings(state: &RayState) -> Vec<String> {
    const MOST: usize = 2;
    let warnings = state.level.map.warnings();
    let mut lines: Vec<String> = warnings.iter().take(MOST).map(ToString::to_string).collect();
    if let Some(more) = warnings.len().checked_sub(MOST).filter(|more| *more > 0) {
        let how = state.status.host.text(["; tileray info lists them", "", ""]);
        lines.push(format!("{}{how}", counted(more, "more warning")));
    }
    lines
}

/// Returns the message where there is no other.
fn idle(state: &RayState) -> Option<&'static str> {
    let keys = "frozen: W A S D move the view, Space goes on";
    let text = state.status.host.text([keys, keys, "frozen: the arrows move the view, Freeze goes on"]);
    state.paused.then_some(text)
}

/// Returns the legend of the lines of sight, while there are some.
fn sight_legend(state: &RayState) -> Option<Legend> {
    let rows = vec![(color::SEEN, "free".into()), (color::UNSEEN, "blocked".into())];
    (!state.casts.sights.is_empty()).then_some(("Lines of sight", rows))
}

/// Draws the surroundings of the hit pixel, enlarged at the bottom right. Draws nothing if the canvas is too small.
fn draw_loupe(state: &RayState, canvas: &mut Canvas, painter: &mut RayPainter) {
    let Some(hit) = state.casts.hit() else { return };
    let hud = Hud::of(canvas);
    let scale = hud.scale();
    let largest = f64::from(canvas.size().y) * LOUPE_HEIGHT / f64::from(LOUPE_PIXELS);
    let zoom = ZOOMS.into_iter().rfind(|&zoom| zoom.fract() == 0.0 && zoom <= largest);
    let Some(zoom) = zoom.filter(|&zoom| zoom > state.camera().zoom) else { return };
    let size = UVec2::splat((f64::from(LOUPE_PIXELS) * zoom) as u32);
    let margin = 10 * scale;
    let corner = canvas.size().as_ivec2() - size.as_ivec2() - margin;
    if corner.cmplt(ivec2(margin, margin)).any() {
        return;
    }
    let camera = Camera::new(hit.pixel().as_dvec2() + 0.5, zoom, size).at(corner);
    painter.paint(state, camera, canvas);
    let border = camera.area;
    canvas.frame(Rect::new(border.min - 2 * scale, border.max + 2 * scale), 2 * scale, color::PANEL, 255);
    canvas.frame(Rect::new(border.min - 1, border.max + 1), 1, Rgb::WHITE, 110);
    hud.draw_caption(canvas, corner, &format!("the hit, {zoom}\u{d7}"));
}

/// Returns the rows of the panel of values.
fn rows(state: &RayState) -> Vec<Row> {
    let casts = &state.casts;
    let mut rows: Vec<Row> = Vec::new();
    if state.settings.fan {
        let hits = casts.fan.iter().flatten().count();
        rows.push(("fan", format!("{}, {}", counted(casts.fan.len(), "ray"), counted(hits, "hit"))));
    }
    let bounces = casts.beam.len().saturating_sub(1);
    let length: f64 = casts.beam.iter().map(PixelRay::length).sum();
    rows.push(("beam", format!("{length:.0} px, {}", counted(bounces, "bounce"))));
    if state.settings.sight {
        let seen = casts.sights.iter().filter(|sight| sight.hit.is_none()).count();
        rows.push(("sight", format!("{seen} of {} markers", casts.sights.len())));
    }
    rows.push(("time", format!("{:.0} ns a ray", state.status.nanos)));
    rows.push(("walk", format!("{:?}", state.settings.traversal)));
    let rate = if state.status.frame_rate > 0.0 {
        format!(" \u{b7} {:.0} fps", state.status.frame_rate)
    } else {
        String::new()
    };
    rows.push(("zoom", format!("{}\u{d7}{rate}", state.camera().zoom)));
    let strokes = state.level.edits.strokes();
    let done = if strokes > 0 { format!(", {}", counted(strokes, "stroke")) } else { String::new() };
    rows.push(("brush", format!("{} px{done}", state.brush.radius())));
    rows.push(("", String::new()));
    rows.extend(hit_rows(state, casts.hit()));
    rows.extend(help_rows(state.status.host));
    rows
}

fn hit_rows(state: &RayState, hit: Option<&RayHit>) -> Vec<Row> {
    let Some(hit) = hit else { return vec![("hit", "nothing".into())] };
    let pair = |at: IVec2| format!("{}, {}", at.x, at.y);
    let previous = hit.previous().map_or_else(|| "none, began inside".into(), pair);
    let layer = state.level.map.layer(hit.layer()).map_or("", |layer| &layer.path);
    let mut rows = vec![
        ("hit", format!("pixel {}", pair(hit.pixel()))),
        ("before", previous),
        ("normal", pair(hit.normal().as_ivec2())),
        ("distance", format!("{:.2} px", hit.distance())),
        ("layer", layer.to_owned()),
    ];
    if let Some(tile) = hit.tile() {
        rows.push(("cell", pair(hit.cell())));
        rows.push(("tile", tile_text(state, tile)));
    }
    rows
}

/// Returns the tile set, the id and the orientation of a tile, in words.
fn tile_text(state: &RayState, tile: Tile) -> String {
    let set = state.level.map.tile_sets().nth(usize::from(tile.set)).map_or("", |set| &set.name);
    let flips =
        [(tile.orientation.diagonal, "D"), (tile.orientation.horizontal, "H"), (tile.orientation.vertical, "V")];
    let flips: String = flips.iter().filter(|(set, _)| *set).map(|(_, letter)| *letter).collect();
    if flips.is_empty() { format!("{set} {}", tile.id) } else { format!("{set} {} {flips}", tile.id) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::pixels_of;
    use crate::key::Key;
    use crate::rays::testing;
    use tileray::glam::uvec2;

    /// Returns whether all screen pixels of a map pixel have one color.
    fn shows(canvas: &Canvas, camera: Camera, pixel: IVec2, color: Rgb) -> bool {
        let square = camera.square(pixel);
        assert!(!square.is_empty() && square == square.intersection(&canvas.area()), "{pixel} is in the picture");
        pixels_of(square).all(|at| canvas.get(at) == color)
    }

    /// Returns a scene without panels and bounces, some steps closer.
    fn scene(steps_closer: usize) -> RayScene {
        let mut state = testing::state();
        (state.loupe, state.status.hides_values, state.settings.reflections) = (false, true, false);
        play(&mut state, &Input { pressed: vec![Key::Z; steps_closer], ..Input::default() }, 0.0);
        RayScene::new(state).expect("the sprites are part of the program")
    }

    fn drawn(scene: &mut RayScene) -> Canvas {
        let mut canvas = Canvas::new(scene.state.camera().area.size());
        scene.draw(&mut canvas);
        canvas
    }

    #[test]
    fn the_hit_pixel_is_marked_on_its_very_square() {
        for steps_closer in [0, 2, 3, 4, 5] {
            let mut scene = scene(steps_closer);
            for target in [ivec2(420, 300), ivec2(300, 340), ivec2(350, 345)] {
                play(&mut scene.state, &Input { cursor: Some(target), ..Input::default() }, 0.0);
                let hit = *scene.state.casts.hit().expect("the room is closed");
                let (camera, eye) = (scene.state.camera(), scene.state.eye());
                if !camera.visible().contains(hit.pixel() - 2) || !camera.visible().contains(hit.pixel() + 3) {
                    continue;
                }
                assert!(shows(&drawn(&mut scene), camera, hit.pixel(), color::HIT), "zoom {}", camera.zoom);
                let walked = scene.state.casts.beam[0].pixels().count() as i32;
                assert_eq!(walked - 1, (hit.pixel() - eye).abs().max_element());
            }
        }
    }

    #[test]
    fn a_picture_has_the_size_that_was_asked_for() -> Result<()> {
        crate::scene::assert_sizes(|size| draw_headless(testing::state_of(size), size))
    }

    #[test]
    fn everything_can_be_drawn_at_any_size() {
        let mut scene = scene(0);
        (scene.state.loupe, scene.state.status.hides_values, scene.state.status.help) = (true, false, Some(0));
        scene.state.status.tell("a message that is a good deal longer than the smallest of these windows is wide");
        for size in [uvec2(0, 0), uvec2(1, 1), uvec2(7, 300), uvec2(300, 7), uvec2(160, 120), uvec2(960, 750)] {
            for key in [Key::X, Key::Z] {
                let pressed = vec![key; 20];
                scene.update(&Input { pressed, cursor: Some(ivec2(0, 0)), ..Input::default() }, size, 0.0);
                assert_eq!(drawn(&mut scene).size(), size.max(UVec2::ONE));
            }
        }
    }

    #[test]
    fn the_colors_of_lines_of_sight_are_told_while_there_are_some() {
        let mut scene = scene(0);
        let legend = sight_legend(&scene.state).expect("the room has markers");
        assert_eq!(legend.1, [(color::SEEN, "free".to_owned()), (color::UNSEEN, "blocked".to_owned())]);
        scene.set_control("sight", 0);
        scene.update(&Input::default(), uvec2(640, 360), 0.0);
        assert_eq!(sight_legend(&scene.state), None);
    }

    #[test]
    fn the_fan_darkens_pixels_beyond_its_reach() {
        let mut scene = scene(0);
        let brightness = |canvas: &Canvas| canvas.to_rgb().iter().map(|&channel| u64::from(channel)).sum::<u64>();
        let lit = brightness(&drawn(&mut scene));
        play(&mut scene.state, &Input { pressed: vec![Key::F], ..Input::default() }, 0.0);
        assert!(brightness(&drawn(&mut scene)) > lit);
    }
}
