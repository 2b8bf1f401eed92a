//! The map of a level: tiles in cells, in as many layers as they need, and objects.
//!
//! LDtk lists tiles at any pixels; a map has grids of cells. A tile off the grid is drawn by a copy of its set with
//! another offset. A tile goes into the first layer in which it is drawn after all earlier tiles that it may overlap:
//!
//! ```text
//! for each tile in drawing order:
//!     last = the greatest (layer, cell) among earlier tiles in the squares that the tile touches
//!     layer = last.layer if the tile's cell is drawn after last.cell, else last.layer + 1
//! ```
//!
//! The squares have the side of a cell or of a tile, whichever is longer, so a tile touches few squares.

use super::model::{
    LayerContent, LayerTiles, LayerValues, LdtkProject, LevelContent, ObjectContent, SetContent, at, no_such_set,
    values_name, within_level,
};
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::level::{Level, ProjectContent};
use crate::load::limits::{Budget, Count};
use crate::load::missing::MissingParts;
use crate::load::{LoadError, LoadErrorKind};
use crate::solidity::Orientation;
use crate::tile::{ObjectLayer, ObjectShape, Tile, TileLayer, TileMap, TileMapError, TileSet};
use glam::{DVec2, IVec2, UVec2, ivec2, uvec2};
use std::collections::HashMap;
use std::path::Path;

/// The maximum number of layers of a level. A layer takes far more memory than the tile that needs it.
const MAX_LAYERS: usize = 1 << 16;

/// The maximum number of tile sets of a level. Each offset from the grid needs a set.
const MAX_TILE_SETS: usize = u16::MAX as usize;

impl ProjectContent for LdtkProject {
    fn path(&self) -> &Path {
        &self.path
    }

    fn fault(&self, level: usize) -> Option<&LoadError> {
        self.levels[level].as_ref().err()
    }

    fn map(&self, level: &Level, index: usize) -> Result<TileMap, LoadError> {
        let LevelContent { path, layers } = self.levels[index].as_ref().map_err(LoadError::clone)?;
        let fail = |kind| LoadError::new(&self.path, kind).within(within_level(&level.name));
        let grids = layers.iter().filter(|layer| layer.objects.is_none()).map(|layer| layer.grid);
        let cell = grids.min().unwrap_or(self.default_grid);
        let size = uvec2(level.size.x.div_ceil(cell), level.size.y.div_ceil(cell));
        let map = TileMap::new(UVec2::splat(cell))
            .and_then(|map| map.with_size(size))
            .map_err(|error| fail(LoadErrorKind::Map(error)))?;
        let missing = MissingParts::new(&self.options);
        let (budget, sets) = (self.budget.without_cells(), LevelSets::default());
        let mut builder = LevelBuilder { project: self, level, path, map, budget, sets, missing };
        for layer in layers {
            builder.layer(layer).map_err(|error| error.into_error(self, level, layer))?;
        }
        for layer in layers {
            let Some(objects) = &layer.objects else { continue };
            builder.objects(layer, objects).map_err(|error| error.into_error(self, level, layer))?;
        }
        let LevelBuilder { mut map, missing, .. } = builder;
        map.properties = level.properties.clone();
        map.set_warnings(missing.into_warnings());
        map.set_dependencies(self.files.iter().cloned());
        Ok(map)
    }
}

/// The error of a layer.
enum LayerError {
    /// A fault, with the position in the layer of the tile that has it.
    At(Option<IVec2>, LoadErrorKind),
    /// The error of a missing part.
    Missing(LoadError),
}

impl From<LoadErrorKind> for LayerError {
    fn from(kind: LoadErrorKind) -> Self {
        Self::At(None, kind)
    }
}

impl From<TileMapError> for LayerError {
    fn from(error: TileMapError) -> Self {
        Self::At(None, LoadErrorKind::Map(error))
    }
}

impl LayerError {
    fn into_error(self, project: &LdtkProject, level: &Level, layer: &LayerContent) -> LoadError {
        let (px, kind) = match self {
            Self::At(px, kind) => (px, kind),
            Self::Missing(error) => return error,
        };
        let mut element = format!("{}, layer '{}'", within_level(&level.name), shortened(&layer.name));
        if let Some(px) = px {
            element += &format!(", tile {}", at(px.to_array()));
        }
        LoadError::new(&project.path, kind).within(element)
    }
}

