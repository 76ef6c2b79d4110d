"""Hollywood 1947: the cards: what propaganda, posters, jobs and loyalties say, and how they are printed."""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Final, cast

from workbench import kit
from workbench.engine.bit_sets import KINDS
from workbench.engine.card_lists import SHIPPED, ChoiceColumn, FlagColumn, NumberColumn, TextColumn
from workbench.engine.cards import Row, cards_of
from workbench.engine.parameters import Values
from workbench.engine.picture import Icon
from workbench.engine.problems import whole_of
from workbench.engine.wording import listed

FOLDER: Final = SHIPPED / "hollywood_1947"
MOST_PLAYERS: Final = 9
MOST_CARDS: Final = 120
MOST_GENRES: Final = 40
JOBS: Final = 9
LOYALTY_CARDS: Final = 9
FEW: Final = 3
"""Up to so many players play by the 1-3 player adjustments."""


class Symbol(IntEnum):
    """The symbols on propaganda cards and genre posters."""

    NEUTRAL = 0
    PATRIOT = 1
    COMMUNIST = 2


class Special(IntEnum):
    """The effects of propaganda cards when they are revealed."""

    NONE = 0
    HEARING = 1
    SHAKE_UP = 2


class StudioJob(IntEnum):
    """The nine jobs, in the order of their printed numbers."""

    SCREENWRITER = 0
    PRODUCER = 1
    DIRECTOR = 2
    GAFFER = 3
    CINEMATOGRAPHER = 4
    ACTRESS = 5
    ACTOR = 6
    COMPOSER = 7
    EDITOR = 8


class Loyalty(IntEnum):
    """The three loyalties; in a concealed state those of others are UNKNOWN."""

    PATRIOT = 0
    COMMUNIST = 1
    RISING_STAR = 2
    UNKNOWN = 3


SIDES: Final = ("patriots", "communists", "rising_stars")
"""The sides by their loyalties, as the loyalty list and figures call them."""


def check_card(row: Row) -> Iterable[tuple[str, str]]:
    """A neutral card has no symbols to count, and every other card has some."""
    if (row["symbol"] == "neutral") != (row["count"] == 0):
        yield "count", "must be 0 on a neutral card, and 1 or 2 on any other"


def check_loyalties(row: Row) -> Iterable[tuple[str, str]]:
    """Enough loyalties for the players, and no more than the game has."""
    dealt = sum(whole_of(row, side) for side in SIDES)
    if not whole_of(row, "players") <= dealt <= LOYALTY_CARDS:
        message = f"must have at least as many loyalties, and at most {LOYALTY_CARDS}; there are {dealt}"
        yield "players", message


def check_jobs(rows: Sequence[Row]) -> Iterable[str]:
    """Every job has a number of its own."""
    if len({row["number"] for row in rows}) < len(rows):
        yield "no two job cards may have the same number"
    missing = sorted({job.name.lower() for job in StudioJob} - {str(row["name"]) for row in rows})
    if missing:
        yield f"every job must be there once; {', '.join(missing)} is missing"


PROPAGANDA: Final = kit.card_list(
    FOLDER / "propaganda.csv",
    (
        ChoiceColumn("symbol", Symbol, help="Whose symbols the card shows."),
        NumberColumn("count", 0, 2, counts="symbol", help="How many symbols the card shows."),
        ChoiceColumn("special", Special, help="What happens when the card is revealed."),
        NumberColumn("copies", 0, 60, help="How many of these cards there are."),
    ),
    "The propaganda cards; how many there are of each kind is a reconstruction.",
    key=("symbol", "count", "special"),
    most=KINDS,
    copies="copies",
    most_copies=MOST_CARDS,
    check_row=check_card,
)
GENRES: Final = kit.card_list(
    FOLDER / "genres.csv",
    (
        TextColumn("name", help="What the poster announces.", longest=30),
        ChoiceColumn("symbol", Symbol, help="The symbol in the bottom corner."),
        FlagColumn("two_players", help="Whether the poster is used in a game of two players."),
    ),
    "The genre posters; all but Monster and Horror are a reconstruction.",
    key=("name",),
    most=MOST_GENRES,
)
LOYALTIES: Final = kit.card_list(
    FOLDER / "loyalties.csv",
    (
        NumberColumn("players", 1, MOST_PLAYERS, help="How many sit at the table."),
        NumberColumn("patriots", 0, LOYALTY_CARDS, help="How many patriots there are."),
        NumberColumn("communists", 0, LOYALTY_CARDS, help="How many communists there are."),
        NumberColumn("rising_stars", 0, 1, help="Whether there is a rising star."),
    ),
    "The loyalties dealt by number of players; the numbers are a reconstruction.",
    key=("players",),
    most=MOST_PLAYERS,
    least=MOST_PLAYERS,
    check_row=check_loyalties,
)
JOB_CARDS: Final = kit.card_list(
    FOLDER / "jobs.csv",
    (
        NumberColumn("number", 1, JOBS, help="The number on the card, which says who is first."),
        ChoiceColumn("name", StudioJob, help="The job that the card gives."),
    ),
    "The job cards; the numbers of cinematographer, actress, actor and composer are a reconstruction.",
    key=("number", "name"),
    most=JOBS,
    least=JOBS,
    check_list=check_jobs,
)


