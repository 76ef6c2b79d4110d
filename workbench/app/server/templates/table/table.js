"use strict";
const play = JSON.parse(document.getElementById("play").textContent), SVG = "http://www.w3.org/2000/svg";
const get = (id) => document.getElementById(id), last = play.frames.length - 1;
let step = -1, timer = 0, log = [];

// What lies in each zone at each step: frames say what changes
const tables = [];
play.frames.reduce((before, frame) => {
  const now = before.slice();
  for (const [zone, things] of Object.entries(frame.zones)) now[zone] = things;
  tables.push(now);
  return now;
}, play.zones.map(() => null));

const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

const card = (number) => {
  const holder = make("span", "card"), svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", number === null ? "card face down" : play.cards[number]);
  svg.setAttribute("viewBox", "0 0 100 140");
  use.setAttribute("href", number === null ? "#back" : `#card${number}`);
  svg.append(use);
  holder.append(svg);
  return holder;
};

const content = {
  row: (things, before) => {
    const left = before ? before.slice() : null;
    return things.map((thing) => {
      const item = card(thing), place = left ? left.indexOf(thing) : 0;
      if (place < 0) item.classList.add("new"); else if (left) left.splice(place, 1);
      return item;
    });
  },
  pile: ([top, size], before) => {
    if (!size) return [make("span", "none", "empty")];
    const pile = make("span", "pile"), item = card(top);
    if (before && size > before[1]) item.classList.add("new");
    pile.append(item, make("b", "", size));
    return [pile];
  },
  dice: (things) => things.map((thing) => make("span", "die", thing === "" ? " " : thing)),
  tokens: (things) => things.map((thing) => make("span", "token", thing)),
  number: (things) => things.map((thing) => make("b", "", thing)),
};

// The parts of the page: the middle of the table and the seats, with their zones
const panels = new Map();
const panel = (player) => {
  if (!panels.has(player)) {
    const place = make("div", player === null ? "middle" : "seat");
    if (player !== null) {
      const heading = make("h2", "", `${play.players[player].name} `);
      heading.append(make("small", "", play.players[player].bot));
      place.append(heading);
    }
    place.numbers = make("div", "numbers");
    place.append(place.numbers);
    panels.set(player, place);
  }
  return panels.get(player);
};
const zones = play.zones.map(({ name, look }) => {
  const zone = make("div", "zone"), heading = make("p", "", name), things = make("div", look === "number" ? "" : "things");
  zone.dataset.look = look;
  zone.append(heading, things);
  return Object.assign(zone, { things, heading, look, name, drawn: undefined, marked: false });
});
for (const number of play.order) {
  const { player, look } = play.zones[number];
  (look === "number" ? panel(player).numbers : panel(player)).append(zones[number]);
}
for (const player of [null, ...play.players.keys()]) if (panels.has(player)) get("table").append(panels.get(player));

const draw = (zone, things, before) => {
  zone.hidden = things === null;
  if (things === null) return;
  zone.things.replaceChildren(...content[zone.look](things, before));
  if (zone.look === "row") {
    if (!things.length) zone.things.append(make("span", "none", "none"));
    zone.heading.textContent = things.length > 4 ? `${zone.name} (${things.length})` : zone.name;
  }
  zone.classList.toggle("changed", Boolean(before) && String(before) !== String(things));
};

