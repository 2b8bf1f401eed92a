//! Contacts of sprites, against a loop over all pairs of hulls.

use crate::scene::{Places, sprites};
use fastrand::Rng;
use reference::hash::Hash;
use reference::pool::in_pool;
use reference::sprites::all_contacts;
use reference::{Replay, cases, numbers, seeded};
use tileray::glam::vec2;
use tileray::sprite::BroadPhase;
use tileray::sprite::SpriteContact;
use tileray::sprite::SpriteFilter;
use tileray::{ContactFinder, Ray};

#[test]
fn contacts_are_those_of_all_pairs_of_hulls() {
    let mut rng = seeded(630);
    let mut finder = ContactFinder::new();
    let mut found = 0;
    for case in numbers(cases(20_000)) {
        let _replay = Replay::new(case, &rng);
        let places = [Places::Lattice, Places::Free][case % 2];
        let sprites = sprites(&mut rng, places, 16);
        let contacts = finder.find(&sprites);
        assert_eq!(contacts, all_contacts(&sprites), "case {case}");
        found += contacts.len();
    }
    assert!(found > cases(20_000) / 2, "{found}");
}

/// The hash of contacts and rays in a few scenes. Computed once; every machine must come to it.
const GOLDEN: &str = "146bdb01a7e25e5e";

#[test]
fn the_same_sprites_give_the_same_bits_everywhere() {
    let mut rng = Rng::with_seed(631);
    let (mut hash, mut most) = (Hash::new(), 0);
    for round in 0..6 {
        let sprites = loop {
            let sprites = sprites(&mut rng, Places::Free, 700);
            if sprites.len() > 500 {
                break sprites;
            }
        };
        let mut expected: Option<Vec<SpriteContact>> = None;
        for threads in [1, 2, 7] {
            let mut finder = ContactFinder::new();
            in_pool(threads, || _ = finder.find(&sprites));
            let contacts = finder.find(&sprites).to_vec();
            assert!(expected.get_or_insert_with(|| contacts.clone()) == &contacts, "round {round}, {threads} threads");
        }
        let contacts = expected.unwrap_or_default();
        most = most.max(contacts.len());
        for SpriteContact { contact, .. } in &contacts {
            let numbers = [contact.normal.x, contact.normal.y, contact.depth];
            numbers.into_iter().for_each(|number| hash.word(number.to_bits()));
        }
        let mut broad_phase = BroadPhase::new();
        let index = sprites.queries(&mut broad_phase);
        for _ in 0..100 {
            let [a, b] = [(); 2].map(|()| vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 1000.0);
            for hit in index.raycast_all(&Ray::between(a, b), &SpriteFilter::default()) {
                let numbers = [hit.point.x, hit.point.y, hit.distance, hit.fraction, hit.normal.x, hit.normal.y];
                numbers.into_iter().for_each(|number| hash.word(number.to_bits()));
            }
        }
    }
    assert!(most > 2000, "{most}: more than one thread takes at a time");
    assert_eq!(hash.digits(), GOLDEN);
}
