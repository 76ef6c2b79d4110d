"""A comparison by bots of two strengths as a document: do they agree, both verdicts in each row, then either alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.engine.wording import counted
from workbench.play.comparisons import Contrast
from workbench.report.document import (
    Block,
    Figures,
    KeyFigure,
    Picker,
    Points,
    Report,
    Section,
    Table,
    VerdictFold,
    VerdictGroup,
    VerdictLine,
    VerdictRow,
    VerdictRows,
    as_section,
    joined,
)
from workbench.report.escape import paragraphs
from workbench.report.plays_to_watch import plays_to_watch
from workbench.report.result_charts import result_charts
from workbench.report.summary import Summary
from workbench.report.text import cells, phrases, scenarios, verdicts
from workbench.report.text.answers import answer
from workbench.report.verdict_rows import CHANGES, change_bar, lacks
from workbench.scenario import Goal
from workbench.studies.compare import strengths_words as words
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.report import UNDECIDED, UNQUOTED, Quotes, changes, definitions, every_measure, records
from workbench.studies.compare.report import report as report_of_comparisons
from workbench.studies.compare.strengths import Accord, Agreement, TwoStrengths, two_strengths

if TYPE_CHECKING:
    from workbench.store.history import Decision

METHOD = (
    "Bots of another strength played the same comparison again, in batches of their own. The two agree where both"
    " verdicts are decided and equal, and disagree where both are decided and differ, or one meets a goal that the"
    " other misses. An undecided verdict is never a disagreement. The gap is the second bots' change minus the first's."
    " Its interval combines the two (MOVER; Zou and Donner 2008). The size differs where that interval lies wholly"
    " beyond the smallest change that counts, corrected over all measures (Holm)."
)


def document(answer: CompareAnswer) -> Report:
    """The answer of `compare`: the comparisons, by bots of two strengths where asked, and what else was."""
    first = answer.summaries
    if second := answer.second_summaries:
        pairs = [two_strengths(one, two) for one, two in zip(first, second, strict=True)]
        whole = joined([report(pair, answer.decided, answer.quotes) for pair in pairs])
    else:
        whole = report_of_comparisons(first, answer.decided, answer.quotes)
    sections = [as_section(further.title, further.report, further.command) for further in answer.further]
    return replace(whole, blocks=[*whole.blocks, *sections])


def report(
    two_strengths: TwoStrengths, decided: Mapping[str, "Decision"] = UNDECIDED, quotes: Quotes = UNQUOTED
) -> Report:
    """The document of the same comparison by bots of two strengths."""
    first, second = two_strengths.summaries
    base, other = first.base.scenario, first.other.scenario
    names = words.names_in(two_strengths)
    plays = [
        f"{phrases.number_of(summary.plays, 'paired play')} by {name}"
        for summary, name in zip((first, second), names, strict=True)
    ]
    return Report(
        scenario=other,
        title=scenarios.pair_title(base, other),
        headline=words.headline(two_strengths.main, names),
        plays=first.plays,
        evidence=[f"By {name}: {answer(summary)}" for name, summary in zip(names, (first, second), strict=True)],
        blocks=[
            _tiles(two_strengths),
            *_rows(two_strengths, names),
            changes(base, other, decided, quotes),
            _figures_of(two_strengths, names),
            Table("Every measure, by both", _table(two_strengths), folded=True, brief=()),
        ],
        details=paragraphs(METHOD, *definitions([first]), verdicts.pairing(second.main)),
        records=_records(two_strengths),
        how="\n\n".join(scenarios.how_played(summary) for summary in (first, second))
        + f"\n\n{scenarios.on_bots(base)}",
        bots=[*first.base.scenario.bots, *second.base.scenario.bots],
        played=" · ".join([*plays, scenarios.NO_PEOPLE]),
    )


def _rows(two_strengths: TwoStrengths, names: words.Names) -> Iterator[Block]:
    """Both verdicts on each main measure, those that matter most first; and sentences where the two differ."""
    groups = words.groups(two_strengths.main)
    goals = {checked.figure.name: checked.goal for checked in two_strengths.first.other.goals}
    labels = [scenarios.bots_label(summary.base.scenario.bots) for summary in two_strengths.summaries]
    verdict_groups = []
    for group in groups:
        rows = [_row(member, labels, goals) for member in group.members]
        folds = [] if group.loud else [VerdictFold(counted(len(rows), "measure"), rows)]
        verdict_groups.append(VerdictGroup(group.title, rows if group.loud else [], folds))
    yield VerdictRows(verdict_groups, about=CHANGES)
    if sentences := [words.sentence(member, names) for group in groups if group.loud for member in group.members]:
        yield Section("Where they differ", [Points(sentences)])


def _row(agreed: Agreement, labels: Sequence[str], goals: Mapping[str, Goal]) -> VerdictRow:
    contrasts = agreed.first, agreed.second
    measure = agreed.first.measure
    goal = scenarios.target(goals[agreed.name], measure) if agreed.name in goals else ""
    lines = [_line(contrast, label) for contrast, label in zip(contrasts, labels, strict=True)]
    return VerdictRow(agreed.first.label, lines, goal, cells.least(measure))


def _line(contrast: Contrast, label: str) -> VerdictLine:
    measure, difference = contrast.measure, contrast.difference
    unit = "" if phrases.is_share(measure) else measure.unit
    values = f"{phrases.value(measure, difference.base)} → {phrases.value(measure, difference.other)} {unit}".strip()
    return VerdictLine(
        label,
        values,
        cells.change_and_span(contrast),
        verdicts.some_plays(contrast),
        verdicts.verdict_word(contrast),
        lacks(contrast),
        [change_bar(f"{contrast.label}, {label}", contrast)],
        contrast.verdict in verdicts.MOVED,
    )


def _tiles(two_strengths: TwoStrengths) -> Figures:
    """On how many measures the two agree, disagree, or one is undecided; the headline tells it elsewhere."""
    tiles = {
        Accord.AGREE: KeyFigure("Agree", "", "", "Both verdicts are decided and equal.", ["agreement"]),
        Accord.DISAGREE: KeyFigure(
            "Disagree", "", "", "Both verdicts are decided and differ, or a goal is met and missed.", ["agreement"]
        ),
        Accord.OPEN: KeyFigure("Cannot tell yet", "", "", "One verdict or both are undecided.", ["undecided"]),
    }
    main = two_strengths.main
    return Figures([replace(tile, value=str(len(words.of_accord(main, accord)))) for accord, tile in tiles.items()], [])


def _figures_of(two_strengths: TwoStrengths, names: words.Names) -> Picker:
    """The figures by the bots of one strength or the other."""
    views = dict(zip(("first", "second"), map(_of, two_strengths.summaries), strict=True))
    options = dict(zip(views, names, strict=True))
    about = "The charts, rule holes, plays to watch and every measure by the bots of one strength."
    return Picker("figures", "Figures of", about, options, views.__getitem__, is_switch=True)


def _of(summary: Summary) -> list[Block]:
    """The charts, the plays to watch and every measure by the bots of one strength."""
    sides = [summary.base, summary.other]
    return [*result_charts(sides), *plays_to_watch(sides), *every_measure(summary)]


def _table(two_strengths: TwoStrengths) -> list[dict[str, str]]:
    """Both verdicts on every measure."""
    one, two = (scenarios.bots_label(summary.base.scenario.bots) for summary in two_strengths.summaries)
    main = [member for group in words.groups(two_strengths.main) for member in group.members]
    return [words.agreement_row(agreed, one, two) for agreed in (*main, *words.by_gap(two_strengths.details))]


def _records(two_strengths: TwoStrengths) -> list[dict[str, object]]:
    """Every measure, a line for the bots of each strength, and whether both agree."""
    agreed = {agreement.name: agreement for agreement in two_strengths.agreements}
    return [
        {**record, **_agreement_record(agreed[str(record["measure"])])}
        for summary in two_strengths.summaries
        for record in records(summary)
        if record["measure"] in agreed
    ]


def _agreement_record(agreed: Agreement) -> dict[str, object]:
    """Both strengths together; `gap` is the second's difference minus the first's."""
    gap = agreed.gap
    return {
        "together": agreed.accord.value,
        "gap": gap.mean,
        "gap_low": gap.low,
        "gap_high": gap.high,
        "gap_verdict": agreed.gap_verdict.value,
    }
