//! The queries of `Terrain` that cast rays: ranges, and hits as records of numpy or as a column of Arrow.

use crate::agents::{AgentWords, Agents};
use crate::arrays::{self, filled, rows};
use crate::columns::{Columns, PyRecordBatch};
use crate::fork::with_threads;
use crate::hit_columns::HitColumns;
use crate::hits::{self, RECORD};
use crate::options::{RayOptions, ray_options, scan_options};
use crate::terrain::PyTerrain;
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use tileray::scan::ScanFrame;
use tileray::sprite::WorldHit;
use tileray::{Ray, Terrain};

/// Rays are taken in chunks of so many, which bounds the memory for their copies.
const CHUNK: usize = 1 << 16;

const RAYS: &str = "an array of numbers of shape (n, 4), whose rows are (x, y, dx, dy)";
const RAY_COLUMNS: [&str; 4] = ["x", "y", "dx", "dy"];

/// A cast as it was asked for: all but its rays.
pub(crate) struct Cast {
    pub(crate) terrain: Arc<Terrain>,
    /// In pixels.
    pub(crate) max_range: f32,
    pub(crate) options: RayOptions,
    pub(crate) agents: Option<Agents>,
}

/// The words that choose how rays are cast: `traversal`, `inside`, `layers`.
pub(crate) type Words<'a, 'py> = (&'a str, &'a str, Option<&'a Bound<'py, PyAny>>);

impl Cast {
    pub(crate) fn new(
        terrain: &PyTerrain,
        max_range: f64,
        (traversal, inside, layers): Words<'_, '_>,
        agents: AgentWords<'_, '_>,
        frame: Option<&ScanFrame>,
    ) -> PyResult<Self> {
        let max_range = arrays::length(max_range, "max_range")?;
        let terrain = terrain.snapshot();
        let options = ray_options(&terrain, traversal, inside, layers)?;
        Ok(Self { terrain, max_range, options, agents: Agents::read(agents, frame)? })
    }

    /// Returns the ray of a row (x, y, dx, dy).
    fn ray(&self, [x, y, dx, dy]: [f32; 4]) -> Ray {
        Ray::new((x, y), (dx, dy), self.max_range)
    }

    /// Casts the rays of rows in chunks, and hands over the hits of each, in order.
    fn hits(&self, rows: impl Iterator<Item = [f32; 4]> + Send, mut take: impl FnMut(&[Option<WorldHit>]) + Send) {
        let mut rays = rows.map(|row| self.ray(row));
        with_threads(|| {
            let (mut chunk, mut hits, mut of_terrain, mut first) = (Vec::new(), Vec::new(), Vec::new(), 0);
            let query = self.options.query(&self.terrain);
            loop {
                chunk.clear();
                chunk.extend(rays.by_ref().take(CHUNK));
                if chunk.is_empty() {
                    return;
                }
                hits.clear();
                if let Some(agents) = &self.agents {
                    hits.resize(chunk.len(), None);
                    let exclude = agents.excluded(first, chunk.len());
                    query.with_colliders(&agents.colliders, exclude).raycast_batch(&chunk, &mut hits);
                } else {
                    of_terrain.resize(chunk.len(), None);
                    query.raycast_batch(&chunk, &mut of_terrain);
                    hits.extend(of_terrain.iter().map(|hit| hit.map(WorldHit::Terrain)));
                }
                take(&hits);
                first += chunk.len();
            }
        });
    }
}

