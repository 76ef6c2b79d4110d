"""The one next step under a verdict, with its reason; decided here for every output."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from workbench.bots.spec import plain_name
from workbench.engine.wording import SOON_S, about_words, first_of, listed, lower_first
from workbench.play.figures import SPREAD_MEASURE
from workbench.play.goals import AimStanding, CheckedGoal
from workbench.report.answers import AgainstAnswer, AloneAnswer
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text.phrases import two_figures
from workbench.stats import Figure, Verdict
from workbench.stats.evidence import Forecast, enough

Open: TypeAlias = tuple[Figure, Forecast | None]
"""A figure that is undecided, with the plays that are likely to decide it."""
FIRST_PLAYS = 1_000
"""Plays to begin with, where there are too few for any verdict."""
MOST_NAMED = 2
"""Measures that a reason names."""


class NextAction(StrEnum):
    """The next thing to do with a revision."""

    PLAYTEST = "keep it and playtest"
    PLAY_ON = "play on"
    THINKERS = "ask thinkers"
    DROP = "drop it"
    OTHER_WAY = "try the other way"
    FURTHER = "go further the same way"
    ONE_CHANGE = "see which change did it"
    SET_AIM = "say what it is for"
    TUNE = "change a rule"


class StepReason(StrEnum):
    """The reason of a step; its words stand in `text/next.md`."""

    FEW = "few"
    OPEN = "open"
    UNFAIR = "unfair"
    NO_GOAL = "no goal"
    NO_AIM = "no aim"
    PRICE = "price"
    COSTS = "costs"
    ON_ITS_WAY = "on its way"
    ASTRAY = "astray"
    NOTHING = "nothing"
    AGAINST = "against"
    MISSED = "missed"
    STILL_MISSED = "still missed"
    CLOSE = "close"
    GOALS_HOLD = "goals hold"
    REACHED = "reached"
    WON = "won"
    NONE_LOST = "none lost"
    NEW_GOALS = "new goals"


@dataclass(frozen=True)
class NextStep:
    """A step, its reason and the figures that are named in it; `plays`, how many, and their time here if it is long."""

    step: NextAction
    why: StepReason
    names: str = ""
    plays: int | None = None
    time: str = ""

    @property
    def json(self) -> dict[str, object]:
        """The step as JSON has it."""
        return {"step": self.step.value, "plays": self.plays}


def next_step(result: BatchSummary | Summary) -> NextStep | None:
    """The next step after a batch or a comparison; None while it runs, and between equal rules."""
    side = result.other if isinstance(result, Summary) else result
    if side.watched and not (isinstance(result, Summary) and result.stop):
        return None
    if isinstance(result, Summary):
        answer = AgainstAnswer(result)
        seconds = max(result.base.seconds_a_play, side.seconds_a_play)
        if answer.is_same:
            return None
        open_things: list[Open] = [(one.contrast, one.ahead) for one in result.aims]
        open_things += _goals(answer.alone)
        if not answer.moved:
            told = {figure.name for figure, _ in open_things}  # what a goal lacks, not what a change of the same lacks
            rows = [row for row in result.main if row.verdict is Verdict.UNDECIDED and row.name not in told]
            open_things += [(row, row.ahead) for row in rows[:MOST_NAMED]]
        costs = _costs(answer) if answer.is_enough else []
        return (None if costs else _play_on(side, seconds, open_things)) or _after_change(answer, costs)
    alone = AloneAnswer(side)
    if more := _play_on(side, side.seconds_a_play, _goals(alone)):
        return more
    if alone.missed:
        return _to_tune(alone.missed)
    if not side.goals:
        return NextStep(NextAction.SET_AIM, StepReason.NO_GOAL)
    return _keep(alone, StepReason.GOALS_HOLD)


def _play_on(side: BatchSummary, seconds_a_play: float, things: Sequence[Open]) -> NextStep | None:
    """To play on, where there are too few plays, or more are likely to decide an aim or a goal."""
    forecasts = {lower_first(figure.label): ahead.likely for figure, ahead in things if ahead}
    why, names = StepReason.OPEN, listed(first_of([*forecasts], MOST_NAMED))
    if not enough(side.plays):
        plays, why = FIRST_PLAYS - side.plays, StepReason.FEW
    elif forecasts:
        plays = two_figures(max(forecasts.values()))
    elif any(figure.measure is SPREAD_MEASURE for figure, _ in things):
        plays, why, names = 3 * side.plays, StepReason.UNFAIR, lower_first(SPREAD_MEASURE.label)
    else:
        return None
    seconds = plays * seconds_a_play
    return NextStep(NextAction.PLAY_ON, why, names, plays, about_words(seconds) if seconds >= SOON_S else "")


def _goals(alone: AloneAnswer) -> list[Open]:
    return [(goal.figure, goal.ahead) for goal in alone.undecided]


def _names(figures: Iterable[Figure], most: int = MOST_NAMED) -> str:
    return listed(first_of([*dict.fromkeys(lower_first(figure.label) for figure in figures)], most))


def _costs(answer: AgainstAnswer) -> list[Figure]:
    """The sure costs of a change: guardrails that are broken, and goals that are lost."""
    broken = [one for one in answer.summary.aims if one.is_guard and one.standing is AimStanding.MISSED]
    met = {goal.figure.name for goal in answer.alone.met}  # by goals that the revision may have changed itself
    return [*(one.contrast for one in broken), *(goal.figure for goal in answer.lost if goal.figure.name not in met)]


def _after_change(answer: AgainstAnswer, costs: Sequence[Figure]) -> NextStep:
    """After a change that costs something, or whose aims and goals more plays would not decide: keep it, or not."""
    missed = [one for one in answer.wishes if one.standing is AimStanding.MISSED]
    still = [one.contrast for one in answer.summary.aims if one.standing is AimStanding.UNDECIDED]
    reached = all(one.standing is AimStanding.REACHED for one in answer.wishes)
    gains = bool(answer.wishes and reached) or bool(answer.won)
    if costs and gains and len(answer.summary.changed) > 1:
        return NextStep(NextAction.ONE_CHANGE, StepReason.PRICE, _names(costs))
    if costs:
        return NextStep(NextAction.DROP, StepReason.COSTS, _names(costs))
    if missed:
        name = lower_first(missed[0].contrast.label)
        if missed[0].is_on_its_way:
            return NextStep(NextAction.FURTHER, StepReason.ON_ITS_WAY, name)
        return NextStep(NextAction.OTHER_WAY, StepReason.ASTRAY, name)
    if not answer.moved:
        return NextStep(NextAction.DROP, StepReason.NOTHING)
    if answer.farther and not gains and not answer.nearer:
        return NextStep(NextAction.OTHER_WAY, StepReason.AGAINST, _names(answer.farther))
    if not answer.wishes and not answer.judged:
        return NextStep(NextAction.SET_AIM, StepReason.NO_AIM)
    if answer.missed:
        return _to_tune(answer.missed, still=answer.still_missed)
    why = StepReason.REACHED if answer.wishes else StepReason.WON if answer.won else StepReason.NONE_LOST
    why = StepReason.NEW_GOALS if answer.lost else why
    return _keep(answer.alone, why, still)


def _to_tune(missed: Sequence[CheckedGoal], still: bool = False) -> NextStep:
    """To look for rule values that meet the goals that are missed."""
    why = StepReason.STILL_MISSED if still else StepReason.MISSED
    return NextStep(NextAction.TUNE, why, _names(goal.figure for goal in missed))


def _keep(alone: AloneAnswer, why: StepReason, still: Sequence[Figure] = ()) -> NextStep:
    """To keep a revision: for people, or first for bots that think, where only chance has played it.

    `still` are figures that no number of plays decides, beside those of its goals.
    """
    close = _names([*still, *(goal.figure for goal in alone.undecided)])
    by_chance = {plain_name(bot) for bot in alone.side.scenario.bots} == {"random"}
    step = NextAction.THINKERS if by_chance else NextAction.PLAYTEST
    return NextStep(step, StepReason.CLOSE if close else why, close)
