// The behaviour of the page: facts and lists, the table of equations, and the search over all of it.
"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const after = data.after, before = data.before;
  const pageSize = 200;
  after.blocks = data.blocks;

  function element(kind, className, text) {
    const node = document.createElement(kind);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }
  function sourceOf(source) {
    const node = element("span", "source", `line ${source.line} of ${source.file}: `);
    node.append(element("code", "", source.text));
    return node;
  }

  // --- facts and lists ---
  for (const fact of data.facts) {
    const card = element("div");
    card.append(element("dt", "", fact.name), element("dd", "value", fact.value), element("dd", "note", fact.note));
    document.getElementById("facts").append(card);
  }
  for (const list of data.lists) {
    const box = element("details"), head = element("summary", "", list.title + " ");
    head.append(element("span", "size", String(list.all)));
    box.append(head, element("p", "about", list.about));
    box.open = list.all > 0 && list.all <= 8;
    const lines = element("ul");
    for (const item of list.items) {
      const line = element("li");
      line.append(element("code", "", item.text), " ", element("span", "meaning", item.meaning));
      if (item.source) line.append(sourceOf(item.source));
      lines.append(line);
    }
    if (list.all > list.items.length) lines.append(element("li", "meaning", `… and ${list.all - list.items.length} more`));
    if (list.all === 0) lines.append(element("li", "meaning", "none"));
    box.append(lines);
    document.getElementById("lists").append(box);
  }

  // --- the table ---
  const blockOf = [];
  for (const block of data.blocks) for (let row = block.begin; row < block.end; ++row) blockOf[row] = block;
  const body = document.getElementById("rows"), pagers = [...document.querySelectorAll(".pager")];
  let shown = after.equations.map((_, row) => row), page = 0;

  function roleOf(row) {
    const badges = [], mark = after.row_marks ? after.row_marks[row] : 0;
    if (mark === 1 || mark === 3) badges.push(element("span", "badge differentiated", "derivative"));
    if (mark === 2 || mark === 3) badges.push(element("span", "badge residual", "residual"));
    return badges;
  }
  function tableRow(row) {
    const equation = after.equations[row], block = blockOf[row], line = element("tr");
    line.id = "row-" + (row + 1);
    const number = element("td", "number", String(row + 1));
    const where = element("td", "number", String(equation.block));
    if (block && block.end - block.begin > 1) where.append(element("div", "", `loop of ${block.end - block.begin}`));
    const unknown = element("td"), text = element("td"), past = element("td"), steps = element("ul");
    unknown.append(element("code", "", equation.unknown));
    if (after.column_marks && after.column_marks[row] === 1) unknown.append(" ", element("span", "badge tearing", "torn"));
    text.append(element("code", "", equation.text), " ", ...roleOf(row));
    const first = element("li");
    if (equation.source) first.append(sourceOf(equation.source));
    if (equation.origin) first.append(element("span", "meaning", equation.source ? ` in ${equation.origin}` : equation.origin));
    if (first.hasChildNodes()) steps.append(first);
    for (const step of equation.history) steps.append(element("li", "", step));
    past.append(steps);
    line.append(number, where, unknown, text, past);
    return line;
  }
  // A page of rows at a time: every row can be reached, and none costs anything before it is looked at.
  function drawPage(number) {
    const count = Math.max(1, Math.ceil(shown.length / pageSize));
    page = Math.min(Math.max(number, 0), count - 1);
    body.replaceChildren(...shown.slice(page * pageSize, (page + 1) * pageSize).map(tableRow));
    for (const pager of pagers) {
      pager.hidden = count === 1;
      pager.querySelector("output").textContent = `page ${page + 1} of ${count}`;
      for (const button of pager.querySelectorAll("button"))
        button.disabled = Number(button.dataset.step) < 0 ? page === 0 : page === count - 1;
      pager.querySelector("input").max = after.equations.length;
    }
  }
  function drawTable(rows) {
    shown = rows;
    drawPage(0);
  }
  function goTo(row) {
    if (!(row >= 0 && row < after.equations.length)) return;
    if (!shown.includes(row)) { query.value = ""; search(); }
    drawPage(Math.floor(shown.indexOf(row) / pageSize));
    const line = document.getElementById("row-" + (row + 1));
    line.classList.add("here");
    line.scrollIntoView({block: "center"});
  }
  for (const pager of pagers) {
    for (const button of pager.querySelectorAll("button"))
      button.addEventListener("click", () => drawPage(page + Number(button.dataset.step)));
    pager.addEventListener("submit", event => {
      event.preventDefault();
      goTo(Number(pager.querySelector("input").value) - 1);
    });
  }
  document.getElementById("table-size").textContent = after.equations.length < after.rows
    ? `the first ${after.equations.length} of ${after.rows}` : String(after.rows);

  // --- the matrices ---
  for (const canvas of document.querySelectorAll("canvas"))
    canvas.style.height = MatrixView.heightFor(Math.max(before.rows, after.rows)) + "px";
  const sourceLine = source => source ? `line ${source.line} of ${source.file}: ${source.text}` : "";
  const viewBefore = MatrixView(document.getElementById("before"), before, {
    rowLabel: row => before.equations[row].source ? `line ${before.equations[row].source.line}` : String(row + 1),
    place(row, column, mark) {
      const equation = before.equations[row];
      const how = mark === null ? "does not appear" : mark === 2 ? "its derivative appears" : "appears";
      const gone = before.column_marks[column] === 2 ? "; removed as an alias" : "";
      return [["equation", equation.text], ["unknown", `${before.names[column]}: ${how}${gone}`],
              ["history", equation.history.join("; ")], ["written", sourceLine(equation.source)]].filter(line => line[1]);
    },
  }, () => {});
  const viewAfter = MatrixView(document.getElementById("after"), after, {
    rowLabel: row => after.names[row],
    place(row, column, mark) {
      const equation = after.equations[row], block = blockOf[row];
      const size = block.end - block.begin, torn = after.column_marks[column] === 1 ? "; torn" : "";
      const how = mark === null ? "does not appear" : mark === 1 ? "determined by this equation" : "appears";
      return [["equation", equation.text], ["unknown", `${after.names[column]}: ${how}${torn}`],
              ["block", `${block.number}, ${block.kind}` + (size > 1 ? `, ${size} equations, ${block.tearing < size ? `${block.tearing} torn, ` : ""}solved by ${block.method}` : "")],
              ["history", equation.history.join("; ")], ["written", sourceLine(equation.source)]].filter(line => line[1]);
    },
  }, goTo);
  const graph = StructureGraph(data, goTo);

  function addLegend(id, entries) {
    const list = document.querySelector(`#${id} .legend`);
    for (const [color, text, outline] of entries) {
      const line = element("li"), patch = element("i");
      patch.style[outline ? "border" : "background"] = outline ? `2px solid var(--${color})` : `var(--${color})`;
      line.append(patch, text);
      list.append(line);
    }
  }
  const has = (marks, ...wanted) => marks && wanted.some(mark => marks.includes(mark));
  addLegend("before", before.density ? [["matched", "the stronger, the more entries"]] : [
    ["cell", "appears"], ["derivative", "its derivative appears"],
    ...(has(before.row_marks, 1) ? [["differentiated", "equation is differentiated"]] : []),
    ...(has(before.row_marks, 4) ? [["removed", "alias, removed"]] : [])]);
  addLegend("after", after.density ? [["matched", "the stronger, the more entries"], ["block", "loop", true]] : [
    ["matched", "determined by its row"], ["cell", "appears"], ["block", "block", true],
    ...(has(after.row_marks, 1, 3) ? [["differentiated", "derivative of an equation"]] : []),
    ...(has(after.row_marks, 2, 3) ? [["residual", "residual equation"]] : []),
    ...(has(after.column_marks, 1) ? [["tearing", "torn variable"]] : [])]);

  // --- the search ---
  const query = document.getElementById("query"), foundCount = document.getElementById("found");
  for (const name of data.names.slice(0, 1000)) {
    const option = element("option");
    option.value = name;
    document.getElementById("names").append(option);
  }
  const baseOf = text => text.replace(/^der\((.*?)\)?$/, "$1");
  function rowsWith(matrix, places) {
    const rows = [];
    matrix.equations.forEach((equation, row) => { if (equation.names.some(name => places.has(name))) rows.push(row); });
    return rows;
  }
  function columnsWith(matrix, text) {
    const out = new Set();
    (matrix.names || []).forEach((name, column) => { if (baseOf(name.toLowerCase()).includes(text)) out.add(column); });
    return out;
  }
  function search() {
    const text = baseOf(query.value.trim().toLowerCase());
    if (!text) {
      for (const view of [viewBefore, viewAfter, graph]) view.setFound(null);
      foundCount.textContent = "";
      drawTable(after.equations.map((_, row) => row));
      return;
    }
    const places = new Set();
    data.names.forEach((name, place) => { if (baseOf(name.toLowerCase()).includes(text)) places.add(place); });
    const rows = rowsWith(after, places);
    const found = {rows: new Set(rows), columns: columnsWith(after, text)};
    viewBefore.setFound({rows: new Set(rowsWith(before, places)), columns: columnsWith(before, text)});
    viewAfter.setFound(found);
    graph.setFound(found);
    foundCount.textContent = rows.length === 1 ? "1 equation" : `${rows.length} equations`;
    drawTable(rows);
  }
  query.addEventListener("input", search);
  document.getElementById("search").addEventListener("submit", event => event.preventDefault());
  drawTable(shown);
  addEventListener("afterprint", () => drawPage(page));
  addEventListener("beforeprint", () => {
    body.replaceChildren(...shown.slice(0, 1000).map(tableRow));
    for (const box of document.querySelectorAll("details")) box.open = true;
  });
})();
