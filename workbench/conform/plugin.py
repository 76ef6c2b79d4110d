"""The pytest plug-in: a test that asks for `conforms` holds a game to all that the workbench relies on.

    def test_it_conforms(conforms):
        conforms("my_game")

The games of the workspace around the test's file are there.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.conform.check import conform_named
from workbench.conform.playing import WHOLE, Extent
from workbench.engine.problems import BadInput
from workbench.engine.registry import use_workspace, workspace_root
from workbench.scenario.files import find_workspace

Conforms = Callable[..., None]


@pytest.fixture
def conforms(request: pytest.FixtureRequest) -> Conforms:
    """A function of a game's name, and of an `Extent`: fails with every mistake, none of which is a mere warning."""
    root = _workspace_around(Path(request.node.path))
    if root and not workspace_root():
        use_workspace(root)

    def demand(name: str, extent: Extent = WHOLE) -> None:
        mistakes = [mistake for mistake in conform_named(name, extent) if not mistake.is_warning]
        if mistakes:
            pytest.fail("\n".join(mistake.text(name) for mistake in mistakes), pytrace=False)

    return demand


def _workspace_around(file: Path) -> Path | None:
    """The nearest folder upward that is a workspace."""
    for folder in file.parents:
        try:
            return find_workspace(folder).root
        except BadInput:
            continue
    return None
