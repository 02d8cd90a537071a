"""The workbench as a process: starts `daedalus serve`, asks it over HTTP, ends it."""

import http.client
import json
import re
import signal
import subprocess
import time
from urllib.parse import quote

BALL = """model Ball "A ball that falls through air"
  parameter Real m(unit = "kg", min = 0) = 0.5 "mass";
  parameter Real c(unit = "kg/m") = 0.02 "drag";
  parameter Boolean drags = true "whether there is air";
  Real h(unit = "m", start = 10, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true);
equation
  der(h) = v;
  m * der(v) = -9.81 * m - (if drags then c * v * abs(v) else 0);
annotation(experiment(StopTime = 2));
end Ball;
"""

# Runs for as long as nobody stops it.
LONG = """model Long
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
annotation(experiment(StopTime = 1e7, Interval = 10));
end Long;
"""


class Workbench:
    def __init__(self, daedalus, *arguments):
        self.process = subprocess.Popen([daedalus, "serve", *arguments], stdout=subprocess.PIPE, text=True)
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the workbench has ended")
            found = re.search(r"http://127\.0\.0\.1:(\d+)/(\w+)/", line)
            if found:
                break
        self.address = found.group(0)
        self.port, self.token = int(found.group(1)), found.group(2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.stdout.close()
        return self.process.wait(20)

    def raw(self, method, target, body=None, headers=None, timeout=30):
        """Status and bytes of the answer to any request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body=body, headers={"Connection": "close", **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())
        finally:
            connection.close()

    def ask(self, method, path, body=None):
        status, data, _ = self.raw(method, f"/{self.token}/{path}", json.dumps(body) if body is not None else None)
        return status, json.loads(data)

    def get(self, path):
        return self.ask("GET", path)

    def read(self, path):
        return self.get(f"api/file?path={quote(str(path), safe='')}")

    def save(self, path, text, version):
        return self.ask("PUT", f"api/file?path={quote(str(path), safe='')}", {"text": text, "version": version})

    def run(self, number):
        return next(run for run in self.get("api/runs")[1] if run["id"] == number)

    def wait_for_run(self, number, holds, seconds=60):
        end = time.monotonic() + seconds
        while True:
            run = self.run(number)
            if holds(run):
                return run
            assert time.monotonic() < end, run
            time.sleep(0.05)
