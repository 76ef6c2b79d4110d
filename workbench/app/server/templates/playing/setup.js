const form = document.getElementById("begin"), { play } = JSON.parse(document.getElementById("setup").textContent);
const player = recall("workbench player") ?? uuid();
remember("workbench player", player);

// The bots of these seats are compiled meanwhile; search takes a minute, once
let waiting = 0;
async function prepare() {
  clearTimeout(waiting);
  const bots = [...form.querySelectorAll("select")].map(({ value }) => (value === "person" ? "greedy" : value)).join(" ");
  try {
    const { ready, lesson } = await (await ask(`${location.pathname}/ready?${new URLSearchParams({ bots })}`)).json();
    const why = lesson ? `Bots at these seats teach themselves first, once for these rules: ${lesson}…` : "The bots at these seats search ahead, or play on in thought. They are being prepared, once: that takes a minute or two. You can begin meanwhile.";
    document.getElementById("preparing").textContent = ready === false ? why : "";
    if (ready === false) waiting = setTimeout(prepare, 2000);
  } catch { waiting = setTimeout(prepare, 2000); }
}
prepare();

form.addEventListener("change", () => {
  prepare();
  for (const line of form.querySelectorAll("li")) line.querySelector("input").hidden = line.querySelector("select").value !== "person";
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button"), problems = document.getElementById("problems");
  button.disabled = true;
  problems.textContent = "";
  try {
    const answer = await ask(location.pathname, { device: player, play, ...fieldsOf(form) }), { go, problems: told } = await answer.json();
    if (go) return location.assign(go);
    problems.textContent = told.join(" ");
  } catch {
    problems.textContent = "The workbench does not answer. Try again in a moment.";
  }
  button.disabled = false;
});
