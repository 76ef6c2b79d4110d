// The score sheet: players across, lines down, and a number pad at the bottom for the marked field.
//
// The pad names its field, appends digits, goes on by Next, and asks before it replaces a number. What is being written
// stays until it is stored, whatever other devices store meanwhile; a change says which value it replaces, so that the
// server can tell when two devices wrote into one field.
const MOST_DIGITS = 6, IDLE_MS = 2500, DOUBLE_MS = 600; // within it a second tap on Next is a slip of the finger
const KEYS = [["1"], ["2"], ["3"], ["⌫", "delete the last digit"], ["4"], ["5"], ["6"], ["±", "other sign"], ["7"], ["8"], ["9"], ["⌨", "use the keyboard"], ["✕", "close the number pad"], ["0"], ["Next"]];
const place = $("sheet"), pad = $("pad"), textOf = (points) => (points === null || points === undefined ? "" : String(points));
const spoken = (points) => (points === null || points === "" ? "nothing" : String(points).replace("-", "−"));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The points that a text says: null for nothing, undefined where it is no number.
function pointsOf(written) {
  const typed = written.trim().replace(",", ".").replace("−", "-");
  if (typed === "") return null;
  return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
}

const sheet = {
  drafts: new Map(), // what is being written, by field: {text, was, sure, sent}
  fields: new Map(), marked: null, open: false, keyboard: false, row: null, way: null, shape: "", filled: "",

  get ways() { return [...(state.sheet.criteria.length ? ["criteria"] : []), "rows", "totals"]; },
  get rows() { return Math.min(Math.max(state.sheet.rows, 1 + Math.max(-1, ...this.queued().map((item) => item.fields.row ?? 0))) + 1, state.sheet.fixed ?? Infinity); },
  queued() { return queue.filter((item) => item.do === (this.way === "totals" ? "total" : "score")); },

  lines() {
    const { row, criteria, bounds, totalBounds } = state.sheet;
    if (this.way === "totals") return [{ title: "Total", place: "total", part: "Total", bounds: totalBounds, row: 0, criterion: "" }];
    if (this.way === "rows") return [...Array(this.rows).keys()].map((n) => ({ title: capital(`${row} ${n + 1}`), place: `${row} ${n + 1}`, part: capital(`${row} ${n + 1}`), bounds, row: n, criterion: "" }));
    return criteria.map((entry) => ({
      title: entry.title, help: entry.help, bounds: entry.bounds, criterion: entry.name, row: entry.once ? 0 : this.row,
      place: entry.once ? entry.title : `${entry.title}, ${row} ${this.row + 1}`, part: entry.once ? entry.title : capital(`${row} ${this.row + 1}`),
    }));
  },

  draw() {
    if (!state.open || state.sheet.sides || !state.sheet.players.length) {
      if (state.open && !state.sheet.players.length) place.textContent = "No players yet. Add them under Table."; this.shape = "";
      this.close();
      return;
    }
    if (!this.ways.includes(this.way)) this.way = this.ways[0];
    if (this.row === null || this.row >= this.rows) this.row = state.sheet.fixed === 1 ? 0 : Math.max(0, state.sheet.rows - 1);
    const shape = JSON.stringify([this.way, this.row, this.rows, state.sheet.players, state.sheet.criteria, state.sheet.holders]);
    if (shape !== this.shape) this.build(shape);
    this.refresh();
  },

  build(shape) {
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.shape = shape;
    const lines = this.lines(), before = this.fields;
    this.fields = new Map();
    const table = make("table", { className: "sheet" }), head = table.createTHead().insertRow(), body = table.createTBody();
    head.append(make("td"), ...state.sheet.players.map(({ name }) => make("th", { textContent: name, scope: "col" })));
    for (const line of lines) {
      const row = body.insertRow();
      row.append(make("th", { textContent: line.title, scope: "row", title: line.help ?? "" }));
      for (const player of state.sheet.players) row.insertCell().append(this.input(player, line));
    }
    const scroll = make("div", { className: "scroll" });
    scroll.append(table);
    const old = [...place.children];
    place.append(this.switches(), scroll); // beside the old one, for a field that is taken away is one that is left
    if (this.marked && !this.fields.has(this.marked)) { if (before.has(this.marked)) this.leaveGone(before); this.marked = null; this.close(); }
    if (focused) this.fields.get(focused)?.input.focus({ preventScroll: true });
    for (const element of old) element.remove();
  },

  switches() {
    const box = make("div"), group = (label) => make("div", { className: "chips" }, { role: "group", "aria-label": label });
    const chip = (text, on, act) => make("button", { type: "button", className: "chip", textContent: text, onclick: act }, { "aria-pressed": on });
    const ways = group("How scores are written down"), title = { criteria: "by criterion", rows: `by ${state.sheet.row}`, totals: "totals only" };
    ways.append(...this.ways.map((way) => chip(title[way], way === this.way, () => { this.close(); this.way = way; this.draw(); })));
    box.append(ways);
    if (this.way === "criteria" && state.sheet.fixed !== 1) {
      const rows = group(`${capital(state.sheet.row)} that is written down`);
      rows.append(...[...Array(this.rows).keys()].map((n) => chip(`${capital(state.sheet.row)} ${n + 1}`, n === this.row, () => { this.close(); this.row = n; this.draw(); })));
      box.append(rows);
    }
    return box;
  },

  input(player, line) {
    const field = `${player.id}|${line.row}|${line.criterion}`, key = this.way === "totals" ? player.id : field;
    const owner = this.way === "totals" ? player.id : state.sheet.holders[field] ?? player.id;
    const input = make("input", { type: "text", autocomplete: "off", enterKeyHint: "next" }, { role: "spinbutton", "aria-label": `${player.name}, ${line.title}` });
    input.dataset.key = key;
    this.fields.set(key, { key, player, line, input, owner, cell: `${owner}|${line.row}|${line.criterion}` });
    input.addEventListener("focus", () => { if (!input.matches(":active") && this.mark(key)) input.select(); }); // under a finger nothing moves
    input.addEventListener("click", () => { if (this.mark(key)) input.select(); });
    input.addEventListener("input", () => { this.mark(key); this.write(input.value, true); });
    input.addEventListener("keydown", (event) => { this.mark(key); this.onKey(event); });
    return input;
  },

  // What stands in a field: what was written last and waits here, else what is stored.
  standing(key) {
    const field = this.fields.get(key), item = this.queued().filter((other) => !other.held && this.isFor(other, field)).at(-1);
    if (item) return item.fields.points;
    return (this.way === "totals" ? state.sheet.totals[field.owner] : state.sheet.cells[field.cell]) ?? null;
  },
  isFor({ fields }, { owner, line }) {
    return fields.player === owner && (this.way === "totals" || (fields.row === line.row && (fields.criterion ?? "") === line.criterion));
  },
  // The sum that counts where nothing is written itself.
  sum({ player, line }) {
    if (this.way === "totals") return state.sheet.sums[player.id] ?? null;
    return this.way === "rows" ? state.sheet.rowTotals[`${player.id}|${line.row}|`] ?? null : null;
  },
  counts(key) { return this.standing(key) ?? this.sum(this.fields.get(key)); },
  asks(key) {
    const draft = this.drafts.get(key);
    return draft?.sure === false && pointsOf(draft.text) !== this.standing(key);
  },

  refresh() {
    for (const [key, field] of this.fields) {
      const points = this.standing(key), draft = this.drafts.get(key), value = draft ? draft.text : textOf(points), items = this.queued().filter((item) => this.isFor(item, field));
      if (field.input.value !== value) field.input.value = value;
      points === null ? field.input.removeAttribute("aria-valuenow") : field.input.setAttribute("aria-valuenow", points);
      field.input.placeholder = textOf(this.sum(field));
      field.input.inputMode = this.keyboard ? "decimal" : "none";
      field.input.classList.toggle("marked", this.open && key === this.marked);
      field.input.classList.toggle("waiting", items.some((item) => !item.held));
      field.input.classList.toggle("held", items.some((item) => item.held) || this.asks(key));
    }
    this.drawPad();
  },

  // Have the pad write into a field; whether it did not do so already.
  mark(key) {
    if (this.open && key === this.marked) return false;
    if (key !== this.marked) this.leave();
    this.marked = key;
    this.open = true;
    this.refresh();
    this.fields.get(key).input.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  },
  close() {
    if (!this.open) return;
    this.leave();
    this.open = false;
    this.marked = null;
    if (place.contains(document.activeElement) || pad.contains(document.activeElement)) document.activeElement.blur();
    this.refresh();
  },

  write(written, sure) {
    const key = this.marked, draft = this.drafts.get(key);
    if (!key) return;
    this.drafts.set(key, { sure, was: this.standing(key), ...draft, text: written, ...(sure && { sure }) });
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.save(), IDLE_MS);
    this.refresh();
  },
  // Send what is written so far; one may go on writing there. An open question waits for its answer.
  save() {
    const draft = this.drafts.get(this.marked);
    if (draft?.sure) this.send(this.fields.get(this.marked), draft);
  },
  // Send what is written, for one goes elsewhere; false where it is no number.
  leave() {
    const draft = this.drafts.get(this.marked);
    if (!draft) return true;
    if (pointsOf(draft.text) === undefined) { say(place.parentElement, [`“${draft.text}” is not a number; it is not stored.`]); return false; }
    this.drafts.delete(this.marked);
    this.send(this.fields.get(this.marked), draft);
    this.refresh();
    return true;
  },
  leaveGone(before) {
    const draft = this.drafts.get(this.marked);
    this.drafts.delete(this.marked);
    if (draft && pointsOf(draft.text) !== undefined) this.send(before.get(this.marked), draft);
  },
  send({ owner, line }, draft) {
    const points = pointsOf(draft.text);
    if (points === undefined || draft.text === draft.sent) return;
    draft.sent = draft.text;
    if (points === draft.was) return;
    const about = this.way === "totals" ? { player: owner } : { player: owner, row: line.row, criterion: line.criterion || null };
    const name = this.way === "totals" ? "total" : "score", was = draft.was;
    draft.was = points;
    drop(this.queued().filter((item) => item.held && this.isFor(item, { owner, line })).map((item) => item.id)); // written anew
    push(name, { ...about, points, was, unsure: !draft.sure });
  },

  onKey(event) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const now = Number(this.drafts.get(this.marked)?.text ?? this.standing(this.marked) ?? 0);
      if (Number.isFinite(now)) this.write(String(now + step), true);
    } else if (event.key === "Escape") this.drafts.delete(this.marked) ? this.refresh() : this.close();
    else if (event.key === "Enter") { event.preventDefault(); this.goOn(); }
  },

  // The next empty field after one, of a part of the sheet if there is one; else the first before it.
  nextEmpty(from, part) {
    const keys = [...this.fields.keys()], isOf = ({ line }) => part === undefined || line.part === part;
    const empty = (key) => this.counts(key) === null && !this.drafts.has(key) && isOf(this.fields.get(key));
    return keys.slice(from + 1).find(empty) ?? keys.slice(0, Math.max(from, 0)).find(empty);
  },
  // To the next empty field of the same row. Where there is none, no field is marked: a tap too many writes nowhere.
  goOn() {
    if (!this.marked && performance.now() - this.full < DOUBLE_MS) return;
    if (this.asks(this.marked)) return;
    const part = this.fields.get(this.marked)?.line.part, from = [...this.fields.keys()].indexOf(this.marked);
    const typing = place.contains(document.activeElement) || document.activeElement?.dataset.press === "Next";
    if (!this.leave()) return;
    const next = this.nextEmpty(from, part);
    if (next) { this.mark(next); if (typing) this.fields.get(next).input.focus({ preventScroll: true }); return; }
    if (!this.marked) return this.close();
    this.marked = null;
    [this.full, this.filled] = [performance.now(), part];
    this.refresh();
    if (typing) pad.querySelector("[data-press=Next]").focus();
  },

  makePad() {
    const head = make("div", { className: "names" }), names = make("div", {}, { role: "status" }), keys = make("div", { className: "keys" });
    [this.asksBox, this.title, this.about, this.number] = [make("div", { className: "asks" }, { role: "status" }), make("strong"), make("small"), make("output")];
    names.append(this.title, this.about);
    head.append(names, this.number);
    keys.append(...KEYS.map(([label, name = label]) => {
      const key = make("button", { type: "button", textContent: label, onclick: () => this.press(label) }, { "aria-label": name });
      key.dataset.press = label;
      return key;
    }));
    pad.append(this.asksBox, head, keys);
    pad.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    pad.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
  },
  drawPad() {
    const field = this.fields.get(this.marked), draft = this.drafts.get(this.marked);
    pad.hidden = !this.open;
    document.body.classList.toggle("padded", this.open);
    if (!this.open) return;
    this.title.textContent = field ? `${field.player.name} · ${field.line.place}` : `${this.filled} is filled in`;
    this.about.textContent = field ? this.aboutField(field) : "Tap a field to change its number.";
    this.number.textContent = field ? spoken(draft ? draft.text || "–" : this.counts(this.marked) ?? "–") : "";
    const key = (label) => pad.querySelector(`[data-press="${CSS.escape(label)}"]`), disable = (label, off) => key(label).setAttribute("aria-disabled", off);
    for (const label of [..."0123456789", "⌫", "⌨"]) disable(label, !field);
    disable("±", !field || (field.line.bounds[0] !== null && field.line.bounds[0] >= 0));
    key("Next").textContent = field || this.nextEmpty(-1) ? "Next" : "Close";
    disable("Next", this.asks(this.marked));
    key("⌨").setAttribute("aria-pressed", this.keyboard);
    this.drawAsks(draft);
  },
  aboutField({ key, line }) {
    const [low, high] = line.bounds, range = low === null || high === null ? "" : `${spoken(low)} to ${spoken(high)}`;
    return [range, state.sheet.notes[key]].filter(Boolean).join(" · ");
  },
  drawAsks(draft) {
    const text = this.asks(this.marked) ? `Replace ${spoken(this.counts(this.marked))} by ${spoken(draft.text)}?` : "";
    if (text === (this.asksBox.dataset.text ?? "")) return;
    this.asksBox.dataset.text = text;
    if (!text) return this.asksBox.replaceChildren();
    const replace = make("button", { type: "button", textContent: "Replace", onclick: () => this.write(this.drafts.get(this.marked).text, true) });
    const keep = make("button", { type: "button", textContent: `Keep ${spoken(this.counts(this.marked))}`, onclick: () => { this.drafts.delete(this.marked); this.refresh(); } });
    this.asksBox.replaceChildren(make("span", { textContent: text }), keep, replace);
  },
  press(label) {
    if (pad.querySelector(`[data-press="${CSS.escape(label)}"]`).getAttribute("aria-disabled") === "true") return;
    if (label === "Next") return this.goOn();
    if (label === "✕") return this.close();
    if (label === "⌨") return this.type();
    const draft = this.drafts.get(this.marked), now = draft?.text ?? "", before = draft ? now : textOf(this.standing(this.marked));
    const written = { "⌫": before.slice(0, -1), "±": before.startsWith("-") ? before.slice(1) : `-${before}` }[label] ?? now + label;
    if (written.replace("-", "").length > MOST_DIGITS) return;
    if (written === "" && (!draft || draft.was === null)) { this.drafts.delete(this.marked); return this.refresh(); }
    this.write(written, draft?.sure ?? this.counts(this.marked) === null);
  },
  type() {
    this.keyboard = !this.keyboard;
    this.refresh();
    const { input } = this.fields.get(this.marked);
    input.blur();
    input.focus();
  },
};

sheet.makePad();
document.addEventListener("click", (event) => { // a field is left by any tap elsewhere
  if (sheet.open && !event.composedPath().some((node) => node === place || node === pad)) sheet.close();
}, true);
place.addEventListener("focusout", ({ relatedTarget }) => {
  if (!relatedTarget) sheet.save();
  else if (!place.contains(relatedTarget) && !pad.contains(relatedTarget)) sheet.close();
});
addEventListener("pagehide", () => sheet.leave());
document.addEventListener("visibilitychange", () => { if (document.hidden) sheet.save(); });
drawn.push(() => sheet.draw());
showTab(tab);
draw();
listen();
flush();
