"""Every command of the contract is there, says what it does, and is documented; what is documented is there."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from tests.cli.commands import commands_of, run
from workbench.bots.spec import bot_problems
from workbench.cli import main
from workbench.engine.registry import game_named, games
from workbench.scenario import list_scenarios
from workbench.scenario.files import Workspace

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "workbench" / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
COMMANDS_PAGE = (DOCS / "commands.md").read_text(encoding="utf-8")
SHORTENED = re.compile(r"`[^`\n]+`")
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
OPTIONS = {
    line.partition(":")[0]: line.partition(":")[2].split()
    for line in (ROOT / "tests" / "golden" / "options.txt").read_text("utf-8").splitlines()
}
"""Every command with its options, those of the group `playtests` behind its name: more may come, none goes."""


def named(command: str) -> click.Command:
    """A command by its name, of a group behind the group's."""
    *group, name = command.split()
    return commands_of(commands_of(main)[group[0]] if group else main)[name]


def test_these_are_all_commands():
    names = {*commands_of(main), *(f"playtests {name}" for name in commands_of(named("playtests")))}
    assert names == {*OPTIONS}


@pytest.mark.parametrize("command", OPTIONS)
def test_every_command_has_its_options_and_says_what_they_do_and_is_documented(command):
    declared = [option for option in named(command).params if isinstance(option, click.Option) and not option.hidden]
    assert sorted(option for parameter in declared for option in parameter.opts) == OPTIONS[command]
    assert all(parameter.help and parameter.help.endswith(".") for parameter in declared)
    result = run(*command.split(), "--help")
    assert (result.exit_code, result.stderr) == (0, "")
    assert named(command).help.split(";")[0].split()[0] in result.stdout
    assert [option for option in OPTIONS[command] if option not in result.stdout] == []
    assert re.search(rf"^\| `workbench {command}\b[^|]*` \| [^|]+ \|$", COMMANDS_PAGE, re.MULTILINE)


def test_every_common_option_is_documented():
    assert [option for option in OPTIONS["sweep"] if option not in COMMANDS_PAGE] == []


def test_deleting_runs_has_its_options_and_is_documented():
    (delete,) = commands_of(main)["runs"].commands.values()
    assert (delete.name, delete.params[0].metavar) == ("delete", "RUN…")
    assert [parameter.opts[0] for parameter in delete.params[1:]] == ["--workspace", "--json"]
    assert re.search(r"^\| `workbench runs delete RUN…` \| [^|]+ \|$", COMMANDS_PAGE, re.MULTILINE)


# What is documented is there


def blocks_of(page: Path) -> list[str]:
    """Every line of the blocks of code of a page."""
    return [line for block in FENCED.findall(page.read_text(encoding="utf-8")) for line in block.splitlines()]


def code_of(page: Path) -> list[str]:
    """Every line of code of a page, whether it stands in a sentence or by itself."""
    text = page.read_text(encoding="utf-8")
    return [*blocks_of(page), *(span.strip("`") for span in SHORTENED.findall(FENCED.sub("", text)))]


def calls(lines: list[str]) -> Iterator[list[str]]:
    """The words of every call of `workbench` in these lines, behind that name."""
    for line in lines:
        for call in re.findall(r"(?:^|[\s/])workbench (?!import )((?:'[^']*'|\"[^\"]*\"|[^|&;#'\"])*)", line):
            if words := shlex.split(call):
                yield words


ALL_CODE = [line for page in PAGES for line in code_of(page)]
COMMAND_LINES = [*calls(ALL_CODE)]


