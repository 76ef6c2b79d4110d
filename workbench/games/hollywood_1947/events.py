"""Hollywood 1947: trace events: their fields, whole and as one player sees them."""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum

from workbench.engine.bit_sets import KINDS, members, number_of
from workbench.engine.score_sheet import SheetEntry
from workbench.engine.trace import CardOf, EventHelp
from workbench.engine.types import Fields, Noted
from workbench.games.hollywood_1947.rules import COMMUNISTS, FEW, MOST_PLAYERS, PATRIOTS
from workbench.games.hollywood_1947.scoring import BOTH_WON, COMMUNISTS_WON, PATRIOTS_WON
from workbench.games.hollywood_1947.table import (
    GHOST,
    NO_CARD,
    NO_GENRE,
    NOBODY,
    CardSource,
    Event,
    Loyalty,
    Option,
    Victory,
)

JOBS = {"jobs": "The job cards of each player.", "center": "The job cards in the center."}
CARDS = {"player": "Who.", "number": "How many cards.", "cards": "The cards."}
EVENT_HELP: Mapping[IntEnum, EventHelp] = {
    Event.SETUP: EventHelp(
        "The table is set up.",
        {
            "loyalties": "The loyalty of each player.",
            **JOBS,
            "hands": "The cards of each player.",
            "dice": "Whether each die of each player shows a star.",
            "ghosts": "The card of each ghost.",
            "ghost_dice": "Whether each ghost's die shows a star.",
            "tokens": "Tokens in the center.",
        },
    ),
    Event.MOVIE: EventHelp(
        "The genre of a movie is announced.",
        {
            "number": "Which movie, from 1.",
            "genre": "Its poster; null where no poster is left.",
            "symbol": "What the poster shows: `patriot`, `communist` or `neutral`.",
            "by": "Who chose the poster: `screenwriter` or `deck`.",
            "player": "The screenwriter; null for the deck.",
        },
    ),
    Event.POSTERS: EventHelp(
        "The screenwriter puts the other poster aside.", {"player": "Who.", "put_aside": "That poster."}
    ),
    Event.OPTION: EventHelp(
        "A player chooses what to do in a turn.",
        {
            "player": "Who.",
            "choice": "`job`, `swap`, `reroll`, `peek` (at the ghosts) or `pass`.",
            "job": "The job performed, or the chained job declined; else null.",
            "chained": "Whether a producer is asked to perform at once the job just swapped for; `pass` declines it.",
        },
    ),
    Event.REROLL: EventHelp(
        "A die is rolled again.",
        {
            "by": "Who rolls it; null at the start of a round.",
            "die_of": "Whose die.",
            "die": "Which of their dice, from 0.",
            "dice": "How many dice they have.",
            "star": "Whether it shows a star now.",
        },
    ),
    Event.SWAP_JOBS: EventHelp(
        "Two job cards change places.",
        {
            "by": "Who swaps them.",
            "a": "The `job`, and `from` whom (null: the center).",
            "b": "The `job` it changes places with, and `from` whom.",
        },
    ),
    Event.TOKEN: EventHelp("The director gives a token.", {"to": "Who gets it.", "from": "Of whom; null: the center."}),
    Event.LOOK: EventHelp(
        "A player looks at a hand or at a ghost's card.",
        {"player": "Who looks.", "at": "Whose cards.", "cards": "The cards."},
    ),
    Event.DRAW: EventHelp("A player draws cards for a job.", CARDS),
    Event.DISCARD: EventHelp("A player discards cards for a job.", CARDS),
    Event.ADD: EventHelp(
        "A card comes into the movie, face down.",
        {
            "from": "`star`, `token`, `strike`, `composer`, `deck` or `ghost`.",
            "player": "Who adds it; null for the deck.",
            "card": "The card.",
            "seen_by": "The players who know it.",
        },
    ),
    Event.EDIT: EventHelp(
        "The editor looks at a card of the movie. There is none to look at where the movie is empty.",
        {"player": "The editor.", "card": "The card.", "put_back": "Whether it goes back into the movie."},
    ),
    Event.DISCARD_FROM_MOVIE: EventHelp(
        "A card leaves the movie unseen.",
        {"card": "The card.", "seen_by": "The editor who cut it; null where chance did."},
    ),
    Event.PREMIERE: EventHelp(
        "The movie is revealed and its symbols are counted.",
        {
            "number": "Which movie, from 1.",
            "cards": "The cards of the movie.",
            "patriot": "Patriot symbols, the poster's included.",
            "communist": "Communist symbols, the poster's included.",
            "winner": "`patriots`, `communists`, `both` or `nobody`.",
            "symbol": "What the poster adds: `patriot`, `communist` or `neutral`.",
            "filmstrips": "Movies that `patriots` and `communists` have won so far.",
        },
    ),
    Event.HEARING: EventHelp(
        "Congressional Hearing: all dice are rolled again.",
        {"dice": "Whether each die shows a star: the players' in order, then the ghosts'."},
    ),
    Event.SHAKE_UP: EventHelp("Shake Up: all job cards are dealt again.", JOBS),
    Event.REDRAW: EventHelp("A player draws back up after a movie.", CARDS),
    Event.RESHUFFLE: EventHelp(
        "The deck has run out: the discards become a new one.", {"cards": "Cards in the new deck."}
    ),
    Event.GHOST_CARD: EventHelp("A ghost is dealt a new card.", {"ghost": "Which, from 0.", "card": "The card."}),
    Event.END: EventHelp(
        "The play is over.",
        {
            "winners": "Every player of the winning side.",
            "side": "`patriots`, `communists`, `rising_star` or `both`.",
            "loyalties": "The loyalty of each player, revealed.",
            "ended_by": "The rule that ended the play: the target reached (in a double victory both, with a space"
            " between), `rising_star_margin`, or the limit `max_movies`.",
        },
    ),
    Event.RESHUFFLE_POSTERS: EventHelp(
        "The genre deck has run out and is renewed, from the posters put aside or from all.",
        {"posters": "Posters in the new deck."},
    ),
}
EVENTS: Mapping[IntEnum, str] = {event: event.name.lower() for event in Event}
SYMBOLS = {0: "neutral", 1: "patriot", -1: "communist"}
WON = {0: "nobody", PATRIOTS_WON: "patriots", COMMUNISTS_WON: "communists", BOTH_WON: "both"}


