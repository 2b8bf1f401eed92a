"""The programs in the README, and the notebook; each where the packages that it draws with are installed."""

import pathlib
import re

import pytest

FOLDER = pathlib.Path(__file__).parents[1]


def test_the_program_in_the_readme(maps, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    program = re.search(r"```python\n(import numpy.*?)```", (FOLDER / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "maps").symlink_to(maps)
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(program[1], names)
    assert (tmp_path / "scan.png").stat().st_size > 5000
    assert names["ranges"].shape == (541,) and 0 < names["ranges"].min() < names["ranges"].max() <= 10


def test_the_program_with_columns_in_the_readme(maps, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    program = re.search(r"```python\n(import polars.*?)```", (FOLDER / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "maps").symlink_to(maps)
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(program[1], names)
    expected = names["terrain"].scan_world(names["poses"].select("x", "y", "theta").to_numpy(), [-0.1, 0.0, 0.1], max_range=10.0)
    assert names["scans"].columns == ["id", "x", "y", "theta", "ranges"]
    assert (names["scans"]["ranges"].to_numpy() == expected).all() and 0 < expected.min() < expected.max() < 10


def test_the_notebook(tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("ipykernel")
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(FOLDER / "examples" / "particle_filter.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute(cwd=tmp_path)
    pictures = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert len(pictures) == 3
