"""Deck statistics: what is in a card list, and what its cards do for those who draw and play them.

The make-up of a list (`make_up`) comes from its rows alone. What cards do comes from plays: `CardCounts` are added up
over a batch, and `card_figures` turns them into win rates with intervals. A seat that wins while it played a card did
not win because of it: strong cards are played by whoever draws them, and long plays see more cards. The gap between
won-when-played and won-when-drawn says what choosing to play a card is worth beyond holding it.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.engine.batch import cores
from workbench.engine.card_lists.cards import DRAWN, PLAYED, Cards, Row, used_by_seat
from workbench.engine.card_lists.columns import Cell, ChoiceColumn, MarkColumn, NumberColumn, SetColumn
from workbench.engine.card_lists.lists import CardList, card_lists
from workbench.engine.measures import WINNERS, Results
from workbench.scenario import Scenario
from workbench.stats import Estimate, agresti_coull
from workbench.store import RunRequest, Store
from workbench.store.results import find_card_counts, save_card_counts
from workbench.study.batch_player import Stopped
from workbench.study.outcome import make_batch
from workbench.study.simulate import request_of
from workbench.study.strength.contest import affordable, declared_cost
from workbench.tallies.series import WHOLE_WIN

CHUNK_PLAYS = 1_000
QUICK_WORK, DECISIONS, FEWEST = 38_000_000, 300, 100
"""About how much a quick look may cost; decisions of a play, of which no game here has many more; and fewest plays."""
LONG = 10
"""Times the plays of a quick look that the long study has."""
Counts = np.ndarray[Any, np.dtype[np.int64]]

# What is in a list


@dataclass(frozen=True)
class MakeUp:
    """What a card list is made of, each card counted as often as it has copies.

    kinds       for each column of a choice: how many cards have each option, all options named
    shown       for each column of a choice that a number counts: how many of each option the cards show together
    curves      for each column of numbers: how many cards have each value that occurs, ascending
    covers      for each set of marks: how many cards have each member, all members named
    values      for each set of marks and each column of numbers: what the cards of each member add up to
    """

    cards: int
    rows: int
    kinds: Mapping[str, Mapping[str, int]]
    shown: Mapping[str, Mapping[str, int]]
    curves: Mapping[str, Mapping[int, int]]
    covers: Mapping[str, Mapping[str, int]]
    values: Mapping[str, Mapping[str, Mapping[str, int]]]


def make_up(declared: CardList, cards: Cards, only: Callable[[Row], bool] = lambda row: True) -> MakeUp:
    """The make-up of a list, or of those of its cards that `only` picks."""
    rows = [row for row in cards if only(row)]
    numbers = [c.name for c in declared.columns if isinstance(c, NumberColumn) and c.name != declared.copies]
    choices = [column for column in declared.columns if type(column) is ChoiceColumn]
    counted = {c.counts: c.name for c in declared.columns if isinstance(c, NumberColumn) and c.counts}
    members = _members(declared)
    return MakeUp(
        cards=sum(_copies(declared, row) for row in rows),
        rows=len(rows),
        kinds={c.name: {name: _count(declared, rows, c.name, name) for name in c.names} for c in choices},
        shown={
            c.name: {name: _count(declared, rows, c.name, name, counted[c.name]) for name in c.names}
            for c in choices
            if c.name in counted
        },
        curves={name: dict(sorted(_curve(declared, rows, name).items())) for name in numbers},
        covers={word: {m: _sum(declared, rows, has) for m, has in named.items()} for word, named in members.items()},
        values={
            word: {number: {m: _sum(declared, rows, has, number) for m, has in named.items()} for number in numbers}
            for word, named in members.items()
        },
    )


Has = Callable[[Row], bool]


def _members(declared: CardList) -> dict[str, dict[str, Has]]:
    """For each set of marks, whether they are columns of their own or stand in one: who has each member."""
    found: dict[str, dict[str, Has]] = {}
    for column in declared.columns:
        if isinstance(column, MarkColumn):
            found.setdefault(column.word, {})[column.name] = _marked(column.name)
        if isinstance(column, SetColumn):
            found[column.name] = {name: _among(column.name, name) for name in column.names}
    return found


def _marked(column: str) -> Has:
    return lambda row: bool(row[column])


def _among(column: str, member: str) -> Has:
    def has(row: Row) -> bool:
        cell = row[column]
        return isinstance(cell, tuple) and member in cell

    return has


def _copies(declared: CardList, row: Row) -> int:
    return declared.copies_of([row]) if declared.copies else 1


def _count(declared: CardList, rows: list[Row], column: str, value: str, number: str = "") -> int:
    return _sum(declared, rows, lambda row: row[column] == value, number)


def _sum(declared: CardList, rows: list[Row], has: Has, number: str = "") -> int:
    """Copies of the cards that have something, or what their numbers add up to."""
    return sum(_copies(declared, row) * (_number(row[number]) if number else 1) for row in rows if has(row))


def _number(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0


def _curve(declared: CardList, rows: list[Row], column: str) -> Counter[int]:
    curve: Counter[int] = Counter()
    for row in rows:
        if row[column] is not None:
            curve[_number(row[column])] += _copies(declared, row)
    return curve


MOST_KINDS = 6
"""More kinds of cards than these are not told apart in a chart, nor compared."""


def kind_column(declared: CardList) -> ChoiceColumn | None:
    """The first column of kinds that every card has, if its kinds can be told apart."""
    choices = (column for column in declared.columns if type(column) is ChoiceColumn and not column.optional)
    return next((column for column in choices if len(column.names) <= MOST_KINDS), None)


# What its cards do


@dataclass(frozen=True)
class CardCounts:
    """How often seats drew and played each card of a list, by the cards' numbers, and won: shape (cards,) each.

    A seat of a play counts once, however often it drew or played the card. Wins are counted in parts of which
    `WHOLE_WIN` make one, so that a win shared by k seats counts exactly 1/k, and sums are the same in any order.
    """

    rule: str
    seats: int
    plays: int
    drawn: Counts
    played: Counts
    won_drawn: Counts
    won_played: Counts
    played_drawn: Counts

    def __add__(self, other: "CardCounts") -> "CardCounts":
        """Both together, of the same list under the same rules."""
        names = ("drawn", "played", "won_drawn", "won_played", "played_drawn")
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return CardCounts(self.rule, self.seats, self.plays + other.plays, **sums)


def count_cards(uses: Results, rule: str, cards: int, seats: int) -> CardCounts:
    """The counts of a list of so many cards, from what `Batch.card_uses` gave."""
    shares = _shares(uses[WINNERS], seats)[:, :, None]
    drawn, played = (used_by_seat(uses, rule, what, cards, seats) for what in (DRAWN, PLAYED))
    return CardCounts(
        rule=rule,
        seats=seats,
        plays=len(uses),
        drawn=_over_seats(drawn),
        played=_over_seats(played),
        won_drawn=_over_seats(drawn * shares),
        won_played=_over_seats(played * shares),
        played_drawn=_over_seats(drawn & played),
    )


def _shares(winners: np.ndarray[Any, np.dtype[np.uint16]], seats: int) -> Counts:
    """Each seat's share of each play's win, in parts, shape (plays, seats)."""
    won = (winners[:, None] >> np.arange(seats, dtype=np.uint16)) & 1
    shares: Counts = won * (WHOLE_WIN // np.maximum(won.sum(axis=1, keepdims=True, dtype=np.int64), 1))
    return shares


def _over_seats(values: np.ndarray[Any, np.dtype[Any]]) -> Counts:
    total: Counts = values.sum(axis=(0, 1), dtype=np.int64)
    return total


@dataclass(frozen=True)
class CardFigure:
    """One card: in how many seats of plays it was drawn and played, and how often these seats won.

    `baseline` is the win rate of any seat, 1 by their number. An estimate is None where there is nothing to estimate.
    Whether the card stands out is judged among all cards together (`report.deck_words`).
    """

    key: str
    drawn: int
    played: int
    won_when_drawn: Estimate | None
    won_when_played: Estimate | None
    played_when_drawn: Estimate | None
    baseline: float


def card_figures(cards: Cards, counts: CardCounts) -> list[CardFigure]:
    """Every card of the list, by its number, with Wilson's intervals."""
    return [
        CardFigure(
            key=key,
            drawn=int(counts.drawn[card]),
            played=int(counts.played[card]),
            won_when_drawn=_rate(counts.won_drawn[card] / WHOLE_WIN, counts.drawn[card]),
            won_when_played=_rate(counts.won_played[card] / WHOLE_WIN, counts.played[card]),
            played_when_drawn=_rate(counts.played_drawn[card], counts.drawn[card]),
            baseline=1 / counts.seats,
        )
        for card, key in enumerate(cards.keys)
    ]


