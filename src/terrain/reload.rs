//! Reloads: the edits that turn a terrain into the terrain of a map that was saved anew, and the dirty rectangles.
//!
//! ```text
//! reload(map, layers):
//!     pair the layers of both maps by path and offset
//!     stack = the chosen layers: paired ones keep their bricks, others are built      (LayerStack::rearrange)
//!     for each paired layer, for each cell that shows another tile:                   (MapDifference)
//!         redraw the pixels of the old and of the new picture from the new map        (LayerStack::redraw)
//!         note them as dirty
//!     return the dirty pixels as at most 16 rectangles that do not overlap            (DirtyRects)
//! ```

use super::build::GridBuilder;
use super::layer_stack::NextLayer;
use super::owner::TerrainSource;
use super::stencil::DirtySquares;
use super::surroundings::Outside;
use super::{Terrain, TerrainError};
use crate::geometry::{Rect, sort_by_key};
use crate::solidity::BRICK_SIDE;
use crate::tile::{LayerSet, MapDifference, TileMap};
use glam::IVec2;

/// # Hot reload
///
/// A level that is saved while the game runs is loaded again, and edits turn the terrain into the new map's. That takes
/// a small part of the time of building it, and pixels that a player carved or filled stay where the map did not
/// change.
impl Terrain {
    /// Turns the terrain into the terrain of another map, by edits, and returns the dirty rectangles.
    ///
    /// Does what [`reload_layers`](Self::reload_layers) does with the layers that are [solid by
    /// default](LayerSet::solid).
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    ///
    /// let mut rock = TileSet::new("rock", IVec2::ZERO);
    /// rock.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// let tile = Some(Tile { set: map.add_tile_set(rock), ..Tile::default() });
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(20, 10))))?;
    /// map.set_tile(ground, ivec2(3, 2), tile)?;
    /// map.set_tile(ground, ivec2(9, 5), tile)?;
    ///
    /// let mut terrain = Terrain::from_map(&map);
    /// terrain.carve_circle((56.0, 40.0), 4.0); // in cell (3, 2)
    /// terrain.carve_circle((152.0, 88.0), 4.0); // in cell (9, 5)
    ///
    /// // The map is saved anew, with another tile to the right of cell (9, 5) and none in it.
    /// let mut saved = map.clone();
    /// saved.set_tile(ground, ivec2(9, 5), None)?;
    /// saved.set_tile(ground, ivec2(10, 5), tile)?;
    /// let dirty = terrain.reload(&saved)?;
    ///
    /// assert_eq!(dirty, [Rect::new(ivec2(9 * 16, 5 * 16), ivec2(11 * 16, 6 * 16))]);
    /// assert!(!terrain.is_solid(ivec2(9 * 16, 5 * 16)) && terrain.is_solid(ivec2(10 * 16, 5 * 16)));
    /// assert!(!terrain.is_solid(ivec2(56, 40)), "carved where the map is as it was");
    /// assert!(terrain.reload(&saved)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`reload_layers`](Self::reload_layers).
    pub fn reload(&mut self, map: &TileMap) -> Result<Vec<Rect>, TerrainError> {
        self.reload_layers(map, &LayerSet::solid(map))
    }

    /// Turns the terrain into the terrain of some layers of another map, by edits, and returns the dirty rectangles.
    ///
    /// A terrain that was not edited answers every query as [`from_layers`](Self::from_layers) of the new map does. In
    /// an edited terrain:
    ///
    /// - Carved and filled pixels are lost on each layer where the map changed: in the whole picture of each tile that
    ///   came, went, looks different or stops another direction. They stay everywhere else within the new bounds.
    /// - Tiles of [`set_tile`](Self::set_tile) and directions of [`set_one_way`](Self::set_one_way) give way to those
    ///   of the new map.
    ///
    /// Layers of both maps are paired by their [path](crate::tile::TileLayer::path), tile sets by their name; the first
    /// of a name with the first of that name. So new layers, new tile sets and other orders change no pixel that looks
    /// the same. A layer without a partner is new, and so is a layer with another offset or tile size.
    ///
    /// # Dirty rectangles
    /// Outside of them no pixel changed its solidity on any layer, its tile, or the layer that owns it. The indices of
    /// layers and tile sets may change everywhere. There are at most 16 rectangles, none if nothing changed. None is
    /// empty, no two overlap, and they lie in the bounds of the old or the new terrain.
    ///
    /// They enclose the pictures of changed tiles, not whole bricks. A layer is dirty as a whole if it is new or gone,
    /// was moved in front of or behind others, or changed its one-way direction. Colors and other custom properties do
    /// not count as changes.
    ///
    /// # Cost
    /// Looks at each cell of both maps, at each mask of the tile sets that cells use, and at the bricks of what
    /// changed. One changed tile in a map of 4096×4096 pixels takes less than a hundredth of the time of
    /// [`from_layers`](Self::from_layers). If the bounds or the layers change, all bricks are looked at.
    ///
    /// # Errors
    /// [`TerrainError`] for a map that spans more than [`MAX_BRICKS`](Self::MAX_BRICKS). Nothing changes then.
    pub fn reload_layers(&mut self, map: &TileMap, layers: &LayerSet) -> Result<Vec<Rect>, TerrainError> {
        let sides = self.sides();
        self.set_sides([Outside::Free; 4]);
        let dirty = self.reload_inside(map, layers);
        self.set_sides(sides);
        dirty
    }

    fn reload_inside(&mut self, map: &TileMap, layers: &LayerSet) -> Result<Vec<Rect>, TerrainError> {
        let TerrainSource::Tiles(old) = &self.source else {
            let new = Self::from_layers(map, layers)?;
            let dirty = [self.bounds(), new.bounds()].into_iter().collect::<DirtyRects>().finish();
            *self = new;
            return Ok(dirty);
        };
        let mut builder = GridBuilder::new(map.bounds())?;
        let difference = MapDifference::new(old, map);
        let known = |index, tiles| {
            let partner = difference.partner(index);
            self.stack.layers().iter().position(|known| Some(known.index) == partner && known.tiles == tiles)
        };
        let next = NextLayer::all_of(map, layers, known);

        let (area_before, area) = (*self.stack.union().area(), builder.area());
        let mut dirty: DirtyRects = self.lost_pixels(&next, &area).into_iter().collect();
        let build = |layer, tiles| builder.build_layer(map, layer, tiles);
        let whole = |brick: IVec2| Rect::new(brick * BRICK_SIDE, (brick + 1) * BRICK_SIDE);
        let draw = |layer, tiles, brick: IVec2| map.square(layer, tiles, brick * BRICK_SIDE, &whole(brick));
        self.stack.rearrange(area, &next, build, draw);

        let bounds = self.stack.union().pixels();
        let mut is_kept = false;
        for (position, next) in next.iter().enumerate() {
            // The one-way tiles of a kept layer are new where cells changed.
            is_kept = if next.tiles.is_none() { next.kept.is_some() } else { is_kept };
            let is_all_dirty = !is_kept || difference.is_reordered(next.index);
            if is_all_dirty || area != area_before {
                let known = if is_all_dirty { &Rect::EMPTY } else { &area_before };
                dirty.add(self.stack.grid(&self.stack.layers()[position]).used_outside(known));
            }
            if is_kept && next.tiles.is_none() {
                difference.each_change(next.index, |change| {
                    dirty.add(self.stack.redraw(map, next.index, change, &bounds));
                });
            }
        }
        self.stack.keep_tiles(|layer, direction| map.has_one_way_tile(layer, direction));
        self.source = TerrainSource::Tiles(map.clone());
        let dirty = dirty.finish();
        if area == area_before {
            dirty.iter().for_each(|rect| self.dirty.add(rect));
        } else {
            // Other bounds: a picture of another size.
            self.dirty = DirtySquares::default();
        }
        Ok(dirty)
    }

    /// Returns the pixels that change with the layers and the `area` of bricks: the pixels of layers that are gone or
    /// changed their one-way direction or their order, and the pixels outside the area.
    fn lost_pixels(&self, next: &[NextLayer], area: &Rect) -> Vec<Rect> {
        let is_in_order = next.iter().filter_map(|layer| layer.kept).is_sorted();
        let known = self.stack.layers().iter().enumerate();
        let lost = known.map(|(position, layer)| {
            let goes_on = |next: &NextLayer| next.kept == Some(position) && next.one_way == layer.one_way;
            match is_in_order && next.iter().any(goes_on) {
                true if area == self.stack.union().area() => Rect::EMPTY,
                true => self.stack.grid(layer).used_outside(area),
                false => self.stack.grid(layer).used_outside(&Rect::EMPTY),
            }
        });
        lost.collect()
    }
}

