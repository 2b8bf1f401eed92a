//! Contacts of sprites, by a loop over all pairs.

use tileray::sprite::SpriteContact;
use tileray::{Sprites, collide};

/// The contacts of all pairs of hulls whose categories agree.
pub fn all_contacts(sprites: &Sprites) -> Vec<SpriteContact> {
    let all: Vec<_> = sprites.iter().collect();
    let mut contacts = Vec::new();
    for (place, (a, one)) in all.iter().enumerate() {
        for (b, other) in &all[place + 1..] {
            let meets = one.category & other.collides_with != 0 && other.category & one.collides_with != 0;
            let hulls = sprites.hull(*a).zip(sprites.hull(*b)).expect("they are there");
            if let (true, Some(contact)) = (meets, collide::contact(hulls.0, hulls.1)) {
                contacts.push(SpriteContact { a: *a, b: *b, contact, pixel: None });
            }
        }
    }
    contacts
}
