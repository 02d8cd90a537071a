// Dotted names: `a[2].b.v` has the parts a[2], b, v. Quoted identifiers and subscripts may contain dots.
function partsOf(name) {
  const parts = [];
  let begin = 0, depth = 0, quoted = false;
  for (let i = 0; i < name.length; ++i) {
    const c = name[i];
    if (quoted && c === "\\") { ++i; continue; }
    if (c === "'") quoted = !quoted;
    if (quoted) continue;
    if (c === "[" || c === "(") ++depth;
    if (c === "]" || c === ")") --depth;
    if (c === "." && depth === 0) {
      parts.push(name.slice(begin, i));
      begin = i + 1;
    }
  }
  parts.push(name.slice(begin));
  return parts;
}

// der(der(a.x)) belongs to the same component as a.x.
function withoutDerivative(name) {
  let inner = name;
  while (inner.startsWith("der(") && inner.endsWith(")")) inner = inner.slice(4, -1);
  return inner;
}

function pathOf(name) {
  const parts = partsOf(withoutDerivative(name));
  return parts.slice(0, -1).join(".");
}

function isInside(path, component) {
  return component === "" || path === component || path.startsWith(component + ".");
}

// A name relative to a component; der(a.b.x) relative to a is der(b.x).
function seenFrom(component, name) {
  if (component === "") return name;
  const inner = withoutDerivative(name);
  if (!inner.startsWith(component + ".")) return name;
  return name.replace(inner, () => inner.slice(component.length + 1));
}

function parentOf(path) { return partsOf(path).slice(0, -1).join("."); }
function lastPartOf(path) { return partsOf(path).at(-1); }
function joined(path, part) { return path === "" ? part : `${path}.${part}`; }
