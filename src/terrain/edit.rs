//! Edits: shapes are carved and filled, tiles are set, layers become one-way. Dirty rectangles list the changed pixels.

use super::Terrain;
use super::grid::{BrickGrid, pixels_of_rows};
use super::layer_mask::LayerMask;
use super::layer_stack::{LayerStack, TerrainLayer};
use super::owner::TerrainSource;
use super::stencil::{ShapeRows, Stencil, rect_square};
use super::surroundings::{Outside, edit_inside};
use crate::geometry::{Circle, Direction, Rect};
use crate::solidity::SolidityMap;
use crate::tile::{Tile, TileChange, TileMap, TileMapError};
use glam::{IVec2, Vec2};
use std::error::Error;
use std::fmt;

/// The error of an edit that a terrain refuses; nothing changes then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// A layer that is not in the terrain, though the map may have it.
    NoSuchLayer {
        /// The layer that was asked for.
        layer: usize,
        /// The indices of the terrain's layers.
        layers: Vec<usize>,
    },
    /// The terrain was made of a mask, which has no tiles.
    NoTiles,
    /// The map refuses the tile.
    Map(TileMapError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchLayer { layer, layers } => write!(
                f,
                "layer {layer} is not in the terrain, which has {}; name it when the terrain is made",
                known(layers)
            ),
            Self::NoTiles => {
                f.write_str("the terrain was made of a mask, so it has no tiles to set; use stamp, carve or fill")
            }
            Self::Map(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl Error for EditError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Map(error) => error.source(),
            _ => None,
        }
    }
}

impl From<TileMapError> for EditError {
    fn from(error: TileMapError) -> Self {
        Self::Map(error)
    }
}

