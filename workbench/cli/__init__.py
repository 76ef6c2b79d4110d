"""The commands. No logic: each reads its options, calls the study, and prints.

Results go to standard output; progress, warnings and problems to standard error. Whatever is heavy is imported inside
the command that needs it, so that `workbench --help` answers at once.
"""

from workbench.cli import batches, compare, machine, playtests, runs, scenarios, sessions, store, strength
from workbench.cli.common import batch_options
from workbench.cli.group import Commands, main

COMMANDS = (batches, compare, machine, playtests, runs, scenarios, sessions, store, strength)
"""The files whose import gives `main` its commands."""

__all__ = ["COMMANDS", "Commands", "batch_options", "main"]
