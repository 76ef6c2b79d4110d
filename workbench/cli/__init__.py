"""The commands: each reads its options, calls the study and prints; nothing is computed here.

Results go to standard output; progress, warnings and problems to standard error. Heavy modules are imported inside the
commands that need them, so that `workbench --help` answers at once.
"""

from workbench.cli.common import Commands, main
from workbench.cli.studies import command_names, our_command, plugin_command

main.modules = ("games", "machine", "playtests", "runs", "scenarios", "sharing")
main.our_command, main.plugin_command, main.more_names = our_command, plugin_command, command_names

__all__ = ["Commands", "main"]
