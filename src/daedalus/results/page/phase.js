// One variable against another, as an SVG of our own: dygraphs needs an increasing abscissa.
"use strict";

// Round numbers inside [low, high], about `count` of them: steps of 1, 2 or 5 times a power of ten.
function roundTicks(low, high, count) {
  const raw = (high - low) / Math.max(count, 1);
  const power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 5, 10].find(factor => factor * power >= raw) * power;
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) ticks.push(k * step);
  return ticks;
}

// `across` and `up` are {label, values}; `options` are {formatTick(value, range), equalScales: a unit is as long
// across as it is up, unless the curve became a sliver}; calls onHover(index of the nearest point, or null).
function drawPhasePlot(element, across, up, options, onHover) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("class", "phase");
  element.appendChild(svg);
  let points = [];

  function add(kind, attributes, text) {
    const node = document.createElementNS(namespace, kind);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    svg.appendChild(node);
    return node;
  }

  function extent(values) {
    let low = Infinity, high = -Infinity;
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const margin = 0.04 * (high - low) || Math.abs(high) * 0.1 || 1;
    return [low - margin, high + margin];
  }

  // The longer of the two units in pixels shrinks to the other, and its axis gains on both ends.
  function equalize(xs, ys, width, height) {
    const perX = width / (xs[1] - xs[0]), perY = height / (ys[1] - ys[0]);
    if (!options.equalScales || perX > 5 * perY || perY > 5 * perX) return;
    const [range, excess] = perX > perY ? [xs, perX / perY] : [ys, perY / perX];
    const gain = (excess - 1) / 2 * (range[1] - range[0]);
    range[0] -= gain;
    range[1] += gain;
  }

  function draw() {
    svg.replaceChildren();
    const width = element.clientWidth, height = element.clientHeight;
    const left = 76, right = width - 10, top = 8, bottom = height - 48;
    if (right <= left || bottom <= top) return;
    const xs = extent(across.values), ys = extent(up.values);
    if (!isFinite(xs[0]) || !isFinite(ys[0])) return;
    equalize(xs, ys, right - left, bottom - top);
    const [x0, x1] = xs, [y0, y1] = ys;
    const toX = value => left + (value - x0) / (x1 - x0) * (right - left);
    const toY = value => bottom - (value - y0) / (y1 - y0) * (bottom - top);
    for (const tick of roundTicks(x0, x1, width / 110)) {
      add("line", {class: "grid", x1: toX(tick), x2: toX(tick), y1: top, y2: bottom});
      add("text", {x: toX(tick), y: bottom + 18, "text-anchor": "middle"}, options.formatTick(tick, x1 - x0));
    }
    for (const tick of roundTicks(y0, y1, height / 60)) {
      add("line", {class: "grid", x1: left, x2: right, y1: toY(tick), y2: toY(tick)});
      add("text", {x: left - 8, y: toY(tick) + 4, "text-anchor": "end"}, options.formatTick(tick, y1 - y0));
    }
    const label = {class: "label", "text-anchor": "middle"}, middle = (top + bottom) / 2;
    add("text", {...label, x: (left + right) / 2, y: height - 8}, across.label);
    add("text", {...label, x: 16, y: middle, transform: `rotate(-90 16 ${middle})`}, up.label);

    let path = "", pen = "M";
    points = across.values.map((x, i) => {
      const y = up.values[i];
      if (x === null || y === null) {
        pen = "M";
        return null;
      }
      const point = [toX(x), toY(y)];
      path += pen + point[0].toFixed(1) + " " + point[1].toFixed(1);
      pen = "L";
      return point;
    });
    add("path", {class: "curve", d: path});
    const start = points.find(point => point !== null);
    if (start) add("circle", {class: "start", cx: start[0], cy: start[1], r: 4}).appendChild(
        document.createElementNS(namespace, "title")).textContent = "start";
  }

  function nearest(event) {
    const box = svg.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    let best = null, distance = 60 * 60;
    points.forEach((point, i) => {
      const d = point === null ? Infinity : (point[0] - x) ** 2 + (point[1] - y) ** 2;
      if (d < distance) [best, distance] = [i, d];
    });
    return best;
  }

  svg.addEventListener("mousemove", event => {
    const index = nearest(event);
    svg.querySelectorAll(".here").forEach(node => node.remove());
    if (index !== null) add("circle", {class: "here", cx: points[index][0], cy: points[index][1], r: 5});
    onHover(index);
  });
  svg.addEventListener("mouseleave", () => {
    svg.querySelectorAll(".here").forEach(node => node.remove());
    onHover(null);
  });
  draw();
  return {redraw: draw};
}
