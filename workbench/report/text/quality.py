"""What makes a game good, in words: definitions with their sources, the headline, and what to look at first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workbench.engine.game import Game
from workbench.engine.wording import listed
from workbench.report.text.phrases import count, decimal, percent, words_of
from workbench.report.text.scenarios import caution, who_played
from workbench.stats import Estimate, PairedDifference, Verdict
from workbench.stats.evidence import FEWEST_PLAYS, enough
from workbench.study.quality import Forecasts, Quality, QualityComparison, StageForecast

BROWNE = "Browne 2008"
SHARES = frozenset({"decisiveness", "comeback", "runaway", "foreseen", "forced", "length_spread"})
"""Figures that are shares, shown in per cent."""


@dataclass(frozen=True)
class Meaning:
    """What a figure is called, what it means, and whose it is."""

    title: str
    definition: str
    source: str


MEANINGS: Mapping[str, Meaning] = {
    "lead_changes": Meaning(
        "Lead changes", "Times that another player or side took the sole lead, from stage to stage.", BROWNE
    ),
    "drama": Meaning(
        "Drama",
        "How far the winner was behind the leader, averaged over the stages after which it was behind; 0 if it never"
        " was.",
        f"{BROWNE}, there with the root of the distance",
    ),
    "decisiveness": Meaning(
        "Left when decided",
        "The share of the play that is left, in decisions, once the winner leads for good.",
        f"{BROWNE}, decisiveness",
    ),
    "comeback": Meaning(
        "Comebacks", "Share of plays whose winner was behind after the stage nearest to half of the play.", BROWNE
    ),
    "runaway": Meaning(
        "Runaways", "Share of plays whose winner led alone after every stage before the last.", f"{BROWNE}, permanence"
    ),
    "foreseen": Meaning(
        "Winner foreseen",
        "How much the standings tell of the winner, over all stages: 0 % nothing, 100 % everything. It is 1 minus the"
        " Brier score of a calibrated forecast over that of knowing nothing.",
        "Brier 1950; Murphy 1973",
    ),
    "length": Meaning("Length", "Decisions of a play.", f"{BROWNE}, duration"),
    "length_spread": Meaning(
        "Spread of the length", "Standard deviation of a play's decisions, over their mean.", f"{BROWNE}, duration"
    ),
    "choices": Meaning("Choice", "Legal actions at a decision.", "branching factor, as in Ludii (Piette et al. 2021)"),
    "forced": Meaning(
        "Forced",
        "Share of decisions at which only one action is legal.",
        "decision moves, as in Ludii (Piette et al. 2021)",
    ),
}
HELP = "\n".join(f"{each.title}: {each.definition} ({each.source})" for each in MEANINGS.values())
BAND_DEFINITION = (
    "How far the eventual winner is ahead of the best other, or behind, over the play: the line is the middle of all"
    " plays, the dark band half of them, the light band eight in ten."
)
FORECAST_DEFINITION = (
    "After each stage a forecast names each player's chance to win, from its lead alone. It is fitted on one half of"
    " the plays and scored on the other. 0 % is knowing nothing, 100 % knowing the winner. Plays that are over by then"
    " do not count."
)
USE_DEFINITION = (
    "How often bots take each kind of action. One that they almost never take may be worthless, or beyond them: the"
    " page Strategies says what each is worth. Rules that change nothing are named by Sweep: what matters most."
)
PAIRED = (
    "Both revisions play the same shuffles, and each figure is compared play by play. A verdict needs its interval"
    " clear of the smallest change that counts; the chance that any of them is wrong is at most 5 %."
)
MINUTES_LACK = "Minutes: –. They need two logged playtests of these rules with as many players, timed by the clock"


def number(name: str, value: float) -> str:
    """A figure as it is read, without its unit."""
    return percent(value) if name in SHARES else decimal(value, 0 if name == "length" else 2)


def with_unit(name: str, value: float, game: Game) -> str:
    """A figure with its unit."""
    return f"{number(name, value)} {unit_of(name, game)}".rstrip()


def unit_of(name: str, game: Game) -> str:
    """The unit of a figure that is no share; empty where there is none."""
    units = {"drama": game.standing_unit, "length": "decisions", "choices": "actions", "lead_changes": "a play"}
    return units.get(name, "")


def interval(name: str, found: Estimate) -> str:
    """The ends of its interval."""
    return f"{number(name, found.low)} to {number(name, found.high)}"


def score(found: Estimate) -> str:
    """A Brier score with its interval: `0.459 (0.441 to 0.477)`."""
    return f"{decimal(found.mean, 3)} ({decimal(found.low, 3)} to {decimal(found.high, 3)})"


# The headline


def headline(found: Quality) -> str:
    """Two sentences that say what its designer should look at first."""
    if not enough(found.plays):
        return f"{count(found.plays)} plays are too few to judge a game; at least {FEWEST_PLAYS} are needed."
    return f"{_when_decided(found)} {_look_first(found)}"


def _when_decided(found: Quality) -> str:
    """When plays are decided, and what a lead is worth half-way."""
    figure = found.figures.get("decisiveness")
    stage = half_way(found.forecasts)
    length = found.lengths[1].value
    if figure is None or stage is None:
        return f"Half the plays take at most {count(length)} decisions, and standings cannot tell who will win."
    game = found.scenario.game
    left = percent(figure.estimate.mean, 0)
    wins, even = percent(stage.leader_wins.mean, 0), _even(found)
    return (
        f"On average {left} of a play is left once the winner leads for good; who leads alone after"
        f" {game.stage_word} {stage.stage} wins {wins}{even}, in {count(stage.leader_wins.n)} such plays."
    )


def _even(found: Quality) -> str:
    """What a leader without an advantage would win: only where all parties are alike."""
    if found.scenario.game.sides:
        return ""
    return f" (an even share is {percent(1 / found.scenario.players, 0)})"


def half_way(found: Forecasts) -> StageForecast | None:
    """The stage whose end is nearest to half of the play."""
    return min(found.stages, key=lambda stage: abs(stage.passed - 0.5), default=None)


def _look_first(found: Quality) -> str:
    near = _every_concern(found)
    first = near[0]
    if first.weight > 1:
        return f"Look first at {first.topic}: {first.fact}."
    return f"No figure gives a warning; nearest to one is {first.topic}: {first.fact}."


@dataclass(frozen=True)
class Concern:
    """Something to look at. `weight`: its figure over its mark, by the near end of the interval; beyond it over 1."""

    topic: str
    weight: float
    fact: str


RUNAWAYS, COMEBACKS, FORCED, SPREAD, BLIND, WIDE, OBVIOUS = 0.4, 0.1, 0.5, 0.35, 0.15, 20.0, 0.9
"""Marks beyond which a figure is worth a look. Set by hand: they order what is said, they are no verdict."""
UNTAKEN = 1.1
"""The weight of a kind of action that is almost never taken; each further one adds a tenth."""


def concerns(found: Quality) -> list[Concern]:
    """What lies beyond its mark, the farthest first; nothing of too few plays."""
    return [each for each in _every_concern(found) if each.weight > 1] if enough(found.plays) else []


def _every_concern(found: Quality) -> list[Concern]:
    every = [*_of_standings(found), *_of_choice(found), *_of_kinds(found)]
    return sorted(every, key=lambda each: -each.weight)


def _of_standings(found: Quality) -> Iterator[Concern]:
    stage, figures = found.scenario.game.stage_word, {name: each.estimate for name, each in found.figures.items()}
    if run := figures.get("runaway"):
        fact = f"in {percent(run.mean, 0)} of plays the winner leads alone after every {stage}"
        yield Concern("runaways", run.low / RUNAWAYS, fact)
    if back := figures.get("comeback"):
        fact = f"{percent(back.mean, 0)} of winners were behind at half of the play"
        yield Concern("catching up", COMEBACKS / max(back.high, 0.01), fact)
    if known := figures.get("foreseen"):
        fact = f"over all {stage}s they tell {percent(max(known.mean, 0.0), 0)} of who will win; the rest comes late"
        yield Concern("what standings mean", BLIND / max(known.high, 0.01), fact)


def _of_choice(found: Quality) -> Iterator[Concern]:
    forced, spread, wide = (found.figures[name].estimate for name in ("forced", "length_spread", "choices"))
    _, middle, high = found.lengths
    long = f"one play in ten takes {count(high.value)} decisions or more, the middle one {count(middle.value)}"
    yield Concern("choice", forced.low / FORCED, f"{percent(forced.mean, 0)} of decisions leave only one action")
    yield Concern("the length", spread.low / SPREAD, long)
    if asked := found.obvious:
        fact = f"at {percent(asked.agreed.mean, 0)} of decisions the obvious action is the best that search finds"
        yield Concern("obvious choices", asked.agreed.low / OBVIOUS, fact)
    yield Concern("the width of choice", wide.low / WIDE, f"{decimal(wide.mean, 0)} actions are legal at a decision")


def _of_kinds(found: Quality) -> Iterator[Concern]:
    if dead := [use for use in found.kinds if use.almost_never]:
        names = listed([f"“{words_of(use.kind)}”" for use in dead])
        fact = "these bots take such an action in less than 1 % of the decisions that offer it"
        yield Concern(
            f"the action {names}" if len(dead) == 1 else f"the actions {names}", UNTAKEN + 0.1 * (len(dead) - 1), fact
        )


def further(found: Quality) -> list[str]:
    """What else to look at, after the headline."""
    return [f"Look at {each.topic}: {each.fact}." for each in concerns(found)[1:]]


# Below it


def known_sentence(found: Quality) -> str:
    """When half of what there is to know about the winner is known."""
    known = found.forecasts
    if not known.stages and found.timelines.has_standings.any():
        return f"Too few plays for a forecast: at least {FEWEST_PLAYS} must go on after the first stage."
    if not known.stages:
        return "Standings tell nothing of the winner before the end: there is no stage before the last, or no rival."
    last = known.usual[-1]
    off = f" The forecast is off by {percent(known.miscalibration)} on average."
    if known.known_at is None:
        return (
            "Half of what there is to know about the winner is never known before the end: it is"
            f" {percent(last.skill.mean, 0)} in the {_still_open(found, last)}.{off}"
        )
    reached = next(stage for stage in known.usual if stage.passed >= known.known_at or stage is last)
    return (
        f"Half of what there is to know about the winner is known after {percent(known.known_at, 0)} of a play, over"
        f" those that are not over by then: {_still_open(found, reached)}.{off}"
    )


def _still_open(found: Quality, stage: StageForecast) -> str:
    """`412 of 20 000 plays that go on after deal 4`."""
    plays = f"{count(stage.plays)} of {count(found.plays)} plays"
    return f"{plays} that go on after {found.scenario.game.stage_word} {stage.stage}"


def length_sentence(found: Quality) -> str:
    """The shortest and longest tenth of plays."""
    if not found.lengths:
        return "No play was made."
    low, middle, high = found.lengths
    if low.value == high.value:
        return f"At least eight plays in ten take {count(low.value)} decisions."
    return (
        f"Eight plays in ten take {count(low.value)} to {count(high.value)} decisions, the middle one"
        f" {count(middle.value)} ({count(middle.low)} to {count(middle.high)})."
    )


def obvious_sentence(found: Quality) -> str:
    """How often the obvious action is search's as well; empty where it was not asked."""
    asked = found.obvious
    if asked is None:
        return ""
    agreed, asked_at = asked.agreed, count(asked.decisions)
    return (
        f"The obvious action: search of {count(asked.iterations)} iterations takes the quick bots' action at"
        f" {percent(agreed.mean, 0)} ({percent(agreed.low, 0)} to {percent(agreed.high, 0)}) of {asked_at}"
        f" decisions with a choice; a blind choice would hit {percent(asked.blind, 0)}."
    )


