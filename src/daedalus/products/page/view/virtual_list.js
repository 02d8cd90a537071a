// A list in which only the visible rows exist, so 10^5 rows open as fast as ten.
class VirtualList {
  // `makeRow(item)` returns {node, update}; `update()` writes what changes with time.
  constructor(place, makeRow, rowHeight) {
    this.place = place;
    this.makeRow = makeRow;
    this.rowHeight = rowHeight;
    this.items = [];
    this.rows = new Map();
    this.space = element("div", "space");
    place.append(this.space);
    place.addEventListener("scroll", () => this.draw(), {passive: true});
    new ResizeObserver(() => this.draw()).observe(place);
  }

  show(items, makeRow) {
    this.items = items;
    this.makeRow = makeRow;
    for (const row of this.rows.values()) row.node.remove();
    this.rows.clear();
    this.space.replaceChildren();
    this.space.style.height = `${items.length * this.rowHeight}px`;
    this.place.scrollTop = 0;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.place.scrollTop / this.rowHeight) - 4);
    const last = Math.min(this.items.length, first + Math.ceil(this.place.clientHeight / this.rowHeight) + 8);
    for (const [index, row] of this.rows) {
      if (index >= first && index < last) continue;
      row.node.remove();
      this.rows.delete(index);
    }
    for (let i = first; i < last; ++i) {
      if (this.rows.has(i)) continue;
      const row = this.makeRow(this.items[i]);
      row.node.style.transform = `translateY(${i * this.rowHeight}px)`;
      row.node.style.height = `${this.rowHeight}px`;
      row.node.classList.add("row");
      this.rows.set(i, row);
      this.space.append(row.node);
    }
    this.update();
  }

  update() { for (const row of this.rows.values()) if (row.update) row.update(); }
}
