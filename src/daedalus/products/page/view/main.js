// Puts the page together.
let timeBar = null, curves = null;

// The curves of a first look: outputs, else states, else variables of the model itself.
function firstCurves(facts) {
  const all = [...Array(facts.numVariables).keys()].filter(i => facts.changes(i) && !facts.v.name[i].startsWith("der(") && facts.text("type", i) !== "String");
  const outputs = all.filter(i => facts.text("causality", i) === "output");
  const states = all.filter(i => facts.indexOf.has(`der(${facts.v.name[i]})`));
  const own = all.filter(i => partsOf(facts.v.name[i]).length === 1);
  const best = [outputs, states, own, all].find(list => list.length > 0) || [];
  return best.slice(0, 4);
}

function isFlat(facts) {
  return sceneShapes(facts).length === 0 && !Object.hasOwn(facts.data.diagrams, "") && facts.components.get("").children.every(child => child.isConnector);
}

function showHeading(data) {
  byId("title").textContent = data.title;
  byId("description").textContent = data.description;
  byId("subtitle").textContent = data.subtitle;
}

function listenToButtons() {
  byId("theme").addEventListener("click", switchTheme);
  byId("units").hidden = !view.facts.v.name.some((_, i) => view.facts.scaleOf(i));
  byId("units").addEventListener("click", () => {
    state.inBaseUnits = !state.inBaseUnits;
    byId("units").setAttribute("aria-pressed", String(state.inBaseUnits));
    tell("units");
  });
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("fit").addEventListener("click", toggleFit);
  byId("reset").addEventListener("click", () => view.setWindow(view.begin(), view.end()));
  byId("other").addEventListener("change", async event => {
    for (const file of event.target.files) await addOtherResult(file);
    event.target.value = "";
  });
  for (const choice of document.querySelectorAll("#panes button")) choice.addEventListener("click", () => view.showPane(choice.dataset.pane));
}

async function begin() {
  const [data, bytes] = await Promise.all([unpackedFacts(), unpacked("values")]);
  view.facts = new Facts(data, bytes);
  showHeading(data);
  findTargets(view.facts);
  timeBar = new TimeBar();
  curves = new Curves(byId("curves"), byId("legend"));
  new Diagram(byId("diagram"));
  new Card(byId("card"));
  new Lists(byId("tabs"), byId("list"));
  new Search(byId("search"), byId("found"));
  listenToButtons();
  listenToKeys();
  if (isFlat(view.facts)) {
    document.body.classList.add("flat");
    view.showPane("curves");
  }
  state.curves = firstCurves(view.facts);
  state.window = [view.begin(), view.end()];
  state.time = view.begin();
  tell("level");
  tell("selection");
  tell("tab");
  tell("curves");
  tell("time");
  offerScene(view.facts);
  // Tests wait for this flag and measure with it.
  document.documentElement.dataset.ready = performance.now().toFixed(0);
}

begin().catch(error => {
  document.documentElement.dataset.failed = "";
  showTrouble(`The page cannot be shown: ${error.message}`);
  throw error;
});
