"""Batches as commands play them, and comparisons of revisions by bots of one strength or two."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.cli.common import (
    batch_options,
    html_option,
    main,
    note_compiling,
    open_cluster,
    open_scenario_in,
    open_store,
    open_workspace,
    options,
    print_json,
)
from workbench.engine.problems import BadInput, together

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.scenario.files import Workspace
    from workbench.study.batch_player import Keep, RunOptions
    from workbench.study.compare import Comparison
    from workbench.study.outcome import Outcome

F = TypeVar("F", "Outcome", "Comparison")


@dataclass(frozen=True)
class Batches:
    """What a command plays."""

    workspace: "Workspace"
    jobs: int
    no_store: bool
    cluster: str | None
    scenarios: "list[Scenario]"
    keep: "Keep | None" = None
    rows_to: Path | None = None

    def play(self) -> "list[Outcome]":
        """One batch after the other, each with a progress bar; Ctrl-C ends them within a second."""
        from workbench.cli.progress import batch_progress
        from workbench.study.simulate import simulate

        outcomes = []
        with self._options() as options:
            for scenario in self.scenarios:
                with batch_progress(f"{scenario.name} · {' '.join(dict.fromkeys(scenario.bots))}") as watch:
                    outcomes.append(simulate(scenario, replace(options, watch=watch)))
        return outcomes

    def compared(self) -> "list[Comparison]":
        """The first scenario and each of the others, played together and compared."""
        from workbench.cli.progress import batch_progress
        from workbench.study.compare import compare
        from workbench.study.simulate import simulate_together

        first, *others = self.scenarios
        bots = " ".join(dict.fromkeys(first.bots))
        title = f"{first.name} and {', '.join(each.revision for each in others)} · {bots}"
        with self._options() as options, batch_progress(title) as watch:
            (base, *rest), together = simulate_together(self.scenarios, replace(options, watch=watch))
        pairs = zip(rest, together.pairs, strict=True)
        return self.kept([compare(base, other, pairs=found) for other, found in pairs])

    @contextmanager
    def _options(self) -> "Iterator[RunOptions]":
        """How they are played."""
        from workbench.cli.progress import stop_on_interrupt
        from workbench.study.batch_player import RunOptions

        store = None if self.no_store else open_store(self.workspace)
        with open_cluster(self.cluster) as cluster, stop_on_interrupt() as stop:
            kept = RunOptions(store, self.jobs, keep=self.keep, rows_to=self.rows_to)
            yield replace(kept, compiling=note_compiling, stop=stop, cluster=cluster)

    def kept(self, found: "list[F]") -> "list[F]":
        """The same outcomes or comparisons; what they say is in the store, for the lists of the app."""
        if self.no_store:
            return found
        from workbench.report.findings import keep_finding

        store = open_store(self.workspace)
        for each in found:
            keep_finding(store, each)
        return found

    def in_pairs(self) -> "Batches":
        """The others with plays, seed and bots of the first."""
        from workbench.study.compare import pair_scenarios

        first, *rest = self.scenarios
        return replace(self, scenarios=[first, *pair_scenarios(first, rest)])


def read_batches(
    scenarios: Iterable[str],
    *,
    workspace: Path | None,
    jobs: str | None,
    no_store: bool,
    cluster: str | None,
    keep: str | None = None,
    rows_to: Path | None = None,
    html_file: Path | None = None,
    quiet: bool = False,
    **overrides: Any,
) -> Batches:
    """The batches to play. Raises all problems of options and scenarios at once.

    `quiet` leaves out warnings, for scenarios that are read a second time.
    """
    from workbench.cli.common import refuse_unwritable
    from workbench.store.parquet import check_folder
    from workbench.study.cluster import read_address
    from workbench.study.simulate import read_jobs, read_keep

    place, threads, address, kept, _, _, *loaded = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        lambda: read_keep(keep, no_store),
        lambda: check_folder(rows_to),
        lambda: refuse_unwritable(html_file, "--html"),
        *(partial(open_scenario_in, workspace, scenario, overrides, quiet) for scenario in scenarios),
    )
    return Batches(place, threads, no_store, address, loaded, kept, rows_to)


@main.command()
@click.argument("scenario")
@batch_options
def simulate(scenario: str, as_json: bool, **options: Any) -> None:
    """Play one batch of SCENARIO and store it."""
    batches = read_batches([scenario], **options)
    (outcome,) = batches.kept(batches.play())
    if as_json:
        from workbench.report.json import outcome_json

        print_json(outcome_json(outcome))
    else:
        from workbench.cli.printing import print_outcome

        print_outcome(outcome)


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True)
@batch_options
def check(scenarios: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Test the goals of each SCENARIO on one batch.

    The exit code is 1 unless every goal is met.
    """
    from workbench.study.goals import all_met, check_goals

    batches = read_batches(scenarios, **options)
    outcomes = batches.kept(batches.play())
    checked = [(outcome, check_goals(outcome)) for outcome in outcomes]
    if as_json:
        from workbench.report.json import checks_json

        print_json(checks_json(checked))
    else:
        from workbench.cli.printing import print_checks

        for outcome, checks in checked:
            print_checks(outcome, checks)
    sys.exit(0 if all(all_met(checks) for _, checks in checked) else 1)


