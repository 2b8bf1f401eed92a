"""The calls of RangeLibc, in its frames and units."""

import math
import struct
import types
import zlib

import numpy as np
import pytest
from conftest import blocks
from reference import sampled_range

from tileray import range_libc
from tileray._png import write_png

METHODS = [
    range_libc.PyBresenhamsLine,
    range_libc.PyRayMarching,
    range_libc.PyRayMarchingGPU,
    lambda omap, max_range: range_libc.PyCDDTCast(omap, max_range, 108),
    lambda omap, max_range: range_libc.PyPCDDTCast(omap, max_range, 108),
    lambda omap, max_range: range_libc.PyGiantLUTCast(omap, max_range, 108),
]


def message(occupied, resolution, x, y, yaw):
    """Makes an object with the fields of a nav_msgs/OccupancyGrid; row 0 of the array is its first."""
    space = types.SimpleNamespace
    height, width = occupied.shape
    orientation = space(x=0.0, y=0.0, z=math.sin(yaw / 2), w=math.cos(yaw / 2))
    origin = space(position=space(x=x, y=y, z=0.0), orientation=orientation)
    data = np.where(occupied, 100, 0).astype(np.int8)
    data[~occupied] = np.resize([0, -1, 10], (~occupied).sum())  # free, unknown and nearly free
    return space(info=space(resolution=resolution, width=width, height=height, origin=origin), data=data.ravel().tolist())


def world_range(occupied, info, x, y, theta, max_pixels):
    """Follows the definition of the message: cell (column, row) lies at R(yaw) (column, row) * resolution + origin."""
    yaw = 2 * math.atan2(info.origin.orientation.z, info.origin.orientation.w)
    dx, dy = x - info.origin.position.x, y - info.origin.position.y
    column = (dx * math.cos(yaw) + dy * math.sin(yaw)) / info.resolution
    row = (dy * math.cos(yaw) - dx * math.sin(yaw)) / info.resolution
    height, width = occupied.shape
    is_solid = lambda i, j: 0 <= i < width and 0 <= j < height and occupied[j, i]
    return sampled_range(is_solid, column, row, theta - yaw, max_pixels) * info.resolution


@pytest.mark.parametrize("yaw", [0.0, 0.7, -2.5])
def test_poses_of_the_world_in_a_message(rng, yaw):
    occupied = blocks(rng, 90, 60, 15)
    grid = message(occupied, 0.05, -3.0, 1.5, yaw)
    method = range_libc.PyCDDTCast(range_libc.PyOMap(grid), 40, 112)
    count, angles = 40, np.linspace(-2.3, 2.3, 11).astype(np.float32)
    column, row = rng.uniform(0, 90, count) * 0.05, rng.uniform(0, 60, count) * 0.05
    x = -3.0 + column * math.cos(yaw) - row * math.sin(yaw)
    y = 1.5 + column * math.sin(yaw) + row * math.cos(yaw)
    poses = np.column_stack([x, y, rng.uniform(-4, 4, count)]).astype(np.float32)
    outs = np.zeros(count * 11, dtype=np.float32)
    method.calc_range_repeat_angles(poses, angles, outs)
    expected = [
        world_range(occupied, grid.info, px, py, theta + angle, 40)
        for px, py, theta in poses.tolist()
        for angle in angles.tolist()
    ]
    # Points 1/50 px apart miss corners that are cut by less.
    assert (np.abs(outs - expected) < 0.05).mean() > 0.99
    single = np.zeros(count, dtype=np.float32)
    method.calc_range_many(poses, single)
    spread = np.zeros((count, 1), dtype=np.float32)
    method.calc_range_repeat_angles(poses, np.zeros(1, dtype=np.float32), spread.ravel())
    np.testing.assert_array_equal(single, spread[:, 0])
    radial = np.zeros(count * 11, dtype=np.float32)
    method.calc_range_many_radial_optimized(11, -2.3, 2.3, poses, radial)
    assert np.isclose(radial, outs, atol=1e-4).mean() > 0.99


