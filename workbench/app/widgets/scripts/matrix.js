// A table that is drawn anew, as while it fills, keeps the keyboard and what is in view: the cell that stands in the
// same row and column takes them. It is forgotten as soon as something else is pressed or has the keyboard.
const TABLE = ".wb-matrix";
const held = (window.workbenchMatrix ??= { table: null, row: null, column: 0, left: 0, top: 0, watches: false });

const heading = (row) => (row.closest("thead") ? "" : row.querySelector("th")?.textContent);

function remember({ target }) {
  const table = target.closest?.(TABLE), cell = target.closest?.("th, td");
  held.row = table ? (cell ? heading(cell.closest("tr")) : TABLE) : null;
  held.column = cell?.cellIndex ?? 0;
}

function restore() {
  const table = document.querySelector(TABLE);
  if (!table || table === held.table) return;
  const isFirst = !held.table;
  held.table = table;
  if (isFirst) return;
  [table.scrollLeft, table.scrollTop] = [held.left, held.top];
  if (held.row === null || document.activeElement !== document.body) return;
  const row = [...table.querySelectorAll("tr")].find((one) => heading(one) === held.row);
  (row?.cells[held.column]?.querySelector("a") ?? table).focus({ preventScroll: true });
}

export default function () {
  held.table ??= document.querySelector(TABLE);
  if (held.watches) return;
  held.watches = true;
  addEventListener("focusin", remember, true);
  addEventListener("pointerdown", (event) => { if (!event.target.closest?.(TABLE)) held.row = null; }, true);
  addEventListener("scroll", ({ target }) => {
    if (target.matches?.(TABLE)) [held.left, held.top] = [target.scrollLeft, target.scrollTop];
  }, true);
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}
