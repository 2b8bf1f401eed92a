use crate::tile::TileMapError;

/// What a terrain refuses to change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A layer that is not in the terrain, though the map may have it.
    #[error("layer {layer} is not in the terrain, which has {}; name it when the terrain is made", known(.layers))]
    NoSuchLayer {
        /// The layer that was asked for.
        layer: usize,
        /// The places of those that the terrain has.
        layers: Vec<usize>,
    },
    /// The terrain was made of a mask, which has no tiles.
    #[error("the terrain was made of a mask, so it has no tiles to set; use stamp, carve or fill")]
    NoTiles,
    /// What the map refuses.
    #[error(transparent)]
    Map(#[from] TileMapError),
}

fn known(layers: &[usize]) -> String {
    match layers {
        [] => "no layers".into(),
        [only] => format!("layer {only}"),
        layers => format!("layers {}", layers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
