"""Columns of Arrow in and out, against the calls with numpy's arrays; each library where it is installed."""

import gc
import threading

import numpy as np
import pytest
from conftest import assert_others_run_during, blocks

import tileray

pa = pytest.importorskip("pyarrow")

ANGLES = np.linspace(-2, 2, 33, dtype=np.float32)


@pytest.fixture
def terrain(rng):
    return tileray.Terrain.from_array(blocks(rng, 100, 80, 20), resolution=0.05, origin=(-1.0, 2.0, 0.3))


@pytest.fixture
def poses(rng):
    return np.column_stack([rng.uniform(-5, 105, 500), rng.uniform(-5, 85, 500), rng.uniform(-4, 4, 500)]).astype(np.float32)


@pytest.fixture
def rays(rng):
    return np.column_stack([rng.uniform(1, 99, 500), rng.uniform(1, 79, 500), rng.normal(size=(500, 2))]).astype(np.float32)


def batch_of(rows, names=("x", "y", "theta"), type=pa.float32()):
    return pa.record_batch([pa.array(np.ascontiguousarray(column)).cast(type) for column in rows.T], names=list(names))


def ranges_of(batch):
    column = pa.record_batch(batch).column("ranges")
    return column.flatten().to_numpy(zero_copy_only=True).reshape(len(column), column.type.list_size)


def test_scans_are_those_of_arrays(terrain, poses):
    batch = terrain.scan_batch(batch_of(poses), ANGLES, 60.0)
    assert isinstance(batch, tileray.RecordBatch) and len(batch) == batch.num_rows == 500 and batch.column_names == ["ranges"]
    assert pa.schema(batch).field("ranges") == pa.field("ranges", pa.list_(pa.field("item", pa.float32(), False), 33), False)
    assert "500 rows" in repr(batch) and "ranges" in repr(batch)
    pa.record_batch(batch).validate(full=True)
    np.testing.assert_array_equal(ranges_of(batch), terrain.scan(poses, ANGLES, 60.0))
    options = {"traversal": "bresenham", "inside": "leave", "no_return": "inf", "layers": [0]}
    np.testing.assert_array_equal(
        ranges_of(terrain.scan_batch(batch_of(poses), ANGLES, 60.0, **options)), terrain.scan(poses, ANGLES, 60.0, **options)
    )
    assert (ranges_of(terrain.scan_batch(batch_of(poses), ANGLES, 60.0, layers=[])) == 60.0).all()


def test_scans_in_meters_are_those_of_arrays(terrain, poses):
    world = terrain.frame.poses_to_world(poses).astype(np.float32)
    for no_return in ("max", "inf"):
        np.testing.assert_array_equal(
            ranges_of(terrain.scan_world_batch(batch_of(world), ANGLES, 3.0, no_return=no_return)),
            terrain.scan_world(world, ANGLES, 3.0, no_return=no_return),
        )
    with pytest.raises(ValueError, match="scan_world_batch: the terrain has no frame"):
        tileray.Terrain.from_array(np.ones((4, 4), dtype=bool)).scan_world_batch(batch_of(world), ANGLES, 3.0)


def test_the_order_of_columns_and_other_columns_make_no_difference(terrain, poses):
    expected = terrain.scan(poses, ANGLES, 60.0)
    x, y, theta = map(pa.array, np.ascontiguousarray(poses.T))
    names = pa.array(["a"] * 500)
    shuffled = pa.record_batch([names, theta, pa.nulls(500), x, y], names=["name", "theta", "nothing", "x", "y"])
    np.testing.assert_array_equal(ranges_of(terrain.scan_batch(shuffled, ANGLES, 60.0)), expected)


