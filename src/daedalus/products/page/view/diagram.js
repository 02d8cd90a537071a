// The model as a drawing: the diagram of its class if the page has one, otherwise boxes (tree_view.js).
// Values stand on the components and wires, and a chosen quantity colours the components.
class Diagram {
  constructor(place) {
    this.place = place;
    this.parts = [];
    this.wires = [];
    when("level", () => this.rebuild());
    when("selection", () => this.markSelection());
    when("heat units", () => this.chooseHeat());
    when("time", () => this.update());
    byId("heat").addEventListener("change", event => {
      state.heat = event.target.value;
      tell("heat");
    });
  }

  rebuild() {
    const facts = view.facts, level = state.level;
    const given = Object.hasOwn(facts.data.diagrams, level) ? sanitizedSvg(facts.data.diagrams[level]) : null;
    const drawing = given || treeDrawing(facts, level, this.aspect());
    this.parts = [];
    this.wires = [];
    this.dynamic = null;
    this.taken = [];   // extents of components
    this.labels = [];  // and of what stands on wires
    this.place.replaceChildren();
    if (drawing) this.place.append(drawing); else this.listParts();
    if (drawing) this.adopt(drawing);
    this.showCrumbs();
    this.offerHeat();
    this.chooseHeat();
    this.markSelection();
  }

  aspect() {
    const {clientWidth: width, clientHeight: height} = this.place;
    return width > 0 && height > 0 ? Math.max(0.4, Math.min(4, width / height)) : 1.6;
  }

  // Gives the elements of a drawing their meaning.
  adopt(drawing) {
    drawing.classList.add("drawing");
    this.size = wireTextSize(drawing);
    // Names in a drawing are relative to the component. If the drawing names the component that it shows, its
    // names are absolute.
    this.isFromModel = drawing.getAttribute("data-component") === state.level;
    for (const node of drawing.querySelectorAll("[data-component]")) this.adoptPart(node);
    for (const node of drawing.querySelectorAll("[data-connects]")) this.adoptWire(node);
    this.dynamic = new DynamicShapes(drawing, node => this.pathAround(node));
    drawing.addEventListener("click", event => {
      if (event.target === drawing) view.select("component", state.level);
    });
  }

  // The component that shows a shape. A shape outside of all components belongs to the level itself.
  pathAround(node) {
    const around = node.closest("g[data-component]");
    if (!around) return state.level;
    const component = this.componentOf(around.getAttribute("data-component"));
    return component ? component.path : joined(this.isFromModel ? "" : state.level, around.getAttribute("data-component"));
  }

  // The component of a name; of an array its first element.
  componentOf(name) {
    const path = this.isFromModel ? name : joined(state.level, name), facts = view.facts;
    return facts.components.get(path) || this.firstElement(path);
  }

  firstElement(path) {
    const around = view.facts.components.get(parentOf(path));
    return around ? around.children.find(child => child.path.startsWith(path + "[")) || null : null;
  }

  adoptPart(node) {
    const component = this.componentOf(node.getAttribute("data-component"));
    if (!component) return;
    const path = component.path;
    if (node.getAttribute("data-kind") === "connector" || component.isConnector) {
      node.addEventListener("click", event => {
        event.stopPropagation();
        view.select("component", path);
      });
      return;
    }
    const box = extentOf(node.querySelector(":scope > .area") || node);
    if (!box) return;
    const isBox = node.classList.contains("box");
    const heat = svgElement("rect", {class: "heat", x: box.x, y: box.y, width: box.width, height: box.height, rx: isBox ? 9 : Math.min(box.width, box.height) / 20});
    const size = isBox ? 13 : Math.min(this.size * 1.1, box.height / 3);
    const label = svgElement("text", {class: "value", x: box.x + box.width / 2, "text-anchor": "middle", "font-size": size,
                                      y: isBox ? box.y + box.height - 14 : box.y + box.height + size * 1.1});
    this.taken.push(inDrawing(node, box));
    // The colour is drawn under the name of a box, but over an icon, which may be opaque.
    if (isBox) node.firstElementChild.after(heat); else node.append(heat);
    node.append(label);
    node.classList.add("part");
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", path);
    node.addEventListener("click", event => {
      event.stopPropagation();
      view.select("component", path);
    });
    node.addEventListener("dblclick", event => {
      event.stopPropagation();
      if (isOpenable(view.facts, path)) view.enter(path);
    });
    node.addEventListener("keydown", event => {
      if (event.key !== "Enter") return;
      if (isOpenable(view.facts, path)) view.enter(path); else view.select("component", path);
    });
    this.parts.push({node, path, heat, label, variable: null});
  }

  // A wire shows its flow variable, or else its potential.
  adoptWire(node) {
    const ends = node.getAttribute("data-connects").trim().split(/\s+/).map(name => this.componentOf(name));
    const facts = view.facts, connector = ends.find(Boolean);
    node.classList.add("wire");
    if (!connector) return;
    const shown = connector.variables.filter(i => facts.hasNumber(i)).slice(0, 2);
    if (shown.length === 0) return;
    const svg = node.ownerSVGElement, size = this.size;
    const spot = this.freeSpot(node, 8.5 * shown.length * 0.6 * size, size);
    if (!spot) return;
    const label = svgElement("text", {class: "value wire-value", x: spot.x, y: spot.y - 3, "text-anchor": "middle", "font-size": size});
    svg.append(label);
    node.addEventListener("click", event => {
      event.stopPropagation();
      view.select("component", connector.path);
    });
    this.wires.push({label, shown});
  }