def test_pixels_of_the_grid_are_within_a_pixel_of_the_definition(rng):
    solid = blocks(rng, 120, 80, 25)
    method = range_libc.PyRayMarching(range_libc.PyOMap(solid), 60)
    is_solid = lambda i, j: 0 <= i < 120 and 0 <= j < 80 and solid[j, i]
    far = 0
    for _ in range(600):
        x, y, heading = rng.uniform(0, 120), rng.uniform(0, 80), rng.uniform(-7, 7)
        x, y, heading = (float(np.float32(value)) for value in (x, y, heading))
        far += abs(method.calc_range(x, y, heading) - sampled_range(is_solid, x, y, heading, 60)) > 1
    assert far <= 6, "only cut corners may differ"


def test_x_and_y_are_exchanged_without_a_world(rng):
    solid = blocks(rng, 120, 80, 25)
    method = range_libc.PyBresenhamsLine(range_libc.PyOMap(solid), 60)
    poses = np.column_stack([rng.uniform(0, 80, 200), rng.uniform(0, 120, 200), rng.uniform(-3, 3, 200)]).astype(np.float32)
    outs = np.zeros(200, dtype=np.float32)
    method.calc_range_many(poses, outs)
    expected = [method.calc_range(y, x, math.pi / 2 - theta) for x, y, theta in poses.tolist()]
    assert np.isclose(outs, expected, atol=1e-3).mean() > 0.99


def test_all_methods_are_one(rng):
    omap = range_libc.PyOMap(blocks(rng, 60, 60, 10))
    poses = rng.uniform(0, 60, (100, 3)).astype(np.float32)
    answers = []
    for method in METHODS:
        outs = np.zeros(100, dtype=np.float32)
        method(omap, 50).calc_range_many(poses, outs)
        answers.append(outs)
    assert all(np.array_equal(outs, answers[0]) for outs in answers)


def test_maps(rng, tmp_path):
    solid = blocks(rng, 50, 30, 5)
    omap = range_libc.PyOMap(solid)
    assert (omap.width(), omap.height(), omap.error()) == (50, 30, False)
    assert all(omap.isOccupied(x, y) == solid[y, x] for y in range(30) for x in range(50))
    assert not omap.isOccupied(-1, 0) and not omap.isOccupied(50, 30)
    assert omap.save(str(tmp_path / "map.png").encode()) is False
    for again in [range_libc.PyOMap(str(tmp_path / "map.png"), 1), range_libc.PyOMap(str(tmp_path / "map.png").encode())]:
        np.testing.assert_array_equal(again.terrain.to_array(), solid)
    empty = range_libc.PyOMap(7, 5)
    assert (empty.width(), empty.height(), empty.isOccupied(3, 3)) == (7, 5, False)
    # A message's grid is transposed.
    grid = range_libc.PyOMap(message(solid, 0.1, 0.0, 0.0, 0.0))
    assert (grid.width(), grid.height()) == (30, 50) and grid.isOccupied(2, 7) == solid[2, 7]
    with pytest.warns(RuntimeWarning, match="no.png: there is no such file"):
        missing = range_libc.PyOMap(str(tmp_path / "no.png"), 1)
    assert missing.error()
    with pytest.raises(ValueError, match="could not be loaded"):
        range_libc.PyRayMarching(missing, 50)
    with pytest.raises(TypeError, match="PyOMap takes"):
        range_libc.PyOMap(None)


@pytest.mark.parametrize("threshold", [0, 1, 100, 127.5, 128, 237, 238, 300])
def test_thresholds_are_those_of_its_grays(tmp_path, threshold):
    shades = np.arange(256, dtype=np.uint8).reshape(16, 16)
    write_png(tmp_path / "shades.png", shades)
    # The weights add up to 0.93; the grays are whole numbers.
    grays = np.floor(0.229 * shades + 0.587 * shades + 0.114 * shades + 1e-4)
    omap = range_libc.PyOMap(str(tmp_path / "shades.png"), threshold)
    np.testing.assert_array_equal(omap.terrain.to_array(), grays < threshold)


