"""The scan simulator of f1tenth_gym, exact and without numba, scipy, Pillow and PyYAML.

    import f110_gym.envs.base_classes as base_classes
    from tileray.f1tenth import ScanSimulator2D, ray_cast

    base_classes.ScanSimulator2D = ScanSimulator2D
    base_classes.ray_cast = ray_cast

What differs: beams have their exact angles instead of one of `theta_dis` steps, ranges are exact instead of the sum of the
steps of a distance field, outside the map nothing is solid, and a scanner within an opponent has the range 0. `eps` and
`theta_dis` are accepted, and make no difference.
"""

from __future__ import annotations

import math
import os
import re
from typing import Any

import numpy as np

from ._native import Terrain

__all__ = ["ScanSimulator2D", "ray_cast"]

# Grays up to this one are walls.
_DARKEST_FREE = 129

# Terrain without a wall: rays in it meet agents only.
_NOTHING = Terrain.from_array(np.zeros((1, 1), dtype=bool))


class ScanSimulator2D:
    """A laser scanner in a map of f1tenth_gym.

    Parameters
    ----------
    num_beams : int
    fov : float
        The angle from the first beam to the last, in radians.
    eps, theta_dis
        Make no difference.
    max_range : float
        In meters.
    """

    def __init__(
        self, num_beams: int, fov: float, eps: float = 0.0001, theta_dis: int = 2000, max_range: float = 30.0
    ) -> None:
        if num_beams < 1:
            raise ValueError(f"num_beams: expected a number above 0, got {num_beams}")
        self.num_beams = num_beams
        self.fov = fov
        self.eps = eps
        self.theta_dis = theta_dis
        self.max_range = max_range
        self.angle_increment = fov / max(num_beams - 1, 1)
        self.map_height: int | None = None
        self.map_width: int | None = None
        self.map_resolution: float | None = None
        self.origin: tuple[float, float, float] | None = None
        self.terrain: Terrain | None = None
        self._angles = (np.arange(num_beams) * self.angle_increment - fov / 2.0).astype(np.float32)

    def set_map(self, map_path: str | os.PathLike[str], map_ext: str) -> bool:
        """Opens a map: `map_path` is its YAML file, and the picture beside it has the same name and `map_ext`.

        Grays up to 128 are walls. Returns True.

        Raises
        ------
        FileNotFoundError, ValueError
            The message names the file, the fault and the remedy.
        """
        path = os.fspath(map_path)
        resolution, origin = _read_yaml(path)
        picture = os.path.splitext(path)[0] + map_ext
        if _is_pgm(picture):
            walls = _read_pgm(picture) < _DARKEST_FREE
        else:
            walls = Terrain.from_png(picture, dark=True, threshold=_DARKEST_FREE).to_array()
        self.terrain = Terrain.from_array(walls, resolution=resolution, origin=origin)
        self.map_height, self.map_width = walls.shape
        self.map_resolution = resolution
        self.origin = origin
        return True

    def scan(self, pose: Any, rng: np.random.Generator | None, std_dev: float = 0.01) -> np.ndarray:
        """Returns the ranges of all beams in meters, from right to left: float64 of shape (num_beams,).

        Parameters
        ----------
        pose : array of numbers, shape (3,)
            (x, y, theta): meters, and radians counterclockwise.
        rng : numpy.random.Generator, optional
            Adds noise to the ranges.
        std_dev : float
            The standard deviation of the noise, in meters.
        """
        if self.terrain is None:
            raise ValueError("Map is not set for scan simulator; call set_map first.")
        poses = np.asarray(pose, dtype=np.float64).reshape(1, -1)
        scanned = self.terrain.scan_world(poses, self._angles, self.max_range)
        ranges: np.ndarray = scanned[0].astype(np.float64)
        if rng is not None:
            ranges += rng.normal(0.0, std_dev, size=self.num_beams)
        return ranges

    def get_increment(self) -> float:
        """Returns the angle between neighboring beams, in radians."""
        return self.angle_increment


def ray_cast(pose: Any, scan: np.ndarray, scan_angles: Any, vertices: Any) -> np.ndarray:
    """Shortens the ranges of a scan to the nearest side of an opponent, in place, and returns them.

    Parameters
    ----------
    pose : array of numbers, shape (3,)
        (x, y, theta) of the scanner: meters, and radians counterclockwise.
    scan : ndarray of float, shape (n,)
        The ranges in meters.
    scan_angles : array of numbers, shape (n,)
        The angles of the beams, relative to theta.
    vertices : array of numbers, shape (4, 2)
        The corners of the opponent in meters, in their order around it.
    """
    x, y, theta = (float(number) for number in np.asarray(pose, dtype=np.float64).reshape(-1)[:3])
    # Seen from the scanner, where numbers of 32 bits are the most exact.
    corners = np.asarray(vertices, dtype=np.float64) - (x, y)
    to_opponent = _NOTHING.scan([[0.0, 0.0, theta]], scan_angles, np.inf, no_return="inf", agents=[corners])[0]
    return np.minimum(scan, to_opponent, out=scan)


def _read_yaml(path: str) -> tuple[float, tuple[float, float, float]]:
    """Returns the resolution and the origin that a map's YAML file states."""
    with open(path, encoding="utf-8") as file:
        text = file.read(1 << 16)
    number = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
    resolution = re.search(rf"^resolution:\s*({number})\s*(?:#.*)?$", text, re.MULTILINE)
    if resolution is None or float(resolution[1]) <= 0.0:
        raise ValueError(f"{path}: there is no resolution; add a line such as 'resolution: 0.05'")
    # In brackets, or a line for each number.
    origin = re.search(rf"^origin:\s*\[\s*({number})\s*,\s*({number})\s*,\s*({number})\s*,?\s*\]", text, re.MULTILINE)
    items = rf"\s*\n\s*-\s*({number})" * 3
    origin = origin or re.search(rf"^origin:{items}", text, re.MULTILINE)
    if origin is None:
        raise ValueError(f"{path}: there is no origin; add a line such as 'origin: [0.0, 0.0, 0.0]'")
    x, y, yaw = (float(origin[index]) for index in (1, 2, 3))
    if not all(map(math.isfinite, (x, y, yaw, float(resolution[1])))):
        raise ValueError(f"{path}: the resolution and the origin must be finite numbers")
    return float(resolution[1]), (x, y, yaw)


def _is_pgm(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) in (b"P5", b"P2")


def _read_pgm(path: str) -> np.ndarray:
    """Returns the grays of a PGM of 8 bits, from 0 to 255."""
    with open(path, "rb") as file:
        data = file.read()
    header = re.match(rb"(P[25])(?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d+)\s", data)
    if header is None or not 0 < int(header[4]) < 256:
        raise ValueError(f"{path}: this is no PGM of 8 bits; save the map again with map_saver")
    width, height, white = (int(header[index]) for index in (2, 3, 4))
    if header[1] == b"P5":
        grays = np.frombuffer(data, dtype=np.uint8, offset=header.end())
    else:
        words = re.sub(rb"#[^\n]*", b"", data[header.end() :]).split()
        grays = np.array([int(word) for word in words[: width * height] if word.isdigit()], dtype=np.int64)
    if grays.size < width * height:
        raise ValueError(f"{path}: the file ends before its {width}x{height} pixels do; save the map again")
    return grays[: width * height].reshape(height, width).astype(np.int64) * 255 // white
