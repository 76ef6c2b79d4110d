"""From a click to the drawn page: `python -m tests.limit.page_times [TIMES]`, with 40 revisions and 500 results.

For each page, in Chromium: median and ninetieth percentile of the clock, and processor time of the server a page.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import click
from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, DESK, Server, compiled_ms, find_chromium, opened
from tests.browser.steady import GO, UNSEEN_S, settled
from tests.support import full
from workbench.app.navigation import PAGES
from workbench.cli import main as workbench
from workbench.scenario.files import init_workspace
from workbench.store import Store

REVISIONS, RESULTS = 40, 500
PLAYED = "compare hitmakers/2020-03-04 hitmakers/2021-04-08 --bots random --plays 200"
WARM = 2
"""Times a page is drawn before it is measured."""


def main(times: int) -> None:
    """Print a line a page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        workspace = init_workspace(Path(folder) / "studio")[0]
        CliRunner().invoke(workbench, [*PLAYED.split(), "--workspace", str(workspace.root)], catch_exceptions=False)
        full.REVISIONS, full.BATCHES = REVISIONS - 4, 2 * RESULTS
        full.fill(workspace, Store(workspace.store_path))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        server = Server(workspace)
        try:
            page = browser.new_page(viewport={"width": DESK[0], "height": DESK[1]}, reduced_motion="reduce")
            page.set_default_timeout(compiled_ms())
            opened(page, server.address)
            for spec in PAGES:
                place = f"/{spec.name}?game=hitmakers&revision=2021-04-08" if spec is not PAGES[0] else "/"
                clocks, processor = [], 0.0
                for turn in range(WARM + times):
                    for elsewhere in ("/help?page=glossary", place):
                        settled(page)
                        began, used = time.perf_counter(), used_by(server)
                        page.evaluate(GO, [elsewhere, UNSEEN_S * 1000])
                    clocks.append(time.perf_counter() - began)
                    processor += (used_by(server) - used) * (turn >= WARM)
                clock = clocks[WARM:]
                click.echo(
                    f"{spec.name:12} median {median(clock):.2f} s, 90 % {quantiles(clock, n=10)[-1]:.2f} s,"
                    f" processor {processor / times:.2f} s"
                )
        finally:
            server.kill()


def used_by(server: Server) -> float:
    """The processor seconds that a server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(int(next(iter(sys.argv[1:]), "9")))
