"""The page Rules: the game's own sentences beside the fields, the rulebook that follows, saving with a reason."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, text
from workbench.app.draft import Draft
from workbench.app.pages import rules
from workbench.app.pages.rules import FormView, RuleField, model
from workbench.engine.parameters import OneOf, Written
from workbench.engine.registry import games
from workbench.scenario import Goal, Scenario, list_scenarios, load_scenario
from workbench.scenario.files import STARTER, Workspace

START = "hitmakers/2021-04-08"

pytestmark = pytest.mark.usefixtures("store")


def revision(name: str = START) -> Scenario:
    return load_scenario(Workspace(STARTER), name)


def draft(name: str = START, **values: object) -> Draft:
    parent = revision(name)
    return Draft(parent, {**parent.rules, **values})  # type: ignore[dict-item]


def fields(view: FormView) -> dict[str, RuleField]:
    every = [field for section in view.sections for field in (*section.fields, *section.idle)]
    return {field.parameter.name: field for field in every}


# What the form says


FIRST = {game: list_scenarios(Workspace(STARTER), game)[0] for game in games()}


@pytest.mark.parametrize("name", FIRST.values())
def test_every_rule_of_every_game_has_a_field_in_its_section_with_help_and_range(name: str) -> None:
    view, parameters = model(draft(name)), revision(name).game.parameters
    assert [section.title for section in view.sections] == list(dict.fromkeys(p.section for p in parameters.values()))
    assert set(fields(view)) == set(parameters)
    for field in fields(view).values():
        assert field.label.startswith(field.parameter.label) and field.parameter.help in field.help
        assert not field.complaints or all(problem.warning for problem in field.complaints)
        assert not field.before and not any(sign in field.label for sign in "*_`[")
        options = rules.options_of(field.parameter)
        if isinstance(field.parameter, OneOf):
            assert list(options or ()) == list(field.parameter.values())
        assert options is None or all(options.values())
    assert not view.badges and view.head[1].startswith("These are the rules of")


def test_a_changed_rule_says_what_it_was_and_the_form_how_many_have_changed() -> None:
    view = model(draft(hand_size=6, may_pass=False))
    assert fields(view)["hand_size"].before == "7 cards"
    assert fields(view)["hand_size"].label == "Hand size · 1–13 cards"  # as a screen reader says it
    assert "2 rules changed against Broad appeal by difference" in view.badges[0] and len(view.head) == 1
    edited = Draft(revision(), revision().rules, (), (Goal("deals", 3, 5),))
    assert model(edited).badges == [":orange-badge[:material/flag: goals changed]"] and len(model(edited).head) == 1


@pytest.mark.parametrize(
    ("values", "sentence", "is_warning"),
    [
        ({"hand_size": 40}, "at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)", False),
        ({"hand_size": 2.5}, "must be a whole number from 1 to 13", False),
        ({"production_rounds": 13}, "the stock can run out in round 8", True),
    ],
)
def test_a_value_gets_the_games_sentence_at_its_field(
    values: dict[str, object], sentence: str, is_warning: bool
) -> None:
    edited = draft(**values)
    (name,) = values
    (problem,) = fields(model(edited))[name].complaints
    assert sentence in problem.message and problem.warning is is_warning
    assert any("1 to fix" in badge for badge in model(edited).badges) is not is_warning
    texts = {"name": "x", "reason": "to see", "aims": ""}
    assert bool(edited.obstacles(texts, [])) is not is_warning


def test_rules_without_effect_are_folded_away_unless_they_have_changed() -> None:
    parent = replace(revision(), game=replace(revision().game, idle_rules=lambda rules: ["hand_size", "ties"]))

    def idle(**values: Written) -> list[str]:
        view = model(Draft(parent, {**parent.rules, **values}))
        return [field.parameter.name for section in view.sections for field in section.idle]

    assert idle() == ["hand_size", "ties"]
    assert idle(hand_size=6) == ["ties"]


# The page


def key(rule: str) -> str:
    """The field of a rule in the form."""
    return f"rule:{START}:{rule}"


def form(name: str) -> str:
    return f"new:{START}_{name}"


@pytest.fixture
def editor(open_page: OpenPage) -> AppTest:
    """The form of the newer revision."""
    opened = open_page("rules", game="hitmakers", revision="2021-04-08")
    assert not opened.exception
    return opened


def test_the_rulebook_follows_marked_unmarked_and_by_its_changes_alone(editor: AppTest) -> None:
    book = editor.segmented_control(key="view").set_value("Rulebook").run()
    assert "give everybody seven cards" in text(book) and ":green-background[" not in text(book)
    assert "save" not in buttons(book)
    book.number_input(key=key("hand_size")).set_value(6).run()
    assert book.button(key="undo_hand_size").label == ":small[was 7 cards]"
    assert "give everybody :red-background[~~seven~~] :green-background[:material/add: six] cards." in text(book)
    book.toggle(key="only").set_value(True).run()
    assert ":green-background[:material/add: six] cards" in text(book)
    assert "One deck of 52 French cards" not in text(book)
    book.toggle(key="mark").set_value(False).run()
    assert "One deck of 52 French cards" in text(book) and "-background[" not in text(book)
    assert 'class="example"' not in "".join(part.proto.body for part in book.get("html"))
    opened = next(toggle for toggle in book.toggle if toggle.label.startswith("Example")).set_value(True).run()
    (drawn,) = [part.proto.body for part in opened.get("html") if 'class="example"' in part.proto.body]
    assert drawn.count('class="example"') == 2
    assert "<li>" in drawn and 'alt="card face down"' in drawn


def test_a_change_is_undone_and_an_emptied_field_holds_what_it_held(editor: AppTest) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    editor.number_input(key=key("hand_size")).set_value(None).run()
    assert editor.number_input(key=key("hand_size")).value == 6, "emptied"
    editor.button(key="undo_last").click().run()
    assert editor.number_input(key=f"{key('hand_size')}~1").value == 7, "another field: the browser holds the old one"
    assert "undo_last" not in buttons(editor)


def test_a_press_that_comes_too_early_saves_nothing_and_says_why(editor: AppTest, workspace: Workspace) -> None:
    editor.number_input(key=key("hand_size")).set_value(6).run()
    there = sorted((workspace.scenarios / "hitmakers").iterdir())
    editor.button(key="save").click().run()
    assert "Give the reason" in editor.error[0].value
    assert sorted((workspace.scenarios / "hitmakers").iterdir()) == there
    assert editor.text_input(key=form("name")).proto.live_debounce_ms, "it is told while one types"
    editor.text_input(key=form("name")).set_value("four-players").run()
    assert [block.value for block in editor.markdown if ":red[" in block.value and "already a rev" in block.value]
    editor.text_area(key=form("reason")).set_value("They drag: shorter, without more ties.").run()
    assert "Perhaps: make length shorter, keep ties from rising" in text(editor)
    assert "already a revision" in editor.error[0].value
    editor.button(key=form("take_aims")).click().run()
    assert editor.text_input(key=form("aims")).value == "make length shorter, keep ties from rising"
    editor.text_input(key=form("name")).set_value("shorter")
    editor.text_input(key=form("title")).set_value("Straight away")  # comes with the press: the page has not seen it
    editor.button(key="save").click().run()
    assert not editor.error and not editor.exception
    assert "Saved as Straight away, a child of Broad appeal by difference." in editor.success[0].value
    assert load_scenario(workspace, "hitmakers/shorter").rules["hand_size"] == 6
    assert editor.selectbox(key="revision").value == "shorter"
    assert "Compare with Broad appeal by difference" in links(editor)
    assert "save" not in buttons(editor)


def test_a_file_that_breaks_under_the_form_is_told_in_words(editor: AppTest, workspace: Workspace) -> None:
    (workspace.scenarios / "hitmakers" / "2021-04-08.toml").write_text("game = 1")
    editor.run()
    assert not editor.exception
