use super::Terrain;
use super::brick::{BRICK_SIDE, Brick};
use super::grid::BrickGrid;
use super::source::Source;
use crate::geometry::Rect;
use crate::solidity::{SolidityMap, extract_u16};
use crate::tile::{LayerSet, TileMap};
use glam::{IVec2, UVec2};
use std::collections::HashMap;
use std::sync::Arc;

/// A terrain would span more bricks of 16×16 pixels than [`Terrain::MAX_BRICKS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a terrain of {}x{} pixels is too large: it may span {} bricks of 16x16 pixels; split the map",
    .size.x, .size.y, Terrain::MAX_BRICKS
)]
pub struct TerrainError {
    /// The size that was asked for, in pixels.
    pub size: UVec2,
}

impl Terrain {
    /// The most bricks that a terrain may span: 2^27, as in a square of 185,000 pixels a side. Each takes 4 bytes.
    pub const MAX_BRICKS: u64 = 1 << 27;

    /// The terrain of a map, in the map's pixels, of the layers that are solid where none are named.
    ///
    /// The map is shared, not copied. Costs a look at every cell, and memory for the distinct bricks and 4 bytes for
    /// each 16×16 pixels of the map's bounds.
    ///
    /// # Panics
    /// Where [`from_layers`](Self::from_layers) is an error.
    #[must_use]
    pub fn from_map(map: &TileMap) -> Self {
        Self::from_layers(map, &LayerSet::solid(map)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The terrain of some layers of a map, in the map's pixels.
    ///
    /// # Errors
    /// [`TerrainError`] for a map that spans more than [`MAX_BRICKS`](Self::MAX_BRICKS).
    pub fn from_layers(map: &TileMap, layers: &LayerSet) -> Result<Self, TerrainError> {
        let bricks = build(map.bounds(), |origin, band| map.draw_solidity(layers, origin, band))?;
        Ok(Self::new(bricks, Source::Tiles { map: map.clone(), layers: layers.clone() }))
    }

    /// The terrain of a mask, whose pixel `(0, 0)` is pixel `(0, 0)` of the world.
    ///
    /// Hits in it are on layer 0 and carry no tile; the whole mask counts as cell `(0, 0)`.
    ///
    /// # Panics
    /// Where [`from_solidity_at`](Self::from_solidity_at) is an error.
    #[must_use]
    pub fn from_solidity(mask: &SolidityMap) -> Self {
        Self::from_solidity_at(mask, IVec2::ZERO).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The terrain of a mask, whose pixel `(0, 0)` is pixel `origin` of the world.
    ///
    /// # Errors
    /// [`TerrainError`] for a mask that spans more than [`MAX_BRICKS`](Self::MAX_BRICKS).
    pub fn from_solidity_at(mask: &SolidityMap, origin: IVec2) -> Result<Self, TerrainError> {
        let bounds = Rect::from_size(origin, mask.size());
        let bricks = build(bounds, |corner, band| band.draw(mask, origin - corner))?;
        Ok(Self::new(bricks, Source::Mask { bounds }))
    }
}

/// Cuts what `draw(origin, band)` draws into bricks, one row of bricks after the other, so that the memory it takes
/// follows the width of the map, not its area.
fn build(bounds: Rect, draw: impl Fn(IVec2, &mut SolidityMap)) -> Result<BrickGrid, TerrainError> {
    let area = BrickGrid::covering(&bounds);
    let too_large = TerrainError { size: bounds.size() };
    if area.area() > Terrain::MAX_BRICKS {
        return Err(too_large);
    }
    let side = BRICK_SIDE as u32;
    let mut band = SolidityMap::try_new(area.width() * side, side).map_err(|_| too_large)?;
    let mut grid = BrickGrid::empty(area);
    let mut shared = HashMap::new();
    for row in 0..area.height() {
        band.clear();
        draw((area.min + IVec2::new(0, row as i32)) * BRICK_SIDE, &mut band);
        for column in 0..area.width() {
            let rows: [u16; 16] =
                std::array::from_fn(|row| extract_u16(band.row(row as u32), i64::from(column * side)));
            if rows != [0; 16] {
                let brick = shared.entry(rows).or_insert_with(|| Arc::new(Brick::from_rows(rows)));
                grid.set_brick(column, row, Some(Arc::clone(brick)));
            }
        }
    }
    Ok(grid)
}