also_options = options(
    click.option(
        "--also-bots", metavar='"SPEC …"', help="Compare again with these bots, and say whether the verdicts agree."
    ),
    click.option(
        "--also-plays",
        metavar="N",
        help="How many plays with --also-bots; default: the same number, fewer for search bots.",
    ),
)
"""A second strength of bots."""


@main.command()
@click.argument("base")
@click.argument("others", metavar="OTHER…", nargs=-1, required=True)
@options(batch_options, also_options, html_option)
def compare(base: str, others: tuple[str, ...], as_json: bool, html_file: Path | None, **options: Any) -> None:
    """Play BASE and each OTHER on the same shuffles, and compare.

    With --also-bots, bots of a second strength play it all again. Where the two verdicts disagree, trust neither.
    """
    batches, also = read_strengths([base, *others], html_file=html_file, **options)
    comparisons = batches.compared()
    once_more = also.compared() if also else []
    if html_file is not None:
        write_report(html_file, comparisons, once_more)
    if as_json:
        from workbench.report.json import comparison_json

        print_json(comparison_json(comparisons, once_more))
    else:
        from workbench.cli.printing_comparisons import print_comparison

        for comparison, second in zip_longest(comparisons, once_more):
            print_comparison(comparison, second)


def read_strengths(
    scenarios: list[str], *, also_bots: str | None, also_plays: str | None, html_file: Path | None, **options: Any
) -> tuple[Batches, Batches | None]:
    """Batches for the first bots, and for --also-bots if given. Raises all problems at once."""
    from workbench.study.agreement import as_second_strength, second_strength

    again = {**options, "bots": also_bots, "plays": also_plays, "quiet": True}
    first, second = together(
        lambda: read_batches(scenarios, html_file=html_file, **options),
        lambda: (
            _no_second(also_plays)
            if also_bots is None
            else as_second_strength(lambda: read_batches(scenarios, **again))
        ),
    )
    if second is None:
        return first.in_pairs(), None
    first, wanted = together(
        first.in_pairs,
        lambda: second_strength(first.scenarios[0], second.scenarios, also_plays is not None),
    )
    if also_plays is None:
        click.echo(f"{also_bots}: {wanted[0].plays:,} plays of each as well; --also-plays N changes that", err=True)
    return first, replace(second, scenarios=wanted)


def _no_second(also_plays: str | None) -> None:
    if also_plays is not None:
        raise BadInput.one("--also-plays", "needs --also-bots, whose plays it counts", also_plays)


def write_report(path: Path, comparisons: "list[Comparison]", once_more: "list[Comparison]") -> None:
    """The comparison as a page that needs no network."""
    from workbench.cli.common import write_text
    from workbench.report import comparison_html

    write_text(path, comparison_html(comparisons, once_more), "--html")
    click.echo(f"wrote {path}", err=True)
