//! Pieces of a terrain: areas as masks, changed pixels, connected components, and islands cut off by an edit.

use super::Terrain;
use super::layer_mask::LayerMask;
use super::owner::TerrainSource;
use super::query::TerrainQuery;
use super::state::TerrainSnapshot;
use crate::geometry::{Bound, Rect};
use crate::solidity::{Component, Connectivity, PlacedMask, SizeError, SolidityMap};
use glam::IVec2;

/// The pixels that edits changed; returned by [`Terrain::record`] and [`Terrain::changes_since`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PixelChanges {
    /// The pixels that were solid before and are free now.
    pub removed: PlacedMask,
    /// The pixels that were free before and are solid now.
    pub added: PlacedMask,
}

impl PixelChanges {
    /// Returns whether no pixel changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}

/// # Changes
impl Terrain {
    /// Runs edits, and returns their result and the pixels that they changed on some layers.
    ///
    /// A pixel counts as solid while it is solid on one of the layers. The edits are compared with a
    /// [`snapshot`](Self::snapshot): the call costs a pointer for each 4096×4096 pixels, and the copies of the blocks
    /// that the edits change.
    ///
    /// # Panics
    /// If the bounding box of the changes has more than [`SolidityMap::MAX_PIXELS`] pixels.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    /// let (dirty, changes) = terrain.record(LayerMask::ALL, |terrain| terrain.carve_circle((20.0, 40.0), 8.0));
    /// // The upper half of the circle was free before.
    /// assert!(dirty.contains(ivec2(20, 40)) && changes.added.is_empty());
    /// assert_eq!(changes.removed.at, ivec2(12, 40));
    /// terrain.fill_mask(&changes.removed.mask, changes.removed.at); // undone
    /// assert!(terrain.is_solid(ivec2(20, 40)));
    /// ```
    pub fn record<R>(&mut self, layers: LayerMask, edit: impl FnOnce(&mut Self) -> R) -> (R, PixelChanges) {
        let before = self.snapshot();
        let result = edit(self);
        (result, self.changes_since(&before, layers))
    }

    /// Returns the pixels that changed on some layers since a snapshot, as masks trimmed to their solid pixels.
    ///
    /// A pixel counts as solid while it is solid on one of the layers. The snapshot may be of another terrain. Looks at
    /// everything that the two do not share, and at both masks of the bounding box of the changes.
    ///
    /// # Panics
    /// If that bounding box has more than [`SolidityMap::MAX_PIXELS`] pixels.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    /// let before = terrain.snapshot();
    /// terrain.carve_circle((20.0, 50.0), 4.0);
    /// terrain.fill_circle((40.0, 20.0), 4.0);
    /// let changes = terrain.changes_since(&before, LayerMask::ALL);
    /// assert_eq!((changes.removed.at, changes.added.at), (ivec2(16, 46), ivec2(36, 16)));
    /// ```
    #[must_use]
    pub fn changes_since(&self, before: &TerrainSnapshot, layers: LayerMask) -> PixelChanges {
        let before = before.terrain();
        let rect = self.changed_pixels(before);
        let (old, new) = (before.query().layers(layers).to_mask(rect), self.query().layers(layers).to_mask(rect));
        let only_in = |mask: &SolidityMap, other: &SolidityMap| {
            PlacedMask { mask: mask.subtract(other, IVec2::ZERO), at: rect.min }.trimmed()
        };
        PixelChanges { removed: only_in(&old, &new), added: only_in(&new, &old) }
    }

