"""Counts of who drew and played each card of a list, and won: added up over a batch, and turned into win rates.

A seat that wins while it played a card did not win because of it: strong cards are played by whoever draws them, and
long plays see more cards. The gap between won-when-played and won-when-drawn says what choosing to play a card is worth
beyond holding it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.card_lists import CardList, ChoiceColumn
from workbench.engine.cards import DRAWN, PLAYED, Cards, used_by_seat
from workbench.engine.measures import WINNERS, Results
from workbench.scenario.make_up import MOST_KINDS, kind_column
from workbench.stats import Estimate, agresti_coull
from workbench.stats.estimate import Floats
from workbench.tallies.series import WHOLE_WIN

Counts = NDArray[np.int64]
ARRAYS = ("drawn", "played", "won_drawn", "won_played", "played_drawn")


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
    """The kind of each card, by its number: of a column that all cards have, else of one that most have.

    All the same where the list has no kinds.
    """
    column, rows = kind_column(declared), cards.numbered
    for optional in declared.columns if column is None else ():
        names = [row[optional.name] for row in rows if type(optional) is ChoiceColumn and row[optional.name]]
        if 2 * len(names) > len(rows) and 1 < len(set(names)) <= MOST_KINDS:
            return [str(row[optional.name] or f"no {optional.name}") for row in rows]
    return [str(row[column.name]) if column else "" for row in rows]


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
    uses: Results, rule: str, kinds: Sequence[str], seats: int, by_place: Sequence[int] = (), noted: str = ""
) -> CardCounts:
    """The counts of a list of cards of these kinds, from what `Batch.card_uses` gave.

    It is `noted` under the rule's name or another; `by_place` are the numbers of the cards there if not from 0 on. A
    card was drawn, or played, if one of its copies was.
    """
    numbers = by_place or range(len(kinds))
    cards = np.eye(len(kinds), dtype=np.float32)[numbers]
    won = (uses[WINNERS][:, None] >> np.arange(seats, dtype=np.uint16)) & 1  # each seat's share of each play's win
    shares = (won * (WHOLE_WIN // np.maximum(won.sum(axis=1, keepdims=True, dtype=np.int64), 1)))[:, :, None]
    drawn, played = (
        used_by_seat(uses, noted or rule, what, len(numbers), seats) @ cards > 0 for what in (DRAWN, PLAYED)
    )
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


def _over_seats(values: NDArray[np.int64 | np.bool_]) -> Counts:
    total: Counts = values.sum(axis=(0, 1), dtype=np.int64)
    return total


@dataclass(frozen=True)
class CardFigure:
    """One card: in how many seats of plays it was drawn and played, and how often these seats won.

    An estimate is None where there is nothing to estimate. Whether the card stands out is judged among all cards
    together (`verdicts`).
    """

    key: str
    drawn: int
    played: int
    won_when_drawn: Estimate | None
    won_when_played: Estimate | None
    played_when_drawn: Estimate | None


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
        )
        for card, key in enumerate(cards.keys)
    ]


def _rate(successes: float, trials: float) -> Estimate | None:
    return agresti_coull(float(successes), int(trials)) if trials else None
