//! Walks: of all pixels that a beam touches, of those of Bresenham's line, and of circles that are free.

use super::{Own, RangeCaster, Rule};
use crate::bit_mask::BitMask;
use crate::rays::{bit_test, exact_bit_test, pixel_of};
use crate::scans::work::{MAX_RANGE, Work};
use anyhow::Result;
use tileray::SolidityMap;
use tileray::glam::{IVec2, Vec2, vec2};

pub(super) fn casters<'a>(map: &'a SolidityMap, mask: &'a BitMask) -> Result<Vec<Box<dyn RangeCaster + 'a>>> {
    let exact = |mask: &BitMask, work: &Work, ranges: &mut [f32]| {
        for (ray, range) in work.rays.iter().zip(ranges) {
            *range = exact_bit_test(mask, ray).map_or(MAX_RANGE, |(_, distance)| distance);
        }
    };
    let bresenham = |mask: &BitMask, work: &Work, ranges: &mut [f32]| {
        for (ray, range) in work.rays.iter().zip(ranges) {
            // From pixel to pixel, since the line knows nothing finer.
            let length = |pixel: IVec2| (pixel - pixel_of(ray.origin())).as_vec2().length();
            *range = bit_test(mask, ray).map_or(MAX_RANGE, length);
        }
    };
    let marching = |field: &Field, work: &Work, ranges: &mut [f32]| {
        for (heading, range) in work.headings.iter().zip(ranges) {
            *range = field.march(*heading);
        }
    };
    let bits = || Ok(BitMask::new(map));
    Ok(vec![
        Box::new(Own::new("exact bit test", Rule::Exact, bits, BitMask::bytes, exact)?),
        Box::new(Own::new("bresenham", Rule::Approximate, bits, BitMask::bytes, bresenham)?),
        Box::new(Own::new("ray marching", Rule::Approximate, || Field::new(map, mask), Field::bytes, marching)?),
    ])
}

/// The distance from each pixel to the nearest solid one.
struct Field {
    width: u32,
    height: u32,
    distances: Vec<f32>,
}

impl Field {
    fn new(map: &SolidityMap, mask: &BitMask) -> Result<Self> {
        let field = map.distance_field()?;
        let (width, height) = (mask.width(), mask.height());
        let pixels = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
        let distances = pixels.map(|(x, y)| field.distance(x, y).unwrap_or(f32::INFINITY)).collect();
        Ok(Self { width, height, distances })
    }

    fn bytes(&self) -> usize {
        self.distances.len() * size_of::<f32>()
    }

    /// Ray marching as RangeLibc does it: each step is the distance at the pixel that it stands in, at least one pixel.
    ///
    /// Distances are those between centers, so that a step may be too long by up to a pixel.
    fn march(&self, [x, y, heading]: [f32; 3]) -> f32 {
        let (start, direction) = (vec2(x, y), Vec2::from_angle(heading));
        let mut range = 0.0;
        while range < MAX_RANGE {
            let at = start + direction * range;
            let (x, y) = (at.x as i32 as u32, at.y as i32 as u32);
            if x >= self.width || y >= self.height {
                return MAX_RANGE;
            }
            let distance = self.distances[(y * self.width + x) as usize];
            if distance == 0.0 {
                return range;
            }
            range += (distance * 0.999).max(1.0);
        }
        MAX_RANGE
    }
}
