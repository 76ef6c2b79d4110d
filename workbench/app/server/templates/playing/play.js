// A play at one or several seats. What is shown of a hand was sent for its seat alone, and while another person of this
// device is to decide it is covered, and not asked for.
const play = { ...JSON.parse(document.getElementById("play").textContent), frames: [], cards: [], zones: [], order: [] };
const here = location.pathname, player = recall("workbench player") ?? uuid();
remember("workbench player", player);
let state = null, seat = null, uncovered = null, busy = false, fresh = 0, drawn = [];
const WON = 100, LATELY = 6;
let decidedAt = 0;

const sentences = (texts) => texts.filter(Boolean).join(" ");
const titleOf = (number) => state.people[number] ?? play.players[number].name;
const nameOf = (number) => (state.people[number] ? `${state.names[number]} (player ${number + 1})` : `${play.players[number].name} (${state.names[number].toLowerCase()})`);

// The seat that this page shows: whose turn it is of those that it holds, else the one that it showed last
const ONLOOKER = -1, looksOn = new URLSearchParams(location.search).has("look");
const seatToShow = () => {
  if (looksOn) return state ? ONLOOKER : null;
  if (!state || !state.mine.length) return null;
  if (state.mine.length === 1) return state.mine[0];
  if (state.actor !== null && state.mine.includes(state.actor)) return uncovered === state.actor ? state.actor : null;
  return uncovered !== null && state.mine.includes(uncovered) ? uncovered : null;
};

function forget() {
  for (const zone of zones.splice(0)) zone.remove();
  for (const place of panels.values()) place.remove();
  panels.clear();
  tables = [];
  drawn = [];
  Object.assign(play, { frames: [], cards: [], zones: [], order: [] });
  for (const symbol of get("faces").querySelectorAll("[id^=card]")) symbol.remove();
  get("log").replaceChildren();
}

// Ask for what this page lacks of a seat; of none where hands are covered
async function follow() {
  const asks = seatToShow(), epoch = asks === seat && state ? state.epoch : -1;
  const query = new URLSearchParams({ device: looksOn ? "" : player, [looksOn ? "look" : "seat"]: asks ?? "", epoch, frames: play.frames.length, cards: play.cards.length, zones: play.zones.length });
  const answer = await ask(`${here}/state?${query}`);
  if (!answer.ok) throw new Error(String(answer.status));
  const news = await answer.json(), before = state;
  state = news;
  if (before === null && seatToShow() !== asks) return follow();
  if (seatToShow() === null || (news.seat ?? ONLOOKER) !== asks) { forget(); seat = null; } else take(news, asks);
  paint();
  if (seatToShow() !== seat) await follow();
}

function take(news, asks) {
  if (news.anew || seat !== asks) forget();
  seat = asks;
  const first = play.frames.length;
  get("faces").insertAdjacentHTML("beforeend", news.symbols.join(""));
  play.cards.push(...news.cards);
  play.zones.push(...news.zones);
  play.order = news.order;
  play.frames.push(...news.frames);
  grow(news);
  arrange();
  for (const old of get("log").querySelectorAll(".fresh")) old.classList.remove("fresh");
  const after = Math.max(decidedAt, play.frames.length - LATELY);
  get("lately").textContent = sentences(play.frames.slice(after).map(({ says }) => says));
  for (const { says } of news.frames) get("log").append(node("li", first ? "fresh" : "", says));
  get("log").scrollTop = get("log").scrollHeight;
  const now = zones.map((_, number) => news.now[number] ?? null);
  show(now, news.frames.length || drawn.length !== now.length ? (drawn.length ? drawn : now) : now, news.actor);
  drawn = now;
  for (const [number, place] of panels) place.classList.toggle("mine", number === seat);
}

// The cards, by number, and the spaces, by name, that are in one choice alone, with its action
const touchable = new Map(), keyOf = (item) => item.dataset.name ?? Number(item.dataset.card);

function paint() {
  const covered = seat === null;
  get("playing").hidden = covered;
  get("cover").hidden = !covered;
  get("trouble").textContent = state.problem;
  get("requests").replaceChildren(...(looksOn ? [] : requests()));
  if (covered) return cover();
  const turn = state.actor === seat && !state.over;
  get("says").textContent = state.over ? "The game is over." : turn ? `${state.mine.length > 1 ? `${state.names[seat]}: your` : "Your"} turn.` : `${nameOf(state.actor)} ${state.thinks ? "is thinking" : "is to decide"}…${state.thinks && state.compiles ? " The bots are being compiled, once: that takes a minute." : ""}`;
  get("hint").hidden = !turn;
  get("undo").hidden = state.undo === null || state.undo === undefined;
  get("evidence").textContent = "";
  get("choices").replaceChildren(...state.choices.map(choiceButton));
  if (state.over && state.sheet) get("choices").append(...sheet());
  touchable.clear();
  for (const { action, card, space } of state.choices) for (const key of [card, space || null]) if (key !== null) touchable.set(key, touchable.has(key) ? null : action);
  for (const item of get("table").querySelectorAll(".card, .spot")) item.classList.toggle("can", (touchable.get(keyOf(item)) ?? null) !== null && Boolean(item.closest(".seat.mine, .middle")));
}

