//! The results of motions.

use super::contact::MoveContacts;
use super::solid::Side;
use glam::{IVec2, Vec2};

/// The result of a motion along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AxisMove {
    /// The displacement, in pixels.
    pub moved: i32,
    /// Whether something stopped the body.
    pub blocked: bool,
    /// What stopped the body, the nearest to its middle first.
    pub contacts: MoveContacts,
}

/// The result of [`Body::move_and_slide`](super::Body::move_and_slide).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slide {
    /// The displacement in pixels. It includes the way up and down slopes and steps, but not
    /// [`pushed_out`](Self::pushed_out).
    pub moved: IVec2,
    /// The remaining velocity: 0 along an axis on which the body was stopped.
    pub velocity: Vec2,
    /// Whether the body stands on a floor and does not go up.
    pub on_floor: bool,
    /// Whether a ceiling stopped the body.
    pub on_ceiling: bool,
    /// The side on which a wall stopped the body. `None` beside a wall too, while the body is too slow to reach the
    /// next pixel; [`Body::is_on_wall`](super::Body::is_on_wall) tells whether a wall is there.
    pub wall: Option<Side>,
    /// The displacement by which a body that started inside something solid was pushed out; zero if it was free.
    pub pushed_out: IVec2,
    /// Whether the body started inside something solid, and [`MoveOptions::max_push_out`](super::MoveOptions::max_push_out) is too short to push it out.
    /// Then it did not move.
    pub is_stuck: bool,
    /// What the body hit, in order: for each step that was stopped the tiles and solids that stopped it, the nearest to
    /// the middle of the body first, and at the end the floor under a body that stands. Slopes and steps that it
    /// climbed are not listed.
    pub contacts: MoveContacts,
}