/// A tile of a layer.
#[derive(Clone, Copy)]
struct Instance {
    /// The position in the file, which lies in its cell.
    px: IVec2,
    /// The top left corner of its picture.
    corner: IVec2,
    id: u32,
    orientation: Orientation,
}

/// The builder of a level's map.
struct LevelBuilder<'p> {
    project: &'p LdtkProject,
    level: &'p Level,
    /// The file that has the layers of the level.
    path: &'p Path,
    map: TileMap,
    budget: Budget,
    sets: LevelSets,
    missing: MissingParts<Part>,
}

impl LevelBuilder<'_> {
    /// Adds the tiles and the values of a layer, and the sets that its objects show.
    fn layer(&mut self, layer: &LayerContent) -> Result<(), LayerError> {
        if let Some(tiles) = &layer.tiles {
            self.tiles(layer, tiles)?;
        }
        if let Some(values) = &layer.values {
            self.values(layer, values)?;
        }
        for (set, _) in layer.objects.iter().flatten().filter_map(|object| object.tile?.ok()) {
            self.whole_set(set)?;
        }
        Ok(())
    }

    /// Adds the tiles of a layer.
    fn tiles(&mut self, layer: &LayerContent, tiles: &LayerTiles) -> Result<(), LayerError> {
        let side = tiles.set.map_or(layer.grid, |set| self.project.sets[set].side);
        let room = layer.grid as i32 - side as i32;
        // Without and with a flip. A flip mirrors the tile about the middle of its cell.
        let anchor = |pivot: f64| {
            let left = (pivot * f64::from(room) + 0.5).floor() as i32;
            [left, room - left]
        };
        let DVec2 { x, y } = layer.pivot;
        let (across, down) = (anchor(x), anchor(y));
        let orientations = [0, 1, 2, 3].map(|flips| Orientation::ALL[flips]);
        // Tiles of a set that the project does not have are left out.
        let instances = tiles.tiles.iter().filter(|_| tiles.set.is_some()).map(|tile| {
            let flips = usize::from(tile.flips & 3);
            let px = IVec2::from(tile.px);
            let corner = px.saturating_add(ivec2(across[flips & 1], down[flips >> 1]));
            Instance { px, corner, id: tile.id, orientation: orientations[flips] }
        });
        let first = self.map.layers().len();
        self.place(layer, &layer.name, tiles.solid, tiles.set, instances)?;
        if let (Some(number), Some(own)) = (tiles.missing_set, self.map.layer(first)) {
            self.leave_out(Part::Set(number), first, own.is_solid_by_default(), 0, layer, None)?;
        }
        Ok(())
    }

    /// Adds the values of an IntGrid layer.
    fn values(&mut self, layer: &LayerContent, values: &LayerValues) -> Result<(), LayerError> {
        let (columns, grid) = (layer.size.x as usize, layer.grid as i32);
        let used = values.values.iter().enumerate().filter(|(_, value)| **value != 0);
        let instances = used.map(|(index, value)| {
            let cell = ivec2((index % columns) as i32, (index / columns) as i32);
            let px = cell.saturating_mul(IVec2::splat(grid));
            Instance { px, corner: px, id: *value, orientation: Orientation::IDENTITY }
        });
        self.place(layer, &values_name(&layer.name), Some(values.solid), Some(values.set), instances)
    }

    /// Gives each tile a layer, a cell and a set, and adds as many layers as that needs.
    fn place(
        &mut self,
        layer: &LayerContent,
        name: &str,
        solid: Option<bool>,
        set: Option<usize>,
        instances: impl Iterator<Item = Instance> + Clone,
    ) -> Result<(), LayerError> {
        let (cell, side) = (layer.grid as i32, set.map_or(layer.grid, |set| self.project.sets[set].side));
        let first = self.map.layers().len();
        // Too many cells are refused below, by the limit.
        let mut planes = vec![Rect::from_size(IVec2::ZERO, layer.size.min(UVec2::splat(i32::MAX as u32)))];
        // The cells of the tiles, and the pixels of the cells and the pictures.
        let (mut cells, mut reach) = (Rect::EMPTY, Rect::EMPTY);
        for instance in instances.clone() {
            let (own, pixels) = instance.cell_and_pixels(cell, side)?;
            cells = cells.union(&Rect::new(own, own + IVec2::ONE));
            reach = reach.union(&pixels);
        }
        self.budget.without_cells().take(Count::Cells, cells.area())?;
        let mut order = DrawingOrder::new(cells, reach, layer.grid.max(side));
        let mut places = Vec::new();
        for instance in instances.clone() {
            let (own, pixels) = instance.cell_and_pixels(cell, side)?;
            let plane = order.plane_of(own, &pixels);
            if plane >= planes.len() {
                if first + planes.len() >= MAX_LAYERS {
                    let what = format!("a level whose tiles lie in more than {MAX_LAYERS} layers");
                    let kind = LoadErrorKind::not_supported(what, "stack fewer tiles in a cell");
                    return Err(LayerError::At(Some(instance.px), kind));
                }
                planes.push(Rect::EMPTY);
            }
            planes[plane] = planes[plane].union(&Rect::new(own, own + IVec2::ONE));
            places.push((plane as u32, own));
        }
        let mut is_solid = false;
        for (plane, cells) in planes.iter().enumerate() {
            self.budget.take(Count::Cells, cells.area())?;
            let cell = UVec2::splat(layer.grid);
            let layer = TileLayer {
                path: if plane == 0 { name.to_owned() } else { format!("{name}/{}", plane + 1) },
                visible: layer.visible,
                solid,
                parallax: layer.parallax,
                offset: layer.offset,
                tile_size: (cell != self.map.tile_size()).then_some(cell),
                ..TileLayer::new(name, *cells)
            };
            is_solid = layer.is_solid_by_default();
            self.map.add_layer(layer)?;
        }
        let Some(set) = set else { return Ok(()) };
        for (instance, (plane, own)) in instances.zip(places) {
            let fail = |kind| LayerError::At(Some(instance.px), kind);
            // A cell draws its tile with the bottom left corners together.
            let offset = instance.corner - own * cell - ivec2(0, cell - side as i32);
            let tile_set = self.set_with(set, offset, instance.id).map_err(fail)?;
            let tile = Tile { set: tile_set, id: instance.id, orientation: instance.orientation };
            let index = first + plane as usize;
            match self.map.set_tile(index, own, Some(tile)) {
                Ok(()) => {}
                Err(TileMapError::NoSuchTile { id, .. }) => {
                    self.leave_out(Part::Image(set), index, is_solid, id, layer, Some(own * cell))?;
                }
                Err(error) => return Err(LayerError::At(Some(own * cell), LoadErrorKind::Map(error))),
            }
        }
        Ok(())
    }

    /// Leaves a tile at a pixel of a layer out, or all tiles, as a part is missing.
    fn leave_out(
        &mut self,
        part: Part,
        index: usize,
        is_solid: bool,
        id: u32,
        layer: &LayerContent,
        px: Option<IVec2>,
    ) -> Result<(), LayerError> {
        let Self { project, level, path, .. } = *self;
        let user = || px.map(|px| format!("tile {}", at(px.to_array())));
        let error = || part.error(project, path, id, &place_of(level, layer, user()));
        self.missing.leave_out(part, Some(index), is_solid, error).map_err(LayerError::Missing)
    }

    /// Adds the objects of a layer of entities.
    fn objects(&mut self, layer: &LayerContent, objects: &[ObjectContent]) -> Result<(), LayerError> {
        let Self { project, level, path, .. } = *self;
        let own = ObjectLayer { visible: layer.visible, ..ObjectLayer::new(layer.name.as_str()) };
        self.map.add_object_layer(own);
        for ObjectContent { object, px, tile } in objects {
            let mut object = object.clone();
            match tile.map(|tile| self.tile_of(tile)) {
                None => {}
                Some(Ok(tile)) => object.shape = ObjectShape::Tile(tile),
                Some(Err(part)) => {
                    self.missing.note(part, || {
                        let entity = format!("entity '{}' {}", shortened(&object.class), at(*px));
                        let id = tile.and_then(Result::ok).map_or(0, |(_, id)| id);
                        part.error(project, path, id, &place_of(level, layer, Some(entity)))
                    });
                    object.properties.set("solid", false);
                }
            }
            self.map.add_object(object)?;
        }
        Ok(())
    }

    /// Returns the tile of an object, or the part that it lacks.
    fn tile_of(&self, tile: Result<(usize, u32), i64>) -> Result<Tile, Part> {
        let (set, id) = tile.map_err(Part::Set)?;
        let tile = self.sets.whole.get(&set).map(|set| Tile { set: *set, id, ..Tile::default() });
        let tile = tile.filter(|tile| self.map.tile_set(tile.set).is_some_and(|set| set.mask(id).is_some()));
        let is_part = self.project.sets[set].part_faults.contains_key(&id);
        tile.ok_or(if is_part { Part::Shown(set, id) } else { Part::Image(set) })
    }

    /// Returns the index in the map of the tile set that draws tiles at an offset, and adds the tile `id` to it.
    ///
    /// The set at a set's first offset has all tiles of the set. Sets at other offsets have only the tiles in use.
    fn set_with(&mut self, set: usize, offset: IVec2, id: u32) -> Result<u16, LoadErrorKind> {
        let index = match self.sets.last {
            Some((key, index)) if key == (set, offset) => index,
            _ => match self.sets.indices.get(&(set, offset)) {
                Some(index) => *index,
                None => self.add_set(set, offset)?,
            },
        };
        self.sets.last = Some(((set, offset), index));
        if !self.sets.is_whole[usize::from(index)] {
            let all = &self.project.sets[set];
            let has = |tiles: &TileSet| tiles.mask(id).is_some();
            if has(&all.tiles) && !self.map.tile_set(index).is_some_and(has) {
                self.budget.take_tile(UVec2::splat(all.side))?;
                self.map.share_tile(index, id, &all.tiles);
            }
        }
        Ok(index)
    }

    /// Returns the index in the map of the tile set that has all tiles of a set.
    fn whole_set(&mut self, set: usize) -> Result<u16, LoadErrorKind> {
        match self.sets.whole.get(&set) {
            Some(index) => Ok(*index),
            None => self.add_set(set, IVec2::ZERO),
        }
    }

    /// Adds a tile set, which shares the masks of its tiles with the project.
    fn add_set(&mut self, set: usize, offset: IVec2) -> Result<u16, LoadErrorKind> {
        if self.map.tile_sets().len() == MAX_TILE_SETS {
            let what = format!("a level whose tiles lie at more than {MAX_TILE_SETS} offsets from the grid");
            return Err(LoadErrorKind::not_supported(what, "lessen the random offsets of its rules"));
        }
        let SetContent { tiles: all, fault, .. } = &self.project.sets[set];
        let is_whole = !self.sets.whole.contains_key(&set);
        let mut tiles = if is_whole { all.clone() } else { TileSet::new(all.name.as_str(), offset) };
        tiles.offset = offset;
        let index = self.map.add_tile_set(tiles);
        self.sets.whole.entry(set).or_insert(index);
        self.sets.is_whole.push(is_whole);
        self.sets.indices.insert((set, offset), index);
        if let Some(error) = fault {
            self.missing.note(Part::Image(set), || error.clone());
        }
        Ok(index)
    }
}