def minutes_sentence(found: Quality) -> str:
    """How long people take, or what is missing to say so."""
    minutes = found.minutes
    if minutes is None:
        there = len(found.sessions_s)
        return f"{MINUTES_LACK}{f'; there is {there} so far' if there else ''}."
    play, seconds = minutes.play, minutes.seconds
    return (
        f"Minutes: {decimal(play.mean, 0)} a play ({decimal(play.low, 0)} to {decimal(play.high, 0)}), at"
        f" {decimal(seconds.mean, 1)} seconds a decision ({decimal(seconds.low, 1)} to {decimal(seconds.high, 1)}), by"
        f" {seconds.n} playtests of these rules."
    )


def left_out_sentence(found: Quality) -> str:
    """Which plays the figures of winners leave out; empty where none."""
    eligible, plays = int(found.timelines.eligible.sum()), found.plays
    if not found.scenario.game.keeps_score:
        return "This game does not declare how its players stand, so there are no figures of leads."
    if eligible == plays:
        return ""
    if not eligible:
        return "No play has one winner, a rival and a stage before the last, so there are no figures of the winner."
    return (
        f"Figures of the winner are of {count(eligible)} plays of {count(plays)}: those with one winner, a rival and a"
        f" {found.scenario.game.stage_word} before the last."
    )


