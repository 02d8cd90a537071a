// The texts that are open in this tab. Each one knows the version that was read or saved last. The server
// refuses to overwrite any other version, so no edit of another tab or program is lost.
class OpenFile {
  constructor({path, text, version, writable}) {
    Object.assign(this, {path, version, writable, uri: uriOf(path), languageVersion: 1, problems: []});
    this.doc = CodeMirror.Doc(text, "text/x-modelica");
    this.clean = this.doc.changeGeneration(true);
    this.doc.on("change", (doc, change) => this.tellChange(change));
  }
  get name() { return this.path.replace(/.*\//, ""); }
  get text() { return this.doc.getValue("\n"); }
  get isDirty() { return !this.doc.isClean(this.clean); }

  tellOpen() {
    this.languageVersion = 1;
    language.notify("textDocument/didOpen", {textDocument: {uri: this.uri, languageId: "modelica", version: 1, text: this.text}});
  }
  // Positions in a change count in the text before the change.
  tellChange(change) {
    this.languageVersion += 1;
    language.notify("textDocument/didChange", {
      textDocument: {uri: this.uri, version: this.languageVersion},
      contentChanges: [{range: {start: lspPosition(change.from), end: lspPosition(change.to)}, text: change.text.join("\n")}]});
    tell("edited", this);
  }
  // Replaces the text by that of the disk; the edit can be undone.
  replace(text, version) {
    const cursor = this.doc.getCursor();
    this.doc.setValue(text);
    this.doc.setCursor(cursor);
    this.markSaved(version);
  }
  markSaved(version) {
    this.version = version;
    this.clean = this.doc.changeGeneration(true);
    tell("saved", this);
  }
}

class Files {
  constructor() {
    this.open = new Map();  // by path
    this.current = null;
    when("language", () => { for (const file of this.open.values()) file.tellOpen(); });
    addEventListener("beforeunload", event => { if ([...this.open.values()].some(file => file.isDirty)) event.preventDefault(); });
  }

  async show(path) {
    let file = this.open.get(path);
    if (!file) {
      file = new OpenFile(await ask("GET", `api/file?path=${encodeURIComponent(path)}`));
      file = this.open.get(file.path) || file;
      if (!this.open.has(file.path)) {
        this.open.set(file.path, file);
        file.tellOpen();
      }
    }
    this.current = file;
    tell("file", file);
    return file;
  }

  async close(file) {
    if (file.isDirty) {
      const answer = await choose(`Close ${file.name}?`, "It has changes that are not saved.",
        [["keep", "Keep it open"], ["drop", "Drop the changes"], ["save", "Save and close", "main"]]);
      if (answer === "save" && !await this.save(file)) return;
      if (answer !== "save" && answer !== "drop") return;
    }
    language.notify("textDocument/didClose", {textDocument: {uri: file.uri}});
    this.open.delete(file.path);
    if (this.current === file) this.current = [...this.open.values()].pop() || null;
    tell("file", this.current);
  }

  // True if the text is on the disk afterwards. A file is saved by one request at a time; otherwise the
  // second request would name a version that the first one replaces.
  save(file) {
    if (!file.saving) file.saving = this.write(file).finally(() => { file.saving = null; });
    return file.saving;
  }
  async write(file) {
    if (!file.writable || !file.isDirty) return true;
    const text = file.text, generation = file.doc.changeGeneration(true);
    try {
      const saved = await ask("PUT", `api/file?path=${encodeURIComponent(file.path)}`, {text, version: file.version});
      file.version = saved.version;
      file.clean = generation;
      language.notify("textDocument/didSave", {textDocument: {uri: file.uri}});
      tell("saved", file);
      return true;
    } catch (error) {
      if (error.status !== 409) {
        complain(error);
        return false;
      }
      return this.settle(file, error.data);
    }
  }

  // The text on the disk is not the one that was read.
  async settle(file, {text, version, error}) {
    const answer = await choose(`${file.name} was not saved`,
      `${error[0].toUpperCase()}${error.slice(1)} since this tab read it. Your text is still here. The text on the disk:`,
      [["later", "Decide later"], ["theirs", "Take the text of the disk"], ["mine", "Overwrite it with mine", "main"]], text);
    if (answer === "theirs") file.replace(text, version);
    if (answer !== "mine") return answer === "theirs";
    file.version = version;
    return this.write(file);
  }

  // Another tab has saved this file. A text without edits is updated; a text with edits makes saving ask.
  async follow(path, version) {
    const file = this.open.get(path);
    if (!file || file.version === version) return;
    if (file.isDirty) return notice(`${file.name} was saved by another tab. Your text differs; saving will ask you.`, "bad");
    const read = await ask("GET", `api/file?path=${encodeURIComponent(path)}`).catch(() => null);
    if (read && !file.isDirty) file.replace(read.text, read.version);
  }
}
