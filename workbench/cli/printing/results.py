"""Results in the terminal: tables on standard output, progress on standard error and only to a terminal."""

import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.status import Status
from rich.table import Table

from workbench.engine.measures import SIDE_WIN_RATE, Results
from workbench.engine.wording import time_words
from workbench.report.summary import asked_of, contrasts_to_show, details
from workbench.report.text import agreement, bots, numbers, verdicts
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict
from workbench.store import Run, Waited
from workbench.study.agreement import Agreement, agreements
from workbench.study.compare import Comparison, Contrast
from workbench.study.figures import Figure, Telling, figures, share_cut_short, spread_estimate
from workbench.study.goals import Checked
from workbench.study.replays import Repeat
from workbench.study.simulate import Outcome, Watch
from workbench.study.simulate import Progress as Done

if TYPE_CHECKING:
    from workbench.study.calibrate import Line

WIDTH_WITHOUT_TERMINAL = 120
AFTER = ("noise", "verdict", "further plays")
"""The last columns of a comparison: see `words.pairing` and `words.CONTROLLED`."""
CALIBRATED = ("", "promised", "on average", "worst", "±", "cases", "off")
STDERR = 2
"""The file descriptor of standard error."""
ERRORS = Console(stderr=True)
"""Standard error, the same for all that moves there: a line of its own would break a progress bar."""
TELL_WAITING_S, NOTE_WAITING_S = 1.0, 10.0
"""After how long a terminal shows for whom we wait, and a file or pipe gets one line on it."""


def a_console() -> Console:
    """Standard output, with room for wide tables where it is no terminal."""
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(width=width, highlight=False, markup=False, emoji=False)


@contextmanager
def watching(title: str) -> Iterator[Watch]:
    """A progress bar with plays done, plays a second and time left, where standard error is a terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=ERRORS, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(title, total=None, rate="")

        def watch(done: Done, results: Results) -> None:
            bar.update(task, total=done.plays, completed=done.done, rate=f"{done.plays_per_s:,.0f} plays/s")

        yield watch


class Waiting:
    """Tells on standard error who has the store that a command waits for."""

    def __init__(self) -> None:
        self._line: Status | None = None
        self._noted = False

    def tell(self, waited: Waited | None) -> None:
        """Show it, or with None take it away again: a line that moves on a terminal, else a single note."""
        if waited is None:
            self._end()
        elif sys.stderr.isatty():
            self._show(waited)
        elif waited.seconds > NOTE_WAITING_S and not self._noted:
            self._noted = True
            print(waiting_for(waited), file=sys.stderr)  # noqa: T201

    def _show(self, waited: Waited) -> None:
        if waited.seconds < TELL_WAITING_S:
            return
        words = escape(waiting_for(waited))
        if self._line is None:
            self._line = ERRORS.status(words)
            self._line.start()
        self._line.update(words)

    def _end(self) -> None:
        line, self._line, self._noted = self._line, None, False
        if line:
            line.stop()


waiting = Waiting()


def waiting_for(waited: Waited) -> str:
    """Who has the store, how many come next before us, and for how long we have waited."""
    others = f", then {waited.others} more before this" if waited.others else ""
    return f"waiting for the store, {waited.seconds:.0f} s: {waited.holder} has it{others}"


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """Says what is done at the moment, where standard error is a terminal."""
    with ERRORS.status("starting") if sys.stderr.isatty() else nullcontext() as status:
        yield status.update if status else lambda text: None


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that batches end within a second; a second Ctrl-C breaks in at once.

    Breaking in anywhere may fail inside DuckDB, and may go unnoticed while LLVM compiles.
    """
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        with suppress(OSError):  # not `sys.stderr`, which refuses to be written to while it is being written to
            os.write(STDERR, b"stopping; Ctrl-C again breaks in at once\n")

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # whoever started us wants it otherwise
        yield stop
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def a_table(title: str, *columns: str, left: int = 1) -> Table:
    """A table without lines; the first `left` columns are text."""
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < left else "right")
    return table


