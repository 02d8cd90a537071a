// Shows the stability domain of the formula that is chosen.
"use strict";
const views = document.querySelectorAll(".view");
for (const choice of document.querySelectorAll("input[name=view]")) {
  choice.addEventListener("change", () => {
    for (const view of views) view.hidden = view.dataset.view !== choice.value;
  });
}
