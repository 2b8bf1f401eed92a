//! The four axis-parallel directions.

use glam::{DVec2, IVec2, ivec2};

/// A direction along an axis: that of the motion which a one-way layer or tile stops, or of the
/// [outside](crate::Terrain::outside) beyond a side.
///
/// A one-way layer or tile is solid against its direction, and all other motion passes freely. A platform that one jumps through from below and lands on from above is solid against motion [`Down`](Self::Down).
///
/// ```
/// use tileray::{Direction, glam::dvec2};
///
/// assert!(Direction::Down.is_against(dvec2(3.0, 0.5)));
/// assert!(!Direction::Down.is_against(dvec2(3.0, -0.5)));
/// ```
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
    /// All four directions.
    pub(crate) const ALL: [Self; 4] = [Self::Right, Self::Left, Self::Down, Self::Up];

    /// Returns the step of one pixel in this direction.
    pub(crate) const fn step(self) -> IVec2 {
        match self {
            Self::Right => ivec2(1, 0),
            Self::Left => ivec2(-1, 0),
            Self::Down => ivec2(0, 1),
            Self::Up => ivec2(0, -1),
        }
    }

    /// Returns the direction of a step of one pixel; `None` for any other step.
    #[inline]
    pub(crate) const fn of_step(step: IVec2) -> Option<Self> {
        match (step.x, step.y) {
            (1, 0) => Some(Self::Right),
            (-1, 0) => Some(Self::Left),
            (0, 1) => Some(Self::Down),
            (0, -1) => Some(Self::Up),
            _ => None,
        }
    }

    /// Returns the axis across this direction: 0 for x, 1 for y.
    pub(crate) const fn axis_across(self) -> usize {
        match self {
            Self::Right | Self::Left => 1,
            Self::Down | Self::Up => 0,
        }
    }

    /// Returns the opposite direction.
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Down => Self::Up,
            Self::Up => Self::Down,
        }
    }

    /// Returns whether a one-way layer of this direction is solid against `motion`: whether the motion's component in
    /// the direction is above 0.
    #[must_use]
    pub fn is_against(self, motion: DVec2) -> bool {
        match self {
            Self::Right => motion.x > 0.0,
            Self::Left => motion.x < 0.0,
            Self::Down => motion.y > 0.0,
            Self::Up => motion.y < 0.0,
        }
    }

    /// Parses the direction's lower-case name, as in a map's custom property `one_way`; `None` for any other word.
    ///
    /// ```
    /// use tileray::Direction;
    ///
    /// assert_eq!(Direction::from_name("down"), Some(Direction::Down));
    /// assert_eq!(Direction::from_name("Down"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// Returns the name that [`from_name`](Self::from_name) reads: `right`, `left`, `down` or `up`.
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
