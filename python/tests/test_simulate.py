"""Runs, and their results."""

from __future__ import annotations

import base64
import gc
import json
import shutil
import subprocess
import sys
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from conftest import CHECKOUT, DECAY

import daedalus as dd


def test_solution(decay: dd.Model) -> None:
    r = decay.simulate(stop=2, k=3, tolerance=1e-10)
    np.testing.assert_allclose(r["x"], np.exp(-3 * r.time), atol=1e-8)
    assert r.status == "done" and len(r.time) >= 501


def test_same_numbers_as_the_command_line(tmp_path: Path, decay: dd.Model) -> None:
    """The points are those of the command line, bit for bit."""
    import csv

    file = CHECKOUT / "models" / "Pendulum.mo"
    out = tmp_path / "p.csv"
    command = [sys.executable, "-m", "daedalus", "simulate", file, "--stop", "5", "--output", out, "--quiet"]
    subprocess.run(command, check=True)
    rows = list(csv.DictReader(out.open()))
    r = dd.load(file).simulate(stop=5)
    assert len(rows) == len(r.time)
    for name in ("x", "y", "F", "der(vx)"):
        assert [float(row[name]) for row in rows] == r[name].tolist()


def test_arrays_share_memory_and_outlive_the_result(decay: dd.Model) -> None:
    r = decay.simulate(stop=1)
    x = r["x"]
    assert r["x"] is x
    assert not x.flags.owndata and not x.flags.writeable and x.flags.c_contiguous
    kept, last = x, float(x[-1])
    del r, x
    gc.collect()
    decay.simulate(stop=1, k=5)
    assert kept[-1] == last


def test_aliases_parameters_and_types(decay: dd.Model) -> None:
    r = decay.simulate(stop=1, k=2)
    np.testing.assert_array_equal(r["minus"], -r["x"])
    np.testing.assert_array_equal(r["z[2]"], 2 * r["x"])
    assert r["k"] == 2.0 and r.parameters["k"] == 2.0
    assert r["small"].dtype == bool and not r["small"][0] and r["small"][-1]
    assert r.variables["x"].unit == "m" and r.variables["x"].description == "What decays"


def test_integers_are_integers(ball: dd.Model) -> None:
    n = ball.simulate(stop=2)["n"]
    assert n.dtype == np.int64 and n[-1] >= 2


def test_strings_and_enumerations() -> None:
    model = dd.Model.from_text(
        "model M type Mode = enumeration(low, high); Mode mode; Real x = time; String s;"
        " equation mode = if time > 0.5 then Mode.high else Mode.low;"
        ' s = if time > 0.5 then "late" else "early"; end M;'
    )
    r = model.simulate(stop=1)
    assert r["mode"][0] == 1 and r["mode"][-1] == 2
    assert r["s"][0] == "early" and r["s"][-1] == "late"


def test_unknown_names_have_hints(decay: dd.Model) -> None:
    with pytest.raises(dd.UnknownNameError, match="did you mean `k`"):
        decay.simulate(kk=1)
    r = decay.simulate(stop=1)
    with pytest.raises(KeyError, match="did you mean `small`"):
        r["smal"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "fast", None])
def test_values_that_are_no_numbers(decay: dd.Model, value: object) -> None:
    with pytest.raises(dd.OptionError, match="`k`"):
        decay.simulate(k=value)


def test_wrong_options(decay: dd.Model) -> None:
    with pytest.raises(dd.OptionError, match="tolerance"):
        decay.simulate(tolerance=-1)
    with pytest.raises(dd.OptionError, match="no method|not a method|method"):
        decay.simulate(method="eulr")
    with pytest.raises(dd.OptionError, match="stop time"):
        decay.simulate(stop=-1)


def test_structural_parameter_compiles_again_and_says_so(decay: dd.Model) -> None:
    r = decay.simulate(stop=1, n=3, k=2)
    assert "z[3]" in r and "z[3]" not in decay.simulate(stop=1)
    assert any("n = 3" in w.message for w in r.warnings)
    assert r["k"] == 2.0
    again = decay.simulate(stop=1, n=3, k=2)
    assert again["x"].tobytes() == r["x"].tobytes()


