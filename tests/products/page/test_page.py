#!/usr/bin/env python3
"""The page of a run in headless Chromium, used as a person would.

usage: test_page.py DAEDALUS [NAME...]; without names: all. Exit code 77: there is no Chromium here.
PAGE_PICTURES=folder: writes a picture of the page at three widths, dark and light.
"""

import base64
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import traceback
import zlib

from browser import SKIPPED, Browser, find_chromium

HERE = os.path.dirname(os.path.abspath(__file__))
PANNED_POINTS = 200_000


def simulate(program, folder, model, *options, file="models.mo"):
    """Writes the page of a model and returns its path."""
    page = os.path.join(folder, f"{model}.html")
    name = model if file != "models.mo" else f"PageTests.{model}"
    command = [program, "simulate", os.path.join(HERE, file), "--model", name, "--page", page, "--quiet",
               "--output", os.path.join(folder, f"{model}.csv"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return page


def packed(page, name):
    return re.search(rf'<script type="text/plain" id="{name}">([^<]*)</script>', page)


def facts_of(path):
    with open(path, encoding="utf-8") as file:
        return json.loads(zlib.decompress(base64.b64decode(packed(file.read(), "facts")[1])))


def with_facts(path, change):
    """A copy of a page with other data."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    facts = facts_of(path)
    change(facts)
    data = base64.b64encode(zlib.compress(json.dumps(facts).encode())).decode()
    found = packed(page, "facts")
    out = path.replace(".html", "_other.html")
    with open(out, "w", encoding="utf-8") as file:
        file.write(page[:found.start(1)] + data + page[found.end(1):])
    return out


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def check_quiet(browser, allowed="nothing"):
    """Nothing went wrong, and nothing was asked of any address."""
    errors = [e for e in browser.errors if not e.startswith(allowed)]
    check(not errors, f"errors in the page: {errors}")
    outside = [url for url in browser.requests if not url.startswith(("file://", "data:", "blob:"))]
    check(not outside, f"the page asked for {outside}")


def row(browser, name):
    """The selector of the row of a variable."""
    return f'#list .row button.name[title^="{name}"]'


# ---- what a person does ----


def opens_and_plays(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    check(browser.text("#title") == "PageTests.Circuit", "the title")
    check(browser.text("#now") == "0 s", "it begins at the start")
    browser.press(" ")
    browser.wait("state.time > 0.05")
    check(browser.js("timeBar.playing"), "space plays")
    before = browser.text("#legend output")
    browser.press(" ")
    check(not browser.js("timeBar.playing"), "space pauses")
    browser.press("End")
    check(browser.js("state.time") == 10, "End goes to the end")
    check(browser.text("#legend output") != before, "values follow the time")
    browser.press("ArrowLeft")
    check(9.9 < browser.js("state.time") < 10, "an arrow goes one point back")
    browser.press("End")
    browser.click("#play")
    check(browser.wait("timeBar.playing && state.time < 5"), "play begins anew at the end")
    browser.click("#play")
    check_quiet(browser)


def values_are_those_of_the_result(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    with open(os.path.join(folder, "Circuit.csv"), encoding="utf-8") as file:
        head = file.readline().strip().split(",")
        rows = [line.strip().split(",") for line in file]
    names = ["cell[1].c.v", "cell[2].r.i", "source.on", "der(cell[1].c.v)"]
    for line in (rows[0], rows[len(rows) // 2], rows[-1]):
        time = float(line[0])
        for name in names:
            shown = browser.js(f"view.facts.valueAt(view.facts.indexOf.get({json.dumps(name)}), {time})")
            check(shown == float(line[head.index(name)]), f"{name} at {time}: {shown}")
    check(browser.js("view.facts.v.start[view.facts.indexOf.get('cell[2].r.R')]") == 3, "parameters have the values of the run")


def components_are_chosen(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    check(set(browser.js("[...document.querySelectorAll('.part')].map(n => n.dataset.component)")) ==
          {"source", "cell[1]", "cell[2]", "ground"}, "components are drawn")
    check(browser.js("document.querySelectorAll('path.wire').length") == 4, "connections are drawn, also those of a loop")
    browser.click('[data-component="cell[2]"]')
    check(browser.text("#card h2").startswith("cell[2]"), "a click selects")
    names = browser.texts("#list .name")
    check(names and all(not n.startswith("cell") for n in names), "its variables are listed, as seen from inside")
    browser.click('.tab[data-tab="parameters"]')
    check(browser.texts("#list .name") == ["r.R", "c.C"], f"its parameters: {browser.texts('#list .name')}")
    check(browser.texts("#list output") == ["3", "0.5"] and browser.texts("#list .unit") == ["Ohm", "F"], "with values and units")
    browser.click('[data-component="cell[2]"]', count=2)
    check(browser.js("state.level") == "cell[2]", "a double click goes inside")
    check(browser.js("[...document.querySelectorAll('.part')].length") == 2, "its parts are drawn")
    browser.press("u")
    check(browser.js("state.level") == "", "u goes up again")
    browser.js("document.querySelector('#heat').value = 'c.v'; document.querySelector('#heat').dispatchEvent(new Event('change'))")
    colors = browser.js("[...document.querySelectorAll('.part .heat')].map(n => n.style.fill)")
    check(len([c for c in colors if c.startswith("rgb")]) == 2, f"components that have the quantity are coloured: {colors}")
    check_quiet(browser)


def equations_are_explained(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    browser.click('[data-component="cell[1]"]')
    browser.click('.tab[data-tab="equations"]')
    written = browser.texts("#list .equation code")
    check("v = R * i" in written, f"equations as written: {written}")
    browser.js("[...document.querySelectorAll('#list .equation')].find(n => n.textContent.startsWith('v = R * i')).click()")
    card = browser.text("#card")
    for part in ("v = R * i", "models.mo, line", "solved for", "block", "couples", "cell[1].r"):
        check(part in card, f"`{part}` is in {card}")
    check(browser.js("document.querySelectorAll('.part.coupled').length") >= 1, "what it couples is marked in the drawing")
    browser.open(simulate(program, folder, "Pendulum"))
    browser.press("3")
    browser.js("[...document.querySelectorAll('#list .equation')].find(n => n.textContent.includes('L ^ 2')).click()")
    check("differentiated" in browser.text("#card") and "a constraint on" in browser.text("#card"), browser.text("#card"))
    check_quiet(browser)


def events_and_messages_are_told(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    browser.press("4")
    check("source.at < time becomes true" in browser.text("#list"), browser.text("#list"))
    browser.press("]")
    check(browser.js("state.time") == 1, "] goes to the event")
    card = browser.text("#card")
    check("source.on: false -> true" in card and "becomes true" in card, card)
    browser.press("0")
    browser.press("Home")
    x, y = browser.js("(() => { const b = byId('marks').getBoundingClientRect(); return [b.left + timeBar.xOf(1), b.top + 4]; })()")
    browser.click_at(x, y)
    check(browser.js("state.selection.kind") == "event" and browser.js("state.time") == 1, "a click on its mark shows the event")
    browser.press("Home")
    x = browser.js("(() => { const {graph, plot} = curves.panels[0]; return plot.getBoundingClientRect().left + graph.toDomXCoord(1); })()")
    browser.click_at(x + 2, browser.place("#curves")[1])
    check(browser.js("state.selection.kind") == "event", "and so does a click on its line in the curves")
    browser.press("5")
    check("the voltage of" in browser.text("#list"), "warnings are listed")
    browser.click("#list .message")
    check("cell[1].c" in browser.text("#card"), "and say what they are about")
    check(browser.js("document.querySelector('[data-component=\"cell[1]\"]').classList.contains('warned')"), "it is marked in the drawing")
    check_quiet(browser)


def search_finds(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    browser.press("/")
    browser.type("cell[2].c")
    check(browser.js("document.querySelector('.hit.chosen').dataset.kind") == "component", "components come first")
    browser.press("Enter")
    check(browser.js("state.scope") == "cell[2].c", "the first one is taken")
    check(browser.js("state.level") == "cell[2]", "the drawing shows where it is")
    browser.press("/")
    browser.js("byId('search').select()")
    browser.type("source.i")
    browser.press("Enter")
    check(browser.js("state.curves.map(i => view.facts.v.name[i]).includes('source.i')"), "a variable gets a curve")
    browser.press("/")
    browser.js("byId('search').select()")
    browser.type("c * der(v)")
    check(browser.js("document.querySelector('.hit.chosen').dataset.kind") == "equation", "equations are found as written")
    browser.press("ArrowDown")
    browser.press("Enter")
    check(browser.js("state.selection.kind") == "equation", "arrows choose")
    check_quiet(browser)


def keys_and_theme_work(browser, program, folder):
    browser.scheme("light")
    browser.open(simulate(program, folder, "Circuit"))
    paper = "getComputedStyle(document.querySelector('section')).backgroundColor"
    light = browser.js(paper)
    browser.press("t")
    dark = browser.js(paper)
    check(light != dark, "t switches the theme")
    browser.scheme("dark")
    browser.press("t")
    check(browser.js(paper) == light, "the switch is stronger than the system")
    browser.press("?")
    check(browser.js("byId('help').open") and "Space" in browser.text("#help"), "? shows the keys")
    browser.press("Escape")
    browser.wait("!byId('help').open")
    browser.press("+")
    check(browser.js("state.window[1] - state.window[0]") < 10, "+ looks closer")
    browser.press("0")
    check(browser.js("state.window[1] - state.window[0]") == 10, "0 shows all")
    browser.scheme("light")
    check_quiet(browser)


def curves_move(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    browser.press("+")
    browser.press("+")
    before = browser.js("state.window[0]")
    x, y = browser.place("#curves")
    browser.drag((x + 100, y), (x - 100, y))
    check(browser.js("state.window[0]") > before, "dragging moves the times")
    browser.click_at(x, y)
    time = browser.js("state.time")
    low, high = browser.js("state.window")
    check(low < time < high, "a click sets the time")
    check(browser.js("Math.abs(curves.gestures.timeAt(%s) - state.time)" % x) < 1e-9, "the cursor is where the click was")
    check_quiet(browser)


def other_results_lie_over(browser, program, folder):
    page = simulate(program, folder, "Circuit")
    other = os.path.join(folder, "other.csv")
    command = [program, "simulate", os.path.join(HERE, "models.mo"), "--model", "PageTests.Circuit", "--output", other,
               "--quiet", "--set", "cell[1].r.R=8"]
    subprocess.run(command, check=True, capture_output=True)
    browser.open(page)
    browser.choose_file("#other", other)
    browser.wait("state.others.length === 1")
    check(browser.js("document.querySelectorAll('.chip output.other').length") == browser.js("state.curves.length"), "its values stand in the legend")
    check(browser.js("curves.panels[0].curves.length") == 2 * browser.js("curves.panels[0].curves.filter(c => c.run === 0).length"), "its curves are drawn")
    bad = os.path.join(folder, "bad.csv")
    with open(bad, "w", encoding="utf-8") as file:
        file.write("time,x\n0,1\n1\n")
    browser.choose_file("#other", bad)
    browser.wait("!byId('trouble').hidden")
    check("line 3 of bad.csv has 1 values instead of 2" in browser.text("#trouble"), browser.text("#trouble"))
    check(browser.js("state.others.length") == 1, "a bad file changes nothing")
    check_quiet(browser)


TOP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">
<g data-component="source"><rect x="20" y="60" width="60" height="60" fill="#cde" stroke="#333"/></g>
<g data-component="cell[1]"><rect x="150" y="40" width="60" height="40" fill="#fff" stroke="#333"/></g>
<g data-component="cell[2]"><rect x="290" y="40" width="60" height="40" fill="#fff" stroke="#333"/></g>
<polyline data-connects="source.p cell[1].p" points="80,70 150,60" fill="none" stroke="blue"/>
<polyline data-connects="cell[1].n cell[2].p" points="210,60 290,60" fill="none" stroke="blue"/></svg>"""
# As `daedalus draw` writes it: names from the model on, and connectors that are drawn.
INSIDE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" data-component="cell[2]">
<g data-component="cell[2].r" data-kind="component" transform="translate(20 30)"><path class="area" d="M0,0L50,0L50,30L0,30Z" fill="none"
pointer-events="all"/><text y="60">r, outside of its area</text>
<g data-component="cell[2].r.p" data-kind="connector"><rect width="6" height="6"/></g></g>
<g data-component="cell[2].c" transform="translate(120 30)"><rect width="50" height="30" fill="#fff" stroke="#333"/></g>
<g data-connects="cell[2].r.n cell[2].c.p"><polyline points="70,45 120,45" fill="none" stroke="blue"/></g></svg>"""


def drawings_live(browser, program, folder):
    page = with_facts(simulate(program, folder, "Circuit"), lambda facts: facts["diagrams"].update({"": TOP, "cell[2]": INSIDE}))
    browser.open(page)
    check(browser.js("document.querySelectorAll('#diagram svg.tree').length") == 0, "the drawing takes the place of the boxes")
    browser.js("view.setTime(5)")
    label = browser.text('[data-component="cell[1]"] text.value')
    check(label and label != "–", f"a value stands on the component: {label}")
    wire = browser.texts("text.wire-value")
    check(len(wire) == 2 and "V" in wire[0] and "A" in wire[0], f"potential and flow stand on the wires: {wire}")
    browser.js("view.setTime(1.5)")
    check(browser.texts("text.wire-value") != wire, "they follow the time")
    browser.click('[data-component="cell[2]"]')
    check(browser.js("state.scope") == "cell[2]", "a click selects")
    browser.click('[data-component="cell[2]"]', count=2)
    check(browser.js("[...document.querySelectorAll('.part')].map(n => n.dataset.component).join()") == "cell[2].r,cell[2].c", "one goes down")
    check(browser.js("document.querySelector('.part .heat').getAttribute('height')") == "30", "the colour covers the area of a component")
    check(len(browser.texts("text.wire-value")) == 1, "its wire has values")
    browser.click('[data-component="cell[2].r.p"]')
    check(browser.js("state.scope") == "cell[2].r.p", "connectors are selected, too")
    browser.click("#crumbs .up")
    check(browser.js("document.querySelectorAll('.part').length") == 3, "and up")
    check_quiet(browser)


BAD_DRAWINGS = [
    '<script>window.pwned=1</script>',
    '<rect width="10" height="10" onclick="window.pwned=1" onload="window.pwned=1" onfocus="window.pwned=1" tabindex="0" autofocus=""/>',
    '<foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.pwned=1"/></body></foreignObject>',
    '<a href="javascript:window.pwned=1"><text>click</text></a>',
    '<image href="http://127.0.0.1:9/i.png" width="5" height="5"/>',
    '<image xlink:href="http://127.0.0.1:9/i.png" xmlns:xlink="http://www.w3.org/1999/xlink" width="5" height="5"/>',
    '<image href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IndpbmRvdy5wd25lZD0xIi8+" width="5" height="5"/>',
    '<use href="http://127.0.0.1:9/u.svg#a"/><use href="data:image/svg+xml,&lt;svg/&gt;#a"/>',
    '<style>@import url(http://127.0.0.1:9/s.css); * { display: none }</style>',
    '<rect width="9" height="9" fill="url(http://127.0.0.1:9/f#a)" style="background: url(http://127.0.0.1:9/b)"/>',
    '<animate attributeName="href" values="javascript:window.pwned=1"/><set attributeName="onload" to="window.pwned=1"/>',
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">window.pwned=1</h:script>',
    '<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="http://127.0.0.1:9/f"/>',
    '<g data-component="&lt;img src=x onerror=window.pwned=1&gt;"><text>&lt;script&gt;window.pwned=1&lt;/script&gt;</text></g>',
]


def drawings_are_harmless(browser, program, folder):
    page = simulate(program, folder, "Circuit")
    body = "".join(BAD_DRAWINGS)
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" onload="window.pwned=1">{body}</svg>'
    browser.open(with_facts(page, lambda facts: facts["diagrams"].update({"": drawing})))
    browser.js("new Promise(done => setTimeout(done, 300))")
    check(browser.js("window.pwned") is None, "nothing ran")
    kinds = set(browser.js("[...document.querySelectorAll('#diagram svg *')].map(n => n.localName)"))
    check(kinds <= {"rect", "text", "image", "use", "g", "title"}, f"only drawing elements are left: {kinds}")
    attributes = browser.js("[...document.querySelectorAll('#diagram svg *')].flatMap(n => [...n.attributes].map(a => a.name + '=' + a.value))")
    check(not [a for a in attributes if re.match(r"on|style=.*url|.*href=(?!#)|fill=url\(h", a)], f"no harmful attribute is left: {attributes}")
    # The parser has met handlers, and the policy of the page has refused them.
    check_quiet(browser, allowed="Executing inline event handler violates")
    for text in ("no drawing", "<svg", "<html><script>window.pwned=1</script></html>", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"):
        browser.open(with_facts(page, lambda facts, text=text: facts["diagrams"].update({"": text})))
        check(browser.js("document.querySelectorAll('#diagram svg.tree').length") == 1, "boxes stand in for a broken drawing")
    check_quiet(browser)


def hostile_texts_stay_texts(browser, program, folder):
    page = simulate(program, folder, "Hostile", file="hostile.mo")
    with open(page, encoding="utf-8") as file:
        check(file.read().count("pwned") == 0, "no text of the model is in the file as it was written")
    browser.open(page)
    kinds = browser.js("document.querySelectorAll('script').length")
    for tab in "12345":
        browser.press(tab)
        for index in range(browser.js("document.querySelectorAll('#list .row').length")):
            browser.js(f"(n => n && (n.querySelector('button') || n).click())(document.querySelectorAll('#list .row')[{index}])")
    for i in range(browser.js("view.facts.numVariables")):
        browser.js(f"view.select('variable', {i}); if (view.facts.changes({i}) && !state.curves.includes({i})) view.toggleCurve({i})")
    for text in ("<img", "script", "pwned", "__proto__", "constructor", "toString"):
        browser.js(f"byId('search').value = {json.dumps(text)}; byId('search').dispatchEvent(new Event('input'))")
        check(browser.js("document.querySelectorAll('.hit').length") > 0, f"`{text}` is found")
    browser.js("new Promise(done => setTimeout(done, 300))")
    check(browser.js("window.pwned") is None, "nothing ran")
    check(browser.js("document.querySelectorAll('script').length") == kinds, "no script came in")
    check(browser.js("document.querySelectorAll('body img, iframe, object, embed, link, base').length") == 0, "no element came in")
    check("<img src=x onerror" in browser.js("document.body.textContent"), "the names are shown as they are")
    check(browser.text("h1") == "Hostile" and browser.js("document.title") == "Hostile", "the title")
    check_quiet(browser)


def fits_phones(browser, program, folder):
    browser.open(simulate(program, folder, "Circuit"))
    for width in (390, 768, 1280):
        browser.resize(width, 800, phone=width < 500)
        check(browser.js("document.documentElement.scrollWidth") <= width, f"nothing is wider than {width}")
    browser.resize(390, 800, phone=True)
    visible = "[...document.querySelectorAll('section')].filter(s => s.offsetParent !== null).map(s => s.id).join()"
    check(browser.js(visible) == "diagram-pane", "a phone shows one part at a time")
    browser.click('#panes [data-pane="curves"]')
    check(browser.js(visible) == "curves-pane", "and the buttons below choose it")
    browser.wait("curves.panels[0].plot.clientWidth > 100")
    browser.resize(1280, 800)
    check_quiet(browser)


def script_ms(browser):
    metrics = browser.send("Performance.getMetrics")["metrics"]
    return 1e3 * next(m["value"] for m in metrics if m["name"] == "ScriptDuration")


def large_results_move(browser, program, folder):
    page = simulate(program, folder, "Circuit", "--intervals", str(PANNED_POINTS), "--variables", "cell[1].c.v")
    check(os.path.getsize(page) < 10_000_000, f"a page of {PANNED_POINTS} points has {os.path.getsize(page)} bytes")
    browser.open(page)
    check(browser.js("view.facts.times.length") > PANNED_POINTS, "all points are there")
    browser.js("view.setWindow(2, 5)")
    browser.wait("curves.panels[0].graph.numRows() > 10")
    check(browser.js("curves.panels[0].graph.numRows()") < 4000, "dygraphs gets few of them")
    # A frame costs pixels, not points: processor time of our script, whatever else the machine does. It is 2 to 6 ms.
    browser.send("Performance.enable", timeDomain="threadTicks")
    frames, before = 30, script_ms(browser)
    browser.js(f"""(async () => {{
      for (let k = 0; k < {frames}; ++k) {{
        view.setWindow(0.2 * k, 4 + 0.2 * k);
        await new Promise(requestAnimationFrame);
      }}
    }})()""")
    spent = (script_ms(browser) - before) / frames
    check(spent < 1000 / 60, f"the script takes {spent:.1f} ms of a frame")
    peak = browser.js("(() => { const x = view.facts.column(view.facts.v.column[view.facts.indexOf.get('cell[1].c.v')]); return Math.max(...x.subarray(0, 100000)); })()")
    browser.js("view.setWindow(view.begin(), view.end())")
    browser.js("new Promise(requestAnimationFrame)")
    browser.js("new Promise(requestAnimationFrame)")
    drawn = browser.js("(() => { const g = curves.panels[0].graph; let most = -Infinity; for (let i = 0; i < g.numRows(); ++i) most = Math.max(most, g.getValue(i, 1)); return most; })()")
    check(drawn >= peak, "and no extreme is lost")
    check_quiet(browser)


def large_models_open(browser, program, folder):
    page = simulate(program, folder, "Chain", "--set", "n=120")
    browser.open(page)
    check(browser.js("document.querySelectorAll('#list .row').length") < 100, "only visible rows exist")
    check(browser.js("view.facts.numVariables") > 1900, "all variables are known")
    check("too many for a drawing" in browser.text("#diagram"), "many components are listed")
    browser.press("/")
    browser.type("cell[77].r.i")
    browser.press("Enter")
    check(browser.js("state.selection.kind") == "variable", "search finds a row far down")
    check_quiet(browser)


def pictures(browser, program, folder):
    where = os.environ.get("PAGE_PICTURES")
    if not where:
        return
    page = simulate(program, folder, "Circuit")
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        for width, height in ((390, 800), (900, 700), (1440, 900)):
            browser.resize(width, height, phone=width < 500)
            browser.open(page)
            browser.js("view.setTime(2); state.heat = 'c.v'; byId('heat').value = 'c.v'; tell('heat'); view.select('component', 'cell[2]')")
            for pane in ("diagram", "curves", "details") if width < 500 else ("all",):
                if pane != "all":
                    browser.js(f"view.showPane('{pane}')")
                browser.js("new Promise(done => setTimeout(done, 250))")
                browser.picture(os.path.join(where, f"page-{scheme}-{width}-{pane}.png"))
    browser.scheme("light")
    browser.resize(1280, 800)


def drawings_change_with_time(browser, program, folder):
    """DynamicSelect: extent, colour, visibility and text of a tank follow its level."""
    browser.open(simulate(program, folder, "Dynamic"))
    tank = "#diagram g[data-component=tank]"

    def extent(time):
        browser.js(f"view.setTime({time})")
        return browser.js(f"(() => {{ const b = document.querySelector('{tank} path[data-form=rectangle]').getBBox(); return [b.width, b.height]; }})()")

    width, low = extent(0)
    _, high = extent(2)
    # The icon of 200 x 200 stands in 40 x 40: its level rises from 0.2 to 1.
    check(abs(width - 32) < 0.01 and abs(low - 6.4) < 0.01 and abs(high - 32) < 0.01, f"extents {width} {low} {high}")
    check(browser.js(f"document.querySelector('{tank} path[data-form=rectangle]').getAttribute('fill')") == "rgb(255,0,0)", "full is red")
    check(browser.js(f"document.querySelector('{tank} path[data-form=ellipse]').getAttribute('visibility')") == "visible", "full has a light")
    check(browser.text(f"{tank} text[data-dynamic-textString]").strip() == "1", "the level as text")
    # A needle of length 60 points upwards at (-50, 20), and at the level 1 to the right at (-50, 30). The icon is
    # scaled by 0.2 and stands at (10, 20); y points downwards in the drawing.
    tip = f"""(time => {{ view.setTime(time); const n = document.querySelector('{tank} path[data-form=polygon]'), m = toDrawing(n);
              const box = n.getBBox(), at = x => new DOMPoint(box.x + box.width / 2, x).matrixTransform(m), b = at(box.y); return [b.x, b.y]; }})"""
    for time, (x, y) in ((0, (10 + 0.2 * (-50 + 60 * math.cos(math.radians(72))), -(20 + 0.2 * (22 + 60 * math.sin(math.radians(72)))))), (2, (10 + 0.2 * (-50 + 60), -(20 + 0.2 * 30)))):
        found = browser.js(f"{tip}({time})")
        check(abs(found[0] - x) < 0.01 and abs(found[1] - y) < 0.01, f"the tip of the needle at {time}: {found} instead of {x}, {y}")
    angle = browser.js(f"(m => Math.atan2(m.b, m.a) * 180 / Math.PI)(toDrawing(document.querySelector('{tank} text[data-dynamic-textString]')))")
    check(abs(angle + 90) < 1e-3, f"a text turns: {angle}")
    check(browser.text("#diagram .graphics text[data-dynamic-textString]").strip() == "at 1.0", "a text of the diagram itself")
    browser.js("view.setTime(0)")
    check(browser.js(f"document.querySelector('{tank} path[data-form=ellipse]').getAttribute('visibility')") == "hidden", "and back")
    check_quiet(browser)


def expressions_are_evaluated(browser, program, folder):
    browser.open(simulate(program, folder, "Pendulum"))
    cases = {"1 + 2 * 3^2": 19, "-2^2": -4, "if x > 2 and not on then 1 elseif x < 3 then 2 else 3": 2, "{1, 2} * x": [2.5, 5],
             'String(x, significantDigits = 2)': "2.5", "a.b[2] + 1": 8, "FillPattern.Solid": "Solid", "max({1, x})": 2.5,
             '"a" + String(3)': "a3", "{{-60, -40}, {80, -40 + 80 * x}}": [[-60, -40], [80, 160]], "mod(7, 4) - abs(-1)": 2,
             'String(x, format = ".3f")': "2.500", "1 < 2 or 1 / 0 > 3": True, "x == 2.5": True, "2 - 1 - 1": 0}
    variables = "(n => ({x: () => 2.5, on: () => true, 'a.b[2]': () => 7}[n] || null))"
    for text, value in cases.items():
        found = browser.js(f"expressionOf({json.dumps(text)}, {variables})()")
        check(found == value, f"{text} is {found}")
    for text in ("y", "alert(1)", "f(", "1 2", "{", "window", "constructor('x')", "x.y", ""):
        check(browser.js(f"expressionOf({json.dumps(text)}, {variables})") is None or text == "x.y", f"{text} is not evaluated")
    check_quiet(browser)


def units_are_those_for_people(browser, program, folder):
    browser.open(simulate(program, folder, "Mechanism"))
    browser.js("state.curves = [view.facts.indexOf.get('phi')]; tell('curves'); view.setTime(1)")
    check(browser.text("#legend output") == "180", "in degrees")
    check(browser.text("#legend .unit") == "deg", "with their unit")
    check(abs(browser.js("curves.panels[0].high") - 180) < 0.1, "the curve, too")
    browser.click("#units")
    check(browser.text("#legend output").startswith("3.14"), "in radians")
    check(browser.text("#legend .unit") == "rad", "with their unit")
    check(abs(browser.js("curves.panels[0].high") - 3.1416) < 0.01, "the curve, too")
    check_quiet(browser)


def mechanisms_move(browser, program, folder):
    """A bar that turns half a turn, in three dimensions."""
    path = simulate(program, folder, "Mechanism")
    browser.open(path)
    check(browser.js("sceneShapes(view.facts).length") == 2, "two shapes")
    check(not browser.js("document.getElementById('scene').hidden"), "the scene is shown")

    def tip(time):
        browser.js(f"view.setTime({time})")
        return browser.js("scenePlace(sceneShapes(view.facts)[0], [1, 1, 1]).elements.slice(0, 3)")

    for time, expected in ((0, (1, 0, 0)), (0.5, (0, 1, 0)), (1, (-1, 0, 0))):
        found = tip(time)
        check(all(abs(a - b) < 1e-3 for a, b in zip(found, expected)), f"the bar at {time}: {found}")
    if browser.wait("document.querySelector('#scene canvas, #scene .empty') !== null") and browser.js("!document.querySelector('#scene canvas')"):
        print("  this browser has no WebGL")
    # From there an eye sees all corners of the box, and one of them only just.
    for aspect in (0.5, 2.5):
        reach = browser.js(f"""(() => {{
          const box = new THREE.Box3(new THREE.Vector3(-3, -1, 0), new THREE.Vector3(1, 2, 5)), back = new THREE.Vector3(0.35, 0.35, 1).normalize();
          const camera = new THREE.PerspectiveCamera(35, {aspect}, 0.1, 100), centre = box.getCenter(new THREE.Vector3());
          camera.position.copy(centre).add(back.clone().multiplyScalar(distanceToSee(box, back, 35, {aspect})));
          camera.lookAt(centre);
          camera.updateMatrixWorld();
          const seen = [box.min.x, box.max.x].flatMap(x => [box.min.y, box.max.y].flatMap(y => [box.min.z, box.max.z].map(z => new THREE.Vector3(x, y, z).project(camera))));
          return Math.max(...seen.flatMap(p => [Math.abs(p.x), Math.abs(p.y)]));
        }})()""")
        check(abs(reach - 1) < 1e-6, f"the view of {aspect} reaches {reach}")
    browser.click("#view-3d")
    check(browser.js("document.getElementById('scene').hidden"), "back to the diagram")
    if os.environ.get("PAGE_PICTURES"):
        browser.click("#view-3d")
        browser.js("new Promise(done => setTimeout(done, 500))")
        browser.picture(os.path.join(os.environ["PAGE_PICTURES"], "page-3d.png"))
    check_quiet(browser)
    with open(simulate(program, folder, "Pendulum"), encoding="utf-8") as file:
        check("global.THREE={}" not in file.read(), "other pages do not carry three.js")


def files_of_cad_are_drawn(browser, program, folder):
    """A wedge of half a cube: as it is, scaled with the shape that names it, and a file that is missing."""
    path = simulate(program, folder, "Parts")
    browser.open(path)
    kinds = browser.js("sceneShapes(view.facts).map(s => s.path)")
    check(kinds == ["wedge", "scaled", "missing"], f"shapes {kinds}")
    boxes = browser.js("""sceneShapes(view.facts).map(shape => {
      const body = new SceneBody(shape);
      body.update();
      body.mesh.updateMatrixWorld(true);
      const {min, max} = new THREE.Box3().setFromObject(body.mesh);
      return [body.isSolid, body.mesh.geometry.index ? body.mesh.geometry.index.count / 3 : 0, [...min.toArray(), ...max.toArray()]];
    })""")
    # The scaled one is turned by a right angle about z: its length lies along y, its width along -x.
    expected = [(True, 8, [1, 0, 0, 2, 1, 1]), (True, 8, [-2, 0, 0, 0, 4, 0.5]), (False, 12, [0, -0.05, -0.05, 1, 0.05, 0.05])]
    for name, (solid, triangles, box), (is_solid, count, reach) in zip(kinds, boxes, expected):
        check(solid == is_solid and triangles == count, f"{name}: {solid}, {triangles} triangles")
        check(all(abs(a - b) < 1e-6 for a, b in zip(box, reach)), f"{name} reaches {box} instead of {reach}")
    check(any("a box instead of `missing.stl`" in limit for limit in facts_of(path)["limits"]), "the page says what is missing")
    done = subprocess.run([program, "simulate", os.path.join(HERE, "models.mo"), "--model", "PageTests.Parts", "--page", path, "--output",
                           os.path.join(folder, "Parts.csv")], capture_output=True, text=True, timeout=60)
    check("warning[D0012]" in done.stderr and "missing.stl" in done.stderr, f"the run warns: {done.stderr}")
    check_quiet(browser)


TESTS = [opens_and_plays, values_are_those_of_the_result, components_are_chosen, equations_are_explained,
         events_and_messages_are_told, search_finds, keys_and_theme_work, curves_move, other_results_lie_over,
         drawings_live, drawings_change_with_time, expressions_are_evaluated, units_are_those_for_people, mechanisms_move, files_of_cad_are_drawn, drawings_are_harmless, hostile_texts_stay_texts, fits_phones, large_results_move,
         large_models_open, pictures]


def main():
    program, names = os.path.abspath(sys.argv[1]), sys.argv[2:]
    chromium = find_chromium()
    if chromium is None:
        print("skipped: no Chromium was found (Debian's package is `chromium`)")
        return SKIPPED
    failed = 0
    with tempfile.TemporaryDirectory() as folder, Browser(chromium) as browser:
        for test in TESTS:
            if names and test.__name__ not in names:
                continue
            try:
                test(browser, program, folder)
                print(f"passed {test.__name__}", flush=True)
            except (AssertionError, RuntimeError, OSError, KeyError, TypeError):
                failed += 1
                print(f"FAILED {test.__name__}", flush=True)
                traceback.print_exc()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
