"""The language server as an editor sees it: processes, pipes, order of messages. usage: protocol_test.py"""

import os
import tempfile
import time
import unittest
from pathlib import Path

from client import Client, ServerError

CIRCUIT = """within ;
model Circuit "a small one"
  parameter Real R(unit = "Ohm") = 10 "resistance";
  Real u, i "current";
  Part part(k = R);
equation
  u = R * i;
  i = part.y + sin(time);
end Circuit;
"""
PART = """model Part "delivers something"
  parameter Real k = 1 "gain";
  Real y;
equation
  y = k * time;
end Part;
"""


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name).resolve()
        (self.path / "Circuit.mo").write_text(CIRCUIT)
        (self.path / "Part.mo").write_text(PART)
        self.client = Client()

    def tearDown(self):
        self.client.__exit__()
        self.client.process.stdin.close()
        self.client.process.stdout.close()
        self.folder.cleanup()

    def open_circuit(self):
        self.client.start(self.path)
        return self.client.open(self.path / "Circuit.mo")

    def fails(self, code, *request):
        with self.assertRaises(ServerError) as caught:
            self.client.request(*request)
        self.assertEqual(caught.exception.code, code)


class Lifecycle(Folder):
    def test_begins_and_ends(self):
        capabilities = self.client.start(self.path)["capabilities"]
        self.assertEqual(capabilities["textDocumentSync"]["change"], 2)
        self.assertEqual(self.client.stop(), 0)

    def test_exit_without_shutdown_is_a_failure(self):
        self.client.start()
        self.client.notify("exit")
        self.assertEqual(self.client.process.wait(30), 1)

    def test_a_closed_pipe_ends_it(self):
        self.client.start()
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(30), 1)

    def test_the_order_of_requests(self):
        self.fails(-32002, "textDocument/hover", {})
        self.client.start()
        self.fails(-32600, "initialize", {"capabilities": {}})
        self.fails(-32601, "textDocument/unheardOf", {})
        self.fails(-32602, "textDocument/hover", {"textDocument": {"uri": "file:///not/open.mo"},
                                                  "position": {"line": 0, "character": 0}})
        self.client.request("shutdown")
        self.fails(-32600, "textDocument/hover", {})

    def test_malformed_messages_are_answered(self):
        self.client.start()
        for bad in (b"Content-Length: 5\r\n\r\n{bad}", b"Content-Length: 2\r\n\r\n[]",
                    b"Content-Length: -7\r\n\r\n", b"Content-Length: 4\r\n\r\nnull", b"x" * 5000):
            self.client.send_bytes(bad)
            with self.assertRaises(ServerError):
                self.client.answer(None)
        self.client.notify("textDocument/didChange", {"contentChanges": 7})
        self.client.notify("textDocument/didOpen", {"textDocument": []})
        self.assertEqual(self.client.stop(), 0)


