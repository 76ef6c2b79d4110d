// Keeps the screen on while the page is open: by a wake lock; where the browser gives none, as over plain http, by a
// silent video from the first tap on. Chrome heeds so small a video only if it has sound that is not muted, Safari
// only if it does not loop as well: so it is set back long before its end.
const FILM_S = 2;
function keepAwake() {
  let film = null, held = false;
  async function lock() {
    if (document.hidden) return;
    try { await navigator.wakeLock.request("screen"); held = true; } catch { held = false; }
    if (film) play();
  }
  function play() {
    if (held || document.hidden) return film?.pause();
    film ??= addFilm();
    film.play().catch(() => { /* not before a tap */ });
  }
  function addFilm() {
    const video = Object.assign(document.createElement("video"), { playsInline: true, disableRemotePlayback: true, title: "Keeps the screen on", tabIndex: -1 });
    video.setAttribute("aria-hidden", "true");
    video.style.cssText = "position: fixed; left: 0; bottom: 0; width: 1px; height: 1px; opacity: .01; pointer-events: none";
    for (const type of ["mp4", "webm"]) video.append(Object.assign(document.createElement("source"), { src: `/awake/${type}`, type: `video/${type}` }));
    video.addEventListener("timeupdate", () => { if (video.currentTime > FILM_S) video.currentTime = 0; });
    video.addEventListener("ended", play);
    document.body.append(video);
    return video;
  }
  document.addEventListener("visibilitychange", () => { play(); lock(); });
  document.addEventListener("click", () => { if (!film || film.paused) play(); }, true);
  lock();
}