    /// Returns the bounds of the map or the mask that the terrain was made of.
    pub(super) fn source_bounds(&self) -> Rect {
        match &self.source {
            TerrainSource::Tiles(map) => map.bounds(),
            TerrainSource::Mask(bounds) => *bounds,
        }
    }
}

/// # Areas
///
/// The pixels of an area as a mask, and the connected components there. One-way layers count as solid.
impl TerrainQuery<'_> {
    /// Returns the solid pixels of a rectangle as a mask of the rectangle's size; its pixel `(0, 0)` is `rect.min`.
    ///
    /// The rectangle may reach beyond the bounds. Costs the memory of the mask, and a few operations for each brick
    /// of 16×16 pixels in the rectangle that is not empty.
    ///
    /// # Panics
    /// If [`try_to_mask`](Self::try_to_mask) returns an error.
    ///
    /// ```
    /// use tileray::{Rect, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let slope = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| y >= x));
    /// let corner = slope.query().to_mask(Rect::new(ivec2(30, 30), ivec2(34, 33)));
    /// assert_eq!(corner.to_ascii(), "#...\n##..\n###.\n");
    /// ```
    #[must_use]
    pub fn to_mask(&self, rect: Rect) -> SolidityMap {
        self.try_to_mask(rect).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the solid pixels of a rectangle as a mask, like [`to_mask`](Self::to_mask).
    ///
    /// # Errors
    /// [`SizeError`] for a rectangle of more than [`SolidityMap::MAX_PIXELS`] pixels, or with a side above `i32::MAX`.
    pub fn try_to_mask(&self, rect: Rect) -> Result<SolidityMap, SizeError> {
        let mut mask = SolidityMap::try_new(rect.width(), rect.height())?;
        let visible = rect.intersection(&self.terrain.known_pixels());
        for grid in self.at_rest().grids() {
            grid.any_brick(&super::BrickGrid::covering(&visible), |corner, brick| {
                let at = corner.as_i64vec2() - rect.min.as_i64vec2();
                mask.draw_square(at.x, at.y, brick.rows());
                false
            });
        }
        Ok(mask)
    }

    /// Returns the pixels of a rectangle at whose centers a disc fits: there it overlaps no solid pixel. Pixel `(0, 0)` of the
    /// mask is `rect.min`.
    ///
    /// Solid pixels are closed squares, also those around the rectangle, and touching is not overlapping. So it is where
    /// [`overlaps`](Self::overlaps) of a [`Circle`](crate::Circle) is false, but exact: without a tolerance. A disc fits at
    /// every point of a pixel if one with a radius larger by √½ fits at its center. A radius of at most 1/2 or NaN gives the free
    /// pixels.
    ///
    /// An edit changes the mask only up to the radius around the dirty rectangle, rounded up to pixels. One-way layers count
    /// as solid. Costs [`to_mask`](Self::to_mask), and in each row with solid pixels some operations for every 64 pixels of
    /// the rows within the radius.
    ///
    /// # Errors
    /// [`SizeError`] if the rectangle has more than [`SolidityMap::MAX_PIXELS`] pixels, together with the part of the terrain within
    /// the radius.
    ///
    /// ```
    /// use tileray::{Circle, Rect, SolidityMap, Terrain};
    ///
    /// // A corridor of 5 px through rock.
    /// let rock = SolidityMap::from_fn(40, 13, |x, y| x >= 10 && !(4..9).contains(&y));
    /// let terrain = Terrain::from_solidity(&rock);
    /// let room = terrain.query().free_space(Rect::new((6, 4), (14, 9)), 2.0)?;
    /// assert_eq!(room.to_ascii(), "##......\n###.....\n########\n###.....\n##......\n");
    /// assert!(!terrain.query().overlaps(&Circle::new((13.5, 6.5), 2.0)));
    /// # Ok::<(), tileray::solidity::SizeError>(())
    /// ```
    #[doc(alias = "agent_radius", alias = "inflate", alias = "configuration space", alias = "clearance")]
    pub fn free_space(&self, rect: Rect, radius: f32) -> Result<SolidityMap, SizeError> {
        let reach = IVec2::splat(radius.at_least(0.0).ceil() as i32);
        let near = Rect { min: rect.min.saturating_sub(reach), max: rect.max.saturating_add(reach) };
        let around = near.intersection(&self.terrain.known_pixels()).union(&rect);
        let overlapped = self.try_to_mask(around)?.overlapped_by_disc(radius);
        Ok(overlapped.crop(Rect::from_size(rect.min.wrapping_sub(around.min), rect.size())).inverted())
    }

    /// Returns the connected components of the solid pixels of a rectangle, in world coordinates.
    ///
    /// Components are cut off at the border of the rectangle: parts that are connected only outside count as several
    /// components. They come in the order of [`SolidityMap::components`]. Costs a mask of the rectangle's part in the
    /// terrain, and some operations for each run of solid pixels.
    ///
    /// # Panics
    /// If the rectangle's part in the terrain has more than [`SolidityMap::MAX_PIXELS`] pixels.
    ///
    /// ```
    /// use tileray::solidity::Connectivity;
    /// use tileray::{Rect, SolidityMap, Terrain, glam::{ivec2, uvec2}};
    ///
    /// let stripes = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y % 8 < 2));
    /// let rect = Rect::from_size(ivec2(10, 20), uvec2(20, 20));
    /// let components = stripes.query().components(rect, Connectivity::Four);
    /// assert_eq!(components.len(), 2);
    /// assert_eq!(components[0].bounds, Rect::from_size(ivec2(10, 24), uvec2(20, 2)));
    /// ```
    #[must_use]
    pub fn components(&self, rect: Rect, connectivity: Connectivity) -> Vec<Component> {
        let rect = rect.intersection(&self.terrain.known_pixels());
        let mut components = self.to_mask(rect).components(connectivity);
        components.iter_mut().for_each(|component| component.translate(rect.min));
        components
    }

    /// Returns the islands at a rectangle: the connected components of solid pixels that have a pixel in the rectangle
    /// or beside it, lie within `reach` pixels of it, and do not reach the edge of the map. These are the pieces that
    /// hang in the air after an edit with this dirty rectangle.
    ///
    /// A component that goes on farther than `reach` pixels from the rectangle counts as held, and so does one with a
    /// pixel in the outermost row or column of the map's bounds. Components come in the order of their first pixels row
    /// by row, in world coordinates. An empty rectangle has no islands.
    ///
    /// Costs a mask of the rectangle grown by `reach`, and some operations for each run of solid pixels in it.
    ///
    /// # Panics
    /// If that area's part in the terrain has more than [`SolidityMap::MAX_PIXELS`] pixels.
    ///
    /// ```
    /// use tileray::solidity::Connectivity;
    /// use tileray::{Rect, SolidityMap, Terrain, glam::{ivec2, uvec2}};
    ///
    /// // A shelf on a post that stands on the ground.
    /// let level = SolidityMap::from_fn(96, 96, |x, y| match y {
    ///     40..48 => (20..60).contains(&x),
    ///     48..80 => (38..42).contains(&x),
    ///     _ => y >= 80,
    /// });
    /// let mut terrain = Terrain::from_solidity(&level);
    /// let dirty = terrain.carve_circle((40.0, 60.0), 6.0); // cuts the post
    /// let islands = terrain.query().islands(dirty, 48, Connectivity::Four);
    /// assert_eq!(islands.len(), 1);
    /// assert_eq!(islands[0].bounds.min, ivec2(20, 40));
    /// ```
    #[must_use]
    pub fn islands(&self, rect: Rect, reach: u32, connectivity: Connectivity) -> Vec<Component> {
        if rect.is_empty() {
            return Vec::new();
        }
        // A component that reaches the outermost pixels of the window goes on, or reaches the edge of the map.
        let window = grown(&rect, reach.saturating_add(1)).intersection(&self.terrain.source_bounds());
        let beside = grown(&rect, 1);
        let mut components = self.components(window, connectivity);
        components.retain(|component| {
            let bounds = &component.bounds;
            let is_inside = bounds.min.cmpgt(window.min).all() && bounds.max.cmplt(window.max).all();
            is_inside && component.runs.iter().any(|run| run.bounds().overlaps(&beside))
        });
        components
    }
}

/// Returns a rectangle grown on each side; coordinates end with `i32`.
fn grown(rect: &Rect, margin: u32) -> Rect {
    Rect::new(
        IVec2::new(rect.min.x.saturating_sub_unsigned(margin), rect.min.y.saturating_sub_unsigned(margin)),
        IVec2::new(rect.max.x.saturating_add_unsigned(margin), rect.max.y.saturating_add_unsigned(margin)),
    )
}
