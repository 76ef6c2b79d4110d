"""Text for a terminal: what comes out of files, the store and people's words never controls it."""

import re

import click

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and new line, such as those that begin an ANSI code; and marks that turn text around."""


def printable(text: str) -> str:
    """The text with every control character escaped, as JSON does: an escape is `\\u001b`."""
    return CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a line, as `click.echo` does. Every command prints by this, or by a console of `document`."""
    click.echo(printable(text), err=err, nl=nl)