class Answers(Folder):
    def test_names_lead_to_their_declarations(self):
        uri = self.open_circuit()
        found = self.client.at("definition", uri, 6, 6)
        self.assertEqual((found["uri"], found["range"]["start"]), (uri, {"line": 2, "character": 17}))
        found = self.client.at("definition", uri, 7, 12)
        self.assertTrue(found["uri"].endswith("/Part.mo"))
        hover = self.client.at("hover", uri, 6, 6)["contents"]["value"]
        self.assertIn("resistance", hover)
        self.assertIn('unit: `"Ohm"`', hover)

    def test_an_open_text_lies_over_the_disk(self):
        uri = self.open_circuit()
        part = self.client.open(self.path / "Part.mo", PART.replace("Real y;", "Real y, z;"))
        labels = [i["label"] for i in self.complete(uri)]
        self.assertIn("z", labels)
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": part}})
        labels = [i["label"] for i in self.complete(uri)]
        self.assertNotIn("z", labels)
        self.assertIn("y", labels)

    def complete(self, uri):
        return self.client.at("completion", uri, 7, 11)["items"]

    def test_a_half_typed_line_is_completed(self):
        uri = self.open_circuit()
        self.client.change(uri, 2, [{"range": {"start": {"line": 7, "character": 0},
                                               "end": {"line": 7, "character": 99}}, "text": "  part. "}])
        self.assertEqual([i["label"] for i in self.client.at("completion", uri, 7, 7)["items"]], ["k", "y"])

    def test_renames_over_files(self):
        uri = self.open_circuit()
        part = self.client.open(self.path / "Part.mo")
        edit = self.client.at("rename", uri, 4, 12, newName="gain")
        self.assertEqual({u: len(e) for u, e in edit["changes"].items()}, {uri: 1, part: 2})
        for name in ("not a name", "model", "y"):
            with self.assertRaises(ServerError):
                self.client.at("rename", uri, 4, 12, newName=name)

    def test_hover_shows_what_the_last_run_has_done(self):
        uri = self.open_circuit()
        result = self.path / "Circuit.csv"
        result.write_text("time,u,i,part.y\n0,1,2,3\n1,-4,5,3\n2,0.5,6,3\n")
        self.assertIn("- in `Circuit.csv`: `0.5` at the end (2 s), from `-4` to `1`", self.hover(uri, 6, 3))
        self.assertIn("`3` at the end", self.hover(uri, 7, 11), "a part of a component")
        self.assertNotIn("Circuit.csv", self.hover(uri, 2, 18), "what the result does not have")
        self.assertNotIn("Circuit.csv", self.hover(uri, 4, 3), "a class is no variable")
        self.client.change(uri, 2, [{"text": CIRCUIT.replace("sin", "cos")}])
        self.assertIn("`Circuit.csv`, older than the text: `0.5`", self.hover(uri, 6, 3))
        result.write_text("time,u\n0,1\n2,7.25\n")
        self.assertIn("`7.25` at the end", self.hover(uri, 6, 3), "a new result counts at once")
        result.write_text("nothing")
        self.assertIn("`Circuit.csv` cannot be read", self.hover(uri, 6, 3))

    def hover(self, uri, line, character):
        return self.client.at("hover", uri, line, character)["contents"]["value"]

    def test_a_cancelled_request_is_answered_so(self):
        uri = self.open_circuit()
        numbers = [self.client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
                   for _ in range(200)]
        for number in numbers[100:]:
            self.client.notify("$/cancelRequest", {"id": number})
        cancelled = 0
        for number in numbers:
            try:
                self.client.answer(number)
            except ServerError as error:
                self.assertEqual(error.code, -32800)
                cancelled += 1
        self.assertLessEqual(cancelled, 100)

    def test_a_thousand_requests_at_once(self):
        uri = self.open_circuit()
        numbers = [self.client.ask("textDocument/hover", {"textDocument": {"uri": uri},
                                                          "position": {"line": n % 9, "character": n % 20}})
                   for n in range(1000)]
        for number in numbers:
            self.client.answer(number)
        self.assertEqual(self.client.stop(), 0)


RENAMES_FILES = {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}}}


