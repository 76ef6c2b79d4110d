"""Plays a batch once more, noting who drew and played which card, and counts what its cards do for those who do.

`CardCounts` are added up over the batch, and `card_figures` turns them into win rates with intervals. A seat that wins
while it played a card did not win because of it: strong cards are played by whoever draws them, and long plays see more
cards. The gap between won-when-played and won-when-drawn says what choosing to play a card is worth beyond holding it.
The counts of every list of the batch are stored, so that nobody need play it for its cards again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.card_lists import CardList
from workbench.engine.cards import DRAWN, PLAYED, Cards, used_by_seat
from workbench.engine.files import JsonValue
from workbench.engine.measures import WINNERS, Results
from workbench.play.forms import make_batch, request_of
from workbench.play.options import RunOptions
from workbench.report.text.scenarios import bots_phrase
from workbench.scenario import Scenario
from workbench.scenario.make_up import kind_column
from workbench.stats import Estimate, agresti_coull
from workbench.stats.estimate import Floats
from workbench.store import RunRequest, Store
from workbench.store.results import find_card_counts, save_card_counts
from workbench.studies.decks.lists import cards_of_lists, lists_of, recorded_lists
from workbench.studies.decks.question import DecksQuestion
from workbench.studies.noted_plays import note_plays
from workbench.studies.progress import Follow, ignore_progress
from workbench.tallies.series import WHOLE_WIN

Counts = NDArray[np.int64]
ARRAYS = ("drawn", "played", "won_drawn", "won_played", "played_drawn")


@dataclass(frozen=True)
class DecksAnswer:
    """The counts of every list of the batch; none where the game does not record the list asked about.

    `is_new`: it was counted now, and the store does not have it yet.
    """

    question: DecksQuestion
    counts: "Mapping[str, CardCounts]"
    is_new: bool = False


def measure(question: DecksQuestion, options: RunOptions, follow: Follow = ignore_progress) -> DecksAnswer:
    """The counts of the batch, stored or played. Raises `Stopped` once `options.stop` is set; nothing is stored then.

    Nothing is told before all is played, since watched intervals mislead.
    """
    scenario = question.scenario
    if not question.needs_plays:
        return DecksAnswer(question, {})
    counts = stored_counts(options.store, scenario) if options.store else None
    if counts:
        return DecksAnswer(question, counts)
    return DecksAnswer(question, count_card_plays(scenario, options, follow), is_new=True)


@dataclass(frozen=True)
class CardCounts:
    """How often seats drew and played each card of a list, by the cards' numbers, and won: shape (cards,) each.

    A seat of a play counts once, however often it drew or played the card. Wins are counted in parts of which
    `WHOLE_WIN` make one, so that a win shared by k seats counts exactly 1/k, and sums are the same in any order.

    `products` say how kinds and cards vary from play to play: sums over plays of the products of each two of the
    `beside` numbers, shape (kinds + cards, 4, 4), in wins.
    """

    rule: str
    seats: int
    plays: int
    drawn: Counts
    played: Counts
    won_drawn: Counts
    won_played: Counts
    played_drawn: Counts
    products: Floats

    def __add__(self, other: "CardCounts") -> "CardCounts":
        """Both together, of the same list under the same rules."""
        names = (*ARRAYS, "products")
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return CardCounts(self.rule, self.seats, self.plays + other.plays, **sums)


def kinds_of(declared: CardList, cards: Cards) -> list[str]:
    """The kind of each card, by its number; all the same where the list has no kinds."""
    column = kind_column(declared)
    return [str(row[column.name]) if column else "" for row in cards.numbered]


def beside(won: Floats, drawn: Floats, kinds: Sequence[str]) -> Floats:
    """Each kind beside all other cards, in order of first mention, then each card beside the others of its kind.

    Wins and draws of both sides, shape (…, kinds + cards, 4), from those of the cards, shape (…, cards).
    """
    names = list(dict.fromkeys(kinds))
    kind = np.array([names.index(name) for name in kinds], int)
    sides = []
    for of_cards in (won, drawn):
        of_kinds = of_cards @ np.eye(len(names))[kind]
        whole = np.concatenate([of_kinds.sum(axis=-1, keepdims=True) + 0 * of_kinds, of_kinds[..., kind]], axis=-1)
        part = np.concatenate([of_kinds, of_cards], axis=-1)
        sides.append((part, whole - part))
    (won_part, won_rest), (drawn_part, drawn_rest) = sides
    return np.stack([won_part, drawn_part, won_rest, drawn_rest], axis=-1)


def count_cards(
    uses: Results, rule: str, kinds: Sequence[str], seats: int, numbers: Sequence[int] | slice = slice(None)
) -> CardCounts:
    """The counts of a list of cards of these kinds, from what `Batch.card_uses` gave; `numbers` are theirs there."""
    cards = len(kinds)
    shares = _shares(uses[WINNERS], seats)[:, :, None]
    drawn, played = (used_by_seat(uses, rule, what, cards, seats)[..., numbers] for what in (DRAWN, PLAYED))
    plays = beside((drawn * shares).sum(axis=1) / WHOLE_WIN, drawn.sum(axis=1).astype(float), kinds)
    return CardCounts(
        rule=rule,
        seats=seats,
        plays=len(uses),
        products=np.einsum("pra,prb->rab", plays, plays),
        drawn=_over_seats(drawn),
        played=_over_seats(played),
        won_drawn=_over_seats(drawn * shares),
        won_played=_over_seats(played * shares),
        played_drawn=_over_seats(drawn & played),
    )


def _shares(winners: NDArray[np.uint16], seats: int) -> Counts:
    """Each seat's share of each play's win, in parts, shape (plays, seats)."""
    won = (winners[:, None] >> np.arange(seats, dtype=np.uint16)) & 1
    shares: Counts = won * (WHOLE_WIN // np.maximum(won.sum(axis=1, keepdims=True, dtype=np.int64), 1))
    return shares


def _over_seats(values: NDArray[np.int64 | np.bool_]) -> Counts:
    total: Counts = values.sum(axis=(0, 1), dtype=np.int64)
    return total


@dataclass(frozen=True)
class CardFigure:
    """One card: in how many seats of plays it was drawn and played, and how often these seats won.

    `baseline` is the win rate of any seat, 1 by their number. An estimate is None where there is nothing to estimate.
    Whether the card stands out is judged among all cards together (`verdicts`).
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
    scenario: Scenario, options: RunOptions, follow: Follow = ignore_progress
) -> dict[str, CardCounts]:
    """Counts of every card list that the game reports, over the plays of the scenario's batch; nothing is stored.

    Raises `Stopped` once `options.stop` is set.
    """
    batch, stop = make_batch(scenario), options.stop
    if not options.cluster and not batch.use_kernel.is_warm:
        options.compiling()

    def here(first: int, plays: int) -> Results:
        return batch.card_uses(first, plays, options.jobs, stop)

    there = options.cluster.card_uses(scenario, stop) if options.cluster else None
    counts: dict[str, CardCounts] = {}
    kinds, pack = _kinds(scenario), scenario.game.pack
    numbers = sorted(range(len(pack)), key=pack.__getitem__) if pack else slice(None)

    def add(uses: Results) -> int:
        for rule, of_cards in kinds.items():
            more = count_cards(uses, rule, of_cards, scenario.players, numbers)
            counts[rule] = counts[rule] + more if rule in counts else more
        return len(uses)

    note_plays(scenario, options, follow, bots_phrase(scenario.bots), here, there, add)
    return counts


