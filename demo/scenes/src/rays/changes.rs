//! The changes of the scene of rays that keys and controls make.

use super::casts::{BEAM_REACHES, FAN_REACHES};
use super::fog::Fog;
use super::level::Level;
use super::state::RayState;
use tileray::{LayerMask, Traversal};

/// The numbers of rays that a fan may have.
pub(super) const RAYS: [usize; 24] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];

impl RayState {
    pub(super) fn change_fog(&mut self) {
        self.fog = if self.fog.is_some() { None } else { Some(Fog::over(&self.level)) };
    }

    pub(super) fn change_traversal(&mut self) {
        let traversal = &mut self.settings.traversal;
        *traversal = if *traversal == Traversal::Exact { Traversal::Bresenham } else { Traversal::Exact };
        self.status.tell(format!("traversal: {traversal:?}"));
        self.status.timing.clear();
    }

    pub(super) fn undo(&mut self, all: bool) {
        let Level { terrain, edits, .. } = &mut self.level;
        let done = if all { edits.undo_all(terrain) } else { edits.undo(terrain) };
        self.status.tell(match (done, all) {
            (true, true) => "the map is as it was",
            (true, false) => "undid a stroke",
            (false, _) => "there is nothing to undo",
        });
    }

    /// Returns the index of the number of rays in [`RAYS`].
    pub(super) fn rays_step(&self) -> usize {
        RAYS.partition_point(|&rays| rays < self.settings.rays)
    }

    pub(super) fn change_rays(&mut self, by: i32) {
        self.settings.rays = RAYS[self.rays_step().saturating_add_signed(by as isize).min(RAYS.len() - 1)];
        self.settings.fan = true;
        self.status.timing.clear();
    }

    /// Returns the index of the length of the fan's rays in [`FAN_REACHES`].
    pub(super) fn fan_step(&self) -> usize {
        FAN_REACHES.partition_point(|&reach| reach < self.settings.fan_reach)
    }

    /// Sets the length of the fan's rays to that at `step` in [`FAN_REACHES`].
    pub(super) fn set_fan_reach(&mut self, step: usize) {
        self.settings.fan_reach = FAN_REACHES[step.min(FAN_REACHES.len() - 1)];
        self.status.timing.clear();
    }

    /// Returns the index of the length of the beam in [`BEAM_REACHES`].
    pub(super) fn beam_step(&self) -> usize {
        BEAM_REACHES.partition_point(|&reach| reach < self.settings.beam_reach)
    }

    /// Sets the length of the beam to that at `step` in [`BEAM_REACHES`].
    pub(super) fn set_beam_reach(&mut self, step: usize) {
        self.settings.beam_reach = BEAM_REACHES[step.min(BEAM_REACHES.len() - 1)];
        self.status.timing.clear();
    }

    /// Shows a layer of the map, or hides it: rays and the player pass a hidden layer.
    pub(super) fn show_layer(&mut self, layer: usize, is_shown: bool) {
        let (layers, layer) = (self.settings.layers, LayerMask::layer(layer));
        self.settings.layers = if is_shown { layers.union(layer) } else { layers.without(layer) };
        self.status.timing.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key::{Equal, Minus};
    use crate::rays::testing::{self, press};
    use tileray::glam::IVec2;

    #[test]
    fn the_number_of_rays_has_its_limits() {
        let mut state = testing::state();
        press(&mut state, &[Equal; 50]);
        assert_eq!(state.casts.fan.len(), 4096);
        press(&mut state, &[Minus; 50]);
        assert_eq!(state.casts.fan.len(), 1);
    }

    #[test]
    fn rays_are_as_long_as_they_are_set() {
        let mut state = testing::state();
        state.settings.reflections = false;
        state.set_fan_reach(0);
        state.set_beam_reach(1);
        press(&mut state, &[]);
        assert_eq!((state.fan_step(), state.beam_step()), (0, 1));
        assert!(state.casts.fan.iter().flatten().all(|hit| hit.distance <= 45.0));
        let beam = &state.casts.beam[0];
        assert!((99.0..350.0).contains(&(beam.end - beam.from).as_vec2().length()), "whole steps to the target");
        state.set_fan_reach(99);
        assert_eq!(state.settings.fan_reach, 720);
    }

    #[test]
    fn rays_and_the_player_pass_hidden_layers() {
        let mut state = testing::state();
        state.show_layer(0, false);
        press(&mut state, &[]);
        assert!(state.casts.hit().is_none() && state.casts.fan.iter().all(Option::is_none));
        let at = state.player.fly(
            &state.level.terrain,
            state.settings.layers,
            tileray::glam::Vec2::splat(4.0),
            IVec2::ONE.as_vec2(),
        );
        assert_eq!(at, tileray::glam::Vec2::splat(5.0));
        state.show_layer(0, true);
        press(&mut state, &[]);
        assert_eq!(state.settings.layers, LayerMask::ALL);
        assert!(state.casts.hit().is_some());
    }
}
