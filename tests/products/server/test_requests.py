"""What the workbench answers to good and bad requests, as a client of HTTP sees it."""

import concurrent.futures
import http.client
import json
import os
import resource
import socket
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from workbench import BALL, LONG, Workbench

DAEDALUS = sys.argv.pop(1) if len(sys.argv) > 1 else "daedalus"


class WorkbenchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name).resolve()
        cls.opened = cls.root / "opened"
        cls.opened.mkdir()
        (cls.root / "secret.mo").write_text("model secret end secret;\n")
        (cls.opened / "Ball.mo").write_text(BALL)
        (cls.opened / "Long.mo").write_text(LONG)
        (cls.opened / "Wrong.mo").write_text("model Wrong\n  Real x;\nequation\n  x = y;\nend Wrong;\n")
        cls.bench = Workbench(DAEDALUS, str(cls.opened))

    @classmethod
    def tearDownClass(cls):
        cls.bench.end()
        cls.folder.cleanup()

    def start(self, **question):
        status, run = self.bench.ask("POST", "api/runs", question)
        self.assertEqual(status, 200, run)
        return run["id"]

    # ---- What works ----

    def test_the_page_and_its_parts(self):
        status, text, headers = self.bench.raw("GET", f"/{self.bench.token}/")
        self.assertEqual(status, 200)
        self.assertIn(b"workbench.js", text)
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        for name in ("workbench.js", "workbench.css", "editor.js", "editor.css", "dygraphs.js", "dygraphs.css"):
            self.assertEqual(self.bench.raw("GET", f"/{self.bench.token}/assets/{name}")[0], 200, name)

    def test_a_folder_lists_its_models(self):
        status, entries = self.bench.get(f"api/folder?path={self.opened}")
        self.assertEqual(status, 200)
        self.assertIn("Ball.mo", [entry["name"] for entry in entries])

    def test_a_model_is_described(self):
        status, answer = self.bench.ask("POST", "api/describe", {"file": str(self.opened / "Ball.mo"), "model": "Ball"})
        self.assertEqual(status, 200)
        mass = next(v for v in answer["description"]["variables"] if v["name"] == "m")
        self.assertEqual((mass["start"], mass["unit"], mass["settable"]), (0.5, "kg", True))
        status, answer = self.bench.ask("POST", "api/describe", {"file": str(self.opened / "Wrong.mo"), "model": "Wrong"})
        self.assertEqual(status, 200)
        self.assertIsNone(answer["description"])
        self.assertEqual(answer["messages"][0]["line"], 4)

    def test_a_run_has_curves_and_a_page(self):
        number = self.start(file=str(self.opened / "Ball.mo"), model="Ball", settings=[["drags", False]], stop=1)
        run = self.bench.wait_for_run(number, lambda r: r["state"] != "running")
        self.assertEqual(run["state"], "done", run)
        self.assertEqual(run["time"], 1)
        self.assertTrue(run["hasPage"])
        _, names = self.bench.get(f"api/runs/{number}/names")
        self.assertIn("h", names)
        _, piece = self.bench.ask("POST", f"api/runs/{number}/curves", {"names": ["h"], "from": 0})
        # Free fall: h = 10 - g t^2 / 2.
        self.assertAlmostEqual(piece["values"][0][-1], 10 - 9.81 / 2, places=4)
        self.assertTrue(piece["isWhole"])
        status, page, headers = self.bench.raw("GET", f"/{self.bench.token}/runs/{number}/page")
        self.assertEqual(status, 200)
        self.assertIn(b"<title>Ball", page)
        self.assertTrue(headers["Content-Type"].startswith("text/html"))
        self.assertIn("sandbox", headers["Content-Security-Policy"], "a page of a model does not speak for the workbench")
        status, csv, headers = self.bench.raw("GET", f"/{self.bench.token}/runs/{number}/result.csv")
        self.assertTrue(csv.startswith(b"time,"))
        self.assertIn("attachment", headers["Content-Disposition"])
        self.assertEqual(self.bench.ask("POST", f"api/runs/{number}/remove")[0], 200)
        self.assertEqual(self.bench.get(f"api/runs/{number}/names")[0], 404)

    def test_a_wrong_model_says_where(self):
        number = self.start(file=str(self.opened / "Wrong.mo"), model="Wrong")
        run = self.bench.wait_for_run(number, lambda r: r["state"] != "running")
        self.assertEqual(run["state"], "failed")
        self.assertEqual(run["messages"][0]["line"], 4)

    def test_a_run_grows_and_is_stopped_with_its_results(self):
        number = self.start(file=str(self.opened / "Long.mo"), model="Long", stop=1e7)
        first = self.bench.wait_for_run(number, lambda r: r["time"] is not None and r["time"] > 0)
        self.assertEqual(first["state"], "running")
        _, piece = self.bench.ask("POST", f"api/runs/{number}/curves", {"names": ["x"], "from": 0})
        self.assertGreater(len(piece["times"]), 0)
        # The server answers at once while models run.
        begin = time.monotonic()
        self.assertEqual(self.bench.get("api/session")[0], 200)
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual(self.bench.ask("POST", f"api/runs/{number}/stop")[0], 200)
        run = self.bench.wait_for_run(number, lambda r: r["state"] != "running")
        self.assertEqual(run["state"], "stopped")
        self.assertGreaterEqual(run["time"], first["time"])
        self.assertTrue(run["hasPage"], "the results so far have a page")

    # ---- What must not work ----

    def test_wrong_tokens_get_nothing(self):
        for target in ("/", "/api/session", "/x/api/session", f"/{self.bench.token[:-1]}/", f"/{self.bench.token}0/",
                       f"/{self.bench.token.upper()}/api/session"):
            status, text, _ = self.bench.raw("GET", target)
            self.assertEqual(status, 403, target)
            self.assertNotIn(self.bench.token.encode(), text)

    def test_other_hosts_and_sites_get_nothing(self):
        target = f"/{self.bench.token}/api/session"
        for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{self.bench.port}"},
                        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            self.assertEqual(self.bench.raw("GET", target, headers=headers)[0], 403, headers)
        self.assertEqual(self.bench.raw("GET", target, headers={"Origin": f"http://127.0.0.1:{self.bench.port}"})[0], 200)

    def upgrade(self, path, **headers):
        fields = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", **headers}
        return self.bench.raw("GET", f"/{self.bench.token}/{path}", headers=fields)[0]

    def test_a_websocket_needs_our_origin(self):
        self.assertEqual(self.upgrade("language"), 403)
        self.assertEqual(self.upgrade("language", Origin="http://evil.example"), 403)
        self.assertEqual(self.upgrade("events", Origin="null"), 403)

    def test_no_path_leads_out(self):
        outside = self.root / "secret.mo"
        for path in (outside, f"{self.opened}/../secret.mo", "/etc/passwd", "../secret.mo", "", f"{self.opened}/%2e%2e/secret.mo"):
            self.assertIn(self.bench.read(path)[0], (403, 404), path)
            self.assertIn(self.bench.save(path, "x", "")[0], (403, 404), path)
        self.assertEqual(outside.read_text(), "model secret end secret;\n")
        for target in ("assets/../api/session", "assets/..%2f..%2fetc%2fpasswd", "runs/1/..%2f..%2fx", "runs/../page", "runs/-1/page",
                       "runs/99999999999999999999/page", "api/runs/x/names", "nothing"):
            self.assertEqual(self.bench.raw("GET", f"/{self.bench.token}/{target}")[0], 404, target)

    def test_questions_that_make_no_sense(self):
        for method, path, body in (("POST", "api/runs", "{"), ("POST", "api/runs", "[]"), ("POST", "api/runs", ""), ("POST", "api/describe", "3"),
                                   ("PUT", "api/file?path=%2Fx.mo", "{}"), ("POST", "api/runs", '{"model": "M", "stop": "x"}')):
            status, text, _ = self.bench.raw(method, f"/{self.bench.token}/{path}", body)
            self.assertEqual(status, 400, (path, body))
            self.assertIn("error", json.loads(text))
        for method, path in (("DELETE", "api/session"), ("POST", ""), ("PATCH", "api/file"), ("DELETE", "api/runs")):
            self.assertEqual(self.bench.raw(method, f"/{self.bench.token}/{path}")[0], 405, path)

    def test_requests_out_of_order(self):
        self.assertEqual(self.bench.ask("POST", "api/runs/4711/stop")[0], 404)
        self.assertEqual(self.bench.ask("POST", "api/runs/4711/curves", {"names": []})[0], 404)
        number = self.start(file=str(self.opened / "Ball.mo"), model="Ball")
        self.assertIn(self.bench.ask("POST", f"api/runs/{number}/curves", {"names": ["h"], "from": 10**12})[0], (200,))
        for body in ({"names": 1}, {"names": ["h"] * 101}, {}):
            self.assertEqual(self.bench.ask("POST", f"api/runs/{number}/curves", body)[0], 400)
        self.bench.wait_for_run(number, lambda r: r["state"] != "running")
        self.assertEqual(self.bench.ask("POST", f"api/runs/{number}/stop")[0], 200)

    def test_bytes_that_are_not_http(self):
        for data in (b"\0\1\2\3" * 100, b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.bench.port), timeout=10) as client:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                answer = client.recv(64)
                self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 4"), (data[:20], answer))
        self.assertEqual(self.bench.get("api/session")[0], 200)

    def test_a_huge_body_is_refused(self):
        with socket.create_connection(("127.0.0.1", self.bench.port), timeout=10) as client:
            client.sendall((f"PUT /{self.bench.token}/api/file?path=/x.mo HTTP/1.1\r\nHost: 127.0.0.1:{self.bench.port}\r\n"
                            "Content-Length: 10000000000\r\n\r\n").encode())
            self.assertTrue(client.recv(64).startswith(b"HTTP/1.1 413"))
        self.assertEqual(self.bench.get("api/session")[0], 200)

    def test_a_thousand_requests_at_once(self):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most if most != resource.RLIM_INFINITY else 4096, most))
        # They are all open before the first one is read.
        gate = threading.Barrier(50)

        def twenty(_):
            clients = [http.client.HTTPConnection("127.0.0.1", self.bench.port, timeout=60) for _ in range(20)]
            for client in clients:
                client.connect()
            gate.wait()
            statuses = []
            for client in clients:
                client.request("GET", f"/{self.bench.token}/api/runs", headers={"Connection": "close"})
            for client in clients:
                answer = client.getresponse()
                json.loads(answer.read())
                statuses.append(answer.status)
                client.close()
            return statuses

        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            statuses = [s for part in pool.map(twenty, range(50)) for s in part]
        self.assertEqual(statuses, [200] * 1000)

    def test_at_most_four_runs_go_on(self):
        numbers, refused = [], 0
        for _ in range(6):
            status, run = self.bench.ask("POST", "api/runs", {"file": str(self.opened / "Long.mo"), "model": "Long", "stop": 1e7})
            if status == 200:
                numbers.append(run["id"])
            else:
                self.assertEqual(status, 429)
                refused += 1
        self.assertGreaterEqual(refused, 2)
        for number in numbers:
            self.bench.ask("POST", f"api/runs/{number}/remove")

    def test_an_external_function_is_not_called(self):
        (self.opened / "Foreign.mo").write_text(
            'model Foreign\n  function f\n    input Real x;\n    output Real y;\n    external "C" y = anything(x);\n  end f;\n'
            "  Real y = f(time);\nend Foreign;\n")
        number = self.start(file=str(self.opened / "Foreign.mo"), model="Foreign")
        run = self.bench.wait_for_run(number, lambda r: r["state"] != "running")
        self.assertEqual(run["state"], "failed")
        self.assertIn("--allow-external", json.dumps(run["messages"]))

    # ---- Saving ----

    def test_two_tabs_do_not_lose_an_edit(self):
        path = self.opened / "Shared.mo"
        path.write_text("model Shared end Shared;\n")
        version = self.bench.read(path)[1]["version"]
        self.assertEqual(self.bench.save(path, "model A end A;\n", version)[0], 200)
        status, answer = self.bench.save(path, "model B end B;\n", version)
        self.assertEqual(status, 409)
        self.assertEqual(answer["text"], "model A end A;\n")
        self.assertEqual(path.read_text(), "model A end A;\n")

    def test_many_writers_lose_nothing(self):
        path = self.opened / "Counter.mo"
        path.write_text("0")

        def count(_):
            for _ in range(20):
                while True:
                    read = self.bench.read(path)[1]
                    if self.bench.save(path, str(int(read["text"]) + 1), read["version"])[0] == 200:
                        break

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(count, range(4)))
        self.assertEqual(path.read_text(), "80")


class EndTest(unittest.TestCase):
    def test_nothing_is_left(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as scratch:
            (Path(folder) / "Long.mo").write_text(LONG)
            os.environ["TMPDIR"] = scratch
            try:
                bench = Workbench(DAEDALUS, folder)
            finally:
                del os.environ["TMPDIR"]
            status, run = bench.ask("POST", "api/runs", {"file": f"{Path(folder).resolve()}/Long.mo", "model": "Long", "stop": 1e7})
            self.assertEqual(status, 200)
            bench.wait_for_run(run["id"], lambda r: r["time"] is not None)
            self.assertEqual(bench.end(), 0)
            self.assertEqual(os.listdir(scratch), [], "files of runs")
            children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
            self.assertEqual(children.read_text().split() if children.exists() else [], [])

    def test_wrong_command_lines(self):
        import subprocess
        for arguments in (["/no/such/folder"], ["--port", "99999"], ["--port", "x"]):
            done = subprocess.run([DAEDALUS, "serve", *arguments], capture_output=True, timeout=20)
            self.assertEqual(done.returncode, 2, arguments)


if __name__ == "__main__":
    unittest.main(verbosity=1)
