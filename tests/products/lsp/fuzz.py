"""Replays random edits and questions against the language server, as a process, for as long as is asked.

After each edit some questions are asked; all must be answered. Now and then a fresh server that has only seen the texts as
they are now must give the same answers, and its full check the same messages. The memory must not grow with the edits.

usage: fuzz.py DAEDALUS [--seconds N] [--edits N] [--seed N] [FILE.mo ...]   without files: two small texts
"""

import argparse
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from client import Client, ServerError
from protocol_test import CIRCUIT, PART

AT_PLACE = ("hover", "definition", "typeDefinition", "completion", "signatureHelp", "documentHighlight", "prepareRename", "references")
OF_TEXT = ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "formatting")
PIECES = ("", " ", "\n", ".", "(", ")", ";", "=", "\"", "/*", "*/", "//", "'", "é", "𝄞", "[", "]", "{", "}", "if", "then", "end", "each ", "redeclare ",
          "annotation(", "equation\n", "algorithm\n", "extends ", "import ", "within ", "model X Real x; end X;", "constant Integer n = n;",
          "extends X;", "Real x[2, :];", "connect(a, b);", "inner outer ", "der(", "1e999", "9999999999", "\t", "\r\n")
MOST_MB = 600


class Peer:
    def __init__(self, program, folder, texts):
        self.client = Client(command=[program, "lsp"])
        self.client.start(folder)
        self.uris = [self.client.open(path, text) for path, text in texts.items()]

    def answer(self, method, params):
        try:
            return self.client.request(f"textDocument/{method}", params, timeout=1200)
        except ServerError as error:
            return ["error", error.code]

    def memory_mb(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.client.process.pid}/status").read_text())[1]) / 1024

    def messages(self, uri, version):
        """The last ones about this version; None before its full check. A text with mistakes of syntax has no such check."""
        with self.client.arrived:
            found = [d["diagnostics"] for d in self.client.diagnostics.get(uri, []) if d["version"] == version]
        return found[-1] if len(found) > 1 or (found and found[0]) else None

    def end(self):
        code = self.client.stop()
        self.client.process.stdin.close()
        self.client.process.stdout.close()
        return code


