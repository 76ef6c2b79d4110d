"""Says how long each page takes with a small and a large store: 200 revisions, 5 000 batches and as many findings.

    python -m tests.page_times [NAME…] [--workspace DIR] [--browser]

It measures processor time, so that a busy machine tells no tales: what the server works before the page has all of its
content. `first` is the first page of a browser, `warm` the same page again, `changed` the first one after a file of a
revision was touched. The drafts of the page Rules are played beside; their plays are not counted.

With `--browser` it is Chromium that opens each page, by its address, after it has opened it once: the seconds until the
heading and the first content below it can be seen, the median of three, and beside it the processor time of the server.
Of these seconds a busy machine does tell tales.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import click
from click.testing import CliRunner
from playwright.sync_api import Page, sync_playwright
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from tests.app.turning import turned_to
from tests.browser.conftest import DESK, Server, find_chromium, opened
from tests.browser.steady import settled
from workbench.app.jobs import quick
from workbench.app.jobs.queue import Jobs
from workbench.app.navigation import PAGES
from workbench.app.server.launch import MAIN, WORKSPACE
from workbench.cli import main as workbench
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store

REVISIONS, BATCHES = 200, 5_000
PLAYED = "compare hitmakers/2020-03-04 hitmakers/2021-04-08 --bots random --plays 20000"
PLACE = {"game": "hitmakers", "revision": "2021-04-08"}
RESULT = {**PLACE, "against": "2020-03-04", "bots": "random", "plays": "20000"}
LIMIT_S = 1.0
DRAWN_IN_MS = """() => {
    const around = '.st-key-header, .st-key-head, .st-key-controls', empty = '[data-testid=stSkeleton]';
    const seen = each => each.offsetHeight > 8 && !each.querySelector(empty) && !each.closest(around);
    const all = [...document.querySelectorAll('[data-testid=stMain] [data-testid=stElementContainer]')];
    return document.querySelector('[data-testid=stMain] h1') && all.some(seen) && performance.now() / 1000;
}"""
"""Seconds since the address was opened, once the heading and something below it can be seen."""
TIMES = 3
"""How often the browser opens each page."""
REVISION = """game = "hitmakers"
title = "Variant {number}"
parent = "{parent}"
reason = "One of many."
[rules]
score_target = {number}
"""
COPIES = """
insert into runs select runs.* replace (
    nextval('run_numbers') as number, id || '-' || i as id, created_at - to_minutes(i) as created_at, false as has_rows
) from runs, range({copies}) as copies(i) where number <= 2;
insert into findings select findings.* replace (
    run || '-' || i as run, base_run || '-' || i as base_run, found_at - to_minutes(i) as found_at
) from findings, range(2 * {copies}) as copies(i);
"""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([spec.name for spec in PAGES]))
@click.option("--workspace", "folder", type=click.Path(path_type=Path), help="Where the large store is kept.")
@click.option("--browser", is_flag=True, help="Open the pages in Chromium.")
def main(names: tuple[str, ...], folder: Path | None, browser: bool) -> None:
    """Print a table of seconds, and which pages are over the limit."""
    _as_served()
    with tempfile.TemporaryDirectory() as temporary:
        sizes = {"small": small(Path(temporary) / "small"), "large": large(folder or Path(temporary) / "large")}
        for size, workspace in sizes.items():
            pages = names or [spec.name for spec in PAGES]
            if browser:
                _in_browser(size, workspace, pages)
                continue
            os.environ[WORKSPACE] = str(workspace.root)
            click.echo(f"{size:12} {'first':>7} {'warm':>7} {'changed':>7}")
            for name in pages:
                seconds = _times(workspace, name)
                slow = "  over a second" if max(seconds) > LIMIT_S else ""
                click.echo(f"{name:12} {' '.join(f'{time:7.2f}' for time in seconds)}{slow}")


def _as_served() -> None:
    """Run pages as the server runs them, but without what is loaded beside them."""
    manifests = manifest_scanner.scan_component_manifests()
    manifest_scanner.scan_component_manifests = lambda: manifests
    config.set_option("browser.gatherUsageStats", False)
    config.set_option("runner.magicEnabled", False)
    Jobs.warm_up = lambda jobs, scenario: None  # type: ignore[method-assign]
    quick.MOST_PLAYS = 128


def small(root: Path) -> Workspace:
    """A workspace with one comparison."""
    workspace = init_workspace(root)[0]
    if not workspace.store_path.exists():
        CliRunner().invoke(workbench, [*PLAYED.split(), "--workspace", str(root)], catch_exceptions=False)
    return workspace


def large(root: Path) -> Workspace:
    """The same with many revisions and batches; half of the revisions stand in chains of ten."""
    is_new = not root.exists()
    workspace = small(root)
    if is_new:
        for number in range(1, REVISIONS + 1):
            parent = f"variant-{number - 1}" if number > REVISIONS / 2 and number % 10 else "2021-04-08"
            text = REVISION.format(number=number, parent=parent)
            (workspace.scenarios / "hitmakers" / f"variant-{number}.toml").write_text(text)
        with Store(workspace.store_path).writing() as cursor:
            cursor.execute(COPIES.format(copies=BATCHES // 2))
    return workspace


def _times(workspace: Workspace, name: str) -> list[float]:
    """Seconds of the first page, of the next one, and of the first after a change."""
    page = AppTest.from_file(str(MAIN), default_timeout=600)
    if name != "home":
        turned_to(page, name)
    page.query_params.update(_parameters(name))
    seconds = [_run(page), _run(page)]
    (workspace.scenarios / "hitmakers" / "2021-04-08.toml").touch()
    return [*seconds, _run(page)]


def _parameters(name: str) -> dict[str, str]:
    return RESULT if name == "results" else PLACE if name not in ("home", "help") else {}


def _in_browser(size: str, workspace: Workspace, names: Sequence[str]) -> None:
    """Print how long Chromium takes for each page, and how long the server works for it."""
    click.echo(f"{size:12} {'shown':>7} {'server':>7}")
    with _chromium(workspace) as (server, page):
        for name in names:
            address = f"{server.address}/{'' if name == 'home' else name}?{urlencode(_parameters(name))}"
            opened(page, address)
            openings = [_opened_again(server, page, address) for _ in range(TIMES)]
            drawn, worked = map(statistics.median, zip(*openings, strict=True))
            click.echo(f"{name:12} {drawn:7.2f} {worked:7.2f}{'  over a second' if drawn > LIMIT_S else ''}")


@contextmanager
def _chromium(workspace: Workspace) -> Iterator[tuple[Server, Page]]:
    """A server of the workspace, and a tab."""
    with sync_playwright() as playwright:
        server = Server(workspace)
        try:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
            yield server, chromium.new_page(viewport={"width": DESK[0], "height": DESK[1]})
        finally:
            server.kill()


def _opened_again(server: Server, page: Page, address: str) -> tuple[float, float]:
    """Seconds until the page shows something, and the processor time that the server has spent when it rests."""
    began = _worked(server.process.pid)
    page.goto(address, wait_until="commit")
    drawn = page.wait_for_function(DRAWN_IN_MS, polling="raf").json_value()
    settled(page)
    return drawn, _worked(server.process.pid) - began


def _worked(pid: int) -> float:
    """Processor time of a process so far, all threads, as Linux counts it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _run(page: AppTest) -> float:
    began = time.process_time()
    page.run()
    assert not page.exception, page.exception
    return time.process_time() - began


if __name__ == "__main__":
    main()
