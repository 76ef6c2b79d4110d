"""Trickster: legal actions as whoever is to decide reads them."""

from workbench.engine.bit_sets import count
from workbench.engine.parameters import Values
from workbench.engine.picture import Offer
from workbench.engine.playing_cards import card_name
from workbench.engine.types import Rules, State
from workbench.engine.wording import counted
from workbench.games.trickster.play import collecting_cause
from workbench.games.trickster.table import Cause, packet_of, place_of, value_of


def choice(state: State, rules: Rules, values: Values, action: int) -> Offer:
    """A card to be laid, and whether the packet must be collected before."""
    place = place_of(state, rules, state.actor)
    packet = counted(int(count(packet_of(state, rules, state.actor))), "card")
    total = int(state.packet_sum[place] + value_of(rules, action))
    leads_to = {
        Cause.NOTHING: f"The packet’s sum is then {total} of {int(rules.sum_limit)}.",
        Cause.SUIT: f"It is of another suit: you collect the packet first, {packet}.",
        Cause.SUM: f"The sum would be {total}, above {int(rules.sum_limit)}: you collect the packet first, {packet}.",
    }
    name = card_name(action)
    return Offer(f"Lay {name}", name, leads_to[Cause(int(collecting_cause(state, rules, place, action)))])
