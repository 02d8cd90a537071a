// The card of what is selected: a component, an equation, a variable, an event or a message.
function linkTo(kind, id, text) {
  return button(text, "link", () => kind === "component" ? view.reveal(id) : view.select(kind, id));
}

function fact(name, ...values) { return [element("dt", "", name), element("dd", "", ...values)]; }

function listed(nodes, most = 30) {
  const out = [];
  nodes.slice(0, most).forEach((node, i) => out.push(i > 0 ? ", " : "", node));
  if (nodes.length > most) out.push(`, and ${nodes.length - most} more`);
  return out;
}

function sourceOf(place) {
  if (!place) return null;
  return element("figure", "source", element("pre", "", place.text), element("figcaption", "", `${place.file}, line ${place.line}`));
}

function variableLink(i) { return linkTo("variable", i, view.facts.v.name[i]); }
function componentLink(path) { return linkTo("component", path, path === "" ? view.facts.data.title : path); }
function linksToComponents(paths) {
  // The model itself is shown only if nothing else is.
  const inner = paths.filter(path => path !== "");
  return listed((inner.length > 0 ? inner : paths).map(componentLink));
}

// Messages about the component: the text names it or one of its variables in `backticks`, or the message is
// at its place.
const messageTargets = new Map();
function findTargets(facts) {
  messageTargets.clear();
  const inPlace = new Map();
  for (const equation of facts.equations) if (equation.place >= 0) note(inPlace, equation.place, equation.component);
  for (let i = 0; i < facts.numVariables; ++i) if (facts.v.place[i] >= 0) note(inPlace, facts.v.place[i], pathOf(facts.v.name[i]));
  facts.data.messages.forEach(([, text, places, notes], index) => {
    const components = new Set();
    for (const place of places) for (const path of inPlace.get(place) || []) components.add(path);
    for (const [, name] of [text, ...notes].join("\n").matchAll(/`([^`\n]+)`/g)) {
      if (facts.components.has(name)) components.add(name);
      else if (facts.indexOf.has(name)) components.add(pathOf(name));
    }
    messageTargets.set(index, components);
  });
}
function note(map, key, value) {
  if (!map.has(key)) map.set(key, new Set());
  map.get(key).add(value);
}
function messagesAbout(path) {
  const out = [];
  for (const [index, components] of messageTargets) {
    for (const component of components) {
      if (component === "" ? path === "" : isInside(component, path)) {
        out.push(index);
        break;
      }
    }
  }
  return out;
}

const cards = {
  component(path) {
    const facts = view.facts, component = facts.components.get(path);
    if (!component) return [];
    const out = [element("h2", "", path === "" ? facts.data.title : path)];
    const messages = messagesAbout(path);
    const rows = [];
    if (isOpenable(facts, path) && path !== state.level) rows.push(...fact("inside", button("open ↓", "link", () => view.enter(path))));
    const parts = component.children.filter(child => !child.isConnector);
    if (parts.length > 0) rows.push(...fact("parts", ...listed(parts.map(part => linkTo("component", part.path, part.name)), 12)));
    const ends = facts.data.connections.filter(([from, to]) => path !== "" && (isInside(from, path) !== isInside(to, path)));
    if (ends.length > 0) {
      const others = [...new Set(ends.map(([from, to]) => isInside(from, path) ? to : from))];
      rows.push(...fact("connected to", ...listed(others.map(other => linkTo("component", other, other)), 12)));
    }
    if (messages.length > 0) rows.push(...fact("messages", ...listed(messages.map(i => linkTo("message", i, facts.data.messages[i][1])), 5)));
    out.push(element("dl", "", ...rows));
    if (path === "") out.push(...aboutModel(facts));
    return out;
  },

  equation(index) {
    const facts = view.facts, equation = facts.equations[index];
    const rows = [];
    rows.push(...fact("as computed", element("code", "", equation.text)));
    if (equation.block >= 0) rows.push(...fact("block", ...blockInWords(facts, equation.block)));
    else rows.push(...fact("kind", "an alias: it needs no solver"));
    if (equation.history.length > 0) rows.push(...fact("what was done", element("ol", "", ...equation.history.map(step => element("li", "", step)))));
    rows.push(...fact("couples", ...linksToComponents(facts.coupledBy(equation))));
    rows.push(...fact("variables", ...listed(equation.variables.map(variableLink))));
    rows.push(...fact("belongs to", componentLink(equation.component)));
    return [element("h2", "", "Equation"), sourceOf(facts.place(equation.place)), element("dl", "", ...rows)];
  },

  variable(i) {
    const facts = view.facts, v = facts.v, rows = [];
    const value = element("output", "live");
    rows.push(...fact("value", value, facts.unitOf(i) ? ` ${facts.unitOf(i)}` : "", !facts.changes(i) && !facts.isParameter(i) ? "no curve in this page" : ""));
    rows.push(...fact("kind", [facts.text("variability", i), facts.text("causality", i), facts.text("type", i)].join(", ")));
    const bounds = [["min", v.min[i]], ["max", v.max[i]], ["nominal", v.nominal[i]]].filter(([, x]) => x !== null);
    if (facts.changes(i) && v.start[i] !== null) bounds.unshift(["start", v.start[i]]);
    if (bounds.length > 0) rows.push(...fact("bounds", bounds.map(([name, x]) => `${name} ${facts.showValue(i, x)}`).join(", ")));
    if (v.alias[i] >= 0) rows.push(...fact("same as", v.sign[i] < 0 ? "−" : "", variableLink(v.alias[i])));
    if (v.derivative_of[i] >= 0) rows.push(...fact("derivative of", variableLink(v.derivative_of[i])));
    const solver = facts.solverOf.get(v.name[i]);
    if (solver !== undefined) rows.push(...fact("found by", equationLink(facts, solver)));
    const uses = (facts.usesOf.get(i) || []).filter(e => e !== solver);
    if (uses.length > 0) rows.push(...fact("also in", ...uses.slice(0, 8).map(e => element("div", "", equationLink(facts, e))), uses.length > 8 ? `and ${uses.length - 8} more` : ""));
    rows.push(...fact("belongs to", componentLink(pathOf(v.name[i]))));
    const has = state.curves.includes(i);
    const curve = facts.changes(i) ? button(has ? "Remove curve" : "Draw curve", "small", () => view.toggleCurve(i)) : null;
    return [element("h2", "", v.name[i], curve), element("p", "", facts.text("about", i)), element("dl", "", ...rows), sourceOf(facts.place(v.place[i]))];
  },

  event(index) {
    const [time, cause, changes] = view.facts.data.events[index];
    const rows = [...fact("why", textWithNames(cause || "not said"))];
    rows.push(...fact("what changed", changes.length > 0 ? element("ul", "", ...changes.map(line => element("li", "", textWithNames(line)))) : "nothing that the model shows"));
    return [element("h2", "", `Event at ${formatNumber(time, 9)} s`, button("go there", "small", () => view.setTime(time))), element("dl", "", ...rows)];
  },

  message(index) {
    const facts = view.facts, [severity, text, places, notes] = facts.data.messages[index];
    const about = [...messageTargets.get(index) || []];
    return [element("h2", severity, severity), element("p", "", textWithNames(text)), ...notes.map(n => element("p", "note", textWithNames(n))),
            ...places.map(place => sourceOf(facts.place(place))),
            about.length > 0 ? element("p", "", "About: ", ...linksToComponents(about)) : null];
  },
};

function equationLink(facts, index) {
  const {text} = facts.equations[index];
  return button(text.length > 90 ? text.slice(0, 89) + "…" : text, "link code", () => view.select("equation", index));
}

const methodWords = new Map([
  ["relaxation", "eliminated symbolically"], ["torn", "solved by Newton's method in a few of its unknowns"],
  ["dense", "solved by Newton's method in all unknowns"], ["sparse", "solved by Newton's method in all unknowns, sparse"]]);

function blockInWords(facts, block) {
  const [kind, method, count, torn] = facts.data.blocks[block];
  const out = [`${block + 1} of ${facts.data.blocks.length}: ${kind}`];
  if (count > 1) out.push(` of ${count} equations`);
  if (kind !== "assignment") out.push(`, ${methodWords.get(method) || `solved by ${method}`}`);
  if (torn.length > 0) {
    out.push(", torn on ", ...listed(torn.map(name => {
      const i = facts.indexOf.get(name);
      return i === undefined ? element("code", "", name) : variableLink(i);
    }), 12));
  }
  if (count > 1) out.push(element("div", "with", "with ", ...listed(facts.blockEquations[block].slice(0, 40).map(e => equationLink(facts, e)), 5)));
  return out;
}

// The names of variables in a text become links.
function textWithNames(text) {
  const facts = view.facts, out = element("span");
  let rest = 0;
  for (const match of text.matchAll(/der\([\w.[\],]+\)|[A-Za-z_][\w.]*(?:\[[\d,\s]+\][\w.]*)*/g)) {
    const i = facts.indexOf.get(match[0]);
    if (i === undefined) continue;
    out.append(text.slice(rest, match.index), variableLink(i));
    rest = match.index + match[0].length;
  }
  out.append(text.slice(rest));
  return out;
}

function aboutModel(facts) {
  const rows = facts.data.facts.flatMap(([name, value, note]) => fact(name, note ? `${value} (${note})` : value));
  const limits = facts.data.limits.map(limit => element("p", "note", limit));
  return [element("dl", "facts", ...rows), ...limits];
}

class Card {
  constructor(place) {
    this.place = place;
    when("selection level curves units", () => this.show());
    when("time", () => this.update());
  }

  show() {
    const {kind, id} = state.selection;
    this.place.replaceChildren(...cards[kind](id).filter(Boolean));
    this.place.scrollTop = 0;
    this.update();
  }

  update() {
    const output = this.place.querySelector("output.live");
    if (output) output.textContent = view.facts.showAt(state.selection.id, state.time);
  }
}
