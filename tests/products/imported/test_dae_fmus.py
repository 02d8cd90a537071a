"""FMUs of implicit equations (FMI-LS-DAE): their equations become equations of the model around them.

usage: test_dae_fmus.py PROGRAM MODELS     needs the standard library of Python only
"""

import os
import sys
import unittest
import zipfile

from fmu_case import MODELS, Case

MANIFEST = "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml"
FOUR_BAR = os.path.join(MODELS, "../examples/12-linkage-in-two-fmus.mo")


class DaeCase(Case):
    def export_dae(self, model, target, *options, form="given"):
        self.run_well("export", "--fmi", "3", "--dae", form, model, *options, "--output", self.path(target))
        return self.path(target)

    def same(self, found, expected, names, tolerance):
        """At the end, relative to the largest value."""
        self.assertEqual(found["time"][-1], expected["time"][-1])
        for name, own in names.items():
            scale = max(abs(x) for x in expected[own]) + 1e-9
            self.assertLess(abs(found[name][-1] - expected[own][-1]) / scale, tolerance, name)


class Constraints(DaeCase):
    CAPACITORS = """package Caps
      model Capacitor "its voltage is given"
        parameter Real C = 1;
        input Real v(start = 0);
        output Real i;
        Real inside;
      equation
        inside = v;
        i = C*der(inside);
      end Capacitor;
      model Circuit
        Capacitor a, b(C = 2);
        Real v(start = 0, fixed = true);
      equation
        a.v = v;
        b.v = v;
        a.i + b.i = (sin(time) - v)/0.5;
        annotation(experiment(StopTime = 5));
      end Circuit;
    end Caps;"""

    def simulated(self, *arguments):
        """The results, and the line that says how the model was solved."""
        target = self.path("found.csv")
        said = self.run_well("simulate", *arguments, "--output", target)
        return self.results_of(target), said

    def test_two_fmus_make_index_2(self):
        own = self.write("Caps.mo", self.CAPACITORS)
        fmu = self.export_dae(own, "Capacitor.fmu", "--model", "Caps.Capacitor")
        loop = self.CAPACITORS[self.CAPACITORS.index("model Circuit"):self.CAPACITORS.index("end Caps")]
        loop = self.write("Circuit.mo", loop.replace("Capacitor a, b", "Caps_Capacitor a, b"))
        expected, _ = self.simulated(own, "--model", "Caps.Circuit")
        found, said = self.simulated(fmu, loop, "--allow-external")
        self.assertIn("1 state, index 2", said)
        self.same(found, expected, {name: name for name in ("v", "a.i", "b.i")}, 1e-6)

    def test_a_linkage_cut_in_two_makes_index_3(self):
        crank = self.export_dae(FOUR_BAR, "Crank.fmu", "--model", "FourBar.Crank")
        rest = self.export_dae(FOUR_BAR, "Rest.fmu", "--model", "FourBar.CouplerAndRocker")
        loop = self.write("Loop.mo", """model Loop
          FourBar_Crank crank;
          FourBar_CouplerAndRocker rest;
        equation
          rest.x = crank.x;
          rest.y = crank.y;
          crank.fx = rest.fx;
          crank.fy = rest.fy;
        end Loop;""")
        options = ("--stop", "1.5", "--tolerance", "1e-7")
        expected, _ = self.simulated(FOUR_BAR, "--model", "FourBar.Linkage", *options)
        found, said = self.simulated(crank, rest, loop, "--allow-external", *options)
        self.assertIn("2 states, index 3", said)
        names = ("crank.x", "crank.vy", "rest.x2", "rest.y2", "rest.pull", "crank.tension")
        self.same(found, expected, {name: name for name in names}, 1e-4)

    def test_a_pendulum_alone_is_reduced(self):
        pendulum = os.path.join(MODELS, "higher_index/CartesianPendulum.mo")
        fmu = self.export_dae(pendulum, "Pendulum.fmu")
        expected, _ = self.simulated(pendulum, "--stop", "2")
        found, said = self.simulated(fmu, "--stop", "2")
        self.assertIn("index 3", said)
        self.same(found, expected, {"x": "x", "y": "y"}, 1e-4)

    def test_reduced_by_the_exporter(self):
        pendulum = os.path.join(MODELS, "higher_index/CartesianPendulum.mo")
        fmu = self.export_dae(pendulum, "Pendulum.fmu", form="reduced")
        expected, _ = self.simulated(pendulum, "--stop", "0.5")
        found, said = self.simulated(fmu, "--stop", "0.5")
        self.assertIn("index 1", said)
        self.same(found, expected, {"x": "x", "y": "y"}, 1e-4)


