//! Dirty rectangles: what edits changed, kept for a picture that is drawn again now and then.

use super::Terrain;
use crate::geometry::Rect;
use crate::terrain::BLOCK_SHIFT;
use glam::IVec2;
use std::collections::BTreeMap;

/// The pixels that edits changed since they were taken: a rectangle for each square of 256×256 pixels, by row and column.
///
/// `None` where nobody has taken them yet: then all pixels count as changed, and nothing is kept.
#[derive(Debug, Default)]
pub(super) struct DirtySquares(Option<BTreeMap<(i32, i32), Rect>>);

impl DirtySquares {
    /// Adds the pixels of an edit, cut at the borders of the squares.
    #[inline]
    pub(super) fn add(&mut self, rect: &Rect) {
        if let Some(squares) = &mut self.0
            && !rect.is_empty()
        {
            add(squares, rect);
        }
    }
}

/// A clone is another terrain, which may be put in place of the one that it was cloned from. What it holds then is all new
/// to the picture.
impl Clone for DirtySquares {
    fn clone(&self) -> Self {
        Self::default()
    }
}

fn add(squares: &mut BTreeMap<(i32, i32), Rect>, rect: &Rect) {
    let (first, last) = (rect.min >> BLOCK_SHIFT as i32, (rect.max - 1) >> BLOCK_SHIFT as i32);
    for row in first.y..=last.y {
        for column in first.x..=last.x {
            let corner = IVec2::new(column, row) << BLOCK_SHIFT as i32;
            let pixels = rect.intersection(&Rect::new(corner, corner + (1 << BLOCK_SHIFT)));
            squares.entry((row, column)).and_modify(|dirty| *dirty = dirty.union(&pixels)).or_insert(pixels);
        }
    }
}

impl Terrain {
    /// Returns dirty rectangles that hold all pixels that changed their solidity on some layer or their tile since the
    /// last call, in order of rows: for a picture of the terrain that is drawn again once a frame.
    ///
    /// There is at most one for each square of 256×256 pixels: the bounding box of what the edits returned there. The
    /// first call returns the [`bounds`](Self::bounds), even if they are empty, and from then on edits are noted. The
    /// same holds for the first call after the bounds or layers changed, and for a clone: another terrain in this one's
    /// place is drawn whole.
    ///
    /// An edit is noted in some nanoseconds for each square that it meets. Unlike the comparison with a
    /// [`snapshot`](Self::snapshot), it makes no edit copy anything.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(4096, 4096, |_, _| true));
    /// assert_eq!(terrain.take_dirty(), [terrain.bounds()]);
    ///
    /// let near = terrain.carve_circle((50.0, 50.0), 5.0);
    /// let far = terrain.carve_circle((4000.0, 4000.0), 5.0);
    /// assert_eq!(terrain.take_dirty(), [near, far]);
    /// assert!(terrain.take_dirty().is_empty());
    /// ```
    #[must_use]
    pub fn take_dirty(&mut self) -> Vec<Rect> {
        match self.dirty.0.replace(BTreeMap::new()) {
            Some(squares) => squares.into_values().collect(),
            None => vec![self.bounds()],
        }
    }
}
