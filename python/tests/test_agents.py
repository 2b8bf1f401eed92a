"""Agents that scans and rays see: against a plain test of every shape for every ray."""

import math

import numpy as np
import pytest
from conftest import blocks

import tileray
from tileray.f1tenth import ray_cast


def corners_of(agent):
    """Returns the corners of a box (x, y, theta, length, width), or of a polygon."""
    if np.ndim(agent) == 2:
        return np.asarray(agent, dtype=float)
    x, y, theta, length, width = agent
    ahead = np.array([math.cos(theta), math.sin(theta)]) * length / 2
    aside = np.array([-math.sin(theta), math.cos(theta)]) * width / 2
    return np.array([x, y]) + [-ahead - aside, ahead - aside, ahead + aside, -ahead + aside]


def entry(agent, origin, direction):
    """Returns the distance at which a ray with a direction of length 1 enters an agent; infinite if it does not."""
    if len(agent) == 3 and np.ndim(agent) == 1:
        x, y, radius = agent
        apart = origin - np.array([x, y])
        b, c = apart @ direction, apart @ apart - radius * radius
        if c <= 0:
            return 0.0
        return -b - math.sqrt(b * b - c) if b < 0 and b * b >= c else math.inf
    corners = corners_of(agent)
    first, crossings = math.inf, 0
    for a, b in zip(corners, np.roll(corners, -1, axis=0)):
        edge, to_a = b - a, a - origin
        cross = direction[0] * edge[1] - direction[1] * edge[0]
        if cross != 0:
            distance = (to_a[0] * edge[1] - to_a[1] * edge[0]) / cross
            along = (to_a[0] * direction[1] - to_a[1] * direction[0]) / cross
            if distance >= 0 and 0 <= along < 1:
                first, crossings = min(first, distance), crossings + 1
    return 0.0 if crossings % 2 == 1 else first


def agents_of(rng, count, size=100):
    """Returns discs, boxes, and discs, boxes and polygons in one list."""
    at = rng.uniform(0, size, (count, 2))
    discs = np.column_stack([at, rng.uniform(0.5, 6, count)])
    boxes = np.column_stack([at, rng.uniform(-4, 4, count), rng.uniform(1, 14, count), rng.uniform(1, 8, count)])
    arrow = np.array([[0, 0], [9, 3], [0, 6], [3, 3]])  # not convex
    mixed = [[discs[i], boxes[i], arrow + at[i]][i % 3] for i in range(count)]
    return discs, boxes, mixed


def expected_ranges(of_walls, poses, angles, agents, exclude, y_down=True):
    ranges = of_walls.astype(float)
    for i, (x, y, theta) in enumerate(np.asarray(poses, dtype=float)):
        for j, angle in enumerate(angles):
            direction = np.array([math.cos(theta + angle), math.sin(theta + angle)])
            others = [agent for k, agent in enumerate(agents) if k != exclude[i]]
            ranges[i, j] = min([ranges[i, j]] + [entry(agent, np.array([x, y]), direction) for agent in others])
    return ranges


def assert_close(found, expected, tolerance):
    """A beam that only just meets a corner may pass it, so a few may differ."""
    with np.errstate(invalid="ignore"):
        is_close = (np.abs(found - expected) < tolerance) | (found == expected)
    assert is_close.mean() > 0.995, (found[~is_close], expected[~is_close])


def test_scans_are_those_of_a_plain_test_of_every_agent(rng):
    terrain = tileray.Terrain.from_array(blocks(rng, 100, 100, 12))
    poses = np.column_stack([rng.uniform(2, 98, (24, 2)), rng.uniform(-4, 4, 24)])
    for angles in [np.linspace(-3, 3, 9), np.linspace(-3, 3, 120)]:
        walls = terrain.scan(poses, angles, 70.0, no_return="inf")
        for agents in agents_of(rng, 24):
            exclude = rng.integers(-1, 24, 24)
            found = terrain.scan(poses, angles, 70.0, no_return="inf", agents=agents, exclude=exclude)
            expected = expected_ranges(walls, poses, angles, agents, exclude)
            expected[expected > 70.0] = np.inf
            assert_close(found, expected, 1e-3)
            assert (found < walls).mean() > 0.1, "agents are seen"
            # Each pose alone, and none excluded.
            for i in (0, 7):
                one = terrain.scan(poses[i : i + 1], angles, 70.0, no_return="inf", agents=agents, exclude=exclude[i : i + 1])
                np.testing.assert_array_equal(one[0], found[i])
            alone = terrain.scan(poses, angles, 70.0, agents=agents)
            np.testing.assert_array_equal(alone, terrain.scan(poses, angles, 70.0, agents=agents, exclude=[-1] * 24))


