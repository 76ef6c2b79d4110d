"""The kit's examples, installed as anybody's games are, hold to all that every game is held to.

Among that: compiled and plain plays are alike, a drawn world looks the same to its player, and no bot decides otherwise
where only what is hidden differs.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.kit import EXAMPLES, install_examples
from workbench.engine.compiling import plain_mode

FILE = "tests/games/test_conformance.py"
COMPILED_LAST = "test_plain_and_compiled_are_equal_and_bots_decide_legally and (ismcts or learned)"
SEARCHED = "goofspiel"
"""The example whose search and learned bots are compiled and held against plain code: its moves are hidden
too, so that all of search is run. What these call of the others, greedy's playouts call too, and that is compiled for
every one; a kernel of search or of learned bots takes as long to compile as all others of its game."""
ROOT = Path(__file__).parents[2]


@pytest.mark.thorough
@pytest.mark.skipif(plain_mode(), reason="compares both modes by itself")
@pytest.mark.parametrize(
    "chosen",
    [*(f"{game} and not ({COMPILED_LAST})" for game in EXAMPLES), f"{SEARCHED} and {COMPILED_LAST}"],
)
def test_an_installed_example_conforms(tmp_path: Path, chosen: str) -> None:
    path = os.pathsep.join([str(install_examples(tmp_path / "site")), str(ROOT)])
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", FILE, "-m", "", "-k", chosen]
    ended = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-6000:]
    assert " passed" in ended.stdout