function choiceButton({ action, says, card: number, leads_to }) {
  const button = node("button"), words = node("span", "", says);
  button.type = "button";
  button.dataset.action = action;
  if (leads_to) words.append(node("small", "", leads_to));
  if (number !== null) { const picture = face(number); picture.setAttribute("aria-hidden", "true"); button.append(picture); }
  button.append(words);
  button.addEventListener("click", () => decide(action));
  return button;
}

// Who asks for a seat of this device, what became of what it asks for, and who took the seat of a device that was gone
let read = 0;
function requests() {
  const seatOf = (number) => `the seat of ${state.people[number]}, player ${number + 1}`;
  const line = (text, ...buttons) => {
    const item = node("div", "", `${text} `);
    item.append(...buttons.map(([label, act]) => { const button = node("button", "plain", label); button.type = "button"; button.addEventListener("click", act); return button; }));
    return item;
  };
  const answer = (number, agrees) => () => send({ do: "answer", seat: number, agrees });
  return [
    ...state.requests.map((number) => line(`Another device asks for ${seatOf(number)}. It then sees that hand, and this one does not.`, ["Give it the seat", answer(number, true)], ["Keep it here", answer(number, false)])),
    ...state.requested.map((number) => line(`You asked for ${seatOf(number)}: whoever holds it agrees on their device. If that is gone for a minute, ask again, and the seat is yours.`)),
    ...state.refused.map((number) => line(`Whoever holds ${seatOf(number)} keeps it.`)),
    ...state.takeovers.slice(read).map((text, at) => line(text, ...(at ? [] : [["Close", () => { read = state.takeovers.length; paint(); }]]))),
  ];
}

// The score sheet, and where the play is recorded
function sheet() {
  const { seats, lines, outcomes, winners, together } = state.sheet, table = node("table", "sheet"), head = node("tr");
  const row = (cells, name = "td") => { const line = node("tr"); line.append(...cells.map((cell, at) => node(at ? name : "th", "", cell ?? "–"))); return line; };
  head.append(...["", ...seats.map(titleOf)].map((text) => node("th", "", text)));
  table.append(head, ...lines.map((cells) => row(cells)));
  const won = node("p", "won", together ? (winners.length ? "You have all won." : "You have all lost.") : winners.length ? `${winners.map(titleOf).join(" and ")} ${winners.length > 1 ? "share the win" : "wins"}.` : "Nobody wins.");
  const parts = [won, table, node("p", "", outcomes.join(" · "))];
  if (state.session) {
    const link = node("a", "", "The session of this play");
    link.href = `/evening/${state.session}`;
    parts.push(link);
  }
  return parts;
}

function cover() {
  get("looking").hidden = Boolean(state.mine.length);
  const { actor, over, mine, names, people } = state, turn = actor !== null && mine.includes(actor);
  get("whose").textContent = over ? "The game is over." : !mine.length ? "Who are you?" : turn ? `It is the turn of ${names[actor]}.` : `${nameOf(actor)} is to decide.`;
  get("instead").textContent = !mine.length ? "Take your seat here; its hand is then seen on this device alone. The device that holds it is asked first." : turn ? `Hand over the device, so that ${names[actor]} alone sees it.` : "";
  const whom = turn ? actor : mine[0];
  get("uncover").hidden = whom === undefined;
  get("uncover").textContent = `I am ${names[whom]}: show my cards`;
  get("uncover").onclick = () => { uncovered = whom; update(); };
  get("sit").replaceChildren(...(mine.length ? [] : Object.entries(people).map(([number, name]) => sitButton(number, `I am ${name}, player ${Number(number) + 1}`))));
}