fn known(layers: &[usize]) -> String {
    match layers {
        [] => "no layers".into(),
        [only] => format!("layer {only}"),
        layers => format!("layers {}", layers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// # Edits
///
/// The next query sees an edit. Each edit returns a dirty rectangle: no pixel outside of it changed, but for an
/// [edge](super::Outside::Edge) that repeats the changed ones. The rectangle lies inside the [bounds](Self::bounds), and is
/// [`Rect::EMPTY`] if nothing changed. The rectangle of a shape is the bounding box of the pixels that changed on some
/// layer. The rectangle of a tile is the box around the pictures of the new tile and the old one.
/// [`take_dirty`](Self::take_dirty) gathers them.
///
/// Pixels outside the bounds are ignored; a terrain does not grow. Where the [outside](Self::outside) is free, the bounds
/// are whole bricks of 16×16 pixels, so a fill may reach up to 15 px beyond the map or mask that the terrain was made of.
///
/// [`carve`](Self::carve) and [`fill`](Self::fill) take the layers to change. The other edits of shapes change as few
/// layers as needed. A layer is carved with its [one-way tiles](crate::TileSet::ONE_WAY). A filled pixel stops what the layer
/// stops, whatever tile is there. [`carve_circle`](Self::carve_circle) and [`carve_mask`](Self::carve_mask) free every layer, so
/// nothing is solid there afterwards. [`fill_circle`](Self::fill_circle) and [`fill_mask`](Self::fill_mask) fill the
/// backmost layer that is not one-way, so the pixels stop every motion. They change nothing if there is no such layer.
///
/// An edit looks at each brick of 16×16 pixels that the bounding box of the shape meets, whatever the size of the
/// map. The first edit after a [clone](Clone) or a [`snapshot`](Self::snapshot) copies the few blocks that it
/// changes.
impl Terrain {
    /// Frees the pixels of a shape on some layers.
    ///
    /// [`Stencil`] says which pixels a shape has. Layers that the terrain does not have are ignored.
    ///
    /// ```
    /// use tileray::{ConvexPolygon, LayerMask, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
    /// let notch = ConvexPolygon::new(vec![vec2(0.0, 0.0), vec2(32.0, 0.0), vec2(0.0, 32.0)])?;
    /// terrain.carve(&notch, LayerMask::ALL);
    /// assert!(!terrain.is_solid(ivec2(10, 10)) && terrain.is_solid(ivec2(20, 20)));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn carve<S: Stencil + ?Sized>(&mut self, shape: &S, layers: LayerMask) -> Rect {
        self.paint(shape.pixels().rows(&self.bounds()), |layer| layers.contains(layer.index), false)
    }

    /// Makes the pixels of a shape solid on each of some layers.
    ///
    /// [`Stencil`] says which pixels a shape has. Layers that the terrain does not have are ignored. Hits in filled pixels
    /// have no tile where no tile covers them.
    ///
    /// ```
    /// use tileray::{LayerMask, Rect, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
    /// let dirty = terrain.fill(&Rect::new(ivec2(8, 30), ivec2(28, 33)), LayerMask::ALL);
    /// assert!(terrain.is_solid(ivec2(27, 32)) && dirty.contains(ivec2(27, 32)));
    /// ```
    pub fn fill<S: Stencil + ?Sized>(&mut self, shape: &S, layers: LayerMask) -> Rect {
        self.paint(shape.pixels().rows(&self.bounds()), |layer| layers.contains(layer.index), true)
    }

    /// Frees the pixels whose centers lie within `radius` pixels of `center`, on every layer.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(256, 256, |_, _| true));
    /// let dirty = terrain.carve_circle((100.0, 100.0), 16.0);
    /// assert!(dirty.contains(ivec2(84, 100)) && !dirty.contains(ivec2(150, 100)));
    ///
    /// let ray = Ray::new((100.0, 100.0), (1.0, 0.0), 100.0);
    /// let hit = terrain.raycast(&ray).expect("the rim of the crater");
    /// assert_eq!(hit.pixel(), ivec2(116, 100));
    /// ```
    pub fn carve_circle(&mut self, center: impl Into<Vec2>, radius: f32) -> Rect {
        self.carve(&Circle::new(center, radius), LayerMask::ALL)
    }

    /// Makes the pixels solid whose centers lie within `radius` pixels of `center`, on the backmost layer that is not
    /// one-way.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
    /// terrain.fill_circle((32.0, 32.0), 10.0);
    /// assert!(terrain.is_solid(ivec2(41, 32)) && !terrain.is_solid(ivec2(42, 32)));
    /// ```
    pub fn fill_circle(&mut self, center: impl Into<Vec2>, radius: f32) -> Rect {
        self.fill_back(Circle::new(center, radius).pixels().rows(&self.bounds()))
    }

    /// Frees the pixels that are solid in `mask`, on every layer; the mask's pixel `(0, 0)` lies at `at`.
    pub fn carve_mask(&mut self, mask: &SolidityMap, at: impl Into<IVec2>) -> Rect {
        let at = at.into();
        self.paint(ShapeRows::of_mask(mask, at, &self.bounds()), |_| true, false)
    }

    /// Makes the pixels that are solid in `mask` solid, on the backmost layer that is not one-way. The mask's pixel
    /// `(0, 0)` lies at `at`.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
    /// let crate_mask = SolidityMap::from_fn(10, 10, |_, _| true);
    /// terrain.fill_mask(&crate_mask, ivec2(20, 54));
    /// assert!(terrain.is_solid(ivec2(29, 63)));
    /// terrain.carve_mask(&crate_mask, ivec2(20, 54));
    /// assert!(!terrain.is_solid(ivec2(29, 63)));
    /// ```
    pub fn fill_mask(&mut self, mask: &SolidityMap, at: impl Into<IVec2>) -> Rect {
        let at = at.into();
        self.fill_back(ShapeRows::of_mask(mask, at, &self.bounds()))
    }

    fn fill_back(&mut self, rows: ShapeRows<'_>) -> Rect {
        let Some(back) = self.inside().two_way().next().map(|layer| layer.index) else { return Rect::EMPTY };
        self.paint(rows, |layer| layer.index == back, true)
    }

    pub(super) fn paint(
        &mut self,
        mut rows: ShapeRows<'_>,
        is_chosen: impl Fn(&TerrainLayer) -> bool,
        solid: bool,
    ) -> Rect {
        // A filled pixel has no tile.
        let is_chosen = |layer: &TerrainLayer| is_chosen(layer) && !(solid && layer.tiles.is_some());
        let dirty = edit_inside(&mut self.stack, &mut self.surroundings, |stack| {
            let bricks = BrickGrid::covering(&rows.clip);
            let mut dirty = Rect::EMPTY;
            for y in bricks.min.y..bricks.max.y {
                rows.go_to(y * 16);
                for x in bricks.min.x..bricks.max.x {
                    let pixels = rows.square(x * 16);
                    if pixels == [0; 16] {
                        continue;
                    }
                    let mut changed = [0; 16];
                    let mut change = |old: &[u16; 16]| -> [u16; 16] {
                        std::array::from_fn(|row| {
                            let new = if solid { old[row] | pixels[row] } else { old[row] & !pixels[row] };
                            changed[row] |= old[row] ^ new;
                            new
                        })
                    };
                    let brick = IVec2::new(x, y);
                    if stack.edit(brick, is_chosen, |grid, _| grid.change(brick, &mut change), solid) {
                        dirty = dirty.union(&pixels_of_rows(&changed).translated(brick * 16));
                    }
                }
            }
            dirty
        });
        self.dirty.add(&dirty);
        dirty
    }

    /// Puts a tile into a cell, or empties the cell (`None`), and returns the dirty rectangle.
    ///
    /// The terrain's own copy of the map changes. On the layer, the pixels are redrawn that the pictures of the old and
    /// of the new tile cover.
    ///
    /// `layer` is the index in [`TileMap::layers`](crate::TileMap::layers), as
    /// [`layer_index`](crate::TileMap::layer_index) finds it.
    ///
    /// The pixels are redrawn from the cells of the map, so carved and filled pixels there are lost. The first change
    /// after a clone copies a run of 4096 cells, and pointers to the others. A call is cheapest if the pictures cover
    /// whole bricks of 16×16 pixels and no tile of the layer ever reached out of its cell.
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};
    ///
    /// let mut set = TileSet::new("rock", IVec2::ZERO);
    /// set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// let set = map.add_tile_set(set);
    /// let ground = map.add_layer(TileLayer::new("ground", Rect::from_size(IVec2::ZERO, uvec2(20, 10))))?;
    ///
    /// let mut terrain = Terrain::from_map(&map);
    /// let dirty = terrain.set_tile(ground, ivec2(3, 2), Some(Tile { set, id: 0, ..Tile::default() }))?;
    /// assert_eq!(dirty, Rect::from_size(ivec2(48, 32), uvec2(16, 16)));
    /// assert!(terrain.is_solid(ivec2(50, 40)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError::NoTiles`] for a terrain of a mask, [`EditError::NoSuchLayer`] for a layer that is not in the
    /// terrain, [`EditError::Map`] for a cell or a tile that the map does not have. Nothing changes then.
    #[doc(alias = "set_cell")]
    pub fn set_tile(&mut self, layer: usize, cell: impl Into<IVec2>, tile: Option<Tile>) -> Result<Rect, EditError> {
        let cell = cell.into();
        let bounds = self.bounds();
        let is_known = self.stack.indices().any(|known| known == layer);
        let TerrainSource::Tiles(map) = &mut self.source else { return Err(EditError::NoTiles) };
        if !is_known {
            return Err(self.no_such_layer(layer));
        }
        let change = map.replace_tile(layer, cell, tile)?;
        let redraw = |stack: &mut LayerStack| stack.redraw(map, layer, &change, &bounds);
        let dirty = edit_inside(&mut self.stack, &mut self.surroundings, redraw);
        self.dirty.add(&dirty);
        Ok(dirty)
    }

    /// Returns the dirty rectangles since the last call, row after row, for a picture of the terrain that is drawn
    /// again once a frame.
    ///
    /// A pixel counts as changed if its tile changed, or its solidity on some layer. There is at most one rectangle for
    /// each square of 256×256 pixels: the bounding box of the edits' rectangles there.
    ///
    /// The first call returns the [`bounds`](Self::bounds), even if they are empty, and from then on edits are noted.
    /// The same holds for the first call after the bounds or layers changed. It also holds for a clone: a terrain that
    /// takes this one's place is drawn whole.
    ///
    /// Noting an edit takes some nanoseconds for each square that it meets. Unlike a comparison with a
    /// [`snapshot`](Self::snapshot), it copies nothing.
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
        self.dirty.take().unwrap_or_else(|| vec![self.bounds()])
    }

    /// Makes a layer stop one direction of motion only, or every motion (`None`). The terrain of a mask has layer 0
    /// alone.
    ///
    /// [`TileLayer::one_way`](crate::tile::TileLayer::one_way) does the same before a terrain is made.
    /// [One-way tiles](crate::TileSet::ONE_WAY) of the layer keep their own direction.
    /// Looks at every brick of the terrain.
    ///
    /// # Errors
    /// [`EditError::NoSuchLayer`] for a layer that is not in the terrain.
    ///
    /// ```
    /// use tileray::{Direction, SolidityMap, Terrain};
    ///
    /// let mut planks = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y == 32));
    /// planks.set_one_way(0, Some(Direction::Down))?;
    /// assert!(planks.line_of_sight((8.5, 60.5), (8.5, 4.5))); // upward
    /// assert!(!planks.line_of_sight((8.5, 4.5), (8.5, 60.5)));
    /// # Ok::<(), tileray::terrain::EditError>(())
    /// ```
    pub fn set_one_way(&mut self, layer: usize, one_way: Option<Direction>) -> Result<(), EditError> {
        let sides = self.sides();
        self.set_sides([Outside::Free; 4]);
        let is_known = self.stack.set_one_way(layer, one_way);
        self.set_sides(sides);
        if is_known { Ok(()) } else { Err(self.no_such_layer(layer)) }
    }

    fn no_such_layer(&self, layer: usize) -> EditError {
        EditError::NoSuchLayer { layer, layers: self.stack.indices().collect() }
    }
}

