// The board: what is tapped is stored here first, then sent in order until the server has confirmed it, once.
//
// Each tap is an item of its own in localStorage, so that two tabs of one browser, and a reload, lose none. Moments,
// notes, scores, sides and the clock wait here while the server is away; what needs an answer (players, the end) does
// not. What others do comes as events; then the parts that have changed are drawn anew.
const board = document.getElementById("board"), dialog = document.getElementById("dialog"), SESSION = board.dataset.session;
const HERE = location.pathname, TAPS = `workbench tap ${SESSION} `, NOTE = `workbench note ${SESSION}`, WHY = `workbench why ${SESSION}`;
const QUEUED = new Set(["moment", "about", "note", "score", "total", "side", "outcome", "phase", "turn", "pause", "resume", "undo"]);
const MOST_SENT = 100, BOUNCE_MS = 40, RETRY_MS = [300, 1000, 2000, 4000];
const AWAY = "The workbench does not answer. What you tap and type stays on this device, and is sent when it is back.";
const ENTER = "It asks for the passcode once more. Nothing is lost.", GONE = "This session was deleted.";
let state = JSON.parse(document.getElementById("state").textContent);
const $ = (id) => document.getElementById(id);

// The queue

let queue = [], counter = 0, sending = false, failures = 0, retry = 0;

function loadQueue() {
  let keys = [];
  try { keys = Object.keys(localStorage); } catch { /* private window */ }
  const items = keys.filter((key) => key.startsWith(TAPS)).map(recall).filter(Boolean);
  const here = new Set(queue.map((item) => item.id));
  queue = [...queue, ...items.filter((item) => !here.has(item.id))].sort((a, b) => a.at - b.at || a.n - b.n);
}

function push(name, fields, more = {}) {
  const item = { id: uuid(), at: Date.now(), n: counter++, do: name, fields, ...more };
  if (queue.length && item.at < queue.at(-1).at) item.at = queue.at(-1).at; // the clock was set back
  queue.push(item);
  remember(TAPS + item.id, item);
  draw();
  flush();
  return item;
}

function drop(ids) {
  for (const id of ids) remember(TAPS + id, null);
  queue = queue.filter((item) => !ids.includes(item.id));
}

const waiting = () => queue.filter((item) => !item.held);

async function flush() {
  if (sending || !waiting().length) return;
  sending = true;
  try { await send(waiting().slice(0, MOST_SENT)); failures = 0; }
  catch { failures += 1; }
  sending = false;
  clearTimeout(retry);
  if (waiting().length) retry = setTimeout(flush, failures ? RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] : 0);
}

// Send items; what the server says of them. Throws where it does not answer.
async function send(items, direct = null) {
  let answer;
  const actions = [...items, ...(direct ? [direct] : [])].map(({ id, at, do: name, fields }) => ({ id, at, do: name, fields }));
  try { answer = await ask(HERE, { device, sent: Date.now(), actions }); }
  catch (lost) { setAway(AWAY); throw lost; }
  if (answer.status === 401) { setAway(ENTER, true); throw new Error("passcode"); }
  if (answer.status === 404) { setAway(GONE); throw new Error("gone"); }
  const body = await answer.json();
  setAway("");
  if (!body.done) { // it refuses the message as a whole
    complain(body.problems ?? ["This did not work."]);
    throw new Error("refused");
  }
  drop(body.done);
  const refused = Object.entries(body.problems);
  drop(refused.map(([id]) => id));
  if (!direct || refused.some(([id]) => id !== direct.id)) complain(refused.flatMap(([, lines]) => lines));
  for (const [id, question] of Object.entries(body.questions)) {
    const item = queue.find((other) => other.id === id);
    if (item) { item.held = question; remember(TAPS + id, item); }
  }
  if (body.state) apply(body.state);
  else draw();
  return body;
}

