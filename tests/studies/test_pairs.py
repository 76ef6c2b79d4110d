"""A study that is asked of comparisons: its switch of the command, its part of the answer, its frame on the page."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from click.testing import CliRunner

from tests.app.conftest import OpenPage, open_page, store, workspace  # noqa: F401 - fixtures
from tests.app.reading import buttons, text
from tests.app.waiting import ended
from tests.cli.commands import NEW, OLD
from workbench.app.pages.history.lines import every_line
from workbench.app.services import services
from workbench.cli import main
from workbench.report.document import Report
from workbench.store import Store
from workbench.studies import registry
from workbench.studies.fields import WholeNumber
from workbench.studies.pairs import PairQuestion, PairStudy


@dataclass(frozen=True, kw_only=True)
class CountQuestion(PairQuestion):
    """Count to a number."""

    times: Annotated[int, WholeNumber(1, 9, label="Times", help="How far to count.")] = 1


class CountStudy(PairStudy):
    def measure(self, question: Any, options: Any, follow: Any) -> Any:
        return question

    def report(self, answer: Any) -> Report:
        headline = f"From {answer.before.revision} to {answer.scenario.revision}, {answer.times} times."
        data = {"times": answer.times}
        return Report(scenario=answer.scenario, title="A count", headline=headline, plays=0, data=data)


COUNT = CountStudy(
    "count",
    CountQuestion,
    title="Count",
    summary="Counts.",
    about=("**Counting.**",),
    control="count",
    switch="--count",
    button="Count",
)
FEW = ("--bots", "random", "--plays", "20", "--set", "score_target=0", "--no-store")


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    others = registry.studies()
    monkeypatch.setattr(registry, "studies", lambda: {**others, COUNT.name: COUNT})


def test_the_command_has_its_switch_and_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    result = CliRunner().invoke(main, ["compare", OLD, NEW, *FEW, "--count", "--times", "3"])
    assert result.exit_code == 0 and "From 2020-03-04 to 2021-04-08, 3 times." in result.stdout
    told = CliRunner().invoke(main, ["compare", OLD, NEW, *FEW, "--count", "--json"])
    assert '"count": {' in told.stdout and '"times": 1' in told.stdout
    assert '"count"' not in CliRunner().invoke(main, ["compare", OLD, NEW, *FEW, "--json"]).stdout
    help_text = CliRunner().invoke(main, ["compare", "--help"]).stdout
    assert "--count" in help_text and "With --count: how far to count." in " ".join(help_text.split())
    refused = CliRunner().invoke(main, ["compare", OLD, NEW, *FEW, "--times", "3"])
    assert refused.exit_code == 2 and "--times = 3: needs --count" in refused.stderr
    wrong = CliRunner().invoke(main, ["compare", OLD, NEW, *FEW, "--count", "--times", "30"])
    assert wrong.exit_code == 2 and "from 1 to 9" in wrong.stderr


def test_the_page_has_its_frame_and_the_history_its_line(open_page: OpenPage, store: Store) -> None:  # noqa: F811
    place = {"game": "hitmakers", "revision": "2021-04-08", "against": "2020-03-04", "bots": "random", "plays": 300}
    page = open_page("results", **place, count="yes", times=4)
    assert "**Counting.**" in text(page)
    page.button(key="start_count").click().run()
    for job in services().jobs.active:
        ended(job)
    page.run()
    assert "4 times." in text(page) and not page.exception
    (line,) = every_line(store)
    assert line.study == "Count" and line.answer.endswith("4 times.") and line.entry.base == "2020-03-04"
    page.button(key="close_count").click().run()
    assert "start_count" not in buttons(page) and "count" not in page.query_params
