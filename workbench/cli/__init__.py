"""The commands: each reads its options, calls the study and prints; nothing is computed here.

Results go to standard output; progress, warnings and problems to standard error. Heavy modules are imported inside the
commands that need them, so that `workbench --help` answers at once.
"""

from workbench.cli import batches, compare, machine, playtests, runs, scenarios, store, strength
from workbench.cli.common import batch_options
from workbench.cli.group import Commands, main

COMMANDS = (batches, compare, machine, playtests, runs, scenarios, store, strength)
"""Importing these modules gives `main` its commands."""

__all__ = ["COMMANDS", "Commands", "batch_options", "main"]
