// Finds components, variables and equations as the reader types.
const mostFound = 60;

// How well a text matches, best first: the whole text, its beginning, the beginning of a part, anywhere.
function fitOf(text, wanted) {
  const at = text.toLowerCase().indexOf(wanted);
  if (at < 0) return Infinity;
  if (text.length === wanted.length) return 0;
  return at === 0 ? 1 : /[.[(]/.test(text[at - 1]) ? 2 : 3;
}

function findAll(facts, wanted) {
  const found = [];
  const offer = (kind, id, text, where, extra) => {
    const fit = fitOf(text, wanted);
    if (fit < Infinity) found.push({kind, id, text, where, fit: fit + extra});
    return fit < Infinity;
  };
  for (const path of facts.components.keys()) if (path !== "") offer("component", path, path, "component", 0);
  for (let i = 0; i < facts.numVariables; ++i) {
    const about = facts.text("about", i);
    if (!offer("variable", i, facts.v.name[i], about || "variable", 0) && fitOf(about, wanted) < Infinity)
      found.push({kind: "variable", id: i, text: facts.v.name[i], where: about, fit: 6});
  }
  facts.equations.forEach(equation => {
    const place = facts.place(equation.place);
    if (!offer("equation", equation.index, equation.text, place ? `${place.file}:${place.line}` : "equation", 4) && place &&
        fitOf(place.text, wanted) < Infinity)
      found.push({kind: "equation", id: equation.index, text: place.text.replace(/\s+/g, " "), where: `${place.file}:${place.line}`, fit: 8});
  });
  return found.sort((a, b) => a.fit - b.fit || a.text.length - b.text.length).slice(0, mostFound);
}

class Search {
  constructor(input, place) {
    this.input = input;
    this.place = place;
    this.chosen = 0;
    input.addEventListener("input", () => this.find());
    input.addEventListener("focus", () => this.find());
    input.addEventListener("keydown", event => this.press(event));
    document.addEventListener("pointerdown", event => {
      if (!event.target.closest(".search")) this.close();
    });
  }

  find() {
    const wanted = this.input.value.trim().toLowerCase();
    this.found = wanted === "" ? [] : findAll(view.facts, wanted);
    this.chosen = 0;
    this.place.hidden = wanted === "";
    this.draw();
  }

  draw() {
    const rows = this.found.map((item, k) => {
      const row = button("", k === this.chosen ? "hit chosen" : "hit", () => this.take(item));
      row.dataset.kind = item.kind;
      row.append(element("b", "", item.text.slice(0, 120)), element("span", "about", item.where));
      return row;
    });
    this.place.replaceChildren(...rows);
    if (rows.length === 0) this.place.append(element("p", "empty", "Nothing found."));
    else rows[this.chosen].scrollIntoView({block: "nearest"});
  }

  press(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const count = Math.max(1, this.found.length);
      this.chosen = (this.chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      this.draw();
    } else if (event.key === "Enter" && this.found && this.found[this.chosen]) {
      this.take(this.found[this.chosen]);
    } else if (event.key === "Escape") {
      this.input.value = "";
      this.close();
      this.input.blur();
    }
  }

  take({kind, id}) {
    if (kind === "component") view.reveal(id); else view.select(kind, id);
    if (kind === "variable" && view.facts.changes(id) && !state.curves.includes(id)) view.toggleCurve(id);
    view.showPane("details");
    this.close();
    this.input.blur();
  }

  close() { this.place.hidden = true; }
}
