"""Hollywood 1947 in words: the fields of trace events, whole or as one player sees them."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from workbench.engine.bags import KINDS, number_of
from workbench.engine.bit_sets import members
from workbench.engine.trace import CardOf
from workbench.games.hollywood_1947.premiere import BOTH_WON, COMMUNISTS_WON, PATRIOTS_WON
from workbench.games.hollywood_1947.rules import FEW, MOST_PLAYERS
from workbench.games.hollywood_1947.table import (
    GHOST,
    NO_CARD,
    NO_GENRE,
    NOBODY,
    Event,
    Loyalty,
    Option,
    Outcome,
    Source,
)

EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
SYMBOLS = {0: "neutral", 1: "patriot", -1: "communist"}
WON = {0: "nobody", PATRIOTS_WON: "patriots", COMMUNISTS_WON: "communists", BOTH_WON: "both"}


def tell(event: IntEnum, values: tuple[Any, ...]) -> dict[str, Any]:
    """The fields of an event, as the game's page names them, from the values noted in play.

    Players are numbers; ghosts `ghost 0`, …; jobs, cards and posters the keys of their lists; cards are listed one by
    one.
    """
    return _TELLERS[Event(event)](*values)


def veil(event: IntEnum, fields: dict[str, Any], player: int) -> dict[str, Any]:
    """The fields as `player` sees them (`knowledge.py`): what others hold, draw, lay or put aside is null."""
    if event == Event.SETUP:
        return _veiled_setup(fields, player)
    if event == Event.DISCARD_FROM_MOVIE:
        return fields if fields["seen_by"] == player else {**fields, "card": None}
    if event == Event.GHOST_CARD:
        return {**fields, "card": None}
    if event == Event.ADD:
        return fields if player in fields["seen_by"] else {**fields, "card": None}
    if event in _PRIVATE and fields["player"] != player:
        return {**fields, **dict.fromkeys(_PRIVATE[event])}
    return fields


_PRIVATE: dict[IntEnum, tuple[str, ...]] = {
    Event.POSTERS: ("put_aside",),
    Event.LOOK: ("cards",),
    Event.DRAW: ("cards",),
    Event.DISCARD: ("cards",),
    Event.EDIT: ("card",),
    Event.REDRAW: ("cards",),
}
"""Fields that only the event's own player sees."""


def _veiled_setup(fields: dict[str, Any], player: int) -> dict[str, Any]:
    """One's own hand and loyalty; communists see each other."""
    told = fields["loyalties"]
    known = [each if seat == player or each == told[player] == "communist" else None for seat, each in enumerate(told)]
    hands = [hand if seat == player else None for seat, hand in enumerate(fields["hands"])]
    return {**fields, "loyalties": known, "hands": hands, "ghosts": [None for _ in fields["ghosts"]]}


# Telling


def card(number: Any) -> Any:
    """A propaganda card; None where there is none."""
    return None if int(number) == NO_CARD else CardOf("propaganda", int(number))


def cards(bag: Any) -> list[Any]:
    """The cards of a bag, each copy by itself."""
    return [card(kind) for kind in range(KINDS) for _ in range(int(number_of(bag, kind)))]


def jobs(numbers: Any) -> list[Any]:
    """Job cards, by number."""
    return [CardOf("job_cards", number) for number in members(numbers)]


def _setup(
    players: Any,
    each: Any,
    ghosts: Any,
    loyalty: Any,
    job_cards: Any,
    center: Any,
    hand: Any,
    stars: Any,
    ghost_card: Any,
    tokens: Any,
) -> dict[str, Any]:
    seats = range(int(players))
    return {
        "loyalties": [Loyalty(int(loyalty[seat])).name.lower() for seat in seats],
        "jobs": [jobs(job_cards[seat]) for seat in seats],
        "center": jobs(center),
        "hands": [cards(hand[seat]) for seat in seats],
        "dice": [[_star(stars, seat * int(each) + die) for die in range(int(each))] for seat in seats],
        "ghosts": [card(ghost_card[ghost]) for ghost in range(int(ghosts))],
        "ghost_dice": [_star(stars, int(players) * int(each) + ghost) for ghost in range(int(ghosts))],
        "tokens": int(tokens),
    }


def _star(stars: Any, die: int) -> bool:
    return bool(int(stars) >> die & 1)


def _who(target: Any) -> Any:
    """A player's number, or a ghost's name; None for nobody."""
    number = int(target)
    if number <= GHOST:
        return f"ghost {GHOST - number}"
    if number >= MOST_PLAYERS:
        return f"ghost {number - MOST_PLAYERS}"
    return None if number < 0 else number


def _movie(movies: Any, genre: Any, symbols: Any, player: Any) -> dict[str, Any]:
    poster = None if int(genre) == NO_GENRE else CardOf("genres", int(genre))
    by = {"by": "deck"} if int(player) < 0 else {"by": "screenwriter"}
    return {"number": int(movies) + 1, "genre": poster, "symbol": SYMBOLS[int(symbols)], **by, "player": _who(player)}


def _posters(player: Any, other: Any) -> dict[str, Any]:
    return {"player": int(player), "put_aside": CardOf("genres", int(other))}


