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
ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(plain_mode(), reason="compares both modes by itself")
def test_installed_examples_conform(tmp_path: Path) -> None:
    path = os.pathsep.join([str(install_examples(tmp_path / "site")), str(ROOT)])
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", FILE, "-k", " or ".join(EXAMPLES)]
    ended = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-6000:]
    assert " passed" in ended.stdout