def _rate(successes: float, trials: float) -> Estimate | None:
    return agresti_coull(float(successes), int(trials)) if trials else None


# Playing a batch for its cards


def count_card_plays(
    scenario: Scenario,
    *,
    jobs: int | None = None,
    watch: Callable[[int, Mapping[str, CardCounts]], None] = lambda done, counts: None,
    stop: threading.Event | None = None,
) -> dict[str, CardCounts]:
    """Counts of every card list that the game reports, over the plays of the scenario's batch.

    The plays are those of the scenario's batch, played once more: nothing of this is stored. `watch` is told after each
    chunk. Raises `Stopped` when `stop` is set.
    """
    batch = make_batch(scenario)
    counts: dict[str, CardCounts] = {}
    for first in range(0, scenario.plays, CHUNK_PLAYS):
        plays = min(CHUNK_PLAYS, scenario.plays - first)
        uses = batch.card_uses(first, plays, jobs or cores(), stop)
        if len(uses) < plays or (stop is not None and stop.is_set()):
            raise Stopped("stopped; nothing was stored")
        for rule in scenario.game.card_uses:
            found = count_cards(uses, rule, len(card_lists_of(scenario)[rule]), scenario.players)
            counts[rule] = counts[rule] + found if rule in counts else found
        watch(first + len(uses), counts)
    return counts


