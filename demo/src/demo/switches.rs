//! What is on and what is off.

use super::controls::Action;

/// What is on and what is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Switches {
    pub(crate) fan: bool,
    pub(crate) reflections: bool,
    pub(crate) sight: bool,
    pub(crate) beyond: bool,
    pub(crate) loupe: bool,
    pub(crate) values: bool,
    pub(crate) help: bool,
    pub(crate) paused: bool,
    /// What the beam looks at on its way.
    pub(crate) trace: bool,
    /// Everything solid along the beam.
    pub(crate) spans: bool,
    /// Smooth normals, and bounces off them.
    pub(crate) normals: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            fan: true,
            reflections: true,
            sight: true,
            beyond: true,
            loupe: true,
            values: true,
            help: false,
            paused: false,
            trace: false,
            spans: false,
            normals: false,
        }
    }
}

impl Switches {
    /// Turns what an action is about on or off; says whether it is about a switch at all.
    pub(crate) fn flip(&mut self, action: Action) -> bool {
        let switch = match action {
            Action::Fan => &mut self.fan,
            Action::Reflections => &mut self.reflections,
            Action::Sight => &mut self.sight,
            Action::Beyond => &mut self.beyond,
            Action::Loupe => &mut self.loupe,
            Action::Values => &mut self.values,
            Action::Help => &mut self.help,
            Action::Pause => &mut self.paused,
            Action::Trace => &mut self.trace,
            Action::Spans => &mut self.spans,
            Action::Normals => &mut self.normals,
            _ => return false,
        };
        *switch = !*switch;
        true
    }
}