// What a device sends is sent again until the server answers; a repeat has the same id, and acts once
async function send(message) {
  if (busy) return;
  busy = true;
  for (const button of document.querySelectorAll("#choices button")) button.disabled = true;
  const body = { device: player, id: uuid(), ...message };
  try {
    for (let wait = 500; ; wait = Math.min(2 * wait, 4000)) {
      try {
        const answer = await ask(here, body);
        get("trouble").textContent = answer.ok ? "" : sentences((await answer.json()).problems ?? ["This could not be done."]);
        break;
      } catch {
        get("trouble").textContent = "The workbench does not answer. What you chose is sent again.";
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  } finally { busy = false; }
  await update();
}
const decide = (action) => { decidedAt = play.frames.length; return send({ do: "decide", seat, at: state.at, action }); };

async function hint() {
  const answer = await ask(`${here}/hint`, { device: player, seat }), { worths, visits, values, by, waits, at, problems } = await answer.json();
  if (problems) get("trouble").textContent = sentences(problems);
  if (!worths || at !== state.at) return;
  const searched = Object.keys(visits).length, ranked = Object.values(worths).sort((one, other) => other - one);
  for (const button of get("choices").querySelectorAll("[data-action]")) {
    const worth = worths[button.dataset.action];
    button.querySelector("b")?.remove();
    const words = worth === undefined ? [] : [worth === 0 ? "best" : `−${(-WON * worth).toFixed(1)}`];
    if (searched) words.push(`${(WON * (values[button.dataset.action] ?? 0)).toFixed(0)} in ${visits[button.dataset.action] ?? 0} tries`);
    button.append(node("b", "", words.join(" · ")));
    button.classList.toggle("best", worth === 0 && ranked.some((other) => other < 0));
  }
  const next = ranked.length > 1 ? `; the next best is ${(-WON * ranked[1]).toFixed(1)} below` : "";
  if (searched) {
    get("evidence").textContent = `By search (${by}) from what you know: it plays on from each action in worlds that you cannot tell apart, more often from those that do well. Beside each is what it brought on average, of 100 for a win${next}.`;
    return;
  }
  const equal = ranked.length > 1 && ranked.every((worth) => worth === 0);
  for (const mark of equal ? get("choices").querySelectorAll("[data-action] > b") : []) mark.textContent = "";
  get("evidence").textContent = equal ? `The quick bot, which looks one step ahead, holds all of these to be worth the same.${waits ? " Search would say more, and is being compiled: ask again in a minute." : ""}` : `By the quick bot, which looks one step ahead from what you know. Numbers are points of 100 in win chance, as it estimates them${next}.${waits ? " Search would say more, and is being compiled: ask again in a minute." : ""}`;
}

let running = null, again = false;
async function update() {
  if (running) { again = true; return running; }
  running = (async () => {
    do { again = false; await follow(); } while (again);
  })();
  try { await running; } catch { get("trouble").textContent = "The workbench does not answer. This page follows once it does."; } finally { running = null; }
}

get("hint").addEventListener("click", hint);
get("undo").addEventListener("click", () => send({ do: "undo", to: state.undo }));
// Who sits where, and how other devices come to the table
async function seats() {
  const line = (number, name) => {
    const item = node("li", "", `${name}, player ${Number(number) + 1}: ${state.mine.includes(Number(number)) ? "on this device" : "on another device"} `);
    if (!state.mine.includes(Number(number))) item.append(sitButton(number, "Play it here"));
    return item;
  };
  get("sitting").replaceChildren(...Object.entries(state.people).map(([number, name]) => line(number, name)));
  get("devices").innerHTML = await (await ask(`${here}/devices`)).text();
  get("open")?.addEventListener("click", async () => {
    const { problems } = await (await ask("/evening/devices", { do: "open" })).json();
    if (problems.length) get("devices").append(node("p", "bad", sentences(problems))); else await seats();
  });
  if (!get("at-table").open) get("at-table").showModal();
}
const sitButton = (number, label) => {
  const button = node("button", "plain", label);
  button.type = "button";
  button.addEventListener("click", async () => { await send({ do: "sit", seat: Number(number) }); get("at-table").close(); });
  return button;
};
get("seats").addEventListener("click", seats);
get("close").addEventListener("click", () => get("at-table").close());
get("table").addEventListener("click", (event) => {
  const item = event.target.closest(".can");
  if (item && !busy) decide(touchable.get(keyOf(item)));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select")) return;
  if (/^[1-9]$/.test(event.key)) get("choices").querySelectorAll("button")[Number(event.key) - 1]?.click();
  else if (event.key === "h" && !get("hint").hidden) hint();
  else if (event.key === "u" && !get("undo").hidden) get("undo").click();
});

let stream = null;
function listen() {
  stream?.close();
  stream = new EventSource(`${here}/events?${new URLSearchParams({ device: looksOn ? "" : player })}`);
  stream.addEventListener("message", ({ data: version }) => { if (!state || Number(version) !== state.version) update(); });
}
listen();
if (looksOn) get("seats").hidden = true;
for (const link of document.querySelectorAll("a.look")) link.href = `${here}?look`;
addEventListener("online", () => { listen(); update(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && stream.readyState === EventSource.CLOSED) listen(); });
update();
