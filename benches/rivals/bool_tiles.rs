//! Tiles as arrays of `bool`s.

use tileray::TileMap;
use tileray::glam::{IVec2, ivec2};

/// A grid of tiles, each an array of one `bool` a pixel: what the walk over a list looks its points up in.
#[derive(Debug)]
pub(crate) struct BoolTiles {
    tile_size: i32,
    columns: i32,
    rows: i32,
    cells: Vec<Option<Vec<bool>>>,
}

impl BoolTiles {
    pub(crate) fn new(map: &TileMap, is_solid: impl Fn(IVec2) -> bool) -> Self {
        let tile_size = map.tile_size().x as i32;
        let (columns, rows) = (map.size().x as i32, map.size().y as i32);
        let cells = (0..rows * columns)
            .map(|cell| {
                let corner = ivec2(cell % columns, cell / columns) * tile_size;
                let pixels: Vec<bool> = (0..tile_size * tile_size)
                    .map(|pixel| is_solid(corner + ivec2(pixel % tile_size, pixel / tile_size)))
                    .collect();
                pixels.contains(&true).then_some(pixels)
            })
            .collect();
        Self { tile_size, columns, rows, cells }
    }

    #[inline(always)]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        let cell = ivec2(pixel.x.div_euclid(self.tile_size), pixel.y.div_euclid(self.tile_size));
        if cell.x < 0 || cell.y < 0 || cell.x >= self.columns || cell.y >= self.rows {
            return false;
        }
        let inside = pixel - cell * self.tile_size;
        let tile = &self.cells[(cell.y * self.columns + cell.x) as usize];
        tile.as_ref().is_some_and(|tile| tile[(inside.y * self.tile_size + inside.x) as usize])
    }
}
