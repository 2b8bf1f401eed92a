//! What the rivals keep of a scene, made once for all of its rays.

#[path = "../../../../rivals/bool_tiles.rs"]
mod bool_tiles;
#[cfg(feature = "box2d")]
mod world;

pub(crate) use bool_tiles::BoolTiles;
#[cfg(feature = "box2d")]
pub(crate) use world::of as world_of;

use crate::bit_mask::BitMask;
use crate::parry::voxels;
use anyhow::Result;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::shape::Voxels;
use tileray::Rect;

/// The scene as shapes.
pub(crate) struct Rivals {
    /// Every solid pixel.
    pub(super) voxels: Voxels,
    /// The solid pixels merged into boxes, and a tree over them.
    pub(super) aabbs: Vec<Aabb>,
    pub(super) tree: Bvh,
    /// The same boxes in a world of Box2D.
    #[cfg(feature = "box2d")]
    pub(super) world: boxdd::World,
}

impl Rivals {
    pub(crate) fn new(mask: &BitMask, boxes: &[Rect]) -> Result<Self> {
        let aabbs: Vec<Aabb> = boxes.iter().map(aabb).collect();
        Ok(Self {
            voxels: voxels(mask),
            // The strategy that parry2d recommends for casting rays.
            tree: Bvh::from_leaves(BvhBuildStrategy::Ploc, &aabbs),
            aabbs,
            #[cfg(feature = "box2d")]
            world: world::of(boxes)?,
        })
    }
}

fn aabb(found: &Rect) -> Aabb {
    let corner = |at: tileray::glam::IVec2| Vector::new(at.x as f32, at.y as f32);
    Aabb::new(corner(found.min), corner(found.max))
}
