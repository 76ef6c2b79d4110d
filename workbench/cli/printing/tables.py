"""What every printed result has: a console, tables, numbers, and who played."""

import math
import sys

from rich.console import Console
from rich.table import Table

from workbench.report.text import phrases, verdicts
from workbench.report.text import scenarios as bots
from workbench.scenario import Scenario
from workbench.stats import Estimate
from workbench.study.batch_player import Outcome
from workbench.study.figures import share_cut_short

WIDTH_WITHOUT_TERMINAL = 120


def output_console() -> Console:
    """Standard output, with room for wide tables where it is no terminal."""
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(width=width, highlight=False, markup=False, emoji=False)


def plain_table(title: str, *columns: str, left: int = 1) -> Table:
    """A table without lines; the first `left` columns are text."""
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < left else "right")
    return table


def short_number(value: float | None, digits: int = 4) -> str:
    """A number to about `digits` figures."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}"


def estimate_cells(estimate: Estimate) -> tuple[str, str]:
    """Its mean and its interval."""
    return short_number(estimate.mean), f"{short_number(estimate.low)} … {short_number(estimate.high)}"


def describe_bots(*scenarios: Scenario) -> str:
    """Who played, with the strength of each in words."""
    game = scenarios[0].game
    names = dict.fromkeys(name for scenario in scenarios for name in scenario.bots)
    return "\n".join(without_thin_spaces(f"{name}: {bots.bot_strength(game, name)}.") for name in names)


def without_thin_spaces(text: str) -> str:
    """Words for a page as a terminal shows them, which may not know a thin space."""
    return text.replace(phrases.THIN, " ")


def seat_note() -> str:
    """How seats are counted, without marks of Markdown."""
    return bots.SEATS_FROM_1.replace("`", "")


def print_cut_short(console: Console, *outcomes: Outcome) -> None:
    """A sentence where a limit ended many of the plays."""
    if said := verdicts.cut_short_sentence(
        {each.scenario.revision: share_cut_short(each.results) for each in outcomes}
    ):
        console.print(f"\n{without_thin_spaces(said)}")
