"""How the commands print results on standard output: batches, comparisons, studies of strength, and this machine."""

import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from workbench.engine.measures import SIDE_WIN_RATE
from workbench.engine.wording import time_words
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text import scenarios as bots
from workbench.report.text.machine import repeat_sentence
from workbench.scenario import Scenario
from workbench.stats import Estimate
from workbench.store import Run
from workbench.study.checks import Repeat
from workbench.study.figures import Figure, Prominence, figures, share_cut_short, spread_estimate
from workbench.study.goals import CheckedGoal
from workbench.study.outcome import Outcome

if TYPE_CHECKING:
    pass

from typing import TYPE_CHECKING

from rich.padding import Padding

from workbench.report.summary import detail_contrasts, goal_figures, main_contrasts
from workbench.report.text import agreement, changes
from workbench.stats import Verdict
from workbench.study.agreement import Agreement, agreements
from workbench.study.attribution import Attribution, Kind
from workbench.study.compare import Comparison, Contrast
from workbench.study.until import Settled

if TYPE_CHECKING:
    pass


from typing import TYPE_CHECKING, Any

from workbench.report.tables import plays_to_decide
from workbench.report.text import strength as words
from workbench.report.text.phrases import count, decimal
from workbench.report.text.scenarios import caution
from workbench.study.strength.ladder import Ladder
from workbench.study.strength.robin import RoundRobin
from workbench.study.strength.strategies import Mechanisms, Strategies, Worth

if TYPE_CHECKING:
    from workbench.study.calibrate import Line


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
    if sentence := verdicts.cut_short_sentence(
        {each.scenario.revision: share_cut_short(each.tallies) for each in outcomes}
    ):
        console.print(f"\n{without_thin_spaces(sentence)}")


def print_stored(console: Console, *outcomes: Outcome) -> None:
    """A line for each batch of which plays were taken from the store."""
    for each in outcomes:
        if each.before:
            console.print(f"{each.scenario.name}: {each.before:,} of {each.plays:,} plays as stored in run {each.run}")


def print_outcome(outcome: Outcome) -> None:
    """Print every figure of a batch with its 95 % interval."""
    scenario = outcome.scenario
    rate = f"{outcome.plays:,} plays in {outcome.elapsed_s:.1f} s, {outcome.plays_per_s:,.0f} a second"
    found = [each for each in figures(outcome.tallies).values() if _is_shown(each)]
    table = plain_table(
        f"{scenario.name} · {' '.join(scenario.bots)} · seed {scenario.seed}", "", "mean", "95 % interval", ""
    )
    parts = {
        Prominence.MAIN: table,
        Prominence.DETAIL: plain_table("\nIn detail", "", "mean", "95 % interval", "", "plays"),
    }
    for figure in found:
        if not figure.side:
            parts[figure.prominence].add_row(*_figure(figure))
    spread = spread_estimate(outcome.tallies)
    table.add_row("Seat win rate spread", *estimate_cells(spread), "")
    console = output_console()
    for part in parts.values():
        if part.row_count:
            console.print(part)
    if scenario.game.sides:
        print_sides(console, [figure for figure in found if figure.side])
    print_cut_short(console, outcome)
    console.print(
        f"\n{describe_bots(scenario)}\n{scenarios.caution(scenario.game)}\n{seat_note()}\n{rate}"
        + (f" · run {outcome.run}" if outcome.run else " · not stored")
    )
    console.print(f"digest {outcome.digest}")


def _is_shown(figure: Figure) -> bool:
    """Whether to print the figure: it has values, or is of a side, whose absence is worth knowing."""
    return figure.prominence is not Prominence.HIDDEN and bool(figure.side or figure.n)


def _figure(figure: Figure) -> tuple[str, ...]:
    """A row for a figure, with its number of plays where these are not all."""
    estimate = figure.estimate()
    row = (figure.label, *estimate_cells(estimate), figure.measure.unit)
    return row if figure.prominence is Prominence.MAIN else (*row, f"{estimate.n:,}")


def print_sides(console: Console, found: Sequence[Figure]) -> None:
    """In a game with teams: who wins, by side and then by seat within the side; then every measure by side."""
    wins = plain_table("\nWin rate by side, and by seat within it", "", "mean", "95 % interval", "plays")
    rows: dict[str, dict[str, str]] = {}
    for figure in found:
        estimate = figure.estimate()
        if figure.measure is SIDE_WIN_RATE:
            wins.add_row(
                f"{'  ' if figure.seat is not None else ''}{figure.place}", *estimate_cells(estimate), f"{estimate.n:,}"
            )
        else:
            rows.setdefault(figure.measure.label, {})[figure.side] = short_number(estimate.mean)
    sides = list(dict.fromkeys(figure.side for figure in found))
    table = plain_table("\nMean of the seats on each side", "", *(side.replace("_", " ") for side in sides))
    for label, means in rows.items():
        table.add_row(label, *(means.get(side, "–") for side in sides))
    console.print(wins)
    console.print(table)


