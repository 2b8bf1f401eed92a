//! The class `Terrain` of the package.

use crate::arrays::{self, converted, describe, list, numbers, output, rows, value_error, write};
use crate::fork::with_threads;
use crate::hits::{self, RECORD};
use crate::options::{layer_mask, ray_options, scan_options};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use std::f64::consts::TAU;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::load::{LoadErrorKind, LoadOptions, Project};
use tileray::sight::SightOptions;
use tileray::solidity::{AlphaThreshold, Orientation, SolidityRule};
use tileray::{LayerMask, LayerSet, LoadError, Pose, Ray, Rect, SolidityMap, Terrain, Tile, TileMap};

/// Rays are taken in chunks of so many, which bounds the memory for their copies.
const CHUNK: usize = 1 << 16;

/// Solid pixels, fast to cast rays through, and to edit.
///
/// The frame is that of images: x points right and y down, lengths are pixels, and angles are radians that grow from +x
/// toward +y. Pixel (i, j) is the square from (i, j) to (i + 1, j + 1). Outside the terrain nothing is solid.
///
/// Make one by `from_array`, `from_png` or `from_map`. All methods may be called from any thread. A query sees
/// the terrain as it was when the query began, whatever other threads edit meanwhile. Queries release Python's lock and run
/// on all processors; the environment variable RAYON_NUM_THREADS bounds their number.
#[pyclass(name = "Terrain", module = "tileray", frozen)]
#[derive(Debug)]
pub(crate) struct PyTerrain {
    /// Queries take a clone, and so do not hinder edits: an edit copies the few blocks that it changes.
    current: Mutex<Arc<Terrain>>,
    bounds: Rect,
}

/// A rectangle of pixels: left, top, and one past right and bottom.
type Corners = (i32, i32, i32, i32);

impl PyTerrain {
    pub(crate) fn of_mask(mask: &SolidityMap) -> PyResult<Self> {
        let terrain = Terrain::from_solidity_at(mask, IVec2::ZERO).map_err(too_large)?;
        Ok(Self::new(terrain, Rect::from_size(IVec2::ZERO, mask.size())))
    }

    fn new(terrain: Terrain, bounds: Rect) -> Self {
        Self { current: Mutex::new(Arc::new(terrain)), bounds }
    }

