"""`workbench sweep`: what it says, writes and refuses; with sides and without. Its page plays every game."""

import threading
from contextlib import contextmanager, nullcontext

import pytest

from tests.cli.commands import NEW, ONE_DEAL, as_json, run
from tests.support.thorough import one_of
from workbench.cli import progress
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.listing import entries
from workbench.store.runs import Status

VARIED = {"hitmakers/2021-04-08": "hand_size=6..8", "hollywood_1947/six-players": "die_faces=5..6"}
FEW = ("--bots", "random", "--plays", 600, "--no-store")


@pytest.mark.parametrize("scenario", VARIED)
def test_the_answer_names_a_value(scenario, home):
    answer = as_json("sweep", scenario, "--vary", VARIED[scenario], *FEW)
    name = VARIED[scenario].partition("=")[0]
    assert list(answer["vary"]) == [name] and answer["plays"] <= answer["budget"] == 600
    assert all(cell["plays"] >= 100 and cell["measures"] for cell in answer["cells"])
    assert name.replace("_", " ") in answer["answer"].lower()


@pytest.mark.parametrize("scenario", one_of(VARIED, quick="hitmakers/2021-04-08"))
def test_one_step_of_every_rule_says_which_matters_most(scenario, home):
    answer = as_json("sweep", scenario, "--sensitivity", "--bots", "random", "--plays", 6_000, "--no-store")
    assert {effect["verdict"] for effect in answer["effects"]} <= {"higher", "lower", "same", "undecided"}
    assert "matters most" in answer["answer"] or "No single step" in answer["answer"]


def test_reports_say_the_same_and_the_command_that_makes_them_again(home):
    options = ("--vary", "hand_size=6,7", "--vary", "players=3,6", "--for", "tie_rate:lowest", *ONE_DEAL)
    result = run("sweep", NEW, *options, *FEW, "--html", "s.html", "--markdown", "s.md")
    assert result.exit_code == 0, result.output
    page, text = (home / "s.html").read_text(encoding="utf-8"), (home / "s.md").read_text(encoding="utf-8")
    headline = next(line.strip("*") for line in text.splitlines() if line.startswith("**"))
    again = "--set score_target=0 --vary hand_size=6,7 --vary players=3,6 --for tie_rate:lowest "
    assert headline in page and again in page and again in text
    assert " ".join(result.stdout.split())[:30] == headline.replace("\u202f", " ")[:30]
    assert "| Hand size | Players |" in text and "http" not in page.partition("</script>")[2]


VARY, STEPS = ("--vary", "hand_size=5..7", "--for", "tie_rate:lowest"), ("--sensitivity", "--for", "tie_rate")


@pytest.mark.parametrize("options", [pytest.param(VARY), pytest.param(STEPS, marks=pytest.mark.thorough)])
def test_the_answer_is_a_line_of_the_history(options, home):
    call, store = ("sweep", NEW, *options, *FEW[:2], "--plays", 4_000), Store(Workspace(home).store_path)
    as_json(*call, "--no-store")
    assert not store.exists or entries(store) == []
    answer = as_json(*call)
    [line] = entries(store)
    assert (line.study, line.revision, line.sentence) == ("sweep", NEW.partition("/")[2], answer["answer"])
    assert line.plays == answer["plays"] and line.status is Status.DONE
    assert as_json(*call)["answer"] == answer["answer"] and len(entries(store)) == 1


@pytest.mark.parametrize("options", [pytest.param(VARY, marks=pytest.mark.thorough), pytest.param(STEPS)])
def test_one_that_is_interrupted_goes_on_with_the_same_command(options, home, monkeypatch):
    call, stop = ("sweep", NEW, *options, *FEW[:2], "--plays", 4_000, "--json"), threading.Event()
    whole = as_json(*call[:-1], "--no-store")

    @contextmanager
    def follow(title):
        yield lambda done: stop.set() if done.done > 1_500 else None

    with monkeypatch.context() as interrupted:
        interrupted.setattr(progress, "stop_on_interrupt", lambda: nullcontext(stop))
        interrupted.setattr(progress, "study_progress", follow)
        cut = run(*call)
    assert cut.exit_code == 130 and "go on with: workbench" in cut.stderr
    [line] = entries(Store(Workspace(home).store_path))
    assert line.status is Status.INTERRUPTED and not line.sentence
    again = as_json(*call[:-1])
    assert {**again, "elapsed_s": 0} == {**whole, "elapsed_s": 0}


def test_all_that_is_wrong_is_said_at_once(home):
    result = run(
        "sweep", NEW, "--vary", "hand_sise=5", "--for", "tie_rat", "--plays", "x", "--seed", "x", "--jobs", "0"
    )
    assert (result.exit_code, result.stdout) == (2, "")
    for wrong in ("did you mean hand_size", "did you mean tie_rate", "--plays", "--seed", "--jobs"):
        assert wrong in result.stderr
    assert "say which values to try" in run("sweep", NEW).stderr
    assert "not with --sensitivity" in run("sweep", NEW, "--sensitivity", "--vary", "hand_size=5").stderr
