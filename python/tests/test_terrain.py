"""Making, editing, copying and pickling terrains."""

import copy
import pickle

import numpy as np
import pytest
from conftest import blocks

import tileray
from tileray._png import write_gray


def test_arrays_come_back(rng):
    for shape in [(0, 0), (0, 7), (1, 1), (16, 16), (17, 65), (300, 129)]:
        solid = rng.random(shape) < 0.5
        terrain = tileray.Terrain.from_array(solid)
        assert terrain.size == shape[::-1] and terrain.bounds == (0, 0, *shape[::-1])
        np.testing.assert_array_equal(terrain.to_array(), solid)
        for same in [solid.astype(np.uint8) * 7, np.asfortranarray(solid), np.repeat(solid, 2, axis=1)[:, ::2]]:
            np.testing.assert_array_equal(tileray.Terrain.from_array(same).to_array(), solid)


def test_pixels_are_looked_up_by_x_and_y():
    solid = np.zeros((4, 6), dtype=bool)
    solid[1, 5] = True
    terrain = tileray.Terrain.from_array(solid)
    assert terrain.is_solid([[5, 1], [5.99, 1.99], [1, 5], [-1, -1], [6, 1]]).tolist() == [True, True, False, False, False]


def test_edits_show_in_the_next_query_and_not_in_copies():
    terrain = tileray.Terrain.from_array(np.zeros((64, 64), dtype=bool))
    before = terrain.copy()
    left, top, right, bottom = terrain.fill_circle(32, 32, 10)
    assert terrain.to_array()[top:bottom, left:right].sum() == 316 and right - left < 24
    assert terrain.ranges([[5.5, 32.5, 1, 0]], 100) == [16.5]
    after = copy.deepcopy(terrain)
    terrain.carve_circle(32, 32, 20)
    assert terrain.carve_circle(32, 32, 20) is None, "nothing is left to carve"
    assert not terrain.to_array().any() and not before.to_array().any() and after.to_array().sum() == 316


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(rng, protocol):
    terrain = tileray.Terrain.from_array(blocks(rng, 130, 70, 9), resolution=0.05, origin=(-1.0, 2.0, 0.5))
    terrain.fill_circle(128, 68, 6)  # beyond the bounds, too
    other = pickle.loads(pickle.dumps(terrain, protocol))
    np.testing.assert_array_equal(other.to_array(), terrain.to_array())
    assert (other.bounds, other.frame, repr(other)) == (terrain.bounds, terrain.frame, repr(terrain))
    poses, angles = rng.uniform(0, 140, (50, 3)), np.linspace(-3, 3, 50)
    np.testing.assert_array_equal(other.scan(poses, angles, 90), terrain.scan(poses, angles, 90))
    assert len(pickle.dumps(tileray.Terrain.from_array(np.ones((1024, 1024), dtype=bool)))) < 140_000


def test_bytes_that_are_no_terrain_are_refused():
    make, arguments = tileray.Terrain.from_array(np.ones((20, 20), dtype=bool)).__reduce__()
    bounds, stored, bits, frame = arguments
    for wrong in [(bounds, stored, bits[:-1], frame), (bounds, (0, 0, 2**31 - 1, 2**31 - 1), bits, frame),
                  ((0, 0, 99, 99), stored, bits, frame), (bounds, (5, 5, -5, -5), b"", frame)]:
        with pytest.raises(ValueError):
            make(*wrong)


def test_pictures(tmp_path):
    grays = np.arange(256, dtype=np.uint8).reshape(16, 16)
    write_gray(tmp_path / "grays.png", grays)
    open_png = tileray.Terrain.from_png
    np.testing.assert_array_equal(open_png(tmp_path / "grays.png", dark=True).to_array(), grays < 128)
    np.testing.assert_array_equal(open_png(str(tmp_path / "grays.png"), True, 40).to_array(), grays < 40)
    assert open_png(tmp_path / "grays.png").to_array().all(), "a picture without transparency is solid"


def test_tile_maps(maps):
    terrain = tileray.Terrain.from_map(maps / "cave.tmx")
    assert "ground" in terrain.layers and terrain.tile_sets and "tile map" in repr(terrain)
    (hit,) = terrain.raycast([[888.0, 628.0, 1.0, 0.2]], 512.0)
    assert hit["hit"] and hit["tile"] >= 0 and hit["tile_set"] >= 0
    layer = int(hit["layer"])
    assert terrain.raycast([[888.0, 628.0, 1.0, 0.2]], 512.0, layers=[terrain.layers[layer]])["pixel"].tolist() == [hit["pixel"].tolist()]
    edited = terrain.copy()
    assert edited.set_tile(layer, tuple(hit["cell"].tolist()), None) is not None
    assert edited.raycast([[888.0, 628.0, 1.0, 0.2]], 512.0)["distance"] > hit["distance"]
    tile = (int(hit["tile_set"]), int(hit["tile"]), int(hit["orientation"]))
    edited.set_tile(layer, tuple(hit["cell"].tolist()), tile)
    np.testing.assert_array_equal(edited.to_array(), terrain.to_array())
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(terrain)
    with pytest.raises(ValueError, match="cave.tmx is no world and no project"):
        tileray.Terrain.from_map(maps / "cave.tmx", level="a")
    with pytest.raises(ValueError, match="layers: .*nowhere"):
        tileray.Terrain.from_map(maps / "cave.tmx", layers=["nowhere"])


def test_maps_of_robots(maps, rng):
    terrain = tileray.Terrain.from_ros(maps / "office.yaml")
    frame = terrain.frame
    width, height = terrain.size
    assert frame.height == height and eval(repr(frame), {"ScanFrame": tileray.ScanFrame}) == frame
    x0, y0, yaw = frame.origin
    poses = np.column_stack([rng.uniform(0, width, 200), rng.uniform(0, height, 200), rng.uniform(-3, 3, 200)])
    world = frame.poses_to_world(poses)
    np.testing.assert_allclose(frame.poses_to_pixels(world), poses, atol=1e-6)
    np.testing.assert_allclose(frame.points_to_pixels(frame.points_to_world(poses[:, :2])), poses[:, :2], atol=1e-6)
    u, v = poses[:, 0] * frame.resolution, (height - poses[:, 1]) * frame.resolution
    np.testing.assert_allclose(world[:, 0], x0 + u * np.cos(yaw) - v * np.sin(yaw), atol=1e-9)
    angles = np.linspace(-2, 2, 181)
    meters = terrain.scan_world(world, angles, 8.0)
    pixels = terrain.scan(poses, -angles, 8.0 / frame.resolution)
    assert np.isclose(meters, pixels * frame.resolution, atol=1e-3).mean() > 0.99
    assert meters.max() == 8.0 and meters.min() >= 0.0
    far = terrain.scan_world(world, angles, 8.0, no_return="inf")
    np.testing.assert_array_equal(np.minimum(far, 8.0), meters)
    solid = tileray.Terrain.from_ros(maps / "office.yaml", unknown="solid")
    assert (terrain.to_array() <= solid.to_array()).all()
    assert terrain.copy().frame == frame and pickle.loads(pickle.dumps(frame)) == frame