/// Gathers rectangles into few that do not overlap.
#[derive(Default)]
struct DirtyRects {
    rects: Vec<Rect>,
}

impl DirtyRects {
    /// The most rectangles at the end.
    const MOST: usize = 16;
    /// The most rectangles that are kept as they are; more are joined by the square that they lie in.
    const MOST_EXACT: usize = 64;
    /// The number of squares a side by which rectangles are joined.
    const SQUARES: i64 = 8;
    /// The number of rectangles at which they are joined, so that memory stays small.
    const FULL: usize = 4096;

    /// Adds a rectangle; an empty one adds nothing.
    fn add(&mut self, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        match self.rects.last_mut() {
            // Changes come row after row, and most of them in runs.
            Some(last) if waste(last, &rect) <= 0 => *last = last.union(&rect),
            _ => self.rects.push(rect),
        }
        if self.rects.len() >= Self::FULL {
            self.join_by_squares();
        }
    }

    /// Joins the rectangles whose middles lie in the same of 8×8 squares of the bounding box.
    fn join_by_squares(&mut self) {
        let bounds = self.rects.iter().fold(Rect::EMPTY, |bounds, rect| bounds.union(rect));
        let mut squares = vec![Rect::EMPTY; (Self::SQUARES * Self::SQUARES) as usize];
        let square = |low: i32, high: i32, start: i32, side: u32| {
            let from_start = (i64::from(low) + i64::from(high)) / 2 - i64::from(start);
            (from_start * Self::SQUARES / i64::from(side.max(1))).clamp(0, Self::SQUARES - 1)
        };
        for rect in &self.rects {
            let column = square(rect.min.x, rect.max.x, bounds.min.x, bounds.width());
            let row = square(rect.min.y, rect.max.y, bounds.min.y, bounds.height());
            let joined = &mut squares[(row * Self::SQUARES + column) as usize];
            *joined = joined.union(rect);
        }
        self.rects = squares.into_iter().filter(|rect| !rect.is_empty()).collect();
    }

