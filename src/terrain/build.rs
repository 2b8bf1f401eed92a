use super::Terrain;
use super::grid::BrickGrid;
use super::packing::{BlockRows, NO_ROWS, Packing};
use super::region::place_of;
use super::source::Source;
use super::stack::Stack;
use crate::geometry::Rect;
use crate::solidity::{BRICK_SIDE, SolidityMap};
use crate::tile::{LayerSet, TileMap};
use glam::{IVec2, UVec2};

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
    /// The most bricks that a terrain may span: 2^27, as in a square of 185,000 pixels a side. Each takes 4 bytes
    /// for each layer, but for squares of 256 pixels that are empty.
    pub const MAX_BRICKS: u64 = 1 << 27;

    /// The terrain of a map, in the map's pixels, of the layers that are solid where none are named.
    ///
    /// The map is shared, not copied: changing it does not change the terrain, nor the other way round. Costs a look at
    /// every cell; and memory for the distinct bricks, and for each layer 4 bytes for each 16×16 pixels of the map's
    /// bounds, but for squares of 256 pixels that are empty. Several layers have one such grid more, for their union.
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
        let mut builder = Builder::new(map.bounds())?;
        let known = map.layers().enumerate().filter(|(place, _)| layers.contains(*place));
        let layers = known.map(|(place, layer)| {
            let grid = builder.build(|origin, band| map.draw_layer(place, origin, band));
            (place, layer.one_way(), grid)
        });
        let layers = layers.collect();
        Ok(Self::new(Stack::new(BrickGrid::empty(builder.area), layers), Source::Tiles(map.clone())))
    }

    /// The terrain of a mask, whose pixel `(0, 0)` is pixel `(0, 0)` of the world.
    ///
    /// Hits in it are on layer 0 and carry no tile; the whole mask counts as cell `(0, 0)`, and pixels that are filled
    /// outside it later belong to the cells beside.
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
        let mut builder = Builder::new(bounds)?;
        let grid = builder.build(|corner, band| band.draw(mask, origin - corner));
        Ok(Self::new(Stack::new(BrickGrid::empty(builder.area), vec![(0, None, grid)]), Source::Mask(bounds)))
    }
}

/// Builds grids over one area.
struct Builder {
    area: Rect,
    band: SolidityMap,
}

impl Builder {
    fn new(bounds: Rect) -> Result<Self, TerrainError> {
        let area = BrickGrid::covering(&bounds);
        let too_large = TerrainError { size: bounds.size() };
        if area.area() > Terrain::MAX_BRICKS {
            return Err(too_large);
        }
        let side = BRICK_SIDE as u32;
        let band = SolidityMap::try_new(area.width() * side, side).map_err(|_| too_large)?;
        Ok(Self { area, band })
    }

    /// Cuts what `draw(origin, band)` draws into bricks, one row of bricks after the other, so that the memory it takes
    /// follows the width of the map, not its area.
    fn build(&mut self, draw: impl Fn(IVec2, &mut SolidityMap)) -> BrickGrid {
        let mut packing = Packing::default();
        // The blocks of a row of them that are not empty so far.
        let mut blocks: Vec<Option<Box<BlockRows>>> = vec![None; self.area.width().div_ceil(16) as usize];
        for row in 0..self.area.height() {
            self.band.clear();
            draw((self.area.min + IVec2::new(0, row as i32)) * BRICK_SIDE, &mut self.band);
            for column in 0..self.area.width() {
                let rows = self.band.square(i64::from(column) * i64::from(BRICK_SIDE), 0);
                if rows != [0; 16] {
                    let block = blocks[(column / 16) as usize].get_or_insert_with(|| Box::new(NO_ROWS));
                    block[place_of(column, row) as usize] = rows;
                }
            }
            if row % 16 == 15 || row + 1 == self.area.height() {
                for (column, block) in (0..).zip(&mut blocks) {
                    if let Some(block) = block.take() {
                        packing.add((column, row / 16), &block);
                    }
                }
            }
        }
        BrickGrid::new(self.area, packing.finish())
    }
}
