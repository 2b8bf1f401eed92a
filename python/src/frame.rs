//! The class `ScanFrame` of the package: meters of the world, and pixels of a map.

use crate::arrays::{converted, describe, filled, read, value_error};
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tileray::glam::{DVec2, dvec2};
use tileray::scan::ScanFrame;

/// The frame of a robot's map: converts meters of the world, y up, to pixels of the map, y down, and back.
///
/// The world is that of ROS: x, y and distances in meters, angles in radians counterclockwise from +x. `Terrain.frame` is the
/// frame of a terrain that was made with one.
#[pyclass(name = "ScanFrame", module = "tileray", frozen)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct PyScanFrame(pub(crate) ScanFrame);

/// The arguments that make a frame: resolution, origin and height.
type Arguments = (f64, (f64, f64, f64), u32);

/// Returns the frame of a map of some rows: the meters a pixel, and the origin (x, y, yaw) of `map.yaml`.
pub(crate) fn frame_of(resolution: f64, (x, y, yaw): (f64, f64, f64), height: u32) -> PyResult<ScanFrame> {
    ScanFrame::new(resolution, (x, y), yaw, height).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Converts rows of numbers to as many.
fn convert<'py, const N: usize>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    name: &str,
    to: impl Fn(&[f64; N]) -> [f64; N] + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let expected = format!("an array of numbers of shape (n, {N})");
    let array: Bound<'py, PyArrayDyn<f64>> = converted(value, name, &expected, "fiu", "float64")?;
    if array.shape().len() != 2 || array.shape()[1] != N {
        return Err(value_error(name, &expected, &describe(value)));
    }
    let rows = read(&array, name, <[f64]>::to_vec)?;
    filled(py, None, "out", array.shape(), "float64", |written| {
        for (written, row) in written.as_chunks_mut().0.iter_mut().zip(rows.as_chunks().0) {
            *written = to(row);
        }
    })
}

#[pymethods]
impl PyScanFrame {
    /// Creates the frame of a map.
    ///
    /// Parameters
    /// ----------
    /// resolution : float
    ///     The meters a pixel.
    /// origin : (float, float, float)
    ///     The point of the world at which the lower left corner of the map lies, in meters, and the angle from the world's
    ///     x axis to that of the map: `origin` in `map.yaml`.
    /// height : int
    ///     The rows of the map.
    #[new]
    fn new(resolution: f64, origin: (f64, f64, f64), height: u32) -> PyResult<Self> {
        frame_of(resolution, origin, height).map(Self)
    }

    /// The meters a pixel.
    #[getter]
    fn resolution(&self) -> f64 {
        self.0.resolution()
    }

    /// The point of the world at which the lower left corner of the map lies, and the angle to the x axis of the map.
    #[getter]
    fn origin(&self) -> (f64, f64, f64) {
        (self.0.origin().x, self.0.origin().y, self.0.yaw())
    }

    /// The rows of the map.
    #[getter]
    fn height(&self) -> u32 {
        self.0.height()
    }

    /// Converts points (x, y), an array of shape (n, 2), from meters to pixels.
    fn points_to_pixels<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        convert(py, points, "points", |&point| self.0.point_to_pixels(DVec2::from(point)).to_array())
    }

    /// Converts points (x, y), an array of shape (n, 2), from pixels to meters.
    fn points_to_world<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        convert(py, points, "points", |&point| self.0.point_to_world(DVec2::from(point)).to_array())
    }

    /// Converts poses (x, y, theta), an array of shape (n, 3), from the world to the map.
    fn poses_to_pixels<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        convert(py, poses, "poses", |&[x, y, theta]| {
            let point = self.0.point_to_pixels(dvec2(x, y));
            [point.x, point.y, self.0.angle_to_pixels(theta)]
        })
    }

    /// Converts poses (x, y, theta), an array of shape (n, 3), from the map to the world.
    fn poses_to_world<'py>(&self, py: Python<'py>, poses: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        convert(py, poses, "poses", |&[x, y, theta]| {
            let point = self.0.point_to_world(dvec2(x, y));
            [point.x, point.y, self.0.angle_to_world(theta)]
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, Arguments) {
        let frame = slf.get();
        (slf.get_type().into_any(), (frame.resolution(), frame.origin(), frame.height()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        self.0.resolution().to_bits()
            ^ self.0.origin().x.to_bits().rotate_left(21)
            ^ self.0.origin().y.to_bits().rotate_left(42)
    }

    fn __repr__(&self) -> String {
        let (x, y, yaw) = self.origin();
        format!("ScanFrame(resolution={}, origin=({x}, {y}, {yaw}), height={})", self.resolution(), self.height())
    }
}

/// Returns the angles with their signs changed, from the last to the first: ascending again if they were.
///
/// In a frame with the other handedness these are the beams; the ranges of a pose come in reversed order.
pub(crate) fn mirrored(angles: &[f32]) -> Vec<f32> {
    angles.iter().rev().map(|angle| -angle).collect()
}
