//! The recorded course, played without a picture, and the state that it ends in on every machine.

use super::{level, recorded};
use crate::files::PageFiles;
use platformer_game::game::Game;
use wasm_bindgen::prelude::wasm_bindgen;

/// The state of the game at the end. `tests/motion/platformer.rs` has the same one.
const END: &str = "fb54db3c5115246b";

/// Plays the recorded course, and returns five texts: the number of steps, the coins that were taken, `won` or nothing, the
/// hash of the state at the end, and the hash on every machine.
///
/// # Errors
/// Fails where the level cannot be read.
#[wasm_bindgen]
pub fn play_course(files: &PageFiles) -> Result<Vec<String>, String> {
    let mut game = Game::new(level(files)?);
    for &input in recorded()?.steps() {
        game.step(input);
    }
    let end = if game.is_won { "won" } else { "" };
    let (steps, coins) = (game.time.to_string(), game.hero.coins.to_string());
    Ok(vec![steps, coins, end.to_owned(), format!("{:016x}", game.state_hash()), END.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::repository;

    #[test]
    fn the_course_ends_in_the_state_of_every_machine() {
        let course = play_course(&repository()).expect("the level of the repository");
        assert_eq!((course[2].as_str(), course[3].as_str()), ("won", END));
    }
}
