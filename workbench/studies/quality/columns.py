"""The columns of the quality of a game, its charts, and the object in JSON."""

import shlex
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from workbench.engine.wording import in_one, lower_first
from workbench.play.comparisons import Contrast
from workbench.play.forms import make_batch
from workbench.report.columns import (
    Columns,
    change,
    count,
    figure,
    for_csv,
    for_programs,
    percent,
    play,
    ratio,
    text,
    verdict,
)
from workbench.report.document import Block, Command, Drawing, Picker
from workbench.report.json import Json, difference_json, estimate_json, number, scenario_json
from workbench.report.play_link import PlayLink, batch_address, table_address
from workbench.report.template import render
from workbench.report.text.phrases import value, words_of
from workbench.report.text.scenarios import title_beside
from workbench.scenario import Scenario
from workbench.studies.quality.by_playouts import BEHIND, HOPELESS, POINTS
from workbench.studies.quality.concerns import DECIDED, OPEN, concerns, half_way
from workbench.studies.quality.figures import KindUse, QualityFigure
from workbench.studies.quality.forecasts import NO_PLAY, StageForecast, Tenth
from workbench.studies.quality.measure import Quality, QualityAnswer, UsualFigures, worm

if TYPE_CHECKING:
    from workbench.report.charts.base import Chart

