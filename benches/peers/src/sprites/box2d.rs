//! Box2D's dynamic tree, through the safe binding, which checks its arguments at each call.

use super::contestant::Finder;
use anyhow::Result;
use boxdd::{DynamicTree, Foundation, Vec2};
use tileray::Aabb;

/// The boxes stay in the tree from frame to frame, which is more than the others are given; each frame builds it anew and asks
/// about each box.
pub(crate) struct Box2d {
    tree: DynamicTree,
}

impl Box2d {
    pub(crate) fn new(boxes: &[Aabb]) -> Result<Self> {
        // The foundation is one for the process: scenes share it.
        if Foundation::get().is_none() {
            Foundation::initialize_default()?;
        }
        let mut tree = DynamicTree::with_capacity(boxes.len())?;
        for (aabb, place) in boxes.iter().zip(0..) {
            tree.create_proxy(of(aabb)?, 1, place)?;
        }
        Ok(Self { tree })
    }

    fn try_find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) -> boxdd::Result<()> {
        self.tree.rebuild(true)?;
        for (aabb, place) in boxes.iter().zip(0_u32..) {
            let mut visit = |_, other: u64| {
                if other > u64::from(place) {
                    pairs.push((place, other as u32));
                }
                true
            };
            self.tree.query(of(aabb)?, u64::MAX, &mut visit)?;
        }
        Ok(())
    }
}

fn of(aabb: &Aabb) -> boxdd::Result<boxdd::Aabb> {
    boxdd::Aabb::new(Vec2::new(aabb.min.x, aabb.min.y), Vec2::new(aabb.max.x, aabb.max.y))
}

impl Finder for Box2d {
    fn name(&self) -> &'static str {
        "box2d checked"
    }

    fn find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        if let Err(error) = self.try_find(boxes, pairs) {
            // The check of its answers tells of it.
            eprintln!("box2d: {error}");
        }
    }
}
