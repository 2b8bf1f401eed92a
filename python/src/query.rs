//! The queries of `Terrain` about pixels and sight.

use crate::arrays::{self, describe, filled, rows, value_error};
use crate::fork::with_threads;
use crate::options::{layer_mask, ray_options};
use crate::terrain::PyTerrain;
use numpy::PyArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::f64::consts::TAU;
use tileray::glam::{Vec2, ivec2};

#[pymethods]
impl PyTerrain {
    /// Returns whether the pixels of points are solid.
    ///
    /// Parameters
    /// ----------
    /// points : array of numbers, shape (n, 2)
    ///     Points (x, y). A point belongs to the pixel (floor(x), floor(y)).
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (n,)
    ///     False outside the terrain, and for NaN.
    fn is_solid<'py>(&self, py: Python<'py>, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let points = rows::<2>(points, "points", "an array of numbers of shape (n, 2)")?;
        let terrain = self.snapshot();
        filled(py, None, "out", &[points.len()], "bool", |answers| {
            for (answer, [x, y]) in answers.iter_mut().zip(points) {
                *answer = !x.is_nan() && !y.is_nan() && terrain.is_solid(ivec2(x.floor() as i32, y.floor() as i32));
            }
        })
    }

    /// Returns the solid pixels as an array.
    ///
    /// Parameters
    /// ----------
    /// layers : list of int or str, optional
    ///     Indices or names of layers. By default all count.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (height, width)
    ///     `a[y, x]` is pixel (x, y), counted from the corner (left, top) of `bounds`.
    #[pyo3(signature = (layers=None))]
    fn to_array<'py>(
        &self,
        py: Python<'py>,
        layers: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let terrain = self.snapshot();
        let layers = layer_mask(&terrain, layers)?;
        let (width, height) = (self.bounds.width() as usize, self.bounds.height() as usize);
        let mask = py.detach(|| terrain.query().layers(layers).try_to_mask(self.bounds));
        let mask = mask.map_err(|error| PyValueError::new_err(error.to_string()))?;
        filled(py, None, "out", &[height, width], "bool", |pixels| {
            for (y, row) in (0..).zip(pixels.chunks_exact_mut(width)) {
                for (x, pixel) in (0..).zip(row) {
                    *pixel = mask.get(x, y);
                }
            }
        })
    }

    /// Tells whether pairs of points see each other.
    ///
    /// Parameters
    /// ----------
    /// starts, ends : array of numbers, shape (n, 2)
    ///     Points (x, y).
    /// layers
    ///     As in `ranges`.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (n,)
    ///     Whether an exact ray between the points is free. False where a point is not finite.
    #[pyo3(signature = (starts, ends, *, layers=None))]
    fn line_of_sight<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        layers: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let terrain = self.snapshot();
        let options = ray_options(&terrain, "exact", "hit", layers)?;
        let starts = rows::<2>(starts, "starts", "an array of numbers of shape (n, 2)")?;
        let expected = format!("an array of numbers of shape ({}, 2), as starts has", starts.len());
        let given = describe(ends);
        let ends = rows::<2>(ends, "ends", &expected)?;
        if ends.len() != starts.len() {
            return Err(value_error("ends", &expected, &given));
        }
        filled(py, None, "out", &[starts.len()], "bool", |seen| {
            let pairs = starts.iter().zip(&ends).map(|(&start, &end)| (Vec2::from(start), Vec2::from(end)));
            let pairs: Vec<(Vec2, Vec2)> = pairs.collect();
            with_threads(|| options.query(&terrain).line_of_sight_batch(&pairs, seen));
        })
    }

    /// Returns the polygon that a point sees within a radius.
    ///
    /// Parameters
    /// ----------
    /// x, y : float
    ///     The point, in pixels.
    /// radius : float
    ///     In pixels; at most 2^17, which infinity stands for.
    /// angle : float
    ///     The middle of the view, in radians.
    /// sweep : float
    ///     The angle from one border of the view to the other; all around by default.
    /// layers : list of int or str, optional
    ///     The layers of a tile map that block the view. By default all do.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (k, 2)
    ///     The corners, clockwise on screen; none if the point is in a solid pixel.
    #[pyo3(signature = (x, y, radius, *, angle=0.0, sweep=TAU, layers=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn visible_region<'py>(
        &self,
        py: Python<'py>,
        x: f64,
        y: f64,
        radius: f64,
        angle: f64,
        sweep: f64,
        layers: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let origin = Vec2::new(arrays::finite(x, "x")? as f32, arrays::finite(y, "y")? as f32);
        let radius = arrays::length(radius, "radius")?;
        let (angle, sweep) = (arrays::finite(angle, "angle")? as f32, arrays::finite(sweep, "sweep")? as f32);
        let terrain = self.snapshot();
        let query = terrain.query().layers(layer_mask(&terrain, layers)?).view(angle, sweep);
        let region = py.detach(|| query.visible_region(origin, radius));
        filled(py, None, "out", &[region.points().len(), 2], "float32", |corners| {
            for (corner, point) in corners.chunks_exact_mut(2).zip(region.points()) {
                corner.copy_from_slice(&point.to_array());
            }
        })
    }
}