def _option(player: Any, action: Any, chained: Any, taken: Any) -> dict[str, Any]:
    """`chained`: the producer is asked about the job just swapped for; who declines it passes, and `job` says which."""
    number = int(action) - int(Option.FIRST_JOB)
    job = CardOf("job_cards", number) if number >= 0 else None
    choice = "pass" if not taken else "job" if job else Option(int(action)).name.lower()
    return {"player": int(player), "choice": choice, "job": job, "chained": bool(chained)}


def _reroll(player: Any, owner: Any, die: Any, each: Any, star: Any) -> dict[str, Any]:
    """`die` is one of so many `dice` of the same owner, counted from 0."""
    own = {"die": int(die), "dice": int(each)} if int(owner) < MOST_PLAYERS else {"die": 0, "dice": 1}
    return {"by": _who(player), "die_of": _who(owner), **own, "star": bool(star)}


def _swap_jobs(player: Any, first: Any, one: Any, second: Any, other: Any) -> dict[str, Any]:
    return {"by": int(player), "a": _job_from(first, one), "b": _job_from(second, other)}


def _job_from(job: Any, holder: Any) -> dict[str, Any]:
    return {"job": CardOf("job_cards", int(job)), "from": _who(holder)}


def _token(target: Any, source: Any) -> dict[str, Any]:
    return {"to": _who(target), "from": _who(source)}


def _look(player: Any, target: Any, seen: Any) -> dict[str, Any]:
    return {"player": int(player), "at": _who(target), "cards": cards(seen)}


def _cards_of(player: Any, bag: Any) -> dict[str, Any]:
    told = cards(bag)
    return {"player": int(player), "number": len(told), "cards": told}  # `n` is the event's own in a trace


def _add(source: Any, player: Any, added: Any, seen_by: Any) -> dict[str, Any]:
    name = Source(int(source)).name.lower()
    return {"from": name, "player": _who(player), "card": card(added), "seen_by": members(seen_by)}


def _edit(player: Any, seen: Any, put_back: Any) -> dict[str, Any]:
    return {"player": int(player), "card": card(seen), "put_back": bool(put_back)}


def _discard_from_movie(discarded: Any, editor: Any) -> dict[str, Any]:
    return {"card": card(discarded), "seen_by": None if int(editor) == NOBODY else int(editor)}


def _premiere(
    movies: Any, shown: Any, size: Any, patriot: Any, communist: Any, won: Any, poster: Any, patriots: Any, others: Any
) -> dict[str, Any]:
    return {
        "number": int(movies),
        "cards": [card(each) for each in sorted(shown[: int(size)])],
        "patriot": int(patriot),
        "communist": int(communist),
        "winner": WON[int(won)],
        "symbol": SYMBOLS[int(poster)],
        "filmstrips": {"patriots": int(patriots), "communists": int(others)},
    }


def _hearing(number: Any, stars: Any) -> dict[str, Any]:
    return {"dice": [_star(stars, die) for die in range(int(number))]}


def _shake_up(players: Any, job_cards: Any, center: Any) -> dict[str, Any]:
    return {"jobs": [jobs(job_cards[player]) for player in range(int(players))], "center": jobs(center)}


def _reshuffle(left: Any) -> dict[str, Any]:
    return {"cards": int(left)}


def _ghost_card(ghost: Any, new: Any) -> dict[str, Any]:
    return {"ghost": int(ghost), "card": card(new)}


def _reshuffle_posters(left: Any) -> dict[str, Any]:
    return {"posters": int(left)}


def _end(winners: Any, outcome: Any, players: Any, loyalty: Any, at_limit: Any) -> dict[str, Any]:
    told = [Loyalty(int(each)).name.lower() for each in loyalty[: int(players)]]
    by = "max_movies" if at_limit else _target_reached(Outcome(int(outcome)), int(players))
    return {"winners": members(winners), "side": Outcome(int(outcome)).name.lower(), "loyalties": told, "ended_by": by}


def _target_reached(outcome: Outcome, players: int) -> str:
    """The rules that the winners have met, by name."""
    communists = "communist_target_3_players" if players == FEW else "communist_target"
    return {
        Outcome.PATRIOTS: "patriot_target",
        Outcome.COMMUNISTS: communists,
        Outcome.RISING_STAR: "rising_star_margin",
        Outcome.BOTH: f"patriot_target {communists}",
    }[outcome]


_TELLERS: dict[Event, Callable[..., dict[str, Any]]] = {
    Event.SETUP: _setup,
    Event.MOVIE: _movie,
    Event.POSTERS: _posters,
    Event.OPTION: _option,
    Event.REROLL: _reroll,
    Event.SWAP_JOBS: _swap_jobs,
    Event.TOKEN: _token,
    Event.LOOK: _look,
    Event.DRAW: _cards_of,
    Event.DISCARD: _cards_of,
    Event.ADD: _add,
    Event.EDIT: _edit,
    Event.DISCARD_FROM_MOVIE: _discard_from_movie,
    Event.PREMIERE: _premiere,
    Event.HEARING: _hearing,
    Event.SHAKE_UP: _shake_up,
    Event.REDRAW: _cards_of,
    Event.RESHUFFLE: _reshuffle,
    Event.RESHUFFLE_POSTERS: _reshuffle_posters,
    Event.GHOST_CARD: _ghost_card,
    Event.END: _end,
}
