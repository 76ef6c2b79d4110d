const form = document.getElementById("begin"), { play } = JSON.parse(document.getElementById("setup").textContent);
const player = recall("workbench player") ?? uuid();
remember("workbench player", player);

form.addEventListener("change", () => {
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
