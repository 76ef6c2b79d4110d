"""The quality of a revision, as a document: what to look at first, and every figure with its source."""

import shlex
from collections.abc import Iterator
from types import ModuleType

from workbench.engine.wording import in_one
from workbench.play.forms import make_batch
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Drawing,
    Picker,
    Prose,
    Report,
    Rows,
    Section,
    Table,
)
from workbench.report.json import Json, difference_json, estimate_json, number, scenario_json
from workbench.report.play_link import table_address
from workbench.report.text import phrases
from workbench.report.text.phrases import INTERVAL, count, decimal, percent, words_of
from workbench.report.text.scenarios import title_beside
from workbench.studies.quality import words
from workbench.studies.quality.by_playouts import BEHIND, POINTS
from workbench.studies.quality.figures import KindUse
from workbench.studies.quality.forecasts import Forecasts
from workbench.studies.quality.measure import Quality, QualityAnswer


def report(answer: QualityAnswer) -> Report:
    """The headline, what to look at, what changed against another revision, and every figure."""
    quality = answer.quality
    scenario = quality.scenario
    return Report(
        scenario=scenario,
        title=f"Quality of {scenario.game.title}: {scenario.title}",
        headline=words.headline(quality),
        plays=quality.plays,
        advice=words.further(quality),
        blocks=[
            *_changes(answer),
            _leads(quality),
            _figures(answer),
            *_forecast(quality),
            *_actions(quality),
            *_one_play(quality),
        ],
        records=list(_records(quality)),
        data=_answer_json(answer),
    )


def _changes(answer: QualityAnswer) -> Iterator[Block]:
    if answer.base:
        rows = _change_rows(answer, answer.base)
        yield Section(words.change_headline(answer, answer.base), [Table("", rows)], [words.PAIRED])


def _leads(quality: Quality) -> Block:
    """The winner's lead, and how early the winner is known, beside each other."""
    return Beside(
        [
            [
                Drawing("chances", lambda: _charts().chance_chart(quality), words.CHANCES_DEFINITION)
                if quality.band is None
                else Drawing("band", lambda: _charts().band_chart(quality), words.BAND_DEFINITION, ["standing"])
            ],
            [
                Drawing(
                    "forecast",
                    lambda: _charts().forecast_chart(quality),
                    words.FORECAST_DEFINITION,
                    ["forecast", "interval"],
                ),
                Prose(words.foresight_sentence(quality)),
            ],
        ]
    )


def _figures(answer: QualityAnswer) -> Block:
    quality = answer.quality
    sentences = (
        words.usual_sentence(answer),
        words.length_sentence(quality),
        words.left_out_sentence(quality),
        words.chances_sentence(quality),
        words.minutes_sentence(quality),
        words.obvious_sentence(quality),
    )
    return Section(
        "Every figure",
        [Table("", _figure_rows(answer)), *(Prose(text) for text in sentences if text)],
        words.HELP.splitlines(),
    )


def _forecast(quality: Quality) -> Iterator[Block]:
    if quality.forecasts.stages:
        yield Table("How early the winner is known", _stage_rows(quality), folded=True)
        yield Table("What was forecast, and what came about", _calibration_rows(quality), folded=True)


def _actions(quality: Quality) -> Iterator[Block]:
    yield Drawing("kinds", lambda: _charts().kinds_chart(quality), words.USE_DEFINITION, ["action"])
    yield Table("Which actions are used", _action_rows(quality), folded=True)


def _one_play(quality: Quality) -> Iterator[Block]:
    """One play by its number, at first the one with the most drama, and the command that tells it whole."""
    if not quality.scenario.game.keeps_score or not quality.plays:
        return

    def view(number: str) -> list[Block]:
        from workbench.studies.quality.measure import worm

        if not make_batch(quality.scenario).timeline_kernel.is_warm:
            return []
        play = int(number)
        drawing = Drawing("worm", lambda: _charts().worm_chart(worm(quality.scenario, play), quality.scenario))
        return [
            drawing,
            Command("This play as a trace", _trace_command(quality, play), table_address(quality.scenario, play)),
        ]

    usual = str(quality.most_dramatic)
    yield Picker("one_play", "Play", words.ONE_PLAY, range(quality.plays), view, usual=usual)


def _trace_command(quality: Quality, play: int) -> str:
    scenario = quality.scenario
    played = ["--play", str(play), "--seed", str(scenario.seed), "--bots", in_one(scenario.bots)]
    return shlex.join(["workbench", "replay", scenario.name, *played])


def _charts() -> ModuleType:
    """The charts, with their library, where something is drawn."""
    from workbench.studies.quality import charts

    return charts


# Tables


def _figure_rows(answer: QualityAnswer) -> Rows:
    """Every figure with its interval, what is usual, and its source."""
    quality = answer.quality
    return [
        {
            "Figure": figure.label,
            "Value": phrases.with_unit(figure.measure, figure.estimate.mean),
            INTERVAL: phrases.span(figure.measure, figure.estimate),
            **({"Other games": words.usual_span(answer, name)} if answer.usual else {}),
            "Plays": count(figure.estimate.n),
            "Source": words.SOURCES[name],
        }
        for name, figure in quality.figures.items()
    ]


