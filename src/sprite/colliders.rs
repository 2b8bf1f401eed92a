//! Colliders: moving shapes of any kind, for rays against terrain and shapes together.

use super::broad_phase::BroadPhase;
use crate::collide::{Collider, Core, ShapeEntry, core_entry};
use crate::geometry::{Aabb, BOX_ROUNDING, Bound, Elements};
use glam::{DVec2, Vec2};

/// Moving shapes of any kind by index, such as the robots that a scanner sees.
///
/// [`TerrainQuery::with_colliders`](crate::TerrainQuery::with_colliders) asks for rays against terrain and these shapes. For
/// things with ids, masks and categories there are [`Sprites`](crate::Sprites).
///
/// Collect them from an iterator of any [`Collider`], and [`clear`](Self::clear) and `extend` them after the shapes have moved.
/// Indices count from 0 in the order of the shapes. A shape that is not valid keeps its index, and no ray hits it.
///
/// `extend` costs a pass over all shapes, about 20 ns for each new one and 10 ns for each other. After the first frames nothing
/// is allocated.
///
/// ```
/// use tileray::sprite::Colliders;
/// use tileray::{Circle, Rect, glam::ivec2};
///
/// let mut robots: Colliders = [10.0, 50.0].map(|x| Circle::new((x, 8.0), 4.0)).into_iter().collect();
/// robots.extend([Rect::new(ivec2(80, 0), ivec2(90, 16))]); // index 2
/// ```
#[derive(Clone, Debug, Default)]
pub struct Colliders {
    corners: Vec<DVec2>,
    /// The convex parts of all shapes.
    parts: Vec<Part>,
    /// The end of each shape in `parts`, where the next one begins.
    ends: Vec<usize>,
    boxes: Vec<Aabb>,
    broad_phase: BroadPhase,
}

/// A convex part: where its corners end in the list of all corners, and its radius.
#[derive(Clone, Copy, Debug)]
struct Part {
    end: usize,
    radius: f64,
}

impl Colliders {
    /// Removes all shapes, and keeps the memory.
    pub fn clear(&mut self) {
        self.corners.clear();
        self.parts.clear();
        self.ends.clear();
        self.boxes.clear();
        self.broad_phase.rebuild(&[]);
    }

    fn push(&mut self, shape: &dyn Collider) {
        let (mut min, mut max) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        shape.visit_cores(&mut |core| {
            self.corners.extend_from_slice(core.points);
            self.parts.push(Part { end: self.corners.len(), radius: core.radius });
            for point in core.points {
                (min, max) = (min.at_most(point - core.radius), max.at_least(point + core.radius));
            }
        });
        self.ends.push(self.parts.len());
        // A box has room for the rounding of hits. The box of a shape without parts is inside out, so no ray meets it.
        let margin = min.abs().at_least(max.abs()).at_least(DVec2::ONE).greatest() as f32 * BOX_ROUNDING;
        let (min, max): (Vec2, Vec2) = (min.as_vec2(), max.as_vec2());
        self.boxes.push(Aabb::new(min - margin, max + margin));
    }

    pub(super) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    pub(super) fn broad_phase(&self) -> &BroadPhase {
        &self.broad_phase
    }

    /// Returns the first point of a segment in a shape, as [`collide::raycast`](crate::collide::raycast) does.
    pub(super) fn entry(&self, index: u32, origin: DVec2, motion: DVec2) -> Option<ShapeEntry> {
        let index = index as usize;
        let first = if index == 0 { 0 } else { self.ends[index - 1] };
        let mut corner = if first == 0 { 0 } else { self.parts[first - 1].end };
        let mut found = None;
        for &Part { end, radius } in &self.parts[first..self.ends[index]] {
            let core = Core { points: &self.corners[corner..end], radius };
            found = ShapeEntry::earlier(found, core_entry(&core, origin, motion));
            corner = end;
        }
        found
    }
}

impl<C: Collider> Extend<C> for Colliders {
    fn extend<I: IntoIterator<Item = C>>(&mut self, shapes: I) {
        shapes.into_iter().for_each(|shape| self.push(&shape));
        self.broad_phase.rebuild(&self.boxes);
    }
}

impl<C: Collider> FromIterator<C> for Colliders {
    fn from_iter<I: IntoIterator<Item = C>>(shapes: I) -> Self {
        let mut colliders = Self::default();
        colliders.extend(shapes);
        colliders
    }
}
