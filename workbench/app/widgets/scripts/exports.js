// Takes a result away: copies its summary or its link, and saves a chart as PNG or SVG. Nothing leaves the browser.
//
// The rows come as SVG from the server; every other chart is Plotly's, which saves its own.
const SCALE = 2; // pixels of a PNG for each of the picture
const STATUS_MS = 4000;
const CHARTS = '[data-testid="stMain"] .js-plotly-plot';

const make = (tag, properties = {}, attributes = {}) => {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// The clipboard is missing where a page comes over plain http from another device.
async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.body.appendChild(make("textarea", { value: text }, { "aria-hidden": "true" }));
  field.style.cssText = "position:fixed;top:0;left:-99rem";
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("not copied");
}

const pictureOf = (svg) => new Promise((done, fail) => {
  const image = new Image();
  image.onload = () => done(image);
  image.onerror = () => fail(new Error("not drawn"));
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
});

async function asPng(svg) {
  const image = await pictureOf(svg);
  const canvas = make("canvas", { width: image.width * SCALE, height: image.height * SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

const titleOf = (plot) => (plot.closest("[aria-label]")?.getAttribute("aria-label") ?? "Chart").split(". ")[0];
const plots = () => [...document.querySelectorAll(CHARTS)].filter((plot) => plot.clientWidth > 1 && plot.clientHeight > 60);
const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

class Exports {
  constructor(place) {
    this.root = place.appendChild(make("div", { className: "wb-exports" }, { role: "group", "aria-label": "Take it away" }));
    this.chart = make("select", {}, { "aria-label": "Chart" });
    for (const kind of ["focus", "pointerdown"]) this.chart.addEventListener(kind, () => this.list());
    this.status = make("span", { className: "wb-status" }, { role: "status" });
    this.root.append(
      this.button("Copy summary", () => copy(this.data.text), "Summary copied"),
      this.button("Copy as Markdown", () => copy(this.data.markdown), "Summary copied as Markdown"),
      this.button("Copy link", () => copy(new URL(this.data.link, location.href).href), "Link copied"),
      this.chart,
      this.button("PNG", () => this.save("png"), "Chart saved as PNG"),
      this.button("SVG", () => this.save("svg"), "Chart saved as SVG"),
      this.status,
    );
  }

  draw(data) {
    this.data = data;
    this.list();
  }

  // The charts that the page shows now; some come and go with tabs and folded parts.
  list() {
    const titles = ["Every measure", ...plots().map(titleOf)];
    if (JSON.stringify(titles) === this.listed) return;
    this.listed = JSON.stringify(titles);
    const chosen = this.chart.value;
    this.chart.replaceChildren(...titles.map((title) => make("option", { textContent: title, value: title })));
    if (titles.includes(chosen)) this.chart.value = chosen;
  }

  async save(format) {
    const plot = plots().find((plot) => titleOf(plot) === this.chart.value);
    const name = plot ? `${this.data.stem}-${fileName(this.chart.value)}` : this.data.stem;
    if (plot) return window.Plotly.downloadImage(plot, { format, filename: name, width: plot.clientWidth, height: plot.clientHeight, scale: format === "png" ? SCALE : 1 });
    const blob = format === "svg" ? new Blob([this.data.svg], { type: "image/svg+xml" }) : await asPng(this.data.svg);
    save(blob, `${name}.${format}`);
  }

  button(label, act, done) {
    const button = make("button", { type: "button", textContent: label });
    button.addEventListener("click", async () => {
      try {
        await act();
        this.say(done);
      } catch {
        this.say("The browser did not allow that.");
      }
    });
    return button;
  }

  say(text) {
    this.status.textContent = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.status.textContent = ""; }, STATUS_MS);
  }
}

export default function ({ data, parentElement }) {
  const exports = (parentElement.workbenchExports ??= new Exports(parentElement));
  exports.draw(data);
}
