"""A client of the language server over real pipes, with the standard library of Python only."""

import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path


class ServerError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Client:
    def __init__(self, *arguments, command=None, environment=None):
        command = command or [os.environ["DAEDALUS"], "lsp"]
        self.process = subprocess.Popen([*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=environment)
        self.answers = {}
        self.notifications = queue.Queue()
        self.diagnostics = {}  # the last ones of each document, with their version
        self.next_id = 0
        self.arrived = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    # ---- Messages ----

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                break
            message = json.loads(out.read(length))
            with self.arrived:
                if "method" in message:
                    if message["method"] == "textDocument/publishDiagnostics":
                        params = message["params"]
                        self.diagnostics.setdefault(params["uri"], []).append(params)
                    self.notifications.put(message)
                else:
                    self.answers[message["id"]] = message
                self.arrived.notify_all()
        with self.arrived:
            self.answers["end"] = True
            self.arrived.notify_all()

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))

    def notify(self, method, params=None):
        self.send({"method": method, "params": params or {}})

    def ask(self, method, params=None):
        """Sends a request without waiting for its answer."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params or {}})
        return self.next_id

    def answer(self, number, timeout=60):
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers or "end" in self.answers, timeout):
                raise TimeoutError(f"no answer to request {number}")
            if number not in self.answers:
                raise EOFError("the server has ended")
            message = self.answers.pop(number)
        if "error" in message:
            raise ServerError(message["error"])
        return message["result"]

    def request(self, method, params=None, timeout=60):
        return self.answer(self.ask(method, params), timeout)

    # ---- The protocol ----

    def start(self, folder=None, libraries=(), capabilities=None):
        folders = [{"uri": Path(folder).as_uri(), "name": "folder"}] if folder else None
        result = self.request("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {},
                                             "workspaceFolders": folders,
                                             "initializationOptions": {"libraries": list(libraries)}})
        self.notify("initialized")
        return result

    def open(self, path, text=None):
        uri = Path(path).resolve().as_uri()
        if text is None:
            text = Path(path).read_text(encoding="utf-8")
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "modelica", "version": 1,
                                                              "text": text}})
        return uri

    def change(self, uri, version, changes):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": changes})

    def at(self, method, uri, line, character, **more):
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri},
                                                       "position": {"line": line, "character": character}, **more})

    def about(self, method, uri, **more):
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def wait_for_diagnostics(self, uri, holds, timeout=60):
        """The diagnostics of a document once `holds` is true of them."""
        def latest():
            found = self.diagnostics.get(uri)
            return found[-1] if found else None
        with self.arrived:
            ok = self.arrived.wait_for(lambda: latest() is not None and holds(latest()), timeout)
            assert ok, f"diagnostics are {latest()}"
            return latest()

    def stop(self):
        """Ends the server as the protocol asks for; its exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def median_ms(function, count=20):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        function()
        times.append(1e3 * (time.perf_counter() - begin))
    return sorted(times)[count // 2]
