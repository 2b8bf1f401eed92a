use super::Canvas;
use anyhow::{Result, ensure};
use tileray::glam::{IVec2, ivec2};
use tileray::{Rect, TileMap};

/// The most pixels of a map. Each takes four bytes in each painting.
const MOST_PIXELS: u64 = 1 << 26;

/// The pre-rendered picture of some layers of a map.
pub(crate) struct Painting {
    /// The pixels of the map.
    bounds: Rect,
    /// RGBA, row by row.
    pixels: Vec<[u8; 4]>,
}

impl Painting {
    /// Renders the layers of these paths, the first one at the back. Missing layers are skipped.
    pub(crate) fn of(map: &TileMap, paths: &[&str]) -> Result<Self> {
        let bounds = map.bounds();
        ensure!(
            bounds.area() <= MOST_PIXELS,
            "the map has {}x{} pixels: the game draws {MOST_PIXELS} at most; take a smaller one",
            bounds.width(),
            bounds.height()
        );
        let mut painting = Self { bounds, pixels: vec![[0; 4]; bounds.area() as usize] };
        for path in paths {
            for (layer, _) in map.layers().enumerate().filter(|(_, layer)| layer.path() == *path) {
                painting.paint(map, layer);
            }
        }
        Ok(painting)
    }

    fn paint(&mut self, map: &TileMap, layer: usize) {
        for (corner, placed) in map.placed_tiles(layer) {
            let tile = placed.tile();
            let Some(image) = map.tile_set(tile.set).and_then(|set| set.image(tile.id)) else { continue };
            let rect = Rect::from_size(corner, placed.rect().size());
            for y in 0..rect.height() as i32 {
                for x in 0..rect.width() as i32 {
                    let from = tile.orientation.source(ivec2(x, y), image.size());
                    self.set(rect.min + ivec2(x, y), image.get(from.x, from.y));
                }
            }
        }
    }

    fn set(&mut self, at: IVec2, color: [u8; 4]) {
        if let Some(index) = self.index(at)
            && color[3] > 0
        {
            self.pixels[index] = color;
        }
    }

    fn index(&self, at: IVec2) -> Option<usize> {
        let from = at - self.bounds.min;
        self.bounds.contains(at).then(|| from.y as usize * self.bounds.width() as usize + from.x as usize)
    }

    /// Draws the part of the picture at `corner`, without the pixels that are not shown.
    pub(crate) fn draw(&self, canvas: &mut Canvas, corner: IVec2, is_shown: impl Fn(IVec2) -> bool) {
        let size = canvas.size().as_ivec2();
        for at in (0..size.y).flat_map(|y| (0..size.x).map(move |x| ivec2(x, y))) {
            let Some([red, green, blue, alpha]) = self.index(corner + at).map(|index| self.pixels[index]) else {
                continue;
            };
            if alpha > 0 && is_shown(corner + at) {
                canvas.blend(at, u32::from_be_bytes([0, red, green, blue]), alpha);
            }
        }
    }
}
