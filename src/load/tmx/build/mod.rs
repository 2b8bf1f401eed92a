//! Building: the raw map becomes a [`TileMap`], first the tile sets, then the layers in the order of the file.

mod faults;
mod gids;
mod layers;
mod objects;
mod sets;
mod shapes;

pub(in crate::load) use sets::SetCache;

use crate::load::input::NotingReader;
use crate::load::limits::Count;
use crate::load::missing::MissingParts;
use crate::load::tmx::model::{MAX_TILE_SETS, RawContent, RawLayer, too_many_sets};
use crate::load::tmx::read::read_raw_map;
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadOptions};
use crate::tile::{CountedLimit, SolidObjectsBudget, TileMap};
use gids::{GidTable, scaled_sets_of_objects};
use glam::UVec2;
use layers::{GroupTree, add_layer};
use objects::add_object_layer;
use sets::TileSetBuilder;
use shapes::SolidLayerBuilder;
use std::mem::take;
use std::path::Path;
use std::sync::Arc;

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
        for set in &sets {
            map.add_shared_set(Arc::clone(&set.tiles));
        }
        let mut shown: Vec<u16> = (0..).take(sets.len()).collect();
        for (set, is_scaled) in (0..).zip(scaled_sets_of_objects(&raw)) {
            if !is_scaled {
                continue;
            }
            if map.tile_sets().len() == MAX_TILE_SETS {
                return Err(LoadError::new(path, too_many_sets()));
            }
            shown[usize::from(set)] = map.add_shared_set(builder.unscaled(set)?);
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
        map.properties = take(&mut raw.properties);
        let mut groups = GroupTree::new(&raw, options.limits.file_bytes)?;
        let mut gids = GidTable::new(&raw, sets, shown, options.limits);
        let mut missing = MissingParts::new(options);
        for part in gids.missing_parts() {
            missing.note(part, || gids.error(part, 0, |kind| LoadError::new(path, kind)));
        }
        // Layers are consumed, so the raw cells of a layer are freed once its tiles are in the map.
        for RawLayer { head, content } in layers {
            let inherited = groups.apply(&head, &raw)?;
            match content {
                RawContent::Cells(cells, blocks) => {
                    add_layer(&mut map, head, (cells, &blocks), &inherited, &mut gids, &mut missing)?;
                }
                RawContent::Objects(objects) => {
                    let (first, at, solid) = (map.objects().len(), head.at, head.properties.bool("solid"));
                    add_object_layer(&mut map, head, objects, &inherited, &mut groups, &mut gids, &mut missing)?;
                    if solid == Some(true) {
                        solid_layers.add_layer(&mut map, first, at, &inherited, &raw)?;
                    }
                }
            }
        }
        map.set_warnings(missing.into_warnings());
        map.set_dependencies(reader.into_opened().into_iter().chain(known_images));
        Ok(map)
    }
}
