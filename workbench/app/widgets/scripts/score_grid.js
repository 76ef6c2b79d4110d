// The score sheet: players across, lines down, and a number pad at the bottom of the window for the marked field.
//
// The pad stays where it is, names its field, appends digits, and goes on by Next. It asks before it replaces a number.
// What is being written stays until it is stored, whatever other devices store meanwhile; a change says which value it
// replaces, so that the server can tell when two devices wrote into one field. Changes leave through the outbox
// (outbox.js) when their field is left, or when nobody has gone on writing for a while.
const DIGITS = "0123456789";
const MOST_DIGITS = 6;
const IDLE_MS = 2500;
const DOUBLE_MS = 600; // within it a second tap on Next is a slip of the finger
const KEYS = [
  ["1"], ["2"], ["3"], ["⌫", "delete the last digit"],
  ["4"], ["5"], ["6"], ["±", "other sign"],
  ["7"], ["8"], ["9"], ["⌨", "use the keyboard"],
  ["✕", "close the number pad"], ["0"], ["Next"],
];

const make = (tag, properties = {}, attributes = {}) => {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};
const keyOf = (cell) => cell.join("|");
const text = (points) => (points === null || points === undefined ? "" : String(points));
const words = (points) => (points === null || points === "" ? "nothing" : String(points).replace("-", "−"));
const outbox = () => window.workbenchOutbox;

// The points that a text says: null for nothing, undefined where it is no number.
function pointsOf(written) {
  const typed = written.trim().replace(",", ".").replace("−", "-");
  if (typed === "") return null;
  return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
}

class Grid {
  constructor(place) {
    this.root = place.appendChild(make("div", { className: "wb-grid" }));
    this.drafts = new Map(); // what is being written, by field: {text, was, sure, sent}
    this.marked = null; // the field that the pad writes into
    this.open = false;
    this.keyboard = false;
    this.sheet = this.root.appendChild(make("div", { className: "wb-scroll" }));
    this.status = this.root.appendChild(make("div", { className: "wb-status" }, { role: "status" }));
    this.root.append(this.makePad());
    this.onClick = (event) => { if (!event.composedPath().includes(this.root)) this.close(); };
    this.onHide = () => { if (document.hidden) this.save(); };
    window.addEventListener("click", this.onClick, true);
    window.addEventListener("pagehide", this.leave);
    document.addEventListener("visibilitychange", this.onHide);
    this.root.addEventListener("focusout", (event) => this.onFocusOut(event));
  }

  remove() {
    this.leave();
    clearTimeout(this.idle);
    outbox()?.heard.delete(this.refresh);
    window.removeEventListener("click", this.onClick, true);
    window.removeEventListener("pagehide", this.leave);
    document.removeEventListener("visibilitychange", this.onHide);
  }

  draw(data) {
    const shape = JSON.stringify([data.kind, data.players, data.lines]);
    this.data = data;
    if (shape !== this.shape) this.build(shape);
    outbox()?.heard.add(this.refresh);
    this.refresh();
  }

  build(shape) {
    const focused = this.sheet.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.shape = shape;
    const fields = this.data.lines.flatMap((line) => this.data.players.map((player, place) => ({ player, line, cell: line.cells[place] })));
    const next = new Map(fields.map((field) => [keyOf(field.cell), { ...field, input: this.input(field) }]));
    if (this.marked && !next.has(this.marked)) this.close();
    this.fields = next;
    const before = [...this.sheet.children];
    this.sheet.append(this.table()); // beside the old one, for a field that is taken away is one that is left
    if (focused) this.fields.get(focused)?.input.focus({ preventScroll: true });
    for (const table of before) table.remove();
  }

