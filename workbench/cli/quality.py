"""The command `quality`: what makes a game good."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    cluster_option,
    html_option,
    jobs_option,
    json_option,
    main,
    markdown_option,
    no_store_option,
    note_compiling,
    open_cluster,
    open_queued_store,
    open_scenario_in,
    open_workspace,
    options,
    print_json,
    scenario_options,
    warn,
)
from workbench.cli.outputs import check_outputs, write_text
from workbench.engine.problems import BadInput, Problem, WholeRange, together

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.study.quality import Quality, QualityComparison

against_option = click.option(
    "--against", metavar="OTHER", help="Another revision on the same shuffles: what SCENARIO changes of each figure."
)
search_option = click.option(
    "--search",
    metavar="N",
    help="Also ask search of N iterations, as in 200, at about 500 decisions whether greedy's action is the best.",
)


@main.command()
@click.argument("scenario")
@options(
    against_option,
    search_option,
    scenario_options,
    jobs_option,
    cluster_option,
    no_store_option,
    html_option,
    markdown_option,
    json_option,
)
def quality(
    scenario: str,
    against: str | None,
    as_json: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    no_store: bool,
    **given: Any,
) -> None:
    """Measure what makes SCENARIO a good game: drama, decisiveness, comebacks, how early the winner is known, choice.

    Two sentences say what to look at first. Each figure has its interval, its definition and its source (Browne 2008
    and later). The plays are those that `simulate` makes; the answer is a line in the history, unless --set changes
    the rules, and no play is stored.
    """
    played, base, threads, address, store, iterations = read_quality(scenario, against, **given)
    read_from = readable(store) if no_store else store
    found, compared = play_quality(played, base, threads, address, read_from, iterations)
    if not no_store and not given["set_"]:
        keep(found, played, base, store, iterations)
    command = command_for(found, compared, given["set_"])
    for path, option, make in ((html_file, "--html", as_page), (markdown_file, "--markdown", as_markdown)):
        if path is not None:
            write_text(path, make(found, compared, command), option)
    show(found, compared, as_json)


def read_quality(
    scenario: str,
    against: str | None,
    *,
    workspace: Path | None,
    jobs: str | None,
    cluster: str | None,
    search: str | None,
    **overrides: Any,
) -> "tuple[Scenario, Scenario | None, int, str | None, Store, int | None]":
    """What is to be played, on how many threads or which cluster, where playtests are, the budget of search.

    Raises all problems.
    """
    from workbench.study.cluster import read_address
    from workbench.study.quality import MOST_ITERATIONS, check_plays
    from workbench.study.simulate import read_jobs

    def opened(name: str) -> "Scenario":
        found = open_scenario_in(workspace, name, overrides)
        check_plays(found)
        return found

    asked, base, threads, address, place, iterations, _ = together(
        lambda: opened(scenario),
        lambda: opened(against) if against else None,
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        lambda: open_workspace(workspace),
        lambda: WholeRange(1, MOST_ITERATIONS).asked("--search", search) if search else None,
        check_outputs,
    )
    if base and base.game.name != asked.game.name:
        raise BadInput.one("--against", f"must be a revision of {asked.game.name}, as {asked.name} is", base.name)
    return asked, base, threads, address, open_queued_store(place), iterations


def readable(store: "Store") -> "Store | None":
    """The store, for the minutes of sessions; None with a warning where it cannot be read now."""
    from workbench.store.errors import StoreError

    at_once = replace(store, wait_s=0.0)
    try:
        if store.exists:
            with at_once.reading():
                pass
    except StoreError as error:
        message = f"played without the minutes that sessions took: {error}"
        warn([Problem("--no-store", message, warning=True)])
        return None
    return at_once


def play_quality(
    scenario: "Scenario",
    base: "Scenario | None",
    threads: int,
    address: str | None,
    store: "Store | None",
    search: int | None,
) -> "tuple[Quality, QualityComparison | None]":
    """The figures of the scenario, and the comparison with `base`, where there is one."""
    from workbench.cli.progress import stop_on_interrupt, study_progress
    from workbench.study.batch_player import RunOptions
    from workbench.study.quality import compare_quality, quality

    with open_cluster(address) as there, stop_on_interrupt() as stop, study_progress(scenario.name) as follow:
        options = RunOptions(store, threads, compiling=note_compiling, stop=stop, cluster=there)
        if base is None:
            return quality(scenario, options, follow, search), None
        compared = compare_quality(scenario, base, options, follow, search)
        return compared.other, compared


def keep(found: "Quality", scenario: "Scenario", base: "Scenario | None", store: "Store", search: int | None) -> None:
    """Store what it says."""
    from workbench.report.findings import keep_quality, quality_question

    keep_quality(store, quality_question(scenario, base, search), found)


def command_for(found: "Quality", compared: "QualityComparison | None", rules: tuple[str, ...]) -> str:
    """The command that makes the same once more."""
    import shlex

    from workbench.report.pages import command_for_quality

    return " ".join([command_for_quality(found, compared), *(f"--set {shlex.quote(rule)}" for rule in rules)])


def as_page(found: "Quality", compared: "QualityComparison | None", command: str) -> str:
    """The page that works offline."""
    from workbench.report.pages import quality_page

    return quality_page(found, compared, command)


def as_markdown(found: "Quality", compared: "QualityComparison | None", command: str) -> str:
    """The same for a design diary, without charts."""
    from workbench.report.pages import quality_markdown

    return quality_markdown(found, compared, command)


def show(found: "Quality", compared: "QualityComparison | None", as_json: bool) -> None:
    """Print it."""
    from workbench.report.json import quality_comparison_json, quality_json

    if as_json:
        print_json(quality_comparison_json(compared) if compared else quality_json(found))
        return
    from workbench.cli.printing_studies import print_quality, print_quality_changes

    print_quality(found)
    if compared:
        print_quality_changes(compared)
