"""Headless Chromium, led through its pipe for debugging: the standard library of Python is enough."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

SKIPPED = 77


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One page of a browser. `requests` has every address that the page has asked for."""

    def __init__(self, chromium, width=1280, height=800):
        self.profile = tempfile.mkdtemp(prefix="page-test-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        command = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking",
                   "--remote-debugging-pipe", f"--user-data-dir={self.profile}", f"--window-size={width},{height}",
                   "about:blank"]

        def with_pipe():
            os.dup2(to_browser, 203)
            os.dup2(from_browser, 204)
            os.dup2(203, 3)
            os.dup2(204, 4)
            for fd in (3, 4):
                os.set_inheritable(fd, True)

        self.process = subprocess.Popen(command, preexec_fn=with_pipe, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.session = None
        self.requests = []
        self.errors = []
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.resize(width, height)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.read_end, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details.get("text")))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.errors.append("a dialog: " + params["message"])

    def send(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") != self.number:
                self._note(answer)
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            return answer["result"]

    # ---- as a person would ----

    def resize(self, width, height, phone=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def scheme(self, value):
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def open(self, path, seconds=60):
        """Opens a file and waits until the page is ready. Returns the milliseconds that the page has needed."""
        self.requests.clear()
        self.errors.clear()
        self.send("Page.navigate", url="file://" + os.path.abspath(path))
        ready = self.wait("document.documentElement.dataset.ready || document.documentElement.dataset.failed !== undefined && 'failed'",
                          seconds)
        if ready == "failed":
            raise AssertionError(self.text("#trouble"))
        return float(ready)

    def js(self, code):
        answer = self.send("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return answer["result"].get("value")

    def wait(self, code, seconds=20):
        end = time.monotonic() + seconds
        while True:
            try:
                value = self.js(code)
            except RuntimeError:  # between two pages
                value = None
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {code}; errors: {self.errors}")
            time.sleep(0.03)

    def text(self, selector):
        return self.js(f"(document.querySelector({json.dumps(selector)}) || {{}}).textContent")

    def texts(self, selector):
        return self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)")

    def place(self, selector):
        box = self.js(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                      " return [b.left + b.width / 2, b.top + b.height / 2]; })()")
        return box

    def click(self, selector, count=1):
        self.click_at(*self.place(selector), count=count)

    def click_at(self, x, y, count=1):
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=number)

    def drag(self, start, end, steps=10):
        self.send("Input.dispatchMouseEvent", type="mousePressed", x=start[0], y=start[1], button="left", clickCount=1)
        for k in range(1, steps + 1):
            x, y = (a + (b - a) * k / steps for a, b in zip(start, end))
            self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
        self.send("Input.dispatchMouseEvent", type="mouseReleased", x=end[0], y=end[1], button="left", clickCount=1)

    def press(self, key, shift=False):
        codes = {"Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
                 "ArrowRight": 39, "ArrowDown": 40}
        number = codes.get(key, ord(key.upper()) if key.isalnum() and len(key) == 1 else 0)
        facts = dict(key=key, windowsVirtualKeyCode=number, modifiers=8 if shift else 0)
        if len(key) == 1 or key == "Enter":
            facts["text"] = "\r" if key == "Enter" else key
        self.send("Input.dispatchKeyEvent", type="keyDown", **facts)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=number)

    def type(self, text):
        for character in text:
            self.send("Input.insertText", text=character)

    def choose_file(self, selector, path):
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(path)])

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))
