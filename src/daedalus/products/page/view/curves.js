// The curves: one panel for each unit, all over the same time. dygraphs draws them after curve_rows.js has
// thinned them out. gestures.js moves the window.
const palettes = {
  light: ["#2459c5", "#d1342f", "#0f8a5f", "#c77700", "#7b3fc4", "#0b87a1", "#c72c7e", "#5d8a0e", "#4a5568", "#8a4b1f"],
  dark: ["#7aa7ff", "#ff8078", "#4fd1a1", "#f5b74e", "#b794ff", "#4fc9e0", "#ff85bf", "#a9d65c", "#a6b1c2", "#d9a273"],
};

function colorOfCurve(i) {
  const palette = isDark() ? palettes.dark : palettes.light;
  if (i < palette.length) return palette[i];
  const hue = (i * 137.508) % 360;
  return `hsl(${hue.toFixed(0)}, 70%, ${isDark() ? 66 : 36}%)`;
}

function cssColor(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

class Curves {
  constructor(place, legend) {
    this.place = place;
    this.legend = legend;
    this.panels = [];
    this.legendValues = [];
    this.cursor = element("div", "cursor");
    this.redrawSoon = oncePerFrame(() => this.redraw());
    this.gestures = new Gestures(this);
    when("curves others theme units", () => this.rebuild());
    when("window", () => {
      // Curves are coarse while the window moves, and fine when it rests.
      this.isMoving = true;
      clearTimeout(this.rest);
      this.rest = setTimeout(() => {
        this.isMoving = false;
        this.redrawSoon();
      }, 150);
      this.redrawSoon();
    });
    when("fit", () => this.redrawSoon());
    when("time", () => {
      this.moveCursor();
      this.showValues();
    });
    when("pane", () => this.resize());
    new ResizeObserver(() => this.resize()).observe(place);
  }

  // The result itself, then the others: all that draw a variable.
  sourcesOf(variable) {
    const facts = view.facts, name = facts.v.name[variable];
    const out = [];
    if (facts.changes(variable))
      out.push({times: facts.times, ...facts.scaledCurve(variable, facts.column(facts.v.column[variable]), facts.v.sign[variable]), run: 0});
    state.others.forEach((other, k) => {
      const values = other.values(name);
      if (values) out.push({times: other.times, ...facts.scaledCurve(variable, values, 1), run: k + 1});
    });
    return out;
  }

  rebuild() {
    for (const panel of this.panels) panel.graph.destroy();
    this.panels = [];
    this.place.replaceChildren(this.cursor);
    const byUnit = new Map();
    state.curves.forEach((variable, i) => {
      const unit = view.facts.unitOf(variable);
      if (!byUnit.has(unit)) byUnit.set(unit, []);
      for (const source of this.sourcesOf(variable)) byUnit.get(unit).push({...source, variable, color: colorOfCurve(i)});
    });
    const groups = [...byUnit].filter(([, curves]) => curves.length > 0);
    groups.forEach(([unit, curves], k) => this.addPanel(unit, curves, k === groups.length - 1));
    if (this.panels.length === 0)
      this.place.append(element("p", "empty", "Choose variables in the list of details to draw their curves."));
    // Each new panel makes the earlier ones smaller.
    for (const panel of this.panels) if (panel.plot.clientWidth > 80) panel.graph.resize();
    this.buildLegend();
    this.redraw();
  }

  // The times stand below the last panel only.
  addPanel(unit, curves, isLast) {
    const box = element("div", "panel"), plot = element("div", "plot");
    box.append(element("div", "unit", unit ? `[${unit}]` : ""), plot);
    this.place.append(box);
    const labels = ["time", ...curves.map((c, k) => `c${k}`)];
    const series = {};
    curves.forEach((c, k) => series[`c${k}`] = {
      color: c.color, stepPlot: view.facts.isHeld(c.variable),
      strokePattern: c.run === 0 ? null : [6, 3 * c.run], strokeWidth: c.run === 0 ? 1.6 : 1.3,
    });
    const panel = {plot, curves, low: Infinity, high: -Infinity};
    for (const {values, sign} of curves) {
      const [least, greatest] = extremes(values).between(0, values.length);
      panel.low = Math.min(panel.low, sign * least, sign * greatest);
      panel.high = Math.max(panel.high, sign * least, sign * greatest);
    }
    panel.graph = new Dygraph(plot, [[0, ...curves.map(() => null)]], {
      labels, series, legend: "never", interactionModel: {}, connectSeparatedPoints: true, highlightCircleSize: 0,
      axisLineColor: cssColor("--line"), gridLineColor: cssColor("--grid"), axisLabelFontSize: 11, xRangePad: 0, yRangePad: 0,
      axes: {
        x: {axisLabelFormatter: value => this.tick(value), drawGrid: true, drawAxis: isLast, axisLabelWidth: 70},
        y: {axisLabelFormatter: value => this.nameOfTick(panel, value), axisLabelWidth: 62, drawGrid: true},
      },
      plotter: event => {
        const curve = curves[Number(event.setName.slice(1))];
        if (curve.isDense) drawBand(event); else Dygraph.Plotters.linePlotter(event);
      },
      underlayCallback: (context, area, graph) => this.drawEvents(context, area, graph),
    });
    // dygraphs assumes a default size if an element is not visible yet.
    plot.style.width = plot.style.height = "";
    this.panels.push(panel);
  }

  tick(value) { return formatTick(value, (state.window[1] - state.window[0]) / 10); }
  nameOfTick(panel, value) {
    const step = (panel.high - panel.low) / 10;
    const type = panel.curves.length === 1 ? view.facts.text("type", panel.curves[0].variable) : "Real";
    if (type === "Real" || type === "Integer") return formatTick(value, step);
    return Number.isInteger(value) ? view.facts.showValue(panel.curves[0].variable, value) : "";
  }

  drawEvents(context, area, graph) {
    const [low, high] = state.window, events = view.facts.data.events;
    const visible = events.filter(([time]) => time >= low && time <= high);
    if (visible.length > area.w / 4) return;  // more lines would be a wall
    context.strokeStyle = cssColor("--event");
    context.setLineDash([2, 3]);
    context.beginPath();
    for (const [time] of visible) {
      const x = Math.round(graph.toDomXCoord(time)) + 0.5;
      context.moveTo(x, area.y);
      context.lineTo(x, area.y + area.h);
    }
    context.stroke();
    context.setLineDash([]);
  }

  redraw() {
    const started = performance.now();
    for (const panel of this.panels) this.redrawPanel(panel);
    this.moveCursor();
    byId("reset").disabled = state.window[0] <= view.begin() && state.window[1] >= view.end();
    this.lastCost = performance.now() - started;
  }

  redrawPanel(panel) {
    const width = panel.plot.clientWidth;
    if (width < 80) return;  // not visible
    const pixels = Math.max(50, Math.min(1200, width - 70));
    // A difference of half a pixel cannot be seen.
    const height = 0.5 * (panel.high - panel.low) / panel.plot.clientHeight;
    const rows = rowsOf(panel.curves, state.window, pixels, {height, coarse: 4, fine: this.isMoving ? 4 : 1});
    const [low, high] = state.fits ? rangeOfRows(rows, panel) : [panel.low, panel.high];
    const pad = high > low ? 0.06 * (high - low) : Math.max(1e-9, 0.05 * Math.abs(high));
    const range = low <= high ? [low - pad, high + pad] : [0, 1];
    panel.graph.updateOptions({file: rows, dateWindow: [...state.window], valueRange: range});
  }

  moveCursor() {
    if (this.panels.length === 0) return;
    const {graph, plot} = this.panels[0];
    const area = graph.getArea(), [low, high] = state.window;
    const x = area.x + area.w * (state.time - low) / (high - low);
    this.cursor.hidden = state.time < low || state.time > high;
    this.cursor.style.transform = `translateX(${(plot.offsetLeft + x).toFixed(1)}px)`;
  }

  showValues() {
    this.legendValues.forEach(([output, variable, other]) => {
      const facts = view.facts;
      setText(output, other ? facts.showValue(variable, other.at(facts.v.name[variable], state.time))
                            : facts.showAt(variable, state.time));
    });
  }

  buildLegend() {
    this.legendValues = [];
    const chips = state.curves.map((variable, i) => {
      const facts = view.facts, name = facts.v.name[variable];
      const value = element("output");
      this.legendValues.push([value, variable, null]);
      const chip = element("span", "chip");
      chip.style.setProperty("--series", colorOfCurve(i));
      chip.append(element("i", "swatch"), button(name, "link", () => view.select("variable", variable)), value,
                  element("span", "unit", facts.unitOf(variable)));
      for (const other of state.others) {
        if (!other.values(name)) continue;
        const theirs = element("output", "other");
        theirs.title = other.name;
        this.legendValues.push([theirs, variable, other]);
        chip.append(theirs);
      }
      const remove = button("×", "remove", () => view.toggleCurve(variable));
      remove.setAttribute("aria-label", `Remove the curve of ${name}`);
      chip.append(remove);
      return chip;
    });
    this.legend.replaceChildren(...chips);
    this.showValues();
  }

  resize() {
    for (const panel of this.panels) if (panel.plot.clientWidth > 80) panel.graph.resize();
    this.redrawSoon();
  }
}
