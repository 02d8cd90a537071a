"""Loading models, and messages about wrong ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from conftest import BALL, CHECKOUT, DECAY

import daedalus as dd


def test_last_model_of_a_file_is_the_default(tmp_path: Path) -> None:
    file = tmp_path / "two.mo"
    file.write_text(BALL + DECAY)
    assert dd.load(file).name == "Decay"
    assert dd.load(str(file), model="Ball").name == "Ball"


def test_library_of_the_package_is_found() -> None:
    model = dd.load(CHECKOUT / "examples" / "09-libraries.mo")
    assert model.simulate(stop=1).status == "done"
    with pytest.raises(dd.ModelError, match="Parts"):
        dd.load("Parts.NoSuchClass")


def test_package_directory_and_library_path(tmp_path: Path) -> None:
    package = tmp_path / "Own"
    package.mkdir()
    (package / "package.mo").write_text("package Own end Own;")
    (package / "M.mo").write_text("within Own; model M Real x = time; end M;")
    assert dd.load("Own.M", library=[tmp_path]).simulate(stop=2)["x"][-1] == 2
    assert dd.load(package, model="Own.M").name == "Own.M"


def test_message_has_place_code_and_hint() -> None:
    with pytest.raises(dd.ModelError) as caught:
        dd.Model.from_text("model M\n  Real speed;\nequation\n  sped = 1;\nend M;", name="Motor.mo")
    error = caught.value
    assert error.span is not None
    assert (error.span.file, error.span.line, error.span.column) == ("Motor.mo", 4, 3)
    assert error.code.startswith("D02")
    assert "speed" in error.hint
    assert "sped = 1;" in str(error) and "^^^^" in str(error)
    assert "sped = 1;" in error._repr_html_()


def test_all_mistakes_are_reported_at_once() -> None:
    with pytest.raises(dd.ModelError) as caught:
        dd.Model.from_text("model M Real x; equation x = a; end M; model N Real y; equation y = ; end N;")
    assert caught.value.diagnostics


def test_unbalanced_model_is_a_structure_error() -> None:
    with pytest.raises(dd.DaedalusError) as caught:
        dd.Model.from_text("model M Real x; Real y; equation x = 1; end M;")
    assert "y" in str(caught.value)


def test_file_that_does_not_exist() -> None:
    with pytest.raises(dd.ModelError, match="no/such/file.mo"):
        dd.load("no/such/file.mo")


def test_library_that_is_no_directory() -> None:
    with pytest.raises(dd.DaedalusError, match="no/such/folder"):
        dd.load("A.B", library=["no/such/folder"])


def test_pickle_needs_no_file(tmp_path: Path) -> None:
    file = tmp_path / "ball.mo"
    file.write_text(BALL)
    model = dd.load(file)
    kept = pickle.dumps(model)
    expected = model.simulate(stop=1)["h"]
    file.unlink()
    again = pickle.loads(kept)
    assert again.simulate(stop=1)["h"].tobytes() == expected.tobytes()


def test_errors_can_be_pickled() -> None:
    with pytest.raises(dd.ModelError) as caught:
        dd.load("No.Such.Class")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is dd.ModelError and again.diagnostics == caught.value.diagnostics


def test_names_in_other_scripts() -> None:
    model = dd.Model.from_text('model M "Größe" Real x = 1 "φ"; end M;')
    assert model.simulate().variables["x"].description == "φ"
