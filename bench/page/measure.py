"""How fast the page of a run opens and moves: 10^6 points that are panned and zoomed, and a model of 10,000 equations.
Prints a table; exit code 1 if a goal is missed, 77 if there is no Chromium. usage: measure.py DAEDALUS

Frames a second say little on a machine that is busy, or that draws by its processor. So the goal is processor time: a
frame of 16.7 ms leaves half of it to our script, and all of it to the main thread of the browser (in a window of usual size).
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "tests" / "products" / "page"
sys.path.insert(0, str(TESTS))
from browser import SKIPPED, Browser, find_chromium  # noqa: E402

POINTS = 1_000_000
GOAL_SCRIPT_MS, GOAL_FRAME_MS, GOAL_OPEN_MS, GOAL_MB = 1000 / 120, 1000 / 60, 2000, 10
FRAMES = 120

# Smooth curves, and one that goes up and down within each pixel.
WAVES = """model Waves
  Real x[3](each start = 1, each fixed = true), noise;
equation
  der(x) = {cos(time), -0.1 * x[2], cos(3 * time) * x[2]};
  noise = sin(2e4 * time) * (1 + 0.5 * sin(time));
  annotation(experiment(StopTime = 100));
end Waves;
"""

# Moves the window frame by frame. Gives the milliseconds between frames, and the most points that dygraphs got.
MOVE = """(async ({frames, zoom}) => {
  const between = [], [low, high] = [view.begin(), view.end()], all = high - low;
  let last = null, drawn = 0;
  for (let k = 0; k <= frames; ++k) {
    const share = k / frames, width = all * (zoom ? Math.exp(-6 * share) : 0.3), begin = low + (all - width) * (zoom ? 0.4 : share);
    view.setWindow(begin, begin + width);
    const now = await new Promise(requestAnimationFrame);
    if (last !== null) between.push(now - last);
    drawn = Math.max(drawn, ...curves.panels.map(p => p.graph.numRows()));
    last = now;
  }
  return {between, drawn};
})"""


def processor_ms(browser):
    """Of the main thread, so far: in scripts, and in all tasks."""
    metrics = {m["name"]: m["value"] for m in browser.send("Performance.getMetrics")["metrics"]}
    return 1e3 * metrics["ScriptDuration"], 1e3 * metrics["TaskDuration"]


def simulate(program, folder, text, name, *options):
    model, page = os.path.join(folder, name + ".mo"), os.path.join(folder, name + ".html")
    if text:
        Path(model).write_text(text)
    else:
        model = str(TESTS / "models.mo")
    command = [program, "simulate", model, "--page", page, "--quiet", "--output", os.path.join(folder, name + ".csv"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return page


def measure_moving(browser, program, folder):
    page = simulate(program, folder, WAVES, "Waves", "--intervals", str(POINTS), "--method", "dopri5")
    print(f"{POINTS} points of 4 variables: a page of {os.path.getsize(page) / 1e6:.1f} MB, opened in {browser.open(page):.0f} ms\n")
    names = ["x[1]", "x[2]", "x[3]", "noise"]
    print("| what moves | script, ms of processor time a frame | main thread, the same | points drawn | between frames, ms: median, 95 % |")
    print("| --- | --- | --- | --- | --- |")
    browser.send("Performance.enable", timeDomain="threadTicks")
    worst_script = worst_task = 0
    for width, height in ((1440, 900), (3840, 2160)):
        browser.resize(width, height)
        for curves in (names[:3], names):
            browser.js(f"state.curves = {json.dumps(curves)}.map(n => view.facts.indexOf.get(n)); tell('curves'); new Promise(requestAnimationFrame)")
            for zoom in (False, True):
                before = processor_ms(browser)
                moved = browser.js(f"{MOVE}({{frames: {FRAMES}, zoom: {json.dumps(zoom)}}})")
                script, task = ((b - a) / FRAMES for a, b in zip(before, processor_ms(browser)))
                between = sorted(moved["between"])
                what = f"{'zooming' if zoom else 'panning'}, {len(curves)} curves, {width} x {height}"
                print(f"| {what} | {script:.1f} | {task:.1f} | {moved['drawn']} | {between[FRAMES // 2]:.0f}, {between[int(0.95 * FRAMES)]:.0f} |")
                worst_script = max(worst_script, script)
                if width < 2000:
                    worst_task = max(worst_task, task)
    browser.resize(1280, 800)
    missed = []
    if worst_script > GOAL_SCRIPT_MS:
        missed.append(f"the script takes {worst_script:.1f} ms of a frame")
    if worst_task > GOAL_FRAME_MS:
        missed.append(f"a frame takes {worst_task:.1f} ms of the main thread")
    return missed


def measure_opening(browser, program, folder):
    page = simulate(program, folder, None, "Chain", "--model", "PageTests.Chain", "--set", "n=720")
    size = os.path.getsize(page) / 1e6
    opened = min(browser.open(page) for _ in range(3))
    facts = browser.js("view.facts.data.facts.map(f => f[0] + ': ' + f[1]).join(', ')")
    print(f"\n{facts}: a page of {size:.1f} MB, opened in {opened:.0f} ms")
    missed = []
    if opened > GOAL_OPEN_MS:
        missed.append(f"the page opens in {opened:.0f} ms")
    if size > GOAL_MB:
        missed.append(f"the page has {size:.1f} MB")
    return missed


def main():
    program, chromium = os.path.abspath(sys.argv[1]), find_chromium()
    if chromium is None:
        print("left out: no Chromium was found (Debian's package is `chromium`)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, Browser(chromium) as browser:
        missed = measure_moving(browser, program, folder) + measure_opening(browser, program, folder)
    for what in missed:
        print(f"missed: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
