use super::PLAYERS;
use tileray::terrain::StateHash;

/// The falls of a player that end a round.
const MOST_FALLS: u32 = 3;

/// The score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    falls: [u32; PLAYERS],
    number: u32,
}

impl Round {
    /// Returns how often each player fell in this round.
    #[must_use]
    pub const fn falls(&self) -> [u32; PLAYERS] {
        self.falls
    }

    /// Returns the number of rounds before this one.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    pub(super) const fn add_fall(&mut self, player: usize) {
        self.falls[player] += 1;
    }

    pub(super) fn is_over(&self) -> bool {
        self.falls.iter().any(|falls| *falls >= MOST_FALLS)
    }

    pub(super) const fn next(self) -> Self {
        Self { falls: [0; PLAYERS], number: self.number + 1 }
    }

    /// Adds all fields to a hash. A field that is not named here does not compile.
    pub(super) fn hash_state(self, hash: &mut StateHash) {
        let Self { falls, number } = self;
        falls.iter().for_each(|falls| hash.add(u64::from(*falls)));
        hash.add(u64::from(number));
    }
}
