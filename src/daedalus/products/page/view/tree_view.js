// The drawing for a class without a diagram: components as boxes, connections as lines. Components are placed
// in the order in which connections reach them, so connected ones are near each other.
const boxWidth = 132, boxHeight = 58, gapX = 104, gapY = 46;

// The connections between direct parts of a component: [part, part, from, to]. "" is the component itself.
function connectionsWithin(facts, level) {
  const out = [];
  for (const [from, to] of facts.data.connections) {
    if (!isInside(from, level) || !isInside(to, level)) continue;
    const [a, b] = [from, to].map(path => partBelow(facts, level, path));
    if (a !== b) out.push([a, b, from, to]);
  }
  return out;
}

// The direct part of `level` that owns a connector; "" if the level itself does.
function partBelow(facts, level, path) {
  const rest = level === "" ? path : path.slice(level.length + 1);
  const parts = partsOf(rest);
  const part = joined(level, parts[0]);
  const component = facts.components.get(part);
  return parts.length === 1 && component && component.isConnector ? "" : part;
}

function orderByConnections(parts, connections) {
  const neighbours = new Map(parts.map(part => [part, []]));
  for (const [a, b] of connections) {
    if (neighbours.has(a) && neighbours.has(b)) {
      neighbours.get(a).push(b);
      neighbours.get(b).push(a);
    }
  }
  const order = [], seen = new Set();
  for (const start of parts) {
    const open = seen.has(start) ? [] : [start];
    seen.add(start);
    while (open.length > 0) {
      const part = open.shift();
      order.push(part);
      for (const next of neighbours.get(part)) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
    }
  }
  return order;
}

// Rows alternate their direction, so that neighbours in the order stay neighbours in the drawing.
// The number of rows gives the drawing about the shape of its place.
function placesOf(order, aspect) {
  const columns = Math.max(1, Math.round(Math.sqrt(order.length * aspect * (boxHeight + gapY) / (boxWidth + gapX))));
  return new Map(order.map((part, i) => {
    const row = Math.floor(i / columns), step = i % columns;
    const column = row % 2 === 0 ? step : columns - 1 - step;
    return [part, [column * (boxWidth + gapX), row * (boxHeight + gapY)]];
  }));
}

function boxOf(part, [x, y], isOpenable) {
  const group = svgElement("g", {"data-component": lastPartOf(part), class: isOpenable ? "box openable" : "box", transform: `translate(${x} ${y})`});
  const name = lastPartOf(part);
  group.append(svgElement("rect", {width: boxWidth, height: boxHeight, rx: 9}),
               svgElement("text", {x: boxWidth / 2, y: 22, "text-anchor": "middle"}, name.length > 18 ? name.slice(0, 17) + "…" : name),
               svgElement("title", {}, part));
  return group;
}

// A line that goes around the boxes between its ends.
function lineBetween(x1, y1, x2, y2) {
  const stepX = boxWidth + gapX, stepY = boxHeight + gapY;
  if (y1 === y2 && Math.abs(x1 - x2) > stepX) {
    const y = y1 + boxHeight / 2 + gapY / 2;
    return `M${x1} ${y1}C${x1} ${y + 12} ${x2} ${y + 12} ${x2} ${y2}`;
  }
  if (x1 === x2 && Math.abs(y1 - y2) > stepY) {
    const x = x1 + boxWidth / 2 + gapX / 2;
    return `M${x1} ${y1}C${x + 24} ${y1} ${x + 24} ${y2} ${x2} ${y2}`;
  }
  if (x1 === x2 || y1 === y2) return `M${x1} ${y1}L${x2} ${y2}`;
  return `M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`;
}

function wireOf(places, [a, b, from, to], level) {
  const [ax, ay] = places.get(a), [bx, by] = places.get(b);
  const cx = boxWidth / 2, cy = boxHeight / 2;
  const shown = path => level === "" ? path : path.slice(level.length + 1);
  const x1 = ax + cx, y1 = ay + cy, x2 = bx + cx, y2 = by + cy;
  const d = lineBetween(x1, y1, x2, y2);
  const wire = svgElement("path", {class: "wire", d, "data-connects": `${shown(from)} ${shown(to)}`});
  wire.append(svgElement("title", {}, `${from} — ${to}`));
  return wire;
}

// null if there are no parts, or too many to draw.
function treeDrawing(facts, level, aspect, most = 120) {
  const parts = facts.components.get(level).children.filter(child => !child.isConnector).map(child => child.path);
  if (parts.length === 0 || parts.length > most) return null;
  const connections = connectionsWithin(facts, level);
  const places = placesOf(orderByConnections(parts, connections), aspect);
  const width = Math.max(...[...places.values()].map(([x]) => x)) + boxWidth;
  const height = Math.max(...[...places.values()].map(([, y]) => y)) + boxHeight;
  const right = [...places.values()].every(([x]) => x === 0) ? gapX : 12;  // of one column: lines go around it
  const svg = svgElement("svg", {class: "tree", viewBox: `-12 -12 ${width + 12 + right} ${height + 24}`});
  const seen = new Set();
  for (const connection of connections) {
    if (connection[0] === "" || connection[1] === "") continue;
    const pair = connection.slice(0, 2).sort().join("\n");
    if (seen.has(pair)) continue;
    seen.add(pair);
    svg.append(wireOf(places, connection, level));
  }
  for (const [part, at] of places) svg.append(boxOf(part, at, isOpenable(facts, part)));
  return svg;
}

function isOpenable(facts, part) {
  const component = facts.components.get(part);
  return Boolean(component) && (component.children.some(child => !child.isConnector) || Object.hasOwn(facts.data.diagrams, part));
}
