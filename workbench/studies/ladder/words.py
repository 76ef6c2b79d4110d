"""A skill ladder in sentences: whether looking ahead and searching pay, and how much the shuffle decides.

Each is said only where `stats.evidence` holds it beyond doubt, by the verdicts of the study; else it is called open.
Shares of the wins are in per cent; differences of them in points, that is, percentage points.
"""

import math

from workbench.bots.spec import bot_title
from workbench.engine.measures import Measure
from workbench.engine.wording import THIN, as_sentence, counted, plural, upper_first
from workbench.report.text.phrases import number_of, percent, plain, point_span, points, share, share_span
from workbench.report.text.scenarios import bots_in_words, bots_with_specs, caution
from workbench.stats import Verdict
from workbench.stats.evidence import enough, judge_together
from workbench.studies.contest import MARGIN, Contest
from workbench.studies.contest_words import TableRows, contest_line, doubt_clause, plays_of_contests, too_few
from workbench.studies.ladder.luck import BotChance, SeedEffect
from workbench.studies.ladder.measure import GREEDY, RANDOM, Ladder, Rung

SKILL_DEFINITION = (
    "Skill share: (s − 1/N) / (1 − 1/N), where N is the number of seats and s how often the top rung wins alone among"
    " random bots. 0: chance alone decides; 1: the stronger player always wins. It depends on the bots: a stronger top"
    " rung could only raise it."
)
SKILL = Measure("skill_share", SKILL_DEFINITION, margin=0.1)


LEAD_DEFINITION = (
    "Lead over quick bots: how far above an even share the top rung wins alone among quick bots. It shows what search"
    " adds, since any good bot nearly always beats random ones. Do not read it on the scale from luck to skill: quick"
    " bots have skill themselves."
)
LEAD = Measure("lead", LEAD_DEFINITION, MARGIN, "f4", title="Lead over quick bots")


SKILL_AND_LUCK = (
    "Skill share and luck of the shuffle can both be high: the skill share is about unequal players, how often a far"
    " better one wins, whatever the shuffle; the luck is about equal ones, how much the shuffle then matters."
)


DOUBLING_DEFINITION = (
    "Gain of a doubling: how far above an even share a search bot wins among bots that search half as long, averaged"
    " over the rungs that double."
)
DOUBLING = Measure("doubling", DOUBLING_DEFINITION, MARGIN, "f4", title="Gain of a doubling")


LUCK_DEFINITION = (
    "Luck of the shuffle: the share of the variance of a win that lies between shuffles when equal bots play the same"
    " shuffles again and again (intraclass correlation, corrected for noise). 0: the shuffle does not matter; 1: the"
    " shuffle fixes the winner before the first decision. It is a share of variance, not of plays: 0.25 does not mean"
    " that the shuffle decides one win in four."
)
LUCK = Measure("luck", LUCK_DEFINITION, margin=0.1, type="f4", title="Luck of the shuffle")


# The lesson and the advice


def lesson(ladder: Ladder) -> str:
    """The answer: if looking ahead and searching pay, and how much the shuffle decides."""
    if few := _too_few(ladder):
        return few
    pays = "; ".join(filter(None, (_greedy(ladder), _search(ladder))))
    return " ".join(filter(None, (as_sentence(pays), _shuffles(ladder))))


def _too_few(ladder: Ladder) -> str:
    fewest = min(contest.plays for contest in (ladder.top, *(rung.contest for rung in ladder.rungs)))
    few = too_few(fewest, "each rung")
    return f"{few}." if few else ""


def _greedy(ladder: Ladder) -> str:
    """A clause on looking one step ahead, beside playing at random."""
    rung = next((rung for rung in ladder.rungs if (rung.contest.one, rung.contest.field) == (GREEDY, RANDOM)), None)
    if rung is None:
        return ""
    return f"looking one step ahead {_beats(rung.verdict)} random play ({_wins(rung.contest)})"


def _search(ladder: Ladder) -> str:
    """A clause on searching, beside looking one step ahead."""
    contest = ladder.over_greedy or next((rung.contest for rung in ladder.rungs if rung.contest.field == GREEDY), None)
    if contest is None:
        return ""
    return f"searching {_beats(judge_together([contest.gain], MARGIN)[0])} that ({_wins(contest)})"