  table() {
    const table = make("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    head.append(make("td"), ...this.data.players.map(({ name }) => make("th", { textContent: name, scope: "col", title: name })));
    for (const line of this.data.lines) {
      const row = body.insertRow();
      row.append(make("th", { textContent: line.title, scope: "row", title: line.help }));
      for (const cell of line.cells) row.insertCell().append(this.fields.get(keyOf(cell)).input);
    }
    return table;
  }

  input({ player, line, cell }) {
    const key = keyOf(cell);
    const made = make("input", { type: "text", autocomplete: "off", enterKeyHint: "next" }, { role: "spinbutton", "aria-label": `${player.name}, ${line.title}` });
    made.dataset.key = key;
    const enter = () => { if (this.mark(key)) made.select(); };
    made.addEventListener("focus", () => { if (!made.matches(":active")) enter(); }); // under a finger nothing moves
    made.addEventListener("click", enter);
    made.addEventListener("input", () => this.onInput(key, made.value));
    made.addEventListener("keydown", (event) => { this.mark(key); this.onKey(event); });
    return made;
  }

  onInput(key, written) {
    this.mark(key);
    this.write(written, true);
  }

  // What stands in a field: what was sent last and is not confirmed yet, else what is stored.
  shown(key) {
    const sent = (outbox()?.queue ?? []).filter((change) => change.kind === this.data.kind && keyOf(change.cell) === key);
    return sent.length ? sent.at(-1).points : this.data.values[key] ?? null;
  }

  // What counts there now, also where it comes from elsewhere: the sum of criteria or rows, points that were taken over.
  counts(key) {
    return this.shown(key) ?? this.data.counts[key] ?? null;
  }

  // Whether a number waits for the answer whether it replaces another.
  asks(key) {
    const draft = this.drafts.get(key);
    return draft?.sure === false && pointsOf(draft.text) !== this.shown(key);
  }

  refresh = () => {
    for (const [key, { input }] of this.fields) {
      const points = this.shown(key), draft = this.drafts.get(key), value = draft ? draft.text : text(points);
      if (input.value !== value) input.value = value;
      points === null ? input.removeAttribute("aria-valuenow") : input.setAttribute("aria-valuenow", points);
      input.placeholder = text(this.data.counts[key]);
      input.inputMode = this.keyboard ? "decimal" : "none";
      input.classList.toggle("wb-marked", this.open && key === this.marked);
      input.classList.toggle("wb-held", this.data.held.includes(key) || this.asks(key));
    }
    this.drawPad();
  };

  // Have the pad write into a field; whether it did not do so already.
  mark(key) {
    if (this.open && key === this.marked) return false;
    if (key !== this.marked) this.leave();
    this.marked = key;
    this.open = true;
    this.refresh();
    this.fields.get(key).input.scrollIntoView({ block: "nearest" });
    return true;
  }

  close() {
    if (!this.open) return;
    this.leave();
    this.open = false;
    this.marked = null;
    if (this.root.contains(document.activeElement)) document.activeElement.blur();
    this.refresh();
  }

  // Writing

  write(written, sure) {
    const key = this.marked, draft = this.drafts.get(key);
    if (!key) return;
    this.drafts.set(key, { sure, was: this.shown(key), ...draft, text: written, ...(sure && { sure }) });
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.save(), IDLE_MS);
    this.refresh();
  }

  // Send what is written in the marked field so far; one may go on writing there. An open question waits for its answer.
  save() {
    const draft = this.drafts.get(this.marked);
    if (draft?.sure) this.send(this.marked, draft);
  }

  // Send what is written in the marked field, for one goes elsewhere; False where it is no number.
  leave = () => {
    const draft = this.drafts.get(this.marked);
    if (!draft) return true;
    if (pointsOf(draft.text) === undefined) {
      this.status.textContent = `“${draft.text}” is not a number; it is not stored.`;
      return false;
    }
    this.status.textContent = "";
    this.drafts.delete(this.marked);
    this.send(this.marked, draft);
    this.refresh();
    return true;
  };

  send(key, draft) {
    const points = pointsOf(draft.text);
    if (points === undefined || draft.text === draft.sent) return;
    draft.sent = draft.text;
    if (points === draft.was && points === this.shown(key)) return;
    outbox().push({ kind: this.data.kind, cell: this.fields.get(key).cell, points, was: draft.was, unsure: !draft.sure });
    draft.was = points;
  }

  onFocusOut({ relatedTarget }) {
    if (!relatedTarget) this.save();
    else if (!this.root.contains(relatedTarget)) this.close();
  }