class Events(DaeCase):
    def test_the_branch_changes_and_a_counter_counts(self):
        spring = self.write("Spring.mo", """model Spring "with a stop"
          input Real f(start = 0);
          output Real x(start = 0, fixed = true);
          Real v(start = 0, fixed = true), k;
          discrete Integer n(start = 0, fixed = true);
        equation
          der(x) = v;
          der(v) = f - k*x - 0.1*v;
          k = if x > 0.5 then 100 else 1;
          when x > 0.5 then
            n = pre(n) + 1;
          end when;
        end Spring;""")
        driven = self.write("Driven.mo", "model Driven Spring spring; equation spring.f = sin(time);"
                                         " annotation(experiment(StopTime = 10)); end Driven;")
        fmu = self.export_dae(spring, "Spring.fmu")
        expected = self.results(spring, driven)
        found = self.results(fmu, driven, "--allow-external")
        self.assertGreater(expected["spring.n"][-1], 1)
        self.assertEqual(found["spring.n"][-1], expected["spring.n"][-1])
        self.same(found, expected, {"spring.x": "spring.x"}, 1e-3)


class Exports(DaeCase):
    def refuses(self, text, *options):
        return self.refused("export", "--fmi", "3", "--dae", "given", self.write("M.mo", text), *options,
                            "--output", self.path("M.fmu"), expected=2)

    def test_what_the_draft_has_no_place_for(self):
        start = "model M Real x; %s equation der(x) = -x; %s end M;"
        self.assertIn("initial equations", self.refuses(start % ("", "initial equation x = 1;")))
        self.assertIn("`p`, a parameter that is found at the start",
                      self.refuses("model M Real x(start = 1, fixed = true); parameter Real p(fixed = false);"
                                   " equation der(x) = -p*x; initial equation der(x) = -2; end M;"))
        self.assertIn("`reinit`", self.refuses(start % ("", "when x < 0.5 then reinit(x, 1); end when;")))
        self.assertIn("`delay`", self.refuses(start % ("Real y;", "y = delay(x, 0.1);")))
        self.assertIn("no derivative of its input `u`",
                      self.refuses("model M input Real u; Real y; equation y = der(u); end M;"))

    def test_only_fmi_3(self):
        model = self.write("M.mo", "model M Real x(start = 1); equation der(x) = -x; end M;")
        self.assertIn("needs FMI 3", self.refused("export", "--fmi", "2", "--dae", "given", model, expected=2))

    def test_the_manifest_lists_what_residuals_depend_on(self):
        fmu = self.export_dae(FOUR_BAR, "Crank.fmu", "--model", "FourBar.Crank")
        with zipfile.ZipFile(fmu) as archive:
            manifest = archive.read(MANIFEST).decode()
        self.assertIn('fmi-ls:fmi-ls-version="0.0.1"', manifest)
        self.assertEqual(manifest.count("<Formulation "), 5)
        # x^2 + y^2 = length^2 depends on x and y alone.
        self.assertIn('dependencies="2 3"', manifest)


class RefusesWrongManifests(DaeCase):
    def wrong(self, change):
        fmu = self.export_dae(FOUR_BAR, "Crank.fmu", "--model", "FourBar.Crank")
        target = self.path("changed.fmu")
        with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(target, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                new.writestr(name, change(content.decode()).encode() if name == MANIFEST else content)
        return self.refused("simulate", target)

    def test_each_has_a_message(self):
        self.assertIn("version 0.9.9 of the draft",
                      self.wrong(lambda xml: xml.replace('fmi-ls-version="0.0.1"', 'fmi-ls-version="0.9.9"')))
        self.assertIn("is not that of a manifest",
                      self.wrong(lambda xml: xml.replace("fmiLayeredStandardManifest", "other")))
        self.assertIn("names a variable 999", self.wrong(
            lambda xml: xml.replace('AlgebraicVariable valueReference="6"', 'AlgebraicVariable valueReference="999"')))
        self.assertIn("5 residuals for 4 unknowns", self.wrong(
            lambda xml: xml.replace('<AlgebraicVariable valueReference="6"/>', "")))
        self.assertIn("line", self.wrong(lambda xml: xml[:len(xml) // 2]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
