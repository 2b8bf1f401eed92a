/// A key of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    Jump,
    Beam,
}

impl Key {
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Up, Self::Down, Self::Jump, Self::Beam];

    /// Returns the key's name in replays.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
            Self::Jump => "jump",
            Self::Beam => "beam",
        }
    }
}

/// The keys that are held during a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input(u8);

impl Input {
    #[cfg(test)]
    pub(crate) const NONE: Self = Self(0);

    pub fn with(self, key: Key) -> Self {
        Self(self.0 | 1 << key as u8)
    }

    pub fn holds(self, key: Key) -> bool {
        self.0 >> key as u8 & 1 == 1
    }

    /// Returns the keys that either holds.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the keys that both hold.
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the keys that `other` does not hold.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns −1 while only `low` is held, 1 while only `high` is, else 0.
    pub fn axis(self, low: Key, high: Key) -> i32 {
        i32::from(self.holds(high)) - i32::from(self.holds(low))
    }
}

impl FromIterator<Key> for Input {
    fn from_iter<I: IntoIterator<Item = Key>>(keys: I) -> Self {
        keys.into_iter().fold(Self::default(), Self::with)
    }
}
