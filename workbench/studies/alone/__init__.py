"""How a revision plays by itself: the answer of `simulate`."""

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.scenario import Scenario


def command(scenario: "Scenario") -> str:
    """The command that plays the same batch."""
    from workbench.bots.spec import in_one

    words = ["workbench", "simulate", scenario.name]
    for setting in scenario.settings:
        words += ["--set", setting]
    return shlex.join(
        [*words, "--plays", str(scenario.plays), "--seed", str(scenario.seed), "--bots", in_one(scenario.bots)]
    )
