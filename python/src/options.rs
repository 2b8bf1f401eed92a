//! Options of queries, from the words that Python programs give.

use crate::arrays::value_error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tileray::{LayerMask, Terrain, TerrainQuery, Traversal};

/// How rays are cast.
#[derive(Clone, Copy)]
pub(crate) struct RayOptions {
    traversal: Traversal,
    leave_start: bool,
    layers: LayerMask,
    /// Whether the range of a ray that meets nothing is infinite, and not the maximum range.
    pub(crate) no_return_is_infinite: bool,
}

impl RayOptions {
    pub(crate) fn query<'a>(&self, terrain: &'a Terrain) -> TerrainQuery<'a> {
        let mut query = terrain.query().traversal(self.traversal).layers(self.layers);
        if self.leave_start {
            query = query.leave_start();
        }
        if self.no_return_is_infinite { query.no_return(f32::INFINITY) } else { query }
    }
}

/// Returns the options of rays.
pub(crate) fn ray_options(
    terrain: &Terrain,
    traversal: &str,
    inside: &str,
    layers: Option<&Bound<'_, PyAny>>,
) -> PyResult<RayOptions> {
    let is_bresenham = is_second(["exact", "bresenham"], traversal, "traversal")?;
    let traversal = if is_bresenham { Traversal::Bresenham } else { Traversal::Exact };
    let leave_start = is_second(["hit", "leave"], inside, "inside")?;
    Ok(RayOptions { traversal, leave_start, layers: layer_mask(terrain, layers)?, no_return_is_infinite: false })
}

/// Returns the options of scans.
pub(crate) fn scan_options(rays: RayOptions, no_return: &str) -> PyResult<RayOptions> {
    Ok(RayOptions { no_return_is_infinite: is_second(["max", "inf"], no_return, "no_return")?, ..rays })
}

/// Returns whether a word is the second of two.
pub(crate) fn is_second([first, second]: [&str; 2], word: &str, name: &str) -> PyResult<bool> {
    if word == first || word == second {
        return Ok(word == second);
    }
    Err(value_error(name, &format!("'{first}' or '{second}'"), &format!("'{word}'")))
}

/// Returns the layers with some indices or names; all of them for none.
pub(crate) fn layer_mask(terrain: &Terrain, layers: Option<&Bound<'_, PyAny>>) -> PyResult<LayerMask> {
    const EXPECTED: &str = "a list of indices from 0 to 31 or of names of layers";
    let Some(layers) = layers else { return Ok(LayerMask::ALL) };
    let wrong = || value_error("layers", EXPECTED, &layers.repr().map_or_else(|_| "?".into(), |text| text.to_string()));
    if layers.is_instance_of::<pyo3::types::PyString>() {
        return Err(wrong());
    }
    let mut mask = LayerMask::NONE;
    for layer in layers.try_iter().map_err(|_| wrong())? {
        let layer = layer?;
        if let Ok(name) = layer.extract::<String>() {
            let map = terrain.map().ok_or_else(|| {
                PyValueError::new_err(format!("layers: the terrain was made of a mask, so it has no layer '{name}'"))
            })?;
            let named =
                LayerMask::named(map, [&name]).map_err(|error| PyValueError::new_err(format!("layers: {error}")))?;
            mask = mask | named;
        } else {
            let index: usize = layer.extract().map_err(|_| wrong())?;
            if index > 31 {
                return Err(wrong());
            }
            mask = mask | LayerMask::layer(index);
        }
    }
    Ok(mask)
}
