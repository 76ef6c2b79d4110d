"""Which bot plays most like the testers, in words, as tables and as JSON."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import isfinite

from workbench.engine.wording import counted, first_of, listed, plural, upper_first
from workbench.report.json import interval_json, number
from workbench.report.text import phrases
from workbench.report.text.phrases import count, decimal, number_of, percent
from workbench.report.text.scenarios import bots_with_specs
from workbench.stats.evidence import FEWEST_SESSIONS, enough_sessions
from workbench.stats.likeness import CERTAIN
from workbench.studies.people_and_bots.feedback import FeedbackCorrelation
from workbench.studies.people_and_bots.measure import LIKELY, LikeBot, Testers

MOST_TOLD = 10_000
"""No number of sessions beyond this is sensible."""
MIDDLE, NAMED = 1, 8
"""The number of sessions that the sentence is about, by its place; and the pairs that it names."""
METHOD = (
    "How likely the sessions' scores, leads and lengths are among each bot's plays, when every bot is as likely as any"
    " other before. One session counts as one value. People are none of these bots: the likeliest is the nearest of"
    " those asked."
)
APART = "Which bots sessions tell apart"
MIXTURE = (
    "The mean over the bots, each by how likely it is; the range is that of the bots that are at least 5 % likely."
)


def headline(testers: Testers) -> str:
    """Which bot comes nearest, or that it is open."""
    sessions, best = counted(testers.sessions, "session"), testers.best
    if testers.is_decided:
        return f"Your testers play most like {best.title} bots ({percent(best.posterior, 0)} likely, {sessions})."
    if enough_sessions(testers.sessions) and best.posterior >= CERTAIN:
        names = listed([best.title, *(bot.title for bot in testers.alike)], "or")
        few = f"{sessions} {plural(testers.sessions, 'is', 'are')} too few to tell these apart"
        return f"Your testers play most like {names}: {few}, although {best.title} has {percent(best.posterior, 0)}."
    likely = [f"{bot.title} ({percent(bot.posterior, 0)})" for bot in testers.bots if bot.posterior >= LIKELY]
    few = "" if enough_sessions(testers.sessions) else f" At least {FEWEST_SESSIONS} sessions are needed."
    return f"After {sessions}, which bot plays most like your testers is open: {listed(likely, 'or')}.{few}"


def to_tell_sentence(testers: Testers) -> str:
    """How many sessions tell the nearest bot from the others; empty where one is named."""
    others = [bot for bot in testers.bots[1:] if bot.posterior >= LIKELY]
    if testers.is_decided or not others:
        return ""
    told = [bot for bot in others if _can_be_told(bot)]
    parts = [f"about {counted(int(bot.to_tell), 'session')} from {bot.title}" for bot in told]
    alike = [other.title for other in others if not _can_be_told(other)]
    parts += [f"more sessions than are sensible from {listed(alike, 'or')}"] if alike else []
    return f"If they play like {testers.best.title} bots, it takes {listed(parts)} to tell them apart."


def recognition_sentence(testers: Testers) -> str:
    """How often so many sessions of each bot would name it, among all of them; empty for one bot."""
    if len(testers.bots) < 2:
        return ""
    counts, named = testers.recognition.counts, testers.recognition.named
    ranked = sorted(zip(testers.bots, named[:, MIDDLE], strict=True), key=lambda bot_and_share: -bot_and_share[1])
    shares = listed(f"{bot.title} in {percent(share, 0)}" for bot, share in ranked)
    wrong = percent(float(testers.recognition.misnamed[:, MIDDLE].max()), 0)
    return (
        f"If a table played exactly as one of these {len(testers.bots)} bots, {counts[MIDDLE]} sessions would name it:"
        f" {shares} of cases. They would name another one in at most {wrong}."
    )


def pairs_sentence(testers: Testers) -> str:
    """Which pairs no sensible number of sessions tells apart, and how many sessions the others take."""
    pairs = _pairs(testers)
    if not pairs:
        return ""
    alike = [f"{one.title} and {other.title}" for one, other, needed in pairs if needed > MOST_TOLD]
    told = [needed for _, _, needed in pairs if needed <= MOST_TOLD]
    parts = []
    if told:
        least, most = int(min(told)), int(max(told))
        number = f"about {counted(most, 'session')}" if least == most else f"about {least} to {most} sessions"
        parts.append(f"{len(told)} of {counted(len(pairs), 'pair')} of bots can be told apart, by {number}")
    if alike:
        parts.append(f"not by {number_of(MOST_TOLD, 'session')}: {'; '.join(first_of(alike, NAMED))}")
    return f"{'. '.join(upper_first(part) for part in parts)}."


def pair_table(testers: Testers) -> list[dict[str, str]]:
    """A line for each pair of bots, those that are told apart soonest first."""
    return [
        {"Bots": f"{one.title} and {other.title}", "Sessions to tell them apart": _told(n)}
        for one, other, n in _pairs(testers)
    ]


def _pairs(testers: Testers) -> list[tuple[LikeBot, LikeBot, float]]:
    """Every pair of bots with the sessions that tell them apart, whichever of the two was played."""
    places = combinations(range(len(testers.bots)), 2)
    pairs = [(testers.bots[a], testers.bots[b], testers.recognition.values_to_tell(a, b)) for a, b in places]
    return sorted(pairs, key=lambda pair: pair[2])


def _can_be_told(bot: LikeBot) -> bool:
    return isfinite(bot.to_tell) and bot.to_tell <= MOST_TOLD


def bot_table(testers: Testers) -> list[dict[str, str]]:
    """A line for each bot."""
    best = testers.best.log_likelihood
    recognized = testers.recognition
    return [
        {
            "Bot": bot.title,
            "Likely": percent(bot.posterior),
            "Log-likelihood, beside the best": decimal(bot.log_likelihood - best, 1),
            "Sessions to tell it from the best": "–" if bot is testers.best else _told(bot.to_tell),
            **{
                f"Named by {count} of its sessions": percent(float(share), 0)
                for count, share in zip(recognized.counts, recognized.named[place], strict=True)
            },
            "Plays": count(bot.outcome.plays),
        }
        for place, bot in enumerate(testers.bots)
    ]


def _told(needed: float) -> str:
    return f"about {int(needed)}" if needed <= MOST_TOLD else "too alike"


def mixture_table(testers: Testers) -> list[dict[str, str]]:
    """The main figures as the mixture of the bots has them."""
    lines = []
    for figure in testers.mixture:
        measure, mixed = figure.measure, figure.estimate
        mean, low, high = (phrases.value(measure, value) for value in (mixed.mean, mixed.low, mixed.high))
        span = low if mixed.low == mixed.high else f"{low} to {high}"
        lines.append({"Measure": figure.label, "Mixture": mean, "Range of the likely bots": span})
    return lines


def notes(testers: Testers) -> list[str]:
    """Sentences beside the table of the bots."""
    parts = (to_tell_sentence(testers), recognition_sentence(testers), pairs_sentence(testers), left_out(testers))
    return [part for part in parts if part]


def how_played(testers: Testers) -> str:
    """The bots by what `--bots` takes, and their seed."""
    return f"Played by {bots_with_specs([bot.bot for bot in testers.bots])}, with seed {testers.scenario.seed}."


def left_out(testers: Testers) -> str:
    """The sessions that could not be compared; empty where there are none."""
    parts = ", ".join(f"{number} {reason}" for reason, number in testers.left_out.items())
    return f"Left out: {parts}." if parts else ""


def testers_json(testers: Testers, feedback: Sequence[FeedbackCorrelation] = ()) -> dict[str, object]:
    """`playtests bots --json`."""
    scenario = testers.scenario
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "seed": scenario.seed,
        "sessions": testers.sessions,
        "left_out": testers.left_out,
        "people": testers.people,
        "decided": testers.is_decided,
        "bots": [
            {
                "bot": bot.bot,
                "posterior": bot.posterior,
                "log_likelihood": bot.log_likelihood,
                "sessions_to_tell": bot.to_tell if isfinite(bot.to_tell) else None,
                "named": _by_count(testers, testers.recognition.named[place]),
                "misnamed": _by_count(testers, testers.recognition.misnamed[place]),
                "plays": bot.outcome.plays,
            }
            for place, bot in enumerate(testers.bots)
        ],
        "pairs": [{"bots": [one.bot, other.bot], "sessions_to_tell": number(n)} for one, other, n in _pairs(testers)],
        "mixture": {figure.name: interval_json(figure.estimate) for figure in testers.mixture},
        "said": [feedback_json(measure) for measure in feedback],
    }


def _by_count(testers: Testers, shares: Iterable[float]) -> dict[str, float]:
    """Shares by the number of sessions."""
    return {str(count): float(share) for count, share in zip(testers.recognition.counts, shares, strict=True)}


# What people said

WORDS = {
    "length": "“Too long”",
    "downtime": "The rating of the time between turns",
    "fun": "The rating of fun",
    "overall": "The rating overall",
}


def feedback_sentence(feedback: FeedbackCorrelation) -> str:
    """A sentence on an answer and the figure that it should follow."""
    pair, estimate = feedback.pair, feedback.correlation
    head = f"{WORDS[pair.aspect]} and {pair.label}, {counted(estimate.n, 'session')}"
    if not enough_sessions(estimate.n):
        return f"{head}: at least {FEWEST_SESSIONS} are needed."
    if not isfinite(estimate.mean):
        return f"{head}: one of them never varied."
    strength = f"rank correlation {decimal(estimate.mean, 2, signed=True)} ({phrases.plain_span(estimate)})"
    return f"{head}: {strength}. {_follows(feedback)}"


def _follows(feedback: FeedbackCorrelation) -> str:
    if feedback.follows is None:
        return "Whether they go together is open."
    rises = "rises" if feedback.correlation.mean > 0 else "falls"
    expectation = "as one would expect" if feedback.follows else "which nobody would expect: ask your testers"
    return f"The answer {rises} with the figure, {expectation}."


def feedback_json(feedback: FeedbackCorrelation) -> dict[str, object]:
    """One pair of `playtests bots --json`."""
    estimate = feedback.correlation
    numbers = interval_json(estimate)
    return {"answer": feedback.pair.aspect, "figure": feedback.pair.figure, **numbers, "sessions": estimate.n,
            "follows": feedback.follows}  # fmt: skip
