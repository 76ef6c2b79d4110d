"""Studies of strength: how much skill, luck, kinds of action and styles matter."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from workbench.cli.common import (
    cluster_option,
    jobs_option,
    json_option,
    main,
    no_store_option,
    note_compiling,
    open_cluster,
    open_scenario_in,
    open_store,
    open_workspace,
    options,
    print_json,
    seed_option,
    set_option,
    workspace_option,
)
from workbench.engine.problems import together

strategy_options = options(
    click.option(
        "--bots",
        metavar='"SPEC …"',
        help="Bots that play each other; default: random, greedy and all styles of the game.",
    ),
    click.option(
        "--restrict", metavar="SPEC", help="The bot that plays without each kind of action in turn; default: greedy."
    ),
    click.option("--plays", metavar="N", help="Plays for each pair and seat; default: as many as are affordable."),
)
quick_option = click.option(
    "--quick",
    is_flag=True,
    help="A quick look: as many plays as take up to half a minute on two cores; nothing is stored.",
)
study_options = options(
    quick_option, workspace_option, set_option, seed_option, jobs_option, cluster_option, no_store_option, json_option
)
"""Options of every study of strength."""


def play_study(
    scenario: str,
    read_plan: Callable[..., Any],
    play: Callable[..., Any],
    keep: Callable[..., None],
    *,
    workspace: Path | None,
    set_: tuple[str, ...],
    seed: str | None,
    jobs: str | None,
    no_store: bool,
    cluster: str | None,
    quick: bool,
    **asked: str | None,
) -> Any:
    """What `play` finds about the scenario with the plan of the options; what it says is kept.

    Raises all problems at once.
    """
    from workbench.cli.progress import stop_on_interrupt, study_progress
    from workbench.study.batch_player import RunOptions
    from workbench.study.cluster import read_address
    from workbench.study.simulate import read_jobs

    load = cache(partial(open_scenario_in, workspace, scenario, {"set_": set_, "seed": seed}))
    # the game is read without the overrides, so that a bad seed hides no unknown bot
    as_it_stands = cache(partial(open_scenario_in, workspace, scenario, {}, quiet=True))
    place, threads, address, loaded, plan = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        load,
        lambda: read_plan(lambda: as_it_stands().game, quick=quick, **asked),
    )
    store = None if no_store or quick else open_store(place)
    with open_cluster(address) as there, stop_on_interrupt() as stop, study_progress(loaded.name) as follow:
        options = RunOptions(store, threads, compiling=note_compiling, stop=stop, cluster=there)
        found = play(loaded, plan, options, follow)
    keep(store, found)
    return found


@main.command()
@click.argument("scenario")
@options(strategy_options, study_options)
def strategies(scenario: str, as_json: bool, **options: Any) -> None:
    """Measure what kinds of action are worth, and compare styles.

    A bot plays SCENARIO without each kind of action in turn; then all styles and bots play each other.
    """
    from workbench.cli.printing_strength import print_strategies
    from workbench.report.findings import keep_strategies
    from workbench.report.json import strategies_json
    from workbench.study import strength

    found = play_study(scenario, strength.read_strategies_plan, strength.strategies, keep_strategies, **options)
    if as_json:
        print_json(strategies_json(found))
    else:
        print_strategies(found)
