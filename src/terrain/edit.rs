use super::grid::BrickGrid;
use super::shape::{Shape, rect_square};
use super::source::Source;
use super::stack::Layer;
use super::{EditError, LayerMask, Terrain};
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use crate::tile::Tile;
use glam::{IVec2, Vec2};

/// # Edits
///
/// The next query sees them. Each says which pixels may have changed: a rectangle inside the bounds,
/// [`Rect::EMPTY`] where none did. What lies outside the bounds is left out; a terrain does not grow. An edit costs a
/// look at each brick of 16×16 pixels that the shape's rectangle meets inside the bounds, whatever the size of the map; the
/// first after a [clone](Clone) or a [`snapshot`](Self::snapshot) copies the few blocks it changes.
impl Terrain {
    /// Frees the pixels of a shape on some layers.
    pub fn carve(&mut self, shape: &Shape<'_>, layers: LayerMask) -> Rect {
        self.paint(shape, |layer| layers.contains(layer.place), false)
    }

    /// Makes the pixels of a shape solid on each of some layers; layers that the terrain does not have are passed over.
    ///
    /// Hits in filled pixels carry no tile where no tile covers them.
    pub fn fill(&mut self, shape: &Shape<'_>, layers: LayerMask) -> Rect {
        self.paint(shape, |layer| layers.contains(layer.place), true)
    }

    /// Frees the pixels whose centers lie within `radius` pixels of `center`, on every layer.
    ///
    /// See [`Shape::Circle`] for ties; NaN, infinite numbers and a radius below 0 change nothing.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(256, 256, |_, _| true));
    /// let dirty = terrain.carve_circle((100.0, 100.0), 16.0);
    /// assert!(dirty.contains(ivec2(84, 100)) && !dirty.contains(ivec2(150, 100)));
    ///
    /// let hit = terrain.raycast(&Ray::new((100.0, 100.0), (1.0, 0.0), 100.0)).expect("the rim of the crater");
    /// assert_eq!(hit.pixel, ivec2(116, 100));
    /// ```
    pub fn carve_circle(&mut self, center: impl Into<Vec2>, radius: f32) -> Rect {
        self.carve(&Shape::circle(center, radius), LayerMask::ALL)
    }

    /// Makes the pixels solid whose centers lie within `radius` pixels of `center`, on the backmost layer that is not
    /// one-way; where there is none, nothing changes.
    ///
    /// See [`Shape::Circle`] for ties; NaN, infinite numbers and a radius below 0 change nothing.
    pub fn fill_circle(&mut self, center: impl Into<Vec2>, radius: f32) -> Rect {
        self.fill_back(&Shape::circle(center, radius))
    }

    /// Frees the pixels whose centers lie inside a polygon, on every layer.
    ///
    /// See [`Shape::Polygon`] for ties; fewer than 3 points, NaN and infinite numbers change nothing.
    pub fn carve_polygon(&mut self, points: &[Vec2]) -> Rect {
        self.carve(&Shape::Polygon(points), LayerMask::ALL)
    }

    /// Makes the pixels solid whose centers lie inside a polygon, on the backmost layer that is not one-way; where there
    /// is none, nothing changes.
    ///
    /// See [`Shape::Polygon`] for ties; fewer than 3 points, NaN and infinite numbers change nothing.
    pub fn fill_polygon(&mut self, points: &[Vec2]) -> Rect {
        self.fill_back(&Shape::Polygon(points))
    }

    /// Makes the pixels that are solid in `mask` solid or free here; its pixel `(0, 0)` lies at `at`.
    ///
    /// As all edits do, it frees them on every layer, and makes them solid on the backmost layer that is not one-way.
    pub fn stamp(&mut self, mask: &SolidityMap, at: IVec2, solid: bool) -> Rect {
        let shape = Shape::Mask { mask, at };
        if solid { self.fill_back(&shape) } else { self.carve(&shape, LayerMask::ALL) }
    }

    fn fill_back(&mut self, shape: &Shape<'_>) -> Rect {
        let Some(place) = self.stack.backmost() else { return Rect::EMPTY };
        self.paint(shape, |layer| layer.place == place, true)
    }

