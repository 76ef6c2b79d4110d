"""Showbiz Shuffle: legal actions as whoever is to decide reads them."""

from workbench.engine.cards import Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import Offer
from workbench.engine.types import Rules, State
from workbench.games.showbiz_shuffle.picture import biz_face, biz_keys, bod_keys
from workbench.games.showbiz_shuffle.play import bod_slot, opens
from workbench.games.showbiz_shuffle.rules import Genre
from workbench.games.showbiz_shuffle.table import KEEP_BIZ, PLACES, Move, Phase

SHAKE_UP = "You discard all Biz, shuffle your Bods into the deck and draw new ones. It is your whole turn."


def choice(state: State, rules: Rules, values: Values, action: int) -> Offer:
    """A move of the turn, or the next choice about the card that is being played."""
    phase, actor = Phase(int(state.phase)), int(state.actor)
    if phase is Phase.TURN:
        return of_turn(state, values, action)
    if phase is Phase.GENRE:
        return Offer(f"A {Genre(action).name.lower()} movie")
    if phase in (Phase.MOVIE, Phase.TARGET):
        return Offer(f"{'Cast in m' if phase is Phase.MOVIE else 'M'}{movie(state, action, actor)}")
    if phase is Phase.RIVAL:
        return Offer(f"Steal from player {action + 1}", None, "You take a Biz card of that hand by chance.")
    if action == KEEP_BIZ:
        return Offer("Play no Biz card after all")
    if phase is Phase.BOD:
        return bod(values, int(state.cast[state.aim, action]), "On {}")
    if phase is Phase.SWAP:
        return bod(values, int(state.hand[actor, action]), "{} takes the place")
    if phase is Phase.ATTACHED:
        copy = int(state.attached[state.aim, action])
        return biz(rules, values, copy, f"Cancel {{}}, Biz card {action + 1} of the movie")
    return biz(rules, values, int(state.biz_hand[actor, action]), "Discard {}" if phase is Phase.LOSE else "Play {}")


def of_turn(state: State, values: Values, action: int) -> Offer:
    """The next thing to do in a turn."""
    if action == Move.BIZ:
        return Offer("Play a Biz card", None, "Which one, and on what, comes next.")
    if action == Move.SHAKE_UP:
        return Offer("Studio Shake-up", None, SHAKE_UP)
    if action == Move.END_TURN:
        return Offer("End the turn", None, "What you have not played, you keep.")
    slot, from_call = int(bod_slot(action)), action >= Move.CAST_CALL
    number = int(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    source = "from the Cattle Call" if from_call else "from your hand"
    return bod(values, number, f"Open a movie with {{}} {source}" if opens(action) else f"Cast {{}} {source}")


def movie(state: State, number: int, actor: int) -> str:
    """A movie: `ovie 1 of player 2, drama`, behind its first letter."""
    owner, genre = number // PLACES, Genre(int(state.genre[number])).name.lower()
    whose = "your own" if owner == actor else f"of player {owner + 1}"
    return f"ovie {number % PLACES + 1}, {whose}, {genre}"


def bod(values: Values, number: int, says: str) -> Offer:
    """A choice about a Bod, whose name stands in the sentence."""
    return Offer(says.format(_row(values, "bods", number)["name"]), bod_keys(values)[number])


def biz(rules: Rules, values: Values, copy: int, says: str) -> Offer:
    """A choice about a Biz card, with what the card does."""
    number = int(rules.biz_deck[copy])
    row = _row(values, "biz", number)
    face = biz_face(row)
    does = f"{face.kind}{f', {face.points}' if face.points else ''}. {face.text}"
    return Offer(says.format(row["name"]), biz_keys(values)[number], does)


def _row(values: Values, name: str, number: int) -> Row:
    return cards_of(values, name).numbered[number]
