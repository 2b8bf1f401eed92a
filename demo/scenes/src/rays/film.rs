//! The scene of rays without input: its start, the direction of the beam that makes a good picture, and the film.

use super::casts::RaySettings;
use super::edits::Brush;
use super::fog::Fog;
use super::level::Level;
use super::probe::Probe;
use super::scene::RayScene;
use super::state::RayState;
use crate::canvas::Canvas;
use crate::film::{Film, phases};
use crate::scene::{Scene, TIMED_FRAMES};
use anyhow::{Result, bail};
use std::f32::consts::TAU;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2, vec2};
use tileray::raycast::RaySpan;
use tileray::{Circle, Rect, Traversal};

/// The number of directions of the beam that are tried for a picture.
const DIRECTIONS: u32 = 1440;
/// The number of frames of an animation that its colors are chosen from.
const SAMPLES: u32 = 6;

/// What the scene of rays shows at its start.
#[derive(Clone, Copy, Debug, Default)]
pub struct RayStart {
    /// The traversal of all rays.
    pub traversal: Traversal,
    /// Whether the squares and pixels that the beam tests are shown.
    pub trace: bool,
    /// Whether the solid spans along the beam are shown.
    pub spans: bool,
    /// Whether the two normals of each bounce are shown.
    pub normals: bool,
    /// Whether pixels that were never in sight are dark.
    pub fog: bool,
    /// The point that the beam is aimed at, in pixels of the map.
    pub aim: Option<DVec2>,
}

impl RayState {
    /// Begins as `start` says.
    pub fn begin(&mut self, start: &RayStart) {
        let RayStart { traversal, trace, spans, normals, fog, aim } = *start;
        // Bounces would cover the trace and the spans; normals need bounces.
        let reflections = normals || !(trace || spans);
        self.settings = RaySettings { traversal, trace, spans, normals, reflections, ..self.settings };
        if fog {
            self.fog = Some(Fog::over(&self.level));
        }
        if let Some(aim) = aim {
            let along = aim - (self.eye().as_dvec2() + 0.5);
            self.point(along.y.atan2(along.x) as f32);
        }
    }

    /// Carves or fills a circle, as a stroke that can be undone.
    ///
    /// # Errors
    /// Fails if the circle lies outside the map.
    pub fn stroke(&mut self, brush: Brush, circle: Circle) -> Result<()> {
        let Level { name, bounds, edits, terrain, .. } = &mut self.level;
        let Circle { center, radius } = circle;
        let reach = Rect::new((center - radius).floor().as_ivec2(), (center + radius).ceil().as_ivec2());
        if reach.intersection(bounds).is_empty() {
            let (min, last) = (bounds.min, bounds.max - IVec2::ONE);
            let extent = format!("whose pixels go from {},{} to {},{}", min.x, min.y, last.x, last.y);
            bail!("it lies outside {name}, {extent}; give a circle that meets them");
        }
        edits.begin(terrain);
        edits.stroke(terrain, brush, [center; 2], radius);
        Ok(())
    }
}

/// The scene of rays with a beam that turns once in a cycle.
#[derive(Debug)]
pub struct RayFilm {
    scene: RayScene,
    canvas: Canvas,
    /// The angle of the beam at the start of the cycle.
    start: f32,
}

impl RayFilm {
    /// Creates a film of `size` pixels that begins as `start` says, or with a direction of the beam that makes a good
    /// picture. `values` tells whether the panel of values is shown: an animation has no room for it, and numbers that
    /// change in each frame make large files.
    ///
    /// # Errors
    /// Fails if a sprite of the program is damaged.
    pub fn new(mut state: RayState, start: &RayStart, values: bool, size: UVec2) -> Result<Self> {
        state.begin(start);
        let start = if start.aim.is_some() { state.angle() } else { best_direction(&mut state) };
        state.status.values = values;
        state.status.show_controls(false);
        let mut scene = RayScene::new(state)?;
        (0..TIMED_FRAMES).for_each(|_| scene.state.point(start));
        Ok(Self { scene, canvas: Canvas::new(size), start })
    }
}

impl Film for RayFilm {
    fn samples(&self) -> u32 {
        SAMPLES
    }

    fn draw(&mut self, phase: f32) -> Result<&Canvas> {
        self.scene.state.point(self.start + phase * TAU);
        self.scene.draw(&mut self.canvas);
        Ok(&self.canvas)
    }

