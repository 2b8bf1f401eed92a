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
    LayerContent, LayerTiles, LayerValues, LdtkProject, LevelContent, ObjectContent, at, no_such_set, values_name,
    within_level,
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
use std::collections::{HashMap, HashSet};
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
        let mut map = TileMap::new(UVec2::splat(cell))
            .and_then(|map| map.with_size(size))
            .map_err(|error| fail(LoadErrorKind::Map(error)))?;
        let budget = self.budget.without_cells();
        let mut planner = Planner { project: self, budget, sets: LevelSets::default(), layers: 0 };
        let mut plans = Vec::new();
        for layer in layers {
            let fail = |error: PlanError| error.into_error(self, level, layer);
            if let Some(tiles) = &layer.tiles {
                plans.push(planner.tiles(layer, tiles).map_err(fail)?);
            }
            if let Some(values) = &layer.values {
                plans.push(planner.values(layer, values).map_err(fail)?);
            }
            for (set, _) in layer.objects.iter().flatten().filter_map(|object| object.tile?.ok()) {
                planner.sets.whole(set).map_err(|kind| fail(kind.into()))?;
            }
        }
        let Planner { sets, .. } = planner;
        let mut missing = MissingParts::new(&self.options);
        for slot in &sets.slots {
            map.add_tile_set(slot.build(self));
            if let Some(error) = &self.sets[slot.set].fault {
                missing.note(Part::Image(slot.set), || error.clone());
            }
        }
        let builder = LevelBuilder { project: self, level, path, sets };
        for plan in plans {
            builder.place(plan, &mut map, &mut missing)?;
        }
        for layer in layers {
            let Some(objects) = &layer.objects else { continue };
            map.add_object_layer(ObjectLayer { visible: layer.visible, ..ObjectLayer::new(layer.name.as_str()) });
            for ObjectContent { object, px, tile } in objects {
                let mut object = object.clone();
                match tile.map(|tile| builder.tile_of(&map, tile)) {
                    None => {}
                    Some(Ok(tile)) => object.shape = ObjectShape::Tile(tile),
                    Some(Err(part)) => {
                        missing.note(part, || {
                            let entity = format!("entity '{}' {}", shortened(&object.class), at(*px));
                            let id = tile.and_then(Result::ok).map_or(0, |(_, id)| id);
                            builder.error(part, id, layer, Some(entity))
                        });
                        object.properties.set("solid", false);
                    }
                }
                map.add_object(object).map_err(|error| {
                    PlanError { at: None, kind: LoadErrorKind::Map(error) }.into_error(self, level, layer)
                })?;
            }
        }
        map.properties = level.properties.clone();
        map.set_warnings(missing.into_warnings());
        map.set_dependencies(self.files.iter().cloned());
        Ok(map)
    }
}

/// The error of a layer, with the position of the tile in it.
struct PlanError {
    at: Option<IVec2>,
    kind: LoadErrorKind,
}

impl From<LoadErrorKind> for PlanError {
    fn from(kind: LoadErrorKind) -> Self {
        Self { at: None, kind }
    }
}

impl PlanError {
    fn into_error(self, project: &LdtkProject, level: &Level, layer: &LayerContent) -> LoadError {
        let mut element = format!("{}, layer '{}'", within_level(&level.name), shortened(&layer.name));
        if let Some(px) = self.at {
            element += &format!(", tile {}", at(px.to_array()));
        }
        LoadError::new(&project.path, self.kind).within(element)
    }
}

/// The planner of a level's layers.
struct Planner<'p> {
    project: &'p LdtkProject,
    budget: Budget,
    sets: LevelSets,
    /// The number of layers so far.
    layers: usize,
}

/// The layers of the map that a layer of the level becomes.
struct LayerPlan<'p> {
    layer: &'p LayerContent,
    name: String,
    solid: Option<bool>,
    /// The number of the tile set, if the project does not have it.
    missing_set: Option<i64>,
    /// The cells of each layer, back to front.
    planes: Vec<Rect>,
    tiles: Vec<PlannedTile>,
}

