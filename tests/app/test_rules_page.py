"""The page Rules: the game's own sentences beside the fields, the rulebook that follows, saving with a reason."""

import datetime as dt
import tomllib

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import NOT_YET, buttons, links, text
from tests.support.thorough import one_of
from workbench.app.pages.rules import key_of
from workbench.engine.game import Game
from workbench.engine.parameters import OneOf
from workbench.engine.registry import games
from workbench.scenario import Aim, load_scenario
from workbench.scenario.drafts import list_drafts
from workbench.scenario.files import Workspace
from workbench.scenario.goals import Wish

GAME = games()["hitmakers"]
START = "hitmakers/2021-04-08"


def key(rule: str) -> str:
    """The field of a rule in the form."""
    return f"rule:{START}:{rule}"


def held(editor: AppTest, rule: str) -> object:
    """What the field of a rule holds; each time that the page fills it in, it is another field."""
    (field,) = [element for element in editor.main if str(getattr(element, "key", "")).partition("~")[0] == key(rule)]
    return field.value  # type: ignore[attr-defined]


@pytest.fixture
def editor(open_page: OpenPage) -> AppTest:
    """The form of the newer revision."""
    opened = open_page("rules", game="hitmakers", revision="2021-04-08")
    assert not opened.exception
    return opened


@pytest.fixture
def book(editor: AppTest) -> AppTest:
    """The same with the rulebook beside it."""
    return editor.segmented_control(key="view").set_value("Rulebook").run()


def test_every_rule_has_a_field_in_its_section_with_help_and_range(editor: AppTest, workspace: Workspace) -> None:
    parent = load_scenario(workspace, START)
    for name, parameter in GAME.parameters.items():
        field = editor.get_by_key(key_of(parent, name))
        assert parameter.label in field.label
        assert parameter.help in field.help
    assert "2–6 players" in editor.number_input(key=key("players")).label
    assert [f"## {section}" in text(editor) for section in {p.section for p in GAME.parameters.values()}]


FEW_NUMBERS = {
    name: game for name, game in games().items() if any(isinstance(rule, OneOf) for rule in game.parameters.values())
}


@pytest.mark.parametrize("game", one_of(FEW_NUMBERS.values(), quick=next(iter(FEW_NUMBERS.values()))))
def test_a_few_numbers_that_are_no_range_are_a_choice(open_page: OpenPage, workspace: Workspace, game: Game) -> None:
    few = {name: parameter for name, parameter in game.parameters.items() if isinstance(parameter, OneOf)}
    page = open_page("rules", game=game.name)
    parent = load_scenario(workspace, f"{game.name}/{page.selectbox(key='revision').value}")
    for name, parameter in few.items():
        field = page.get_by_key(key_of(parent, name))
        assert list(field.options) == [f"{number} {parameter.unit}".rstrip() for number in parameter.values()]
        other = next(number for number in parameter.values() if number != parent.rules[name])
        page.get_by_key(key_of(parent, name)).set_value(other).run()
        assert "one rule changed" in text(page)
        page.button(key="reset").click().run()


def test_untouched_the_rulebook_is_the_revisions_own(book: AppTest) -> None:
    assert "give everybody seven cards" in text(book)
    assert "widest span in the suit" in text(book)
    assert ":green-background[" not in text(book)
    assert "save" not in buttons(book)


def test_a_change_is_marked_in_the_form_and_in_the_rulebook(book: AppTest) -> None:
    book.number_input(key=key("hand_size")).set_value(6).run()
    assert book.number_input(key=key("hand_size")).label == "Hand size · 1–13 cards"  # as a screen reader says it
    assert book.button(key="undo_hand_size").label == ":small[was 7 cards]"
    assert "one rule changed against Broad appeal by difference" in text(book)
    assert "give everybody :red-background[~~seven~~] :green-background[:material/add: six] cards." in text(book)


def test_the_rulebook_has_an_example_drawn_by_the_table(book: AppTest) -> None:
    assert not book.get("html") or 'class="example"' not in "".join(part.proto.body for part in book.get("html"))
    opened = next(toggle for toggle in book.toggle if toggle.label.startswith("Example")).set_value(True).run()
    (drawn,) = [part.proto.body for part in opened.get("html") if 'class="example"' in part.proto.body]
    assert drawn.count('class="example"') == 2
    assert "<li>" in drawn and 'alt="card face down"' in drawn