@pytest.mark.parametrize("type", ["float64", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_other_numbers_are_converted_as_by_numpy(terrain, type):
    rng = np.random.default_rng(1)
    poses = rng.uniform(0, 80, (100, 3)).astype(type)
    if type in ("float64", "int64", "uint64", "int32", "uint32"):
        poses[0] = [2**24 + 1, 2**24 + 3, 2**30 + 65]  # rounded to even, in both
    columns = [pa.array(np.ascontiguousarray(column)) for column in poses.T]
    batch = pa.record_batch(columns, names=["x", "y", "theta"])
    assert str(batch.schema.types[0]).replace("halffloat", "float16").replace("double", "float64") == type
    np.testing.assert_array_equal(ranges_of(terrain.scan_batch(batch, ANGLES, 60.0)), terrain.scan(poses, ANGLES, 60.0))


def test_columns_of_several_types_and_poses_that_are_not_finite(terrain):
    x, y = pa.array([5.0, np.nan, 1e300, 5.0]), pa.array([5, 5, 5, 5])
    batch = pa.record_batch([x, y, pa.array([0, 0, 0, np.inf], pa.float32())], names=["x", "y", "theta"])
    ranges = ranges_of(terrain.scan_batch(batch, ANGLES, 60.0))
    assert np.isfinite(ranges[0]).all() and np.isnan(ranges[1:]).all()


def test_slices_of_batches(terrain, poses):
    expected = terrain.scan(poses, ANGLES, 60.0)
    whole = batch_of(poses)
    for start, length in [(0, 500), (1, 499), (7, 64), (499, 1), (500, 0)]:
        np.testing.assert_array_equal(
            ranges_of(terrain.scan_batch(whole.slice(start, length), ANGLES, 60.0)), expected[start : start + length]
        )
    # An offset of the structs themselves, whose columns have none.
    structs = whole.to_struct_array().slice(10, 20)
    np.testing.assert_array_equal(ranges_of(terrain.scan_batch(structs, ANGLES, 60.0)), expected[10:30])


def test_buffers_that_are_not_aligned(terrain, poses):
    def misaligned(column):
        bytes = b"\0" + np.ascontiguousarray(column).tobytes()
        return pa.Array.from_buffers(pa.float32(), len(column), [None, pa.py_buffer(bytes).slice(1)])

    batch = pa.record_batch([misaligned(column) for column in poses.T], names=["x", "y", "theta"])
    np.testing.assert_array_equal(ranges_of(terrain.scan_batch(batch, ANGLES, 60.0)), terrain.scan(poses, ANGLES, 60.0))


def test_tables_and_streams(terrain, poses):
    expected = terrain.scan(poses, ANGLES, 60.0)
    batches = [batch_of(poses[start:stop]) for start, stop in [(0, 3), (3, 3), (3, 400), (400, 500)]]
    table = pa.Table.from_batches(batches)
    assert table.column("x").num_chunks > 1
    reader = pa.RecordBatchReader.from_batches(batches[0].schema, iter(batches))
    for stream in (table, table.slice(0, 500), reader):
        np.testing.assert_array_equal(ranges_of(terrain.scan_batch(stream, ANGLES, 60.0)), expected)
    np.testing.assert_array_equal(ranges_of(terrain.scan_batch(table.slice(2, 400), ANGLES, 60.0)), expected[2:402])
    with pytest.raises(ValueError, match="batch: .*closed|batch: "):
        # A stream can be read once.
        capsule = table.__arrow_c_stream__()
        once = type("Once", (), {"__arrow_c_stream__": lambda self, requested_schema=None: capsule})()
        terrain.scan_batch(once, ANGLES, 60.0)
        terrain.scan_batch(once, ANGLES, 60.0)


def test_a_stream_that_fails_and_one_that_needs_python(terrain, poses):
    schema = batch_of(poses).schema

    def slowly():
        for start in range(0, 500, 100):
            done = []
            other = threading.Thread(target=lambda: done.append(start))
            other.start()
            other.join(10)
            assert done, "another thread never got Python's lock"
            yield batch_of(poses[start : start + 100])

    stream = pa.RecordBatchReader.from_batches(schema, slowly())
    np.testing.assert_array_equal(ranges_of(terrain.scan_batch(stream, ANGLES, 60.0)), terrain.scan(poses, ANGLES, 60.0))

    def fails():
        yield batch_of(poses)
        raise RuntimeError("the disk is gone")

    with pytest.raises(ValueError, match="batch: .*the disk is gone"):
        terrain.scan_batch(pa.RecordBatchReader.from_batches(schema, fails()), ANGLES, 60.0)


@pytest.mark.parametrize("beams", [0, 1, 33])
def test_nothing_to_scan(terrain, poses, beams):
    angles = ANGLES[:beams]
    empty = batch_of(poses[:0])
    for nothing in (empty, pa.Table.from_batches([empty]), pa.Table.from_batches([], schema=empty.schema)):
        batch = pa.record_batch(terrain.scan_batch(nothing, angles, 60.0))
        assert batch.num_rows == 0 and batch.schema.field("ranges").type.list_size == beams
        batch.validate(full=True)
    batch = pa.record_batch(terrain.scan_batch(batch_of(poses), angles, 60.0))
    assert batch.num_rows == 500 and len(batch.column(0).values) == 500 * beams
    hits = terrain.raycast_batch(pa.record_batch([pa.array([], pa.float32())] * 4, names=["x", "y", "dx", "dy"]), 60.0)
    assert pa.record_batch(hits).num_rows == 0


def with_column(name, column):
    columns = {"x": pa.array([1.0, 2.0], pa.float32()), "y": pa.array([1.0, 2.0], pa.float32()), "theta": pa.array([0.0, 0.0])}
    columns[name] = column
    return pa.record_batch([value for value in columns.values() if value is not None],
                           names=[key for key, value in columns.items() if value is not None])


@pytest.mark.parametrize(
    "batch, text",
    [
        (with_column("theta", None), r"batch: expected a column 'theta' of numbers, got columns 'x', 'y'"),
        (pa.record_batch([], names=[]), "batch: expected a column 'x' of numbers, got no columns"),
        (pa.record_batch([pa.array([1.0])] * 4, names=["x", "y", "x", "theta"]), "batch: expected one column 'x', got several"),
        (with_column("y", pa.array([1.0, None])), "y: expected a column without nulls, got 1 nulls in 2 rows; drop or fill"),
        (pa.Table.from_batches([with_column("y", pa.array([1.0, None]))]), "y: .*1 nulls"),
        (with_column("y", pa.nulls(2)), "y: expected a column"),
        (with_column("y", pa.array(["1", "2"])), "y: expected a column of real numbers, got one of Utf8"),
        (with_column("x", pa.array([True, False])), "x: expected a column of real numbers, got one of Boolean"),
        (with_column("x", pa.array([[1.0], [2.0]])), "x: expected a column of real numbers, got one of List"),
        (with_column("x", pa.array([1.0, 2.0]).dictionary_encode()), "x: expected a column of real numbers, got one of Dict"),
        (pa.array([1.0, 2.0]), "batch: expected a record batch"),
        (pa.chunked_array([[1.0, 2.0]]), "batch: expected a record batch"),
        (pa.array([{"x": 1.0, "y": 1.0, "theta": 0.0}, None]), "batch: expected rows that are not null, got 1 nulls"),
    ],
)
def test_errors_name_the_column(terrain, batch, text):
    with pytest.raises(ValueError, match=text):
        terrain.scan_batch(batch, ANGLES, 60.0)


def test_other_objects_are_refused(terrain, poses):
    for other in (poses, None, 5, {"x": [1.0]}, "batch"):
        with pytest.raises(TypeError, match="batch: expected an object with the Arrow PyCapsule interface"):
            terrain.scan_batch(other, ANGLES, 60.0)

    class Wrong:
        def __init__(self, answer):
            self.answer = answer

        def __arrow_c_array__(self, requested_schema=None):
            return self.answer

    class Raises:
        def __arrow_c_array__(self, requested_schema=None):
            raise KeyError("mine")

    schema, array = batch_of(poses).__arrow_c_array__()
    for answer in (None, (), (schema,), (schema, schema), (array, array), (schema, b"array"), 7):
        with pytest.raises((ValueError, TypeError, IndexError)):
            terrain.scan_batch(Wrong(answer), ANGLES, 60.0)
    with pytest.raises(KeyError, match="mine"):
        terrain.scan_batch(Raises(), ANGLES, 60.0)


def test_the_arguments_are_those_of_scan(terrain, poses):
    batch = batch_of(poses)
    for call, text in [
        (lambda: terrain.scan_batch(batch, 0.5, 5), "angles: .*a single number"),
        (lambda: terrain.scan_batch(batch, ANGLES, -1), "max_range"),
        (lambda: terrain.scan_batch(batch, ANGLES, 5, traversal="fast"), "traversal"),
        (lambda: terrain.scan_batch(batch, ANGLES, 5, layers=["ground"]), "layers"),
        (lambda: terrain.raycast_batch(batch, 5), "batch: expected a column 'dx' of numbers, got columns 'x', 'y', 'theta'"),
        (lambda: terrain.raycast_batch(batch, float("nan")), "max_range"),
    ]:
        with pytest.raises(ValueError, match=text):
            call()


def test_too_many_ranges_are_an_error(terrain):
    column = pa.array(np.zeros(1 << 20, dtype=np.float32))
    with pytest.raises(MemoryError, match="give fewer rows a call"):
        terrain.scan_batch(pa.record_batch([column] * 3, names=["x", "y", "theta"]), np.zeros(1 << 26, dtype=np.float32), 5)


def test_nothing_is_copied_on_the_way_out(terrain, poses):
    batch = terrain.scan_batch(batch_of(poses), ANGLES, 60.0)
    addresses = set()
    for read in (pa.record_batch, lambda batch: pa.table(batch).combine_chunks().to_batches()[0]):
        values = read(batch).column("ranges").flatten()
        assert len(values) == 500 * 33
        addresses.add(values.buffers()[1].address)
    assert len(addresses) == 1
    # The columns outlive the batch and the terrain.
    values = pa.record_batch(batch).column("ranges").flatten()
    before = values.to_numpy().copy()
    del batch, terrain
    gc.collect()
    np.testing.assert_array_equal(values.to_numpy(), before)


def test_memory_of_batches_is_given_back(terrain, poses):
    batch = batch_of(poses)
    held = pa.total_allocated_bytes()
    for _ in range(50):
        terrain.scan_batch(batch, ANGLES, 60.0)
        terrain.scan_batch(pa.Table.from_batches([batch, batch]), ANGLES, 60.0)
        with pytest.raises(ValueError):
            terrain.raycast_batch(batch, 60.0)
    gc.collect()
    assert pa.total_allocated_bytes() == held


def test_a_schema_may_be_requested(terrain, poses):
    wanted = pa.schema([pa.field("ranges", pa.list_(pa.float64(), 33))])
    batch = terrain.scan_batch(batch_of(poses), ANGLES, 60.0)
    table = pa.table(batch, schema=wanted)
    assert table.schema.field("ranges").type.value_type == pa.float64()
    np.testing.assert_array_equal(np.stack(table["ranges"].to_numpy()), terrain.scan(poses, ANGLES, 60.0))


def test_hits_are_those_of_arrays(maps, rays):
    terrain = tileray.Terrain.from_map(maps / "cave.tmx")
    rays[:, :2] = rays[:, :2] * 8
    for options in [{}, {"traversal": "bresenham", "inside": "leave"}]:
        expected = terrain.raycast(rays, 40.0, **options)
        batch = pa.record_batch(terrain.raycast_batch(batch_of(rays, ["x", "y", "dx", "dy"]), 40.0, **options))
        batch.validate(full=True)
        hits = batch.column("hit")
        found = hits.is_valid().to_numpy(zero_copy_only=False)
        np.testing.assert_array_equal(found, expected["hit"])
        assert 50 < found.sum() < 450
        assert [field.name for field in hits.type] == [name for name in tileray.HIT_DTYPE.names if name != "hit"]
        for field in hits.type:
            column, numpy = hits.field(field.name), expected[field.name]
            if pa.types.is_fixed_size_list(field.type):
                values = column.flatten().to_numpy().reshape(-1, 2)
            else:
                valid = column.is_valid().to_numpy(zero_copy_only=False)
                is_there = np.ones(500, bool)
                if field.name in ("tile", "tile_set", "orientation"):
                    is_there = expected["tile"] >= 0
                elif field.name == "agent":
                    is_there = expected["agent"] >= 0
                np.testing.assert_array_equal(valid, is_there, field.name)
                none = -1 if field.name in ("tile", "tile_set", "agent") else 0
                values = column.fill_null(pa.scalar(none).cast(field.type)).to_numpy(zero_copy_only=False)
            assert values.dtype == numpy.dtype, field.name
            np.testing.assert_array_equal(values[found], numpy[found], field.name)


def test_hits_without_tiles_and_in_many_chunks(rng):
    terrain = tileray.Terrain.from_array(blocks(rng, 200, 150, 40))
    count = 70_000
    rays = np.column_stack([rng.uniform(1, 199, count), rng.uniform(1, 149, count), rng.normal(size=(count, 2))])
    rays = rays.astype(np.float32)
    expected = terrain.raycast(rays, 300.0)
    table = pa.Table.from_batches([batch_of(part, ["dx", "x", "y", "dy"]) for part in np.array_split(rays[:, [2, 0, 1, 3]], 3)])
    hits = pa.record_batch(terrain.raycast_batch(table, 300.0)).column("hit")
    assert hits.null_count == 0 and hits.field("tile").null_count == hits.field("orientation").null_count == count
    np.testing.assert_array_equal(hits.field("distance").to_numpy(), expected["distance"])
    np.testing.assert_array_equal(hits.field("pixel").flatten().to_numpy().reshape(-1, 2), expected["pixel"])
    np.testing.assert_array_equal(hits.field("inside").to_numpy(zero_copy_only=False), expected["inside"])


def test_a_scan_does_not_block_other_threads(rng):
    terrain = tileray.Terrain.from_array(rng.random((1024, 1024)) < 0.001)
    batch = batch_of(rng.uniform(0, 1024, (4000, 3)).astype(np.float32))
    angles = np.linspace(-3, 3, 1000, dtype=np.float32)
    assert_others_run_during(lambda: terrain.scan_batch(batch, angles, 500))


def test_data_frames_of_polars(terrain, poses):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"theta": poses[:, 2], "id": range(500), "x": poses[:, 0], "y": poses[:, 1].astype(np.float64)})
    expected = terrain.scan(poses, ANGLES, 60.0)
    ranges = pl.DataFrame(terrain.scan_batch(frame, ANGLES, 60.0))
    assert ranges.schema == {"ranges": pl.Array(pl.Float32, 33)}
    np.testing.assert_array_equal(ranges["ranges"].to_numpy(), expected)
    chunks = pl.concat([frame[:100], frame[100:]], rechunk=False)
    np.testing.assert_array_equal(pl.DataFrame(terrain.scan_batch(chunks, ANGLES, 60.0))["ranges"].to_numpy(), expected)
    rays = frame.select(pl.col("x"), pl.col("y"), dx=1.0, dy=0.0)
    hits = pl.DataFrame(terrain.raycast_batch(rays, 60.0))["hit"]
    assert hits.null_count() == (~terrain.raycast(rays.to_numpy(), 60.0)["hit"]).sum() > 0
    with pytest.raises(ValueError, match="y: .*1 nulls"):
        terrain.scan_batch(frame.with_columns(y=pl.when(pl.col("id") != 4).then(pl.col("y"))), ANGLES, 60.0)
