"""`python -m workbench` is the command `workbench`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the folder one is in, whose files may be called as modules are

from workbench.cli import main

main(prog_name="workbench")
