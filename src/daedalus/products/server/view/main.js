// The beginning, and what the buttons do. `act.model` is the class that is looked at and simulated.
const act = {
  model: null,  // {class, file, fileUri, path}

  setModel(model) {
    const old = act.model;
    act.model = model;
    byId("run").disabled = !model;
    tell("model", model, old);
  },

  // Opens a file; the class is the one that is named, or the last of the file.
  async openFile(path, cls) {
    try {
      const file = await files.show(path);
      if (innerWidth <= 720) panes.show("text");
      await act.offerModels(file, cls);
    } catch (error) {
      complain(error);
    }
  },

  // Opens the text of a class, of an opened folder or of a library.
  async openClass(cls, fileUri) {
    try {
      const place = await language.request("daedalus/place", {file: fileUri || "", class: cls});
      await files.show(pathOf(place.uri));
      editor.goTo(place.range.start);
      if (innerWidth <= 720) panes.show("text");
      await act.offerModels(files.current, cls, fileUri);
    } catch (error) {
      complain(error);
    }
  },

  async offerModels(file, cls, fileUri) {
    const own = fileUri || (file.writable ? file.uri : "");
    let names = [];
    try {
      const symbols = await language.request("textDocument/documentSymbol", {textDocument: {uri: file.uri}});
      const within = /^\s*within\s+([\w.]+)\s*;/m.exec(file.text);
      const walk = (list, before) => {
        for (const symbol of list) {
          const full = before ? `${before}.${symbol.name}` : symbol.name;
          if ([4, 5].includes(symbol.kind)) {
            if (symbol.kind === 5) names.push(full);
            walk(symbol.children || [], full);
          }
        }
      };
      walk(symbols, within ? within[1] : "");
    } catch (error) {
      complain(error);
    }
    const wanted = cls || (act.model && act.model.path === file.path && names.includes(act.model.class) ? act.model.class : names[names.length - 1]);
    if (wanted && !names.includes(wanted)) names = [wanted, ...names];
    byId("model").replaceChildren(...names.slice(0, 2000).map(name => element("option", "", name)));
    if (wanted) byId("model").value = wanted;
    act.choices = {file, own};
    const same = act.model && act.model.class === wanted && act.model.path === file.path;
    if (!same) act.setModel(wanted ? {class: wanted, path: file.path, fileUri: own, file: own ? pathOf(own) : ""} : null);
  },

  async save() { return files.current ? files.save(files.current) : true; },

  async run() {
    const model = act.model;
    if (!model || byId("run").disabled) return;
    // A run reads files from the disk, not the edited text.
    for (const file of files.open.values()) if (!await files.save(file)) return;
    await runs.start(model);
  },

  async newFile() {
    const name = await askText("New model", "Its name; the file stands in the first opened folder.", "NewModel");
    if (!name) return;
    if (!/^[A-Za-z_]\w*$/.test(name)) return notice("A name has letters, digits and underscores, and begins with a letter.", "bad");
    const path = `${session.folders[0]}/${name}.mo`;
    try {
      const text = `model ${name}\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend ${name};\n`;
      await ask("PUT", `api/file?path=${encodeURIComponent(path)}`, {text, version: ""});
      await tree.show(session);
      await act.openFile(path);
    } catch (error) {
      complain(error.status === 409 ? new Error(`${name}.mo exists already.`) : error);
    }
  },
};

let session = null;
const files = new Files(), panes = new Panes(), language = new Language(), editor = new Editor(byId("editor")), tree = new Tree(byId("tree")),
  picture = new Picture(byId("picture")), parameters = new Parameters(), curves = new LiveCurves(byId("curves")), runs = new RunList(byId("runs"));

byId("save").addEventListener("click", () => act.save());
byId("run").addEventListener("click", () => act.run());
byId("new-file").addEventListener("click", () => act.newFile());
byId("model").addEventListener("change", event => {
  const {file, own} = act.choices;
  act.setModel({class: event.target.value, path: file.path, fileUri: own, file: own ? pathOf(own) : ""});
});
when("file edited saved", () => { byId("save").disabled = !files.current || !files.current.isDirty; });
when("saved", file => { if (file === files.current) act.offerModels(file); });
when("pane", name => { if (name === "text") editor.cm.refresh(); if (name === "runs") curves.draw(); });
addEventListener("keydown", event => {
  // The editor has already handled the keys that it knows.
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return;
  if (event.key === "s") {
    event.preventDefault();
    act.save();
  } else if (event.key === "Enter") {
    act.run();
  }
});

(async () => {
  try {
    session = await ask("GET", "api/session");
    await tree.show(session);
    document.documentElement.dataset.ready = "1";
  } catch (error) {
    complain(error);
  }
})();
