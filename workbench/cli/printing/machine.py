"""Calibration and speed of this machine."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.cli.printing.tables import output_console, plain_table, short_number

if TYPE_CHECKING:
    from workbench.study.calibrate import Line


CALIBRATED = ("", "promised", "on average", "worst", "±", "cases", "off")


def print_calibration(lines: "Sequence[Line]", elapsed_s: float) -> None:
    """Print how well each promise of the statistics holds."""
    table = plain_table("Intervals that hold, and wrong verdicts", *CALIBRATED)
    for line in lines:
        shares = (f"{100 * share:.1f} %" for share in (line.found, line.worst, line.error))
        table.add_row(line.check, line.promise, *shares, str(line.cases), str(line.off))
    console = output_console()
    console.print(table)
    console.print("\nWorst, where, and in how many batches:")
    for line in lines:
        console.print(f"  {line.check}: {line.where} ({line.tries:,})")
    console.print(
        "\nThe worst of many cases looks worse than it is, since each has an error of two standard errors (±)."
        f"\nOff: cases that break the promise by more than luck explains. {elapsed_s:.0f} s."
    )


def print_bench(rows: Sequence[dict[str, Any]]) -> None:
    """Print plays and decisions a second on one thread, and how much faster search is on several."""
    rates = ("plays/s", "decisions/s", "iterations/s", "naive Python/s", "times naive", "straight C/s", "of C")
    table = plain_table("Rates on this machine, one thread, all measures recorded", "game", "bots", *rates, left=2)
    for row in rows:
        figures = (row[name] for name in ("plays_per_s", "decisions_per_s", "iterations_per_s", "naive_plays_per_s"))
        limits = (short_number(row["ratio"]), short_number(row["c_plays_per_s"]), short_number(row["ratio_to_c"]))
        table.add_row(row["game"], row["bots"], *(short_number(figure) for figure in figures), *limits)
    output_console().print(table)
    for row in rows:
        if row["threads"]:
            made, ratio = f"{row['threaded_plays']:,} plays of {row['bots']}", short_number(row["threads_ratio"])
            rate = f"{short_number(row['threaded_plays_per_s'])} plays/s"
            output_console().print(
                f"\n{row['game']}, {made}: {ratio} times as fast on {row['threads']} threads, {rate}"
            )
