"""FMUs as models and as components: the program reads, describes and simulates them.

usage: test_import.py PROGRAM MODELS     needs the standard library of Python only
"""

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
import zipfile

from fmu_case import MODELS, Case


class Simulates(Case):
    def agree(self, model, names, version, *options, tolerance=1e-5):
        expected = self.results(model)
        found = self.results(self.export(model, version), "--allow-external", *options)
        self.assertEqual(found["time"][-1], expected["time"][-1])
        for name in names:
            scale = max(abs(x) for x in expected[name]) + 1e-9
            self.assertLess(abs(found[name][-1] - expected[name][-1]) / scale, tolerance, name)

    def test_smooth_models(self):
        for version in (2, 3):
            self.agree(os.path.join(MODELS, "VanDerPol.mo"), ["y1", "y2"], version, tolerance=1e-3)

    def test_events_of_states_and_time(self):
        for version in (2, 3):
            self.agree(os.path.join(MODELS, "events/BouncingBall.mo"), ["h", "v"], version)
            self.agree(os.path.join(MODELS, "events/SampledPi.mo"), ["y", "u"], version)

    def test_steps_of_co_simulation(self):
        for version in (2, 3):
            self.agree(os.path.join(MODELS, "events/BouncingBall.mo"), ["h"], version, "--cs", "--step", "0.01",
                       tolerance=1e-3)

    def test_parameters_and_starts(self):
        ball = self.export(os.path.join(MODELS, "events/BouncingBall.mo"))
        for setting, own in (("e=0.9", "e=0.9"), ("'start(h)'=2", "h=2")):
            found = self.results(ball, "--allow-external", "--set", setting)
            expected = self.results(os.path.join(MODELS, "events/BouncingBall.mo"), "--set", own)
            self.assertAlmostEqual(found["h"][-1], expected["h"][-1], places=5)

    def test_inputs(self):
        model = self.write("Lag.mo", "model Lag input Real u(start = 0); output Real y; Real x(start = 0, fixed = true);"
                                     " equation der(x) = u - x; y = x; annotation(experiment(StopTime = 2)); end Lag;")
        inputs = self.write("u.csv", "time,u\n0,1\n2,1\n")
        for version in (2, 3):
            fmu = self.export(model, version)
            found = self.results(fmu, "--allow-external", "--input", inputs)
            self.assertAlmostEqual(found["y"][-1], 1 - math.exp(-2), places=5)
            stepped = self.results(fmu, "--allow-external", "--input", inputs, "--cs", "--step", "0.01")
            self.assertAlmostEqual(stepped["y"][-1], 1 - math.exp(-2), places=4)


class IsAComponent(Case):
    PLANT = ("model Plant input Real u(start = 0); output Real y; Real x(start = 1, fixed = true);"
             " equation der(x) = u; y = 2*x; end Plant;")
    # Its output depends on its input at once.
    CONTROL = "model Control input Real u(start = 0); output Real y; equation y = -3*u; end Control;"
    LOOP = ("model Loop Plant plant; Control control; equation control.u = plant.y; plant.u = control.y;"
            " annotation(experiment(StopTime = 1)); end Loop;")

    def test_two_fmus_in_a_loop(self):
        for version in (2, 3):
            files = []
            for name, text in (("Plant", self.PLANT), ("Control", self.CONTROL)):
                fmu = self.path(name + ".fmu")
                self.run_well("export", "--fmi", str(version), self.write(name + ".mo", text), "--output", fmu)
                files.append(fmu)
            found = self.results(*files, self.write("Loop.mo", self.LOOP), "--allow-external")
            self.assertAlmostEqual(found["plant.x"][-1], math.exp(-6), places=5)

    def test_an_algebraic_loop_through_fmus_is_solved(self):
        fmu = self.path("Control.fmu")
        self.run_well("export", "--fmi", "3", self.write("Control.mo", self.CONTROL), "--output", fmu)
        loop = self.write("Loop.mo", "model Loop Control a; Control b; Real s; equation a.u = b.y + time; b.u = 2*a.y;"
                                     " s = a.u; end Loop;")
        found = self.results(fmu, loop, "--allow-external", "--stop", "1")
        # a.u = 18 a.u + time
        self.assertAlmostEqual(found["s"][-1], -1 / 17, places=6)

    def test_import_writes_a_class(self):
        fmu = self.export(os.path.join(MODELS, "events/BouncingBall.mo"))
        self.run_well("import", fmu, "--output", self.path("Ball"))
        expected = self.results(fmu, "--allow-external")
        found = self.results(self.path("Ball/BouncingBall.mo"), "--allow-external")
        self.assertEqual(found, expected)
        self.assertIn("other contents", self.refused("import", fmu, "--output", self.path("Ball"), expected=2))
        self.assertIn("D0631", self.refused("simulate", self.path("Ball/BouncingBall.mo")))