def test_the_sensor_model(rng):
    occupied = blocks(rng, 90, 60, 15)
    omap = range_libc.PyOMap(message(occupied, 0.05, 0.0, 0.0, 0.3))
    method = range_libc.PyGiantLUTCast(omap, 40, 112)
    angles = np.linspace(-2, 2, 9).astype(np.float32)
    poses = np.column_stack([rng.uniform(0, 3, 50), rng.uniform(0, 3, 50), rng.uniform(-3, 3, 50)]).astype(np.float32)
    weights = np.zeros(50)
    observed = rng.uniform(-0.1, 3, 9).astype(np.float32)
    with pytest.raises(ValueError, match="set_sensor_model"):
        method.calc_range_repeat_angles_eval_sensor_model(poses, angles, observed, weights)
    table = rng.uniform(0.1, 1, (41, 41))
    method.set_sensor_model(table)
    method.calc_range_repeat_angles_eval_sensor_model(poses, angles, observed, weights)
    ranges = np.zeros(450, dtype=np.float32)
    method.calc_range_repeat_angles(poses, angles, ranges)
    index = lambda meters: np.clip(meters.astype(float) / 0.05, 0, 40).astype(np.float32).astype(int)
    expected = table[index(observed)[None, :], index(ranges.reshape(50, 9))].prod(axis=1)
    assert np.isclose(weights, expected).mean() > 0.9, "rounding may move a range to the next column"
    again = np.zeros(50)
    method.eval_sensor_model(observed, ranges, again, 9, 50)
    np.testing.assert_allclose(again, expected)
    with pytest.raises(ValueError, match="table: expected a square"):
        method.set_sensor_model(np.ones((3, 4)))


def test_a_script_in_the_manner_of_its_test(rng, tmp_path):
    """The steps of RangeLibc's own test: maps by threshold, all methods, arrays of shape (3, n)."""
    write_png(tmp_path / "map.png", np.where(blocks(rng, 100, 100, 20), 0, 255).astype(np.uint8))
    omap = range_libc.PyOMap(str(tmp_path / "map.png"), 1)
    assert not omap.error()
    line = range_libc.PyBresenhamsLine(omap, 500)
    marching = range_libc.PyRayMarching(omap, 500)
    cddt = range_libc.PyCDDTCast(omap, 500, 108)
    cddt.prune()
    cddt.prune(max_range=300.0)
    table = range_libc.PyGiantLUTCast(omap, 500, 108)
    count = 3000
    values = rng.random((3, count)).astype(np.float32)
    values[0] = values[0] * (omap.width() - 2.0) + 1.0
    values[1] = values[1] * (omap.height() - 2.0) + 1.0
    values[2] *= np.pi * 2.0
    ranges = np.zeros(count, dtype=np.float32)
    for method in (line, marching, cddt, table):
        with pytest.warns(RuntimeWarning, match="read three by three"):
            method.calc_range_many(values, ranges)
        assert np.isfinite(ranges).all()
        slow = np.array([method.calc_range(x, y, heading) for x, y, heading in values.T.tolist()])
        method.calc_range_many(np.ascontiguousarray(values[[1, 0, 2]].T * [1, 1, -1] + [0, 0, np.pi / 2]), ranges)
        assert np.isclose(ranges, slow, atol=1e-2).mean() > 0.99
        with pytest.warns(UserWarning, match="make the method with trace=True"):
            assert method.saveTrace(str(tmp_path / "trace.png")) == 0.0


