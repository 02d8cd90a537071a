"""The workbench as a person uses it: open a model, change it, run it, look; in headless Chromium.

With a folder as second argument it leaves pictures there.
"""

import os
import sys
import tempfile
import time
import unittest
from pathlib import Path

from workbench import BALL, LONG, Workbench

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "page"))
from browser import SKIPPED, Browser, find_chromium  # noqa: E402

DAEDALUS = sys.argv.pop(1) if len(sys.argv) > 1 else "daedalus"
PICTURES = sys.argv.pop(1) if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]) else None

DIVIDER = Path(__file__).resolve().parent.parent / "drawing" / "golden" / "Divider.mo"

HOSTILE = """model Hostile "</script><script>window.wasHurt = 1</script>"
  parameter Real k(unit = "<img src=x onerror='window.wasHurt = 1'>") = 1 "<img src=x onerror='window.wasHurt = 1'>";
  Real x(start = 1, fixed = true) "<svg onload='window.wasHurt = 1'>";
equation
  der(x) = -k * x;
annotation(
  Icon(graphics = {Text(extent = {{-100, 100}, {100, -100}}, textString = "<script>window.wasHurt = 1</script>")}),
  Diagram(graphics = {Text(extent = {{-100, 100}, {100, -100}}, textString = "</text><script>window.wasHurt = 1</script>")}));
end Hostile;
"""


class Tab(Browser):
    """A tab on the workbench."""

    def visit(self, address):
        self.requests.clear()
        self.errors.clear()
        self.send("Page.navigate", url=address)
        self.wait("document.documentElement.dataset.ready")

    def wait(self, code, seconds=20):
        # An element is true.
        return super().wait(f"(value => value instanceof Node ? true : value)({code})", seconds)

    def open_model(self, name, model=None):
        self.wait(f"[...document.querySelectorAll('#tree .node .name')].some(n => n.textContent === '{name}.mo')")
        self.js(f"[...document.querySelectorAll('#tree .node')].find(n => n.querySelector('.name').textContent === '{name}.mo').id = 'wanted'")
        self.click("#wanted .name")
        self.js("document.getElementById('wanted').removeAttribute('id')")
        self.wait(f"act.model && act.model.class === '{model or name}'")

    def side(self, name):
        self.click(f"#sides [data-side={name}]" if self.js("innerWidth > 720") else f"#panes [data-pane={name}]")

    def chord(self, key):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=f"Key{key.upper()}", windowsVirtualKeyCode=ord(key.upper()), modifiers=2)

    def fill(self, selector, text):
        """Replaces what stands in a field, and leaves it."""
        self.js(f"document.querySelector({selector!r}).select()")
        self.click(selector, count=3)
        self.type(text)
        self.js("document.activeElement.blur()")

    def type_at(self, line, column, text):
        self.js(f"editor.cm.focus(); editor.cm.setCursor({line}, {column})")
        self.type(text)


class WorkbenchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.opened = Path(cls.folder.name).resolve() / "models"
        cls.opened.mkdir()
        for name, text in (("Ball", BALL), ("Long", LONG), ("Hostile", HOSTILE), ("Divider", DIVIDER.read_text()),
                           ("Wrong", "model Wrong\n  Real x;\nequation\n  x = y;\nend Wrong;\n")):
            (cls.opened / f"{name}.mo").write_text(text)
        deep = Path(cls.folder.name).resolve() / "libraries" / "Outer" / "Middle"
        deep.mkdir(parents=True)
        (deep.parent / "package.mo").write_text("package Outer end Outer;\n")
        (deep / "package.mo").write_text("within Outer;\npackage Middle end Middle;\n")
        (deep / "Innermost.mo").write_text("within Outer.Middle;\nmodel Innermost\n  package Own\n    model Quagga end Quagga;\n  end Own;\nend Innermost;\n")
        cls.bench = Workbench(DAEDALUS, str(cls.opened), "--library", str(deep.parents[1]))
        cls.tab = Tab(find_chromium(), 1440, 900)

    @classmethod
    def tearDownClass(cls):
        cls.tab.close()
        cls.bench.end()
        cls.folder.cleanup()

    def setUp(self):
        for run in self.bench.get("api/runs")[1]:
            self.bench.ask("POST", f"api/runs/{run['id']}/remove")
        self.tab.resize(1440, 900)
        self.tab.visit(self.bench.address)

    def tearDown(self):
        # A conflict of versions is answered by 409, which the browser notes.
        self.assertEqual([e for e in self.tab.errors if "409" not in e], [])
        self.tab.js("for (const file of files.open.values()) file.clean = file.doc.changeGeneration(true)")

    def picture(self, name):
        if PICTURES:
            time.sleep(0.3)
            self.tab.picture(os.path.join(PICTURES, name + ".png"))

    def test_open_change_run_look(self):
        tab = self.tab
        tab.open_model("Ball")
        self.assertIn("model Ball", tab.js("editor.cm.getValue()"))
        tab.side("parameters")
        tab.wait("document.querySelector('#parameters input[aria-label=m]')")
        self.assertEqual(tab.js("document.querySelector('#parameters input[aria-label=m]').value"), "0.5")
        self.assertIn("kg", tab.text("#parameters"))
        tab.fill("#parameters input[aria-label=m]", "2")
        tab.wait("document.querySelector('.parameter.changed')")
        tab.click("#run")
        tab.wait("document.querySelector('.run .state.done')", 60)
        self.assertIn("m = 2", tab.text(".run .settings"))
        tab.wait("document.querySelector('#curves canvas')")
        self.assertIn("h", tab.texts("#chosen .chip")[0])
        # A heavier ball falls faster: height and speed at the end are those of the closed form.
        height = tab.wait("curves.samples.size === 1 && [...curves.samples.values()][0].values[0].at(-1)")
        k = 0.02 / 2
        import math
        self.assertAlmostEqual(height, 10 - math.log(math.cosh(math.sqrt(9.81 * k) * 2)) / k, places=3)
        self.picture("ran")

    def test_runs_are_compared_and_have_pages(self):
        tab = self.tab
        tab.open_model("Ball")
        for mass in ("0.2", "5"):
            tab.side("parameters")
            tab.wait("document.querySelector('#parameters input[aria-label=m]')")
            tab.fill("#parameters input[aria-label=m]", mass)
            tab.wait(f"(document.querySelector('.parameter.changed input') || {{}}).value === '{mass}'")
            tab.click("#run")
            tab.wait(f"[...document.querySelectorAll('.run')].some(r => r.textContent.includes('m = {mass}') && r.querySelector('.state.done'))", 60)
        tab.click(".run:nth-child(2) input")
        tab.wait("curves.graph && curves.graph.getLabels().length === 5")
        self.assertEqual(tab.js("runs.shown().length"), 2)
        self.picture("compared")
        tab.click(".run .acts button")
        tab.wait("document.querySelector('#run-page[open] iframe')")
        self.assertEqual(tab.js("document.querySelector('#run-page iframe').getAttribute('sandbox')"), "allow-scripts")
        time.sleep(1.5)
        self.picture("page_of_run")
        tab.click("#run-page button")
        tab.wait("!document.querySelector('#run-page').open")

    def test_an_answer_behind_its_events_changes_nothing(self):
        tab = self.tab
        tab.open_model("Ball")
        tab.wait("parameters.description")
        tab.js("(at => { window.ask = async (...question) => { const answer = await at(...question);"
               " if (question[0] === 'POST') await new Promise(done => setTimeout(done, 700)); return answer; }; })(ask)")
        for count in (1, 2):
            tab.click("#run")
            tab.wait(f"runs.all.size === {count} && [...runs.all.values()].at(-1).state === 'done'", 60)
            tab.js("new Promise(done => setTimeout(done, 1000))")
            self.assertEqual(tab.js("runs.shown().map(r => r.id)"), [tab.js("Math.max(...runs.all.keys())")])
            self.assertEqual(tab.js("runs.shown()[0].state"), "done")

    def test_a_long_run_grows_and_stops(self):
        tab = self.tab
        tab.open_model("Long")
        tab.wait("parameters.description")
        tab.click("#run")
        tab.wait("document.querySelector('.run progress[value]')", 60)
        tab.wait("curves.samples.size === 1 && [...curves.samples.values()][0].times.length > 10")
        before = tab.js("[...curves.samples.values()][0].times.length")
        tab.wait(f"[...curves.samples.values()][0].times.length > {before}")
        self.picture("running")
        tab.click(".run .acts button")
        tab.wait("document.querySelector('.run .state.stopped')", 30)

    def test_the_text_is_checked_and_completed(self):
        tab = self.tab
        tab.open_model("Wrong")
        tab.wait("document.querySelector('#problems .problem')", 30)
        self.assertIn("y", tab.text("#problems"))
        tab.open_model("Ball")
        tab.type_at(8, 0, "  h.")
        tab.js("editor.offer()")
        tab.js("editor.cm.undo()")
        tab.js("editor.cm.setCursor(8, 3)")
        tab.js("editor.cm.replaceRange('  dr', {line: 8, ch: 0})")
        tab.js("editor.cm.setCursor(8, 4); editor.offer()")
        tab.wait("[...document.querySelectorAll('.CodeMirror-hint')].some(h => h.textContent.startsWith('drags'))")
        tab.press("Escape")

    def test_a_run_of_a_wrong_model_names_its_line(self):
        tab = self.tab
        tab.open_model("Wrong")
        tab.click("#run")
        tab.wait("document.querySelector('.run .state.failed')", 60)
        tab.wait("document.querySelector('.run .message button')")
        self.assertEqual(tab.text(".run .message button"), "Wrong.mo, line 4")
        tab.click(".run .message button")
        tab.wait("editor.cm.getCursor().line === 3")

    def test_saving_and_the_other_tab(self):
        tab = self.tab
        (self.opened / "Shared.mo").write_text("model Shared\nend Shared;\n")
        tab.visit(self.bench.address)
        tab.open_model("Shared")
        tab.type_at(0, 12, ' "mine"')
        self.assertFalse(tab.js("document.getElementById('save').disabled"))
        # Another tab saves in between.
        path = self.opened / "Shared.mo"
        read = self.bench.read(path)[1]
        self.assertEqual(self.bench.save(path, 'model Shared "theirs"\nend Shared;\n', read["version"])[0], 200)
        tab.wait("document.getElementById('notice').textContent.includes('another tab')")
        tab.chord("s")
        tab.wait("document.getElementById('question').open")
        self.assertIn("theirs", tab.text("#question pre"))
        self.picture("conflict")
        tab.js("[...document.querySelectorAll('#question button')].find(b => b.textContent.includes('Overwrite')).click()")
        tab.wait("!files.current.isDirty")
        self.assertIn('"mine"', path.read_text())
        # A text without edits follows the other tab.
        read = self.bench.read(path)[1]
        self.bench.save(path, 'model Shared "again"\nend Shared;\n', read["version"])
        tab.wait("editor.cm.getValue().includes('again')")

    def test_the_diagram_follows_the_text(self):
        tab = self.tab
        tab.open_model("Divider", "Divider.Example")
        tab.side("diagram")
        tab.wait("document.querySelector('#picture svg [data-component]')")
        self.picture("diagram")
        count = tab.js("document.querySelectorAll('#picture [data-kind=component]').length")
        self.assertGreater(count, 1)
        text = tab.js("editor.cm.getValue()")
        tab.js("editor.cm.setValue(editor.cm.getValue().replace(/\\n\\s*connect\\([\\s\\S]*?;(?=\\n)/g, ''))")
        tab.wait("document.querySelectorAll('#picture [data-connects]').length === 0")
        tab.js(f"editor.cm.setValue({text!r})")
        tab.wait("document.querySelectorAll('#picture [data-connects]').length > 0")

    def test_classes_have_icons_and_are_found(self):
        tab = self.tab
        tab.wait("[...document.querySelectorAll('#tree .node')].some(n => n.dataset.class)", 30)
        tab.fill("#search", "Divid")
        tab.wait("[...document.querySelectorAll('#found .node')].some(n => n.textContent.includes('Divider'))")
        # Classes of libraries are found below branches that nobody has opened.
        self.assertFalse(tab.js("[...document.querySelectorAll('#tree .node')].some(n => (n.dataset.class || '').startsWith('Outer.'))"))
        tab.fill("#search", "quagga")
        tab.wait("[...document.querySelectorAll('#found .node')].some(n => n.dataset.class === 'Outer.Middle.Innermost.Own.Quagga')")
        tab.click("#found .node")
        tab.wait("act.model && act.model.class === 'Outer.Middle.Innermost.Own.Quagga'")
        tab.wait("editor.cm.getCursor().line === 3")
        tab.js("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")

    def test_hostile_text_runs_nothing(self):
        tab = self.tab
        tab.open_model("Hostile")
        tab.side("parameters")
        tab.wait("document.querySelector('#parameters input[aria-label=k]')")
        tab.side("diagram")
        tab.wait("document.querySelector('#picture svg')")
        tab.click("#icon-view")
        tab.click("#run")
        tab.wait("document.querySelector('.run .state.done')", 60)
        tab.js("editor.hover(editor.cm.charCoords({line: 2, ch: 7}).left, editor.cm.charCoords({line: 2, ch: 7}).top + 5)")
        tab.wait("!document.getElementById('hover').hidden")
        self.assertIsNone(tab.js("window.wasHurt"))
        self.assertEqual(tab.js("document.querySelectorAll('#picture script, #hover img, #parameters img').length"), 0)

    def test_nothing_is_asked_elsewhere(self):
        self.tab.open_model("Ball")
        foreign = [r for r in self.tab.requests if not r.startswith((self.bench.address, "data:", "about:"))]
        self.assertEqual(foreign, [])

    def test_three_widths_dark_and_light(self):
        tab = self.tab
        for width, height in ((1440, 900), (900, 1100), (390, 800)):
            for scheme in ("light", "dark"):
                tab.resize(width, height, phone=width < 500)
                tab.scheme(scheme)
                tab.visit(self.bench.address)
                tab.open_model("Divider", "Divider.Example")
                self.assertEqual(tab.js("document.documentElement.scrollWidth > innerWidth"), False, width)
                self.picture(f"text_{width}_{scheme}")
                for side in ("diagram", "parameters", "runs"):
                    if side == "parameters":
                        tab.open_model("Ball") if width > 720 else tab.js("act.openFile(files.current.path.replace('Divider', 'Ball'))")
                        tab.wait("act.model.class === 'Ball'")
                    tab.side(side)
                    tab.wait(f"!document.getElementById('{side}-side').hidden")
                    if side == "diagram":
                        tab.wait("document.querySelector('#picture svg')")
                    if side == "parameters":
                        tab.wait("document.querySelector('#parameters .parameter')")
                    self.assertEqual(tab.js("document.documentElement.scrollWidth > innerWidth"), False, (width, side))
                    self.picture(f"{side}_{width}_{scheme}")
        tab.scheme("")


if __name__ == "__main__":
    if find_chromium() is None:
        print("SKIPPED: there is no Chromium")
        sys.exit(SKIPPED)
    unittest.main(verbosity=1)
