"""Workspaces, games, scenarios and their rulebooks."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from workbench.cli.common import (
    complete_revision,
    html_option,
    json_option,
    main,
    open_scenario_in,
    open_workspace,
    options,
    print_json,
    scenario_options,
    set_option,
    warn,
    warn_left_out,
    workspace_option,
)
from workbench.cli.outputs import OutputFile, check_outputs, echo, write_bytes, write_text
from workbench.engine.problems import BadInput, together
from workbench.engine.wording import counted

if TYPE_CHECKING:
    from workbench.scenario.load import LoadOptions


@main.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--example", "examples", metavar="NAME", multiple=True, help="Copy an example of the kit too; repeatable."
)
def init(directory: Path, examples: tuple[str, ...]) -> None:
    """Create a new workspace in DIR; existing files stay as they are.

    Examples are games in one file of code: pig, kuhn_poker, hearts, picnic, goofspiel, crew, four_in_a_row, herd,
    isles, hamlet, gallery, court, ferry, summits, crosses, four_piles.
    """
    from workbench.scenario.files import init_workspace

    workspace, written = init_workspace(directory)
    if examples:
        from workbench.engine.registry import use_workspace
        from workbench.scenario.new_game import copy_examples

        use_workspace(workspace.root)
        written += copy_examples(workspace, examples)
    for path in written:
        echo(f"wrote {path}")
    echo(f"{workspace.root} is a workspace; try `workbench validate hitmakers/2021-04-08` there")


@main.command()
@options(workspace_option, json_option)
def games(workspace: Path | None, as_json: bool) -> None:
    """List the games with their rules, bots and measures: the installed ones, and those of the workspace."""
    from workbench.report.catalog import catalog, catalog_lines

    with suppress(*(() if workspace else (BadInput,))):  # elsewhere there are the installed games
        open_workspace(workspace)
    warn_left_out()
    if as_json:
        print_json(catalog())
    else:
        echo("\n".join(catalog_lines()))


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True, shell_complete=complete_revision)
@scenario_options
@json_option
def validate(
    scenarios: tuple[str, ...], workspace: Path | None, as_json: bool, **overrides: Unpack["LoadOptions"]
) -> None:
    """List every problem of every SCENARIO, one line each."""
    from workbench.scenario.load import check_scenarios

    checks = check_scenarios(open_workspace(workspace), scenarios, **overrides)
    warn_left_out()
    if as_json:
        print_json({"scenarios": [check.as_json() for check in checks]})
    for check in checks:
        warnings = [problem for problem in check.problems if problem.warning]
        warn(warnings)
        if check.ok and not as_json:
            words = f"can be played, {counted(len(warnings), 'warning')}" if warnings else "fine"
            echo(f"{check.reference}: {words}")
    problems = dict.fromkeys(problem for check in checks for problem in check.problems if not problem.warning)
    if problems:
        raise BadInput(problems)


@main.command()
@click.argument("scenario", shell_complete=complete_revision)
@click.option(
    "--against", metavar="OTHER", shell_complete=complete_revision, help="Mark what differs from the rulebook of OTHER."
)
@click.option("--with-round", is_flag=True, help="Add an example: the first round of a real play of these rules.")
@options(workspace_option, set_option, html_option, json_option)
def rules(
    scenario: str,
    against: str | None,
    with_round: bool,
    workspace: Path | None,
    set_: tuple[str, ...],
    html_file: Path | None,
    as_json: bool,
) -> None:
    """Print the rulebook of SCENARIO in Markdown.

    It is written for the rules of that revision.
    """
    from workbench.report.example_round import example_round
    from workbench.report.rulebook import rulebook_as_json, scenario_rulebook

    this, other, _ = together(
        lambda: open_scenario_in(workspace, scenario, {"set_": set_}),
        lambda: open_scenario_in(workspace, against, {}) if against is not None else None,
        check_outputs,
    )
    if html_file is not None:
        example = example_round(this, page=True) if with_round else ""
        write_text(html_file, scenario_rulebook(this, other, page=True, example=example), "--html")
    if as_json:
        print_json(rulebook_as_json(this, other))
    elif html_file is None:
        echo(scenario_rulebook(this, other, example=example_round(this) if with_round else ""), nl=False)


@main.command()
@click.argument("scenario", shell_complete=complete_revision)
@click.option(
    "--against",
    metavar="OTHER",
    shell_complete=complete_revision,
    help="Only the cards that are new against OTHER, or changed.",
)
@click.option(
    "--tabletop", metavar="FILE", type=OutputFile(), help="Write the decks for Tabletop Simulator to FILE, a zip."
)
@click.option(
    "--url", metavar="BASE", help="With --tabletop: where its pictures will be, as https://example.org/cards."
)
@options(workspace_option, set_option, html_option, json_option)
def cards(
    scenario: str,
    against: str | None,
    tabletop: Path | None,
    url: str | None,
    workspace: Path | None,
    set_: tuple[str, ...],
    html_file: Path | None,
    as_json: bool,
) -> None:
    """List the cards of SCENARIO, or write them to be printed and cut out.

    With --html, a page of sheets with cut marks, and of boards. There are as many of each card as the revision deals
    from.
    """
    from workbench.report.card_faces import spoken
    from workbench.report.print_and_play import boards_of, printed_page, to_print
    from workbench.report.tabletop import tabletop_deck

    this, other, _ = together(
        lambda: open_scenario_in(workspace, scenario, {"set_": set_}),
        lambda: open_scenario_in(workspace, against, {}) if against is not None else None,
        check_outputs,
    )
    if url is not None and (tabletop is None or not re.match(r"(https?|file)://[^\s?#]+$", url)):
        address = "must be the address of a folder, as https://example.org/cards, without ? and #"
        raise BadInput.one("--url", address if tabletop else "is only of use with --tabletop", url)
    faces = to_print(this, other, "--against")
    if html_file is not None:
        write_text(html_file, printed_page(this, faces, boards_of(this, other)), "--html")
    if tabletop is not None:
        write_bytes(tabletop, tabletop_deck(f"{this.game.title}: {this.title}", faces, url or ""), "--tabletop")
    if as_json:
        print_json({"scenario": this.name, "cards": [asdict(face) for face in faces]})
    elif html_file is None and tabletop is None:
        for face, copies in Counter(map(spoken, faces)).items():
            echo(f"{copies} × {face}")
        for board, copies in Counter(zone.name for zone in boards_of(this, other)).items():
            echo(f"{copies} × board: {board}")