def how_quality_was_played(found: Quality) -> str:
    """Which plays the figures come from, and that bots are not people."""
    scenario = found.scenario
    played = f"{count(found.plays)} plays of {scenario.title} (seed {scenario.seed}), {who_played(scenario)}."
    return f"{played} {caution(scenario.game)}"


# Against another


def moved(name: str, value: float) -> str:
    """A difference with its sign; of shares in points."""
    if name in SHARES:
        return f"{decimal(100 * value, 1, signed=True)} points"
    return decimal(value, 1 if name == "length" else 2, signed=True)


def span(name: str, found: PairedDifference) -> str:
    """The ends of its interval."""
    return f"{moved(name, found.low).removesuffix(' points')} to {moved(name, found.high).removesuffix(' points')}"


def comparison_headline(found: QualityComparison) -> str:
    """What moved, in a sentence."""
    moving = [each for each in found.changes if each.verdict in (Verdict.HIGHER, Verdict.LOWER)]
    names = f"{found.other.scenario.title} against {found.base.scenario.title}"
    if not enough(found.other.plays):
        return f"{names}: {headline(found.other)}"
    if not moving:
        return f"{names}: no figure is shown to have moved by as much as counts."
    parts = [f"{MEANINGS[each.name].title.lower()} {moved(each.name, each.difference.difference)}" for each in moving]
    return f"{names}: {listed(parts)}."
