// The editor: CodeMirror, with what the language server knows.
const problemSeverities = ["", "error", "warning", "note", "note"];

class Editor {
  constructor(place) {
    this.hintsOf = (cm, done) => this.complete(done);
    this.hintsOf.async = true;
    this.cm = CodeMirror(place, {
      lineNumbers: true, matchBrackets: true, autoCloseBrackets: "()[]{}", indentUnit: 2, tabSize: 2, gutters: ["problems", "CodeMirror-linenumbers"],
      extraKeys: {
        "Ctrl-Space": () => this.offer(), "F12": () => this.goToDefinition(), "Shift-Alt-F": () => this.layOut(), "F2": () => this.rename(),
        "Ctrl-S": () => act.save(), "Cmd-S": () => act.save(), "Ctrl-Enter": () => act.run(), "Cmd-Enter": () => act.run(),
        Tab: cm => cm.somethingSelected() ? cm.indentSelection("add") : cm.replaceSelection("  "),
        "Shift-Tab": cm => cm.indentSelection("subtract"),
      },
    });
    this.place = place;
    this.marks = [];
    this.cm.on("inputRead", (cm, change) => { if (/^[\w.(]$/.test(change.text[0]) && (change.text[0] === "." || this.wordBefore().length === 2)) this.offer(); });
    this.cm.getWrapperElement().addEventListener("mousemove", event => this.awaitHover(event));
    this.cm.getWrapperElement().addEventListener("mouseleave", () => this.hideHover());
    this.cm.on("scroll", () => this.hideHover());
    this.cm.on("keydown", () => this.hideHover());
    this.cm.on("mousedown", (cm, event) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      cm.setCursor(cm.coordsChar({left: event.clientX, top: event.clientY}));
      this.goToDefinition();
    });
    when("file", file => this.show(file));
    when("diagnostics", params => this.takeProblems(params));
    when("file edited saved", () => this.showTabs());
    this.show(null);
  }

  show(file) {
    this.place.hidden = !file;
    byId("empty").hidden = Boolean(file);
    if (file && this.cm.getDoc() !== file.doc) this.cm.swapDoc(file.doc);
    if (file) this.cm.setOption("readOnly", !file.writable);
    this.cm.refresh();
    this.showProblems();
  }

  showTabs() {
    byId("tabs").replaceChildren(...[...files.open.values()].map(file => {
      const title = button(file.name + (file.isDirty ? " ●" : "") + (file.writable ? "" : " (read only)"), "", () => files.show(file.path));
      title.title = file.path;
      title.setAttribute("role", "tab");
      const close = button("×", "", () => files.close(file));
      close.setAttribute("aria-label", `Close ${file.name}`);
      return element("span", file === files.current ? "here" : "", title, close);
    }));
  }

  // ---- Problems ----
  takeProblems({uri, diagnostics}) {
    const file = files.open.get(pathOf(uri));
    if (!file) return;
    file.problems = diagnostics;
    if (file === files.current) this.showProblems();
  }

  showProblems() {
    const file = files.current, problems = file ? file.problems : [];
    this.cm.operation(() => {
      for (const mark of this.marks.splice(0)) mark.clear();
      this.cm.clearGutter("problems");
      for (const {range, severity, message} of problems) {
        const kind = problemSeverities[severity || 1], from = editorPosition(range.start), to = editorPosition(range.end);
        this.marks.push(this.cm.markText(from, to, {className: `problem-${kind}`, title: message}));
        const dot = element("div", `mark ${kind}`);
        dot.title = message;
        this.cm.setGutterMarker(from.line, "problems", dot);
      }
    });
    byId("problems").replaceChildren(...problems.slice(0, 100).map(problem => this.problemRow(problem)));
  }

  problemRow(problem) {
    const row = element("button", `problem ${problemSeverities[problem.severity || 1]}`, element("span", "line", `line ${problem.range.start.line + 1}`),
      element("span", "what", problem.message));
    row.type = "button";
    row.addEventListener("click", () => this.goTo(problem.range.start));
    const fix = button("Fix", "plain", event => {
      event.stopPropagation();
      this.offerFixes(problem);
    });
    // Messages that a mend may be known for.
    if (/hint:|is not a unit|expected `;`/.test(problem.message)) row.append(fix);
    return row;
  }

  async offerFixes(problem) {
    const file = files.current;
    const actions = await language.request("textDocument/codeAction",
      {textDocument: {uri: file.uri}, range: problem.range, context: {diagnostics: [problem]}}).catch(() => []);
    if (!actions || actions.length === 0) return notice("There is no mend for this problem.");
    const key = actions.length === 1 ? "0" : await choose("Mend", problem.message, actions.map((a, i) => [String(i), a.title]));
    if (key !== null) applyEdit(actions[key].edit);
  }

