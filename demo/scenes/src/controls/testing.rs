//! Assertions for the controls and the keys of each scene.

use super::{Control, Gesture, Hint, Knob, key_list};
use crate::canvas::Canvas;
use crate::input::{DIRECTIONS, Host, Input, REQUESTS, TURNS};
use crate::key::Key;
use crate::scene::Scene;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2};

/// Asserts that no key has two effects, and that the lists for a page and for fingers name nothing that is not there.
/// `moves` and `turns` tell whether the scene reads those keys.
pub(crate) fn assert_keys<S>(hints: &[Hint], knobs: &[Knob<S>], gestures: &[Gesture], [moves, turns]: [bool; 2]) {
    let mut keys: Vec<Key> = knobs.iter().flat_map(|knob| knob.keys.iter().chain(knob.back)).copied().collect();
    keys.extend(REQUESTS.map(|(key, _)| key));
    keys.extend(DIRECTIONS.iter().filter(|_| moves).map(|(key, _)| *key));
    keys.extend(TURNS.iter().filter(|_| turns).map(|(key, _)| *key));
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);

    for (label, effect) in key_list(Host::Page, hints, knobs, gestures) {
        let mut parts = label.split([' ', ',', ';']);
        let kept = ["Wheel", "Tab", "Esc", "F1", "F2", "K", "I"];
        assert!(!parts.any(|part| kept.contains(&part)), "{label}: {effect}");
    }
    for (label, effect) in key_list(Host::Touch, hints, knobs, gestures) {
        let words = format!("{label} {effect}").to_lowercase();
        assert!(!["mouse", "key", "wheel", "button"].iter().any(|word| words.contains(word)), "{label}: {effect}");
    }
}

/// Asserts that controls are set by their ids, that a press on the panel changes its control and nothing of the scene
/// under it, and that the panel never covers the middle of a screen.
pub(crate) fn assert_panel_is_clicked<S: Scene>(create: impl Fn() -> S) {
    for control in create().controls() {
        let mut scene = create();
        let value = if control.number() == 0 { control.last().min(1) } else { 0 };
        assert!(scene.set_control(control.id, value), "{}", control.id);
        let after = scene.controls().into_iter().find(|after| after.id == control.id);
        let after = after.as_ref().map_or(0, Control::number);
        assert!(after == value, "{}: {after}", control.id);
    }
    assert!(!create().set_control("no such control", 1));
    for size in [(1280, 720), (640, 360), (320, 200), (200, 700)].map(UVec2::from) {
        let mut scene = create();
        let mut canvas = Canvas::new(size);
        let mut draw = |scene: &mut S, input: Input| {
            scene.update(&input, size, 0.0);
            scene.draw(&mut canvas);
        };
        draw(&mut scene, Input::default());
        let is_roomy = size.x >= 900 && size.y >= 520;
        assert_eq!(scene.status().panel.is_folded(size), !is_roomy, "{size}");
        let title = scene.status().panel.area().min + 5;
        if !is_roomy {
            draw(&mut scene, Input { cursor: Some(title), left: true, ..Input::default() });
            draw(&mut scene, Input { cursor: Some(title), ..Input::default() });
        }
        assert!(!scene.status().panel.is_folded(size), "{size}");
        let area = scene.status().panel.area();
        let (low, high) = (size.as_ivec2() * 2 / 5, size.as_ivec2() * 3 / 5);
        assert!(area.intersection(&Rect::new(low, high)).is_empty(), "{area:?} covers the middle of {size}");
        let inside = area.min.cmpge(IVec2::ZERO).all() && area.max.cmple(size.as_ivec2()).all();
        assert!(inside && !area.is_empty(), "{area:?} in {size}");
        let before = scene.controls();
        let last = area.max - 9;
        for input in [true, true, false].map(|left| Input { cursor: Some(last), left, ..Input::default() }) {
            draw(&mut scene, input);
        }
        let changed = before.iter().zip(scene.controls()).filter(|(before, after)| *before != after).count();
        assert!(changed <= 1, "{changed} controls changed at once");
        draw(&mut scene, Input { cursor: Some(title), left: true, ..Input::default() });
        assert!(scene.status().panel.is_folded(size), "a press on the title folds it");
    }
}
