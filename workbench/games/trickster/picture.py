"""Trickster: what lies where on the table."""

from collections.abc import Iterator

from workbench.engine.parameters import Values
from workbench.engine.picture import Look, Picture, Zone, french_cards, number
from workbench.engine.playing_cards import CARDS
from workbench.engine.types import Rules, State
from workbench.games.trickster.table import packet_of, place_of


def zones(state: State, rules: Rules, values: Values) -> Iterator[Zone]:
    """Each tableau, the packet in hand, the collection and the points; and the cards that were removed, if any are."""
    if CARDS % rules.players:
        yield Zone("Removed", french_cards(state.removed), look=Look.PILE)
    for player in range(rules.players):
        packet, hidden = packet_of(state, rules, player), state.hidden_laid[place_of(state, rules, player)]
        yield Zone("Packet", french_cards(packet, hidden), player)
        yield Zone("Tableau", french_cards(state.tableau[player]), player)
        yield Zone("Collection", french_cards(state.collection[player], state.hidden_collected[player]), player)
        yield number("Points", state.totals[player], player)


PICTURE = Picture(zones)
