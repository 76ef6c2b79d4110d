"""`quality`: what it prints, its JSON, its files, and what it refuses; the loop runs plain, so nothing is compiled."""

import pytest

from tests.cli.commands import NEW, OLD, as_json, run
from workbench.engine import batch as batches
from workbench.engine.compiling import plainly
from workbench.engine.timeline import follow_range
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries
from workbench.studies.quality.figures import MEASURES

FAST = ("--bots", "random", "--set", "production_rounds=1", "--set", "score_target=25", "--jobs", 1)
FEW = ("quality", NEW, *FAST, "--plays", 3, "--seed", 2)


class PlainLoop:
    """The loop as plain Python, in the place of a kernel."""

    is_warm = True
    __call__ = staticmethod(plainly(follow_range))


@pytest.fixture(autouse=True)
def plain_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "timeline_kernel", lambda name, sources, table: PlainLoop())


def test_every_figure_as_json(home):
    found = as_json(*FEW)
    assert (found["game"], found["plays"], found["bots"]) == ("hitmakers", 3, ["random"] * 3)
    assert set(found["figures"]) <= set(MEASURES) and {"drama", "length", "forced"} <= set(found["figures"])
    drama = found["figures"]["drama"]
    assert drama["low"] <= drama["mean"] <= drama["high"] and drama["plays"] <= 3 and "Browne" in drama["source"]
    assert found["forecasts"]["stages"] == []  # too few plays
    assert {use["kind"] for use in found["actions"]} >= {"scout", "draw_stock"}
    assert "too few" in found["headline"]
    assert as_json("runs")["runs"] == []  # nothing is stored
    assert as_json(*FEW) == found


def test_a_game_of_movies_has_the_figures_of_its_standings_and_actions(home):
    found = as_json("quality", "hollywood_1947/three-players", "--bots", "random", "--plays", 2, "--jobs", 1)
    assert {"lead_changes", "decisiveness", "choices", "length"} <= set(found["figures"]) and found["headline"]
    assert "swap" in {use["kind"] for use in found["actions"]} and found["stage"] == "movie"


def test_the_answer_is_a_line_of_the_history_unless_it_is_not_stored_or_rules_are_changed(home):
    asked, store = ("quality", NEW, "--bots", "random", "--plays", 3, "--jobs", 1), Store(Workspace(home).store_path)
    as_json(*asked, "--no-store")
    as_json(*FEW)
    assert not store.exists or entries(store) == []
    as_json(*asked, "--against", OLD)
    [line] = entries(store)
    assert (line.study, line.revision, line.base, line.plays) == ("quality", "2021-04-08", "2020-03-04", 3)
    assert line.options == {"bots": "random", "plays": 3, "seed": line.seed, "versus": "2020-03-04"} and line.sentence


def test_against_another_revision_on_the_same_shuffles(home):
    found = as_json(*FEW, "--against", OLD)
    assert (found["base"]["scenario"], found["other"]["scenario"]) == ("2020-03-04", "2021-04-08")
    length = found["changes"]["length"]
    assert length["difference"] == pytest.approx(length["other"] - length["base"])
    assert {each["verdict"] for each in found["changes"].values()} == {"undecided"}
    same = as_json(*FEW, "--against", NEW)["changes"]
    assert all(each["difference"] == 0 and each["low"] <= 0 <= each["high"] for each in same.values())


def test_a_page_and_a_summary_say_how_to_make_them_again(home, tmp_path):
    page, text = tmp_path / "quality.html", tmp_path / "quality.md"
    found = run(*FEW, "--html", page, "--markdown", text)
    assert found.exit_code == 0, found.stderr
    written, again = (
        text.read_text(encoding="utf-8"),
        f"workbench quality {NEW} --set production_rounds=1 --set score_target=25 --plays 3",
    )
    assert again in written and again in page.read_text(encoding="utf-8")
    assert "| Drama |" in written and "http" not in written


def test_every_problem_is_told_at_once(home, tmp_path):
    found = run("quality", NEW, "--plays", 200_000, "--jobs", 0, "--html", tmp_path)
    assert found.exit_code == 2 and len(found.stderr.splitlines()) == 3
    assert "100,000" in found.stderr and "Traceback" not in found.stderr


def test_a_revision_of_another_game_is_refused(home):
    found = run("quality", NEW, "--against", "trickster/prototype-a", "--plays", 3)
    assert found.exit_code == 2
    said = "--against = trickster/prototype-a: must be a revision of hitmakers, as hitmakers/2021-04-08 is"
    assert said in found.stderr
