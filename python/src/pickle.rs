//! Terrains as bytes, for the module pickle.
//!
//! The terrain of pixels is its bits. That of a tile map is the bytes of the map's files, as they were when the map was
//! opened, and the edits since: the cells that show another tile, and the pixels that differ from those of their tiles.

use crate::frame::PyScanFrame;
use crate::map_source::{MapArguments, MapFiles, MapSource};
use crate::terrain::{Corners, PyTerrain, corners_of, rect_of, tile_from, too_large};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::PathBuf;
use std::sync::Arc;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::solidity::PlacedMask;
use tileray::{LayerMask, Rect, SolidityMap, Terrain};

/// A terrain of pixels: its bounds, the pixels that are stored, their bits row after row, and the frame.
type Bits = (Corners, Corners, Vec<u8>, Option<PyScanFrame>);

/// The arguments of `from_map`.
type Arguments = (PathText, Option<String>, Option<Vec<String>>);

/// The terrain of a tile map: the arguments of `from_map`, the files and the folders by their paths, and the edits.
type Map<'a> = (Arguments, Vec<(PathText, &'a [u8])>, Vec<(PathText, Vec<PathText>)>, Vec<TileEdit>, Vec<PixelEdit>);

/// A path as a string of Python, which also holds what is not Unicode.
type PathText = std::ffi::OsString;

/// A layer, a cell, and its tile: tile set, id and orientation.
type TileEdit = (usize, (i32, i32), Option<(i64, i64, i64)>);

/// A layer, a rectangle, and the bits of the pixels in it.
type PixelEdit = (usize, Corners, Vec<u8>);

/// The sides of the rectangles whose pixels are compared.
const SQUARE: i32 = 1024;

#[pymethods]
impl PyTerrain {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = slf.py();
        let terrain = slf.get().snapshot();
        if let Some(source) = slf.get().source() {
            let map = py.detach(|| pickled_map(source, &terrain))?;
            return Ok((slf.get_type().getattr("_from_files")?, map.into_pyobject(py)?.into_any()));
        }
        let stored = terrain.bounds();
        let bits = py.detach(|| bits_of(&terrain.query().to_mask(stored)));
        let bits: Bits = (corners_of(slf.get().bounds), corners_of(stored), bits, slf.get().frame());
        Ok((slf.get_type().getattr("_from_bits")?, bits.into_pyobject(py)?.into_any()))
    }

    /// Makes the terrain of pixels that `__reduce__` wrote.
    #[classmethod]
    fn _from_bits(
        _class: &Bound<'_, PyType>,
        bounds: Corners,
        stored: Corners,
        bits: &[u8],
        frame: Option<Bound<'_, PyScanFrame>>,
    ) -> PyResult<Self> {
        let (bounds, stored) = (rect_of(bounds), rect_of(stored));
        if stored.intersection(&bounds) != bounds {
            return Err(damaged());
        }
        let mask = mask_of(stored.size(), bits)?;
        let terrain = Self::new(Terrain::from_solidity_at(&mask, stored.min).map_err(too_large)?, bounds);
        Ok(terrain.with_frame(frame.map(|frame| frame.get().0)))
    }

    /// Makes the terrain of a tile map that `__reduce__` wrote.
    #[classmethod]
    fn _from_files(
        class: &Bound<'_, PyType>,
        arguments: Arguments,
        files: Vec<(PathText, Vec<u8>)>,
        folders: Vec<(PathText, Vec<PathText>)>,
        tiles: Vec<TileEdit>,
        pixels: Vec<PixelEdit>,
    ) -> PyResult<Self> {
        class.py().detach(|| {
            let (path, level, layers) = arguments;
            let arguments = MapArguments { path: path.into(), level, layers };
            let paths = |names: Vec<PathText>| names.into_iter().map(PathBuf::from).collect();
            let files = MapFiles {
                files: files.into_iter().map(|(path, bytes)| (path.into(), bytes)).collect(),
                folders: folders.into_iter().map(|(path, names)| (path.into(), paths(names))).collect(),
            };
            let source = MapSource::of_files(arguments, files)?;
            let mut terrain = source.terrain.clone();
            set_tiles(&mut terrain, &tiles)?;
            for (layer, corners, bits) in pixels {
                let rect = rect_of(corners);
                paint(&mut terrain, layer, rect.min, &mask_of(rect.size(), &bits)?);
            }
            Ok(Self::of_map(Arc::new(source), terrain))
        })
    }
}