class RenamedFiles(Folder):
    """Classes that stand alone in their files."""

    def setUp(self):
        super().setUp()
        for name, text in (("package.mo", "within ;\npackage Lib\nend Lib;\n"), ("package.order", "Inner\nUser\n"),
                           ("Inner/package.mo", "within Lib;\npackage Inner\nend Inner;\n"), ("Inner/package.order", "Part\r\nOther\r\n"),
                           ("Inner/Part.mo", "within Lib.Inner;\nmodel Part\n  Real Part = 1;\nend Part;\n"),
                           ("Inner/Other.mo", "within Lib.Inner;\nmodel Other\n  Part p;\nend Other;\n"),
                           ("User.mo", "within Lib;\nmodel User\n  Inner.Part a;\n  Lib.Inner.Part b;\nend User;\n")):
            path = self.path / "Lib" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())

    def apply(self, edit):
        """As an editor does: texts first, then files."""
        for change in edit["documentChanges"]:
            if change.get("kind") == "rename":
                old, new = (Path(change[key].removeprefix("file://")) for key in ("oldUri", "newUri"))
                self.assertFalse(new.exists())
                old.rename(new)
                continue
            path = Path(change["textDocument"]["uri"].removeprefix("file://"))
            lines = path.read_bytes().decode().split("\n")
            for one in sorted(change["edits"], key=lambda e: -e["range"]["start"]["character"]):
                start, end = one["range"]["start"], one["range"]["end"]
                self.assertEqual(start["line"], end["line"])
                line = lines[start["line"]]
                lines[start["line"]] = line[:start["character"]] + one["newText"] + line[end["character"]:]
            path.write_bytes("\n".join(lines).encode())

    def mistakes(self):
        """What a fresh server finds in a model that uses all of the library."""
        (self.path / "Uses.mo").write_text("model Uses\n  extends Lib.User;\nend Uses;\n")
        with Client() as fresh:
            fresh.start(self.path)
            uri = fresh.open(self.path / "Uses.mo")
            fresh.wait_for_diagnostics(uri, lambda _: len(fresh.diagnostics[uri]) > 1)
            found = fresh.diagnostics[uri][-1]["diagnostics"]
            fresh.stop()
        for pipe in (fresh.process.stdin, fresh.process.stdout):
            pipe.close()
        return found

    def test_a_class_takes_its_file_along(self):
        self.client.start(self.path, capabilities=RENAMES_FILES)
        uri = self.client.open(self.path / "Lib" / "User.mo")
        self.assertEqual(self.client.at("prepareRename", uri, 2, 9)["placeholder"], "Part")
        self.apply(self.client.at("rename", uri, 2, 9, newName="Piece"))
        inner = self.path / "Lib" / "Inner"
        self.assertFalse((inner / "Part.mo").exists())
        self.assertEqual((inner / "Piece.mo").read_text(), "within Lib.Inner;\nmodel Piece\n  Real Part = 1;\nend Piece;\n")
        self.assertEqual((inner / "Other.mo").read_text(), "within Lib.Inner;\nmodel Other\n  Piece p;\nend Other;\n")
        self.assertEqual((inner / "package.order").read_bytes(), b"Piece\r\nOther\r\n")
        self.assertIn("Inner.Piece a;\n  Lib.Inner.Piece b;", (self.path / "Lib" / "User.mo").read_text())
        self.assertEqual(self.mistakes(), [])

    def test_a_package_takes_its_directory_along(self):
        self.client.start(self.path, capabilities=RENAMES_FILES)
        uri = self.client.open(self.path / "Lib" / "User.mo")
        self.apply(self.client.at("rename", uri, 2, 4, newName="Within"))
        self.assertEqual(sorted(p.name for p in (self.path / "Lib" / "Within").iterdir()),
                         ["Other.mo", "Part.mo", "package.mo", "package.order"])
        self.assertEqual((self.path / "Lib" / "Within" / "Part.mo").read_text(), "within Lib.Within;\nmodel Part\n  Real Part = 1;\nend Part;\n")
        self.assertEqual((self.path / "Lib" / "package.order").read_text(), "Within\nUser\n")
        self.assertEqual(self.mistakes(), [])

    def test_proposals_do_not_depend_on_earlier_questions(self):
        self.client.start(self.path)
        uri = self.client.open(self.path / "Use.mo", "model Use\n  Lib.Inner.Part a;\n  Lib.Inner.\nend Use;\n")
        before = self.client.at("completion", uri, 2, 12)["items"]
        self.assertEqual([item["label"] for item in before], ["Other", "Part"])
        self.client.change(uri, 2, [{"text": "model Use\n  Lib.Inner.Part a;\n  Lib.Inner.Other b;\nend Use;\n"}])
        fresh = self.client.at("completion", uri, 2, 12)["items"]
        self.client.at("definition", uri, 1, 13)  # reads the class
        self.assertEqual(self.client.at("completion", uri, 2, 12)["items"], fresh)

    def test_what_would_be_lost_is_refused(self):
        self.client.start(self.path, capabilities=RENAMES_FILES)
        uri = self.client.open(self.path / "Lib" / "User.mo")
        with self.assertRaisesRegex(ServerError, "Other.mo` already"):
            self.client.at("rename", uri, 2, 9, newName="Other")

    def test_an_editor_that_cannot_rename_files_is_told(self):
        self.client.start(self.path)
        uri = self.client.open(self.path / "Lib" / "User.mo")
        with self.assertRaisesRegex(ServerError, "a file or directory of its own"):
            self.client.at("prepareRename", uri, 2, 9)
        # A component of the same name has no file.
        part = self.client.open(self.path / "Lib" / "Inner" / "Part.mo")
        self.assertEqual(len(self.client.at("rename", part, 2, 8, newName="y")["changes"][part]), 1)


