"""The quality of a game, in words: definitions with their sources, the headline, and what to look at first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.wording import listed, lower_first
from workbench.report.text.phrases import (
    change_with_unit,
    count,
    decimal,
    number_of,
    percent,
    plain_span,
    share,
    value,
    words_of,
)
from workbench.report.text.scenarios import bots_phrase
from workbench.stats import Verdict
from workbench.stats.evidence import enough
from workbench.studies.quality.by_playouts import BEHIND, POINTS
from workbench.studies.quality.figures import MEASURES
from workbench.studies.quality.forecasts import Forecasts, StageForecast
from workbench.studies.quality.measure import Quality, QualityAnswer
from workbench.studies.quality.usual import UsualFigures

BROWNE = "Browne 2008"
SOURCES: Mapping[str, str] = {
    "lead_changes": BROWNE,
    "drama": f"{BROWNE}, there with the root of the distance",
    "decisiveness": f"{BROWNE}, decisiveness",
    "comeback": BROWNE,
    "runaway": f"{BROWNE}, permanence",
    "chance_drama": f"{BROWNE}, by playouts",
    "chance_comeback": f"{BROWNE}, by playouts",
    "foreseen": "Brier 1950; Murphy 1973",
    "length": f"{BROWNE}, duration",
    "length_spread": f"{BROWNE}, duration",
    "choices": "branching factor, as in Ludii (Piette et al. 2021)",
    "forced": "decision moves, as in Ludii (Piette et al. 2021)",
}
"""Where each figure is from."""
HELP = "\n".join(f"{measure.label}: {measure.help} ({SOURCES[name]})" for name, measure in MEASURES.items())
BAND_DEFINITION = (
    "How far the eventual winner is ahead of the best other, or behind, over the play: the line is the middle of all"
    " plays, the dark band half of them, the light band eight in ten."
)
CHANCES_DEFINITION = (
    "The share of wins of the eventual winner where bots play on from its position, at five points of each play: the"
    " line is the middle of the plays, the dark band half of them, the light band eight in ten."
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
ONE_PLAY = "Any play by its number, from 0. At first it is the one with the most drama."


# The headline


def headline(quality: Quality) -> str:
    """Two sentences that say what its designer should look at first."""
    if not enough(quality.plays):
        return f"{number_of(quality.plays, 'play')} are too few to judge a game; at least {FEWEST_PLAYS} are needed."
    return f"{_when_decided(quality)} {_look_first(quality)}"


def _when_decided(quality: Quality) -> str:
    """When plays are decided, and what a lead is worth half-way."""
    figure = quality.figures.get("decisiveness")
    stage = half_way(quality.forecasts)
    length = quality.lengths[1].value
    if figure is None or stage is None:
        return f"Half the plays take at most {number_of(length, 'decision')}, and standings cannot tell who will win."
    game = quality.scenario.game
    left = percent(figure.estimate.mean, 0)
    decided = f"On average {left} of a play is left once the winner leads for good"
    after = f"{game.stage_word} {stage.stage}"
    if not stage.leader_wins.n:
        return f"{decided}; after {after} nobody leads alone."
    wins, even = percent(stage.leader_wins.mean, 0), _even(quality)
    return f"{decided}; who leads alone after {after} wins {wins}{even}, in {count(stage.leader_wins.n)} such plays."


def _even(quality: Quality) -> str:
    """The share that a leader without an advantage would win: only where all parties are alike."""
    if quality.scenario.game.sides:
        return ""
    return f" (an even share is {percent(1 / quality.timelines.parties, 0)})"


def half_way(forecasts: Forecasts) -> StageForecast | None:
    """The stage whose end is nearest to half of the play."""
    return min(forecasts.stages, key=lambda stage: abs(stage.passed - 0.5), default=None)


def _look_first(quality: Quality) -> str:
    first = _every_concern(quality)[0]
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


def concerns(quality: Quality) -> list[Concern]:
    """The concerns beyond their marks, the farthest first; none of too few plays."""
    return [concern for concern in _every_concern(quality) if concern.weight > 1] if enough(quality.plays) else []


def _every_concern(quality: Quality) -> list[Concern]:
    every = [*_of_standings(quality), *_of_choice(quality), *_of_kinds(quality)]
    return sorted(every, key=lambda concern: -concern.weight)


def _of_standings(quality: Quality) -> Iterator[Concern]:
    stage, figures = (
        quality.scenario.game.stage_word,
        {name: figure.estimate for name, figure in quality.figures.items()},
    )
    if run := figures.get("runaway"):
        fact = f"in {percent(run.mean, 0)} of plays the winner leads alone after every {stage}"
        yield Concern("runaways", run.low / RUNAWAYS, fact)
    if back := figures.get("comeback") or figures.get("chance_comeback"):
        fact = f"{percent(back.mean, 0)} of winners were behind at half of the play"
        yield Concern("catching up", COMEBACKS / max(back.high, 0.01), fact)
    if skill := figures.get("foreseen"):
        fact = f"over all {stage}s they tell {percent(max(skill.mean, 0.0), 0)} of who will win; the rest comes late"
        yield Concern("what standings mean", BLIND / max(skill.high, 0.01), fact)


def _of_choice(quality: Quality) -> Iterator[Concern]:
    forced, spread, wide = (quality.figures[name].estimate for name in ("forced", "length_spread", "choices"))
    _, middle, high = quality.lengths
    long = f"one play in ten takes {number_of(high.value, 'decision')} or more, the middle one {count(middle.value)}"
    yield Concern("choice", forced.low / FORCED, f"{percent(forced.mean, 0)} of decisions leave only one action")
    yield Concern("the length", spread.low / SPREAD, long)
    if obvious := quality.obvious:
        fact = f"at {percent(obvious.agreed.mean, 0)} of decisions the obvious action is the best that search finds"
        yield Concern("obvious choices", obvious.agreed.low / OBVIOUS, fact)
    yield Concern("the width of choice", wide.low / WIDE, f"{decimal(wide.mean, 0)} actions are legal at a decision")


def _of_kinds(quality: Quality) -> Iterator[Concern]:
    if dead := [use for use in quality.kinds if use.almost_never]:
        names = listed([f"“{words_of(use.kind)}”" for use in dead])
        fact = "these bots take such an action in less than 1 % of the decisions that offer it"
        yield Concern(
            f"the action {names}" if len(dead) == 1 else f"the actions {names}", UNTAKEN + 0.1 * (len(dead) - 1), fact
        )


def further(quality: Quality) -> list[str]:
    """Advice on what else to look at, after the headline."""
    return [f"Look at {concern.topic}: {concern.fact}." for concern in concerns(quality)[1:]]


# Below it


def foresight_sentence(quality: Quality) -> str:
    """A sentence on when half of what there is to know about the winner is known."""
    forecasts = quality.forecasts
    if not forecasts.stages and quality.timelines.has_standings.any():
        return f"Too few plays for a forecast: at least {FEWEST_PLAYS} must go on after the first stage."
    if not forecasts.stages:
        return "Standings tell nothing of the winner before the end: there is no stage before the last, or no rival."
    last = forecasts.usual[-1]
    off = f" The forecast is off by {percent(forecasts.miscalibration)} on average."
    if forecasts.half_at is None:
        return (
            "Half of what there is to know about the winner is never known before the end: it is"
            f" {percent(last.skill.mean, 0)} in the {_still_open(quality, last)}.{off}"
        )
    reached = next(stage for stage in forecasts.usual if stage.passed >= forecasts.half_at or stage is last)
    return (
        f"Half of what there is to know about the winner is known after {percent(forecasts.half_at, 0)} of a play,"
        f" over those that are not over by then: {_still_open(quality, reached)}.{off}"
    )


def _still_open(quality: Quality, stage: StageForecast) -> str:
    """`412 of 20 000 plays that go on after deal 4`."""
    plays = f"{count(stage.plays)} of {number_of(quality.plays, 'play')}"
    return f"{plays} that go on after {quality.scenario.game.stage_word} {stage.stage}"


def length_sentence(quality: Quality) -> str:
    """The shortest and longest tenth of plays."""
    if not quality.lengths:
        return "No play was made."
    low, middle, high = quality.lengths
    if low.value == high.value:
        return f"At least eight plays in ten take {number_of(low.value, 'decision')}."
    return (
        f"Eight plays in ten take {count(low.value)} to {number_of(high.value, 'decision')}, the middle one"
        f" {count(middle.value)} ({count(middle.low)} to {count(middle.high)})."
    )


def obvious_sentence(quality: Quality) -> str:
    """How often the obvious action is search's as well; empty where search was not asked."""
    obvious = quality.obvious
    if obvious is None:
        return ""
    agreed = obvious.agreed
    return (
        f"The obvious action: search of {count(obvious.iterations)} iterations takes the quick bots' action at"
        f" {share(agreed, 0)} of"
        f" {number_of(obvious.decisions, 'decision')} with a choice; a blind choice would hit"
        f" {percent(obvious.blind, 0)}."
    )


