"""Strategies in sentences: who plays well, what each kind of action is worth, and what to try without.

Each is said only where `stats.evidence` holds it beyond doubt, by the verdicts of the study; else it is called open.
Shares of the wins are in per cent; differences of them in points, that is, percentage points.
"""

import math
from collections.abc import Mapping, Sequence

from workbench.bots.spec import TITLES, bot_title
from workbench.engine.wording import as_sentence, counted, first_of, listed, plural, upper_first
from workbench.report.text.phrases import (
    count,
    decimal,
    number_of,
    percent,
    plain_span,
    point_span,
    points,
    share_span,
    words_of,
)
from workbench.report.text.scenarios import bots_in_words, bots_with_specs, caution
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import enough
from workbench.studies.contest_words import (
    TableRows,
    doubt_clause,
    plays_of_contests,
    plays_to_decide,
    too_few,
)
from workbench.studies.strategies.measure import Mechanism, Mechanisms, Strategies, Usage, Worth
from workbench.studies.strategies.robin import WEIGHTY, Dominance, EquilibriumWeight, RoundRobin

RANDOM = "random"
MOST_TAUGHT = 3
MOST_NAMED = 6
"""Undecided kinds of action that a headline names; of more it counts the rest."""
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


# Restricted play


def summary(strategies: Strategies) -> str:
    """Which kinds of action matter."""
    mechanisms = strategies.mechanisms
    plays = [kind.contest.plays for kind in mechanisms.kinds if kind.contest]
    if plays and (few := too_few(min(plays), "each kind of action")):
        return f"{few}."
    worth = sorted(_standing(mechanisms, Worth.WORTH), key=lambda kind: -kind.value.mean)
    still = [kind for kind in _standing(mechanisms, Worth.UNDECIDED) if kind not in mechanisms.dispensable]
    idle = [kind for kind in mechanisms.kinds if kind.standing is Worth.NOTHING or is_surely_small(mechanisms, kind)]
    unused = _standing(mechanisms, Worth.UNUSED)
    them = "they" if worth else f"the {bot_title(mechanisms.bot)} bots"
    parts = [f"To {bot_title(mechanisms.bot)} bots {_kinds(worth)} {_are(worth)} worth having" if worth else ""]
    parts += [f"they lose less than a point without {_first_kinds(idle)}" if idle else ""]
    parts += [f"they do better without {_kinds(harm)}" if (harm := _standing(mechanisms, Worth.HARMFUL)) else ""]
    parts += [f"they never chose {_kinds(unused, 'or')}" if unused else ""]
    parts += [f"{_first_kinds(still)} {_are(still)} undecided" if still else ""]
    sentence = "; ".join(part for part in parts if part).replace("they", them, 1)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else "No kind of action can be left out."


def by_value(mechanisms: Mechanisms) -> list[Mechanism]:
    """The kinds of action, the most valuable first; those that cannot be left out at the end."""
    return sorted(mechanisms.kinds, key=lambda kind: (kind.contest is None, -kind.value.mean))


def mechanism_sentence(mechanisms: Mechanisms, kind: Mechanism) -> str:
    """Sentences on the worth and the use of one kind of action."""
    return f"{_worth(mechanisms, kind)} {usage_sentence(kind.usage)}".strip()


def usage_sentence(usage: Usage) -> str:
    """How often a kind of action is chosen; nothing where there is no choice."""
    if not usage.offered:
        return ""
    return f"Chosen {decimal(usage.chosen, 1)} of the {decimal(usage.offered, 1)} times a play that it was possible."


def _worth(mechanisms: Mechanisms, kind: Mechanism) -> str:
    named, value = f"“{words_of(kind.kind)}”", kind.value
    whom = f" for {bot_title(mechanisms.bot)}" if mechanisms.left_out else ""
    changes, bot, plays = _costs_or_gains(value), bot_title(mechanisms.bot), number_of(kind.usage.plays, "play")
    return {
        Worth.WORTH: f"Leaving out {named} {changes}: it is worth having.",
        Worth.HARMFUL: f"Leaving out {named} {changes}: {bot} does better without it.",
        Worth.NOTHING: f"Leaving out {named} {changes}, less than a point{_seldom(kind)}.",
        Worth.UNDECIDED: f"Leaving out {named} {changes}: {_undecided_clause(mechanisms, kind)}.",
        Worth.UNUSED: f"{upper_first(bot)} never chose {named} in {plays}; its worth is open.",
        Worth.FORCED: f"{named} cannot be left out: whenever it is possible, it is the only choice{whom}.",
        Worth.ABSENT: _absent(mechanisms, kind),
    }[kind.standing]


