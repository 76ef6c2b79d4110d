// The score sheet: players across, lines down. A chip fills the marked field and marks the next empty one.
//
// What is typed stays until it is stored, whatever other devices store meanwhile; a change says which value it replaces,
// so that the server can tell when two devices wrote into one field. Changes leave through the outbox (outbox.js).
const KEYPAD = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const MOST_CHIPS = 11;

const make = (tag, properties = {}, attributes = {}) => {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};
const keyOf = (cell) => cell.join("|");
const text = (points) => (points === null || points === undefined ? "" : String(points));
const outbox = () => window.workbenchOutbox;

class Grid {
  constructor(place) {
    this.root = place.appendChild(make("div", { className: "wb-grid" }));
    this.drafts = new Map();
    this.pending = ""; // what chips have begun: tens, or a sign
    this.keyboard = false;
  }

  draw(data) {
    const shape = JSON.stringify([data.kind, data.players, data.lines]);
    this.data = data;
    if (shape !== this.shape) this.build(shape);
    outbox()?.heard.add(this.refresh);
    this.refresh();
  }

  build(shape) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.shape = shape;
    this.cells = this.data.lines.flatMap((line) => this.data.players.map((player) => [player.id, line.row, line.criterion]));
    this.inputs = new Map(this.cells.map((cell) => [keyOf(cell), this.input(cell)]));
    this.chips = make("div", { className: "wb-chips" }, { role: "group", "aria-label": "Points for the marked field" });
    this.status = make("div", { className: "wb-status" }, { role: "status" });
    this.root.replaceChildren(this.table(), this.chips, this.status);
    if (!this.inputs.has(this.marked)) this.marked = this.nextEmpty(-1) ?? keyOf(this.cells[0]);
    if (focused) this.inputs.get(focused)?.focus();
  }

  table() {
    const scroll = make("div", { className: "wb-scroll" }), table = scroll.appendChild(make("table"));
    const head = table.createTHead().insertRow();
    head.append(make("td"), ...this.data.players.map(({ name }) => make("th", { textContent: name, scope: "col", title: name })));
    const body = table.createTBody();
    for (const line of this.data.lines) {
      const row = body.insertRow();
      row.append(make("th", { textContent: line.title, scope: "row", title: line.help }));
      for (const player of this.data.players) {
        row.insertCell().append(this.inputs.get(keyOf([player.id, line.row, line.criterion])));
      }
    }
    return scroll;
  }

  input(cell) {
    const [player, row, criterion] = cell, key = keyOf(cell);
    const { name } = this.data.players.find((each) => each.id === player);
    const { title } = this.data.lines.find((each) => each.row === row && each.criterion === criterion);
    const made = make("input", { type: "text", autocomplete: "off", enterKeyHint: "next" }, { role: "spinbutton", "aria-label": `${name}, ${title}` });
    made.dataset.key = key;
    made.addEventListener("focus", () => { this.mark(key); made.select(); });
    made.addEventListener("input", () => this.drafts.set(key, { text: made.value, was: this.drafts.get(key)?.was ?? { points: this.shown(key) } }));
    made.addEventListener("blur", () => this.leave(key));
    made.addEventListener("keydown", (event) => this.onKey(event, key));
    return made;
  }

  // What stands in a field: what was sent last and is not confirmed yet, else what is stored.
  shown(key) {
    const sent = (outbox()?.queue ?? []).filter((change) => change.kind === this.data.kind && keyOf(change.cell) === key);
    return sent.length ? sent.at(-1).points : this.data.values[key] ?? null;
  }

  refresh = () => {
    for (const [key, input] of this.inputs) {
      const points = this.shown(key);
      if (!this.drafts.has(key)) input.value = key === this.marked && this.pending ? this.pending : text(points);
      points === null ? input.removeAttribute("aria-valuenow") : input.setAttribute("aria-valuenow", points);
      input.inputMode = this.keyboard ? "decimal" : "none";
      input.classList.toggle("wb-marked", key === this.marked);
      input.classList.toggle("wb-held", this.data.held.includes(key));
    }
    this.drawChips();
  };

  mark(key) {
    if (key === this.marked) return;
    this.settle();
    this.marked = key;
    this.refresh();
  }

  // A number that chips have begun counts when its field is left.
  settle() {
    const begun = this.pending.replace("+", "");
    this.pending = "";
    if (begun && begun !== "-") this.commit(this.marked, Number(begun), this.shown(this.marked));
  }

  leave(key) {
    const draft = this.drafts.get(key);
    if (!draft) return true;
    const typed = draft.text.trim().replace(",", ".").replace("−", "-"), points = typed === "" ? null : Number(typed);
    if (points !== null && !Number.isFinite(points)) {
      this.status.textContent = `“${draft.text}” is not a number; it is not stored.`;
      return false;
    }
    this.status.textContent = "";
    this.drafts.delete(key);
    this.commit(key, points, draft.was.points);
    this.refresh();
    return true;
  }

  commit(key, points, was) {
    if (points === this.shown(key) && points === was) return;
    outbox().push({ kind: this.data.kind, cell: this.cells.find((cell) => keyOf(cell) === key), points, was });
  }

  onKey(event, key) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const now = Number(this.drafts.get(key)?.text ?? this.shown(key) ?? 0), was = this.drafts.get(key)?.was ?? { points: this.shown(key) };
      if (!Number.isFinite(now)) return;
      this.drafts.set(key, { text: String(now + step), was });
      event.target.value = String(now + step);
    } else if (event.key === "Escape") {
      this.drafts.delete(key);
      this.pending = "";
      this.refresh();
    } else if (event.key === "Enter" && this.leave(key)) {
      event.preventDefault();
      this.goOn(key);
    }
  }

  nextEmpty(from) {
    const keys = [...this.inputs.keys()], empty = (key) => this.shown(key) === null && !this.drafts.has(key);
    return keys.slice(from + 1).find(empty) ?? keys.slice(0, Math.max(from, 0)).find(empty);
  }

  goOn(key) {
    const keys = [...this.inputs.keys()], next = this.nextEmpty(keys.indexOf(key));
    if (!next) return this.refresh();
    const typing = this.root.contains(document.activeElement) && document.activeElement.dataset.key;
    this.mark(next);
    if (typing) this.inputs.get(next).focus();
    this.inputs.get(next).scrollIntoView({ block: "nearest" });
  }

  // Chips

  drawChips() {
    const [, row, criterion] = this.cells.find((cell) => keyOf(cell) === this.marked);
    const { low, high } = this.data.lines.find((line) => line.row === row && line.criterion === criterion);
    const few = low === 0 && high !== null && high < MOST_CHIPS;
    const chips = (few ? [...Array(high + 1).keys()] : KEYPAD).map((points) => [String(points), String(points), () => this.points(points)]);
    if (!few) chips.push(["+10", "ten more", () => this.tens()]);
    if (low === null || low < 0) chips.push(["±", "other sign", () => this.sign()]);
    chips.push(["✕", "empty the field", () => this.empty()], ["⌨", "use the keyboard", () => this.type()]);
    const names = chips.map(([label]) => label).join(" ");
    if (names !== this.chips.dataset.names) {
      this.chips.dataset.names = names;
      this.chips.replaceChildren(...chips.map(([label, name]) => make("button", { type: "button", textContent: label }, { "aria-label": name })));
      for (const button of this.chips.children) button.addEventListener("mousedown", (event) => event.preventDefault());
    }
    [...this.chips.children].forEach((button, place) => { button.onclick = chips[place][2]; });
    this.chips.lastChild.setAttribute("aria-pressed", this.keyboard);
  }

  write(points) {
    const was = this.drafts.get(this.marked)?.was.points ?? this.shown(this.marked);
    this.drafts.delete(this.marked);
    this.pending = "";
    this.commit(this.marked, points, was);
  }

  points(digit) {
    const negative = this.pending.startsWith("-"), tens = Number(this.pending.replace(/[-+]/g, "") || 0), key = this.marked;
    this.write((negative ? -1 : 1) * (tens + digit));
    this.goOn(key);
  }

  tens() {
    const tens = Number(this.pending.replace(/[-+]/g, "") || 0) + 10;
    this.pending = `${this.pending.startsWith("-") ? "-" : ""}${tens}+`;
    this.refresh();
  }

  sign() {
    const shown = this.shown(this.marked);
    if (!this.pending && shown) return this.write(-shown);
    this.pending = this.pending.startsWith("-") ? this.pending.slice(1) : `-${this.pending}`;
    this.refresh();
  }

  empty() {
    this.write(null);
    this.refresh();
  }

  type() {
    this.keyboard = !this.keyboard;
    this.refresh();
    const input = this.inputs.get(this.marked);
    input.blur();
    input.focus();
  }
}

export default function ({ data, parentElement }) {
  const grid = (parentElement.workbenchGrid ??= new Grid(parentElement));
  grid.draw(data);
  return () => outbox()?.heard.delete(grid.refresh);
}
