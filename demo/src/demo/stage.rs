//! What all scenes share: the stage that a window shows, its requests, messages, times, and the mouse's hold.

use crate::demo::canvas::Canvas;
use crate::demo::input::Input;
use std::collections::VecDeque;
use tileray::glam::{UVec2, Vec2};

/// A scene with all that draws it, of which a window shows one.
pub(crate) trait Stage {
    /// Lets time pass on a screen of `size`, and does what the input asks for; returns what is left to do.
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) -> Vec<Request>;

    /// Draws the scene as it is now.
    fn draw(&mut self) -> &Canvas;

    /// Tells something for a while.
    fn tell(&mut self, text: String);

    /// Takes how many frames a second are shown.
    fn set_frame_rate(&mut self, rate: f32);

    /// Goes `by` maps on, where the scene has maps.
    fn turn_map(&mut self, _by: isize) {}
}

/// What a scene cannot do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    NextMap,
    PreviousMap,
    NextScene,
    /// Shows the scene of sprites.
    Sprites,
    Screenshot,
    Quit,
}

/// The scenes of the demo.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SceneKind {
    /// An explorer in a tile map, and the rays that it casts
    #[default]
    Rays,
    /// Polygons, circles and sprites that collide
    Shapes,
    /// Sprites that collide by their hulls, then by their pixels
    Sprites,
}

impl SceneKind {
    /// The scene after this one, round and round.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Rays => Self::Shapes,
            Self::Shapes => Self::Sprites,
            Self::Sprites => Self::Rays,
        }
    }
}

/// How long a message is shown, in seconds.
const SHOWN: f32 = 4.0;

/// What there is to tell for a while.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    /// The text, and for how many more seconds it is shown.
    told: Option<(String, f32)>,
}

impl Message {
    /// Tells something, in place of what was told before.
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.told = Some((text.into(), SHOWN));
    }

    /// What there is to tell right now.
    pub(crate) fn text(&self) -> Option<&str> {
        self.told.as_ref().map(|(text, _)| text.as_str())
    }

    /// Lets time pass.
    pub(crate) fn fade(&mut self, seconds: f32) {
        self.told = self.told.take().filter(|(_, left)| *left > seconds).map(|(text, left)| (text, left - seconds));
    }
}

/// Over how many frames a time is told.
pub(crate) const TIMED_FRAMES: usize = 45;

/// What something took in each of the last frames, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timing {
    nanos: VecDeque<f64>,
}

impl Timing {
    /// Takes the time of one more frame.
    pub(crate) fn add(&mut self, nanos: f64) {
        if self.nanos.len() == TIMED_FRAMES {
            self.nanos.pop_front();
        }
        self.nanos.push_back(nanos);
    }

    /// Forgets the frames before, which were about something else.
    pub(crate) fn clear(&mut self) {
        self.nanos.clear();
    }

    /// How long it took lately, in nanoseconds: the median over some frames, since one alone is too short to be measured
    /// well; 0 before the first.
    pub(crate) fn nanos(&self) -> f64 {
        let mut nanos: Vec<f64> = self.nanos.iter().copied().collect();
        nanos.sort_unstable_by(f64::total_cmp);
        nanos.get(nanos.len() / 2).copied().unwrap_or(0.0)
    }
}

/// The mouse's hold of a body that it drags.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grip {
    /// Which body, and where that lies from the mouse.
    held: Option<(usize, Vec2)>,
    /// Whether the button was down before.
    was_down: bool,
}

impl Grip {
    /// Takes hold of what lies `under` the cursor, a body and its place, when the button goes down, and lets go when it comes
    /// up; gives a body that it takes hold of right now.
    pub(crate) fn follow(
        &mut self,
        cursor: Option<Vec2>,
        is_down: bool,
        under: Option<(usize, Vec2)>,
    ) -> Option<usize> {
        let goes_down = is_down && !self.was_down;
        self.was_down = is_down;
        if !is_down {
            self.held = None;
        }
        let (cursor, (body, place)) = cursor.zip(under).filter(|_| goes_down)?;
        self.held = Some((body, place - cursor));
        Some(body)
    }

    /// The body that is held.
    pub(crate) fn held(&self) -> Option<usize> {
        self.held.map(|(body, _)| body)
    }

    /// Where the body that is held is to lie.
    pub(crate) fn place(&self, cursor: Option<Vec2>) -> Option<Vec2> {
        let (cursor, (_, offset)) = cursor.zip(self.held)?;
        Some(cursor + offset)
    }

    /// Lets go, whatever the button does.
    pub(crate) fn release(&mut self) {
        self.held = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::vec2;

    #[test]
    fn it_goes_away_after_its_time() {
        let mut message = Message::default();
        message.tell("hello");
        message.fade(SHOWN - 0.5);
        assert_eq!(message.text(), Some("hello"));
        message.fade(0.5);
        assert_eq!(message.text(), None);
    }

    #[test]
    fn the_median_is_that_of_the_last_frames() {
        let mut timing = Timing::default();
        assert_eq!(timing.nanos(), 0.0);
        (0..100).for_each(|frame| timing.add(f64::from(frame)));
        assert_eq!(timing.nanos(), 77.0);
        timing.clear();
        timing.add(5.0);
        assert_eq!(timing.nanos(), 5.0);
    }

    #[test]
    fn it_holds_what_was_under_the_mouse_when_the_button_went_down() {
        let mut grip = Grip::default();
        let at = |x: f32| Some(vec2(x, 0.0));
        assert_eq!(grip.follow(at(1.0), false, Some((4, vec2(3.0, 5.0)))), None);
        assert_eq!(grip.follow(at(1.0), true, Some((4, vec2(3.0, 5.0)))), Some(4));
        // Another body that the mouse comes over is not taken.
        assert_eq!(grip.follow(at(9.0), true, Some((2, Vec2::ZERO))), None);
        assert_eq!((grip.held(), grip.place(at(9.0))), (Some(4), Some(vec2(11.0, 5.0))));
        assert_eq!(grip.place(None), None);
        assert_eq!(grip.follow(at(9.0), false, None), None);
        assert_eq!(grip.held(), None);
        // A button that went down beside all bodies takes none on its way.
        assert_eq!(grip.follow(at(0.0), true, None), None);
        assert_eq!(grip.follow(at(9.0), true, Some((2, Vec2::ZERO))), None);
        assert_eq!(grip.held(), None);
    }
}
