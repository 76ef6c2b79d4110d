"""What studies of strength found, in sentences for pages and terminal alike.

Shares of the wins are in per cent; differences of them in points, that is, percentage points.
"""

from collections.abc import Mapping, Sequence

from workbench.bots.spec import bot_title
from workbench.engine.wording import first_of, listed, plural
from workbench.report.text.phrases import (
    THIN,
    decimal,
    number_of,
    percent,
    points,
    upper_first,
    words_of,
)
from workbench.report.text.scenarios import NO_PEOPLE, bots_in_words
from workbench.report.text.verdicts import TOO_CLOSE, plays_range
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import FEWEST_PLAYS, enough
from workbench.study.strength.contest import Doubt
from workbench.study.strength.robin import WEIGHTY, Dominance, EquilibriumWeight, RoundRobin
from workbench.study.strength.strategies import Mechanism, Mechanisms, Usage, Worth

MOST_NAMED = 6
"""Undecided kinds of action that a headline names; of more it counts the rest."""
SHARE_DEFINITION = (
    "Share of the wins: how often one bot wins alone among others, sitting at every seat in turn on the same shuffles."
    " A win shared by k seats counts 1/k for each."
)
VALUE_DEFINITION = (
    "Value of a kind of action: an even share minus how often a seat wins when it alone may not use that kind while it"
    " has another choice (restricted play, Jaffe et al. 2012)."
)
EQUILIBRIUM_DEFINITION = (
    "Equilibrium: the mixture of bots over which no bot has an advantage. The advantage of one bot over another is half"
    " the difference between its share of the wins alone among the others and their share alone among it (Nash"
    " averaging, Balduzzi et al. 2018)."
)
RATING_DEFINITION = (
    "Rating: openskill's Plackett–Luce model; every bot starts at 25. A bot about 4 points above equal others wins"
    " about 2.7 times as often as each of them."
)
UNSETTLED = 0.5
"""Width of a weight's range from which on the mixture counts as unsettled."""

# Numbers


def kind_label(kind: str) -> str:
    """A kind of action as a heading: `Draw discard`."""
    return words_of(kind).capitalize()


# Contests


def doubt_clause(doubt: Doubt | None, judged: str) -> str:
    """Why something is undecided, and what would decide it; `judged` names what was judged together: `rungs`."""
    if doubt is None:
        return "more plays are needed"
    if doubt.few:
        return f"since fewer than {FEWEST_PLAYS} plays are too few"
    would = further_plays(doubt)
    if doubt.alone:
        return f"may be luck among {doubt.among} {judged}; {would}"
    return f"not even, but perhaps by less than a point; {would}" if doubt.small else would


def further_plays(doubt: Doubt) -> str:
    """How many more plays would decide: `1 200 to 2 900 more plays at each seat would decide with …`."""
    if doubt.further is None:
        return TOO_CLOSE
    chance = f"would decide with a chance of 50 to 80{THIN}%"
    further = plays_range(doubt.further)
    return f"{further} more {'play' if further == '1' else 'plays'} at each seat {chance}"


def too_few(plays: int, of: str) -> str:
    """That there are too few plays for a verdict, `of` what: `each rung`; empty where there are enough."""
    if enough(plays):
        return ""
    return (
        f"{number_of(plays, 'play')} of {of} at each seat are too few for a verdict; at least {FEWEST_PLAYS} are needed"
    )


# Restricted play


def mechanisms_headline(found: Mechanisms) -> str:
    """Which kinds of action matter."""
    plays = [kind.contest.plays for kind in found.kinds if kind.contest]
    if plays and (few := too_few(min(plays), "each kind of action")):
        return f"{few}."
    worth = sorted(_standing(found, Worth.WORTH), key=lambda each: -each.value.mean)
    still = [each for each in _standing(found, Worth.UNDECIDED) if each not in found.dispensable]
    idle = [each for each in found.kinds if each.standing is Worth.NOTHING or is_surely_small(found, each)]
    unused = _standing(found, Worth.UNUSED)
    them = "they" if worth else f"the {bot_title(found.bot)} bots"
    parts = [f"To {bot_title(found.bot)} bots {_kinds(worth)} {_are(worth)} worth having" if worth else ""]
    parts += [f"they lose less than a point without {_first_kinds(idle)}" if idle else ""]
    parts += [f"they do better without {_kinds(harm)}" if (harm := _standing(found, Worth.HARMFUL)) else ""]
    parts += [f"they never chose {_kinds(unused, 'or')}" if unused else ""]
    parts += [f"{_first_kinds(still)} {_are(still)} undecided" if still else ""]
    sentence = "; ".join(part for part in parts if part).replace("they", them, 1)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else "No kind of action can be left out."


