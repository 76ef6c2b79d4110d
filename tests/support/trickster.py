"""Trickster positions set up by hand, in the words of the table.

table("3H 9C / 4H KC", packets="5H 6H / 2S").choose("3H", "KC")
"""

from typing import Any, Final

import numpy as np

from tests.support.cards import card_number
from tests.support.plain import Play
from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import CARDS, card_name
from workbench.games.trickster import GAME
from workbench.games.trickster.game import sum_of

DECK_NAMES: Final = [card_name(card) for card in range(CARDS)]
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
ONE_ROUND: Final = {"rounds": 1}


def card_set(text: str) -> Any:
    """The set of the named cards."""
    return np.uint64(sum(1 << card_number(name) for name in text.split()))


def names(cards: Any) -> str:
    """The names of a set's cards, ascending."""
    return " ".join(card_name(card) for card in members(cards))


class TricksterTable(Play):
    """A play that starts from a position set up by hand."""

    def choose(self, *cards: str) -> "TricksterTable":
        """The chosen cards of those who are next, in the order of the seats."""
        for card in cards:
            self.take(card_number(card))
        return self

    def tableau(self, player: int) -> str:
        """A player's tableau."""
        return names(self.state.tableau[player])

    @property
    def packets(self) -> list[str]:
        """The packets, by who holds them."""
        return [names(self.state.packet[player]) for player in range(self.players)]

    @property
    def collections(self) -> list[str]:
        """The collections, by player."""
        return [names(self.state.collection[player]) for player in range(self.players)]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of these kinds so far."""
        return [event for event in self.trace if event["event"] in kinds]


def table(tableaus: str, packets: str = "", collections: str = "", **rules: Any) -> TricksterTable:
    """Seat 0 is to choose first. There are as many players as tableaus, which must be of one size, and one round.

    `packets` and `collections` are those that the players hold, in the order of the seats; left out, they are empty.
    """
    dealt = tableaus.split("/")
    assert len({len(tableau.split()) for tableau in dealt}) == 1, "tableaus must be of one size"
    position = TricksterTable(GAME, {**ONE_ROUND, "players": len(dealt), **rules})
    state, used = position.state, [*tableaus.replace("/", " ").split()]
    for field, text in (("tableau", tableaus), ("packet", packets), ("collection", collections)):
        for player, cards in enumerate(text.split("/") if text else ()):
            state[field][player] = card_set(cards)
    used += f"{packets} {collections}".replace("/", " ").split()
    assert len(set(used)) == len(used), "a card is named twice"
    for player in range(position.players):
        state.packet_sum[player] = sum_of(position.rules, state.packet[player])
        state.looked[player] = state.collection[player]
    state.removed = card_set(" ".join(set(DECK_NAMES) - set(used)))
    state.pack = card_set(" ".join(used))
    return position
