//! Ids that name one sprite each, and copies that are snapshots.

use crate::scene::{Places, hull, pose, sprites};
use reference::{cases, each_case};
use std::collections::{HashMap, HashSet};
use tileray::glam::Vec2;
use tileray::sprite::SpriteId;
use tileray::{Pose, Sprite, Sprites};

#[test]
fn ids_name_what_was_put_in_until_it_is_taken_out() {
    for (_, mut rng) in each_case(620, cases(400)) {
        let mut sprites = Sprites::new();
        let mut expected: HashMap<SpriteId, Sprite> = HashMap::new();
        let mut ever: HashSet<SpriteId> = HashSet::new();
        for step in 0..rng.usize(..60) {
            let known: Vec<SpriteId> = ever.iter().copied().collect();
            match (rng.u8(..4), rng.choice(&known).copied()) {
                (0, Some(id)) => assert_eq!(sprites.remove(id), expected.remove(&id), "step {step}"),
                (1, Some(id)) => {
                    let pose = pose(&mut rng, Places::Free, 50);
                    let former = expected.get_mut(&id).map(|sprite| std::mem::replace(&mut sprite.pose, pose));
                    assert_eq!(sprites.set_pose(id, pose), former, "step {step}");
                }
                (2, Some(id)) => {
                    let other = Sprite { user_data: step as u64, ..Sprite::new(hull(&mut rng)) };
                    let former = expected.get_mut(&id).map(|sprite| std::mem::replace(sprite, other.clone()));
                    assert_eq!(sprites.replace(id, other), former, "step {step}");
                }
                _ => {
                    let sprite = Sprite { user_data: step as u64, ..Sprite::new(hull(&mut rng)) };
                    let id = sprites.insert(sprite.clone());
                    assert!(ever.insert(id), "step {step}: {id} again");
                    expected.insert(id, sprite);
                }
            }
            assert_eq!((sprites.len(), sprites.is_empty()), (expected.len(), expected.is_empty()));
            for id in &ever {
                assert_eq!(sprites.get(*id), expected.get(id), "step {step}: {id}");
                assert_eq!(sprites.bounds(*id).is_some(), expected.contains_key(id));
            }
            let listed: Vec<SpriteId> = sprites.iter().map(|(id, _)| id).collect();
            assert!(listed.is_sorted() && listed.len() == expected.len());
        }
    }
}

#[test]
fn hulls_stand_where_their_poses_say_however_they_came_there() {
    for (_, mut rng) in each_case(621, cases(2000)) {
        let sprite = Sprite::new(hull(&mut rng));
        let mut sprites = Sprites::new();
        let id = sprites.insert(sprite.clone());
        for _ in 0..rng.usize(..4) {
            sprites.set_pose(id, pose(&mut rng, Places::Free, 100));
        }
        let last = pose(&mut rng, Places::Free, 100);
        sprites.set_pose(id, last);
        let mut fresh = Sprites::new();
        let other = fresh.insert(Sprite { pose: last, ..sprite.clone() });
        assert_eq!(sprites.hull(id), fresh.hull(other));
        let bounds = sprites.bounds(id).expect("it is there");
        for piece in sprite.hull.pieces() {
            for point in piece.points() {
                let point = last.apply(point);
                assert!(bounds.contains(point), "{bounds:?} {point}");
                let nearest = sprites
                    .hull(id)
                    .expect("it is there")
                    .pieces()
                    .flat_map(|piece| piece.points().map(|corner| corner.distance(point)).collect::<Vec<_>>());
                assert!(nearest.fold(f32::INFINITY, f32::min) < 1e-4, "{point}");
            }
        }
    }
}

#[test]
fn a_copy_is_a_snapshot() {
    for (_, mut rng) in each_case(622, cases(200)) {
        let mut one = sprites(&mut rng, Places::Free, 20);
        let mut other = one.clone();
        let before: Vec<(SpriteId, Sprite)> = one.iter().map(|(id, sprite)| (id, sprite.clone())).collect();
        let sprite = Sprite::new(hull(&mut rng));
        for (id, _) in &before {
            one.set_pose(*id, Pose::at(Vec2::splat(7.0)));
        }
        assert!(other.iter().map(|(id, sprite)| (id, &sprite.hull)).eq(before.iter().map(|(id, it)| (*id, &it.hull))));
        assert_eq!(one.insert(sprite.clone()), other.insert(sprite));
    }
}