def mechanism_sentence(found: Mechanisms, kind: Mechanism) -> str:
    """What one kind of action is worth."""
    return f"{_worth(found, kind)} {usage_sentence(kind.usage)}".strip()


def usage_sentence(usage: Usage) -> str:
    """How often a kind of action is chosen; nothing where there is no choice."""
    if not usage.offered:
        return ""
    return f"Chosen {decimal(usage.chosen, 1)} of the {decimal(usage.offered, 1)} times a play that it was possible."


def _worth(found: Mechanisms, kind: Mechanism) -> str:
    named, value = f"“{words_of(kind.kind)}”", kind.value
    changes, bot, plays = _costs_or_gains(value), bot_title(found.bot), number_of(kind.usage.plays, "play")
    return {
        Worth.WORTH: f"Leaving out {named} {changes}: it is worth having.",
        Worth.HARMFUL: f"Leaving out {named} {changes}: {bot} does better without it.",
        Worth.NOTHING: f"Leaving out {named} {changes}, less than a point{_seldom(kind)}.",
        Worth.UNDECIDED: f"Leaving out {named} {changes}: {_open(found, kind)}.",
        Worth.UNUSED: f"{upper_first(bot)} never chose {named} in {plays}; its worth is open.",
        Worth.FORCED: f"{named} cannot be left out: whenever it is possible, it is the only choice{_for_bot(found)}.",
        Worth.ABSENT: _absent(found, kind),
    }[kind.standing]


def _costs_or_gains(value: Estimate) -> str:
    """`costs 0.4 points of win rate (−0.2 to +1.0)`; where the mean is below zero, what is gained instead."""
    verb, sign = ("costs", 1) if value.mean >= 0 else ("gains", -1)
    low, high = sorted((sign * value.low, sign * value.high))
    span = f"{points(low)} to {points(high)}"
    return f"{verb} {points(abs(value.mean), signed=False)} points of win rate ({span})"


def is_surely_small(found: Mechanisms, kind: Mechanism) -> bool:
    """Whether a kind of action is surely not worth a point, though whether it does harm is undecided."""
    return kind.standing is Worth.UNDECIDED and kind in found.dispensable


def _open(found: Mechanisms, kind: Mechanism) -> str:
    if is_surely_small(found, kind):
        return "it is not worth a point; whether it does harm by as much is undecided"
    return f"undecided, {doubt_clause(kind.doubt, 'kinds')}"


def _seldom(kind: Mechanism) -> str:
    """A caution where a small loss may only mean that it was seldom chosen."""
    return ", but it is chosen too seldom to say what it is worth when it matters" if kind.seldom else ""


def standing_word(found: Mechanisms, kind: Mechanism) -> str:
    """The verdict on a kind of action in a table or chart; JSON keeps older names."""
    if is_surely_small(found, kind):
        return "not worth a point"
    words = {Worth.NOTHING: "less than a point", Worth.ABSENT: "never a choice"}
    return words.get(kind.standing, kind.standing.value)


def _for_bot(found: Mechanisms) -> str:
    """Which bot a statement holds for, where the bot leaves something out."""
    return f" for {bot_title(found.bot)}" if found.left_out else ""


def _absent(found: Mechanisms, kind: Mechanism) -> str:
    named = f"“{words_of(kind.kind)}”"
    if kind.kind in found.left_out:
        return f"{upper_first(bot_title(found.bot))} leaves out {named}."
    whom = bot_title(found.bot) if found.left_out else "any player"
    return (
        f"{named} was never a choice for {whom} in {number_of(kind.usage.plays, 'play')}: these rules may make it"
        " automatic, or it may need something that these bots do not do."
    )


def _standing(found: Mechanisms, standing: Worth) -> list[Mechanism]:
    return [kind for kind in found.kinds if kind.standing is standing]


def _kinds(kinds: Sequence[Mechanism], last: str = "and") -> str:
    return listed((f"“{words_of(kind.kind)}”" for kind in kinds), last)


