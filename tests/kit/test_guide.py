"""*A game of your own*, followed word for word: its lines are the examples', its commands run, its variants play."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.commands import run
from tests.kit import barter, caravan
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.widgets.text import DOCS
from workbench.conform import Extent, Sort, conform_named
from workbench.engine import registry
from workbench.engine.compiling import plain_for_now
from workbench.kit.examples import FOLDER
from workbench.scenario import load_scenario
from workbench.scenario.files import init_workspace

__all__ = ["no_games_of_a_workspace_afterwards"]

GUIDE = (DOCS / "newgame.md").read_text("utf-8")
SECTIONS = {"pig": "## Pig", "kuhn_poker": "## Hidden cards"}
QUICKLY = Extent(rule_sets=2, plays=4, seconds=1.0, is_compiled=False)


def section(heading: str) -> str:
    return GUIDE.partition(heading)[2].partition("\n## ")[0]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def source_of(example: str) -> str:
    return (FOLDER / f"{example}.py").read_text("utf-8")


@pytest.mark.parametrize("example", SECTIONS)
def test_the_lines_are_those_of_the_example(example: str) -> None:
    parts = blocks(section(SECTIONS[example]), "python")
    assert len(parts) >= 3 and [part for part in parts if part not in source_of(example)] == []


def test_the_lines_about_tokens_are_those_of_a_tested_game() -> None:
    declared, some, several = blocks(section("## Tokens"), "python")
    source = Path(caravan.__file__).read_text("utf-8")
    assert declared in source and some in source and several in Path(barter.__file__).read_text("utf-8")


@pytest.mark.parametrize(("heading", "example"), [("## Boards", "four_in_a_row"), ("## All win", "four_piles")])
def test_the_lines_about_more_are_those_of_an_example(heading: str, example: str) -> None:
    assert [part for part in blocks(section(heading), "python") if part not in source_of(example)] == []


def test_the_lines_of_pig_are_its_whole_file() -> None:
    lines = "".join(blocks(section(SECTIONS["pig"]), "python"))
    assert lines.split() == source_of("pig").split()


def test_its_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(init_workspace(tmp_path)[0].root)
    commands = [line for block in blocks(section(SECTIONS["pig"]), "sh") for line in block.splitlines()]
    assert len(commands) == 5
    for command in commands:
        if "conform" not in command:  # which compiles: `test_cli_new_game.py` asks it of every kind, plainly
            with plain_for_now():
                ended = run(*shlex.split(command.replace("5000", "20"))[1:])
            assert ended.exit_code == 0, (command, ended.output)


def test_what_it_adds_to_pig_conforms_and_its_variant_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace, _ = init_workspace(tmp_path)
    monkeypatch.chdir(workspace.root)
    run("new-game", "pig", "--kind", "dice")
    more = section("## More")
    (variant,) = blocks(more, "toml")
    (workspace.scenarios / "pig" / "big-die.toml").write_text(variant, "utf-8")
    style, team, measure, cards = blocks(more, "python")
    (tmp_path / "games" / "pig" / "cards.csv").write_text("name,points\nsow,3\nboar,5\n", "utf-8")
    game = tmp_path / "games" / "pig" / "game.py"
    source = game.read_text("utf-8").replace("GAME = ", f"{style}\n\n{team}\n\nGAME = ")
    source = source.replace("    die: int\n", f"    die: int\n{measure}")
    source = source.replace("        kit.next", "        state.busts[state.actor] += 1\n        kit.next", 1)
    game.write_text(source.replace("from workbench import kit\n", f"from workbench import kit\n{cards}", 1), "utf-8")
    registry.refresh()
    assert conform_named("pig", QUICKLY) == []
    scenario = load_scenario(workspace, "pig/big-die")
    assert scenario.rules["sides"] == 8 and "hold_at_once" in [style.name for style in scenario.game.styles]


@pytest.mark.parametrize(("title", "example"), [("Pig", "pig"), ("Kuhn poker", "kuhn_poker"), ("Hearts", "hearts")])
def test_the_figures_have_the_lines_of_an_example(title: str, example: str) -> None:
    (lines,) = re.findall(rf"^\| {title}[^|]*\| (\d+), 1, 2 \|", (DOCS / "figures.md").read_text("utf-8"), re.MULTILINE)
    assert int(lines) == len(source_of(example).splitlines())


def test_it_lists_the_kinds_as_the_command_does() -> None:
    assert run("new-game", "--kinds").stdout in GUIDE


def test_it_lists_every_mistake_that_conformance_names() -> None:
    named = " ".join(section("## What conform names").split())
    assert [sort for sort in Sort if f"*{sort}*" not in named] == []
