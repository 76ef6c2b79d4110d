// Shortcuts, on every page: each clicks or focuses something that the page has. `?` lists those that work here.
const OFF = "workbench-keys-off", LIST = "workbench-keys", WITHIN_MS = 1200;
const FORMS = '[data-testid="stPopoverBody"], [role="dialog"]', PRIMARY = '[data-testid="stBaseButton-primary"]';
const HELP = 'button[aria-label^="Help"]';
const LOOK_MS = 100, TAKEN_MS = 4000;
const keys = (window.workbenchKeys ??= { shortcuts: [], begun: "", at: 0, listening: false });

const isOff = () => localStorage.getItem(OFF) === "1";
const isField = (at) => !!at?.closest?.("input, textarea, select, [contenteditable=true], [role=grid]");
const isVisible = (node) => node.checkVisibility?.() ?? true;

function target(shortcut) {
  for (const place of shortcut.on) {
    const node = [...document.querySelectorAll(place)].find((node) => !node.disabled && isVisible(node));
    if (node) return node;
  }
}

function act(shortcut) {
  if (shortcut.keys === "?") return list();
  const node = target(shortcut);
  if (!node) return false;
  if (node.matches("input, textarea")) { node.focus(); node.select(); return true; }
  if (node.matches("[role=radio]")) { node.focus(); return true; }
  document.activeElement?.blur?.(); // so that what is half typed counts
  node.click();
  return true;
}

// The open form is sent as soon as the server has taken what was just typed: until then its button may be off.
function save(left) {
  const buttons = [...document.querySelectorAll(FORMS)].flatMap((form) => [...form.querySelectorAll(PRIMARY)]).filter(isVisible);
  if (!buttons.length) return false;
  document.activeElement?.blur?.();
  const ready = buttons.find((button) => !button.disabled);
  if (ready) ready.click();
  else if (left > 0) setTimeout(save, LOOK_MS, left - LOOK_MS);
  return true;
}

// What was pressed, with the key before it, if that was a moment ago: "g h".
function pressed(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const both = keys.begun && performance.now() - keys.at < WITHIN_MS ? `${keys.begun} ${key}` : "";
  [keys.begun, keys.at] = [key, performance.now()];
  return [both, key].filter(Boolean);
}

// Help icons are no stops of their own before each field: F1 goes to that of the field in hand, and Tab back to it.
function explain(at) {
  const help = at?.closest?.(".stElementContainer")?.querySelector(HELP);
  help?.focus();
  return !!help;
}

function onKey(event) {
  if (event.key === "F1" && explain(event.target)) return event.preventDefault();
  const control = event.ctrlKey || event.metaKey; // a field of Streamlit's takes Enter, and this as well
  if ((event.defaultPrevented && !control) || event.isComposing || event.altKey) return;
  if (control ? event.key !== "Enter" || inLongText(event.target) : isField(event.target) || isOff()) return;
  if (control && save(TAKEN_MS)) return event.preventDefault();
  const presses = control ? ["Ctrl Enter"] : pressed(event);
  const shortcut = presses.map((press) => keys.shortcuts.find((shortcut) => shortcut.keys === press)).find(Boolean);
  if (shortcut && act(shortcut)) {
    keys.begun = "";
    event.preventDefault();
  }
}

// In a long text outside of a form that saves, Ctrl+Enter means that the text is finished, and no more.
const inLongText = (at) => at?.matches?.("textarea") && !at.closest("[data-testid=stPopoverBody], [role=dialog]");

// A click straight out of a text. The press leaves the text, which is sent, and the page that comes back may move the
// button away from under the finger, or is what makes the button work at all: then the browser makes no click of it.

const isText = (at) => !!at?.matches?.("textarea, input:not([type=checkbox], [type=radio], [type=button])");
const STILL_PX = 8, CLICK_MS = 60;

function onPress(event) {
  const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
  keys.aim = button && event.isPrimary && isText(document.activeElement)
    ? { button, home: button.closest("[class*=st-key-]")?.className.match(/st-key-\S+/)[0], x: event.clientX, y: event.clientY }
    : null;
}

function onRelease(event) {
  const aim = keys.aim;
  if (aim && Math.hypot(event.clientX - aim.x, event.clientY - aim.y) < STILL_PX) setTimeout(finish, CLICK_MS, aim, TAKEN_MS);
  else keys.aim = null;
}

function finish(aim, left) {
  if (keys.aim !== aim) return; // the click has come, or something else was done meanwhile
  const button = aim.button.isConnected ? aim.button : document.querySelector(`.${aim.home} button`);
  if (button && !button.disabled) button.click(); // which ends the aim
  else if (left > 0) setTimeout(finish, LOOK_MS, aim, left - LOOK_MS);
}

