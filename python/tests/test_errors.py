"""Bad arguments are errors that name them, never a crash."""

import itertools
import warnings

import numpy as np
import pytest

import tileray
from tileray import range_libc

ROOM = np.pad(np.zeros((30, 40), dtype=bool), 1, constant_values=True)


@pytest.fixture
def terrain():
    return tileray.Terrain.from_array(ROOM)


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda t: t.scan([1, 2, 3], [0], 5), r"poses: expected .*\(n, 3\)"),
        (lambda t: t.scan(np.zeros((3, 2)), [0], 5), r"poses: .*got an array of float64 with shape \(3, 2\)"),
        (lambda t: t.scan([[1, 2], [3]], [0], 5), "poses"),
        (lambda t: t.scan([["a", "b", "c"]], [0], 5), "poses"),
        (lambda t: t.scan(None, [0], 5), "poses"),
        (lambda t: t.scan([[1, 2, 3]], 0.5, 5), "angles: .*a single number"),
        (lambda t: t.scan([[1, 2, 3]], [[0]], 5), "angles"),
        (lambda t: t.scan([[1, 2, 3j]], [0], 5), "poses: .*complex128"),
        (lambda t: t.scan([[1, 2, 3]], [0], float("nan")), "max_range: expected a number of 0 or more, got NaN"),
        (lambda t: t.scan([[1, 2, 3]], [0], -1), "max_range"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, traversal="fast"), "traversal: expected 'exact' or 'bresenham'"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, inside="no"), "inside"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, no_return="no"), "no_return"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, layers="ground"), "layers: expected a list"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, layers=["ground"]), "layers: .*no layer 'ground'"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, layers=[32]), "layers"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, out=np.zeros((1, 1))), "out: .*float32.*got an array of float64"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, out=np.zeros((1, 2), "f4")), r"out: .*shape \(1, 1\)"),
        (lambda t: t.scan([[1, 2, 3]], [0, 1], 5, out=np.zeros((2, 1), "f4").T[:, ::-1]), "out: .*C-contiguous"),
        (lambda t: t.scan([[1, 2, 3]], [0], 5, out=[[0.0]]), "out"),
        (lambda t: t.ranges(np.zeros((4, 3)), 5), "rays"),
        (lambda t: t.raycast(np.zeros((4, 3)), 5), "rays"),
        (lambda t: t.line_of_sight([[1, 2]], [[1, 2], [3, 4]]), r"ends: expected .*\(1, 2\)"),
        (lambda t: t.visible_region(np.nan, 0, 5), "x: expected a finite number, got NaN"),
        (lambda t: t.visible_region(0, 0, np.nan), "radius"),
        (lambda t: t.carve_circle(0, np.inf, 5), "y: "),
        (lambda t: t.fill_circle(0, 0, -5), "radius"),
        (lambda t: t.set_tile(0, (0, 0), (0, 1)), "set_tile: .*no tiles"),
        (lambda t: t.set_tile(0, (0, 0), (0,)), "tile: "),
        (lambda t: t.set_tile(0, (0, 0), (0, 1, 8)), "tile: .*orientation from 0 to 7"),
        (lambda t: t.scan_world([[1, 2, 3]], [0], 5), "scan_world: the terrain has no frame"),
        (lambda t: tileray.Terrain.from_array(np.zeros((3, 3))), "solid: .*bool or uint8"),
        (lambda t: tileray.Terrain.from_array(np.zeros(3, dtype=bool)), r"solid: .*\(height, width\)"),
        (lambda t: tileray.Terrain.from_array([[True]]), "solid"),
        (lambda t: tileray.Terrain.from_array(np.zeros((3, 3), bool), resolution=0), "resolution"),
        (lambda t: tileray.Terrain.from_array(np.zeros((3, 3), bool), resolution=1, origin=(0, np.nan, 0)), "origin"),
        (lambda t: tileray.Terrain.from_png("a.png", threshold=256), "threshold"),
        (lambda t: tileray.Terrain.from_ros("a.yaml", unknown="?"), "unknown"),
    ],
)
def test_errors_name_the_argument(terrain, call, text):
    with pytest.raises(ValueError, match=text):
        call(terrain)


