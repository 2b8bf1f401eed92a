//! The content of levels: layers and entities with checked numbers, before they become a map.

use super::raw::{RawEntity, RawField, RawLayer, RawLayerKind, RawTile};
use super::sets::SetDefinitions;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, Property};
use glam::{DVec2, IVec2, UVec2, Vec2, dvec2, ivec2, uvec2, vec2};
use std::collections::HashMap;
use std::path::Path;

/// The layers of a level, back to front.
pub(super) struct LevelContent {
    pub(super) layers: Vec<LayerContent>,
}

/// A layer.
pub(super) struct LayerContent {
    pub(super) name: String,
    pub(super) visible: bool,
    /// The side of the cells in pixels, and their number along each axis.
    pub(super) grid: u32,
    pub(super) size: UVec2,
    pub(super) offset: IVec2,
    pub(super) parallax: Vec2,
    /// The anchor of tiles, as a part of the cell.
    pub(super) pivot: DVec2,
    pub(super) tiles: Option<LayerTiles>,
    pub(super) values: Option<LayerValues>,
    /// The objects of a layer of entities.
    pub(super) objects: Option<Vec<ObjectContent>>,
}

/// The tiles of a layer in drawing order.
pub(super) struct LayerTiles {
    /// The index of the tile set; `None` where there are no tiles.
    pub(super) set: Option<usize>,
    pub(super) tiles: Vec<RawTile>,
    pub(super) solid: Option<bool>,
}

/// The values of an IntGrid layer, row after row.
pub(super) struct LayerValues {
    pub(super) set: usize,
    pub(super) values: Vec<u32>,
    pub(super) solid: bool,
}

/// An entity.
pub(super) struct ObjectContent {
    pub(super) id: u32,
    pub(super) class: String,
    pub(super) position: DVec2,
    pub(super) size: DVec2,
    /// The index of its tile's set, and the tile's id there.
    pub(super) tile: Option<(usize, u32)>,
    pub(super) properties: Properties,
}

/// Names a level in an error.
pub(super) fn within_level(name: &str) -> String {
    format!("level '{}'", shortened(name))
}

/// The reader of levels: it counts what they have, and numbers their entities.
pub(super) struct LevelReader<'s, 'p> {
    sets: &'s mut SetDefinitions<'p>,
    /// The object numbers of the entities of all levels.
    ids: HashMap<String, u32>,
    next_id: u32,
}

