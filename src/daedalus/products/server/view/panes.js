// Which part of the page is seen: the side of the model or of the runs, one part alone on a phone, and dark or
// light.
class Panes {
  constructor() {
    for (const node of document.querySelectorAll("#sides button, #panes button"))
      node.addEventListener("click", () => this.show(node.dataset.side || node.dataset.pane));
    byId("theme").addEventListener("click", () => {
      const root = document.documentElement;
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      tell("theme");
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => tell("theme"));
    this.show("diagram");
    this.mark(innerWidth <= 720 ? "library" : "diagram");
  }

  show(name) {
    if (["diagram", "parameters", "runs"].includes(name)) {
      for (const side of ["diagram", "parameters", "runs"]) byId(`${side}-side`).hidden = side !== name;
      for (const node of byId("sides").children) node.setAttribute("aria-selected", String(node.dataset.side === name));
    }
    this.mark(name);
    tell("pane", name);
  }
  mark(name) {
    document.body.dataset.pane = name;
    for (const node of byId("panes").children) node.classList.toggle("here", node.dataset.pane === name);
  }
}
