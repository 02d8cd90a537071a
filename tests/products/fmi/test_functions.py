"""The functions of an exported FMU, called through FMPy one by one."""

import os
import platform
import re
import shutil
import subprocess
import threading
import zipfile
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest
from fmpy import validation
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave
from fmpy.fmi1 import FMICallException

import fmu_checks

MODELS = fmu_checks.MODELS


class Fmu:
    """An exported and unpacked FMU; instances of it are freed at the end."""

    def __init__(self, source, version, folder):
        self.version = version
        self.file = fmu_checks.export(source, version, os.path.join(folder, f"m{version}.fmu"))
        self.folder = fmpy.extract(self.file, unzipdir=os.path.join(folder, f"unpacked{version}"))
        self.description = fmpy.read_model_description(self.file)
        self.instances = []

    def make(self, kind, token=None, **options):
        part = self.description.modelExchange if kind == "ModelExchange" else self.description.coSimulation
        cls = {(2, "ModelExchange"): FMU2Model, (2, "CoSimulation"): FMU2Slave,
               (3, "ModelExchange"): FMU3Model, (3, "CoSimulation"): FMU3Slave}[(self.version, kind)]
        fmu = cls(guid=token or self.description.guid, unzipDirectory=self.folder,
                  modelIdentifier=part.modelIdentifier, instanceName="one")
        fmu.instantiate(**options)
        self.instances.append(fmu)
        return fmu

    def begin(self, kind, start=0.0, stop=None, tolerance=None, before=None, **options):
        fmu = self.make(kind, **options)
        if before:
            before(fmu)
        if self.version == 2:
            fmu.setupExperiment(startTime=start, stopTime=stop, tolerance=tolerance)
            fmu.enterInitializationMode()
        else:
            fmu.enterInitializationMode(startTime=start, stopTime=stop, tolerance=tolerance)
        fmu.exitInitializationMode()
        if kind == "ModelExchange":
            self.handle_event(fmu)
            fmu.enterContinuousTimeMode()
        return fmu

    def handle_event(self, fmu):
        return fmu.newDiscreteStates() if self.version == 2 else fmu.updateDiscreteStates()

    def reference(self, name):
        for variable in self.description.modelVariables:
            if variable.name == name or name in [a.name for a in variable.aliases]:
                return variable.valueReference
        raise KeyError(name)

    def get(self, fmu, name):
        vr = [self.reference(name)]
        return (fmu.getReal(vr) if self.version == 2 else fmu.getFloat64(vr))[0]

    def set(self, fmu, name, value):
        vr = [self.reference(name)]
        fmu.setReal(vr, [value]) if self.version == 2 else fmu.setFloat64(vr, [value])

    def step(self, fmu, t, h):
        return fmu.doStep(currentCommunicationPoint=t, communicationStepSize=h)

    def save(self, fmu):
        state = fmu.getFMUstate() if self.version == 2 else fmu.getFMUState()
        return fmu.serializeFMUstate(state) if self.version == 2 else fmu.serializeFMUState(state)

    def restore(self, fmu, state):
        if self.version == 2:
            fmu.setFMUstate(fmu.deSerializeFMUstate(state))
        else:
            fmu.setFMUState(fmu.deserializeFMUState(state))

    def free(self):
        for fmu in self.instances:
            fmu.freeInstance()


@pytest.fixture
def fmu(tmp_path):
    made = []

    def make(name, version):
        made.append(Fmu([os.path.join(MODELS, name)], version, str(tmp_path)))
        return made[-1]

    def make_of_text(text, version):
        file = tmp_path / "Model.mo"
        file.write_text(text)
        return make(str(file), version)

    make.of_text = make_of_text
    yield make
    for one in made:
        one.free()


def test_needs_the_c_library_only(fmu):
    one = fmu("Pendulum.mo", 3)
    binary = os.path.join(one.folder, "binaries", f"{platform.machine()}-linux", "Pendulum.so")
    needed = re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", binary], capture_output=True,
                                                            text=True, check=True).stdout)
    assert {name.split(".")[0] for name in needed} <= {"libc", "libm", "ld-linux-x86-64"}
    seen = subprocess.run(["nm", "-D", "--defined-only", binary], capture_output=True, text=True,
                          check=True).stdout.split("\n")
    assert all(re.search(r" fmi[23]", line) for line in seen if line)
    for version in (2, 3):
        header = os.path.join(MODELS, "..", "third_party", "fmi", f"fmi{version}Functions.h")
        with open(header, encoding="utf-8") as file:
            declared = set(re.findall(rf"#define (fmi{version}\w+) +fmi{version}FullName", file.read()))
        assert declared == {line.split()[-1] for line in seen if f" fmi{version}" in line}