impl Instance {
    /// Returns the tile's cell, and the pixels of the cell and of the picture together.
    fn cell_and_pixels(&self, cell: i32, side: u32) -> Result<(IVec2, Rect), LayerError> {
        let limit = IVec2::splat(TileMap::MAX_COORDINATE);
        if self.px.cmplt(-limit).any() || self.px.cmpgt(limit).any() {
            let error = TileMapError::TooFar { what: "a tile".into(), pixel: self.px };
            return Err(LayerError::At(Some(self.px), LoadErrorKind::Map(error)));
        }
        let own = self.px.div_euclid(IVec2::splat(cell));
        let pixels = Rect::from_size(own * cell, UVec2::splat(cell as u32));
        Ok((own, pixels.union(&Rect::from_size(self.corner, UVec2::splat(side)))))
    }
}

/// The layers of the tiles so far, by the squares that they touch.
struct DrawingOrder {
    cells: Rect,
    /// The square at the top left, and the number of squares in a row.
    first: IVec2,
    columns: usize,
    side: i32,
    /// For each square, the greatest key of the tiles in it, or 0. A key has the layer in its upper 16 bits, then 1
    /// plus the index of the cell in drawing order.
    last: Vec<u64>,
}

impl DrawingOrder {
    const CELL_BITS: u32 = 48;

