//! Building: the raw map becomes a [`TileMap`], first the tile sets, then the layers in the order of the file.

mod gids;
mod layers;
mod objects;
mod sets;
mod shapes;

pub(in crate::load) use sets::SetCache;

use crate::load::input::NotingReader;
use crate::load::limits::Count;
use crate::load::picture::tile_sampler::TileSizing;
use crate::load::tmx::model::{MAX_TILE_SETS, RawContent, RawLayer, RawMap, too_many_sets};
use crate::load::tmx::read::read_raw_map;
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadOptions};
use crate::tile::{CountedLimit, SolidObjectsBudget, TileMap};
use gids::GidTable;
use glam::UVec2;
use layers::{GroupTree, add_layer};
use objects::add_object_layer;
use sets::TileSetBuilder;
use shapes::SolidLayerBuilder;
use std::collections::BTreeSet;
use std::mem::take;
use std::path::Path;

/// Returns the sets whose tiles are scaled to the grid and shown by objects, which have sizes of their own.
fn scaled_sets_of_objects(raw: &RawMap, gids: &mut GidTable) -> BTreeSet<u16> {
    let is_scaled = |set: &u16| raw.sets[usize::from(*set)].set.sizing != TileSizing::Own;
    if raw.sets.iter().all(|reference| reference.set.sizing == TileSizing::Own) {
        return BTreeSet::new();
    }
    let objects = raw.layers.iter().flat_map(|layer| match &layer.content {
        RawContent::Objects(objects) => objects.as_slice(),
        RawContent::Cells(..) => &[],
    });
    objects.filter_map(|object| object.set_of_tile(raw, gids)).filter(is_scaled).collect()
}

impl TileMap {
    /// Reads a map like [`read`](Self::read). The cache lets it use tile sets of other maps.
    pub(in crate::load) fn read_of_world(
        path: &Path,
        reader: &dyn AssetReader,
        options: &LoadOptions,
        cache: &mut SetCache,
    ) -> Result<Self, LoadError> {
        let reader = NotingReader::new(reader);
        let mut raw = read_raw_map(path, &reader, &options.limits)?;
        let fail = |error| LoadError::new(path, LoadErrorKind::Map(error));
        let size = if raw.infinite { UVec2::ZERO } else { raw.size };
        let mut map = Self::new(raw.cell).and_then(|map| map.with_size(size)).map_err(fail)?;
        let limits = &options.limits;
        let mut builder = TileSetBuilder {
            raw: &raw,
            reader: &reader,
            options,
            cache,
            steps: CountedLimit::new(limits.map_pixels),
            repeated: CountedLimit::new(limits.file_bytes),
        };
        map.render_order = raw.render_order;
        let sets = builder.build()?;
        let mut gids = GidTable::new(&raw, &sets, options.limits);
        for set in sets {
            map.add_shared_set(set);
        }
        for set in scaled_sets_of_objects(&raw, &mut gids) {
            if map.tile_sets().len() == MAX_TILE_SETS {
                return Err(LoadError::new(path, too_many_sets()));
            }
            gids.add_unscaled(set, map.add_shared_set(builder.unscaled(set)?));
        }
        let total = |count| builder.cache.budget.total(count);
        let budget = SolidObjectsBudget([
            CountedLimit { count: raw.budget.total(Count::Cells), limit: limits.cells },
            CountedLimit { count: total(Count::Tiles), limit: limits.tiles },
            CountedLimit { count: total(Count::TilePixels), limit: limits.map_pixels },
            builder.steps,
        ]);
        let known_images = take(&mut builder.cache.images);
        let mut solid_layers = SolidLayerBuilder { budget, line_width: options.line_width };
        let layers = take(&mut raw.layers);
        let mut groups = GroupTree::new(&raw, options.limits.file_bytes)?;
        // Layers are consumed, so the raw cells of a layer are freed once its tiles are in the map.
        for RawLayer { head, content } in layers {
            let inherited = groups.apply(&head, &raw)?;
            match content {
                RawContent::Cells(cells, blocks) => {
                    add_layer(&mut map, head, (cells, &blocks), &inherited, &raw, &mut gids)?;
                }
                RawContent::Objects(objects) => {
                    let (first, at, solid) = (map.objects().len(), head.at, head.properties.bool("solid"));
                    add_object_layer(&mut map, head, objects, &inherited, &raw, &mut groups, &mut gids)?;
                    if solid == Some(true) {
                        solid_layers.add_layer(&mut map, first, at, &inherited, &raw)?;
                    }
                }
            }
        }
        map.properties = raw.properties;
        map.set_dependencies(reader.into_opened().into_iter().chain(known_images));
        Ok(map)
    }
}
