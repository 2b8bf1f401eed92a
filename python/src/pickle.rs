//! Terrains of pixels as bytes, for the module pickle.

use crate::frame::PyScanFrame;
use crate::terrain::{Corners, PyTerrain, too_large};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use tileray::glam::ivec2;
use tileray::{LayerMask, Rect, SolidityMap, Terrain};

/// A terrain as it is pickled: its bounds, the pixels that are stored, their bits row after row, and the frame.
type Pickled<'py> = (Corners, Corners, Bound<'py, PyBytes>, Option<PyScanFrame>);

#[pymethods]
impl PyTerrain {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let py = slf.py();
        let terrain = slf.get().snapshot();
        if terrain.map().is_some() {
            return Err(PyTypeError::new_err(
                "the terrain of a tile map cannot be pickled; open the map in each process, or pickle \
                 Terrain.from_array(terrain.to_array())",
            ));
        }
        let stored = terrain.bounds();
        let bits = py.detach(|| {
            let mask = terrain.to_mask(stored, LayerMask::ALL);
            let (width, height) = (stored.width() as i32, stored.height() as i32);
            let byte = |x: i32, y: i32| (0..8).fold(0, |byte, bit| byte | u8::from(mask.get(x + bit, y)) << bit);
            let row = |y: i32| (0..width).step_by(8).map(move |x| byte(x, y));
            (0..height).flat_map(row).collect::<Vec<u8>>()
        });
        let corners = |rect: Rect| (rect.min.x, rect.min.y, rect.max.x, rect.max.y);
        let make = slf.get_type().getattr("_from_bits")?;
        let frame = slf.get().frame();
        Ok((make, (corners(slf.get().bounds), corners(stored), PyBytes::new(py, &bits), frame)))
    }

    /// Makes a terrain of what `__reduce__` wrote.
    #[classmethod]
    fn _from_bits(
        _class: &Bound<'_, PyType>,
        bounds: Corners,
        stored: Corners,
        bits: &[u8],
        frame: Option<Bound<'_, PyScanFrame>>,
    ) -> PyResult<Self> {
        let rect = |(left, top, right, bottom): Corners| Rect::new(ivec2(left, top), ivec2(right, bottom));
        let (bounds, stored) = (rect(bounds), rect(stored));
        let row_bytes = stored.width().div_ceil(8) as usize;
        if row_bytes.checked_mul(stored.height() as usize) != Some(bits.len()) || stored.intersection(&bounds) != bounds
        {
            return Err(PyValueError::new_err("these are not the bytes of a pickled terrain"));
        }
        let is_solid = |x: u32, y: u32| bits[y as usize * row_bytes + x as usize / 8] >> (x % 8) & 1 != 0;
        let mask = SolidityMap::from_fn(stored.width(), stored.height(), is_solid);
        let terrain = Self::new(Terrain::from_solidity_at(&mask, stored.min).map_err(too_large)?, bounds);
        Ok(terrain.with_frame(frame.map(|frame| frame.get().0)))
    }
}
