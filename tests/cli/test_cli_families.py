"""One game of each family by every command that plays it, or says what it is."""

import shlex
from pathlib import Path

import pytest

from tests.cli.commands import add_scenario, run
from tests.support.thorough import one_of
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.engine.families import families

__all__ = ["no_games_of_a_workspace_afterwards"]

CHANGES = {
    "press": "target = 60",
    "tricks": "players = 3",
    "shedding": "hand = 6",
    "draft": "rounds = 2",
    "sets": "hand = 4",
}
COMMANDS = (
    "validate game/default game/changed",
    "rules game/changed --against game/default",
    "cards game/default",
    "simulate game/default --bots random --plays 40 --no-store",
    "compare game/default game/changed --bots steady --plays 120",
    "sweep game/default --vary RULE=LOW,HIGH --bots random --plays 400",
    "check game/changed --bots random --plays 400",
    "holes game/default --bots random --plays 4",
    "replay game/default --bots random --play 3 --seat 1",
    "strategies game/default --plays 2 --bots 'random steady' --restrict steady",
)


@pytest.mark.parametrize("family", one_of(families(), quick="press"))
def test_a_game_of_a_family_goes_through_every_command(home: Path, family: str) -> None:
    assert run("new-game", "game", "--family", family).exit_code == 0
    change = CHANGES[family]
    add_scenario(home, "changed", f'title = "Changed"\nparent = "default"\n[rules]\n{change}\n'
                 "[goals]\ntie_rate = { max = 1.0 }\n", "game")  # fmt: skip
    rule, value = change.split(" = ")
    for command in COMMANDS:
        words = shlex.split(command.replace("RULE=LOW,HIGH", f"{rule}={value},{int(value) - 1}"))
        answer = run(*words)
        assert answer.exit_code == (2 if family == "press" and words[0] == "cards" else 0), (command, answer.output)
        assert "Traceback" not in answer.output