__all__ = ["BEHIND", "DECIDED", "HOPELESS", "OPEN", "POINTS", "concerns", "half_way"]  # the templates have them

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
BAND_DEFINITION = (
    "How far the eventual winner is ahead of the best other, or behind, over the play: the line is the middle of all"
    " plays, the dark band half of them, the light band eight in ten."
)
CHANCES_DEFINITION = (
    "How often the eventual winner wins, or all who lost together, where bots play on from the position, at five points"
    " of each play: the line is the middle of the plays, the dark band half of them, the light band eight in ten."
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
STAGES = Columns[StageForecast](
    for_programs("stage", lambda stage: stage.stage),
    count("plays", "Plays that go on", lambda stage: stage.plays),
    percent("passed", "Part of the play", lambda stage: stage.passed, 0, interval=""),
    for_programs("nothing", lambda stage: stage.nothing),
    for_programs("favourite", lambda stage: stage.favourite),
    for_programs("led", lambda stage: stage.led),
    for_programs("leader_wins", lambda stage: stage.leader_wins),
    for_programs("brier", lambda stage: stage.brier),
    percent("", "Leader wins", lambda stage: stage.leader_wins if stage.leader_wins.n else None),
    percent("skill", "Known of the winner", lambda stage: stage.skill, interval="Its interval"),
)
TENTHS = Columns[Tenth](
    for_programs("low", lambda tenth: tenth.low),
    percent("forecast", "Forecast", lambda tenth: tenth.forecast, interval=""),
    percent("came", "Came about", lambda tenth: tenth.came),
    count("", "Forecasts", lambda tenth: tenth.came.n),
)
KINDS = Columns[KindUse](
    text("", "Kind of action", lambda use: words_of(use.kind)),
    for_programs("kind", lambda use: use.kind),
    percent("plays", "In plays", lambda use: use.plays, interval=""),
    ratio("a_play", "Times a play", lambda use: use.a_play, interval=""),
    count("offers", "Decisions that offer it", lambda use: use.offers),
    percent("taken_when_offered", "Taken there", lambda use: use.taken_when_offered),
    for_programs("almost_never", lambda use: use.almost_never),
)
RECORD = Columns[QualityFigure](
    for_csv("figure", lambda one: one.name),
    for_csv("plays", lambda one: one.estimate.n),
    for_csv("mean", lambda one: one.estimate.mean),
    for_csv("sd", lambda one: one.estimate.sd),
    for_csv("low", lambda one: one.estimate.low),
    for_csv("high", lambda one: one.estimate.high),
)


def figures_of(answer: QualityAnswer) -> Columns[QualityFigure]:
    """Every figure with its interval, and what is usual in other games."""
    return Columns(
        text("", "Figure", lambda one: one.label),
        figure("", "Value", lambda one: one),
        text("", "Other games", lambda one: usual_span(answer, one) or None),
        count("", "Plays", lambda one: one.estimate.n),
    )


def stages_of(quality: Quality) -> Columns[StageForecast]:
    """How early the winner is known, stage by stage."""
    scenario, word = quality.scenario, quality.scenario.game.stage_word

    def way(stage: StageForecast, number: int) -> PlayLink | None:
        address = batch_address(scenario, None, play=number, stage=stage.stage)
        return None if number == NO_PLAY else PlayLink(f"play {number}", address)

    return Columns(
        text("", "After", lambda stage: f"{word} {stage.stage}"),
        *STAGES.columns,
        play("", "The leader does not win", lambda stage: way(stage, stage.upset)),
        play("", "Foreseen least", lambda stage: way(stage, stage.surprise)),
    )


def changes_of(answer: QualityAnswer) -> Columns[Contrast]:
    """Every figure of both revisions, and its paired change."""
    assert answer.base
    base, scenario = answer.base.scenario, answer.scenario
    return Columns(
        text("", "Figure", lambda one: one.label),
        text("", base.title, lambda one: value(one.measure, one.difference.base)),
        text("", title_beside(scenario, base), lambda one: value(one.measure, one.difference.other)),
        change("", "Change", lambda one: one),
        verdict("", "Verdict", lambda one: one.verdict),
    )


def usual_of(answer: QualityAnswer, one: QualityFigure) -> list[UsualFigures]:
    """The other games whose figure can be held beside the revision's: those with the same unit."""
    return [
        other
        for other in answer.usual
        if one.name in other.figures and other.figures[one.name].measure.unit == one.measure.unit
    ]


def usual_span(answer: QualityAnswer, one: QualityFigure) -> str:
    """The lowest and the highest of the other games; empty without any."""
    means = [other.figures[one.name].estimate.mean for other in usual_of(answer, one)]
    ends = (min(means), max(means)) if means else ()
    return " to ".join(dict.fromkeys(value(one.measure, end) for end in ends))


def unusual(answer: QualityAnswer) -> tuple[list[str], list[str]]:
    """The figures that surely lie above, and below, those of all other games."""
    more, less = [], []
    for one in answer.quality.figures.values():
        others = [other.figures[one.name].estimate for other in usual_of(answer, one)]
        if len(others) == len(answer.usual):
            more += [lower_first(one.label)] if all(one.estimate.low > other.high for other in others) else []
            less += [lower_first(one.label)] if all(one.estimate.high < other.low for other in others) else []
    return more, less


# Charts


def _worm(scenario: Scenario, play: int) -> "Chart":
    """How every seat stood over one play."""
    from workbench.studies.quality import charts  # Plotly loads slowly

    return charts.worm_chart(worm(scenario, play), scenario)


def one_play(quality: Quality) -> Picker:
    """One play by its number, at first the one with the most drama, and the command that tells it whole."""
    scenario = quality.scenario

    def view(number: str) -> list[Block]:
        if not make_batch(scenario).timeline_kernel.is_warm:
            return []
        played = ["--play", number, "--seed", str(scenario.seed), "--bots", in_one(scenario.bots)]
        command = shlex.join(["workbench", "replay", scenario.name, *played])
        trace = Command("This play as a trace", command, table_address(scenario, int(number)))
        return [Drawing("worm", partial(_worm, scenario, int(number))), trace]

    usual = str(quality.most_dramatic)
    return Picker("one_play", "Play", "Any play by its number, from 0.", range(quality.plays), view, usual=usual)


# Data


def records(answer: QualityAnswer) -> list[dict[str, object]]:
    """The lines of `quality --csv`."""
    return RECORD.records(answer.quality.figures.values())


def data(answer: QualityAnswer) -> Json:
    """`quality --json`; with `--against` both revisions, and the paired change of every figure."""
    if answer.base is None:
        return {**_quality_json(answer.quality), "usual": _usual_json(answer)}
    numbers = ("base", "other", "difference", "low", "high")
    changes = {
        one.name: {name: difference_json(one.difference)[name] for name in numbers} | {"verdict": one.verdict.value}
        for one in answer.changes
    }
    sides = {"base": _quality_json(answer.base), "other": _quality_json(answer.quality)}
    return {**sides, "changes": changes, "usual": _usual_json(answer)}


def _usual_json(answer: QualityAnswer) -> Json:
    """The figures of every other game, by its title."""
    return {
        other.title: {name: estimate_json(figure.estimate) for name, figure in other.figures.items()}
        for other in answer.usual
    }


def _quality_json(quality: Quality) -> Json:
    """Every figure with its definition; `forecasts` and `band` are empty without standings."""
    scenario, band, minutes, obvious = quality.scenario, quality.band, quality.minutes, quality.obvious
    words = render(__package__, "words.md", quality=quality)
    return {
        **scenario_json(scenario),
        "bots": list(scenario.bots),
        "plays": quality.plays,
        "with_one_winner": quality.single_winner,
        "headline": words.headline,
        "look_at": words.things,
        "stage": scenario.game.stage_word,
        "unit": scenario.game.standing_unit,
        "figures": {
            name: {
                **estimate_json(figure.estimate),
                "plays": figure.estimate.n,
                "title": figure.label,
                "definition": figure.measure.help,
                "source": SOURCES[name],
            }
            for name, figure in quality.figures.items()
        },
        "lengths": [vars(quantile) for quantile in quality.lengths],
        "assumed_minutes": {"play": number(quality.assumed_minutes), "seconds": quality.pace_s},
        "minutes": {name: estimate_json(part) for name, part in vars(minutes).items()} if minutes else None,
        "forecasts": {
            "stages": [*map(STAGES.json, quality.forecasts.stages)],
            "calibration": [*map(TENTHS.json, quality.forecasts.tenths)],
            "miscalibration": number(quality.forecasts.miscalibration),
            "known_at": number(quality.forecasts.half_at),
        },
        "band": {"shares": band.shares.tolist(), "quantiles": band.quantiles.tolist()} if band else None,
        "chances": _chances_json(quality),
        "obvious": {**vars(obvious), "agreed": estimate_json(obvious.agreed)} if obvious else None,
        "actions": [*map(KINDS.json, quality.kinds)],
    }


def _chances_json(quality: Quality) -> Json | None:
    """The evidence behind the figures of chances; None where standings tell more."""
    chances = quality.chances
    if chances is None:
        return None
    return {
        "plays": len(chances.won),
        "points": POINTS,
        "playouts": chances.playouts,
        "bots": list(chances.bots),
        "behind": BEHIND,
        **({"lost_for_good": [*map(estimate_json, chances.lost_for_good)]} if chances.is_together else {}),
        **({"endings": chances.endings} if chances.is_together else {}),
    }
