"""What a notebook shows: messages instead of tracebacks, progress in one line, pictures without a network."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import CHECKOUT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

FOLDER = CHECKOUT / "python" / "notebooks"


def outputs_of(*cells: str) -> list[list[Any]]:
    """The outputs of each cell, in a kernel of its own. A cell may raise."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=True).execute()
    return [cell.outputs for cell in notebook.cells]


def test_messages_progress_and_pictures() -> None:
    wrong, progress, sweep, shown = outputs_of(
        "import daedalus as dd\n"
        'dd.Model.from_text("model M\\n  Real speed;\\nequation\\n  sped = 1;\\nend M;", name="Motor.mo")',
        'model = dd.Model.from_text("model M parameter Real k = 1; Real x(start=1, fixed=true);'
        ' equation der(x) = -k*x; end M;")\n'
        'r = model.simulate(stop=5, options={"max_step": 1e-5}, keep=["x"], progress=True)',
        'model.sweep({"k": [1.0, 2.0]}, stop=1, keep=["x"], progress=True)["status"].values.tolist()',
        "r",
    )
    # The message with the user's line, and nothing of our own files.
    assert wrong[0].output_type == "error" and wrong[0].ename == "ModelError"
    told = "\n".join(wrong[0].traceback)
    assert "sped = 1;" in told and "^^^^" in told and "speed" in told
    assert "errors.py" not in told and "model.py" not in told
    # One output that is written again and again.
    assert len(progress) == 1 and "100 %" in progress[0].data["text/plain"]
    assert "2 runs [" in sweep[0].data["text/plain"] and "100 %" in sweep[0].data["text/plain"]
    page = shown[0].data["text/html"]
    assert "<svg" in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", sorted(p.name for p in FOLDER.glob("*.ipynb")))
def test_notebooks(name: str) -> None:
    notebook = nbformat.read(FOLDER / name, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
