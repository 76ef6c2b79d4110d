"""Boards: spaces that are linked, on which pieces stand. A space is its number; a set of spaces is a word of bits.

    FRAME = kit.grid(rows=6, columns=7)
    NEAR, LINES = FRAME.neighbors, FRAME.lines(4)

What a board says of its spaces are arrays of sets, which compiled functions take as they stand in the module.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from workbench.engine.bit_sets import EMPTY, WORD, lowest, only, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, BitSet, Bool, Int

GAP = "."
STRAIGHT, SLANTED = ((0, 1), (1, 0)), ((1, 1), (1, -1))


@dataclass(frozen=True)
class Places:
    """Up to 64 spaces: their names, where each is drawn (row and column, from the top left), and what is linked."""

    words: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]
    linked: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if not 0 < len(self.words) <= WORD:
            raise TypeError(f"a board has 1 to {WORD} spaces, not {len(self.words)}; `kit.row` has room for more")
        if twice := next((word for word in self.words if self.words.count(word) > 1), None):
            raise TypeError(f'"{twice}" is the name of two spaces')

    @property
    def width(self) -> int:
        """How many columns are drawn."""
        return 1 + max(column for _, column in self.cells)

    @property
    def drawn(self) -> list[int | None]:
        """The spaces as they are drawn, row by row from the top; None where there is a gap."""
        at = {cell: space for space, cell in enumerate(self.cells)}
        return [at.get(cell) for cell in product(range(1 + max(row for row, _ in self.cells)), range(self.width))]

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """The links that are drawn, by the places of their ends; none where spaces side by side are linked."""
        if set(self.linked) == {*_side_by_side(self.cells)}:
            return ()
        places = [row * self.width + column for row, column in self.cells]
        return tuple((places[one], places[other]) for one, other in self.linked)

    @property
    def whole(self) -> BitSet:
        """All spaces."""
        return np.uint64((1 << len(self.words)) - 1)

    def spaces(self, *names: str) -> BitSet:
        """The set of the spaces of these names."""
        return _set(map(self.words.index, names))

    @cached_property
    def neighbors(self) -> Array:
        """The spaces that are linked with each."""
        pairs = [*self.linked, *((other, space) for space, other in self.linked)]
        return _sets([other for one, other in pairs if one == space] for space in range(len(self.words)))

    @cached_property
    def rows(self) -> Array:
        """The spaces of each row, from the one that has the first space."""
        rows = list(dict.fromkeys(row for row, _ in self.cells))
        return _sets([space for space, cell in enumerate(self.cells) if cell[0] == row] for row in rows)

    @cached_property
    def columns(self) -> Array:
        """The spaces of each column, from the left."""
        return _sets(
            [space for space, cell in enumerate(self.cells) if cell[1] == column] for column in range(self.width)
        )

    def lines(self, length: int, slanted: bool = True) -> Array:
        """Every straight line of so many spaces side by side: along rows, columns, and slanted ones."""
        at = {cell: space for space, cell in enumerate(self.cells)}
        if (there := self.lines_in_use.get((length, slanted))) is not None:
            return there
        ways = product((*STRAIGHT, *(SLANTED if slanted else ())), self.cells)
        lines = [[at.get((row + step * down, column + step * right)) for step in range(length)]
                 for (down, right), (row, column) in ways]  # fmt: skip
        there = _sets([space for space in line if space is not None] for line in lines if None not in line)
        return self.lines_in_use.setdefault((length, slanted), there)

    @property
    def longest_lines(self) -> tuple[int, ...]:
        """Of the lines that the game has asked for, the longest, as sets of spaces."""
        length = max(length for length, _ in self.lines_in_use)
        sets = [lines for (of, _), lines in self.lines_in_use.items() if of == length]
        return tuple(max(sets, key=len).tolist())

    @cached_property
    def lines_in_use(self) -> dict[tuple[int, bool], Array]:
        """The lines that the game has asked for, by their length and whether they may be slanted."""
        return {}


def _set(spaces: Iterable[int]) -> BitSet:
    return np.uint64(sum(1 << space for space in spaces))


def _sets(sets: Iterable[Iterable[int]]) -> Array:
    words = np.array([_set(spaces) for spaces in sets], np.uint64)
    words.flags.writeable = False
    return words


def grid(rows: int, columns: int) -> Places:
    """A board of squares, `a1` at the bottom left: space `columns * row + column`.

    Boards have sets: `.whole`, `.spaces("a1", "b2")`; by space `.neighbors[space]`, by number `.rows`, `.columns`, and
    `.lines(4)`.
    """
    cells = [(rows - 1 - row, column) for row, column in product(range(rows), range(columns))]
    words = [f"{chr(ord('a') + column)}{rows - row}" for row, column in cells]
    return Places(tuple(words), tuple(cells), _side_by_side(cells))


def board(*rows: str, links: str | None = None) -> Places:
    """A board of named spaces, drawn row by row, `"port . cape"`; linked as `"port-cape"` says, or side by side."""
    placed = [(name, (row, column)) for row, names in enumerate(rows)
              for column, name in enumerate(names.split()) if name != GAP]  # fmt: skip
    there, cells = [name for name, _ in placed], tuple(cell for _, cell in placed)
    linked = _side_by_side(cells)
    if links is not None:
        ends = [link.split("-") for link in links.split()]
        if wrong := next((name for names in ends for name in names if name not in there), None):
            raise TypeError(f"links: {wrong} is none of the spaces {', '.join(there)}")
        linked = tuple((there.index(one), there.index(other)) for one, other in ends)
    return Places(tuple(name.replace("_", " ") for name in there), cells, linked)


def _side_by_side(cells: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    at = {cell: space for space, cell in enumerate(cells)}
    steps = ((space, at.get((row + down, column + right))) for (row, column), space in at.items()
             for down, right in STRAIGHT)  # fmt: skip
    return tuple((space, other) for space, other in steps if other is not None)


@compiled
def has_line(lines: Array, spaces: BitSet) -> Bool:
    """True if a line lies whole in these spaces."""
    is_whole = False
    for line in range(lines.shape[0]):
        is_whole = is_whole or lines[line] & ~spaces == EMPTY
    return is_whole


@compiled
def near(neighbors: Array, spaces: BitSet) -> BitSet:
    """All that are next to these spaces."""
    around = EMPTY
    while spaces != EMPTY:
        around = around | neighbors[lowest(spaces)]
        spaces = without_lowest(spaces)
    return around


@compiled
def region(neighbors: Array, space: Int, among: BitSet) -> BitSet:
    """The spaces connected with this one, all `among` these."""
    inside, edge = EMPTY, only(space) & among
    while edge != EMPTY:
        inside = inside | edge
        edge = near(neighbors, edge) & among & ~inside
    return inside
