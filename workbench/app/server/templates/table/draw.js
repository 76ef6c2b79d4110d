"use strict";
// The table as it is drawn: cards, zones and seats. A play grows where frames are added to it.
const SVG = "http://www.w3.org/2000/svg", get = (id) => document.getElementById(id);

const node = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

const face = (number) => {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", number === null ? "card face down" : play.cards[number]);
  svg.setAttribute("viewBox", "0 0 100 140");
  use.setAttribute("href", number === null ? "#back" : `#card${number}`);
  svg.append(use);
  return svg;
};
const card = (number) => {
  const holder = node("span", "card");
  if (number !== null) holder.dataset.card = number;
  holder.append(face(number));
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
    if (!size) return [node("span", "none", "empty")];
    const pile = node("span", "pile"), item = card(top);
    if (before && size > before[1]) item.classList.add("new");
    pile.append(item, node("b", "", size));
    return [pile];
  },
  dice: (things) => things.map((thing) => node("span", "die", thing === "" ? " " : thing)),
  tokens: (things) => things.map((thing) => node("span", "token", thing)),
  number: (things) => things.map((thing) => node("b", "", thing)),
  text: (things) => [node("pre", "", things.join("\n"))],
  track: ([last, ...markers]) => Array.from({ length: last + 1 }, (_, number) => {
    const space = node("span", "space", number);
    markers.forEach((place, player) => {
      if (place !== number) return;
      const marker = node("span", "marker", markers.length > 1 ? player + 1 : "●");
      marker.setAttribute("role", "img");
      marker.setAttribute("aria-label", markers.length > 1 ? `${play.players[player].name} on ${number}` : `marker on ${number}`);
      space.append(marker);
    });
    return space;
  }),
  board: ([[columns, links], ...spots], before) => {
    const board = node("span", links.length ? "board linked" : "board");
    board.style.setProperty("--columns", columns);
    if (links.length) {
      const ways = document.createElementNS(SVG, "svg"), at = (place) => [place % columns + 0.5, Math.floor(place / columns) + 0.5];
      ways.setAttribute("viewBox", `0 0 ${columns} ${Math.ceil(spots.length / columns)}`);
      ways.setAttribute("preserveAspectRatio", "none");
      ways.setAttribute("aria-hidden", "true");
      for (const ends of links) {
        const way = document.createElementNS(SVG, "path");
        way.setAttribute("d", `M${at(ends[0])}L${at(ends[1])}`);
        ways.append(way);
      }
      board.append(ways);
    }
    board.append(...spots.map((spot, at) => {
      if (spot === null) return node("span");
      const [name, pieces] = spot, space = node("span", "spot"), called = node("i", "", name);
      const words = pieces.map(([player, text]) => [player < 0 ? "" : play.players[player].name, text].filter(Boolean).join(" "));
      space.dataset.name = name;
      space.setAttribute("role", "img");
      space.setAttribute("aria-label", `${name}: ${words.join(", ") || "empty"}`);
      space.append(called, ...pieces.map(([player, text]) => {
        const piece = node("b", player < 0 ? "piece" : "piece seated", player < 0 ? text : player + 1);
        if (player >= 0) piece.style.setProperty("--seat", `var(--seat${player % 9})`);
        if (player >= 0 && text) piece.append(node("small", "", text));
        return piece;
      }));
      if (before && JSON.stringify(before[at + 1]) !== JSON.stringify(spot)) space.classList.add("new");
      return space;
    }));
    return [board];
  },
};

// The parts of the page: the middle of the table and the seats, with their zones
const panels = new Map(), zones = [];
const panel = (player) => {
  if (!panels.has(player)) {
    const place = node("div", player === null ? "middle" : "seat");
    if (player !== null) {
      const { name, bot } = play.players[player], heading = node("h2", "", `${name} `);
      if (bot !== name) heading.append(node("small", "", bot));
      place.append(heading);
    }
    place.numbers = node("div", "numbers");
    place.append(place.numbers);
    panels.set(player, place);
  }
  return panels.get(player);
};

// What lies in each zone at each step: frames say what changes
let tables = [];

// Add zones and frames that the play has got
function grow(news) {
  for (const { name, look } of news.zones) {
    const zone = node("div", "zone"), heading = node("p", "", name), things = node("div", look === "number" ? "" : "things");
    zone.dataset.look = look;
    zone.append(heading, things);
    zones.push(Object.assign(zone, { things, heading, look, name, drawn: undefined, marked: false }));
  }
  if (news.zones.length) {
    for (const number of play.order) {
      const { player, look } = play.zones[number];
      (look === "number" ? panel(player).numbers : panel(player)).append(zones[number]);
    }
    for (const player of [null, ...play.players.keys()]) if (player !== null || panels.has(player)) get("table").append(panel(player));
  }
  for (const frame of news.frames) {
    const now = zones.map((_, number) => tables.at(-1)?.[number] ?? null);
    for (const [zone, things] of Object.entries(frame.zones)) now[zone] = things;
    tables.push(now);
  }
}

const draw = (zone, things, before) => {
  zone.hidden = things === null;
  if (things === null) return;
  zone.things.replaceChildren(...content[zone.look](things, before));
  if (zone.look === "row") {
    if (!things.length) zone.things.append(node("span", "none", "none"));
    zone.heading.textContent = things.length > 4 ? `${zone.name} (${things.length})` : zone.name;
  }
  zone.classList.toggle("changed", Boolean(before));
};

// Draw what lies on the table, what differs from before marked; `actor` is to decide
function show(now, before, actor) {
  zones.forEach((zone, number) => {
    const things = now[number] ?? null, old = before[number] ?? null, text = JSON.stringify(things), changes = text !== JSON.stringify(old);
    if (zone.drawn !== text || zone.marked || changes) draw(zone, things, changes ? old : null);
    zone.drawn = text;
    zone.marked = changes;
  });
  for (const [player, place] of panels) place.classList.toggle("decides", player !== null && player === actor);
}
const arrange = () => get("table").classList.toggle("pairs", play.players.length % 3 !== 0 && play.players.length < 5);
