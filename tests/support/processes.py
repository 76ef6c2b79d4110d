"""Python in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.processor import patience

ROOT = Path(__file__).parents[2]


def start(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.Popen[str]:
    """A new Python that runs beside us."""
    command = [sys.executable, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=cwd, env={**os.environ, **environment}, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
    )


def output(process: subprocess.Popen[str], timeout: float = 0) -> str:
    """What it printed. Fails with its errors when it did not end well."""
    printed, errors = process.communicate(timeout=timeout or patience(100))
    assert process.returncode == 0, errors
    return printed
