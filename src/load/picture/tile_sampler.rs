//! Tiles that are cut from images: scaled to their cells, as masks and as pictures.

use crate::geometry::Rect;
use crate::load::picture::pixels::{DecodedImage, narrow};
use crate::solidity::{SolidityMap, SolidityRule};
#[cfg(feature = "tmx")]
use crate::tile::ShapeFit;
use crate::tile::{Properties, TileImage, TileSet};
use glam::{IVec2, UVec2, ivec2};

/// A tile's part of an image, at its own size, or scaled to a cell of the map by nearest-neighbor sampling.
pub(in crate::load) struct TileSampler<'i> {
    /// `None` if the image is missing. All pixels are then transparent.
    image: Option<&'i DecodedImage>,
    part: Rect,
    /// The size of the tile.
    pub(in crate::load) size: UVec2,
    /// The scale along each axis: a numerator and a denominator.
    scale: [(u64, u64); 2],
    /// The scaled size of the part along each axis, in units of 1 over the scale's denominator.
    scaled: [u64; 2],
}

/// The size of a tile set's tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::load) enum TileSizing {
    /// The size of their images.
    #[default]
    Own,
    /// The size of the map's cells.
    Stretch,
    /// The largest size with the image's aspect ratio that fits into the map's cells, centered.
    Fit,
}

impl<'i> TileSampler<'i> {
    /// Creates a sampler. The part lies inside the image and is not empty.
    pub(in crate::load) fn new(image: Option<&'i DecodedImage>, part: Rect, sizing: TileSizing, cell: UVec2) -> Self {
        let own = [u64::from(part.width()), u64::from(part.height())];
        let (size, scale) = match sizing {
            TileSizing::Own => (part.size(), [(1, 1); 2]),
            TileSizing::Stretch => (cell, [(u64::from(cell.x), own[0]), (u64::from(cell.y), own[1])]),
            TileSizing::Fit => {
                let (across, down) = ((u64::from(cell.x), own[0]), (u64::from(cell.y), own[1]));
                let smaller = if across.0 * down.1 <= down.0 * across.1 { across } else { down };
                (cell, [smaller; 2])
            }
        };
        let scaled = [own[0] * scale[0].0, own[1] * scale[1].0];
        Self { image, part, size, scale, scaled }
    }

    /// Scales an offset of the tile set like its tiles. Halves are rounded up.
    pub(in crate::load) fn offset(&self, offset: IVec2) -> IVec2 {
        let scale = |offset: i32, (numerator, denominator): (u64, u64)| {
            let doubled = i128::from(offset) * 2 * i128::from(numerator) + i128::from(denominator);
            let rounded = doubled.div_euclid(2 * i128::from(denominator));
            rounded.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32
        };
        ivec2(scale(offset.x, self.scale[0]), scale(offset.y, self.scale[1]))
    }

    /// Returns the pixel of the part under the center of a pixel of the tile, along one axis.
    ///
    /// For a scale of `n / d` the scaled part is `scaled / d` pixels long and centered on a tile of `size`. The
    /// center of pixel `p` lies at `p + 1/2 - (size - scaled / d) / 2` of the scaled part. Divided by `n / d`,
    /// that is `((2 p + 1 - size) d + scaled) / (2 n)` of the part.
    fn source(&self, axis: usize, pixel: u32) -> Option<u32> {
        let (numerator, denominator) = self.scale[axis];
        let size = i128::from(self.size[axis]);
        let doubled = (2 * i128::from(pixel) + 1 - size) * i128::from(denominator) + i128::from(self.scaled[axis]);
        let source = u32::try_from(doubled.div_euclid(2 * i128::from(numerator))).ok()?;
        (source < self.part.size()[axis]).then_some(source)
    }

    /// Returns the color of a pixel of the part at 16 bits a channel. `None` if the part does not fill the cell there, or
    /// if the image is missing.
    fn color(&self, x: Option<u32>, y: Option<u32>) -> Option<[u16; 4]> {
        let corner = self.part.min.as_uvec2();
        Some(self.image?.color(corner.x + x?, corner.y + y?))
    }