    /// Creates the order of tiles that lie in `cells` and touch the pixels of `reach`.
    fn new(cells: Rect, reach: Rect, side: u32) -> Self {
        let side = side as i32;
        let squares = |pixel: IVec2| pixel.div_euclid(IVec2::splat(side));
        let first = squares(reach.min);
        let size = if reach.is_empty() { IVec2::ZERO } else { squares(reach.max - 1) - first + 1 };
        let columns = size.x as usize;
        Self { cells, first, columns, side, last: vec![0; columns * size.y as usize] }
    }

    /// Puts the next tile into a layer, and returns the layer.
    fn plane_of(&mut self, cell: IVec2, pixels: &Rect) -> usize {
        let inside = cell - self.cells.min;
        let own = inside.y as u64 * u64::from(self.cells.width()) + inside.x as u64 + 1;
        let square = |pixel: IVec2| pixel.div_euclid(IVec2::splat(self.side)) - self.first;
        let (min, max) = (square(pixels.min), square(pixels.max - 1));
        let rows = (min.y..=max.y).map(|y| y as usize * self.columns + min.x as usize);
        let width = (max.x - min.x) as usize + 1;
        let last = rows.clone().flat_map(|start| &self.last[start..start + width]).copied().max().unwrap_or(0);
        let (plane, cell_of_last) = (last >> Self::CELL_BITS, last & ((1 << Self::CELL_BITS) - 1));
        let plane = if own > cell_of_last { plane } else { plane + 1 };
        rows.for_each(|start| self.last[start..start + width].fill(plane << Self::CELL_BITS | own));
        plane as usize
    }
}