    fn report(&mut self, frames: u32) -> Result<String> {
        let state = &mut self.scene.state;
        let (mut rays, mut hits, mut distance) = (0, 0, 0.0);
        for phase in phases(frames) {
            state.point(self.start + phase * TAU);
            let casts = &state.casts;
            rays += casts.rays();
            hits += casts.distances().count();
            distance += casts.distances().sum::<f64>();
        }
        let mean = if hits > 0 { format!("{:.1} px", distance / hits as f64) } else { "-".into() };
        let (name, nanos) = (&state.level.name, state.status.timing.nanos());
        Ok(format!("{name}: {rays} rays, {hits} hits, mean distance {mean}, {nanos:.0} ns a ray\n"))
    }
}

/// Returns the direction of the beam with the best score: bounces that spread over the picture.
fn best_direction(state: &mut RayState) -> f32 {
    let fan = std::mem::replace(&mut state.settings.fan, false);
    let visible = state.camera().visible();
    let mut best = (0.0, 0.0);
    for direction in 0..DIRECTIONS {
        let angle = direction as f32 / DIRECTIONS as f32 * TAU;
        state.point(angle);
        // Along an axis, bounces run back along themselves.
        let slant = (2.0 * angle).sin().abs().max(0.05);
        let score = spread(state, &visible) * slant;
        if score > best.0 {
            best = (score, angle);
        }
    }
    state.settings.fan = fan;
    best.1
}

/// Returns the score of the beam by its area in the picture beside the panels, and by its legs.
fn spread(state: &RayState, visible: &Rect) -> f32 {
    let size = visible.size().as_vec2();
    let has_legend = state.probe != Probe::default() || state.settings.sight;
    let is_seen = |pixel: IVec2| {
        let at = (pixel - visible.min).as_vec2() / size;
        let under_values = at.cmplt(vec2(0.22, 0.42)).all();
        let under_legend = has_legend && at.x > 0.72 && at.y < 0.3;
        let under_loupe = at.cmpgt(vec2(0.80, 0.66)).all();
        let inside = at.cmpgt(Vec2::splat(0.06)).all() && at.cmplt(Vec2::splat(0.94)).all();
        inside && !under_values && !under_legend && !under_loupe
    };
    if let Some(spans) = &state.probe.spans {
        // Many spans, each thick enough to be visible.
        let score = |span: &RaySpan| {
            let exit = span.exit.filter(|exit| is_seen(span.enter.pixel) && is_seen(exit.pixel))?;
            let thickness = exit.distance - span.enter.distance;
            Some(if thickness < 6.0 { -20.0 } else { 40.0 + thickness.min(60.0) })
        };
        return spans.iter().filter_map(score).sum();
    }
    let hits = state.casts.beam_hits().take_while(|hit| is_seen(hit.pixel));
    let eye = Rect::from_size(state.eye(), UVec2::ONE);
    let (mut area, mut parts) = (eye, 0.0f32);
    for hit in hits {
        area = area.union(&Rect::from_size(hit.pixel, UVec2::ONE));
        // Many short legs are hard to see.
        parts += if hit.distance > 40.0 { 1.0 } else { -0.5 };
    }
    // The panel of values describes the first leg.
    let first = state.casts.hit().map_or(0.0, |hit| hit.distance / (0.22 * size.x));
    area.area() as f32 * parts.clamp(0.1, 5.0) * first.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film;
    use crate::rays::testing;
    use tileray::glam::{ivec2, uvec2};

    #[test]
    fn a_picture_has_the_size_that_was_asked_for() -> Result<()> {
        film::assert_sizes(|size| RayFilm::new(testing::state_of(size), &RayStart::default(), true, size))
    }

    #[test]
    fn an_animation_changes_from_frame_to_frame() -> Result<()> {
        let size = uvec2(200, 150);
        let mut film = RayFilm::new(testing::state_of(size), &RayStart::default(), false, size)?;
        let mut before = Vec::new();
        for phase in phases(5) {
            let pixels = film.draw(phase)?.pixels().to_vec();
            assert_ne!(pixels, before, "phase {phase}");
            before = pixels;
        }
        Ok(())
    }

    #[test]
    fn strokes_outside_the_map_are_refused() {
        let mut state = testing::state();
        let error = state.stroke(Brush::Carve, Circle::new((-50.0, 5.0), 9.0)).expect_err("outside");
        assert!(error.to_string().contains("from 0,0 to 383,223"), "{error}");
        assert!(state.stroke(Brush::Carve, Circle::new((3.0, 100.0), 9.0)).is_ok());
        assert!(!state.level.terrain.is_solid(ivec2(3, 100)));
    }

    #[test]
    fn the_beam_of_a_picture_hits_something_in_it() {
        let mut state = testing::state();
        let direction = best_direction(&mut state);
        state.point(direction);
        let hit = state.casts.hit().expect("the room is closed");
        assert!(state.camera().visible().contains(hit.pixel));
        assert!(state.settings.fan && state.casts.beam.len() > 2);
    }
}
