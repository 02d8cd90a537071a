// An incidence matrix on a canvas, to be looked at closely: moved, zoomed, and asked what a place means.
//
// Positions are in cells; `scale` is pixels a cell. Only what is visible is drawn. Of a matrix that is given
// as a density, a cell is a rectangle of many equations and unknowns.
"use strict";
function MatrixView(card, matrix, describe, goTo) {
  const canvas = card.querySelector("canvas"), readout = card.querySelector(".readout");
  const density = matrix.density;
  const numRows = density ? density.row_bins : matrix.rows;
  const numColumns = density ? density.column_bins : matrix.columns;
  const margin = density ? {left: 8, top: 8} : {left: 96, top: 84};
  const mostScale = MatrixView.mostScale, labelScale = 11;
  const view = {scale: 1, x: 0, y: 0, width: 0, height: 0};
  let cursor = null, held = false, found = null, colors = {}, waiting = false;

  function css(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }
  function readColors() {
    for (const name of ["card", "ink", "soft", "line", "cell", "matched", "derivative", "differentiated",
                        "differentiated-ink", "residual", "residual-ink", "tearing", "tearing-ink", "removed",
                        "removed-ink", "block", "found", "here", "backdrop"]) colors[name] = css(name);
  }

  function fitScale() {
    const width = view.width - margin.left - 2, height = view.height - margin.top - 2;
    return Math.min(width / Math.max(numColumns, 1), height / Math.max(numRows, 1), mostScale);
  }
  function keepInside() {
    const columns = (view.width - margin.left) / view.scale, rows = (view.height - margin.top) / view.scale;
    view.x = Math.max(0, Math.min(view.x, numColumns - columns + 0.5));
    view.y = Math.max(0, Math.min(view.y, numRows - rows + 0.5));
  }
  function fit() { view.scale = fitScale(); view.x = view.y = 0; redraw(); }
  function zoom(factor, px, py) {
    const column = view.x + (px - margin.left) / view.scale, row = view.y + (py - margin.top) / view.scale;
    view.scale = Math.max(fitScale(), Math.min(view.scale * factor, mostScale));
    view.x = column - (px - margin.left) / view.scale;
    view.y = row - (py - margin.top) / view.scale;
    keepInside();
    redraw();
  }
  function zoomCentre(factor) { zoom(factor, (view.width + margin.left) / 2, (view.height + margin.top) / 2); }

  const left = column => margin.left + (column - view.x) * view.scale;
  const top = row => margin.top + (row - view.y) * view.scale;
  function visible() {
    const rows = (view.height - margin.top) / view.scale, columns = (view.width - margin.left) / view.scale;
    return {firstRow: Math.max(0, Math.floor(view.y)), endRow: Math.min(numRows, Math.ceil(view.y + rows)),
            firstColumn: Math.max(0, Math.floor(view.x)), endColumn: Math.min(numColumns, Math.ceil(view.x + columns))};
  }

  // --- drawing ---
  const rowColors = [null, "differentiated", null, "differentiated", "removed"];
  const entryColors = ["cell", "matched", "derivative"];

  function drawBands(pen, range) {
    const right = Math.min(view.width, left(numColumns)), bottom = Math.min(view.height, top(numRows));
    const size = Math.max(view.scale, 1);
    for (let row = range.firstRow; row < range.endRow; ++row) {
      const mark = matrix.row_marks[row], isFound = found && found.rows.has(row);
      if (!rowColors[mark] && !isFound) continue;
      pen.fillStyle = colors[isFound ? "found" : rowColors[mark]];
      pen.fillRect(margin.left, top(row), right - margin.left, size);
    }
    drawTearing(pen);
    pen.globalAlpha = 0.75;
    for (let column = range.firstColumn; column < range.endColumn; ++column) {
      const isFound = found && found.columns.has(column);
      if (matrix.column_marks[column] !== 2 && !isFound) continue;
      pen.fillStyle = colors[isFound ? "found" : "removed"];
      pen.fillRect(left(column), margin.top, size, bottom - margin.top);
    }
    pen.globalAlpha = 1;
  }
  // Torn variables and residual equations are such within their block.
  function drawTearing(pen) {
    pen.globalAlpha = 0.8;
    for (const block of matrix.blocks || []) {
      const size = block.end - block.begin, inner = size - block.tearing;
      if (inner === 0 || block.tearing === 0 || top(block.begin) > view.height || top(block.end) < margin.top) continue;
      pen.fillStyle = colors.residual;
      pen.fillRect(left(block.begin), top(block.begin + inner), size * view.scale, block.tearing * view.scale);
      pen.fillStyle = colors.tearing;
      pen.fillRect(left(block.begin + inner), top(block.begin), block.tearing * view.scale, size * view.scale);
    }
    pen.globalAlpha = 1;
  }
  function drawGrid(pen, range) {
    if (view.scale < labelScale) return;
    pen.strokeStyle = colors.line;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let row = range.firstRow; row <= range.endRow; ++row) {
      pen.moveTo(margin.left, Math.round(top(row)) + 0.5);
      pen.lineTo(left(range.endColumn), Math.round(top(row)) + 0.5);
    }
    for (let column = range.firstColumn; column <= range.endColumn; ++column) {
      pen.moveTo(Math.round(left(column)) + 0.5, margin.top);
      pen.lineTo(Math.round(left(column)) + 0.5, top(range.endRow));
    }
    pen.stroke();
  }
  function drawEntries(pen, range) {
    const gap = view.scale >= 8 ? Math.min(5, view.scale * 0.16) : 0, size = Math.max(view.scale - 2 * gap, 1);
    for (let mark = 0; mark < entryColors.length; ++mark) {
      pen.fillStyle = colors[entryColors[mark]];
      for (let row = range.firstRow; row < range.endRow; ++row) {
        for (let i = matrix.row_starts[row]; i < matrix.row_starts[row + 1]; ++i) {
          const column = matrix.entry_columns[i];
          if (matrix.entry_marks[i] !== mark || column < range.firstColumn || column >= range.endColumn) continue;
          pen.fillRect(left(column) + gap, top(row) + gap, size, size);
        }
      }
    }
  }
  function drawDensity(pen, range) {
    let most = 1;
    for (let i = 2; i < density.cells.length; i += 3) most = Math.max(most, density.cells[i]);
    pen.fillStyle = colors.matched;
    for (let i = 0; i < density.cells.length; i += 3) {
      const [row, column, count] = density.cells.slice(i, i + 3);
      if (row < range.firstRow || row >= range.endRow) continue;
      pen.globalAlpha = 0.35 + 0.65 * Math.log1p(count) / Math.log1p(most);
      pen.fillRect(left(column), top(row), Math.max(view.scale, 1), Math.max(view.scale, 1));
    }
    pen.globalAlpha = 1;
  }
  function drawBlocks(pen) {
    const rows = density ? numRows / matrix.rows : 1;
    for (const block of matrix.blocks || []) {
      const begin = block.begin * rows, size = (block.end - block.begin) * rows * view.scale;
      if (block.end - block.begin === 1 ? view.scale < 5 : size < 2) continue;
      if (top(begin) > view.height || top(begin) + size < margin.top) continue;
      pen.strokeStyle = block.end - block.begin > 1 ? colors.block : colors.soft;
      pen.lineWidth = block.end - block.begin > 1 ? 2 : 1;
      pen.strokeRect(left(begin), top(begin), size, size);
    }
  }
  function drawCursor(pen) {
    if (!cursor) return;
    pen.strokeStyle = colors.here;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.9;
    const size = Math.max(view.scale, 2);
    pen.strokeRect(margin.left, top(cursor.row), Math.min(view.width, left(numColumns)) - margin.left, size);
    pen.strokeRect(left(cursor.column), margin.top, size, Math.min(view.height, top(numRows)) - margin.top);
    pen.globalAlpha = 1;
  }
  function shortened(pen, text, width) {
    if (pen.measureText(text).width <= width) return text;
    let end = text.length;
    while (end > 1 && pen.measureText(text.slice(0, end) + "…").width > width) --end;
    return text.slice(0, end) + "…";
  }
  function drawLabels(pen, range) {
    if (density) return;
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const every = Math.max(1, Math.ceil(14 / view.scale));
    for (let row = Math.ceil(range.firstRow / every) * every; row < range.endRow; row += every) {
      if (top(row) + view.scale / 2 < margin.top) continue;
      const mark = matrix.row_marks[row];
      pen.fillStyle = [colors.soft, colors["differentiated-ink"], colors["residual-ink"],
                       colors["residual-ink"], colors["removed-ink"]][mark];
      pen.textAlign = "right";
      pen.fillText(shortened(pen, describe.rowLabel(row), margin.left - 10), margin.left - 5, top(row) + view.scale / 2);
    }
    for (let column = Math.ceil(range.firstColumn / every) * every; column < range.endColumn; column += every) {
      if (left(column) + view.scale / 2 < margin.left) continue;
      pen.fillStyle = [colors.soft, colors["tearing-ink"], colors["removed-ink"]][matrix.column_marks[column]];
      pen.save();
      pen.translate(left(column) + view.scale / 2, margin.top - 5);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "left";
      pen.fillText(shortened(pen, matrix.names[column], margin.top - 10), 0, 0);
      pen.restore();
    }
  }
  function draw() {
    waiting = false;
    const ratio = devicePixelRatio || 1, pen = canvas.getContext("2d");
    if (canvas.width !== Math.round(view.width * ratio) || canvas.height !== Math.round(view.height * ratio)) {
      canvas.width = Math.round(view.width * ratio);
      canvas.height = Math.round(view.height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colors.card;
    pen.fillRect(0, 0, view.width, view.height);
    const range = visible();
    pen.save();
    pen.beginPath();
    pen.rect(margin.left, margin.top, view.width - margin.left, view.height - margin.top);
    pen.clip();
    if (density) drawDensity(pen, range);
    else {
      drawBands(pen, range);
      drawGrid(pen, range);
      drawEntries(pen, range);
    }
    drawBlocks(pen);
    drawCursor(pen);
    pen.restore();
    drawLabels(pen, range);
    pen.strokeStyle = colors.soft;
    pen.lineWidth = 1;
    pen.strokeRect(margin.left - 0.5, margin.top - 0.5, Math.min(view.width - margin.left, left(numColumns) - margin.left) + 0.5,
                   Math.min(view.height - margin.top, top(numRows) - margin.top) + 0.5);
  }
  function redraw() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }

  // --- what a place means ---
  function entryAt(row, column) {
    for (let i = matrix.row_starts[row]; i < matrix.row_starts[row + 1]; ++i) {
      if (matrix.entry_columns[i] === column) return matrix.entry_marks[i];
    }
    return null;
  }
  function densityAt(row, column) {
    for (let i = 0; i < density.cells.length; i += 3) {
      if (density.cells[i] === row && density.cells[i + 1] === column) return density.cells[i + 2];
    }
    return 0;
  }
  const bounds = (bin, bins, all) => `${Math.ceil(bin * all / bins) + 1} to ${Math.ceil((bin + 1) * all / bins)}`;
  function line(key, text) {
    const node = document.createElement("div"), label = document.createElement("span");
    label.className = "key";
    label.textContent = key;
    node.append(label, text);
    return node;
  }
  function tell() {
    if (!cursor) {
      readout.textContent = numRows ? "Point at the matrix: the equation and the unknown are shown here." : "There are no equations.";
    } else if (density) {
      readout.replaceChildren(line("equations", bounds(cursor.row, numRows, matrix.rows)),
                              line("unknowns", bounds(cursor.column, numColumns, matrix.columns)),
                              line("entries", String(densityAt(cursor.row, cursor.column))));
    } else {
      readout.replaceChildren(...describe.place(cursor.row, cursor.column, entryAt(cursor.row, cursor.column))
                                         .map(([key, text]) => line(key, text)));
      readout.scrollTop = 0;
    }
  }
  function setCursor(next) {
    cursor = next;
    tell();
    redraw();
  }
  function placeAt(event) {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor(view.x + (event.clientX - box.left - margin.left) / view.scale);
    const row = Math.floor(view.y + (event.clientY - box.top - margin.top) / view.scale);
    const inside = event.clientX - box.left >= margin.left && event.clientY - box.top >= margin.top &&
                   row < numRows && column < numColumns;
    return inside ? {row, column} : null;
  }
  function showCursor() {
    const rows = (view.height - margin.top) / view.scale - 1, columns = (view.width - margin.left) / view.scale - 1;
    view.x = Math.min(cursor.column, Math.max(view.x, cursor.column - columns));
    view.y = Math.min(cursor.row, Math.max(view.y, cursor.row - rows));
    keepInside();
  }

  // --- pointer and keys ---
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    drag = {px: event.clientX, py: event.clientY, x: view.x, y: view.y, moved: false};
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", event => {
    if (drag) {
      const dx = event.clientX - drag.px, dy = event.clientY - drag.py;
      drag.moved = drag.moved || Math.hypot(dx, dy) > 4;
      view.x = drag.x - dx / view.scale;
      view.y = drag.y - dy / view.scale;
      keepInside();
      redraw();
    } else if (!held) {
      setCursor(placeAt(event));
    }
  });
  canvas.addEventListener("pointerup", event => {
    if (drag && !drag.moved) {
      const place = placeAt(event);
      held = place !== null && !(held && cursor && place.row === cursor.row && place.column === cursor.column);
      setCursor(place);
    }
    drag = null;
  });
  canvas.addEventListener("pointerleave", () => { if (!held && !drag) setCursor(null); });
  canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * 0.003), event.clientX - box.left, event.clientY - box.top);
  }, {passive: false});
  canvas.addEventListener("dblclick", event => {
    const box = canvas.getBoundingClientRect();
    zoom(event.shiftKey ? 0.4 : 2.5, event.clientX - box.left, event.clientY - box.top);
  });
  canvas.addEventListener("keydown", event => {
    const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
    if (steps[event.key] && numRows && numColumns) {
      const reach = event.shiftKey ? 10 : 1, from = cursor || {row: 0, column: 0};
      const by = cursor ? steps[event.key] : [0, 0];
      held = true;
      cursor = {row: Math.max(0, Math.min(numRows - 1, from.row + by[0] * reach)),
                column: Math.max(0, Math.min(numColumns - 1, from.column + by[1] * reach))};
      showCursor();
      setCursor(cursor);
    } else if (event.key === "+" || event.key === "=") zoomCentre(1.5);
    else if (event.key === "-") zoomCentre(1 / 1.5);
    else if (event.key === "0") fit();
    else if (event.key === "Escape") { held = false; setCursor(null); }
    else if (event.key === "Enter" && cursor && !density) goTo(cursor.row);
    else return;
    event.preventDefault();
  });
  for (const [label, name, action] of [["−", "Zoom out", () => zoomCentre(1 / 1.5)], ["+", "Zoom in", () => zoomCentre(1.5)],
                                       ["Fit", "Show the whole matrix", fit]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.setAttribute("aria-label", name);
    button.addEventListener("click", action);
    card.querySelector(".zoom").append(button);
  }

  function resize() {
    const box = canvas.getBoundingClientRect();
    const whole = view.width === 0 || view.scale <= fitScale() * 1.001;
    view.width = box.width;
    view.height = box.height;
    if (whole) view.scale = fitScale();
    keepInside();
    draw();
  }
  function recolor() { readColors(); resize(); }
  readColors();
  resize();
  tell();
  new ResizeObserver(resize).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  matchMedia("print").addEventListener("change", recolor);
  canvas.setAttribute("aria-label", `Incidence matrix, ${matrix.rows} equations by ${matrix.columns} unknowns, ${matrix.entries} entries`);
  card.querySelector(".size").textContent = `${matrix.rows} × ${matrix.columns}, ${matrix.entries} entries`;
  if (density) {
    card.querySelector(".about").textContent +=
      ` Too large to draw every entry: each point stands for up to ${Math.ceil(matrix.rows / numRows)} × ${Math.ceil(matrix.columns / numColumns)} places.`;
  }
  return {
    // Rows and columns to show as found; null: none.
    setFound(next) { found = density ? null : next; redraw(); },
  };
}
MatrixView.mostScale = 40;
// High enough for a small matrix, before anything is drawn.
MatrixView.heightFor = function (rows) { return Math.max(240, Math.min(560, 84 + rows * MatrixView.mostScale + 12)); };
