//! The four directions of motion.

use glam::{DVec2, IVec2, ivec2};

/// The one direction of motion against which a layer is solid; it is free for all others.
///
/// A platform that one jumps through from below and lands on from above is solid against motion [`Down`](Self::Down).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// Solid against motion toward +x.
    Right,
    /// Solid against motion toward -x.
    Left,
    /// Solid against motion toward +y.
    Down,
    /// Solid against motion toward -y.
    Up,
}

impl Direction {
    pub(crate) const ALL: [Self; 4] = [Self::Right, Self::Left, Self::Down, Self::Up];

    /// One pixel in this direction.
    pub(crate) const fn step(self) -> IVec2 {
        match self {
            Self::Right => ivec2(1, 0),
            Self::Left => ivec2(-1, 0),
            Self::Down => ivec2(0, 1),
            Self::Up => ivec2(0, -1),
        }
    }

    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Down => Self::Up,
            Self::Up => Self::Down,
        }
    }

    /// Whether a layer of this kind is solid against `motion`, which has a part in its direction above zero.
    #[must_use]
    pub fn is_against(self, motion: DVec2) -> bool {
        match self {
            Self::Right => motion.x > 0.0,
            Self::Left => motion.x < 0.0,
            Self::Down => motion.y > 0.0,
            Self::Up => motion.y < 0.0,
        }
    }

    /// The direction's name in lower case, as a map's custom property `one_way` has it; `None` for any other word.
    ///
    /// ```
    /// use tileray::Direction;
    ///
    /// assert_eq!(Direction::from_name("down"), Some(Direction::Down));
    /// assert_eq!(Direction::from_name("Down"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }

    /// The name that [`from_name`](Self::from_name) reads: `right`, `left`, `down` or `up`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Down => "down",
            Self::Up => "up",
        }
    }
}