def _costs_or_gains(value: Estimate) -> str:
    """`costs 0.4 points of win rate (−0.2 to +1.0)`; where the mean is below zero, what is gained instead."""
    verb, sign = ("costs", 1) if value.mean >= 0 else ("gains", -1)
    low, high = sorted((sign * value.low, sign * value.high))
    span = f"{points(low)} to {points(high)}"
    return f"{verb} {points(abs(value.mean), signed=False)} points of win rate ({span})"


def is_surely_small(mechanisms: Mechanisms, kind: Mechanism) -> bool:
    """True if a kind of action is surely not worth a point, though whether it does harm is undecided."""
    return kind.standing is Worth.UNDECIDED and kind in mechanisms.dispensable


def _undecided_clause(mechanisms: Mechanisms, kind: Mechanism) -> str:
    if is_surely_small(mechanisms, kind):
        return "it is not worth a point; whether it does harm by as much is undecided"
    return f"undecided, {doubt_clause(kind.doubt, 'kinds')}"


def _seldom(kind: Mechanism) -> str:
    """A caution where a small loss may only mean that it was seldom chosen."""
    return ", but it is chosen too seldom to say what it is worth when it matters" if kind.seldom else ""


def standing_word(mechanisms: Mechanisms, kind: Mechanism) -> str:
    """The verdict on a kind of action in a table or chart; JSON keeps older names."""
    if is_surely_small(mechanisms, kind):
        return "not worth a point"
    words = {Worth.NOTHING: "less than a point", Worth.ABSENT: "never a choice"}
    return words.get(kind.standing, kind.standing.value)


def _absent(mechanisms: Mechanisms, kind: Mechanism) -> str:
    named = f"“{words_of(kind.kind)}”"
    if kind.kind in mechanisms.left_out:
        return f"{upper_first(bot_title(mechanisms.bot))} leaves out {named}."
    whom = bot_title(mechanisms.bot) if mechanisms.left_out else "any player"
    return (
        f"{named} was never a choice for {whom} in {number_of(kind.usage.plays, 'play')}: these rules may make it"
        " automatic, or it may need something that these bots do not do."
    )


def _standing(mechanisms: Mechanisms, standing: Worth) -> list[Mechanism]:
    return [kind for kind in mechanisms.kinds if kind.standing is standing]


def _kinds(kinds: Sequence[Mechanism], last: str = "and") -> str:
    return listed((f"“{words_of(kind.kind)}”" for kind in kinds), last)


def _first_kinds(kinds: Sequence[Mechanism]) -> str:
    """The kinds by name; of many the first few, and how many more there are."""
    most = MOST_NAMED if len(kinds) <= MOST_NAMED else MOST_NAMED - 1
    return listed(first_of([f"“{words_of(kind.kind)}”" for kind in kinds], most))


def _are(several: Sequence[object]) -> str:
    return plural(len(several), "is", "are")


# The round robin


def dominance_sentence(robin: RoundRobin) -> str:
    """Which bots are dominated."""
    if few := too_few(robin.plays, "each pair"):
        return f"{few}."
    strict = _dominated(robin.dominated, strict=True)
    others = {bot: by for bot, by in _dominated(robin.dominated, strict=False).items() if bot not in strict}
    sentences = [
        f"{upper_first(listed(bots))} {_are(bots)} dominated by {by}: worse against every bot."
        for by, bots in _by_dominators(strict).items()
    ]
    sentences += [
        f"{upper_first(listed(bots))} {_are(bots)} nowhere a point better than {by}, and somewhere worse."
        for by, bots in _by_dominators(others).items()
    ]
    return " ".join(sentences) or "No bot is clearly dominated."


