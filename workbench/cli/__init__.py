"""The commands. No logic: each reads its options, calls the study, and prints.

Results go to standard output; progress, warnings and problems to standard error. Whatever is heavy is imported inside
the command that needs it, so that `workbench --help` answers at once.
"""

from workbench.cli import batches, compare, machine, runs, scenarios, strength
from workbench.cli.group import Commands, main
from workbench.cli.options import batch_options

__all__ = ["Commands", "batch_options", "batches", "compare", "machine", "main", "runs", "scenarios", "strength"]
