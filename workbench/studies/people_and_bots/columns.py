"""The columns of the bots beside people, of what people said, and the objects in JSON."""

from itertools import combinations
from math import inf, isfinite
from typing import NamedTuple

from workbench.report.columns import Columns, TableColumn, bot, count, for_csv, for_programs, percent, ratio, text
from workbench.report.json import Json, interval_json, number
from workbench.report.text import phrases
from workbench.stats import Figure
from workbench.stats.evidence import FEWEST_SESSIONS, enough_sessions
from workbench.stats.likeness import CERTAIN
from workbench.studies.people_and_bots.decisions import PARTINGS, DecidesLike, DecisionAgreement
from workbench.studies.people_and_bots.feedback import FeedbackCorrelation
from workbench.studies.people_and_bots.measure import LIKELY, LikeBot, PeopleAnswer, Testers

__all__ = ["CERTAIN"]  # the templates have them

MOST_TOLD = 10_000
"""No number of sessions beyond this is sensible."""
MIDDLE = 1
"""The number of sessions that the sentence is about, by its place."""


class BotPair(NamedTuple):
    """Two bots, and about how many sessions tell them apart, whichever of the two was played."""

    one: LikeBot
    other: LikeBot
    sessions: float


def pairs(testers: Testers) -> list[BotPair]:
    """Every pair of bots, those that are told apart soonest first."""
    places, apart = combinations(range(len(testers.bots)), 2), testers.recognition.values_to_tell
    every = [BotPair(testers.bots[a], testers.bots[b], apart(a, b)) for a, b in places]
    return sorted(every, key=lambda pair: pair.sessions)


def likely(testers: Testers) -> list[LikeBot]:
    """The bots that may be the one."""
    return [bot for bot in testers.bots if bot.posterior >= LIKELY]


def most_to_tell(testers: Testers) -> float:
    """How many sessions tell the nearest bot from every other likely one; infinite where no sensible number does."""
    needed = max((bot.to_tell for bot in likely(testers) if bot is not testers.best), default=0.0)
    return needed if needed <= MOST_TOLD else inf


def seldom_named(testers: Testers) -> tuple[LikeBot, float, int]:
    """The bot whose sessions would name it most seldom, how often, and by how many sessions."""
    named = testers.recognition.named[:, MIDDLE]
    place = int(named.argmin())
    return testers.bots[place], float(named[place]), testers.recognition.counts[MIDDLE]


def misnamed(testers: Testers) -> float:
    """How often as many sessions of any bot would name another one, at most."""
    return float(testers.recognition.misnamed[:, MIDDLE].max())


def _sessions(needed: float) -> str:
    return f"about {int(needed)}" if needed <= MOST_TOLD else "too alike"


# Tables


def bots(testers: Testers) -> Columns[LikeBot]:
    recognition, place = testers.recognition, {bot.bot: at for at, bot in enumerate(testers.bots)}

    def named(at: int, sessions: int) -> TableColumn[LikeBot]:
        title = f"Named by {sessions} of its sessions"
        read = lambda bot: float(recognition.named[place[bot.bot], at])  # noqa: E731
        return percent(f"named_by_{sessions}", title, read, 0, interval="", in_json=False)

    def by_count(table: object, bot: LikeBot) -> Json:
        shares = table[place[bot.bot]]  # type: ignore[index]
        return {str(sessions): float(share) for sessions, share in zip(recognition.counts, shares, strict=True)}

    return Columns[LikeBot](
        bot("bot", "Bot", lambda bot: bot.bot),
        percent("posterior", "Likely", lambda bot: bot.posterior, interval=""),
        for_programs("log_likelihood", lambda bot: bot.log_likelihood, in_csv=True),
        ratio(
            "",
            "Log-likelihood, beside the best",
            lambda bot: bot.log_likelihood - testers.best.log_likelihood,
            1,
            interval="",
        ),
        for_csv("sessions_to_tell", lambda bot: bot.to_tell if isfinite(bot.to_tell) else None),
        for_programs("sessions_to_tell", lambda bot: number(bot.to_tell)),
        text(
            "", "Sessions to tell it from the best", lambda bot: None if bot is testers.best else _sessions(bot.to_tell)
        ),
        for_programs("named", lambda bot: by_count(recognition.named, bot)),
        for_programs("misnamed", lambda bot: by_count(recognition.misnamed, bot)),
        *(named(at, sessions) for at, sessions in enumerate(recognition.counts)),
        count("plays", "Plays", lambda bot: bot.outcome.plays),
    )