def _beats(verdict: Verdict) -> str:
    return {
        Verdict.HIGHER: "beats",
        Verdict.LOWER: "loses to",
        Verdict.SAME: "does as well as",
    }.get(verdict, "is not yet shown to beat")


def _wins(contest: Contest) -> str:
    return f"{percent(contest.estimate.mean, 0)} where {percent(contest.even, 0)} is even"


def _shuffles(ladder: Ladder) -> str:
    """How far the shuffle decides between equal players: the quarters of the chances that a seat has."""
    luck = ladder.luck
    unknown = not enough(luck.shuffles * luck.retakes) or luck.bot_chance is BotChance.NONE
    if unknown or luck.quarters is None or not luck.effect.low > 0:
        return ""
    low, high = (percent(end, 0) for end in luck.quarters)
    return (
        f"Shuffles matter between equals: a seat's chance is {low} or less on one shuffle in four, and {high} or more"
        " on another."
    )


MOST_SHUFFLE = 0.5
"""A seed effect surely above this means that the shuffle matters more than the play."""


def advice(ladder: Ladder) -> list[str]:
    """Advice on rungs that do not pay, and on luck."""
    return [*_on_first_steps(ladder), *_on_doubling(ladder), *_on_luck(ladder)]


def _on_first_steps(ladder: Ladder) -> list[str]:
    lines = []
    for rung in ladder.rungs:
        pair = rung.contest.one, rung.contest.field
        if pair == (GREEDY, RANDOM) and rung.verdict in (Verdict.SAME, Verdict.LOWER):
            lines.append(
                "Looking one step ahead is no better than random play: what a player sees at once does not pay."
            )
        if pair[1] == GREEDY and rung.verdict in (Verdict.SAME, Verdict.LOWER):
            lines.append(
                f"{upper_first(bot_title(pair[0]))} does not beat quick bots: the obvious action is the best one, or"
                " the search is too short."
            )
    return lines


def _on_doubling(ladder: Ladder) -> list[str]:
    verdict = doubling_verdict(ladder)
    if verdict is Verdict.UNDECIDED:
        return []
    if verdict is Verdict.HIGHER:
        return ["Thinking longer pays: strong players will pull ahead, so beginners may want a handicap."]
    return ["Thinking longer does not pay: quick players do as well, so long turns will only feel like waiting."]


def _on_luck(ladder: Ladder) -> list[str]:
    luck = ladder.luck
    if enough(luck.shuffles * luck.retakes) and luck.bot_chance is BotChance.MUCH and luck.effect.low > MOST_SHUFFLE:
        return ["The shuffle matters more than the play: give bad starts a way out, or play longer."]
    return []


# The evidence


def rung_sentence(rung: Rung) -> str:
    """A sentence on the gain from one rung to the next."""
    contest, gain = rung.contest, rung.contest.gain
    ending = {
        Verdict.HIGHER: f"{points(gain.mean)} points: stronger",
        Verdict.LOWER: f"{points(gain.mean)} points: weaker",
        Verdict.SAME: "less than a point of difference",
        Verdict.UNDECIDED: f"{points(gain.mean)} points: undecided, {doubt_clause(rung.doubt, 'rungs')}",
    }[rung.verdict]
    one, field = upper_first(bot_title(contest.one)), bot_title(contest.field)
    return f"{one} alone among {field} wins {share(contest.estimate)} where {percent(contest.even)} is even, {ending}."


def undecided_rungs(ladder: Ladder) -> list[str]:
    """A sentence on each rung that is undecided."""
    return [rung_sentence(rung) for rung in ladder.rungs if rung.verdict is Verdict.UNDECIDED]


def decided_rungs(ladder: Ladder) -> list[str]:
    """A sentence on each other rung."""
    return [rung_sentence(rung) for rung in ladder.rungs if rung.verdict is not Verdict.UNDECIDED]


def summary(ladder: Ladder) -> str:
    """How much skill matters, in two sentences."""
    if few := _too_few(ladder):
        return few
    climbed = [rung.contest.one for rung in ladder.rungs if rung.verdict is Verdict.HIGHER]
    beats = "No rung clearly beats the one below"
    if climbed:
        beats = f"{upper_first(bots_in_words(climbed))} clearly {plural(len(climbed), 'beats', 'beat')} the rung below"
    skill = f"{plain(ladder.skill)} on a scale from luck (0) to skill (1)"
    return f"The skill share of {ladder.scenario.title} is {skill}, measured against random bots. {beats}."


