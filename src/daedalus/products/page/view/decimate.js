// Reduces a curve to few points that look the same. Each cell of a few pixels keeps its smallest and its
// largest value. Extremes of blocks of points are precomputed, so a window costs as much as its pixels, not
// as its points.
const blockSize = 128;

class Extremes {
  constructor(values) {
    this.values = values;
    const count = Math.ceil(values.length / blockSize);
    this.least = new Float64Array(count).fill(Infinity);
    this.greatest = new Float64Array(count).fill(-Infinity);
    for (let i = 0; i < values.length; ++i) {
      const b = Math.floor(i / blockSize), value = values[i];
      if (value < this.least[b]) this.least[b] = value;
      if (value > this.greatest[b]) this.greatest[b] = value;
    }
  }

  // Of the points [begin, end); [Infinity, -Infinity] if there are none.
  between(begin, end) {
    let least = Infinity, greatest = -Infinity;
    const look = (low, high) => {
      if (low < least) least = low;
      if (high > greatest) greatest = high;
    };
    let i = begin;
    while (i < end) {
      if (i % blockSize === 0 && i + blockSize <= end) {
        look(this.least[i / blockSize], this.greatest[i / blockSize]);
        i += blockSize;
      } else {
        look(this.values[i], this.values[i]);
        ++i;
      }
    }
    return [least, greatest];
  }
}

const extremesOf = new WeakMap();
function extremes(values) {
  let found = extremesOf.get(values);
  if (!found) extremesOf.set(values, found = new Extremes(values));
  return found;
}

// The points to draw for a window: all of them if they are few, otherwise two for each cell of `size` pixels.
// The k-th cell has the points [spans[k], spans[k + 1]). Cells begin at multiples of their width, so curves
// do not flicker when the window moves.
function cellsOf(times, [low, high], pixels, size) {
  const begin = Math.max(0, lastAtOrBefore(times, low) - 1);
  const end = Math.min(times.length, lastAtOrBefore(times, high) + 3);
  if (end - begin <= 2 * pixels) return {times: times.subarray(begin, end), begin, end, spans: null};
  const count = Math.ceil(pixels / size), width = (high - low) / count;
  const first = Math.floor(low / width);
  const out = [], spans = [];
  for (let k = 0; k <= count + 1; ++k) {
    const at = (first + k) * width;
    spans.push(firstAtOrAfter(times, at, k === 0 ? 0 : spans[k - 1]));
    if (k <= count) out.push(at + 0.25 * width, at + 0.75 * width);
  }
  return {times: out, begin, end, spans};
}

function firstAtOrAfter(times, time, from) {
  let low = from, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1; else high = middle;
  }
  return low;
}

// True if the curve stays within `height` of its trend in each cell. Then larger cells look the same.
function isSmooth(values, {spans}, height) {
  const blocks = extremes(values);
  for (let k = 0; k + 1 < spans.length; ++k) {
    const begin = spans[k], end = spans[k + 1];
    if (begin >= end) continue;
    const [least, greatest] = blocks.between(begin, end);
    if (greatest - least > Math.abs(values[end - 1] - values[begin]) + height) return false;
  }
  return true;
}

// One point for each cell, for smooth curves.
function firstOfCells(times, {spans}) {
  const points = [];
  for (let k = 0; k + 1 < spans.length; ++k) if (spans[k] < spans[k + 1]) points.push(spans[k]);
  const last = spans.at(-1);
  points.push(Math.min(last, times.length - 1));
  return {times: points.map(i => times[i]), points, spans: null};
}

// The values at the times of the cells; null where there are none.
function valuesInCells(values, sign, cells) {
  const out = [];
  if (cells.points) return cells.points.map(i => finiteOrNull(sign * values[i]));
  if (!cells.spans) {
    for (let i = cells.begin; i < cells.end; ++i) out.push(finiteOrNull(sign * values[i]));
    return out;
  }
  const blocks = extremes(values);
  for (let k = 0; k + 1 < cells.spans.length; ++k) {
    const begin = cells.spans[k], end = cells.spans[k + 1];
    if (begin >= end) {
      out.push(null, null);
      continue;
    }
    const [least, greatest] = blocks.between(begin, end);
    // A rising curve is drawn from its smallest to its largest value.
    const [first, second] = values[begin] <= values[end - 1] ? [least, greatest] : [greatest, least];
    out.push(finiteOrNull(sign * first), finiteOrNull(sign * second));
  }
  return out;
}

function finiteOrNull(value) { return Number.isFinite(value) ? value : null; }
