"""What every command says in the same way."""

import json
import sys
from collections.abc import Iterable
from typing import Any

import click

from workbench.engine.problems import Problem


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    click.echo(encoded(value, indent=2))


def encoded(value: Any, indent: int | None = None) -> str:
    """The value as JSON, with letters beyond ASCII as they are where standard output can take them."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=not unicode, indent=indent)


def warn(problems: Iterable[Problem]) -> None:
    """Warnings, a line each, on standard error."""
    for problem in problems:
        click.echo(f"warning: {problem}", err=True)


def warn_left_out() -> None:
    """A warning for each plug-in whose game cannot be loaded."""
    from workbench.engine.registry import left_out

    warn(each.problem for each in left_out())