def test_read_only_arrays_are_not_written(terrain):
    out = np.zeros((1, 1), dtype=np.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out: .*read-only"):
        terrain.scan([[1, 2, 3]], [0], 5, out=out)


def test_one_array_cannot_be_read_and_written(terrain):
    both = np.ones((3, 3), dtype=np.float32)
    before = both.copy()
    try:
        terrain.scan(both, [0, 1, 2], 5, out=both)
    except ValueError:
        np.testing.assert_array_equal(both, before)
    else:
        np.testing.assert_array_equal(both, terrain.scan(before, [0, 1, 2], 5))


@pytest.mark.parametrize("open_file", [tileray.Terrain.from_png, tileray.Terrain.from_map, tileray.Terrain.from_ros])
def test_files(tmp_path, open_file):
    with pytest.raises(FileNotFoundError, match="missing.file: there is no such file; check its name"):
        open_file(tmp_path / "missing.file")
    for content in [b"", b"\x89PNG\r\n\x1a\n", b"<map", b"{}", b"image: a.png\n", bytes(range(256))]:
        (tmp_path / "bad.file").write_bytes(content)
        with pytest.raises(ValueError, match="bad.file"):
            open_file(tmp_path / "bad.file")
    with pytest.raises(ValueError, match="folder|directory"):
        open_file(tmp_path)


def test_an_array_that_does_not_fit_in_memory(terrain):
    with pytest.raises((MemoryError, ValueError)):
        terrain.scan(np.zeros((1 << 20, 3)), np.zeros(1 << 24), 5)


def random_value(rng):
    shape = tuple(rng.integers(0, 5, size=rng.integers(0, 4)))
    dtypes = ["f4", "f8", "f2", "i4", "u1", "?", "c8", "U3", "S2", "O", "M8[s]", "m8[s]", ">f4", "i8"]
    array = np.zeros(shape, dtype=rng.choice(dtypes))
    if array.dtype.kind == "f":
        array[...] = rng.choice([0, 1, np.nan, np.inf, 1e30, -7], size=shape)
    choices = [array, array.T, np.flip(array), array.tolist(), None, "x", b"y", 3, -1, 2.5, np.nan, np.inf, {}, [[1], [2, 3]],
               object(), 2**70, (1, 2), (1, 2, 3)]
    return choices[int(rng.choice(len(choices), p=[0.3, 0.1, 0.1] + [0.5 / (len(choices) - 3)] * (len(choices) - 3)))]


def test_random_arguments_are_answered_or_refused(rng):
    omap = range_libc.PyOMap(ROOM)
    method = range_libc.PyRayMarching(omap, 50)
    method.set_sensor_model(np.ones((9, 9)))
    terrain = tileray.Terrain.from_array(ROOM, resolution=0.1)
    frame = terrain.frame
    floats = lambda *shape: rng.uniform(0, 40, shape).astype(np.float32)
    outs, weights = np.zeros(20, dtype=np.float32), np.zeros(4)
    marks = np.zeros((omap.height(), omap.width()), dtype=np.uint8)
    calls = [
        (terrain.scan, [floats(4, 3), floats(5), 30], {"out": outs.reshape(4, 5), "layers": [0]}),
        (terrain.scan_world, [floats(4, 3), floats(5), 3], {"out": outs.reshape(4, 5), "layers": [0]}),
        (terrain.ranges, [floats(20, 4), 30], {"out": outs, "layers": [0]}),
        (terrain.raycast, [floats(4, 4), 30], {"layers": [0]}),
        (terrain.line_of_sight, [floats(4, 2), floats(4, 2)], {"layers": [0]}),
        (terrain.visible_region, [5, 5, 10], {"angle": 1.0, "sweep": 1.0}),
        (terrain.is_solid, [floats(4, 2)], {}),
        (terrain.to_array, [], {"layers": [0]}),
        (terrain.carve_circle, [5, 5, 1], {}),
        (terrain.fill_circle, [5, 5, 1], {}),
        (terrain.set_tile, [0, (0, 0), (0, 0)], {}),
        (tileray.Terrain.from_array, [ROOM], {"resolution": 0.1, "origin": (0, 0, 0)}),
        (tileray.ScanFrame, [0.1, (0, 0, 0), 9], {}),
        (frame.points_to_pixels, [floats(4, 2)], {}),
        (frame.poses_to_world, [floats(4, 3)], {}),
        (range_libc.PyOMap, [ROOM], {}),
        (method.calc_range, [5, 5, 1], {}),
        (method.calc_range_many, [floats(20, 3), outs], {}),
        (method.calc_range_repeat_angles, [floats(4, 3), floats(5), outs], {}),
        (method.calc_range_many_radial_optimized, [5, -1, 1, floats(4, 3), outs], {}),
        (method._method.mark, [floats(4, 3), True, floats(5), marks], {}),
        (method.calc_range_repeat_angles_eval_sensor_model, [floats(4, 3), floats(5), floats(5), weights], {}),
        (method.eval_sensor_model, [floats(5), floats(20), weights, 5, 4], {}),
        (method.set_sensor_model, [np.ones((9, 9))], {}),
    ]
    answered = refused = 0
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for call, arguments, keywords in itertools.chain.from_iterable(itertools.repeat(calls, 400)):
            arguments = [random_value(rng) if rng.random() < 0.3 else argument for argument in arguments]
            keywords = {
                name: random_value(rng) if rng.random() < 0.3 else value
                for name, value in keywords.items()
                if rng.random() < 0.5
            }
            try:
                call(*arguments, **keywords)
                answered += 1
            except (ValueError, TypeError, OverflowError):
                refused += 1
    assert answered > 2000 and refused > 2000
