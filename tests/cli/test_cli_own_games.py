"""Games of a workspace: trusted once, then played as any; one that fails leaves the others alone."""

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.commands import add_scenario, process, run
from tests.support.workspace_games import PIG, no_games_of_a_workspace_afterwards, write_game
from workbench.engine.compiling import plain_for_now
from workbench.play.batches import out_of_range
from workbench.play.forms import make_batch
from workbench.scenario import load_scenario
from workbench.scenario.files import find_workspace

__all__ = ["no_games_of_a_workspace_afterwards"]


def test_a_game_is_asked_about_once_and_then_played(home: Path) -> None:
    write_game(home, "pig")
    refused = run("simulate", "pig/default", "--plays", 20, "--no-store")
    assert refused.exit_code == 2 and "workbench trust pig" in refused.stderr
    assert run("trust", "pig").exit_code == 0
    played = run("simulate", "pig/default", "--plays", 20, "--no-store", "--bots", "random", "--json")
    assert played.exit_code == 0 and json.loads(played.stdout)["game"] == "pig"
    catalog = run("games", "--json")
    assert "pig" in [game["name"] for game in json.loads(catalog.stdout)["games"]] and catalog.stderr == ""


def test_only_a_game_that_is_there_can_be_trusted(home: Path) -> None:
    write_game(home, "pig")
    refused = run("trust", "pug")
    assert refused.exit_code == 2 and "pig" in refused.stderr and "Traceback" not in refused.output


def test_a_game_that_does_not_load_says_where_and_leaves_the_others(home: Path) -> None:
    write_game(home, "pig")
    write_game(home, "sow", PIG.replace("score: kit.PerPlayer", "score: kit.PerPlayers"))
    for name in ("pig", "sow"):
        run("trust", name)
    refused = run("simulate", "sow/default")
    line = 1 + PIG.splitlines().index("    score: kit.PerPlayer")
    assert refused.exit_code == 2 and f"sow does not load: games/sow/game.py, line {line}" in refused.stderr
    checked = run("validate", "pig/default", "hitmakers/2021-04-08")
    assert checked.exit_code == 0 and "sow does not load" in checked.stderr


def test_outside_a_workspace_there_are_the_installed_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("games", "--json").exit_code == 0
    assert run("games", "--workspace", tmp_path).exit_code == 2


def test_conform_ends_with_one_where_a_rule_is_broken(home: Path) -> None:
    write_game(
        home, "sow", PIG.replace("kit.rule(100", "kit.rule(20").replace("score[player] +=", "score[player + 90] +=")
    )
    run("trust", "sow")
    result = run("conform", "sow", "--json")
    assert result.exit_code == 1
    mistakes = json.loads(result.stdout)["mistakes"]
    line = next(n for n, text in enumerate(PIG.splitlines(), 1) if "score[player] +=" in text)
    assert (mistakes[0]["file"], mistakes[0]["line"]) == ("games/sow/game.py", line)
    add_scenario(home, "v1", 'title = "First"', "sow")  # then the default rules are no longer listed
    mode, command, *arguments = shlex.split(mistakes[0]["see"])
    seen = process(*arguments, **dict([mode.split("=")]))
    assert command == "workbench" and seen.returncode == 2
    assert seen.stderr.splitlines()[-1].startswith(f"games/sow/game.py, line {line}: IndexError")
    assert run("conform", "nothing").exit_code == 2


def test_changed_code_with_a_mistake_is_not_played(home: Path) -> None:
    write_game(home, "sow", PIG.replace("score[player] +=", "score[player + 90] +="))
    run("trust", "sow")
    refused = run("simulate", "sow/default", "--no-store", "--plays", 20)
    assert refused.exit_code == 2 and refused.stdout == ""
    assert refused.stderr.startswith("games/sow/game.py, line ") and "Traceback" not in refused.output


def test_the_first_play_with_an_index_out_of_range_is_named_with_its_line(home: Path) -> None:
    line = rarely_out_of_range(home)
    scenario = load_scenario(find_workspace(home), "sow/default", plays="60", bots="random")
    with plain_for_now():
        words = str(out_of_range([scenario]))
        play = int(words.split()[1])
        make_batch(scenario).play(0, play)
    assert play > 0 and f"games/sow/game.py, line {line}: IndexError" in words


@pytest.mark.thorough
def test_safe_finds_in_compiled_plays_the_same_play_and_line(home: Path) -> None:
    line = rarely_out_of_range(home)
    answer = process("simulate", "sow/default", "--safe", "--plays", 60, "--bots", "random", "--no-store")
    assert answer.returncode == 2 and answer.stderr.splitlines()[-1].startswith("play "), answer.stderr
    assert f"games/sow/game.py, line {line}: IndexError" in answer.stderr and "Traceback" not in answer.stderr


def rarely_out_of_range(home: Path) -> int:
    """Have a trusted game that writes beyond its scores after a long turn; the line at which it does."""
    wrong = "score[player + (90 if state.turn > 24 else 0)] +="
    file = write_game(home, "sow", PIG.replace("kit.rule(100", "kit.rule(30").replace("score[player] +=", wrong))
    run("trust", "sow")
    return next(number for number, text in enumerate(file.read_text("utf-8").splitlines(), 1) if wrong in text)