def test_scans_in_meters_are_those_of_a_plain_test(rng):
    terrain = tileray.Terrain.from_array(blocks(rng, 100, 100, 12), resolution=0.05, origin=(-2.0, 1.0, 0.4))
    inside = np.column_stack([rng.uniform(2, 98, (24, 2)), rng.uniform(-4, 4, 24)])
    poses, angles = terrain.frame.poses_to_world(inside), np.linspace(-3, 3, 11)
    walls = terrain.scan_world(poses, angles, 4.0, no_return="inf")
    at = terrain.frame.points_to_world(rng.uniform(0, 100, (20, 2)))
    discs = np.column_stack([at, np.full(20, 0.2)])
    boxes = np.column_stack([at, rng.uniform(-4, 4, 20), np.full(20, 0.58), np.full(20, 0.31)])
    mixed = list(discs[:8]) + list(boxes[8:16]) + [np.array([[0, 0], [0.5, 0.1], [0, 0.3]]) + corner for corner in at[16:]]
    for agents in (discs, boxes, mixed):
        exclude = rng.integers(-1, 20, 24)
        found = terrain.scan_world(poses, angles, 4.0, no_return="inf", agents=agents, exclude=exclude)
        expected = expected_ranges(walls, poses.astype(np.float32), angles, agents, exclude)
        expected[expected > 4.0] = np.inf
        assert_close(found, expected, 1e-4)
        assert (found < walls).mean() > 0.1


def test_rays_and_hits_agree_and_name_the_agent(rng):
    terrain = tileray.Terrain.from_array(blocks(rng, 100, 100, 12))
    count = 70_000  # more than one chunk
    rays = np.column_stack([rng.uniform(1, 99, (count, 2)), rng.normal(size=(count, 2))]).astype(np.float32)
    for agents in agents_of(rng, 30):
        exclude = rng.integers(-1, 30, count)
        options = {"agents": agents, "exclude": exclude}
        hits = terrain.raycast(rays, 60.0, **options)
        ranges = terrain.ranges(rays, 60.0, no_return="inf", **options)
        np.testing.assert_allclose(hits["distance"], ranges, rtol=1e-6)
        seen = hits["agent"] >= 0
        assert 0.1 < seen.mean() < 0.9 and (hits["agent"] != exclude)[seen].all()
        assert hits["hit"][seen].all() and (hits["layer"][seen] == -1).all() and (hits["tile"][seen] == -1).all()
        np.testing.assert_array_equal(hits["pixel"][seen], np.floor(hits["point"][seen]))
        # Without the agents that are hit first, the rays reach farther.
        further = terrain.ranges(rays[seen], 60.0, no_return="inf")
        assert (further >= ranges[seen]).all()
        walls = terrain.raycast(rays[~seen], 60.0)
        np.testing.assert_array_equal(walls["hit"], hits["hit"][~seen])
        np.testing.assert_array_equal(walls[walls["hit"]], hits[~seen & hits["hit"]])
        # The agent that is named is hit at the distance.
        for i in np.flatnonzero(seen)[:200]:
            x, y, dx, dy = rays[i].astype(float)
            direction = np.array([dx, dy]) / math.hypot(dx, dy)
            assert abs(entry(agents[hits["agent"][i]], np.array([x, y]), direction) - ranges[i]) < 1e-3


def test_a_robot_passes_through_itself():
    terrain = tileray.Terrain.from_array(np.zeros((100, 100), dtype=bool))
    poses = [[20, 50, 0], [60, 50, math.pi]]
    robots = [[20, 50, 5], [60, 50, 5]]
    seen = terrain.scan(poses, [0.0], 90, agents=robots, exclude=[0, 1])
    np.testing.assert_allclose(seen, 35)
    assert (terrain.scan(poses, [0.0], 90, agents=robots) == 0).all()
    np.testing.assert_allclose(terrain.scan(poses, [0.0], 90, agents=robots, inside="leave"), 35)
    assert (terrain.scan(poses, [0.0], 30, agents=robots, exclude=[0, 1], no_return="inf") == np.inf).all()
    hits = terrain.raycast([[20, 50, 1, 0], [20, 50, 0, 1]], 90, agents=robots, exclude=[0, 0])
    assert hits["agent"].tolist() == [1, -1] and hits["hit"].tolist() == [True, False]
    assert hits["normal"][0].tolist() == [-1, 0]


def test_of_agents_at_one_distance_the_first_is_hit():
    terrain = tileray.Terrain.from_array(np.zeros((100, 100), dtype=bool))
    robots = [[60, 50, 5], [60, 50, 5], [55, 50, 0, 0.5, 9]]
    rays = [[20, 50, 1, 0]] * 3
    assert terrain.raycast(rays, 90, agents=robots[:2], exclude=[-1, 0, 1])["agent"].tolist() == [0, 1, 0]
    assert terrain.raycast(rays, 90, agents=robots, exclude=[-1, 0, 2])["agent"].tolist() == [2, 2, 0]