def _stage_rows(quality: Quality) -> Rows:
    """How early the winner is known, stage by stage."""
    return [
        {
            "After": f"{quality.scenario.game.stage_word} {stage.stage}",
            "Plays that go on": count(stage.plays),
            "Part of the play": percent(stage.passed, 0),
            "Leader wins": phrases.share(stage.leader_wins) if stage.leader_wins.n else "nobody leads alone",
            "Brier score": phrases.plain(stage.brier, 3),
            "Knowing nothing": decimal(stage.nothing, 3),
            "Known of the winner": phrases.share(stage.skill),
        }
        for stage in quality.forecasts.stages
    ]


def _calibration_rows(quality: Quality) -> Rows:
    """Rows of forecasts: how often each chance came about."""
    return [
        {
            "Forecast": percent(tenth.forecast),
            "Came about": phrases.share(tenth.came),
            "Forecasts": count(tenth.came.n),
        }
        for tenth in quality.forecasts.tenths
    ]


def _action_rows(quality: Quality) -> Rows:
    """The use of every kind of action."""
    return [
        {
            "Kind of action": words_of(use.kind),
            "In plays": phrases.share(use.plays),
            "Times a play": decimal(use.a_play.mean, 2),
            "Decisions that offer it": count(use.offers),
            "Taken there": phrases.share(use.taken_when_offered) if use.taken_when_offered else "–",
        }
        for use in quality.kinds
    ]


def _change_rows(answer: QualityAnswer, base: Quality) -> Rows:
    """Every figure of both revisions, and its paired change."""
    return [
        {
            "Figure": change.label,
            base.scenario.title: phrases.value(change.measure, change.difference.base),
            title_beside(answer.quality.scenario, base.scenario): phrases.value(
                change.measure, change.difference.other
            ),
            "Change": phrases.change_with_unit(change.measure, change.difference.mean),
            INTERVAL: phrases.change_span(change.measure, change.difference),
            "Verdict": change.verdict.value,
        }
        for change in answer.changes
    ]


# Data


def _records(quality: Quality) -> Iterator[dict[str, object]]:
    for name, figure in quality.figures.items():
        estimate = figure.estimate
        spread = {"mean": estimate.mean, "sd": estimate.sd, "low": estimate.low, "high": estimate.high}
        yield {"figure": name, "plays": estimate.n, **spread}


def _answer_json(answer: QualityAnswer) -> Json:
    """`quality --json`; with `--against` both revisions, and the paired change of every figure."""
    if answer.base is None:
        return {**_quality_json(answer.quality), "usual": _usual_json(answer)}
    numbers = ("base", "other", "difference", "low", "high")
    changes = {}
    for change in answer.changes:
        difference = difference_json(change.difference)
        changes[change.name] = {name: difference[name] for name in numbers} | {"verdict": change.verdict.value}
    return {
        "base": _quality_json(answer.base),
        "other": _quality_json(answer.quality),
        "changes": changes,
        "usual": _usual_json(answer),
    }


def _usual_json(answer: QualityAnswer) -> Json:
    """The figures of every other game, by its title."""
    return {
        other.title: {name: estimate_json(figure.estimate) for name, figure in other.figures.items()}
        for other in answer.usual
    }


def _quality_json(quality: Quality) -> Json:
    """Every figure with its definition; `forecasts` and `band` are empty without standings."""
    scenario, band, minutes, obvious = quality.scenario, quality.band, quality.minutes, quality.obvious
    return {
        **scenario_json(scenario),
        "bots": list(scenario.bots),
        "plays": quality.plays,
        "with_one_winner": quality.single_winner,
        "headline": words.headline(quality),
        "look_at": words.further(quality),
        "stage": scenario.game.stage_word,
        "unit": scenario.game.standing_unit,
        "figures": {
            name: {
                **estimate_json(figure.estimate),
                "plays": figure.estimate.n,
                "title": figure.label,
                "definition": figure.measure.help,
                "source": words.SOURCES[name],
            }
            for name, figure in quality.figures.items()
        },
        "lengths": [vars(quantile) for quantile in quality.lengths],
        "assumed_minutes": {"play": number(quality.assumed_minutes), "seconds": quality.pace_s},
        "minutes": {name: estimate_json(part) for name, part in vars(minutes).items()} if minutes else None,
        "forecasts": _forecasts_json(quality.forecasts),
        "band": {"shares": band.shares.tolist(), "quantiles": band.quantiles.tolist()} if band else None,
        "chances": _chances_json(quality),
        "obvious": {**vars(obvious), "agreed": estimate_json(obvious.agreed)} if obvious else None,
        "actions": [_use_json(use) for use in quality.kinds],
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
    }


def _forecasts_json(forecasts: Forecasts) -> Json:
    stages = [
        {
            "stage": stage.stage,
            "plays": stage.plays,
            "passed": stage.passed,
            "nothing": stage.nothing,
            "favourite": stage.favourite,
            "led": estimate_json(stage.led),
            "leader_wins": estimate_json(stage.leader_wins),
            "brier": estimate_json(stage.brier),
            "skill": estimate_json(stage.skill),
        }
        for stage in forecasts.stages
    ]
    return {
        "stages": stages,
        "calibration": [
            {"low": tenth.low, "forecast": tenth.forecast, "came": estimate_json(tenth.came)}
            for tenth in forecasts.tenths
        ],
        "miscalibration": number(forecasts.miscalibration),
        "known_at": number(forecasts.half_at),
    }


def _use_json(use: KindUse) -> Json:
    where = use.taken_when_offered
    return {
        "kind": use.kind,
        "plays": estimate_json(use.plays),
        "a_play": estimate_json(use.a_play),
        "offers": use.offers,
        "taken_when_offered": estimate_json(where) if where else None,
        "almost_never": use.almost_never,
    }
