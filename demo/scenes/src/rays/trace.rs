//! The trace of the beam: how it is drawn, and its legend.

use super::camera::Camera;
use super::view::View;
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Legend;
use tileray::Rect;
use tileray::raycast::{RayTrace, TraceLevel, TraceOutcome};

/// The levels of squares, the largest first, with their names and colors.
const SQUARES: [(TraceLevel, &str, Rgb); 4] = [
    (TraceLevel::Outside, "outside the map", color::OUTSIDE),
    (TraceLevel::Region, "region, 4096 px", color::REGION),
    (TraceLevel::Block, "block, 256 px", color::BLOCK),
    (TraceLevel::Brick, "brick, 16 px", color::BRICK),
];

/// Returns the legend of the colors of a trace.
pub(super) fn trace_legend(trace: &RayTrace) -> Legend {
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

/// Draws the tints of squares, under the beam.
pub(super) fn draw_under_beam(view: &mut View, trace: &RayTrace) {
    for step in &trace.steps {
        if step.outcome == TraceOutcome::Skipped {
            view.fill(&step.rect, color_of(step.level), 84);
        }
    }
}

/// Draws the tested pixels, over the beam.
pub(super) fn draw_over_beam(view: &mut View, trace: &RayTrace) {
    for step in &trace.steps {
        if step.outcome == TraceOutcome::Free {
            view.blend(step.rect.min, color::TESTED, 255);
        }
    }
}

/// Draws the borders of squares: faint for entered squares, then bright for skipped squares.
pub(super) fn draw_squares(canvas: &mut Canvas, camera: Camera, trace: &RayTrace) {
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
