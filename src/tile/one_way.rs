use glam::DVec2;

/// The one direction of motion against which a layer is solid; it is free for all others.
///
/// A platform that one jumps through from below and lands on from above is solid against motion [`Down`](Self::Down).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OneWay {
    /// Solid against motion toward +x.
    Right,
    /// Solid against motion toward -x.
    Left,
    /// Solid against motion toward +y.
    Down,
    /// Solid against motion toward -y.
    Up,
}

impl OneWay {
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
    /// use tileray::OneWay;
    ///
    /// assert_eq!(OneWay::from_name("down"), Some(OneWay::Down));
    /// assert_eq!(OneWay::from_name("Down"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Right, Self::Left, Self::Down, Self::Up].into_iter().find(|way| way.name() == name)
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
