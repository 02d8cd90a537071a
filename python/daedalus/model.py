"""Models: loaded once, run as often as one likes."""

from __future__ import annotations

import copy
import json
import math
import numbers
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._inputs import Inputs, prepare_inputs
from ._progress import watch
from .errors import (
    Diagnostic,
    Interrupted,
    OptionError,
    SimulationError,
    UnknownNameError,
    _class_for,
    _read_all,
    nearest,
)
from .result import Result

if TYPE_CHECKING:
    import pandas as pd

    from .instance import Instance
    from .linear import LinearSystem
    from .structure import Structure

_PACKAGE = Path(__file__).parent
_LIBRARY = _PACKAGE / "share" / "daedalus" / "library"
#: Models that were compiled again for other structural parameters or start values.
_MOST_VARIANTS = 32


def _library_path(library: Sequence[str | os.PathLike[str]]) -> list[str]:
    path = [os.fspath(entry) for entry in library]
    # Those of the user come before the library of the package, as they do for the command line.
    path += [p for p in os.environ.get("MODELICAPATH", "").split(":") if p and os.path.isdir(p)]
    if _LIBRARY.is_dir():
        path.append(str(_LIBRARY))
    return path


def _is_file(name: str) -> bool:
    return name.endswith((".mo", ".fmu")) or os.sep in name or os.path.exists(name)


def load(
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    model: str = "",
    library: Sequence[str | os.PathLike[str]] = (),
    allow_external: bool = False,
) -> Model:
    """Loads a model from a file, a package directory, or a library.

    ``source`` is one or more .mo files, directories with a package.mo, or FMUs; or the full name of a class that
    is looked up in ``library``, in MODELICAPATH and in the library of the package. ``model`` names the class
    if the files have more than one; by default it is the last one.

    >>> import daedalus as dd
    >>> dd.load("No.Such.Class")
    Traceback (most recent call last):
      ...
    daedalus.errors.ModelError: ...
    """
    sources = [source] if isinstance(source, str | os.PathLike) else list(source)
    names = [os.fspath(s) for s in sources]
    if len(names) == 1 and not model and not _is_file(names[0]):
        names, model = [], names[0]
    return Model(_core.load(names, [], model, _library_path(library), [], allow_external, [], False), library)


