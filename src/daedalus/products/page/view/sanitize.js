// Makes the drawing of a class harmless: only elements and attributes that draw remain. Nothing that runs,
// loads, or links elsewhere remains.
const drawingElements = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
  "defs", "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "marker", "title", "desc", "image", "use", "symbol", "mask"]);
const drawingAttributes = new Set(["id", "class", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "width", "height",
  "points", "transform", "viewBox", "preserveAspectRatio", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity",
  "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "opacity", "color", "visibility", "display",
  "font-family", "font-size", "font-style", "font-weight", "text-anchor", "text-decoration", "dominant-baseline", "alignment-baseline", "dx", "dy",
  "textLength", "lengthAdjust", "vector-effect", "paint-order", "offset", "stop-color", "stop-opacity", "gradientUnits", "gradientTransform",
  "spreadMethod", "patternUnits", "patternContentUnits", "patternTransform", "clip-path", "clip-rule", "clipPathUnits", "mask", "marker-start",
  "marker-mid", "marker-end", "markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "overflow", "shape-rendering",
  "image-rendering", "pointer-events", "xml:space", "role", "aria-label"]);

function isHarmless(element, {name, value}) {
  if (name === "href" || name === "xlink:href") {
    if (element === "use") return /^#[\w.:-]+$/.test(value);
    return element === "image" && /^data:image\/(png|jpeg|gif|bmp|webp);base64,[A-Za-z0-9+/=\s]*$/.test(value);
  }
  if (!drawingAttributes.has(name) && !/^data-[a-zA-Z-]+$/.test(name)) return false;
  if (name.startsWith("data-")) return true;
  // Only references within the drawing are allowed.
  return !/url\s*\(/i.test(value) || /^\s*url\(\s*["']?#[\w.:-]+["']?\s*\)\s*$/.test(value);
}

// null if the text is not a drawing.
function sanitizedSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  for (const node of [...root.querySelectorAll("*")]) {
    if (!drawingElements.has(node.localName) || node.namespaceURI !== root.namespaceURI) node.remove();
  }
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const attribute of [...node.attributes]) {
      if (!isHarmless(node.localName, attribute)) node.removeAttributeNode(attribute);
    }
  }
  return document.importNode(root, true);
}
