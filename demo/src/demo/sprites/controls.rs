//! The actions and keys of the scene of sprites.

use crate::demo::input::{self, Key};

/// A change of the scene, once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpriteAction {
    /// Hulls further from the pixels' border, with fewer corners, or nearer to it.
    Coarser,
    Finer,
    /// The next kind of hull, and the next side of the border for it.
    Mode,
    Bias,
    /// The next or previous look of the sprites.
    NextLook,
    PreviousLook,
    Pause,
    Restart,
}

impl input::Action for SpriteAction {
    const KEYS: &'static [(Key, Self)] = &[
        (Key::RightBracket, Self::Coarser),
        (Key::LeftBracket, Self::Finer),
        (Key::M, Self::Mode),
        (Key::B, Self::Bias),
        (Key::Tab, Self::NextLook),
        (Key::N, Self::NextLook),
        (Key::Backspace, Self::PreviousLook),
        (Key::Space, Self::Pause),
        (Key::P, Self::Pause),
        (Key::Home, Self::Restart),
    ];

    fn shifted(self) -> Self {
        match self {
            Self::NextLook => Self::PreviousLook,
            other => other,
        }
    }

    fn of_wheel(up: bool, _control: bool, _shift: bool) -> Self {
        if up { Self::Finer } else { Self::Coarser }
    }
}

/// The keys and their effects, for the list on the screen.
pub(super) const HELP: [(&str, &str); 12] = [
    ("Left button", "drag a sprite, and throw it"),
    ("Q E", "turn the sprite under the mouse"),
    ("Wheel, [ ]", "how far hulls may be off the pixels"),
    ("M", "hulls: pieces, convex, box, circle"),
    ("B", "hulls: nearest, grow, shrink"),
    ("Tab, N", "what is drawn (Shift: back)"),
    ("Space, P", "freeze"),
    ("V", "values"),
    ("Home", "back to the start"),
    ("F2, K", "the next scene: rays"),
    ("F12, C", "screenshot"),
    ("H, Esc", "this help, quit"),
];

#[cfg(test)]
mod tests {
    #[test]
    fn no_key_does_two_things() {
        super::input::assert_keys_differ::<super::SpriteAction>(false, true);
    }
}
