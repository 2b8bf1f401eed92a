use super::canvas::Canvas;
use anyhow::{Result, ensure};
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::PlacedMask;
use tileray::{Rect, TileMap};

/// The most pixels of a map. Each takes four bytes in each painting.
const MOST_PIXELS: u64 = 1 << 26;

/// The pre-rendered picture of some layers of a map.
#[derive(Clone, Debug)]
pub(super) struct Painting {
    /// The pixels of the map.
    bounds: Rect,
    /// 0xAARRGGBB, row by row.
    pixels: Vec<u32>,
    /// The erased pixels, each with its color before.
    erased: Vec<(usize, u32)>,
}

impl Painting {
    /// Renders the layers of these paths, the first one at the back. Missing layers are skipped.
    pub(super) fn of(map: &TileMap, paths: &[&str]) -> Result<Self> {
        let bounds = map.bounds();
        ensure!(
            bounds.area() <= MOST_PIXELS,
            "the map has {}x{} pixels: the game draws {MOST_PIXELS} at most; take a smaller one",
            bounds.width(),
            bounds.height()
        );
        let mut painting = Self { bounds, pixels: vec![0; bounds.area() as usize], erased: Vec::new() };
        for path in paths {
            for (layer, _) in map.layers().enumerate().filter(|(_, layer)| layer.path == *path) {
                map.paint(layer, bounds, |at, color, _| painting.set(at, color.unwrap_or_default()));
            }
        }
        Ok(painting)
    }

    fn set(&mut self, at: IVec2, [red, green, blue, alpha]: [u8; 4]) {
        if let Some(index) = self.index(at)
            && alpha > 0
        {
            self.pixels[index] = u32::from_be_bytes([alpha, red, green, blue]);
        }
    }

    fn index(&self, at: IVec2) -> Option<usize> {
        let from = at - self.bounds.min;
        self.bounds.contains(at).then(|| from.y as usize * self.bounds.width() as usize + from.x as usize)
    }

    /// Returns the color at a pixel of the map, where there is one.
    pub(super) fn color(&self, at: IVec2) -> Option<u32> {
        let color = self.pixels[self.index(at)?];
        (color != 0).then_some(color & 0xff_ffff)
    }

    /// Clears pixels.
    pub(super) fn erase(&mut self, pixels: &PlacedMask) {
        let indices: Vec<usize> = pixels.pixels().filter_map(|pixel| self.index(pixel)).collect();
        for index in indices {
            if self.pixels[index] != 0 {
                self.erased.push((index, self.pixels[index]));
                self.pixels[index] = 0;
            }
        }
    }

    /// Restores the erased pixels.
    pub(super) fn restore(&mut self) {
        for (index, color) in self.erased.drain(..) {
            self.pixels[index] = color;
        }
    }

    /// Draws the part of the picture at `corner`, and calls `paint` with the index of each pixel that it draws.
    pub(super) fn draw(&self, canvas: &mut Canvas, corner: IVec2, mut paint: impl FnMut(usize)) {
        let size = canvas.size().as_ivec2();
        let shown = Rect::from_size(corner, canvas.size()).intersection(&self.bounds);
        for y in shown.min.y..shown.max.y {
            let Some(from) = self.index(ivec2(shown.min.x, y)) else { break };
            let start = ((y - corner.y) * size.x + shown.min.x - corner.x) as usize;
            let line = &self.pixels[from..from + shown.width() as usize];
            for (index, &color) in (start..).zip(line) {
                match color >> 24 {
                    0 => continue,
                    255 => canvas.pixels_mut()[index] = color & 0xff_ffff,
                    opacity => canvas.blend_index(index, color, opacity as u8),
                }
                paint(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::uvec2;
    use tileray::tile::TileImage;
    use tileray::{SolidityMap, Tile, TileLayer, TileSet};

    #[test]
    fn what_is_erased_comes_back() {
        let mut map = TileMap::new(uvec2(4, 4)).and_then(|map| map.with_size(uvec2(3, 2))).expect("a map");
        let mut set = TileSet::new("rock", IVec2::ZERO);
        set.insert(0, SolidityMap::from_fn(4, 4, |_, _| true));
        set.set_image(0, TileImage::new(4, vec![[1, 2, 3, 255]; 16]).expect("a picture"));
        let set = map.add_tile_set(set);
        let layer = TileLayer::new("ground", Rect::new(IVec2::ZERO, ivec2(3, 2)));
        let layer = map.add_layer(layer).expect("a layer");
        map.set_tile(layer, ivec2(1, 0), Some(Tile { set, ..Tile::default() })).expect("a cell");
        let mut painting = Painting::of(&map, &["ground"]).expect("a painting");
        let drawn = |painting: &Painting| {
            let mut canvas = Canvas::new(uvec2(6, 5));
            let mut count = 0;
            painting.draw(&mut canvas, ivec2(2, -1), |_| count += 1);
            assert_eq!(canvas.pixels().iter().filter(|pixel| **pixel == 0x01_0203).count(), count);
            count
        };
        assert_eq!(drawn(&painting), 16);
        let hole = PlacedMask { mask: SolidityMap::from_fn(3, 3, |_, _| true), at: ivec2(6, 2) };
        painting.erase(&hole);
        painting.erase(&hole);
        assert_eq!(drawn(&painting), 12);
        let colors = [ivec2(4, 2), ivec2(6, 2), ivec2(0, 0), ivec2(-9, 0)].map(|at| painting.color(at));
        assert_eq!(colors, [Some(0x01_0203), None, None, None]);
        painting.restore();
        assert_eq!(drawn(&painting), 16);
    }
}