impl LayerStack {
    /// Redraws the pixels of a layer within `bounds` that the pictures of a changed cell cover. `map` has the change
    /// already. Returns the rectangle around these pixels.
    pub(super) fn redraw(&mut self, map: &TileMap, layer: usize, change: &TileChange, bounds: &Rect) -> Rect {
        if let Some(direction) = change.one_way {
            self.add_tiles(layer, direction, false);
        }
        let is_layer = |known: &TerrainLayer| known.index == layer;
        let (before, after) = (&change.before, &change.after);
        let dirty = before.union(after).intersection(bounds);
        let bricks = BrickGrid::covering(&dirty);
        for y in bricks.min.y..bricks.max.y {
            for x in bricks.min.x..bricks.max.x {
                let brick = IVec2::new(x, y);
                let corner = brick * 16;
                if change.is_whole {
                    if before.contains(corner) || after.contains(corner) {
                        let put = |grid: &mut BrickGrid, tiles| grid.put(brick, map.brick(change, tiles, brick));
                        self.edit(brick, is_layer, put, false);
                    }
                } else {
                    let [before, after] = [before, after].map(|pixels| rect_square(pixels, corner));
                    let redraw = |grid: &mut BrickGrid, tiles| {
                        let drawn = map.square(layer, tiles, corner, &dirty);
                        let redraw = |row: usize, old: u16| {
                            let redrawn = before[row] | after[row];
                            (drawn[row] & redrawn) | (old & !redrawn)
                        };
                        grid.change(brick, |old| std::array::from_fn(|row| redraw(row, old[row])))
                    };
                    self.edit(brick, is_layer, redraw, false);
                }
            }
        }
        dirty
    }
}
