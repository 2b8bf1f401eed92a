//! Maps that are put together.
//!
//! ```text
//! add_map(map, offset):
//!     check that the map can hold all of it
//!     add the tile sets that have no equal one
//!     front = 0
//!     for each layer of map, back to front:
//!         find a layer from index `front` on that is like it and has no tile in its cells: join it to that one
//!         else: insert it at `front`, or in front of the layers that are like it and have tiles in its cells
//!         front = the index after it
//! ```

use super::cells::RenderOrder;
use super::layer::MapLayer;
use super::map::TileMap;
use super::map_error::TileMapError;
use super::placed_tile::Tile;
use super::set::TileSet;
use crate::geometry::Rect;
use glam::IVec2;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The number of like layers whose cells are compared with an added layer.
///
/// Maps that overlap need several. The bound keeps many of them from taking time in the square of their number.
const TRIED_LAYERS: usize = 8;

/// The number of tile sets of one name that an added set is compared with: the last ones.
const TRIED_SETS: usize = 8;

impl TileMap {
    /// Adds the content of another map, moved by `offset` pixels: two rooms become one level.
    ///
    /// - Tile sets that are equal to one of this map are not added again. Of the sets with one name, the last 8 are
    ///   compared.
    /// - A layer joins a layer of this map if both have the same path, name, tile size, drawing order, parallax and
    ///   properties, are declared alike (visible, solid, one-way), no cell would hold two tiles, and the offsets differ by
    ///   whole cells. Any other layer is added. Its cells are then counted from pixel `(0, 0)`, so its offset is less
    ///   than a cell.
    /// - The layers of each map keep their order from back to front. A layer joins the backmost layer that it can join.
    ///   An added layer comes right in front of the layer before it, and of the layers like it that have tiles in its
    ///   cells. So the indices of layers may grow.
    /// - Objects, object layers and the frame are added. Objects keep their ids, which may then not be unique. Object
    ///   layers that are equal to one of this map are not added again.
    /// - The [files](Self::dependencies) and the [warnings](Self::warnings) of the map are added.
    /// - Custom properties of the map are added where this map has none of their names.
    ///
    /// A joined layer has the smallest rectangle of cells that holds both. It has at most 8 times the cells of the
    /// layers that were joined, or 2^20 if that is more. A layer too far away for that is added as it is. 4096 empty
    /// cells take 24 bytes.
    ///
    /// Costs time in proportion to the cells, sets and objects of the added map, and to the number of sets and layers of
    /// this one.
    ///
    /// # Errors
    /// [`TileMapError::TooFar`] for a part of the map that would reach past [`MAX_COORDINATE`](Self::MAX_COORDINATE),
    /// [`TileMapError::Object`] for such an object, and [`TileMapError::TooManyTileSets`] beyond 65,536 sets. On an
    /// error nothing changes.
    ///
    /// ```
    /// use tileray::{Rect, SolidityMap, Tile, TileLayer, TileMap, TileSet};
    /// use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
    ///
    /// let mut room = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// let mut rock = TileSet::new("rock", IVec2::ZERO);
    /// rock.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    /// let set = room.add_tile_set(rock);
    /// let ground = room.add_layer(TileLayer::new("ground", Rect::new(IVec2::ZERO, ivec2(20, 10))))?;
    /// room.set_tile(ground, ivec2(3, 2), Some(Tile { set, ..Tile::default() }))?;
    ///
    /// let mut world = TileMap::new(uvec2(16, 16))?;
    /// world.add_map(&room, ivec2(0, 0))?;
    /// world.add_map(&room, ivec2(-320, 0))?;
    /// assert_eq!(world.bounds(), Rect::new(ivec2(-320, 0), ivec2(320, 160)));
    /// assert_eq!((world.layers().len(), world.tile_sets().len()), (1, 1));
    /// assert_eq!(world.tile(0, ivec2(3, 2)), world.tile(0, ivec2(3 - 20, 2)));
    /// # Ok::<(), tileray::tile::TileMapError>(())
    /// ```
    pub fn add_map(&mut self, map: &Self, offset: impl Into<IVec2>) -> Result<(), TileMapError> {
        let offset = offset.into();
        let frame = if map.frame.is_empty() { Rect::EMPTY } else { map.frame.translated(offset) };
        Self::check_reach(&frame, || "the map".into())?;
        for layer in &map.layers {
            Self::check_reach(&layer.pixels().translated(offset), || format!("layer '{}'", layer.settings.path))?;
        }
        let set_numbers = self.matched_sets(map)?;
        let new_set = |set: u16| set_numbers.get(usize::from(set)).map_or(set, |&(number, _)| number);
        let objects = map.objects.iter().map(|object| match object.moved(offset.as_vec2(), new_set) {
            moved if moved.is_valid() => Ok(moved),
            _ => Err(TileMapError::Object { id: object.id }),
        });
        let objects = objects.collect::<Result<Vec<_>, _>>()?;

        for (index, _) in set_numbers.iter().enumerate().filter(|(_, (_, is_new))| *is_new) {
            self.sets.push(Arc::clone(&map.sets[index]));
        }
        // The index of each placed tile of the map here, if a cell has it.
        let mut numbers = vec![None; map.placed.len()];
        for layer in &map.layers {
            for (_, index) in layer.used_in(layer.settings.cells, map.order_of(layer)) {
                if numbers[index].is_none() {
                    let tile = map.placed[index].tile();
                    let tile = Tile { set: new_set(tile.set), ..tile };
                    numbers[index] = Some(self.place(tile, layer.cell_size.y)?);
                }
            }
        }
        let (mut front, before) = (0, self.layers.len());
        let (mut indices, mut inserted) = (Vec::with_capacity(map.layers.len()), HashSet::new());
        for layer in &map.layers {
            let layers = self.layers.len();
            let offset = layer.settings.offset.saturating_add(offset);
            let index = self.add_layer_of(layer, map.order_of(layer), &numbers, offset, front);
            indices.push(index);
            if self.layers.len() > layers {
                inserted.insert(index);
            }
            front = index + 1;
        }
        if !self.warnings().is_empty() || !map.warnings().is_empty() {
            let warnings = Arc::make_mut(&mut self.warnings);
            let own: Vec<usize> = (0..before + inserted.len()).filter(|index| !inserted.contains(index)).collect();
            warnings.renumber(&own);
            warnings.append(&map.warnings, &indices);
        }
        self.frame = self.frame.union(&frame);
        if !objects.is_empty() {
            Arc::make_mut(&mut self.objects).extend(objects);
        }
        for layer in map.object_layers.iter() {
            if !self.object_layers.contains(layer) {
                Arc::make_mut(&mut self.object_layers).push(layer.clone());
            }
        }
        let known: HashSet<&PathBuf> = self.dependencies().iter().collect();
        if map.dependencies().iter().any(|file| !known.contains(file)) {
            self.set_dependencies([self.dependencies(), map.dependencies()].concat());
        }
        for (name, value) in map.properties.iter() {
            if self.properties.get(name).is_none() {
                self.properties.set(name, value.clone());
            }
        }
        Ok(())
    }

