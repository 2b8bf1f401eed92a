//! Queries of sight.

use super::centers::cells_by_centers;
use super::pixels::{PixelBuffers, VisiblePixels};
use super::region::VisibleRegion;
use super::sweep::SweepBuffers;
use crate::parallel::{Scratch, with_scratch};
use crate::solidity::PlacedMask;
use crate::terrain::TerrainQuery;
use crate::tile::TileMap;
use glam::{IVec2, UVec2, Vec2};

thread_local! {
    /// Pixels that only their cells are asked of, and buffers.
    static PIXELS: Scratch<(VisiblePixels, PixelBuffers)> = const { Scratch::new(None) };
}

/// # Sight
impl TerrainQuery<'_> {
    /// Returns the region that a point sees within a radius, in pixels.
    ///
    /// The origin is rounded to multiples of 1/256 pixel, as the ends of exact rays are. From
    /// there the corners of pixels are compared exactly. An origin on the border of solid pixels sees their free sides.
    /// An origin between two solid pixels that touch at a corner sees both gaps. Inside a solid pixel, or with solid
    /// pixels all around, it sees nothing. After [`leave_start`](Self::leave_start) it sees through the run of solid
    /// pixels in which each segment starts, and the region has these pixels too.
    ///
    /// A radius above [`VisibleRegion::MAX_RADIUS`] becomes that, infinity included. The region is empty if the radius
    /// is NaN, 0 or negative, or a coordinate is NaN, infinite or beyond ±2^30.
    ///
    /// Nothing is precomputed, so edits show at once. Costs a few nanoseconds for each row and column of pixels within
    /// the radius and the terrain on each side, and for each wall in view. Empty bricks of 16×16 pixels cost one test.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(128, 128, |x, _| x == 80));
    /// let sees = |terrain: &Terrain| {
    ///     terrain.query().visible_region((40.0, 64.0), 60.0).contains((90.0, 64.0))
    /// };
    /// assert!(!sees(&terrain));
    /// terrain.carve_circle((80.0, 64.0), 5.0);
    /// assert!(sees(&terrain));
    /// ```
    #[must_use]
    #[doc(alias = "PointLight2D", alias = "LightOccluder2D")]
    pub fn visible_region(&self, origin: impl Into<Vec2>, radius: f32) -> VisibleRegion {
        let mut region = VisibleRegion::default();
        self.visible_region_into(origin, radius, &mut region);
        region
    }

    /// Replaces a region by the one that [`visible_region`](Self::visible_region) returns.
    ///
    /// Allocates nothing if the region was as large before.
    ///
    /// ```
    /// use tileray::sight::VisibleRegion;
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(128, 128, |x, _| x == 80));
    /// let mut light = VisibleRegion::default();
    /// for frame in 0..3 {
    ///     terrain.query().visible_region_into((40.0 + frame as f32, 64.0), 60.0, &mut light);
    ///     assert!(!light.contains((90.0, 64.0)));
    /// }
    /// ```
    pub fn visible_region_into(&self, origin: impl Into<Vec2>, radius: f32, region: &mut VisibleRegion) {
        thread_local!(static SCRATCH: Scratch<SweepBuffers> = const { Scratch::new(None) });
        with_scratch(&SCRATCH, |buffers| region.compute(self, origin.into(), radius, buffers));
    }

    /// Returns the pixels that a pixel sees within a radius, in pixels.
    ///
    /// - A free pixel is **seen** if an exact ray between the centers of both pixels meets nothing solid, as
    ///   [`line_of_sight`](Self::line_of_sight) of an [exact](Self::exact) view. So sight is symmetric between free
    ///   pixels, unless one-way layers are in between. A free origin sees itself; a solid one sees nothing.
    /// - After [`leave_start`](Self::leave_start) a solid origin sees what `line_of_sight` of the same view says: each ray
    ///   first passes the run of solid pixels in which it starts. So it sees itself, the solid pixels of these runs, and
    ///   what lies behind them up to the next solid pixel. A free origin sees the same as without.
    /// - A solid pixel is **lit** if the center of the origin sees a part of one of its edges. It is lit too at an
    ///   **inner corner**: the pixel beside it along x and the one along y are lit by an edge, and the pixel diagonal
    ///   between these two is seen. So the walls around a room are whole. All four diagonals count alike.
    /// - The centers of seen and lit pixels lie within the radius of the origin's center. The [view](Self::view) holds
    ///   the centers of seen pixels and the lit part of an edge. Centers on a border of the view that is an axis or a diagonal
    ///   count.
    ///
    /// A ray that touches the corner of a solid pixel is stopped there. So in a map of one pixel a cell, a hero in a doorway does
    /// not see the cells diagonally beside the door, unless lines [pass corners](Self::pass_corners).
    ///
    /// The masks cover the square around the circle, as far as it is within the [bounds](crate::Terrain::bounds) of the
    /// terrain, or beyond them if the terrain has an [outside](crate::Terrain::outside). A radius above [`VisiblePixels::MAX_RADIUS`] becomes that, infinity included. If the radius is NaN or
    /// negative, the masks are empty.
    ///
    /// In a map of one pixel a cell, these are the field of view of a roguelike. The circle of many roguelikes,
    /// `dx² + dy² <= r² + r`, is the radius `r + 0.5`: 8.5 for 8 squares.
    ///
    /// Costs a microsecond, and some 30 nanoseconds for each line of pixels in view on each of the four sides. In rooms, a field
    /// of view of radius 8 or 16 takes as long as a hand-written symmetric shadow casting.
    /// Takes two bits for each pixel that the masks cover, and two more while it runs. The thread keeps up to two megabytes of
    /// that.
    ///
    /// ```
    /// use tileray::glam::ivec2;
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(16, 16, |x, y| x == 8 && y != 7));
    /// let seen = terrain.query().visible_pixels(ivec2(6, 7), 20.0);
    /// let through_the_gap: Vec<bool> = (0..16).map(|y| seen.sees(ivec2(12, y))).collect();
    /// assert_eq!(through_the_gap.iter().filter(|&&sees| sees).count(), 3);
    /// assert!(seen.sees(ivec2(12, 7)) && seen.lights(ivec2(8, 8)) && !seen.lights(ivec2(9, 8)));
    /// ```
    #[must_use]
    pub fn visible_pixels(&self, origin: impl Into<IVec2>, radius: f32) -> VisiblePixels {
        let mut pixels = VisiblePixels::default();
        with_scratch(&PIXELS, |(_, buffers)| pixels.compute(self, origin.into(), radius, buffers));
        pixels
    }

    /// Returns the cells in which a pixel sees any pixel within a radius, in pixels; for a fog of war. Each pixel of
    /// the mask is a cell.
    ///
    /// Cells have the map's tile size and begin at pixel (0, 0), whatever the layers' own tile sizes and offsets. In
    /// the terrain of a mask, cells have 16×16 pixels. [`cell_size`](Self::cell_size) sets another size. A cell is visible if one of its pixels is seen or lit, as in
    /// [`visible_pixels`](Self::visible_pixels), with the same limits.
    ///
    /// This is the rule for a fog of war: no cell stays hidden of which a pixel is in view. It is not symmetric, as a
    /// pixel may see the edge of a cell and not its middle. Where cells are asked in both directions, as for "who can
    /// shoot whom", use [`visible_cells_by_centers`](Self::visible_cells_by_centers). In cells of one pixel both agree on free
    /// cells, and this one is faster.
    ///
    /// In cells of one pixel, the circle of many roguelikes, `dx² + dy² <= r² + r`, is the radius `r + 0.5`.
    ///
    /// [`Explored`](crate::sight::Explored) collects the cells that were ever seen.
    ///
    /// # Panics
    /// If a side of the cells is 0, or above `i32::MAX`.
    ///
    /// ```
    /// use tileray::glam::ivec2;
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x == 40));
    /// let seen = terrain.query().visible_cells(ivec2(20, 20), 100.0);
    /// assert!(seen.contains(ivec2(2, 0)) && !seen.contains(ivec2(3, 0)));
    /// ```
    #[must_use]
    #[doc(alias = "fog_of_war")]
    pub fn visible_cells(&self, origin: impl Into<IVec2>, radius: f32) -> PlacedMask {
        let mut cells = PlacedMask::default();
        with_scratch(&PIXELS, |(pixels, buffers)| {
            pixels.compute(self, origin.into(), radius, buffers);
            cells = pixels.take_cells(self.size_of_cells());
        });
        cells
    }

    /// Returns the cells whose centers the center of a cell sees within a radius, in pixels; for the rules of a game that is
    /// played on cells. The cell is the one that holds the pixel `origin`.
    ///
    /// Cells and limits are those of [`visible_cells`](Self::visible_cells).
    ///
    /// - A cell is visible if its center and the center of the origin's cell see each other, by
    ///   [`line_of_sight`](Self::line_of_sight). So cell A sees cell B if and only if B sees A, unless one-way layers are in
    ///   between.
    /// - A cell whose center lies within solid pixels, such as a wall, sees nothing, unless it
    ///   [leaves these first](Self::leave_start). It is visible if the segment to its center
    ///   reaches the cell's square before it is stopped. It is visible too at an inner corner: the cells beside it along x and
    ///   along y are such walls, and the cell diagonal between these two is visible and no wall.
    ///
    /// Costs a ray for each cell within the radius and the terrain.
    ///
    /// # Panics
    /// If a side of the cells is 0, or above `i32::MAX`.
    ///
    /// ```
    /// use tileray::glam::ivec2;
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// // A wall with a gap at the lower end of the cells in row 0.
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x == 24 && y != 15));
    /// let query = terrain.query();
    /// let sees = |from, to| query.visible_cells_by_centers(from * 16, 100.0).contains(to);
    /// assert!(query.visible_cells(ivec2(8, 15), 100.0).contains(ivec2(3, 0)));
    /// assert!(!sees(ivec2(0, 0), ivec2(3, 0)) && !sees(ivec2(3, 0), ivec2(0, 0)));
    /// assert!(sees(ivec2(0, 0), ivec2(3, 1)) == sees(ivec2(3, 1), ivec2(0, 0)));
    /// ```
    #[must_use]
    #[doc(alias = "symmetric_fov")]
    pub fn visible_cells_by_centers(&self, origin: impl Into<IVec2>, radius: f32) -> PlacedMask {
        cells_by_centers(self, origin.into(), radius, self.size_of_cells())
    }

    /// Returns the size of the cells of sight.
    fn size_of_cells(&self) -> UVec2 {
        self.cell_size.unwrap_or_else(|| self.terrain.map().map_or(UVec2::splat(16), TileMap::tile_size))
    }
}
