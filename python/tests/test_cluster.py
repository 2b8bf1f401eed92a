"""The data sets of `examples/cluster`: poses, hash and manifest; and the engines, each where it is installed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from conftest import blocks

FOLDER = pathlib.Path(__file__).parents[1] / "examples" / "cluster"
sys.path.insert(0, str(FOLDER))

import scan_dataset as data  # noqa: E402


@pytest.fixture
def small(rng):
    """A map and a plan of 1,000 poses in 7 parts."""
    map = data.Map(blocks(rng, 90, 70, 12))
    return map, data.Plan(map.digest(), poses=1000, parts=7, beams=9, max_range=50.0)


def test_words_are_those_of_splitmix64():
    # The first outputs of the reference generator with the seed 0.
    words = data.mix(np.arange(1, 4, dtype=np.uint64) * data.GOLDEN)
    assert [f"{word:016x}" for word in words] == ["e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f"]


def test_the_map_survives_packing(small):
    map, _ = small
    again = data.Map(map.solid())
    assert again.digest() == map.digest() and (again.solid() == map.solid()).all()
    assert map.solid().shape == (70, 90) and map.solid()[0].all() and not map.solid().all()
    assert data.Map(map.solid().T.copy()).digest() != map.digest()


def test_a_pose_depends_on_its_index_alone(small):
    free, width = data.free_pixels(small[0].solid()), 90
    whole = data.poses_at(np.arange(1000), free, width, seed=3)
    for split in (1, 2, 8, 999):
        split_up = [data.poses_at(part, free, width, seed=3) for part in np.array_split(np.arange(1000), split)]
        assert (np.concatenate(split_up) == whole).all()
    order = np.random.default_rng(1).permutation(1000)
    assert (data.poses_at(order, free, width, seed=3) == whole[order]).all()
    assert (data.poses_at(np.arange(1000), free, width, seed=4) != whole).any(axis=1).mean() > 0.99


def test_poses_are_uniform_over_free_pixels(small):
    solid = small[0].solid()
    free = data.free_pixels(solid)
    poses = data.poses_at(np.arange(100 * len(free)), free, 90, seed=0)
    x, y = np.floor(poses[:, 0]).astype(int), np.floor(poses[:, 1]).astype(int)
    assert not solid[y, x].any()
    counts = np.bincount(y * 90 + x, minlength=solid.size)[free]
    assert 40 < counts.min() and counts.max() < 170
    assert (poses[:, :2] * 256 == np.round(poses[:, :2] * 256)).all()
    assert poses[:, 2].min() >= 0 and poses[:, 2].max() <= np.float32(2 * np.pi)
    assert np.histogram(poses[:, 2], bins=8)[0].std() < 0.01 * len(poses)


def test_a_map_without_a_free_pixel_is_refused():
    with pytest.raises(ValueError, match="no free pixel"):
        data.free_pixels(np.ones((4, 4), dtype=bool))


def test_parts_cover_all_poses_once():
    for poses, parts in ((1000, 7), (5, 5), (1_000_003, 8), (10**7, 1)):
        plan = data.Plan("", poses, parts)
        spans = [plan.part(part) for part in range(parts)]
        assert spans[0].start == 0 and spans[-1].stop == poses
        assert all(a.stop == b.start for a, b in zip(spans, spans[1:]))
        assert max(map(len, spans)) - min(map(len, spans)) <= 1


@pytest.mark.parametrize("change", [{"poses": 0}, {"parts": 0}, {"parts": 11}, {"beams": 0}, {"max_range": float("nan")}, {"seed": -1}])
def test_bad_plans_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        data.Plan("", **{"poses": 10, "parts": 1, **change})


def test_beams_are_symmetric():
    angles = data.Plan("", 10, 1, beams=5, field_of_view=4.0).angles()
    assert angles.tolist() == [-2, -1, 0, 1, 2]
    assert data.Plan("", 10, 1, beams=1).angles().tolist() == [0]


def test_the_hash_is_that_of_a_plain_sum(rng):
    poses, ranges = rng.random((3, 3), dtype=np.float32), rng.random((3, 2), dtype=np.float32)
    mask = 2**64 - 1

    def mix(word):
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & mask
        return word ^ word >> 31

    golden, total = 0x9E3779B97F4A7C15, 0
    for i in range(3):
        bits = [int(value.view(np.uint32)) for value in (*poses[i], *ranges[i])]
        row = sum(bit * (mix((k + 1) * golden & mask) | 1) for k, bit in enumerate(bits)) & mask
        total += mix(row ^ mix((i * golden + mix((mix(0) + 2) & mask)) & mask))
    assert data.hash_scans(np.arange(3), poses, ranges) == total & mask


def test_the_hash_depends_on_numbers_and_places_and_not_on_batches(rng):
    indices, poses, ranges = np.arange(500), rng.random((500, 3), dtype=np.float32), rng.random((500, 9), dtype=np.float32)
    whole = data.hash_scans(indices, poses, ranges)
    order = rng.permutation(500)
    assert data.hash_scans(order, poses[order], ranges[order]) == whole
    parts = [data.hash_scans(part, poses[part], ranges[part]) for part in np.array_split(order, 8)]
    assert sum(parts) % 2**64 == whole
    beams, rows, bit = ranges.copy(), ranges.copy(), ranges.copy()
    beams[7, [2, 3]] = beams[7, [3, 2]]
    rows[[7, 8]] = rows[[8, 7]]
    bit.view(np.uint32)[499, 8] ^= 1
    hashes = [data.hash_scans(indices, poses, changed) for changed in (beams, rows, bit)]
    assert len({whole, *hashes}) == 4


def made(folder, small):
    """Makes all parts of a data set in a folder."""
    map, plan = small
    scanner, manifest = data.Scanner(folder, plan, map), data.Manifest(folder, plan)
    with manifest.progress():
        for part in manifest.missing():
            scanner.write(part)
    return manifest


def test_a_data_set_has_the_scans_of_all_poses(small, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    manifest = made(tmp_path, small)
    table = parquet.read_table(tmp_path / "part-0000003.parquet")
    map, plan = small
    assert table.column("pose").to_pylist() == list(plan.part(3))
    scanner = data.Scanner(tmp_path, plan, map)
    poses, ranges = scanner.scan(np.arange(1000))
    assert (np.array(table.column("ranges").to_pylist(), dtype=np.float32) == ranges[plan.part(3)]).all()
    assert manifest.hash() == f"{data.hash_scans(np.arange(1000), poses, ranges):016x}"
    assert sum(record["rows"] for record in manifest.records.values()) == 1000
    assert not list(tmp_path.glob(".part*"))


def test_a_driver_that_died_is_resumed(small, tmp_path):
    pytest.importorskip("pyarrow")
    manifest = made(tmp_path, small)
    log = tmp_path / "manifest.jsonl"
    text = log.read_text()
    log.write_text(text[: text.rindex('"hash"')])  # the last line is cut off, so its part is not in the log
    (tmp_path / ".part-0000001.parquet.aa.tmp").write_bytes(b"half")
    (tmp_path / "part-0000002.parquet").unlink()
    untouched = (tmp_path / "part-0000000.parquet").stat().st_mtime_ns
    assert data.Manifest(tmp_path, small[1]).missing() == [2]
    again = made(tmp_path, small)
    assert again.hash() == manifest.hash() and not list(tmp_path.glob(".part*"))
    assert (tmp_path / "part-0000000.parquet").stat().st_mtime_ns == untouched
    assert sorted(log.read_text().splitlines()) == sorted(text.splitlines())


def test_a_part_that_is_damaged_is_made_again(small, tmp_path):
    pytest.importorskip("pyarrow")
    manifest = made(tmp_path, small)
    short, wrong = tmp_path / "part-0000004.parquet", tmp_path / "part-0000005.parquet"
    short.write_bytes(short.read_bytes()[:-20])
    content = bytearray(wrong.read_bytes())
    content[len(content) // 3] ^= 1
    wrong.write_bytes(content)
    assert data.Manifest(tmp_path, small[1]).missing() == [4]  # by its size
    assert data.Manifest(tmp_path, small[1], verify=True).missing() == [4, 5]  # by its hash
    assert made(tmp_path, small).hash() == manifest.hash()


def test_the_folder_of_another_plan_is_refused(small, tmp_path):
    pytest.importorskip("pyarrow")
    made(tmp_path, small)
    other = data.Plan(small[1].map, poses=1000, parts=7, beams=10, max_range=50.0)
    with pytest.raises(ValueError, match="beams 9 there, 10 here"):
        data.Manifest(tmp_path, other)
    (tmp_path / "manifest.jsonl").unlink()
    with pytest.raises(ValueError, match="parts but no manifest"):
        data.Manifest(tmp_path, small[1])
    assert len(list(tmp_path.glob("part-*"))) == 7


@pytest.mark.parametrize(("engine", "program"), [("ray.data", "on_ray.py"), ("pyspark", "on_spark.py")])
def test_engines_make_the_same_data_set(engine, program, maps, tmp_path):
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine)
    if engine == "pyspark" and not shutil.which("java"):
        pytest.skip("Spark needs Java")
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}

    def hash_of(program, parts):
        out = tmp_path / f"{program}-{parts}"
        command = [sys.executable, FOLDER / program, "--map", maps / "cave.tmx", "--poses", "2000", "--parts", str(parts), "--out", out]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return re.search(r"hash ([0-9a-f]{16})", done.stdout)[1]

    assert hash_of(program, 3) == hash_of("scan_dataset.py", 1)
