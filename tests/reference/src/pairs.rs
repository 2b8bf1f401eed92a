//! Pairs of boxes and contacts of sprites, by a loop over all pairs.

use tileray::sprite::SpriteContact;
use tileray::{Aabb, Sprites, collide};

/// Whether two boxes share more than a border, said in words of its own.
fn overlap(a: &Aabb, b: &Aabb) -> bool {
    let has_inside = |aabb: &Aabb| aabb.min.x < aabb.max.x && aabb.min.y < aabb.max.y;
    let along_x = a.max.x.min(b.max.x) > a.min.x.max(b.min.x);
    let along_y = a.max.y.min(b.max.y) > a.min.y.max(b.min.y);
    has_inside(a) && has_inside(b) && along_x && along_y
}

/// All pairs of boxes that overlap, in the order of the boxes.
pub fn all_pairs(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (first, a) in boxes.iter().enumerate() {
        for (second, b) in boxes.iter().enumerate().skip(first + 1) {
            if overlap(a, b) {
                pairs.push((first as u32, second as u32));
            }
        }
    }
    pairs
}

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