// Do what needs an answer. A repeat has the same id, so it acts once.
async function doNow(element, name, fields) {
  const item = { id: (element.dataset.id ??= uuid()), at: Date.now(), do: name, fields };
  const place = element.closest("dialog") ? dialog : board;
  if (element.dataset.busy) return;
  element.dataset.busy = "yes";
  try {
    const body = await send(waiting().slice(0, MOST_SENT), item);
    if (body.problems[item.id]) { delete element.dataset.id; return say(place, body.problems[item.id]); }
    if (body.go) return location.assign(body.go);
    delete element.dataset.id;
    if (dialog.open) dialog.close();
    if (["game_over", "end", "reopen", "abandon"].includes(name)) scrollTo(0, 0);
    if (name === "game_over" || name === "reopen") showTab("Forms");
  } catch { say(place, ["The workbench does not answer; nothing is stored yet. Try again in a moment."]); }
  finally { delete element.dataset.busy; }
}

// Devices and the network, which are no part of the session.
async function postNow(message) {
  try {
    const answer = await ask("/evening/devices", message), { problems } = await answer.json();
    if (problems.length) return say(dialog, problems);
    await openDialog("devices", "");
    refresh();
  } catch { say(dialog, ["The workbench does not answer. Try again in a moment."]); }
}

// Photos and voice notes are too large for localStorage: they wait in the browser's database until the server has them.

