// The parameters of the model as a form, with the settings of the simulation. Changes here affect the next
// runs only; the text of the model does not change.
class Parameters {
  constructor() {
    this.place = byId("parameters");
    this.changed = new Map();  // value by name, in the unit of the text
    this.kept = new Map();     // the changes of other models, by class
    this.rows = new Map();
    this.turn = 0;
    byId("parameter-search").addEventListener("input", () => this.filter());
    byId("reset-parameters").addEventListener("click", () => {
      this.changed.clear();
      this.show();
    });
    for (const form of [this.place, byId("experiment")]) form.addEventListener("submit", event => event.preventDefault());
    when("model", (model, old) => {
      if (old) this.kept.set(old.class, this.changed);
      this.changed = model && this.kept.get(model.class) || new Map();
      this.read(Boolean(model && old && model.class === old.class));
    });
    when("saved", file => { if (act.model && file.path === act.model.path) this.read(true); });
  }

  // The form stays until the new description of the same model arrives, because the user may be typing.
  async read(isSame) {
    const model = act.model, turn = ++this.turn;
    if (!isSame) {
      this.description = null;
      this.show(model ? "Reading the model …" : "");
    }
    if (!model) return;
    try {
      const {description, messages} = await ask("POST", "api/describe", {file: model.file, model: model.class});
      if (turn !== this.turn) return;
      this.description = description;
      const error = messages.find(message => message.severity === "error");
      this.show(description ? "" : error ? `The model is wrong: ${error.message}` : "The model cannot be described.");
      tell("description", description);
    } catch (error) {
      if (turn === this.turn) this.show(error.message);
    }
  }

  show(hint = "") {
    const description = this.description, typed = this.typed();
    this.rows.clear();
    this.showExperiment();
    const all = description ? description.variables.filter(v => v.settable && v.start !== undefined) : [];
    const isParameter = v => /arameter/.test(v.causality) || v.variability === "fixed" || v.variability === "tunable";
    const states = new Set((description ? description.states : []).map(state => state.name));
    const groups = new Map([["", []]]);
    for (const v of all.filter(isParameter)) {
      const owner = v.name.includes(".") ? v.name.replace(/\.(?:[^.[]|\[[^\]]*\])*$/, "") : "";
      if (!groups.has(owner)) groups.set(owner, []);
      groups.get(owner).push(v);
    }
    const starts = all.filter(v => !isParameter(v) && states.has(v.name));
    const children = [...groups.get("").map(v => this.row(v))];
    groups.delete("");
    for (const [owner, list] of [...groups].slice(0, 400)) children.push(this.group(owner, list, false));
    if (starts.length > 0) children.push(this.group("Start values", starts, children.length === 0));
    if (hint) children.push(element("p", "hint", hint));
    else if (description && children.length === 0) children.push(element("p", "hint", "This model has no parameters."));
    this.place.replaceChildren(...children);
    this.markChanges();
    this.filter();
    if (typed) this.goOnTyping(typed);
  }

  // The field that has the focus, and the text in it.
  typed() {
    const field = document.activeElement;
    return field && this.place.contains(field) && field.tagName === "INPUT" ? {name: field.getAttribute("aria-label"), text: field.value} : null;
  }

  goOnTyping({name, text}) {
    const row = this.rows.get(name), field = row && row.row.querySelector("input");
    if (!field) return;
    field.focus();
    if (field.value === text) return;
    field.value = text;
    // The browser sends no change event for a text that a script writes.
    field.addEventListener("blur", () => field.dispatchEvent(new Event("change")), {once: true});
  }

  group(title, list, isOpen) {
    const box = element("details", "", element("summary", "", title), ...list.map(v => this.row(v)));
    box.open = isOpen || list.some(v => this.changed.has(v.name));
    return box;
  }

  row(v) {
    const scale = this.scaleOf(v);
    const input = this.inputFor(v, scale);
    input.setAttribute("aria-label", v.name);
    input.addEventListener("change", () => this.change(v, input, scale));
    const back = button("↺", "plain", () => {
      this.changed.delete(v.name);
      this.show();
    });
    back.title = "Take the value of the text";
    const row = element("div", "parameter", element("span", "name", v.name.replace(/^.*\.(?![^[]*\])/, "")), input, element("span", "unit", scale.unit), back,
      v.description ? element("span", "about", v.description) : null);
    row.title = v.name;
    row.dataset.words = `${v.name} ${v.description || ""}`.toLowerCase();
    row.dataset.name = v.name;
    this.rows.set(v.name, {row, back});
    return row;
  }

