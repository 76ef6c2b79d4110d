"""The setting of a cluster: told at once what is wrong, kept with the workspace, and jobs then play there."""

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.app.waiting import ended
from tests.support.clusters import near_cluster
from workbench.app.jobs.job import Address, JobPhase
from workbench.app.jobs.queue import Jobs
from workbench.app.pages.help import ADDRESS
from workbench.app.services import cluster, services, set_cluster, settings_file
from workbench.engine.problems import BadInput
from workbench.play.batches import ensure_played, simulate
from workbench.scenario import Scenario
from workbench.scenario.files import Workspace

if TYPE_CHECKING:
    from distributed import LocalCluster

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture(scope="module")
def local() -> "Iterator[LocalCluster]":
    """A scheduler with a worker on this machine."""
    with near_cluster(1) as near:
        yield near


def set_to(page: AppTest, address: str) -> AppTest:
    """The page after the address was entered and the button was pressed."""
    page.text_input(key=ADDRESS).set_value(address)
    (button,) = [button for button in page.button if button.label == "Check and use"]
    return button.click().run()


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
        return port


def test_a_cluster_that_answers_is_used_from_now_on(
    open_page: OpenPage, workspace: Workspace, local: "LocalCluster", pair: tuple[Scenario, Scenario]
) -> None:
    page = open_page("help", page="cluster")
    assert "Batches, comparisons and studies play on this computer." in text(page)
    page = set_to(page, f" {local.scheduler_address} ")
    assert not page.exception and not page.error
    assert "1 worker with 1 thread; all play hitmakers" in page.success[0].value
    assert cluster(workspace) == local.scheduler_address
    job = ended(services().jobs.simulate(pair[0]))
    assert (job.phase, job.error, job.players.startswith(f"cluster {local.scheduler_address}: 1 worker")) == (
        *(JobPhase.DONE, ""),
        True,
    )
    page = set_to(page, "")
    assert "play on this computer" in page.success[0].value
    assert cluster(workspace) is None
    assert not settings_file(workspace).exists()


def test_a_wrong_address_is_told_at_once_and_changes_nothing(open_page: OpenPage, workspace: Workspace) -> None:
    set_cluster(workspace, "tcp://10.0.0.7:8786")
    page = set_to(open_page("help", page="cluster"), f"tcp://127.0.0.1:{free_port()}")
    assert not page.exception
    message = "nobody answers (Connection refused); is the scheduler running"
    assert message in page.error[0].value.replace("\\", "")
    assert cluster(workspace) == "tcp://10.0.0.7:8786"


def test_others_on_the_network_cannot_change_it(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    before = config.get_option("server.address")
    config.set_option("server.address", "0.0.0.0")
    try:
        page = open_page("help", page="cluster")
    finally:
        config.set_option("server.address", before)
    assert page.text_input(key=ADDRESS).disabled
    assert "`workbench app` without `--lan`" in text(page)


def test_a_file_of_settings_that_cannot_be_read_says_what_to_write(workspace: Workspace) -> None:
    file = settings_file(workspace)
    for written, message in (("cluster = tcp", "cannot be read"), ('cluster = "nowhere"', "must be the address")):
        file.write_text(written)
        with pytest.raises(BadInput, match=rf"data/settings.toml: cluster.*{message}"):
            cluster(workspace)


def test_comparisons_and_studies_play_there_and_find_the_same(
    jobs: Jobs, local: "LocalCluster", pair: tuple[Scenario, Scenario]
) -> None:
    jobs.cluster = lambda: local.scheduler_address
    compared = ended(jobs.compare(*pair))
    assert (compared.phase, compared.players.startswith("cluster tcp://")) == (JobPhase.DONE, True)
    outcomes = [simulate(side) for side in pair]
    (comparison,) = compared.answer.summaries
    assert [comparison.base.digest, comparison.other.digest] == [outcome.digest for outcome in outcomes]
    shorter = replace(pair[0], plays=500)
    study = ended(jobs.study(("study",), "Ladder", Address("ladder", {}), lambda how, _: ensure_played(shorter, how)))
    assert (study.phase, study.answer.digest) == (JobPhase.DONE, simulate(shorter).digest)
    assert study.players


def test_a_cluster_that_is_gone_fails_the_job_with_what_to_do_and_stored_ones_need_none(
    jobs: Jobs, pair: tuple[Scenario, Scenario]
) -> None:
    ended(jobs.simulate(pair[0]))
    address = f"tcp://127.0.0.1:{free_port()}"
    jobs.cluster = lambda: address
    failed = ended(jobs.simulate(pair[1]))
    assert failed.phase is JobPhase.FAILED
    assert f"{address}: nobody answers" in failed.error
    assert "To play on this computer instead, empty the address under Help, A cluster" in failed.error
    assert ended(jobs.simulate(pair[0])).phase is JobPhase.DONE
