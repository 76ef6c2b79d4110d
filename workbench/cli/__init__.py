"""The commands: each reads its options, calls the study and prints; nothing is computed here.

Results go to standard output; progress, warnings and problems to standard error. Heavy modules are imported inside the
commands that need them, so that `workbench --help` answers at once.
"""

import signal
import threading

_interrupts = threading.current_thread() is threading.main_thread()
_interrupts = _interrupts and signal.getsignal(signal.SIGINT) is signal.default_int_handler
if _interrupts:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C while this is imported ends us without a traceback

from workbench.cli.common import Commands, main  # noqa: E402
from workbench.cli.studies import command_names, our_command, plugin_command  # noqa: E402

if _interrupts:
    signal.signal(signal.SIGINT, signal.default_int_handler)

main.modules = ("games", "machine", "new_game", "playtests", "runs", "scenarios", "sharing")
main.our_command, main.plugin_command, main.more_names = our_command, plugin_command, command_names

__all__ = ["Commands", "main"]
