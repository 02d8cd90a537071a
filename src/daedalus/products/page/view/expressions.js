// Expressions of DynamicSelect: the text is parsed once, and evaluated for each time that is shown. Values are
// numbers, texts, truth values, arrays, and literals of enumerations as their last names.
//
// The browser compiles nothing, because a text of a model must not become a script.
const expressionToken = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|("(?:\\.|[^"\\])*")|((?:[A-Za-z_]\w*|'(?:\\.|[^'\\])*'))|(<=|>=|==|<>|\.\*|\.\/|\.\+|\.-|\.\^|[-+*/^<>(){}[\],;:=.])|(\S))/gy;

function expressionTokens(text) {
  const tokens = [];
  expressionToken.lastIndex = 0;
  while (expressionToken.lastIndex < text.trimEnd().length) {
    const match = expressionToken.exec(text);
    if (!match || match[5]) throw new Error("not an expression");
    if (match[1]) tokens.push({kind: "number", value: Number(match[1])});
    else if (match[2]) tokens.push({kind: "text", value: match[2].slice(1, -1).replace(/\\(.)/g, (_, c) => ({n: "\n", t: "\t"})[c] || c)});
    else if (match[3]) tokens.push({kind: "name", value: match[3]});
    else tokens.push({kind: "sign", value: match[4]});
  }
  return tokens;
}

const expressionConstants = new Map([["pi", Math.PI], ["e", Math.E], ["eps", Number.EPSILON]]);
const expressionFunctions = new Map(Object.entries({
  abs: Math.abs, sign: Math.sign, sqrt: Math.sqrt, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan,
  atan2: Math.atan2, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp, log: Math.log, log10: Math.log10, floor: Math.floor, ceil: Math.ceil,
  integer: Math.floor, Integer: Number, noEvent: x => x, smooth: (_, x) => x, homotopy: x => x, mod: (x, y) => x - Math.floor(x / y) * y,
  rem: (x, y) => x - Math.trunc(x / y) * y, div: (x, y) => Math.trunc(x / y), DynamicSelect: (_, x) => x,
  min: (...list) => Math.min(...list.flat(Infinity)), max: (...list) => Math.max(...list.flat(Infinity)), sum: list => list.flat(Infinity).reduce((a, b) => a + b, 0),
}));