def test_the_rulebook_can_be_read_unmarked_and_by_its_changes_alone(book: AppTest) -> None:
    book.number_input(key=key("hand_size")).set_value(6).run()
    book.toggle(key="only").set_value(True).run()
    assert ":green-background[:material/add: six] cards" in text(book)
    assert "One deck of 52 French cards" not in text(book)
    book.toggle(key="mark").set_value(False).run()
    assert "One deck of 52 French cards" in text(book)
    assert "-background[" not in text(book)


def test_an_invalid_value_gets_the_games_sentence_and_no_save(editor: AppTest) -> None:
    sentence = "40: at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)"
    editor.number_input(key=key("hand_size")).set_value(40).run()
    editor.text_area(key="new_reason").set_value("to see").run()
    assert not editor.exception
    assert sentence in text(editor)
    assert NOT_YET in text(editor)
    assert f"Hand size is {sentence}" in text(editor)
    assert "Nothing is played while the draft has mistakes" in text(editor)


def test_a_fraction_of_a_card_is_refused_and_an_emptied_field_holds_what_it_held(editor: AppTest) -> None:
    editor.number_input(key=key("hand_size")).set_value(2.5).run()
    assert not editor.exception
    assert "2.5: must be a whole number from 1 to 13" in text(editor)
    assert editor.number_input(key=key("hand_size")).value == 2.5
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.number_input(key=key("hand_size")).set_value(None).run()
    assert editor.number_input(key=key("hand_size")).value == 6, "emptied"


def test_a_warning_is_told_and_stops_nothing(editor: AppTest) -> None:
    editor.number_input(key=key("production_rounds")).set_value(13).run()
    editor.text_area(key="new_reason").set_value("Longer rounds").run()
    assert "the stock can run out in round 8" in text(editor)
    assert NOT_YET not in text(editor)


def test_undo_and_reset_lead_back_to_the_parent(editor: AppTest) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.toggle(key=key("self_poach")).set_value(True).run()
    editor.button(key="undo_hand_size").click().run()
    assert held(editor, "hand_size") == 7
    assert "one rule changed" in text(editor)
    editor.button(key="reset").click().run()
    assert held(editor, "self_poach") is False
    assert "reset" not in buttons(editor)


def test_what_the_browser_held_before_an_undo_does_not_put_the_change_back(editor: AppTest) -> None:
    """The panel beside the form asks for itself, with all fields as they were when it asked."""
    editor.toggle(key=key("self_poach")).set_value(True).run()
    editor.button(key="undo_last").click().run()
    editor.session_state[key("self_poach")] = True
    editor.run()
    assert held(editor, "self_poach") is False
    assert "undo_last" not in buttons(editor)


def test_undo_takes_back_the_last_change_alone(editor: AppTest) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.number_input(key=key("hand_size")).set_value(5).run()
    editor.toggle(key=key("self_poach")).set_value(True).run()
    editor.button(key="undo_last").click().run()
    assert held(editor, "self_poach") is False
    assert held(editor, "hand_size") == 5
    editor.button(key="undo_last").click().run()
    assert held(editor, "hand_size") == 6


def test_a_press_that_comes_too_early_saves_nothing_and_says_why(editor: AppTest, workspace: Workspace) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    there = sorted((workspace.scenarios / "hitmakers").iterdir())
    editor.button(key="save").click().run()
    assert "Give the reason" in editor.error[0].value
    assert sorted((workspace.scenarios / "hitmakers").iterdir()) == there
    editor.text_input(key="new_title").set_value("Straight away")  # comes with the press: the page has not seen it
    editor.text_area(key="new_reason").set_value("Smaller hands")
    editor.button(key="save").click().run()
    assert not editor.error
    (file,) = {*(workspace.scenarios / "hitmakers").iterdir()} - {*there}
    assert file.stem == "straight-away", "the name follows the title"


def test_aims_are_proposed_from_the_reason_and_saved_as_they_are_edited(editor: AppTest, workspace: Workspace) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.text_area(key="new_reason").set_value("They drag: shorter, without more ties.").run()
    assert "Perhaps: make length shorter, keep ties from rising" in text(editor)
    editor.button(key="new_take_aims").click().run()
    assert editor.text_input(key="new_aims").value == "make length shorter, keep ties from rising"
    editor.text_input(key="new_aims").set_value("be nice").run()
    assert "Aims: be nice" in text(editor)
    editor.text_input(key="new_aims").set_value("make length shorter by 5 %, keep ties below 8 %").run()
    assert NOT_YET not in text(editor)
    (draft,) = list_drafts(workspace)
    aims = (Aim("deals", Wish.LOWER, 0.05, percent=True), Aim("tie_rate", Wish.NOT_HIGHER, bound=0.08))
    assert load_scenario(workspace, f"{draft.game}/{draft.reference}").aims == aims
    editor.text_input(key="new_name").set_value("aimed").run()
    editor.button(key="save").click().run()
    assert load_scenario(workspace, "hitmakers/aimed").aims == aims


