// The structure digraph of a small system, in two ways: blocks with what they need, in layers from the first
// to the last computed; or equations and unknowns on two sides, as textbooks draw it.
"use strict";
function StructureGraph(data, goTo) {
  const most = 60, after = data.after, blocks = data.blocks;
  const svg = document.getElementById("graph"), about = document.getElementById("graph-about");
  const space = svg.namespaceURI;
  let items = [], edges = [];  // {node, rows} and {path, from, to}

  function make(kind, attributes, parent) {
    const node = document.createElementNS(space, kind);
    for (const name in attributes) node.setAttribute(name, attributes[name]);
    if (parent) parent.append(node);
    return node;
  }
  function label(parent, x, y, text, attributes, length) {
    const node = make("text", {x, y, "dominant-baseline": "central", ...attributes}, parent);
    node.textContent = text.length > length ? text.slice(0, length - 1) + "…" : text;
    return node;
  }
  function clear(width, height) {
    svg.replaceChildren();
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const marker = make("marker", {id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"},
                        make("defs", {}, svg));
    make("path", {d: "M0 0.8 L7.5 4 L0 7.2 z", fill: "var(--cell)"}, marker);
    items = [];
    edges = [];
  }
  function columnsOf(row) { return after.entry_columns.slice(after.row_starts[row], after.row_starts[row + 1]); }

  // An item lights up with its edges and neighbours, by pointer or by focus.
  function addItem(key, title, rows) {
    const node = make("g", {class: "item", tabindex: 0, role: "button", "aria-label": title}, svg);
    make("title", {}, node).textContent = title;
    items.push({key, node, rows});
    const light = () => {
      svg.classList.add("picking");
      node.classList.add("picked");
      for (const edge of edges) {
        if (edge.from !== key && edge.to !== key) continue;
        edge.path.classList.add("picked");
        for (const item of items) if (item.key === edge.from || item.key === edge.to) item.node.classList.add("picked");
      }
    };
    const dim = () => {
      svg.classList.remove("picking");
      for (const picked of svg.querySelectorAll(".picked")) picked.classList.remove("picked");
    };
    node.addEventListener("pointerenter", light);
    node.addEventListener("pointerleave", dim);
    node.addEventListener("focus", light);
    node.addEventListener("blur", dim);
    node.addEventListener("click", () => goTo(rows[0]));
    node.addEventListener("keydown", event => { if (event.key === "Enter") goTo(rows[0]); });
    return node;
  }
  function addEdge(d, from, to, attributes) {
    edges.push({path: make("path", {d, class: "edge", ...attributes}, svg), from, to});
  }

  // --- equations and unknowns ---
  function drawEquations() {
    const step = 25, leftX = 470, rightX = 760, n = after.rows;
    clear(960, n * step + 16);
    const y = i => 8 + step * (i + 0.5);
    for (let row = 0; row < n; ++row) {
      for (const column of columnsOf(row)) {
        addEdge(`M${leftX} ${y(row)} L${rightX} ${y(column)}`, "e" + row, "u" + column,
                column === row ? {class: "edge matched"} : {});
      }
    }
    for (let i = 0; i < n; ++i) {
      const mark = after.row_marks[i], text = after.equations[i].text;
      const equation = addItem("e" + i, text, [i]);
      make("circle", {class: "node" + (mark === 1 ? " differentiated" : mark >= 2 ? " residual" : ""), cx: leftX, cy: y(i), r: 6}, equation);
      label(equation, leftX - 14, y(i), text, {"text-anchor": "end"}, 66);
      const unknown = addItem("u" + i, after.names[i], [i]);
      make("circle", {class: "node" + (after.column_marks[i] === 1 ? " tearing" : ""), cx: rightX, cy: y(i), r: 6}, unknown);
      label(unknown, rightX + 14, y(i), after.names[i], {}, 28);
    }
    about.textContent = "Equations on the left, unknowns on the right, a line where an unknown appears. The thick line says what an equation is solved for.";
  }

  // --- blocks ---
  function needsOfBlocks() {
    const blockOf = [];
    blocks.forEach((block, b) => { for (let i = block.begin; i < block.end; ++i) blockOf[i] = b; });
    return blocks.map((block, b) => {
      const needs = new Set();
      for (let row = block.begin; row < block.end; ++row) for (const column of columnsOf(row)) needs.add(blockOf[column]);
      needs.delete(b);
      return needs;
    });
  }
  // Without those needs that follow from others.
  function direct(needs) {
    const reach = [];
    needs.forEach((set, b) => {
      reach[b] = new Set(set);
      for (const a of set) for (const far of reach[a]) reach[b].add(far);
    });
    return needs.map(set => new Set([...set].filter(a => ![...set].some(other => reach[other].has(a)))));
  }
  function layersOf(needs) {
    const level = [], layers = [];
    needs.forEach((set, b) => {
      level[b] = set.size ? 1 + Math.max(...[...set].map(a => level[a])) : 0;
      (layers[level[b]] = layers[level[b]] || []).push(b);
    });
    return layers;
  }
  // Each layer in the order of the mean places of its neighbours, a few times down and up.
  function untangle(layers, needs) {
    const place = [], neighbours = needs.map(() => []);
    needs.forEach((set, b) => { for (const a of set) { neighbours[b].push(a); neighbours[a].push(b); } });
    const number = () => layers.forEach(layer => layer.forEach((b, i) => { place[b] = (i + 0.5) / layer.length; }));
    const mean = b => neighbours[b].length ? neighbours[b].reduce((sum, a) => sum + place[a], 0) / neighbours[b].length : place[b];
    number();
    for (let sweep = 0; sweep < 6; ++sweep) {
      for (const layer of sweep % 2 ? [...layers].reverse() : layers) {
        const key = new Map(layer.map(b => [b, mean(b)]));
        layer.sort((a, b) => key.get(a) - key.get(b) || a - b);
        number();
      }
    }
  }
  function drawBlocks() {
    const width = 132, height = 40, gapX = 22, gapY = 44;
    const needs = direct(needsOfBlocks()), layers = layersOf(needs);
    untangle(layers, needs);
    const widest = Math.max(...layers.map(layer => layer.length)), total = Math.max(widest * (width + gapX) + 24, 320);
    clear(total, layers.length * (height + gapY) - gapY + 24);
    const x = [], y = [];
    layers.forEach((layer, l) => layer.forEach((b, i) => {
      x[b] = total / 2 + (i - (layer.length - 1) / 2) * (width + gapX);
      y[b] = 12 + l * (height + gapY);
    }));
    needs.forEach((set, b) => {
      for (const a of set) {
        const y0 = y[a] + height, y1 = y[b] - 2, bend = Math.max(20, (y1 - y0) * 0.45);
        addEdge(`M${x[a]} ${y0} C${x[a]} ${y0 + bend} ${x[b]} ${y1 - bend} ${x[b]} ${y1}`, a, b, {"marker-end": "url(#arrow)"});
      }
    });
    blocks.forEach((block, b) => {
      const size = block.end - block.begin, isLoop = block.kind !== "assignment";
      const names = after.names.slice(block.begin, block.end).join(", ");
      const rows = [...Array(size).keys()].map(i => block.begin + i);
      const item = addItem(b, `Block ${block.number}, ${block.kind}: ${names}`, rows);
      make("rect", {class: "node" + (isLoop ? " loop" : ""), x: x[b] - width / 2, y: y[b], width, height, rx: 9}, item);
      label(item, x[b], y[b] + 14, names, {"text-anchor": "middle"}, 18);
      label(item, x[b], y[b] + 29, isLoop ? `${block.kind}, ${size}; ${block.method}` : `block ${block.number}`,
            {"text-anchor": "middle", class: "small"}, 24);
    });
    about.textContent = "An arrow goes from a block to those that need its result; needs that follow from others are left out. States are known, and not drawn.";
  }

  function setFound(names) {
    for (const item of items) {
      const isEquation = String(item.key).startsWith("e");
      const hit = names && item.rows.some(row => isEquation ? names.rows.has(row) : names.columns.has(row));
      item.node.classList.toggle("found", Boolean(hit));
    }
  }

  const modes = document.getElementById("graph-modes");
  if (after.density || after.rows > most || after.rows === 0) {
    modes.hidden = true;
    modes.style.display = "none";
    svg.remove();
    about.textContent = after.rows === 0 ? "There are no equations." : `Drawn for up to ${most} equations; this system has ${after.rows}. The matrix above shows the same.`;
    return {setFound() {}};
  }
  let found = null;
  const draw = mode => { (mode === "blocks" ? drawBlocks : drawEquations)(); setFound(found); };
  modes.addEventListener("change", event => draw(event.target.value));
  draw("blocks");
  return {setFound(next) { found = next; setFound(found); }};
}
