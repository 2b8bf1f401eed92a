//! Pictures and maps: the colors of a map's tiles, and a map of one picture.

use super::layer::TileLayer;
use super::map::TileMap;
use super::map_error::TileMapError;
use super::placed_tile::Tile;
use super::set::{TileImage, TileSet};
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use glam::{IVec2, UVec2, ivec2};

impl TileMap {
    /// Creates a map of one tile: a mask, and its picture if there is one. Its tile set and its layer are called
    /// `name`.
    ///
    /// # Errors
    /// [`TileMapError`] for a mask without pixels, or larger than a tile may be.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, TileMap, glam::ivec2};
    ///
    /// let map = TileMap::from_picture("hill", SolidityMap::from_ascii("..#.\n.###\n")?, None)?;
    /// assert!(Terrain::from_map(&map).is_solid(ivec2(2, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_picture(name: &str, mask: SolidityMap, image: Option<TileImage>) -> Result<Self, TileMapError> {
        let mut map = Self::new(mask.size())?.with_size(UVec2::ONE)?;
        let mut set = TileSet::new(name, IVec2::ZERO);
        set.insert(0, mask);
        if let Some(image) = image {
            set.set_image(0, image);
        }
        let set = map.add_tile_set(set);
        let layer = map.add_layer(TileLayer::new(name, Rect::from_size(IVec2::ZERO, UVec2::ONE)))?;
        map.set_tile(layer, IVec2::ZERO, Some(Tile { set, ..Tile::default() }))?;
        Ok(map)
    }

    /// Calls `paint(pixel, color, is_solid)` for the pixels of a layer's tiles within a rectangle, in drawing order.
    ///
    /// `color` is the color of the tile's picture, in the tile's orientation: red, green, blue and alpha. Pixels with
    /// an alpha of 0 are left out. A tile without a picture has the color `None` at its solid pixels, and no other
    /// pixels. `is_solid` tells whether the tile makes the pixel solid. Where tiles overlap, `paint` is called for each
    /// of them.
    ///
    /// Costs some nanoseconds for each pixel of a tile within the rectangle.
    ///
    /// ```
    /// use tileray::tile::TileImage;
    /// use tileray::{SolidityMap, TileMap};
    ///
    /// let image = TileImage::new(2, vec![[255, 0, 0, 255], [0; 4]]).expect("a row");
    /// let map = TileMap::from_picture("dot", SolidityMap::from_ascii("#.")?, Some(image))?;
    /// let mut painted = Vec::new();
    /// map.paint(0, map.bounds(), |pixel, color, is_solid| painted.push((pixel.to_array(), color, is_solid)));
    /// assert_eq!(painted, [([0, 0], Some([255, 0, 0, 255]), true)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paint(&self, layer: usize, pixels: Rect, mut paint: impl FnMut(IVec2, Option<[u8; 4]>, bool)) {
        for (corner, placed) in self.placed_tiles_in(layer, pixels) {
            let Tile { set, id, orientation } = placed.tile();
            let image = self.tile_set(set).and_then(|set| set.image(id));
            let seen = Rect::from_size(corner, placed.mask.size()).intersection(&pixels);
            for pixel in (seen.min.y..seen.max.y).flat_map(|y| (seen.min.x..seen.max.x).map(move |x| ivec2(x, y))) {
                let own = pixel - corner;
                let is_solid = placed.mask.get(own.x, own.y);
                let color = image.map(|image| {
                    let source = orientation.source(own, image.size());
                    image.get(source.x, source.y)
                });
                if color.map_or(is_solid, |color| color[3] > 0) {
                    paint(pixel, color, is_solid);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::Orientation;
    use crate::tile::LayerSet;

    #[test]
    fn pictures_are_painted_where_their_pixels_are_solid() {
        let mut rng = reference::seeded(1);
        let mut map = TileMap::new(UVec2::new(4, 3)).and_then(|map| map.with_size(UVec2::new(8, 3))).expect("a map");
        let mut set = TileSet::new("rock", ivec2(1, -1));
        for id in 0..6 {
            let mask = SolidityMap::from_fn(5, 3, |_, _| rng.bool());
            let colors = (0..15).map(|i| [i as u8, 7, 9, if mask.get(i % 5, i / 5) { 200 } else { 0 }]).collect();
            set.insert(id, mask);
            // The last tiles have no picture.
            if id < 4 {
                set.set_image(id, TileImage::new(5, colors).expect("whole rows"));
            }
        }
        let set = map.add_tile_set(set);
        let layer = TileLayer::new("ground", Rect::from_size(IVec2::ZERO, UVec2::new(8, 3)));
        let layer = map.add_layer(layer).expect("a layer");
        for (x, orientation) in (0..).zip(Orientation::ALL) {
            let tile = Tile { set, id: x as u32 % 6, orientation };
            map.set_tile(layer, ivec2(x, x % 3), Some(tile)).expect("a cell");
        }
        let bounds = map.bounds();
        let mut painted = SolidityMap::new(bounds.width(), bounds.height());
        map.paint(layer, bounds, |pixel, color, is_solid| {
            assert!(is_solid && color.is_none_or(|color| color[1..] == [7, 9, 200]), "{pixel}: {color:?}");
            painted.set(pixel.x - bounds.min.x, pixel.y - bounds.min.y, true);
        });
        assert_eq!(painted, map.solidity_with(&LayerSet::all(&map)).expect("a small map"));
        let half = Rect::new(bounds.min, ivec2(12, bounds.max.y));
        let mut count = 0;
        map.paint(layer, half, |pixel, _, _| {
            assert!(half.contains(pixel));
            count += 1;
        });
        assert!(count > 0);
    }
}
