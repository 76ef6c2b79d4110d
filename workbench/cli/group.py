"""The command `workbench`, and how it reports failures."""

import gc
import sys
from typing import Any

import click

from workbench.engine.problems import WorkbenchError

INTERRUPTED = 130
GARBAGE_AFTER = 20_000
"""New objects after which Python looks for garbage: imports make many that stay; looking took a tenth of start-up."""


class Commands(click.Group):
    """A group that prints a line for each problem, and exits with the code of the failure."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WorkbenchError as error:
            click.echo(str(error), err=True)
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group("workbench", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="playtest-workbench", prog_name="workbench")
def main() -> None:
    """A playtest workbench: change a rule, play it a hundred thousand times, see whether the game got better.

    SCENARIO is a path, or game/revision in the workspace, as in hitmakers/2021-04-08.
    """
    gc.set_threshold(GARBAGE_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
