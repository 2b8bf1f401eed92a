use serde::{Deserialize, Serialize};

/// A key of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Runs to the left.
    Left,
    /// Runs to the right.
    Right,
    /// Aims up.
    Up,
    /// Aims down, and drops through a plank.
    Down,
    /// Jumps.
    Jump,
    /// Draws the bow while held, and shoots when released.
    Fire,
}

/// The keys that a player holds during a step, a bit each: all that travels over the network.
///
/// Held keys rather than presses, so the best guess about a player who was not heard of is that nothing changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input(u8);

impl Input {
    /// Returns the same keys and another one.
    #[must_use]
    pub const fn with(self, key: Key) -> Self {
        Self(self.0 | 1 << key as u8)
    }

    /// Returns whether a key is held.
    #[must_use]
    pub const fn holds(self, key: Key) -> bool {
        self.0 >> key as u8 & 1 == 1
    }

    /// Returns −1 while only `low` is held, 1 while only `high` is, else 0.
    #[must_use]
    pub const fn axis(self, low: Key, high: Key) -> i32 {
        self.holds(high) as i32 - self.holds(low) as i32
    }
}
