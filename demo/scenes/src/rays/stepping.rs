//! The walk along the trace of the beam: begins, goes on, goes back and ends.

use super::state::RayState;
use super::walk::{Traced, Walk, steps_of};
use tileray::glam::IVec2;
use tileray::{Ray, Rect};

impl RayState {
    /// Goes to a step of the trace, counted from 1; 0 ends the walk. The first step freezes the scene.
    pub(super) fn go_to_step(&mut self, number: usize) {
        let Some(at) = number.checked_sub(1) else { return self.leave_walk() };
        let was_paused = self.paused;
        let walk = self.walk.get_or_insert_with(|| Walk { at, steps: Vec::new(), was_paused });
        walk.at = at;
        self.paused = true;
        self.cast();
        match self.walk.as_ref().and_then(Walk::step).map(|step| step.pixels.first().copied()) {
            Some(first) => self.look_at(first),
            None => {
                self.leave_walk();
                self.status.tell("aim the beam first: it tests nothing");
            }
        }
    }

    /// Ends the walk; the scene goes on if it ran before.
    pub(super) fn leave_walk(&mut self) {
        if let Some(walk) = self.walk.take() {
            self.paused = walk.was_paused;
            self.cast();
        }
    }

    /// Freezes the scene, or lets it go on, which ends a walk.
    pub(super) fn toggle_pause(&mut self) {
        self.paused ^= true;
        self.walk = self.walk.take().filter(|_| self.paused);
    }

    /// Moves the view to a pixel of the map that it does not show, or only at its border or under the controls.
    fn look_at(&mut self, pixel: Option<IVec2>) {
        let seen = self.camera().visible();
        let border = seen.size().as_ivec2() / 8;
        let inside = Rect::new(seen.min + border, seen.max - border);
        let is_covered = |pixel| self.status.panel.area().contains(self.camera().square(pixel).min);
        if let Some(pixel) = pixel.filter(|&pixel| !inside.contains(pixel) || is_covered(pixel)) {
            self.middle = pixel.as_dvec2() + 0.5;
        }
    }

    /// Finds the steps of the walk anew, and cuts the trace off after the current one.
    pub(super) fn follow_walk(&mut self) {
        let (Some(walk), Some(trace), Some(ray)) = (&mut self.walk, &self.probe.trace, self.casts.beam.first()) else {
            return;
        };
        let (terrain, options) = (&self.level.terrain, self.settings.options());
        // One-way layers stop a ray by its direction, so a pixel is asked by a short ray of the same direction.
        let along = (ray.end - ray.from).as_dvec2().normalize_or_zero() / 4.0;
        let is_solid = |pixel: IVec2| {
            let middle = pixel.as_dvec2() + 0.5;
            terrain.raycast_any(&Ray::between_f64(middle, middle + along), &options)
        };
        let steps = steps_of(Traced { trace, ray, bounds: terrain.bounds() }, is_solid);
        let traced = walk.follow(steps, trace);
        self.probe.trace = Some(traced);
    }
}

#[cfg(test)]
mod tests {
    use crate::key::Key::{Comma, Home, Period, Space};
    use crate::rays::testing::{self, press};
    use tileray::geometry::Direction;
    use tileray::raycast::{TraceLevel, TraceOutcome};

    #[test]
    fn a_key_steps_to_the_hit_and_another_one_back() {
        let mut state = testing::state();
        press(&mut state, &[Comma]);
        assert!(state.walk.is_none() && !state.paused);
        press(&mut state, &[Period]);
        assert!(state.walk.is_some() && state.paused);
        let count = state.walk.as_ref().map_or(0, |walk| walk.steps.len());
        assert!(count > 3);
        for number in 1..=count {
            let walk = state.walk.as_ref().expect("it goes on");
            let (step, trace) = (walk.step().expect("a step"), state.probe.trace.as_ref().expect("it is traced"));
            assert_eq!((walk.at + 1, step.traced), (number, trace.steps.len()), "later steps are not shown");
            assert_eq!(trace.hit.is_some(), number == count);
            press(&mut state, &[Period]);
        }
        let trace = state.probe.trace.as_ref().expect("it is traced");
        assert_eq!(trace.steps.last().map(|step| step.outcome), Some(TraceOutcome::Solid));
        press(&mut state, &[Comma; 100]);
        assert!(state.walk.is_none() && !state.paused && state.probe.trace.is_none());
    }

    #[test]
    fn a_scene_that_goes_on_ends_the_walk() {
        for end in [Space, Home] {
            let mut state = testing::state();
            press(&mut state, &[Period, Period]);
            press(&mut state, &[end]);
            assert!(state.walk.is_none() && !state.paused, "{end:?}");
        }
        let mut frozen = testing::state();
        press(&mut frozen, &[Space, Period, Comma]);
        assert!(frozen.walk.is_none() && frozen.paused, "it was frozen before");
    }

    #[test]
    fn one_way_layers_stop_the_bits_by_the_direction_of_the_ray() {
        for (one_way, stops) in [(Direction::Down, true), (Direction::Up, false)] {
            let mut state = testing::state();
            state.level.terrain.set_one_way(0, Some(one_way)).expect("it is a layer of the map");
            state.point(1.2);
            state.go_to_step(99);
            let step = state.walk.as_ref().and_then(|walk| walk.steps.last()).expect("it goes down into the floor");
            let solid = step.bits.map_or(0, |bits| bits.solid.iter().filter(|&&is_solid| is_solid).count());
            let is_hit = state.casts.hit().is_some();
            assert_eq!((is_hit, solid > 0), (stops, stops));
            assert!(!stops || (step.level == TraceLevel::Pixel && solid > 8), "the floor behind the hit: {step:?}");
        }
    }

    #[test]
    fn the_view_follows_the_steps() {
        let mut state = testing::state();
        (state.settings.fan, state.settings.sight) = (false, false);
        press(&mut state, &[crate::key::Key::Z; 9]);
        let mut shown = 0;
        for number in 1..200 {
            state.go_to_step(number);
            let walk = state.walk.as_ref().expect("it goes on");
            let first = walk.step().and_then(|step| step.pixels.first().copied());
            shown += usize::from(first.is_some_and(|pixel| state.camera().visible().contains(pixel)));
        }
        assert_eq!(shown, 199);
    }

    #[test]
    fn a_beam_that_tests_nothing_has_no_steps() {
        let mut state = testing::state();
        state.settings.beam_reach = 0;
        state.go_to_step(7);
        let count = state.walk.as_ref().map_or(0, |walk| walk.steps.len());
        assert!(state.walk.as_ref().is_none_or(|walk| walk.at < count));
        state.go_to_step(0);
        assert!(state.walk.is_none());
    }
}