class Diagnostics(Folder):
    def test_mistakes_of_syntax_come_at_once_and_go(self):
        uri = self.open_circuit()
        self.client.change(uri, 2, [{"range": {"start": {"line": 6, "character": 11},
                                               "end": {"line": 6, "character": 12}}, "text": ""}])
        found = self.client.wait_for_diagnostics(uri, lambda d: d["version"] == 2)
        self.assertEqual([d["code"] for d in found["diagnostics"]], ["D0101"])
        self.client.change(uri, 3, [{"text": CIRCUIT}])
        self.client.wait_for_diagnostics(uri, lambda d: d["version"] == 3 and not d["diagnostics"])

    def test_the_full_check_follows(self):
        self.client.start(self.path)
        uri = self.client.open(self.path / "Circuit.mo", CIRCUIT.replace("part.y", "part.yy"))
        found = self.client.wait_for_diagnostics(uri, lambda d: d["diagnostics"])["diagnostics"]
        self.assertEqual(found[0]["range"], {"start": {"line": 7, "character": 11}, "end": {"line": 7, "character": 13}})
        self.assertEqual(found[0]["source"], "daedalus")
        actions = self.client.about("codeAction", uri, range=found[0]["range"], context={"diagnostics": found[:1]})
        self.assertEqual(actions[0]["title"], "write `y`")

    def test_a_missing_redeclare_is_written(self):
        text = ("package P\n  model A\n    replaceable model B\n      Real x = 1;\n    end B;\n    B b;\n  end A;\n"
                "  model C\n    extends A;\n    model extends B\n      Real y = 2;\n    end B;\n  end C;\nend P;\n")
        self.client.start(self.path)
        uri = self.client.open(self.path / "P.mo", text)
        found = self.client.wait_for_diagnostics(uri, lambda d: d["diagnostics"])["diagnostics"]
        self.assertEqual(found[0]["code"], "D0255")
        action = self.client.about("codeAction", uri, range=found[0]["range"], context={"diagnostics": found[:1]})[0]
        self.assertEqual(action["title"], "write `redeclare`")
        edit = action["edit"]["changes"][uri][0]
        lines = text.split("\n")
        place = edit["range"]["start"]
        line = lines[place["line"]]
        lines[place["line"]] = line[:place["character"]] + edit["newText"] + line[place["character"]:]
        self.assertIn("redeclare model extends B", "\n".join(lines))
        self.client.change(uri, 2, [{"text": "\n".join(lines)}])
        self.client.wait_for_diagnostics(uri, lambda d: d["version"] == 2 and not d["diagnostics"])

    def test_a_check_sees_other_open_texts(self):
        uri = self.open_circuit()
        self.client.wait_for_diagnostics(uri, lambda d: True)
        part = self.client.open(self.path / "Part.mo", PART.replace("Real y;", "Real z;").replace("y =", "z ="))
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": part}})
        self.client.wait_for_diagnostics(uri, lambda d: d["diagnostics"])

    def test_typing_is_not_held_up_by_a_check(self):
        uri = self.open_circuit()
        for version in range(2, 60):
            self.client.change(uri, version, [{"range": {"start": {"line": 1, "character": 17},
                                                         "end": {"line": 1, "character": 17}}, "text": "é𝄞"}])
            time.sleep(0.005)
        self.client.change(uri, 60, [{"range": {"start": {"line": 1, "character": 17},
                                                "end": {"line": 1, "character": 17 + 58 * 3}}, "text": ""}])
        self.assertIn("a small one", self.client.at("hover", uri, 1, 8)["contents"]["value"])


ELECTRICAL = """package Modelica
  connector Pin Real v(unit = "V"); flow Real i(unit = "A"); end Pin;
  model Resistor
    Pin p, n;
    parameter Real R(unit = "Ohm") = 1;
  equation
    p.v - n.v = R * p.i;
    p.i + n.i = 0;
    annotation(Icon(graphics = {Rectangle(extent = {{-70, 30}, {70, -30}})}));
  end Resistor;
  model Source
    Pin p, n;
  equation
    p.v - n.v = sin(time);
    p.i + n.i = 0;
  end Source;
  package Electrical package Analog package Basic
    model Ground Pin p; equation p.v = 0; end Ground;
  end Basic; end Analog; end Electrical;
end Modelica;
"""
FLOATING = """model Floating
  Modelica.Resistor r;
  Modelica.Source s;
equation
  connect(r.p, s.p);
  connect(r.n, s.n);
end Floating;
"""


