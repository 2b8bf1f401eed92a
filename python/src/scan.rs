//! The queries of `Terrain` that scan: the ranges of beams from poses.

use crate::agents::{AgentWords, Agents};
use crate::arrays::{filled, list, rows, value_error};
use crate::columns::{Columns, PyRecordBatch};
use crate::fork::with_threads;
use crate::frame::mirrored;
use crate::options::scan_options;
use crate::raycast::Cast;
use crate::terrain::PyTerrain;
use arrow_array::{FixedSizeListArray, Float32Array};
use arrow_schema::{DataType, Field};
use bytemuck::allocation::try_zeroed_vec;
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use tileray::Pose;
use tileray::scan::ScanFrame;

const POSES: &str = "an array of numbers of shape (n, 3)";
const POSE_COLUMNS: [&str; 3] = ["x", "y", "theta"];

/// A scan as it was asked for: all but its poses.
struct Scan {
    cast: Cast,
    /// In meters and y up, the beams are [`mirrored`].
    angles: Vec<f32>,
    meters: Option<Meters>,
}

/// What a scan in meters has besides.
struct Meters {
    frame: ScanFrame,
    max_range: f32,
    /// The range of a beam that meets nothing.
    none: f32,
}

/// The words that choose the options of a scan.
type Words<'a> = (&'a str, &'a str, &'a str, Option<&'a Bound<'a, PyAny>>);

impl Scan {
    fn new(
        terrain: &PyTerrain,
        angles: &Bound<'_, PyAny>,
        max_range: f64,
        (traversal, inside, no_return, layers): Words<'_>,
        agents: AgentWords<'_, '_>,
        frame: Option<&ScanFrame>,
    ) -> PyResult<Self> {
        let mut cast = Cast::new(terrain, max_range, (traversal, inside, layers), agents, frame)?;
        cast.options = scan_options(cast.options, no_return)?;
        let angles = list(angles, "angles", "an array of numbers of shape (m,)")?;
        Ok(Self { cast, angles, meters: None })
    }

    /// Makes a scan whose poses and ranges are in meters.
    fn in_meters(
        call: &str,
        terrain: &PyTerrain,
        angles: &Bound<'_, PyAny>,
        max_range: f64,
        words: Words<'_>,
        agents: AgentWords<'_, '_>,
    ) -> PyResult<Self> {
        let frame = terrain.frame.ok_or_else(|| {
            let remedy = "make it by Terrain.from_ros, or by from_array with a resolution";
            PyValueError::new_err(format!("{call}: the terrain has no frame; {remedy}"))
        })?;
        let mut scan = Self::new(terrain, angles, max_range, words, agents, Some(&frame))?;
        let max_range = scan.cast.max_range;
        let none = if scan.cast.options.no_return_is_infinite { f32::INFINITY } else { max_range };
        scan.cast.options.no_return_is_infinite = true;
        scan.cast.max_range = frame.distance_to_pixels(f64::from(max_range)) as f32;
        scan.angles = mirrored(&scan.angles);
        scan.meters = Some(Meters { frame, max_range, none });
        Ok(scan)
    }

    /// Returns the pose in pixels of a row (x, y, theta).
    fn pose(&self, [x, y, theta]: [f32; 3]) -> Pose {
        match &self.meters {
            None => Pose::new((x, y), theta),
            Some(Meters { frame, .. }) => frame.pose_to_pixels((f64::from(x), f64::from(y)), f64::from(theta)),
        }
    }

    /// Writes the ranges of poses in pixels, one after another.
    fn write(&self, poses: &[Pose], ranges: &mut [f32]) {
        let Self { cast: Cast { terrain, max_range, options, agents }, angles, meters } = self;
        let query = options.query(terrain);
        with_threads(|| match agents {
            None => query.scan(poses, angles, *max_range, ranges),
            Some(agents) => query
                .with_colliders(&agents.colliders, agents.excluded(0, poses.len()))
                .scan(poses, angles, *max_range, ranges),
        });
        let Some(Meters { frame, max_range, none }) = meters else { return };
        for ranges in ranges.chunks_exact_mut(angles.len().max(1)) {
            ranges.reverse();
            for range in ranges {
                let meters = frame.distance_to_world(f64::from(*range)) as f32;
                *range = match *range {
                    f32::INFINITY => *none,
                    _ if meters > *max_range => *max_range,
                    _ => meters,
                };
            }
        }
    }

    fn of_array<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let poses: Vec<Pose> = rows(poses, "poses", POSES)?.into_iter().map(|row| self.pose(row)).collect();
        Agents::check(self.cast.agents.as_ref(), poses.len(), "poses")?;
        filled(py, out, "out", &[poses.len(), self.angles.len()], "float32", |ranges| self.write(&poses, ranges))
    }

    fn of_batch(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<PyRecordBatch> {
        let columns = Columns::read(batch, POSE_COLUMNS)?;
        let (rows, beams) = (columns.len(), self.angles.len());
        Agents::check(self.cast.agents.as_ref(), rows, "rows")?;
        let size =
            i32::try_from(beams).map_err(|_| value_error("angles", "at most 2^31 - 1 angles", &beams.to_string()))?;
        let ranges = py.detach(|| {
            let mut ranges = try_zeroed_vec(rows.checked_mul(beams)?).ok()?;
            let poses: Vec<Pose> = columns.rows().map(|row| self.pose(row)).collect();
            self.write(&poses, &mut ranges);
            Some(ranges)
        });
        let ranges = ranges.ok_or_else(|| {
            PyMemoryError::new_err(format!(
                "there is no memory for {rows} rows of {beams} ranges; give fewer rows a call"
            ))
        })?;
        let item = Arc::new(Field::new("item", DataType::Float32, false));
        let lists =
            FixedSizeListArray::try_new_with_length(item, size, Arc::new(Float32Array::from(ranges)), None, rows);
        let lists = lists.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyRecordBatch::of_column("ranges", Arc::new(lists))
    }
}