PAIRS = Columns[BotPair](
    text("", "Bots", lambda pair: f"{pair.one.title} and {pair.other.title}"),
    for_programs("bots", lambda pair: [pair.one.bot, pair.other.bot]),
    for_programs("sessions_to_tell", lambda pair: number(pair.sessions)),
    text("", "Sessions to tell them apart", lambda pair: _sessions(pair.sessions)),
)
MIXTURE = Columns[Figure](
    text("", "Measure", lambda figure: figure.label),
    text("", "Mixture", lambda figure: phrases.value(figure.measure, figure.estimate.mean)),
    text(
        "",
        "Range of the likely bots",
        lambda one: " to ".join(
            dict.fromkeys(phrases.value(one.measure, end) for end in (one.estimate.low, one.estimate.high))
        ),
    ),
)
ANSWERS = {
    "length": "“Too long”",
    "downtime": "The rating of the time between turns",
    "fun": "The rating of fun",
    "overall": "The rating overall",
}


def _follows(feedback: FeedbackCorrelation) -> str:
    """A word on whether the answer goes with the figure."""
    estimate = feedback.correlation
    if not enough_sessions(estimate.n):
        return f"at least {FEWEST_SESSIONS} sessions are needed"
    if not isfinite(estimate.mean):
        return "one of them never varied"
    if feedback.follows is None:
        return "open"
    rises = "rises" if estimate.mean > 0 else "falls"
    return f"{rises}, {'as one would expect' if feedback.follows else 'which nobody would expect: ask your testers'}"


FEEDBACK = Columns[FeedbackCorrelation](
    for_programs("answer", lambda answer: answer.pair.aspect),
    for_programs("figure", lambda answer: answer.pair.figure),
    text("", "What people said", lambda answer: ANSWERS[answer.pair.aspect]),
    text("", "Beside", lambda answer: answer.pair.label),
    ratio("", "Rank correlation", lambda answer: answer.correlation if isfinite(answer.correlation.mean) else None),
    text("", "The answer", _follows),
    for_programs("mean", lambda answer: number(answer.correlation.mean)),
    for_programs("low", lambda answer: number(answer.correlation.low)),
    for_programs("high", lambda answer: number(answer.correlation.high)),
    count("sessions", "Sessions", lambda answer: answer.correlation.n),
    for_programs("follows", lambda answer: answer.follows),
)
AGREEMENT = Columns[DecisionAgreement](
    bot("bot", "Bot", lambda one: one.bot),
    for_programs("decisions", lambda one: one.decisions),
    percent("agreement", "Same action", lambda one: one.estimate, 0, in_json=False),
    for_csv("agreement_n", lambda one: one.estimate.n),
    for_programs("agreement", lambda one: {"rate": one.rate, **interval_json(one.estimate)}),
    for_programs(
        "partings",
        lambda one: [
            {"people": people, "bot": would, "times": times} for (people, would), times in one.partings.most_common()
        ],
    ),
    count("", "Decisions", lambda one: one.decisions),
)


def partings(agreement: DecisionAgreement) -> list[tuple[str, int]]:
    """Where people part most often from a bot, and how often."""
    return [
        (f"people {people} another" if people == would else f"people {people} where it would {would}", times)
        for (people, would), times in agreement.partings.most_common(PARTINGS)
    ]


# JSON and CSV


def data(answer: PeopleAnswer | DecidesLike) -> Json:
    """The object of `playtests bots --json`, and of `playtests bots --decisions --json`."""
    head = {"game": answer.scenario.game.name, "scenario": answer.scenario.name}
    if isinstance(answer, DecidesLike):
        return {
            **head,
            "plays": answer.plays,
            "left_out": answer.left_out,
            "decided": not answer.alike,
            "bots": [*map(AGREEMENT.json, answer.agreements)],
        }
    testers = answer.testers
    return {
        **head,
        "seed": testers.scenario.seed,
        "sessions": testers.sessions,
        "left_out": testers.left_out,
        "people": testers.people,
        "decided": testers.is_decided,
        "bots": [*map(bots(testers).json, testers.bots)],
        "pairs": [*map(PAIRS.json, pairs(testers))],
        "mixture": {figure.name: interval_json(figure.estimate) for figure in testers.mixture},
        "said": [*map(FEEDBACK.json, answer.feedback)],
    }


def records(answer: PeopleAnswer | DecidesLike) -> list[dict[str, object]]:
    """The lines of `playtests bots --csv`."""
    if isinstance(answer, DecidesLike):
        return AGREEMENT.records(answer.agreements)
    return bots(answer.testers).records(answer.testers.bots)
