"""What tests of imported FMUs share: a folder, the program, results.

The first arguments of a test are the program and the folder of models.
"""

import csv
import os
import subprocess
import sys
import tempfile
import unittest

DAEDALUS, MODELS = (os.path.abspath(path) for path in sys.argv[1:3])


class Case(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = self.scratch.name
        self.temporary = os.path.join(self.folder, "tmp")
        os.mkdir(self.temporary)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *arguments):
        return subprocess.Popen([DAEDALUS, *arguments], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": self.temporary})

    def call(self, *arguments):
        process = self.start(*arguments)
        out, errors = process.communicate(timeout=120)
        self.assertEqual(os.listdir(self.temporary), [], "files of an FMU are left")
        return process.returncode, out, errors

    def run_well(self, *arguments):
        code, out, errors = self.call(*arguments)
        self.assertEqual(code, 0, errors)
        return out

    def export(self, model, version=3):
        target = self.path(f"m{version}.fmu")
        self.run_well("export", "--fmi", str(version), model, "--output", target)
        return target

    def results(self, *arguments):
        target = self.path("results.csv")
        self.run_well("simulate", *arguments, "--output", target, "--quiet")
        return self.results_of(target)

    @staticmethod
    def results_of(file_name):
        with open(file_name, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def refused(self, *arguments, expected=1):
        """The first line of the message."""
        code, _, errors = self.call(*arguments)
        self.assertEqual(code, expected, errors)
        return errors.split("\n")[0]
