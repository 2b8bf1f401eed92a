use crate::geometry::Rect;
use crate::tile::{LayerSet, Tile, TileMap};
use glam::{IVec2, UVec2};

/// What a terrain was made of: it tells to whom a solid pixel belongs.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Some layers of a tile map.
    Tiles { map: TileMap, layers: LayerSet },
    /// A mask: one cell, no tiles.
    Mask { bounds: Rect },
}

/// The layer and cell of a solid pixel, and the tile that lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) layer: usize,
    pub(crate) cell: IVec2,
    pub(crate) tile: Option<Tile>,
}

impl Source {
    /// The owner of a solid pixel. One that no tile accounts for belongs to layer 0 and to the cell it lies in.
    pub(super) fn owner(&self, pixel: IVec2) -> Owner {
        match self {
            Self::Tiles { map, layers } => match map.owner(layers, pixel) {
                Some((layer, cell, tile)) => Owner { layer, cell, tile: Some(tile) },
                None => Owner { layer: 0, cell: cell_of(pixel, map.tile_size()), tile: None },
            },
            Self::Mask { bounds } => {
                Owner { layer: 0, cell: cell_of(pixel - bounds.min, bounds.size().max(UVec2::ONE)), tile: None }
            }
        }
    }
}

fn cell_of(pixel: IVec2, size: UVec2) -> IVec2 {
    pixel.div_euclid(size.as_ivec2())
}
