"""Hollywood 1947: the rule parameters.

Source: "Hollywood 1947", a text of the printed rules. It lacks the list of components, the faces of the dice, the
table of loyalties and four of the nine jobs; help texts and columns say "reconstruction" where a value is ours, so
that an owner of the printed game can set the true one.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Annotated, Final, NamedTuple

from workbench.engine.bit_sets import KINDS
from workbench.engine.card_lists import SHIPPED, CardList, ChoiceColumn, FlagColumn, NumberColumn, TextColumn
from workbench.engine.cards import Cards, Row
from workbench.engine.game import Limit
from workbench.engine.parameters import Choice, Flag, Subset, Values, Whole
from workbench.engine.problems import Problem, whole_of
from workbench.engine.score_sheet import ScoreSheet, Side, Wins
from workbench.engine.wording import counted

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


class MovieTies(IntEnum):
    """Who wins a movie with as many symbols of one side as of the other."""

    COMMUNISTS = 0
    PATRIOTS = 1
    NOBODY = 2


PATRIOTS, COMMUNISTS, RISING_STAR = "patriots", "communists", "rising_stars"


def check_card(row: Row) -> Iterable[tuple[str, str]]:
    """A neutral card has no symbols to count, and every other card has some."""
    if (row["symbol"] == "neutral") != (row["count"] == 0):
        yield "count", "must be 0 on a neutral card, and 1 or 2 on any other"


def check_loyalties(row: Row) -> Iterable[tuple[str, str]]:
    """Enough loyalties for the players, and no more than the game has."""
    dealt = whole_of(row, "patriots") + whole_of(row, "communists") + whole_of(row, "rising_stars")
    if not whole_of(row, "players") <= dealt <= LOYALTY_CARDS:
        yield (
            "players",
            f"must have at least as many loyalties, and at most {LOYALTY_CARDS}; there are {dealt}",
        )


def check_jobs(rows: Sequence[Row]) -> Iterable[str]:
    """Every job has a number of its own."""
    if len({row["number"] for row in rows}) < len(rows):
        yield "no two job cards may have the same number"
    missing = sorted({job.name.lower() for job in StudioJob} - {str(row["name"]) for row in rows})
    if missing:
        yield f"every job must be there once; {', '.join(missing)} is missing"


TABLE, JOB, PRODUCTION, POST = "Table", "Jobs", "Production", "Post"
PREMIERE, FEW_PLAYERS, VARIANTS, FILES = "Premiere", "One to three players", "Variants", "Cards"
FOLDER = SHIPPED / "hollywood_1947"
ALL_JOBS = tuple(StudioJob)
PROPAGANDA = CardList(
    section=FILES,
    help="The propaganda cards; how many there are of each kind is a reconstruction.",
    columns=(
        ChoiceColumn("symbol", Symbol, help="Whose symbols the card shows."),
        NumberColumn("count", 0, 2, counts="symbol", help="How many symbols the card shows."),
        ChoiceColumn("special", Special, help="What happens when the card is revealed."),
        NumberColumn("copies", 0, 60, help="How many of these cards there are."),
    ),
    key=("symbol", "count", "special"),
    most=KINDS,
    copies="copies",
    most_copies=MOST_CARDS,
    check_row=check_card,
)
GENRES = CardList(
    section=FILES,
    help="The genre posters; all but Monster and Horror are a reconstruction.",
    columns=(
        TextColumn("name", help="What the poster announces.", longest=30),
        ChoiceColumn("symbol", Symbol, help="The symbol in the bottom corner."),
        FlagColumn("two_players", help="Whether the poster is used in a game of two players."),
    ),
    key=("name",),
    most=MOST_GENRES,
)
LOYALTIES = CardList(
    section=FILES,
    help="The loyalties dealt by number of players; the numbers are a reconstruction.",
    columns=(
        NumberColumn("players", 1, MOST_PLAYERS, help="How many sit at the table."),
        NumberColumn("patriots", 0, LOYALTY_CARDS, help="How many patriots there are."),
        NumberColumn("communists", 0, LOYALTY_CARDS, help="How many communists there are."),
        NumberColumn("rising_stars", 0, 1, help="Whether there is a rising star."),
    ),
    key=("players",),
    most=MOST_PLAYERS,
    least=MOST_PLAYERS,
    check_row=check_loyalties,
)
JOB_CARDS = CardList(
    section=FILES,
    help="The job cards; the numbers of cinematographer, actress, actor and composer are a reconstruction.",
    columns=(
        NumberColumn("number", 1, JOBS, help="The number on the card, which says who is first."),
        ChoiceColumn("name", StudioJob, help="The job that the card gives."),
    ),
    key=("number", "name"),
    most=JOBS,
    least=JOBS,
    check_list=check_jobs,
)


class Rules(NamedTuple):
    """Every parameter, in the order of the rulebook; the defaults are the game of six."""

    players: Annotated[
        int, Whole(1, MOST_PLAYERS, unit="players", section=TABLE, help="How many sit at the table.")
    ] = 6
    hand_size: Annotated[
        int, Whole(1, 6, unit="cards", section=TABLE, help="Cards dealt to each player, and drawn back up to.")
    ] = 3
    die_faces: Annotated[int, Whole(2, 20, section=TABLE, help="Faces of a die; six is a reconstruction.")] = 6
    star_faces: Annotated[
        int, Whole(0, 6, section=TABLE, help="Faces of a die that show a star; three is a reconstruction.")
    ] = 3
    jobs: Annotated[
        tuple[StudioJob, ...],
        Subset(
            options=StudioJob,
            section=JOB,
            help="Handpick Jobs: the jobs in play; up to three players never have the producer.",
        ),
    ] = ALL_JOBS
    tokens: Annotated[
        int, Whole(0, 9, unit="tokens", section=JOB, help="Tokens of the director; four is a reconstruction.")
    ] = 4
    gaffer_rerolls: Annotated[
        int, Whole(0, 9, section=JOB, help="Re-rolls that the gaffer performs, on the same die or on several.")
    ] = 3
    actress_draws: Annotated[
        int,
        Whole(
            1,
            4,
            unit="cards",
            section=JOB,
            help="Cards that a player named for the actress draws and then discards; two is a reconstruction.",
        ),
    ] = 2
    composer_draws: Annotated[
        int,
        Whole(
            1,
            4,
            unit="cards",
            section=JOB,
            help="Cards that the composer draws, to add one and discard the rest; two is a reconstruction.",
        ),
    ] = 2
    rerolls_per_turn: Annotated[
        int, Whole(0, 9, section=PRODUCTION, help="Different dice that a turn spent on re-rolling may re-roll.")
    ] = 2
    deck_adds: Annotated[
        int, Whole(0, 3, unit="cards", section=POST, help="Cards that the deck adds, unless the composer added one.")
    ] = 1
    discarded_from_movie: Annotated[
        int, Whole(0, 3, unit="cards", section=POST, help="Cards taken out of the shuffled movie at random.")
    ] = 1
    ties_go_to: Annotated[
        MovieTies,
        Choice(
            options=MovieTies,
            section=PREMIERE,
            help="Who wins a tied movie; if it is the communists, a tie counts for both sides in a game of two.",
        ),
    ] = MovieTies.COMMUNISTS
    patriot_target: Annotated[
        int, Whole(1, 7, unit="movies", section=PREMIERE, help="Movies that the patriots need to win.")
    ] = 4
    communist_target: Annotated[
        int,
        Whole(1, 7, unit="movies", section=PREMIERE, help="Movies that the communists need; not in a game of three."),
    ] = 4
    max_movies: Annotated[
        int,
        Whole(
            1,
            13,
            unit="movies",
            section=PREMIERE,
            help="The last movie, in which the rising star can win; if nobody has won, the side with more movies wins.",
        ),
    ] = 7
    rising_star_margin: Annotated[
        int,
        Whole(
            0,
            5,
            unit="symbols",
            section=PREMIERE,
            help="The widest lead in the last movie with which the rising star wins.",
        ),
    ] = 1
    communist_target_3_players: Annotated[
        int, Whole(1, 7, unit="movies", section=FEW_PLAYERS, help="Movies that the communists need in a game of three.")
    ] = 3
    ghosts_1_player: Annotated[
        int, Whole(0, 3, unit="ghosts", section=FEW_PLAYERS, help="Ghost cards in a game of one.")
    ] = 3
    ghosts_2_players: Annotated[
        int, Whole(0, 3, unit="ghosts", section=FEW_PLAYERS, help="Ghost cards in a game of two.")
    ] = 2
    ghosts_3_players: Annotated[
        int, Whole(0, 3, unit="ghosts", section=FEW_PLAYERS, help="Ghost cards in a game of three.")
    ] = 1
    justice_served: Annotated[
        bool,
        Flag(section=VARIANTS, help="In the last movie the deck adds nothing and nothing is taken out at random."),
    ] = False
    random_loyalties: Annotated[
        bool,
        Flag(
            section=VARIANTS,
            help="Loyalties are dealt from those of nine players, so nobody knows how many there are of each.",
        ),
    ] = False
    studio_order: Annotated[
        bool, Flag(section=VARIANTS, help="Turns go by the numbers of the job cards, not around the table.")
    ] = False
    union_strike: Annotated[
        bool, Flag(section=VARIANTS, help="For a neutral genre, players with stars may add any number of their cards.")
    ] = False
    propaganda: Annotated[Cards, PROPAGANDA] = FOLDER / "propaganda.csv"  # type: ignore[assignment]
    genres: Annotated[Cards, GENRES] = FOLDER / "genres.csv"  # type: ignore[assignment]
    loyalties: Annotated[Cards, LOYALTIES] = FOLDER / "loyalties.csv"  # type: ignore[assignment]
    job_cards: Annotated[Cards, JOB_CARDS] = FOLDER / "jobs.csv"  # type: ignore[assignment]


def limits(values: Values) -> dict[str, Limit]:
    """No more stars than faces, and no larger hands than there are cards."""
    players, faces, cards = whole_of(values, "players"), whole_of(values, "die_faces"), cards_in_play(values)
    return {
        "star_faces": Limit(faces, f"a die of {faces} faces"),
        "hand_size": Limit(max(1, cards // players), f"{counted(players, 'player')} and {counted(cards, 'card')}"),
    }


def check(values: Values) -> list[Problem]:
    """Enough jobs for everybody; a warning where nobody could add a card."""
    players, jobs_a_player = whole_of(values, "players"), 2 if whole_of(values, "players") <= FEW else 1
    jobs = [str(job) for job in _listed(values, "jobs") if players > FEW or job != "producer"]
    problems = []
    if len(jobs) < players * jobs_a_player:
        need = counted(players, "player needs", "players need")
        message = f"{counted(len(jobs), 'job')} in play; {need} at least {players * jobs_a_player}"
        problems.append(Problem("jobs", message, ", ".join(jobs)))
    if values["star_faces"] == 0 and values["tokens"] == 0 and not values["union_strike"]:
        problems.append(Problem("star_faces", "no player will ever add a card: there are no stars", "0", warning=True))
    return problems


def cost(values: Values) -> int:
    """How many times slower than in Hitmakers bots decide: with more players there are more worlds to weigh."""
    return next(slower for most, slower in ((3, 2), (6, 4), (MOST_PLAYERS, 16)) if whole_of(values, "players") <= most)


def cards_in_play(values: Values) -> int:
    """How many propaganda cards there are; in a game of two some are removed."""
    cards = values["propaganda"]
    rows = cards if isinstance(cards, Cards) else ()
    two = whole_of(values, "players") == 2
    return sum(whole_of(row, "copies") for row in rows if not (two and is_left_out_row(row)))


def is_left_out_row(row: Row) -> bool:
    """Rules, 1-3 Player Adjustments: the double communist cards that are no Shake Up leave a game of two."""
    return row["symbol"] == "communist" and row["count"] == 2 and row["special"] != "shake_up"


def _listed(values: Values, name: str) -> list[str]:
    value = values[name]
    return value if isinstance(value, list) else []


# The score sheet ("Goals" and "Premiere")


def score_sheet(values: Values) -> ScoreSheet:
    """The score sheet: a row a movie, which goes to a side; sides need a number of movies. Nobody counts points."""
    three = values["players"] == 3
    communists_need = whole_of(values, "communist_target_3_players" if three else "communist_target")
    return ScoreSheet(
        row="movie",
        wins=Wins.NAMED,
        rows=whole_of(values, "max_movies"),
        length="movies",
        sides=(
            Side(PATRIOTS, "Patriots", "Patriot", whole_of(values, "patriot_target")),
            Side(COMMUNISTS, "Communists", "Communist", communists_need),
            Side(RISING_STAR, "Rising star", "Rising star"),
        ),
        outcomes=((PATRIOTS,), (COMMUNISTS,), *_ties(values)),
    )


def _ties(values: Values) -> tuple[tuple[str, ...], ...]:
    """The further outcomes of a tied movie: both sides, or none."""
    if values["ties_go_to"] == "nobody":
        return ((),)
    return ((PATRIOTS, COMMUNISTS),) if values["ties_go_to"] == "communists" and values["players"] == 2 else ()
