// The tree of classes: files of the opened folders, then libraries. Branches are read when they are opened,
// and icons when their branch is shown.
const classSigns = {package: "P", model: "M", block: "B", function: "f", connector: "C", type: "T", record: "R"};

class Tree {
  constructor(place) {
    this.place = place;
    byId("search").addEventListener("input", () => this.search());
    place.addEventListener("keydown", event => this.walk(event));
    when("model", () => this.markCurrent());
  }

  async show({folders}) {
    const ours = element("div");
    const libraries = element("div");
    this.place.replaceChildren(element("p", "heading", "Folders"), ours, element("p", "heading", "Libraries"), libraries);
    for (const folder of folders) {
      ours.append(folders.length > 1 ? element("p", "hint", folder) : "");
      const box = element("div");
      ours.append(box);
      await this.fillFolder(box, folder);
    }
    // The language server treats the opened folders as libraries, too.
    const own = new Set([...ours.querySelectorAll(".node .name")].map(name => name.textContent.replace(/\.mo$/, "")));
    await this.fillClasses(libraries, {}, undefined, cls => !own.has(cls.name));
    if (!libraries.firstChild) libraries.append(element("p", "hint", "none; --library or MODELICAPATH names them"));
  }

  async fillFolder(box, path) {
    let entries = [];
    try {
      entries = await ask("GET", `api/folder?path=${encodeURIComponent(path)}`);
    } catch (error) {
      complain(error);
    }
    box.replaceChildren(...entries.map(entry => this.entryNode(entry)));
    if (entries.length === 0) box.append(element("p", "hint", "no models here"));
  }

  entryNode({name, path, kind}) {
    if (kind === "folder") return this.node({name, sign: "▤", fill: box => this.fillFolder(box, path)});
    const file = kind === "package" ? `${path}/package.mo` : path;
    return this.node({name, sign: kind === "package" ? "P" : "▪", path: file, open: () => act.openFile(file),
                      fill: box => this.fillClasses(box, {file: uriOf(kind === "package" ? path : file)}, file)});
  }

  async fillClasses(box, question, file, isShown = () => true) {
    let classes = [];
    try {
      classes = (await language.request("daedalus/classes", question)).filter(isShown);
    } catch (error) {
      box.replaceChildren(element("p", "hint", error.message));
      return;
    }
    const nodes = classes.map(cls => this.classNode(cls, question, file));
    box.replaceChildren(...nodes);
    await this.drawIcons(classes, nodes, question);
  }

  classNode(cls, question, file) {
    const fill = cls.isPackage ? box => this.fillClasses(box, {...question, within: cls.class}, file) : null;
    const node = this.node({name: cls.name, sign: classSigns[cls.kind] || "·", class: cls.class, open: () => act.openClass(cls.class, question.file), fill});
    node.querySelector(".node").title = `${cls.class}\n${cls.isPartial ? "partial " : ""}${cls.kind}${cls.description ? "\n" + cls.description : ""}`;
    return node;
  }

  // Requests a few at a time, so that the language server can answer other requests between them.
  async drawIcons(classes, nodes, {file}) {
    const step = 12;
    for (let i = 0; i < classes.length; i += step) {
      const icons = await language.request("daedalus/icons", {file: file || "", classes: classes.slice(i, i + step).map(c => c.class)}).catch(() => []);
      icons.forEach((svg, k) => {
        if (!svg) return;
        const picture = element("img");
        picture.alt = "";
        // An image cannot run scripts, whatever it contains.
        picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
        nodes[i + k].querySelector(".sign").replaceWith(picture);
      });
    }
  }

  node({name, sign, path, class: cls, open, fill}) {
    const twist = element("span", "twist", fill ? "▸" : "");
    const head = element("button", "node", twist, element("span", "sign", sign), element("span", "name", name));
    head.type = "button";
    head.setAttribute("role", "treeitem");
    if (path) head.dataset.path = path;
    if (cls) head.dataset.class = cls;
    const branch = element("div", "branch");
    branch.hidden = true;
    const toggle = async () => {
      branch.hidden = !branch.hidden;
      twist.textContent = branch.hidden ? "▸" : "▾";
      head.setAttribute("aria-expanded", String(!branch.hidden));
      if (!branch.hidden) await fill(branch);
    };
    if (fill) head.setAttribute("aria-expanded", "false");
    head.addEventListener("click", event => {
      if (open && event.target !== twist) open();
      // A click anywhere on an entry that can only be opened opens it.
      if (fill && (event.target === twist || !open || branch.hidden)) toggle();
    });
    return element("div", "", head, branch);
  }

  walk(event) {
    const heads = [...this.place.querySelectorAll(".node")].filter(head => head.offsetParent);
    const at = heads.indexOf(document.activeElement);
    if (at < 0) return;
    if (event.key === "ArrowDown" && heads[at + 1]) heads[at + 1].focus();
    else if (event.key === "ArrowUp" && heads[at - 1]) heads[at - 1].focus();
    else if (event.key === "ArrowRight" && heads[at].getAttribute("aria-expanded") === "false") heads[at].querySelector(".twist").click();
    else if (event.key === "ArrowLeft" && heads[at].getAttribute("aria-expanded") === "true") heads[at].querySelector(".twist").click();
    else return;
    event.preventDefault();
  }

  markCurrent() {
    for (const head of this.place.querySelectorAll(".node")) {
      const {path, file, class: cls} = head.dataset, current = act.model;
      head.classList.toggle("here", Boolean(current) && (cls ? cls === current.class : (path || file) === current.path));
    }
  }

  search() {
    const query = byId("search").value.trim(), found = byId("found");
    found.hidden = query === "";
    this.place.hidden = query !== "";
    clearTimeout(this.searchTimer);
    if (query !== "") this.searchTimer = setTimeout(() => this.find(query), 120);
  }

  // Classes in the texts of the opened folders, also unsaved ones; then those of all libraries.
  async find(query) {
    const [symbols, classes] = await Promise.all([language.request("workspace/symbol", {query}).catch(() => []),
                                                  language.request("daedalus/find", {query}).catch(() => [])]);
    if (byId("search").value.trim() !== query) return;
    const rows = new Map();
    for (const {name, containerName, location} of symbols.slice(0, 60)) {
      const full = containerName ? `${containerName}.${name}` : name;
      rows.set(full, this.foundRow(name, full, () => act.openFile(pathOf(location.uri), full)));
    }
    for (const {class: full} of classes) {
      if (!rows.has(full)) rows.set(full, this.foundRow(full.replace(/.*\./, ""), full, () => act.openClass(full)));
    }
    byId("found").replaceChildren(...rows.values(), rows.size === 0 ? element("p", "hint", "nothing found") : "");
  }

  foundRow(name, full, open) {
    const row = element("button", "node", element("span", "twist"), element("span", "name", name), element("span", "where", full));
    row.type = "button";
    row.dataset.class = full;
    row.addEventListener("click", open);
    return row;
  }
}