    /// Returns the terrain as it is now.
    pub(crate) fn snapshot(&self) -> Arc<Terrain> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn edit<R>(&self, work: impl FnOnce(&mut Terrain) -> R) -> R {
        work(Arc::make_mut(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn circle(&self, x: f64, y: f64, radius: f64, paint: impl FnOnce(&mut Terrain, Vec2, f32) -> Rect) -> PyResult<Option<Corners>> {
        let center = Vec2::new(arrays::finite(x, "x")? as f32, arrays::finite(y, "y")? as f32);
        let radius = arrays::length(radius, "radius")?;
        Ok(corners(self.edit(|terrain| paint(terrain, center, radius))))
    }
}

#[pymethods]
impl PyTerrain {
    /// Opens a picture in the PNG format.
    ///
    /// Parameters
    /// ----------
    /// path : str or path-like
    /// dark : bool
    ///     Solid is what is dark, as in pictures of occupancy grids. By default, solid is what is not transparent.
    /// threshold : int, optional
    ///     From 0 to 255. With `dark`, pixels with a luma below it are solid; 128 by default. Else those with an
    ///     alpha of at least it; 1 by default.
    ///
    /// Raises
    /// ------
    /// FileNotFoundError, ValueError
    ///     The message names the file, the fault and the remedy.
    #[staticmethod]
    #[pyo3(signature = (path, dark=false, threshold=None))]
    fn from_png(py: Python<'_>, path: PathBuf, dark: bool, threshold: Option<i64>) -> PyResult<Self> {
        let threshold = threshold.unwrap_or(if dark { 128 } else { 1 });
        let threshold = u8::try_from(threshold)
            .map_err(|_| value_error("threshold", "a number from 0 to 255", &threshold.to_string()))?;
        let rule = match dark {
            true => SolidityRule::LumaBelow(threshold),
            false => SolidityRule::Alpha(AlphaThreshold::at_least(threshold)),
        };
        py.detach(|| {
            let mask = SolidityMap::open_with(path, &LoadOptions::default().with_rule(rule)).map_err(load_error)?;
            Self::of_mask(&mask)
        })
    }

    /// Opens a map of the Tiled editor (TMX, TMJ), a world of Tiled, or a project of LDtk.
    ///
    /// Parameters
    /// ----------
    /// path : str or path-like
    /// level : str, optional
    ///     The name of a level of a world or a project. By default all levels of its first world are put together.
    /// layers : list of str, optional
    ///     The names of the layers that are solid. By default the map's property `solid` decides.
    ///
    /// Raises
    /// ------
    /// FileNotFoundError, ValueError
    ///     The message names the file, the place in it, the fault and the remedy.
    #[staticmethod]
    #[pyo3(signature = (path, level=None, layers=None))]
    fn from_map(py: Python<'_>, path: PathBuf, level: Option<String>, layers: Option<Vec<String>>) -> PyResult<Self> {
        py.detach(|| {
            let map = open_map(&path, level.as_deref())?;
            let layers = match layers {
                Some(names) => {
                    LayerSet::named(&map, names).map_err(|error| PyValueError::new_err(format!("layers: {error}")))?
                }
                None => LayerSet::solid(&map),
            };
            let terrain = Terrain::from_layers(&map, &layers).map_err(too_large)?;
            let bounds = terrain.bounds();
            Ok(Self::new(terrain, bounds))
        })
    }

    /// Makes the terrain of an array of pixels.
    ///
    /// Parameters
    /// ----------
    /// solid : ndarray of bool or uint8, shape (height, width)
    ///     Pixel (x, y) is solid where `solid[y, x]` is not 0.
    #[staticmethod]
    fn from_array(py: Python<'_>, solid: &Bound<'_, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "an array of bool or uint8 of shape (height, width)";
        // The bytes of a bool are 0 and 1.
        let is_array = solid.cast::<numpy::PyUntypedArray>();
        let kind: String = match &is_array {
            Ok(array) => array.dtype().getattr("str")?.extract()?,
            Err(_) => String::new(),
        };
        let bytes = match &*kind {
            "|b1" => solid.call_method1("view", ("uint8",)).or_else(|_| solid.call_method1("astype", ("uint8",)))?,
            "|u1" => solid.clone(),
            _ => return Err(value_error("solid", EXPECTED, &describe(solid))),
        };
        let array: Bound<'_, PyArrayDyn<u8>> = converted(&bytes, "solid", EXPECTED, "u", "uint8")?;
        let &[height, width] = array.shape() else {
            return Err(value_error("solid", EXPECTED, &describe(solid)));
        };
        let side = |side: usize| u32::try_from(side).ok().filter(|&side| side <= 1 << 24);
        let (Some(columns), Some(rows)) = (side(width), side(height)) else {
            return Err(value_error("solid", "at most 2^24 pixels a side", &describe(solid)));
        };
        let bytes = array.try_readonly().map_err(|error| PyValueError::new_err(format!("solid: {error}")))?.to_vec();
        let bytes = bytes.map_err(|error| PyValueError::new_err(format!("solid: {error}")))?;
        py.detach(|| {
            let mask = SolidityMap::from_fn(columns, rows, |x, y| bytes[y as usize * width + x as usize] != 0);
            Self::of_mask(&mask)
        })
    }

    /// The pixels of the terrain: left, top, and one past right and bottom.
    ///
    /// Those of an array or a picture begin at (0, 0). Those of a tile map are extended to multiples of 16 pixels.
    #[getter]
    fn bounds(&self) -> Corners {
        let Rect { min, max } = self.bounds;
        (min.x, min.y, max.x, max.y)
    }

    /// The width and the height in pixels.
    #[getter]
    fn size(&self) -> (u32, u32) {
        self.bounds.size().into()
    }

    /// The names of the map's layers, from back to front; empty for the terrain of an array or a picture.
    #[getter]
    fn layers(&self) -> Vec<String> {
        self.snapshot().map().map_or_else(Vec::new, |map| map.layers().map(|layer| layer.path().to_owned()).collect())
    }

    /// The names of the map's tile sets; empty for the terrain of an array or a picture.
    #[getter]
    fn tile_sets(&self) -> Vec<String> {
        self.snapshot().map().map_or_else(Vec::new, |map| map.tile_sets().map(|set| set.name().to_owned()).collect())
    }

    /// The bytes that the solid pixels take in memory.
    #[getter]
    fn nbytes(&self) -> usize {
        self.snapshot().memory()
    }

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
        let array = output(py, None, "out", &[points.len()], "bool")?;
        let mut borrowed = write(&array, "out")?;
        let answers = numbers(&mut borrowed, "out")?;
        py.detach(|| {
            for (answer, [x, y]) in answers.iter_mut().zip(points) {
                *answer = !x.is_nan() && !y.is_nan() && terrain.is_solid(ivec2(x.floor() as i32, y.floor() as i32));
            }
        });
        drop(borrowed);
        Ok(array)
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
    fn to_array<'py>(&self, py: Python<'py>, layers: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let terrain = self.snapshot();
        let layers = layer_mask(&terrain, layers)?;
        let (width, height) = (self.bounds.width() as usize, self.bounds.height() as usize);
        let array = output(py, None, "out", &[height, width], "bool")?;
        let mut borrowed = write(&array, "out")?;
        let pixels = numbers(&mut borrowed, "out")?;
        let bounds = self.bounds;
        py.detach(|| {
            if width == 0 {
                return Ok(());
            }
            let mask = terrain.try_to_mask(bounds, layers).map_err(|error| PyValueError::new_err(error.to_string()))?;
            for (y, row) in (0..).zip(pixels.chunks_exact_mut(width)) {
                for (x, pixel) in (0..).zip(row) {
                    *pixel = mask.get(x, y);
                }
            }
            Ok(())
        })
        .map_err(|error: PyErr| error)?;
        drop(borrowed);
        Ok(array)
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
        let array = output(py, out, "out", &[rays.len()], "float32")?;
        let mut borrowed = write(&array, "out")?;
        let ranges = numbers(&mut borrowed, "out")?;
        py.detach(|| {
            with_threads(|| {
                let mut chunk = Vec::with_capacity(CHUNK.min(rays.len()));
                for (rays, ranges) in rays.chunks(CHUNK).zip(ranges.chunks_mut(CHUNK)) {
                    set_rays(&mut chunk, rays, max_range);
                    terrain.ranges(&chunk, max_range, &options, ranges);
                }
            });
        });
        drop(borrowed);
        Ok(array)
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
        let array = output(py, out, "out", &[poses.len(), angles.len()], "float32")?;
        let mut borrowed = write(&array, "out")?;
        let ranges = numbers(&mut borrowed, "out")?;
        if !ranges.is_empty() {
            py.detach(|| {
                let poses: Vec<Pose> = poses.iter().map(|&[x, y, theta]| Pose::new((x, y), theta)).collect();
                with_threads(|| terrain.scan(&poses, &angles, max_range, &options, ranges));
            });
        }
        drop(borrowed);
        Ok(array)
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
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
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
        let array: Bound<'py, PyArrayDyn<u8>> = output(py, None, "out", &[rays.len() * RECORD], "uint8")?;
        let mut borrowed = write(&array, "out")?;
        let records = numbers(&mut borrowed, "out")?;
        py.detach(|| {
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
        });
        drop(borrowed);
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
        let array = output(py, None, "out", &[starts.len()], "bool")?;
        let mut borrowed = write(&array, "out")?;
        let seen = numbers(&mut borrowed, "out")?;
        py.detach(|| {
            let pairs = starts.iter().zip(&ends).map(|(&start, &end)| (Vec2::from(start), Vec2::from(end)));
            let pairs: Vec<(Vec2, Vec2)> = pairs.collect();
            with_threads(|| terrain.line_of_sight_batch(&pairs, &options, seen));
        });
        drop(borrowed);
        Ok(array)
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
        let array = output(py, None, "out", &[region.points().len(), 2], "float32")?;
        let mut borrowed = write(&array, "out")?;
        for (corner, point) in numbers(&mut borrowed, "out")?.chunks_exact_mut(2).zip(region.points()) {
            corner.copy_from_slice(&point.to_array());
        }
        drop(borrowed);
        Ok(array)
    }

    /// Frees the pixels whose centers lie within `radius` of (x, y), on all layers.
    ///
    /// Returns
    /// -------
    /// (left, top, right, bottom) or None
    ///     The pixels outside of which nothing changed; None if nothing did.
    fn carve_circle(&self, x: f64, y: f64, radius: f64) -> PyResult<Option<Corners>> {
        self.circle(x, y, radius, |terrain, center, radius| terrain.carve_circle(center, radius))
    }

    /// Makes the pixels solid whose centers lie within `radius` of (x, y), on the backmost layer.
    ///
    /// A terrain does not grow: only pixels within its `bounds`, extended to multiples of 16 pixels, become solid.
    ///
    /// Returns
    /// -------
    /// (left, top, right, bottom) or None
    ///     The pixels outside of which nothing changed; None if nothing did.
    fn fill_circle(&self, x: f64, y: f64, radius: f64) -> PyResult<Option<Corners>> {
        self.circle(x, y, radius, |terrain, center, radius| terrain.fill_circle(center, radius))
    }

    /// Puts a tile into a cell of a tile map, or clears the cell.
    ///
    /// Parameters
    /// ----------
    /// layer : int
    ///     The index of the layer in `layers`.
    /// cell : (int, int)
    ///     Column and row.
    /// tile : (int, int) or (int, int, int) or None
    ///     The index of the tile set in `tile_sets`, the id of the tile in it, and its orientation: the sum of 1 for a
    ///     horizontal flip, 2 for a vertical one and 4 for a diagonal one before them. None clears the cell.
    ///
    /// Returns
    /// -------
    /// (left, top, right, bottom) or None
    ///     The pixels outside of which nothing changed; None if nothing did.
    #[pyo3(signature = (layer, cell, tile))]
    fn set_tile(&self, layer: usize, cell: (i32, i32), tile: Option<Bound<'_, PyTuple>>) -> PyResult<Option<Corners>> {
        let tile = tile.map(|tile| tile_of(&tile)).transpose()?;
        let edited = self.edit(|terrain| terrain.set_tile(layer, cell.into(), tile));
        edited.map(corners).map_err(|error| PyValueError::new_err(format!("set_tile: {error}")))
    }

    /// Returns a copy. Both share their memory until one of them is edited.
    fn copy(&self) -> Self {
        Self { current: Mutex::new(self.snapshot()), bounds: self.bounds }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Corners, Corners, Bound<'py, PyBytes>))> {
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
        Ok((make, (corners(slf.get().bounds), corners(stored), PyBytes::new(py, &bits))))
    }

    /// Makes a terrain of what `__reduce__` wrote.
    #[classmethod]
    fn _from_bits(_class: &Bound<'_, PyType>, bounds: Corners, stored: Corners, bits: &[u8]) -> PyResult<Self> {
        let rect = |(left, top, right, bottom): Corners| Rect::new(ivec2(left, top), ivec2(right, bottom));
        let (bounds, stored) = (rect(bounds), rect(stored));
        let row_bytes = stored.width().div_ceil(8) as usize;
        if row_bytes.checked_mul(stored.height() as usize) != Some(bits.len()) || stored.intersection(&bounds) != bounds {
            return Err(PyValueError::new_err("these are not the bytes of a pickled terrain"));
        }
        let is_solid = |x: u32, y: u32| bits[y as usize * row_bytes + x as usize / 8] >> (x % 8) & 1 != 0;
        let mask = SolidityMap::from_fn(stored.width(), stored.height(), is_solid);
        Ok(Self::new(Terrain::from_solidity_at(&mask, stored.min).map_err(too_large)?, bounds))
    }

    fn __repr__(&self) -> String {
        let terrain = self.snapshot();
        let (width, height) = self.size();
        let source = match terrain.map() {
            Some(map) => format!("of a tile map with {} layers", map.layers().len()),
            None => "of pixels".into(),
        };
        format!("<tileray.Terrain {width}x{height} {source}, {} KiB>", terrain.memory().div_ceil(1024))
    }
}

const RAYS: &str = "an array of numbers of shape (n, 4), whose rows are (x, y, dx, dy)";

fn set_rays(list: &mut Vec<Ray>, rays: &[[f32; 4]], length: f32) {
    list.clear();
    list.extend(rays.iter().map(|&[x, y, dx, dy]| Ray::new((x, y), (dx, dy), length)));
}

fn corners(rect: Rect) -> Option<Corners> {
    (rect != Rect::EMPTY).then_some((rect.min.x, rect.min.y, rect.max.x, rect.max.y))
}

fn tile_of(tile: &Bound<'_, PyTuple>) -> PyResult<Tile> {
    let (set, id, orientation) = match tile.len() {
        2 => tile.extract::<(i64, i64)>().map(|(set, id)| (set, id, 0)),
        _ => tile.extract::<(i64, i64, i64)>(),
    }
    .map_err(|_| value_error("tile", "(tile set, id), (tile set, id, orientation) or None", &tile.to_string()))?;
    let range = |name: &str, most: u64| value_error("tile", &format!("{name} from 0 to {most}"), &tile.to_string());
    Ok(Tile {
        set: u16::try_from(set).map_err(|_| range("a tile set", u64::from(u16::MAX)))?,
        id: u32::try_from(id).map_err(|_| range("an id", u64::from(u32::MAX)))?,
        orientation: usize::try_from(orientation)
            .ok()
            .and_then(|index| Orientation::ALL.get(index).copied())
            .ok_or_else(|| range("an orientation", 7))?,
    })
}

fn open_map(path: &Path, level: Option<&str>) -> PyResult<TileMap> {
    let mut start = Vec::new();
    // What cannot be read is reported by the reader below.
    if let Ok(file) = File::open(path)
        && path.is_file()
    {
        file.take(4096).read_to_end(&mut start).ok();
    }
    let map = match (Project::recognizes(&start), level) {
        (true, Some(name)) => Project::open(path).and_then(|project| project.map_named(name)),
        (true, None) => Project::open(path).and_then(|project| project.world_map(0)),
        (false, None) => TileMap::open(path),
        (false, Some(name)) => {
            let error = format!("level: {} is no world and no project, so it has no level '{name}'", path.display());
            return Err(PyValueError::new_err(error));
        }
    };
    map.map_err(load_error)
}

fn load_error(error: LoadError) -> PyErr {
    let text = error.to_string();
    match error.kind() {
        LoadErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

fn too_large(error: tileray::terrain::TerrainError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
