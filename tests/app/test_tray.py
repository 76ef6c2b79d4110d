"""The tray: what runs and what waits, on every page, with ways to show it, put it first, and cancel it."""

from dataclasses import replace

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, plain
from tests.app.turning import followed
from tests.app.waiting import until
from workbench.app.jobs.job import JobPhase
from workbench.app.services import services
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace


def test_what_waits_is_shown_in_order_and_can_be_put_first_and_cancelled(
    open_page: OpenPage, workspace: Workspace
) -> None:
    assert not open_page("rules").get("progress"), "without work there is no tray"
    jobs = services().jobs
    long_batch = load_scenario(workspace, "trickster/no-moon", bots="random", plays=3_000_000)
    running = jobs.simulate(long_batch)
    until(lambda: running.phase is not JobPhase.WAITING)
    one, two = (jobs.simulate(replace(long_batch, seed=seed, plays=100)) for seed in (8, 9))
    page = open_page("rules", game="hitmakers")
    assert not page.exception
    bars = [plain(bar.text) for bar in page.get("progress")]
    assert [bar.rpartition(": ")[2] for bar in bars[1:]] == ["next", "2 before it"]
    assert f"first_{one.id}" not in buttons(page), "it is the next one already"
    on_home = [plain(bar.text) for bar in open_page("home").get("progress")]
    assert len(on_home) == 2 * len(bars) and on_home[-2:] == bars[-2:], "in the page as well as in the header"
    page.button(key=f"first_{two.id}").click().run()
    assert jobs.active == [running, two, one]
    page.button(key=f"cancel_from_tray_{one.id}").click().run()
    assert one.phase is JobPhase.CANCELLED
    app = followed(page, "Show")
    assert not app.exception
    assert (app.selectbox(key="revision").value, app.number_input(key="plays").value) == ("no-moon", 3_000_000)
