// Setting up: who plays and where is chosen by taps; the session's id is made here, so that a double tap begins one.
const { choices, again, ...first } = JSON.parse(document.getElementById("choices").textContent);
const $ = (id) => document.getElementById(id), DECK = "";
let game = first.game, seats = [], id = uuid(), picked = null, busy = false;

function chooseGame(name, revision = "") {
  game = name;
  for (const chip of document.querySelectorAll("[data-game]")) chip.setAttribute("aria-pressed", chip.dataset.game === name);
  const options = choices[name].map((item) => make("option", { value: item.name, textContent: item.title && item.title !== item.name ? `${item.name} · ${item.title}` : item.name }));
  $("revision").replaceChildren(...options, make("option", { value: DECK, textContent: "a printed deck" }));
  if (choices[name].some((item) => item.name === revision)) $("revision").value = revision;
  draw();
}

function draw() {
  $("deck").hidden = $("revision").value !== DECK;
  const seated = new Set(seats.map((seat) => seat.name)), revision = choices[game].find((item) => item.name === $("revision").value);
  for (const chip of document.querySelectorAll("[data-person]")) chip.setAttribute("aria-pressed", seated.has(chip.dataset.person));
  $("seats").replaceChildren(...seats.map(seatLine));
  const usual = revision ? ` ${revision.title || revision.name} is for ${revision.players}.` : "";
  $("order").textContent = seats.length ? `In turn order: seat 1 begins. Drag a line, or tap two to swap them.${usual}` : `Tap the names in turn order.${usual}`;
  $("begin").textContent = $("earlier").open ? "Log session" : "Start session";
  const query = new URLSearchParams({ game, revision: $("revision").value, printed: $("printed").value, goal: $("goal").value });
  for (const paper of ["sheet", "form", "blind"]) $(`paper-${paper}`).href = `/evening/print/${paper}?${query}`;
}

function seatLine(seat, at) {
  const line = make("li", { className: picked === at ? "picked" : "" }), button = (text, label, act, on) => make("button", { type: "button", className: "chip", textContent: text, onclick: act }, { "aria-label": label, ...(on === undefined ? {} : { "aria-pressed": on }) });
  line.dataset.at = at;
  line.append(make("span", { className: "place", textContent: at + 1 }), make("button", { type: "button", className: "who chip", textContent: seat.name, onclick: () => pick(at) }),
    button("new", `${seat.name} is new to the game`, () => { seat.newcomer = !seat.newcomer; draw(); }, Boolean(seat.newcomer)),
    button("✕", `Remove ${seat.name}`, () => { seats.splice(at, 1); picked = null; draw(); }));
  line.addEventListener("pointerdown", (event) => startDrag(event, line));
  return line;
}

// A tap picks a seat; a tap on another swaps them.
function pick(at) {
  if (dragged) return;
  if (picked === null) picked = at;
  else {
    if (picked !== at) [seats[picked], seats[at]] = [seats[at], seats[picked]];
    picked = null;
  }
  draw();
}

let dragged = null;
function startDrag(event, line) {
  if (event.target.matches(".chip:not(.who)")) return;
  const from = Number(line.dataset.at), begun = event.clientY;
  let to = from, moved = false;
  const move = ({ clientX, clientY }) => {
    if (!moved && Math.abs(clientY - begun) < 8) return;
    moved = true;
    line.classList.add("dragged");
    const over = document.elementsFromPoint(clientX, clientY).map((element) => element.closest("#seats li")).find((other) => other && other !== line);
    if (!over) return;
    const box = over.getBoundingClientRect(), after = clientY > box.top + box.height / 2;
    after ? over.after(line) : over.before(line);
    to = [...$("seats").children].indexOf(line);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!moved) return;
    dragged = true;
    seats.splice(to, 0, seats.splice(from, 1)[0]);
    picked = null;
    setTimeout(() => { dragged = null; draw(); });
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function toggle(name) {
  const at = seats.findIndex((seat) => seat.name === name);
  at < 0 ? seats.push({ name }) : seats.splice(at, 1);
  picked = null;
  draw();
}

function addName() {
  const name = $("name").value.trim();
  if (name && !seats.some((seat) => seat.name === name)) toggle(name);
  $("name").value = "";
}

function sitAgain(table, chip) {
  chooseGame(table.game in choices ? table.game : game, table.revision);
  if (!table.revision && table.printed) { $("revision").value = DECK; $("printed").value = table.printed; }
  seats = table.players.map((name) => ({ name }));
  $("location").value = table.location;
  $("medium").value = table.medium;
  for (const other of document.querySelectorAll("[data-table]")) other.setAttribute("aria-pressed", other === chip);
  draw();
}

function complain(lines) {
  $("problems").hidden = !lines.length;
  $("problems").replaceChildren(...lines.map((line) => make("p", { textContent: line })));
  if (lines.length) scrollTo(0, 0);
}

async function post(body) {
  try {
    const answer = await ask("/evening", body);
    if (answer.status === 401) return location.reload();
    return await answer.json();
  } catch { return { problems: ["The workbench does not answer. Try again in a moment; what you chose is still here."] }; }
}

async function begin() {
  if (busy) return;
  busy = true;
  addName();
  const text = (name) => $(name).value.trim(), isEarlier = $("earlier").open;
  const about = Object.fromEntries(["goal", "location", "teacher", "medium", ...(isEarlier ? ["started_at", "teaching_min", "play_min", "break_min"] : [])].map((name) => [name, text(name)]));
  const printed = $("revision").value === DECK ? text("printed") : "";
  const answer = await post({ id, device, game, revision: $("revision").value, printed, players: seats, earlier: isEarlier, ...about });
  busy = false;
  if (answer?.go) location.assign(answer.go);
  else complain(answer?.problems ?? []);
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.game) chooseGame(button.dataset.game);
  else if (button.dataset.person) toggle(button.dataset.person);
  else if (button.dataset.table) sitAgain(again[Number(button.dataset.table)], button);
  else if (button.dataset.remove) { const answer = await post({ remove: button.dataset.remove }); answer?.problems ? complain(answer.problems) : location.reload(); }
  else if (button.id === "begin") begin();
});
$("newcomer").addEventListener("submit", (event) => { event.preventDefault(); addName(); });
$("revision").addEventListener("change", draw);
$("earlier").addEventListener("toggle", draw);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
chooseGame(game, first.revision);
