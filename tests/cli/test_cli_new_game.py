"""`workbench new-game`: a game that can be played at once, of the workspace's author."""

import json
import re
import tomllib
from importlib import resources
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.cli.commands import run
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.conform import Extent, conform_named
from workbench.engine import registry
from workbench.kit.examples import KINDS

__all__ = ["no_games_of_a_workspace_afterwards"]

QUICKLY = Extent(rule_sets=1, plays=2, seconds=1.0, is_compiled=False)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_of_each_kind_conforms_and_has_a_revision(home: Path, kind: str) -> None:
    begun = run("new-game", "my_game", "--kind", kind)
    assert begun.exit_code == 0, begun.output
    mistakes = [mistake for mistake in conform_named("my_game", QUICKLY) if not mistake.is_warning]
    assert mistakes == []  # two plays need not meet every effect
    (revision,) = (home / "scenarios" / "my_game").glob("*.toml")
    assert run("validate", "my_game/default", f"my_game/{revision.stem}").exit_code == 0
    assert run("rules", "my_game/default").stdout.startswith("# My game\n\n*")


def test_its_rulebook_is_a_file_to_edit_whose_moves_and_values_follow_the_code(home: Path) -> None:
    run("new-game", "my_game", "--kind", "dice")
    file = home / "games" / "my_game" / "rulebook.md"
    file.write_text(file.read_text("utf-8").replace("Roll as often as you dare", "Press your luck"), "utf-8")
    text = json.loads(run("rules", "my_game/to-fifty", "--json").stdout)["markdown"]
    assert "Press your luck" in text and "**Hold.**" in text and "| Target | 50 |" in text


@pytest.mark.parametrize(
    ("name", "kind", "words"), [("My-Game", "dice", "small letters"), ("hitmakers", "dice", "choose another"),
                                ("my_game", "dices", "dice, cards, tricks")]
)  # fmt: skip
def test_a_wrong_name_or_kind_is_refused_and_nothing_written(home: Path, name: str, kind: str, words: str) -> None:
    refused = run("new-game", name, "--kind", kind)
    assert refused.exit_code == 2 and words in refused.stderr
    assert not (home / "games").exists()


def test_a_game_that_is_there_is_left_as_it_is(home: Path) -> None:
    assert run("new-game", "my_game", "--kind", "dice").exit_code == 0
    before = (home / "games" / "my_game" / "game.py").read_bytes()
    assert run("new-game", "my_game", "--kind", "cards").exit_code == 2
    assert (home / "games" / "my_game" / "game.py").read_bytes() == before


def test_a_new_game_of_a_family_has_no_code_and_can_be_played(home: Path) -> None:
    begun = run("new-game", "my_game", "--family", "press", "--preset", "pig", "--title", "Sows", "--players", 3)
    assert begun.exit_code == 0, begun.output
    assert [file.name for file in (home / "games" / "my_game").iterdir()] == ["game.toml"]
    assert run("rules", "my_game/default").stdout.startswith("# Sows\n\n*")
    played = run("simulate", "my_game/default", "--plays", 20, "--no-store", "--bots", "random", "--json")
    assert played.exit_code == 0 and len(json.loads(played.stdout)["seats"]) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--family", "prass"), '"press"'),
        (("--family", "press", "--preset", "pug"), '"pig"'),
        (("--family", "press", "--players", "99"), "at most 8"),
        (("--family", "press", "--kind", "dice"), "--kind"),
        ((), "--family"),
    ],
)
def test_wrong_options_of_a_family_are_named(home: Path, options: tuple[str, ...], words: str) -> None:
    refused = run("new-game", "my_game", *options)
    assert refused.exit_code == 2 and words in refused.stderr and "Traceback" not in refused.stderr
    assert not (home / "games").exists()


def test_a_broken_game_of_a_family_is_not_played_and_leaves_the_others(home: Path) -> None:
    for name in ("sows", "hogs"):
        run("new-game", name, "--family", "press")
    file = home / "games" / "hogs" / "game.toml"
    file.write_text(file.read_text("utf-8") + "target = 3\n", "utf-8")
    registry.refresh()  # another command would look anew
    refused = run("simulate", "hogs/default", "--plays", 20, "--no-store")
    assert refused.exit_code == 2 and "games/hogs/game.toml: rules.target = 3: at least 10" in refused.stderr
    assert run("validate", "sows/default").exit_code == 0


def test_a_game_with_cards_of_its_own_gets_them_as_a_file_to_edit(home: Path) -> None:
    assert run("new-game", "my_game", "--family", "shedding").exit_code == 0
    file = home / "data" / "my_game" / "crazy_eights.csv"
    text = file.read_text("utf-8")
    file.write_text(text.replace("king-of-clubs,clubs,13,10,,,1", "king-of-clubs,clubs,13,10,leap,,1"), "utf-8")
    refused = run("validate", "my_game/default")
    assert refused.exit_code == 2 and "effects" in refused.stderr and "draw_2" in refused.stderr
    file.write_text(text.replace("king-of-clubs,clubs,13,10,,,1", "king-of-clubs,clubs,13,10,swap,,1"), "utf-8")
    assert run("validate", "my_game/default").exit_code == 0


def test_a_package_is_installed_and_loaded_as_any_plug_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert run("new-game", "my_game", "--kind", "auction", "--package").exit_code == 0
    declared = tomllib.loads((home / "my_game" / "pyproject.toml").read_text("utf-8"))["project"]
    assert declared["entry-points"]["workbench.games"] == {"my_game": "my_game.game:GAME"}
    monkeypatch.syspath_prepend(str(home / "my_game"))
    game = EntryPoint("my_game", declared["entry-points"]["workbench.games"]["my_game"], "workbench.games").load()
    assert game.name == "my_game" and game.rulebook.startswith("# My game\n")


def test_init_copies_examples_once(tmp_path: Path) -> None:
    first = run("init", tmp_path / "new", "--example", "pig", "--example", "kuhn_poker")
    again = run("init", tmp_path / "new", "--example", "pig")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "games/kuhn_poker/game.py" in first.stdout and "games" not in again.stdout
    assert run("games", "--json", "--workspace", tmp_path / "new").stdout.count('"name": "kuhn_poker"') == 1
    assert run("init", tmp_path / "other", "--example", "pug").exit_code == 2


@pytest.mark.parametrize(
    ("kind", "names", "links"),
    [("majority", ("Ness", "Skerry", "Holm", "Barra"), 12), ("board", ("a1", "g6"), 0)],
)
def test_boards_are_printed_with_the_names_of_their_spaces_and_the_links(
    home: Path, kind: str, names: tuple[str, ...], links: int
) -> None:
    assert run("new-game", "my_game", "--kind", kind).exit_code == 0
    listed = run("cards", "my_game/default")
    assert listed.exit_code == 0 and "1 × board: " in listed.stdout
    assert run("cards", "my_game/default", "--html", home / "printed.html").exit_code == 0
    (board,) = re.findall('<figure class="board">.*?</figure>', (home / "printed.html").read_text("utf-8"), re.DOTALL)
    spaces = re.findall(r"<text[^>]*>(\w+)</text>", board)
    assert {*names} <= {*spaces} and len(spaces) == (7 if links else 42) and board.count("<path") == links


def test_the_help_and_the_page_of_commands_name_every_example() -> None:
    page = resources.files("workbench.docs").joinpath("commands.md").read_text("utf-8")
    (line,) = (line for line in page.splitlines() if "workbench init DIR" in line)
    words = {*re.findall(r"\w+", run("init", "--help").stdout)}
    assert {example.name for example in KINDS.values()} <= words & {*re.findall(r"\w+", line)}
