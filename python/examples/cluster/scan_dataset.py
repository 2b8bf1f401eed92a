"""A data set of scans of a map, in parts that any process on any machine can make: poses × beams, as Parquet.

    python scan_dataset.py --map ../../../maps/office.yaml --poses 1000000 --out scans

The pose of an index is a function of the seed and of the index alone, so the parts do not depend on each other. The hash of
the data set is a sum over the poses, so it does not depend on how they are split, nor on the order of the parts. This program
makes the parts one after another in one process. `on_ray.py` and `on_spark.py` share them among workers.
"""

import argparse
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import threading
import time
import uuid

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
GROUP_RAYS = 1 << 22
"""The rays that a worker holds in memory at a time, and the values in a row group: 16 MiB."""


def mix(words):
    """Mixes words of 64 bits: the finalizer of SplitMix64, a bijection in which each bit depends on all bits."""
    words = np.array(words, dtype=np.uint64, ndmin=1)
    words ^= words >> np.uint64(30)
    words *= np.uint64(0xBF58476D1CE4E5B9)
    words ^= words >> np.uint64(27)
    words *= np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    return words


def counter_words(seed, indices, stream):
    """Returns random words that depend on the seed, the index and the stream alone: a counter-based generator."""
    key = mix(mix([seed]) + np.uint64(stream))
    return mix(np.asarray(indices).astype(np.uint64) * GOLDEN + key)


