"""The classes of RangeLibc's Python wrapper: a particle filter changes one import.

    from tileray import range_libc

All range methods are one exact engine, which builds no tables and takes no discretization: the names and the arguments
that choose an algorithm are accepted, and make no difference.

The frames are RangeLibc's, and so are its units:

- `calc_range` takes a pixel (x, y) of the grid and a heading from +x toward +y, and returns pixels.
- All other calls take poses (x, y, theta) of the world and return its units, meters for a map of ROS. Headings and angles
  are counterclockwise.
- A map without a world (a picture, an array) counts as one of 1 m a pixel at (0, 0). As in RangeLibc, x and y are exchanged
  then: `calc_range_many` of (x, y, theta) is `calc_range` of (y, x, pi/2 - theta).
- The grid of a ROS message is transposed, also as in RangeLibc: `isOccupied(row, column)`, and `width()` is the
  message's height.
- `max_range` is in pixels, and so are the rows and columns of the sensor model.

What differs: a range is the exact distance to the border of the first occupied pixel, not to one of its corners or to a
sample near it. Arrays that do not fit are a `ValueError`, not a crash. `set_sensor_model` replaces the table that was set
before. A trace is kept where a method is made with `trace=True`, which RangeLibc must be compiled for.
"""

from __future__ import annotations

import math
import os
import warnings
from typing import Any

import numpy as np

from ._native import RangeMethod, Terrain
from ._png import write_png

__all__ = [
    "SHOULD_USE_CUDA",
    "PyBresenhamsLine",
    "PyCDDTCast",
    "PyGiantLUTCast",
    "PyNull",
    "PyOMap",
    "PyPCDDTCast",
    "PyRayMarching",
    "PyRayMarchingGPU",
    "quaternion_to_angle",
]

# The switches with which RangeLibc was compiled.
USE_CACHED_TRIG = False
USE_ALTERNATE_MOD = False
USE_CACHED_CONSTANTS = False
USE_FAST_ROUND = False
NO_INLINE = False
USE_LRU_CACHE = False
LRU_CACHE_SIZE = 0
SHOULD_USE_CUDA = False
USE_ROS_MAP = True

# Cells of a ROS message with a larger probability, in percent, are occupied.
_FREE_PERCENT = 10


def quaternion_to_angle(q: Any) -> float:
    """Returns the yaw of a quaternion message, in radians."""
    return math.atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))


