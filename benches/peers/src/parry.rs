//! Solid pixels as shapes of parry2d.

use crate::bit_mask::BitMask;
use parry2d::math::{IVector, Pose, Vector};
use parry2d::shape::{Compound, SharedShape, Voxels};
use tileray::Rect;

/// A voxel for every solid pixel.
pub(crate) fn voxels(mask: &BitMask) -> Voxels {
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    let solid: Vec<IVector> =
        cells.filter(|&(x, y)| mask.bit(x, y)).map(|(x, y)| IVector::new(x as i32, y as i32)).collect();
    Voxels::new(Vector::new(1.0, 1.0), &solid)
}

/// A cuboid for each box that solid pixels were merged into.
#[cfg(feature = "maps")]
pub(crate) fn compound(boxes: &[Rect]) -> Compound {
    let part = |found: &Rect| {
        let (min, max) = (found.min.as_vec2(), found.max.as_vec2());
        let (middle, half) = ((min + max) / 2.0, (max - min) / 2.0);
        (Pose::from_translation(Vector::new(middle.x, middle.y)), SharedShape::cuboid(half.x, half.y))
    };
    Compound::new(boxes.iter().map(part).collect())
}
