//! The queries of `Terrain`.

use crate::arrays::{self, describe, filled, list, rows, value_error};
use crate::fork::with_threads;
use crate::frame::{mirrored, poses_to_pixels};
use crate::hits::{self, RECORD};
use crate::options::{layer_mask, ray_options, scan_options};
use crate::terrain::PyTerrain;
use numpy::PyArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::f64::consts::TAU;
use tileray::glam::{Vec2, ivec2};
use tileray::scan::NoReturn;
use tileray::sight::SightOptions;
use tileray::{Pose, Ray};

/// Rays are taken in chunks of so many, which bounds the memory for their copies.
const CHUNK: usize = 1 << 16;

const RAYS: &str = "an array of numbers of shape (n, 4), whose rows are (x, y, dx, dy)";

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
        let mask = py.detach(|| terrain.try_to_mask(self.bounds, layers));
        let mask = mask.map_err(|error| PyValueError::new_err(error.to_string()))?;
        filled(py, None, "out", &[height, width], "bool", |pixels| {
            for (y, row) in (0..).zip(pixels.chunks_exact_mut(width)) {
                for (x, pixel) in (0..).zip(row) {
                    *pixel = mask.get(x, y);
                }
            }
        })
    }

    /// Measures the distance from the origin of each ray to the first solid pixel, in pixels.
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
    /// out : ndarray of float32, shape (n,), optional
    ///     The array to write to; C-contiguous.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (n,)
    ///     `out` if it was given. NaN where a ray is not finite.
    #[pyo3(signature = (rays, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, out=None))]
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
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let max_range = arrays::length(max_range, "max_range")?;
        let terrain = self.snapshot();
        let options = scan_options(ray_options(&terrain, traversal, inside, layers)?, no_return)?;
        let rays = rows(rays, "rays", RAYS)?;
        filled(py, out, "out", &[rays.len()], "float32", |ranges| {
            with_threads(|| {
                let mut chunk = Vec::with_capacity(CHUNK.min(rays.len()));
                for (rays, ranges) in rays.chunks(CHUNK).zip(ranges.chunks_mut(CHUNK)) {
                    set_rays(&mut chunk, rays, max_range);
                    terrain.ranges(&chunk, max_range, &options, ranges);
                }
            });
        })
    }

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
    /// traversal, inside, no_return, layers
    ///     As in `ranges`.
    /// out : ndarray of float32, shape (n, m), optional
    ///     The array to write to; C-contiguous. It takes less time than a new one.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (n, m)
    ///     `out` if it was given. NaN where the pose or the angle is not finite.
    #[pyo3(signature = (poses, angles, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, out=None))]
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
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let max_range = arrays::length(max_range, "max_range")?;
        let terrain = self.snapshot();
        let options = scan_options(ray_options(&terrain, traversal, inside, layers)?, no_return)?;
        let poses = rows(poses, "poses", "an array of numbers of shape (n, 3)")?;
        let angles = list(angles, "angles", "an array of numbers of shape (m,)")?;
        filled(py, out, "out", &[poses.len(), angles.len()], "float32", |ranges| {
            let poses: Vec<Pose> = poses.iter().map(|&[x, y, theta]| Pose::new((x, y), theta)).collect();
            with_threads(|| terrain.scan(&poses, &angles, max_range, &options, ranges));
        })
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
    /// traversal, inside, no_return, layers, out
    ///     As in `scan`.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (n, m)
    ///     Meters; `out` if it was given. NaN where the pose or the angle is not finite.
    #[pyo3(signature = (poses, angles, max_range, *, traversal="exact", inside="hit", no_return="max", layers=None, out=None))]
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
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let frame = self.frame.ok_or_else(|| {
            PyValueError::new_err(
                "scan_world: the terrain has no frame; make it by Terrain.from_ros, or by from_array with a resolution",
            )
        })?;
        let max_range = arrays::length(max_range, "max_range")?;
        let pixels = frame.distance_to_pixels(f64::from(max_range)) as f32;
        let terrain = self.snapshot();
        let mut options = scan_options(ray_options(&terrain, traversal, inside, layers)?, no_return)?;
        let none = if options.no_return == NoReturn::MaxRange { max_range } else { f32::INFINITY };
        options.no_return = NoReturn::Infinity;
        let poses = rows(poses, "poses", "an array of numbers of shape (n, 3)")?;
        let angles = mirrored(&list(angles, "angles", "an array of numbers of shape (m,)")?);
        filled(py, out, "out", &[poses.len(), angles.len()], "float32", |ranges| {
            let poses = poses_to_pixels(&frame, &poses);
            with_threads(|| terrain.scan(&poses, &angles, pixels, &options, ranges));
            for ranges in ranges.chunks_exact_mut(angles.len()) {
                ranges.reverse();
                for range in ranges {
                    let meters = frame.distance_to_world(f64::from(*range)) as f32;
                    *range = match *range {
                        f32::INFINITY => none,
                        _ if meters > max_range => max_range,
                        _ => meters,
                    };
                }
            }
        })
    }

    /// Finds the first solid pixel on each ray, and what there is to know of it.
    ///
    /// Parameters
    /// ----------
    /// rays, max_range, traversal, inside, layers
    ///     As in `ranges`.
    ///
    /// Returns
    /// -------
    /// ndarray of HIT_DTYPE, shape (n,)
    ///     A structured array. `hit` tells whether there is any. `pixel` is the solid pixel, `previous` the free one before
    ///     it, `point` where the ray enters it, `normal` that of the face, `distance` in pixels, `fraction` that of
    ///     `max_range`; `layer`, `cell`, `tile_set`, `tile` and `orientation` are those of the tile map, -1 where there is
    ///     none; `inside` tells whether the ray begins in a solid pixel. Without a hit, `distance` is infinite.
    #[pyo3(signature = (rays, max_range, *, traversal="exact", inside="hit", layers=None))]
    fn raycast<'py>(
        &self,
        py: Python<'py>,
        rays: &Bound<'py, PyAny>,
        max_range: f64,
        traversal: &str,
        inside: &str,
        layers: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let max_range = arrays::length(max_range, "max_range")?;
        let terrain = self.snapshot();
        let options = ray_options(&terrain, traversal, inside, layers)?;
        let rays = rows(rays, "rays", RAYS)?;
        let array = filled(py, None, "out", &[rays.len() * RECORD], "uint8", |records: &mut [u8]| {
            with_threads(|| {
                let (mut chunk, mut hits) = (Vec::with_capacity(CHUNK.min(rays.len())), Vec::new());
                for (rays, records) in rays.chunks(CHUNK).zip(records.chunks_mut(CHUNK * RECORD)) {
                    set_rays(&mut chunk, rays, max_range);
                    hits.clear();
                    hits.resize(chunk.len(), None);
                    terrain.raycast_batch(&chunk, &options, &mut hits);
                    for (hit, record) in hits.iter().zip(records.chunks_exact_mut(RECORD)) {
                        record.copy_from_slice(&hits::record(hit.as_ref()));
                    }
                }
            });
        })?;
        array.call_method1("view", (hits::dtype(py)?,))
    }

    /// Tells whether pairs of points see each other.
    ///
    /// Parameters
    /// ----------
    /// starts, ends : array of numbers, shape (n, 2)
    ///     Points (x, y).
    /// traversal, layers
    ///     As in `ranges`.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (n,)
    ///     Whether no pixel between the points, or of them, is solid. False where a point is not finite.
    #[pyo3(signature = (starts, ends, *, traversal="exact", layers=None))]
    fn line_of_sight<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        traversal: &str,
        layers: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let terrain = self.snapshot();
        let options = ray_options(&terrain, traversal, "hit", layers)?;
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
            with_threads(|| terrain.line_of_sight_batch(&pairs, &options, seen));
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
        let options = SightOptions { layers: layer_mask(&terrain, layers)?, angle, sweep, ..SightOptions::default() };
        let region = py.detach(|| terrain.visible_region(origin, radius, &options));
        filled(py, None, "out", &[region.points().len(), 2], "float32", |corners| {
            for (corner, point) in corners.chunks_exact_mut(2).zip(region.points()) {
                corner.copy_from_slice(&point.to_array());
            }
        })
    }
}

fn set_rays(list: &mut Vec<Ray>, rays: &[[f32; 4]], length: f32) {
    list.clear();
    list.extend(rays.iter().map(|&[x, y, dx, dy]| Ray::new((x, y), (dx, dy), length)));
}