def card_lists_of(scenario: Scenario) -> dict[str, Cards]:
    """The card lists of a scenario's rules, by the rule's name."""
    lists = card_lists(scenario.game.parameters)
    return {name: value for name, value in scenario.rules.items() if name in lists and isinstance(value, Cards)}


def deck_figures(scenario: Scenario, counts: Mapping[str, CardCounts]) -> dict[str, list[CardFigure]]:
    """The figures of every list that was counted."""
    return {rule: card_figures(card_lists_of(scenario)[rule], counted) for rule, counted in counts.items()}


def quick_plays(scenario: Scenario) -> int:
    """The plays of a quick look, by declared costs alone: the scenario's own, fewer where its bots are slow."""
    return affordable(declared_cost(scenario, DECISIONS), FEWEST, scenario.plays, QUICK_WORK)


WON = ("won_drawn", "won_played")
ARRAYS = ("drawn", "played", *WON, "played_drawn")


def save_counts(store: Store, scenario: Scenario, counts: Mapping[str, CardCounts]) -> None:
    """Store the counts of every list of the scenario's batch."""
    save_card_counts(store, _request(scenario), {rule: _written(counted) for rule, counted in counts.items()})


def stored_counts(store: Store, scenario: Scenario) -> dict[str, CardCounts] | None:
    """The stored counts of the scenario's batch; None where it has not been counted, or not in these lists."""
    found = find_card_counts(store, _request(scenario)) if store.path.exists() else None
    if found is None:
        return None
    counts = {rule: _read(rule, written) for rule, written in found.items()}
    lists = card_lists_of(scenario)
    sound = set(counts) == set(scenario.game.card_uses)
    return counts if sound and all(len(counts[rule].drawn) == len(lists[rule]) for rule in counts) else None


def _request(scenario: Scenario) -> RunRequest:
    return request_of(scenario, {})


def _written(counts: CardCounts) -> dict[str, Any]:
    arrays = {name: getattr(counts, name).tolist() for name in ARRAYS}
    return {"seats": counts.seats, "plays": counts.plays, "whole_win": WHOLE_WIN, **arrays}


def _read(rule: str, written: Mapping[str, Any]) -> CardCounts:
    older = WHOLE_WIN // written.get("whole_win", 1)  # which have whole wins, and thirds that are rounded
    found = {name: np.array(written[name], np.float64) * (older if name in WON else 1) for name in ARRAYS}
    arrays = {name: np.rint(found[name]).astype(np.int64) for name in ARRAYS}
    return CardCounts(rule, int(written["seats"]), int(written["plays"]), **arrays)
