"""Exact laser scans, rays and sight in occupancy grids and tile maps, on all processors.

>>> import numpy as np, tileray
>>> room = np.ones((60, 100), dtype=bool)
>>> room[1:-1, 1:-1] = False
>>> terrain = tileray.Terrain.from_array(room)
>>> terrain.scan([[20, 30, 0]], [0, np.pi / 2], max_range=200)
array([[79., 29.]], dtype=float32)

`Terrain.from_ros` opens the map of a robot, which is then scanned in meters. `tileray.range_libc` has the classes of
RangeLibc, and `tileray.f1tenth` the scan simulator of f1tenth_gym.
"""

from ._native import HIT_DTYPE, RecordBatch, ScanFrame, Terrain

__all__ = ["HIT_DTYPE", "RecordBatch", "ScanFrame", "Terrain"]
__version__ = "0.1.0"
