"""A revision whose plays are single deals, for studies of many plays."""

from workbench.scenario.files import Workspace

SHORT = "short"
FILE = """game = "hitmakers"
title = "Single deals"
date = 2021-04-09
parent = "2021-04-08"
reason = "Short plays for tests."

[rules]
score_target = 0
"""


def add_short(workspace: Workspace) -> None:
    """Save it."""
    (workspace.scenarios / "hitmakers" / f"{SHORT}.toml").write_text(FILE)
