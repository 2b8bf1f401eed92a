//! The controls of the scene of rays.

use super::camera::ZOOMS;
use super::edits::RADII;
use super::state::{RAYS, RayState};
use crate::controls::{Knob, button, choice, slider, toggle};
use tileray::Traversal;

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<RayState>; 18] = [
    choice(
        ["traversal", "traversal", "T"],
        || vec!["Bresenham", "exact"],
        |state| usize::from(state.settings.traversal == Traversal::Exact),
        |state, traversal| {
            if (state.settings.traversal == Traversal::Exact) != (traversal == 1) {
                state.change_traversal();
            }
        },
    ),
    toggle(["fan", "light fan", "F"], |state| state.settings.fan, |state| state.settings.fan ^= true),
    slider(
        ["rays", "rays", "+ -"],
        |state| (state.rays_step(), RAYS.len() - 1, state.settings.rays.to_string()),
        |state, step| state.change_rays(step as i32 - state.rays_step() as i32),
    ),
    toggle(
        ["reflections", "reflections", "R"],
        |state| state.settings.reflections,
        |state| state.settings.reflections ^= true,
    ),
    toggle(["beyond", "long beam", "E"], |state| state.settings.beyond, |state| state.settings.beyond ^= true),
    toggle(["fog", "fog of war", "J"], |state| state.fog.is_some(), RayState::change_fog),
    toggle(["sight", "sight lines", "L"], |state| state.settings.sight, |state| state.settings.sight ^= true),
    toggle(["trace", "trace", "B"], |state| state.settings.trace, |state| state.settings.trace ^= true),
    toggle(["spans", "solid spans", "O"], |state| state.settings.spans, |state| state.settings.spans ^= true),
    toggle(["normals", "normals", "G"], |state| state.settings.normals, |state| state.settings.normals ^= true),
    toggle(["magnifier", "magnifier", "M"], |state| state.loupe, |state| state.loupe ^= true),
    slider(
        ["zoom", "zoom", "Z X"],
        |state| (state.zoom, ZOOMS.len() - 1, format!("{}\u{d7}", ZOOMS[state.zoom])),
        |state, step| state.change_zoom(step as i32 - state.zoom as i32),
    ),
    slider(
        ["brush", "brush", "[ ]"],
        |state| (state.brush.size, RADII.len() - 1, format!("{} px", state.brush.radius())),
        |state, step| state.brush.resize(step as i32 - state.brush.size as i32),
    ),
    toggle(["pause", "freeze", "P"], |state| state.paused, |state| state.paused ^= true),
    button(["undo", "undo a stroke", "U"], |state| state.undo(false)),
    button(["map", "next map", "N"], |state| state.turn_map(1)),
    button(["map-back", "previous map", "Bksp"], |state| state.turn_map(-1)),
    button(["restart", "back to the start", "Home"], RayState::restart),
];

#[cfg(test)]
mod tests {
    use crate::controls::testing::{assert_controls_do_what_keys_do, assert_panel_is_clicked};
    use crate::rays::scene::RayScene;
    use crate::rays::testing;
    use tileray::glam::uvec2;

    fn scene() -> RayScene {
        RayScene::new(testing::state_of(uvec2(1280, 720))).expect("its sprites are part of the program")
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