def called(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that the words name, and the words behind it. KeyError: there is none."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and words[0].islower() and not words[0].startswith("-"):
        command, words = commands_of(command)[words[0]], words[1:]
    return command, words


def test_every_documented_command_line_calls_a_command_with_options_it_has():
    for words in COMMAND_LINES:
        if words[0] == "COMMAND":
            continue
        command, rest = called(words)
        options_there = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        assert {word for word in rest if word.startswith("--")} <= options_there, words


def test_whole_command_lines_are_read_without_a_complaint():
    whole = [words for page in PAGES for words in calls(blocks_of(page))]
    assert len(whole) > 25
    for words in whole:
        command, rest = called(words)
        assert command.make_context(command.name, list(rest)).command is command, words


def test_command_lines_are_found():
    lines = [" ".join(words) for words in COMMAND_LINES]
    assert len(lines) > 50
    assert "compare hitmakers/2020-03-04 hitmakers/2021-04-08" in lines
    assert any("ismcts:3200" in line for line in lines)
    assert any(line.startswith("simulate hollywood_1947/six-players --set players=$n") for line in lines)


def test_every_documented_revision_is_there():
    workspace = Workspace(ROOT)
    for line in ALL_CODE:
        for game, revision in re.findall(rf"\b({'|'.join(games())})/([a-z0-9-]+)\b(?![/.])", line):
            if not (ROOT / "workbench" / "games" / game / revision).is_dir() and "tests/" not in line:
                assert f"{game}/{revision}" in list_scenarios(workspace, game_named(game)), line


def test_every_documented_rule_and_bot_is_there():
    for words in COMMAND_LINES:
        game = next((game_named(word.partition("/")[0]) for word in words if word.partition("/")[0] in games()), None)
        values = dict(pairwise(words))
        if game and "--set" in values:
            assert values["--set"].partition("=")[0] in game.parameters, words
        for option in ("--bots", "--also-bots", "--restrict"):
            for bot in values.get(option, "").split() if game else ():
                assert bot.startswith("$") or not bot_problems(game, [bot], game.seats), words


def test_every_documented_option_file_and_target_is_there():
    options = {option for command in every_command(main) for parameter in command.params for option in parameter.opts}
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in ALL_CODE:
        if not re.match(r"uv |python|for |dask |docker |\w*make ", line):
            assert set(re.findall(r"(?<!\S)--[a-z-]+", line)) <= options | {"--help"}, line
        for path in re.findall(r"\b(?:workbench|tests)/[\w/.-]+", line):
            assert (ROOT / path).exists(), line
        for target in re.findall(r"^make (?:[A-Z]+=\S+ )?([a-z]+)", line):
            assert target in targets, line


def every_command(group: click.Group) -> Iterator[click.Command]:
    for command in commands_of(group).values():
        yield command
        if isinstance(command, click.Group):
            yield from every_command(command)


def test_every_reconstruction_is_documented():
    page = (
        (DOCS / "games.md").read_text(encoding="utf-8").partition("## What is reconstructed")[2].partition("\n## ")[0]
    )
    guessed = {
        name
        for game in games().values()
        for name, rule in game.parameters.items()
        if "reconstruct" in rule.help.lower()
    }
    assert set(re.findall(r"`([a-z_]+)`", page)) == guessed


SNIPPET = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("goal", "code"), [("max = 0.10", 0), ("max = 0.01", 1), ("mux = 0.10", 2)])
def test_the_documented_steps_of_a_designers_own_ci_fail_where_a_goal_does(home, goal, code):
    (snippet,) = SNIPPET.findall((DOCS / "revisions.md").read_text(encoding="utf-8"))
    steps = [shlex.split(line) for line in re.findall(r"- run: workbench (.+)", snippet)]
    assert [step[0] for step in steps] == ["validate", "check"]
    file = home / "scenarios" / f"{steps[1][1]}.toml"
    text = file.read_text(encoding="utf-8")
    assert "tie_rate = { max = 0.10 }" in text
    file.write_text(text.replace("tie_rate = { max = 0.10 }", f"tie_rate = {{ {goal} }}"), encoding="utf-8")
    results = [run(*step) for step in steps]
    assert max(result.exit_code for result in results) == code
    assert results[0].exit_code == (code if code == 2 else 0), "a wrong file fails before anything is played"
    if code == 1:
        assert "missed" in results[1].stdout