def test_the_name_follows_the_title_until_it_is_edited(editor: AppTest) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.text_input(key="new_title").set_value("Four players").run()
    assert editor.text_input(key="new_name").value == "four-players-2"
    editor.text_input(key="new_title").set_value("Five players").run()
    assert editor.text_input(key="new_name").value == "five-players"
    editor.text_input(key="new_name").set_value("mine").run()
    editor.text_input(key="new_title").set_value("Six players").run()
    assert editor.text_input(key="new_name").value == "mine"


def test_the_name_from_before_may_come_once_more(editor: AppTest) -> None:
    """The browser sends what it shows, and may not know of the new name yet."""
    editor.number_input(key=key("hand_size")).set_value(6).run()
    before = editor.text_input(key="new_name").value
    for title in ("Smaller", "Smaller hands"):
        editor.text_input(key="new_title").set_value(title).run()
    editor.text_input(key="new_name").set_value(before).run()
    assert editor.text_input(key="new_name").value == "smaller-hands"


def test_a_name_is_checked_at_its_field_before_anything_is_saved(editor: AppTest) -> None:
    told = "already a revision four-players"
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.text_area(key="new_reason").set_value("to see").run()
    assert editor.text_input(key="new_name").proto.live_debounce_ms, "it is told while one types"
    editor.text_input(key="new_name").set_value("four-players").run()
    assert [block.value for block in editor.markdown if ":red[" in block.value and told in block.value]
    assert NOT_YET in text(editor)


def test_saving_writes_the_file_and_leads_to_the_comparison(editor: AppTest, workspace: Workspace) -> None:
    editor.get_by_key(key("broad_appeal")).set_value("lowest_rank").run()
    editor.selectbox(key=key("criteria_order")).set_value("appeal, prestige, saturation").run()
    editor.text_input(key="new_name").set_value("back-again").run()
    editor.text_input(key="new_title").set_value("Lowest card again").run()
    editor.text_area(key="new_reason").set_value("The span was hard to see").run()
    editor.text_area(key="new_hypothesis").set_value("Quicker scoring").run()
    editor.button(key="save").click().run()
    assert not editor.exception
    written = tomllib.loads((workspace.scenarios / "hitmakers" / "back-again.toml").read_text())
    assert written["rules"] == {"broad_appeal": "lowest_rank", "criteria_order": ["appeal", "prestige", "saturation"]}
    assert (written["parent"], written["title"]) == ("2021-04-08", "Lowest card again")
    assert (written["reason"], written["hypothesis"]) == ("The span was hard to see", "Quicker scoring")
    assert written["date"] == dt.date.today()
    assert set(written["goals"]) == {"tie_rate", "seat_win_rate_spread", "deals"}
    assert "Saved as Lowest card again, a child of Broad appeal by difference." in editor.success[0].value
    assert editor.selectbox(key="revision").value == "back-again"
    assert "Compare with Broad appeal by difference" in links(editor)
    assert "save" not in buttons(editor)


def test_more_players_than_the_parent_get_its_bot_at_every_seat(editor: AppTest, workspace: Workspace) -> None:
    editor.number_input(key=key("players")).set_value(4).run()
    editor.text_input(key="new_name").set_value("for-four").run()
    editor.text_area(key="new_reason").set_value("A fourth friend").run()
    editor.button(key="save").click().run()
    assert load_scenario(workspace, "hitmakers/for-four").bots == ("greedy",) * 4


def test_what_the_form_let_through_is_checked_again(editor: AppTest, workspace: Workspace) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.text_input(key="new_name").set_value("mine").run()
    editor.text_area(key="new_reason").set_value("to see").run()
    (workspace.scenarios / "hitmakers" / "mine.toml").write_text("theirs")
    editor.button(key="save").click().run()
    assert not editor.exception
    assert "there is one by that name" in editor.error[0].value
    assert editor.number_input(key=key("hand_size")).value == 6
    assert editor.text_area(key="new_reason").value == "to see"


def test_a_file_that_breaks_under_the_form_is_told_in_words(editor: AppTest, workspace: Workspace) -> None:
    (workspace.scenarios / "hitmakers" / "2021-04-08.toml").write_text("game = 1")
    editor.run()
    assert not editor.exception
