//! Draws what was found out about the beam.

use super::camera::Camera;
use super::canvas::Canvas;
use super::casts::Leg;
use super::color::{self, Rgb};
use super::probe::{Probe, SQUARES};
use super::view::View;
use tileray::Rect;
use tileray::glam::{IVec2, Vec2};
use tileray::raycast::{RaySpan, RayTrace, TraceLevel, TraceOutcome};

/// The tints of squares, under the beam.
pub(crate) fn draw_under_beam(view: &mut View, probe: &Probe) {
    for step in probe.trace.iter().flat_map(|trace| &trace.steps) {
        if step.outcome == TraceOutcome::Skipped {
            view.fill(&step.rect, color_of(step.level), 84);
        }
    }
}

/// The pixels that were tested, and those in something solid, over the beam.
pub(crate) fn draw_over_beam(view: &mut View, probe: &Probe, beam: &[Leg]) {
    if let (Some(spans), Some(leg)) = (&probe.spans, beam.first()) {
        draw_spans(view, spans, leg);
    }
    for step in probe.trace.iter().flat_map(|trace| &trace.steps) {
        if step.outcome == TraceOutcome::Free {
            view.blend(step.rect.min, color::TESTED, 255);
        }
    }
}

/// The whole ray: thick where it is solid, and dotted where it is free again.
fn draw_spans(view: &mut View, spans: &[RaySpan], leg: &Leg) {
    let mut spans = spans.iter();
    let mut next = spans.next();
    let (mut inside, mut begun) = (false, false);
    for (step, pixel) in leg.whole().enumerate() {
        if inside && next.and_then(|span| span.exit).is_some_and(|exit| exit.pixel == pixel) {
            (inside, next) = (false, spans.next());
        }
        inside |= next.is_some_and(|span| span.enter.pixel == pixel);
        begun |= inside;
        if inside {
            for side in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
                view.blend(pixel + side, color::SPAN, 110);
            }
            view.blend(pixel, color::SPAN, 255);
        } else if begun && step % 6 < 3 {
            view.blend(pixel, color::BEAM[0], 200);
        }
    }
}

/// What lies over the magnified picture: borders of squares, ends of spans, and arrows.
pub(crate) fn draw(canvas: &mut Canvas, camera: Camera, corner: IVec2, probe: &Probe, beam: &[Leg]) {
    if let Some(trace) = &probe.trace {
        draw_squares(canvas, camera, corner, trace);
    }
    if let (Some(spans), Some(leg)) = (&probe.spans, beam.first()) {
        draw_span_ends(canvas, camera, corner, spans, (leg.end - leg.from).as_vec2().normalize_or_zero());
    }
    for bounce in probe.bounces.iter().flatten() {
        let from = camera.screen_of(bounce.hit.point + bounce.normal * 1.5) + corner.as_vec2();
        let length = (20.0 * camera.zoom() as f32).clamp(36.0, 96.0);
        if bounce.reflection != Vec2::ZERO {
            canvas.arrow(from, bounce.reflection, length * 0.8, 2.0, color::REFLECTION);
        }
        canvas.arrow(from, bounce.normal, length, 2.0, color::SMOOTH);
    }
}

/// An arrow head where the ray enters and one where it exits; only a dot where there is no room for both between two
/// spans.
fn draw_span_ends(canvas: &mut Canvas, camera: Camera, corner: IVec2, spans: &[RaySpan], along: Vec2) {
    const LENGTH: f32 = 9.0;
    let zoom = camera.zoom() as f32;
    let exit_of = |place: usize| spans.get(place).and_then(|span| span.exit);
    let mut mark = |point: Vec2, gap: f32, shift: f32, color: Rgb| {
        let at = camera.screen_of(point) + corner.as_vec2();
        if gap * zoom >= 3.0 * LENGTH {
            canvas.head(at + along * shift, along, LENGTH, color);
        } else {
            canvas.stroke(at, at, 3.0, color);
        }
    };
    for (place, span) in spans.iter().enumerate() {
        let before = place.checked_sub(1).and_then(exit_of);
        let gap = before.map_or(f32::INFINITY, |exit| span.enter.distance - exit.distance);
        mark(span.enter.point, gap, 0.0, color::HIT);
        if let Some(exit) = span.exit {
            let next = spans.get(place + 1);
            mark(
                exit.point,
                next.map_or(f32::INFINITY, |next| next.enter.distance - exit.distance),
                LENGTH,
                color::EXIT,
            );
        }
    }
}

/// The borders of squares: those that were entered thin, those that were skipped over them.
fn draw_squares(canvas: &mut Canvas, camera: Camera, corner: IVec2, trace: &RayTrace) {
    for (outcome, alpha) in [(TraceOutcome::Entered, 120), (TraceOutcome::Skipped, 230)] {
        for step in trace.steps.iter().filter(|step| step.outcome == outcome) {
            let square = camera.rect(step.rect).translated(corner);
            // One inside the other where a block and its first brick share borders.
            let inset = SQUARES.iter().position(|(level, ..)| *level == step.level).unwrap_or(0) as i32 - 1;
            let square = Rect::new(square.min + inset.max(0), square.max - inset.max(0));
            canvas.frame(square, 1, color_of(step.level), alpha);
        }
    }
}

fn color_of(level: TraceLevel) -> Rgb {
    SQUARES.iter().find(|(known, ..)| *known == level).map_or(color::TESTED, |&(.., color)| color)
}
