//! A knob: the control of a scene `S`, with the functions that read and change the scene.

use super::control::{Control, ControlKind};

/// A control of the scene `S`.
pub(crate) struct Knob<S> {
    id: &'static str,
    label: &'static str,
    key: &'static str,
    hint: &'static str,
    part: Part<S>,
}

/// How a knob reads and changes a scene.
enum Part<S> {
    Toggle { is_on: fn(&S) -> bool, flip: fn(&mut S) },
    Slider { step: fn(&S) -> Step, set: fn(&mut S, usize) },
    Choice { names: fn() -> Vec<&'static str>, chosen: fn(&S) -> usize, set: fn(&mut S, usize) },
    Button { act: fn(&mut S) },
}

/// The step of a slider, its last step, and the value as text.
pub(crate) type Step = (usize, usize, String);

/// The id, the label, the key and the hint of a knob.
type Name = [&'static str; 4];

/// Returns a switch: `flip` turns it on or off, as its key does.
pub(crate) const fn toggle<S>([id, label, key, hint]: Name, is_on: fn(&S) -> bool, flip: fn(&mut S)) -> Knob<S> {
    Knob { id, label, key, hint, part: Part::Toggle { is_on, flip } }
}

/// Returns a list of values in order.
pub(crate) const fn slider<S>([id, label, key, hint]: Name, step: fn(&S) -> Step, set: fn(&mut S, usize)) -> Knob<S> {
    Knob { id, label, key, hint, part: Part::Slider { step, set } }
}

/// Returns a choice of one of several names.
pub(crate) const fn choice<S>(
    [id, label, key, hint]: Name,
    names: fn() -> Vec<&'static str>,
    chosen: fn(&S) -> usize,
    set: fn(&mut S, usize),
) -> Knob<S> {
    Knob { id, label, key, hint, part: Part::Choice { names, chosen, set } }
}

/// Returns an action.
pub(crate) const fn button<S>([id, label, key, hint]: Name, act: fn(&mut S)) -> Knob<S> {
    Knob { id, label, key, hint, part: Part::Button { act } }
}

/// Returns the controls of a scene.
pub(crate) fn list<S>(scene: &S, knobs: &[Knob<S>]) -> Vec<Control> {
    knobs.iter().map(|knob| knob.control(scene)).collect()
}

/// Changes a scene by the control `id`; returns false if the scene has no such control. Values that are too large are
/// the largest one.
pub(crate) fn set<S>(scene: &mut S, knobs: &[Knob<S>], id: &str, value: usize) -> bool {
    let Some(knob) = knobs.iter().find(|knob| knob.id == id) else { return false };
    let value = value.min(knob.control(scene).last());
    match knob.part {
        Part::Toggle { is_on, flip } if is_on(scene) != (value == 1) => flip(scene),
        Part::Toggle { .. } => {}
        Part::Slider { set, .. } | Part::Choice { set, .. } => set(scene, value),
        Part::Button { act } => act(scene),
    }
    true
}

impl<S> Knob<S> {
    fn control(&self, scene: &S) -> Control {
        let (kind, value) = match self.part {
            Part::Toggle { is_on, .. } => {
                let is_on = is_on(scene);
                (ControlKind::Toggle { is_on }, if is_on { "on" } else { "off" }.to_owned())
            }
            Part::Slider { step, .. } => {
                let (step, last, value) = step(scene);
                (ControlKind::Slider { step, last }, value)
            }
            Part::Choice { names, chosen, .. } => {
                let chosen = chosen(scene);
                let names: Vec<String> = names().into_iter().map(str::to_owned).collect();
                let value = names.get(chosen).cloned().unwrap_or_default();
                (ControlKind::Choice { chosen, names }, value)
            }
            Part::Button { .. } => (ControlKind::Button, String::new()),
        };
        Control { id: self.id.to_owned(), label: self.label.to_owned(), key: self.key, hint: self.hint, value, kind }
    }
}