impl<'s, 'p> LevelReader<'s, 'p> {
    /// Numbers the entities of all levels, in the order in which [`level`](Self::level) will come to them.
    pub(super) fn new<'l, 'd: 'l>(
        sets: &'s mut SetDefinitions<'p>,
        layers: impl Iterator<Item = &'l Vec<RawLayer<'d>>>,
    ) -> Self {
        let mut ids = HashMap::new();
        let mut next_id = 1;
        for layer in layers.flat_map(|layers| layers.iter().rev()).filter(|layer| layer.kind == RawLayerKind::Entities)
        {
            for entity in layer.entity_instances.iter().flatten() {
                ids.entry(entity.iid.clone()).or_insert(next_id);
                next_id += 1;
            }
        }
        Self { sets, ids, next_id: 1 }
    }

    /// Reads custom fields.
    pub(super) fn properties(&mut self, fields: Option<&[RawField<'_>]>, path: &Path) -> Result<Properties, LoadError> {
        let read = self.fields(fields.unwrap_or_default());
        Ok(read.map_err(|kind| LoadError::new(path, kind))?.into_iter().collect())
    }

    fn fields(&mut self, fields: &[RawField<'_>]) -> Result<Vec<(String, Property)>, LoadErrorKind> {
        let mut properties = Vec::new();
        for field in fields {
            let before = properties.len();
            field.add_to(&mut properties, &self.ids);
            self.sets.claims.properties((properties.len() - before) as u64)?;
        }
        Ok(properties)
    }

    /// Reads the layers of a level, which the file has from front to back.
    pub(super) fn level(
        &mut self,
        path: &Path,
        name: &str,
        layers: Vec<RawLayer<'_>>,
    ) -> Result<LevelContent, LoadError> {
        let mut read = Vec::with_capacity(layers.len());
        for layer in layers.into_iter().rev().filter(|layer| layer.kind != RawLayerKind::Unknown) {
            let element = format!("{}, layer '{}'", within_level(name), shortened(&layer.identifier));
            let content = self.layer(layer).map_err(|(within, kind)| {
                let element = within.map_or(element.clone(), |within| format!("{element}, {within}"));
                LoadError::new(path, kind).within(element)
            })?;
            read.push(content);
        }
        Ok(LevelContent { layers: read })
    }

    fn layer(&mut self, layer: RawLayer<'_>) -> Result<LayerContent, (Option<String>, LoadErrorKind)> {
        let fail = |kind| (None, kind);
        let wrong = |detail, remedy| (None, LoadErrorKind::LdtkContent { detail, remedy });
        if layer.grid == 0 || layer.grid > 0x1_0000 {
            let detail = format!("its cells have a side of {} pixels, not of 1 to 65536", layer.grid);
            return Err(wrong(detail, "choose another grid size in LDtk"));
        }
        let Some(definition) = self.sets.layers.get(&layer.definition) else {
            let detail = format!("the project has no definition of the number {} for it", layer.definition);
            return Err(wrong(detail, "save the project again in LDtk"));
        };
        let [pivot_x, pivot_y] =
            [definition.tile_pivot_x, definition.tile_pivot_y].map(|pivot| pivot.unwrap_or(0.0).clamp(0.0, 1.0));
        // In LDtk 0 is the speed of the camera, and 1 stands still.
        let speed = |factor: Option<f64>| 1.0 - factor.unwrap_or(0.0).clamp(-1.0, 1.0) as f32;
        let parallax = vec2(speed(definition.parallax_factor_x), speed(definition.parallax_factor_y));
        let offset = ivec2(layer.offset_x, layer.offset_y);

        let mut tiles = match layer.kind {
            RawLayerKind::Tiles => layer.grid_tiles,
            RawLayerKind::AutoLayer | RawLayerKind::IntGrid => layer.auto_layer_tiles,
            RawLayerKind::Entities | RawLayerKind::Unknown => None,
        }
        .unwrap_or_default();
        self.sets.claims.cells(tiles.len() as u64).map_err(fail)?;
        let set = match layer.tile_set {
            Some(number) if layer.kind != RawLayerKind::Entities => self.sets.image_set(number).map_err(fail)?,
            _ => None,
        };
        match set {
            Some(set) => self.sets.use_tiles(set, &tiles).map_err(|(tile, kind)| (Some(at(tile.px)), kind))?,
            None => tiles.clear(),
        }
        let has_tiles = match layer.kind {
            RawLayerKind::Tiles | RawLayerKind::AutoLayer => true,
            RawLayerKind::IntGrid => set.is_some(),
            RawLayerKind::Entities | RawLayerKind::Unknown => false,
        };
        let tiles = has_tiles.then(|| LayerTiles { set, tiles, solid: self.sets.solid_tiles() });

        let values = match layer.kind {
            RawLayerKind::IntGrid => {
                let values = layer.values.unwrap_or_default();
                let expected = u64::from(layer.columns) * u64::from(layer.rows);
                if values.len() as u64 != expected {
                    let detail = format!("it has {} values for {expected} cells", values.len());
                    return Err(wrong(detail, "save the project again in LDtk"));
                }
                self.sets.claims.cells(expected).map_err(fail)?;
                let set = self.sets.use_values(layer.definition, layer.grid, &values);
                Some(LayerValues { set, values, solid: self.sets.solid_values() })
            }
            _ => None,
        };
        let objects = match layer.kind {
            RawLayerKind::Entities => {
                let entities = layer.entity_instances.unwrap_or_default();
                self.sets.claims.objects(entities.len() as u64).map_err(fail)?;
                let object = |entity: RawEntity<'_>| {
                    let place = format!("entity '{}' {}", shortened(&entity.identifier), at(entity.px));
                    self.object(entity, offset.as_dvec2()).map_err(|kind| (Some(place), kind))
                };
                Some(entities.into_iter().map(object).collect::<Result<_, _>>()?)
            }
            _ => None,
        };
        Ok(LayerContent {
            name: layer.identifier,
            visible: layer.visible.unwrap_or(true),
            grid: layer.grid,
            size: uvec2(layer.columns, layer.rows),
            offset,
            parallax,
            pivot: dvec2(pivot_x, pivot_y),
            tiles,
            values,
            objects,
        })
    }

    fn object(&mut self, entity: RawEntity<'_>, offset: DVec2) -> Result<ObjectContent, LoadErrorKind> {
        let (position, size) = (entity.corner() + offset, entity.size());
        let tile = match entity.tile {
            Some(part) => self.sets.image_set(part.tile_set)?.map(|set| (set, self.sets.use_part(set, part))),
            None => None,
        };
        let id = self.next_id;
        self.next_id += 1;
        // A field of the same name counts.
        let mut properties = vec![("iid".to_owned(), Property::String(entity.iid))];
        properties.extend(self.fields(entity.field_instances.as_deref().unwrap_or_default())?);
        let class = entity.identifier.into_owned();
        Ok(ObjectContent { id, class, position, size, tile, properties: properties.into_iter().collect() })
    }
}

/// Tells the position of a tile or an entity in its layer, for errors.
pub(super) fn at<N: std::fmt::Display>([x, y]: [N; 2]) -> String {
    format!("at {x},{y}")
}