class Classes(Folder):
    """Requests of our own: a tree of classes and their pictures."""

    def setUp(self):
        super().setUp()
        (self.path / "Modelica.mo").write_text(ELECTRICAL)
        (self.path / "Floating.mo").write_text(FLOATING)
        self.client.start(self.path)

    def test_the_tree(self):
        tops = self.client.request("daedalus/classes")
        self.assertIn("Modelica", [c["class"] for c in tops])
        inner = self.client.request("daedalus/classes", {"within": "Modelica"})
        self.assertEqual([c["name"] for c in inner], ["Pin", "Resistor", "Source", "Electrical"])
        self.assertEqual([c["kind"] for c in inner], ["connector", "model", "model", "package"])
        self.assertTrue(inner[3]["isPackage"])
        given = self.client.request("daedalus/classes", {"file": (self.path / "Circuit.mo").as_uri()})
        self.assertEqual(given[0], {"name": "Circuit", "class": "Circuit", "kind": "model", "isPartial": False,
                                    "isPackage": False, "description": "a small one"})
        self.fails(-32803, "daedalus/classes", {"within": "Nothing"})

    def test_classes_are_found_by_name(self):
        def found(query, **more):
            return [c["class"] for c in self.client.request("daedalus/find", {"query": query, **more})]
        (self.path / "Zoo.mo").write_text("package Zoo package House model QuaggaFoal end QuaggaFoal; end House; model Quagga end Quagga; end Zoo;")
        self.assertEqual(found("quagga"), ["Zoo.Quagga", "Zoo.House.QuaggaFoal"], "the class itself comes first")
        self.assertEqual(found("house.quagga"), ["Zoo.House.QuaggaFoal"])
        self.assertEqual(len(found("a", limit=2)), 2)
        self.assertEqual(found("no such class"), [])
        (self.path / "Zoo.mo").write_text("package Zoo model Okapi end Okapi; end Zoo;")
        self.assertEqual((found("okapi"), found("quagga")), (["Zoo.Okapi"], []), "files that change are read again")
        (self.path / "Zoo.mo").unlink()
        self.assertEqual(found("okapi"), [])

    def test_pictures_follow_the_text(self):
        icons = self.client.request("daedalus/icons", {"classes": ["Modelica.Resistor", "Modelica.Source", "Nothing"]})
        self.assertIn("<svg", icons[0])
        self.assertEqual(icons[1:], [None, None])
        uri = self.client.open(self.path / "Floating.mo")
        question = {"file": uri, "class": "Floating"}
        self.assertIn('data-connects="r.n s.n"', self.client.request("daedalus/picture", question)["svg"])
        self.client.change(uri, 2, [{"text": FLOATING.replace("connect(r.n, s.n);", "")}])
        self.assertNotIn('data-connects="r.n s.n"', self.client.request("daedalus/picture", question)["svg"])
        self.client.change(uri, 3, [{"text": "model Floating Real"}])
        self.fails(-32803, "daedalus/picture", question)
        self.fails(-32803, "daedalus/picture", {"class": "Nothing"})
        self.fails(-32602, "daedalus/picture", {})

    def test_a_class_has_a_place(self):
        place = self.client.request("daedalus/place", {"class": "Modelica.Resistor"})
        self.assertEqual(place["uri"], (self.path / "Modelica.mo").as_uri())
        self.assertEqual(place["range"]["start"], {"line": 2, "character": 8})

    def test_a_missing_ground_is_added(self):
        uri = self.client.open(self.path / "Floating.mo")
        found = self.client.wait_for_diagnostics(uri, lambda d: len(d["diagnostics"]) > 0)["diagnostics"]
        actions = self.client.about("codeAction", uri, range=found[0]["range"], context={"diagnostics": found})
        self.assertEqual([a["title"] for a in actions], ["add a `Ground` at `s.n`"])
        edits = actions[0]["edit"]["changes"][uri]
        self.assertEqual([e["newText"].strip("; \n") for e in edits],
                         ["Modelica.Electrical.Analog.Basic.Ground ground", "connect(ground.p, s.n)"])


if __name__ == "__main__":
    assert os.environ.get("DAEDALUS"), "DAEDALUS names the program"
    unittest.main()
