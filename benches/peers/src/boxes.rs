//! Solid pixels merged into rectangles: what an engine for shapes is given of a tile map.

use crate::bit_mask::BitMask;
use tileray::Rect;
use tileray::glam::ivec2;

/// The solid pixels as rectangles that do not overlap, greedily: from the top left, as wide as they go, then as high.
pub(crate) fn merged(mask: &BitMask) -> Vec<Rect> {
    let (width, height) = (mask.width() as usize, mask.height() as usize);
    let mut boxes = Vec::new();
    // The row down to which a column is covered by a rectangle from above.
    let mut covered = vec![0usize; width];
    for y in 0..height {
        let is_open = |covered: &[usize], x: usize, y: usize| covered[x] <= y && mask.bit(x as u32, y as u32);
        let mut x = 0;
        while x < width {
            if !is_open(&covered, x, y) {
                x += 1;
                continue;
            }
            let right = (x..width).find(|&x| !is_open(&covered, x, y)).unwrap_or(width);
            let is_full = |row: usize| (x..right).all(|x| is_open(&covered, x, row));
            let bottom = (y + 1..height).find(|&row| !is_full(row)).unwrap_or(height);
            covered[x..right].fill(bottom);
            boxes.push(Rect::new(ivec2(x as i32, y as i32), ivec2(right as i32, bottom as i32)));
            x = right;
        }
    }
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;

    #[test]
    fn every_solid_pixel_lies_in_one_box() {
        let mut rng = fastrand::Rng::with_seed(1);
        for density in [0.0, 0.1, 0.5, 0.9, 1.0] {
            let mask = SolidityMap::from_fn(70, 40, |_, _| rng.f64() < density);
            let boxes = merged(&BitMask::new(&mask));
            for y in 0..40 {
                for x in 0..70 {
                    let holders = boxes.iter().filter(|found| found.contains(ivec2(x, y))).count();
                    assert_eq!(holders, usize::from(mask.get(x, y)), "pixel {x}, {y} at density {density}");
                }
            }
        }
    }
}
