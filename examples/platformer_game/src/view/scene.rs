use crate::game::Game;

/// What the player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Title,
    Playing,
    Paused,
    Won,
}

/// All that a picture shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Game,
    pub(crate) screen: Screen,
    /// Steps since the session began.
    pub(crate) time: u32,
    /// A note for the corner.
    pub(crate) note: &'a str,
}