  onKey(event) {
    const key = this.marked, step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const now = Number(this.drafts.get(key)?.text ?? this.shown(key) ?? 0);
      if (Number.isFinite(now)) this.write(String(now + step), true);
    } else if (event.key === "Escape") {
      this.drafts.delete(key) ? this.refresh() : this.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.goOn();
    }
  }

  // The next empty field after one, of a part of the sheet if there is one; else the first before it.
  nextEmpty(from, part) {
    const keys = [...this.fields.keys()];
    const isOf = ({ line }) => part === undefined || line.part === part;
    const empty = (key) => this.counts(key) === null && !this.drafts.has(key) && isOf(this.fields.get(key));
    return keys.slice(from + 1).find(empty) ?? keys.slice(0, Math.max(from, 0)).find(empty);
  }

  // To the next empty field of the same row. Where there is none, no field is marked: a tap too many writes nowhere.
  goOn() {
    if (!this.marked && performance.now() - this.full < DOUBLE_MS) return;
    if (this.asks(this.marked) || !this.leave()) return;
    const part = this.fields.get(this.marked)?.line.part, next = this.nextEmpty([...this.fields.keys()].indexOf(this.marked), part);
    const typing = this.sheet.contains(document.activeElement) || document.activeElement === this.keys.Next;
    if (next && typing) return this.fields.get(next).input.focus();
    if (next) return this.mark(next);
    if (!this.marked) return this.close();
    this.marked = null;
    [this.full, this.filled] = [performance.now(), part];
    this.refresh();
    if (typing) this.keys.Next.focus();
  }

  // The number pad

  makePad() {
    const act = (label) => () => this.press(label);
    this.pad = make("div", { className: "wb-pad", hidden: true }, { role: "group", "aria-label": "Number pad" });
    this.title = make("strong");
    this.about = make("small");
    this.number = make("output");
    this.question = make("div", { className: "wb-question" }, { role: "status" });
    this.keys = Object.fromEntries(KEYS.map(([label, name = label]) => [
      label, make("button", { type: "button", textContent: label, onclick: act(label) }, { "aria-label": name }),
    ]));
    const head = make("div", { className: "wb-pad-head" }), names = make("div", {}, { role: "status" }), keys = make("div", { className: "wb-keys" });
    names.append(this.title, this.about);
    head.append(names, this.number);
    keys.append(...KEYS.map(([label]) => this.keys[label]));
    this.pad.append(this.question, head, keys);
    this.pad.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    this.pad.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
    return this.pad;
  }

  drawPad() {
    const field = this.fields.get(this.marked), draft = this.drafts.get(this.marked);
    this.pad.hidden = !this.open;
    this.title.textContent = field ? `${field.player.name} · ${field.line.place}` : `${this.filled} is filled in`;
    this.about.textContent = field ? this.aboutField(field) : "Tap a field to change its number.";
    this.number.textContent = field ? words(draft ? draft.text || "–" : this.counts(this.marked) ?? "–") : "";
    for (const label of [...DIGITS, "⌫", "⌨"]) this.disable(label, !field);
    this.disable("±", !field || field.line.low >= 0 && field.line.low !== null);
    this.keys.Next.textContent = field || this.nextEmpty(-1) ? "Next" : "Close";
    this.disable("Next", this.asks(this.marked));
    this.keys["⌨"].setAttribute("aria-pressed", this.keyboard);
    this.drawQuestion(draft);
  }

  // A tap on a button that is disabled by itself would be one on what lies around the pad.
  disable(label, off) {
    this.keys[label].setAttribute("aria-disabled", off);
  }

  aboutField({ line, cell }) {
    const range = line.low === null || line.high === null ? "" : `${words(line.low)} to ${words(line.high)}`;
    return [range, this.data.notes[keyOf(cell)]].filter(Boolean).join(" · ");
  }

  drawQuestion(draft) {
    const said = this.asks(this.marked) ? `Replace ${words(this.counts(this.marked))} by ${words(draft.text)}?` : "";
    if (said === this.question.dataset.said) return;
    this.question.dataset.said = said;
    if (!said) return this.question.replaceChildren();
    const replace = make("button", { type: "button", textContent: "Replace", onclick: () => this.write(draft.text, true) });
    const keep = make("button", { type: "button", textContent: `Keep ${words(this.counts(this.marked))}`, onclick: () => this.keep() });
    this.question.replaceChildren(make("span", { textContent: said }), keep, replace);
  }

  keep() {
    this.drafts.delete(this.marked);
    this.refresh();
  }

  press(label) {
    if (this.keys[label].getAttribute("aria-disabled") === "true") return;
    if (label === "Next") return this.goOn();
    if (label === "✕") return this.close();
    if (label === "⌨") return this.type();
    const draft = this.drafts.get(this.marked), now = draft?.text ?? "", before = draft ? now : text(this.shown(this.marked));
    const written = { "⌫": before.slice(0, -1), "±": before.startsWith("-") ? before.slice(1) : `-${before}` }[label] ?? now + label;
    if (written.replace("-", "").length > MOST_DIGITS) return;
    if (written === "" && (!draft || draft.was === null)) return this.keep();
    this.write(written, draft?.sure ?? this.counts(this.marked) === null);
  }

  type() {
    this.keyboard = !this.keyboard;
    this.refresh();
    const { input } = this.fields.get(this.marked);
    input.blur();
    input.focus();
  }
}

export default function ({ data, parentElement }) {
  const grid = (parentElement.workbenchGrid ??= new Grid(parentElement));
  grid.draw(data);
  return () => grid.remove();
}