const go = (to) => {
  to = Math.max(0, Math.min(last, to));
  if (to === step) return;
  const now = tables[to], before = to ? tables[to - 1] : now;
  zones.forEach((zone, number) => {
    const changes = now[number] !== before[number];
    if (zone.drawn !== now[number] || zone.marked || changes) draw(zone, now[number], changes ? before[number] : null);
    zone.drawn = now[number];
    zone.marked = changes;
  });
  const { says, actor } = play.frames[to];
  for (const [player, place] of panels) place.classList.toggle("decides", player !== null && player === actor);
  get("says").textContent = says;
  log[step]?.removeAttribute("aria-current");
  step = to;
  log[step]?.setAttribute("aria-current", "step");
  const line = log[step];
  if (line?.offsetParent) get("log").scrollTop = line.offsetTop - get("log").clientHeight / 3;
  get("at").value = step;
  get("at").setAttribute("aria-valuetext", `step ${step + 1} of ${last + 1}: ${says}`);
  get("count").textContent = `${step + 1} of ${last + 1}`;
  get("first").disabled = get("back").disabled = step === 0;
  get("on").disabled = get("last").disabled = step === last;
  get("round").value = String(play.rounds.reduce((first, [at]) => (at <= step ? at : first), 0));
  const address = new URL(location);
  address.searchParams.set("step", step);
  get("here").href = address;
  if (!timer) tell(address);
  document.dispatchEvent(new Event("step"));
};

// The address follows at rest, since browsers refuse to be told it too often
let waiting = 0;
const tell = (address) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", address), 120);
};

const rest = () => {
  clearInterval(timer);
  timer = 0;
  get("run").textContent = "Play";
  get("run").setAttribute("aria-pressed", "false");
  tell(get("here").href);
};
const run = () => {
  if (timer) return rest();
  if (step === last) go(0);
  timer = setInterval(() => (step === last ? rest() : go(step + 1)), Number(get("speed").value));
  get("run").textContent = "Pause";
  get("run").setAttribute("aria-pressed", "true");
};
const turn = (to) => { if (timer) rest(); go(to); };
const nextRound = () => (play.rounds.find(([at]) => at > step) ?? [last])[0];
const roundBefore = () => (play.rounds.findLast(([at]) => at < step) ?? [0])[0];

log = play.frames.map(({ says }, at) => {
  const item = make("li"), button = make("button", "", says);
  button.type = "button";
  button.tabIndex = -1;
  button.addEventListener("click", () => turn(at));
  item.append(button);
  get("log").append(item);
  return button;
});
for (const [at, name] of play.rounds) get("round").append(new Option(name, at));
get("round").parentElement.hidden = play.rounds.length < 2;
get("at").max = last;

const moves = { first: () => turn(0), back: () => turn(step - 1), on: () => turn(step + 1), last: () => turn(last), run };
for (const [id, move] of Object.entries(moves)) get(id).addEventListener("click", move);
get("at").addEventListener("input", () => turn(Number(get("at").value)));
get("round").addEventListener("change", () => turn(Number(get("round").value)));
get("speed").addEventListener("change", () => { if (timer) { rest(); run(); } });
for (const choice of document.querySelectorAll("select.go")) choice.addEventListener("change", () => {
  const address = new URL(choice.value, location);
  if (choice.dataset.step) address.searchParams.set("step", step);
  location.assign(address);
});
get("part")?.addEventListener("click", (event) => turn(Number(event.currentTarget.dataset.step)));
document.querySelector("a.there")?.addEventListener("click", (event) => {
  const address = new URL(event.currentTarget.href);
  address.searchParams.set("step", step);
  event.currentTarget.href = address;
});
const keys = {
  ArrowLeft: moves.back, ArrowRight: moves.on, Home: moves.first, End: moves.last, " ": run,
  PageDown: () => turn(nextRound()), PageUp: () => turn(roundBefore()),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
  if (event.target.matches("select, input") || (event.key === " " && event.target.matches("button, a"))) return;
  event.preventDefault();
  keys[event.key]();
});
let touched = null;
get("table").addEventListener("touchstart", (event) => { touched = event.changedTouches[0]; }, { passive: true });
get("table").addEventListener("touchend", (event) => {
  const { clientX, clientY } = event.changedTouches[0], x = clientX - touched.clientX, y = clientY - touched.clientY;
  if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) turn(step + (x < 0 ? 1 : -1));
}, { passive: true });
go(Number(new URLSearchParams(location.search).get("step") ?? 0) || 0);
