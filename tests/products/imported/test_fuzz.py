"""Damaged FMUs: whatever stands in archive, description and manifest, the program ends with a message.

usage: test_fuzz.py PROGRAM MODELS [ROUNDS]     needs the standard library of Python only

Each round changes one FMU at random and reads it. The same number of rounds makes the same changes.
"""

import io
import os
import random
import re
import sys
import unittest
import zipfile

from fmu_case import MODELS, Case

ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
TEXTS = ("modelDescription.xml", "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml")
WORDS = ("", "-1", "4294967296", "99999999999999999999", "1e999", "nan", "&#0;", "<", "\"", "true", "Float64",
         "a" * 70000, "\u00e9\u4e2d", "0 0 0", "%s%n", "../..")


def change_text(text, random_):
    """One element, value or piece becomes another one, twice, or is left out."""
    kind = random_.randrange(5)
    if kind == 0:
        values = list(re.finditer(r'"([^"]*)"', text))
        value = random_.choice(values)
        return text[:value.start(1)] + random_.choice(WORDS) + text[value.end(1):]
    if kind == 1:
        lines = text.split("\n")
        del lines[random_.randrange(len(lines))]
        return "\n".join(lines)
    if kind == 2:
        lines = text.split("\n")
        lines.insert(random_.randrange(len(lines)), random_.choice(lines))
        return "\n".join(lines)
    if kind == 3:
        values = list(re.finditer(r'"[^"]*"', text))
        a, b = random_.choice(values).group(), random_.choice(values).group()
        return text.replace(a, b)
    return text[:random_.randrange(len(text))]


class DamagedFmus(Case):
    def setUp(self):
        super().setUp()
        source = self.path("whole.fmu")
        self.run_well("export", "--fmi", "3", "--dae", "given", os.path.join(MODELS, "../examples/12-linkage-in-two-fmus.mo"), "--model",
                      "FourBar.Crank", "--output", source)
        with zipfile.ZipFile(source) as whole:
            self.files = {name: b"no library" if name.endswith(".so") else whole.read(name)
                          for name in whole.namelist()}

    def archive(self, files):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return bytearray(target.getvalue())

    def read(self, content, what):
        fmu = self.path("damaged.fmu")
        with open(fmu, "wb") as file:
            file.write(content)
        code, _, errors = self.call("describe", fmu)
        self.assertIn(code, (0, 1, 2), f"{what}: {errors}")
        if code != 0:
            self.assertRegex(errors, r"error\[D\d+\]", what)

    def test_texts(self):
        for seed in range(ROUNDS):
            random_ = random.Random(seed)
            files = dict(self.files)
            for _ in range(random_.randrange(1, 4)):
                name = random_.choice(TEXTS)
                files[name] = change_text(files[name].decode(errors="replace") or " \"\" ",
                                          random_).encode(errors="replace")
            self.read(self.archive(files), f"texts, seed {seed}")

    def test_archives(self):
        whole = self.archive(self.files)
        for seed in range(ROUNDS):
            random_ = random.Random(seed)
            content = bytearray(whole)
            for _ in range(random_.choice((1, 3, 30))):
                # The list of files at the end is where damage matters most.
                at = random_.randrange(len(content)) if random_.random() < 0.3 else -random_.randrange(1, 700)
                content[at] = random_.randrange(256)
            if random_.random() < 0.2:
                del content[random_.randrange(len(content)):]
            self.read(content, f"archives, seed {seed}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