def skill_sentence(ladder: Ladder) -> str:
    """The luck–skill figure and what it rests on; then what the top rung wins among greedy bots."""
    top, greedy = ladder.top, ladder.over_greedy
    text = (
        f"{upper_first(bot_title(top.one))} alone among {bot_title(top.field)} bots wins {share(top.estimate)}, between"
        f" {percent(top.even)} for an even share and 100{THIN}% for every win: skill share {plain(ladder.skill)}."
    )
    if greedy is None:
        return text
    return (
        f"{text} Alone among {bot_title(greedy.field)} bots, which are harder to beat, it wins"
        f" {share(greedy.estimate)}: {points(greedy.gain.mean)} points ({point_span(greedy.gain)}) above even."
    )


def doubling_sentence(ladder: Ladder) -> str:
    """A sentence on the gain from doubling the budget."""
    gain = ladder.doubling
    if gain is None:
        return "No rung doubles the budget of the one below."
    text = (
        f"Each doubling of the budget is worth {points(gain.mean)} points of win rate on average ({point_span(gain)})"
    )
    if not math.isfinite(gain.low):
        return f"{text}: too few plays to say more."
    return f"{text}: {DOUBLED[doubling_verdict(ladder)]}."


DOUBLED = {
    Verdict.HIGHER: "thinking longer pays",
    Verdict.LOWER: "thinking longer does harm",
    Verdict.SAME: "thinking longer is not worth a point",
    Verdict.UNDECIDED: "whether it pays is undecided",
}


def doubling_verdict(ladder: Ladder) -> Verdict:
    """The verdict on doubling the budget, with a margin of a point."""
    return judge_together([ladder.doubling], MARGIN)[0] if ladder.doubling else Verdict.UNDECIDED


def luck_sentences(luck: SeedEffect) -> list[str]:
    """How far the shuffle decides."""
    bots, shuffles = f"{bot_title(luck.bot)} bots", number_of(luck.shuffles, "shuffle")
    plays = f"{shuffles}, each played {number_of(luck.retakes, 'time')} by {bots} at every seat"
    if math.isnan(luck.effect.mean):
        return [f"The same seat won every play, so nothing can be said about the shuffle ({plays})."]
    effect = luck.effect
    text = (
        f"Between equal players, {percent(effect.mean, 0)} of the variance of a win lies between shuffles"
        f" ({share_span(effect, 0)}): {plays}."
    )
    return [text, *_quarters(luck), *_bot_chance(luck)]


def _quarters(luck: SeedEffect) -> list[str]:
    """How unlike the shuffles are to a seat."""
    if luck.quarters is None:
        return []
    low, high = (percent(end, 0) for end in luck.quarters)
    return [f"A seat's chance of winning is {low} or less on one shuffle in four, and {high} or more on another."]


def _bot_chance(luck: SeedEffect) -> list[str]:
    """A caution where the bot makes too few random choices for the figure to be about the game."""
    bots = f"{bot_title(luck.bot)} bots"
    if luck.bot_chance is BotChance.NONE:
        return [f"But {bots} make no random choices: their plays of one shuffle are all alike, whatever the game."]
    if luck.bot_chance is BotChance.TIES:
        return [f"But {bots} choose at random only between equally good actions, which makes the shuffle weigh more."]
    return []


def how_played(ladder: Ladder) -> str:
    """Who played a ladder."""
    names = [ladder.rungs[0].contest.field, *(rung.contest.one for rung in ladder.rungs)]
    seats = counted(ladder.scenario.players, "seat")
    plays = f"{plays_of_contests(rung.contest for rung in ladder.rungs)} plays of each rung at each of {seats}"
    scenario = ladder.scenario
    return f"Played by {bots_with_specs(names)}: {plays} (seed {scenario.seed}). {caution(scenario.game, names)}"


def rung_table(ladder: Ladder) -> TableRows:
    """Every rung, lowest first, then the top rung alone among random bots and among greedy ones."""
    judged = [contest_line(rung.contest, rung.verdict.value, rung.doubt) for rung in ladder.rungs]
    return [*judged, *(contest_line(contest, "") for contest in ladder.tops)]
