"""The GIL, Ctrl-C, and progress."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import daedalus as dd

LONG = {"max_step": 1e-4}  # a run of the decay to 1000 takes ten million steps


def test_the_gil_is_released(decay: dd.Model) -> None:
    """Another thread counts while a run goes on."""
    control = threading.Event()
    count = 0

    def work() -> None:
        decay.simulate(stop=20, options=LONG, keep=["x"])
        control.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not control.is_set():
        count += 1
        time.sleep(0.001)
    thread.join()
    assert count > 20


def test_runs_in_threads_are_those_alone(ball: dd.Model) -> None:
    values = [0.5 + 0.02 * i for i in range(20)]
    alone = [ball.simulate(stop=1, e=e)["h"].tobytes() for e in values]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda e: ball.simulate(stop=1, e=e)["h"].tobytes(), values))
    assert alone == together


def test_ctrl_c_ends_a_run_and_keeps_the_points(decay: dd.Model) -> None:
    before = signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        decay.simulate(stop=1e6, options=LONG, interval=1.0)
    assert time.monotonic() - begin < 10
    assert isinstance(caught.value, dd.Interrupted)
    result = caught.value.result
    assert result.status == "interrupted" and len(result.time) > 0
    assert decay.interrupted is result
    assert signal.getsignal(signal.SIGINT) is before
    assert decay.simulate(stop=1).status == "done"


def test_ctrl_c_in_a_led_run(decay: dd.Model) -> None:
    sim = decay.instance(stop=1e6, interval=1.0, options=LONG)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(dd.Interrupted) as caught:
        sim.step_to(9e5)
    assert len(caught.value.result.time) > 0


def test_progress(capfd: pytest.CaptureFixture[str], decay: dd.Model) -> None:
    decay.simulate(stop=5, options=LONG, keep=["x"], progress=True)
    shown = capfd.readouterr().err
    assert "Decay [" in shown and "100 %" in shown


def test_command_line() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "daedalus", "--version"], capture_output=True, text=True, check=True
    )
    assert dd.__version__ in shown.stdout
    wrong = subprocess.run([sys.executable, "-m", "daedalus", "simulate"], capture_output=True)
    assert wrong.returncode == 2
