"""Revisions against one that they are held against, on the same shuffles: the answer of the command `compare`."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.scenario import Scenario


def command(scenarios: "Sequence[Scenario]", also: "Scenario | None" = None) -> str:
    """The command that compares the first with the others; `also` is the first with bots of a second strength."""
    from workbench.bots.spec import in_one

    base = scenarios[0]
    words = ["workbench", "compare", *(scenario.name for scenario in scenarios)]
    for setting in base.settings:
        words += ["--set", setting]
    words += ["--plays", str(base.plays), "--seed", str(base.seed), "--bots", in_one(base.bots)]
    words += ["--also-bots", in_one(also.bots), "--also-plays", str(also.plays)] if also else []
    return shlex.join(words)