def _first_kinds(kinds: Sequence[Mechanism]) -> str:
    """The kinds by name; of many the first few, and how many more there are."""
    most = MOST_NAMED if len(kinds) <= MOST_NAMED else MOST_NAMED - 1
    return listed(first_of([f"“{words_of(kind.kind)}”" for kind in kinds], most))


def _are(several: Sequence[object]) -> str:
    return plural(len(several), "is", "are")


# The round robin


def robin_sentences(found: RoundRobin) -> list[str]:
    """Who is dominated, who is left in equilibrium, and who is strongest; then what that is worth."""
    return [dominance_sentence(found), equilibrium_sentence(found), rating_sentence(found), NO_PEOPLE]


def dominance_sentence(found: RoundRobin) -> str:
    """Which bots are dominated."""
    if few := too_few(found.plays, "each pair"):
        return f"{few}."
    strict = _dominated(found.dominated, strict=True)
    others = {bot: by for bot, by in _dominated(found.dominated, strict=False).items() if bot not in strict}
    sentences = [
        f"{upper_first(listed(bots))} {_are(bots)} dominated by {by}: worse against every bot."
        for by, bots in _by_dominators(strict).items()
    ]
    sentences += [
        f"{upper_first(listed(bots))} {_are(bots)} nowhere a point better than {by}, and somewhere worse."
        for by, bots in _by_dominators(others).items()
    ]
    return " ".join(sentences) or "No bot is clearly dominated."


def _by_dominators(found: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The dominated bots, together where the same ones dominate them."""
    groups: dict[str, list[str]] = {}
    for bot, by in found.items():
        groups.setdefault(listed(by), []).append(bot)
    return groups


def _dominated(found: Sequence[Dominance], strict: bool) -> dict[str, list[str]]:
    """Who dominates each dominated bot."""
    bots = dict.fromkeys(each.bot for each in found if each.strict is strict)
    return {
        bot_title(bot): [bot_title(each.by) for each in found if each.bot == bot and each.strict is strict]
        for bot in bots
    }


def equilibrium_sentence(found: RoundRobin) -> str:
    """The mixture over which no bot has an advantage, and how sure that is."""
    if alike := not_told_apart(found.equilibrium):
        return f"{alike}: each may have a place in the equilibrium."
    used = sorted((bar for bar in found.equilibrium if bar.weight >= WEIGHTY), key=lambda bar: -bar.weight)
    text = f"In equilibrium: {', '.join(map(_bar, used))}."
    meant = "" if found.players == 2 else (
        f" With {found.players} players, this compares one bot among others that are all alike; tables with more kinds"
        " of bots may differ."
    )  # fmt: skip
    return f"{text} Ranges come from resampling the plays.{meant}"


def not_told_apart(bars: Sequence[EquilibriumWeight]) -> str:
    """`a, b and c cannot be told apart`, where ranges cover most of 0 to 1: all that may weigh; else nothing."""
    wide = [bar for bar in bars if bar.high - bar.low >= UNSETTLED]
    if not wide:
        return ""
    named = wide if len(wide) > 1 else [bar for bar in bars if max(bar.weight, bar.high) >= WEIGHTY]
    ordered = sorted(named, key=lambda bar: (-bar.weight, -bar.high))
    return f"{upper_first(bots_in_words(bar.bot for bar in ordered))} cannot be told apart"


def _bar(bar: EquilibriumWeight) -> str:
    return f"{bot_title(bar.bot)} {percent(bar.weight, 0)} ({percent(bar.low, 0)} to {percent(bar.high, 0)})"


def rating_sentence(found: RoundRobin) -> str:
    """The strongest bot; or the highest rated, and which others may be as strong, going by their plays among it."""
    best, *others = found.ratings
    title = bot_title(best.bot)
    rating = f"{decimal(best.mean, 1)} ({decimal(best.low, 1)} to {decimal(best.high, 1)})"
    near = [other.bot for other in others if found.leads[best.bot, other.bot] is not Verdict.HIGHER]
    if not near:
        return f"{upper_first(title)} is the strongest of these bots, rated {rating}."
    return (
        f"Which bot is strongest is undecided: {title} is rated {rating}, and {bots_in_words(near)} may be as strong."
    )
