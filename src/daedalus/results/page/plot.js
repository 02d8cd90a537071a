// The behaviour of the page: one dygraph for all series, or one a series over a common time, or a phase plot.
"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const plots = document.getElementById("plots");
  const resetButton = document.getElementById("reset");
  const positionOutput = document.getElementById("position");
  const eventOutput = document.getElementById("event");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const palettes = {
    light: ["#2459c5", "#d1342f", "#0f8a5f", "#c77700", "#7b3fc4",
            "#0b87a1", "#c72c7e", "#5d8a0e", "#4a5568", "#8a4b1f"],
    dark: ["#7aa7ff", "#ff8078", "#4fd1a1", "#f5b74e", "#b794ff",
           "#4fc9e0", "#ff85bf", "#a9d65c", "#a6b1c2", "#d9a273"],
  };
  const state = {mode: "common", visible: data.series.map(() => true), window: null, rangesDiffer: false};
  let graphs = [];  // the dygraphs on the page, each with the indices of the series it shows
  let phase = null;

  function css(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }
  // Ten colours chosen by eye; then hues by the golden angle, which never come close to the ones just before.
  function colorOf(i) {
    const palette = dark.matches ? palettes.dark : palettes.light;
    if (i < palette.length) return palette[i];
    const hue = (i * 137.508) % 360, level = (i % 3) * 6;
    return dark.matches ? `hsl(${hue.toFixed(0)}, 75%, ${60 + level}%)` : `hsl(${hue.toFixed(0)}, 70%, ${32 + level}%)`;
  }

  function formatNumber(value, digits = 6) {
    if (value === null || value === undefined || Number.isNaN(value)) return "–";
    const size = Math.abs(value);
    const far = size !== 0 && (size < 1e-4 || size >= 1e6);
    const text = far ? value.toExponential(digits - 1) : value.toPrecision(digits);
    const short = text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
    return short.replace("e+", "e").replaceAll("-", "−");
  }
  // A value that has a name, as literals of enumerations have, is told by it.
  function formatValue(series, value, digits = 6) {
    const name = series.names && series.names[String(value)];
    return name === undefined ? formatNumber(value, digits) : name;
  }
  // Rounding noise of a tick near zero must not read 1.2e-17.
  function formatTick(value, step) { return formatNumber(Math.abs(value) < 1e-9 * step ? 0 : value); }
  // A series alone on its axis has the names of its values there.
  function labelOfTick(series, value, step) {
    if (!series || !series.names) return formatTick(value, step);
    return Number.isInteger(value) ? formatValue(series, value) : "";
  }
  function withUnit(label, unit) { return unit ? `${label} [${unit}]` : label; }
  function shown() { return data.series.map((_, i) => i).filter(i => state.visible[i]); }

  // --- the list of series ---
  const values = [];

  function element(kind, className, text) {
    const node = document.createElement(kind);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  function rangeOf(series) {
    let low = Infinity, high = -Infinity;
    for (const value of series.values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return low <= high ? [low, high] : null;
  }

  function buildList() {
    const list = document.getElementById("series");
    data.series.forEach((series, i) => {
      const item = element("li"), label = element("label"), box = element("input");
      const numbers = element("span", "numbers");
      box.type = "checkbox";
      box.checked = true;
      box.addEventListener("change", () => {
        state.visible[i] = box.checked;
        rebuild();
      });
      values[i] = element("output", "", "");
      const name = element("span", "name", series.name);
      if (series.unit) name.append(element("span", "unit", ` [${series.unit}]`));
      label.append(box, name);
      if (series.description) label.append(element("span", "about", series.description));
      const range = rangeOf(series);
      const text = range ? `${formatValue(series, range[0], 4)} … ${formatValue(series, range[1], 4)}` : "no values";
      numbers.append(element("span", "range", text), values[i]);
      label.append(numbers);
      item.append(label);
      list.append(item);
    });
  }

  function paintList() {
    const labels = document.querySelectorAll("#series label");
    labels.forEach((label, i) => label.style.setProperty("--series", colorOf(i)));
  }

  // What happened at the time of a row. Both rows of an event have its time.
  function eventsAt(row) {
    const x = data.x[row];
    return data.events.filter(event => event.x === x).map(event => event.text).filter(text => text);
  }

  function showValues(row) {
    positionOutput.textContent = row === null ? "–" : `${formatNumber(data.x[row], 8)} ${data.x_unit}`;
    eventOutput.textContent = row === null ? countOfEvents() : eventsAt(row).join("; ");
    data.series.forEach((series, i) => {
      values[i].replaceChildren();
      if (row === null || !state.visible[i]) return;
      values[i].append(formatValue(series, series.values[row]));
      if (series.unit) values[i].append(element("span", "unit", " " + series.unit));
    });
  }

  // --- events ---
  const mostLines = 400;  // in the window: more would hide the curves
  function countOfEvents() {
    if (data.num_events === 0) return "";
    const left = data.num_events > data.events.length ? `, the first ${data.events.length} are marked` : "";
    return data.num_events === 1 ? "1 event" : `${data.num_events} events${left}`;
  }
  function drawEvents(context, area, graph) {
    const [low, high] = graph.xAxisRange();
    const within = data.events.filter(event => event.x >= low && event.x <= high);
    if (within.length === 0 || within.length > mostLines) return;
    context.save();
    context.strokeStyle = css("--event");
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.beginPath();
    for (const {x} of within) {
      const at = Math.round(graph.toDomXCoord(x)) + 0.5;
      context.moveTo(at, area.y);
      context.lineTo(at, area.y + area.h);
    }
    context.stroke();
    context.restore();
  }

  // --- plots over time ---
  function select(source, row) {
    for (const {graph} of graphs) {
      if (graph === source) continue;
      if (row === null) graph.clearSelection(); else graph.setSelection(row);
    }
    showValues(row);
  }

  // Another zoom of one panel in time is taken over by all.
  let following = false;
  function follow(source, initial) {
    if (following) return;
    const window = source.xAxisRange();
    if (initial) return;
    state.window = source.isZoomed("x") ? window : null;
    following = true;
    for (const {graph} of graphs) {
      const [low, high] = graph.xAxisRange();
      if (graph === source || (low === window[0] && high === window[1])) continue;
      graph.updateOptions({dateWindow: state.window});
    }
    following = false;
    resetButton.disabled = !graphs.some(({graph}) => graph.isZoomed());
  }

  // `label`: beside the value axis.
  function addGraph(div, indices, isLast, label) {
    const rows = data.x.map((x, row) => [x, ...indices.map(i => data.series[i].values[row])]);
    // Our own round numbers: those of dygraphs leave a narrow axis with a single one.
    const ticker = (distance, series) => (low, high, pixels) =>
      roundTicks(low, high, Math.max(2, pixels / distance)).map(v => ({v, label: labelOfTick(series, v, high - low)}));
    const narrow = div.clientWidth < 500;
    const alone = indices.length === 1 ? data.series[indices[0]] : null;
    const graph = new Dygraph(div, rows, {
      labels: [data.x_label, ...indices.map(i => String(i))],
      colors: indices.map(colorOf),
      series: Object.fromEntries(indices.map(i => [String(i), {stepPlot: data.series[i].held}])),
      strokeWidth: 1.7,
      highlightCircleSize: 4,
      legend: "never",
      xlabel: isLast ? withUnit(data.x_label, data.x_unit) : "",
      ylabel: label,
      xLabelHeight: 20,
      yLabelWidth: 20,
      xRangePad: 3,
      yRangePad: 10,
      rightGap: 14,
      dateWindow: state.window,
      gridLineColor: css("--grid"),
      gridLineWidth: 1,
      axisLineColor: css("--line"),
      axes: {
        x: {ticker: ticker(75), axisLabelWidth: 70},
        y: {ticker: ticker(alone ? 30 : 45, alone), axisLabelWidth: narrow ? 48 : 64},
      },
      highlightCallback: (event, x, points, row) => select(graphOf(div), row),
      unhighlightCallback: () => select(graphOf(div), null),
      underlayCallback: drawEvents,
      drawCallback: follow,
    });
    graphs.push({graph, div});
  }
  function graphOf(div) {
    const found = graphs.find(entry => entry.div === div);
    return found ? found.graph : null;
  }

  // Which names have which unit, as far as there is room: `x, y [m]; v [m/s]`, or the units alone.
  function commonLabel(indices, height) {
    const names = new Map();
    for (const {name, unit} of indices.map(i => data.series[i])) names.set(unit, [...(names.get(unit) || []), name]);
    const room = height / 8;
    const whole = [...names].map(([unit, group]) => withUnit(group.join(", "), unit)).join("; ");
    if (whole.length <= room) return whole;
    const units = [...names.keys()].filter(unit => unit).map(unit => `[${unit}]`).join(", ");
    return units.length <= room ? units : "";
  }

  function message(text) { plots.append(element("p", "message", text)); }

  function escapeHtml(text) {
    return text.replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);
  }

  function rebuild() {
    for (const {graph} of graphs) graph.destroy();
    graphs = [];
    phase = null;
    plots.replaceChildren();
    paintList();
    showValues(null);
    document.getElementById("help").hidden = state.mode === "phase";
    document.getElementById("hint").hidden = !(state.mode === "common" && state.rangesDiffer);
    const indices = shown();
    if (data.x.length === 0) return message("The result has no points.");
    if (state.mode === "phase") return buildPhase();
    if (indices.length === 0) return message("Choose a variable in the list.");
    if (state.mode === "panels") {
      buildPanels(indices);
    } else {
      const place = plots.appendChild(element("div", "plot"));
      addGraph(place, indices, true, escapeHtml(commonLabel(indices, place.clientHeight)));
    }
    resetButton.disabled = state.window === null;
  }

  // All places first: a dygraph takes the size that its place has when it is made.
  function buildPanels(indices) {
    const places = indices.map(i => {
      const caption = element("div", "caption", withUnit(data.series[i].name, data.series[i].unit));
      caption.style.color = colorOf(i);
      const place = element("div", "plot");
      plots.append(caption, place);
      return place;
    });
    places.forEach((place, k) => addGraph(place, [indices[k]], k === places.length - 1, " "));
  }

  function buildPhase() {
    const [a, b] = data.series;
    const div = plots.appendChild(element("div", "plot"));
    phase = drawPhasePlot(div, {label: withUnit(a.name, a.unit), values: a.values},
                          {label: withUnit(b.name, b.unit), values: b.values},
                          {formatTick, equalScales: a.unit !== "" && a.unit === b.unit}, showValues);
    resetButton.disabled = true;
  }

  // --- what the reader can do ---
  resetButton.addEventListener("click", () => {
    state.window = null;
    for (const {graph} of graphs) graph.resetZoom();
    resetButton.disabled = true;
  });
  document.getElementById("modes").addEventListener("change", event => {
    state.mode = event.target.value;
    rebuild();
  });
  dark.addEventListener("change", rebuild);
  addEventListener("resize", () => phase && phase.redraw());

  function offerModes() {
    const radio = value => document.querySelector(`#modes input[value=${value}]`).parentElement;
    document.getElementById("modes").hidden = data.series.length < 2;
    radio("phase").hidden = data.series.length !== 2;
    const ranges = data.series.map(rangeOf).filter(range => range && range[1] > range[0]);
    const sizes = ranges.map(([low, high]) => high - low);
    state.rangesDiffer = sizes.length >= 2 && Math.max(...sizes) >= 50 * Math.min(...sizes);
    const asked = location.hash.slice(1);
    const input = ["common", "panels", "phase"].includes(asked) && radio(asked);
    if (!input || input.hidden) return;
    input.firstElementChild.checked = true;
    state.mode = asked;
  }

  buildList();
  offerModes();
  rebuild();
})();
