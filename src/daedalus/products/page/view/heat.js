// The colours of a quantity from its smallest to its largest value: viridis, which colour-blind readers can
// tell apart too.
const heatColors = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

function heatColor(share) {
  const at = Math.max(0, Math.min(1, share)) * (heatColors.length - 1), k = Math.min(heatColors.length - 2, Math.floor(at));
  const mixed = heatColors[k].map((c, i) => Math.round(c + (at - k) * (heatColors[k + 1][i] - c)));
  return `rgb(${mixed.join(",")})`;
}
