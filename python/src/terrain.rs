//! The class `Terrain` of the package.

use crate::arrays::{self, converted, describe, value_error};
use crate::frame::{PyScanFrame, frame_of};
use crate::map_source::{MapArguments, MapSource, load_error};
use crate::options::is_second;
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tileray::glam::{IVec2, Vec2};
use tileray::load::{LoadOptions, OccupancyMap};
use tileray::scan::ScanFrame;
use tileray::solidity::{AlphaThreshold, Orientation, SolidityRule};
use tileray::{Rect, SolidityMap, Terrain, Tile};

/// Solid pixels, fast to cast rays through, and to edit.
///
/// The frame is that of images: x points right and y down, lengths are pixels, and angles are radians that grow from +x
/// toward +y. Pixel (i, j) is the square from (i, j) to (i + 1, j + 1). Outside the terrain nothing is solid.
///
/// Make one by `from_array`, `from_png`, `from_map` or `from_ros`. Those of robots' maps have a `frame`, and `scan_world` takes
/// and returns meters. All methods may be called from any thread. A query sees
/// the terrain as it was when the query began, whatever other threads edit meanwhile. Queries release Python's lock and run
/// on all processors; the environment variable RAYON_NUM_THREADS bounds their number.
#[pyclass(name = "Terrain", module = "tileray", frozen)]
#[derive(Debug)]
pub(crate) struct PyTerrain {
    /// Queries take a clone, and so do not hinder edits: an edit copies the few blocks that it changes.
    current: Mutex<Arc<Terrain>>,
    pub(crate) bounds: Rect,
    pub(crate) frame: Option<ScanFrame>,
    source: Option<Arc<MapSource>>,
}

/// A rectangle of pixels: left, top, and one past right and bottom.
pub(crate) type Corners = (i32, i32, i32, i32);

impl PyTerrain {
    pub(crate) fn of_mask(mask: &SolidityMap) -> PyResult<Self> {
        let terrain = Terrain::from_solidity_at(mask, IVec2::ZERO).map_err(too_large)?;
        Ok(Self::new(terrain, Rect::from_size(IVec2::ZERO, mask.size())))
    }

    pub(crate) fn new(terrain: Terrain, bounds: Rect) -> Self {
        Self { current: Mutex::new(Arc::new(terrain)), bounds, frame: None, source: None }
    }

    /// Creates the terrain of a tile map, with edits or without.
    pub(crate) fn of_map(source: Arc<MapSource>, terrain: Terrain) -> Self {
        let bounds = terrain.bounds();
        Self { source: Some(source), ..Self::new(terrain, bounds) }
    }

    pub(crate) fn with_frame(self, frame: Option<ScanFrame>) -> Self {
        Self { frame, ..self }
    }

    /// Returns the tile map that the terrain was made of.
    pub(crate) fn source(&self) -> Option<&MapSource> {
        self.source.as_deref()
    }

