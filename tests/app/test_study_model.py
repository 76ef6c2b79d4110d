"""What the page of a study lets one choose, and shows before it is played, while, and afterwards: no page is drawn."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.app.conftest import PACE, Session
from workbench.app.address import Location
from workbench.app.jobs.job import Address, Job, JobPhase
from workbench.app.pages import results as results_page
from workbench.app.pages import study as page
from workbench.app.pages.results import ResultsView, comparisons
from workbench.app.place import Place
from workbench.app.services import revisions
from workbench.app.widgets import controls, study_page
from workbench.app.widgets.fields import QuestionChoice
from workbench.app.widgets.study_page import AGAIN, AGAIN_QUICK, PageStudy, StudyButton, StudyView, model, model_of_part
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.report.findings import MIXED
from workbench.scenario import Scenario
from workbench.store.runs import Run
from workbench.studies.by_change import STUDY as BY_CHANGE
from workbench.studies.decks import STUDY as DECKS
from workbench.studies.find.question import MATTERS
from workbench.studies.ladder import STUDY as LADDER
from workbench.studies.ladder.question import LadderQuestion
from workbench.studies.quality import STUDY as QUALITY
from workbench.studies.quality.question import QualityQuestion
from workbench.studies.registry import page_studies, studies
from workbench.studies.study import AnyStudy, Question

Pair = tuple[Scenario, Scenario]
PLACE = Address("ladder", {})


@pytest.fixture(autouse=True)
def one_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_page, "pace_of", lambda scenario: PACE)


# What is chosen

STUDIES = [name for name, study in page_studies().items() if study.page in (name, "find")]
LAST = {
    "hitmakers": "2021-04-08",
    "trickster": "no-moon",
    "showbiz_shuffle": "reference",
    "hollywood_1947": "six-players",
}


def place_of(game: str, revision: str = "", *against: str) -> Place:
    there = revisions(games()[game])
    return Place(games()[game], there, revision or LAST.get(game) or there.leading, against)


def chosen(
    name: str, game: str, says: Mapping[str, object] | None = None, **before: Any
) -> tuple[QuestionChoice, Location]:
    """What an address chooses on the page of a study, and the address afterwards."""
    at = Location(name)
    for key, value in (says or {}).items():
        at.write(key, value)
    return page.choice_of(studies()[name], place_of(game), at, before), at


def held(choice: QuestionChoice) -> dict[str, object]:
    return {control.key: control.value for control in (*choice.at_hand, *choice.folded)}


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize("game", LAST)
@pytest.mark.parametrize("name", STUDIES)
def test_what_is_suggested_can_be_asked_and_the_long_study_is_what_its_button_begins(name: str, game: str) -> None:
    """So one click begins it, and leads to the page that follows it."""
    study = studies()[name]
    choice, at = chosen(name, game)
    if study.reason_against(choice.game):
        assert not choice.folded and not choice.at_hand
        return
    question = page.question_of(study, choice)
    assert not at.ignored and not at.choices
    assert {control.key for control in choice.folded} >= ({"seed"} if question.needs_plays else set())
    page_study, longer = page.with_longer(study, choice, question)
    if longer is None or not question.needs_plays:
        return
    leads = model(page_study, None, longer).buttons[1].choices
    there, _ = chosen(name, game, leads)
    long, none = page.with_longer(study, there, page.question_of(study, there))
    assert long.key == longer.key and none is None and not long.is_short


WRONG = {
    "decks": ("card_list", "bots", "plays", "seed"),
    "sweep": ("vary", "length", "bots", "seed"),
    "strategies": ("restrict", "contest_plays", "seed"),
    "ladder": ("top", "contest_plays", "seed", "lowest", "shuffles", "retakes", "luck_bot"),
    "compare": ("bots", "also", "plays", "seed"),
}


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize("name", WRONG)
def test_what_an_address_says_wrongly_is_left_out_with_a_word(name: str) -> None:
    """A mistyped top rung gave the costliest ladder, a mistyped revision another one, without a word."""
    game, says = "showbiz_shuffle" if name == "decks" else "hitmakers", dict.fromkeys(WRONG[name], "mistyped")
    if name == "compare":
        at = Location(name, {key: [value] for key, value in says.items()})
        comparisons.choice_of(place_of(game, "2021-04-08", "2020-03-04"), at)
    else:
        at = chosen(name, game, says)[1]
    assert len(set(at.ignored)) == len(WRONG[name]), "a word for each"
    assert all("= mistyped in the address is ignored" in words for words in at.ignored)
    assert "mistyped" not in str(at.choices)


@pytest.mark.usefixtures("workspace")
def test_the_top_rung_doubles_the_lowest() -> None:
    choice, _ = chosen("ladder", "hitmakers", {"length": "long", "lowest": 30})
    top = next(control for control in choice.folded if control.key == "top")
    assert (list(top.options)[:3], top.value) == (["30", "60", "120"], "1920")
    assert choice.words == "up to 1920 playouts · long study"
    none, _ = chosen("ladder", "hitmakers", {"length": "long", "lowest": 0})
    with pytest.raises(BadInput, match="lowest"):
        page.question_of(LADDER, none)


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize("name", ["ladder", "strategies"])
def test_a_solo_game_is_a_question_where_it_can_be_lost(name: str) -> None:
    choice = page.choice_of(studies()[name], place_of("hollywood_1947", "solo"), Location(name), {})
    assert page.question_of(studies()[name], choice).scenario.together


@pytest.mark.usefixtures("workspace")
def test_where_nothing_is_played_there_are_no_controls_for_plays() -> None:
    assert list(held(chosen("decks", "hollywood_1947")[0])) == ["card_list"]


@pytest.mark.usefixtures("workspace")
def test_slow_bots_play_less_at_first_and_what_is_more_is_no_quick_look() -> None:
    quick, _ = chosen("decks", "showbiz_shuffle")
    slow, _ = chosen("decks", "showbiz_shuffle", {"bots": "ismcts:200"})
    assert 100 <= slow.batch.plays < quick.batch.plays / 10 and slow.words.startswith("tree search 200 · ")
    page_study, longer = page.with_longer(DECKS, quick, page.question_of(DECKS, quick))
    assert page_study.is_short and longer and longer.scenario.plays == DECKS.times_long * quick.batch.plays
    more, _ = chosen("decks", "showbiz_shuffle", {"bots": "ismcts:200", "plays": 1000})
    assert not page.with_longer(DECKS, more, page.question_of(DECKS, more))[0].is_short


@pytest.mark.usefixtures("workspace")
def test_bots_differ_by_seat_and_each_has_a_control_then() -> None:
    choice, _ = chosen("quality", "hitmakers", {"bots": MIXED, "seat_2": "random"})
    assert choice.batch.bots == "greedy random greedy"
    seats = [control.key for control in choice.folded if control.is_small]
    assert seats == ["seat_1", "seat_2", "seat_3"]


@pytest.mark.usefixtures("workspace")
def test_what_a_page_leaves_out_is_not_asked_and_what_is_said_of_it_waits() -> None:
    choice, _ = chosen("sweep", "hitmakers", sensitivity=[MATTERS])
    assert "vary" not in held(choice) and choice.texts["sensitivity"] == [MATTERS]
    quick, at = chosen("ladder", "hitmakers", {"length": "quick", "top": "3200"})
    assert "top" not in held(quick) and at.read("top") == "3200" and quick.words == "quick look"
    assert chosen("ladder", "hitmakers", {"top": "3200"})[0].words.endswith("long study"), "only that has a top rung"


@pytest.mark.usefixtures("workspace")
def test_goals_are_written_and_said_in_words() -> None:
    sides = held(chosen("tune", "hollywood_1947")[0])["goals"]
    assert sides == "patriots_won_rate <= 0.55; communists_won_rate <= 0.55"
    choice, _ = chosen("tune", "hitmakers", {"goals": "tie_rate <= 0.05\ndeals = 4..5"})
    assert choice.texts["goals"] == ["tie_rate <= 0.05", "deals = 4..5"]
    assert "4" in choice.at_hand[-1].words
    assert chosen("tune", "hitmakers", {"goals": "nonsense"})[0].at_hand[-1].words == ""


def compared(says: Mapping[str, object] | None = None, *against: str) -> QuestionChoice:
    """What an address chooses on the page Results of a revision, held against others, if any."""
    at = Location("results", {key: [str(value)] for key, value in (says or {}).items()})
    return comparisons.choice_of(place_of("hitmakers", "2021-04-08", *against), at)


@pytest.mark.usefixtures("workspace")
def test_results_play_what_the_revision_suggests_or_the_address_says_and_say_so() -> None:
    alone = compared()
    assert (alone.batch.bots, alone.batch.plays, alone.batch.seed) == ("greedy", 20_000, 1)
    assert alone.words == "quick · 20\u202f000 plays"
    chosen = compared({"bots": "mixed", "seat_1": "random", "seat_2": "hoarder", "plays": 300, "seed": 7})
    assert (chosen.batch.bots, chosen.batch.plays, chosen.batch.seed) == ("random hoarder greedy", 300, 7)
    assert "also" not in held(chosen), "one revision has no second strength"


@pytest.mark.usefixtures("workspace")
def test_plays_of_a_second_strength_are_suggested_by_what_its_bots_cost() -> None:
    for bots, plays in {"ismcts:200": 1_000, "ismcts:1000": 200, "random": 2_000}.items():
        choice = compared({"plays": 2_000, "also": bots}, "2020-03-04")
        assert held(choice)["also_plays"] == plays
        assert next(control for control in choice.folded if control.key == "also").forgets == ("also_plays",)
    assert choice.words == "also random · quick · 2\u202f000 plays"
    assert compared({"plays": 2_000}, "2020-03-04").words == "quick · 2\u202f000 plays"
    assert "also" not in held(compared({}, "2020-03-04", "concentration")), "nor have several"


@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ({"also": "greedy"}, ["must be other bots than those that are asked first"]),
        ({"also": "random", "plays": 0, "also_plays": 0}, ["plays = 0: must be", "also-plays = 0: must be"]),
        ({"plays": 10**12}, ["plays = 1000000000000"]),
        ({"until": "pionts", "limit": 5}, ["points", "limit = 5"]),
    ],
)
def test_all_that_is_wrong_with_a_comparison_is_told(says: dict[str, object], wrong: list[str]) -> None:
    with pytest.raises(BadInput) as refused:
        comparisons.question_of(compared(says, "2020-03-04"))
    assert all(words in str(refused.value) for words in wrong)


# What stands on the page Results


def sides_against(against: str) -> Pair:
    base, other = comparisons.question_of(compared({}, against)).revisions
    return base, other


def results(says: Mapping[str, object], *against: str, job: Job | None = None, by_first: Any = None) -> ResultsView:
    return results_page.model(comparisons.question_of(compared({"plays": 300, **says}, *against)), job, by_first)


@pytest.mark.usefixtures("workspace")
def test_the_main_action_says_what_it_begins() -> None:
    assert (alone := results({})).start == "Play 300 times" and alone.starts.endswith(": 300 plays, by quick bots.")
    assert alone.until is None and not BY_CHANGE.applies_to(*sides_against("concentration")), "one rule has changed"
    assert BY_CHANGE.applies_to(*sides_against("2020-03-04"))
    one = results({}, "2020-03-04")
    assert one.start == "Compare with First published rules" and "300 plays of each revision" in one.starts
    assert one.until is one.asks.question
    assert results({}, "2020-03-04", "concentration").start == "Compare 3 revisions"
    until = results({"until": "goals", "limit": 900}, "2020-03-04")
    assert until.start == "Play until decided" and "at most 900 plays of each" in until.starts
    assert results({}, job=job(JobPhase.CANCELLED, 3)).goes_on and not results({}, job=job(JobPhase.CANCELLED)).goes_on
    assert results({}, job=job(JobPhase.PLAYING, 3)).is_running
    second = results({"also": "random"}, "2020-03-04", by_first=ANSWER)
    assert second.starts == "Not played yet by random bots. Below is what the first bots found."
    assert second.by_first and second.by_first.answer is ANSWER and second.until is None


@pytest.mark.usefixtures("workspace")
def test_an_answer_of_two_revisions_can_be_asked_otherwise() -> None:
    done = job(JobPhase.DONE, 9, answer=ANSWER)
    two = results({}, "2020-03-04", job=done)
    assert not two.start and two.answer is ANSWER and two.until and two.stronger
    assert two.stronger.also_bots == ("thinker:200",)
    assert two.swapped == {"revision": "2020-03-04", "against": "2021-04-08"}
    assert results({"bots": "ismcts:200"}, "2020-03-04", job=done).stronger is None
    again = results({"also": "random"}, "2020-03-04", job=done)
    assert again.until and not again.swapped and again.stronger is None
    for other in (results({}, job=done), results({}, "2020-03-04", "concentration", job=done)):
        assert not other.until and not other.swapped and not other.stronger


@pytest.mark.usefixtures("workspace")
def test_of_a_parent_and_its_children_the_parent_is_the_base() -> None:
    place = place_of("hitmakers", "2021-04-08", "concentration", "four-players")
    assert comparisons.base_and_others(place) == ("2021-04-08", ["concentration", "four-players"])
    place = place_of("hitmakers", "2021-04-08", "2020-03-04", "concentration")
    assert comparisons.base_and_others(place) == ("2020-03-04", ["2021-04-08", "concentration"])


def test_a_fraction_of_a_play_is_refused_with_a_word_and_the_number_stays(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []
    monkeypatch.setattr("streamlit.toast", lambda text, icon: words.append(text))
    session["plays"] = 2.5
    assert controls.number_of("plays", "Plays") is None
    assert words == [r"Plays = 2.5 is ignored\: it must be a whole number"]
    session["plays"] = 400.0
    assert controls.number_of("plays", "Plays") == 400 and len(words) == 1


# What stands on the page of a study


def on_page(study: object, question: Question, is_short: bool = False, part: str = "") -> PageStudy:
    return PageStudy(cast(AnyStudy, study), question, PLACE, is_short, part)


def ladder(scenario: Scenario, quick: bool = True) -> PageStudy:
    return on_page(LADDER, LadderQuestion(scenario=scenario, quick=quick), quick)


def job(phase: JobPhase, done: int = 0, stopped: bool = False, **more: Any) -> Job:
    job = Job(key=(), title="", place=PLACE, ask=lambda options, follow: None, phase=phase, **more)
    job.advance = cast(Any, SimpleNamespace(done=done, plays=9))
    if stopped:
        job.stop.set()
    return job


ANSWER = cast(Any, SimpleNamespace(unfinished=False))


def labels(view: StudyView) -> list[str]:
    return [button.label for button in view.buttons]


def start(view: StudyView) -> StudyButton:
    return view.buttons[0]


def test_a_quick_look_leads_to_the_long_study_with_what_it_takes(pair: Pair) -> None:
    quick, long = ladder(pair[1]), ladder(pair[1], quick=False)
    view = model(quick, None, long)
    assert start(view) == StudyButton("start_ladder", "Quick look", study_page.job_progress.START, begins=quick)
    leads = view.buttons[1]
    assert leads.label.startswith("Long study, about ") and leads.choices == {"length": "long"} and leads.begins is long
    assert "plays, about" in leads.help and leads.help.endswith("What is stored is not played again.")
    assert view.tells == LADDER.about and view.effort.endswith("Nothing is stored; a second look says the same.")
    assert labels(model(long, None)) == ["Start", "Quick look"]
    assert model(long, None).buttons[1].begins is None, "it is chosen, not begun"


def test_one_without_lengths_plays_more_by_its_plays(pair: Pair) -> None:
    question = QualityQuestion(scenario=replace(pair[1], plays=300))
    longer = on_page(QUALITY, QualityQuestion(scenario=replace(pair[1], plays=3_000)))
    view = model(on_page(QUALITY, question, is_short=True), None, longer)
    assert labels(view)[0] == "Quick look" and view.buttons[1].choices == {"plays": 3_000}
    assert view.effort.endswith("The answer is a line in History; no play is stored.")
    assert labels(model(on_page(QUALITY, question), None)) == ["Start"]


def test_a_quick_look_that_bots_make_slow_says_so_on_its_button(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    assert labels(model(ladder(pair[1]), None)) == ["Quick look", "Quick look"]
    monkeypatch.setattr(study_page, "pace_of", lambda scenario: replace(PACE, speed=PACE.speed / 1000))
    slow = start(model(ladder(pair[1]), None)).label
    assert slow.startswith("Quick look, about ") and slow.endswith(("minutes", "hours", "hour"))


STARTS: Mapping[str, tuple[Job | None, bool, tuple[str, bool, str]]] = {
    "not yet": (None, False, ("Start", False, "")),
    "going on": (job(JobPhase.PLAYING, 3), False, ("Start", True, "")),
    "all played": (job(JobPhase.DONE, 9, answer=ANSWER), False, ("Start", True, AGAIN)),
    "a quick look": (job(JobPhase.DONE, 9, answer=ANSWER), True, ("Quick look", True, AGAIN_QUICK)),
    "cut short": (job(JobPhase.DONE, 3, stopped=True, answer=ANSWER), False, ("Go on", False, "")),
    "cancelled": (job(JobPhase.CANCELLED, 3, stopped=True), False, ("Go on", False, "")),
    "cancelled at once": (job(JobPhase.CANCELLED, 0, stopped=True), False, ("Start", False, "")),
    "a look cancelled": (job(JobPhase.CANCELLED, 3, stopped=True), True, ("Quick look", False, "")),
}


@pytest.mark.parametrize("case", STARTS)
def test_the_button_goes_on_where_anything_is_stored_and_is_off_where_all_is(pair: Pair, case: str) -> None:
    going, quick, expected = STARTS[case]
    view = model(ladder(pair[1], quick), going)
    button = start(view)
    assert (button.label, button.disabled, button.help) == expected
    assert view.is_broken_off is case.endswith(("cancelled", "at once"))
    assert bool(view.tells) is (going is None or not going.ended) and bool(view.effort) is (going is None)


def test_the_plays_of_the_latest_run_are_offered_unless_they_are_chosen(pair: Pair) -> None:
    study = on_page(QUALITY, QualityQuestion(scenario=pair[1]))
    run = cast(Run, SimpleNamespace(bots=("random",) * 3, plays=7, seed=5))
    offer = model(study, None, None, run).buttons[-1]
    assert offer.key == "use_latest" and offer.choices == {"bots": "random", "plays": 7, "seed": 5}
    assert "random · 7 plays · seed 5" in offer.help
    same = cast(Run, SimpleNamespace(bots=list(pair[1].bots), plays=pair[1].plays, seed=pair[1].seed))
    assert labels(model(study, None, None, same)) == ["Start"]


def test_a_frame_on_another_page_has_a_button_only_where_something_can_be_begun(pair: Pair) -> None:
    study = on_page(BY_CHANGE, BY_CHANGE.ask_of(*pair, {}), part="by_change")
    view = model_of_part(study, None)
    assert [(button.key, button.label) for button in view.buttons] == [("start_by_change", "Start")]
    assert view.tells == BY_CHANGE.about and "plays, " in view.effort
    assert not model_of_part(study, job(JobPhase.PLAYING, 3)).buttons
    assert not model_of_part(study, job(JobPhase.DONE, 9, answer=ANSWER)).buttons
    assert labels(model_of_part(study, job(JobPhase.CANCELLED, 3))) == ["Go on" if BY_CHANGE.resumes else "Start"]
