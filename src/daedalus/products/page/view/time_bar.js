// The slider of time, the play button, and the marks of events above the slider.
class TimeBar {
  constructor() {
    this.slider = byId("slider");
    this.marks = byId("marks");
    this.playing = false;
    this.slider.addEventListener("input", () => view.setTime(this.timeOf(Number(this.slider.value))));
    byId("play").addEventListener("click", () => this.toggle());
    this.marks.addEventListener("click", event => this.chooseMark(event));
    when("time", () => this.update());
    when("theme", () => this.drawMarks());
    new ResizeObserver(() => this.drawMarks()).observe(this.marks);
  }

  timeOf(share) { return view.begin() + share * (view.end() - view.begin()); }
  shareOf(time) {
    const all = view.end() - view.begin();
    return all > 0 ? (time - view.begin()) / all : 0;
  }

  update() {
    this.slider.value = String(this.shareOf(state.time));
    this.slider.setAttribute("aria-valuetext", `${formatNumber(state.time)} s`);
    byId("now").textContent = `${formatNumber(state.time, 5)} s`;
  }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    if (state.time >= view.end()) view.setTime(view.begin());
    this.playing = true;
    this.showPlaying();
    let last = performance.now();
    const step = now => {
      if (!this.playing) return;
      const seconds = Number(byId("speed").value);
      view.setTime(state.time + (now - last) / 1000 / seconds * (view.end() - view.begin()));
      last = now;
      this.follow();
      if (state.time >= view.end()) this.pause(); else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // If the window shows a part of the run, it moves with the cursor.
  follow() {
    const [low, high] = state.window;
    if (state.time <= high && state.time >= low) return;
    view.setWindow(state.time, state.time + (high - low));
  }

  pause() {
    this.playing = false;
    this.showPlaying();
  }

  showPlaying() {
    byId("play").textContent = this.playing ? "❚❚" : "▶";
    byId("play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  // Moves to the next point of the result, or by several.
  step(points) {
    const facts = view.facts, from = facts.pointAt(state.time);
    let to = from + points;
    while (to > 0 && to < facts.times.length && facts.times[to] === state.time) to += Math.sign(points);
    view.setTime(facts.times[Math.max(0, Math.min(facts.times.length - 1, to))]);
  }

  stepEvent(direction) {
    const events = view.facts.data.events;
    const next = direction > 0 ? events.findIndex(([time]) => time > state.time) : events.findLastIndex(([time]) => time < state.time);
    if (next >= 0) this.showEvent(next);
  }

  showEvent(index) {
    view.setTime(view.facts.data.events[index][0]);
    this.follow();
    view.select("event", index);
  }

  drawMarks() {
    const {clientWidth: width, clientHeight: height} = this.marks, scale = devicePixelRatio || 1;
    if (width === 0) return;
    this.marks.width = width * scale;
    this.marks.height = height * scale;
    const context = this.marks.getContext("2d");
    context.scale(scale, scale);
    context.fillStyle = cssColor("--mark");
    for (const [time] of view.facts.data.events) {
      const x = this.xOf(time);
      context.beginPath();
      context.moveTo(x - 4, 1);
      context.lineTo(x + 4, 1);
      context.lineTo(x, height - 1);
      context.fill();
    }
  }

  // The middle of the slider's thumb does not reach the very ends.
  xOf(time) { return 8 + this.shareOf(time) * (this.marks.clientWidth - 16); }

  chooseMark(event) {
    const x = event.clientX - this.marks.getBoundingClientRect().left;
    let nearest = -1, least = 12;
    view.facts.data.events.forEach(([time], i) => {
      const distance = Math.abs(this.xOf(time) - x);
      if (distance < least) [nearest, least] = [i, distance];
    });
    if (nearest >= 0) this.showEvent(nearest);
  }
}
