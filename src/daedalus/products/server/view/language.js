// The language server of this tab, `daedalus lsp`: requests, notifications, and what it publishes.
function uriOf(path) { return "file://" + path.split("/").map(encodeURIComponent).join("/"); }
function pathOf(uri) { return decodeURIComponent(uri.replace(/^file:\/\//, "")); }

class Language {
  constructor() {
    this.waiting = new Map();
    this.lastId = 0;
    this.ready = new Promise(resolve => { this.becomeReady = resolve; });
    this.wire = new Wire("language", {opened: () => this.begin(), received: message => this.receive(message)});
  }

  // A new server knows nothing, so we send it all open texts.
  async begin() {
    for (const {reject} of this.waiting.values()) reject(new Error("the language server was started again"));
    this.waiting.clear();
    await this.send("initialize", {});
    this.notify("initialized", {});
    this.becomeReady();
    tell("language");
  }

  receive(message) {
    if (message.method === "textDocument/publishDiagnostics") return tell("diagnostics", message.params);
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    this.waiting.delete(message.id);
    if (message.error) asked.reject(new Error(message.error.message)); else asked.resolve(message.result);
  }

  send(method, params) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {resolve, reject});
      this.wire.send({jsonrpc: "2.0", id, method, params});
    });
  }
  async request(method, params) {
    await this.ready;
    return this.send(method, params);
  }
  notify(method, params) { this.wire.send({jsonrpc: "2.0", method, params}); }

  at(method, file, position, more = {}) {
    return this.request(`textDocument/${method}`, {textDocument: {uri: file.uri}, position: lspPosition(position), ...more});
  }
}

function lspPosition({line, ch}) { return {line, character: ch}; }
function editorPosition({line, character}) { return {line, ch: character}; }
