//! The controls of the scene of shapes.

use super::state::{PROBE, PROBE_STEP, ShapeState};
use crate::controls::{Knob, button, slider, toggle};

/// The last step of the radius of the circle at the mouse.
const LAST_RADIUS: usize = 19;
/// The radius at the middle step.
const MIDDLE_RADIUS: (i32, f32) = (10, 24.0);

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<ShapeState>; 10] = [
    toggle(
        ["push", "push out", "P", "the body that is moved is pushed out of all others"],
        |state| state.push,
        ShapeState::toggle_push,
    ),
    toggle(
        ["axes", "axes", "X", "the axis that parts two bodies, or on which they overlap least"],
        |state| state.layers.axes,
        |state| state.layers.axes ^= true,
    ),
    toggle(
        ["boxes", "boxes", "B", "the boxes around the bodies"],
        |state| state.layers.boxes,
        |state| state.layers.boxes ^= true,
    ),
    toggle(
        ["pieces", "pieces", "O", "the convex pieces of concave bodies"],
        |state| state.layers.pieces,
        |state| state.layers.pieces ^= true,
    ),
    toggle(
        ["projections", "ways out", "J", "the shortest ways out of concave polygons, for a point and a circle"],
        |state| state.projections,
        |state| state.projections ^= true,
    ),
    slider(
        ["probe", "circle", "[ ]", "how large the circle is that is led out of polygons"],
        |state| (radius_step(state.probe_radius), LAST_RADIUS, format!("{:.0} px", state.probe_radius)),
        |state, step| {
            let radius = MIDDLE_RADIUS.1 * PROBE_STEP.powi(step as i32 - MIDDLE_RADIUS.0);
            state.probe_radius = radius.clamp(PROBE.0, PROBE.1);
        },
    ),
    toggle(
        ["sweep", "sweep", "M", "the way of the chosen body along a motion, up to what it meets"],
        |state| state.table.motion.is_some(),
        ShapeState::toggle_sweep,
    ),
    button(
        ["go", "go along the sweep", "Space", "moves the chosen body along its sweep, and on along what it meets"],
        ShapeState::go,
    ),
    button(["next", "next body", "Tab", "chooses the next body"], |state| state.choose_next(1)),
    button(["restart", "back to the start", "Home", "puts all bodies back"], ShapeState::restart),
];

/// Returns the step nearest to a radius.
fn radius_step(radius: f32) -> usize {
    let steps = (radius / MIDDLE_RADIUS.1).ln() / PROBE_STEP.ln();
    (steps.round() as i32 + MIDDLE_RADIUS.0).clamp(0, LAST_RADIUS as i32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_controls_do_what_keys_do, assert_panel_is_clicked};
    use tileray::glam::uvec2;

    fn scene() -> ShapeState {
        ShapeState::new(uvec2(1280, 720)).expect("its bodies are part of the program")
    }

    #[test]
    fn controls_do_what_keys_do() {
        assert_controls_do_what_keys_do(scene);
    }

    #[test]
    fn the_panel_is_clicked_and_not_the_scene() {
        assert_panel_is_clicked(scene);
    }
}