#[pymethods]
impl PyTerrain {
    /// Measures the ranges of beams from poses, as a laser scanner does: each pose has a beam at each angle.
    ///
    /// Parameters
    /// ----------
    /// poses : array of numbers, shape (n, 3)
    ///     Rows (x, y, theta), in pixels and radians. Arrays that are not of float32 or not C-contiguous are converted.
    /// angles : array of numbers, shape (m,)
    ///     The angles of the beams, relative to theta. In ascending order they take the least time.
    /// max_range : float
    ///     The length of the beams in pixels; at most 2^20 px, which infinity stands for.
    /// traversal, inside, no_return, layers, agents
    ///     As in `ranges`.
    /// exclude : array of int, shape (n,), optional
    ///     For each pose the index of the agent that its beams pass through, or -1 for none: that of the robot which carries the
    ///     scanner.
    /// out : ndarray of float32, shape (n, m), optional
    ///     The array to write to; C-contiguous. It takes less time than a new one.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (n, m)
    ///     `out` if it was given. NaN where the pose or the angle is not finite.
    #[pyo3(signature = (poses, angles, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, agents=None, exclude=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn scan<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        angles: &Bound<'py, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        no_return: &str,
        layers: Option<&Bound<'py, PyAny>>,
        agents: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        Scan::new(self, angles, max_range, (traversal, inside, no_return, layers), (agents, exclude), None)?
            .of_array(py, poses, out)
    }

    /// Measures ranges like `scan`, in meters of the world: for a terrain with a `frame`.
    ///
    /// Parameters
    /// ----------
    /// poses : array of numbers, shape (n, 3)
    ///     Rows (x, y, theta): meters, and radians counterclockwise from +x.
    /// angles : array of numbers, shape (m,)
    ///     The angles of the beams relative to theta, counterclockwise.
    /// max_range : float
    ///     The length of the beams in meters.
    /// agents : array or list, optional
    ///     As in `scan`, in meters and radians counterclockwise.
    /// traversal, inside, no_return, layers, exclude, out
    ///     As in `scan`.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (n, m)
    ///     Meters; `out` if it was given. NaN where the pose or the angle is not finite.
    #[pyo3(signature = (poses, angles, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, agents=None, exclude=None, out=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn scan_world<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        angles: &Bound<'py, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        no_return: &str,
        layers: Option<&Bound<'py, PyAny>>,
        agents: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let words = (traversal, inside, no_return, layers);
        Scan::in_meters("scan_world", self, angles, max_range, words, (agents, exclude))?.of_array(py, poses, out)
    }

    /// Measures ranges like `scan`, of poses in columns of Arrow.
    ///
    /// Parameters
    /// ----------
    /// batch : object with the Arrow PyCapsule interface
    ///     A record batch, a table, a data frame or a stream, with the columns `x`, `y` and `theta` in any order; others are
    ///     ignored. Columns of float32 are read in place; other real numbers are converted. A stream is read to its end.
    /// angles, max_range, traversal, inside, no_return, layers, agents, exclude
    ///     As in `scan`. `exclude` has an index for each row of the batch.
    ///
    /// Returns
    /// -------
    /// RecordBatch
    ///     One column `ranges`, lists of m float32, with a row for each row of the batch. NaN where the pose or the angle is
    ///     not finite.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If a column is missing, is not of numbers, or has nulls; the message names it.
    #[pyo3(signature = (batch, angles, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, agents=None, exclude=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn scan_batch(
        &self,
        py: Python<'_>,
        batch: &Bound<'_, PyAny>,
        angles: &Bound<'_, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        no_return: &str,
        layers: Option<&Bound<'_, PyAny>>,
        agents: Option<&Bound<'_, PyAny>>,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRecordBatch> {
        Scan::new(self, angles, max_range, (traversal, inside, no_return, layers), (agents, exclude), None)?
            .of_batch(py, batch)
    }

    /// Measures ranges like `scan_world`, of poses in columns of Arrow.
    ///
    /// Parameters
    /// ----------
    /// batch : object with the Arrow PyCapsule interface
    ///     As in `scan_batch`, in meters and radians counterclockwise.
    /// angles, max_range, traversal, inside, no_return, layers, agents, exclude
    ///     As in `scan_world`.
    ///
    /// Returns
    /// -------
    /// RecordBatch
    ///     As of `scan_batch`, in meters.
    #[pyo3(signature = (batch, angles, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, agents=None, exclude=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn scan_world_batch(
        &self,
        py: Python<'_>,
        batch: &Bound<'_, PyAny>,
        angles: &Bound<'_, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        no_return: &str,
        layers: Option<&Bound<'_, PyAny>>,
        agents: Option<&Bound<'_, PyAny>>,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRecordBatch> {
        let words = (traversal, inside, no_return, layers);
        Scan::in_meters("scan_world_batch", self, angles, max_range, words, (agents, exclude))?.of_batch(py, batch)
    }
}
