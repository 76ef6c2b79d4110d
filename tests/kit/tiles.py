"""Draw a tile and lay it where its edges fit: each edge that meets one of its own color counts a point for you.

A tile has four edges, red or blue, and is laid as it is drawn, beside another. What fits nowhere is put away."""

from typing import Annotated

from workbench import kit

GRID = kit.grid(rows=5, columns=5)
NEAR, WHOLE, MIDDLE = GRID.neighbors, GRID.whole, GRID.spaces("c3")
TILES = kit.pack(f"{number:04b}".replace("0", "r").replace("1", "b") for number in range(16))
EDGES = TILES.names
SIDES = ((5, 1, 0), (1, 3, 2), (-5, 0, 1), (-1, 2, 3))
"""The four sides of a space: how far the next space is, and the edges that meet there."""


class Rules(kit.Rules):
    players: int = kit.rule(2, 1, 4, "How many play.", unit="players")
    copies: int = kit.rule(1, 1, 2, "Tiles of each kind.", unit="tiles")


class State(kit.State):
    tiles: kit.Row = kit.counters(GRID, words=EDGES)
    bag: kit.Row = kit.row(16)
    drawn: Annotated[int, kit.Words(*EDGES)]
    score: kit.PerPlayer
    away: int = kit.measured("Tiles that fitted nowhere.", 0.1, unit="tiles")
    undrawn = ("bag",)


def setup(state: State, rules: Rules, chance: kit.Chance) -> None:
    state.bag[:] = rules.copies
    state.tiles[kit.lowest(MIDDLE)] = 1 + kit.draw_kind(state.bag, chance)
    draw(state, chance)


def matches(state: State, space: int, tile: int) -> kit.Int:
    """How many edges of a tile would meet their own color here; below 0 where one meets the other color."""
    points = 0
    for far, mine, theirs in SIDES:
        if 0 <= space + far < 25 and kit.holds(NEAR[space], space + far) and state.tiles[space + far] > 0:
            points += 1 if (tile >> mine & 1) == (state.tiles[space + far] - 1) >> theirs & 1 else -9
    return points


def fitting(state: State) -> kit.CardSet:
    spaces = kit.EMPTY
    for space in kit.each(WHOLE):
        if state.tiles[space] == 0 and matches(state, space, state.drawn) > 0:
            spaces = kit.add(spaces, space)
    return spaces


@kit.event("The tile {drawn} is drawn.")
def draw(state: State, chance: kit.Chance) -> None:
    """Tiles are drawn until one fits somewhere."""
    state.over = True
    while state.over and kit.total(state.bag) > 0:
        state.drawn = kit.draw_kind(state.bag, chance)
        state.over = fitting(state) == kit.EMPTY
        state.away += state.over


@kit.move("Player {player} lays the tile to {space}.", among=fitting)
def lay(state: State, rules: Rules, chance: kit.Chance, player: int, space: Annotated[int, GRID]) -> None:
    """Lay the tile beside others whose edges it fits."""
    state.score[player] += matches(state, space, state.drawn)
    state.tiles[space] = 1 + state.drawn
    kit.next_player(state, rules)
    draw(state, chance)


GAME = kit.game(globals(), title="Tiles", summary="Lay tiles whose edges fit.", name="tiles")
