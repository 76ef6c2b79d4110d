"""The plan of a comparison in words, and in rows of a table."""

from collections.abc import Sequence

from workbench.engine.wording import listed, lower_first, span_words
from workbench.report.document import Block, Prose, Report, Section, Table
from workbench.report.json import Json, number
from workbench.report.text.phrases import change_unit, decimal, decimals, is_share, number_of, two_figures
from workbench.scenario import Scenario
from workbench.studies.compare.plan import ComparisonPlan, PlannedMeasure, VarianceSource

Plans = Sequence[tuple[Scenario, ComparisonPlan | None]]
"""Revisions, each with the plan of its comparison; None where nothing is known."""
UNKNOWN = (
    "Nothing is stored yet by these bots, and a trial would take long: the first 100 plays will tell how many it takes."
)
"""In the place of a plan that nothing is known for."""
CHANCE = (
    "Each number of plays decides with a chance of 80\u202f%, all measures of the comparison being judged together."
)


def sentence(plan: ComparisonPlan) -> str:
    """A sentence: the plays that show a change of some size, and the plays there are."""
    hardest = plan.hardest
    if hardest is None or hardest.to_see is None:
        return "No number of plays shows so small a change."
    have = number_of(plan.plays, "play")
    needs = f"To see a change of {amount(hardest, hardest.change)} in {lower_first(hardest.contrast.label)} takes"
    needs = f"{needs} {_plays(hardest.to_see)}{_time(plan, hardest.to_see)}; you have {have}"
    if hardest.to_see <= plan.plays:
        return f"{needs}, enough."
    return f"{needs}, which show a change of {amount(hardest, hardest.seen)}."


def _time(plan: ComparisonPlan, plays: int) -> str:
    seconds = plan.seconds(plays)
    if seconds is None:
        return ""
    return ", less than a second" if seconds < 1 else f", {span_words(seconds)}"


def source(plan: ComparisonPlan) -> str:
    """Where the variance comes from."""
    ours, theirs = plan.stored_plays
    if plan.source is VarianceSource.PAIRS:
        return f"By the variance of {number_of(ours, 'stored pair')} of these two."
    if plan.source is VarianceSource.PILOT:
        return f"By the variance of {number_of(ours, 'pair')} just played, of which nothing is stored."
    of = [f"{number_of(plays, 'stored play')} of {side.title}" for plays, side in _sides(plan) if plays]
    end = "" if ours and theirs else ", the other being taken to vary as much"
    return f"By the variance of {' and '.join(of)}, each by itself{end}: paired plays mostly take fewer."


def _sides(plan: ComparisonPlan) -> list[tuple[int, Scenario]]:
    return [*zip(plan.stored_plays, (plan.base, plan.other), strict=True)]


def amount(planned: PlannedMeasure, change: float) -> str:
    """A size of a change with its unit: `2 percentage points`, `0.4 points`."""
    measure = planned.contrast.measure
    number = (100 if is_share(measure) else 1) * change
    digits = f"{number:g}" if change == planned.change else decimal(number, decimals(measure))
    words = change_unit(measure)
    return f"{digits} {words.removesuffix('s') if digits == '1' else words}".strip()


def rows(plan: ComparisonPlan) -> list[dict[str, str]]:
    """A row for each measure."""
    return [
        {
            "measure": planned.contrast.label,
            "a change of": amount(planned, planned.change),
            "is seen in": _plays(planned.to_see),
            "no change in": _plays(planned.to_call_same),
            f"{number_of(plan.plays, 'play')} show": amount(planned, planned.seen),
        }
        for planned in plan.measures
    ]


def _plays(number: int | None) -> str:
    return "too close to call" if number is None else f"about {number_of(two_figures(number), 'play')}"


def plans_json(base: Scenario, plans: Plans) -> Json:
    """`compare --plan --json`."""
    read = [plan_json(plan) if plan else {"scenario": other.name, "source": None} for other, plan in plans]
    return {"base": base.name, "game": base.game.name, "plays": base.plays, "plans": read}


def plan_report(base: Scenario, plans: Plans) -> Report:
    """The plans as a document, before anything is played."""
    lines = [(other, sentence(plan) if plan else UNKNOWN) for other, plan in plans]
    several = len(lines) > 1
    return Report(
        scenario=base,
        title=f"Before playing: {listed(other.title for other, _ in plans)} against {base.title}",
        headline=lines[0][1] if not several else f"What it takes to compare them with {base.title}",
        plays=0,
        blocks=[
            Section(
                f"{other.name} against {base.name}: before playing",
                [*([Prose(line)] if several else []), *(_plan_blocks(plan) if plan else [])],
            )
            for (other, line), (_, plan) in zip(lines, plans, strict=True)
        ],
        how=CHANCE,
    )


def _plan_blocks(plan: ComparisonPlan) -> list[Block]:
    return [*([Table("", rows(plan))] if rows(plan) else []), Prose(source(plan))]


def plan_json(plan: ComparisonPlan) -> Json:
    """One comparison of `compare --plan --json`, before it is played."""
    hardest = plan.hardest
    return {
        "scenario": plan.other.name,
        "source": plan.source.value,
        "known": list(plan.stored_plays),
        "seconds_a_pair": number(plan.seconds_a_pair),
        "plays": plan.plays,
        "plays_needed": hardest.plays if hardest else None,
        "measures": {planned.contrast.name: _planned_json(planned) for planned in plan.measures},
        "sentence": sentence(plan),
    }


def _planned_json(planned: PlannedMeasure) -> Json:
    return {
        "sd": number(planned.contrast.difference.sd),
        "margin": planned.contrast.margin,
        "change": planned.change,
        "plays_to_see": planned.to_see,
        "plays_to_call_same": planned.to_call_same,
        "change_seen": number(planned.seen),
    }
