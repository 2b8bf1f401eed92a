/// The scenes of the demo.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SceneKind {
    /// An explorer in a tile map, and the rays that it casts
    #[default]
    Rays,
    /// Polygons, circles and sprites that collide
    Shapes,
}

impl SceneKind {
    /// The scene after this one, round and round.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Rays => Self::Shapes,
            Self::Shapes => Self::Rays,
        }
    }
}