  // Values are shown in the display unit if both units are known. Factor and offset convert to SI.
  scaleOf(v) {
    const units = new Map(this.description.units.map(unit => [unit.text, unit]));
    const own = units.get(v.unit), shown = units.get(v.display_unit);
    if (!own || !shown || !own.known || !shown.known || v.unit === v.display_unit || v.type !== "Real")
      return {unit: v.unit || "", show: x => x, read: x => x};
    return {unit: v.display_unit,
            show: x => Number(((x * own.factor + own.offset - shown.offset) / shown.factor).toPrecision(12)),
            read: x => (x * shown.factor + shown.offset - own.offset) / own.factor};
  }

  inputFor(v, scale) {
    const value = this.changed.has(v.name) ? this.changed.get(v.name) : v.start;
    const names = v.type === "Boolean" ? ["true", "false"] : v.type === "Enumeration" ? this.literalsOf(v) : null;
    if (names) {
      const list = element("select", "", ...names.map(name => element("option", "", name)));
      list.value = String(value);
      return list;
    }
    const input = element("input");
    input.value = typeof value === "number" ? String(scale.show(value)) : String(value);
    if (v.type !== "String") input.inputMode = "decimal";
    return input;
  }
  literalsOf(v) {
    const found = this.description.enumerations.find(e => e.name === v.enumeration);
    return found ? found.literals : [String(v.start)];
  }

  change(v, input, scale) {
    const text = input.value.trim();
    const isNumber = v.type === "Real" || v.type === "Integer";
    let value = isNumber ? Number(text.replace(",", ".")) : text;
    const isWrong = isNumber && (text === "" || !Number.isFinite(value) || (v.type === "Integer" && !Number.isInteger(value)));
    input.classList.toggle("wrong", isWrong);
    if (isWrong) return notice(`${v.name} needs ${v.type === "Integer" ? "an integer" : "a number"}.`, "bad");
    if (isNumber && v.type === "Real") value = scale.read(value);
    if (isNumber && ((v.min !== undefined && value < v.min) || (v.max !== undefined && value > v.max)))
      notice(`${v.name} is outside of its bounds, ${v.min ?? "−∞"} to ${v.max ?? "∞"} ${v.unit || ""}.`, "bad");
    const original = isNumber ? v.start : String(v.start);
    if (value === original) this.changed.delete(v.name); else this.changed.set(v.name, value);
    this.markChanges();
  }

  markChanges() {
    for (const [name, {row, back}] of this.rows) {
      row.classList.toggle("changed", this.changed.has(name));
      back.style.visibility = this.changed.has(name) ? "" : "hidden";
    }
    byId("reset-parameters").disabled = this.changed.size === 0;
  }

  filter() {
    const words = byId("parameter-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const {row} of this.rows.values()) row.hidden = !words.every(word => row.dataset.words.includes(word));
    for (const box of this.place.querySelectorAll("details")) {
      const hits = [...box.querySelectorAll(".parameter")].some(row => !row.hidden);
      box.hidden = !hits;
      if (words.length > 0 && hits) box.open = true;
    }
  }

  // ---- How it is simulated ----
  showExperiment() {
    const known = this.description ? this.description.experiment : {};
    const values = this.experiment && this.experimentOf === (act.model && act.model.class) ? this.experiment : {};
    this.experiment = values;
    this.experimentOf = act.model && act.model.class;
    const field = (name, label, placeholder) => {
      const input = element("input");
      input.name = name;
      input.placeholder = placeholder;
      input.value = values[name] ?? "";
      input.inputMode = name === "method" ? "text" : "decimal";
      input.addEventListener("change", () => {
        const isWrong = name !== "method" && input.value.trim() !== "" && !Number.isFinite(Number(input.value));
        input.classList.toggle("wrong", isWrong);
        if (!isWrong) values[name] = input.value.trim();
      });
      return element("label", "", label, input);
    };
    const unit = " / s";
    byId("experiment").replaceChildren(field("start", `Start${unit}`, known.start_time ?? 0), field("stop", `Stop${unit}`, known.stop_time ?? 1),
      field("intervals", "Intervals", 500), field("tolerance", "Tolerance", known.tolerance ?? "1e-6"), field("method", "Method", "auto"));
  }

  // What a run is asked to do.
  question() {
    const {start, stop, intervals, tolerance, method} = this.experiment || {};
    const known = this.description ? this.description.experiment : {};
    const number = text => text === undefined || text === "" ? null : Number(text);
    return {settings: [...this.changed], start: number(start), stop: number(stop) ?? known.stop_time ?? 1, intervals: number(intervals),
            tolerance: number(tolerance), method: method || ""};
  }
}
