//! The strokes that carve and fill the terrain, and the undo history.

use std::collections::VecDeque;
use tileray::glam::{IVec2, Vec2};
use tileray::terrain::TerrainSnapshot;
use tileray::{Rect, Terrain};

/// The kind of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brush {
    Carve,
    Fill,
}

/// The largest number of strokes in the undo history.
const KEPT_STROKES: usize = 200;
/// A stroke of one frame is made of so many circles at most.
const MOST_CIRCLES: f32 = 400.0;

/// The strokes on a terrain. It does not hold the terrain, which others query, but is told it for every change.
#[derive(Debug)]
pub(crate) struct Edits {
    /// The terrain as the map made it; what nobody changed is shared.
    pristine: Terrain,
    /// The terrain before each stroke, the last one at the end.
    before: VecDeque<TerrainSnapshot>,
    /// Which pixels changed, in order.
    changes: Vec<Rect>,
    /// Outside of it nothing is changed.
    area: Rect,
}

impl Edits {
    /// No edits of a terrain.
    pub(crate) fn none(terrain: &Terrain) -> Self {
        Self { pristine: terrain.clone(), before: VecDeque::new(), changes: Vec::new(), area: Rect::EMPTY }
    }

    /// Begins a stroke, which is undone as a whole.
    pub(crate) fn begin(&mut self, terrain: &Terrain) {
        if self.before.len() == KEPT_STROKES {
            self.before.pop_front();
        }
        self.before.push_back(terrain.snapshot());
    }

    /// Goes on with a stroke, from one point to another.
    pub(crate) fn stroke(&mut self, terrain: &mut Terrain, brush: Brush, [from, to]: [Vec2; 2], radius: f32) {
        let circles = (from.distance(to) / (radius / 3.0).max(1.0)).ceil().clamp(1.0, MOST_CIRCLES);
        let mut dirty = Rect::EMPTY;
        for circle in 0..=circles as u32 {
            let center = from.lerp(to, circle as f32 / circles);
            dirty = dirty.union(&match brush {
                Brush::Carve => terrain.carve_circle(center, radius),
                Brush::Fill => terrain.fill_circle(center, radius),
            });
        }
        self.note(dirty);
        self.area = self.area.union(&dirty);
    }

    /// Undoes the last stroke; returns false without strokes.
    pub(crate) fn undo(&mut self, terrain: &mut Terrain) -> bool {
        let Some(before) = self.before.pop_back() else { return false };
        self.note(terrain.restore(&before));
        true
    }

    /// Undoes all strokes; returns false if nothing is changed.
    pub(crate) fn undo_all(&mut self, terrain: &mut Terrain) -> bool {
        self.before.clear();
        self.area = Rect::EMPTY;
        let dirty = terrain.restore(&self.pristine.snapshot());
        self.note(dirty);
        !dirty.is_empty()
    }

    fn note(&mut self, dirty: Rect) {
        if !dirty.is_empty() {
            self.changes.push(dirty);
        }
    }

    /// Returns the number of strokes that can be undone.
    pub(crate) fn strokes(&self) -> usize {
        self.before.len()
    }

    /// Returns the rectangles that changed so far, in order. It only grows.
    pub(crate) fn changes(&self) -> &[Rect] {
        &self.changes
    }

    /// Returns a rectangle outside of which the terrain is as the map made it.
    pub(crate) const fn area(&self) -> &Rect {
        &self.area
    }

    /// Returns whether the map made a pixel solid.
    pub(crate) fn was_solid(&self, pixel: IVec2) -> bool {
        self.pristine.is_solid(pixel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;
    use tileray::glam::{ivec2, vec2};

    fn ground() -> Terrain {
        Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |_, y| y >= 50))
    }

    #[test]
    fn a_stroke_leaves_no_gap() {
        let mut terrain = ground();
        let mut edits = Edits::none(&terrain);
        edits.begin(&terrain);
        edits.stroke(&mut terrain, Brush::Carve, [vec2(20.5, 70.5), vec2(180.5, 70.5)], 4.0);
        assert!(terrain.line_of_sight((20.5, 70.5), (180.5, 70.5)));
        assert!(edits.area().contains(ivec2(100, 70)) && !edits.area().contains(ivec2(100, 60)));
        assert!(edits.was_solid(ivec2(100, 70)) && !terrain.is_solid(ivec2(100, 70)));
    }

    #[test]
    fn strokes_are_undone_one_by_one_or_all_at_once() {
        let mut terrain = ground();
        let mut edits = Edits::none(&terrain);
        let solid = |terrain: &Terrain| [ivec2(30, 70), ivec2(90, 20)].map(|pixel| terrain.is_solid(pixel));
        for all_at_once in [false, true] {
            for (brush, at) in [(Brush::Carve, vec2(30.5, 70.5)), (Brush::Fill, vec2(90.5, 20.5))] {
                edits.begin(&terrain);
                edits.stroke(&mut terrain, brush, [at, at], 8.0);
            }
            assert_eq!((solid(&terrain), edits.strokes()), ([false, true], 2));
            if all_at_once {
                assert!(edits.undo_all(&mut terrain) && edits.area().is_empty());
            } else {
                assert!(edits.undo(&mut terrain));
                assert_eq!(solid(&terrain), [false, false]);
                assert!(edits.undo(&mut terrain));
            }
            assert_eq!((solid(&terrain), edits.strokes()), ([true, false], 0));
        }
        assert!(!edits.undo(&mut terrain) && !edits.undo_all(&mut terrain));
    }
}
