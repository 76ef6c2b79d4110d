"""Batches as the command `check` plays them."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from workbench.cli.common import (
    batch_options,
    few_plays_plainly,
    main,
    note_compiling,
    open_cluster,
    open_scenario_in,
    open_store,
    open_workspace,
    options,
    print_json,
)
from workbench.cli.outputs import OptionValue, check_outputs
from workbench.engine.problems import WholeRange, together

if TYPE_CHECKING:
    from workbench.play.options import Keep, RunOptions
    from workbench.play.outcome import Outcome
    from workbench.scenario import Scenario
    from workbench.scenario.files import Workspace
    from workbench.scenario.load import LoadOptions
    from workbench.store import Store


@dataclass(frozen=True)
class CommandBatches:
    """The batches that a command plays."""

    workspace: "Workspace"
    jobs: int
    no_store: bool
    cluster: str | None
    scenarios: "list[Scenario]"
    keep: "Keep | None" = None
    rows_to: Path | None = None

    @cached_property
    def store(self) -> "Store | None":
        """Where it is kept; None where nothing is stored."""
        return None if self.no_store else open_store(self.workspace)

    def play(self) -> "list[Outcome]":
        """One batch after the other, each with a progress bar; what is stored is not played again.

        Ctrl-C ends them within a second.
        """
        from workbench.cli.progress import batch_progress
        from workbench.play.batches import ensure_played

        outcomes = []
        with self.run_options() as options:
            for scenario in self.scenarios:
                plainly = nullcontext() if self.cluster else few_plays_plainly(scenario, scenario.plays)
                with plainly, batch_progress(f"{scenario.name} · {' '.join(dict.fromkeys(scenario.bots))}") as watch:
                    outcomes.append(ensure_played(scenario, replace(options, watch=watch, goes_on=True)))
        return outcomes

    @contextmanager
    def run_options(self) -> "Iterator[RunOptions]":
        """How they are played."""
        from workbench.cli.progress import stop_on_interrupt
        from workbench.play.options import RunOptions

        with open_cluster(self.cluster) as cluster, stop_on_interrupt() as stop:
            run_options = RunOptions(self.store, self.jobs, keep=self.keep, rows_to=self.rows_to)
            yield replace(run_options, compiling=note_compiling, stop=stop, cluster=cluster)

    def stored(self, results: "list[Outcome]") -> "list[Outcome]":
        """The same outcomes; what they say is in the store, for the lists of the app."""
        if self.store is None:
            return results
        from workbench.report.findings import keep_finding

        for result in results:
            keep_finding(self.store, result)
        return results


def read_batches(
    scenarios: Iterable[str],
    *,
    workspace: Path | None,
    jobs: str | None,
    no_store: bool,
    cluster: str | None,
    keep: str | None = None,
    rows_to: Path | None = None,
    **overrides: Unpack["LoadOptions"],
) -> CommandBatches:
    """The batches to play. Raises all problems of options and scenarios at once."""
    from workbench.play.cluster import read_address
    from workbench.play.options import read_jobs, read_keep

    place, threads, address, keep_rows, _, *loaded = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        lambda: read_keep(keep, no_store),
        check_outputs,
        *(partial(open_scenario_in, workspace, scenario, overrides) for scenario in scenarios),
    )
    return CommandBatches(place, threads, no_store, address, loaded, keep_rows, rows_to)


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True)
@options(
    batch_options,
    click.option(
        "--undecided-exit",
        metavar="CODE",
        help="The exit code (0 to 125) where no goal is missed but one is undecided; default: 1.",
    ),
)
def check(scenarios: tuple[str, ...], as_json: bool, undecided_exit: str | None, **options: OptionValue) -> None:
    """Test the goals of each SCENARIO on one batch.

    A stored batch is not played again. The exit code is 1 unless every goal is met. The chance that any goal of a
    SCENARIO is called met or missed wrongly is at most 5 %.
    """
    from workbench.play.goals import Standing, check_goals, overall_standing

    undecided, batches = together(
        lambda: 1 if undecided_exit is None else WholeRange(0, 125).checked("--undecided-exit", undecided_exit),
        lambda: read_batches(scenarios, **options),
    )
    outcomes = batches.stored(batches.play())
    checked = [(outcome, check_goals(outcome)) for outcome in outcomes]
    if as_json:
        from workbench.report.json import checks_json

        print_json(checks_json(checked))
    else:
        from workbench.cli.document import print_report
        from workbench.report.summary import summarise_batch
        from workbench.studies.simulate.report import goals_report

        for outcome in outcomes:
            print_report(goals_report(summarise_batch(outcome)))
    standing = overall_standing([goal for _, checks in checked for goal in checks])
    sys.exit({Standing.MET: 0, Standing.MISSED: 1, Standing.UNDECIDED: undecided}[standing])
