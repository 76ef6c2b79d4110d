"""The veil: worlds that search draws must be possible, and nothing hidden may change what a bot decides."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, takewhile

import numpy as np

from workbench.conform.mistakes import Mistake, Sort, SourceLine
from workbench.conform.positions import fields_of, stocked
from workbench.conform.sources import declared_at, home_of, is_of_kit, place_of
from workbench.conform.table import PlainTable
from workbench.engine import dispatch
from workbench.engine.bit_sets import members
from workbench.engine.game import Game
from workbench.engine.loop import WORLD
from workbench.engine.types import FILLING, State
from workbench.engine.wording import counted
from workbench.kit.moves import parameters
from workbench.kit.playouts import weigh_by_playouts

WORLDS = 2
MOST_PEEKS = 6
"""Positions at which bots are asked, which plain Python does slowly."""
ENOUGH = 6
"""Positions after which something that always held is held to be a rule."""
NO_CARDS = ("whim", "looked", "lacks", "lots", "pack", "places")
"""Fields of the kit that say what is known, and hold no cards."""


class Veil:
    """The views of the players in some plays: each position is checked, and in the end all of them together."""

    def __init__(self, game: Game) -> None:
        self.game = game
        of_moves = takewhile(lambda name: name != FILLING, game.state.names or ())  # behind is what bots work with
        on_boards = {field.name for field in fields_of(game) if field.board}  # open, as boards are
        kinds = {name: game.state[name] for name in of_moves if name not in (*NO_CARDS, *on_boards)}
        self.sets = [n for n, kind in kinds.items() if kind.base == np.uint64 and kind.shape in ((), (game.seats,))]
        self.hidden, self.open = Counter[tuple[str, int, int]](), Counter[tuple[str, int, int]]()
        self.positions = self.players = self.peeks = 0
        self.apart = Counter[tuple[str, str]]()
        self.drawn: list[tuple[dict[str, int], dict[str, int]]] = []
        self.no_places = set[str]()
        self.hides = False
        self.dealt: dict[str, set[bytes]] = {}

    @property
    def place(self) -> SourceLine:
        """Where what is hidden is declared."""
        return place_of(self.game.functions["conceal"])

    @property
    def _drawn_at(self) -> SourceLine:
        return place_of(self.game.functions["determinize"])

    def at(self, table: PlainTable) -> Iterator[Mistake]:
        """Mistakes at one position."""
        player, before = int(table.state.actor), table.copy()
        self._note(table)
        view = table.view(player)
        if is_of_kit(self.game) and (possible := vars(home_of(self.game)).get("possible")):
            values = {"state": table.state, "rules": table.rules, "player": player}
            if not table.run(possible, *map(values.get, parameters(possible))):
                words = f"possible is false of the position as it is, for player {player}: no bot imagines that"
                yield Mistake(Sort.WORLD, words, place_of(possible))
        for seed in range(WORLDS):
            world = table.world(player, seed)
            again = world.copy()
            table.run(dispatch.conceal, again, table.rules, player)
            names = [n for n in view.dtype.names if view[n].tobytes() != again[n].tobytes()]
            if names:
                words = f"a world drawn for player {player} looks otherwise to that player in {', '.join(names)}"
                yield Mistake(Sort.WORLD, words, self._drawn_at)
            if stocked(world, fields_of(self.game)) != stocked(table.state, fields_of(self.game)):
                words = f"a world drawn for player {player} lacks cards of a stock, or has some twice"
                yield Mistake(Sort.WORLD, words, self._drawn_at)
            offered = members(table.run(dispatch.legal_actions, world, table.rules))
            if offered != table.legal:
                words = (
                    f"player {player} could tell a drawn world by the actions: {offered}, and {table.legal} in truth"
                )
                yield Mistake(Sort.WORLD, words, self._drawn_at)
            self.drawn.append((self._cells(table.state), self._cells(world)))
        yield from self._peeks(table, player)
        table.restore(before)

    def _note(self, table: PlainTable) -> None:
        """Note who sees whose cards, and which sets never have a card in common."""
        self.positions, self.players = self.positions + 1, table.players
        for name in self.sets:
            self.dealt.setdefault(name, set()).add(table.state[name].tobytes())
        for player in range(table.players):
            view = table.view(player)
            self.hides |= any(view[n].tobytes() != table.state[n].tobytes() for n in self.sets or view.dtype.names)
            for name in self.sets:
                if np.any(view[name] & ~table.state[name]):  # what is concealed gets no cards: it counts, or remembers
                    self.no_places.add(name)
                for owner in range(table.players if self.game.state[name].shape else 0):
                    if owner != player and table.state[name][owner]:
                        is_hidden = view[name][owner] != table.state[name][owner]
                        (self.hidden if is_hidden else self.open)[name, player, owner] += 1
        filled = {cell: cards for cell, cards in self._cells(table.state).items() if cards}
        for one, other in combinations(filled, 2):
            if filled[one] & filled[other]:  # one of them says where cards have been, or has several of a kind
                self.no_places |= {one.partition("[")[0], other.partition("[")[0]}
            else:
                self.apart[one, other] += 1

    def _cells(self, state: State) -> dict[str, int]:
        """The sets of a position by name, one a player where there are several."""
        return {
            f"{name}[{number}]" if self.game.state[name].shape else name: int(value)
            for name in self.sets
            for number, value in enumerate(np.ravel(state[name]))
        }

    def _peeks(self, table: PlainTable, player: int) -> Iterator[Mistake]:
        """Bots that decide otherwise where only what is hidden differs."""
        before = table.copy()
        if len(table.legal) < 2 or self.peeks == MOST_PEEKS or table.is_midway:
            return
        worlds = [table.world(player, seed) for seed in range(WORLDS)]
        if all(world[n].tobytes() == table.state[n].tobytes() for world in worlds for n in table.state.dtype.names):
            return  # nothing is hidden here
        self.peeks += 1
        by_playouts = self.game.functions.get("weigh") is weigh_by_playouts  # it sees drawn worlds alone
        for bot in (*(() if by_playouts else ("greedy",)), *(style.name for style in self.game.styles)):
            decisions = set()
            for seed in (None, *range(WORLDS)):
                table.restore(before)
                if seed is not None:
                    table.states[WORLD] = table.world(player, seed)
                decisions.add(table.choice_of(bot))
            table.restore(before)
            if len(decisions) > 1:
                words = (
                    f"{bot} decides by what player {player} cannot see: {sorted(decisions)} in worlds that look alike"
                )
                yield Mistake(Sort.PEEKS, words, self.place)

    def over_all(self) -> Iterator[Mistake]:
        """Mistakes that show only over many positions."""
        yield from self._half_hidden()
        yield from self._impossible_worlds()
        if not self.hides and self.positions >= ENOUGH:
            for name in self.sets:
                held_at_once = len({player for held, _, player in self.open if held == name}) > 1
                if self.game.state[name].shape and len(self.dealt.get(name, ())) > 1 and held_at_once:
                    words = f"every player sees {name} of all others; if that is not meant, hide it"
                    yield Mistake(Sort.OPEN, words, declared_at(self.game, name), is_warning=True)

    def _half_hidden(self) -> Iterator[Mistake]:
        """Fields that one player sees of another, and others not, who sit as far apart.

        A neighbor or a partner may see more than others. A field of which it changes who sees it is not by player.
        """
        hiding = {name for name, _, _ in self.hidden}
        for name in sorted(hiding):
            pairs = {key[1:] for key in (*self.hidden, *self.open) if key[0] == name}
            never = [p for p in pairs if self.open[name, *p] >= ENOUGH and not self.hidden[name, *p]]
            always = [p for p in pairs if self.hidden[name, *p] >= ENOUGH and not self.open[name, *p]]
            hidden_ways = {(other - player) % self.players for player, other in always}
            odd = [(player, other) for player, other in never if (other - player) % self.players in hidden_ways]
            if odd and len(never) + len(always) == len(pairs):
                words = f"{name} of player {odd[0][1]} is open to player {odd[0][0]}, and others' is hidden"
                yield Mistake(Sort.HALF_HIDDEN, words, self.place, is_warning=True)

    def _impossible_worlds(self) -> Iterator[Mistake]:
        rules = {pair for pair, times in self.apart.items() if times >= ENOUGH and self._are_places(pair)}
        for truth, world in self.drawn:
            for one, other in sorted(rules):
                if common := world.get(one, 0) & world.get(other, 0):
                    words = (
                        f"in a drawn world card {min(members(np.uint64(common)))} is in {one} and in {other} as well"
                    )
                    yield Mistake(Sort.WORLD, words, self._drawn_at, is_warning=True)
                    return
            places = [name for name in truth if self._are_places([name])]
            counts = [name for name in places if truth[name].bit_count() != world[name].bit_count()]
            if counts and rules:
                name = counts[0]
                cards, true_cards = world[name].bit_count(), truth[name].bit_count()
                words = f"{name} has {counted(cards, 'card')} in a drawn world, and {true_cards} in truth"
                yield Mistake(Sort.WORLD, words, self._drawn_at, is_warning=True)
                return

    def _are_places(self, cells: Iterable[str]) -> bool:
        """True if cards lie in these cells: one at a time in each, as far as anybody has seen."""
        return not any(cell.partition("[")[0] in self.no_places for cell in cells)