const files = new Map(), UPLOAD_MS = 60000;
let uploading = false;
const database = new Promise((resolve) => {
  try {
    const request = indexedDB.open("workbench", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  } catch { resolve(null); } // private window: a file waits only as long as the page is open
});

// One request to the database's files; undefined where there is no database, or it is full.
async function withFiles(mode, act) {
  const open = await database;
  if (!open) return undefined;
  return new Promise((resolve) => {
    const request = act(open.transaction("files", mode).objectStore("files"));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

async function attach(field) {
  const [file] = field.files, entry = field.dataset.attach;
  if (!file) return;
  const item = { id: uuid(), session: SESSION, entry, type: file.type, content: await file.arrayBuffer() };
  field.value = "";
  files.set(item.id, item);
  await withFiles("readwrite", (store) => store.put(item));
  await upload();
}

async function upload() {
  if (uploading) return;
  uploading = true;
  try { for (const item of files.values()) await uploadOne(item); } catch { /* away: tried again with the taps */ }
  uploading = false;
  drawFiles();
}

// Send a file under its id, so that a repeat is stored once. Throws where the server does not take anything now.
async function uploadOne(item) {
  drawFiles();
  const address = `/evening/${item.session}/media/${item.entry}?id=${item.id}`;
  const answer = await fetch(address, { method: "POST", body: item.content, redirect: "manual", headers: { "Content-Type": item.type }, signal: AbortSignal.timeout(UPLOAD_MS) });
  if (answer.status >= 500 || answer.status === 401) throw new Error(String(answer.status));
  const { problems, state: next } = await answer.json();
  files.delete(item.id);
  await withFiles("readwrite", (store) => store.delete(item.id));
  complain(problems ?? ["This did not work."]);
  if (next) { state.parts.about = ""; apply(next); }
}

function drawFiles() {
  const place = $("files"), number = files.size;
  place.hidden = !number;
  place.textContent = number ? `${number} photo${number === 1 ? "" : "s"} or voice note${number === 1 ? "" : "s"} on this device, to be sent` : "";
}

async function loadFiles() {
  for (const item of (await withFiles("readonly", (store) => store.getAll())) ?? []) if (item.session === SESSION) files.set(item.id, item);
  await upload();
}
document.addEventListener("change", ({ target }) => { if (target.dataset.attach) attach(target); });

function say(place, lines) {
  let box = place.querySelector(":scope > .bad");
  if (!box) box = place.insertBefore(make("div", { className: "bad" }, { role: "alert" }), place.firstChild);
  box.replaceChildren(...lines.map((line) => make("p", { textContent: line })));
}

const complain = (lines) => { if (lines.length) say(board, lines); };

function setAway(text, asks = false) {
  const box = $("away");
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.hidden = !text;
  box.replaceChildren(text);
  if (asks) box.append(make("a", { href: location.href, textContent: "Type the passcode" }));
  draw();
}

// What the server says

function apply(next) {
  if (next.number < state.number) return;
  if (next.open !== state.open) return location.reload();
  const before = state.parts;
  state = next;
  for (const [name, html] of Object.entries(next.parts)) if (html !== before[name]) drawPart(name, html);
  draw();
}

function drawPart(name, html) {
  const place = $(`part-${name}`), active = place.contains(document.activeElement) ? document.activeElement : null;
  if (name === "about" && active?.id === "why" && active.value !== active.dataset.stored) return finishWhy(active, html);
  const open = [...place.querySelectorAll("details")].map((fold) => fold.open);
  place.innerHTML = html;
  place.querySelectorAll("details").forEach((fold, at) => { fold.open = open[at] ?? fold.open; });
  if (active?.dataset.key) place.querySelector(`[data-key="${CSS.escape(active.dataset.key)}"]`)?.focus({ preventScroll: true });
  if (active?.id === "why") $("why")?.focus({ preventScroll: true });
  if (name === "about") restoreWhy();
}

async function refresh() {
  let answer;
  try { answer = await ask(`${HERE}/state?device=${device}`); } catch { return setAway(AWAY); }
  if (answer.status === 401) return setAway(ENTER, true);
  if (answer.status === 404) return setAway(GONE);
  setAway("");
  apply(await answer.json());
  flush();
  upload();
}

let events, heard = Date.now();
function listen() {
  events?.close();
  events = new EventSource(`${HERE}/events`);
  events.onmessage = ({ data }) => {
    heard = Date.now();
    if (data !== state.version || $("away").dataset.text) refresh();
  };
  events.onerror = () => { if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000); refresh(); };
}
const SILENCE_MS = 7000; // the server sends something every two seconds
setInterval(() => { if (Date.now() - heard > SILENCE_MS) { heard = Date.now(); listen(); refresh(); } }, 1000);
addEventListener("online", () => { refresh(); flush(); });
addEventListener("pageshow", (event) => { if (event.persisted) { listen(); refresh(); } });
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

// Drawing what waits here over what is stored

let drawnAt = performance.now(), drawnState = null;

function draw() {
  if (drawnState !== state) { drawnState = state; drawnAt = performance.now(); }
  board.dataset.over = state.over && state.open ? "yes" : "no";
  drawClock();
  drawLast();
  drawQuestions();
  for (const listener of drawn) listener();
}
const drawn = [];

function clockNow() {
  const { phase, paused, seconds } = state.clock, since = (performance.now() - drawnAt) / 1000;
  const now = { phase, paused, seconds: { ...seconds } };
  if (!paused && phase in now.seconds) now.seconds[phase] += since;
  for (const { do: name, fields } of waiting()) { // taps that are on their way
    if (name === "phase") [now.phase, now.paused] = [fields.phase, false];
    else if (name === "pause" || name === "resume") now.paused = name === "pause";
  }
  return now;
}

function stopwatch(seconds) {
  const whole = Math.floor(seconds), pad = (number) => String(number).padStart(2, "0");
  return whole < 3600 ? `${Math.floor(whole / 60)}:${pad(whole % 60)}` : `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}

function drawClock() {
  const now = clockNow();
  for (const button of document.querySelectorAll("[data-phase]")) {
    button.setAttribute("aria-pressed", button.dataset.phase === now.phase);
    const time = stopwatch(now.seconds[button.dataset.phase]) + (now.paused && button.dataset.phase === now.phase ? " ⏸" : "");
    if (button.lastElementChild.textContent !== time) button.lastElementChild.textContent = time;
  }
  $("pause").firstElementChild.textContent = now.paused ? "Continue" : "Pause";
  $("pause").setAttribute("aria-disabled", now.phase === "none");
  $("over").setAttribute("aria-disabled", now.phase === "none" && !state.over);
}
setInterval(() => { if (!document.hidden) drawClock(); }, 1000);

const WORDS = { moment: "Moment", about: "About the last moment", note: "Note", score: "Score", total: "Total", side: "Side", outcome: "Outcome", phase: "Clock", turn: "Turn", pause: "Pause", resume: "Continue", undo: "Undo" };

function wordsOf({ do: name, fields }) {
  if (name === "moment") return document.querySelector(`[data-key="moment ${CSS.escape(fields.moment)}"]`)?.innerText.trim() ?? WORDS.moment;
  if (name === "phase") return `${document.querySelector(`[data-phase=${CSS.escape(fields.phase)}] span`)?.textContent ?? "Clock"} begins`;
  return name === "note" ? `Note: ${fields.text}` : WORDS[name];
}

function drawLast() {
  const items = waiting(), place = $("part-last"), away = $("away").dataset.text;
  const text = items.length ? `${wordsOf(items.at(-1))} — ${away ? `${items.length} on this device, to be sent` : "being stored"}` : null;
  place.classList.toggle("waiting", Boolean(text));
  if (text) place.textContent = text;
  else if (place.innerHTML !== state.parts.last) place.innerHTML = state.parts.last;
  $("undo").hidden = !items.length && !state.last;
}

// The entry that Undo takes back: the last tap that waits here, else the last that is stored.
function undoTarget() {
  const undone = new Set(queue.filter((item) => item.do === "undo").map((item) => item.fields.entry));
  const newest = queue.filter((item) => item.do !== "undo" && !undone.has(item.id)).at(-1);
  return newest?.id ?? (undone.has(state.last) ? "" : state.last);
}

function undo() {
  const target = undoTarget(), item = queue.find((other) => other.id === target);
  if (item?.held) { drop([target]); return draw(); }
  if (target) push("undo", { entry: target });
}

function drawQuestions() {
  const place = $("open-questions"), items = queue.filter((item) => item.held);
  const ids = items.map((item) => item.id).join();
  if (place.dataset.ids === ids) return;
  place.dataset.ids = ids;
  place.replaceChildren(...items.map((item) => {
    const box = make("div", { className: "ask" }, { role: "alert" });
    const use = make("button", { type: "button", className: "plain", textContent: item.held.use, onclick: () => confirmItem(item) });
    const keep = make("button", { type: "button", className: "plain", textContent: item.held.keep, onclick: () => { drop([item.id]); draw(); } });
    box.append(make("span", { textContent: item.held.text }), use, keep);
    return box;
  }));
}

function confirmItem(item) {
  drop([item.id]);
  push(item.do, { ...item.fields, confirmed: true });
}

// Taps

const lastTap = {};
function tap(name, fields, time) {
  const key = name === "moment" ? fields.moment : "";
  if (key && time - (lastTap[key] ?? -Infinity) < BOUNCE_MS) return; // no finger is that quick
  lastTap[key] = time;
  if (["side", "outcome"].includes(name)) return pushChoice(name, fields);
  push(name, fields);
}

// A tap on a side or outcome before the last one of its row is confirmed: the last counts.
function pushChoice(name, fields) {
  const same = (item) => item.do === name && (name === "side" ? item.fields.player === fields.player : item.fields.row === fields.row);
  const field = name === "side" ? "side" : "sides";
  const before = queue.filter(same).at(-1);
  const value = before && JSON.stringify(before.fields[field]) === JSON.stringify(fields[field]) ? null : fields[field];
  drop(queue.filter((item) => same(item) && item.held).map((item) => item.id));
  push(name, before && !before.held ? { ...fields, [field]: value, was: before.fields[field] } : fields);
}

// Draw a choice as it was tapped, before the server has it.
drawn.push(() => {
  for (const button of document.querySelectorAll(".pick [data-do]")) {
    const { do: name, fields } = button.dataset, chosen = JSON.parse(fields), group = button.closest(".pick");
    button.dataset.on ??= button.getAttribute("aria-pressed");
    const last = waiting().filter((item) => item.do === name && (name === "side" ? item.fields.player === chosen.player : item.fields.row === chosen.row)).at(-1);
    const [value, mine] = name === "side" ? [last?.fields.side, chosen.side] : [JSON.stringify(last?.fields.sides ?? null), JSON.stringify(chosen.sides)];
    const on = last ? (value ?? null) === mine && mine !== null && mine !== "null" : button.dataset.on === "true";
    button.setAttribute("aria-pressed", on);
    group.classList.toggle("waiting", Boolean(last));
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  if (button.dataset.phase) {
    const now = clockNow();
    if (now.phase !== button.dataset.phase || now.paused) push("phase", { phase: button.dataset.phase });
  } else if (button.id === "pause") push(clockNow().paused ? "resume" : "pause", {});
  else if (button.id === "undo") undo();
  else if (button.id === "save-note") saveNote();
  else if (button.dataset.tab) showTab(button.dataset.tab);
  else if (button.classList.contains("close")) dialog.close();
  else if (button.dataset.openDialog) openDialog(button.dataset.openDialog, button.dataset.query ?? "");
  else if (button.dataset.post) postNow({ do: button.dataset.post });
  else if (button.dataset.do) {
    const fields = JSON.parse(button.dataset.fields ?? "{}");
    if (QUEUED.has(button.dataset.do) && !button.closest("dialog")) tap(button.dataset.do, fields, event.timeStamp);
    else doNow(button, button.dataset.do, fields);
  }
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target.dataset.fix) postNow({ do: "fix", ...fieldsOf(event.target) });
  else doNow(event.target, event.target.dataset.do, fieldsOf(event.target));
});

async function openDialog(name, query) {
  let answer;
  try { answer = await ask(`${HERE}/dialog/${name}?device=${device}&${query}`); if (!answer.ok) throw new Error(); }
  catch { return complain(["The workbench does not answer; this needs it. Try again in a moment."]); }
  dialog.innerHTML = await answer.text();
  dialog.prepend(make("button", { type: "button", className: "close", textContent: "✕" }, { "aria-label": "Close" }));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

function showTab(name) {
  board.dataset.tab = name;
  for (const button of document.querySelectorAll("[data-tab]")) if (button !== board) button.setAttribute("aria-pressed", button.dataset.tab === name);
  try { sessionStorage.setItem("tab", name); } catch { /* private window */ }
  for (const listener of drawn) listener();
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, textarea, select, dialog, #pad") || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key.toUpperCase();
  const button = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (!button || event.repeat || button.closest("[hidden]")) return;
  event.preventDefault();
  button.click();
});

// Notes: what is half typed stays on this device, and is stored when the session ends.

const noteField = $("note");
noteField.value = recall(NOTE)?.value ?? "";
noteField.addEventListener("input", () => remember(NOTE, noteField.value.trim() ? { value: noteField.value } : null));
noteField.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) saveNote(); });

function saveNote() {
  const text = noteField.value.trim();
  if (text) push("note", { text });
  noteField.value = "";
  remember(NOTE, null);
}

document.addEventListener("input", ({ target }) => { if (target.id === "why") remember(WHY, { entry: target.dataset.entry, value: target.value }); });
document.addEventListener("focusout", ({ target }) => { if (target.id === "why" && target.isConnected) storeWhy(target); });
document.addEventListener("keydown", (event) => { if (event.target.id === "why" && event.key === "Enter") storeWhy(event.target); });

function storeWhy(field) {
  const draft = recall(WHY);
  remember(WHY, null);
  if (draft && draft.value.trim() !== field.dataset.stored) {
    field.dataset.stored = draft.value.trim();
    push("about", { entry: draft.entry, note: draft.value.trim() });
  }
}

// Another moment has come while somebody types why the last one was: that is stored, for its field is gone.
function finishWhy(field, html) {
  if (html.includes(field.dataset.entry)) return; // only who it was about has changed
  storeWhy(field);
  $("part-about").innerHTML = html;
}

function restoreWhy() {
  const draft = recall(WHY), field = $("why");
  if (!draft) return;
  if (field?.dataset.entry === draft.entry) field.value = draft.value;
  else { remember(WHY, null); push("about", { entry: draft.entry, note: draft.value.trim() }); }
}

// Begin

loadQueue();
loadFiles();
counter = queue.length;
for (const item of queue) if (item.held) remember(TAPS + item.id, item);
let tab = "Moments";
try { tab = sessionStorage.getItem("tab") ?? tab; } catch { /* private window */ }
if (state.open) { restoreWhy(); keepAwake(); }
else { saveNote(); const draft = recall(WHY); remember(WHY, null); if (draft) push("about", { entry: draft.entry, note: draft.value.trim() }); }
