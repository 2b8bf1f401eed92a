use super::*;
use tileray::collide;
use tileray::glam::vec2;

fn arena() -> Arena {
    Arena::new(&Source::default(), &Settings::default(), vec2(426.0, 240.0)).expect("part of the program")
}

/// Returns the index of the first body with this name.
fn named(arena: &Arena, name: &str) -> usize {
    let is_it = |body: &SpriteBody| arena.figures[body.figure].name == name;
    arena.bodies.iter().position(is_it).expect("it is part of the program")
}

/// Leaves these two alone in the arena, at rest.
fn alone(arena: &mut Arena, pair: [&str; 2]) {
    let bodies = pair.map(|name| arena.bodies[named(arena, name)].clone());
    arena.bodies = bodies.to_vec();
    for body in &mut arena.bodies {
        (body.velocity, body.spin) = (Vec2::ZERO, 0.0);
    }
}

#[test]
fn at_first_no_two_share_a_pixel() {
    assert_eq!(arena().tally.pixels, 0);
}

#[test]
fn all_stay_within_the_border_and_apart() {
    let mut arena = arena();
    let mut bounces = 0;
    for frame in 0..1200 {
        arena.advance(1.0 / 60.0, None);
        bounces += arena.tally.pixels;
        for (index, body) in arena.bodies.iter().enumerate() {
            let Aabb { min, max } = body.hull().bounds();
            // Those that were parted last may stick out until they are moved again.
            let within = min.cmpge(Vec2::splat(-8.0)).all() && max.cmple(arena.size + 8.0).all();
            assert!(within, "frame {frame}, body {index}: {min} to {max}");
            assert!(body.velocity.length() <= FASTEST * 1.5 && body.spin.abs() < 20.0, "frame {frame}, body {index}");
        }
    }
    assert!(bounces > 5, "{bounces}");
    // Parted sprites share few pixels, if any, when they are looked at again.
    arena.look();
    let shared: usize =
        arena.overlaps.iter().filter_map(|found| found.touch.as_ref()).map(|touch| touch.pixels.len()).sum();
    assert!(shared < 20, "{shared}");
}

#[test]
fn hulls_are_asked_before_pixels() {
    let mut arena = arena();
    alone(&mut arena, ["key", "sword"]);
    // The bow of the key goes around the tip of the sword, which is in its hole.
    let mut only_hulls = 0;
    for y in -30..30 {
        for x in -50..50 {
            arena.place(0, Pose::at(vec2(200.0 + x as f32, 120.0 + y as f32)));
            arena.place(1, Pose::at(vec2(200.0, 120.0)));
            arena.look();
            let [first, second] = [0, 1].map(|body| &arena.bodies[body]);
            let shared = PixelContact::between(&first.pixels(), &second.pixels());
            let meet = collide::intersects(first.hull(), second.hull());
            assert_eq!(arena.tally.hulls, usize::from(meet));
            assert_eq!(arena.tally.pixels, usize::from(meet && shared.is_some()));
            only_hulls += usize::from(meet && shared.is_none());
        }
    }
    assert!(only_hulls > 20, "{only_hulls}");
}

#[test]
fn what_meets_head_on_turns_back() {
    let mut arena = arena();
    alone(&mut arena, ["crate", "blob"]);
    arena.place(0, Pose::at(vec2(120.0, 120.0)));
    arena.place(1, Pose::at(vec2(260.0, 120.0)));
    arena.bodies[0].velocity = vec2(60.0, 0.0);
    arena.bodies[1].velocity = vec2(-60.0, 0.0);
    let mut met = 0;
    for _ in 0..120 {
        arena.advance(1.0 / 60.0, None);
        met += arena.tally.pixels;
    }
    assert!(met > 0 && arena.sparks.len() <= 1);
    assert!(arena.bodies[0].velocity.x < 0.0 && arena.bodies[1].velocity.x > 0.0);
    let apart = arena.bodies[1].pose().translation.x - arena.bodies[0].pose().translation.x;
    assert!(apart > 36.0, "{apart}");
}

#[test]
fn what_is_held_pushes_the_others_and_flies_on_when_thrown() {
    let mut arena = arena();
    alone(&mut arena, ["hero", "crate"]);
    arena.place(0, Pose::at(vec2(100.0, 120.0)));
    arena.place(1, Pose::at(vec2(180.0, 120.0)));
    for frame in 0..40 {
        let held = Held { body: 0, position: vec2(100.0 + 3.0 * frame as f32, 120.0) };
        arena.advance(1.0 / 60.0, Some(held));
        assert_eq!(arena.bodies[0].pose().translation, held.position, "frame {frame}");
    }
    assert!(arena.bodies[1].pose().translation.x > 230.0, "{}", arena.bodies[1].pose().translation);
    assert!(arena.bodies[0].velocity.x > 150.0);
    let before = arena.bodies[0].pose().translation;
    arena.bodies.truncate(1);
    arena.advance(1.0 / 60.0, None);
    assert!(arena.bodies[0].pose().translation.x > before.x + 2.0);
}

#[test]
fn hulls_follow_the_settings_and_pixels_do_not() {
    let mut arena = arena();
    let mut settings = Settings::default();
    let corners = |arena: &Arena| arena.figures.iter().map(|figure| figure.sprite.fit.vertices).sum::<usize>();
    let pixels: Vec<Vec<_>> = arena.bodies.iter().map(|body| body.pixels().pixels().collect()).collect();
    let before = corners(&arena);
    (0..5).for_each(|_| settings.coarser());
    arena.fit(&settings).expect("hulls of any bound");
    assert!(corners(&arena) < before);
    settings.next_mode();
    settings.next_mode();
    arena.fit(&settings).expect("boxes");
    assert_eq!(corners(&arena), 4 * arena.figures.len());
    assert!(arena.bodies.iter().zip(&pixels).all(|(body, before)| body.pixels().pixels().eq(before.iter().copied())));
}

#[test]
fn sprites_larger_than_the_arena_do_no_harm() {
    let mut arena = Arena::new(&Source::default(), &Settings::default(), Vec2::ONE).expect("part of the program");
    for _ in 0..30 {
        arena.advance(1.0 / 60.0, None);
        assert!(arena.bodies.iter().all(|body| body.pose().translation.is_finite()));
    }
}
