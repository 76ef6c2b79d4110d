"""The columns of what kinds of action are worth, and of bots against each other; the object in JSON."""

from collections.abc import Mapping, Sequence

from workbench.bots.spec import bot_title
from workbench.report.columns import (
    Columns,
    TableColumn,
    bot,
    count,
    for_programs,
    percent,
    plays_to_decide,
    points,
    ratio,
    text,
    verdict,
)
from workbench.report.json import Json, scenario_json
from workbench.report.text import phrases
from workbench.report.text.phrases import decimal, words_of
from workbench.stats import Estimate
from workbench.studies.contest import JudgedContest
from workbench.studies.contest_columns import (
    CONTEST,
    JUDGED,
    SHARE,
    SIMPLE,
    SIMPLE_ABOUT,
    TOGETHER,
    TOGETHER_ABOUT,
    WON,
)
from workbench.studies.strategies.measure import ActionVerdict, Mechanism, Mechanisms, Strategies, Worth, kinds_so_far
from workbench.studies.strategies.robin import BotStrength, RoundRobin, is_style

__all__ = [
    "JUDGED",
    "SHARE",
    "SIMPLE_ABOUT",
    "TOGETHER",
    "TOGETHER_ABOUT",
    "WON",
    "Worth",
    "bot_title",
    "is_style",
    "kinds_so_far",
]  # the templates have them

WIDEST_CELL, NARROWEST_CELL, LABELS = 130, 46, 78
"""Pixels of a column of the matrix at most and at least, and of the names beside it."""
VALUE = (
    "How much less often a seat wins when it alone may not use that kind of action while it has another choice"
    " (restricted play, Jaffe et al. 2012); how much less often all do, where they win or lose together."
)
ACTIONS: Mapping[str, str] = {
    ActionVerdict.HIGHER: "worth having",
    ActionVerdict.LOWER: "better left out",
    ActionVerdict.SAME: "less than a point",
    ActionVerdict.SMALL: "not worth a point",
    ActionVerdict.UNUSED: "never chosen",
    ActionVerdict.FORCED: "cannot be left out",
    ActionVerdict.ABSENT: "never a choice",
}
KIND = Columns[Mechanism](
    for_programs("kind", lambda kind: kind.kind),
    for_programs("standing", lambda kind: kind.standing),
    plays_to_decide("doubt", "", lambda kind: kind.doubt),
    for_programs("value", lambda kind: kind.value),
    for_programs("usage", lambda kind: vars(kind.usage)),
    for_programs("contest", lambda kind: kind.contest and CONTEST.json(JudgedContest(kind.contest))),
)
LOSS = Columns[Mechanism](
    text("", "Action", lambda kind: words_of(kind.kind).capitalize()),
    points("", "Loss without it", lambda kind: kind.loss, about=VALUE, terms=["restricted play", "action"]),
)
STRENGTH = Columns[BotStrength](
    bot("", "Bot", lambda strength: strength.bot),
    ratio(
        "",
        "Rating",
        lambda strength: strength.rating,
        1,
        interval="95 % range",
        about="openskill's Plackett–Luce model; every bot starts at 25. A bot about 4 points above equal others wins"
        " about 2.7 times as often as each of them.",
        terms=["rating"],
    ),
    percent(
        "",
        "Weight",
        lambda strength: strength.weight,
        0,
        interval="Range",
        about="Of the mixture of bots over which no bot has an advantage (equilibrium). The advantage of one bot over"
        " another is half the difference between its share of the wins alone among the others and their share alone"
        " among it (Nash averaging, Balduzzi et al. 2018). Ranges come from resampling the plays.",
        terms=["equilibrium"],
    ),
)
WEIGHT = Columns[BotStrength](STRENGTH.columns[0], STRENGTH.columns[2])


def kinds_of(mechanisms: Mechanisms) -> Columns[Mechanism]:
    """The columns of every kind of action, with its verdict among them all."""
    plays = "Plays" if mechanisms.scenario.together else "Plays at each seat"
    return Columns(
        *LOSS.columns,
        verdict("", "Verdict", mechanisms.verdict, ACTIONS),
        ratio(
            "",
            "Offered a play",
            lambda kind: kind.usage.offered,
            1,
            interval="",
            about="Beside another kind of action.",
        ),
        ratio("", "Chosen a play", lambda kind: kind.usage.chosen if kind.usage.offered else None, 1, interval=""),
        ratio(
            "",
            "Forced a play",
            lambda kind: kind.usage.forced,
            1,
            interval="",
            about="Times it was all that one could do.",
        ),
        count("", plays, lambda kind: kind.contest.plays if kind.contest else None),
        plays_to_decide("", "Plays to decide", lambda kind: kind.doubt),
    )


def brief_kinds(mechanisms: Mechanisms) -> Columns[Mechanism]:
    """The same where there is little room."""
    columns = kinds_of(mechanisms).columns
    return Columns(*columns[:3], columns[4], columns[-1])


def pairs_of(robin: RoundRobin) -> Columns[str]:
    """The matrix with the lone bot in front: `41 % (39 to 43)` among the bot of each column."""

    def share(one: str, field: str) -> str:
        contest = robin.cells.get((one, field))
        if contest is None:
            return "even"
        low, high = (decimal(100 * end, 0) for end in (contest.estimate.low, contest.estimate.high))
        return f"{phrases.percent(contest.estimate.mean, 0)} ({low} to {high})"

    def among(field: str) -> TableColumn[str]:
        return text("", f"among {bot_title(field)}", lambda one: share(one, field))

    return Columns(bot("", "Alone", lambda one: one), *map(among, robin.bots))


def data(strategies: Strategies) -> Json:
    """The object of `strategies --json`: what every kind of action is worth, and the round robin.

    Where all win or lose `together`, the shares of a row are how often its bot wins.
    """
    mechanisms, robin = strategies.mechanisms, strategies.robin
    shares, low, high = (table.tolist() for table in robin.matrix)
    return {
        **scenario_json(robin.scenario),
        "together": robin.together,
        "simple": strategies.simple and SIMPLE.json(strategies.simple),
        "mechanisms": {"bot": mechanisms.bot, "kinds": [*map(KIND.json, mechanisms.kinds)]},
        "round_robin": {
            "bots": list(robin.bots),
            "plays": robin.plays,
            "shares": shares,
            "low": low,
            "high": high,
            "beats": [list(cell) for cell in robin.beats],
            "dominated": [*map(vars, robin.dominated)],
            "equilibrium": [{"bot": one.bot, **_ends(one.weight, "weight")} for one in robin.strengths],
            "ratings": [{"bot": one.bot, **_ends(one.rating), "sigma": one.rating.sd} for one in robin.rated],
            "runs": {f"{one} among {field}": list(cell.runs) for (one, field), cell in robin.cells.items()},
        },
    }


def _ends(estimate: Estimate, name: str = "mean") -> Json:
    return {name: estimate.mean, "low": estimate.low, "high": estimate.high}


def records(strategies: Strategies) -> list[dict[str, object]]:
    """The lines of `strategies --csv`: every contest without a kind of action, and of the round robin."""
    return JUDGED.records(strategies.contests)


def widths(bots: Sequence[str]) -> tuple[int, int]:
    """Pixels of the matrix at least and at most."""
    return LABELS + len(bots) * NARROWEST_CELL, LABELS + len(bots) * WIDEST_CELL
