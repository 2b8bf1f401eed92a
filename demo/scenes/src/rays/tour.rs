//! The stops of the tour: captions that point at the parts of the picture one after the other, while the scene runs.

use tileray::glam::IVec2;

/// The subject of a caption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Beam,
    Hit,
    Normal,
    Fan,
    SightLine,
    Carved,
    Controls,
}

/// A stop of the tour: its subject, and its captions in a window, on a page and for fingers.
pub(super) type Stop = (Subject, [&'static str; 3]);

/// The stops of the tour.
pub(super) const STOPS: [Stop; 7] = [
    (
        Subject::Beam,
        [
            "This beam is one ray, pixel by pixel. The mouse aims it.",
            "This beam is one ray, pixel by pixel. The mouse aims it.",
            "This beam is one ray, pixel by pixel. A finger aims it.",
        ],
    ),
    (Subject::Hit, ["It ends at the first solid pixel: the hit."; 3]),
    (Subject::Normal, ["The arrow is the normal of the face that is hit. The beam bounces off it."; 3]),
    (Subject::Fan, ["A fan of rays all around makes the light and the shadows."; 3]),
    (Subject::SightLine, ["Dotted lines of sight: green is free, red is blocked."; 3]),
    (
        Subject::Carved,
        [
            "The left button carves. Rays and light change at once.",
            "A press carves: the left button. Rays and light change at once.",
            "A finger carves where Carve is chosen. Rays and light change at once.",
        ],
    ),
    (
        Subject::Controls,
        [
            "I opens the controls, H lists the keys. W A S D fly.",
            "The controls beside the picture change all of it. H lists the keys. W A S D fly.",
            "The controls under the picture change all of it. The arrows fly.",
        ],
    ),
];
/// The length of the tour, in seconds.
pub(super) const TOUR_TIME: f32 = 20.0;

/// The radius of the circle that the tour carves, in pixels.
pub(super) const CARVED_RADIUS: f32 = 20.0;

/// The tour while it is shown.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    /// The time since its start, in seconds.
    pub(super) seconds: f32,
    /// The middle of the circle that is carved, to be filled again at the end.
    pub(super) carved: Option<IVec2>,
}

impl Tour {
    /// Returns the index of the current stop of `count` stops.
    pub(super) fn stop(&self, count: usize) -> usize {
        // A little more, so that a stop is reached at the very time of its start.
        ((self.seconds / TOUR_TIME * count as f32 + 1e-4) as usize).min(count - 1)
    }
}
