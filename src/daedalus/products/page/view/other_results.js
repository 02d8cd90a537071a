// Further results, from CSV files that the reader opens: drawn over the curves with the same names.
class OtherResult {
  constructor(name, head, columns) {
    this.name = name;
    this.columns = new Map(head.map((title, k) => [title, columns[k]]));
    this.times = this.columns.get("time");
  }
  // Of a variable by its name; null if the file does not have it.
  values(name) { return this.columns.get(name) || null; }
  at(name, time) {
    const values = this.values(name);
    return values ? interpolated(this.times, values, lastAtOrBefore(this.times, time), time, false) : null;
  }
}

// One line of CSV; fields in quotes may contain commas.
function fieldsOf(line) {
  const out = [];
  let field = "", quoted = false;
  for (let i = 0; i < line.length; ++i) {
    const c = line[i];
    if (quoted && c === '"' && line[i + 1] === '"') { field += c; ++i; }
    else if (c === '"') quoted = !quoted;
    else if (c === "," && !quoted) { out.push(field); field = ""; }
    else field += c;
  }
  out.push(field);
  return out;
}

const numbersOfWords = new Map([["true", 1], ["false", 0]]);

function parsedResult(name, text) {
  const lines = text.split(/\r?\n/).filter(line => line !== "");
  if (lines.length < 2) throw new Error(`${name} has no points`);
  const head = fieldsOf(lines[0]).map(title => title.trim());
  if (!head.includes("time")) throw new Error(`${name} has no column \`time\``);
  const columns = head.map(() => new Float64Array(lines.length - 1));
  for (let i = 1; i < lines.length; ++i) {
    const fields = lines[i].includes('"') ? fieldsOf(lines[i]) : lines[i].split(",");
    if (fields.length !== head.length) throw new Error(`line ${i + 1} of ${name} has ${fields.length} values instead of ${head.length}`);
    fields.forEach((field, k) => columns[k][i - 1] = numbersOfWords.has(field) ? numbersOfWords.get(field) : field === "" ? NaN : Number(field));
  }
  const times = columns[head.indexOf("time")];
  for (let i = 0; i < times.length; ++i) {
    if (!(times[i] >= (i > 0 ? times[i - 1] : -Infinity))) throw new Error(`the times of ${name} do not increase at line ${i + 2}`);
  }
  return new OtherResult(name, head, columns);
}

function showTrouble(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = text === "";
}

async function addOtherResult(file) {
  try {
    const other = parsedResult(file.name, await file.text());
    const shared = view.facts.v.name.filter(name => other.values(name)).length;
    if (shared === 0) throw new Error(`${file.name} has no variable of this model`);
    state.others.push(other);
    showTrouble("");
    tell("others");
  } catch (error) {
    showTrouble(error.message);
  }
}