def event_fields(event: IntEnum, values: tuple[Noted, ...]) -> Fields:
    """The fields of an event, as the game's page names them, from the values noted in play.

    Players are numbers; ghosts `ghost 0`, …; jobs, cards and posters the keys of their lists; cards are listed one by
    one.
    """
    return _TELLERS[Event(event)](*values)


def redact(event: IntEnum, fields: Fields, player: int) -> Fields:
    """The fields as `player` sees them (`knowledge.py`): what others hold, draw, lay or put aside is null."""
    if event == Event.SETUP:
        return _redacted_setup(fields, player)
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


def _redacted_setup(fields: Fields, player: int) -> Fields:
    """One's own hand and loyalty; communists see each other."""
    told = fields["loyalties"]
    visible = [
        loyalty if seat == player or loyalty == told[player] == "communist" else None
        for seat, loyalty in enumerate(told)
    ]
    hands = [hand if seat == player else None for seat, hand in enumerate(fields["hands"])]
    return {**fields, "loyalties": visible, "hands": hands, "ghosts": [None for _ in fields["ghosts"]]}


# Fields of the events


def card(number: Noted) -> CardOf | None:
    """A propaganda card; None where there is none."""
    return None if int(number) == NO_CARD else CardOf("propaganda", int(number))


def cards(bag: Noted) -> list[CardOf | None]:
    """The cards of a bag, each copy by itself."""
    return [card(kind) for kind in range(KINDS) for _ in range(int(number_of(bag, kind)))]


def jobs(numbers: Noted) -> list[CardOf]:
    """Job cards, by number."""
    return [CardOf("job_cards", number) for number in members(numbers)]


def _setup(
    players: Noted,
    dice_a_player: Noted,
    ghosts: Noted,
    loyalty: Noted,
    job_cards: Noted,
    center: Noted,
    hand: Noted,
    stars: Noted,
    ghost_card: Noted,
    tokens: Noted,
) -> Fields:
    seats = range(int(players))
    return {
        "loyalties": [Loyalty(int(loyalty[seat])).name.lower() for seat in seats],
        "jobs": [jobs(job_cards[seat]) for seat in seats],
        "center": jobs(center),
        "hands": [cards(hand[seat]) for seat in seats],
        "dice": [
            [_star(stars, seat * int(dice_a_player) + die) for die in range(int(dice_a_player))] for seat in seats
        ],
        "ghosts": [card(ghost_card[ghost]) for ghost in range(int(ghosts))],
        "ghost_dice": [_star(stars, int(players) * int(dice_a_player) + ghost) for ghost in range(int(ghosts))],
        "tokens": int(tokens),
    }


def _star(stars: Noted, die: int) -> bool:
    return bool(int(stars) >> die & 1)


def _who(target: Noted) -> int | str | None:
    """A player's number, or a ghost's name; None for nobody."""
    number = int(target)
    if number <= GHOST:
        return f"ghost {GHOST - number}"
    if number >= MOST_PLAYERS:
        return f"ghost {number - MOST_PLAYERS}"
    return None if number < 0 else number


def _movie(movies: Noted, genre: Noted, symbols: Noted, player: Noted) -> Fields:
    poster = None if int(genre) == NO_GENRE else CardOf("genres", int(genre))
    by = {"by": "deck"} if int(player) < 0 else {"by": "screenwriter"}
    return {"number": int(movies) + 1, "genre": poster, "symbol": SYMBOLS[int(symbols)], **by, "player": _who(player)}