def _by_dominators(dominators: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The dominated bots, together where the same ones dominate them."""
    groups: dict[str, list[str]] = {}
    for bot, by in dominators.items():
        groups.setdefault(listed(by), []).append(bot)
    return groups


def _dominated(pairs: Sequence[Dominance], strict: bool) -> dict[str, list[str]]:
    """Who dominates each dominated bot."""
    bots = dict.fromkeys(pair.bot for pair in pairs if pair.strict is strict)
    return {
        bot_title(bot): [bot_title(pair.by) for pair in pairs if pair.bot == bot and pair.strict is strict]
        for bot in bots
    }


def equilibrium_sentence(robin: RoundRobin) -> str:
    """The mixture over which no bot has an advantage, and how sure that is."""
    if alike := unsettled_weights(robin.equilibrium):
        return f"{alike}: each may have a place in the equilibrium."
    used = sorted((bar for bar in robin.equilibrium if bar.weight >= WEIGHTY), key=lambda bar: -bar.weight)
    text = f"In equilibrium: {', '.join(map(_bar, used))}."
    meant = "" if robin.players == 2 else (
        f" With {robin.players} players, this compares one bot among others that are all alike; tables with more kinds"
        " of bots may differ."
    )  # fmt: skip
    return f"{text} Ranges come from resampling the plays.{meant}"


def unsettled_weights(bars: Sequence[EquilibriumWeight]) -> str:
    """`The plays do not settle the weights of a, b and c`, where ranges cover most of 0 to 1; else nothing."""
    wide = [bar for bar in bars if bar.high - bar.low >= UNSETTLED]
    if not wide:
        return ""
    named = wide if len(wide) > 1 else [bar for bar in bars if max(bar.weight, bar.high) >= WEIGHTY]
    ordered = sorted(named, key=lambda bar: (-bar.weight, -bar.high))
    return f"The plays do not settle the weights of {bots_in_words(bar.bot for bar in ordered)}"


def _bar(bar: EquilibriumWeight) -> str:
    return f"{bot_title(bar.bot)} {percent(bar.weight, 0)} ({share_span(bar, 0)})"


def rating_sentence(robin: RoundRobin) -> str:
    """The strongest bot; or the highest rated, and which others may be as strong, going by their plays among it."""
    best, *others = robin.ratings
    title = bot_title(best.bot)
    rating = f"{decimal(best.mean, 1)} ({plain_span(best, 1)})"
    undecided = [other for other in others if robin.leads[best.bot, other.bot] is not Verdict.HIGHER]
    if not undecided:
        return f"{upper_first(title)} is the strongest of these bots, rated {rating}."
    near = [other.bot for other in undecided if other.high >= best.low]
    also = f", and {bots_in_words(near)} may be as strong" if near else ""
    return f"Which bot is strongest is undecided: {title} is rated highest, {rating}{also}."


# The lesson


CLOSE = 0.05
"""Bots whose advantage over each other is surely no larger play about equally well."""


def lesson(strategies: Strategies) -> str:
    """Who plays well, what each kind of action is worth, and what to try without."""
    parts = [_best_styles(strategies.robin), _worths(strategies.mechanisms), _without(strategies.mechanisms)]
    return " ".join(filter(None, parts)) or "Nothing stands out yet: play the long study."


def _best_styles(robin: RoundRobin) -> str:
    """The bots that play best, and those that never pay."""
    if few := too_few(robin.plays, "each pair"):
        return f"{few}."
    near = _unbeaten_bots(robin)
    good = (RANDOM, robin.ratings[0].bot, *near)
    lost = [bot for bot in dict.fromkeys(pair.bot for pair in robin.dominated) if bot not in good and _is_style(bot)]
    pays = f"{bots_in_words(lost)} {plural(len(lost), 'does', 'do')} not pay" if lost else ""
    return as_sentence("; ".join(filter(None, (_best(robin, near), pays))))


def _unbeaten_bots(robin: RoundRobin) -> list[str]:
    """The bots that the best one is not shown to beat by a point."""
    top = robin.ratings[0].bot
    others = [bot for bot in robin.bots if bot not in (top, RANDOM)]
    return [bot for bot in others if robin.leads[top, bot] in (Verdict.SAME, Verdict.UNDECIDED)]


def _best(robin: RoundRobin, near: Sequence[str]) -> str:
    top = robin.ratings[0].bot
    others = [bot for bot in robin.bots if bot not in (top, RANDOM)]
    if not others:
        return f"{bot_title(top)} plays better than {RANDOM}" if robin.beats_all(top) and top != RANDOM else ""
    if robin.beats_all(top):
        return f"{bot_title(top)} beats every other of these bots"
    return _apart(robin, top, near) if near else ""


def _apart(robin: RoundRobin, top: str, near: Sequence[str]) -> str:
    """How close the best bots are to each other, where the plays bound that narrowly; else that it is undecided."""
    apart = robin.apart([top, *near])
    if apart > CLOSE:
        return f"whether {bot_title(top)} is stronger than {bots_in_words(near, 'or')} is undecided"
    number = max(1, math.ceil(100 * apart))
    return f"{bots_in_words([top, *near])} play within {counted(number, 'point')} of each other"


def _worths(mechanisms: Mechanisms) -> str:
    """The worth of the kinds of action that are worth having: `Scout is worth 14 points, poach 5.`"""
    worth = sorted(
        (kind for kind in mechanisms.kinds if kind.standing is Worth.WORTH), key=lambda kind: -kind.value.mean
    )
    if not worth:
        return ""
    first, *rest = worth[:MOST_TAUGHT]
    parts = [f"{words_of(first.kind)} is worth {_loss(first)} points of win rate"]
    return as_sentence(", ".join([*parts, *(f"{words_of(kind.kind)} {_loss(kind)}" for kind in rest)]))


def _loss(kind: Mechanism) -> str:
    return decimal(100 * kind.value.mean, 0)


def _without(mechanisms: Mechanisms) -> str:
    """The kinds of action to try without, which are surely not worth a point to these bots."""
    idle, judged = mechanisms.dispensable, sum(kind.contest is not None for kind in mechanisms.kinds)
    if len(idle) > MOST_TAUGHT:
        return f"{len(idle)} of {judged} kinds of action are each worth less than a point: should they pay more?"
    return f"Try it without {listed([words_of(kind.kind) for kind in idle], 'or')}." if idle else ""


# Advice


MOST_KINDS = 6
"""Kinds of action that a line names; of more it counts the rest."""


def on_mechanisms(mechanisms: Mechanisms) -> list[str]:
    """Advice on kinds of action that are worth less than a point, or that these bots never choose."""
    return [
        *_advice_on(
            mechanisms,
            Worth.HARMFUL,
            "{} hurts these bots: is its reward too small, or do they misjudge it? Try a stronger bot.",
        ),
        *_advice_on(
            mechanisms,
            Worth.NOTHING,
            "These bots lose less than a point without {}"
            + (f" beside {_quoted(mechanisms.left_out)}, which they leave out" if mechanisms.left_out else "")
            + ": should it pay more? Try a stronger bot and a playtest before you cut it.",
        ),
        *_advice_on(
            mechanisms,
            Worth.UNUSED,
            "{} is possible but never chosen: does it cost too much, or does the bot overlook it?",
        ),
        *_advice_on_absent(mechanisms),
    ]


def _advice_on_absent(mechanisms: Mechanisms) -> list[str]:
    """Advice on kinds of action that were never a choice: only about the bot, since the rules may do them anyway."""
    if not mechanisms.left_out:
        return []
    left_out = _quoted(mechanisms.left_out)
    return _advice_on(
        mechanisms,
        Worth.ABSENT,
        "{} was never a choice for this bot, which leaves out " + left_out + ": try one that does not.",
    )


def _advice_on(mechanisms: Mechanisms, standing: Worth, sentence: str) -> list[str]:
    kinds = [kind.kind for kind in mechanisms.kinds if kind.standing is standing and _is_met(kind)]
    kinds = [kind for kind in kinds if kind not in mechanisms.left_out]  # what it leaves out, it was told to
    return [sentence.format(_quoted(kinds))] if kinds else []


def _is_met(kind: Mechanism) -> bool:
    """True if the bot met this kind of action often enough, in enough plays, to ask anything of it."""
    if kind.contest is None:
        return True
    met = kind.usage.offered if kind.standing is Worth.UNUSED else kind.usage.chosen
    return enough(kind.contest.plays) and enough(round(met * kind.usage.plays))


def _quoted(kinds: Sequence[str]) -> str:
    """The kinds by name; of many the first few, and how many more there are."""
    most = MOST_KINDS if len(kinds) <= MOST_KINDS else MOST_KINDS - 1
    return listed(first_of([f"“{words_of(kind)}”" for kind in kinds], most))


def on_styles(robin: RoundRobin) -> list[str]:
    """Advice on dominated styles, and on a style that leaves no room for others."""
    lost = [bot for bot in dict.fromkeys(pair.bot for pair in robin.dominated) if _is_style(bot)]
    lines = []
    if lost:
        are = plural(len(lost), "is", "are")
        lines.append(
            f"Among these bots, {bots_in_words(lost)} {are} never the better choice. If that is meant to be a way to"
            " win, strengthen what it relies on."
        )
    keeps_up = [other for other in robin.bots if other != RANDOM and _keeps_up(robin, other)]
    if keeps_up:
        lines.append(f"Random play does as well as {bots_in_words(keeps_up)}: do the decisions matter?")
    return [*lines, *_on_mixture(robin)]


def _is_style(bot: str) -> bool:
    """True for a way to play; random, quick and searching bots differ by how well they play."""
    return bot.partition(":")[0] not in (RANDOM, *TITLES)


def _keeps_up(robin: RoundRobin, other: str) -> bool:
    """True if playing at random is surely no worse than the other, by more than a point."""
    return robin.leads.get((RANDOM, other)) in (Verdict.SAME, Verdict.HIGHER)


def _on_mixture(robin: RoundRobin) -> list[str]:
    alone = [bot for bot in robin.bots if robin.beats_all(bot)]
    if alone and not _is_style(alone[0]):
        return []
    if alone:
        return [f"Every other of these bots loses to {bot_title(alone[0])}: add a style or a rule that counters it."]
    if Verdict.HIGHER not in robin.leads.values():
        return []
    sure = [bar.bot for bar in robin.equilibrium if bar.low > 0]
    beaten = {loser for (by, loser), lead in robin.leads.items() if lead is Verdict.HIGHER and by in sure}
    held = len(sure) > 1 and beaten.issuperset(sure)
    names = upper_first(bots_in_words(sure))
    return [f"{names} hold each other in check: there is more than one good way to play."] if held else []


# Tables


def how_played(strategies: Strategies) -> str:
    """Who played, with one kind of action left out and in the round robin."""
    mechanisms, robin, scenario = strategies.mechanisms, strategies.robin, strategies.robin.scenario
    seats = f"at each of {counted(robin.players, 'seat')}"
    met = f"{bots_with_specs(robin.bots)}, {number_of(robin.plays, 'play')} of each pair {seats}"
    if left_out := [kind.contest for kind in mechanisms.kinds if kind.contest]:
        plays = f"{plays_of_contests(left_out)} plays {seats} without each action"
        met = f"{bots_with_specs([mechanisms.bot])} bots, {plays}; {met}"
    return f"Played by {met} (seed {scenario.seed}). {caution(scenario.game, [*robin.bots, mechanisms.bot])}"


def strength_table(robin: RoundRobin) -> TableRows:
    """Each bot's rating and its weight in the equilibrium, both with their ranges, the highest rating first."""
    bars = {bar.bot: bar for bar in robin.equilibrium}
    return [
        {
            "Bot": bot_title(rating.bot),
            "Rating": decimal(rating.mean, 1),
            "95 % range": plain_span(rating, 1),
            "Weight": percent(bars[rating.bot].weight, 0),
            "Range": share_span(bars[rating.bot], 0),
        }
        for rating in robin.ratings
    ]


def mechanism_table(mechanisms: Mechanisms) -> TableRows:
    """Every kind of action."""
    return [_mechanism_line(mechanisms, kind) for kind in mechanisms.kinds]


def _mechanism_line(mechanisms: Mechanisms, kind: Mechanism) -> dict[str, str]:
    played = kind.contest is not None
    return {
        "Action": kind_label(kind.kind),
        "Verdict": standing_word(mechanisms, kind),
        "Loss without it": f"{points(kind.value.mean)} points" if played else "",
        "95 % interval": point_span(kind.value) if played else "",
        "Offered a play": decimal(kind.usage.offered, 1),
        "Chosen a play": decimal(kind.usage.chosen, 1),
        "Forced a play": decimal(kind.usage.forced, 1),
        "Plays at each seat": count(kind.contest.plays) if kind.contest else "",
        "Plays to decide": plays_to_decide(kind.doubt),
    }


def matrix_table(robin: RoundRobin) -> TableRows:
    """The matrix with the lone bot in front: `41 % (39 to 43)` among the bot of each column."""
    return [
        {"Alone": bot_title(one), **{f"among {bot_title(field)}": _cell(robin, one, field) for field in robin.bots}}
        for one in robin.bots
    ]


def _cell(robin: RoundRobin, one: str, field: str) -> str:
    contest = robin.cells.get((one, field))
    if contest is None:
        return "even"
    mean, low, high = (
        decimal(100 * share, 0) for share in (contest.estimate.mean, contest.estimate.low, contest.estimate.high)
    )
    return f"{mean} % ({low} to {high})"