class Arrays(Case):
    def test_each_element_of_an_input_has_its_start_value(self):
        model = self.write("Gain.mo", "model Gain input Real u(start = 0); output Real y; equation y = 2*u; end Gain;")
        fmu = self.export(model)
        target = self.path("arrays.fmu")
        with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(target, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name == "modelDescription.xml":
                    content, count = re.subn(rb'(<Float64 name="u"[^>]*) start="0"/>',
                                             rb'\1 start="1 2 3"><Dimension start="3"/></Float64>', content)
                    self.assertEqual(count, 1)
                new.writestr(name, content)
        self.run_well("import", target, "--output", self.path("Arrays"))
        with open(self.path("Arrays/Gain.mo"), encoding="utf-8") as file:
            self.assertIn("u[3](start = {1, 2, 3})", file.read())


class Describes(Case):
    def test_text_and_json(self):
        for version in (2, 3):
            fmu = self.export(os.path.join(MODELS, "events/BouncingBall.mo"), version)
            text = self.run_well("describe", fmu)
            self.assertIn(f"FMI {version}.0, Model Exchange and Co-Simulation", text)
            found = json.loads(self.run_well("describe", fmu, "--json"))
            self.assertEqual([state["name"] for state in found["states"]], ["h", "v"])
            self.assertEqual(found["states"][0]["derivative_depends_on"]["states"], ["v"])
            e = next(v for v in found["variables"] if v["name"] == "e")
            self.assertEqual((e["causality"], e["start"]), ("parameter", 0.5))


class RefusesWrongFiles(Case):
    def setUp(self):
        super().setUp()
        self.fmu = self.export(os.path.join(MODELS, "VanDerPol.mo"))

    def changed(self, change, add=()):
        """A copy whose files went through `change`: name and bytes to bytes, or None to leave it out."""
        target = self.path("changed.fmu")
        with zipfile.ZipFile(self.fmu) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
            for name in old.namelist():
                content = change(name, old.read(name))
                if content is not None:
                    new.writestr(name, content)
            for name, content in add:
                new.writestr(name, content)
        return target

    def wrong(self, fmu, expected=1):
        return self.refused("simulate", fmu, "--allow-external", expected=expected)

    def test_an_fmu_beside_other_text_needs_permission(self):
        loop = self.write("Empty.mo", "model Empty end Empty;")
        self.assertIn("its binary would run in this process", self.refused("simulate", self.fmu, loop))

    def test_an_fmu_alone_needs_no_option(self):
        self.assertEqual(self.results(self.fmu), self.results(self.fmu, "--allow-external"))

    def test_no_archive(self):
        with open(self.fmu, "rb") as file:
            content = file.read()
        with open(self.path("cut.fmu"), "wb") as file:
            file.write(content[:len(content) // 2])
        self.assertIn("an FMU is a zip archive", self.wrong(self.path("cut.fmu")))
        self.assertIn("an FMU is a zip archive", self.wrong(self.write("text.fmu", "no zip")))
        self.assertIn("No such file", self.wrong(self.path("missing.fmu")))

    def test_damaged_contents(self):
        with open(self.fmu, "rb") as file:
            content = bytearray(file.read())
        for at in range(len(content) // 2, len(content) // 2 + 100):
            content[at] ^= 0xff
        with open(self.path("damaged.fmu"), "wb") as file:
            file.write(content)
        self.assertIn("is broken", self.wrong(self.path("damaged.fmu")))

    def test_wrong_descriptions(self):
        def with_xml(change, expected=1):
            return self.wrong(self.changed(lambda name, old: change(old.decode()).encode()
                                           if name == "modelDescription.xml" else old), expected)
        self.assertIn("no modelDescription.xml", self.wrong(self.changed(
            lambda name, old: None if name == "modelDescription.xml" else old)))
        self.assertIn("modelDescription.xml, line", with_xml(lambda xml: xml[:len(xml) // 2]))
        self.assertIn("does not describe an FMU", with_xml(lambda xml: "<html/>"))
        self.assertIn("FMI 1.0", with_xml(lambda xml: xml.replace('fmiVersion="3.0"', 'fmiVersion="1.0"')))
        self.assertIn("which there is not", with_xml(
            lambda xml: xml.replace('<ContinuousStateDerivative valueReference="',
                                    '<ContinuousStateDerivative valueReference="9999')))
        self.assertIn("token", with_xml(
            lambda xml: xml.replace('instantiationToken="{', 'instantiationToken="{0'), expected=3))

    def test_other_binaries(self):
        def renamed(name, old):
            return None if name.startswith("binaries/") else old
        self.assertIn("it has no binaries", self.wrong(self.changed(renamed)))
        self.assertIn("binaries for x86_64-windows", self.wrong(self.changed(
            renamed, [("binaries/x86_64-windows/VanDerPol.dll", b"MZ")])))
        self.assertIn("the binary cannot be loaded", self.wrong(self.changed(
            lambda name, old: b"no library" if name.startswith("binaries/") else old)))

    def test_nothing_is_written_outside(self):
        for name in ("../evil", "resources/../../evil", "/tmp/daedalus-evil", "resources/..\\evil"):
            message = self.wrong(self.changed(lambda _, old: old, [(name, b"evil")]))
            self.assertIn("outside of its own folder", message)
        self.assertFalse(os.path.exists("/tmp/daedalus-evil"))
        self.assertFalse(os.path.exists(self.path("evil")))


class CaseWithBinary(Case):
    NAMES = ("FreeInstance EnterInitializationMode ExitInitializationMode Terminate SetString GetFMUState SetFMUState"
             " FreeFMUState GetDirectionalDerivative EnterEventMode UpdateDiscreteStates EnterContinuousTimeMode"
             " CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStates GetContinuousStateDerivatives"
             " GetEventIndicators").split()
    TYPES = "Float64 Float32 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean".split()

    # A system of two states, x' = 0, with an instance in one piece.
    INSTANCE = """
        #include <stddef.h>
        typedef struct { double t, x[2]; int ended, asked; } Fmu;
        static Fmu one;
        void* fmi3InstantiateModelExchange(void) {
          one = (Fmu){0, {2, 0}, 0, 0};
          return &one;
        }
        int fmi3SetTime(void* m, double t) { ((Fmu*)m)->t = t; return 0; }
        int fmi3GetContinuousStates(void* m, double* x, size_t n) {
          for (size_t i = 0; i < n; ++i) x[i] = ((Fmu*)m)->x[i];
          return 0;
        }
        int fmi3SetContinuousStates(void* m, const double* x, size_t n) {
          for (size_t i = 0; i < n; ++i) ((Fmu*)m)->x[i] = x[i];
          return 0;
        }
        int fmi3GetContinuousStateDerivatives(void* m, double* d, size_t n) {
          (void)m;
          for (size_t i = 0; i < n; ++i) d[i] = 0;
          return 0;
        }
    """

    def with_binary(self, text, change=lambda xml: xml):
        """An FMU whose functions do nothing, apart from those of the text, and whose description is changed."""
        names = ["fmi3" + name for name in self.NAMES]
        names += [f"fmi3{verb}{kind}" for verb in ("Get", "Set") for kind in self.TYPES]
        others = "".join(f"int {name}(void) {{ return 0; }}\n" for name in names if f"{name}(" not in text)
        source = self.write("binary.c", others + text)
        compiler = next(name for name in ("cc", "gcc", "clang", "clang-19") if shutil.which(name))
        subprocess.run([compiler, "-shared", "-fPIC", "-O0", "-o", self.path("binary.so"), source], check=True)
        fmu = self.export(os.path.join(MODELS, "VanDerPol.mo"))
        target = self.path("crashes.fmu")
        with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(target, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name.endswith(".so"):
                    with open(self.path("binary.so"), "rb") as binary:
                        content = binary.read()
                elif name == "modelDescription.xml":
                    content = change(content.decode()).encode()
                new.writestr(name, content)
        return target


class Crashes(CaseWithBinary):

    def test_the_message_names_the_function(self):
        fmu = self.with_binary("static void* fail(void) { return *(void* volatile*)0; }\n"
                               "void* fmi3InstantiateModelExchange(void) { return fail(); }\n")
        process = self.start("simulate", fmu)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGSEGV, errors)
        self.assertIn("error[D0631]: the binary of an FMU crashes in `fmi3InstantiateModelExchange`", errors)

    def test_a_failing_function_is_named(self):
        fmu = self.with_binary("void* fmi3InstantiateModelExchange(void) { static int one; return &one; }\n"
                               "int fmi3EnterInitializationMode(void) { return 3; }\n")
        code, _, errors = self.call("simulate", fmu)
        self.assertNotEqual(code, 0)
        self.assertIn("fmi3EnterInitializationMode of the FMU fails with the status `error`", errors)

    def test_a_missing_function_is_named(self):
        fmu = self.with_binary("")
        self.assertIn("has no function `fmi3InstantiateModelExchange`", self.call("simulate", fmu)[2])


class CompletedSteps(CaseWithBinary):
    EVENT = """
        int fmi3CompletedIntegratorStep(void* m, _Bool unused, _Bool* enters, _Bool* ends) {
          Fmu* f = m;
          (void)unused;
          *ends = ENDS;
          *enters = f->t > 0.5 && !f->asked;
          if (*enters) f->asked = 1;
          return 0;
        }
        int fmi3UpdateDiscreteStates(void* m, _Bool* again, _Bool* ends, _Bool* nominals, _Bool* states,
                                     _Bool* has_time, double* t) {
          Fmu* f = m;
          *again = *ends = *nominals = *states = *has_time = 0;
          *t = 0;
          if (f->asked == 1) {
            f->x[0] = 5;
            f->asked = 2;
            *states = 1;
          }
          return 0;
        }
    """

    @staticmethod
    def needs_steps(xml):
        changed = xml.replace('needsCompletedIntegratorStep="false"', 'needsCompletedIntegratorStep="true"')
        return changed.replace('canGetAndSetFMUState="true"', 'canGetAndSetFMUState="false"')

    def test_an_fmu_can_ask_for_an_event(self):
        fmu = self.with_binary(self.INSTANCE + self.EVENT.replace("ENDS", "0"), self.needs_steps)
        found = self.results(fmu, "--stop", "2", "--max-step", "0.1")
        jumps = [t for t, before, after in zip(found["time"][1:], found["y1"], found["y1"][1:]) if before != after]
        self.assertEqual((found["y1"][0], found["y1"][-1]), (2, 5))
        self.assertEqual(len(jumps), 1)
        # The first step that ends after 0.5 has at most this length.
        self.assertTrue(0.5 < jumps[0] <= 0.6, jumps)

    def test_an_fmu_can_end_the_run(self):
        fmu = self.with_binary(self.INSTANCE + self.EVENT.replace("ENDS", "f->t > 0.7"), self.needs_steps)
        found = self.results(fmu, "--stop", "2", "--max-step", "0.1")
        self.assertTrue(0.7 < found["time"][-1] <= 0.8, found["time"][-1])

    def test_an_fmu_that_does_not_want_them_hears_of_events_only(self):
        fmu = self.with_binary(self.INSTANCE + self.EVENT.replace("ENDS", "0"))
        found = self.results(fmu, "--stop", "2", "--max-step", "0.1")
        self.assertEqual(found["y1"][-1], 2)

    def test_an_fmu_may_exchange_its_states(self):
        """The pendulum in x and y has another choice of states when it passes the lowest point."""
        model = os.path.join(MODELS, "Pendulum.mo")
        expected = self.results(model, "--stop", "10", "--tolerance", "1e-8")
        for version in (2, 3):
            found = self.results(self.export(model, version), "--stop", "10", "--tolerance", "1e-8")
            for name in ("x", "y"):
                self.assertAlmostEqual(found[name][-1], expected[name][-1], delta=1e-4)


    def test_states_that_a_mode_does_not_have(self):
        """The FMU describes the states of all modes, and some are zero in this one."""
        model = os.path.join(MODELS, "modes", "RodAtTheStart.mo")
        expected = self.results(model)
        found = self.results(self.export(model))
        self.assertEqual(found["time"][-1], expected["time"][-1])
        for name in ("x", "y", "vx", "F"):
            self.assertAlmostEqual(found[name][-1], expected[name][-1], delta=1e-5 * abs(expected[name][-1]))


class Isolated(CaseWithBinary):
    LATER = """
        int fmi3GetContinuousStateDerivatives(void* m, double* d, size_t n) {
          if (((Fmu*)m)->t > 1) ACT;
          for (size_t i = 0; i < n; ++i) d[i] = 0;
          return 0;
        }
        int fmi3UpdateDiscreteStates(void* m, _Bool* again, _Bool* ends, _Bool* nominals, _Bool* states,
                                     _Bool* has_time, double* t) {
          (void)m;
          *again = *ends = *nominals = *states = *has_time = 0;
          *t = 0;
          return 0;
        }
    """

    def acting(self, act):
        instance = self.INSTANCE[:self.INSTANCE.index("int fmi3GetContinuousStateDerivatives")]
        return self.with_binary(instance + self.LATER.replace("ACT", act))

    def failed(self, fmu, *options):
        """The message, and the last time in the results."""
        target = self.path("found.csv")
        code, _, errors = self.call("simulate", fmu, "--stop", "2", "--output", target, "--max-step", "0.1", *options)
        self.assertNotIn(code, (0, -signal.SIGSEGV, -signal.SIGABRT), errors)
        return errors, self.results_of(target)["time"][-1]

    def test_a_crash_is_an_error_like_others(self):
        errors, last = self.failed(self.acting("*(volatile int*)0 = 1"), "--isolate")
        self.assertRegex(errors, r"error\[D\d+\]")
        self.assertIn("crashes in `fmi3GetContinuousStateDerivatives` (signal Segmentation fault)", errors)
        self.assertGreater(last, 0.5)

    def test_a_call_that_does_not_return_is_named(self):
        errors, last = self.failed(self.acting("for (;;) {}"), "--call-limit", "0.5")
        self.assertIn("does not return from `fmi3GetContinuousStateDerivatives` within 0.5 s", errors)
        self.assertGreater(last, 0.5)

    def test_an_fmu_that_leaves(self):
        fmu = self.with_binary("#include <stdlib.h>\nvoid* fmi3InstantiateModelExchange(void) { _Exit(3); }\n")
        code, _, errors = self.call("simulate", fmu, "--isolate")
        self.assertEqual(code, 3, errors)
        self.assertIn("the FMU ends its process", errors)

    def test_results_are_the_same(self):
        for model, options in (("events/BouncingBall.mo", ()), ("Pendulum.mo", ("--stop", "2")),
                               ("VanDerPol.mo", ("--cs", "--step", "0.1"))):
            fmu = self.export(os.path.join(MODELS, model))
            self.assertEqual(self.results(fmu, *options), self.results(fmu, *options, "--isolate"), model)

    def test_an_imported_class_keeps_the_options(self):
        fmu = self.acting("*(volatile int*)0 = 1")
        self.run_well("import", fmu, "--isolate", "--output", self.path("Motor"))
        code, _, errors = self.call("simulate", self.path("Motor/VanDerPol.mo"), "--allow-external", "--stop", "2")
        self.assertNotEqual(code, -signal.SIGSEGV)
        self.assertIn("crashes in `fmi3GetContinuousStateDerivatives`", errors)

    def test_the_options_are_for_fmus(self):
        model = os.path.join(MODELS, "VanDerPol.mo")
        self.assertIn("no file of them is given", self.refused("simulate", model, "--isolate", expected=2))


class LeavesNothing(Case):
    def test_after_a_signal(self):
        fmu = self.export(os.path.join(MODELS, "events/BouncingBall.mo"))
        for number in (signal.SIGINT, signal.SIGKILL):
            process = self.start("simulate", fmu, "--allow-external", "--cs", "--step", "1e-6", "--quiet")
            while not os.listdir(self.temporary):
                time.sleep(0.01)
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertNotEqual(process.returncode, 0)
            for _ in range(500):
                if not os.listdir(self.temporary):
                    break
                time.sleep(0.01)
            self.assertEqual(os.listdir(self.temporary), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
