//! The picture of the scene of rays without a window, and the direction of the beam that makes a good one.

use super::scene::RayScene;
use super::state::{RayStart, RayState};
use crate::canvas::Canvas;
use crate::scene::{PICTURE_FRAMES, Scene};
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, Vec2, vec2};

/// The number of directions of the beam that are tried for a picture.
const DIRECTIONS: u32 = 1440;

/// Draws a picture of `size` pixels that begins as `start` says, or with a direction of the beam that makes a good picture.
/// Returns it with a line of text about the rays.
///
/// # Errors
/// Fails if a sprite of the program is damaged.
pub fn draw_headless(mut state: RayState, start: &RayStart, size: UVec2) -> Result<(Canvas, String)> {
    state.begin(start);
    let angle = if start.aim.is_some() { state.angle } else { best_direction(&mut state) };
    state.status.show_controls(false);
    let mut scene = RayScene::new(state)?;
    (0..PICTURE_FRAMES).for_each(|_| scene.state.point(angle));
    let mut canvas = Canvas::new(size);
    scene.draw(&mut canvas);
    Ok((canvas, report(&scene.state)))
}

/// Returns what was cast, in a line of text.
fn report(state: &RayState) -> String {
    let casts = &state.casts;
    let (rays, hits) = (casts.rays(), casts.distances().count());
    let distance: f64 = casts.distances().sum();
    let mean = if hits > 0 { format!("{:.1} px", distance / hits as f64) } else { "-".into() };
    let (name, nanos) = (&state.level.name, state.status.timing.nanos());
    format!("{name}: {rays} rays, {hits} hits, mean distance {mean}, {nanos:.0} ns a ray\n")
}

/// Returns the direction of the beam with the best score: bounces that spread over the picture.
fn best_direction(state: &mut RayState) -> f32 {
    let visible = state.camera().visible();
    let mut best = (0.0, 0.0);
    for direction in 0..DIRECTIONS {
        let angle = direction as f32 / DIRECTIONS as f32 * TAU;
        state.try_beam(angle);
        // Along an axis, bounces run back along themselves.
        let slant = (2.0 * angle).sin().abs().max(0.05);
        let score = spread(state, &visible) * slant;
        if score > best.0 {
            best = (score, angle);
        }
    }
    best.1
}

/// Returns the score of the beam by its area in the picture beside the panels, and by its legs or its solid spans.
fn spread(state: &RayState, visible: &Rect) -> f32 {
    let size = visible.size().as_vec2();
    let is_seen = |pixel: IVec2| {
        let at = (pixel - visible.min).as_vec2() / size;
        let under_values = at.cmplt(vec2(0.22, 0.42)).all();
        let under_legend = at.x > 0.72 && at.y < 0.3;
        let under_loupe = at.cmpgt(vec2(0.80, 0.66)).all();
        let inside = at.cmpgt(Vec2::splat(0.06)).all() && at.cmplt(Vec2::splat(0.94)).all();
        inside && !under_values && !under_legend && !under_loupe
    };
    let spans = state.probe.spans.as_ref().map_or(1, |spans| {
        spans
            .iter()
            .filter(|span| is_seen(span.enter.pixel) && span.exit.is_some_and(|exit| is_seen(exit.pixel)))
            .count()
    });
    let eye = Rect::from_size(state.eye(), UVec2::ONE);
    let (mut area, mut parts) = (eye, 0.0f32);
    for hit in state.casts.beam_hits().take_while(|hit| is_seen(hit.pixel)) {
        area = area.union(&Rect::from_size(hit.pixel, UVec2::ONE));
        // Many short legs are hard to see.
        parts += if hit.distance > 40.0 { 1.0 } else { -0.5 };
    }
    // The panel of values describes the first leg.
    let first = state.casts.hit().map_or(0.0, |hit| hit.distance / (0.22 * size.x));
    area.area() as f32 * parts.clamp(0.1, 5.0) * first.min(1.0) * spans as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::testing;
    use tileray::glam::dvec2;

    #[test]
    fn a_picture_has_the_size_that_was_asked_for() -> Result<()> {
        let start = RayStart { aim: Some(dvec2(300.0, 150.0)), ..RayStart::default() };
        crate::scene::assert_sizes(|size| draw_headless(testing::state_of(size), &start, size))
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
