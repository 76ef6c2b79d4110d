"""Every command of the contract is there, says what it does, and stands in the README."""

import re
from pathlib import Path

import click
import pytest

from tests.cli.commands import run
from workbench.cli import main

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    *("app", "init", "games", "validate", "rules", "simulate", "compare", "check", "replay", "runs", "resume", "bench"),
    "calibrate",
    *("ladder", "strategies", "playtests", "repeat", "doctor", "backup"),
]
COMMON = ["--workspace", "--plays", "--seed", "--jobs", "--bots", "--set", "--no-store", "--json"]
STUDY = [option for option in COMMON if option != "--bots"]
OPTIONS = {
    "app": ["--workspace", "--port", "--host", "--lan"],
    "init": [],
    "games": ["--json"],
    "validate": ["--workspace", "--json", "--set", "--bots", "--plays", "--seed"],
    "rules": ["--workspace", "--json", "--set", "--against", "--html"],
    "simulate": COMMON,
    "compare": [*COMMON, "--also-bots", "--also-plays", "--html"],
    "check": COMMON,
    "replay": ["--workspace", "--set", "--bots", "--seed", "--play", "--run", "--seat", "--json"],
    "runs": ["--workspace", "--json"],
    "resume": ["--workspace", "--jobs", "--json"],
    "repeat": ["--workspace", "--jobs", "--json"],
    "bench": ["--workspace", "--json", "--seconds"],
    "calibrate": ["--workspace", "--json", "--all"],
    "ladder": [*STUDY, "--lowest", "--top", "--shuffles", "--retakes", "--luck-bot"],
    "strategies": [*STUDY, "--bots", "--restrict"],
    "playtests": [],
    "doctor": ["--workspace", "--repair", "--json"],
    "backup": ["--workspace"],
}
PLAYTESTS = {
    "export": ["--workspace", "--game", "--format", "--pseudonyms"],
    "import": [
        *("--workspace", "--game", "--dry-run", "--update", "--json"),
        *("--good-rows", "--rejects", "--dates", "--join"),
    ],
    "undo": ["--workspace", "--force"],
    "begin": ["--workspace", "--players", "--newcomers", "--goal", "--location", "--teacher", "--set", "--json"],
    "score": ["--workspace", "--player", "--row", "--total", "--force", "--side", "--goes-to", "--json"],
    "end": ["--workspace", "--winners", "--won", "--json"],
    "list": ["--workspace", "--status", "--game", "--json"],
}


def test_these_are_all_commands():
    assert sorted(main.commands) == sorted(COMMANDS) == sorted(OPTIONS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_options_and_says_what_they_do(command):
    declared = [parameter for parameter in main.commands[command].params if isinstance(parameter, click.Option)]
    assert sorted(option for parameter in declared for option in parameter.opts) == sorted(OPTIONS[command])
    assert all(parameter.help and parameter.help.endswith(".") for parameter in declared)
    found = run(command, "--help")
    assert (found.exit_code, found.stderr) == (0, "")
    assert main.commands[command].help.split(";")[0].split()[0] in found.stdout
    for option in OPTIONS[command]:
        assert option in found.stdout


@pytest.mark.parametrize("command", PLAYTESTS)
def test_every_command_of_playtests_has_its_options_and_stands_in_the_readme(command):
    assert sorted(main.commands["playtests"].commands) == sorted(PLAYTESTS)
    found = main.commands["playtests"].commands[command]
    declared = [parameter for parameter in found.params if isinstance(parameter, click.Option)]
    assert sorted(option for parameter in declared for option in parameter.opts) == sorted(PLAYTESTS[command])
    assert all(parameter.help and parameter.help.endswith(".") for parameter in declared)
    shown = run("playtests", command, "--help")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert re.search(rf"^\| `workbench playtests {command}( [A-Z]+)?` \| [^|]+ \|$", README, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_readme(command):
    assert re.search(rf"^\| `workbench {command}\b[^|]*` \| [^|]+ \|$", README, re.MULTILINE)


def test_the_readme_names_no_command_that_is_not_there():
    assert set(re.findall(r"\bworkbench ([a-z]+)", " ".join(re.findall(r"`+[^`]+`+", README)))) <= set(COMMANDS)


@pytest.mark.parametrize("option", COMMON)
def test_every_common_option_stands_in_the_readme(option):
    assert option in README


def test_deleting_runs_has_its_options_and_stands_in_the_readme():
    (delete,) = main.commands["runs"].commands.values()
    assert (delete.name, delete.params[0].metavar) == ("delete", "RUN…")
    assert [parameter.opts[0] for parameter in delete.params[1:]] == ["--workspace", "--json"]
    assert re.search(r"^\| `workbench runs delete RUN…` \| [^|]+ \|$", README, re.MULTILINE)
