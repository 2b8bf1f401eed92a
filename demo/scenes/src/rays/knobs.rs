//! The controls of the scene of rays.

use super::camera::ZOOMS;
use super::casts::{BEAM_REACHES, FAN_REACHES};
use super::changes::RAYS;
use super::edits::RADII;
use super::state::RayState;
use crate::controls::{self, Control, ControlKind, Knob, button, choice, slider, toggle};
use tileray::Traversal;

/// The settings, in the order of the panel.
pub(super) const KNOBS: [Knob<RayState>; 17] = [
    choice(
        ["traversal", "traversal", "T", "how a ray walks pixels: Bresenham's line, or every pixel that it touches"],
        || vec!["Bresenham", "exact"],
        |state| usize::from(state.settings.traversal == Traversal::Exact),
        |state, traversal| {
            if (state.settings.traversal == Traversal::Exact) != (traversal == 1) {
                state.change_traversal();
            }
        },
    ),
    toggle(
        ["fan", "light fan", "F", "the light of a fan of rays all around"],
        |state| state.settings.fan,
        |state| state.settings.fan ^= true,
    ),
    slider(
        ["rays", "rays", "+ -", "how many rays the fan has"],
        |state| (state.rays_step(), RAYS.len() - 1, state.settings.rays.to_string()),
        |state, step| state.change_rays(step as i32 - state.rays_step() as i32),
    ),
    slider(
        ["fan-length", "fan length", "", "how far the rays of the fan reach"],
        |state| (state.fan_step(), FAN_REACHES.len() - 1, format!("{} px", state.settings.fan_reach)),
        RayState::set_fan_reach,
    ),
    slider(
        ["beam-length", "beam length", "", "how far the beam reaches"],
        |state| (state.beam_step(), BEAM_REACHES.len() - 1, format!("{} px", state.settings.beam_reach)),
        RayState::set_beam_reach,
    ),
    toggle(
        ["reflections", "reflections", "R", "the beam bounces off what it hits"],
        |state| state.settings.reflections,
        |state| state.settings.reflections ^= true,
    ),
    toggle(
        ["beyond", "long beam", "E", "the beam goes on beyond the place that it is aimed at"],
        |state| state.settings.beyond,
        |state| state.settings.beyond ^= true,
    ),
    toggle(
        ["fog", "fog of war", "J", "what was never seen stays dark"],
        |state| state.fog.is_some(),
        RayState::change_fog,
    ),
    toggle(
        ["sight", "sight lines", "L", "lines of sight to the markers: green is free, red is blocked"],
        |state| state.settings.sight,
        |state| state.settings.sight ^= true,
    ),
    toggle(
        ["trace", "trace", "B", "the squares that the beam skips, and the pixels that it tests"],
        |state| state.settings.trace,
        |state| state.settings.trace ^= true,
    ),
    toggle(
        ["spans", "solid spans", "O", "all solid parts along the beam, behind the hit too"],
        |state| state.settings.spans,
        |state| state.settings.spans ^= true,
    ),
    toggle(
        ["normals", "normals", "G", "smooth normals at the hits, and how the beam would bounce off them"],
        |state| state.settings.normals,
        |state| state.settings.normals ^= true,
    ),
    toggle(
        ["magnifier", "magnifier", "M", "the surroundings of the hit, enlarged"],
        |state| state.loupe,
        |state| state.loupe ^= true,
    ),
    slider(
        ["zoom", "zoom", "Z X", "how large a pixel of the map is"],
        |state| (state.zoom, ZOOMS.len() - 1, format!("{}\u{d7}", ZOOMS[state.zoom])),
        |state, step| state.change_zoom(step as i32 - state.zoom as i32),
    ),
    slider(
        ["brush", "brush", "[ ]", "how large a stroke is that carves or fills"],
        |state| (state.brush.size, RADII.len() - 1, format!("{} px", state.brush.radius())),
        |state, step| state.brush.resize(step as i32 - state.brush.size as i32),
    ),
    toggle(
        ["pause", "freeze", "P", "the scene stands still, and the view can be moved"],
        |state| state.paused,
        RayState::toggle_pause,
    ),
    slider(
        ["step", "trace step", ". ,", "walks along the trace of the beam, decision by decision"],
        step,
        RayState::go_to_step,
    ),
];

/// The actions, which follow the layers.
pub(super) const BUTTONS: [Knob<RayState>; 5] = [
    button(["undo", "undo a stroke", "U", "takes the last stroke back"], |state| state.undo(false)),
    button(["map", "next map", "N", "shows the next map"], |state| state.turn_map(1)),
    button(["map-back", "previous map", "Bksp", "shows the map before"], |state| state.turn_map(-1)),
    button(["tour", "tour", "Y", "tells what is what, in 20 seconds"], RayState::start_tour),
    button(
        ["restart", "back to the start", "Home", "back to the start, with its zoom and its brush"],
        RayState::restart,
    ),
];

/// Returns the step of the walk along the trace, from 1 on; 0 without one.
fn step(state: &RayState) -> (usize, usize, String) {
    match &state.walk {
        Some(walk) => (walk.at + 1, walk.steps.len(), format!("{} of {}", walk.at + 1, walk.steps.len())),
        None => (0, 1, "off".into()),
    }
}

/// The number of layers that have a switch: those that a mask of layers can hold.
const MOST_LAYERS: usize = 32;

/// Returns all controls of a scene.
pub(super) fn controls_of(state: &RayState) -> Vec<Control> {
    let mut all = controls::list(state, &KNOBS);
    if state.level.map.layers().len() <= MOST_LAYERS {
        all.extend(state.level.map.layers().enumerate().map(|(index, layer)| {
            let is_on = state.settings.layers.contains(index);
            let value = if state.level.solid.contains(index) { "solid layer" } else { "layer" }.to_owned();
            let label = layer.path().rsplit('/').next().unwrap_or_default().to_owned();
            let (id, hint) = (format!("layer-{index}"), "whether rays and the player see this layer of the map");
            Control { id, label, key: "", hint, value, kind: ControlKind::Toggle { is_on } }
        }));
    }
    all.extend(controls::list(state, &BUTTONS));
    all
}

/// Sets a control of a scene; returns false if there is no such control.
pub(super) fn set_control(state: &mut RayState, id: &str, value: usize) -> bool {
    let layer = id.strip_prefix("layer-").and_then(|index| index.parse().ok());
    match layer.filter(|&index: &usize| index < state.level.map.layers().len().min(MOST_LAYERS)) {
        Some(layer) => state.show_layer(layer, value > 0),
        None => return controls::set(state, &KNOBS, id, value) || controls::set(state, &BUTTONS, id, value),
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::controls::testing::{assert_controls_do_what_keys_do, assert_panel_is_clicked};
    use crate::rays::changes::RAYS;
    use crate::rays::scene::RayScene;
    use crate::rays::testing;
    use tileray::glam::uvec2;

    fn scene() -> RayScene {
        let mut state = testing::state_of(uvec2(1280, 720));
        state.settings.rays = RAYS[1];
        RayScene::new(state).expect("its sprites are part of the program")
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