def print_repeat(found: Repeat) -> None:
    """Print whether a repeated batch gave the same plays."""
    console = output_console()
    console.print(
        f"{found.run.scenario} · {' '.join(found.run.bots)} · seed {found.run.seed}: {repeat_sentence(found)}"
    )
    none = "cannot be compared: the game counts other things now" if found.run.has_rows else "none are kept"
    rows = found.rows_digest or none
    console.print(f"stored   {found.run.digest}\nrows     {rows}\nrepeated {found.digest}")


def print_checks(outcome: Outcome, checks: Sequence[CheckedGoal]) -> None:
    """Print whether each goal of a scenario is met, and who played."""
    scenario = outcome.scenario
    played = f"{outcome.plays:,} plays, seed {scenario.seed}, bots {' '.join(scenario.bots)}"
    table = plain_table(f"{scenario.name}: goals", "measure", "goal", "mean", "95 % interval", "")
    for checked in checks:
        table.add_row(checked.name, checked.goal.text, *estimate_cells(checked.estimate), checked.standing.value)
    console = output_console()
    console.print(table)
    print_stored(console, outcome)
    console.print(f"\n{played}\n{describe_bots(scenario)}\n{scenarios.caution(scenario.game)}\n")


def print_runs(runs: Sequence[Run]) -> None:
    """Print the stored batches, newest first."""
    table = plain_table(
        "Stored runs, newest first", "run", "scenario", "status", "plays", "bots", "seed", "started", left=3
    )
    for run in runs:
        plays = f"{run.plays:,}" if run.done == run.plays else f"{run.done:,} of {run.plays:,}"
        plays += "" if run.has_rows else ", tallies only"
        started = time_words(run.created_at)
        scenarios = " ".join(run.bots if len(set(run.bots)) > 1 else run.bots[:1])
        table.add_row(run.id, f"{run.game}/{run.scenario}", run.status.value, plays, scenarios, str(run.seed), started)
    output_console().print(
        table if runs else "No runs are stored yet; `workbench simulate hitmakers/2021-04-08` makes one."
    )


AFTER = ("noise", "verdict", "more plays")
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
    asked = goal_figures(comparison)
    parts = {
        f"\nWhat it did: {_pairs(comparison)}": main_contrasts(every, asked),
        "\nIn detail": detail_contrasts(every, asked),
    }
    for title, contrasts in parts.items():
        table = plain_table(title, *columns)
        for contrast in contrasts:
            table.add_row(*_contrast(contrast))
        if contrasts:
            console.print(table)
    if second:
        _print_agreement(console, comparison, second)
    console.print(
        f"\n{without_thin_spaces(verdicts.pairing(comparison.contrasts.values()))}\n{without_thin_spaces(verdicts.CONTROLLED)}"
    )
    print_cut_short(console, comparison.base, comparison.other)
    print_stored(console, comparison.base, comparison.other)
    console.print(f"\n{describe_bots(base, other, *((second.base.scenario, second.other.scenario) if second else ()))}")
    console.print(f"{scenarios.caution(base.game)}\n{seat_note()}")


def print_settled(found: Settled | None) -> None:
    """Print what ended the plays, if somebody asked for a decision."""
    if found is None:
        return
    console = output_console()
    console.print(f"\n{without_thin_spaces(changes.until_sentence(found))}", style="bold")
    console.print(changes.UNTIL_METHOD)


def print_attribution(found: Attribution | None) -> None:
    """Print which change did it, if somebody asked: sentences, and a row a measure that moved."""
    if found is None:
        return
    console = output_console()
    console.print("\nWhich change did it", style="bold")
    for line in changes.attribution_sentences(found):
        console.print(without_thin_spaces(line))
    kind = Kind.SHARE if found.plan.is_crossed else Kind.LAST
    table = plain_table(f"\nThe {kind.value} of each change", "", "in all", *found.plan.changes)
    parts = [found.of(kind, change) for change in found.plan.changes]
    for name, whole in found.of(Kind.TOTAL).items():
        if whole.verdict in verdicts.MOVED and all(name in part for part in parts):
            table.add_row(whole.label, _with_width(whole), *(_with_width(part[name]) for part in parts))
    if table.row_count and len(found.plan.changes) > 1:
        console.print(table)
        console.print(changes.SHARE_METHOD)


def _with_width(contrast: Contrast) -> str:
    """The change, half the width of its interval, and its verdict: `-0.557 ±0.014 lower`."""
    found = contrast.difference
    return f"{found.difference:+.3g} ±{(found.high - found.low) / 2:.2g} {contrast.verdict.value}"


