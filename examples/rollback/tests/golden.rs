//! The state of a match, which is the same on every machine, in every build and for every number of threads.

use rayon::ThreadPoolBuilder;
use rollback::session::Plan;

/// The hash of the state after 10,000 frames of seed 1.
const STATE: u64 = 0xbf09_6590_5858_b076;

#[test]
fn a_match_ends_in_the_same_state_everywhere() {
    let game = Plan::new(1, 10_000, None).play();
    assert_eq!(game.hash(), STATE, "{:016x}", game.hash());
    // So much happened in it: two rounds ended, and the third one left craters.
    assert_eq!((game.frame(), game.round().number(), game.round().falls()), (10_000, 13, [2, 1]));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    // The fragments of a blast are enough rays for several threads: the library shares more than 512 of them.
    for threads in [1, 2, 7] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let hash = pool.install(|| Plan::new(1, 10_000, None).play().hash());
        assert_eq!(hash, STATE, "{threads} threads");
    }
}

#[test]
fn seeds_make_other_matches() {
    let hash = |seed| Plan::new(seed, 300, None).play().hash();
    assert_ne!(hash(1), hash(2));
}
