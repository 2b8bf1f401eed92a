//! Sprites that are written and read again, and what is not to be read.

use crate::posed;
use crate::scene::{Places, hull, pose, sprites};
use fastrand::Rng;
use reference::{cases, each_case};
use std::sync::Arc;
use tileray::glam::vec2;
use tileray::sprite::SpriteId;
use tileray::{ContactFinder, Pose, Sprite, Sprites};

fn written(sprites: &Sprites) -> String {
    serde_json::to_string(sprites).expect("they can be written")
}

/// Sprites that stand somewhere, since JSON has no NaN; some with masks that they share.
fn masked_sprites(rng: &mut Rng) -> Sprites {
    let mut sprites = sprites(rng, Places::Free, 12);
    let masks = [(); 2].map(|()| Arc::new(posed::mask(rng)));
    let ids: Vec<SpriteId> = sprites.iter().map(|(id, _)| id).collect();
    for id in ids {
        let sprite = sprites.get(id).expect("it is there").clone();
        let is_somewhere = sprite.pose.translation.is_finite() && sprite.pose.rotation.is_finite();
        let pose = if is_somewhere { sprite.pose } else { Pose::IDENTITY };
        let mask = if rng.bool() { rng.choice(&masks).cloned() } else { None };
        let (pivot, user_data) = (vec2(rng.f32(), 2.5), rng.u64(..));
        sprites.replace(id, Sprite { pose, mask, pivot, user_data, ..sprite });
    }
    sprites
}

#[test]
fn what_is_read_again_goes_on_as_it_would_have() {
    for (_, mut rng) in each_case(740, cases(400)) {
        let mut sprites = masked_sprites(&mut rng);
        let text = written(&sprites);
        let mut read: Sprites = serde_json::from_str(&text).expect("what was written can be read");
        assert_eq!(written(&read), text);
        assert!(read.iter().eq(sprites.iter()));
        assert_eq!(read.len(), sprites.len());
        for (id, _) in sprites.iter() {
            assert_eq!((read.hull(id), read.bounds(id)), (sprites.hull(id), sprites.bounds(id)), "{id}");
        }
        let contacts = [&sprites, &read].map(|sprites| ContactFinder::new().find_by_pixels(sprites).to_vec());
        assert_eq!(contacts[0], contacts[1]);
        // Ids go on alike too, those that were used up among them.
        for _ in 0..rng.usize(..8) {
            let known: Vec<SpriteId> = sprites.iter().map(|(id, _)| id).collect();
            if let Some(&id) = rng.choice(&known).filter(|_| rng.bool()) {
                assert_eq!(sprites.remove(id), read.remove(id));
            } else {
                let sprite = Sprite { pose: pose(&mut rng, Places::Free, 50), ..Sprite::new(hull(&mut rng)) };
                assert_eq!(sprites.insert(sprite.clone()), read.insert(sprite));
            }
        }
        assert!(read.iter().eq(sprites.iter()));
    }
}

#[test]
fn what_sprites_share_is_written_once_and_shared_again() {
    let mut rng = Rng::with_seed(741);
    let (hull, mask) = (hull(&mut rng), Arc::new(posed::mask(&mut rng)));
    let kind = Sprite { mask: Some(mask), ..Sprite::new(hull) };
    let mut sprites = Sprites::new();
    let ids = [0.0, 5.0, 9.0].map(|x| sprites.insert(Sprite { pose: Pose::at((x, 0.0)), ..kind.clone() }));
    let value = serde_json::to_value(&sprites).expect("they can be written");
    assert_eq!([&value["hulls"], &value["masks"]].map(|list| list.as_array().map(Vec::len)), [Some(1), Some(1)]);
    let read: Sprites = serde_json::from_value(value).expect("what was written can be read");
    let masks = ids.map(|id| read.get(id).and_then(|sprite| sprite.mask.as_ref()).expect("it has one"));
    assert!(Arc::ptr_eq(masks[0], masks[1]) && Arc::ptr_eq(masks[0], masks[2]));
    // A sprite alone brings its own.
    let text = serde_json::to_string(&kind).expect("it can be written");
    assert_eq!(serde_json::from_str::<Sprite>(&text).expect("what was written can be read"), kind);
}

#[test]
fn slots_that_cannot_be_are_not_read() {
    let record = |slots: &str, free: &str| {
        let hull = "[[[0.0,0.0],[4.0,0.0],[0.0,4.0]]]";
        serde_json::from_str::<Sprites>(&format!(
            r#"{{"hulls":[{hull}],"masks":[],"slots":[{slots}],"free":[{free}]}}"#
        ))
    };
    let sprite = |hull: i32, mask: &str| {
        format!(
            r#"{{"generation":3,"sprite":{{"pose":{{"translation":[1.0,2.0],"rotation":0.5}},"hull":{hull},"mask":{mask},
            "pivot":[0.0,0.0],"category":1,"collides_with":1,"user_data":7}}}}"#
        )
    };
    let (there, gone) = (sprite(0, "null"), r#"{"generation":2,"sprite":null}"#);
    let used_up = r#"{"generation":4294967295,"sprite":null}"#;
    for (slots, free) in [
        (there.clone(), ""),
        (format!("{there},{gone}"), "1"),
        (format!("{gone},{gone}"), "1,0"),
        (format!("{used_up},{there}"), ""),
        (used_up.to_owned(), "0"),
        (String::new(), ""),
    ] {
        let mut sprites = record(&slots, free).expect(&slots);
        let (before, taken): (usize, Vec<SpriteId>) = (sprites.len(), sprites.iter().map(|(id, _)| id).collect());
        let id = sprites.insert(Sprite::new(hull(&mut Rng::with_seed(742))));
        assert!(sprites.len() == before + 1 && !taken.contains(&id), "{slots}");
    }
    for (slots, free) in [
        (there.clone(), "0"),
        (gone.to_owned(), ""),
        (gone.to_owned(), "0,0"),
        (gone.to_owned(), "0,1"),
        (gone.to_owned(), "4294967295"),
        (gone.to_owned(), "-1"),
        (sprite(1, "null"), ""),
        (sprite(0, "0"), ""),
        (sprite(-1, "null"), ""),
    ] {
        assert!(record(&slots, free).is_err(), "{slots} {free}");
    }
}

#[test]
fn damaged_text_is_an_error_or_sprites_that_work() {
    let (mut errors, mut read_again) = (0, 0);
    for (_, mut rng) in each_case(743, cases(1500)) {
        let mut text = written(&masked_sprites(&mut rng)).into_bytes();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..text.len());
            match rng.u8(..4) {
                0 => text.truncate(at.max(1)),
                // Another digit is often another number.
                _ => text[at] = if text[at].is_ascii_digit() { rng.u8(b'0'..=b'9') } else { b" ,0]}-"[rng.usize(..6)] },
            }
        }
        let Ok(mut sprites) = serde_json::from_slice::<Sprites>(&text) else {
            errors += 1;
            continue;
        };
        read_again += 1;
        let ids: Vec<SpriteId> = sprites.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), sprites.len());
        _ = ContactFinder::new().find_by_pixels(&sprites);
        for _ in 0..20 {
            let id = sprites.insert(Sprite::new(hull(&mut rng)));
            assert!(!ids.contains(&id), "{id} again");
        }
        assert!(ids.iter().all(|&id| sprites.remove(id).is_some()));
    }
    assert!(errors > cases(1500) / 20 && read_again > cases(1500) / 20, "{errors} and {read_again}");
}
