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
