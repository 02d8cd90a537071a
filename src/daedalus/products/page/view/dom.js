// Helpers for elements. Text is always inserted as text, never as markup, because it comes from models.
function byId(id) { return document.getElementById(id); }

function element(kind, className, ...children) {
  const node = document.createElement(kind);
  if (className) node.className = className;
  for (const child of children) {
    if (child !== null && child !== undefined && child !== "") node.append(child);
  }
  return node;
}

// If nothing has changed, the layout is not computed again.
function setText(node, text) { if (node.textContent !== text) node.textContent = text; }

function button(text, className, act) {
  const node = element("button", className, text);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

function svgElement(kind, attributes = {}, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// Calls `act` at most once a frame, however often it is requested.
function oncePerFrame(act) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      act();
    });
  };
}
