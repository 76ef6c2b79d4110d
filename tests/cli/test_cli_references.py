"""What commands print names what other commands take."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import FOUR, NEW, OLD, ONE_DEAL, as_json, run

pytestmark = pytest.mark.usefixtures("warm")
CHECKED = 1


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(part)


@pytest.mark.usefixtures("open_throughout")
def test_every_command_takes_the_names_that_others_print(home: Path, tmp_path: Path) -> None:
    played = ("--bots", "random", "--plays", 20)
    printed = [
        as_json("simulate", NEW, *played),
        as_json("compare", OLD, NEW, FOUR, *played),
        as_json("check", NEW, *played, code=CHECKED),
        as_json("holes", NEW, *played),
        as_json("ladder", NEW, *ONE_DEAL, "--lowest", 2, "--top", 2, "--plays", 3, "--shuffles", 3, "--retakes", 2),
        as_json("playtests", "begin", NEW, "--players", "Ada,Bo,Cy"),
        as_json("playtests", "list"),
        as_json("validate", NEW, OLD),
        as_json("games"),
        as_json("cards", NEW),
        as_json("runs"),
    ]
    revisions = {path.stem for path in (home / "scenarios").glob("*/*-*.toml")}  # others are words as well
    texts = [text for answer in printed for text in _texts_in(answer)]
    assert not revisions & {*texts}, "a revision is named with its game"
    references = {text for text in texts if text.partition("/")[2] in revisions}
    assert {OLD, NEW, FOUR} <= references
    assert run("validate", *references).exit_code == 0
    listed = [listed["run"] for listed in printed[-1]["runs"]]
    assert printed[0]["run"] == listed[-1]
    for run_id in (listed[0], listed[-1]):  # of the last study, and of the first batch
        assert run("export", run_id, tmp_path / run_id).exit_code == 0
        for command in (("repeat", run_id), ("holes", "--run", run_id), ("replay", "--run", run_id, "--play", 1)):
            assert run(*command).exit_code == 0, command
