/// What a scene cannot do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    NextMap,
    PreviousMap,
    NextScene,
    /// Shows the scene of sprites.
    Sprites,
    Screenshot,
    Quit,
}