@pytest.mark.parametrize("version", [2, 3])
def test_values_before_and_after_the_start(fmu, version):
    one = fmu("events/BouncingBall.mo", version)
    ball = one.make("CoSimulation")
    assert one.get(ball, "e") == 0.5
    running = one.begin("CoSimulation")
    assert (one.get(running, "h"), one.get(running, "v"), one.get(running, "der(v)")) == (1.0, 0.0, -9.81)


@pytest.mark.parametrize("version", [2, 3])
def test_a_start_value_and_a_parameter_are_those_that_were_set(fmu, version):
    one = fmu("VanDerPol.mo", version)
    states = [d.variable.derivative.name for d in one.description.derivatives]

    def set_start(instance):
        one.set(instance, states[0], 0.25)

    for kind in ("ModelExchange", "CoSimulation"):
        instance = one.begin(kind, before=set_start)
        assert one.get(instance, states[0]) == 0.25


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", ["events/BouncingBall.mo", "events/SampledPi.mo", "events/TrafficLight.mo"])
def test_a_restored_state_goes_on_bit_for_bit(fmu, version, name):
    one = fmu(name, version)
    names = [v.name for v in one.description.modelVariables if v.variability == "continuous"
             and v.type in ("Real", "Float64") and "_state[" not in v.name
             and not v.name.startswith("_indicator")]
    random = np.random.default_rng(7)
    first = one.begin("CoSimulation", stop=10.0)
    t = 0.0
    for h in random.uniform(0.02, 0.3, 6):
        one.step(first, t, h)
        t += h
    state = one.save(first)
    steps = random.uniform(0.02, 0.3, 6)

    def go_on(instance):
        now, out = t, []
        for h in steps:
            one.step(instance, now, h)
            now += h
            out.append([one.get(instance, n) for n in names])
        return out

    expected = go_on(first)
    one.restore(first, state)
    assert go_on(first) == expected
    other = one.make("CoSimulation")
    one.restore(other, state)
    assert go_on(other) == expected


