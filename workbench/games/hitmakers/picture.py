"""Hitmakers: what lies where on the table."""

from collections.abc import Iterator

from workbench.engine.bit_sets import EMPTY, count, holds
from workbench.engine.parameters import Values
from workbench.engine.picture import Look, Picture, Thing, Zone, face_down, french_cards, number
from workbench.engine.playing_cards import card_name
from workbench.engine.types import Rules, State


def zones(state: State, rules: Rules, values: Values) -> Iterator[Zone]:
    """The Cavalcade, the star that is presented, stock and discard pile; each hand and its points."""
    yield Zone("Cavalcade of Stars", cavalcade(state))
    yield Zone("On stage", on_stage(state, rules))
    yield Zone("Stock", face_down(count(state.stock)), look=Look.PILE)
    yield Zone("Discard pile", [card_name(card) for card in state.pile[: state.pile_size]], look=Look.PILE)
    for player in range(rules.players):
        yield Zone("Hand", french_cards(state.hand[player], state.hidden[player]), player)
        yield number("Points", state.totals[player], player)
        yield number("Points of the deal", state.deal_score[player], player)


def cavalcade(state: State) -> list[Thing]:
    """The stars still to be presented; those that Concentration has turned down show their backs."""
    has_begun = state.presented > 0 or state.waiting != EMPTY
    return [
        None if place < state.turned_down else card_name(card)
        for place, card in enumerate(state.star[: state.stars])
        if not has_begun or holds(state.waiting, card)
    ]


def on_stage(state: State, rules: Rules) -> list[Thing]:
    """The star that was presented and the cards laid on it, until somebody collects them."""
    if state.presented == 0 or any(holds(state.hand[player], state.chain[0]) for player in range(rules.players)):
        return []
    return [card_name(card) for card in state.chain[: state.chain_size + 1]]


PICTURE = Picture(zones)
