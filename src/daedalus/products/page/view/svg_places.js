// Where the elements of a drawing are.

// In the units of the element's own coordinates. null: it draws nothing.
function extentOf(node) {
  const box = node.getBBox();
  return box.width > 0 || box.height > 0 ? box : null;
}

function overlap(a, b) { return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; }

// A box in the coordinates of the whole drawing.
function inDrawing(node, box) {
  const matrix = toDrawing(node);
  const a = new DOMPoint(box.x, box.y).matrixTransform(matrix), b = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
  return {left: Math.min(a.x, b.x), right: Math.max(a.x, b.x), top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y)};
}

function toDrawing(node) {
  const matrix = node.getCTM(), root = node.ownerSVGElement.getCTM();
  return matrix && root ? root.inverse().multiply(matrix) : new DOMMatrix();
}

function pointOn(node, share) {
  const path = node.getTotalLength ? node : node.querySelector("path, polyline, line");
  if (!path || !path.getTotalLength) return null;
  const at = path.getPointAtLength(path.getTotalLength() * share);
  return new DOMPoint(at.x, at.y).matrixTransform(toDrawing(path));
}

function wireTextSize(svg) {
  const box = svg.viewBox.baseVal;
  return Math.max(3, Math.min(11, (box && box.width ? box.width : 400) / 40));
}
