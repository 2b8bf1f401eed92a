//! The brush at the mouse, the strokes that carve and fill the terrain, and the undo history.

use std::collections::VecDeque;
use tileray::glam::{IVec2, Vec2};
use tileray::terrain::{TerrainError, TerrainSnapshot};
use tileray::{Rect, Terrain, TileMap};

/// The kind of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brush {
    /// Makes pixels free.
    Carve,
    /// Makes pixels solid.
    Fill,
}

/// The largest number of strokes in the undo history.
const KEPT_STROKES: usize = 200;
/// The largest number of circles in the stroke of one frame.
const MOST_CIRCLES: f32 = 400.0;

/// The strokes on a terrain. The terrain itself is passed to each change, as others query it.
#[derive(Debug)]
pub(super) struct Edits {
    /// The terrain as the map made it; it shares memory with the edited terrain.
    pristine: Terrain,
    /// The terrain before each stroke, oldest first.
    before: VecDeque<TerrainSnapshot>,
    /// A rectangle around all changes since [`take_dirty`](Self::take_dirty).
    dirty: Rect,
    /// A rectangle around all strokes.
    pub(super) area: Rect,
}

impl Edits {
    /// Creates the empty history of a terrain.
    pub(super) fn none(terrain: &Terrain) -> Self {
        Self { pristine: terrain.clone(), before: VecDeque::new(), dirty: Rect::EMPTY, area: Rect::EMPTY }
    }

    /// Begins a stroke, which is undone as a whole.
    pub(super) fn begin(&mut self, terrain: &Terrain) {
        if self.before.len() == KEPT_STROKES {
            self.before.pop_front();
        }
        self.before.push_back(terrain.snapshot());
    }

    /// Continues a stroke, from one point to another.
    pub(super) fn stroke(&mut self, terrain: &mut Terrain, brush: Brush, [from, to]: [Vec2; 2], radius: f32) {
        let circles = (from.distance(to) / (radius / 3.0).max(1.0)).ceil().clamp(1.0, MOST_CIRCLES);
        let mut dirty = Rect::EMPTY;
        for circle in 0..=circles as u32 {
            let center = from.lerp(to, circle as f32 / circles);
            dirty = dirty.union(&match brush {
                Brush::Carve => terrain.carve_circle(center, radius),
                Brush::Fill => terrain.fill_circle(center, radius),
            });
        }
        self.dirty = self.dirty.union(&dirty);
        self.area = self.area.union(&dirty);
    }

    /// Undoes the last stroke; returns false without strokes.
    pub(super) fn undo(&mut self, terrain: &mut Terrain) -> bool {
        let Some(before) = self.before.pop_back() else { return false };
        self.dirty = self.dirty.union(&terrain.restore(&before));
        true
    }

    /// Undoes all strokes; returns false if nothing is changed.
    pub(super) fn undo_all(&mut self, terrain: &mut Terrain) -> bool {
        self.before.clear();
        self.area = Rect::EMPTY;
        let dirty = terrain.restore(&self.pristine.snapshot());
        self.dirty = self.dirty.union(&dirty);
        !dirty.is_empty()
    }

    /// Updates the terrains of the history to a map that was saved anew, so that undoing brings no old tiles back.
    ///
    /// # Errors
    /// Fails for a map that is too large, and changes nothing then.
    pub(super) fn update(&mut self, map: &TileMap) -> Result<(), TerrainError> {
        self.pristine.reload(map)?;
        let mut terrain = self.pristine.clone();
        for before in &mut self.before {
            terrain.restore(before);
            terrain.reload(map)?;
            *before = terrain.snapshot();
        }
        Ok(())
    }

    /// Returns a rectangle around all changes since the last call.
    pub(super) fn take_dirty(&mut self) -> Rect {
        std::mem::replace(&mut self.dirty, Rect::EMPTY)
    }

    /// Returns the number of strokes that can be undone.
    pub(super) fn strokes(&self) -> usize {
        self.before.len()
    }

    /// Returns whether the map made a pixel solid.
    pub(super) fn was_solid(&self, pixel: IVec2) -> bool {
        self.pristine.is_solid(pixel)
    }
}

/// The radii that a brush may have, in pixels.
pub(super) const RADII: [f32; 12] = [2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0];

/// The size, the position and the stroke of the brush.
#[derive(Clone, Copy, Debug)]
pub(super) struct BrushState {
    pub(super) size: usize,
    /// The last known position, in pixels of the map.
    pub(super) at: Option<Vec2>,
    /// The kind of stroke, while a button is held.
    pub(super) stroke: Option<Brush>,
}

impl Default for BrushState {
    fn default() -> Self {
        Self { size: 5, at: None, stroke: None }
    }
}

impl BrushState {
    pub(super) const fn radius(&self) -> f32 {
        RADII[self.size]
    }

    /// Moves the brush to a pixel and, where a button is held, draws on the terrain on the way there.
    pub(super) fn draw(&mut self, terrain: &mut Terrain, edits: &mut Edits, to: Option<IVec2>, held: Option<Brush>) {
        let to = to.map(|pixel| pixel.as_vec2() + 0.5);
        if let (Some(brush), Some(to)) = (held, to) {
            let goes_on = self.stroke == held;
            if !goes_on {
                edits.begin(terrain);
            }
            let from = self.at.filter(|_| goes_on).unwrap_or(to);
            if !goes_on || from != to {
                edits.stroke(terrain, brush, [from, to], self.radius());
            }
        }
        self.stroke = held.filter(|_| to.is_some());
        self.at = to.or(self.at);
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
        assert!(edits.area.contains(ivec2(100, 70)) && !edits.area.contains(ivec2(100, 60)));
        assert!(edits.was_solid(ivec2(100, 70)) && !terrain.is_solid(ivec2(100, 70)));
    }

    #[test]
    fn the_last_stroke_is_undone_first() {
        let mut terrain = ground();
        let mut edits = Edits::none(&terrain);
        for (brush, at) in [(Brush::Carve, vec2(30.5, 70.5)), (Brush::Fill, vec2(90.5, 20.5))] {
            edits.begin(&terrain);
            edits.stroke(&mut terrain, brush, [at, at], 8.0);
        }
        for (solid, strokes) in [([false, true], 2), ([false, false], 1), ([true, false], 0)] {
            assert_eq!([ivec2(30, 70), ivec2(90, 20)].map(|pixel| terrain.is_solid(pixel)), solid);
            assert_eq!((edits.strokes(), edits.undo(&mut terrain)), (strokes, strokes > 0));
        }
    }
}