def _kinds(scenario: Scenario) -> dict[str, list[str]]:
    """The kinds of the cards of each list whose use the game records."""
    declared, cards = lists_of(scenario.game), cards_of_lists(scenario)
    return {rule: kinds_of(declared[rule], cards[rule]) for rule in recorded_lists(scenario.game)}


# In the store


def save_counts(store: Store, scenario: Scenario, counts: Mapping[str, CardCounts]) -> None:
    """Store the counts of every list of the scenario's batch."""
    save_card_counts(store, _request(scenario), {rule: _counts_json(counted) for rule, counted in counts.items()})


def stored_counts(store: Store, scenario: Scenario) -> dict[str, CardCounts] | None:
    """The stored counts of the scenario's batch; None where it has not been counted, or not in these lists."""
    stored = find_card_counts(store, _request(scenario)) if store.exists else None
    if stored is None:
        return None
    kinds = _kinds(scenario)
    sound = set(stored) == set(kinds) and all(
        len(written["drawn"]) == len(kinds[rule]) and "products" in written for rule, written in stored.items()
    )  # those that were counted before there were products are counted again
    return {rule: _read(rule, written) for rule, written in stored.items()} if sound else None


def _request(scenario: Scenario) -> RunRequest:
    return request_of(scenario, {})


def _counts_json(counts: CardCounts) -> dict[str, object]:
    arrays = {name: getattr(counts, name).tolist() for name in ARRAYS}
    return {"seats": counts.seats, "plays": counts.plays, "products": counts.products.tolist(), **arrays}


def _read(rule: str, written: Mapping[str, JsonValue]) -> CardCounts:
    arrays = {name: np.array(written[name], np.int64) for name in ARRAYS}
    products = np.array(written["products"], np.float64)
    return CardCounts(rule, int(written["seats"]), int(written["plays"]), products=products, **arrays)
