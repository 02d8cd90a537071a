// The diagram or icon of the model, drawn from the text as it is typed. A click names a component, a double
// click goes into it.
class Picture {
  constructor(place) {
    this.place = place;
    this.component = "";
    this.view = "";
    this.turn = 0;
    byId("icon-view").addEventListener("click", () => {
      this.view = this.view === "icon" ? "" : "icon";
      byId("icon-view").setAttribute("aria-pressed", String(this.view === "icon"));
      this.draw();
    });
    place.addEventListener("click", event => this.point(event));
    place.addEventListener("dblclick", event => this.enter(event));
    when("model", () => {
      this.component = "";
      this.draw();
    });
    when("edited", file => {
      if (!act.model || file.path !== act.model.path) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(), 400);
    });
  }

  async draw() {
    const model = act.model, turn = ++this.turn;
    this.showCrumbs();
    if (!model) return this.place.replaceChildren();
    try {
      const {svg, isEmpty} = await language.request("daedalus/picture",
        {file: model.fileUri || "", class: model.class, component: this.component, view: this.view});
      if (turn !== this.turn) return;
      const drawing = sanitizedSvg(svg);
      this.place.replaceChildren(drawing || "");
      setText(byId("picture-note"), isEmpty ? "This class has nothing to draw." : "");
    } catch (error) {
      // The last drawing stays while a text is typed.
      if (turn === this.turn) setText(byId("picture-note"), error.message);
    }
  }

  showCrumbs() {
    const parts = this.component ? this.component.split(/\.(?![^[]*\])/) : [];
    const crumbs = [button(act.model ? act.model.class.replace(/.*\./, "") : "", "plain", () => this.go(""))];
    parts.forEach((part, i) => crumbs.push("›", button(part, "plain", () => this.go(parts.slice(0, i + 1).join(".")))));
    byId("crumbs").replaceChildren(...(act.model ? crumbs : []));
  }

  go(component) {
    this.component = component;
    this.draw();
  }

  partAt(event) {
    const node = event.target.closest("[data-component]");
    return node && node.closest("svg") !== node ? node : null;
  }
  point(event) {
    for (const node of this.place.querySelectorAll(".chosen")) node.classList.remove("chosen");
    const node = this.partAt(event);
    if (!node) return setText(byId("picture-note"), "");
    node.classList.add("chosen");
    const deeper = node.dataset.hasDiagram === "true" ? " Double click goes into it." : "";
    setText(byId("picture-note"), `${node.dataset.component}: ${node.dataset.class || ""}.${deeper}`);
    tell("component", node.dataset.component);
  }
  enter(event) {
    const node = this.partAt(event);
    if (node && node.dataset.hasDiagram === "true") this.go(node.dataset.component);
  }
}
