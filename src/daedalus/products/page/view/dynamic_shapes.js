// Shapes whose attributes change during a run (DynamicSelect, Modelica 3.6, section 18.6.6). The drawing keeps
// each expression beside the static value; names in it are those of the component that shows the shape.
class DynamicShapes {
  constructor(drawing, pathOfNode) {
    this.shapes = [];
    for (const node of drawing.querySelectorAll("*")) {
      for (const {name, value} of [...node.attributes]) {
        if (!name.startsWith("data-dynamic-")) continue;
        const path = pathOfNode(node);
        const act = dynamicActs[name.slice("data-dynamic-".length)];
        const expression = act && expressionOf(value, within => variableIn(path, within));
        if (expression) this.shapes.push({node, act, expression, shown: undefined});
      }
    }
  }

  // A shape keeps its last look at times where its expression has no value.
  update() {
    for (const shape of this.shapes) {
      let value;
      try {
        value = shape.expression();
      } catch {
        continue;
      }
      const key = JSON.stringify(value);
      if (key === shape.shown) continue;
      shape.shown = key;
      shape.act(shape.node, value);
    }
  }
}

function colourText(value) {
  const isColour = Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
  return isColour ? `rgb(${value.map(c => Math.max(0, Math.min(255, Math.round(c)))).join(",")})` : null;
}
function setColour(node, attribute, value) {
  const colour = colourText(value);
  if (colour && node.getAttribute(attribute) !== "none") node.setAttribute(attribute, colour);
}

const dynamicActs = {
  visible: (node, value) => node.setAttribute("visibility", value ? "visible" : "hidden"),
  fillColor: (node, value) => setColour(node, "fill", value),
  lineColor: (node, value) => setColour(node, node.localName === "text" ? "fill" : "stroke", value),
  color: (node, value) => setColour(node, "stroke", value),
  textColor: (node, value) => setColour(node, "fill", value),
  textString: (node, value) => {
    const lines = node.querySelectorAll("tspan");
    if (lines.length === 0) return;
    lines[0].removeAttribute("textLength");
    lines[0].textContent = String(value);
    for (const other of [...lines].slice(1)) other.textContent = "";
  },
  extent: (node, value) => setOutline(node, value, true),
  points: (node, value) => setOutline(node, value, false),
  origin: (node, value) => moveShape(node, ([, , angle]) => [...value, angle]),
  rotation: (node, value) => moveShape(node, ([x, y]) => [x, y, value]),
};

// Shapes that move: their origin and rotation as drawn and as they are now, and the transformation of the drawing.
const shapePlaces = new WeakMap();
const placeMatrix = ([x, y, degrees]) => new DOMMatrix().translate(x, y).rotate(degrees);

function moveShape(node, change) {
  let place = shapePlaces.get(node);
  if (!place) {
    const drawn = numbersIn(node, "data-place");
    shapePlaces.set(node, place = {drawn, now: drawn, transform: node.getAttribute("transform") || ""});
  }
  const now = change(place.now);
  const [xx, xy, yx, yy, x0, y0] = numbersIn(node, "data-map"), map = new DOMMatrix([xx, yx, xy, yy, x0, y0]);
  const upright = new DOMMatrix([1, 0, 0, -1, 0, 0]);
  const all = [upright, map, placeMatrix(place.drawn).inverse(), placeMatrix(now), map.inverse(), upright];
  const {a, b, c, d, e, f} = all.reduce((product, matrix) => product.multiply(matrix));
  if (now.length !== 3 || ![a, b, c, d, e, f].every(Number.isFinite)) return;
  place.now = now;
  node.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")}) ${place.transform}`);
}

function numbersIn(node, attribute) { return (node.getAttribute(attribute) || "").split(" ").map(Number); }

// The map leads from the coordinates of the shape to those of the drawing, whose y axis points down.
function setOutline(node, value, isExtent) {
  const form = node.getAttribute("data-form"), map = numbersIn(node, "data-map");
  const isRight = Array.isArray(value) && value.length >= 2 && value.every(p => Array.isArray(p) && p.length === 2 && p.every(Number.isFinite));
  if (!form || map.length !== 6 || !isRight) return;
  const [xx, xy, yx, yy, x0, y0] = map;
  const points = (isExtent ? outlineOf(form, value) : value).map(([x, y]) => `${xx * x + xy * y + x0} ${-(yx * x + yy * y + y0)}`);
  node.setAttribute("d", `M${points.join("L")}${form === "line" ? "" : "Z"}`);
}

function outlineOf(form, [[x1, y1], [x2, y2]]) {
  if (form !== "ellipse") return [[x1, y1], [x2, y1], [x2, y2], [x1, y2]];
  const corners = 48;
  return [...Array(corners).keys()].map(k => {
    const angle = 2 * Math.PI * k / corners;
    return [(x1 + x2) / 2 + (x2 - x1) / 2 * Math.cos(angle), (y1 + y2) / 2 + (y2 - y1) / 2 * Math.sin(angle)];
  });
}

// A variable of a component, by its name there; `level.start` is the start value of level.
function variableIn(path, name) {
  const facts = view.facts;
  if (name === "time") return () => state.time;
  const i = facts.indexOf.get(joined(path, name));
  if (i !== undefined) {
    const type = facts.text("type", i);
    if (type === "Boolean") return () => Boolean(facts.valueAt(i, state.time));
    if (type === "Enumeration" || facts.data.literals[facts.text("literals", i)]) return () => facts.showAt(i, state.time);
    return facts.changes(i) || facts.isFixed(i) ? () => facts.valueAt(i, state.time) : null;
  }
  const start = /^(.*)\.start$/.exec(name);
  const of = start ? facts.indexOf.get(joined(path, start[1])) : undefined;
  if (of !== undefined) return () => facts.v.start[of];
  return arrayIn(joined(path, name));
}

// All elements of an array of one dimension.
function arrayIn(name) {
  const facts = view.facts, elements = [];
  for (let k = 1; facts.indexOf.has(`${name}[${k}]`); ++k) elements.push(facts.indexOf.get(`${name}[${k}]`));
  return elements.length > 0 ? () => elements.map(i => facts.valueAt(i, state.time)) : null;
}