struct PlannedTile {
    plane: u32,
    cell: IVec2,
    tile: Tile,
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

impl<'p> Planner<'p> {
    /// Plans the tiles of a layer.
    fn tiles(&mut self, layer: &'p LayerContent, tiles: &'p LayerTiles) -> Result<LayerPlan<'p>, PlanError> {
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
        let instances = tiles.tiles.iter().map(|tile| {
            let flips = usize::from(tile.flips & 3);
            let px = IVec2::from(tile.px);
            let corner = px.saturating_add(ivec2(across[flips & 1], down[flips >> 1]));
            Instance { px, corner, id: tile.id, orientation: orientations[flips] }
        });
        let plan = self.plan(layer, layer.name.clone(), tiles.solid, tiles.set, side, instances)?;
        Ok(LayerPlan { missing_set: tiles.missing_set, ..plan })
    }

    /// Plans the values of an IntGrid layer.
    fn values(&mut self, layer: &'p LayerContent, values: &'p LayerValues) -> Result<LayerPlan<'p>, PlanError> {
        let (columns, grid) = (layer.size.x as usize, layer.grid as i32);
        let used = values.values.iter().enumerate().filter(|(_, value)| **value != 0);
        let instances = used.map(|(index, value)| {
            let cell = ivec2((index % columns) as i32, (index / columns) as i32);
            let px = cell.saturating_mul(IVec2::splat(grid));
            Instance { px, corner: px, id: *value, orientation: Orientation::IDENTITY }
        });
        self.plan(layer, values_name(&layer.name), Some(values.solid), Some(values.set), layer.grid, instances)
    }

    /// Gives each tile a cell, a layer and a set. `side` is the side of the set's tiles.
    fn plan(
        &mut self,
        layer: &'p LayerContent,
        name: String,
        solid: Option<bool>,
        set: Option<usize>,
        side: u32,
        instances: impl Iterator<Item = Instance> + Clone,
    ) -> Result<LayerPlan<'p>, PlanError> {
        let cell = layer.grid as i32;
        // Too many cells are refused below, by the limit.
        let mut planes = vec![Rect::from_size(IVec2::ZERO, layer.size.min(UVec2::splat(i32::MAX as u32)))];
        let mut plan = LayerPlan { layer, name, solid, missing_set: None, planes: Vec::new(), tiles: Vec::new() };
        if let Some(set) = set {
            // The cells of the tiles, and the pixels of the cells and the pictures.
            let (mut cells, mut reach, mut count) = (Rect::EMPTY, Rect::EMPTY, 0);
            for instance in instances.clone() {
                let (own, pixels) = instance.place(cell, side)?;
                cells = cells.union(&Rect::new(own, own + IVec2::ONE));
                reach = reach.union(&pixels);
                count += 1;
            }
            self.budget.without_cells().take(Count::Cells, cells.area())?;
            let mut order = DrawingOrder::new(cells, reach, layer.grid.max(side));
            plan.tiles.reserve_exact(count);
            for instance in instances {
                let (own, pixels) = instance.place(cell, side)?;
                let fail = |kind| PlanError { at: Some(instance.px), kind };
                let plane = order.plane_of(own, &pixels);
                if plane >= planes.len() {
                    if self.layers + planes.len() >= MAX_LAYERS {
                        let what = format!("a level whose tiles lie in more than {MAX_LAYERS} layers");
                        return Err(fail(LoadErrorKind::not_supported(what, "stack fewer tiles in a cell")));
                    }
                    planes.push(Rect::EMPTY);
                }
                planes[plane] = planes[plane].union(&Rect::new(own, own + IVec2::ONE));
                // A cell draws its tile with the bottom left corners together.
                let offset = instance.corner - own * cell - ivec2(0, cell - side as i32);
                let set = self.sets.slot(set, offset, instance.id, side, &mut self.budget).map_err(fail)?;
                let tile = Tile { set, id: instance.id, orientation: instance.orientation };
                plan.tiles.push(PlannedTile { plane: plane as u32, cell: own, tile });
            }
        }
        for plane in &planes {
            self.budget.take(Count::Cells, plane.area())?;
        }
        self.layers += planes.len();
        plan.planes = planes;
        Ok(plan)
    }
}

