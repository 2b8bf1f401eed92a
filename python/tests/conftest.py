import pathlib
import sys
import threading
import time

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


def assert_others_run_during(query):
    """Asserts that this thread runs while another one is within a query of some length."""
    started, took = threading.Event(), []

    def work():
        started.set()
        begin = time.perf_counter()
        query()
        took.append(time.perf_counter() - begin)

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    ticks = 0
    while thread.is_alive():
        ticks += 1
        time.sleep(0.0005)
    assert took[0] > 0.02, "the query is too short to tell"
    # A thread that held the lock would let a tick or two pass.
    assert ticks > 5 + took[0] / 0.05