class Map:
    """The solid pixels of a map, packed in bytes: what is sent to workers, which need no files of the map."""

    def __init__(self, solid):
        self.shape = tuple(solid.shape)
        self.packed = np.packbits(solid).tobytes()

    @classmethod
    def open(cls, path):
        """Opens a robot's `map.yaml`, a PNG whose dark pixels are solid, or a map of Tiled or LDtk. Unknown pixels are solid."""
        from tileray import Terrain

        suffix = pathlib.Path(path).suffix.lower()
        if suffix in (".yaml", ".yml"):
            return cls(Terrain.from_ros(path, unknown="solid").to_array())
        return cls((Terrain.from_png(path, dark=True) if suffix == ".png" else Terrain.from_map(path)).to_array())

    def solid(self):
        """Returns the solid pixels, an array of bool of shape (height, width)."""
        count = self.shape[0] * self.shape[1]
        return np.unpackbits(np.frombuffer(self.packed, np.uint8), count=count).astype(bool).reshape(self.shape)

    def digest(self):
        """Returns the SHA-256 of the size and of the pixels."""
        return hashlib.sha256(repr(self.shape).encode() + self.packed).hexdigest()


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a data set contains, and how it is split. Two data sets with equal plans have equal parts."""

    map: str  # Map.digest()
    poses: int
    parts: int
    beams: int = 61
    field_of_view: float = 4.7  # radians
    max_range: float = 400.0  # pixels
    seed: int = 0

    def __post_init__(self):
        for name, least in (("poses", 1), ("parts", 1), ("beams", 1), ("max_range", 0), ("seed", 0)):
            if not getattr(self, name) >= least:
                raise ValueError(f"{name}: expected at least {least}, got {getattr(self, name)}")
        if self.parts > self.poses:
            raise ValueError(f"parts: expected at most one part a pose ({self.poses}), got {self.parts}")

    def digest(self):
        """Returns a short name of the plan, which each part has in its footer."""
        return hashlib.sha256(json.dumps(dataclasses.asdict(self), sort_keys=True).encode()).hexdigest()[:16]

    def part(self, part):
        """Returns the range of the poses of a part. Parts differ by one pose at most."""
        return range(part * self.poses // self.parts, (part + 1) * self.poses // self.parts)

    def angles(self):
        """Returns the angles of the beams, in radians: symmetric about the heading, from -half to +half the field of view."""
        steps = np.arange(self.beams) - (self.beams - 1) / 2
        return (steps * (self.field_of_view / max(self.beams - 1, 1))).astype(np.float32)


def free_pixels(solid):
    """Returns the indices, in row-major order, of the pixels in which poses may be."""
    free = np.flatnonzero(~solid)
    if len(free) == 0:
        raise ValueError("the map has no free pixel, so there is no place for a pose; choose another map")
    return free


def poses_at(indices, free, width, seed):
    """Returns the poses (x, y, theta) of indices: uniform over the free pixels and all headings, float32 of shape (n, 3).

    x and y are multiples of 1/256 px, the grid on which rays begin, so no rounding depends on the machine.
    """
    place, turn = counter_words(seed, indices, 0), counter_words(seed, indices, 1)
    # The upper 32 bits choose the pixel. The bias is below the number of pixels / 2^32.
    pixel = free[((place >> np.uint64(32)) * np.uint64(len(free))) >> np.uint64(32)]
    x = pixel % width + (place & np.uint64(255)).astype(np.float64) / 256
    y = pixel // width + ((place >> np.uint64(8)) & np.uint64(255)).astype(np.float64) / 256
    theta = (turn >> np.uint64(40)).astype(np.float64) * (2 * np.pi / (1 << 24))
    return np.stack([x, y, theta], axis=1).astype(np.float32)


def hash_scans(indices, poses, ranges):
    """Returns the hash of scans as an int below 2^64: the sum, modulo 2^64, of a hash of each index, pose and its ranges.

    A pose's hash is multilinear: the bits of each number times a word of its own, summed, and mixed with the index. So ranges
    that are exchanged between two beams or two poses change the hash. The order and the batches of the poses do not.
    """
    bits = np.concatenate([poses, ranges], axis=1, dtype=np.float32).view(np.uint32).astype(np.uint64)
    keys = mix(np.arange(1, bits.shape[1] + 1, dtype=np.uint64) * GOLDEN) | np.uint64(1)
    rows = np.einsum("ij,j->i", bits, keys)
    return int(mix(rows ^ counter_words(0, indices, 2)).sum(dtype=np.uint64))


class Scanner:
    """Scans parts and writes them. A worker makes one scanner, and uses it for all of its parts."""

    def __init__(self, folder, plan, map):
        from tileray import Terrain

        solid = map.solid()
        self.folder, self.plan, self.width = pathlib.Path(folder), plan, solid.shape[1]
        self.free, self.terrain, self.angles = free_pixels(solid), Terrain.from_array(solid), plan.angles()

    def scan(self, indices):
        """Returns the poses of indices, and their ranges in pixels, float32 of shape (n, beams)."""
        poses = poses_at(indices, self.free, self.width, self.plan.seed)
        return poses, self.terrain.scan(poses, self.angles, self.plan.max_range)

    def write(self, part):
        """Scans a part and writes it beside its place; then renames it, so a part that is there is whole.

        A part that is there already is left alone. Two workers may write the same part at once: their files are equal.
        """
        path = part_path(self.folder, part)
        if path.exists():
            return
        import pyarrow.parquet as parquet

        span, total, schema = self.plan.part(part), 0, parquet_schema(self.plan)
        beside = self.folder / f".{path.name}.{uuid.uuid4().hex}.tmp"
        step = max(1, GROUP_RAYS // self.plan.beams)
        # Ranges hardly repeat, so dictionaries and compression cost more time than they save space.
        with open(beside, "wb") as file:
            with parquet.ParquetWriter(file, schema, compression="none", use_dictionary=False) as writer:
                for start in range(span.start, span.stop, step):
                    indices = np.arange(start, min(start + step, span.stop))
                    poses, ranges = self.scan(indices)
                    total += hash_scans(indices, poses, ranges)
                    writer.write_table(table(schema, indices, poses, ranges), row_group_size=step)
                writer.add_key_value_metadata({"plan": self.plan.digest(), "hash": f"{total % 2**64:016x}"})
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)


def part_path(folder, part):
    return pathlib.Path(folder) / f"part-{part:07}.parquet"


def parquet_schema(plan):
    import pyarrow as pa

    numbers = [pa.field(name, pa.float32(), nullable=False) for name in ("x", "y", "theta")]
    ranges = pa.list_(pa.field("element", pa.float32(), nullable=False), plan.beams)
    return pa.schema([pa.field("pose", pa.int64(), nullable=False), *numbers, pa.field("ranges", ranges, nullable=False)])


def table(schema, indices, poses, ranges):
    import pyarrow as pa

    columns = [pa.array(indices, pa.int64()), *(pa.array(column) for column in np.ascontiguousarray(poses.T))]
    lists = pa.FixedSizeListArray.from_arrays(pa.array(ranges.reshape(-1)), type=schema.field("ranges").type)
    return pa.Table.from_arrays([*columns, lists], schema=schema)


def read_record(folder, plan, part, recompute=False):
    """Returns the record of a part, {part, rows, hash, bytes}, from the footer of its file; None where it is damaged.

    With `recompute` all numbers are read, and the hash is computed anew.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    path = part_path(folder, part)
    try:
        with parquet.ParquetFile(path) as file:
            notes, rows = file.metadata.metadata or {}, file.metadata.num_rows
            if notes.get(b"plan", b"").decode() != plan.digest() or rows != len(plan.part(part)):
                return None
            record = {"part": part, "rows": rows, "hash": notes[b"hash"].decode(), "bytes": path.stat().st_size}
            if recompute:
                total = 0
                for group in file.iter_batches(batch_size=max(1, GROUP_RAYS // plan.beams)):
                    poses = np.stack([group.column(name).to_numpy() for name in ("x", "y", "theta")], axis=1)
                    ranges = group.column("ranges").flatten().to_numpy().reshape(-1, plan.beams)
                    total += hash_scans(group.column("pose").to_numpy(), poses, ranges)
                if f"{total % 2**64:016x}" != record["hash"]:
                    return None
            return record
    except (OSError, KeyError, ValueError, pa.ArrowException):
        return None


class Manifest:
    """The log of a data set, `manifest.jsonl`: its plan, then a record of each part that is written.

    The parts are the truth, and the log is made from them. If a driver dies, parts that are not in the log are read again
    in full before they count. Only one driver may work on a folder at a time.
    """

    def __init__(self, folder, plan, verify=False):
        self.folder, self.plan, self.records = pathlib.Path(folder), plan, {}
        self.path = self.folder / "manifest.jsonl"
        self.folder.mkdir(parents=True, exist_ok=True)
        logged = self._read()
        for left_over in self.folder.glob(".part-*.tmp"):
            left_over.unlink()
        for part in self._parts_there():
            record = logged.get(part)
            if verify or record is None or record["bytes"] != part_path(folder, part).stat().st_size:
                fresh = read_record(folder, plan, part, recompute=True)
                record = fresh if record is None or fresh == record else None
            if record is None:
                part_path(folder, part).unlink()  # damaged, so it is made again
            else:
                self.records[part] = record
        self._rewrite()

    def _read(self):
        """Reads the log. A last line that was cut off is left out; a plan that differs is refused."""
        if not self.path.exists():
            if next(iter(self._parts_there()), None) is not None:
                raise ValueError(f"{self.folder} has parts but no manifest.jsonl; choose an empty folder")
            return {}
        logged, ours = {}, dataclasses.asdict(self.plan)
        for number, line in enumerate(self.path.read_text(encoding="utf-8").split("\n")[:-1]):
            try:
                entry = json.loads(line)
            except ValueError:
                raise ValueError(f"{self.path}, line {number + 1}: not JSON; delete the line to read that part again") from None
            if number == 0:
                differing = [f"{key} {entry.get(key)} there, {ours[key]} here" for key in ours if entry.get(key) != ours[key]]
                if differing:
                    raise ValueError(f"{self.path} is of another plan ({'; '.join(differing)}); choose another folder")
            else:
                logged[entry["part"]] = entry
        return logged

    def _rewrite(self):
        lines = [dataclasses.asdict(self.plan), *(self.records[part] for part in sorted(self.records))]
        beside = self.path.with_suffix(".tmp")
        beside.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        os.replace(beside, self.path)

    def _parts_there(self):
        for entry in os.scandir(self.folder):
            number = entry.name[len("part-") : -len(".parquet")]
            if entry.name.startswith("part-") and entry.name.endswith(".parquet") and number.isdigit():
                yield int(number)

    def missing(self):
        """Returns the numbers of the parts that are not written, in order."""
        return [part for part in range(self.plan.parts) if part not in self.records]

    def collect(self):
        """Logs the parts that workers have written since the last call."""
        fresh = [read_record(self.folder, self.plan, part) for part in set(self._parts_there()) - set(self.records)]
        with open(self.path, "a", encoding="utf-8") as log:
            for record in filter(None, fresh):
                log.write(json.dumps(record) + "\n")
                self.records[record["part"]] = record

    @contextlib.contextmanager
    def progress(self):
        """Logs parts and prints progress every two seconds, while the body makes the parts; then prints the result."""
        done, start, stop = len(self.records), time.monotonic(), threading.Event()
        print(f"{done} of {self.plan.parts} parts are there", flush=True)

        def watch():
            while not stop.wait(2):
                self.collect()
                print(f"{time.monotonic() - start:7.1f} s: {len(self.records)} of {self.plan.parts} parts", flush=True)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join()
        seconds = time.monotonic() - start
        self.collect()
        if self.missing():
            raise RuntimeError(f"parts {self.missing()[:8]} … of {self.folder} are missing; run the program again")
        rays = sum(record["rows"] for record in list(self.records.values())[done:]) * self.plan.beams
        if rays:
            print(f"{rays} rays in {seconds:.2f} s: {rays / seconds / 1e6:.2f} million rays a second")
        print(f"{self.plan.poses} poses, {sum(r['bytes'] for r in self.records.values())} bytes, hash {self.hash()}", flush=True)

    def hash(self):
        """Returns the hash of all parts that are written, 16 hexadecimal digits."""
        return f"{sum(int(record['hash'], 16) for record in self.records.values()) % 2**64:016x}"


def arguments(description):
    """Reads the command line, which the three programs share. Returns the options, the map and the manifest."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--map", required=True, help="map.yaml of a robot, PNG, or a map of Tiled or LDtk")
    parser.add_argument("--out", required=True, help="the folder of the parts, which all workers reach by this path")
    parser.add_argument("--poses", type=int, default=1_000_000)
    parser.add_argument("--parts", type=int, help="default: parts with about 64 MiB of ranges")
    parser.add_argument("--beams", type=int, default=61)
    parser.add_argument("--field-of-view", type=float, default=4.7, help="radians")
    parser.add_argument("--max-range", type=float, default=400.0, help="pixels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="of Ray or Spark, one thread each")
    parser.add_argument("--master", help="of Spark; default: local, with the workers and four attempts a task")
    parser.add_argument("--verify", action="store_true", help="read the parts that are there in full, and compare their hashes")
    options = parser.parse_args()
    options.out = os.path.abspath(options.out)
    try:
        map = Map.open(options.map)
        parts = options.parts or min(options.poses, -(-options.poses * options.beams * 4 // (64 << 20)))
        plan = Plan(
            map.digest(), options.poses, parts, options.beams, options.field_of_view, options.max_range, options.seed
        )
        return options, map, Manifest(options.out, plan, options.verify)
    except (ValueError, OSError) as error:
        parser.error(str(error))


def main():
    options, map, manifest = arguments("Scans a map from many poses, in one process; RAYON_NUM_THREADS bounds its threads.")
    scanner = Scanner(options.out, manifest.plan, map)
    with manifest.progress():
        for part in manifest.missing():
            scanner.write(part)


if __name__ == "__main__":
    main()