def _pairs(comparison: Comparison) -> str:
    base = comparison.base
    return f"{base.plays:,} paired plays, seed {base.scenario.seed}, bots {' '.join(base.scenario.bots)}"


def _print_agreement(console: Console, first: Comparison, second: Comparison) -> None:
    """Print what the second bots found, both verdicts side by side, and sentences on where they differ."""
    one, two = (scenarios.bots_label(each.base.scenario.bots) for each in (first, second))
    table = plain_table(f"\nOnce more: {_pairs(second)}", "", two, "95 % interval", "noise", "says", AFTER[-1])
    both = plain_table(f"\nThe change with {two} minus that with {one}", *_both_columns(one, two), left=4)
    agreed, asked = agreements(first.contrasts, second.contrasts), goal_figures(first)
    every = first.contrasts.values()
    in_front = [agreed[each.name] for each in main_contrasts(every, asked) if each.name in agreed]
    for each in (*in_front, *(agreed[each.name] for each in detail_contrasts(every, asked) if each.name in agreed)):
        label, _, _, *found = _contrast(each.second)
        table.add_row(label, *found)
        both.add_row(label, each.first.verdict.value, each.second.verdict.value, each.accord.value, *_gap(each))
    console.print(table)
    console.print(both)
    names = agreement.names_of(first, second)
    console.print(f"\n{agreement.HEADING}", style="bold")
    console.print(without_thin_spaces(agreement.headline(in_front, names)))
    for group in agreement.groups(in_front):
        console.print(f"\n{group.title}:")
        for line in _lines_of_group(group, names):
            console.print(Padding(without_thin_spaces(line), (0, 0, 0, 2)))


def _both_columns(one: str, two: str) -> tuple[str, ...]:
    return ("", f"{one} says", f"{two} says", "together", "gap", "95 % interval")


def _gap(agreed: Agreement) -> tuple[str, str]:
    """The second bots' change minus the first's, and its 95 % interval."""
    gap = agreed.gap
    return f"{gap.difference:+.3g}", f"{gap.low:+.3g} … {gap.high:+.3g}"


def _lines_of_group(group: agreement.Group, names: agreement.Names) -> list[str]:
    """A sentence for each measure of a loud group; of others only the names, since the table has their numbers."""
    if group.loud:
        return [f"- {agreement.sentence(each, names)}" for each in group.members]
    return ["; ".join(verdicts.subject(each.first) for each in group.members)]


def _contrast(contrast: Contrast) -> tuple[str, ...]:
    found = contrast.difference
    interval = f"{found.low:+.3g} … {found.high:+.3g}"
    more = without_thin_spaces(verdicts.plays_range(contrast.ahead)) if contrast.verdict is Verdict.UNDECIDED else ""
    return (contrast.label, short_number(found.base), short_number(found.other), f"{found.difference:+.3g}", interval,
            short_number(found.variance_ratio, 2), contrast.verdict.value, more)  # fmt: skip


def print_ladder(found: Ladder) -> None:
    """Print the rungs, then skill share, doubling and seed effect with their definitions."""
    console = output_console()
    console.print(f"{words.ladder_headline(found)}\n", style="bold")
    console.print(_rungs(found))
    texts = [words.SHARE_DEFINITION, *words.undecided_rungs(found), words.skill_sentence(found), words.SKILL_DEFINITION]
    texts += [words.LEAD_DEFINITION, words.doubling_sentence(found), words.DOUBLING_DEFINITION]
    texts += [*words.luck_sentences(found.luck), words.LUCK_DEFINITION, words.SKILL_AND_LUCK]
    texts += [caution(found.scenario.game)]
    for text in texts:
        console.print(f"\n{text}")


def _rungs(found: Ladder) -> Table:
    columns = (
        "one",
        "among",
        "share of the wins",
        "95 % interval",
        "points above even",
        "verdict",
        "plays a seat",
        "to decide",
    )
    table = plain_table(f"Even is {phrases.percent(found.top.even)}", *columns, left=2)
    for rung in found.rungs:
        contest, shown = rung.contest, rung.contest.estimate
        interval = f"{phrases.percent(shown.low)} … {phrases.percent(shown.high)}"
        gain = phrases.points(contest.gain.mean)
        plays, lacking = count(contest.plays), plays_to_decide(rung.doubt)
        table.add_row(
            *(contest.one, contest.field, phrases.percent(shown.mean), interval),
            *(gain, rung.verdict.value, plays, lacking),
        )
    return table


def print_strategies(found: Strategies) -> None:
    """Print what every kind of action is worth, then the round robin."""
    _print_mechanisms(found.mechanisms)
    _print_robin(found.robin)