    fn paint(&mut self, shape: &Shape<'_>, is_meant: impl Fn(&Layer) -> bool, solid: bool) -> Rect {
        let clip = shape.bounds().intersection(&self.bounds());
        let bricks = BrickGrid::covering(&clip);
        let mut dirty = Rect::EMPTY;
        if clip.is_empty() {
            return dirty;
        }
        let mut rows = shape.rows(&clip);
        for y in bricks.min.y..bricks.max.y {
            rows.go_to(y * 16);
            for x in bricks.min.x..bricks.max.x {
                let pixels = rows.square(x * 16);
                let change = |old: &[u16; 16]| -> [u16; 16] {
                    if solid {
                        std::array::from_fn(|row| old[row] | pixels[row])
                    } else {
                        std::array::from_fn(|row| old[row] & !pixels[row])
                    }
                };
                let brick = IVec2::new(x, y);
                if pixels != [0; 16] && self.stack.change(brick, &is_meant, change, solid) {
                    dirty = dirty.union(&Rect::new(brick * 16, brick * 16 + 16));
                }
            }
        }
        dirty.intersection(&clip)
    }

    /// Puts a tile into a cell of the terrain's own copy of the map, or empties the cell, and draws anew the rectangles
    /// that the pictures of the old tile and of the new one cover, on that layer.
    ///
    /// They are drawn from the cells of the map, so what was carved or filled in them is forgotten. The first change after
    /// a clone copies a run of 4096 cells, and pointers to the others. It is cheapest where the pictures cover whole bricks
    /// of 16×16 pixels and no tile of the layer ever reached out of its cell: then equal tiles share their bricks.
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    ///
    /// let mut set = TileSet::new("rock", IVec2::ZERO);
    /// set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    /// let mut map = TileMap::new(uvec2(16, 16), uvec2(20, 10))?;
    /// let set = map.add_tile_set(set);
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(20, 10))))?;
    ///
    /// let mut terrain = Terrain::from_map(&map);
    /// let dirty = terrain.set_tile(ground, ivec2(3, 2), Some(Tile { set, id: 0, ..Tile::default() })).unwrap();
    /// assert_eq!(dirty, Rect::from_size(ivec2(48, 32), uvec2(16, 16)));
    /// assert!(terrain.is_solid(ivec2(50, 40)));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    ///
    /// # Errors
    /// A terrain without tiles; a layer that is not in it; a cell or a tile that the map does not have. Nothing changes.
    pub fn set_tile(&mut self, layer: usize, cell: IVec2, tile: Option<Tile>) -> Result<Rect, EditError> {
        let bounds = self.bounds();
        let is_known = self.stack.layers().iter().any(|known| known.place == layer);
        let Source::Tiles(map) = &mut self.source else { return Err(EditError::NoTiles) };
        if !is_known {
            return Err(self.no_such_layer(layer));
        }
        let change = map.replace_tile(layer, cell, tile)?;
        let (before, after) = (&change.before, &change.after);
        let dirty = before.union(after).intersection(&bounds);
        let bricks = BrickGrid::covering(&dirty);
        for y in bricks.min.y..bricks.max.y {
            for x in bricks.min.x..bricks.max.x {
                let brick = IVec2::new(x, y);
                let corner = brick * 16;
                if change.is_whole {
                    if before.contains(corner) || after.contains(corner) {
                        self.stack.put(brick, layer, map.brick(&change, brick));
                    }
                } else {
                    let anew = either(&rect_square(before, corner), &rect_square(after, corner));
                    let drawn = map.square(layer, corner, &dirty);
                    self.stack.change(brick, |known| known.place == layer, |old| chosen(&anew, &drawn, old), false);
                }
            }
        }
        Ok(dirty)
    }
}

fn either(own: &[u16; 16], other: &[u16; 16]) -> [u16; 16] {
    std::array::from_fn(|row| own[row] | other[row])
}

/// The pixels of `new` that are set in `which`, and those of `old` that are not.
fn chosen(which: &[u16; 16], new: &[u16; 16], old: &[u16; 16]) -> [u16; 16] {
    std::array::from_fn(|row| (new[row] & which[row]) | (old[row] & !which[row]))
}
