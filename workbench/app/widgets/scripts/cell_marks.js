// Marks the cells of a grid that are wrong, and says beside the one in hand what would work; and which pasted texts the
// grid has left out, since a cell with a list of choices takes nothing else.
//
// The grid draws on a canvas and Streamlit colors no cell that can be edited; new data would draw it anew, without its
// focus and its scroll. So the marks lie above it. Where a cell is, only the grid knows: it has `getBounds` for that
// (glide-data-grid, DataEditorRef), which React keeps beside the canvas. Its table for screen readers gets the same
// marks as `aria-invalid`.
const CANVAS = "canvas[data-testid=data-grid-canvas]";
const SELECTED = "td[aria-selected=true]";
const GAP = 4;
const MOST_LEFT_OUT = 5;

const make = (className, attributes = {}) => {
  const element = Object.assign(document.createElement("div"), { className });
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const setStyle = (element, values) => {
  for (const [name, value] of Object.entries(values)) if (element.style[name] !== value) element.style[name] = value;
};
const takes = ({ texts, any_case }, text) => texts.includes(any_case ? text.toLowerCase() : text);
const setHidden = (element, hidden) => { if (element.hidden !== hidden) element.hidden = hidden; };
const holds = (box, point) => point && point.x >= box.left && point.x < box.right && point.y >= box.top && point.y < box.bottom;

// Where the cells are, and the headings in order; undefined while the grid is drawn anew.
function gridOf(canvas) {
  const key = Object.keys(canvas).find((name) => name.startsWith("__reactFiber$"));
  for (let fiber = canvas[key]; fiber; fiber = fiber.return) {
    const ref = fiber.ref?.current ?? fiber.memoizedProps?.ref?.current;
    if (typeof ref?.getBounds !== "function") continue;
    return { bounds: (column, row) => ref.getBounds(column, row), titles: fiber.memoizedProps.columns.map(({ title }) => title) };
  }
}

// The right edge of the columns that stay in place: the first that scrolls begins under them, once it has scrolled.
function edgeOfPinned(bounds, columns) {
  let edge = bounds(0, 0)?.x ?? 0;
  for (let column = 0; column < columns; column++) {
    const box = bounds(column, 0);
    if (!box || box.x < edge - 1) break;
    edge = box.x + box.width - 1;
  }
  return edge;
}

class Marks {
  constructor() {
    this.layer = make("wb-cell-marks", { "aria-hidden": "true" });
    this.note = document.querySelector("[data-testid=stApp]").appendChild(make("wb-cell-note", { "aria-hidden": "true" }));
    this.marks = new Map(); // by row and column
    this.point = null;
    this.place = this.place.bind(this);
    this.onPointer = (event) => { this.point = { x: event.clientX, y: event.clientY }; if (this.cells.length) this.soon(); };
    this.soon = this.soon.bind(this);
    this.watch = new MutationObserver(this.soon);
    this.sizes = new ResizeObserver(this.soon);
    this.onPaste = this.onPaste.bind(this);
    this.leftOut = make("wb-left-out", { role: "status" });
    document.addEventListener("scroll", this.soon, true);
    document.addEventListener("pointermove", this.onPointer, true);
    document.addEventListener("paste", this.onPaste, true);
  }

  draw({ grid, cells, choices }) {
    this.cells = cells;
    this.choices = choices;
    this.root = document.querySelector(`.st-key-${grid}`);
    this.watch.disconnect();
    if (this.root) this.watch.observe(this.root, { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-selected"] });
    this.soon();
  }

  remove() {
    this.watch.disconnect();
    this.sizes.disconnect();
    document.removeEventListener("scroll", this.soon, true);
    document.removeEventListener("pointermove", this.onPointer, true);
    document.removeEventListener("paste", this.onPaste, true);
    cancelAnimationFrame(this.frame);
    this.leftOut.remove();
    this.layer.remove();
    this.note.remove();
  }

  // Twice, since the grid itself follows a scroll one frame later.
  soon(again = true) {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.place();
      if (again) this.soon(false);
    });
  }

  // The grid takes the texts itself; it says nothing of those that it leaves out.
  onPaste(event) {
    const canvas = this.root?.querySelector(CANVAS), [, column, row] = canvas?.querySelector(SELECTED)?.id.match(/(\d+)-(\d+)$/) ?? [];
    if (row === undefined || !canvas.contains(document.activeElement)) return;
    const titles = gridOf(canvas)?.titles ?? [], lines = (event.clipboardData?.getData("text/plain") ?? "").trimEnd().split(/\r?\n/);
    const pasted = lines.flatMap((line, down) => line.split("\t").map((text, right) => [titles[Number(column) + right], text.trim(), Number(row) + down + 1]));
    const refused = pasted.filter(([title, text]) => text && this.choices[title] && !takes(this.choices[title], text));
    const sentences = refused.map(([title, text, number]) => `${title} “${text}” in row ${number} (it must be ${this.choices[title].allowed})`);
    if (sentences.length > MOST_LEFT_OUT) sentences.splice(MOST_LEFT_OUT, Infinity, `${refused.length - MOST_LEFT_OUT} more`);
    this.leftOut.textContent = sentences.length ? `Not pasted, these cells stay as they were: ${sentences.join("; ")}.` : "";
    this.root.append(this.leftOut);
    this.pastedInto = canvas;
  }

  place() {
    const canvas = this.root?.querySelector(CANVAS);
    if (canvas !== this.pastedInto && this.leftOut.textContent) this.leftOut.textContent = "";
    if (!canvas) return setHidden(this.note, true);
    this.headings = new Map([...canvas.querySelectorAll("th")].map((th) => [th.textContent, Number(th.getAttribute("aria-colindex"))]));
    this.tellReaders(canvas);
    const bounds = gridOf(canvas)?.bounds;
    if (!bounds) return;
    this.attach(canvas);
    const frame = canvas.getBoundingClientRect(), pinned = edgeOfPinned(bounds, Math.max(0, ...this.headings.values()) + 1);
    const boxes = this.cells.map((cell) => this.boxOf(cell, bounds, frame, pinned));
    this.drawMarks(boxes, frame);
    this.drawNote(boxes, canvas);
  }

  attach(canvas) {
    const scroller = this.root.querySelector(".dvn-scroll-inner");
    if (this.watched !== scroller && scroller) {
      this.sizes.disconnect();
      for (const sized of [scroller, canvas]) this.sizes.observe(sized);
      this.watched = scroller;
    }
    const place = canvas.closest(".stDataFrameGlideDataEditor");
    if (this.layer.parentElement !== place) place.append(this.layer);
  }

  // What can be seen of a cell, in pixels of the window; null where nothing can.
  boxOf({ row, column }, bounds, frame, pinned) {
    const number = this.headings.get(column), cell = number === undefined ? undefined : bounds(number, row);
    if (!cell || !cell.width) return null;
    const head = bounds(number, -1), scrolls = cell.x < pinned && cell.x + cell.width > pinned + 1;
    const left = Math.max(cell.x, scrolls ? pinned : frame.left), top = Math.max(cell.y, head.y + head.height);
    const right = Math.min(cell.x + cell.width, frame.right), bottom = Math.min(cell.y + cell.height, frame.bottom);
    return right - left > 2 && bottom - top > 2 ? { left, top, right, bottom } : null;
  }

  drawMarks(boxes, frame) {
    const drawn = new Set();
    this.cells.forEach(({ row, column, at_left }, index) => {
      const key = `${row}|${column}`, box = boxes[index];
      const mark = this.marks.get(key) ?? this.layer.appendChild(make("wb-cell-mark", { "data-row": row, "data-column": column }));
      this.marks.set(key, mark);
      drawn.add(key);
      setHidden(mark, !box);
      if (mark.classList.contains("wb-at-left") !== at_left) mark.classList.toggle("wb-at-left", at_left);
      if (!box) return;
      const width = `${box.right - box.left}px`, height = `${box.bottom - box.top}px`;
      setStyle(mark, { left: `${box.left - frame.left}px`, top: `${box.top - frame.top}px`, width, height });
    });
    for (const [key, mark] of this.marks) {
      if (drawn.has(key)) continue;
      mark.remove();
      this.marks.delete(key);
    }
  }

  tellReaders(canvas) {
    const messages = new Map(this.cells.map(({ row, column, message }) => [`glide-cell-${this.headings.get(column)}-${row}`, message]));
    for (const cell of canvas.querySelectorAll("td[aria-invalid]")) {
      if (messages.has(cell.id)) continue;
      cell.removeAttribute("aria-invalid");
      cell.removeAttribute("aria-description");
    }
    for (const [id, message] of messages) {
      const cell = canvas.querySelector(`#${CSS.escape(id)}`);
      cell?.setAttribute("aria-invalid", "true");
      cell?.setAttribute("aria-description", message);
    }
  }

  // Below the cell under the pointer, else below the one that is selected.
  drawNote(boxes, canvas) {
    const over = boxes.findIndex((box) => box && holds(box, this.point));
    const selected = canvas.querySelector(SELECTED)?.id;
    const index = over >= 0 ? over : this.cells.findIndex(({ row, column }) => selected === `glide-cell-${this.headings.get(column)}-${row}`);
    const box = boxes[index];
    setHidden(this.note, !box);
    if (!box) return;
    if (this.note.textContent !== this.cells[index].message) this.note.textContent = this.cells[index].message;
    const left = Math.max(GAP, Math.min(box.left, innerWidth - this.note.offsetWidth - GAP));
    setStyle(this.note, { left: `${left}px`, top: `${box.bottom + GAP}px` });
  }
}

export default function ({ data, parentElement }) {
  const marks = (parentElement.workbenchMarks ??= new Marks());
  marks.draw(data);
  return () => { marks.remove(); delete parentElement.workbenchMarks; };
}
