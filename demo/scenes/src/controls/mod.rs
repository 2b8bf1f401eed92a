//! The controls of the scenes: what the keys of a scene change, the list of keys, and the panel on the canvas.
//!
//! ```text
//! scene -> knobs -> controls -> panel -> canvas
//!            ^------------------- mouse, finger, page
//! ```

mod knob;
mod panel;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use knob::{Gesture, Hint, Knob, button, choice, flag, key_list, list, press_keys, set, slider};
pub(crate) use panel::{Panel, is_roomy};

/// A setting or an action of a scene. [`Scene::controls`](crate::scene::Scene::controls) lists the controls of a scene,
/// and [`Scene::set_control`](crate::scene::Scene::set_control) sets one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// The name by which the control is set; it is unique in its scene and stays the same.
    pub id: &'static str,
    /// A short name, for people.
    pub label: &'static str,
    /// The key that does the same; empty without one.
    pub key: &'static str,
    /// What the control changes or does, for people; it begins with a small letter.
    pub hint: &'static str,
    /// The value as text; empty for buttons.
    pub value: String,
    /// The kind, with the value as a number.
    pub kind: ControlKind,
}

/// The kind of a control, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlKind {
    /// A switch. The value is 0 for off and 1 for on.
    Toggle {
        /// Whether it is on.
        is_on: bool,
    },
    /// A list of values in order. The value is the step.
    Slider {
        /// The current step, from 0 to `last`.
        step: usize,
        /// The last step.
        last: usize,
    },
    /// A choice among names. The value is the index of the chosen name.
    Choice {
        /// The index of the chosen name.
        chosen: usize,
        /// The names.
        names: Vec<&'static str>,
    },
    /// An action, which any value starts.
    Button,
}

impl Control {
    /// Returns the value as a number, as [`Scene::set_control`](crate::scene::Scene::set_control) takes it; 0 for
    /// buttons.
    pub fn number(&self) -> usize {
        match self.kind {
            ControlKind::Toggle { is_on } => usize::from(is_on),
            ControlKind::Slider { step, .. } => step,
            ControlKind::Choice { chosen, .. } => chosen,
            ControlKind::Button => 0,
        }
    }

    /// Returns the largest value.
    pub fn last(&self) -> usize {
        match &self.kind {
            ControlKind::Toggle { .. } => 1,
            ControlKind::Slider { last, .. } => *last,
            ControlKind::Choice { names, .. } => names.len().saturating_sub(1),
            ControlKind::Button => 0,
        }
    }

    /// Returns the next value, or the one before: sliders stop at their ends, others are rings.
    pub(crate) fn beside(&self, is_back: bool) -> usize {
        let (number, last) = (self.number(), self.last());
        match (&self.kind, is_back) {
            (ControlKind::Slider { .. }, true) => number.saturating_sub(1),
            (ControlKind::Slider { .. }, false) => (number + 1).min(last),
            (_, true) => (number + last) % (last + 1),
            (_, false) => (number + 1) % (last + 1),
        }
    }
}
