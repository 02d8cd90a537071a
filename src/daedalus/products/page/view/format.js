// Numbers as people read them.
function formatNumber(value, digits = 5) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const far = size !== 0 && (size < 1e-4 || size >= 1e6);
  const text = far ? value.toExponential(digits - 1) : value.toPrecision(digits);
  const short = text.includes(".") ? text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "") : text;
  return short.replace("e+", "e").replaceAll("-", "−");
}

// Rounding noise of a tick near zero must not read 1.2e-17.
function formatTick(value, step) { return formatNumber(Math.abs(value) < 1e-9 * step ? 0 : value); }

function withUnit(text, unit) { return unit ? `${text} ${unit}` : text; }

function counted(count, what) { return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`; }
