"""Hitmakers: legal actions as whoever is to decide reads them."""

from workbench.engine.parameters import Values
from workbench.engine.picture import Offer
from workbench.engine.playing_cards import card_name
from workbench.engine.types import Rules, State
from workbench.games.hitmakers.play import scout_of, top_of_pile
from workbench.games.hitmakers.table import NOBODY, Draw, HolderAnswer, Phase


def choice(state: State, rules: Rules, values: Values, action: int) -> Offer:
    """A draw, a discard, an answer in the talent show, or a star to present."""
    phase = Phase(int(state.phase))
    if phase is Phase.DRAW:
        return draw(state, Draw(action))
    if phase is Phase.DISCARD:
        return Offer(f"Discard {card_name(action)}", card_name(action), "Others may take it from the pile.")
    if phase is Phase.PRESENT:
        return Offer(f"Present {card_name(action)}", card_name(action), "Its scout is called next.")
    return answer(state, HolderAnswer(action))


def draw(state: State, source: Draw) -> Offer:
    """Where to draw from, or no draw."""
    if source is Draw.STOCK:
        return Offer("Draw from the stock", None, "You see the card first; then you discard one.")
    if source is Draw.PASS:
        return Offer("Skip the turn", None, "You keep your hand as it is.")
    top = card_name(int(top_of_pile(state)))
    return Offer(f"Take {top} from the discard pile", top, "Everybody sees it; then you discard one.")


def answer(state: State, action: HolderAnswer) -> Offer:
    """Lay the called card on the star or on the card that it beats, or keep it."""
    beaten = int(state.chain[state.chain_size])
    held, there = card_name(int(scout_of(beaten))), card_name(beaten)
    if action is HolderAnswer.DECLINE:
        return Offer(f"Keep {held}", None, "The presentation of this star ends.")
    verb = "Scout" if state.owner == NOBODY else "Poach"
    return Offer(
        f"{verb} {there} with {held}", held, "You collect the star and all cards on it, unless you are poached."
    )
