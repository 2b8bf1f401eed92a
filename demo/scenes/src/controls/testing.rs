//! Assertions for the controls of each scene.

use super::control::{Control, ControlKind};
use crate::canvas::Canvas;
use crate::input::Input;
use crate::key::Key;
use crate::scene::Scene;
use std::collections::HashSet;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, uvec2};

const SIZE: UVec2 = uvec2(1280, 720);

/// Returns the key that a hint of a control names.
fn key_of(hint: &str) -> Key {
    match hint {
        "+" => Key::Equal,
        "-" => Key::Minus,
        "[" => Key::LeftBracket,
        "]" => Key::RightBracket,
        "," => Key::Comma,
        "." => Key::Period,
        "Bksp" => Key::Backspace,
        name => *Key::ALL.iter().find(|key| format!("{key:?}") == name).unwrap_or_else(|| panic!("no key {name}")),
    }
}

fn update(scene: &mut impl Scene, input: &Input) {
    scene.update(input, SIZE, 0.0);
}

/// Asserts that each control changes what its key changes, and nothing else.
pub(crate) fn assert_controls_do_what_keys_do<S: Scene>(create: impl Fn() -> S) {
    let begin = || {
        let mut scene = create();
        update(&mut scene, &Input::default());
        scene
    };
    let before = begin().controls();
    let ids: HashSet<&str> = before.iter().map(|control| &*control.id).collect();
    assert_eq!(ids.len(), before.len(), "an id is there twice");
    assert!(!begin().set_control("no such control", 1));
    for control in before.iter().filter(|control| !control.key.is_empty()) {
        let (number, last) = (control.number(), control.last());
        let near = match control.kind {
            ControlKind::Slider { .. } => vec![number.saturating_sub(1), (number + 1).min(last)],
            _ => vec![(number + 1) % (last + 1)],
        };
        let mut answers: Vec<Vec<Control>> = Vec::new();
        for value in near {
            let mut scene = begin();
            assert!(scene.set_control(&control.id, value), "{}", control.id);
            update(&mut scene, &Input::default());
            let after = scene.controls();
            assert!(control.kind == ControlKind::Button || value == number || after != before, "{}", control.id);
            answers.push(after);
        }
        for hint in control.key.split(' ') {
            let mut scene = begin();
            update(&mut scene, &Input { pressed: vec![key_of(hint)], ..Input::default() });
            assert!(answers.contains(&scene.controls()), "{} and {hint} differ", control.id);
        }
    }
}

/// Asserts that a press on the panel changes its control and nothing of the scene under it, and that the panel covers no
/// middle of a screen.
pub(crate) fn assert_panel_is_clicked<S: Scene>(create: impl Fn() -> S) {
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
