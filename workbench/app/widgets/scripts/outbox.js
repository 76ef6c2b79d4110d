// Sends what the host taps, each tap exactly once, and keeps what is half typed.
//
// Streamlit merges quick clicks on one button into one. So we catch taps on the buttons of moments before it does, and
// give each an id; all that the server has not confirmed is sent again with the next tap, and after a restart of either
// side. The server stores an id once. Scores come from the grid in the same way (score_grid.js), and keep their order.
//
// A field tells Streamlit what it says when somebody leaves it. One that was filled from here after a reload cannot, nor
// one that is taken away, as when the session ends: what it says is sent from here.
const BOUNCE_MS = 40; // two taps on one button within it are one: no finger is that quick
const RESEND_MS = 4000;
const NOTES = '.st-key-board [class*="st-key-new_note_"] textarea';
const WHYS = '.st-key-board [class*="st-key-why_"] input'; // a note on the last moment

const recall = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
function remember(key, value) {
  try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value)); } catch { /* private mode */ }
}

// crypto.randomUUID is missing where a page comes over plain http from another device.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const box = (window.workbenchOutbox ??= { session: null, queue: [], moments: [], last: {}, heard: new Set(), top: "" });

function changed() {
  remember(`workbench outbox ${box.session}`, box.queue.length ? box.queue : null);
  for (const listener of box.heard) listener();
}

box.flush = () => {
  if (box.queue.length) box.send?.({ session: box.session, sent: Date.now(), changes: box.queue });
};

box.push = (change) => {
  box.queue = [...box.queue, { id: uuid(), at: Date.now(), ...change }];
  changed();
  box.flush();
};

function tap(moment, time) {
  const bounced = time - (box.last[moment] ?? -Infinity) < BOUNCE_MS;
  box.last[moment] = time;
  if (!bounced) box.push({ kind: "moment", moment });
}

const buttonOf = (key) => document.querySelector(`.st-key-${CSS.escape(key)} button`);

function onClick(event) {
  if (event.target.closest?.(".st-key-store_note button")) finishNote();
  const button = event.target.closest?.(".st-key-moments button");
  const found = button && box.moments.find(([key]) => buttonOf(key) === button);
  if (!found || button.disabled) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tap(found[1], event.timeStamp);
}

function onKey(event) {
  const found = box.moments[Number(event.key) - 1], at = event.composedPath()[0];
  const typing = at?.closest?.("input, textarea, select, [contenteditable=true]");
  if (!found || !buttonOf(found[0]) || typing || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // else Streamlit's own shortcut would log it
  if (at?.closest?.(".wb-grid")) return; // on the number pad a digit is none of these
  if (!event.repeat && !buttonOf(found[0]).disabled) tap(found[1], event.timeStamp);
}

// What is half typed. A note's field is named after the note that it will become, so one that is stored is known; who
// typed on while it was stored finds all of it in the next field.
const idOf = (field) => field.closest('[class*="st-key-new_note_"]').className.match(/st-key-new_note_([0-9a-f-]+)/)[1];
const momentOf = (field) => field.closest('[class*="st-key-why_"]').className.match(/st-key-why_([0-9a-f-]{36})/)[1];

function onInput(event) {
  const field = event.target;
  if (field.matches?.(NOTES)) {
    remember(noteKey(), field.value.trim() ? { id: idOf(field), value: field.value } : null);
  } else if (field.matches?.(WHYS)) {
    remember(whyKey(), { id: momentOf(field), value: field.value });
  }
}

const noteKey = () => `workbench note ${box.session}`, whyKey = () => `workbench why ${box.session}`;

// Send what is half typed as if its field had been left.
function finishNote() {
  const draft = recall(noteKey()), text = draft?.value.trim();
  remember(noteKey(), null);
  if (text && box.notes[draft.id] !== text) box.push({ kind: "note", id: draft.id, text });
}

function finishWhy() {
  const draft = recall(whyKey());
  remember(whyKey(), null);
  if (draft && (draft.id !== box.why.id || draft.value.trim() !== box.why.note)) {
    box.push({ kind: "why", about: draft.id, text: draft.value.trim() });
  }
}

function fill(field, value) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true })); // so that Streamlit's field has it, and stores it when left
}

function restoreNote() {
  const draft = recall(noteKey()), field = document.querySelector(NOTES);
  if (!draft) return;
  if (box.notes[draft.id] === draft.value.trim()) return remember(noteKey(), null);
  if (!field || field.disabled || field.value) return;
  if (idOf(field) !== box.note) return; // a field that is newer than what we know of stored notes: the draft may be one
  fill(field, draft.value);
}

function restoreWhy() {
  const draft = recall(whyKey()), field = document.querySelector(WHYS);
  if (!draft) return;
  if (draft.id !== box.why.id) return finishWhy(); // another moment came after it, and its field is gone
  if (draft.value.trim() === box.why.note) return remember(whyKey(), null);
  if (!field || field.disabled || momentOf(field) !== draft.id || field.value !== box.why.note) return;
  fill(field, draft.value);
}

function restore() {
  if (!box.session) return;
  if (box.over) {
    finishNote();
    finishWhy();
  } else {
    restoreNote();
    restoreWhy();
  }
}

// The page has changed from its first line on, by this tab's doing.
function toTop(token) {
  if (token && token !== box.top) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  box.top = token;
}

if (!box.listens) {
  box.listens = true;
  window.addEventListener("click", onClick, true);
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("input", onInput, true);
  window.addEventListener("focusin", restore, true); // before the first key: it would take the draft's place
  setInterval(() => box.flush(), RESEND_MS);
  setInterval(restore, 500);
}

export default function ({ data, setStateValue }) {
  if (data.session !== box.session) {
    box.session = data.session;
    box.queue = recall(`workbench outbox ${box.session}`) ?? [];
    box.again = box.queue.length > 0;
  }
  const { moments, notes, note, why, over } = data;
  toTop(data.top);
  Object.assign(box, { moments, notes, note, why, over, send: (value) => setStateValue("taps", value) });
  const left = box.queue.filter((change) => !data.done.includes(change.id));
  if (left.length < box.queue.length) {
    box.queue = left;
    changed();
  }
  if (box.again) {
    box.again = false;
    box.flush();
  }
  restore(); // what is stored by now is no longer kept here
}