def shown(value: float | None, digits: int = 4) -> str:
    """A number to about `digits` figures."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}"


def _estimate(estimate: Estimate) -> tuple[str, str]:
    return shown(estimate.mean), f"{shown(estimate.low)} … {shown(estimate.high)}"


def print_outcome(outcome: Outcome) -> None:
    """A batch: every figure with its 95 % interval."""
    scenario = outcome.scenario
    rate = f"{len(outcome.results):,} plays in {outcome.elapsed_s:.1f} s, {outcome.plays_per_s:,.0f} a second"
    found = [each for each in figures(scenario.game, outcome.results, scenario.players).values() if _is_shown(each)]
    table = a_table(
        f"{scenario.name} · {' '.join(scenario.bots)} · seed {scenario.seed}", "", "mean", "95 % interval", ""
    )
    parts = {Telling.FIRST: table, Telling.DETAIL: a_table("\nIn detail", "", "mean", "95 % interval", "", "plays")}
    for figure in found:
        if not figure.side:
            parts[figure.telling].add_row(*_figure(figure))
    spread = spread_estimate(outcome.results, scenario.players)
    table.add_row("Seat win rate spread", *_estimate(spread), "")
    console = a_console()
    for part in parts.values():
        if part.row_count:
            console.print(part)
    if scenario.game.sides:
        print_sides(console, [figure for figure in found if figure.side])
    _print_cut_short(console, outcome)
    console.print(
        f"\n{_players(scenario)}\n{bots.caution(scenario.game)}\n{_seats()}\n{rate}"
        + (f" · run {outcome.run}" if outcome.run else " · not stored")
    )
    console.print(f"digest {outcome.digest}")


def _is_shown(figure: Figure) -> bool:
    """Whether people are shown it, and there is anything to show; of a side its absence is shown too."""
    return figure.telling is not Telling.NOWHERE and bool(figure.side or len(figure.known))


def _figure(figure: Figure) -> tuple[str, ...]:
    """A row for a figure; how many plays it is about where that is not all."""
    estimate = figure.estimate()
    row = (figure.label, *_estimate(estimate), figure.measure.unit)
    return row if figure.telling is Telling.FIRST else (*row, f"{estimate.n:,}")


def _seats() -> str:
    return bots.SEATS_FROM_1.replace("`", "")


def _print_cut_short(console: Console, *outcomes: Outcome) -> None:
    """A sentence where a limit ended many of the plays."""
    if said := verdicts.cut_short_sentence(
        {each.scenario.revision: share_cut_short(each.results) for each in outcomes}
    ):
        console.print(f"\n{_plain(said)}")


def print_repeat(found: Repeat) -> None:
    """Whether a stored batch is played again as it was."""
    console = a_console()
    console.print(f"{found.run.scenario} · {' '.join(found.run.bots)} · seed {found.run.seed}: {found.sentence}")
    rows = found.rows_digest or "cannot be compared: the game counts other things now"
    console.print(f"stored   {found.run.digest}\nrows     {rows}\nrepeated {found.digest}")


def print_sides(console: Console, found: Sequence[Figure]) -> None:
    """In a game with teams: who wins, by side and then by seat within the side; then every measure by side."""
    wins = a_table("\nWin rate by side, and by seat within it", "", "mean", "95 % interval", "plays")
    rows: dict[str, dict[str, str]] = {}
    for figure in found:
        estimate = figure.estimate()
        if figure.measure is SIDE_WIN_RATE:
            wins.add_row(
                f"{'  ' if figure.seat is not None else ''}{figure.place}", *_estimate(estimate), f"{estimate.n:,}"
            )
        else:
            rows.setdefault(figure.measure.label, {})[figure.side] = shown(estimate.mean)
    sides = list(dict.fromkeys(figure.side for figure in found))
    table = a_table("\nMean of the seats on each side", "", *(side.replace("_", " ") for side in sides))
    for label, means in rows.items():
        table.add_row(label, *(means.get(side, "–") for side in sides))
    console.print(wins)
    console.print(table)


def print_comparison(comparison: Comparison, second: Comparison | None = None) -> None:
    """A comparison: the changed rules, then every measure with its verdict; beside it that of a second strength."""
    base, other = comparison.base.scenario, comparison.other.scenario
    console = a_console()
    rules = a_table("", "rule", base.revision, other.revision, left=3)
    for name, values in comparison.changed.items():
        rules.add_row(name, *map(base.game.parameters[name].show, values))
    console.print(f"{other.name} against {base.name}: what changed", style="bold")
    console.print(rules if comparison.changed else "no rule")
    columns = ("", base.revision, other.revision, "difference", "95 % interval", *AFTER)
    every = comparison.contrasts.values()
    asked = asked_of(comparison)
    parts = {
        f"\nWhat it did: {_pairs(comparison)}": contrasts_to_show(every, asked),
        "\nIn detail": details(every, asked),
    }
    for title, contrasts in parts.items():
        table = a_table(title, *columns)
        for contrast in contrasts:
            table.add_row(*_contrast(contrast))
        if contrasts:
            console.print(table)
    if second:
        _print_agreement(console, comparison, second)
    console.print(f"\n{_plain(verdicts.pairing(comparison.contrasts.values()))}\n{_plain(verdicts.CONTROLLED)}")
    _print_cut_short(console, comparison.base, comparison.other)
    console.print(f"\n{_players(base, other, *((second.base.scenario, second.other.scenario) if second else ()))}")
    console.print(f"{bots.caution(base.game)}\n{_seats()}")


def _pairs(comparison: Comparison) -> str:
    base = comparison.base
    return f"{len(base.results):,} paired plays, seed {base.scenario.seed}, bots {' '.join(base.scenario.bots)}"


def _print_agreement(console: Console, first: Comparison, second: Comparison) -> None:
    """What the second bots found beside the verdicts of the first, and sentences on both."""
    one, two = (bots.bots_label(each.base.scenario.bots) for each in (first, second))
    table = a_table(f"\nOnce more: {_pairs(second)}", "", two, "95 % interval", "noise", "says", AFTER[-1])
    both = a_table(f"\nThe change with {two} minus that with {one}", *_both_columns(one, two), left=4)
    agreed, asked = agreements(first.contrasts, second.contrasts), asked_of(first)
    every = first.contrasts.values()
    in_front = [agreed[each.name] for each in contrasts_to_show(every, asked) if each.name in agreed]
    for each in (*in_front, *(agreed[each.name] for each in details(every, asked) if each.name in agreed)):
        label, _, _, *found = _contrast(each.second)
        table.add_row(label, *found)
        both.add_row(label, each.first.verdict.value, each.second.verdict.value, each.accord.value, *_gap(each))
    console.print(table)
    console.print(both)
    names = agreement.names_of(first, second)
    console.print(f"\n{agreement.HEADING}", style="bold")
    console.print(_plain(agreement.headline(in_front, names)))
    for group in agreement.groups(in_front):
        console.print(f"\n{group.title}:")
        for line in _told(group, names):
            console.print(Padding(_plain(line), (0, 0, 0, 2)))


def _both_columns(one: str, two: str) -> tuple[str, ...]:
    return ("", f"{one} says", f"{two} says", "together", "gap", "95 % interval")


def _gap(agreed: Agreement) -> tuple[str, str]:
    """The second bots' change minus the first's, and its 95 % interval."""
    gap = agreed.gap
    return f"{gap.difference:+.3g}", f"{gap.low:+.3g} … {gap.high:+.3g}"


def _told(group: agreement.Group, names: agreement.Names) -> list[str]:
    """What matters a sentence each; of the rest the names alone, since the table has their numbers."""
    if group.loud:
        return [f"- {agreement.sentence(each, names)}" for each in group.members]
    return ["; ".join(verdicts.subject(each.first) for each in group.members)]


def _players(*scenarios: Scenario) -> str:
    """Who played, with the strength of each in words."""
    game = scenarios[0].game
    names = dict.fromkeys(name for scenario in scenarios for name in scenario.bots)
    return "\n".join(_plain(f"{name}: {bots.bot_strength(game, name)}.") for name in names)


def _plain(text: str) -> str:
    """Words for a page as a terminal shows them, which may not know a thin space."""
    return text.replace(numbers.THIN, " ")


def _contrast(contrast: Contrast) -> tuple[str, ...]:
    found = contrast.difference
    interval = f"{found.low:+.3g} … {found.high:+.3g}"
    more = (
        _plain(verdicts.plays_range(contrast.ahead)).partition(":")[0] if contrast.verdict is Verdict.UNDECIDED else ""
    )
    return (contrast.label, shown(found.base), shown(found.other), f"{found.difference:+.3g}", interval,
            shown(found.variance_ratio, 2), contrast.verdict.value, more)  # fmt: skip


def print_checks(outcome: Outcome, checks: Sequence[Checked]) -> None:
    """The goals of a scenario, each with how it stands, and by whose play."""
    scenario = outcome.scenario
    played = f"{len(outcome.results):,} plays, seed {scenario.seed}, bots {' '.join(scenario.bots)}"
    table = a_table(f"{scenario.name}: goals", "measure", "goal", "mean", "95 % interval", "")
    for checked in checks:
        table.add_row(checked.name, checked.goal.text, *_estimate(checked.estimate), checked.standing.value)
    console = a_console()
    console.print(table)
    console.print(f"\n{played}\n{_players(scenario)}\n{bots.caution(scenario.game)}\n")


def print_runs(runs: Sequence[Run]) -> None:
    """Stored batches, newest first."""
    table = a_table(
        "Stored runs, newest first", "run", "scenario", "status", "plays", "bots", "seed", "started", left=3
    )
    for run in runs:
        plays = f"{run.plays:,}" if run.done == run.plays else f"{run.done:,} of {run.plays:,}"
        started = time_words(run.created_at)
        bots = " ".join(run.bots if len(set(run.bots)) > 1 else run.bots[:1])
        table.add_row(run.id, f"{run.game}/{run.scenario}", run.status.value, plays, bots, str(run.seed), started)
    a_console().print(table if runs else "No runs are stored yet; `workbench simulate hitmakers/2021-04-08` makes one.")


def print_calibration(lines: "Sequence[Line]", elapsed_s: float) -> None:
    """What holds: a line for each promise."""
    table = a_table("Intervals that hold, and wrong verdicts", *CALIBRATED)
    for line in lines:
        shares = (f"{100 * share:.1f} %" for share in (line.found, line.worst, line.error))
        table.add_row(line.check, line.promise, *shares, str(line.cases), str(line.off))
    console = a_console()
    console.print(table)
    console.print("\nWorst, where, and in how many batches:")
    for line in lines:
        console.print(f"  {line.check}: {line.where} ({line.tries:,})")
    console.print(
        "\nThe worst of many cases looks worse than it is: each is known to ± two standard errors. Off: how many cases"
        f"\nbreak the promise by more than luck explains among so many. {elapsed_s:.0f} s."
    )


def print_bench(rows: Sequence[dict[str, Any]]) -> None:
    """Rates on this machine, one thread, all measures recorded; and how much faster search is on several threads."""
    rates = ("plays/s", "decisions/s", "iterations/s", "naive Python/s", "times naive", "straight C/s", "of C")
    table = a_table("Rates on this machine, one thread, all measures recorded", "game", "bots", *rates, left=2)
    for row in rows:
        figures = (row[name] for name in ("plays_per_s", "decisions_per_s", "iterations_per_s", "naive_plays_per_s"))
        limits = (shown(row["ratio"]), shown(row["c_plays_per_s"]), shown(row["ratio_to_c"]))
        table.add_row(row["game"], row["bots"], *(shown(figure) for figure in figures), *limits)
    a_console().print(table)
    for row in rows:
        if row["threads"]:
            made, ratio = f"{row['threaded_plays']:,} plays of {row['bots']}", shown(row["threads_ratio"])
            rate = f"{shown(row['threaded_plays_per_s'])} plays/s"
            a_console().print(f"\n{row['game']}, {made}: {ratio} times as fast on {row['threads']} threads, {rate}")
