//! Hits as records of a structured array of numpy.

use crate::arrays::numpy;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tileray::Tile;
use tileray::glam::{IVec2, Vec2};
use tileray::sprite::WorldHit;

/// The bytes of a record.
pub(crate) const RECORD: usize = 72;

/// Name, format and offset of each field of a record.
const FIELDS: [(&str, &str, usize); 14] = [
    ("pixel", "2i4", 0),
    ("previous", "2i4", 8),
    ("point", "2f4", 16),
    ("normal", "2f4", 24),
    ("distance", "f4", 32),
    ("fraction", "f4", 36),
    ("cell", "2i4", 40),
    ("layer", "i4", 48),
    ("tile_set", "i4", 52),
    ("tile", "i8", 56),
    ("orientation", "u1", 64),
    ("agent", "i4", 68),
    ("hit", "?", 65),
    ("inside", "?", 66),
];

/// Returns the dtype of a record.
pub(crate) fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("names", FIELDS.map(|(name, ..)| name).to_vec())?;
    fields.set_item("formats", FIELDS.map(|(_, format, _)| format).to_vec())?;
    fields.set_item("offsets", FIELDS.map(|(.., offset)| offset).to_vec())?;
    fields.set_item("itemsize", RECORD)?;
    numpy(py)?.call_method1("dtype", (fields,))
}

/// What of a hit depends on whether it is on the terrain.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) pixel: IVec2,
    pub(crate) previous: IVec2,
    pub(crate) cell: IVec2,
    pub(crate) layer: i32,
    pub(crate) tile: Option<Tile>,
    pub(crate) agent: Option<u32>,
}

impl Place {
    pub(crate) fn of(hit: Option<&WorldHit>) -> Self {
        let nowhere = Self { layer: -1, ..Self::default() };
        match hit {
            Some(WorldHit::Terrain(hit)) => Self {
                pixel: hit.pixel(),
                previous: hit.previous().unwrap_or(hit.pixel()),
                cell: hit.cell(),
                layer: hit.layer() as i32,
                tile: hit.tile(),
                agent: None,
            },
            Some(WorldHit::Collider(index, hit)) => {
                let pixel = hit.point().floor().as_ivec2();
                Self { pixel, previous: pixel, agent: Some(*index), ..nowhere }
            }
            // No query of the package has sprites.
            Some(WorldHit::Sprite(_)) | None => nowhere,
        }
    }
}

/// Returns the record of an answer.
pub(crate) fn record(hit: Option<&WorldHit>) -> [u8; RECORD] {
    let mut record = Record([0; RECORD]);
    let Place { pixel, previous, cell, layer, tile, agent } = Place::of(hit);
    record.pair(0, pixel);
    record.pair(8, previous);
    record.point(16, hit.map_or(Vec2::NAN, WorldHit::point));
    record.point(24, hit.map_or(Vec2::ZERO, WorldHit::normal));
    record.put(32, hit.map_or(f32::INFINITY, WorldHit::distance).to_ne_bytes());
    record.put(36, hit.map_or(f32::INFINITY, WorldHit::fraction).to_ne_bytes());
    record.pair(40, cell);
    record.put(48, layer.to_ne_bytes());
    let (set, id) = tile.map_or((-1, -1), |tile| (i32::from(tile.set), i64::from(tile.id)));
    record.put(52, set.to_ne_bytes());
    record.put(56, id.to_ne_bytes());
    record.put(64, [tile.map_or(0, |tile| tile.orientation.index() as u8)]);
    record.put(65, [hit.is_some().into(), hit.is_some_and(WorldHit::inside).into()]);
    record.put(68, agent.map_or(-1, |agent| agent as i32).to_ne_bytes());
    record.0
}

struct Record([u8; RECORD]);

impl Record {
    fn put<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        self.0[at..at + N].copy_from_slice(&bytes);
    }

    fn pair(&mut self, at: usize, pair: IVec2) {
        self.put(at, pair.x.to_ne_bytes());
        self.put(at + 4, pair.y.to_ne_bytes());
    }

    fn point(&mut self, at: usize, point: Vec2) {
        self.put(at, point.x.to_ne_bytes());
        self.put(at + 4, point.y.to_ne_bytes());
    }
}
