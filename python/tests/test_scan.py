"""Scans, ranges and hits: against a plain walker, and against each other."""

import numpy as np
import pytest
from conftest import blocks
from reference import exact_range

import tileray


@pytest.mark.parametrize("share", [0.001, 0.02, 0.3])
def test_scans_are_those_of_a_plain_walker(rng, share):
    for _ in range(8):
        width, height = rng.integers(1, 120, size=2)
        solid = rng.random((height, width)) < share
        terrain = tileray.Terrain.from_array(solid)
        poses = np.column_stack([rng.uniform(-9, width + 9, 12), rng.uniform(-9, height + 9, 12), rng.uniform(-7, 7, 12)])
        poses = poses.astype(np.float32)
        # Few angles are cast one by one, and many are swept together.
        for count, max_range in [(5, 40.0), (90, 30.0)]:
            angles = np.sort(rng.uniform(-3, 3, count)).astype(np.float32)
            ranges = terrain.scan(poses, angles, max_range, no_return="inf")
            for (x, y, theta), row in zip(poses.tolist(), ranges):
                expected = [exact_range(solid, x, y, theta + angle, max_range) for angle in angles.tolist()]
                expected = [np.inf if value is None else min(value, max_range) for value in expected]
                np.testing.assert_allclose(row, expected, atol=2e-3)


def test_ranges_scans_and_hits_agree(rng):
    solid = blocks(rng, 200, 150, 40)
    terrain = tileray.Terrain.from_array(solid)
    count = 3000
    points = np.column_stack([rng.uniform(0, 200, count), rng.uniform(0, 150, count)]).astype(np.float32)
    headings = (rng.integers(0, 4, count) * (np.pi / 2)).astype(np.float32)
    directions = np.round(np.column_stack([np.cos(headings), np.sin(headings)])).astype(np.float32)
    rays = np.hstack([points, directions])
    ranges = terrain.ranges(rays, 100.0, no_return="inf")
    scanned = terrain.scan(np.column_stack([points, headings]), [0.0], 100.0, no_return="inf")
    np.testing.assert_array_equal(scanned[:, 0], ranges)
    hits = terrain.raycast(rays, 100.0)
    np.testing.assert_array_equal(hits["distance"], ranges)
    np.testing.assert_array_equal(hits["hit"], np.isfinite(ranges))


def test_hits_describe_what_is_hit(rng):
    solid = blocks(rng, 200, 150, 40)
    terrain = tileray.Terrain.from_array(solid)
    count = 70_000  # more than one chunk
    rays = np.column_stack([rng.uniform(1, 199, count), rng.uniform(1, 149, count), rng.normal(size=(count, 2))])
    rays = rays.astype(np.float32)
    for traversal in ["exact", "bresenham"]:
        hits = terrain.raycast(rays, 300.0, traversal=traversal)
        assert hits.shape == (count,) and hits.dtype == tileray.HIT_DTYPE
        assert hits["hit"].all(), "the map has a wall around it"
        x, y = hits["pixel"].T
        assert solid[y, x].all()
        outside = ~hits["inside"]
        x, y = hits["previous"][outside].T
        assert not solid[y, x].any()
        assert ((hits["pixel"] <= hits["point"]) & (hits["point"] <= hits["pixel"] + 1)).all(), "a point of the pixel's face"
        np.testing.assert_array_equal(np.abs(hits["normal"][outside]).sum(axis=1), 1)
        assert (hits["distance"][hits["inside"]] == 0).all()
        assert (hits["tile"] == -1).all() and (hits["tile_set"] == -1).all() and (hits["layer"] == 0).all()
        np.testing.assert_array_equal(hits["distance"], terrain.ranges(rays, 300.0, traversal=traversal))
    inside = tileray.Terrain.from_array(solid).raycast(rays, 300.0, inside="leave")
    assert not inside["inside"].any()


