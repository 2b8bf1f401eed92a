//! The error of building or changing a tile map.

use crate::geometry::Rect;
use glam::{IVec2, UVec2};
use std::error::Error;
use std::fmt;

/// The error of building or changing a tile map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileMapError {
    /// A tile size of 0, or above 65,536.
    TileSize(UVec2),
    /// Pixels farther than 2^24 from pixel (0, 0).
    TooFar {
        /// The part of the map that reaches too far.
        what: String,
        /// The pixel.
        pixel: IVec2,
    },
    /// A layer that the map does not have.
    NoSuchLayer {
        /// The layer that was asked for.
        layer: usize,
        /// The number of layers.
        layers: usize,
    },
    /// A cell outside the layer's grid.
    NoSuchCell {
        /// The layer's name.
        layer: String,
        /// The cell that was asked for.
        cell: IVec2,
        /// The cells that the grid holds.
        cells: Rect,
    },
    /// A tile that no tile set holds.
    NoSuchTile {
        /// The index of the tile set.
        set: u16,
        /// The id in it.
        id: u32,
    },
    /// An object that [`TileMap::add_object`](super::TileMap::add_object) refuses.
    Object {
        /// The object's id.
        id: u32,
    },
    /// [`TileMap::add_map`](super::TileMap::add_map) would need more tile sets than a [`Tile`](super::Tile) can name.
    TooManyTileSets {
        /// The number of tile sets.
        sets: usize,
    },
}

impl fmt::Display for TileMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TileSize(value) => {
                write!(f, "a tile size of {value} pixels cannot be used: both sides must be from 1 to 65536")
            }
            Self::TooFar { what, pixel } => write!(
                f,
                "{what} would reach pixel {pixel}, but maps end at 16777216 pixels from (0, 0) in every direction; \
                move it closer or make it smaller"
            ),
            Self::NoSuchLayer { layer, layers } => write!(
                f,
                "there is no layer {layer}: the map has {layers} tile layers, counted from 0; add the layer first"
            ),
            Self::NoSuchCell { cell, layer, cells } => write!(
                f,
                "cell {cell} is outside layer '{layer}', whose cells go from {} to below {}; \
                name a cell within, or make the layer larger",
                cells.min, cells.max
            ),
            Self::NoSuchTile { id, set } => {
                write!(f, "tile {id} is not in tile set {set}; insert it there, or set another tile")
            }
            Self::Object { id } => write!(
                f,
                "object {id} does not fit into a map; its numbers must be finite, its size not negative, and no position or \
                length beyond 16777216 pixels"
            ),
            Self::TooManyTileSets { sets } => write!(
                f,
                "the maps have {sets} different tile sets together, but a map holds at most 65536; use the same sets in more \
                of them"
            ),
        }
    }
}

impl Error for TileMapError {}