@pytest.mark.parametrize("name", ["VanDerPol.mo", "higher_index/CartesianPendulum.mo", "RlcCircuit.mo"])
def test_adjoint_products_are_those_of_the_transposed_matrix(fmu, name):
    one = fmu(name, 3)
    instance = one.begin("ModelExchange")
    unknowns = [d.variable.valueReference for d in one.description.derivatives]
    knowns = [d.variable.derivative.valueReference for d in one.description.derivatives]
    random = np.random.default_rng(3)
    for _ in range(5):
        u, v = random.normal(size=len(knowns)), random.normal(size=len(unknowns))
        forward = instance.getDirectionalDerivative(unknowns, knowns, list(u))
        backward = instance.getAdjointDerivative(unknowns, knowns, list(v))
        assert np.dot(v, forward) == pytest.approx(np.dot(backward, u), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("version", [2, 3])
def test_directional_derivatives_are_those_of_differences(fmu, version):
    one = fmu("VanDerPol.mo", version)
    instance = one.begin("ModelExchange")
    n = len(one.description.derivatives)
    unknowns = [d.variable.valueReference for d in one.description.derivatives]
    knowns = [d.variable.derivative.valueReference for d in one.description.derivatives]

    def slopes(x):
        import ctypes
        states, out = (ctypes.c_double * n)(*x), (ctypes.c_double * n)()
        instance.setContinuousStates(states, n)
        (instance.getDerivatives if version == 2 else instance.getContinuousStateDerivatives)(out, n)
        return np.array(out)

    x = np.array([0.5, -0.25])
    for k in range(n):
        seed = np.zeros(n)
        seed[k] = 1.0
        expected = (slopes(x + 1e-6 * seed) - slopes(x - 1e-6 * seed)) / 2e-6
        slopes(x)
        assert instance.getDirectionalDerivative(unknowns, knowns, list(seed)) == pytest.approx(expected, abs=1e-7)


DECAY = """model Decay
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
  annotation(experiment(StopTime = 1));
end Decay;
"""


@pytest.mark.parametrize("version", [2, 3])
def test_a_parameter_is_tuned_between_steps_and_a_run_goes_beyond_its_stop_time(fmu, version, tmp_path):
    file = tmp_path / "Decay.mo"
    file.write_text(DECAY)
    one = fmu(str(file), version)
    slave = one.begin("CoSimulation", stop=1.0, tolerance=1e-8)
    one.step(slave, 0.0, 1.0)
    one.set(slave, "k", 3.0)
    one.step(slave, 1.0, 1.0)
    assert one.get(slave, "x") == pytest.approx(np.exp(-1 - 3), rel=1e-6)
    one.set(slave, "k", -1.0)
    one.step(slave, 2.0, 28.0)
    assert one.get(slave, "x") == pytest.approx(np.exp(-1 - 3 + 28), rel=1e-5)


@pytest.mark.parametrize("version", [2, 3])
def test_a_parameter_is_tuned_in_event_mode(fmu, version, tmp_path):
    file = tmp_path / "Decay.mo"
    file.write_text(DECAY)
    one = fmu(str(file), version)
    model = one.begin("ModelExchange")
    assert one.get(model, "der(x)") == -1.0
    with pytest.raises(FMICallException):
        one.set(model, "k", 3.0)
    model.enterEventMode()
    one.set(model, "k", 3.0)
    one.handle_event(model)
    model.enterContinuousTimeMode()
    assert (one.get(model, "x"), one.get(model, "der(x)")) == (1.0, -3.0)


@pytest.mark.parametrize("version", [2, 3])
def test_illegal_calls_are_errors(fmu, version):
    one = fmu("events/BouncingBall.mo", version)
    instance = one.make("ModelExchange")
    for call in (instance.exitInitializationMode, instance.enterEventMode, instance.enterContinuousTimeMode,
                 lambda: instance.setTime(1.0), lambda: one.handle_event(instance), instance.terminate,
                 instance.completedIntegratorStep):
        with pytest.raises(FMICallException):
            call()
    get = instance.getReal if version == 2 else instance.getFloat64
    put = instance.setReal if version == 2 else instance.setFloat64
    for wrong in (lambda: get([999999]), lambda: put([999999], [1.0]),
                  lambda: put([one.reference("h")], [float("nan")]),
                  lambda: put([one.reference("time")], [1.0]),
                  lambda: one.restore(instance, b"no state")):
        with pytest.raises(FMICallException):
            wrong()
    running = one.begin("ModelExchange")
    with pytest.raises(FMICallException):
        one.set(running, "h", 3.0)
    with pytest.raises(FMICallException):
        running.enterInitializationMode()


@pytest.mark.parametrize("kind", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("version", [2, 3])
def test_calls_in_any_order_do_not_crash(fmu, version, kind):
    one = fmu("events/BouncingBall.mo", version)
    random = np.random.default_rng(11)
    events = {"eventModeUsed": True, "earlyReturnAllowed": True} if (version, kind) == (3, "CoSimulation") else {}
    instance = one.make(kind, **events)
    references = [one.reference(name) for name in ("time", "h", "v", "e", "der(v)", "_indicator[1]")] + [9999]
    saved = []

    def some():
        return [references[random.integers(len(references))] for _ in range(random.integers(1, 3))]

    def save():
        saved.append(one.save(instance))

    def begin():
        if version == 2:
            instance.setupExperiment(startTime=0.0)
            instance.enterInitializationMode()
        else:
            instance.enterInitializationMode(startTime=0.0)

    get, put = (("getReal", "setReal") if version == 2 else ("getFloat64", "setFloat64"))
    calls = [begin, instance.exitInitializationMode, instance.terminate, instance.reset, save,
             lambda: one.restore(instance, saved[random.integers(len(saved))] if saved else b"none"),
             lambda: getattr(instance, get)(some()), lambda: getattr(instance, put)([some()[0]], [random.normal()]),
             lambda: one.step(instance, 0.0, 0.1) if kind == "CoSimulation" else instance.completedIntegratorStep(),
             lambda: one.handle_event(instance), lambda: instance.enterEventMode(),
             lambda: instance.enterStepMode() if kind == "CoSimulation" else instance.enterContinuousTimeMode(),
             lambda: instance.setTime(abs(random.normal())),
             lambda: instance.getDirectionalDerivative([some()[0]], [some()[0]], [1.0])]
    refused = 0
    for _ in range(600):
        try:
            calls[random.integers(len(calls))]()
        except (FMICallException, AttributeError):  # FMPy has no method for the other interface
            refused += 1
    assert 100 < refused < 600
    instance.reset()
    begin()
    instance.exitInitializationMode()
    assert one.get(instance, "v") == 0.0


@pytest.mark.parametrize("version", [2, 3])
def test_a_wrong_token_and_missing_resources_are_refused(fmu, version):
    one = fmu("Pendulum.mo", version)
    with pytest.raises(Exception):
        one.make("CoSimulation", token="{another}")
    shutil.rmtree(os.path.join(one.folder, "resources"))
    with pytest.raises(Exception):
        one.make("CoSimulation")


def test_two_instances_run_in_two_threads(fmu):
    one = fmu("events/BouncingBall.mo", 3)
    ends = [None] * 2

    def run(k, instance):
        t = 0.0
        for _ in range(200):
            one.step(instance, t, 0.01)
            t += 0.01
        ends[k] = one.get(instance, "h")

    threads = [threading.Thread(target=run, args=(k, one.begin("CoSimulation"))) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends[0] == ends[1] and ends[0] is not None


def test_equal_models_give_equal_files(fmu, tmp_path):
    source = [os.path.join(MODELS, "Pendulum.mo")]
    first = fmu_checks.export(source, 3, str(tmp_path / "a.fmu"))
    second = fmu_checks.export(source, 3, str(tmp_path / "b.fmu"))
    with open(first, "rb") as a, open(second, "rb") as b:
        assert a.read() == b.read()
    archive = zipfile.ZipFile(first)
    assert archive.testzip() is None
    assert "<h1>Pendulum</h1>" in archive.read("documentation/index.html").decode()


CHOICES = """model Choices
  type Mode = enumeration(off "not on", on, stuck);
  input Mode wish(start = Mode.on) "what is wanted";
  output Mode mode(start = Mode.off, fixed = true);
  input String label(start = "a");
  output String said;
  parameter Real k = 2;
  output Real fixed_factor, tuned_factor, varying;
  Real x(start = 1, fixed = true);
equation
  der(x) = if mode == Mode.on then -1 else 0;
  said = label + "!";
  fixed_factor = 3*x;
  tuned_factor = k*x;
  varying = x^2;
  when sample(0.5, 0.5) then
    mode = wish;
  end when;
  annotation(experiment(StopTime = 2));
end Choices;
"""


@pytest.mark.parametrize("version", [2, 3])
def test_enumerations_and_texts_are_inputs(fmu, version):
    one = fmu.of_text(CHOICES, version)
    types = {t.name: [i.name for i in t.items] for t in one.description.typeDefinitions}
    assert types == {"Choices.Mode": ["off", "on", "stuck"]}
    variable = {v.name: v for v in one.description.modelVariables}
    assert variable["mode"].type == variable["wish"].type == "Enumeration"
    wish, mode = [variable["wish"].valueReference], [variable["mode"].valueReference]
    label, said = [variable["label"].valueReference], [variable["said"].valueReference]

    def text(instance, reference):
        value = instance.getString(reference)[0]
        return value.decode() if isinstance(value, bytes) else value

    def put(instance, value):
        instance.setInteger(wish, [value]) if version == 2 else instance.setInt64(wish, [value])

    def get(instance):
        return (instance.getInteger(mode) if version == 2 else instance.getInt64(mode))[0]

    slave = one.begin("CoSimulation", stop=2.0, before=lambda i: i.setString(label, ["before"]))
    assert get(slave) == 1 and text(slave, said) == "before!"
    one.step(slave, 0.0, 0.75)
    assert get(slave) == 2 and one.get(slave, "x") == pytest.approx(0.75)
    put(slave, 3)
    slave.setString(label, ["later"])
    assert text(slave, label) == "later"
    one.step(slave, 0.75, 0.5)
    assert get(slave) == 3 and text(slave, said) == "later!" and one.get(slave, "x") == pytest.approx(0.5)
    state = one.save(slave)
    other = one.make("CoSimulation")
    one.restore(other, state)
    assert text(other, said) == "later!" and get(other) == 3


@pytest.mark.parametrize("version", [2, 3])
def test_dependencies_have_kinds(fmu, version):
    one = fmu.of_text(CHOICES, version)
    kinds = {o.variable.name: o.dependenciesKind for o in one.description.outputs}
    assert kinds["fixed_factor"] == ["constant"] and kinds["tuned_factor"] == ["tunable"]
    assert kinds["varying"] == ["dependent"]


START = """
model Start
  parameter Real a = 2, b = 3, unused = 4;
  parameter Real twice = 2*a;
  input Real u(start = 1);
  Real x(start = 1, fixed = true), z(start = 2, fixed = true);
  output Real y = b*x + u;
  output Real w = twice*z;
equation
  der(x) = -twice*x;
  der(z) = time - z;
end Start;
"""


@pytest.mark.parametrize("version", [2, 3])
def test_initial_unknowns_have_dependencies(fmu, version):
    """An output at the start depends on the start values and parameters in its equations, and on no others."""
    one = fmu.of_text(START, version)
    knowns = {u.variable.name: {d.name for d in u.dependencies} for u in one.description.initialUnknowns}
    assert knowns["y"] == {"b", "x", "u"} and knowns["w"] == {"a", "z"}
    assert knowns["der(x)"] == {"a", "x"} and knowns["der(z)"] == {"z", "time"}
    # In a model with initial equations anything may depend on everything.
    other = fmu.of_text(START.replace("fixed = true), z", "fixed = false), z").replace(
        "equation", "initial equation der(x) = -1;\nequation"), version)
    assert all(not u.dependencies for u in other.description.initialUnknowns)


@pytest.mark.parametrize("version", [2, 3])
def test_states_at_random_points_are_restored_bit_for_bit(fmu, version):
    """Steps of random sizes; the state is saved at random points, and the run goes back to random ones."""
    one = fmu("events/BouncingBall.mo", version)
    random = np.random.default_rng(5)
    slave = one.begin("CoSimulation")
    t, after = 0.0, {}  # what followed a saved state: the size of the step, and the values at its end
    saved = {}
    for _ in range(120):
        if saved and random.random() < 0.3:
            t = list(saved)[random.integers(len(saved))]
            one.restore(slave, saved[t])
        # Saving lets the integrator begin anew, so each visit of a point saves.
        state = one.save(slave)
        if t not in saved:
            saved[t] = state
            after[t] = float(random.uniform(0.01, 0.2)), None
        size, expected = after[t]
        one.step(slave, t, size)
        found = one.get(slave, "h"), one.get(slave, "v")
        assert expected is None or found == expected
        after[t] = size, found
        t += size
        if t > 2.5:
            t = 0.0
            one.restore(slave, saved[t])


@pytest.mark.parametrize("version", [2, 3])
def test_states_and_indicators_have_values_in_co_simulation(fmu, version):
    one = fmu("Pendulum.mo", version)
    made = [v.name for v in one.description.modelVariables if v.name.startswith(("_", "der(_"))]
    assert "_state[1]" in made and "_indicator[1]" in made
    ends = []
    for is_watched in (False, True):
        slave = one.begin("CoSimulation", stop=2.0)
        for k in range(8):
            one.step(slave, 0.25 * k, 0.25)
            assert not is_watched or np.all(np.isfinite([one.get(slave, name) for name in made]))
        ends.append([one.get(slave, v.name) for v in one.description.modelVariables
                     if v.type in ("Real", "Float64") and v.name not in made])
    assert ends[0] == ends[1]
    first = one.begin("CoSimulation", stop=2.0)
    state, before = one.save(first), [one.get(first, name) for name in made]
    one.step(first, 0.0, 0.25)
    assert [one.get(first, name) for name in made] != before
    one.restore(first, state)
    assert [one.get(first, name) for name in made] == pytest.approx(before, abs=1e-9)


def test_a_step_returns_at_an_event_and_goes_on_after_it(fmu):
    one = fmu("events/BouncingBall.mo", 3)
    ball = one.begin("CoSimulation", eventModeUsed=True, earlyReturnAllowed=True)
    with pytest.raises(FMICallException):
        one.step(ball, 0.0, 0.1)
    one.handle_event(ball)
    ball.enterStepMode()
    needs_event, ended, is_early, t = one.step(ball, 0.0, 1.0)
    assert needs_event and is_early and not ended and t == pytest.approx(np.sqrt(2 / 9.81), rel=1e-6)
    assert one.get(ball, "v") == pytest.approx(0.5 * np.sqrt(2 * 9.81), rel=1e-5)
    ball.enterEventMode()
    one.set(ball, "e", 0.25)
    one.handle_event(ball)
    ball.enterStepMode()
    again = t
    while again < 1.5 * t:  # the ball leaves the ground, which is an event, too
        needs_event, _, is_early, again = one.step(ball, again, 1.0 - again)
        assert needs_event and is_early
        ball.enterEventMode()
        one.handle_event(ball)
        ball.enterStepMode()
    assert again == pytest.approx(2 * t, rel=1e-5)
    assert one.get(ball, "v") == pytest.approx(0.125 * np.sqrt(2 * 9.81), rel=1e-4)
    plain = one.begin("CoSimulation")
    with pytest.raises(FMICallException):
        plain.enterEventMode()


def test_a_step_tells_of_its_inner_steps_and_returns_where_it_is_asked_to(fmu):
    one = fmu("VanDerPol.mo", 3)
    seen, state = [], one.description.derivatives if hasattr(one.description, "derivatives") else []
    name = state[0].variable.derivative.name
    holder = {}

    def update(_environment, t, _set, may_get, _finished, may_return, wants_return, return_time):
        assert may_get and may_return
        seen.append((t, one.get(holder["fmu"], name)))
        with pytest.raises(FMICallException):
            one.set(holder["fmu"], "mu", 2.0)
        if t > 0.3:
            wants_return[0], return_time[0] = True, t

    holder["fmu"] = one.make("CoSimulation", earlyReturnAllowed=True, intermediateUpdate=update)
    holder["fmu"].enterInitializationMode(startTime=0.0)
    holder["fmu"].exitInitializationMode()
    _, _, is_early, t = one.step(holder["fmu"], 0.0, 1.0)
    times = [time for time, _ in seen]
    assert is_early and times == sorted(times) and t == times[-1] and 0.3 < t < 1.0 and times[-2] <= 0.3
    assert one.get(holder["fmu"], name) == seen[-1][1]


CONNECTED = """model Connected
  connector Pin "a pin"
    Real v;
    flow Real i;
  end Pin;
  connector Signal = input Real;
  Pin p;
  Pin n[2];
  Signal u;
equation
  p.v = u;
  n[1].v = 2*u;
  n[2].v = time;
end Connected;
"""


def test_connectors_of_the_model_are_terminals(fmu, tmp_path):
    one = fmu.of_text(CONNECTED, 3)
    text = zipfile.ZipFile(one.file).read("terminalsAndIcons/terminalsAndIcons.xml").decode()
    terminals = {t.get("name"): {m.get("memberName"): (m.get("variableName"), m.get("variableKind")) for m in t}
                 for t in ElementTree.fromstring(text).iter("Terminal")}
    names = {v.name for v in one.description.modelVariables} | {
        a.name for v in one.description.modelVariables for a in v.aliases}
    assert terminals == {"p": {"v": ("p.v", "signal"), "i": ("p.i", "inflow")},
                         "n[1]": {"v": ("n[1].v", "signal"), "i": ("n[1].i", "inflow")},
                         "n[2]": {"v": ("n[2].v", "signal"), "i": ("n[2].i", "inflow")},
                         "u": {"signal": ("u", "signal")}}
    assert {variable for t in terminals.values() for variable, _ in t.values()} <= names
    plain = fmu_checks.export([os.path.join(MODELS, "VanDerPol.mo")], 3, str(tmp_path / "plain.fmu"))
    assert not any(name.startswith("terminals") for name in zipfile.ZipFile(plain).namelist())


def source_fmu(source, folder, step):
    """An FMU as source, with the binary that a C compiler makes of it without any other option."""
    file = fmu_checks.export([source], 3, os.path.join(folder, "source.fmu"), "--kind", "source", "--step", str(step))
    unpacked = fmpy.extract(file, unzipdir=os.path.join(folder, "source"))
    name = fmpy.read_model_description(file).coSimulation.modelIdentifier
    binaries = os.path.join(unpacked, "binaries", f"{platform.machine()}-linux")
    os.makedirs(binaries)
    sources = os.path.join(unpacked, "sources")
    def compile_by(compiler, *what):
        built = subprocess.run([compiler, "-std=c99", "-Wall", "-Werror", *what], cwd=sources, capture_output=True,
                               text=True, check=False)
        assert built.returncode == 0, built.stderr

    compile_by("cc", "-O1", "-fPIC", "-shared", f"{name}.c", "-lm", "-o", os.path.join(binaries, f"{name}.so"))
    # Each compiler warns of other functions that nothing uses.
    for compiler in filter(shutil.which, ("gcc", "clang", "clang-19")):
        compile_by(compiler, "-fsyntax-only", f"{name}.c")
    return file, unpacked


@pytest.mark.parametrize("name, step, tolerance", [("VanDerPol.mo", 0.002, 1e-4), ("events/BouncingBall.mo", 1e-4, 2e-3),
                                                   ("events/SampledPi.mo", 0.001, 1e-3)])
def test_an_fmu_as_source_is_built_by_a_c_compiler(tmp_path, name, step, tolerance):
    source = os.path.join(MODELS, name)
    file, unpacked = source_fmu(source, str(tmp_path), step)
    assert validation.validate_fmu(file) == []
    description = fmpy.read_model_description(file)
    expected = fmu_checks.reference([source], str(tmp_path / "reference.csv"))
    names = [v.name for v in description.modelVariables if v.type == "Float64" and v.variability == "continuous"
             and v.causality in ("local", "output") and v.name in expected]
    stop = min(expected["time"][-1], 2.0)
    result = fmpy.simulate_fmu(unpacked, validate=False, stop_time=stop, output_interval=stop / 50, output=names)
    for one in names:
        assert fmu_checks.largest_deviation(expected, result["time"], result[one], one, 2 * step, 1e-3) < tolerance


def test_a_state_of_an_fmu_as_source_is_restored_bit_for_bit(tmp_path):
    file, unpacked = source_fmu(os.path.join(MODELS, "events", "BouncingBall.mo"), str(tmp_path), 0.001)
    one = Fmu.__new__(Fmu)
    one.version, one.file, one.folder, one.instances = 3, file, unpacked, []
    one.description = fmpy.read_model_description(file)
    first = one.begin("CoSimulation")
    one.step(first, 0.0, 0.3)
    state = one.save(first)

    def go_on(instance):
        out = []
        for k in range(5):
            one.step(instance, 0.3 + 0.1 * k, 0.1)
            out.append((one.get(instance, "h"), one.get(instance, "v")))
        return out

    expected = go_on(first)
    other = one.make("CoSimulation")
    one.restore(other, state)
    assert go_on(other) == expected
    one.set(other, "e", 0.9)
    assert one.get(other, "e") == 0.9
    for wrong in (lambda: one.step(other, 0.0, 0.1), lambda: one.step(other, 0.8, 0.00015),
                  lambda: one.set(other, "h", 1.0), lambda: one.restore(other, b"no state"),
                  lambda: other.getInt64([one.reference("h")]), other.enterEventMode,
                  lambda: other.enterInitializationMode()):
        with pytest.raises(FMICallException):
            wrong()
    one.free()


def test_what_cannot_be_source_is_named(tmp_path):
    def refusal(source, *options):
        done = fmu_checks.run("export", "--fmi", "3", "--kind", "source", source, "--output",
                              str(tmp_path / "no.fmu"), *options)
        assert done.returncode != 0 and not os.path.exists(tmp_path / "no.fmu")
        return done.stderr

    assert "states may have to change" in refusal(os.path.join(MODELS, "Pendulum.mo"), "--step", "0.01")
    assert "--step" in refusal(os.path.join(MODELS, "VanDerPol.mo"))
    assert "Co-Simulation" in refusal(os.path.join(MODELS, "VanDerPol.mo"), "--step", "0.01", "--me")
    text = tmp_path / "Choices.mo"
    text.write_text(CHOICES)
    assert "label" in refusal(str(text), "--step", "0.01")


def resident_kilobytes():
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


@pytest.mark.parametrize("version", [2, 3])
def test_instances_are_freed_as_a_whole(fmu, version):
    one = fmu("VanDerPol.mo", version)
    instance = one.make("CoSimulation")
    # freeInstance of FMPy would also unload the library.
    free = instance.fmi2FreeInstance if version == 2 else instance.fmi3FreeInstance

    def live(count):
        for _ in range(count):
            if version == 2:
                instance.setupExperiment(startTime=0.0, stopTime=1.0)
                instance.enterInitializationMode()
            else:
                instance.enterInitializationMode(startTime=0.0, stopTime=1.0)
            instance.exitInitializationMode()
            one.step(instance, 0.0, 0.01)
            free(instance.component)
            instance.instantiate()

    live(50)
    before = resident_kilobytes()
    live(1000)
    assert resident_kilobytes() - before < 1000
