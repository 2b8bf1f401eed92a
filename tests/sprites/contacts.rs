//! Contacts of sprites, against a loop over all pairs of hulls.

use crate::scene::{Places, sprites};
use fastrand::Rng;
use reference::pool::in_pool;
use reference::sprites::all_contacts;
use reference::{cases, each_case};
use tileray::ContactFinder;

#[test]
fn contacts_are_those_of_all_pairs_of_hulls() {
    let mut finder = ContactFinder::new();
    let mut found = 0;
    for (case, mut rng) in each_case(630, cases(20_000)) {
        let places = [Places::Lattice, Places::Free][case % 2];
        let sprites = sprites(&mut rng, places, 16);
        let contacts = finder.find(&sprites);
        assert_eq!(contacts, all_contacts(&sprites), "case {case}");
        found += contacts.len();
    }
    assert!(found > cases(20_000) / 2, "{found}");
}

#[test]
fn the_same_sprites_give_the_same_contacts_for_every_number_of_threads() {
    let mut rng = Rng::with_seed(631);
    let mut most = 0;
    for round in 0..3 {
        let sprites = loop {
            let sprites = sprites(&mut rng, Places::Free, 700);
            if sprites.len() > 500 {
                break sprites;
            }
        };
        let expected = ContactFinder::new().find(&sprites).to_vec();
        for threads in [1, 2, 7] {
            in_pool(threads, || {
                assert!(ContactFinder::new().find(&sprites) == expected, "round {round}, {threads} threads");
            });
        }
        most = most.max(expected.len());
    }
    assert!(most > 2000, "{most}: more than one thread takes at a time");
}
