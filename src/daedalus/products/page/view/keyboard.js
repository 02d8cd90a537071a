// What the keys do.
const keys = [
  ["Space", "play or pause", event => event.key === " ", () => timeBar.toggle()],
  ["← →", "one point back or forth; with Shift ten", event => event.key === "ArrowLeft" || event.key === "ArrowRight",
   event => timeBar.step((event.key === "ArrowLeft" ? -1 : 1) * (event.shiftKey ? 10 : 1))],
  ["Home End", "to the start or the end", event => event.key === "Home" || event.key === "End",
   event => view.setTime(event.key === "Home" ? view.begin() : view.end())],
  ["[ ]", "to the event before or after", event => event.key === "[" || event.key === "]", event => timeBar.stepEvent(event.key === "[" ? -1 : 1)],
  ["+ −", "look closer at the curves, or see more", event => ["+", "=", "-"].includes(event.key),
   event => curves.gestures.zoom(event.key === "-" ? 1.5 : 1 / 1.5, state.time)],
  ["0", "show all times", event => event.key === "0", () => view.setWindow(view.begin(), view.end())],
  ["f", "fit the values to what is visible", event => event.key === "f", () => toggleFit()],
  ["u", "out of the component, to the one around it", event => event.key === "u", () => view.up()],
  ["1 … 5", "variables, parameters, equations, events, messages", event => /^[1-5]$/.test(event.key),
   event => view.setTab(Object.keys(lists)[Number(event.key) - 1])],
  ["/", "search", event => event.key === "/", () => byId("search").focus()],
  ["t", "dark or light", event => event.key === "t", () => switchTheme()],
  ["?", "these keys", event => event.key === "?", () => byId("help").showModal()],
  ["Esc", "select the whole model", event => event.key === "Escape", () => view.select("component", state.level)],
];

function toggleFit() {
  state.fits = !state.fits;
  byId("fit").setAttribute("aria-pressed", String(state.fits));
  tell("fit");
}

function listenToKeys() {
  byId("keys").append(...keys.flatMap(([names, meaning]) => [element("dt", "", ...names.split(" ").map(name => element("kbd", "", name))), element("dd", "", meaning)]));
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const at = event.target;
    if (at.matches("input[type=search], select, textarea")) return;
    // Buttons react to the space bar and sliders to arrows, as in every page.
    if (event.key === " " && at.matches("button, input[type=checkbox]")) return;
    if (/^Arrow|^Home|^End/.test(event.key) && at.matches("#list")) return;
    const key = keys.find(([, , fits]) => fits(event));
    if (!key) return;
    event.preventDefault();
    key[3](event);
  });
}
