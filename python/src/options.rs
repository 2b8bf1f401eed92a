//! Options of queries, from the words that Python programs give.

use crate::arrays::value_error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tileray::raycast::StartInside;
use tileray::scan::{NoReturn, ScanOptions};
use tileray::{LayerMask, RayOptions, Terrain, Traversal};

/// Returns the options of rays.
pub(crate) fn ray_options(
    terrain: &Terrain,
    traversal: &str,
    inside: &str,
    layers: Option<&Bound<'_, PyAny>>,
) -> PyResult<RayOptions> {
    let traversal = match traversal {
        "exact" => Traversal::Exact,
        "bresenham" => Traversal::Bresenham,
        other => return Err(value_error("traversal", "'exact' or 'bresenham'", &format!("'{other}'"))),
    };
    let inside = match inside {
        "hit" => StartInside::Hit,
        "leave" => StartInside::Leave,
        other => return Err(value_error("inside", "'hit' or 'leave'", &format!("'{other}'"))),
    };
    Ok(RayOptions { traversal, inside, layers: layer_mask(terrain, layers)?, ..RayOptions::default() })
}

/// Returns the options of scans.
pub(crate) fn scan_options(rays: RayOptions, no_return: &str) -> PyResult<ScanOptions> {
    let no_return = match no_return {
        "max" => NoReturn::MaxRange,
        "inf" => NoReturn::Infinity,
        other => return Err(value_error("no_return", "'max' or 'inf'", &format!("'{other}'"))),
    };
    Ok(ScanOptions { rays, no_return })
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
