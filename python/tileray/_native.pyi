from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Literal, Optional, Protocol, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Path = Union[str, PathLike[str]]
_Layers = Optional[Iterable[Union[int, str]]]
_Corners = tuple[int, int, int, int]
_Origin = tuple[float, float, float]
_Traversal = Literal["exact", "bresenham"]
_Inside = Literal["hit", "leave"]
_NoReturn = Literal["max", "inf"]
_Agents = Optional[Union[ArrayLike, Sequence[ArrayLike]]]
"""Discs (x, y, radius), boxes (x, y, theta, length, width), and polygons of shape (k, 2)."""

HIT_DTYPE: np.dtype[np.void]
"""The dtype of the records that `Terrain.raycast` returns."""

class _Array(Protocol):
    """A record batch of Arrow: of pyarrow, tileray and others."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class _Stream(Protocol):
    """Batches of Arrow: a table of pyarrow, a data frame of polars, a stream of any library."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

_Batch = Union[_Array, _Stream]

class RecordBatch:
    """Columns that a query returns, for every library with the Arrow PyCapsule interface."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    def __len__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...

class ScanFrame:
    """The frame of a robot's map: converts meters of the world, y up, to pixels of the map, y down, and back."""

    def __new__(cls, resolution: float, origin: _Origin, height: int) -> ScanFrame: ...
    @property
    def resolution(self) -> float:
        """The meters a pixel."""
    @property
    def origin(self) -> _Origin:
        """The point of the world at the lower left corner of the map, and the angle to the x axis of the map."""
    @property
    def height(self) -> int:
        """The rows of the map."""
    def points_to_pixels(self, points: ArrayLike) -> NDArray[np.float64]:
        """Converts points (x, y), an array of shape (n, 2), from meters to pixels."""
    def points_to_world(self, points: ArrayLike) -> NDArray[np.float64]:
        """Converts points (x, y), an array of shape (n, 2), from pixels to meters."""
    def poses_to_pixels(self, poses: ArrayLike) -> NDArray[np.float64]:
        """Converts poses (x, y, theta), an array of shape (n, 3), from the world to the map."""
    def poses_to_world(self, poses: ArrayLike) -> NDArray[np.float64]:
        """Converts poses (x, y, theta), an array of shape (n, 3), from the map to the world."""

