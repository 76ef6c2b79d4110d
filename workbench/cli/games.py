"""A designer's own games: trusting their code, holding it to what the workbench relies on, teaching bots to play."""

from contextlib import suppress
from pathlib import Path

import click

from workbench.cli.common import (
    complete_revision,
    json_option,
    main,
    open_scenario,
    open_workspace,
    options,
    print_json,
    set_option,
    workspace_option,
)
from workbench.cli.outputs import echo
from workbench.engine.problems import BadInput
from workbench.engine.wording import counted


@main.command()
@click.argument("name")
@workspace_option
def trust(name: str, workspace: Path | None) -> None:
    """Let the code of the game NAME in the workspace be run from now on: you know who wrote it."""
    from workbench.engine import registry
    from workbench.scenario import list_scenarios

    place = open_workspace(workspace)
    registry.trust(name)
    revision, *_ = list_scenarios(place, registry.game_named(name))
    echo(f"{name} is loaded from now on; try `workbench simulate {revision}`")


@main.command()
@click.argument("game")
@options(workspace_option, json_option)
def conform(game: str, workspace: Path | None, as_json: bool) -> None:
    """Hold GAME to all that the workbench relies on: as plain Python first, then compiled.

    Each mistake is named by file, line, rules, seed, play and step, with the command that shows it. Exit code 1 if
    there is any but warnings, which may be meant so.
    """
    from workbench.cli.progress import status_line
    from workbench.conform import conform_named

    with suppress(*(() if workspace else (BadInput,))):  # elsewhere there are the installed games
        open_workspace(workspace)
    with status_line() as show:
        mistakes = conform_named(game, follow=show)
    wrong = [mistake for mistake in mistakes if not mistake.is_warning]
    if as_json:
        print_json({"game": game, "conforms": not wrong, "mistakes": [mistake.as_json(game) for mistake in mistakes]})
    else:
        for mistake in mistakes:
            echo(mistake.text(game))
        warnings = len(mistakes) - len(wrong)
        also = f" and {counted(warnings, 'warning')}" if warnings else ""
        sound = f"{game} conforms{also.replace(' and', ', with')}"
        echo(f"{game} has {counted(len(wrong), 'mistake')}{also}" if wrong else sound)
    click.get_current_context().exit(1 if wrong else 0)


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True, shell_complete=complete_revision)
@options(workspace_option, set_option, json_option)
def learn(scenarios: tuple[str, ...], workspace: Path | None, set_: tuple[str, ...], as_json: bool) -> None:
    """Let bots learn to play each SCENARIO by playing themselves, and say how strong they are.

    What they learn is stored beside the game. From then on `learned` stands for `greedy` in a game whose author wrote
    no evaluation, and learns anew, before it plays, whenever rules or code have changed.
    """
    from workbench.bots.learning import evaluation_of, stored_evaluation
    from workbench.cli.progress import CommandProgress, status_line

    place = open_workspace(workspace)
    revisions = [open_scenario(place, reference, set_=set_) for reference in scenarios]
    learned = []
    with status_line() as show:

        class Lessons(CommandProgress):
            def learning(self, game: str, line: str, share: float) -> None:
                show(line)

        for scenario in revisions:
            is_new = stored_evaluation(scenario.game, scenario.rules) is None
            evaluation = evaluation_of(scenario.game, scenario.rules, Lessons())
            learned.append((scenario.name, is_new, evaluation))
    if as_json:
        print_json({"learned": [{"scenario": name, "is_new": is_new, **it.summary} for name, is_new, it in learned]})
    else:
        echo("\n".join(f"{name}: {'' if is_new else 'as learned before. '}{it.words}" for name, is_new, it in learned))


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True, shell_complete=complete_revision)
@options(workspace_option, json_option)
def strength(scenarios: tuple[str, ...], workspace: Path | None, as_json: bool) -> None:
    """Find the strongest bots of the game of each SCENARIO: the best quick one, and a thinker that beats it.

    They play a small ladder by the game's default rules, once for its code. What it finds stands beside each verdict.
    """
    from workbench.bots.strength import strength_of
    from workbench.cli.progress import CommandProgress, status_line
    from workbench.engine.registry import game_named

    place = open_workspace(workspace)
    games = dict.fromkeys(open_scenario(place, reference).game.name for reference in scenarios)
    with status_line() as show:

        class Matches(CommandProgress):
            def learning(self, game: str, line: str, share: float) -> None:
                show(f"{game}: {line}")

        strengths = [strength_of(game_named(name), Matches()) for name in games]
    if as_json:
        print_json({"strengths": [{**it.as_json(), "words": it.words} for it in strengths]})
    else:
        echo("\n".join(f"{it.game}: {it.words}" for it in strengths))


def _print_brief(context: click.Context, option: click.Parameter, prints: bool) -> None:
    """Print the kit on one page, and end."""
    if prints:
        from workbench.kit.brief import brief

        echo(brief(), nl=False)
        context.exit()


def _print_kinds(context: click.Context, option: click.Parameter, prints: bool) -> None:
    """Print the games to begin from, and end."""
    if prints:
        from workbench.kit.examples import KINDS

        rows = [(kind, example.game.title, f"{example.lines}", example.mechanisms) for kind, example in KINDS.items()]
        echo("| kind | begins from | lines | what it shows |\n|---|---|---|---|")
        echo("\n".join(f"| `{kind}` | {' | '.join(rest)} |" for kind, *rest in rows))
        context.exit()


@main.command("new-game")
@click.argument("name")
@click.option(
    "--brief",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_brief,
    help="Print the kit on one page, with an example: for whoever is to write a game, person or assistant.",
)
@click.option("--family", metavar="FAMILY", help="A game without code: press, tricks, shedding, draft or sets.")
@click.option("--preset", metavar="PRESET", default="", help="The game of the family to begin from.")
@click.option("--title", metavar="TITLE", default="", help="How the game is called; by default as NAME.")
@click.option("--players", metavar="N", type=int, default=0, help="How many play; by default as in the preset.")
@click.option("--kind", metavar="KIND", help="A game in code, of the kinds that --kinds lists.")
@click.option(
    "--kinds",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_kinds,
    help="Print the kinds, each with the game from which one begins.",
)
@click.option("--package", is_flag=True, help="Write it as a package to install, in a folder NAME here.")
@options(workspace_option)
def new_game(
    name: str,
    family: str | None,
    preset: str,
    title: str,
    players: int,
    kind: str | None,
    package: bool,
    workspace: Path | None,
) -> None:
    """Begin a game NAME of your own in the workspace, in the folder `games/NAME/`.

    Of a FAMILY it is a few values and no code. Of a KIND it is one file of code and its tests: a small whole game. Both
    can be played at once; change it into yours.
    """
    place = open_workspace(workspace)
    if (family is None) == (kind is None):
        raise BadInput.one("--family", "name a family, or else a kind with --kind", family)
    if family is not None and package:
        raise BadInput.one("--package", "is for a game in code, of a --kind; one of a family is a file to send")
    if family is not None:
        from workbench.scenario.new_game import new_family_game

        echo(f"wrote {new_family_game(place, name, family, preset, title, players)}")
        echo(f"{name} can be played; try `workbench rules {name}/default` and `workbench simulate {name}/default`")
    elif preset or title or players:
        raise BadInput.one("--kind", "--preset, --title and --players are for a game of a family", kind)
    elif kind is not None:
        from workbench.scenario.new_game import new_game

        folder = Path(name) if package else None
        for path in new_game(place, name, kind, folder):
            echo(f"wrote {path}")
        if folder:
            echo(f"install it, and it is there in every workspace: `pip install -e {folder}`")
