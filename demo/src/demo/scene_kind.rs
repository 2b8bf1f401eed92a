/// The scenes of the demo.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SceneKind {
    /// An explorer in a tile map, and the rays that it casts
    #[default]
    Rays,
    /// Polygons, circles and sprites that collide
    Shapes,
    /// Sprites that collide by their hulls, then by their pixels
    Sprites,
}

impl SceneKind {
    /// The scene after this one, round and round.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Rays => Self::Shapes,
            Self::Shapes => Self::Sprites,
            Self::Sprites => Self::Rays,
        }
    }
}