  goTo(position) {
    this.cm.focus();
    this.cm.setCursor(editorPosition(position));
    this.cm.scrollIntoView(null, 120);
  }

  // ---- Completion ----
  wordBefore() {
    const {line, ch} = this.cm.getCursor();
    return /[\w']*$/.exec(this.cm.getLine(line).slice(0, ch))[0];
  }
  offer() { this.cm.showHint({hint: this.hintsOf, completeSingle: false, closeCharacters: /[\s()[\]{};>,=]/}); }
  async complete(done) {
    const cursor = this.cm.getCursor(), word = this.wordBefore();
    const answer = await language.at("completion", files.current, cursor).catch(() => null);
    const items = (Array.isArray(answer) ? answer : answer && answer.items || [])
      .filter(item => item.label.toLowerCase().startsWith(word.toLowerCase())).slice(0, 60);
    done({from: {line: cursor.line, ch: cursor.ch - word.length}, to: cursor, list: items.map(item => ({
      text: item.insertText || item.label, displayText: item.label,
      render: row => row.append(element("span", "", item.label), element("i", "", (item.detail || "").slice(0, 60))),
    }))});
  }

  // ---- Hover ----
  awaitHover(event) {
    clearTimeout(this.hoverTimer);
    if (!byId("hover").hidden && !this.cm.getWrapperElement().contains(event.target)) this.hideHover();
    this.hoverTimer = setTimeout(() => this.hover(event.clientX, event.clientY), 350);
  }
  hideHover() {
    clearTimeout(this.hoverTimer);
    byId("hover").hidden = true;
  }
  async hover(left, top) {
    const file = files.current;
    if (!file) return;
    const position = this.cm.coordsChar({left, top});
    const box = this.cm.charCoords(position);
    if (Math.abs(box.left - left) > 40 || top < box.top - 4 || top > box.bottom + 4) return this.hideHover();
    const answer = await language.at("hover", file, position).catch(() => null);
    const text = answer && (answer.contents.value || answer.contents);
    if (!text || file !== files.current) return this.hideHover();
    const place = byId("hover");
    place.replaceChildren(...markdownParts(text));
    place.hidden = false;
    place.style.left = `${Math.max(4, Math.min(left, innerWidth - place.offsetWidth - 8))}px`;
    place.style.top = box.bottom + place.offsetHeight + 8 < innerHeight ? `${box.bottom + 4}px` : `${Math.max(4, box.top - place.offsetHeight - 4)}px`;
  }

  // ---- Places and edits ----
  async goToDefinition() {
    if (!files.current) return;
    const answer = await language.at("definition", files.current, this.cm.getCursor()).catch(() => null);
    const found = Array.isArray(answer) ? answer[0] : answer;
    if (!found) return notice("Nothing in a text declares this.");
    await files.show(pathOf(found.uri)).then(() => this.goTo(found.range.start), complain);
  }

  async layOut() {
    const file = files.current;
    const edits = await language.request("textDocument/formatting", {textDocument: {uri: file.uri}, options: {tabSize: 2, insertSpaces: true}}).catch(() => null);
    if (edits) applyEdit({changes: {[file.uri]: edits}});
  }

  async rename() {
    const file = files.current, cursor = this.cm.getCursor();
    try {
      const {placeholder} = await language.at("prepareRename", file, cursor);
      const newName = await askText("Rename", `The new name of ${placeholder}, wherever it means the same thing:`, placeholder);
      if (newName && newName !== placeholder) await applyEdit(await language.at("rename", file, cursor, {newName}));
    } catch (error) {
      complain(error);
    }
  }
}

// Edits of the language server, in files that are opened for it. Later places come first, so that earlier ones hold.
async function applyEdit({changes}) {
  const current = files.current;
  for (const [uri, edits] of Object.entries(changes)) {
    const file = await files.show(pathOf(uri)).catch(complain);
    if (!file || !file.writable) continue;
    const sorted = [...edits].sort((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character);
    editor.cm.operation(() => {
      for (const {range, newText} of sorted) file.doc.replaceRange(newText, editorPosition(range.start), editorPosition(range.end), "+language");
    });
  }
  if (current) await files.show(current.path);
}

// Code and paragraphs, as texts.
function markdownParts(text) {
  return text.split(/```/).map((part, i) => {
    if (i % 2 === 1) return element("pre", "", part.replace(/^\w*\n/, "").trimEnd());
    const plain = part.trim().replace(/^---$/gm, "").replace(/\\([\\`*_{}[\]()#+.!-])/g, "$1").trim();
    return plain ? element("p", "", plain) : null;
  }).filter(Boolean);
}