class PyOMap:
    """An occupancy map.

    Parameters
    ----------
    arg1, arg2
        `PyOMap(path)` or `PyOMap(path, threshold)`: a picture in the PNG format. Pixels darker than the threshold, 128 by
        default, are occupied. If it cannot be read, there is a warning, and `error()` is true.

        `PyOMap(width, height)`: an empty map.

        `PyOMap(array)`: an array of shape (height, width); occupied where it is not 0.

        `PyOMap(message)`: a `nav_msgs/OccupancyGrid`, or any object with its fields. Cells above 10 percent are
        occupied.
    """

    def __init__(self, arg1: Any, arg2: Any = None) -> None:
        self._scale = 1.0
        self._origin = (0.0, 0.0)
        self._angle = 0.0
        self._error: str | None = None
        if isinstance(arg1, (str, bytes, os.PathLike)):
            self._terrain = self._open(os.fsdecode(arg1), 128.0 if arg2 is None else float(arg2))
        elif isinstance(arg1, np.ndarray):
            if arg1.ndim != 2:
                raise ValueError(f"arg1: expected an array of shape (height, width), got one of shape {arg1.shape}")
            self._terrain = Terrain.from_array(np.ascontiguousarray(arg1 != 0))
        elif hasattr(arg1, "info") and hasattr(arg1, "data"):
            self._terrain = self._read_message(arg1)
        elif arg2 is not None and _is_size(arg1) and _is_size(arg2):
            self._terrain = Terrain.from_array(np.zeros((int(arg2), int(arg1)), dtype=bool))
        else:
            raise TypeError(
                "PyOMap takes a path, a path and a threshold, a width and a height, an array or an OccupancyGrid message"
            )

    def _open(self, path: str, threshold: float) -> Terrain:
        if math.isnan(threshold):
            raise ValueError("arg2: expected a threshold, got NaN")
        try:
            # RangeLibc's weights of the colors add up to 0.93, so its grays end at 237, and it compares whole numbers.
            shades = np.arange(256, dtype=np.float32)
            weights = (np.float32(0.229), np.float32(0.587), np.float32(0.114))
            grays = np.floor(weights[0] * shades + weights[1] * shades + weights[2] * shades)
            bound = int(np.count_nonzero(grays < threshold))
            terrain = Terrain.from_png(path, dark=True, threshold=min(bound, 255))
            if bound > 255:
                terrain = Terrain.from_array(np.ones(terrain.size[::-1], dtype=bool))
            return terrain
        except (OSError, ValueError) as error:
            self._error = str(error)
            warnings.warn(f"PyOMap: {error}", RuntimeWarning, stacklevel=3)
            return Terrain.from_array(np.zeros((0, 0), dtype=bool))

    def _read_message(self, message: Any) -> Terrain:
        info = message.info
        width, height = int(info.width), int(info.height)
        data = np.asarray(message.data)
        if width < 0 or height < 0 or data.size != width * height:
            raise ValueError(f"arg1: expected {width} * {height} cells in `data`, got {data.size}")
        position = info.origin.position
        self._scale = float(info.resolution)
        self._origin = (float(position.x), float(position.y))
        self._angle = -quaternion_to_angle(info.origin.orientation)
        occupied = data.reshape(height, width) > _FREE_PERCENT
        # Rows are the first coordinate of the grid.
        return Terrain.from_array(np.ascontiguousarray(occupied.T))

    @property
    def terrain(self) -> Terrain:
        """The terrain of the grid, whose pixel (x, y) is that of the map."""
        return self._terrain

    def save(self, fn: str | bytes | os.PathLike[str]) -> bool:
        """Writes the map as a PNG: white is free, black is occupied. Returns False, which is RangeLibc's success."""
        write_png(os.fsdecode(fn), np.where(self._terrain.to_array(), 0, 255).astype(np.uint8))
        return False

    def isOccupied(self, x: int, y: int) -> bool:
        """Returns whether a pixel is occupied; outside the map none is."""
        return bool(self._terrain.is_solid([[int(x) + 0.5, int(y) + 0.5]])[0])

    def error(self) -> bool:
        """Returns whether the map could not be loaded."""
        return self._error is not None

    def width(self) -> int:
        """Returns the number of pixels along x."""
        return self._terrain.size[0]

    def height(self) -> int:
        """Returns the number of pixels along y."""
        return self._terrain.size[1]