    /// Returns the scale and the shift from the part to the tile.
    #[cfg(feature = "tmx")]
    pub(in crate::load) fn fit(&self) -> ShapeFit {
        let axis = |axis: usize| {
            let (numerator, denominator) = self.scale[axis];
            let scaled = self.scaled[axis] as f64 / denominator as f64;
            (numerator as f64 / denominator as f64, (f64::from(self.size[axis]) - scaled) / 2.0)
        };
        let [x, y] = [axis(0), axis(1)];
        ShapeFit { scale: [x.0, y.0].into(), shift: [x.1, y.1].into() }
    }

    /// Creates the tile's mask.
    pub(in crate::load) fn mask(&self, rule: SolidityRule) -> SolidityMap {
        let columns: Vec<_> = (0..self.size.x).map(|x| self.source(0, x)).collect();
        let rows: Vec<_> = (0..self.size.y).map(|y| self.source(1, y)).collect();
        SolidityMap::from_fn(self.size.x, self.size.y, |x, y| {
            self.color(columns[x as usize], rows[y as usize]).is_some_and(|color| rule.is_solid(color))
        })
    }

    /// Adds the tile to a set, with a mask, with its properties if it has any, and with its image if `keep_image` is
    /// set.
    pub(in crate::load) fn add_to(
        &self,
        set: &mut TileSet,
        id: u32,
        mask: SolidityMap,
        properties: Option<&Properties>,
        keep_image: bool,
    ) {
        set.insert(id, mask);
        if let Some(image) = keep_image.then(|| self.image()).flatten() {
            set.set_image(id, image);
        }
        if let Some(properties) = properties.filter(|properties| !properties.is_empty()) {
            set.set_properties(id, properties.clone());
        }
    }

    /// Creates the tile's image. `None` if the image that it is cut from is missing.
    fn image(&self) -> Option<TileImage> {
        self.image?;
        let pixels = (0..self.size.y).flat_map(|y| {
            let row = self.source(1, y);
            (0..self.size.x).map(move |x| self.color(self.source(0, x), row).unwrap_or_default().map(narrow))
        });
        TileImage::new(self.size.x, pixels.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::picture::pixels::PixelLayout;
    use glam::uvec2;

    /// Creates a gray image in which each pixel has its own value.
    fn numbered(width: u32, height: u32) -> DecodedImage {
        let bytes = (0..height).flat_map(|y| (0..width).map(move |x| (10 * y + x) as u8)).collect();
        let layout = PixelLayout { channels: 1, is_16_bit: false };
        DecodedImage { size: uvec2(width, height), layout, bytes, color_key: None }
    }

    #[test]
    fn scaling_takes_the_pixel_under_each_middle() {
        let image = numbered(3, 2);
        let cases = [
            (TileSizing::Own, UVec2::ZERO, vec!["0 1 2", "10 11 12"]),
            (TileSizing::Stretch, uvec2(6, 2), vec!["0 0 1 1 2 2", "10 10 11 11 12 12"]),
            (TileSizing::Stretch, uvec2(1, 1), vec!["11"]),
            (TileSizing::Stretch, uvec2(4, 3), vec!["0 1 1 2", "10 11 11 12", "10 11 11 12"]),
            (TileSizing::Fit, uvec2(3, 4), vec!["- - -", "0 1 2", "10 11 12", "- - -"]),
            (
                TileSizing::Fit,
                uvec2(8, 4),
                vec!["- 0 0 1 1 2 2 -", "- 0 0 1 1 2 2 -", "- 10 10 11 11 12 12 -", "- 10 10 11 11 12 12 -"],
            ),
        ];
        for (sizing, cell, expected) in cases {
            let sampler = TileSampler::new(Some(&image), image.rect(), sizing, cell);
            let tile = sampler.image().unwrap();
            let rows: Vec<String> = tile
                .pixels()
                .chunks(tile.width() as usize)
                .map(|row| {
                    let words =
                        row.iter().map(|[gray, _, _, alpha]| if *alpha == 0 { "-".into() } else { gray.to_string() });
                    words.collect::<Vec<String>>().join(" ")
                })
                .collect();
            assert_eq!(rows, expected, "{sizing:?} {cell}");
        }
    }
}
