import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))


@pytest.fixture
def rng():
    return np.random.default_rng(20261125)


@pytest.fixture
def maps():
    """The folder of the repository's maps."""
    folder = pathlib.Path(__file__).parents[2] / "maps"
    if not folder.is_dir():
        pytest.skip("the repository's maps are not there")
    return folder


def blocks(rng, width, height, count):
    """Draws rectangles within a wall."""
    solid = np.zeros((height, width), dtype=bool)
    solid[[0, -1], :] = True
    solid[:, [0, -1]] = True
    for _ in range(count):
        x, y = rng.integers(0, width), rng.integers(0, height)
        w, h = rng.integers(3, 12, size=2)
        solid[y : y + h, x : x + w] = True
    return solid
