"""The commands: each reads its options, calls the study and prints; nothing is computed here.

Results go to standard output; progress, warnings and problems to standard error. Heavy modules are imported inside the
commands that need them, so that `workbench --help` answers at once.
"""

from workbench.cli import batches, games, machine, new_game, playtests, runs, scenarios, sharing
from workbench.cli.common import Commands, batch_options, main
from workbench.cli.studies import command_named, command_names

COMMANDS = (batches, games, machine, new_game, playtests, runs, scenarios, sharing)
"""Importing these modules gives `main` its commands; the others follow from the studies."""
main.more_names, main.more_command = command_names, command_named

__all__ = ["COMMANDS", "Commands", "batch_options", "main"]
