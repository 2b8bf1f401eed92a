//! The recorded course, played without a picture, and the state that it ends in on every machine.

use super::{level, recorded};
use crate::files::PageFiles;
use platformer_game::game::Game;
use wasm_bindgen::prelude::wasm_bindgen;

/// The state of the game at the end. `tests/motion/platformer.rs` has the same one.
const END: &str = "55f18fc5026b3385";

/// The end of the recorded course.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Course {
    steps: u32,
    coins: u32,
    is_won: bool,
    hash: String,
}

#[wasm_bindgen]
impl Course {
    /// Plays the course.
    ///
    /// # Errors
    /// Fails where the level cannot be read.
    pub fn play(files: &PageFiles) -> Result<Self, String> {
        let mut game = Game::new(level(files)?);
        for &input in recorded()?.steps() {
            game.step(input);
        }
        Ok(Self {
            steps: game.time,
            coins: game.hero.coins,
            is_won: game.is_won,
            hash: format!("{:016x}", game.state_hash()),
        })
    }

    /// The number of steps.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The coins that were taken.
    #[wasm_bindgen(getter)]
    pub fn coins(&self) -> u32 {
        self.coins
    }

    /// Whether the flag was reached.
    #[wasm_bindgen(getter)]
    pub fn won(&self) -> bool {
        self.is_won
    }

    /// The hash of the state at the end, in 16 digits.
    #[wasm_bindgen(getter)]
    pub fn hash(&self) -> String {
        self.hash.clone()
    }

    /// The hash on every machine.
    #[wasm_bindgen(getter)]
    pub fn expected(&self) -> String {
        END.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::repository;

    #[test]
    fn the_course_ends_in_the_state_of_every_machine() {
        let course = Course::play(&repository()).expect("the level of the repository");
        assert!(course.won());
        assert_eq!(course.hash(), END);
    }
}
