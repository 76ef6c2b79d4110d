"""The command `workbench`, which is `python -P -m workbench` too."""

import _signal as signal  # type: ignore[import-not-found]  # loaded since Python began: Ctrl-C in an import is a traceback
import sys


def main() -> None:
    """Run the command that the words say. Until it begins, Ctrl-C ends us by the signal, without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from workbench.cli import main as commands

    commands(prog_name="workbench")


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the folder one is in, whose files may be called as modules are
    main()
