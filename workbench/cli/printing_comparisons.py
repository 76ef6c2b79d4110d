"""How the commands print comparisons on standard output."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding

from workbench.cli.printing import (
    describe_bots,
    for_terminal,
    output_console,
    plain_table,
    print_cut_short,
    print_stored,
    seat_note,
    with_interval,
)
from workbench.engine.wording import counted
from workbench.report.summary import detail_contrasts, goal_figures, main_contrasts
from workbench.report.text import agreement, phrases, power, scenarios, verdicts
from workbench.scenario import Scenario
from workbench.stats import Verdict
from workbench.study.agreement import Agreement, agreements
from workbench.study.compare import Comparison, Contrast

if TYPE_CHECKING:
    from workbench.store.history import Stop
    from workbench.study.power import ComparisonPlan

AFTER = ("saved", "verdict", "more plays")
"""The last columns of a comparison: see `verdicts.pairing` and `verdicts.CONTROLLED`."""


def print_comparison(comparison: Comparison, second: Comparison | None = None) -> None:
    """Print the changed rules and every measure with its verdict; then the same by bots of a second strength."""
    base, other = comparison.base.scenario, comparison.other.scenario
    console = output_console()
    rules = plain_table("", "rule", base.revision, other.revision, left=3)
    for name, values in comparison.changed.items():
        rules.add_row(name, *map(base.game.parameters[name].show, values))
    console.print(f"{other.name} against {base.name}: what changed", style="bold")
    console.print(rules if comparison.changed else "no rule")
    columns = ("", base.revision, other.revision, "difference", "95 % interval", *AFTER)
    every = comparison.contrasts.values()
    in_goals = goal_figures(comparison)
    parts = {
        f"\nWhat it did: {_pairs(comparison)}": main_contrasts(every, in_goals),
        "\nIn detail": detail_contrasts(every, in_goals),
    }
    for title, contrasts in parts.items():
        table = plain_table(title, *columns)
        for contrast in contrasts:
            table.add_row(*_contrast(contrast))
        if contrasts:
            console.print(table)
    if second:
        _print_agreement(console, comparison, second)
    console.print(f"\n{verdicts.pairing(main_contrasts(every, in_goals))}")
    console.print(verdicts.CONTROLLED)
    print_cut_short(console, comparison.base, comparison.other)
    print_stored(console, comparison.base, comparison.other)
    console.print(f"\n{describe_bots(base, other, *((second.base.scenario, second.other.scenario) if second else ()))}")
    console.print(f"{scenarios.caution(base.game)}\n{seat_note()}")
    _print_stop(console, comparison.stop)


def print_plan(base: Scenario, other: Scenario, plan: "ComparisonPlan | None") -> None:
    """Print how many plays a comparison takes, before it is played."""
    console = output_console()
    console.print(f"{other.name} against {base.name}: before playing", style="bold")
    if plan is None:
        console.print(power.UNKNOWN)
        return
    console.print(power.sentence(plan))
    rows = power.rows(plan)
    if rows:
        table = plain_table("", *rows[0])
        for row in rows:
            table.add_row(*row.values())
        console.print(table)
    console.print(f"{power.source(plan)} {power.CHANCE}")


def _print_stop(console: Console, stop: "Stop | None") -> None:
    """Print what ended the plays, if somebody asked for a decision."""
    if stop:
        console.print(f"\n{stop.sentence}", style="bold")
        console.print(scenarios.UNTIL_METHOD)


def _pairs(comparison: Comparison) -> str:
    base = comparison.base
    plays = counted(base.plays, "paired play", separator=",")
    return f"{plays}, seed {base.scenario.seed}, bots {' '.join(base.scenario.bots)}"


def _print_agreement(console: Console, first: Comparison, second: Comparison) -> None:
    """Print what the second bots found, both verdicts side by side, and sentences on where they differ."""
    one, two = (scenarios.bots_label(comparison.base.scenario.bots) for comparison in (first, second))
    table = plain_table(f"\nOnce more: {_pairs(second)}", "", two, "95 % interval", "saved", "says", AFTER[-1])
    both = plain_table(f"\nThe change with {two} minus that with {one}", *_both_columns(one, two), left=4)
    agreed, in_goals = agreements(first.contrasts, second.contrasts), goal_figures(first)
    every = first.contrasts.values()
    in_front = [
        agreed[main_contrast.name] for main_contrast in main_contrasts(every, in_goals) if main_contrast.name in agreed
    ]
    for agreed_measure in (
        *in_front,
        *(
            agreed[detail_contrast.name]
            for detail_contrast in detail_contrasts(every, in_goals)
            if detail_contrast.name in agreed
        ),
    ):
        label, _, _, *cells = _contrast(agreed_measure.second)
        table.add_row(label, *cells)
        both.add_row(
            label,
            agreed_measure.first.verdict.value,
            agreed_measure.second.verdict.value,
            agreed_measure.accord.value,
            *_gap(agreed_measure),
        )
    console.print(table)
    console.print(both)
    names = agreement.names_of(first, second)
    console.print(f"\n{agreement.HEADING}", style="bold")
    console.print(agreement.headline(in_front, names))
    for group in agreement.groups(in_front):
        console.print(f"\n{group.title}:")
        for line in _lines_of_group(group, names):
            console.print(Padding(for_terminal(line), (0, 0, 0, 2)))


def _both_columns(one: str, two: str) -> tuple[str, ...]:
    return ("", f"{one} says", f"{two} says", "together", "gap", "95 % interval")


def _gap(agreed: Agreement) -> tuple[str, ...]:
    """The second bots' change minus the first's, and its 95 % interval."""
    gap = agreed.gap
    return with_interval(gap.low, gap.high, gap.mean, signed=True)


def _lines_of_group(group: agreement.AccordGroup, names: agreement.Names) -> list[str]:
    """A sentence for each measure of a loud group; of others only the names, since the table has their numbers."""
    if group.loud:
        return [f"- {agreement.sentence(member, names)}" for member in group.members]
    return ["; ".join(member.first.label for member in group.members)]


def _contrast(contrast: Contrast) -> tuple[str, ...]:
    difference = contrast.difference
    base, other, _ = with_interval(difference.low, difference.high, difference.base, difference.other)
    moved, interval = with_interval(difference.low, difference.high, difference.mean, signed=True)
    if phrases.is_constant(contrast.measure, difference.mean, difference):
        interval = phrases.in_all(difference.n)
    more = verdicts.plays_range(contrast.ahead) if contrast.verdict is Verdict.UNDECIDED else ""
    saved = verdicts.saved_cell(contrast)
    return verdicts.label_of(contrast), base, other, moved, interval, saved, contrast.verdict.value, more
