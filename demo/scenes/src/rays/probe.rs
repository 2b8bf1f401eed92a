//! The trace and the normals of the beam: how they are computed and drawn.

use super::camera::Camera;
use super::casts::{NORMAL_RADIUS, PixelRay, RaySettings};
use super::view::View;
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Legend;
use tileray::glam::Vec2;
use tileray::raycast::{RayTrace, TraceLevel, TraceOutcome};
use tileray::{RayHit, Rect, Terrain};

/// The trace and the bounces of the beam, as far as they are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Probe {
    pub(super) trace: Option<RayTrace>,
    pub(super) bounces: Option<Vec<Bounce>>,
}

/// A hit of the beam, with the smooth normal there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounce {
    pub(super) hit: RayHit,
    pub(super) normal: Vec2,
    /// The direction of the ray after a reflection off the smooth normal.
    pub(super) reflection: Vec2,
}

impl Probe {
    /// Computes the parts that are shown.
    pub(super) fn look(terrain: &Terrain, beam: &[PixelRay], settings: &RaySettings) -> Self {
        let query = settings.query(terrain);
        let bounce = |leg: &PixelRay| {
            let hit = leg.hit?;
            let normal = query.surface_normal(hit.pixel(), NORMAL_RADIUS)?;
            let along = (leg.end - leg.from).as_vec2().normalize_or_zero();
            // A ray can hit a rough surface from behind the smooth normal; then there is no reflection.
            let reflection = if along.dot(normal) < 0.0 { along.reflect(normal) } else { Vec2::ZERO };
            Some(Bounce { hit, normal, reflection })
        };
        Self {
            trace: beam.first().filter(|_| settings.trace).map(|leg| query.raycast_traced(&leg.ray())),
            bounces: settings.normals.then(|| beam.iter().filter_map(bounce).collect()),
        }
    }

    /// Returns the legends of the colors, one for each part that is shown.
    pub(super) fn legends(&self) -> Vec<Legend> {
        let trace = self.trace.as_ref().map(trace_legend);
        let bounces = self.bounces.as_deref().map(normals_legend);
        [trace, bounces].into_iter().flatten().collect()
    }
}

/// The levels of squares, the largest first, with their names and colors.
pub(super) const SQUARES: [(TraceLevel, &str, Rgb); 4] = [
    (TraceLevel::Outside, "outside the map", color::OUTSIDE),
    (TraceLevel::Region, "region, 4096 px", color::REGION),
    (TraceLevel::Block, "block, 256 px", color::BLOCK),
    (TraceLevel::Brick, "brick, 16 px", color::BRICK),
];

fn trace_legend(trace: &RayTrace) -> Legend {
    let count =
        |level, outcome| trace.steps.iter().filter(|step| (step.level, step.outcome) == (level, outcome)).count();
    let mut rows = Vec::new();
    for (level, name, color) in SQUARES {
        let (skipped, entered) = (count(level, TraceOutcome::Skipped), count(level, TraceOutcome::Entered));
        if skipped + entered > 0 {
            rows.push((color, format!("{name}: {skipped} skipped, {entered} entered")));
        }
    }
    let pixels = trace.steps.iter().filter(|step| step.level == TraceLevel::Pixel).count();
    rows.push((color::TESTED, format!("pixels tested: {pixels}")));
    ("Trace of the ray", rows)
}

fn normals_legend(bounces: &[Bounce]) -> Legend {
    let mut rows = vec![(color::NORMAL, "face normal".to_owned())];
    let first = bounces.first().map_or_else(String::new, |bounce| {
        let degrees = bounce.normal.y.atan2(bounce.normal.x).to_degrees();
        format!(": {:.2}, {:.2} ({degrees:.0}\u{b0})", bounce.normal.x, bounce.normal.y)
    });
    rows.push((color::SMOOTH, format!("smooth normal{first}")));
    rows.push((color::REFLECTION, "reflection off it".to_owned()));
    ("Normals", rows)
}

/// Draws the tints of squares, under the beam.
pub(super) fn draw_under_beam(view: &mut View, probe: &Probe) {
    for step in probe.trace.iter().flat_map(|trace| &trace.steps) {
        if step.outcome == TraceOutcome::Skipped {
            view.fill(&step.rect, color_of(step.level), 84);
        }
    }
}

/// Draws the tested pixels, over the beam.
pub(super) fn draw_over_beam(view: &mut View, probe: &Probe) {
    for step in probe.trace.iter().flat_map(|trace| &trace.steps) {
        if step.outcome == TraceOutcome::Free {
            view.blend(step.rect.min, color::TESTED, 255);
        }
    }
}

/// Draws the borders of squares and the arrows over the magnified picture.
pub(super) fn draw(canvas: &mut Canvas, camera: Camera, probe: &Probe) {
    if let Some(trace) = &probe.trace {
        draw_squares(canvas, camera, trace);
    }
    for bounce in probe.bounces.iter().flatten() {
        let from = camera.screen_of(bounce.hit.point() + bounce.normal * 1.5);
        let length = (20.0 * camera.zoom as f32).clamp(36.0, 96.0);
        if bounce.reflection != Vec2::ZERO {
            canvas.arrow(from, bounce.reflection, length * 0.8, 2.0, color::REFLECTION);
        }
        canvas.arrow(from, bounce.normal, length, 2.0, color::SMOOTH);
    }
}

/// Draws the borders of squares: faint for entered squares, then bright for skipped squares.
fn draw_squares(canvas: &mut Canvas, camera: Camera, trace: &RayTrace) {
    for (outcome, alpha) in [(TraceOutcome::Entered, 120), (TraceOutcome::Skipped, 230)] {
        for step in trace.steps.iter().filter(|step| step.outcome == outcome) {
            let square = camera.rect(step.rect);
            // Smaller squares are inset, so that a block and its first brick do not share borders.
            let inset = SQUARES.iter().position(|(level, ..)| *level == step.level).unwrap_or(0) as i32 - 1;
            let square = Rect::new(square.min + inset.max(0), square.max - inset.max(0));
            canvas.frame(square, 1, color_of(step.level), alpha);
        }
    }
}

fn color_of(level: TraceLevel) -> Rgb {
    SQUARES.iter().find(|(known, ..)| *known == level).map_or(color::TESTED, |&(.., color)| color)
}