#[pymethods]
impl PyTerrain {
    /// Measures the distance from the origin of each ray to the first solid pixel or agent, in pixels.
    ///
    /// Parameters
    /// ----------
    /// rays : array of numbers, shape (n, 4)
    ///     Rows (x, y, dx, dy): an origin and a direction, which need not have length 1. Arrays that are not of float32 or
    ///     not C-contiguous are converted.
    /// max_range : float
    ///     The length of the rays; at most 2^20 px, which infinity stands for.
    /// traversal : {'exact', 'bresenham'}
    ///     The pixels that are tested: all that the ray passes through, or those of Bresenham's line.
    /// inside : {'hit', 'leave'}
    ///     What a ray does that begins in a solid pixel: it hits it at distance 0, or leaves it first.
    /// no_return : {'max', 'inf'}
    ///     The range of a ray that meets nothing.
    /// layers : list of int or str, optional
    ///     The layers of a tile map that stop rays. By default all do.
    /// agents : array or list, optional
    ///     Shapes that stop rays too: discs (x, y, radius), an array of shape (n, 3); boxes (x, y, theta, length, width), whose
    ///     middle is (x, y), an array of shape (n, 5); or a list of such rows and of polygons, arrays of shape (k, 2). A ray
    ///     that begins in one has the range 0, or leaves it first as `inside` says. Discs and boxes that are not finite stop
    ///     nothing.
    /// exclude : array of int, shape (n,), optional
    ///     For each ray the index of the agent that it passes through, or -1 for none.
    /// out : ndarray of float32, shape (n,), optional
    ///     The array to write to; C-contiguous.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (n,)
    ///     `out` if it was given. NaN where a ray is not finite.
    #[pyo3(signature = (rays, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, agents=None, exclude=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn ranges<'py>(
        &self,
        py: Python<'py>,
        rays: &Bound<'py, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        no_return: &str,
        layers: Option<&Bound<'py, PyAny>>,
        agents: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let cast = Cast::new(self, max_range, (traversal, inside, layers), (agents, exclude), None)?;
        let options = scan_options(cast.options, no_return)?;
        let rays = rows(rays, "rays", RAYS)?;
        Agents::check(cast.agents.as_ref(), rays.len(), "rays")?;
        filled(py, out, "out", &[rays.len()], "float32", |ranges| {
            with_threads(|| {
                let (mut chunk, query) = (Vec::new(), options.query(&cast.terrain));
                for (number, (rays, ranges)) in rays.chunks(CHUNK).zip(ranges.chunks_mut(CHUNK)).enumerate() {
                    chunk.clear();
                    chunk.extend(rays.iter().map(|&row| cast.ray(row)));
                    match &cast.agents {
                        None => query.ranges(&chunk, cast.max_range, ranges),
                        Some(agents) => query
                            .with_colliders(&agents.colliders, agents.excluded(number * CHUNK, rays.len()))
                            .ranges(&chunk, cast.max_range, ranges),
                    }
                }
            });
        })
    }

    /// Finds the first solid pixel or agent on each ray, and what there is to know of it.
    ///
    /// Parameters
    /// ----------
    /// rays, max_range, traversal, inside, layers, agents, exclude
    ///     As in `ranges`.
    ///
    /// Returns
    /// -------
    /// ndarray of HIT_DTYPE, shape (n,)
    ///     A structured array. `hit` tells whether there is any. `pixel` is the solid pixel, `previous` the free one before
    ///     it, `point` where the ray enters it, `normal` that of the face, `distance` in pixels, `fraction` that of
    ///     `max_range`; `layer`, `cell`, `tile_set`, `tile` and `orientation` are those of the tile map, -1 where there is
    ///     none; `agent` is the index of the agent that is hit before the terrain, or -1, and of it the pixel is that of the
    ///     point; `inside` tells whether the ray begins in a solid pixel or in the agent. Without a hit, `distance` is
    ///     infinite.
    #[pyo3(signature = (rays, max_range, *, traversal="exact", inside="hit", layers=None, agents=None, exclude=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn raycast<'py>(
        &self,
        py: Python<'py>,
        rays: &Bound<'py, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        layers: Option<&Bound<'py, PyAny>>,
        agents: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let cast = Cast::new(self, max_range, (traversal, inside, layers), (agents, exclude), None)?;
        let rays = rows(rays, "rays", RAYS)?;
        Agents::check(cast.agents.as_ref(), rays.len(), "rays")?;
        let array = filled(py, None, "out", &[rays.len() * RECORD], "uint8", |records: &mut [u8]| {
            let mut records = records.chunks_exact_mut(RECORD);
            cast.hits(rays.iter().copied(), |hits| {
                for (hit, record) in hits.iter().zip(&mut records) {
                    record.copy_from_slice(&hits::record(hit.as_ref()));
                }
            });
        })?;
        array.call_method1("view", (hits::dtype(py)?,))
    }

    /// Finds hits like `raycast`, of rays in columns of Arrow.
    ///
    /// Parameters
    /// ----------
    /// batch : object with the Arrow PyCapsule interface
    ///     A record batch, a table, a data frame or a stream, with the columns `x`, `y`, `dx` and `dy` in any order; others
    ///     are ignored. Columns of float32 are read in place; other real numbers are converted. A stream is read to its end.
    /// max_range, traversal, inside, layers, agents, exclude
    ///     As in `raycast`. `exclude` has an index for each row of the batch.
    ///
    /// Returns
    /// -------
    /// RecordBatch
    ///     One column `hit`, structs with a row for each row of the batch, null where nothing is hit. The fields are those of
    ///     HIT_DTYPE without `hit`; `tile_set`, `tile` and `orientation` are null where the hit has no tile, and `agent`
    ///     where it is none.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If a column is missing, is not of numbers, or has nulls; the message names it.
    #[pyo3(signature = (batch, max_range, *, traversal="exact", inside="hit", layers=None, agents=None, exclude=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn raycast_batch(
        &self,
        py: Python<'_>,
        batch: &Bound<'_, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        layers: Option<&Bound<'_, PyAny>>,
        agents: Option<&Bound<'_, PyAny>>,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRecordBatch> {
        let cast = Cast::new(self, max_range, (traversal, inside, layers), (agents, exclude), None)?;
        let columns = Columns::read(batch, RAY_COLUMNS)?;
        Agents::check(cast.agents.as_ref(), columns.len(), "rows")?;
        let hits = py.detach(|| {
            let mut hits = HitColumns::with_room(columns.len()).ok()?;
            cast.hits(columns.rows(), |found| hits.extend(found));
            Some(hits)
        });
        let hits = hits.ok_or_else(|| {
            PyMemoryError::new_err(format!("there is no memory for {} hits; give fewer rows a call", columns.len()))
        })?;
        PyRecordBatch::of_column("hit", hits.finish().map_err(|error| PyValueError::new_err(error.to_string()))?)
    }
}
