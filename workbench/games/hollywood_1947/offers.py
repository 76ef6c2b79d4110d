"""Hollywood 1947: legal actions as whoever is to decide reads them."""

from workbench.engine.bit_sets import chosen_kind
from workbench.engine.cards import Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import Offer
from workbench.engine.types import Rules, State
from workbench.engine.wording import upper_first
from workbench.games.hollywood_1947.picture import keys
from workbench.games.hollywood_1947.rules import MOST_PLAYERS, StudioJob
from workbench.games.hollywood_1947.table import STOP, Option, Phase, YesNo, dice_a_player, owner_of

OPTIONS = {
    Option.PASS: Offer("Pass", None, "You do nothing in this turn."),
    Option.REROLL: Offer("Re-roll dice", None, "Which ones comes next; each star lets its player add a card."),
    Option.SWAP: Offer("Swap a job", None, "One of yours for one in the center."),
    Option.PEEK: Offer("Look at the ghosts’ cards", None, "It is your whole turn."),
}
STOPS = {
    Phase.REROLL: Offer("Re-roll no more"),
    Phase.STRIKE: Offer("Add no card", None, "Your symbols stay in your hand."),
    Phase.TOKEN: Offer("Spend no token", None, "You keep it for another movie."),
}
CARDS = {
    Phase.STAR_CARD: ("Add {}", "For a star on your die, face down."),
    Phase.STRIKE: ("Add {}", "On strike, face down."),
    Phase.TOKEN: ("Spend a token: add {}", "Face down."),
    Phase.DISCARD: ("Discard {}", ""),
    Phase.COMPOSE: ("Add {}", "As composer, face down; the rest is discarded."),
}
TARGETS = {
    StudioJob.DIRECTOR: "Give a token to {}",
    StudioJob.CINEMATOGRAPHER: "Look at the cards of {}",
    StudioJob.ACTRESS: "{} draws and discards",
    StudioJob.ACTOR: "{} draws and discards",
}


def choice(state: State, rules: Rules, values: Values, action: int) -> Offer:
    """An option of the turn, or the next choice within it; in post, a card for the movie."""
    phase = Phase(int(state.phase))
    if phase is Phase.OPTION:
        return option(values, action)
    if action == STOP:
        return STOPS.get(phase, Offer("Stop"))
    if phase in CARDS:
        return card(values, int(chosen_kind(action)), *CARDS[phase])
    if phase in (Phase.REROLL, Phase.GAFFER):
        return die(rules, action)
    if phase is Phase.GENRE:
        return poster(values, int(state.drawn[action]))
    if phase is Phase.NEW_JOB:
        return new_job(state, values, YesNo(action))
    if phase is Phase.EDIT:
        seen = int(state.movie_card[state.movie_size - 1])
        return card(values, seen, "Cut {}" if action == YesNo.YES else "Put {} back", "You alone have seen it.")
    if phase is Phase.TARGET:
        says = TARGETS.get(StudioJob(int(state.job)), "Choose {}")
        return Offer(upper_first(says.format(target(state, action))))
    if phase is Phase.TOKEN_FROM:
        return Offer(f"Move a token of {target(state, action)}")
    return job(values, action, SWAPS[phase])


SWAPS = {
    Phase.SWAP_FROM_HAND: "Give away {}",
    Phase.SWAP_CENTER: "Take {}",
    Phase.PRODUCE_FIRST: "Swap {}",
    Phase.PRODUCE_SECOND: "Swap it for {}",
}


def option(values: Values, action: int) -> Offer:
    """An option of the turn."""
    if action < Option.FIRST_JOB:
        return OPTIONS[Option(action)]
    return job(values, action - Option.FIRST_JOB, "Perform the job {}")


def new_job(state: State, values: Values, action: YesNo) -> Offer:
    """The producer performs the new job at once, or leaves it."""
    if action is YesNo.NO:
        return Offer("Leave the new job for later")
    return job(values, int(state.picked), "Perform {} at once")


def job(values: Values, number: int, says: str) -> Offer:
    """A choice of a job card."""
    row = cards_of(values, "job_cards").numbered[number]
    return Offer(says.format(f"{row['name']} ({row['number']})"), keys(values, "job_cards")[number])


def card(values: Values, kind: int, says: str, leads_to: str) -> Offer:
    """A choice of a propaganda card."""
    row = cards_of(values, "propaganda").numbered[kind]
    return Offer(says.format(propaganda(row)), keys(values, "propaganda")[kind], leads_to)


def propaganda(row: Row) -> str:
    """A propaganda card in words: `a double patriot card (Congressional Hearing)`."""
    double = "double " if row["count"] == 2 else ""
    special = {"hearing": " (Congressional Hearing)", "shake_up": " (Shake Up)"}.get(str(row["special"]), "")
    return f"a {double}{row['symbol']} card{special}"


def die(rules: Rules, number: int) -> Offer:
    """A die to be re-rolled."""
    owner = int(owner_of(rules, number))
    of_one = int(dice_a_player(rules))
    which = f", number {number % of_one + 1}" if owner < MOST_PLAYERS and of_one > 1 else ""
    whose = f"player {owner + 1}" if owner < MOST_PLAYERS else f"ghost {owner - MOST_PLAYERS}"
    return Offer(f"Re-roll the die of {whose}{which}")


def target(state: State, number: int) -> str:
    """A player or a ghost."""
    if number >= MOST_PLAYERS:
        return f"ghost {number - MOST_PLAYERS}"
    return "yourself" if number == state.actor else f"player {number + 1}"


def poster(values: Values, number: int) -> Offer:
    """A poster that the screenwriter may choose."""
    row = cards_of(values, "genres").numbered[number]
    return Offer(f"Announce {row['name']}", keys(values, "genres")[number], f"Its symbol is {row['symbol']}.")
