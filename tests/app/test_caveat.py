"""What bots leave out stands on every page with their figures, for a game that says so."""

import pytest

from tests.app.conftest import OpenPage
from tests.support.thorough import one_of
from workbench.app.jobs.queue import Jobs

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Jobs, "warm_up", lambda jobs, scenario: None)


@pytest.mark.parametrize("page", one_of(["results", "strategies", "ladder"], quick="results"))
def test_the_page_says_that_nobody_talks(open_page: OpenPage, page: str) -> None:
    app = open_page(page, game="hollywood_1947")
    assert not app.exception
    notes = [info.value for info in app.info]
    assert any("Table talk is not modelled" in text for text in notes)
    assert not open_page(page, game="hitmakers").info