// String(x, significantDigits = 6, minimumLength = 0, leftJustified = true, format = "")
function modelicaString(positional, named) {
  const [x] = positional;
  let text = String(x);
  const format = /^%?[-+ 0#]*\d*(?:\.(\d+))?([efg])$/.exec(named.format || "");
  const places = format ? Number(format[1] ?? 6) : 0;
  if (format && format[2] === "f") text = x.toFixed(places);
  else if (format && format[2] === "e") text = x.toExponential(places);
  else if (typeof x === "number" && !Number.isInteger(x)) text = String(Number(x.toPrecision(Math.max(1, Math.min(17, named.significantDigits ?? 6)))));
  const length = Math.min(200, named.minimumLength ?? 0);
  return named.leftJustified === false ? text.padStart(length) : text.padEnd(length);
}

// Compiles to a function without arguments. `variable(name)` gives a function for the value of a variable, or
// null if there is none.
class ExpressionParser {
  constructor(text, variable) {
    this.tokens = expressionTokens(text);
    this.at = 0;
    this.variable = variable;
  }
  parse() {
    const value = this.ifExpression();
    if (this.at < this.tokens.length) throw new Error("more than one expression");
    return value;
  }

  sees(value, kind = "sign") {
    const token = this.tokens[this.at];
    return token !== undefined && token.kind === kind && token.value === value;
  }
  takes(value, kind = "sign") {
    if (!this.sees(value, kind)) return false;
    ++this.at;
    return true;
  }
  needs(value, kind = "sign") { if (!this.takes(value, kind)) throw new Error(`${value} is missing`); }

  ifExpression() {
    if (!this.takes("if", "name")) return this.binary(0);
    const condition = this.ifExpression();
    this.needs("then", "name");
    const yes = this.ifExpression();
    if (this.sees("elseif", "name")) {
      this.tokens[this.at] = {kind: "name", value: "if"};
      const other = this.ifExpression();
      return () => condition() ? yes() : other();
    }
    this.needs("else", "name");
    const no = this.ifExpression();
    return () => condition() ? yes() : no();
  }

  // Operators by precedence, lowest first.
  binary(level) {
    if (level === expressionOperators.length) return this.unary();
    if (level === 2 && this.takes("not", "name")) {
      const inner = this.binary(3);
      return () => !inner();
    }
    let left = this.binary(level + 1);
    for (;;) {
      const token = this.tokens[this.at];
      const act = token && token.kind !== "number" && token.kind !== "text" && expressionOperators[level].get(token.value);
      if (!act) return left;
      ++this.at;
      const a = left, b = this.binary(level + 1);
      left = () => elementwise(act, a(), b());
    }
  }

  unary() {
    if (this.takes("-")) {
      const inner = this.unary();
      return () => elementwise((a, b) => a - b, 0, inner());
    }
    this.takes("+");
    const base = this.primary();
    if (!this.takes("^") && !this.takes(".^")) return base;
    const power = this.unary();
    return () => elementwise(Math.pow, base(), power());
  }

  primary() {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error("the expression ends too soon");
    if (token.kind === "number" || token.kind === "text") {
      ++this.at;
      return () => token.value;
    }
    if (this.takes("(")) {
      const inner = this.ifExpression();
      this.needs(")");
      return inner;
    }
    if (this.takes("{")) {
      const items = this.list("}");
      return () => items.map(item => item());
    }
    if (token.kind === "name") return this.reference();
    throw new Error("not an expression");
  }

  list(end) {
    const items = [];
    while (!this.takes(end)) {
      if (items.length > 0) this.needs(",");
      items.push(this.ifExpression());
    }
    return items;
  }

  reference() {
    let name = "";
    do {
      const part = this.tokens[this.at++];
      if (!part || part.kind !== "name") throw new Error("a name is missing");
      name += (name && ".") + part.value;
      if (this.takes("[")) name += `[${this.list("]").map(item => item()).join(",")}]`;
    } while (this.takes("."));
    if (name === "true" || name === "false") return () => name === "true";
    if (this.takes("(")) return this.call(name);
    const value = this.variable(name);
    if (value) return value;
    // A literal (FillPattern.Solid) or a constant of a library. A name without a dot is an unknown variable.
    const last = name.replace(/^.*\./, "");
    if (last === name) throw new Error(`${name} has no value`);
    if (name.includes("Constants.") && expressionConstants.has(last)) return () => expressionConstants.get(last);
    return () => last;
  }

  call(name) {
    const positional = [], named = [];
    for (let count = 0; !this.takes(")"); ++count) {
      if (count > 0) this.needs(",");
      const next = this.tokens[this.at + 1];
      if (this.tokens[this.at].kind === "name" && next && next.kind === "sign" && next.value === "=") {
        const key = this.tokens[this.at].value;
        this.at += 2;
        named.push([key, this.ifExpression()]);
      } else {
        positional.push(this.ifExpression());
      }
    }
    if (name === "String") return () => modelicaString(positional.map(p => p()), Object.fromEntries(named.map(([k, v]) => [k, v()])));
    const act = expressionFunctions.get(name.replace(/^.*\.(integer|Integer)$/, "$1"));
    if (!act) throw new Error(`the function ${name} is not known`);
    return () => act(...positional.map(p => p()));
  }
}

const expressionOperators = [
  new Map([["or", (a, b) => a || b]]), new Map([["and", (a, b) => a && b]]), new Map(),
  new Map([["<", (a, b) => a < b], ["<=", (a, b) => a <= b], [">", (a, b) => a > b], [">=", (a, b) => a >= b], ["==", (a, b) => a === b], ["<>", (a, b) => a !== b]]),
  new Map([["+", (a, b) => a + b], ["-", (a, b) => a - b], [".+", (a, b) => a + b], [".-", (a, b) => a - b]]),
  new Map([["*", (a, b) => a * b], ["/", (a, b) => a / b], [".*", (a, b) => a * b], ["./", (a, b) => a / b]])];

function elementwise(act, a, b) {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((x, i) => elementwise(act, x, b[i]));
  if (Array.isArray(a)) return a.map(x => elementwise(act, x, b));
  if (Array.isArray(b)) return b.map(x => elementwise(act, a, x));
  return act(a, b);
}

// null if the expression uses something that the page does not have.
function expressionOf(text, variable) {
  try {
    return new ExpressionParser(text, variable).parse();
  } catch {
    return null;
  }
}
