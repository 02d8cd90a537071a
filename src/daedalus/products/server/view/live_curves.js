// Curves of chosen variables and chosen runs, over each other; they grow while a run goes on.
const curveColours = ["#2459c5", "#c77700", "#1a7f37", "#b02a8f", "#008b9a", "#c02a26", "#6b4fd8", "#7d6b00"];
const runPatterns = [null, [7, 4], [2, 3], [10, 3, 2, 3]];
const runSwatches = ["", " dashed", " dotted", " dashed"];

// The rows that have arrived of one run, for the chosen variables.
class Samples {
  constructor(run, names) {
    Object.assign(this, {run, names, from: 0, times: [], values: names.map(() => [])});
  }
  // True if there is more already.
  async fetch() {
    const piece = await ask("POST", `api/runs/${this.run.id}/curves`, {names: this.names, from: this.from});
    if (piece.next < this.from) return false;
    this.from = piece.next;
    for (const time of piece.times) this.times.push(time);
    piece.values.forEach((list, k) => { for (const value of list) this.values[k].push(value); });
    return !piece.isWhole;
  }
}

class LiveCurves {
  constructor(place) {
    this.place = place;
    this.names = [];    // chosen variables
    this.known = [];    // variables of the shown runs
    this.samples = new Map();
    this.isFetching = false;
    byId("variable-search").addEventListener("input", () => this.offer());
    byId("variable-search").addEventListener("focus", () => this.offer());
    byId("variable-search").addEventListener("keydown", event => {
      const first = byId("variables").querySelector("button");
      if (event.key === "Enter" && first) first.click();
      if (event.key === "Escape") byId("variables").hidden = true;
    });
    document.addEventListener("click", event => {
      if (!event.target.closest("#variables, #variable-search")) byId("variables").hidden = true;
    });
    when("theme", () => this.draw());
    this.draw = oncePerFrame(() => this.drawNow());
    new ResizeObserver(() => { if (this.graph && this.place.clientWidth > 0) this.graph.resize(); }).observe(place);
  }

  // The variables to show if the user has not chosen any.
  async chooseFirst(run) {
    this.known = await ask("GET", `api/runs/${run.id}/names`).catch(() => []);
    if (this.names.some(name => this.known.includes(name)) || this.known.length < 2) return;
    const description = parameters.description;
    const states = description && description.model === run.question.model ? description.states.map(s => s.name) : [];
    const outputs = description ? description.outputs.map(o => o.name) : [];
    const wanted = [...outputs, ...states].filter(name => this.known.includes(name));
    this.names = [...new Set(wanted.length > 0 ? wanted : this.known.slice(1))].slice(0, 3);
    this.showChosen();
  }

  choose(names) {
    this.names = names;
    this.samples.clear();
    this.showChosen();
    this.update();
  }
  showChosen() {
    byId("chosen").replaceChildren(...this.names.map((name, k) => {
      const line = element("span", "swatch");
      line.style.borderColor = curveColours[k % curveColours.length];
      const drop = button("×", "", () => this.choose(this.names.filter(n => n !== name)));
      drop.setAttribute("aria-label", `Remove ${name}`);
      return element("span", "chip", line, name, drop);
    }));
  }
  offer() {
    const words = byId("variable-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.known.filter(name => name !== "time" && !this.names.includes(name) && words.every(word => name.toLowerCase().includes(word)));
    byId("variables").hidden = found.length === 0;
    byId("variables").replaceChildren(...found.slice(0, 200).map(name => button(name, "", () => {
      byId("variable-search").value = "";
      byId("variables").hidden = true;
      this.choose([...this.names, name]);
    })));
  }

  // Gets what the shown runs have written since the last time.
  async update() {
    if (this.isFetching) {
      this.again = true;
      return;
    }
    this.isFetching = true;
    try {
      do {
        this.again = false;
        const shown = runs.shown();
        for (const run of shown) {
          if (this.names.length === 0) await this.chooseFirst(run);
          let samples = this.samples.get(run.id);
          if (!samples) this.samples.set(run.id, samples = new Samples(run, this.names));
          if (await samples.fetch()) this.again = true;
        }
        for (const id of this.samples.keys()) if (!shown.some(run => run.id === id)) this.samples.delete(id);
        this.draw();
      } while (this.again);
    } catch (error) {
      if (error.status !== 404) complain(error);
    } finally {
      this.isFetching = false;
    }
  }

  drawNow() {
    // In the order of the list, which shows the same patterns.
    const all = runs.shown().map(run => this.samples.get(run.id)).filter(samples => samples && samples.times.length > 0 && samples.names.length > 0);
    if (all.length === 0 || this.place.clientWidth === 0) {
      if (this.graph) this.graph.destroy();
      this.graph = null;
      this.place.replaceChildren();
      return;
    }
    const {rows, labels, colours, series} = joined(all);
    const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue(name).trim();
    const options = {file: rows, labels, colors: colours, series, connectSeparatedPoints: true, strokeWidth: 1.7, legend: "always", labelsKMB: false, digitsAfterDecimal: 5,
      axisLineColor: colour("--line"), gridLineColor: colour("--grid"), highlightCircleSize: 3, xlabel: "", axes: {y: {axisLabelWidth: 62}}};
    const key = JSON.stringify([labels, colours, options.axisLineColor]);
    if (this.graph && this.key === key) return this.graph.updateOptions({file: rows});
    if (this.graph) this.graph.destroy();
    this.key = key;
    this.graph = new Dygraph(this.place, rows, options);
  }
}

// One table with the times of all runs. A run has no values at the times of other runs.
function joined(all) {
  const labels = ["time"], colours = [], series = {};
  all.forEach((samples, r) => samples.names.forEach((name, k) => {
    const label = all.length > 1 ? `${name} (run ${samples.run.id})` : name;
    labels.push(label);
    colours.push(curveColours[k % curveColours.length]);
    series[label] = {strokePattern: runPatterns[runs.shown().findIndex(run => run.id === samples.run.id) % runPatterns.length]};
  }));
  const at = all.map(() => 0), rows = [];
  for (;;) {
    let time = Infinity;
    all.forEach((samples, r) => { if (at[r] < samples.times.length) time = Math.min(time, samples.times[at[r]]); });
    if (time === Infinity) return {rows, labels, colours, series};
    const row = [time];
    all.forEach((samples, r) => {
      const isHere = samples.times[at[r]] === time;
      for (const list of samples.values) row.push(isHere ? list[at[r]] : null);
      if (isHere) at[r] += 1;
    });
    rows.push(row);
  }
}