/// A part that a level lacks. Sets are named by their indices in the project.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    /// A tile set that the project does not have, by its number.
    Set(i64),
    /// The image of a set, or what lies outside of it.
    Image(usize),
    /// A part of an image that an entity shows, by its id in the set.
    Shown(usize, u32),
}

impl Part {
    /// Returns the error of the missing part. `id` is the id of a tile that needs it, at a place in the file at `path`.
    fn error(self, project: &LdtkProject, path: &Path, id: u32, place: &str) -> LoadError {
        let content = |set: usize| &project.sets[set];
        let title = |set: usize| format!("tile set '{}'", shortened(&content(set).tiles.name));
        match self {
            Self::Set(number) => LoadError::new(path, no_such_set(number)).within(place),
            Self::Image(set) => content(set).fault.clone().unwrap_or_else(|| {
                let detail = format!("tile {id} of {} lies outside the set's image", title(set));
                let kind = LoadErrorKind::content(detail, "enlarge the image, or erase the tile");
                LoadError::new(&project.path, kind).within(place)
            }),
            Self::Shown(set, id) => {
                let kind = content(set).part_faults[&id].clone();
                LoadError::new(&project.path, kind).within(title(set))
            }
        }
    }
}

/// Returns the place of a tile or an entity of a layer, or of the layer, for errors.
fn place_of(level: &Level, layer: &LayerContent, user: Option<String>) -> String {
    let user = user.map_or_else(String::new, |user| format!(", {user}"));
    format!("{}, layer '{}'{user}", within_level(&level.name), shortened(&layer.name))
}

/// The tile sets of a level's map. Sets are named by their indices in the project.
#[derive(Default)]
struct LevelSets {
    /// The indices in the map by set and offset.
    indices: HashMap<(usize, IVec2), u16>,
    /// For each set, the index in the map of the one that has all of its tiles.
    whole: HashMap<usize, u16>,
    /// Whether each set of the map has all tiles of its set.
    is_whole: Vec<bool>,
    /// The last one that was asked for, as neighboring tiles repeat.
    last: Option<((usize, IVec2), u16)>,
}