def _posters(player: Noted, other: Noted) -> Fields:
    return {"player": int(player), "put_aside": CardOf("genres", int(other))}


def _option(player: Noted, action: Noted, chained: Noted, taken: Noted) -> Fields:
    """`chained`: the producer is asked about the job just swapped for; who declines it passes, and `job` says which."""
    number = int(action) - int(Option.FIRST_JOB)
    job = CardOf("job_cards", number) if number >= 0 else None
    choice = "pass" if not taken else "job" if job else Option(int(action)).name.lower()
    return {"player": int(player), "choice": choice, "job": job, "chained": bool(chained)}


def _reroll(player: Noted, owner: Noted, die: Noted, dice_a_player: Noted, star: Noted) -> Fields:
    """`die` is one of so many `dice` of the same owner, counted from 0."""
    die_of_owner = {"die": int(die), "dice": int(dice_a_player)} if int(owner) < MOST_PLAYERS else {"die": 0, "dice": 1}
    return {"by": _who(player), "die_of": _who(owner), **die_of_owner, "star": bool(star)}


def _swap_jobs(player: Noted, first: Noted, one: Noted, second: Noted, other: Noted) -> Fields:
    return {"by": int(player), "a": _job_from(first, one), "b": _job_from(second, other)}


def _job_from(job: Noted, holder: Noted) -> Fields:
    return {"job": CardOf("job_cards", int(job)), "from": _who(holder)}


def _token(target: Noted, source: Noted) -> Fields:
    return {"to": _who(target), "from": _who(source)}


def _look(player: Noted, target: Noted, seen: Noted) -> Fields:
    return {"player": int(player), "at": _who(target), "cards": cards(seen)}


def _cards_of(player: Noted, bag: Noted) -> Fields:
    told = cards(bag)
    return {"player": int(player), "number": len(told), "cards": told}  # `n` is the event's own in a trace


def _add(source: Noted, player: Noted, added: Noted, seen_by: Noted) -> Fields:
    name = CardSource(int(source)).name.lower()
    return {"from": name, "player": _who(player), "card": card(added), "seen_by": members(seen_by)}


def _edit(player: Noted, seen: Noted, put_back: Noted) -> Fields:
    return {"player": int(player), "card": card(seen), "put_back": bool(put_back)}


def _discard_from_movie(discarded: Noted, editor: Noted) -> Fields:
    return {"card": card(discarded), "seen_by": None if int(editor) == NOBODY else int(editor)}


def _premiere(
    movies: Noted,
    revealed: Noted,
    size: Noted,
    patriot: Noted,
    communist: Noted,
    won: Noted,
    poster: Noted,
    patriots: Noted,
    others: Noted,
) -> Fields:
    return {
        "number": int(movies),
        "cards": [card(number) for number in sorted(revealed[: int(size)])],
        "patriot": int(patriot),
        "communist": int(communist),
        "winner": WON[int(won)],
        "symbol": SYMBOLS[int(poster)],
        "filmstrips": {"patriots": int(patriots), "communists": int(others)},
    }


def _hearing(number: Noted, stars: Noted) -> Fields:
    return {"dice": [_star(stars, die) for die in range(int(number))]}


def _shake_up(players: Noted, job_cards: Noted, center: Noted) -> Fields:
    return {"jobs": [jobs(job_cards[player]) for player in range(int(players))], "center": jobs(center)}


def _reshuffle(left: Noted) -> Fields:
    return {"cards": int(left)}


def _ghost_card(ghost: Noted, new: Noted) -> Fields:
    return {"ghost": int(ghost), "card": card(new)}


def _reshuffle_posters(left: Noted) -> Fields:
    return {"posters": int(left)}


def _end(winners: Noted, outcome: Noted, players: Noted, loyalty: Noted, at_limit: Noted) -> Fields:
    told = [Loyalty(int(side)).name.lower() for side in loyalty[: int(players)]]
    by = "max_movies" if at_limit else _target_reached(Victory(int(outcome)), int(players))
    return {"winners": members(winners), "side": Victory(int(outcome)).name.lower(), "loyalties": told, "ended_by": by}


def _target_reached(outcome: Victory, players: int) -> str:
    """The rules that the winners have met, by name."""
    communists = "communist_target_3_players" if players == FEW else "communist_target"
    return {
        Victory.PATRIOTS: "patriot_target",
        Victory.COMMUNISTS: communists,
        Victory.RISING_STAR: "rising_star_margin",
        Victory.BOTH: f"patriot_target {communists}",
    }[outcome]


def write_down(event: str, fields: Fields) -> Iterator[SheetEntry]:
    """The sides that a movie goes to."""
    if event == EVENTS[Event.PREMIERE]:
        sides = {"nobody": (), "both": (PATRIOTS, COMMUNISTS)}.get(fields["winner"], (fields["winner"],))
        yield SheetEntry(sides=sides)


_TELLERS: dict[Event, Callable[..., Fields]] = {
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