def minutes_sentence(quality: Quality) -> str:
    """How long people take: by their playtests, or else at an assumed pace."""
    minutes = quality.minutes
    if minutes is None:
        if not quality.plays:
            return ""
        there = len(quality.sessions_s)
        return (
            f"Minutes: about {decimal(quality.assumed_minutes, 0)} a play, if a decision takes {quality.pace_s} seconds"
            f" (assumed). Two playtests of these rules with as many players, timed by the clock, replace it"
            f"{f'; there is {there} so far' if there else ''}."
        )
    play, seconds = minutes.play, minutes.seconds
    return (
        f"Minutes: {decimal(play.mean, 0)} a play ({plain_span(play, 0)}), at"
        f" {decimal(seconds.mean, 1)} seconds a decision ({plain_span(seconds, 1)}), by"
        f" {seconds.n} playtests of these rules."
    )


def usual_names(answer: QualityAnswer, name: str) -> list[UsualFigures]:
    """The other games whose figure of that name can be held beside the revision's: those with the same unit."""
    unit = answer.quality.figures[name].measure.unit
    return [other for other in answer.usual if name in other.figures and other.figures[name].measure.unit == unit]


def usual_span(answer: QualityAnswer, name: str) -> str:
    """The lowest and the highest of the other games; empty without any."""
    means = [other.figures[name].estimate.mean for other in usual_names(answer, name)]
    ends = (min(means), max(means)) if means else ()
    return " to ".join(dict.fromkeys(value(MEASURES[name], end) for end in ends))


