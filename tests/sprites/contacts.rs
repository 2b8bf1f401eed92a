//! Contacts of sprites: of hulls, against all pairs; of pixels, against those that both cover.

use crate::posed::posed;
use crate::scene::{Places, quarters, sprites};
use fastrand::Rng;
use reference::pairs::all_contacts;
use reference::pool::in_pool;
use reference::{cases, each_case, nearest};
use tileray::glam::{IVec2, Vec2};
use tileray::sprite::{BroadPhase, SpriteContact, SpriteFilter, SpriteId};
use tileray::{ContactFinder, ConvexPolygon, Hull, Pose, Sprite, Sprites};

/// Sprites with masks and boxes around them, some without a mask, some that stand nowhere.
fn masked_sprites(rng: &mut Rng, most: usize, reach: f32) -> Sprites {
    let mut sprites = Sprites::new();
    for _ in 0..rng.usize(..=most) {
        let near = Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * reach;
        let mut one = posed(rng, near);
        match rng.u8(..40) {
            0 => one.pose = Pose::at((f32::NAN, 0.0)),
            1 => one.pose.rotation = f32::INFINITY,
            _ => (),
        }
        let (min, max) = (-one.pivot, one.mask.size().as_vec2() - one.pivot);
        let hull = Hull::from(
            ConvexPolygon::rectangle(min, max)
                .unwrap_or_else(|_| ConvexPolygon::rectangle(min - 1.0, max + 1.0).expect("a box")),
        );
        let mask = (rng.u8(..6) > 0).then(|| one.mask.into());
        let category = if rng.u8(..8) > 0 { 1 } else { 2 };
        let sprite = Sprite { pose: one.pose, mask, pivot: one.pivot, category, ..Sprite::new(hull) };
        let id = sprites.insert(Sprite { collides_with: 1, ..sprite });
        if rng.u8(..8) == 0 {
            sprites.remove(id);
        }
    }
    sprites
}

/// The first pixel that two sprites share; `None` where one of them has no mask.
fn first_shared(one: &Sprite, other: &Sprite) -> Option<Option<IVec2>> {
    let (one, other) = one.pixels().zip(other.pixels())?;
    let both = one.bounds().intersection(&other.bounds());
    Some(nearest::pixels(both).find(|&pixel| one.is_solid(pixel) && other.is_solid(pixel)))
}

/// The contacts of hulls, one after the other, that pixels leave: where a sprite has no mask, all of them; and how many there were
/// of hulls alone, without a shared pixel, and with one.
fn plain(sprites: &Sprites, hulls: &[SpriteContact]) -> (Vec<SpriteContact>, [usize; 3]) {
    let mut found = [0; 3];
    let left = hulls.iter().filter_map(|&contact| {
        let [a, b] = [contact.a, contact.b].map(|id| sprites.get(id).expect("it is there"));
        let (kind, answer) = match first_shared(a, b) {
            None => (0, Some(contact)),
            Some(None) => (1, None),
            Some(pixel) => (2, Some(SpriteContact { pixel, ..contact })),
        };
        found[kind] += 1;
        answer
    });
    (left.collect(), found)
}

#[test]
fn contacts_are_those_of_hulls_whose_pixels_meet() {
    let mut finder = ContactFinder::new();
    let mut found = [0; 3];
    for (_, mut rng) in each_case(720, cases(1500)) {
        let sprites = masked_sprites(&mut rng, 16, 60.0);
        let hulls = finder.find(&sprites).to_vec();
        assert!(hulls.iter().all(|contact| contact.pixel.is_none()));
        let (expected, kinds) = plain(&sprites, &hulls);
        let contacts = finder.find_by_pixels(&sprites);
        assert_eq!(contacts, expected);
        // No pair is lost, since the hulls hold the pixels.
        let listed: Vec<(SpriteId, &Sprite)> = sprites.iter().collect();
        let pairs = listed.iter().enumerate().flat_map(|(place, a)| listed[place + 1..].iter().map(move |b| (a, b)));
        let expected = pairs.filter_map(|((a, one), (b, other))| {
            let pixel = first_shared(one, other)??;
            one.can_collide_with(other).then_some((*a, *b, pixel))
        });
        let pixels = contacts.iter().filter_map(|contact| Some((contact.a, contact.b, contact.pixel?)));
        assert!(pixels.eq(expected), "{contacts:?}");
        found.iter_mut().zip(kinds).for_each(|(found, more)| *found += more);
    }
    assert!(found.iter().all(|&found| 2 * found > cases(1500)), "{found:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut rng = Rng::with_seed(722);
    let sprites = loop {
        let sprites = masked_sprites(&mut rng, 900, 250.0);
        if sprites.len() > 600 {
            break sprites;
        }
    };
    let mut finder = ContactFinder::new();
    let hulls = finder.find(&sprites).to_vec();
    let (expected, found) = plain(&sprites, &hulls);
    assert!(
        hulls.len() > 2000 && found.iter().all(|&found| found > 100),
        "{found:?}: more than one thread takes at a time"
    );
    for threads in [1, 2, 7] {
        let mut contacts = Vec::new();
        in_pool(threads, || contacts = ContactFinder::new().find_by_pixels(&sprites).to_vec());
        assert_eq!(contacts, expected, "{threads} threads");
    }
}

#[test]
fn a_filter_s_function_may_ask_the_pixels() {
    let mut broad_phase = BroadPhase::new();
    let (mut met, mut missed) = (0, 0);
    for (_, mut rng) in each_case(723, cases(2000)) {
        let sprites = masked_sprites(&mut rng, 16, 30.0);
        let index = sprites.queries(&mut broad_phase);
        // Where the center of a pixel is solid it lies in the hull; its corners may not.
        let point = quarters(&mut rng, 20).floor() + 0.5;
        let asked = posed(&mut rng, point);
        let asked = asked.pixels();
        let at_point = |_: SpriteId, sprite: &Sprite| sprite.pixels().is_some_and(|pixels| pixels.contains(point));
        let filter = SpriteFilter::new().predicate(Some(&at_point));
        let found = index.at_point(point, &filter);
        let listed = sprites.iter().filter(|(id, sprite)| at_point(*id, sprite)).map(|(id, _)| id);
        assert_eq!(found, listed.collect::<Vec<_>>(), "{point}");
        missed += index.at_point(point, &SpriteFilter::default()).len() - found.len();
        met += found.len();
        // And what borrows from its surroundings.
        let on_mask = |_: SpriteId, sprite: &Sprite| sprite.pixels().is_some_and(|own| own.overlap(&asked).is_some());
        let filter = SpriteFilter::new().predicate(Some(&on_mask));
        let near = tileray::Aabb::new(asked.bounds().min.as_vec2() - 1.0, asked.bounds().max.as_vec2() + 1.0);
        let listed = sprites.iter().filter(|(id, sprite)| on_mask(*id, sprite)).map(|(id, _)| id);
        assert_eq!(index.in_box(&near, &filter), listed.collect::<Vec<_>>());
    }
    assert!(met > cases(2000) / 20 && missed > cases(2000) / 20, "{met} and {missed}");
}

#[test]
fn contacts_are_those_of_all_pairs_of_hulls() {
    let mut finder = ContactFinder::new();
    let mut found = 0;
    for (case, mut rng) in each_case(630, cases(20_000)) {
        let places = [Places::Lattice, Places::Free][case % 2];
        let sprites = sprites(&mut rng, places, 16);
        let contacts = finder.find(&sprites);
        assert_eq!(contacts, all_contacts(&sprites));
        found += contacts.len();
    }
    assert!(found > cases(20_000) / 2, "{found}");
}