def test_a_miss_has_no_values():
    terrain = tileray.Terrain.from_array(np.zeros((8, 8), dtype=bool))
    (miss,) = terrain.raycast([[4, 4, 1, 0]], 10)
    assert not miss["hit"] and miss["distance"] == np.inf and miss["layer"] == -1 and np.isnan(miss["point"]).all()
    assert terrain.ranges([[4, 4, 1, 0]], 10) == [10]
    assert terrain.ranges([[4, 4, 1, 0]], 10, no_return="inf") == [np.inf]


def test_numbers_that_are_not_finite_give_nan():
    terrain = tileray.Terrain.from_array(np.ones((8, 8), dtype=bool))
    bad = [np.nan, np.inf, -np.inf]
    assert np.isnan(terrain.scan([[value, 1, 0] for value in bad], [0.0], 5)).all()
    assert np.isnan(terrain.scan([[1, 1, 0]], bad, 5)).all()
    assert np.isnan(terrain.ranges([[1, value, 1, 0] for value in bad], 5)).all()
    assert not terrain.line_of_sight([[np.nan, 0]], [[1, 1]]).any()
    assert not terrain.is_solid([[np.nan, 1], [np.inf, 1], [-np.inf, 1]]).any()


def test_other_layouts_and_numbers_are_converted(rng):
    terrain = tileray.Terrain.from_array(blocks(rng, 100, 100, 20))
    poses = np.column_stack([rng.integers(0, 100, (50, 2)), rng.integers(0, 6, 50)])
    angles = np.linspace(-2, 2, 33, dtype=np.float32)
    expected = terrain.scan(poses.astype(np.float32), angles, 80)
    wide = np.zeros((50, 6), dtype=np.float32)
    wide[:, ::2] = poses
    for same in [poses, poses.astype(float), poses.tolist(), np.asfortranarray(poses, dtype=np.float32), wide[:, ::2],
                 poses.astype(">f4"), poses.astype(np.float16), poses.astype(np.uint8)]:
        np.testing.assert_array_equal(terrain.scan(same, angles, 80), expected)
    np.testing.assert_array_equal(terrain.scan(poses, angles[::-1], 80), expected[:, ::-1])


def test_out_is_written_and_returned(rng):
    terrain = tileray.Terrain.from_array(blocks(rng, 100, 100, 20))
    poses, angles = rng.uniform(0, 100, (20, 3)), np.linspace(-2, 2, 40)
    buffer = np.full((22, 40), -1, dtype=np.float32)
    out = buffer[1:21]
    assert terrain.scan(poses, angles, 80, out=out) is out
    np.testing.assert_array_equal(out, terrain.scan(poses, angles, 80))
    assert (buffer[[0, 21]] == -1).all()


@pytest.mark.parametrize("poses, angles", [(0, 5), (5, 0), (0, 0)])
def test_nothing_to_scan(poses, angles):
    terrain = tileray.Terrain.from_array(np.ones((4, 4), dtype=bool))
    assert terrain.scan(np.zeros((poses, 3)), np.zeros(angles), 5).shape == (poses, angles)
    assert terrain.ranges(np.zeros((0, 4)), 5).shape == (0,)
    assert terrain.raycast(np.zeros((0, 4)), 5).shape == (0,)
    assert terrain.line_of_sight(np.zeros((0, 2)), np.zeros((0, 2))).shape == (0,)


def test_sight():
    solid = np.zeros((64, 64), dtype=bool)
    solid[:, 40] = True
    terrain = tileray.Terrain.from_array(solid)
    starts, ends = [[5, 5], [5, 5], [50, 5]], [[30, 30], [60, 5], [60, 60]]
    assert terrain.line_of_sight(starts, ends).tolist() == [True, False, True]
    region = terrain.visible_region(20.5, 32.5, 30)
    assert region.dtype == np.float32 and region.shape[1] == 2
    assert region[:, 0].max() == 40 and np.hypot(*(region - [20.5, 32.5]).T).max() < 30.01
    assert len(terrain.visible_region(40.5, 5.5, 30)) == 0
    half = terrain.visible_region(20.5, 32.5, 30, angle=np.pi, sweep=np.pi)
    assert half[:, 0].max() <= 20.51