    /// Returns the index in this map of each set of another map, and whether the set has yet to be added.
    fn matched_sets(&self, map: &Self) -> Result<Vec<(u16, bool)>, TileMapError> {
        let mut known: HashMap<*const TileSet, usize> =
            self.sets.iter().enumerate().map(|(index, set)| (Arc::as_ptr(set), index)).collect();
        let mut by_name: HashMap<&str, Vec<(usize, &Arc<TileSet>)>> = HashMap::new();
        for (index, set) in self.sets.iter().enumerate() {
            by_name.entry(&set.name).or_default().push((index, set));
        }
        let mut count = self.sets.len();
        let mut numbers = Vec::with_capacity(map.sets.len());
        for set in &map.sets {
            let same = known.get(&Arc::as_ptr(set)).copied();
            let named = by_name.entry(&set.name).or_default();
            let equal =
                || named.iter().rev().take(TRIED_SETS).find(|(_, known)| *known == set).map(|(index, _)| *index);
            let number = same.or_else(equal).unwrap_or(count);
            let is_new = number == count;
            if is_new {
                named.push((count, set));
                count += 1;
            }
            known.insert(Arc::as_ptr(set), number);
            numbers.push((number as u16, is_new));
        }
        if count > Self::MAX_TILE_SETS { Err(TileMapError::TooManyTileSets { sets: count }) } else { Ok(numbers) }
    }

    /// Joins a layer of another map to a layer from index `front` on, or inserts it there. Returns its index. Its cell
    /// `(0, 0)` begins at pixel `offset`. `numbers` are the indices of the other map's placed tiles in this one.
    fn add_layer_of(
        &mut self,
        layer: &MapLayer,
        order: RenderOrder,
        numbers: &[Option<usize>],
        offset: IVec2,
        front: usize,
    ) -> usize {
        let alike = (front..self.layers.len()).filter_map(|index| {
            let known = &self.layers[index];
            let union = known.union_with(layer, offset).filter(|_| self.order_of(known) == order)?;
            Some((index, union))
        });
        let mut front = front;
        let joined = alike.take(TRIED_LAYERS).find(|(index, union)| {
            front = index + 1;
            self.layers[*index].is_free_for(layer, union.shift)
        });
        let (index, shift) = match joined {
            Some((index, union)) => {
                Arc::make_mut(&mut self.layers[index]).extend(&union);
                (index, union.shift)
            }
            None => {
                let tile_size = layer.cell_size.as_uvec2();
                let tile_size = (tile_size != self.tile_size).then_some(tile_size);
                let (moved, shift) = layer.moved_to(offset, tile_size, (order != self.render_order).then_some(order));
                self.layers.insert(front, Arc::new(moved));
                (front, shift)
            }
        };
        let target = Arc::make_mut(&mut self.layers[index]);
        for (cell, index) in layer.used_in(layer.settings.cells, order) {
            let number = numbers[index];
            target.put(cell + shift, number, number.map_or(Rect::EMPTY, |number| self.placed[number].rect()));
        }
        target.has_conveyor |= layer.has_conveyor;
        target.one_way_tiles |= layer.one_way_tiles;
        index
    }
}
