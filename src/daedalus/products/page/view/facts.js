// The data of the page with indices for fast lookup: components, their variables and equations.
class Component {
  constructor(path, parent) {
    this.path = path;
    this.parent = parent;
    this.children = [];
    this.variables = [];
    this.equations = [];
    this.isConnector = false;
  }
  get name() { return this.path === "" ? "" : lastPartOf(this.path); }
}

class Facts {
  constructor(data, bytes) {
    Object.assign(this, {data, bytes, v: data.variables});
    this.numVariables = this.v.name.length;
    this.equations = data.equations.map(([isAlias, text, place, component, unknown, block, history, variables], index) => (
      {index, isAlias: isAlias === 1, text, place, component: data.texts[component], unknown, block, history, variables}));
    this.times = decodedColumn(bytes, data.columns[0], data.num_points);
    this.columns = new Map();
    this.scaledCurves = new Map();
    this.indexOf = new Map(this.v.name.map((name, i) => [name, i]));
    this.buildComponents();
    this.buildUses();
  }

  text(list, i) { return this.data.texts[this.v[list][i]]; }
  // The unit in which a variable is shown.
  unitOf(i) { return this.scaleOf(i) ? this.text("display", i) : this.text("unit", i); }
  // A function that converts values to the display unit; null if they are shown unchanged.
  scaleOf(i) {
    const units = this.data.units || {}, own = units[this.text("unit", i)], shown = units[this.text("display", i)];
    if (state.inBaseUnits || !own || !shown || own === shown || this.text("type", i) !== "Real") return null;
    return {factor: own[0] / shown[0], offset: (own[1] - shown[1]) / shown[0]};
  }
  scaled(i, value) {
    const scale = this.scaleOf(i);
    return scale && typeof value === "number" ? scale.factor * value + scale.offset : value;
  }
  // The same for a whole curve. The converted copy is cached.
  scaledCurve(i, values, sign) {
    const scale = this.scaleOf(i);
    if (!scale) return {values, sign};
    const key = `${sign * scale.factor} ${scale.offset}`;
    if (!this.scaledCurves.has(values)) this.scaledCurves.set(values, new Map());
    const known = this.scaledCurves.get(values);
    if (!known.has(key)) known.set(key, values.map(value => sign * scale.factor * value + scale.offset));
    return {values: known.get(key), sign: 1};
  }
  place(index) {
    if (index < 0) return null;
    const [file, line, column, text] = this.data.places[index];
    return {file, line, column, text};
  }

  component(path) {
    let found = this.components.get(path);
    if (found) return found;
    const parent = this.component(parentOf(path));
    found = new Component(path, parent);
    parent.children.push(found);
    this.components.set(path, found);
    return found;
  }

  buildComponents() {
    this.components = new Map([["", new Component("", null)]]);
    for (let i = 0; i < this.numVariables; ++i) this.component(pathOf(this.v.name[i])).variables.push(i);
    for (const equation of this.equations) this.component(equation.component).equations.push(equation.index);
    for (const [from, to] of this.data.connections) {
      for (const path of [from, to]) this.component(path).isConnector = true;
    }
  }

  buildUses() {
    this.usesOf = new Map();
    this.solverOf = new Map();
    this.blockEquations = this.data.blocks.map(() => []);
    for (const equation of this.equations) {
      for (const variable of equation.variables) {
        if (!this.usesOf.has(variable)) this.usesOf.set(variable, []);
        this.usesOf.get(variable).push(equation.index);
      }
      if (equation.unknown && !this.solverOf.has(equation.unknown)) this.solverOf.set(equation.unknown, equation.index);
      if (equation.block >= 0) this.blockEquations[equation.block].push(equation.index);
    }
  }

  // Parameters and constants, but not variables that the equations make constant.
  isParameter(i) {
    return /arameter/.test(this.text("causality", i)) || (this.text("variability", i) === "constant" && !this.solverOf.has(this.v.name[i]));
  }
  // True if its value is known without a curve.
  isFixed(i) { return !["continuous", "discrete"].includes(this.text("variability", i)); }
  hasNumber(i) { return this.changes(i) || (this.isFixed(i) && typeof this.v.start[i] === "number"); }
  // The least and the greatest value of the run.
  rangeOf(i) {
    if (!this.changes(i)) return [this.v.start[i], this.v.start[i]];
    const sign = this.v.sign[i], [least, greatest] = extremes(this.column(this.v.column[i])).between(0, this.times.length);
    return sign > 0 ? [least, greatest] : [-greatest, -least];
  }
  changes(i) { return this.v.column[i] >= 0; }
  isHeld(i) { return this.changes(i) && this.data.columns[this.v.column[i] + 1][4] === 1; }

  // The values of a column, decoded when they are first needed.
  column(index) {
    let values = this.columns.get(index);
    if (!values) {
      values = decodedColumn(this.bytes, this.data.columns[index + 1], this.data.num_points);
      this.columns.set(index, values);
    }
    return values;
  }

  // The last point at or before a time. At an event this is the point after the event.
  pointAt(time) {
    if (time === this.lastTime) return this.lastPoint;
    this.lastTime = time;
    this.lastPoint = lastAtOrBefore(this.times, time);
    return this.lastPoint;
  }

  valueAt(i, time) {
    if (!this.changes(i)) return this.isFixed(i) ? this.v.start[i] : null;
    const values = this.column(this.v.column[i]), sign = this.v.sign[i];
    return sign * interpolated(this.times, values, this.pointAt(time), time, this.isHeld(i));
  }

  // A value with the name that it stands for, if it does.
  showValue(i, value, digits = 5) {
    if (value === null || value === undefined) return this.changes(i) || this.isParameter(i) ? "–" : "";
    if (typeof value === "string") return value;
    const type = this.text("type", i);
    if (type === "Boolean") return value !== 0 ? "true" : "false";
    const names = this.data.literals[this.text("literals", i)];
    const name = names && names[String(value)];
    return name === undefined ? formatNumber(this.scaled(i, value), digits) : name;
  }
  showAt(i, time) { return this.showValue(i, this.valueAt(i, time)); }

  variablesInside(path) { return this.collect(path, "variables"); }
  equationsInside(path) { return this.collect(path, "equations"); }
  collect(path, list) {
    const out = [], open = [this.components.get(path)];
    while (open.length > 0) {
      const component = open.pop();
      if (!component) continue;
      for (const index of component[list]) out.push(index);
      for (let k = component.children.length; k-- > 0;) open.push(component.children[k]);
    }
    return out;
  }

  // The components whose variables occur in an equation. A connector counts as part of its component.
  coupledBy(equation) {
    const out = new Set();
    for (const variable of equation.variables) {
      let component = this.components.get(pathOf(this.v.name[variable]));
      while (component.isConnector && component.parent) component = component.parent;
      out.add(component.path);
    }
    return [...out].sort();
  }
}

function lastAtOrBefore(times, time) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1; else high = middle;
  }
  return Math.max(0, low - 1);
}

function interpolated(times, values, point, time, held) {
  const here = values[point];
  if (held || point + 1 >= times.length || times[point] >= time) return here;
  const share = (time - times[point]) / (times[point + 1] - times[point]);
  return here + share * (values[point + 1] - here);
}