def _print_mechanisms(found: Mechanisms) -> None:
    console = output_console()
    console.print(f"{words.mechanisms_headline(found)}\n", style="bold")
    columns = ("kind of action", "standing", "points lost", "95 % interval", "chosen a play", "could be", "to decide")
    table = plain_table(f"What {found.bot} loses when it alone leaves it out", *columns, left=2)
    for kind in found.kinds:
        value, usage = kind.value, kind.usage
        lost = (phrases.points(value.mean), f"{phrases.points(value.low)} … {phrases.points(value.high)}")
        played = lost if kind.contest else ("", "")
        used = decimal(usage.chosen, 2), decimal(usage.offered, 2)
        table.add_row(kind.kind, words.standing_word(kind.standing), *played, *used, plays_to_decide(kind.doubt))
    console.print(table)
    open_ = [kind for kind in found.kinds if kind.standing is Worth.UNDECIDED]
    for text in (*(words.mechanism_sentence(found, kind) for kind in open_), words.VALUE_DEFINITION):
        console.print(f"\n{text}")


def _print_robin(found: RoundRobin) -> None:
    console, (shares, low, high) = output_console(), found.matrix
    table = plain_table(f"\nShare of the wins, {count(found.plays)} plays a seat", "one alone among", *found.bots)
    for row, bot in enumerate(found.bots):
        half = (high[row] - low[row]) / 2
        cells = zip(shares[row], half, strict=True)
        shown = [f"{phrases.percent(share)} ±{decimal(100 * reach, 1)}" for share, reach in cells]
        shown[row] = phrases.percent(found.even)
        table.add_row(bot, *shown)
    console.print(table)
    console.print(f"\n{words.SHARE_DEFINITION}\n")
    console.print(_strengths(found))
    texts = [*words.robin_sentences(found)[:3], words.EQUILIBRIUM_DEFINITION, words.RATING_DEFINITION]
    texts += [caution(found.scenario.game)]
    for text in texts:
        console.print(f"\n{text}")


def _strengths(found: RoundRobin) -> Table:
    """Each bot's rating and its weight in the equilibrium, both with their ranges, the highest rating first."""
    table = plain_table("Ratings and the mixed equilibrium", "bot", "rating", "95 % range", "weight", "range")
    bars = {bar.bot: bar for bar in found.equilibrium}
    for rated in found.ratings:
        bar = bars[rated.bot]
        strength = decimal(rated.mean, 1), f"{decimal(rated.low, 1)} … {decimal(rated.high, 1)}"
        weight = phrases.percent(bar.weight, 0), f"{phrases.percent(bar.low, 0)} … {phrases.percent(bar.high, 0)}"
        table.add_row(rated.bot, *strength, *weight)
    return table


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


def _whole_commands(rows: Sequence[dict[str, Any]]) -> Table:
    """`simulate` as a whole beside the plays alone."""
    columns = ("plays/s", "of plays alone", "of C", "stored/s", "start-up s", "bytes a play", "of random")
    table = plain_table("\nThe whole command `simulate`, one thread", "game", "bots", *columns, left=2)
    names = ("command_plays_per_s", "command_ratio", "command_ratio_to_c", "stored_plays_per_s", "startup_s")
    for row in rows:
        if row["command_plays_per_s"]:
            figures = (row[name] for name in (*names, "memory_a_play", "ratio_to_random"))
            table.add_row(row["game"], row["bots"], *map(short_number, figures))
    return table


def print_bench(rows: Sequence[dict[str, Any]]) -> None:
    """Print plays and decisions a second on one thread, those of the whole command, and search on several threads."""
    rates = ("plays/s", "decisions/s", "iterations/s", "naive Python/s", "times naive", "straight C/s", "of C")
    table = plain_table("Rates on this machine, one thread, all measures recorded", "game", "bots", *rates, left=2)
    for row in rows:
        figures = (row[name] for name in ("plays_per_s", "decisions_per_s", "iterations_per_s", "naive_plays_per_s"))
        limits = (short_number(row["ratio"]), short_number(row["c_plays_per_s"]), short_number(row["ratio_to_c"]))
        table.add_row(row["game"], row["bots"], *(short_number(figure) for figure in figures), *limits)
    output_console().print(table)
    output_console().print(_whole_commands(rows))
    for row in rows:
        if row["threads"]:
            made, ratio = f"{row['threaded_plays']:,} plays of {row['bots']}", short_number(row["threads_ratio"])
            rate = f"{short_number(row['threaded_plays_per_s'])} plays/s"
            output_console().print(
                f"\n{row['game']}, {made}: {ratio} times as fast on {row['threads']} threads, {rate}"
            )
