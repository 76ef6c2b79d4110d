"""A batch as a document: how the revision plays, a row a measure beside its goal, charts, every figure."""

from dataclasses import asdict, replace

from workbench.engine.wording import span_words
from workbench.report.document import Report, Table
from workbench.report.escape import paragraphs
from workbench.report.plays_to_watch import plays_to_watch
from workbench.report.result_charts import result_charts
from workbench.report.rows import rows_alone
from workbench.report.summary import BatchSummary
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.answers import answer_alone
from workbench.report.verdict_rows import verdict_rows
from workbench.stats import Prominence

SHORT_S = 10
"""Seconds below which the time of a batch is said to two digits."""


def report(side: BatchSummary) -> Report:
    """The document of a batch."""
    scenario, bots = side.scenario, scenarios.bots_phrase(side.scenario.bots)
    last = "the intervals hold at every look" if side.watched else scenarios.NO_PEOPLE
    cut_short = verdicts.cut_short_sentence({scenario.title: side.cut_short})
    return Report(
        scenario=scenario,
        title=f"{scenario.game.title}: {scenario.title}",
        headline=answer_alone(side)
        or f"{phrases.number_of(side.plays, 'play')} by {scenarios.bots_phrase(scenario.bots)}.",
        plays=side.plays,
        evidence=[cut_short] if cut_short else [],
        blocks=[
            verdict_rows(rows_alone(side)),
            *result_charts([side]),
            Table("Every figure", _table(side), folded=True, brief=()),
            *plays_to_watch([side]),
        ],
        details=paragraphs(which_plays(side), scenarios.SEATS_FROM_1),
        records=[
            {"measure": reading.name, "unit": reading.measure.unit, **asdict(reading.estimate)}
            for reading in side.readings.values()
            if reading.estimate.n
        ],
        how=f"{scenarios.how_batch_was_played(side)} {scenarios.on_bots(scenario)}".rstrip(),
        played=" · ".join([bots, phrases.number_of(side.plays, "play"), last]),
    )


def report_so_far(side: BatchSummary) -> Report:
    """The document while it is played: the answer and the rows so far."""
    whole = report(side)
    rows = verdict_rows(rows_alone(side), so_far=True)
    return replace(whole, headline=f"So far: {whole.headline}", blocks=[rows])


def which_plays(side: BatchSummary) -> str:
    """The batch to the last digit, how fast it was played, and where it is stored; of a batch that goes on, less."""
    scenario, played = side.scenario, side.plays - side.before
    parts = [f"Revision {scenario.name}. Seed: {scenario.seed}. Rules {scenario.rules_hash[:12]}."]
    if side.digest:
        parts.append(f"Digest {side.digest[:12]}.")
        if played and side.elapsed_s > 0:
            time = f"{side.elapsed_s:.2g} s" if side.elapsed_s < SHORT_S else span_words(side.elapsed_s)
            rate = phrases.number_of(round(played / side.elapsed_s), "play")
            parts.append(f"{phrases.number_of(played, 'play')} in {time}, {rate} a second.")
        parts.append(f"Stored as run {side.run}." if side.run else "Not stored.")
    return " ".join(parts)


def _table(side: BatchSummary) -> list[dict[str, str]]:
    """Every figure; there may be sides that nobody is on."""
    return [
        {
            "Measure": reading.label,
            "Mean": phrases.value(reading.measure, reading.estimate.mean),
            "95 % interval": phrases.span(reading.measure, reading.estimate),
            "Plays": phrases.count(reading.estimate.n),
            "Unit": phrases.unit(reading.measure),
            "What it counts": reading.measure.help,
        }
        for reading in side.readings.values()
        if reading.estimate.n and reading.prominence is not Prominence.HIDDEN
    ]
