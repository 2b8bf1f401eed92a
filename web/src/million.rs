//! One million hits, and their hash, in steps that a page can show.

use reference::golden::{self, Batch, HASHES, HitHash};
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of hits.
const WANTED: usize = 1_000_000;

/// Casts random rays in random terrain until there are 1,000,000 hits, and hashes every bit of every answer.
///
/// `tests/rays/determinism.rs` casts the same rays natively, and holds them to the same hash.
#[wasm_bindgen]
pub struct MillionHits {
    batches: Box<dyn Iterator<Item = Batch>>,
    hash: HitHash,
    done: bool,
}

impl std::fmt::Debug for MillionHits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MillionHits").field("hash", &self.hash).finish_non_exhaustive()
    }
}

impl Default for MillionHits {
    fn default() -> Self {
        Self { batches: Box::new(golden::batches()), hash: HitHash::default(), done: false }
    }
}

#[wasm_bindgen]
impl MillionHits {
    /// Starts at no hits.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Casts the rays of some more terrains; returns the number of hits so far.
    ///
    /// # Errors
    /// Fails where the hash is another than it is natively.
    pub fn step(&mut self, terrains: usize) -> Result<usize, String> {
        for batch in self.batches.by_ref().take(if self.done { 0 } else { terrains }) {
            let mut hits = vec![None; batch.rays.len()];
            batch.query().raycast_batch(&batch.rays, &mut hits);
            if self.hash.add(&hits, WANTED)? {
                self.done = true;
                break;
            }
        }
        Ok(self.hash.hits())
    }

    /// Whether all hits are in the hash.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> bool {
        self.done
    }

    /// The number of hits that are wanted.
    #[wasm_bindgen(getter)]
    pub fn wanted(&self) -> usize {
        WANTED
    }

    /// The hash of the hits so far, in 16 digits.
    #[wasm_bindgen(getter)]
    pub fn hash(&self) -> String {
        self.hash.digits()
    }

    /// The hash that all hits have on every machine.
    #[wasm_bindgen(getter)]
    pub fn expected(&self) -> String {
        HASHES.iter().find(|(count, _)| *count == WANTED).map_or_else(String::new, |(_, digits)| (*digits).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_the_first_hits_is_checked_on_the_way() {
        let mut million = MillionHits::new();
        // 10,000 hits, whose hash `step` compares, are in the first 30 terrains.
        let hits = million.step(30).expect("the hash of every machine");
        assert!((10_000..100_000).contains(&hits) && !million.done(), "{hits}");
        assert_eq!(million.expected().len(), 16);
    }
}