impl Instance {
    /// Returns the tile's cell, and the pixels of the cell and of the picture together.
    fn place(&self, cell: i32, side: u32) -> Result<(IVec2, Rect), PlanError> {
        let limit = IVec2::splat(TileMap::MAX_COORDINATE);
        if self.px.cmplt(-limit).any() || self.px.cmpgt(limit).any() {
            let error = TileMapError::TooFar { what: "a tile".into(), pixel: self.px };
            return Err(PlanError { at: Some(self.px), kind: LoadErrorKind::Map(error) });
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

/// The builder of a level's map from its plans.
struct LevelBuilder<'p> {
    project: &'p LdtkProject,
    level: &'p Level,
    /// The file that has the layers of the level.
    path: &'p Path,
    sets: LevelSets,
}

impl LevelBuilder<'_> {
    /// Adds the layers of a plan with their tiles to the map, which has the tile sets already.
    fn place(&self, plan: LayerPlan<'_>, map: &mut TileMap, missing: &mut MissingParts<Part>) -> Result<(), LoadError> {
        let LayerPlan { layer, name, solid, missing_set, planes, tiles } = plan;
        let fail = |error: PlanError| error.into_error(self.project, self.level, layer);
        let first = map.layers().len();
        let mut is_solid = false;
        for (plane, cells) in planes.iter().enumerate() {
            let path = if plane == 0 { name.clone() } else { format!("{name}/{}", plane + 1) };
            let cell = UVec2::splat(layer.grid);
            let layer = TileLayer {
                path,
                visible: layer.visible,
                solid,
                parallax: layer.parallax,
                offset: layer.offset,
                tile_size: (cell != map.tile_size()).then_some(cell),
                ..TileLayer::new(name.as_str(), *cells)
            };
            is_solid = layer.is_solid_by_default();
            map.add_layer(layer).map_err(|error| fail(LoadErrorKind::Map(error).into()))?;
        }
        if let Some(number) = missing_set {
            let part = Part::Set(number);
            missing.leave_out(part, Some(first), is_solid, || self.error(part, 0, layer, None))?;
        }
        for PlannedTile { plane, cell, tile } in tiles {
            let index = first + plane as usize;
            match map.set_tile(index, cell, Some(tile)) {
                Ok(()) => {}
                Err(TileMapError::NoSuchTile { id, .. }) => {
                    let part = Part::Image(self.sets.slots[usize::from(tile.set)].set);
                    let place = || format!("tile {}", at((cell * layer.grid as i32).to_array()));
                    missing.leave_out(part, Some(index), is_solid, || self.error(part, id, layer, Some(place())))?;
                }
                Err(error) => {
                    let at = Some(cell * layer.grid as i32);
                    return Err(fail(PlanError { at, kind: LoadErrorKind::Map(error) }));
                }
            }
        }
        Ok(())
    }

    /// Returns the tile of an object, or the part that it lacks.
    fn tile_of(&self, map: &TileMap, tile: Result<(usize, u32), i64>) -> Result<Tile, Part> {
        let (set, id) = tile.map_err(Part::Set)?;
        let tile = self.sets.whole.get(&set).map(|set| Tile { set: *set, id, ..Tile::default() });
        let tile = tile.filter(|tile| map.tile_set(tile.set).is_some_and(|set| set.mask(id).is_some()));
        let is_part = self.project.sets[set].part_faults.contains_key(&id);
        tile.ok_or(if is_part { Part::Shown(set, id) } else { Part::Image(set) })
    }

    /// Returns the error of a missing part that a tile or an entity of a layer needs. `id` is the tile's id.
    fn error(&self, part: Part, id: u32, layer: &LayerContent, user: Option<String>) -> LoadError {
        let user = user.map_or_else(String::new, |user| format!(", {user}"));
        let place = || format!("{}, layer '{}'{user}", within_level(&self.level.name), shortened(&layer.name));
        let content = |set: usize| &self.project.sets[set];
        let title = |set: usize| format!("tile set '{}'", shortened(&content(set).tiles.name));
        match part {
            Part::Set(number) => LoadError::new(self.path, no_such_set(number)).within(place()),
            Part::Image(set) => content(set).fault.clone().unwrap_or_else(|| {
                let detail = format!("tile {id} of {} lies outside the set's image", title(set));
                let kind = LoadErrorKind::content(detail, "enlarge the image, or erase the tile");
                LoadError::new(&self.project.path, kind).within(place())
            }),
            Part::Shown(set, id) => {
                let kind = content(set).part_faults[&id].clone();
                LoadError::new(&self.project.path, kind).within(title(set))
            }
        }
    }
}

/// The tile sets of a level's map.
#[derive(Default)]
struct LevelSets {
    slots: Vec<SetSlot>,
    /// The indices of the slots by set and offset.
    indices: HashMap<(usize, IVec2), u16>,
    /// For each set, the slot that has all of its tiles.
    whole: HashMap<usize, u16>,
    /// The last slot that was asked for, as neighboring tiles repeat.
    last: Option<((usize, IVec2), u16)>,
}

/// A tile set of a level's map: a set of the project, whose tiles are drawn at an offset from the grid.
struct SetSlot {
    set: usize,
    offset: IVec2,
    /// The tiles in use. `None` for a slot with all tiles of the set.
    ids: Option<HashSet<u32>>,
}

impl LevelSets {
    /// Returns the index in the map of the tile set that draws tiles at an offset, and records that the tile `id` is
    /// used.
    ///
    /// The slot at a set's first offset has all tiles of the set. Slots at other offsets have only the tiles in use.
    fn slot(
        &mut self,
        set: usize,
        offset: IVec2,
        id: u32,
        side: u32,
        budget: &mut Budget,
    ) -> Result<u16, LoadErrorKind> {
        let index = match self.last {
            Some((key, index)) if key == (set, offset) => index,
            _ => match self.indices.get(&(set, offset)) {
                Some(index) => *index,
                None => self.add(set, offset)?,
            },
        };
        self.last = Some(((set, offset), index));
        if let Some(ids) = &mut self.slots[usize::from(index)].ids
            && ids.insert(id)
        {
            budget.take_tile(UVec2::splat(side))?;
        }
        Ok(index)
    }