// A name that is typed counts once its box is left, as what is typed into any other field does; of its own the box
// would empty itself. Enter in an open list takes the name as it stands.

const NAME = 'input[role="combobox"][placeholder="Name or initials"]';

function onLeave({ target: at, relatedTarget: next, isTrusted }) {
  if (!isTrusted) return; // the list plays a loss of focus at each key
  const typed = keys.typed === at && at.value.trim() && at.getAttribute("aria-expanded") === "true";
  keys.typed = null;
  if (!typed || next?.closest?.('[role="listbox"]')) return;
  at.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
}

// The list

function list() {
  document.getElementById(LIST)?.remove();
  const dialog = element("dialog", { id: LIST, "aria-labelledby": `${LIST}-title` });
  dialog.append(element("h2", { id: `${LIST}-title` }, "Keyboard shortcuts"), table(), single(), close(dialog));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  (document.querySelector("[data-testid=stApp]") ?? document.body).append(dialog);
  dialog.showModal();
  return true;
}

function table() {
  const rows = element("table"), body = element("tbody");
  for (const shortcut of keys.shortcuts.filter((shortcut) => shortcut.keys === "?" || target(shortcut))) {
    const row = element("tr"), cell = element("th", { scope: "row" });
    for (const key of shortcut.keys.split(" ")) cell.append(element("kbd", {}, key), " ");
    row.append(cell, element("td", {}, shortcut.does));
    body.append(row);
  }
  rows.append(body);
  return rows;
}

function single() {
  const label = element("label"), box = element("input", { type: "checkbox" });
  box.checked = !isOff();
  box.addEventListener("change", () => localStorage.setItem(OFF, box.checked ? "0" : "1"));
  label.append(box, " Single keys work on this device");
  return label;
}

function close(dialog) {
  const button = element("button", { type: "button", autofocus: "" }, "Close");
  button.addEventListener("click", () => dialog.close());
  return button;
}

