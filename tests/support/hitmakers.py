"""Hitmakers positions set up by hand, in the words of the table.

table("10H 3C / 4D / 5C", stars="10S", stock="QH JH", pile="2C 9C").draw("stock").discard("3C")
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import numpy as np

from tests.support.cards import card_number
from tests.support.plain import Play
from workbench import kit
from workbench.engine.bit_sets import members, up_to
from workbench.engine.chance import start_deal
from workbench.engine.compiling import plainly
from workbench.engine.playing_cards import CARDS, DECK
from workbench.games.hitmakers import GAME, game
from workbench.games.hitmakers.game import PACK, STAR_PLACES, Award, Phase

DRAWS: Final = {"stock": 0, "discard": 1, "pass": 2}
"""Actions where a player draws."""
AWARDS: Final = [award.name.lower() for award in Award]
DECK_NAMES: Final = list(PACK.names)
FOUR_PLAYERS: Final = {"players": 4, "hand_size": 6, "production_rounds": 5, "extra_stars": 1, "bonus_round": True}
ONE_DEAL: Final = {"score_target": 0}


def cards(text: str) -> list[int]:
    """The cards behind their names."""
    return [card_number(name) for name in text.split()]


def card_set(text: str) -> Any:
    """The set of the named cards."""
    return np.uint64(sum(1 << card for card in cards(text)))


def named(numbers: Any) -> str:
    """The names of cards."""
    return " ".join(PACK.names[int(card)] for card in numbers)


class HitmakersTable(Play):
    """A play that starts from a position set up by hand. Actions are words; `hand`, `pile` … are words too."""

    def draw(self, source: str) -> "HitmakersTable":
        """Draw from `stock` or `discard`, or `pass`."""
        assert self.state.phase == Phase.DRAW
        self.take(DRAWS[source])
        return self

    def discard(self, card: str) -> "HitmakersTable":
        """Discard a card of the hand."""
        assert self.state.phase == Phase.DISCARD
        self.take(card_number(card))
        return self

    def answer(self, *answers: str) -> "HitmakersTable":
        """`scout` (or poach) or `decline`, as often as given."""
        for word in answers:
            assert self.state.phase == Phase.ANSWER
            self.take(self.legal[-1] if word == "scout" else 0)
        return self

    def present(self, card: str) -> "HitmakersTable":
        """The Emcee's choice of a star."""
        assert self.state.phase == Phase.PRESENT
        self.take(card_number(card))
        return self

    def show(self) -> "HitmakersTable":
        """Start the talent show."""
        self.run(game.start_show, self.state, self.rules, self.chance)
        return self

    @property
    def actor(self) -> int:
        """Who decides."""
        return int(self.state.actor)

    @property
    def legal_cards(self) -> str:
        """The cards that may be discarded or presented."""
        assert self.state.phase in (Phase.DISCARD, Phase.PRESENT)
        return named(self.legal)

    def hand(self, player: int) -> str:
        """A player's hand, ascending."""
        return named(members(self.state.hand[player]))

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of these kinds so far."""
        return [event for event in self.trace if event["event"] in kinds]

    def cards_of(self, *kinds: str) -> str:
        """The cards of the events of these kinds."""
        return " ".join(event["card"] for event in self.events(*kinds))


def table(hands: str, stars: str = "", pile: str = "", stock: str | None = None, **rules: Any) -> HitmakersTable:
    """Seat 0 is to draw, in the last production round. `stock` (default: all cards not named) comes in that order.

    There are as many players as hands, one deal, and as many rounds as stars, unless the rules say otherwise.
    """
    held = [cards(hand) for hand in hands.split("/")]
    defaults = {**ONE_DEAL, "players": len(held), "production_rounds": max(1, len(stars.split()))}
    position = HitmakersTable(GAME, {**defaults, **rules})
    state = position.state
    for player, hand in enumerate(held):
        state.hand[player] = sum(1 << card for card in hand)
    _lay(state.star, cards(stars))
    _lay(state.pile, cards(pile))
    state.stars, state.pile_size = len(cards(stars)), len(cards(pile))
    state.cavalcade = sum(1 << card for card in cards(stars))
    state.face_up = state.cavalcade | sum(1 << card for card in cards(pile))
    state.owner = kit.NO_ONE
    used = [*chain.from_iterable(held), *cards(stars), *cards(pile)]
    assert len(set(used)) == len(used), "a card is named twice"
    stack(position, used, [card for card in range(CARDS) if card not in used] if stock is None else cards(stock))
    state.round_number = position.rules.production_rounds
    state.turns_left = position.players
    state.actor, state.phase = 0, Phase.DRAW
    return position


def _lay(field: Any, numbers: Sequence[int]) -> None:
    field[: len(numbers)] = numbers


def stack(position: HitmakersTable, used: Sequence[int], stock: Sequence[int]) -> None:
    """Arrange the deck so that the stock is drawn in the order given, whoever draws; other cards are out."""
    out = [card for card in range(CARDS) if card not in used and card not in stock]
    assert len(used) + len(out) + len(stock) == CARDS, "a card is named twice"
    position.state.deck[:] = [*reversed(stock), *out, *used]
    position.state.pack = DECK
    position.state.stock, position.state.places = sum(1 << card for card in stock), up_to(len(stock))


def deck_order(seed: int, number: int, deal: int = 0) -> list[int]:
    """The shuffled deck of a deal of play `number` of the batch with `seed`: all 52 cards, by place."""
    position = Play(GAME, seed=seed, play=number)
    plainly(start_deal)(position.chance, deal)
    plainly(kit.shuffle)(position.state, position.players, STAR_PLACES, position.chance)
    return [int(card) for card in position.state.deck]


def stock_of(state: Any) -> list[int]:
    """The cards of the stock, from the lowest place of the deck."""
    return [int(state.deck[place]) for place in members(state.places)]