  // A place on a wire where a label covers no other label, and no component if possible; null if there is
  // none.
  freeSpot(node, width, height) {
    for (const taken of [[...this.labels, ...this.taken], this.labels]) {
      for (const share of [0.5, 0.35, 0.65, 0.25, 0.75]) {
        const at = pointOn(node, share);
        if (!at) return null;
        const box = {left: at.x - width / 2, right: at.x + width / 2, top: at.y - height - 3, bottom: at.y};
        if (taken.some(other => overlap(box, other))) continue;
        this.labels.push(box);
        return at;
      }
    }
    return null;
  }

  listParts() {
    const facts = view.facts, parts = facts.components.get(state.level).children.filter(child => !child.isConnector);
    if (parts.length === 0) {
      this.place.append(element("p", "empty", "This component has no parts. Its variables, equations and curves are beside."));
      return;
    }
    const box = element("div", "parts");
    this.place.append(element("p", "note", `${counted(parts.length, "part")}: too many for a drawing.`), box);
    const list = new VirtualList(box, null, 28);
    list.show(parts, part => ({node: button(part.name, "link part-row", () => view.select("component", part.path))}));
  }

  showCrumbs() {
    const parts = state.level === "" ? [] : partsOf(state.level);
    const crumbs = [button(lastPartOf(view.facts.data.title), "link", () => view.enter(""))];
    parts.forEach((part, k) => crumbs.push(element("span", "sep", "›"), button(part, "link", () => view.enter(parts.slice(0, k + 1).join(".")))));
    if (parts.length > 0) crumbs.unshift(button("↑", "up", () => view.up()));
    const selected = state.selection.kind === "component" && state.selection.id !== state.level ? state.selection.id : "";
    if (selected && isOpenable(view.facts, selected)) crumbs.push(button(`open ${lastPartOf(selected)} ↓`, "down", () => view.enter(selected)));
    byId("crumbs").replaceChildren(...crumbs);
  }

  // Quantities that at least two parts have (or the only part), named by what follows the name of the part.
  offerHeat() {
    const facts = view.facts, count = new Map();
    for (const {path} of this.parts) {
      for (const i of facts.variablesInside(path)) {
        const name = facts.v.name[i];
        if (!facts.changes(i) || name.startsWith("der(") || facts.text("type", i) === "String") continue;
        const below = seenFrom(path, name);
        count.set(below, (count.get(below) || 0) + 1);
      }
    }
    const least = this.parts.length > 1 ? 2 : 1;
    this.offered = [...count].filter(([, n]) => n >= least).sort((a, b) => partsOf(a[0]).length - partsOf(b[0]).length || b[1] - a[1]).slice(0, 40).map(([name]) => name);
    const select = byId("heat");
    const nothing = element("option", "", "nothing");
    nothing.value = "";
    select.replaceChildren(nothing, ...this.offered.map(name => {
      const option = element("option", "", name);
      option.value = name;
      return option;
    }));
    if (!this.offered.includes(state.heat)) state.heat = "";
    select.value = state.heat;
    select.parentElement.hidden = this.offered.length === 0;
  }

  chooseHeat() {
    const facts = view.facts;
    let low = Infinity, high = -Infinity, unit = "", first = -1;
    for (const part of this.parts) {
      const name = state.heat || this.offered[0];
      const i = name === undefined ? undefined : facts.indexOf.get(joined(part.path, name));
      const has = i !== undefined && facts.hasNumber(i);
      part.variable = has ? i : this.firstVariable(part.path);
      part.isHeated = state.heat !== "" && has;
      if (!part.isHeated) continue;
      const [least, greatest] = facts.rangeOf(i);
      low = Math.min(low, least);
      high = Math.max(high, greatest);
      unit = facts.unitOf(i);
      first = i;
    }
    this.range = [low, high];
    byId("scale").hidden = !(low <= high);
    const shown = value => formatNumber(first < 0 ? value : facts.scaled(first, value), 3);
    byId("scale-low").textContent = shown(low);
    byId("scale-high").textContent = withUnit(shown(high), unit);
    this.update();
  }

  // What a part shows by default: an output, else its first own variable that changes.
  firstVariable(path) {
    const facts = view.facts, component = facts.components.get(path);
    const own = component.variables.filter(i => facts.hasNumber(i) && !facts.isParameter(i) && !facts.v.name[i].startsWith("der("));
    return own.find(i => facts.text("causality", i) === "output") ?? own[0] ?? null;
  }

  update() {
    const facts = view.facts, time = state.time;
    if (this.dynamic) this.dynamic.update();
    for (const part of this.parts) {
      const value = part.variable === null ? null : facts.valueAt(part.variable, time);
      setText(part.label, part.variable === null ? "" : withUnit(facts.showValue(part.variable, value, 4), facts.unitOf(part.variable)));
      const share = this.range[1] > this.range[0] ? (value - this.range[0]) / (this.range[1] - this.range[0]) : 0.5;
      part.heat.style.fill = part.isHeated ? heatColor(share) : "none";
      part.node.classList.toggle("heated", part.isHeated);
    }
    for (const {label, shown} of this.wires)
      setText(label, shown.map(i => withUnit(facts.showValue(i, facts.valueAt(i, time), 3), facts.unitOf(i))).join(" · "));
  }

  markSelection() {
    const {kind, id} = state.selection;
    const coupled = kind === "equation" ? new Set(view.facts.coupledBy(view.facts.equations[id]))
                  : kind === "variable" ? new Set([pathOf(view.facts.v.name[id])]) : null;
    for (const {node, path} of this.parts) {
      node.classList.toggle("selected", kind === "component" && (id === path || (id !== state.level && isInside(id, path))));
      node.classList.toggle("coupled", coupled !== null && [...coupled].some(c => c !== "" && isInside(c, path)));
      node.classList.toggle("warned", messagesAbout(path).length > 0);
    }
    this.showCrumbs();
  }
}
