"""A comparison as a document: did it get better, a row a measure with its verdict, what was changed, charts, tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from workbench.engine.wording import listed, lower_first
from workbench.play.comparisons import Contrast
from workbench.report.document import Block, Points, Prose, Report, Section, Table
from workbench.report.escape import paragraphs
from workbench.report.plays_to_watch import plays_to_watch
from workbench.report.result_charts import result_charts
from workbench.report.rows import rows_against
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.answers import answer
from workbench.report.verdict_rows import verdict_rows
from workbench.scenario import Scenario
from workbench.stats import Verdict

if TYPE_CHECKING:
    from workbench.store.history import Decision

UNDECIDED: Mapping[str, "Decision"] = MappingProxyType({})
Quotes = Mapping[str, Sequence[str]]
"""The words of players who may be quoted, by revision."""
UNQUOTED: Quotes = MappingProxyType({})
MOST_QUOTES = 10
"""Of a revision, the latest."""
PAIRING = (
    "Both revisions play the same shuffles: the luck that is common to both cancels in each difference. With 75 %"
    " saved by pairing, these plays say as much as four times as many without pairs."
)


def report(
    summaries: Sequence[Summary], decided: Mapping[str, "Decision"] = UNDECIDED, quotes: Quotes = UNQUOTED
) -> Report:
    """The document of comparisons with the same base; `decided` has the decisions on revisions, by name."""
    first, several = summaries[0], len(summaries) > 1
    base = first.base.scenario
    answers = [(scenarios.title_beside(summary.other.scenario, base), answer(summary)) for summary in summaries]
    rows = verdict_rows(rows_against(summaries), base.title, answers if several else ())
    return Report(
        scenario=first.other.scenario,
        title=f"{base.game.title}: {listed(title for title, _ in answers)} against {base.title}",
        headline=f"Against {base.title}" if several else answers[0][1],
        plays=min(summary.plays for summary in summaries),
        evidence=[*_cautions(summaries)],
        blocks=[
            rows,
            *(changes(base, summary.other.scenario, decided, quotes) for summary in summaries),
            *result_charts([first.base, *(summary.other for summary in summaries)]),
            *plays_to_watch([first.base, *(summary.other for summary in summaries)]),
            *(block for summary in summaries for block in every_measure(summary, several)),
        ],
        details=paragraphs(*definitions(summaries)),
        records=[record for summary in summaries for record in records(summary)],
        how=f"{scenarios.how_played(first)} {scenarios.on_bots(base)}".rstrip(),
        played=played(summaries),
    )


def report_so_far(summaries: Sequence[Summary]) -> Report:
    """The document while they are played: the answer so far, and the rows, none of them folded."""
    whole, base = report(summaries), summaries[0].base.scenario.title
    answers = [(summary.other.scenario.title, answer(summary)) for summary in summaries]
    rows = verdict_rows(rows_against(summaries), base, answers if len(summaries) > 1 else (), so_far=True)
    headline = lower_first(whole.headline) if len(summaries) > 1 else whole.headline
    return replace(whole, headline=f"So far: {headline}", blocks=[rows])


def played(summaries: Sequence[Summary]) -> str:
    """Who played how much, in a line."""
    first = summaries[0]
    bots = {summary.scenario.bots for pair in summaries for summary in (pair.base, pair.other)}
    if len({frozenset(names) for names in bots}) > 1:
        return scenarios.how_played(first)
    watched = any(summary.watched or summary.stop for summary in summaries)
    plays = phrases.number_of(min(summary.plays for summary in summaries), "paired play")
    last = "the intervals hold at every look" if watched else scenarios.NO_PEOPLE
    return " · ".join([scenarios.bots_phrase(first.base.scenario.bots), plays, last])


def _cautions(summaries: Sequence[Summary]) -> Iterator[str]:
    """The reason why the plays ended, where somebody asked for a decision; and that many of them were cut short."""
    for summary in summaries:
        if summary.stop:
            yield f"Played until decided: {summary.stop.sentence}"
    sides = [summaries[0].base, *(summary.other for summary in summaries)]
    if sentence := verdicts.cut_short_sentence({side.scenario.title: side.cut_short for side in sides}):
        yield sentence


def changes(
    base: Scenario, other: Scenario, decided: Mapping[str, "Decision"] = UNDECIDED, quotes: Quotes = UNQUOTED
) -> Section:
    """The changed rules of a revision, why, what they should do, what was decided, and what its players wrote."""
    decision = decision_words(decided.get(other.revision))
    labels = {"Why": other.reason, "What it should do": other.hypothesis, "Decision": decision}
    points = [f"{label}: {phrases.with_stop(text)}" for label, text in labels.items() if text]
    points += [f"A player: “{quote}”" for quote in quotes.get(other.revision, ())[:MOST_QUOTES]]
    return Section(
        f"What was changed: {scenarios.title_beside(other, base)}",
        [Prose(scenarios.changed_rules(base, other)), *([Points(points)] if points else [])],
    )


def decision_words(decision: "Decision | None") -> str:
    """The decision, its reason and the notes; empty where nothing was decided."""
    if decision is None:
        return ""
    from workbench.store.history import DecisionState

    if decision.state == DecisionState.OPEN and not (decision.reason or decision.notes):
        return ""
    parts = [decision.state.value.capitalize(), decision.reason, decision.notes]
    return " ".join(phrases.with_stop(part) for part in parts if part)


def every_measure(summary: Summary, several: bool = False) -> Iterator[Block]:
    """Every measure as a table, also those of single seats; a terminal has them as rows."""
    other = summary.other.scenario
    contrasts = [*summary.main, *verdicts.details_in_order(summary)]
    title = f"Every measure of {other.title}" if several else "Every measure"
    yield Table(title, list(map(partial(_cells, summary), contrasts)), folded=True, brief=())


def _cells(summary: Summary, contrast: Contrast) -> dict[str, str]:
    measure, difference = contrast.measure, contrast.difference
    base, other = summary.base.scenario, summary.other.scenario
    return {
        "Measure": verdicts.label_of(contrast),
        base.revision: phrases.value(measure, difference.base),
        other.revision: phrases.value(measure, difference.other),
        "Change": phrases.change(measure, difference.mean),
        "95 % interval": phrases.change_span(measure, difference),
        "Verdict": contrast.verdict.value,
        "More plays": verdicts.plays_range(contrast.ahead) if contrast.verdict is Verdict.UNDECIDED else "",
        "Counts from": phrases.margin(measure),
        "Saved by pairing": verdicts.saved_cell(contrast),
    }


def definitions(summaries: Sequence[Summary]) -> list[str]:
    """The share of plays that pairing saved, what is controlled, and which plays these are, to the last digit."""
    base = summaries[0].base
    sides = [base, *(summary.other for summary in summaries)]
    stored = [line for side in sides if (line := _stored_before(side))]
    names = listed(side.scenario.name for side in sides)
    rules = listed(side.scenario.rules_hash[:12] for side in sides)
    digests = listed(side.digest[:12] for side in sides)
    ended = [scenarios.UNTIL_METHOD] if any(summary.stop for summary in summaries) else []
    return [
        *(f"{verdicts.pairing(summary.main)} {PAIRING}" for summary in summaries[:1]),
        *(ended or [verdicts.CONTROLLED]),
        *stored,
        f"Revisions {names}. Seed: {base.scenario.seed}. Rules {rules}. Results {digests}.",
        scenarios.SEATS_FROM_1,
    ]


def _stored_before(side: BatchSummary) -> str:
    """Which of its plays were stored, if any."""
    if not side.before:
        return ""
    plays = f"{phrases.count(side.before)} of {phrases.number_of(side.plays, 'play')}"
    return f"{side.scenario.name}: {plays} as stored in run {side.run}."


def records(summary: Summary) -> list[dict[str, object]]:
    """Every measure in full precision."""
    base, other = summary.base.scenario, summary.other.scenario
    return [
        {
            "measure": contrast.name,
            "unit": contrast.measure.unit,
            "base": contrast.difference.base,
            "other": contrast.difference.other,
            "difference": contrast.difference.mean,
            "low": contrast.difference.low,
            "high": contrast.difference.high,
            "margin": contrast.margin,
            "verdict": contrast.verdict.value,
            "plays_to_decide": contrast.plays_to_decide,
            "plays_to_decide_80": contrast.ahead.likely if contrast.ahead else contrast.plays_to_decide,
            "correlation": contrast.difference.correlation,
            "variance_ratio": contrast.difference.variance_ratio,
            "plays": contrast.difference.n,
            "base_revision": base.name,
            "other_revision": other.name,
            "base_bots": " ".join(base.bots),
            "bots": " ".join(other.bots),
            "seed": other.seed,
        }
        for contrast in summary.contrasts
    ]
