/// A key of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Left,
    Right,
    Up,
    Down,
    Jump,
    Beam,
    /// Starts the game, and goes on after a pause.
    Confirm,
    /// Pauses and goes on. A gamepad's Start holds `Confirm` too.
    Pause,
    /// Starts the level again.
    Restart,
    /// Leaves for the title from a pause or a win.
    Leave,
}

impl Key {
    /// The keys of the hero with their names in replays. The other keys are those of the screens.
    pub const OF_HERO: [(&str, Self); 6] = [
        ("left", Self::Left),
        ("right", Self::Right),
        ("up", Self::Up),
        ("down", Self::Down),
        ("jump", Self::Jump),
        ("beam", Self::Beam),
    ];
}

/// The keys that are held during a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input(u16);

impl Input {
    pub fn with(self, key: Key) -> Self {
        Self(self.0 | 1 << key as u8)
    }

    pub fn holds(self, key: Key) -> bool {
        self.0 >> key as u8 & 1 == 1
    }

    /// Returns the keys that both hold.
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the keys of the hero.
    pub fn of_hero(self) -> Self {
        self.common(Key::OF_HERO.map(|(_, key)| key).into_iter().collect())
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
