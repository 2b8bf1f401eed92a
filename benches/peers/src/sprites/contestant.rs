//! The contestants: each is given the boxes anew, as in a frame in which all have moved, and lists all pairs that overlap.

use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use std::fmt;
use tileray::Aabb;
use tileray::sprite::BroadPhase;

/// One that finds pairs.
pub(crate) trait Finder {
    fn name(&self) -> &'static str;

    /// Finds the pairs of some boxes, in whichever order it likes, lesser place first or not.
    fn find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>);
}

impl fmt::Debug for dyn Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The contestants that are written in Rust, Tileray first.
pub(crate) fn finders_in_rust() -> Vec<Box<dyn Finder>> {
    vec![Box::new(Tileray(BroadPhase::new())), Box::new(Broccoli(Vec::new())), Box::<Parry>::default(), Box::new(RStar)]
}

struct Tileray(BroadPhase);

impl Finder for Tileray {
    fn name(&self) -> &'static str {
        "tileray"
    }

    fn find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        self.0.pairs(boxes, pairs);
    }
}

/// Its list of boxes is kept; building the tree puts that in another order, so it is filled anew.
struct Broccoli(Vec<(broccoli::axgeom::Rect<f32>, u32)>);

impl Finder for Broccoli {
    fn name(&self) -> &'static str {
        "broccoli"
    }

    fn find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        self.0.clear();
        let rect = |aabb: &Aabb| broccoli::rect(aabb.min.x, aabb.max.x, aabb.min.y, aabb.max.y);
        self.0.extend(boxes.iter().zip(0..).map(|(aabb, place)| (rect(aabb), place)));
        pairs.clear();
        let mut tree = broccoli::Tree::new(&mut self.0);
        tree.find_colliding_pairs(|a, b| pairs.push((*a.unpack_inner(), *b.unpack_inner())));
    }
}

#[derive(Default)]
struct Parry {
    aabbs: Vec<ParryAabb>,
    workspace: BvhWorkspace,
}

impl Finder for Parry {
    fn name(&self) -> &'static str {
        "parry2d Bvh"
    }

    fn find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        let vector = |point: tileray::glam::Vec2| Vector::new(point.x, point.y);
        self.aabbs.clear();
        self.aabbs.extend(boxes.iter().map(|aabb| ParryAabb::new(vector(aabb.min), vector(aabb.max))));
        pairs.clear();
        let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.aabbs);
        bvh.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| pairs.push((a, b)));
    }
}

struct RStar;

impl Finder for RStar {
    fn name(&self) -> &'static str {
        "rstar"
    }

    fn find(&mut self, boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) {
        let rectangle = |aabb: &Aabb| Rectangle::from_corners(aabb.min.to_array(), aabb.max.to_array());
        let boxes = boxes.iter().zip(0_u32..).map(|(aabb, place)| GeomWithData::new(rectangle(aabb), place));
        let tree = RTree::bulk_load(boxes.collect());
        pairs.clear();
        // It gives each pair from both sides, and each box with itself.
        let both = tree.intersection_candidates_with_other_tree(&tree);
        pairs.extend(both.map(|(a, b)| (a.data, b.data)).filter(|(a, b)| a < b));
    }
}