    /// Returns the index in the map of the tile set that has all tiles of a set.
    fn whole(&mut self, set: usize) -> Result<u16, LoadErrorKind> {
        match self.whole.get(&set) {
            Some(index) => Ok(*index),
            None => self.add(set, IVec2::ZERO),
        }
    }

    fn add(&mut self, set: usize, offset: IVec2) -> Result<u16, LoadErrorKind> {
        if self.slots.len() == MAX_TILE_SETS {
            let what = format!("a level whose tiles lie at more than {MAX_TILE_SETS} offsets from the grid");
            return Err(LoadErrorKind::not_supported(what, "lessen the random offsets of its rules"));
        }
        let index = self.slots.len() as u16;
        let is_whole = *self.whole.entry(set).or_insert(index) == index;
        self.slots.push(SetSlot { set, offset, ids: (!is_whole).then(HashSet::new) });
        self.indices.insert((set, offset), index);
        Ok(index)
    }
}

impl SetSlot {
    /// Builds the tile set. It shares the masks of its tiles with the project.
    fn build(&self, project: &LdtkProject) -> TileSet {
        let all = &project.sets[self.set].tiles;
        let mut built = match &self.ids {
            None => all.clone(),
            Some(ids) => {
                let mut some = TileSet::new(all.name.as_str(), self.offset);
                ids.iter().for_each(|id| some.share(*id, all));
                some
            }
        };
        built.offset = self.offset;
        built
    }
}