    /// Returns the rectangles, joined until they are few, do not overlap, and no two form a rectangle together.
    fn finish(mut self) -> Vec<Rect> {
        if self.rects.len() > Self::MOST_EXACT {
            self.join_by_squares();
        }
        // The pixels that joining a pair would add. Overlapping pairs come first.
        let cost = |a: &Rect, b: &Rect| {
            let overlaps = a.overlaps(b);
            (!overlaps, waste(a, b))
        };
        loop {
            let count = self.rects.len();
            let pairs = (0..count).flat_map(|second| (0..second).map(move |first| (first, second)));
            let cheapest = pairs.min_by_key(|&(first, second)| cost(&self.rects[first], &self.rects[second]));
            let Some((first, second)) = cheapest else { break };
            let (is_apart, waste) = cost(&self.rects[first], &self.rects[second]);
            if is_apart && waste > 0 && count <= Self::MOST {
                break;
            }
            let joined = self.rects.remove(second).union(&self.rects[first]);
            self.rects[first] = joined;
        }
        sort_by_key(&mut self.rects, |rect| (rect.min.y, rect.min.x));
        self.rects
    }
}

impl FromIterator<Rect> for DirtyRects {
    fn from_iter<I: IntoIterator<Item = Rect>>(rects: I) -> Self {
        let mut gathered = Self::default();
        rects.into_iter().for_each(|rect| gathered.add(rect));
        gathered
    }
}

/// Returns the area of the bounding box of two rectangles beyond their areas; below 0 where they overlap much.
fn waste(a: &Rect, b: &Rect) -> i64 {
    // Rectangles lie within 2^25 pixels a side.
    a.union(b).area() as i64 - a.area() as i64 - b.area() as i64
}
