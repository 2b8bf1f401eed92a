use super::*;
use crate::demo::sprites::body::Body;
use tileray::glam::{ivec2, uvec2, vec2};

fn scene() -> SpriteScene {
    SpriteScene::new(&Source::default(), uvec2(1280, 720)).expect("its sprites are part of the program")
}

fn press(scene: &mut SpriteScene, actions: &[Action]) -> Vec<Request> {
    scene.update(&Controls { actions: actions.to_vec(), ..Controls::default() }, 0.016)
}

/// A screen pixel in the middle of a solid pixel of a body.
fn on(scene: &SpriteScene, body: usize) -> IVec2 {
    let pixels: Vec<IVec2> = scene.arena.bodies[body].pixels().pixels().collect();
    let middle = pixels[pixels.len() / 2];
    scene.view().screen_of(middle.as_vec2() + 0.5).floor().as_ivec2()
}

#[test]
fn pixels_are_three_times_as_large_on_a_usual_screen() {
    assert_eq!([(1280, 720), (640, 360), (1920, 1080), (10, 10)].map(|(x, y)| zoom(uvec2(x, y))), [3, 2, 5, 1]);
    assert_eq!(scene().view().screen_of(vec2(10.0, 20.0)), vec2(30.0, 60.0));
}

#[test]
fn sprites_drift_until_they_are_frozen() {
    let mut scene = scene();
    let poses = |scene: &SpriteScene| scene.arena.bodies.iter().map(Body::pose).collect::<Vec<_>>();
    let before = poses(&scene);
    press(&mut scene, &[]);
    let after = poses(&scene);
    assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    press(&mut scene, &[Action::Pause]);
    assert_eq!(poses(&scene), after);
    press(&mut scene, &[Action::Pause]);
    assert_ne!(poses(&scene), after);
    press(&mut scene, &[Action::Pause, Action::Restart]);
    assert_eq!(poses(&scene), before);
}

#[test]
fn what_is_dragged_follows_the_mouse_and_is_thrown() {
    let mut scene = scene();
    let start = on(&scene, 2);
    let mut controls = Controls { cursor: Some(start), drags: true, ..Controls::default() };
    scene.update(&controls, 0.016);
    assert_eq!(scene.hovered, Some(2));
    let from = scene.arena.bodies[2].pose().translation;
    for step in 1..=10 {
        controls.cursor = Some(start + ivec2(9 * step, 0));
        scene.update(&controls, 0.016);
    }
    let moved = scene.arena.bodies[2].pose().translation - from;
    assert!((moved - vec2(30.0, 0.0)).length() < 1.0, "{moved}");
    let thrown = scene.arena.bodies[2].velocity;
    assert!(thrown.x > 100.0, "{thrown}");
    controls.drags = false;
    scene.update(&controls, 0.016);
    assert!(scene.arena.bodies[2].pose().translation.x > from.x + moved.x);
}

#[test]
fn frozen_sprites_may_overlap_and_show_it() {
    let mut scene = scene();
    press(&mut scene, &[Action::Pause]);
    let (from, to) = (on(&scene, 2), on(&scene, 0));
    scene.update(&Controls { cursor: Some(from), ..Controls::default() }, 0.016);
    scene.update(&Controls { cursor: Some(from), drags: true, ..Controls::default() }, 0.016);
    scene.update(&Controls { cursor: Some(to), drags: true, ..Controls::default() }, 0.016);
    let found = scene.arena.encounters.iter().find(|found| (found.first, found.second) == (0, 2));
    let touch = found.and_then(|found| found.touch.as_ref()).expect("they share pixels");
    assert!(touch.pixels.len() > 100);
    assert_eq!(scene.arena.tally.pixels, 1);
}

#[test]
fn the_sprite_under_the_mouse_is_turned() {
    let mut scene = scene();
    press(&mut scene, &[Action::Pause]);
    let cursor = Some(on(&scene, 1));
    let before: Vec<f32> = scene.arena.bodies.iter().map(|body| body.pose().rotation).collect();
    scene.update(&Controls { cursor, turn: 1.0, ..Controls::default() }, 0.1);
    for (index, body) in scene.arena.bodies.iter().enumerate() {
        assert_eq!(body.pose().rotation > before[index], index == 1, "body {index}");
    }
}

#[test]
fn keys_change_hulls_and_what_is_drawn() {
    let mut scene = scene();
    let corners = |scene: &SpriteScene| scene.arena.figures[0].sprite().fit.vertices;
    let before = corners(&scene);
    press(&mut scene, &[Action::Coarser, Action::Coarser, Action::Coarser]);
    assert!(scene.settings.max_error() == 3.0 && corners(&scene) < before);
    press(&mut scene, &[Action::Mode, Action::Mode]);
    assert_eq!((scene.settings.mode_name(), corners(&scene)), ("box", 4));
    // The start has other hulls; these are kept.
    press(&mut scene, &[Action::Restart]);
    assert_eq!((scene.settings.mode_name(), corners(&scene)), ("box", 4));
    press(&mut scene, &[Action::Bias, Action::NextLook]);
    assert_eq!((scene.settings.bias_name(), scene.look()), ("grow", Look::ALL[1]));
    press(&mut scene, &[Action::PreviousLook, Action::PreviousLook]);
    assert_eq!(scene.look(), Look::ALL[5]);
    assert_eq!(scene.message(), Some("drawn: picture"));
    let asked = press(&mut scene, &[Action::NextScene, Action::Screenshot, Action::Quit]);
    assert_eq!(asked, [Request::NextScene, Request::Screenshot, Request::Quit]);
}

#[test]
fn the_arena_is_as_large_as_the_window() {
    let mut scene = scene();
    for size in [uvec2(400, 300), uvec2(1, 1), uvec2(1900, 1000)] {
        scene.resize(size);
        (0..20).for_each(|_| drop(press(&mut scene, &[])));
        if size.y > 1 {
            let border = scene.view().point_at(size.as_ivec2());
            let within = scene.arena.bodies.iter().filter(|body| body.pose().translation.cmple(border).all());
            assert_eq!(within.count(), scene.arena.bodies.len(), "{size}");
        }
    }
}
