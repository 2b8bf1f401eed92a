//! The scene of rays without a window: the flags that prepare it, and the picture or animation of it.

use super::casts::RaySettings;
use super::edits::Brush;
use super::fog::Fog;
use super::level::Level;
use super::probe::Probe;
use super::scene::RayScene;
use super::state::RayState;
use crate::args::{DemoArgs, Show};
use crate::demo::canvas::Canvas;
use crate::demo::export::{self, OutputKind, phases};
use crate::demo::scene::{Scene, TIMED_FRAMES};
use crate::number;
use anyhow::{Result, bail};
use std::f32::consts::TAU;
use std::path::Path;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, Vec2, vec2};
use tileray::raycast::RaySpan;

/// The number of directions of the beam that are tried for a picture.
const DIRECTIONS: u32 = 1440;
/// The number of frames of an animation that its colors are chosen from.
const SAMPLES: u32 = 6;

/// Draws the start of a scene into a file, and returns the numbers of rays and hits.
pub(crate) fn run(
    mut state: RayState,
    args: &DemoArgs,
    path: &Path,
    output: OutputKind,
    size: UVec2,
) -> Result<String> {
    apply_flags(args, &mut state)?;
    let start = angle_of(args, &state)?.unwrap_or_else(|| best_direction(&mut state));
    // An animation has no room for values, and numbers that change in each frame make large files.
    state.status.values = output == OutputKind::Image;
    let (mut scene, mut canvas) = (RayScene::new(state)?, Canvas::new(size));
    (0..TIMED_FRAMES).for_each(|_| scene.state.point(start));
    export::write_scene(path, output, size, SAMPLES, |phase| {
        scene.state.point(start + phase * TAU);
        scene.draw(&mut canvas);
        Ok(canvas.clone())
    })?;
    let frames = if let OutputKind::Animation(frames) = output { frames } else { 1 };
    let (mut rays, mut hits, mut distance) = (0, 0, 0.0);
    for phase in phases(frames) {
        scene.state.point(start + phase * TAU);
        let casts = &scene.state.casts;
        rays += casts.rays();
        hits += casts.distances().count();
        distance += casts.distances().sum::<f64>();
    }
    let mean = if hits > 0 { format!("{:.1} px", distance / hits as f64) } else { "-".into() };
    let (name, nanos) = (&scene.state.level.name, scene.state.status.timing.nanos());
    Ok(format!("{name}: {rays} rays, {hits} hits, mean distance {mean}, {nanos:.0} ns a ray\n"))
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
    let has_legend = state.probe != Probe::default();
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

/// Applies the flags of the command line to a scene at its start.
///
/// # Errors
/// Fails if a flag cannot be parsed, or if a circle lies outside the level.
pub(crate) fn apply_flags(args: &DemoArgs, state: &mut RayState) -> Result<()> {
    let [trace, spans, normals] = [Show::Trace, Show::Spans, Show::Normals].map(|part| args.show.contains(&part));
    // Bounces would cover the trace and the spans; normals need bounces.
    let reflections = normals || !(trace || spans);
    let traversal = args.traversal.unwrap_or_default().into();
    state.settings = RaySettings { traversal, trace, spans, normals, reflections, ..state.settings };
    let Level { name, bounds, edits, terrain, .. } = &mut state.level;
    for (brush, flag, circles) in [(Brush::Carve, "--carve", &args.carve), (Brush::Fill, "--fill", &args.fill)] {
        for text in circles {
            let (center, radius) = number::circle(flag, text)?;
            let (center, radius) = (center.as_vec2(), radius as f32);
            let reach = Rect::new((center - radius).floor().as_ivec2(), (center + radius).ceil().as_ivec2());
            if reach.intersection(bounds).is_empty() {
                let (min, last) = (bounds.min, bounds.max - IVec2::ONE);
                let extent = format!("whose pixels go from {},{} to {},{}", min.x, min.y, last.x, last.y);
                bail!("{flag} '{text}': it lies outside {name}, {extent}; give a circle that meets them");
            }
            edits.begin(terrain);
            edits.stroke(terrain, brush, [center; 2], radius);
        }
    }
    if args.show.contains(&Show::Fog) {
        state.fog = Some(Fog::over(&state.level));
    }
    if let Some(angle) = angle_of(args, state)? {
        state.point(angle);
    }
    Ok(())
}

/// Returns the angle of the beam of `--aim`, if it is given.
fn angle_of(args: &DemoArgs, state: &RayState) -> Result<Option<f32>> {
    let aim = args.aim.as_deref().map(|text| number::point("--aim", text)).transpose()?;
    let along = aim.map(|aim| aim - (state.eye().as_dvec2() + 0.5));
    Ok(along.map(|along| along.y.atan2(along.x) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::rays::testing;
    use tileray::glam::uvec2;

    #[test]
    fn a_picture_has_the_size_that_was_asked_for() -> Result<()> {
        export::assert_sizes(|path, size| {
            run(testing::state_of(size), &DemoArgs::default(), path, OutputKind::Image, size)
        })
    }

    #[test]
    fn an_animation_has_all_its_pictures_and_changes() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("room.gif");
        let size = uvec2(200, 150);
        run(testing::state_of(size), &DemoArgs::default(), &path, OutputKind::Animation(5), size)?;
        let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(&path)?)?;
        assert_eq!((decoder.width(), decoder.height()), (200, 150));
        let mut pictures = 0;
        while let Some(frame) = decoder.read_next_frame()? {
            let changed = frame.buffer.iter().filter(|&&index| Some(index) != frame.transparent).count();
            assert!(changed > 0, "picture {pictures}");
            pictures += 1;
        }
        assert_eq!(pictures, 5);
        Ok(())
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
