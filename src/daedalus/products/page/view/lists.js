// The lists of details: variables, parameters and equations of the selected component, events, messages.
const lists = {
  variables: {
    title: "Variables",
    items: facts => facts.variablesInside(state.scope).filter(i => !facts.isParameter(i)),
    row(i) {
      const facts = view.facts, value = element("output"), box = element("input");
      box.type = "checkbox";
      box.disabled = !facts.changes(i);
      box.setAttribute("aria-label", `Curve of ${facts.v.name[i]}`);
      box.addEventListener("change", () => view.toggleCurve(i));
      const name = button(seenFrom(state.scope, facts.v.name[i]), "link name", () => view.select("variable", i));
      name.title = [facts.v.name[i], facts.text("about", i)].filter(Boolean).join(": ");
      const node = element("div", "variable", box, name, value, element("span", "unit", facts.unitOf(i)));
      return {node, update() {
        const at = state.curves.indexOf(i);
        box.checked = at >= 0;
        node.style.setProperty("--series", at >= 0 ? colorOfCurve(at) : "");
        setText(value, facts.showAt(i, state.time));
      }};
    },
  },
  parameters: {
    title: "Parameters",
    items: facts => facts.variablesInside(state.scope).filter(i => facts.isParameter(i)),
    row(i) {
      const facts = view.facts;
      const name = button(seenFrom(state.scope, facts.v.name[i]), "link name", () => view.select("variable", i));
      name.title = [facts.v.name[i], facts.text("about", i)].filter(Boolean).join(": ");
      return {node: element("div", "parameter", name, element("span", "about", facts.text("about", i)),
                            element("output", "", facts.showValue(i, facts.v.start[i])), element("span", "unit", facts.unitOf(i)))};
    },
  },
  equations: {
    title: "Equations",
    items: facts => facts.equationsInside(state.scope),
    row(index) {
      const facts = view.facts, equation = facts.equations[index], place = facts.place(equation.place);
      const written = place ? place.text.replace(/\s+/g, " ") : equation.text;
      const where = [equation.component === state.scope ? "" : seenFrom(state.scope, equation.component),
                     place ? `${place.file}:${place.line}` : "", equation.block >= 0 ? `block ${equation.block + 1}` : "alias"];
      const node = button("", "equation", () => view.select("equation", index));
      node.append(element("code", "", written), element("span", "about", where.filter(Boolean).join(" · ")));
      return {node, update() { node.classList.toggle("selected", state.selection.kind === "equation" && state.selection.id === index); }};
    },
    height: 44,
  },
  events: {
    title: "Events",
    items: facts => facts.data.events.map((_, i) => i),
    row(i) {
      const [time, cause] = view.facts.data.events[i];
      const node = button("", "event", () => timeBar.showEvent(i));
      node.append(element("output", "", `${formatNumber(time, 6)} s`), element("span", "about", cause || "event"));
      return {node, update() { node.classList.toggle("selected", time === state.time); }};
    },
  },
  messages: {
    title: "Messages",
    items: facts => state.scope === "" ? facts.data.messages.map((_, i) => i) : messagesAbout(state.scope),
    row(i) {
      const [severity, text] = view.facts.data.messages[i];
      const node = button("", `message ${severity}`, () => view.select("message", i));
      node.append(element("span", "about", text));
      return {node};
    },
  },
};

class Lists {
  constructor(tabs, place) {
    this.tabs = tabs;
    this.place = place;
    this.list = null;
    when("selection", () => this.scopeChanged());
    when("tab others units", () => this.show());
    when("time curves", () => this.list && this.list.update());
  }

  scopeChanged() {
    if (this.shownScope === state.scope) return this.list && this.list.update();
    this.show();
  }

  show() {
    const facts = view.facts;
    this.shownScope = state.scope;
    this.tabs.replaceChildren(...Object.entries(lists).map(([key, {title, items}]) => {
      const count = items(facts).length;
      const tab = button(title, "tab", () => view.setTab(key));
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", String(key === state.tab));
      tab.dataset.tab = key;
      tab.append(element("span", "count", count.toLocaleString("en")));
      return tab;
    }));
    const {items, row, height = 30} = lists[state.tab], all = items(facts);
    this.place.replaceChildren();
    this.list = new VirtualList(this.place, row, height);
    this.list.show(all, row);
    if (all.length === 0) this.place.append(element("p", "empty", `No ${lists[state.tab].title.toLowerCase()} here.`));
  }
}