@pytest.mark.parametrize("in_world", [False, True])
def test_traces_have_the_pixels_that_rays_pass(rng, tmp_path, in_world):
    solid = blocks(rng, 70, 50, 12)
    # A message's grid is transposed.
    omap = range_libc.PyOMap(message(solid.T, 0.5, 1.0, 2.0, 0.4) if in_world else solid)
    method = range_libc.PyBresenhamsLine(omap, 40, trace=True)
    colors = lambda: read_rgb(tmp_path / "trace.png")
    assert method.saveTrace(str(tmp_path / "trace.png")) == 0.0
    np.testing.assert_array_equal((colors() == [255, 0, 0]).all(axis=2), solid)
    seen = np.zeros((50, 70), dtype=bool)

    def expect(x, y, heading):
        """Marks the pixels of points along a ray, a small step apart."""
        for distance in np.arange(0, 40, 0.02):
            i, j = math.floor(x + math.cos(heading) * distance), math.floor(y + math.sin(heading) * distance)
            if not (0 <= i < 70 and 0 <= j < 50):
                return
            seen[j, i] = True
            if solid[j, i]:
                return

    for _ in range(20):
        x, y, heading = (float(np.float32(value)) for value in (rng.uniform(-5, 75), rng.uniform(-5, 55), rng.uniform(-4, 4)))
        method.calc_range(x, y, heading)
        expect(x, y, heading)
    if in_world:
        poses = np.column_stack([rng.uniform(-9, 29, 20), rng.uniform(2, 40, 20), rng.uniform(-3, 3, 20)]).astype(np.float32)
        angles = np.array([-0.5, 0.25], dtype=np.float32)
        method.calc_range_repeat_angles(poses, angles, np.zeros(40, dtype=np.float32))
        method.calc_range_many_radial_optimized(3, 0.5, 1.5, poses, np.zeros(60, dtype=np.float32))
        method.calc_range_many(poses + np.float32([0, 0, 3]), np.zeros(20, dtype=np.float32))
        method.set_sensor_model(np.ones((5, 5)))
        method.calc_range_repeat_angles_eval_sensor_model(poses, angles + 2, angles, np.zeros(20))
        for x, y, theta in poses.tolist():
            dx, dy = (x - 1.0) / 0.5, (y - 2.0) / 0.5
            column, row = dx * math.cos(0.4) + dy * math.sin(0.4), dy * math.cos(0.4) - dx * math.sin(0.4)
            for angle in (-0.5, 0.25, 0.5, 1.0, 1.5, 3.0, 1.5, 2.25):
                expect(row, column, math.pi / 2 - (theta + angle - 0.4))
    method.saveTrace(str(tmp_path / "trace.png").encode())
    expected = np.array([[255, 255, 255], [0, 0, 200], [255, 0, 0], [0, 0, 0]])[seen + 2 * solid]
    assert seen.mean() > 0.05 and (colors() == expected).all(axis=2).mean() > 0.99, "only cut corners may differ"


def read_rgb(path):
    """Reads a PNG that `saveTrace` wrote."""
    data = path.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    start = data.index(b"IDAT")
    packed = data[start + 4 : start + 4 + struct.unpack(">I", data[start - 4 : start])[0]]
    rows = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(height, 1 + 3 * width)
    return rows[:, 1:].reshape(height, width, 3)


def test_names_that_scripts_import():
    null = range_libc.PyNull(range_libc.PyOMap(5, 5), 10, 100)
    outs = np.full(1, 7, dtype=np.float32)
    null.calc_range_many(np.zeros((1, 3), dtype=np.float32), outs)
    assert null.calc_range(1.0, 2.0, 0.5) == 3.5 and outs[0] == 7
    q = types.SimpleNamespace(x=0.0, y=0.0, z=math.sin(0.6), w=math.cos(0.6))
    assert range_libc.quaternion_to_angle(q) == pytest.approx(1.2)
    assert range_libc.USE_ROS_MAP and not range_libc.SHOULD_USE_CUDA


def test_buffers_that_do_not_fit(rng):
    method = range_libc.PyRayMarching(range_libc.PyOMap(blocks(rng, 30, 30, 3)), 50)
    poses = np.zeros((4, 3), dtype=np.float32)
    for outs in [np.zeros(3, np.float32), np.zeros(4), np.zeros((4, 1), np.float32), None, [0.0] * 4]:
        with pytest.raises(ValueError, match="outs: expected a writable"):
            method.calc_range_many(poses, outs)
    with pytest.raises(ValueError, match="num_rays"):
        method.calc_range_many_radial_optimized(1 << 40, -1, 1, poses, np.zeros(4, np.float32))