def is_left_out_row(row: Row) -> bool:
    """Rules, 1-3 Player Adjustments: the double communist cards that are no Shake Up leave a game of two."""
    return row["symbol"] == "communist" and row["count"] == 2 and row["special"] != "shake_up"


# Cards in words


def card_in_words(key: str | None) -> str:
    """A propaganda card, from its key: `a double patriot card (Congressional Hearing)`; null is a face-down card."""
    if key is None:
        return "a face-down card"
    symbol, count, special = key.split(" ")
    extra = {"none": "", "hearing": " (Congressional Hearing)", "shake_up": " (Shake Up)"}[special]
    return f"a {'double ' if count == '2' else ''}{symbol} card{extra}"


def cards_in_words(keys: Sequence[str | None]) -> str:
    """Several cards: `a neutral card and a patriot card`."""
    return listed(map(card_in_words, keys)) if keys else "nothing"


def job_in_words(key: str) -> str:
    """A job card, from its key: `composer (8)`."""
    number, name = key.split(" ", 1)
    return f"{name} ({number})"


def jobs_in_words(keys: Sequence[str]) -> str:
    """Job cards of one player, or of the center."""
    return listed(map(job_in_words, keys)) if keys else "no job"


# Faces


TONES: Final = {"patriot": 5, "communist": 4, "neutral": 7}
ICONS: Final = {"patriot": Icon.STAR, "communist": Icon.HAMMER, "neutral": Icon.REEL}


def keys(values: Values, name: str) -> list[str]:
    """The keys of the faces of a list's cards, by number."""
    return [f"{name} {key}" for key in cards_of(values, name).keys]


def faces(values: Values) -> Mapping[str, kit.Face]:
    """The faces of propaganda, job and loyalty cards and of posters; of those that stay in the box there are none."""
    makers = {"propaganda": propaganda_face, "job_cards": job_face, "genres": poster_face}
    printed = {
        key: face(row, values)
        for name, face in makers.items()
        for key, row in zip(keys(values, name), cards_of(values, name).numbered, strict=True)
    }
    players = MOST_PLAYERS if values["random_loyalties"] else values["players"]
    dealt = next(row for row in cards_of(values, "loyalties") if row["players"] == players)
    return printed | {
        f"loyalty {loyalty.name}": loyalty_face(loyalty, whole_of(dealt, side))
        for loyalty, side in zip(Loyalty, SIDES, strict=False)
    }


def propaganda_face(row: Row, values: Values) -> kit.Face:
    """A propaganda card: whose symbols, how many, and what happens when it is revealed."""
    symbol, special = str(row["symbol"]), str(row["special"])
    return kit.Face(
        symbol.capitalize(),
        icon=ICONS[symbol],
        tone=TONES[symbol],
        points=str(row["count"]) if row["count"] else "",
        unit="symbols",
        kind="Propaganda",
        text="" if special == "none" else special.replace("_", " ").capitalize(),
        copies=0 if values["players"] == 2 and is_left_out_row(row) else whole_of(row, "copies"),
        deck="Propaganda",
    )


def job_face(row: Row, values: Values) -> kit.Face:
    """A job card: its number, which is a turn order, and its job."""
    name, players = str(row["name"]), whole_of(values, "players")
    in_play = name in cast(list[str], values["jobs"]) and not (name == "producer" and players <= FEW)
    return kit.Face(
        name.capitalize(),
        icon=Icon.MEGAPHONE,
        tone=3,
        points=str(row["number"]),
        unit="in turn order",
        kind="Job",
        copies=int(in_play),
        deck="Jobs",
    )


def poster_face(row: Row, values: Values) -> kit.Face:
    """A poster: the genre that it announces, and its symbol."""
    symbol = str(row["symbol"])
    return kit.Face(
        str(row["name"]),
        icon=ICONS[symbol],
        tone=TONES[symbol],
        kind="Poster",
        tags=(symbol.capitalize(),),
        copies=int(values["players"] != 2 or bool(row["two_players"])),
        deck="Posters",
    )


def loyalty_face(loyalty: Loyalty, copies: int) -> kit.Face:
    """A loyalty card."""
    name = loyalty.name.lower()
    title, icon, tone = name.replace("_", " ").capitalize(), ICONS.get(name, Icon.EYE), TONES.get(name, 2)
    return kit.Face(title, icon=icon, tone=tone, kind="Loyalty", copies=copies, deck="Loyalties")
