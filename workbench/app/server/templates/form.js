// Keeps what is typed on this device until the server has said that it is stored, and sends until it has said so.
"use strict";
const form = document.getElementById("form"), bad = document.getElementById("bad");
const send = document.getElementById("send"), state = document.getElementById("state");
const DRAFT = "workbench draft " + location.pathname, SENT = "workbench sent " + location.pathname;
const PAUSE_MS = 2000;

function remember(key, value) {
  try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(value)); } catch { /* private mode */ }
}

function recall(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

function fields() { return [...new FormData(form)]; }

function restore(draft) {
  for (const [name, value] of draft) {
    const field = form.elements.namedItem(name);
    if (!field) continue;
    if (field instanceof RadioNodeList) field.value = value;
    else if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
}

function complain(lines) {
  bad.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  send.disabled = false;
  state.textContent = "";
}

// What the server said; null where it did not answer, or is not ready to.
async function post() {
  const body = new URLSearchParams(fields());
  let answer;
  try {
    answer = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch { return null; }
  if ([502, 503, 504].includes(answer.status)) return null;
  return answer.json().catch(() => ({ problems: ["This did not work. What you typed is kept on this device."] }));
}

async function deliver() {
  bad.replaceChildren();
  send.disabled = true;
  state.textContent = "Sending …";
  let reply = await post();
  while (!reply) {
    state.textContent = "The workbench does not answer. What you typed is kept on this device, and is sent as soon as it does; leave this page open.";
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    reply = await post();
  }
  if (reply.sent) {
    remember(SENT, reply.sent);
    remember(DRAFT, null);
    location.replace(reply.sent);
  } else {
    complain(reply.problems);
  }
}

restore(recall(DRAFT) || []);
form.addEventListener("input", () => remember(DRAFT, fields()));
form.addEventListener("submit", (event) => { event.preventDefault(); deliver(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// A radio button that is tapped again gives its answer back.
let before = null;
form.addEventListener("pointerdown", (event) => {
  const input = event.target.closest(".option")?.querySelector("input");
  before = input?.checked ? input : null;
});
form.addEventListener("click", (event) => {
  if (event.target.type === "radio" && event.target === before) {
    event.target.checked = false;
    before = null;
    remember(DRAFT, fields());
  }
});
