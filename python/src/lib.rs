//! The native part of the Python package `tileray`: terrains, and the ranges of RangeLibc's classes.
//!
//! ```text
//! numpy arrays  ──arrays───▶ rays, poses ──▶ tileray::Terrain ──▶ numpy arrays, written in place
//! Arrow columns ──columns──▶                                  ──▶ Arrow columns
//! ```
//!
//! Arrays are copied while Python waits; then Python's lock is released, and the library runs on all processors.
#![deny(unsafe_code)]

mod agents;
mod arrays;
mod capsules;
mod columns;
mod fork;
mod frame;
mod hit_columns;
mod hits;
mod map_source;
mod options;
mod pickle;
mod query;
mod range_method;
mod raycast;
mod scan;
mod terrain;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::columns::PyRecordBatch;
    #[pymodule_export]
    use super::frame::PyScanFrame;
    #[pymodule_export]
    use super::range_method::RangeMethod;
    #[pymodule_export]
    use super::terrain::PyTerrain;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("HIT_DTYPE", super::hits::dtype(module.py())?)
    }
}
