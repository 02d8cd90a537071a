// How the page talks with the server: questions over HTTP, and messages over WebSockets. All addresses are
// relative to that of the page, which has the token.
const home = location.pathname.replace(/[^/]*$/, "");

class Refusal extends Error {
  constructor(status, data) {
    super(data && data.error || `the server answers ${status}`);
    this.status = status;
    this.data = data || {};
  }
}

async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(home + path, {method, body: body === undefined ? undefined : JSON.stringify(body)});
  } catch {
    throw new Refusal(0, {error: "the server does not answer; is `daedalus serve` still running?"});
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

// A WebSocket that is opened again when it breaks.
class Wire {
  constructor(path, {opened, received}) {
    Object.assign(this, {path, opened, received, wait: 300});
    this.open();
  }
  open() {
    this.socket = new WebSocket(`ws://${location.host}${home}${this.path}`);
    this.socket.addEventListener("open", () => {
      this.wait = 300;
      if (this.opened) this.opened();
    });
    this.socket.addEventListener("message", event => this.received(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(10000, 2 * this.wait);
    });
  }
  get isOpen() { return this.socket.readyState === WebSocket.OPEN; }
  send(message) { if (this.isOpen) this.socket.send(JSON.stringify(message)); }
}

// ---- What the parts of the page tell each other ----
const listeners = new Map();
function when(events, act) {
  for (const event of events.split(" ")) {
    if (!listeners.has(event)) listeners.set(event, []);
    listeners.get(event).push(act);
  }
}
function tell(event, ...values) { for (const act of listeners.get(event) || []) act(...values); }

let noticeTimer = 0;
function notice(text, kind = "") {
  const place = byId("notice");
  clearTimeout(noticeTimer);
  place.hidden = text === "";
  place.className = kind;
  setText(place, text);
  if (kind !== "bad") noticeTimer = setTimeout(() => notice(""), 5000);
}
function complain(error) { notice(error.message, "bad"); }

// Asks the reader; the result is the key of the answer, null if the dialog is left.
function choose(title, text, answers, source) {
  const dialog = byId("question");
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector("p").textContent = text;
  const pre = dialog.querySelector("pre");
  pre.hidden = !source;
  pre.textContent = source || "";
  return new Promise(resolve => {
    const end = key => {
      dialog.onclose = null;
      dialog.close();
      resolve(key);
    };
    dialog.querySelector(".answers").replaceChildren(...answers.map(([key, label, kind]) => button(label, kind || "", () => end(key))));
    dialog.onclose = () => end(null);
    dialog.showModal();
  });
}

// Asks for one line of text; null if the dialog is left.
async function askText(title, text, value) {
  const input = element("input");
  input.value = value;
  input.setAttribute("aria-label", title);
  const done = choose(title, text, [["no", "Cancel"], ["yes", "OK", "main"]]);
  const dialog = byId("question");
  dialog.querySelector("p").append(element("br"), input);
  input.addEventListener("keydown", event => { if (event.key === "Enter") dialog.querySelector(".main").click(); });
  input.focus();
  input.select();
  return await done === "yes" ? input.value.trim() : null;
}