def _text_of(value: Any) -> str:
    """A value as the text of a modifier."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Real):
        return repr(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))
    return "{" + ", ".join(_text_of(v) for v in value) + "}"


def _without_compiler(result: Result) -> list[Diagnostic]:
    """A warning if machine code was asked for, and the package has no compiler."""
    return [
        Diagnostic(
            "warning", f"the run was not compiled: {remark}", hint="the numbers are the same, without LLVM"
        )
        for remark in result.remarks
        if remark.startswith("no machine code")
    ]


class Model:
    """A compiled model. Any number of threads may share one.

    >>> import daedalus as dd
    >>> model = dd.Model.from_text("model M parameter Real k = 1; Real x(start=1, fixed=true);"
    ...                            " equation der(x) = -k*x; end M;")
    >>> model
    <Model M: 1 equation, 1 unknown>
    >>> round(float(model.simulate(stop=1, k=2, tolerance=1e-9)["x"][-1]), 6)
    0.135335
    """

    def __init__(
        self,
        core: _core.LoadedModel,
        library: Sequence[str | os.PathLike[str]] = (),
        recipe: tuple[Any, ...] | None = None,
    ) -> None:
        self._core = core
        self._library = [os.fspath(p) for p in library]
        self._recipe = recipe
        self._kinds: dict[str, str] | None = None
        self._variants: OrderedDict[tuple[Hashable, ...], Model] = OrderedDict()
        self._lock = threading.Lock()
        #: The result of the last run that Ctrl-C has ended.
        self.interrupted: Result | None = None

    @staticmethod
    def from_text(
        text: str,
        *,
        model: str = "",
        library: Sequence[str | os.PathLike[str]] = (),
        name: str = "text",
    ) -> Model:
        """A model from Modelica text. ``name`` is what messages call the text."""
        return Model(
            _core.load([], [(name, text)], model, _library_path(library), [], False, [], False), library
        )

    # ---- facts ----

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def experiment(self) -> dict[str, float]:
        """The `experiment` annotation: start, stop, interval, tolerance."""
        return self._core.experiment

    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings about the text."""
        return _read_all(self._core.warnings)

    @property
    def description(self) -> dict[str, Any]:
        """All facts that `daedalus describe --json` prints."""
        facts: dict[str, Any] = json.loads(self._core.description())
        return facts

    def flat_text(self) -> str:
        """The equations of the model as flat Modelica text."""
        return self._core.flat_text()

    def describe(self) -> pd.DataFrame:
        """The variables as a DataFrame: meaning, unit, kind, start value and bounds of each."""
        import pandas as pd

        return pd.DataFrame(self.description["variables"]).set_index("name")

    @property
    def structure(self) -> Structure:
        """The blocks, states and index that the structural analysis has found."""
        from .structure import Structure

        return Structure(json.loads(self._core.structure()))

    @property
    def kinds(self) -> Mapping[str, str]:
        """What may be done with each name.

        ``parameter`` can be set in each run, ``structural`` needs a new compilation, ``input`` is set from
        outside, ``constant`` never changes, and ``variable`` has a start value.
        """
        if self._kinds is None:
            self._kinds = self._core.kinds()
        return self._kinds

    @property
    def parameters(self) -> list[str]:
        """The names of parameters that can be set in each run."""
        return [name for name, kind in self.kinds.items() if kind == "parameter"]

    @property
    def inputs(self) -> list[str]:
        """The names of the inputs."""
        return [name for name, kind in self.kinds.items() if kind == "input"]

    # ---- values that a run has ----

    def _sort(self, values: Mapping[str, Any]) -> tuple[list[tuple[str, float]], dict[str, str]]:
        """Values that a run takes as they are, and those that need a new compilation.

        A run takes start values, too: each is a parameter of a variant of the model, which is compiled once.
        """
        ready: list[tuple[str, float]] = []
        compiled: dict[str, str] = {}
        kinds = self.kinds
        for name, value in values.items():
            kind = kinds.get(name)
            is_start = kind == "variable" and isinstance(value, numbers.Real)
            if kind == "parameter" or is_start:
                ready.append((name, self._number(name, value)))
            elif kind in ("structural", "variable"):
                compiled[name] = _text_of(value)
            elif kind is None and np.ndim(value) > 0:
                self._sort_array(name, np.asarray(value), ready, compiled)
            elif kind is None and (f"{name}[1]" in kinds or f"{name}[1,1]" in kinds):
                compiled[name] = _text_of(value)
            elif kind == "input":
                raise OptionError(f"`{name}` is an input", f"give it by inputs={{{name!r}: ...}}")
            elif kind is None:
                raise UnknownNameError(f"`{name}` is not a parameter of `{self.name}`", nearest(name, kinds))
            else:
                raise OptionError(f"`{name}` is constant and cannot be set")
        return ready, compiled

    def _sort_array(
        self, name: str, value: np.ndarray[Any, Any], ready: list[tuple[str, float]], compiled: dict[str, str]
    ) -> None:
        places = [",".join(str(i + 1) for i in index) for index in np.ndindex(value.shape)]
        names = [f"{name}[{place}]" for place in places]
        known = [n for n in self.kinds if n.startswith(f"{name}[")]
        if not known:
            raise UnknownNameError(f"`{name}` is not an array of `{self.name}`", nearest(name, self.kinds))
        if set(names) != set(known):
            raise OptionError(
                f"`{name}` has {len(known)} elements, but the array has the shape {value.shape}"
            )
        if all(self.kinds[n] == "parameter" for n in names):
            ready += [(n, self._number(n, v)) for n, v in zip(names, value.ravel(), strict=True)]
        else:
            compiled[name] = _text_of(value.tolist())

    @staticmethod
    def _number(name: str, value: Any) -> float:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise OptionError(f"`{name}` needs a number, not {value!r}") from None
        if not math.isfinite(number):
            raise OptionError(f"`{name}` cannot be set to {number}, which is not finite")
        return number

    def recompiled(self, values: Mapping[str, Any]) -> Model:
        """The model with other structural parameters or start values, compiled again."""
        texts = {name: _text_of(value) for name, value in values.items()}
        return self._variant(texts)

    def _variant(self, texts: Mapping[str, str]) -> Model:
        settings = sorted(texts.items())
        return self._made_once(("settings", *settings), lambda: self._core.reload(settings))

    def _with_starts(self, variables: Sequence[str]) -> Model:
        """The model with a parameter `x.start` for the start value of each variable. It is made once."""
        names = sorted(variables)
        return self._made_once(("starts", *names), lambda: self._core.with_starts(names))

    def _made_once(self, key: tuple[Hashable, ...], make: Callable[[], Any]) -> Model:
        """A variant of the model. The last ones that were made are kept."""
        with self._lock:
            known = self._variants.get(key)
        if known is not None:
            return known
        made = Model(make(), self._library)
        with self._lock:
            made = self._variants.setdefault(key, made)
            while len(self._variants) > _MOST_VARIANTS:
                self._variants.popitem(last=False)
        return made

    # ---- runs ----

    def simulate(
        self,
        parameters: Mapping[str, Any] | None = None,
        /,
        *,
        stop: float | None = None,
        start: float | None = None,
        tolerance: float | None = None,
        method: str | None = None,
        interval: float | None = None,
        intervals: int | None = None,
        inputs: Inputs | None = None,
        interpolation: str | None = None,
        options: Mapping[str, Any] | None = None,
        from_state: _core.State | None = None,
        keep: Sequence[str] = (),
        events: bool = True,
        progress: bool = False,
        check: bool = True,
        **values: Any,
    ) -> Result:
        """Runs the model from start to stop; returns the points as NumPy arrays.

        Parameters and start values are keywords, or a dict for names such as ``"motor.R"``. A structural
        parameter compiles the model again; ``Result.warnings`` says so. ``options`` are
        further ones of the command line, for example ``{"form": "dae", "max_step": 0.1}``. ``inputs`` gives a
        number, a callable of the time, a pair of arrays (times, values), or a DataFrame of them. With
        ``check=False`` a run that stops early returns its result instead of raising SimulationError.
        """
        named: dict[str, Any] = dict(options) if options else {}
        if stop is not None:
            named["stop"] = stop
        if start is not None:
            named["start"] = start
        if tolerance is not None:
            named["tolerance"] = tolerance
        if method is not None:
            named["method"] = method
        if interval is not None:
            named["interval"] = interval
        if intervals is not None:
            named["intervals"] = intervals
        if parameters:
            values = {**parameters, **values}
        ready: list[tuple[str, float]] = []
        if values:
            ready, texts = self._sort(values)
            if texts:
                return self._simulate_recompiled(
                    texts,
                    dict(ready),
                    named,
                    inputs,
                    interpolation,
                    from_state,
                    keep,
                    events,
                    progress,
                    check,
                )
        return self._run(ready, named, inputs, interpolation, from_state, keep, events, progress, check, [])

    def _simulate_recompiled(
        self, texts: dict[str, str], ready: dict[str, float], named: dict[str, Any], *rest: Any
    ) -> Result:
        """The run of another variant; `rest` is what `_run` takes besides."""
        changed = ", ".join(f"{name} = {text}" for name, text in texts.items())
        note = Diagnostic(
            "warning",
            f"the model was compiled again for {changed}",
            hint="these values decide about the equations or the start; later runs with them share the code",
        )
        model = self._variant(texts)
        again, more = model._sort(ready)
        if more:
            raise OptionError(f"{', '.join(more)}: cannot be set together with {changed}")
        run: Any = model._run
        result: Result = run(again, named, *rest, [note])
        return result

    def _run(
        self,
        ready: list[tuple[str, float]],
        named: dict[str, Any],
        inputs: Inputs | None,
        interpolation: str | None,
        from_state: _core.State | None,
        keep: Sequence[str],
        events: bool,
        progress: bool,
        check: bool,
        extra: list[Diagnostic],
    ) -> Result:
        prepared = None
        if inputs is not None:
            prepared = prepare_inputs(self, inputs, interpolation, named)
            if prepared.stop is not None:
                named = {**named, "stop": prepared.stop}
        control = _core.RunControl() if progress else None
        with watch(control, self.name):
            core = _core.run(
                self._core,
                named,
                ready,
                prepared.constants if prepared else [],
                prepared.table if prepared else None,
                from_state,
                list(keep),
                events,
                control,
                threading.current_thread() is threading.main_thread(),
            )
        result = Result(core, extra)
        if prepared is not None and prepared.failure is not None:
            prepared.failure.result = result  # type: ignore[attr-defined]
            raise prepared.failure
        status = core.status
        if named.get("code") == "machine":
            result._extra += _without_compiler(result)
        if status == "done":
            return result
        return self._end(result, status, check)

    def _end(self, result: Result, status: str, check: bool) -> Result:
        if result._core.is_interrupted:
            self.interrupted = result
            raise Interrupted(result)
        if status == "interrupted" or not check:
            return result
        errors = result.messages
        kind = _class_for(errors)
        error = SimulationError(errors) if status == "stopped" else kind(errors)
        error.result = result
        raise error

    def instance(
        self,
        parameters: Mapping[str, Any] | None = None,
        /,
        *,
        stop: float | None = None,
        start: float | None = None,
        tolerance: float | None = None,
        method: str | None = None,
        interval: float | None = None,
        options: Mapping[str, Any] | None = None,
        **values: Any,
    ) -> Instance:
        """An instance that moves as the caller says: ``sim.set``, ``sim.run``, ``sim.step_to``."""
        from .instance import Instance

        given = {"stop": stop, "start": start, "tolerance": tolerance, "method": method, "interval": interval}
        named = {**(options or {}), **{k: v for k, v in given.items() if v is not None}}
        ready, texts = self._sort({**(parameters or {}), **values})
        model = self._variant(texts) if texts else self
        starts = [name for name, _ in ready if model.kinds.get(name) == "variable"]
        if starts:
            model = model._with_starts(starts)
            ready = [(f"{name}.start" if name in starts else name, value) for name, value in ready]
        return Instance(model, named, ready)

    def linearize(
        self,
        parameters: Mapping[str, Any] | None = None,
        /,
        *,
        at: float | None = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        descriptor: bool = False,
        **values: Any,
    ) -> LinearSystem:
        """The model near its point at the time ``at``: matrices A, B, C, D, and E of a descriptor form.

        >>> import daedalus as dd
        >>> model = dd.Model.from_text("model M input Real u; output Real y = x; Real x(start=0, fixed=true);"
        ...                            " equation der(x) = -2*x + u; end M;")
        >>> model.linearize().A
        array([[-2.]])
        """
        from .linear import LinearSystem

        with self.instance(parameters, **values) as sim:
            if at is not None and at > sim.time:
                sim.run(stop=at)
            return LinearSystem(sim._linearize(inputs, outputs, descriptor), self.name)

    def sweep(self, parameters: Any, /, **settings: Any) -> Any:
        """Many runs with other parameters; see :func:`daedalus.sweep`."""
        from .sweeps import sweep

        return sweep(self, parameters, **settings)

    # ---- copies ----

    def __copy__(self) -> Model:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Model:
        return self  # it is constant

    def __getstate__(self) -> dict[str, Any]:
        return {"recipe": self._core.recipe(), "library": copy.copy(self._library)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        files, texts, model, libraries, values, allow_external, starts, is_flat = state["recipe"]
        here = [p for p in libraries if os.path.isdir(p)]
        if str(_LIBRARY) not in here and _LIBRARY.is_dir():
            here.append(str(_LIBRARY))
        core = _core.load(files, texts, model, here, values, allow_external, starts, is_flat)
        self.__init__(core, state["library"])  # type: ignore[misc]

    def __repr__(self) -> str:
        def count(n: int, what: str) -> str:
            return f"{n} {what}{'s' if n != 1 else ''}"

        core = self._core
        equations, unknowns = count(core.num_equations, "equation"), count(core.num_unknowns, "unknown")
        return f"<Model {self.name}: {equations}, {unknowns}>"

    def _repr_html_(self) -> str:
        import html

        marks = "".join(d._repr_html_() for d in self.warnings)
        return f"<div><b>{html.escape(self.name)}</b>: {html.escape(repr(self)[7:-1])}{marks}</div>"
