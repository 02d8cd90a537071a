// The runs: progress, messages, which of them are drawn, and their pages.
class RunList {
  constructor(place) {
    this.place = place;
    this.all = new Map();     // by id
    this.hidden = new Set();  // runs that are not drawn
    this.rows = new Map();
    this.wire = new Wire("events", {opened: () => this.read(), received: event => this.receive(event)});
    byId("run-page").querySelector("button").addEventListener("click", () => this.closePage());
    byId("run-page").addEventListener("close", () => this.closePage());
    this.show();
  }

  async read() {
    const list = await ask("GET", "api/runs").catch(() => []);
    this.all = new Map(list.map(run => [run.id, run]));
    // Only the last run is drawn until the user chooses more.
    list.slice(0, -1).forEach(run => this.hidden.add(run.id));
    this.show();
    curves.update();
  }

  receive(event) {
    if (event.saved) return files.follow(event.saved, event.version);
    if (event.state === "removed") {
      this.all.delete(event.id);
      this.rows.delete(event.id);
    } else {
      this.all.set(event.id, event);
    }
    this.show();
    curves.update();
  }

  shown() { return [...this.all.values()].filter(run => !this.hidden.has(run.id)); }

  async start(model) {
    const isCompared = this.shown().length > 1;
    try {
      const run = await ask("POST", "api/runs", {file: model.file, model: model.class, ...parameters.question()});
      // The first event of the run may have come before this answer.
      if (!this.all.has(run.id)) this.all.set(run.id, run);
      for (const other of this.all.values()) {
        if (other.id !== run.id && (!isCompared || other.question.model !== model.class)) this.hidden.add(other.id);
      }
      curves.known = [];
      this.show();
      panes.show("runs");
    } catch (error) {
      complain(error);
    }
  }

  show() {
    const list = [...this.all.values()].reverse();
    this.place.replaceChildren(...list.map(run => this.rowOf(run)));
    if (list.length === 0) this.place.append(element("p", "hint", "No runs so far. Run simulates the model with the parameters of the form."));
  }

  // A row whose content is unchanged stays, so that clicks on it are not lost.
  rowOf(run) {
    const order = this.shown().findIndex(other => other.id === run.id);
    const key = JSON.stringify([run.state, run.time, Math.round(10 * run.seconds), run.hasPage, run.messages.length, order]);
    const old = this.rows.get(run.id);
    if (old && old.key === key) return old.row;
    const row = this.newRow(run, order);
    this.rows.set(run.id, {key, row});
    return row;
  }

  newRow(run, order) {
    const {question} = run;
    const isDrawn = element("input");
    isDrawn.type = "checkbox";
    isDrawn.checked = !this.hidden.has(run.id);
    isDrawn.setAttribute("aria-label", `Draw run ${run.id}`);
    isDrawn.addEventListener("change", () => {
      if (isDrawn.checked) this.hidden.delete(run.id); else this.hidden.add(run.id);
      this.show();
      curves.update();
    });
    const acts = run.state === "running" ? [button("Stop", "", () => ask("POST", `api/runs/${run.id}/stop`).catch(complain))] : [];
    if (run.hasPage) acts.push(button("Page", "", () => this.openPage(run)));
    if (run.time !== null && run.state !== "running") acts.push(this.csvLink(run));
    if (run.state !== "running") acts.push(button("×", "", () => ask("POST", `api/runs/${run.id}/remove`).catch(complain)));
    const swatch = isDrawn.checked && order >= 0 ? element("span", `swatch${runSwatches[order % runSwatches.length]}`) : null;
    const row = element("div", "run",
      element("div", "top", element("label", "title", isDrawn, `${run.id}`, element("span", "", question.model.replace(/.*\./, "")), swatch),
        element("span", `state ${run.state}`, stateInWords(run)), element("span", "acts", ...acts)),
      question.settings.length > 0 ? element("div", "settings", question.settings.map(([name, value]) => `${name} = ${value}`).join(", ")) : null);
    if (run.state === "running") row.append(progressOf(run));
    for (const message of run.messages.slice(0, 20)) row.append(messageLine(message));
    return row;
  }

  csvLink(run) {
    const link = element("a", "", "CSV");
    link.href = `${home}runs/${run.id}/result.csv`;
    link.download = "";
    return link;
  }

  // The page of a run contains texts of the model, so it gets none of this page's rights.
  openPage(run) {
    const dialog = byId("run-page"), frame = element("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = `${home}runs/${run.id}/page`;
    frame.title = `Run ${run.id}`;
    dialog.querySelector("b").textContent = `Run ${run.id}: ${run.question.model}`;
    dialog.querySelector("a").href = frame.src;
    dialog.append(frame);
    dialog.showModal();
  }
  closePage() {
    const dialog = byId("run-page");
    const frame = dialog.querySelector("iframe");
    if (frame) frame.remove();
    if (dialog.open) dialog.close();
  }
}

function stateInWords(run) {
  const seconds = `${formatNumber(run.seconds, 3)} s`;
  if (run.state === "running") return run.time === null ? `reading the model, ${seconds}` : `at ${formatNumber(run.time, 4)} s, ${seconds}`;
  if (run.state === "done") return `done in ${seconds}`;
  if (run.state === "stopped") return run.time === null ? "stopped" : `stopped at ${formatNumber(run.time, 4)} s`;
  return run.time === null ? "failed" : `failed at ${formatNumber(run.time, 4)} s`;
}

function progressOf(run) {
  const bar = element("progress");
  const start = run.question.start ?? 0, stop = run.question.stop ?? 1;
  if (run.time !== null && stop > start) bar.value = Math.max(0, Math.min(1, (run.time - start) / (stop - start)));
  return bar;
}

// A message of the compiler or of the run; a click goes to its line.
function messageLine(message) {
  const line = element("p", `message ${message.severity || ""}`, element("span", "what", `${message.severity || "note"}: ${message.message}`));
  if (message.hint) line.append(` (${message.hint})`);
  const {file, line: number, column} = message;
  if (file && file.startsWith("/")) {
    line.append(" ", button(`${file.replace(/.*\//, "")}, line ${number}`, "plain",
      () => files.show(file).then(() => editor.goTo({line: number - 1, character: column - 1}), complain)));
  }
  return line;
}
