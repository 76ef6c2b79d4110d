// Says within two seconds that the server is gone, or that it no longer knows this device, and what to do about it.
const EVERY_MS = 600, PATIENCE_MS = 800; // 2 * EVERY_MS + PATIENCE_MS is two seconds: a busy workbench may be late once
const ASKS = "/_stcore/host-config"; // answers only devices that are let in
const GONE = "The workbench does not answer. What you typed stays on this device; the page goes on when it is back.";
const UNKNOWN = "Started again or signed out: it asks for the passcode once more. Nothing is lost.";

function banner() {
  const present = document.getElementById("workbench-watch");
  if (present) return present;
  const bar = document.createElement("div");
  bar.id = "workbench-watch";
  bar.setAttribute("role", "alert");
  bar.setAttribute("data-react-aria-top-layer", "true"); // Streamlit's own dialog hides all else from screen readers
  bar.style.cssText = "position:fixed;inset:0 0 auto 0;z-index:2000000;display:flex;align-items:center;gap:0.8rem;padding:0.5rem 0.8rem;font:0.9rem/1.3 system-ui,sans-serif;"
    + "background:#7a3b00;color:#fff;box-shadow:0 2px 12px rgba(0,0,0,.4);pointer-events:none";
  document.body.append(bar);
  return bar;
}

function say(state) {
  if (watch.state === state) return;
  watch.state = state;
  if (state === "there") return document.getElementById("workbench-watch")?.remove();
  const bar = banner();
  const quiet = document.createElement("style"); // Streamlit's own dialog says no more than "not responding" or "status 401"
  quiet.textContent = '[data-testid="stDialog"] [role="dialog"] { display: none !important; }';
  bar.replaceChildren(state === "gone" ? GONE : UNKNOWN, quiet);
  if (state === "gone") return;
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = "Type the passcode";
  link.style.cssText = "flex:none;padding:0.7rem 1rem;border-radius:8px;background:#fff;color:#5c2c00;"
    + "font-weight:600;text-decoration:none;pointer-events:auto";
  link.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
  bar.append(link);
  link.focus();
}

async function look() {
  try {
    const answer = await fetch(ASKS, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    watch.late = 0;
    say(answer.status === 401 ? "unknown" : "there");
  } catch (lost) {
    if (lost.name !== "TimeoutError" || ++watch.late > 1) say("gone");
  }
}

const watch = (window.workbenchWatch ??= { state: "there", late: 0 });

export default function () {
  watch.timer ??= setInterval(() => { if (!document.hidden) look(); }, EVERY_MS);
}
