"""The programs in the README, and the notebook; each where the packages that it draws with are installed."""

import importlib
import pathlib
import re

import pytest

FOLDER = pathlib.Path(__file__).parents[1]


def run_program_of_readme(begin, maps, folder, monkeypatch):
    """Runs the first program of the README that begins so, in a folder with the maps; returns its variables."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    program = re.search(rf"```python\n({begin}.*?)```", readme, re.DOTALL)
    (folder / "maps").symlink_to(maps)
    monkeypatch.chdir(folder)
    names = {}
    exec(program[1], names)
    return names


def test_the_program_in_the_readme(maps, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    names = run_program_of_readme("import numpy", maps, tmp_path, monkeypatch)
    assert (tmp_path / "scan.png").stat().st_size > 5000
    assert names["ranges"].shape == (541,) and 0 < names["ranges"].min() < names["ranges"].max() <= 10


def test_the_program_with_columns_in_the_readme(maps, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    names = run_program_of_readme("import polars", maps, tmp_path, monkeypatch)
    expected = names["terrain"].scan_world(names["poses"].select("x", "y", "theta").to_numpy(), [-0.1, 0.0, 0.1], max_range=10.0)
    assert names["scans"].columns == ["id", "x", "y", "theta", "ranges"]
    assert (names["scans"]["ranges"].to_numpy() == expected).all() and 0 < expected.min() < expected.max() < 10


def test_the_picture_of_robots(maps, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.syspath_prepend(FOLDER / "examples")
    poses, ranges, is_seen = importlib.import_module("robots").main(maps / "office.yaml", tmp_path / "robots.png")
    assert (tmp_path / "robots.png").stat().st_size > 20000
    assert poses.shape == (24, 3) and 0.01 < is_seen.mean() < 0.5 and ranges[is_seen].min() > 0


def test_the_notebook(tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("ipykernel")
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(FOLDER / "examples" / "particle_filter.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute(cwd=tmp_path)
    pictures = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert len(pictures) == 3
