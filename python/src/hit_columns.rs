//! Hits as a column of Arrow: structs with the fields of `HIT_DTYPE`, null where nothing is hit.

use crate::hits::Place;
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Int32Array, Int64Array, PrimitiveArray, StructArray,
    UInt8Array,
};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::{ArrowError, Field};
use std::collections::TryReserveError;
use std::sync::Arc;
use tileray::Tile;
use tileray::glam::Vec2;
use tileray::sprite::WorldHit;

/// The fields of hits, each in a buffer of its own.
pub(crate) struct HitColumns {
    pixel: Vec<[i32; 2]>,
    previous: Vec<[i32; 2]>,
    point: Vec<[f32; 2]>,
    normal: Vec<[f32; 2]>,
    distance: Vec<f32>,
    fraction: Vec<f32>,
    cell: Vec<[i32; 2]>,
    layer: Vec<i32>,
    tile_set: Vec<i32>,
    tile: Vec<i64>,
    orientation: Vec<u8>,
    agent: Vec<i32>,
    has_agent: BooleanBufferBuilder,
    has_tile: BooleanBufferBuilder,
    inside: BooleanBufferBuilder,
    hit: BooleanBufferBuilder,
}

impl HitColumns {
    /// Creates columns with room for so many rows.
    pub(crate) fn with_room(rows: usize) -> Result<Self, TryReserveError> {
        fn room<T>(rows: usize) -> Result<Vec<T>, TryReserveError> {
            let mut column = Vec::new();
            column.try_reserve_exact(rows)?;
            Ok(column)
        }
        Ok(Self {
            pixel: room(rows)?,
            previous: room(rows)?,
            point: room(rows)?,
            normal: room(rows)?,
            distance: room(rows)?,
            fraction: room(rows)?,
            cell: room(rows)?,
            layer: room(rows)?,
            tile_set: room(rows)?,
            tile: room(rows)?,
            orientation: room(rows)?,
            agent: room(rows)?,
            // An eighth of a byte a row, where there was room for 74 bytes.
            has_agent: BooleanBufferBuilder::new(rows),
            has_tile: BooleanBufferBuilder::new(rows),
            inside: BooleanBufferBuilder::new(rows),
            hit: BooleanBufferBuilder::new(rows),
        })
    }

    /// Adds the answers of rays, in order.
    pub(crate) fn extend(&mut self, hits: &[Option<WorldHit>]) {
        for hit in hits {
            let hit = hit.as_ref();
            self.hit.append(hit.is_some());
            self.inside.append(hit.is_some_and(WorldHit::inside));
            let Place { pixel, previous, cell, layer, tile, agent } = Place::of(hit);
            self.pixel.push(pixel.into());
            self.previous.push(previous.into());
            self.point.push(hit.map_or(Vec2::ZERO, WorldHit::point).into());
            self.normal.push(hit.map_or(Vec2::ZERO, WorldHit::normal).into());
            self.distance.push(hit.map_or(0.0, WorldHit::distance));
            self.fraction.push(hit.map_or(0.0, WorldHit::fraction));
            self.cell.push(cell.into());
            self.layer.push(layer);
            self.has_agent.append(agent.is_some());
            self.agent.push(agent.unwrap_or(0) as i32);
            self.has_tile.append(tile.is_some());
            let tile = tile.unwrap_or(Tile::default());
            self.tile_set.push(tile.set.into());
            self.tile.push(tile.id.into());
            self.orientation.push(tile.orientation.index() as u8);
        }
    }

    /// Returns the column of structs, without copies of the buffers.
    pub(crate) fn finish(mut self) -> Result<ArrayRef, ArrowError> {
        let tiles = NullBuffer::new(self.has_tile.finish());
        let agents = NullBuffer::new(self.has_agent.finish());
        let numbers = |numbers: ArrayRef| (numbers, false);
        let columns: [(&str, (ArrayRef, bool)); 13] = [
            ("pixel", numbers(pairs(Int32Array::from(self.pixel.into_flattened()))?)),
            ("previous", numbers(pairs(Int32Array::from(self.previous.into_flattened()))?)),
            ("point", numbers(pairs(Float32Array::from(self.point.into_flattened()))?)),
            ("normal", numbers(pairs(Float32Array::from(self.normal.into_flattened()))?)),
            ("distance", numbers(Arc::new(Float32Array::from(self.distance)))),
            ("fraction", numbers(Arc::new(Float32Array::from(self.fraction)))),
            ("cell", numbers(pairs(Int32Array::from(self.cell.into_flattened()))?)),
            ("layer", numbers(Arc::new(Int32Array::from(self.layer)))),
            ("tile_set", (Arc::new(Int32Array::try_new(self.tile_set.into(), Some(tiles.clone()))?), true)),
            ("tile", (Arc::new(Int64Array::try_new(self.tile.into(), Some(tiles.clone()))?), true)),
            ("orientation", (Arc::new(UInt8Array::try_new(self.orientation.into(), Some(tiles))?), true)),
            ("agent", (Arc::new(Int32Array::try_new(self.agent.into(), Some(agents))?), true)),
            ("inside", numbers(Arc::new(BooleanArray::new(self.inside.finish(), None)))),
        ];
        let field = |name: &str, column: &ArrayRef, nullable| Field::new(name, column.data_type().clone(), nullable);
        let fields: Vec<Field> =
            columns.iter().map(|(name, (column, nullable))| field(name, column, *nullable)).collect();
        let arrays = columns.into_iter().map(|(_, (column, _))| column).collect();
        let hits = NullBuffer::new(self.hit.finish());
        Ok(Arc::new(StructArray::try_new(fields.into(), arrays, Some(hits))?))
    }
}

/// Returns numbers two by two, as lists of 2.
fn pairs<T: ArrowPrimitiveType>(numbers: PrimitiveArray<T>) -> Result<ArrayRef, ArrowError> {
    let item = Arc::new(Field::new("item", T::DATA_TYPE, false));
    Ok(Arc::new(FixedSizeListArray::try_new(item, 2, Arc::new(numbers), None)?))
}