def test_no_agents_and_agents_that_are_nowhere():
    terrain = tileray.Terrain.from_array(np.pad(np.zeros((30, 40), dtype=bool), 1, constant_values=True))
    poses, angles = [[9, 9, 0.3], [20, 20, 2]], np.linspace(-2, 2, 9)
    expected = terrain.scan(poses, angles, 90)
    nan, inf = np.nan, np.inf
    for agents in ([], np.zeros((0, 3)), np.zeros((0, 5)), [[nan, 9, 5]], [[9, 9, nan]], [[9, 9, -5]], [[inf, 9, 5]],
                   [[9, 9, nan, 5, 5]], [[9, 9, 0, inf, 5]], [[9, 9, 0, 0, 5]], [[9, nan, 0, 5, 5]]):
        np.testing.assert_array_equal(terrain.scan(poses, angles, 90, agents=agents), expected)
    assert np.isnan(terrain.scan([[nan, 1, 0]], [0.0], 5, agents=[[9, 9, 5]])).all()


@pytest.mark.parametrize(
    "agents, exclude, text",
    [
        ([1, 2, 3], None, r"agents\[0\]: expected a disc .*a single number"),
        (np.zeros((3, 2)), None, r"agents\[0\]: .*got an array of float64 with shape \(2,\)"),
        ([[9, 9, 5], [1, 2]], None, r"agents\[1\]"),
        ([[9, 9, 5], "abc"], None, r"agents\[1\]"),
        ([[[0, 0], [9, 9]]], None, r"agents\[0\]: .*\(2, 2\)"),
        ([[[0, 0], [9, 9], [9, 0], [0, 9]]], None, r"agents\[0\]: "),
        ([[[0, 0], [9, np.nan], [9, 0]]], None, r"agents\[0\]: "),
        (7, None, "agents: expected discs"),
        ("abc", None, r"agents"),
        ([[9, 9, 5]], [0, 0], r"exclude: expected an array of integers of shape \(1,\), one for each of the poses"),
        ([[9, 9, 5]], [1], "exclude: expected indices of the 1 agents, from 0 on, or -1, got 1"),
        ([[9, 9, 5]], [-2], "exclude: .*got -2"),
        ([[9, 9, 5]], [0.0], "exclude: .*float64"),
        ([[9, 9, 5]], 0, "exclude: .*single number"),
        (None, [0], "exclude: there are no agents"),
    ],
)
def test_agents_that_are_wrong(agents, exclude, text):
    terrain = tileray.Terrain.from_array(np.zeros((8, 8), dtype=bool))
    with pytest.raises(ValueError, match=text):
        terrain.scan([[1, 2, 3]], [0.0], 5, agents=agents, exclude=exclude)


def test_columns_of_arrow_are_those_of_arrays(rng):
    pa = pytest.importorskip("pyarrow")
    terrain = tileray.Terrain.from_array(blocks(rng, 100, 100, 12), resolution=0.05)
    poses = np.column_stack([rng.uniform(1, 99, (60, 2)), rng.uniform(-3, 3, 60)]).astype(np.float32)
    batch_of = lambda rows, names: pa.record_batch([pa.array(np.ascontiguousarray(column)) for column in rows.T], names=names)
    options = {"agents": agents_of(rng, 40)[2], "exclude": rng.integers(-1, 40, 60)}
    angles = np.linspace(-2, 2, 17)
    for scan, scan_batch, reach in [
        (terrain.scan, terrain.scan_batch, 90.0),
        (terrain.scan_world, terrain.scan_world_batch, 4.0),
    ]:
        batch = pa.record_batch(scan_batch(batch_of(poses, ["x", "y", "theta"]), angles, reach, **options))
        ranges = batch.column("ranges").flatten().to_numpy().reshape(60, 17)
        np.testing.assert_array_equal(ranges, scan(poses, angles, reach, **options))
    rays = np.column_stack([poses[:, :2], rng.normal(size=(60, 2))]).astype(np.float32)
    hits = terrain.raycast(rays, 60.0, **options)
    column = pa.record_batch(terrain.raycast_batch(batch_of(rays, ["x", "y", "dx", "dy"]), 60.0, **options)).column("hit")
    agents = column.field("agent")
    assert agents.null_count == (hits["agent"] < 0).sum() and 0 < agents.null_count < 60
    np.testing.assert_array_equal(agents.fill_null(-1).to_numpy(), hits["agent"])
    with pytest.raises(ValueError, match="exclude: .*one for each of the rows"):
        terrain.scan_batch(batch_of(poses, ["x", "y", "theta"]), angles, 9.0, agents=[[1, 1, 1]], exclude=[0])


def test_opponents_of_f1tenth_gym(rng):
    angles = np.linspace(-2.35, 2.35, 108)
    for _ in range(40):
        x, y, theta = rng.uniform(-50, 50, 3)
        opponent = [x + rng.uniform(-4, 4), y + rng.uniform(-4, 4), rng.uniform(-4, 4), 0.58, 0.31]
        scan = rng.uniform(0.5, 6, 108)
        before = scan.copy()
        found = ray_cast(np.array([x, y, theta]), scan, angles, corners_of(opponent))
        assert found is scan and scan.dtype == np.float64
        expected = expected_ranges(before[None, :], [[x, y, theta]], angles, [opponent], [-1])[0]
        assert_close(found, expected, 1e-4)