def usual_sentence(answer: QualityAnswer) -> str:
    """Which figures surely lie outside those of all other games; empty where there are no others."""
    if not answer.usual:
        return ""
    more, less = [], []
    for name, figure in answer.quality.figures.items():
        others = [other.figures[name].estimate for other in usual_names(answer, name)]
        if len(others) == len(answer.usual):
            title = lower_first(figure.label)
            more += [title] if all(figure.estimate.low > other.high for other in others) else []
            less += [title] if all(figure.estimate.high < other.low for other in others) else []
    titles = listed([other.title for other in answer.usual])
    parts = [f"higher than in each of them: {listed(more)}"] if more else []
    parts += [f"lower: {listed(less)}"] if less else []
    return f"Beside {titles}, by the same bots: {'; '.join(parts) or 'no figure lies outside theirs'}."


def left_out_sentence(quality: Quality) -> str:
    """Which plays the figures of winners leave out; empty where none."""
    eligible, plays = int(quality.timelines.eligible.sum()), quality.plays
    if not quality.scenario.game.keeps_score:
        return "This game does not declare how its players stand, so there are no figures of leads."
    if eligible == plays:
        return ""
    if not eligible:
        return "No play has one winner, a rival and a stage before the last, so there are no figures of the winner."
    return (
        f"Figures of the winner are of {count(eligible)} of {number_of(plays, 'play')}: those with one winner, a rival"
        f" and a {quality.scenario.game.stage_word} before the last."
    )


def chances_sentence(quality: Quality) -> str:
    """How drama and comebacks came about where standings tell nothing; empty where they do."""
    chances = quality.chances
    if chances is None:
        return ""
    return (
        f"Here standings tell nothing before the end, so drama and comebacks are by chances to win:"
        f" {bots_phrase(chances.bots)} played on {number_of(chances.playouts, 'time')} from each of"
        f" {POINTS} points of the first {number_of(len(chances.won), 'play')}; a lead of less than"
        f" {percent(BEHIND, 0)} does not count."
    )


# Against another


def change_headline(answer: QualityAnswer, base: Quality) -> str:
    """A sentence on the figures that moved against the base."""
    names = f"{answer.quality.scenario.title} against {base.scenario.title}"
    if not enough(answer.quality.plays):
        return f"{names}: {headline(answer.quality)}"
    moving = [change for change in answer.changes if change.verdict in (Verdict.HIGHER, Verdict.LOWER)]
    if not moving:
        return f"{names}: no figure is shown to have moved by as much as counts."
    parts = [f"{change.label.lower()} {change_with_unit(change.measure, change.difference.mean)}" for change in moving]
    return f"{names}: {listed(parts)}."
