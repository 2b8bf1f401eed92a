use super::controls::Action;

/// What is on and what is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Switches {
    /// The body that is moved is pushed out of all others.
    pub(super) push: bool,
    pub(super) axes: bool,
    pub(super) boxes: bool,
    /// The convex pieces of bodies.
    pub(super) pieces: bool,
    /// The ways out of what the mouse is in.
    pub(super) projections: bool,
    pub(super) values: bool,
    pub(super) help: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self { push: false, axes: true, boxes: true, pieces: true, projections: true, values: true, help: false }
    }
}

impl Switches {
    /// Turns what an action is about on or off; says whether it is about a switch at all.
    pub(super) fn flip(&mut self, action: Action) -> bool {
        let switch = match action {
            Action::Push => &mut self.push,
            Action::Axes => &mut self.axes,
            Action::Boxes => &mut self.boxes,
            Action::Pieces => &mut self.pieces,
            Action::Projections => &mut self.projections,
            Action::Values => &mut self.values,
            Action::Help => &mut self.help,
            _ => return false,
        };
        *switch = !*switch;
        true
    }
}
