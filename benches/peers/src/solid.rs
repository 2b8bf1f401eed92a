//! Solid pixels in the forms of the contestants: a bit-packed mask, rectangles, shapes of parry2d, a world of Box2D.

use parry2d::bounding_volume::Aabb;
use parry2d::math::{IVector, Pose, Vector};
use parry2d::shape::{Compound, SharedShape, Voxels};
#[cfg(feature = "box2d")]
use tileray::Circle;
use tileray::glam::{IVec2, ivec2};
use tileray::{Rect, SolidityMap};

/// One bit a pixel, rows in 64-bit words: made for being walked, and what the rivals that test pixels read.
#[derive(Debug)]
pub(crate) struct BitMask {
    width: u32,
    height: u32,
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitMask {
    pub(crate) fn new(mask: &SolidityMap) -> Self {
        let words_per_row = mask.width().div_ceil(64) as usize;
        let mut words = vec![0; words_per_row * mask.height() as usize];
        for y in 0..mask.height() {
            for x in 0..mask.width() {
                if mask.get(x as i32, y as i32) {
                    words[y as usize * words_per_row + (x / 64) as usize] |= 1 << (x % 64);
                }
            }
        }
        Self { width: mask.width(), height: mask.height(), words_per_row, words }
    }

    pub(crate) const fn width(&self) -> u32 {
        self.width
    }

    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes that the bits take.
    pub(crate) const fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Whether a pixel is solid; `None` outside, where a walk that began inside may stop.
    #[inline(always)]
    pub(crate) fn get(&self, pixel: IVec2) -> Option<bool> {
        // A negative coordinate becomes a huge one, so that one comparison tells of both borders.
        let (x, y) = (pixel.x as u32, pixel.y as u32);
        (x < self.width && y < self.height).then(|| self.bit(x, y))
    }

    /// The bit of a pixel that is known to be inside.
    #[inline(always)]
    pub(crate) fn bit(&self, x: u32, y: u32) -> bool {
        self.words[y as usize * self.words_per_row + (x / 64) as usize] >> (x % 64) & 1 != 0
    }

    /// Whether a pixel is solid; outside none is.
    #[inline(always)]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        self.get(pixel).unwrap_or(false)
    }
}

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

/// A voxel for every solid pixel.
pub(crate) fn voxels(mask: &BitMask) -> Voxels {
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    let solid: Vec<IVector> =
        cells.filter(|&(x, y)| mask.bit(x, y)).map(|(x, y)| IVector::new(x as i32, y as i32)).collect();
    Voxels::new(Vector::new(1.0, 1.0), &solid)
}

/// A cuboid for each box that solid pixels were merged into.
pub(crate) fn compound(boxes: &[Rect]) -> Compound {
    let part = |found: &Rect| {
        let (min, max) = (found.min.as_vec2(), found.max.as_vec2());
        let (middle, half) = ((min + max) / 2.0, (max - min) / 2.0);
        (Pose::from_translation(Vector::new(middle.x, middle.y)), SharedShape::cuboid(half.x, half.y))
    };
    Compound::new(boxes.iter().map(part).collect())
}

/// A rectangle in parry2d's terms.
pub(crate) fn aabb(found: &Rect) -> Aabb {
    let corner = |at: IVec2| Vector::new(at.x as f32, at.y as f32);
    Aabb::new(corner(found.min), corner(found.max))
}

/// Box2D's foundation, which is one for the process: scenes share it.
#[cfg(feature = "box2d")]
pub(crate) fn foundation() -> anyhow::Result<&'static boxdd::Foundation> {
    match boxdd::Foundation::get() {
        Some(foundation) => Ok(foundation),
        None => Ok(boxdd::Foundation::initialize_default()?),
    }
}

/// A world of Box2D with one static body that has all boxes and discs.
#[cfg(feature = "box2d")]
pub(crate) fn world(boxes: &[Rect], discs: &[Circle]) -> anyhow::Result<boxdd::World> {
    use boxdd::{BodyBuilder, BodyType, ShapeDef, Transform, Vec2, WorldBuilder, shapes};
    let foundation = foundation()?;
    let mut world = foundation.create_world(WorldBuilder::from(foundation.world_def()).build()?)?;
    let ground = world.create_body(BodyBuilder::from(foundation.body_def()).body_type(BodyType::Static).build()?)?;
    let definition = ShapeDef::builder().update_body_mass(false).build()?;
    let mut ground = world.body(ground)?;
    for found in boxes {
        let half = (found.max - found.min).as_vec2() / 2.0;
        let middle = found.min.as_vec2() + half;
        let place = Transform::from_pos_angle(Vec2::new(middle.x, middle.y), 0.0)?;
        ground.create_polygon(&definition, &shapes::offset_box_polygon(half.x, half.y, place)?)?;
    }
    for disc in discs {
        ground.create_circle(&definition, &shapes::Circle::new([disc.center.x, disc.center.y], disc.radius)?)?;
    }
    Ok(world)
}

#[cfg(test)]
mod tests {
    use super::*;

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
