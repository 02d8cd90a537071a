// What dygraphs draws for a window: rows of few points (decimate.js), and bands where curves are dense.

// A curve that goes up and down within each cell becomes a band. Rectangles on whole pixels draw much faster
// than as many slanted lines.
function drawBand({drawingContext: context, points, color}) {
  const drawn = points.filter(point => Number.isFinite(point.canvasy));
  context.fillStyle = color;
  context.globalAlpha = 0.8;
  let last = null;
  for (let k = 0; k + 1 < drawn.length; k += 2) {
    const a = drawn[k], b = drawn[k + 1], width = 2 * (b.canvasx - a.canvasx);
    let top = Math.min(a.canvasy, b.canvasy), bottom = Math.max(a.canvasy, b.canvasy);
    const own = {top, bottom};
    if (last) {
      top = Math.min(top, last.bottom);
      bottom = Math.max(bottom, last.top);
    }
    last = own;
    const left = Math.round(a.canvasx - width / 4);
    context.fillRect(left, Math.floor(top - 0.5), Math.max(1, Math.round(a.canvasx + 0.75 * width) - left), Math.ceil(bottom - top + 1.5));
  }
  context.globalAlpha = 1;
}

// Rows [time, one value for each curve], as dygraphs needs them. Curves of several results have different
// times, which are merged here.
function rowsOf(curves, window, pixels, {height, coarse, fine}) {
  const grids = new Map();
  curves.forEach((curve, k) => {
    if (!grids.has(curve.times)) grids.set(curve.times, []);
    grids.get(curve.times).push([k + 1, curve]);
  });
  const rows = [];
  for (const [times, members] of grids) {
    let cells = cellsOf(times, window, pixels, coarse);
    const isDense = cells.spans !== null && !members.every(([, {values}]) => isSmooth(values, cells, height));
    if (isDense && fine !== coarse) cells = cellsOf(times, window, pixels, fine);
    if (cells.spans && !isDense) cells = firstOfCells(times, cells);
    for (const [, curve] of members) curve.isDense = isDense;
    const columns = members.map(([k, {values, sign}]) => [k, valuesInCells(values, sign, cells)]);
    for (let i = 0; i < cells.times.length; ++i) {
      const row = new Array(curves.length + 1).fill(null);
      row[0] = cells.times[i];
      for (const [k, values] of columns) row[k] = values[i];
      rows.push(row);
    }
  }
  if (grids.size > 1) rows.sort((a, b) => a[0] - b[0]);
  return rows.length > 0 ? rows : [[window[0], ...curves.map(() => null)]];
}

function rangeOfRows(rows, panel) {
  let low = Infinity, high = -Infinity;
  for (const row of rows) {
    for (let k = 1; k < row.length; ++k) {
      if (row[k] === null) continue;
      low = Math.min(low, row[k]);
      high = Math.max(high, row[k]);
    }
  }
  return low <= high ? [low, high] : [panel.low, panel.high];
}