/// Returns what is pickled of a tile map's terrain.
fn pickled_map<'a>(source: &'a MapSource, terrain: &Terrain) -> PyResult<Map<'a>> {
    let tiles = tile_edits(&source.terrain, terrain);
    let mut replayed = source.terrain.clone();
    set_tiles(&mut replayed, &tiles)?;
    let pixels = pixel_edits(&mut replayed, terrain);
    // A layer without a bit in a mask cannot be painted alone.
    if replayed.restore(&terrain.snapshot()) != Rect::EMPTY {
        return Err(PyTypeError::new_err(
            "this terrain cannot be pickled: layers from the 33rd on were carved or filled; open the map in each process, \
             or pickle Terrain.from_array(terrain.to_array())",
        ));
    }
    let text = |path: &PathBuf| path.as_os_str().to_owned();
    let MapArguments { path, level, layers } = source.arguments.clone();
    let MapFiles { files, folders } = &source.files;
    let files = files.iter().map(|(path, bytes)| (text(path), &bytes[..])).collect();
    let folders = folders.iter().map(|(path, names)| (text(path), names.iter().map(text).collect())).collect();
    Ok(((path.into(), level, layers), files, folders, tiles, pixels))
}

/// Returns the cells that show another tile than before. Looks at every cell.
fn tile_edits(before: &Terrain, after: &Terrain) -> Vec<TileEdit> {
    let (Some(before), Some(after)) = (before.map(), after.map()) else { return Vec::new() };
    let mut edits = Vec::new();
    for (index, layer) in after.layers().enumerate() {
        let cells = layer.cells;
        for cell in (cells.min.y..cells.max.y).flat_map(|y| (cells.min.x..cells.max.x).map(move |x| ivec2(x, y))) {
            let tile = after.tile(index, cell);
            if tile != before.tile(index, cell) {
                let numbers = tile.map(|tile| (tile.set.into(), tile.id.into(), tile.orientation.index() as i64));
                edits.push((index, cell.into(), numbers));
            }
        }
    }
    edits
}

fn set_tiles(terrain: &mut Terrain, edits: &[TileEdit]) -> PyResult<()> {
    for &(layer, cell, tile) in edits {
        let tile = tile.map(|(set, id, orientation)| tile_from(set, id, orientation)).transpose()?;
        terrain.set_tile(layer, cell, tile).map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(())
}

/// Makes the pixels of each layer those of another terrain, as far as layers have a bit in a mask, and returns the changes.
fn pixel_edits(terrain: &mut Terrain, after: &Terrain) -> Vec<PixelEdit> {
    let dirty = terrain.clone().restore(&after.snapshot());
    let layers = after.map().map_or(0, |map| map.layers().len()).min(u32::BITS as usize);
    let mut edits = Vec::new();
    for top in (dirty.min.y..dirty.max.y).step_by(SQUARE as usize) {
        for left in (dirty.min.x..dirty.max.x).step_by(SQUARE as usize) {
            let corner = ivec2(left, top);
            let rect = Rect::new(corner, (corner + SQUARE).min(dirty.max));
            for layer in 0..layers {
                let pixels = after.query().layers(LayerMask::layer(layer)).to_mask(rect);
                if paint(terrain, layer, corner, &pixels) != Rect::EMPTY {
                    edits.push((layer, corners_of(rect), bits_of(&pixels)));
                }
            }
        }
    }
    edits
}

/// Makes the pixels of a layer those of a mask, and returns the dirty rectangle.
fn paint(terrain: &mut Terrain, layer: usize, at: IVec2, pixels: &SolidityMap) -> Rect {
    let layer = LayerMask::layer(layer);
    let old = terrain.query().layers(layer).to_mask(Rect::from_size(at, pixels.size()));
    let [removed, added] = [old.subtract(pixels, IVec2::ZERO), pixels.subtract(&old, IVec2::ZERO)];
    let carved = terrain.carve(&PlacedMask { mask: removed, at }, layer);
    carved.union(&terrain.fill(&PlacedMask { mask: added, at }, layer))
}

/// Returns the pixels of a mask, a bit each; rows begin with a new byte.
fn bits_of(mask: &SolidityMap) -> Vec<u8> {
    let (width, height) = (mask.width() as i32, mask.height() as i32);
    let byte = |x: i32, y: i32| (0..8).fold(0, |byte, bit| byte | u8::from(mask.get(x + bit, y)) << bit);
    (0..height).flat_map(|y| (0..width).step_by(8).map(move |x| byte(x, y))).collect()
}

/// Returns the mask of [`bits_of`].
fn mask_of(size: UVec2, bits: &[u8]) -> PyResult<SolidityMap> {
    let row_bytes = size.x.div_ceil(8) as usize;
    if row_bytes.checked_mul(size.y as usize) != Some(bits.len()) {
        return Err(damaged());
    }
    let is_solid = |x: u32, y: u32| bits[y as usize * row_bytes + x as usize / 8] >> (x % 8) & 1 != 0;
    Ok(SolidityMap::from_fn(size.x, size.y, is_solid))
}

fn damaged() -> PyErr {
    PyValueError::new_err("these are not the bytes of a pickled terrain")
}
