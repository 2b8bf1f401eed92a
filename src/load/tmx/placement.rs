use crate::geometry::Rect;
use crate::load::pixels::{Pixels, narrow};
use crate::solidity::{SolidityMap, SolidityRule};
use crate::tile::TileImage;
use glam::{IVec2, UVec2, ivec2};

/// A part of a picture as a tile shows it: at its own size, or scaled to a cell of the map.
pub(super) struct Placement<'p> {
    pixels: &'p Pixels,
    part: Rect,
    /// The size of the tile.
    size: UVec2,
    /// How many times larger the part is shown, each a numerator and a denominator.
    scale: [(u64, u64); 2],
    /// The size of the shown part, twice, in units of 1 over the scale's denominator.
    shown: [u64; 2],
}

/// How a tile set's tiles are sized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sizing {
    /// As large as their pictures.
    Own,
    /// As large as the cell.
    Stretch(UVec2),
    /// As large as fits into the cell with the picture's own proportions, in its middle.
    Fit(UVec2),
}

impl<'p> Placement<'p> {
    /// The part must lie inside the picture and must not be empty.
    pub(super) fn new(pixels: &'p Pixels, part: Rect, sizing: Sizing) -> Self {
        let own = [u64::from(part.width()), u64::from(part.height())];
        let (size, scale) = match sizing {
            Sizing::Own => (part.size(), [(1, 1); 2]),
            Sizing::Stretch(cell) => (cell, [(u64::from(cell.x), own[0]), (u64::from(cell.y), own[1])]),
            Sizing::Fit(cell) => {
                let (across, down) = ((u64::from(cell.x), own[0]), (u64::from(cell.y), own[1]));
                let smaller = if across.0 * down.1 <= down.0 * across.1 { across } else { down };
                (cell, [smaller; 2])
            }
        };
        let shown = [own[0] * scale[0].0, own[1] * scale[1].0];
        Self { pixels, part, size, scale, shown }
    }

    pub(super) const fn size(&self) -> UVec2 {
        self.size
    }

    /// An offset of the tile set, which grows with its tiles; halves are rounded up.
    pub(super) fn offset(&self, offset: IVec2) -> IVec2 {
        let scaled = |offset: i32, (numerator, denominator): (u64, u64)| {
            let doubled = i128::from(offset) * 2 * i128::from(numerator) + i128::from(denominator);
            let rounded = doubled.div_euclid(2 * i128::from(denominator));
            rounded.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i32
        };
        ivec2(scaled(offset.x, self.scale[0]), scaled(offset.y, self.scale[1]))
    }

    /// The pixel of the part that is seen at the middle of a pixel of the tile, along one axis.
    ///
    /// The part is `shown / d` pixels long on a tile of `size` and lies in its middle, for a scale of `n / d`. So the
    /// middle of pixel `p` lies at `p + 1/2 - (size - shown / d) / 2` of the shown part, and that over `n / d` is the
    /// place in the part: `((2 p + 1 - size) d + shown) / (2 n)`.
    fn source(&self, axis: usize, pixel: u32) -> Option<u32> {
        let (numerator, denominator) = self.scale[axis];
        let size = i128::from(self.size[axis]);
        let place = (2 * i128::from(pixel) + 1 - size) * i128::from(denominator) + i128::from(self.shown[axis]);
        let source = u32::try_from(place.div_euclid(2 * i128::from(numerator))).ok()?;
        (source < self.part.size()[axis]).then_some(source)
    }

    /// The color at a pixel of the tile at 16 bits a channel; transparent beside a part that does not fill the cell.
    fn color(&self, x: Option<u32>, y: Option<u32>) -> Option<[u16; 4]> {
        let corner = self.part.min.as_uvec2();
        Some(self.pixels.color(corner.x + x?, corner.y + y?))
    }

    pub(super) fn mask(&self, rule: SolidityRule) -> SolidityMap {
        let columns: Vec<_> = (0..self.size.x).map(|x| self.source(0, x)).collect();
        let rows: Vec<_> = (0..self.size.y).map(|y| self.source(1, y)).collect();
        SolidityMap::from_fn(self.size.x, self.size.y, |x, y| {
            self.color(columns[x as usize], rows[y as usize]).is_some_and(|color| rule.is_solid(color))
        })
    }

    pub(super) fn picture(&self) -> Option<TileImage> {
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
    use glam::uvec2;

    /// A gray picture whose columns and rows are told apart by their values.
    fn numbered(width: u32, height: u32) -> Pixels {
        let bytes = (0..height).flat_map(|y| (0..width).map(move |x| (10 * y + x) as u8)).collect();
        Pixels { size: uvec2(width, height), channels: 1, deep: false, bytes, key: None }
    }

    #[test]
    fn scaling_takes_the_pixel_under_each_middle() {
        let pixels = numbered(3, 2);
        let cases = [
            (Sizing::Own, vec!["0 1 2", "10 11 12"]),
            (Sizing::Stretch(uvec2(6, 2)), vec!["0 0 1 1 2 2", "10 10 11 11 12 12"]),
            (Sizing::Stretch(uvec2(1, 1)), vec!["11"]),
            (Sizing::Stretch(uvec2(4, 3)), vec!["0 1 1 2", "10 11 11 12", "10 11 11 12"]),
            (Sizing::Fit(uvec2(3, 4)), vec!["- - -", "0 1 2", "10 11 12", "- - -"]),
            (
                Sizing::Fit(uvec2(8, 4)),
                vec!["- 0 0 1 1 2 2 -", "- 0 0 1 1 2 2 -", "- 10 10 11 11 12 12 -", "- 10 10 11 11 12 12 -"],
            ),
        ];
        for (sizing, expected) in cases {
            let placement = Placement::new(&pixels, pixels.rect(), sizing);
            let picture = placement.picture().unwrap();
            let rows: Vec<String> = picture
                .pixels()
                .chunks(picture.width() as usize)
                .map(|row| {
                    let words =
                        row.iter().map(|[gray, _, _, alpha]| if *alpha == 0 { "-".into() } else { gray.to_string() });
                    words.collect::<Vec<String>>().join(" ")
                })
                .collect();
            assert_eq!(rows, expected, "{sizing:?}");
        }
    }

    #[test]
    fn offsets_grow_with_the_tile() {
        let pixels = numbered(3, 2);
        let placement = Placement::new(&pixels, pixels.rect(), Sizing::Stretch(uvec2(6, 3)));
        assert_eq!(placement.offset(ivec2(-3, 1)), ivec2(-6, 2));
        assert_eq!(placement.offset(ivec2(-3, -1)), ivec2(-6, -1));
    }
}
