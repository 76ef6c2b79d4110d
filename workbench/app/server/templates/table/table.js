const play = JSON.parse(document.getElementById("play").textContent), last = play.frames.length - 1;
let step = -1, timer = 0, log = [];
grow(play);
arrange();

const go = (to) => {
  to = Math.max(0, Math.min(last, to));
  if (to === step) return;
  const { says, actor } = play.frames[to];
  show(tables[to], to ? tables[to - 1] : tables[to], actor);
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
  const item = node("li"), button = node("button", "", says);
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
get("more").addEventListener("click", () => {
  get("more").setAttribute("aria-expanded", String(get("more").getAttribute("aria-expanded") !== "true"));
});
// Within a page of the dashboard, what leads away from the play opens beside it
if (self !== top) for (const link of document.querySelectorAll("nav a:not([rel])")) link.target = "_blank";
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
