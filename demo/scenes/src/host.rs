//! What shows the scenes: their texts name only the keys and the gestures that work there.

/// What shows the scenes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Host {
    /// A window of its own, with a mouse and all keys.
    #[default]
    Window,
    /// A page with controls beside the picture. The browser keeps Tab, the function keys and the plain wheel for itself.
    Page,
    /// Such a page that fingers use, without keys.
    Touch,
}

impl Host {
    /// Returns the text of this host, of those for a window, for a page and for fingers.
    pub(crate) const fn text(self, [window, page, touch]: [&'static str; 3]) -> &'static str {
        match self {
            Self::Window => window,
            Self::Page => page,
            Self::Touch => touch,
        }
    }
}