def test_start_values(decay: dd.Model) -> None:
    r = decay.simulate(stop=1, x=5)
    assert r["x"][0] == 5 and not r.warnings


def test_arrays_of_parameters() -> None:
    model = dd.Model.from_text("model M parameter Real a[3] = {1, 2, 3}; Real s = time*sum(a); end M;")
    assert model.simulate({"a": np.array([10.0, 20, 30])}, stop=1)["s"][-1] == pytest.approx(60)
    assert model.simulate({"a[2]": 7.0}, stop=1)["s"][-1] == pytest.approx(11)
    with pytest.raises(dd.OptionError, match="3 elements"):
        model.simulate(a=[1.0, 2.0])
    with pytest.raises(dd.UnknownNameError):
        model.simulate(b=[1.0, 2.0])


def test_run_that_stops_keeps_its_points() -> None:
    model = dd.Model.from_text(
        "model M Real x(start=1, fixed=true); equation der(x) = x^2; end M;"  # x = 1/(1 - t)
    )
    with pytest.raises(dd.SimulationError) as caught:
        model.simulate(stop=2)
    assert caught.value.result is not None
    assert 0.9 < caught.value.result.time[-1] <= 1.001
    r = model.simulate(stop=2, check=False)
    assert r.status == "stopped" and r.messages


def test_warning_of_an_assertion_is_an_object() -> None:
    model = dd.Model.from_text(
        'model M Real x = time; equation assert(x < 0.5, "too far", AssertionLevel.warning); end M;'
    )
    r = model.simulate(stop=1)
    assert [w for w in r.warnings if "too far" in w.message]


def test_events(ball: dd.Model) -> None:
    r = ball.simulate(stop=1)
    first = r.events[0]
    assert first.time == pytest.approx(np.sqrt(2 / 9.81), rel=1e-6)
    assert "h <= 0" in first.cause and "v:" in first.text
    assert repr(first).startswith("<Event at 0.4515") and "v:" in first._repr_html_()
    assert ball.simulate(stop=1, events=False).events == []


def test_keep(decay: dd.Model) -> None:
    r = decay.simulate(stop=1, keep=["x"])
    assert "x" in r and r["minus"][0] == -1
    with pytest.raises(dd.UnknownNameError, match="not kept"):
        r["z[2]"]
    with pytest.raises(dd.OptionError, match="`y` is not a variable"):
        decay.simulate(keep=["y"])


def test_other_libraries(decay: dd.Model) -> None:
    r = decay.simulate(stop=1)
    frame = r.to_pandas("x", "z*")
    assert sorted(frame.columns) == ["x", "z[1]", "z[2]"] and frame.index.name == "time"
    data = r.to_xarray()
    assert data["x"].attrs == {"units": "m", "long_name": "What decays"}
    page = r._repr_html_()
    assert "x [m]" in page, "the legend has units"
    assert decay._repr_html_().count("Decay") == 1
    assert "<svg" in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    frame = decay.describe()
    assert frame.loc["k", "unit"] == "1/s" and frame.loc["k", "description"] == "Rate"
    assert frame.loc["k", "declared"] == "text:3" and frame.loc["z[1]", "unit"] == ""


def test_plot(decay: dd.Model) -> None:
    import matplotlib

    matplotlib.use("Agg")
    axes = decay.simulate(stop=1).plot("x", "z*")
    assert len(axes.lines) == 3


def test_page(tmp_path: Path, ball: dd.Model) -> None:
    r = ball.simulate(stop=1)
    r.page(tmp_path / "ball.html")
    page = (tmp_path / "ball.html").read_text()
    packed = page.split('id="facts">')[1].split("<")[0]
    facts = json.loads(zlib.decompress(base64.b64decode(packed)))
    assert facts["num_points"] == len(r.time)
    assert [e[0] for e in facts["events"]] == [e.time for e in r.events]
    assert facts["equations"], "the structure is explained"
    with pytest.raises(dd.DaedalusError, match="missing"):
        r.page(tmp_path / "missing" / "ball.html")


