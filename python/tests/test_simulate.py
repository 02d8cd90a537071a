"""Runs, and their results."""

from __future__ import annotations

import base64
import gc
import json
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from conftest import CHECKOUT

import daedalus as dd


def test_solution(decay: dd.Model) -> None:
    r = decay.simulate(stop=2, k=3, tolerance=1e-10)
    np.testing.assert_allclose(r["x"], np.exp(-3 * r.time), atol=1e-8)
    assert r.status == "done" and len(r.time) >= 501


def test_same_numbers_as_the_command_line(tmp_path: Path, decay: dd.Model) -> None:
    """The points are those of the command line, bit for bit."""
    import csv
    import subprocess
    import sys

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
    with pytest.raises(TypeError):
        decay.simulate(stop="later")
    with pytest.raises(TypeError, match="no option `stopp`"):
        decay.simulate(options={"stopp": 1})
    with pytest.raises(ValueError, match="is not one of"):
        decay.simulate(options={"form": "odd"})


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
    assert "<svg" in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert decay.describe().loc["k", "unit"] == "1/s"


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
    tanks = dd.load("Parts.Examples.TwoTanks", library=[CHECKOUT / "models" / "library"])
    tanks.simulate().page(tmp_path / "tanks.html")
    packed = (tmp_path / "tanks.html").read_text().split('id="facts">')[1].split("<")[0]
    facts = json.loads(zlib.decompress(base64.b64decode(packed)))
    assert "data-component" in facts["diagrams"][""]


def test_structure(decay: dd.Model) -> None:
    pendulum = dd.load(CHECKOUT / "models" / "Pendulum.mo")
    assert pendulum.structure.index == 3
    assert sum(b["size"] for b in pendulum.structure.blocks) > 0


def test_no_warnings_of_python() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dd.Model.from_text("model M Real x = time; end M;").simulate(stop=1).to_pandas()


def test_package_without_a_compiler_says_so(decay: dd.Model) -> None:
    """Machine code is asked for; where LLVM is missing the run is assembled or interpreted, with a warning."""
    r = decay.simulate(stop=1, options={"code": "machine"})
    is_compiled = "the run ended in machine code" in r.remarks
    assert is_compiled != any("was not compiled" in w.message for w in r.warnings)
    assert r["x"].tobytes() == decay.simulate(stop=1, options={"code": "interpreter"})["x"].tobytes()