function element(name, attributes = {}, text = "") {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

// Landmarks, the open tab, and the skip link

function onClick(event) {
  keys.aim = null;
  if (event.target.closest?.(".st-key-shortcuts button")) return list();
  if (event.target.closest?.(".st-key-save_popover button")) return enter(TAKEN_MS);
  keys.saving = event.target.closest?.(".st-key-save_panel button") ? performance.now() + SAVING_MS : 0;
  if (!event.target.closest?.(".skip")) return;
  event.preventDefault();
  const content = document.getElementById("content");
  if (!content) return;
  content.tabIndex = -1;
  content.focus();
}

// A form that opens has the keyboard in its first field.
function enter(left) {
  const field = document.querySelector("[data-testid=stPopoverBody] .st-key-save_panel input");
  if (field) field.focus();
  else if (left > 0) setTimeout(enter, LOOK_MS, left - LOOK_MS);
}

// The form is gone after saving: the keyboard is at what can be done then, or at the page that has come.
const SAVING_MS = 6000;

function afterSaving() {
  const lost = keys.saving > performance.now() && document.activeElement === document.body;
  if (!lost || document.querySelector(".st-key-save_panel")) return;
  const next = document.querySelector(".st-key-saved a") ?? document.getElementById("content");
  if (!next) return;
  if (next.id) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

function mark() {
  keys.marking = false;
  afterSaving();
  for (const help of document.querySelectorAll(HELP)) help.tabIndex = -1;
  for (const box of document.querySelectorAll('input[role="combobox"][aria-label]'))
    box.parentElement.querySelector('button[aria-haspopup="listbox"]')?.setAttribute("aria-label", `Options of ${box.ariaLabel}`);
  const main = document.querySelector("[data-testid=stMain]");
  if (main) main.tabIndex = -1; // Streamlit makes it the first stop, before the skip link
  const names = { place: "Game and revision", tabs: "Pages of the revision", pages: "Pages of this tab" };
  for (const [key, name] of Object.entries(names)) {
    const row = document.querySelector(`.st-key-${key}`);
    row?.setAttribute("role", "navigation");
    row?.setAttribute("aria-label", name);
    for (const link of row?.querySelectorAll("a") ?? []) open(row, link);
  }
}

function open(row, link) {
  if (!link.querySelector("strong")) return link.removeAttribute("aria-current");
  link.setAttribute("aria-current", "page");
  if (row.scrollWidth <= row.clientWidth) return;
  const over = link.getBoundingClientRect().left - row.getBoundingClientRect().left;
  if (over < 0 || over + link.clientWidth > row.clientWidth) row.scrollLeft += over - 24;
}

// The address names the draft that a form shows: that is no step of the history.

function sameButDraft(url) {
  const [next, now] = [new URL(url, location.href), new URL(location.href)];
  for (const url of [next, now]) url.searchParams.delete("draft");
  return next.href === now.href;
}

function watchHistory() {
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) =>
    url != null && sameButDraft(url) ? history.replaceState(state, title, url) : push(state, title, url);
}

// What is half typed is told before the page goes; a long text of a draft already while it is typed: Streamlit takes one
// as soon as the field says that it has been left.
const tell = () => { if (isText(document.activeElement)) document.activeElement.blur(); };
const LONG_TEXTS = "[class*=_hypothesis] textarea", PAUSE_MS = 400;

function onInput(event) {
  const text = event.target;
  if (!text.matches?.(LONG_TEXTS)) return;
  clearTimeout(keys.pause);
  keys.pause = setTimeout(() => {
    if (text !== document.activeElement) return;
    for (const kind of ["focusout", "focusin"]) text.dispatchEvent(new FocusEvent(kind, { bubbles: true }));
  }, PAUSE_MS);
}

const GRID = ".st-key-card_grid", LEAVES = ["Enter", "Tab", "Escape"], CLOSED_MS = 5000, OPENED_MS = 1000, LOADED_MS = 15000;
const editor = () => document.querySelector("#portal .gdg-clip-region");
const isAway = () => document.querySelector("[data-test-connection-state]")?.dataset.testConnectionState !== "CONNECTED";
const isTick = () => /^(true|false)$/.test(document.querySelector(`${GRID} td[aria-selected=true]`)?.textContent.trim());

// Delivers keys one after the other. The grid opens and closes an editor in a later task, and loads the code of the first
// one; on a busy machine the next key comes before: it would go to the cell that was left, or throw away what was typed.
// While the connection is away the grid takes nothing, and what comes after would go into other cells.
class GridKeys {
  constructor() {
    this.held = [];
    document.addEventListener("keydown", (event) => this.onKey(event), true);
  }

  onKey(event) {
    if (!event.isTrusted || event.isComposing) return;
    if (!this.clock) {
      const open = editor();
      if (!(open ?? event.target.closest?.(GRID))?.contains(event.target)) return;
      if (!isAway() || event.ctrlKey || event.metaKey) return this.follow(event, open);
      this.wait(() => true, 0);
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    this.held.push(event);
  }

  // Wait where the grid needs time for a key: until the keyboard is in the editor, or back in the grid.
  follow({ key, ctrlKey, metaKey }, open) {
    this.loaded ||= Boolean(open);
    if (open && LEAVES.includes(key)) this.wait(() => !open.isConnected && document.activeElement?.closest(GRID), CLOSED_MS);
    else if (!open && !ctrlKey && !metaKey && (key === "Enter" || key.trim().length === 1) && !isTick())
      this.wait(() => editor()?.contains(document.activeElement), this.loaded ? OPENED_MS : LOADED_MS);
  }

  wait(until, most) {
    const begun = performance.now();
    this.waits = () => isAway() ? performance.now() < begun + LOADED_MS : !until() && performance.now() < begun + most;
    this.clock ??= setInterval(() => this.tick());
  }

  // One key a task: React draws between two.
  tick() {
    if (this.waits?.()) return;
    this.waits = null;
    if (this.held.length) return this.deliver(this.held.shift());
    clearInterval(this.clock);
    this.clock = null;
  }

  deliver(event) {
    const { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey } = event, target = document.activeElement, open = editor();
    const again = new KeyboardEvent("keydown", { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true });
    this.follow(event, open);
    if (!target.dispatchEvent(again) || !open?.contains(target) || ctrlKey || metaKey) return;
    if (key.length === 1) document.execCommand("insertText", false, key);
    else if (key === "Backspace") document.execCommand("delete");
  }
}

export default function ({ data }) {
  keys.shortcuts = data.shortcuts;
  requestAnimationFrame(mark);
  if (keys.listening) return;
  keys.listening = true;
  new GridKeys();
  watchHistory();
  new MutationObserver(() => { keys.marking ||= !!requestAnimationFrame(mark); })
    .observe(document.body, { subtree: true, childList: true });
  window.addEventListener("beforeunload", tell);
  window.addEventListener("input", onInput);
  window.addEventListener("input", ({ target }) => { if (target.matches?.(NAME)) keys.typed = target; }, true);
  window.addEventListener("focusout", onLeave, true);
  window.addEventListener("keydown", onKey);
  window.addEventListener("click", onClick, true);
  window.addEventListener("pointerdown", onPress, true);
  window.addEventListener("pointerup", onRelease, true);
  for (const end of ["keydown", "pointercancel"]) window.addEventListener(end, () => { keys.aim = null; }, true);
}
