// Mouse and touch on the curves: dragging moves the window of times, the wheel and two fingers zoom, and a
// click sets the time or selects an event.
class Gestures {
  constructor(curves) {
    this.curves = curves;
    this.listen();
  }

  timeAt(clientX) {
    if (this.curves.panels.length === 0) return state.time;
    const {graph, plot} = this.curves.panels[0];
    const area = graph.getArea(), [low, high] = state.window;
    return low + (high - low) * (clientX - plot.getBoundingClientRect().left - area.x) / area.w;
  }

  // A click near the line of an event selects the event.
  choose(clientX) {
    const time = this.timeAt(clientX), reach = Math.abs(this.timeAt(clientX + 5) - time);
    const event = nearestEvent(view.facts.data.events, time);
    if (event >= 0 && Math.abs(view.facts.data.events[event][0] - time) <= reach) timeBar.showEvent(event);
    else view.setTime(time);
  }

  zoom(factor, around) {
    const [low, high] = state.window;
    view.setWindow(around - (around - low) * factor, around + (high - around) * factor);
  }

  listen() {
    const fingers = new Map();
    let moved = 0;
    const place = this.curves.place;
    place.addEventListener("pointerdown", event => {
      if (event.button !== 0 || this.curves.panels.length === 0) return;
      fingers.set(event.pointerId, event.clientX);
      place.setPointerCapture(event.pointerId);
      moved = fingers.size === 1 ? 0 : 100;
    });
    place.addEventListener("pointermove", event => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const all = [...fingers.values()];
      fingers.set(event.pointerId, event.clientX);
      const now = [...fingers.values()];
      moved += Math.abs(event.clientX - before);
      const perPixel = (this.timeAt(100) - this.timeAt(0)) / 100;
      if (now.length === 1 && moved > 3) {
        view.setWindow(...state.window.map(t => t - (event.clientX - before) * perPixel));
      } else if (now.length === 2) {
        const was = Math.abs(all[0] - all[1]), is = Math.abs(now[0] - now[1]);
        if (was > 5 && is > 5) this.zoom(was / is, this.timeAt((now[0] + now[1]) / 2));
      }
    });
    const release = event => {
      if (fingers.delete(event.pointerId) && moved <= 3 && event.type === "pointerup") this.choose(event.clientX);
    };
    place.addEventListener("pointerup", release);
    place.addEventListener("pointercancel", release);
    place.addEventListener("dblclick", () => view.setWindow(view.begin(), view.end()));
    place.addEventListener("wheel", event => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const shift = event.deltaX * (state.window[1] - state.window[0]) / 800;
        view.setWindow(state.window[0] + shift, state.window[1] + shift);
      } else {
        this.zoom(Math.exp(Math.max(-100, Math.min(100, event.deltaY)) * 0.002), this.timeAt(event.clientX));
      }
    }, {passive: false});
  }
}

// -1 if there are none. Events are in order of time.
function nearestEvent(events, time) {
  let low = 0, high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle][0] < time) low = middle + 1; else high = middle;
  }
  if (low === events.length) return low - 1;
  return low > 0 && time - events[low - 1][0] < events[low][0] - time ? low - 1 : low;
}
