"""The functions of an exported FMU, called through FMPy one by one."""

import os
import platform
import re
import shutil
import subprocess
import threading
import zipfile

import fmpy
import numpy as np
import pytest
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

    def make(self, kind, token=None):
        part = self.description.modelExchange if kind == "ModelExchange" else self.description.coSimulation
        cls = {(2, "ModelExchange"): FMU2Model, (2, "CoSimulation"): FMU2Slave,
               (3, "ModelExchange"): FMU3Model, (3, "CoSimulation"): FMU3Slave}[(self.version, kind)]
        fmu = cls(guid=token or self.description.guid, unzipDirectory=self.folder,
                  modelIdentifier=part.modelIdentifier, instanceName="one")
        fmu.instantiate()
        self.instances.append(fmu)
        return fmu

    def begin(self, kind, start=0.0, stop=None, tolerance=None, before=None):
        fmu = self.make(kind)
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
    assert zipfile.ZipFile(first).testzip() is None
