"""Threads and processes."""

import multiprocessing
import os
import threading
import time

import numpy as np
import pytest
from conftest import assert_others_run_during, blocks

import tileray


def test_a_scan_does_not_block_other_threads(rng):
    terrain = tileray.Terrain.from_array(rng.random((1024, 1024)) < 0.001)
    poses = rng.uniform(0, 1024, (4000, 3)).astype(np.float32)
    angles = np.linspace(-3, 3, 1000, dtype=np.float32)
    out = np.empty((4000, 1000), dtype=np.float32)
    assert_others_run_during(lambda: terrain.scan(poses, angles, 500, out=out))


def test_edits_while_scans_run(rng):
    solid = blocks(rng, 400, 400, 30)
    terrain = tileray.Terrain.from_array(solid)
    poses, angles = rng.uniform(0, 400, (300, 3)), np.linspace(-3, 3, 100)
    expected = []
    for edit in (terrain.fill_circle, terrain.carve_circle):
        edit(200, 200, 80)
        expected.append(terrain.scan(poses, angles, 300))
    stop, wrong, counts = threading.Event(), [], []

    def scan():
        count = 0
        while not stop.is_set():
            ranges = terrain.scan(poses, angles, 300)
            count += 1
            if not any(np.array_equal(ranges, one) for one in expected):
                wrong.append(ranges)
        counts.append(count)

    threads = [threading.Thread(target=scan) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        terrain.fill_circle(200, 200, 80)
        time.sleep(0.001)
        terrain.carve_circle(200, 200, 80)
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong, "a scan saw half an edit"
    assert sum(counts) > 3 and not np.array_equal(*expected)


def test_one_buffer_cannot_be_written_by_two_calls(rng):
    terrain = tileray.Terrain.from_array(rng.random((512, 512)) < 0.001)
    poses, angles = rng.uniform(0, 512, (3000, 3)), np.linspace(-3, 3, 500)
    out = np.empty((3000, 500), dtype=np.float32)
    errors = []

    def work():
        try:
            terrain.scan(poses, angles, 400, out=out)
        except ValueError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("give each thread its own" in error for error in errors)
    np.testing.assert_array_equal(out, terrain.scan(poses, angles, 400))


def scan_in_child(terrain, poses, angles, expected, connection):
    connection.send(bool(np.array_equal(terrain.scan(poses, angles, 300), expected)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_scans(rng):
    terrain = tileray.Terrain.from_array(rng.random((512, 512)) < 0.001)
    poses, angles = rng.uniform(0, 512, (2000, 3)), np.linspace(-3, 3, 200)
    expected = terrain.scan(poses, angles, 300)  # wakes the threads of this process
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=scan_in_child, args=(terrain, poses, angles, expected, there))
    child.start()
    assert here.poll(30), "the child never answered"
    assert here.recv()
    child.join(30)
    assert child.exitcode == 0