def test_page_has_the_diagrams_of_the_model(tmp_path: Path) -> None:
    placed = "annotation(Placement(transformation(extent={{-10,-10},{10,10}})))"
    model = dd.Model.from_text(f"""
      model Drawn
        model Part
          Real x(start=1, fixed=true);
        equation
          der(x) = -x;
        end Part;
        Part part {placed};
      end Drawn;
    """)
    model.simulate(stop=1).page(tmp_path / "drawn.html")
    packed = (tmp_path / "drawn.html").read_text().split('id="facts">')[1].split("<")[0]
    facts = json.loads(zlib.decompress(base64.b64decode(packed)))
    assert "data-component" in facts["diagrams"][""]


def test_structure() -> None:
    """The pendulum in Cartesian coordinates: index 3, two states, and the entries of its equations."""
    structure = dd.load(CHECKOUT / "models" / "Pendulum.mo").structure
    assert structure.index == 3 and len(structure.states) == 2
    assert sum(b["size"] for b in structure.blocks) == structure.ordered_incidence.shape[0]
    incidence, unknowns = structure.incidence, structure.unknowns
    assert incidence.shape == (len(structure.equations), len(unknowns)) == (6, 6)
    rows = [
        {unknowns[c]: int(row[c]) for c in np.flatnonzero(row)} for row in incidence.toarray()
    ]  # 1: appears, 2: its derivative does
    for expected in ({"x": 1, "y": 1}, {"x": 2, "vx": 1}, {"vx": 2, "F": 1, "x": 1}):
        assert expected in rows
    # Blocks are solved one after the other, so nothing stands behind the last block of a row.
    ordered = structure.ordered_incidence.toarray()
    ends = np.repeat(np.cumsum([b["size"] for b in structure.blocks]), [b["size"] for b in structure.blocks])
    for row, end in zip(ordered, ends, strict=True):
        assert not row[end:].any()


def test_no_warnings_of_python() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dd.Model.from_text("model M Real x = time; end M;").simulate(stop=1).to_pandas()


WITHOUT_LLVM = """
import sys
import daedalus as dd

assert not list(dd.model._PACKAGE.glob("lib/libdaedalus_machine_code*"))
r = dd.Model.from_text(sys.stdin.read()).simulate(stop=1, options={"code": "machine"})
assert ["without LLVM" in w.hint for w in r.warnings if "was not compiled" in w.message] == [True], r.warnings
print(r["x"].tobytes().hex())
"""


def test_package_without_llvm_says_so(decay: dd.Model, tmp_path: Path) -> None:
    """A copy of the package as the wheel `daedalus` has it. Who asks for machine code gets a warning, and the same numbers."""
    package = Path(dd.__file__).parent
    shutil.copytree(package, tmp_path / "daedalus", ignore=shutil.ignore_patterns("*machine_code*", "bin"))
    libraries = package.parent / "daedalus.libs"  # of a wheel that auditwheel has mended
    if libraries.exists():
        shutil.copytree(libraries, tmp_path / "daedalus.libs")
    command = [sys.executable, "-c", WITHOUT_LLVM]
    done = subprocess.run(command, cwd=tmp_path, input=DECAY, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == decay.simulate(stop=1, options={"code": "interpreter"})["x"].tobytes().hex()


def test_machine_code_is_the_same_or_missing_with_a_warning(decay: dd.Model) -> None:
    r = decay.simulate(stop=1, options={"code": "machine"})
    is_compiled = "the run ended in machine code" in r.remarks
    assert is_compiled != any("was not compiled" in w.message for w in r.warnings)
    assert r["x"].tobytes() == decay.simulate(stop=1, options={"code": "interpreter"})["x"].tobytes()
