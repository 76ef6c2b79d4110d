"""Files and folders that a command writes: one kind of option, one guard, and how they are written."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from workbench.engine.files import is_folder, is_there, write_whole
from workbench.engine.problems import BadInput, Problems

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and new line, such as those that begin an ANSI code; and marks that turn text around."""


def printable(text: str) -> str:
    """The text with every control character escaped, as JSON does: an escape is `\\u001b`."""
    return CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a line, as `click.echo` does. Every command prints by this, or by a console of `document`."""
    click.echo(printable(text), err=err, nl=nl)


if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.scenario.files import Workspace

OptionValue: TypeAlias = Any
"""The value of an option or argument: Click reads it, as the type that the option declares."""
ELSEWHERE = "choose another name or place"
STANDARD_OUTPUT = Path("-")


class OutputFile(click.Path):
    """A file that a command writes. `check_outputs` guards every option and argument of this type."""

    def __init__(self, *, replaces_backup: bool = False) -> None:
        super().__init__(path_type=Path)
        self.replaces_backup = replaces_backup

    def convert(self, value: OptionValue, param: click.Parameter | None, ctx: click.Context | None) -> OptionValue:
        if not str(value).strip() and param:
            raise BadInput.one(option_name(param), "is empty; name what is to be written")
        if str(value) == "-" and param and self.replaces_backup:
            raise BadInput.one(option_name(param), "must be a file, not standard output", "-")
        return super().convert(value, param, ctx)

    def check(self, path: Path, option: str) -> None:
        """Raise BadInput early where `write_bytes` would fail after hours of playing, or lose something."""
        if is_folder(path):
            raise BadInput.one(option, "must be a file, not a folder", path)
        with cannot_be_written(option, path), suppress(FileNotFoundError):
            path.lstat()  # a name that is too long
        if not is_folder(path.parent):
            raise BadInput.one(option, f"cannot be written: there is no folder {path.parent}", path)
        if not os.access(path if is_there(path) else path.parent, os.W_OK):
            raise BadInput.one(option, "cannot be written: permission denied", path)
        self._check_kind(path, option)

    def _check_kind(self, path: Path, option: str) -> None:
        """Raise BadInput where a report would replace a database or a backup, or a backup anything else."""
        from workbench.store.copies import is_backup, is_database

        with cannot_be_written(option, path):
            if not is_there(path) or not (path.is_file() or self.replaces_backup):
                return
            backup = path.is_file() and is_backup(path)
            database = not self.replaces_backup and is_database(path)
        if self.replaces_backup and not backup:
            raise BadInput.one(option, "is not a backup, and is not replaced", path)
        if not self.replaces_backup and (backup or database):
            raise BadInput.one(
                option, f"is a {'backup' if backup else 'database'}, and is not replaced; {ELSEWHERE}", path
            )


class OutputFolder(OutputFile):
    """A folder that a command writes files to."""

    def check(self, path: Path, option: str) -> None:
        """Raise BadInput for what can be no folder."""
        nearest = next(place for place in (path, *path.absolute().parents) if is_there(place))
        if not is_folder(nearest):
            raise BadInput.one(option, f"must be a folder, which {nearest} is not", path)


def option_name(param: click.Parameter, context: click.Context | None = None) -> str:
    """Its name on the command line: `--html`, FILE."""
    return (
        param.opts[0] if isinstance(param, click.Option) else param.make_metavar(context or click.get_current_context())
    )


def check_outputs() -> None:
    """Raise BadInput with every output of this command that would overwrite what it must not, or cannot be written."""
    problems = Problems()
    written: dict[Path, str] = {}
    context = click.get_current_context()
    for param, path in _outputs(context):
        if path != STANDARD_OUTPUT:
            problems.attempt(_check, param, path)
        elif context.params.get("as_json"):
            problems.wrong(option_name(param), "cannot be standard output beside --json, which prints there", path)
        if (first := written.setdefault(path.absolute(), option_name(param))) != option_name(param):
            problems.wrong(option_name(param), f"is the file of {first} already; {ELSEWHERE}", path)
    problems.refuse()


def _outputs(context: click.Context) -> Iterator[tuple[click.Parameter, Path]]:
    """The outputs of a command that were named."""
    for param in context.command.params:
        path = context.params.get(param.name or "")
        if isinstance(param.type, OutputFile) and path is not None:
            yield param, path


def _check(param: click.Parameter, path: Path) -> None:
    refuse_protected(path, option_name(param))
    if isinstance(param.type, OutputFile):
        param.type.check(path, option_name(param))


def refuse_protected(path: Path, option: str) -> None:
    """Raise BadInput where an output would overwrite the store, a revision, a card list or a game."""
    from workbench.scenario.files import reason_to_protect

    if reason := reason_to_protect(path, _workspace()):
        raise BadInput.one(option, f"{reason}, and nothing is written there; {ELSEWHERE}", path)


def _workspace() -> "Workspace | None":
    """The workspace of the command; None where there is none, which is a problem of `--workspace`."""
    from workbench.scenario.files import find_workspace

    context = click.get_current_context(silent=True)
    try:
        return find_workspace(context.params.get("workspace") if context else None)
    except BadInput:
        return None


@contextmanager
def cannot_be_written(option: str, path: Path) -> Iterator[None]:
    """Raise BadInput where the system refuses a file."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise BadInput.one(option, f"cannot be written: {getattr(error, 'strerror', error)}", path) from None


def write_text(path: Path, text: str, option: str, private: bool = False) -> None:
    """Write a result to the file of `option`, replacing an older one. Raises BadInput if that is not allowed.

    Only its owner can read a new file that is `private`.
    """
    write_bytes(path, text.encode(), option, private)


def write_bytes(path: Path, data: bytes, option: str, private: bool = False) -> None:
    """The same for bytes, and say so. What is there by now is checked again: hours may have passed."""
    if path == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    refuse_protected(path, option)
    mode = 0o600 if private else 0o666
    with cannot_be_written(option, path):
        file = path.resolve()
        _, *places = path.absolute().parts
        is_device = places[:1] in (["dev"], ["proc"]) and places[1:2] != ["shm"]
        if is_device or (is_there(file) and not file.is_file()) or not os.access(file.parent, os.W_OK):
            with open(path, "wb", opener=partial(os.open, mode=mode)) as target:
                target.write(data)
        else:
            write_whole(file, data, mode)  # on a full disk the older one stays
    echo(f"wrote {path}", err=True)


def is_printed() -> bool:
    """True where an output of this command is standard output: nothing else is printed then."""
    return any(path == STANDARD_OUTPUT for _, path in _outputs(click.get_current_context()))


def write_report(
    report: "Report",
    command: str,
    html_file: Path | None,
    markdown_file: Path | None,
    csv_file: Path | None = None,
    example_file: Path | None = None,
) -> None:
    """Write a document to the files that are named."""
    if html_file is not None:
        from workbench.report.renderers.html import as_html

        write_text(html_file, as_html(report, command), "--html")
    if markdown_file is not None:
        from workbench.report.renderers.markdown import as_markdown

        write_text(markdown_file, as_markdown(report, command), "--markdown")
    if csv_file is not None:
        from workbench.report.renderers.text import as_csv

        write_text(csv_file, as_csv(report), "--csv")
    if example_file is not None:
        from workbench.report.example import as_text, example_of

        write_text(example_file, as_text(example_of(report, command)), "--example")