def _is_size(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= int(value) <= 1 << 24


def _poses(ins: Any) -> np.ndarray:
    """Returns poses as rows; other shapes are read row after row, as RangeLibc does."""
    poses = np.asarray(ins)
    if poses.ndim == 2 and poses.shape[1] != 3 and poses.size % 3 == 0:
        warnings.warn(
            f"ins has shape {poses.shape}; its numbers are read three by three, as RangeLibc does. "
            "Poses are the rows of an array of shape (n, 3)",
            RuntimeWarning,
            stacklevel=4,
        )
        poses = np.ascontiguousarray(poses).reshape(-1, 3)
    return poses


class _RangeMethod:
    """Ranges in a map: see the module for frames and units.

    With `trace`, the method keeps the pixels that its rays pass, for `saveTrace`. Each call then takes longer by a step a
    pixel.
    """

    def __init__(self, Map: PyOMap, max_range: float, *, trace: bool = False) -> None:
        if not isinstance(Map, PyOMap):
            raise TypeError(f"Map: expected a PyOMap, got an object of type {type(Map).__name__}")
        if Map._error is not None:
            raise ValueError(f"Map: the map could not be loaded: {Map._error}")
        self.max_range = float(max_range)
        self._map = Map
        self._method = RangeMethod(Map._terrain, self.max_range, Map._scale, Map._origin, Map._angle)
        self._trace = np.zeros((Map.height(), Map.width()), dtype=np.uint8) if trace else None

    def _mark(self, ins: Any, angles: Any, in_world: bool = True) -> None:
        if self._trace is not None:
            self._method.mark(ins, in_world, angles, self._trace)

    def calc_range(self, x: float, y: float, heading: float) -> float:
        """Returns the range from a pixel of the grid, in pixels."""
        answer = self._method.calc_range(x, y, heading)
        self._mark([[x, y, heading]], [0.0], in_world=False)
        return answer

    def _ranges(self, ins: Any, angles: Any, outs: Any) -> None:
        poses = _poses(ins)
        self._method.calc_range_repeat_angles(poses, angles, outs)
        self._mark(poses, angles)

    def calc_range_many(self, ins: Any, outs: Any) -> None:
        """Writes the range of each pose to `outs`, float32 of shape (n,)."""
        self._ranges(ins, [0.0], outs)

    def calc_range_repeat_angles(self, ins: Any, angles: Any, outs: Any) -> None:
        """Writes the ranges of each pose at all angles to `outs`, float32 of shape (n * m,)."""
        self._ranges(ins, angles, outs)

    def calc_range_repeat_angles_eval_sensor_model(self, ins: Any, angles: Any, obs: Any, weights: Any) -> None:
        """Writes the probability of the observed ranges `obs` at the angles, for each pose, to `weights`, float64 of
        shape (n,)."""
        poses = _poses(ins)
        self._method.calc_range_repeat_angles_eval_sensor_model(poses, angles, obs, weights)
        self._mark(poses, angles)

    def calc_range_many_radial_optimized(
        self, num_rays: int, min_angle: float, max_angle: float, ins: Any, outs: Any
    ) -> None:
        """Writes the ranges of each pose at `num_rays` angles from `min_angle` to `max_angle` to `outs`."""
        if num_rays < 1 or len(ins) > 0 and num_rays > len(outs):
            raise ValueError(f"num_rays: expected a number of rays that `outs` has room for, got {num_rays}")
        if not (math.isfinite(min_angle) and math.isfinite(max_angle)):
            raise ValueError(f"min_angle, max_angle: expected finite numbers, got {min_angle} and {max_angle}")
        # Without poses no angle is used, and there may be more rays than memory for them.
        angles = np.linspace(min_angle, max_angle, num_rays) if len(ins) > 0 else [min_angle]
        self._ranges(ins, angles, outs)

    def set_sensor_model(self, table: Any) -> None:
        """Sets the probabilities of observed ranges, in rows, at computed ranges, in columns; both in pixels."""
        self._method.set_sensor_model(table)

    def eval_sensor_model(self, observation: Any, ranges: Any, outs: Any, num_rays: int, num_particles: int) -> None:
        """Writes the probability of an observation for the ranges of each particle to `outs`, float64."""
        self._method.eval_sensor_model(observation, ranges, outs, num_rays, num_particles)

    def saveTrace(self, path: str | bytes | os.PathLike[str]) -> float:
        """Writes a PNG of the map and of the pixels that all rays so far passed, up to the first occupied one.

        Pixels that rays passed are blue, occupied ones are red, or black where a ray ended, and the rest is white. A method
        that was not made with `trace=True` warns and writes nothing, as RangeLibc without its trace does. Returns 0.
        """
        path = os.fsdecode(path)
        if self._trace is None:
            warnings.warn(f"saveTrace: no trace is kept, so '{path}' is not written; make the method with trace=True", stacklevel=2)
            return 0.0
        occupied = self._map.terrain.to_array()
        colors = np.array([[255, 255, 255], [0, 0, 200], [255, 0, 0], [0, 0, 0]], dtype=np.uint8)
        write_png(path, colors[self._trace + 2 * occupied])
        return 0.0


class PyBresenhamsLine(_RangeMethod):
    """Stands for RangeLibc's Bresenham's line."""


class PyRayMarching(_RangeMethod):
    """Stands for RangeLibc's ray marching."""


class PyRayMarchingGPU(_RangeMethod):
    """Stands for RangeLibc's ray marching on a GPU; runs on all processors."""


class _DiscretizedMethod(_RangeMethod):
    def __init__(self, Map: PyOMap, max_range: float, theta_disc: int, *, trace: bool = False) -> None:
        super().__init__(Map, max_range, trace=trace)
        self.theta_disc = int(theta_disc)


class PyCDDTCast(_DiscretizedMethod):
    """Stands for RangeLibc's compressed directional distance transform; `theta_disc` makes no difference."""

    def prune(self, max_range: float = -1.0) -> None:
        """Does nothing: there is no table to prune."""


class PyPCDDTCast(PyCDDTCast):
    """Stands for a pruned `PyCDDTCast`."""


class PyGiantLUTCast(_DiscretizedMethod):
    """Stands for RangeLibc's giant lookup table; `theta_disc` makes no difference."""


class PyNull:
    """Stands for RangeLibc's method that computes no ranges, by which the cost of calls is measured."""

    def __init__(self, Map: PyOMap, max_range: float, theta_disc: int) -> None:
        pass

    def calc_range(self, x: float, y: float, heading: float) -> float:
        """Returns x + y + heading."""
        return x + y + heading

    def calc_range_many(self, ins: Any, outs: Any) -> None:
        """Does nothing."""
