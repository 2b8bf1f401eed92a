//! The keys of a player who presses at random.

use crate::game::{Input, Key};
use rand_core::RngCore;
use rand_pcg::Pcg32;

/// The keys that a player holds in each frame, and none after the last.
///
/// They stand for a person, and know nothing of the game: keys that depended on a predicted state would differ with the
/// network, and no two runs would be alike.
#[derive(Clone, Debug)]
pub struct Script(Vec<Input>);

impl Script {
    /// Makes the script of a seed and a player.
    ///
    /// Each kind of key is held for some frames and then chosen anew. So the guess that nothing changes fails five to six
    /// times a second, as it does for a busy person.
    #[must_use]
    pub fn new(seed: u64, player: usize, frames: u32) -> Self {
        let mut random = Pcg32::new(seed, player as u64);
        let mut inputs = vec![Input::default(); frames as usize];
        // Toward the other player three times of five.
        let (toward, away) = if player == 0 { (Key::Right, Key::Left) } else { (Key::Left, Key::Right) };
        hold(&mut inputs, &mut random, 12..48, &[Some(toward), Some(toward), Some(toward), Some(away), None]);
        hold(&mut inputs, &mut random, 20..60, &[Some(Key::Up), None, None, Some(Key::Down)]);
        hold(&mut inputs, &mut random, 4..26, &[Some(Key::Jump), None, None]);
        hold(&mut inputs, &mut random, 3..30, &[Some(Key::Fire), None]);
        Self(inputs)
    }

    /// Returns the keys held in a frame.
    #[must_use]
    pub fn input(&self, frame: u32) -> Input {
        self.0.get(frame as usize).copied().unwrap_or_default()
    }
}

/// Adds keys to inputs: one of the choices for a number of frames of the range, then another.
fn hold(inputs: &mut [Input], random: &mut Pcg32, frames: std::ops::Range<u32>, choices: &[Option<Key>]) {
    let mut below = |most: u32| random.next_u32() % most;
    let mut left = inputs;
    while !left.is_empty() {
        let key = choices[below(choices.len() as u32) as usize];
        let count = (frames.start + below(frames.end - frames.start)) as usize;
        let (now, later) = left.split_at_mut(count.min(left.len()));
        if let Some(key) = key {
            now.iter_mut().for_each(|input| *input = input.with(key));
        }
        left = later;
    }
}