    /// Returns the terrain as it is now.
    pub(crate) fn snapshot(&self) -> Arc<Terrain> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn edit<R>(&self, work: impl FnOnce(&mut Terrain) -> R) -> R {
        work(Arc::make_mut(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn circle(
        &self,
        x: f64,
        y: f64,
        radius: f64,
        paint: impl FnOnce(&mut Terrain, Vec2, f32) -> Rect,
    ) -> PyResult<Option<Corners>> {
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
            let mask = SolidityMap::open_with(path, &LoadOptions::default().rule(rule)).map_err(load_error)?;
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
    /// The terrain keeps the bytes of the map's files, so that it can be pickled.
    ///
    /// Raises
    /// ------
    /// FileNotFoundError, ValueError
    ///     The message names the file, the place in it, the fault and the remedy.
    #[staticmethod]
    #[pyo3(signature = (path, level=None, layers=None))]
    fn from_map(py: Python<'_>, path: PathBuf, level: Option<String>, layers: Option<Vec<String>>) -> PyResult<Self> {
        py.detach(|| {
            let source = MapSource::open(MapArguments { path, level, layers })?;
            let terrain = source.terrain.clone();
            Ok(Self::of_map(Arc::new(source), terrain))
        })
    }

    /// Opens the map of a robot: a `map.yaml` and its picture, PGM or PNG, as ROS's `map_saver` writes them.
    ///
    /// Parameters
    /// ----------
    /// path : str or path-like
    ///     The `map.yaml`.
    /// unknown : {'free', 'solid'}
    ///     What the pixels are that are neither free nor occupied.
    ///
    /// Returns
    /// -------
    /// Terrain
    ///     With a `frame`.
    ///
    /// Raises
    /// ------
    /// FileNotFoundError, ValueError
    ///     The message names the file, the place in it, the fault and the remedy.
    #[staticmethod]
    #[pyo3(signature = (path, unknown="free"))]
    fn from_ros(py: Python<'_>, path: PathBuf, unknown: &str) -> PyResult<Self> {
        let is_solid = is_second(["free", "solid"], unknown, "unknown")?;
        py.detach(|| {
            let map = OccupancyMap::open(path).map_err(load_error)?;
            let terrain = Self::of_mask(map.occupied())?.with_frame(Some(map.frame));
            if is_solid {
                terrain.edit(|terrain| terrain.fill_mask(map.unknown(), IVec2::ZERO));
            }
            Ok(terrain)
        })
    }

    /// Makes the terrain of an array of pixels.
    ///
    /// Parameters
    /// ----------
    /// solid : ndarray of bool or uint8, shape (height, width)
    ///     Pixel (x, y) is solid where `solid[y, x]` is not 0. Row 0 is at the top: the rows of a ROS `OccupancyGrid` begin
    ///     at the bottom, so give `grid[::-1]`.
    /// resolution : float, optional
    ///     The meters a pixel. It gives the terrain a `frame`.
    /// origin : (float, float, float)
    ///     The point of the world at which the lower left corner lies, in meters, and the angle to the map's x axis.
    #[staticmethod]
    #[pyo3(signature = (solid, *, resolution=None, origin=(0.0, 0.0, 0.0)))]
    fn from_array(
        py: Python<'_>,
        solid: &Bound<'_, PyAny>,
        resolution: Option<f64>,
        origin: (f64, f64, f64),
    ) -> PyResult<Self> {
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
        let frame = resolution.map(|resolution| frame_of(resolution, origin, rows)).transpose()?;
        let bytes = array.try_readonly().map_err(|error| PyValueError::new_err(format!("solid: {error}")))?.to_vec();
        let bytes = bytes.map_err(|error| PyValueError::new_err(format!("solid: {error}")))?;
        py.detach(|| {
            let mask = SolidityMap::from_fn(columns, rows, |x, y| bytes[y as usize * width + x as usize] != 0);
            Ok(Self::of_mask(&mask)?.with_frame(frame))
        })
    }

    /// The pixels of the terrain: left, top, and one past right and bottom.
    ///
    /// An array or a picture begins at (0, 0). The bounds of a tile map are extended to multiples of 16 pixels.
    #[getter]
    fn bounds(&self) -> Corners {
        corners_of(self.bounds)
    }

    /// The width and the height in pixels.
    #[getter]
    fn size(&self) -> (u32, u32) {
        self.bounds.size().into()
    }

    /// The frame of a robot's map, or None.
    #[getter]
    pub(crate) fn frame(&self) -> Option<PyScanFrame> {
        self.frame.map(PyScanFrame)
    }

    /// The names of the map's layers, from back to front; empty for the terrain of an array or a picture.
    #[getter]
    fn layers(&self) -> Vec<String> {
        self.snapshot().map().map_or_else(Vec::new, |map| map.layers().map(|layer| layer.path.clone()).collect())
    }

    /// The names of the map's tile sets; empty for the terrain of an array or a picture.
    #[getter]
    fn tile_sets(&self) -> Vec<String> {
        self.snapshot().map().map_or_else(Vec::new, |map| map.tile_sets().map(|set| set.name.clone()).collect())
    }

    /// The bytes that the solid pixels take in memory.
    #[getter]
    fn nbytes(&self) -> usize {
        self.snapshot().memory()
    }

    /// Frees the pixels whose centers lie within `radius` of (x, y), on all layers.
    ///
    /// Returns
    /// -------
    /// (left, top, right, bottom) or None
    ///     The pixels outside of which nothing changed; None if nothing did.
    fn carve_circle(&self, x: f64, y: f64, radius: f64) -> PyResult<Option<Corners>> {
        self.circle(x, y, radius, Terrain::carve_circle)
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
        self.circle(x, y, radius, Terrain::fill_circle)
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
        let edited = self.edit(|terrain| terrain.set_tile(layer, cell, tile));
        edited.map(corners).map_err(|error| PyValueError::new_err(format!("set_tile: {error}")))
    }

    /// Returns a copy. Both share their memory until one of them is edited.
    fn copy(&self) -> Self {
        let source = self.source.clone();
        Self { current: Mutex::new(self.snapshot()), bounds: self.bounds, frame: self.frame, source }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
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

fn corners(rect: Rect) -> Option<Corners> {
    (rect != Rect::EMPTY).then(|| corners_of(rect))
}

pub(crate) fn corners_of(Rect { min, max }: Rect) -> Corners {
    (min.x, min.y, max.x, max.y)
}

pub(crate) fn rect_of((left, top, right, bottom): Corners) -> Rect {
    Rect::new(IVec2::new(left, top), IVec2::new(right, bottom))
}

fn tile_of(tile: &Bound<'_, PyTuple>) -> PyResult<Tile> {
    let (set, id, orientation) = match tile.len() {
        2 => tile.extract::<(i64, i64)>().map(|(set, id)| (set, id, 0)),
        _ => tile.extract::<(i64, i64, i64)>(),
    }
    .map_err(|_| value_error("tile", "(tile set, id), (tile set, id, orientation) or None", &tile.to_string()))?;
    tile_from(set, id, orientation)
}

pub(crate) fn tile_from(set: i64, id: i64, orientation: i64) -> PyResult<Tile> {
    let found = format!("({set}, {id}, {orientation})");
    let range = |name: &str, most: u64| value_error("tile", &format!("{name} from 0 to {most}"), &found);
    Ok(Tile {
        set: u16::try_from(set).map_err(|_| range("a tile set", u64::from(u16::MAX)))?,
        id: u32::try_from(id).map_err(|_| range("an id", u64::from(u32::MAX)))?,
        orientation: usize::try_from(orientation)
            .ok()
            .and_then(|index| Orientation::ALL.get(index).copied())
            .ok_or_else(|| range("an orientation", 7))?,
    })
}

pub(crate) fn too_large(error: tileray::terrain::TerrainError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
