"""The scan simulator of f1tenth_gym."""

import math

import numpy as np
import pytest
from conftest import blocks
from reference import sampled_range

from tileray._png import write_png
from tileray.f1tenth import ScanSimulator2D

YAML = "image: track.png\nresolution: 0.05\norigin: [-2.0, 1.0e+0, {yaw}]\nnegate: 0\noccupied_thresh: 0.45\nfree_thresh: 0.196\n"


def save(folder, walls, yaw, extension):
    grays = np.where(walls, 128, 129).astype(np.uint8)
    (folder / "track.yaml").write_text(YAML.format(yaw=yaw))
    if extension == ".png":
        write_png(folder / "track.png", grays)
    else:
        height, width = grays.shape
        (folder / "track.pgm").write_bytes(b"P5\n# a comment\n%d %d\n255\n" % (width, height) + grays.tobytes())
    return str(folder / "track.yaml")


@pytest.mark.parametrize("yaw, extension", [(0.0, ".png"), (0.4, ".pgm"), (-2.0, ".png")])
def test_scans_are_those_of_the_definition(rng, tmp_path, yaw, extension):
    walls = blocks(rng, 90, 60, 12)
    simulator = ScanSimulator2D(61, 4.7, max_range=2.5)
    with pytest.raises(ValueError, match="Map is not set"):
        simulator.scan(np.zeros(3), None)
    assert simulator.set_map(save(tmp_path, walls, yaw, extension), extension) is True
    assert (simulator.map_height, simulator.map_width, simulator.map_resolution) == (60, 90, 0.05)
    assert simulator.get_increment() == pytest.approx(4.7 / 60)
    rows = walls[::-1]  # from the bottom
    is_wall = lambda i, j: 0 <= i < 90 and 0 <= j < 60 and rows[j, i]
    close = []
    for _ in range(12):
        column, row, theta = rng.uniform(0, 90), rng.uniform(0, 60), rng.uniform(-4, 4)
        x = -2.0 + 0.05 * (column * math.cos(yaw) - row * math.sin(yaw))
        y = 1.0 + 0.05 * (column * math.sin(yaw) + row * math.cos(yaw))
        scan = simulator.scan(np.array([x, y, theta]), None)
        assert scan.shape == (61,) and scan.dtype == np.float64
        for index, value in enumerate(scan):
            angle = theta - 4.7 / 2 + index * 4.7 / 60 - yaw
            close.append(abs(value - 0.05 * sampled_range(is_wall, column, row, angle, 50)) < 0.05)
    assert np.mean(close) > 0.99


def test_noise_is_that_of_the_generator(rng, tmp_path):
    simulator = ScanSimulator2D(1080, 4.7)
    simulator.set_map(save(tmp_path, blocks(rng, 90, 60, 12), 0.0, ".png"), ".png")
    clean = simulator.scan([0.0, 2.0, 1.0], None)
    noisy = simulator.scan([0.0, 2.0, 1.0], np.random.default_rng(7), std_dev=0.1)
    np.testing.assert_allclose(noisy - clean, np.random.default_rng(7).normal(0, 0.1, 1080))


def test_origins_with_a_line_for_each_number(tmp_path):
    write_png(tmp_path / "a.png", np.full((4, 4), 255, dtype=np.uint8))
    (tmp_path / "a.yaml").write_text("resolution: 1\norigin:\n- 1.5\n- -2\n- 0\n")
    simulator = ScanSimulator2D(10, 1.0)
    simulator.set_map(tmp_path / "a.yaml", ".png")
    assert simulator.origin == (1.5, -2.0, 0.0)


@pytest.mark.parametrize(
    "yaml, picture, text",
    [
        ("origin: [0, 0, 0]", b"", "a.yaml: there is no resolution"),
        ("resolution: 0\norigin: [0, 0, 0]", b"", "there is no resolution"),
        ("resolution: 0.1\norigin: [0, 0]", b"", "there is no origin"),
        ("resolution: 0.1\norigin: [0, 0, 0]", b"P5 3 3 255\n12345678", "a.pgm: the file ends before its 3x3 pixels"),
        ("resolution: 0.1\norigin: [0, 0, 0]", b"P5 3 3 65535\n", "a.pgm: this is no PGM of 8 bits"),
        ("resolution: 0.1\norigin: [0, 0, 0]", b"GIF89a", "a.pgm"),
    ],
)
def test_files_that_are_wrong(tmp_path, yaml, picture, text):
    (tmp_path / "a.yaml").write_text(yaml)
    (tmp_path / "a.pgm").write_bytes(picture)
    with pytest.raises(ValueError, match=text):
        ScanSimulator2D(10, 1.0).set_map(str(tmp_path / "a.yaml"), ".pgm")


def test_files_that_are_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        ScanSimulator2D(10, 1.0).set_map(str(tmp_path / "a.yaml"), ".png")
    (tmp_path / "a.yaml").write_text("resolution: 0.1\norigin: [0, 0, 0]")
    with pytest.raises(FileNotFoundError, match="a.png"):
        ScanSimulator2D(10, 1.0).set_map(str(tmp_path / "a.yaml"), ".png")


def test_text_pgm(tmp_path):
    (tmp_path / "a.yaml").write_text("resolution: 0.1\norigin: [0, 0, 0]")
    (tmp_path / "a.pgm").write_text("P2\n# walls\n3 2\n15\n0 15 15\n15 0 15\n")
    simulator = ScanSimulator2D(10, 1.0)
    simulator.set_map(str(tmp_path / "a.yaml"), ".pgm")
    np.testing.assert_array_equal(simulator.terrain.to_array(), [[True, False, False], [False, True, False]])