def difference(old, new, place=""):
    """Where two answers differ first."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            if old.get(key) != new.get(key):
                return difference(old.get(key), new.get(key), f"{place}.{key}")
    if isinstance(old, list) and isinstance(new, list):
        for k, (a, b) in enumerate(zip(old, new)):
            if a != b:
                return difference(a, b, f"{place}[{k}]")
        return f"{place} has {len(old)} instead of {len(new)} items, after them {str((old + new)[min(len(old), len(new)):])[:300]}"
    return f"{place} is {str(old)[:300]} instead of {str(new)[:300]}"


def position(text, offset):
    before = text[:offset]
    start = before.rfind("\n") + 1
    return {"line": before.count("\n"), "character": len(before[start:].encode("utf-16-le")) // 2}


def without_ends_of_lines(offset, text):
    """Not between the two characters of an end of line, which have one place."""
    return offset - 1 if 0 < offset < len(text) and text[offset - 1] == "\r" and text[offset] == "\n" else offset


class Fuzzer:
    def __init__(self, program, seed, originals, folder):
        self.program, self.folder, self.originals = program, folder, originals
        self.random = random.Random(seed)
        self.texts = dict(originals)
        self.version = 1
        self.peer = Peer(program, folder, self.texts)
        self.compared = 0

    def offset(self, text):
        return without_ends_of_lines(self.random.randrange(len(text) + 1), text)

    def change(self):
        pick = self.random
        number = pick.randrange(len(self.texts))
        path = list(self.texts)[number]
        text = self.texts[path]
        self.version += 1
        if pick.random() < 0.1:  # as it was, so that texts are often nearly right
            self.texts[path] = self.originals[path]
            changes = [{"text": self.originals[path]}]
        else:
            begin = self.offset(text)
            length = pick.choice((0, 0, 0, 1, 1, 5, 40, 300))
            end = without_ends_of_lines(min(len(text), begin + length), text)
            if pick.random() < 0.3:
                other = self.originals[pick.choice(list(self.originals))]
                at = pick.randrange(len(other))
                piece = other[at:at + pick.choice((3, 20, 200))]
            else:
                piece = pick.choice(PIECES)
            begin = min(begin, end)
            changes = [{"range": {"start": position(text, begin), "end": position(text, end)}, "text": piece}]
            self.texts[path] = text[:begin] + piece + text[end:]
        self.peer.client.change(self.peer.uris[number], self.version, changes)

    def questions(self):
        pick = self.random
        number = pick.randrange(len(self.texts))
        text = list(self.texts.values())[number]
        document = {"textDocument": {"uri": self.peer.uris[number]}}
        place = {**document, "position": position(text, self.offset(text)), "context": {"includeDeclaration": True}}
        yield pick.choice(AT_PLACE), place
        yield pick.choice(AT_PLACE[:-1]), place
        yield pick.choice(OF_TEXT), {**document, "options": {"tabSize": 2, "insertSpaces": True}}

    def compare(self, questions, with_check):
        fresh = Peer(self.program, self.folder, self.texts)
        try:
            for method, params in questions:
                old, new = self.peer.answer(method, params), fresh.answer(method, params)
                assert old == new, f"{method} {params} is stale, among {questions}: {difference(old, new)}"
            if with_check:
                versions = {uri: self.peer.client.diagnostics[uri][-1]["version"] for uri in fresh.uris}
                for uri in fresh.uris:
                    self.compare_checks(fresh, uri, versions[uri])
        finally:
            fresh.end()
        self.compared += 1

    def compare_checks(self, fresh, uri, version):
        """Checks come when nothing is typed; a busy machine needs a while for them."""
        end = time.monotonic() + 60
        while True:
            old, new = self.peer.messages(uri, version), fresh.messages(uri, 1)
            if old == new and new is not None:
                return
            assert time.monotonic() < end, f"the messages about {uri} are stale: {difference(old, new)}"
            time.sleep(0.1)

    def forget_old_diagnostics(self):
        with self.peer.client.arrived:
            for list_of_one in self.peer.client.diagnostics.values():
                del list_of_one[:-4]
        while not self.peer.client.notifications.empty():
            self.peer.client.notifications.get()

    def run(self, seconds, edits):
        begin, done, answers, memory = time.monotonic(), 0, 0, []
        while done < edits and time.monotonic() - begin < seconds:
            self.change()
            questions = list(self.questions())
            for method, params in questions:
                self.peer.answer(method, params)
                answers += 1
            done += 1
            if done % 50 == 0:
                self.compare(questions, with_check=done % 500 == 0)
                self.forget_old_diagnostics()
                memory.append(self.peer.memory_mb())
                assert memory[-1] < MOST_MB, f"{memory[-1]:.0f} MB after {done} edits"
        assert self.peer.end() == 0, "the server did not end as it should"
        return done, answers, memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--edits", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=38)
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        texts = {folder / Path(file).name: Path(file).read_text(encoding="utf-8") for file in options.files}
        texts = texts or {folder / "Circuit.mo": CIRCUIT, folder / "Part.mo": PART}
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8", newline="")
        fuzzer = Fuzzer(options.program, options.seed, texts, folder)
        try:
            done, answers, memory = fuzzer.run(options.seconds, options.edits)
        except (AssertionError, EOFError, TimeoutError):
            print(f"seed {options.seed}, version {fuzzer.version}", file=sys.stderr)
            for path, text in fuzzer.texts.items():
                kept = Path(tempfile.gettempdir()) / f"fuzz-{options.seed}-{path.name}"
                kept.write_text(text, encoding="utf-8", newline="")
                print(f"the text of {path.name} is in {kept}", file=sys.stderr)
            raise
    step = max(1, len(memory) // 12)
    print(f"{done} edits, {answers} answers, {fuzzer.compared} comparisons with a fresh server; {max(memory, default=0):.0f} MB at most, "
          f"in their order {[round(mb) for mb in memory[::step]]}")


if __name__ == "__main__":
    main()
