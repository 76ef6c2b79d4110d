// Draws every chart of a report. The library is in the page once, packed, and nothing is fetched or sent.
const LIGHT = { text: "#1f2933", grid: "#e3e9ee", line: "#9aa5ad", paper: "#ffffff" };
const DARK = { text: "#e8eeec", grid: "#2d3836", line: "#6d7a76", paper: "#141a19" };
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

function template({ text, grid, line, paper }) {
  const axis = { gridcolor: grid, zerolinecolor: line, linecolor: line, automargin: true, title: { standoff: 12, font: { size: innerWidth < 600 ? 11 : 13 } } };
  return {
    layout: {
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", xaxis: axis, yaxis: axis, hovermode: "closest",
      font: { family: "system-ui, sans-serif", color: text }, hoverlabel: { bgcolor: paper, font: { color: text } },
    },
  };
}

function draw(colors) {
  for (const place of document.querySelectorAll(".chart")) {
    const { data, layout, config } = JSON.parse(place.nextElementSibling.textContent);
    Plotly.react(place, data, { ...layout, template: template(colors) }, config);
  }
}

(async () => {
  const library = document.createElement("script");
  library.textContent = await unpacked(document.getElementById("chart-library").textContent);
  document.head.append(library);
  const drawAsPreferred = () => draw(prefersDark.matches ? DARK : LIGHT);
  drawAsPreferred();
  prefersDark.addEventListener("change", drawAsPreferred);
  addEventListener("toggle", () => dispatchEvent(new Event("resize")), true); // a folded chart has no width
  addEventListener("beforeprint", () => draw(LIGHT));
  addEventListener("afterprint", drawAsPreferred);
})();
