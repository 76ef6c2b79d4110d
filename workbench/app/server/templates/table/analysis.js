"use strict";
{
  const analysis = get("analysis"), thoughts = get("thoughts"), chances = get("chances");
  const ask = async (name, values) => {
    const query = new URLSearchParams(location.search);
    for (const name of ["step", "against", "find"]) query.delete(name);
    for (const [name, value] of Object.entries(values)) query.set(name, value);
    const answer = await fetch(`${analysis.dataset.place}/${name}?${query}`);
    const read = await answer.json();
    if (!answer.ok) throw new Error(read.problems[0]);
    return read;
  };
  const percent = (share) => `${(100 * share).toFixed(1).replace("-", "−")} %`;
  const points = (share) => (100 * share).toFixed(1).replace("-", "−");
  const body = (details) => details.querySelector("div");
  const note = (details, text) => body(details).replaceChildren(node("p", "", text));
  const shape = (name, values) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
    return element;
  };

  const toStep = (at, says) => {
    const button = node("button", "step", says);
    button.type = "button";
    button.addEventListener("click", () => turn(at));
    return button;
  };

  // Another move: asked again and again until it is known well enough, or nobody looks
  const whatIf = async (button, decision, action, row) => {
    if (button.asking) { button.asking = false; return; }
    button.asking = true;
    button.textContent = "Stop";
    const cell = row.firstChild;
    row.hidden = false;
    cell.textContent = "Playing on… the first time the rules are compiled for it.";
    try {
      while (button.asking && button.isConnected && thoughts.open) {
        const { plays, done, taken, other, gain, says, bots, caveat } = await ask("what-if", { decision, move: action });
        const [mean, low, high] = gain;
        const counts = `${plays.toLocaleString("en")} plays each, by ${bots}`;
        cell.textContent = plays < 2 ? `${counts}…`
          : `${says}: ${percent(taken)} to win after the move taken, ${percent(other)} after this one; difference ${points(mean)} points (${points(low)} to ${points(high)}). ${counts}${done ? "." : "…"} ${caveat}`;
        if (done) break;
      }
    } catch (error) { cell.textContent = error.message || "No answer."; }
    button.asking = false;
    button.textContent = "What if?";
  };

  const figure = (value, digits) => (value === null ? "" : value.toFixed(digits).replace("-", "−"));
  const decision = ({ decision, player, bot, moves }) => {
    const searched = moves.some(({ visits }) => visits !== null), weighed = moves.some(({ worth }) => worth !== null);
    const table = node("table"), head = node("tr");
    const columns = ["Move", ...(weighed ? ["Quick's estimate"] : []), ...(searched ? ["Tried", "Brought"] : []), ""];
    for (const [place, name] of columns.entries()) {
      const heading = node(name ? "th" : "td", place && name ? "figure" : "", name);
      if (name) heading.scope = "col";
      head.append(heading);
    }
    table.append(node("thead"), node("tbody"));
    table.tHead.append(head);
    for (const { action, says, chosen, worth, visits, value } of moves) {
      const row = node("tr", chosen ? "chosen" : ""), last = node("td", "figure");
      row.append(node("td", "", chosen ? `✓ ${says}` : says));
      if (weighed) row.append(node("td", "figure", figure(worth, 3)));
      if (searched) row.append(node("td", "figure", visits ?? ""), node("td", "figure", figure(value, 3)));
      row.append(last);
      table.tBodies[0].append(row);
      if (chosen) { last.textContent = "taken"; continue; }
      const button = node("button", "", "What if?"), answer = node("tr", "answer"), cell = node("td");
      button.type = "button";
      button.setAttribute("aria-label", `What if: ${says}`);
      cell.colSpan = columns.length;
      answer.append(cell);
      answer.hidden = true;
      button.addEventListener("click", () => whatIf(button, decision, action, answer));
      last.append(button);
      table.tBodies[0].append(answer);
    }
    return [node("p", "", `Decision ${decision + 1}: player ${player}, ${bot}`), table];
  };

  let looked = 0;
  const showThoughts = () => {
    clearTimeout(looked);
    if (thoughts.open) looked = setTimeout(lookUp, 150);
  };
  const lookUp = async () => {
    const at = step;
    if (!body(thoughts).childElementCount) note(thoughts, "Thinking…");
    try {
      const answer = await ask("thoughts", { step: at });
      if (at !== step) return;
      body(thoughts).replaceChildren(...answer.thoughts.flatMap(decision));
      if (answer.thoughts.length) return;
      note(thoughts, "Nothing is decided after this step, as far as one sees here.");
      if (answer.next !== null) body(thoughts).append(toStep(answer.next, `The next decision: step ${answer.next + 1}`));
    } catch (error) { note(thoughts, error.message || "No answer."); }
  };

  // The curve of chances
  let curve = null, asking = false;
  let WIDE = 600;
  const HIGH = 176, LEFT = 46, RIGHT = 8, TOP = 8, BOTTOM = 20;
  const across = (at) => LEFT + (WIDE - LEFT - RIGHT) * (at < 0 ? 0 : at) / Math.max(1, last);
  const up = (share) => TOP + (HIGH - TOP - BOTTOM) * (1 - share);
  const dashes = ["", "7 3", "2 3", "10 3 2 3", "", "7 3", "2 3", "10 3 2 3", ""];
  const stroke = (player) => ({ stroke: `var(--seat${player % 9})`, "stroke-dasharray": dashes[player % 9] });
  const drawCurve = () => {
    WIDE = Math.max(300, body(chances).clientWidth);
    const picture = shape("svg", { id: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    picture.setAttribute("aria-label", `Each player's chance to win over the play; ${curve.turns.map(({ says }) => says).join("; ") || "no turning point"}`);
    for (const share of [0, 0.5, 1]) {
      picture.append(shape("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: up(share), y2: up(share) }));
      const label = shape("text", { x: LEFT - 5, y: up(share) + 4, "text-anchor": "end" });
      label.textContent = `${100 * share} %`;
      picture.append(label);
    }
    const all = [...curve.points.map(({ step, chances }) => [step, chances]), [curve.end.step, curve.end.shares.map((share) => [share, share, share])]];
    for (const player of play.players.keys()) {
      const at = (bound) => all.map(([step, chances]) => `${across(step)},${up(chances[player][bound])}`);
      picture.append(shape("polygon", { class: "band", fill: `var(--seat${player % 9})`, points: [...at(1), ...at(2).reverse()].join(" ") }));
      picture.append(shape("polyline", { class: "line", points: at(0).join(" "), ...stroke(player) }));
    }
    for (const turn of curve.turns) picture.append(shape("circle", { class: "turn", cx: across(turn.step), cy: HIGH - BOTTOM, r: 5 }));
    picture.append(shape("line", { class: "now", x1: across(step), x2: across(step), y1: TOP, y2: HIGH - BOTTOM }));
    picture.addEventListener("click", ({ clientX }) => {
      const { left, width } = picture.getBoundingClientRect(), at = (clientX - left) / width * WIDE;
      turn(all.map(([step]) => step).reduce((best, step) => (Math.abs(across(step) - at) < Math.abs(across(best) - at) ? step : best)));
    });
    const legend = node("div", "legend"), alike = new Map();  // players of one side have one line
    for (const [player, { name }] of play.players.entries()) {
      const line = JSON.stringify(all.map(([, chances]) => chances[player]));
      alike.set(line, { names: [...(alike.get(line)?.names ?? []), name], player });
    }
    for (const { names, player } of alike.values()) {
      const item = node("span"), key = shape("svg", { viewBox: "0 0 28 10", "aria-hidden": "true" });
      key.append(shape("line", { x1: 0, x2: 28, y1: 5, y2: 5, "stroke-width": 2.5, ...stroke(player) }));
      item.append(key, ` ${names.join(", ")}`);
      legend.append(item);
    }
    const turns = node("div", "turns");
    if (curve.turns.length) turns.append(node("span", "", "Turning points:"));
    turns.append(...curve.turns.map(({ step, says }) => toStep(step, says)));
    const seen = new URLSearchParams(location.search).get("seat");
    const by = seen ? `as far as player ${seen} knows, at that player's decisions` : "by the cards as they lie";
    const count = node("p", "", `${curve.counted} from each of ${curve.points.length} points, by ${curve.bots}; ${by}. The bands hold at every look (95 %). ${curve.caveat}${curve.done ? "" : " Still playing…"}`);
    body(chances).replaceChildren(picture, legend, turns, count);
  };
  const follow = async () => {
    if (asking || !chances.open || curve?.done) return;
    asking = true;
    if (!curve) note(chances, "Playing on… the first time the rules are compiled for it.");
    try {
      do { curve = await ask("chances", {}); drawCurve(); } while (!curve.done && chances.open);
    } catch (error) { note(chances, error.message || "No answer."); }
    asking = false;
  };

  thoughts.addEventListener("toggle", showThoughts);
  chances.addEventListener("toggle", follow);
  addEventListener("resize", () => { if (curve && chances.open) drawCurve(); });
  document.addEventListener("step", () => {
    showThoughts();
    const now = chances.querySelector(".now");
    for (const end of ["x1", "x2"]) now?.setAttribute(end, across(step));
  });
}
