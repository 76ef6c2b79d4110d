// The address and the browser's history: one choice makes one entry, and a link is followed as Back and Forward are.
// It runs before Streamlit's own script, which would push an entry for each piece of news from the server, leave the
// address alone where a link leads to the same page, and ask for a link as for anything else.
(() => {
  // Streamlit would first ask for itself below the page's own address, where it is not.
  window.__streamlit = { BACKEND_BASE_URL: location.origin };

  const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  let acted = false; // whether a person did something since the last entry

  for (const kind of ["pointerdown", "keydown", "input", "change", "drop"])
    addEventListener(kind, () => { acted = true; }, { capture: true });
  addEventListener("popstate", () => { acted = false; }, { capture: true });

  // That a draft begins or ends while one works on it leads nowhere else.
  function place(to) {
    const url = new URL(to ?? "", location.href);
    url.searchParams.delete("draft");
    return url.href;
  }

  // The term that a link leads to stays while the page completes its address.
  function withTerm(to) {
    const url = new URL(to ?? "", location.href);
    url.hash ||= location.hash;
    return url.href;
  }

  history.pushState = (state, title, to) => {
    const leads = acted && place(to) !== place(location.href);
    if (leads) push(state, title, to);
    else replace(state, title, withTerm(to));
    acted = acted && !leads;
  };

  // The term that the address names comes into view once a slow page is whole: Streamlit scrolls to it but once. Whoever
  // moves meanwhile stays.
  function showTerm() {
    let looks = 0, inView = 0, moved = false;
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(kind, () => { moved = true; }, { capture: true, once: true });
    const timer = setInterval(() => {
      const term = document.getElementById(location.hash.slice(1));
      const top = term?.getBoundingClientRect().top ?? NaN;
      if (moved || inView === 4 || ++looks === 240) clearInterval(timer);
      else if (top >= 0 && top < innerHeight) inView += 1;
      else { inView = 0; term?.scrollIntoView(); }
    }, 250);
  }
  if (location.hash) showTerm();

  const isPlain = (event) => event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

  function follow(event) {
    const link = event.target.closest?.("[data-testid=stPageLink] a[href], a.wb-link[href]");
    if (!link || link.target || !isPlain(event) || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    const to = new URL(link.getAttribute("href"), location.origin); // the first page is written as ""
    if (to.href !== location.href) push({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }
  addEventListener("click", follow, { capture: true });
})();