class Terrain:
    """Solid pixels, fast to cast rays through, and to edit. x points right and y down; lengths are pixels."""

    @staticmethod
    def from_png(path: _Path, dark: bool = False, threshold: Optional[int] = None) -> Terrain:
        """Opens a picture in the PNG format; solid is what is not transparent, or with `dark` what is dark."""
    @staticmethod
    def from_map(path: _Path, level: Optional[str] = None, layers: Optional[list[str]] = None) -> Terrain:
        """Opens a map of the Tiled editor (TMX, TMJ), a world of Tiled, or a project of LDtk."""
    @staticmethod
    def from_ros(path: _Path, unknown: Literal["free", "solid"] = "free") -> Terrain:
        """Opens the map of a robot: a `map.yaml` and its picture. The terrain has a `frame`."""
    @staticmethod
    def from_array(
        solid: NDArray[Union[np.bool_, np.uint8]], *, resolution: Optional[float] = None, origin: _Origin = (0.0, 0.0, 0.0)
    ) -> Terrain:
        """Makes the terrain of an array of shape (height, width): pixel (x, y) is solid where `solid[y, x]` is not 0."""
    @property
    def bounds(self) -> _Corners:
        """The pixels of the terrain: left, top, and one past right and bottom."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    @property
    def frame(self) -> Optional[ScanFrame]:
        """The frame of a robot's map, or None."""
    @property
    def layers(self) -> list[str]:
        """The names of the map's layers, from back to front."""
    @property
    def tile_sets(self) -> list[str]:
        """The names of the map's tile sets."""
    @property
    def nbytes(self) -> int:
        """The bytes that the solid pixels take in memory."""
    def is_solid(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Returns whether the pixels of points, an array of shape (n, 2), are solid."""
    def to_array(self, layers: _Layers = None) -> NDArray[np.bool_]:
        """Returns the solid pixels as an array of shape (height, width)."""
    def ranges(
        self,
        rays: ArrayLike,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        no_return: _NoReturn = "max",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
        out: Optional[NDArray[np.float32]] = None,
    ) -> NDArray[np.float32]:
        """Measures the distance from the origin of each ray (x, y, dx, dy) to the first solid pixel or agent."""
    def scan(
        self,
        poses: ArrayLike,
        angles: ArrayLike,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        no_return: _NoReturn = "max",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
        out: Optional[NDArray[np.float32]] = None,
    ) -> NDArray[np.float32]:
        """Measures the ranges of beams from poses (x, y, theta): each pose has a beam at each angle."""
    def scan_world(
        self,
        poses: ArrayLike,
        angles: ArrayLike,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        no_return: _NoReturn = "max",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
        out: Optional[NDArray[np.float32]] = None,
    ) -> NDArray[np.float32]:
        """Measures ranges like `scan`, in meters of the world: for a terrain with a `frame`."""
    def scan_batch(
        self,
        batch: _Batch,
        angles: ArrayLike,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        no_return: _NoReturn = "max",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
    ) -> RecordBatch:
        """Measures ranges like `scan`, of poses in columns of Arrow: a column `ranges` of lists."""
    def scan_world_batch(
        self,
        batch: _Batch,
        angles: ArrayLike,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        no_return: _NoReturn = "max",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
    ) -> RecordBatch:
        """Measures ranges like `scan_world`, of poses in columns of Arrow."""
    def raycast(
        self,
        rays: ArrayLike,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
    ) -> NDArray[np.void]:
        """Finds the first solid pixel or agent on each ray (x, y, dx, dy): an array of HIT_DTYPE."""
    def raycast_batch(
        self,
        batch: _Batch,
        max_range: float,
        *,
        traversal: _Traversal = "exact",
        inside: _Inside = "hit",
        layers: _Layers = None,
        agents: _Agents = None,
        exclude: Optional[ArrayLike] = None,
    ) -> RecordBatch:
        """Finds hits like `raycast`, of rays in columns of Arrow: a column `hit` of structs, null where nothing is hit."""
    def line_of_sight(
        self, starts: ArrayLike, ends: ArrayLike, *, layers: _Layers = None
    ) -> NDArray[np.bool_]:
        """Tells whether pairs of points, arrays of shape (n, 2), see each other."""
    def visible_region(
        self, x: float, y: float, radius: float, *, angle: float = 0.0, sweep: float = ..., layers: _Layers = None
    ) -> NDArray[np.float32]:
        """Returns the polygon that a point sees within a radius: an array of shape (k, 2)."""
    def carve_circle(self, x: float, y: float, radius: float) -> Optional[_Corners]:
        """Frees the pixels whose centers lie within `radius` of (x, y), on all layers."""
    def fill_circle(self, x: float, y: float, radius: float) -> Optional[_Corners]:
        """Makes the pixels solid whose centers lie within `radius` of (x, y), on the backmost layer."""
    def set_tile(self, layer: int, cell: tuple[int, int], tile: Optional[tuple[int, ...]]) -> Optional[_Corners]:
        """Puts a tile (tile set, id) or (tile set, id, orientation) into a cell of a tile map, or clears the cell."""
    def copy(self) -> Terrain:
        """Returns a copy. Both share their memory until one of them is edited."""
    def __copy__(self) -> Terrain: ...
    def __deepcopy__(self, memo: Any) -> Terrain: ...

class RangeMethod:
    """The engine of the classes in `tileray.range_libc`."""

    def __new__(
        cls, terrain: Terrain, max_range: float, scale: float, origin: tuple[float, float], angle: float
    ) -> RangeMethod: ...
    def calc_range(self, x: float, y: float, heading: float) -> float: ...
    def calc_range_repeat_angles(self, ins: ArrayLike, angles: ArrayLike, outs: NDArray[np.float32]) -> None: ...
    def mark(self, ins: ArrayLike, in_world: bool, angles: ArrayLike, marks: NDArray[np.uint8]) -> None: ...
    def set_sensor_model(self, table: ArrayLike) -> None: ...
    def eval_sensor_model(
        self, observation: ArrayLike, ranges: ArrayLike, outs: NDArray[np.float64], num_rays: int, num_particles: int
    ) -> None: ...
    def calc_range_repeat_angles_eval_sensor_model(
        self, ins: ArrayLike, angles: ArrayLike, obs: ArrayLike, weights: NDArray[np.float64]
    ) -> None: ...
