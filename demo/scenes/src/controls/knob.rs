//! A knob: a control of a scene `S`, the functions that read and change the scene, and the keys that do the same.

use super::{Control, ControlKind};
use crate::hud::Row;
use crate::input::{Host, Input};
use crate::key::Key;

/// A control of the scene `S`.
pub(crate) struct Knob<S> {
    name: Name,
    /// The keys that switch it, go a step on or start it.
    pub(super) keys: &'static [Key],
    /// The keys that go a step back.
    pub(super) back: &'static [Key],
    part: Part<S>,
}

/// How a knob reads and changes a scene.
enum Part<S> {
    Flag { flag: fn(&mut S) -> &mut bool },
    Slider { step: fn(&S) -> Step, set: fn(&mut S, usize) },
    Choice { names: fn() -> Vec<&'static str>, chosen: fn(&S) -> usize, set: fn(&mut S, usize) },
    Button { act: fn(&mut S, bool) },
}

/// The step of a slider, its last step, and the value as text.
type Step = (usize, usize, String);

/// The id, the label, the keys and the hint of a knob. The panel shows the keys behind the last comma.
type Name = [&'static str; 4];

/// Returns a switch of a flag.
pub(crate) const fn flag<S>(name: Name, keys: &'static [Key], flag: fn(&mut S) -> &mut bool) -> Knob<S> {
    Knob { name, keys, back: &[], part: Part::Flag { flag } }
}

/// Returns a list of values in order, with keys for a step on and a step back.
pub(crate) const fn slider<S>(
    name: Name,
    [keys, back]: [&'static [Key]; 2],
    step: fn(&S) -> Step,
    set: fn(&mut S, usize),
) -> Knob<S> {
    Knob { name, keys, back, part: Part::Slider { step, set } }
}

/// Returns a choice of one of several names.
pub(crate) const fn choice<S>(
    name: Name,
    [keys, back]: [&'static [Key]; 2],
    names: fn() -> Vec<&'static str>,
    chosen: fn(&S) -> usize,
    set: fn(&mut S, usize),
) -> Knob<S> {
    Knob { name, keys, back, part: Part::Choice { names, chosen, set } }
}

/// Returns an action, which is told whether it is done in reverse.
pub(crate) const fn button<S>(name: Name, [keys, back]: [&'static [Key]; 2], act: fn(&mut S, bool)) -> Knob<S> {
    Knob { name, keys, back, part: Part::Button { act } }
}

/// Returns the controls of a scene.
pub(crate) fn list<S>(scene: &mut S, knobs: &[Knob<S>]) -> Vec<Control> {
    knobs.iter().map(|knob| knob.control(scene)).collect()
}

/// Changes a scene by the control `id`; returns false if the scene has no such control. Too large values become the
/// largest one.
pub(crate) fn set<S>(scene: &mut S, knobs: &[Knob<S>], id: &str, value: usize) -> bool {
    let Some(knob) = knobs.iter().find(|knob| knob.name[0] == id) else { return false };
    let value = value.min(knob.control(scene).last());
    knob.set(scene, value);
    true
}

/// Changes a scene by the pressed keys, in the order of the presses. Shift reverses choices and buttons.
pub(crate) fn press_keys<S>(scene: &mut S, knobs: &[Knob<S>], input: &Input) {
    for key in &input.pressed {
        for knob in knobs {
            let is_back = knob.back.contains(key);
            if is_back || knob.keys.contains(key) {
                knob.turn(scene, is_back, input.shift());
            }
        }
    }
}

impl<S> Knob<S> {
    fn control(&self, scene: &mut S) -> Control {
        let (kind, value) = match self.part {
            Part::Flag { flag } => {
                let is_on = *flag(scene);
                (ControlKind::Toggle { is_on }, if is_on { "on" } else { "off" }.to_owned())
            }
            Part::Slider { step, .. } => {
                let (step, last, value) = step(scene);
                (ControlKind::Slider { step, last }, value)
            }
            Part::Choice { names, chosen, .. } => {
                let chosen = chosen(scene);
                let names = names();
                let value = names.get(chosen).copied().unwrap_or_default().to_owned();
                (ControlKind::Choice { chosen, names }, value)
            }
            Part::Button { .. } => (ControlKind::Button, String::new()),
        };
        let [id, label, keys, hint] = self.name;
        let key = keys.rsplit(", ").next().unwrap_or_default();
        Control { id, label, key, hint, value, kind }
    }

    fn set(&self, scene: &mut S, value: usize) {
        match self.part {
            Part::Flag { flag } => *flag(scene) = value == 1,
            Part::Slider { set, .. } | Part::Choice { set, .. } => set(scene, value),
            Part::Button { act } => act(scene, false),
        }
    }

    /// Does what a key of the knob does.
    fn turn(&self, scene: &mut S, is_back: bool, shift: bool) {
        let is_back = is_back || (shift && matches!(self.part, Part::Choice { .. }));
        let value = self.control(scene).beside(is_back);
        match self.part {
            Part::Button { act } => act(scene, is_back || shift),
            _ => self.set(scene, value),
        }
    }
}

/// A line of the list of keys that belongs to no knob: its label in a window and on a page, and the effect.
pub(crate) type Hint = ([&'static str; 2], &'static str);

/// A gesture or a button for fingers, and its effect.
pub(crate) type Gesture = (&'static str, &'static str);

/// The keys of all scenes in a window and on a page, and the buttons of all scenes for fingers.
const OF_WINDOWS: [(&str, &str); 3] =
    [("V, I", "values, controls"), ("F2, K", "the next scene"), ("H, Esc", "this help, quit")];
const OF_PAGES: [(&str, &str); 2] = [("V", "values"), ("H", "this list, and back")];
const OF_FINGERS: [Gesture; 2] = [("Values", "numbers of what is shown"), ("Help", "this list, and back")];

/// Returns the list of keys on the screen, or where there are none the list of gestures.
pub(crate) fn key_list<S>(host: Host, hints: &[Hint], knobs: &[Knob<S>], gestures: &[Gesture]) -> Vec<Row> {
    let of_page = usize::from(host == Host::Page);
    let hints = hints.iter().map(|&(labels, effect)| (labels[of_page], effect));
    let knobs = knobs.iter().filter(|knob| !knob.keys.is_empty()).map(|knob| (knob.name[2], knob.name[3]));
    let lines: Vec<(&str, &str)> = match host {
        Host::Touch => gestures.iter().chain(&OF_FINGERS).copied().collect(),
        Host::Window => hints.chain(knobs).chain(OF_WINDOWS).collect(),
        // The browser keeps Tab for itself.
        Host::Page => {
            let knobs = knobs.map(|(label, effect)| (label.trim_start_matches("Tab, "), effect));
            hints.chain(knobs).chain(OF_PAGES).collect()
        }
    };
    lines.into_iter().map(|(label, effect)| (label, effect.to_owned())).collect()
}
