// What the reader is looking at. Parts of the page change it, and are notified of changes.
const state = {
  time: 0,
  window: [0, 1],      // the times that the curves show
  level: "",           // the component whose inside the diagram shows
  selection: {kind: "component", id: ""},  // or equation, variable, event, message, with their numbers
  scope: "",           // the component whose variables and equations are listed
  tab: "variables",
  curves: [],          // numbers of variables
  heat: "",            // the name of a quantity below each component
  fits: false,         // the axis of values follows what is visible
  inBaseUnits: false,  // values are shown in their own units, not in display units
  others: [],          // further results: {name, times, values by name}
};

const listeners = new Map();
function when(events, act) {
  for (const event of events.split(" ")) {
    if (!listeners.has(event)) listeners.set(event, []);
    listeners.get(event).push(act);
  }
}
function tell(event) { for (const act of listeners.get(event) || []) act(); }

const view = {
  facts: null,
  begin() { return view.facts.times[0]; },
  end() { return view.facts.times.at(-1); },

  setTime(time) {
    state.time = Math.min(view.end(), Math.max(view.begin(), time));
    tell("time");
  },
  setWindow(low, high) {
    const all = view.end() - view.begin();
    const width = Math.min(all, Math.max(high - low, all * 1e-9));
    const begin = Math.min(Math.max(low, view.begin()), view.end() - width);
    state.window = [begin, begin + width];
    tell("window");
  },
  select(kind, id) {
    state.selection = {kind, id};
    if (kind === "component") state.scope = id;
    tell("selection");
  },
  // Looks into a component.
  enter(path) {
    state.level = path;
    tell("level");
    view.select("component", path);
  },
  // Shows where a component is, and selects it.
  reveal(path) {
    const component = view.facts.components.get(path);
    if (!component) return;
    state.level = component.parent ? component.parent.path : "";
    tell("level");
    view.select("component", path);
  },
  up() { if (state.level !== "") view.enter(parentOf(state.level)); },
  setTab(tab) {
    state.tab = tab;
    tell("tab");
  },
  toggleCurve(variable) {
    const at = state.curves.indexOf(variable);
    if (at >= 0) state.curves.splice(at, 1); else state.curves.push(variable);
    tell("curves");
  },
  showPane(pane) {
    document.body.dataset.pane = pane;
    tell("pane");
  },
};
