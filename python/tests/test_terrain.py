"""Making, editing, copying and pickling terrains."""

import copy
import pickle
import shutil

import numpy as np
import pytest
from conftest import blocks

import tileray
from tileray._png import write_png


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
    write_png(tmp_path / "grays.png", grays)
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
    with pytest.raises(ValueError, match="cave.tmx is no world and no project"):
        tileray.Terrain.from_map(maps / "cave.tmx", level="a")
    with pytest.raises(ValueError, match="layers: .*nowhere"):
        tileray.Terrain.from_map(maps / "cave.tmx", layers=["nowhere"])


def same(terrain, other, rng):
    """Asserts that two terrains of tile maps give the same answers."""
    assert (other.bounds, other.layers, other.tile_sets) == (terrain.bounds, terrain.layers, terrain.tile_sets)
    for layers in [None, *([index] for index in range(len(terrain.layers)))]:
        np.testing.assert_array_equal(other.to_array(layers), terrain.to_array(layers))
    left, top, right, bottom = terrain.bounds
    rays = np.column_stack([rng.uniform(left, right, 4000), rng.uniform(top, bottom, 4000), rng.normal(size=(4000, 2))])
    hits = terrain.raycast(rays, 300.0)
    assert hits["hit"].mean() > 0.05
    assert other.raycast(rays, 300.0).tobytes() == hits.tobytes()  # NaN included


def edit_at_random(terrain, rng, count):
    left, top, right, bottom = terrain.bounds
    hits = terrain.raycast(
        np.column_stack([rng.uniform(left, right, 500), rng.uniform(top, bottom, 500), rng.normal(size=(500, 2))]), 300.0
    )
    hits = hits[hits["tile"] >= 0]
    for _ in range(count):
        x, y, radius = rng.uniform(left, right), rng.uniform(top, bottom), rng.uniform(1, min(terrain.size) / 8)
        (terrain.carve_circle, terrain.fill_circle)[rng.integers(2)](x, y, radius)
        place, tile = hits[rng.integers(len(hits), size=2)]
        tile = (int(tile["tile_set"]), int(tile["tile"]), int(rng.integers(8))) if rng.random() < 0.7 else None
        terrain.set_tile(int(place["layer"]), tuple(place["cell"].tolist()), tile)


@pytest.mark.parametrize(
    "file, level",
    [
        ("cave.tmx", None),
        ("infinite.tmx", None),
        ("formats/level-tsj.tmx", None),
        ("formats/level-external.ldtk", None),
        ("formats/level-external.ldtk", "cellar"),
        ("formats/odd/list.world", None),
        ("formats/odd/pattern.world", None),
    ],
)
def test_pickling_tile_maps(maps, rng, file, level, tmp_path):
    # A copy of the files, which are deleted: what is pickled does not depend on them.
    shutil.copytree(maps.parent / "maps", tmp_path / "maps")
    shutil.copytree(maps.parent / "assets", tmp_path / "assets")
    terrain = tileray.Terrain.from_map(tmp_path / "maps" / file, level)
    untouched = terrain.copy()
    shutil.rmtree(tmp_path / "maps")
    shutil.rmtree(tmp_path / "assets")
    for edits in (0, 1, 20):
        edit_at_random(terrain, rng, edits)
        other = pickle.loads(pickle.dumps(terrain))
        same(terrain, other, rng)
    # A copy of a copy, which both go on with.
    for each in (terrain, other):
        edit_at_random(each, np.random.default_rng(5), 5)
    same(terrain, pickle.loads(pickle.dumps(other)), rng)
    same(untouched, pickle.loads(pickle.dumps(untouched)), rng)
    with pytest.raises(FileNotFoundError):
        tileray.Terrain.from_map(tmp_path / "maps" / file, level)


def test_pickling_keeps_the_layers_that_were_chosen(maps, rng):
    names = tileray.Terrain.from_map(maps / "cave.tmx").layers
    terrain = tileray.Terrain.from_map(str(maps / "cave.tmx"), layers=[names[0]])
    other = pickle.loads(pickle.dumps(terrain))
    np.testing.assert_array_equal(other.to_array(), terrain.to_array())
    with pytest.raises(ValueError, match="layer 1 is not in the terrain"):
        other.set_tile(1, (0, 0), None)


def test_layers_that_are_not_chosen_may_lack_their_tiles(maps, tmp_path):
    shutil.copytree(maps.parent / "maps", tmp_path / "maps")
    shutil.copytree(maps.parent / "assets", tmp_path / "assets")
    whole = tileray.Terrain.from_map(tmp_path / "maps" / "cave.tmx", layers=["ground"])
    (tmp_path / "assets" / "machines.tsx").unlink()
    terrain = tileray.Terrain.from_map(tmp_path / "maps" / "cave.tmx", layers=["ground"])
    np.testing.assert_array_equal(terrain.to_array(), whole.to_array())
    with pytest.raises(ValueError, match="machines.tsx: there is no such file"):
        tileray.Terrain.from_map(tmp_path / "maps" / "cave.tmx", layers=["ground", "machines"])


def test_files_that_are_damaged_in_a_pickle_are_refused(maps):
    make, arguments = tileray.Terrain.from_map(maps / "town.tmx").__reduce__()
    map, files, folders, tiles, pixels = arguments
    make(*arguments)
    box = (0, 0, 16, 16)
    for wrong in [(map, files[1:], folders, tiles, pixels), (map, [(path, data[:-9]) for path, data in files], folders, tiles, pixels),
                  (map, [], folders, tiles, pixels), (map, files, folders, [(99, (0, 0), None)], pixels),
                  (map, files, folders, [(0, (0, 0), (0, 2**40, 0))], pixels), (map, files, folders, tiles, [(0, box, b"")]),
                  (map, files, folders, tiles, [(0, (0, 0, 2**31 - 1, 2**31 - 1), b"")])]:
        with pytest.raises((ValueError, FileNotFoundError)):
            make(*wrong)


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
