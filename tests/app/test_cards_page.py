"""The page Cards: typed cells, mistakes in words, the way back, files in and out, saving with a reason."""

from collections.abc import Callable, Sequence

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, plain, text
from tests.support.scenarios import file_rules
from tests.support.tavern import DRINKS, TAVERN, TEXT
from workbench.app.pages.cards.edits import CardSteps, choices_of, frame_of, rows_of, wrong_cells
from workbench.engine.card_lists import FlagColumn, card_lists
from workbench.engine.cards import Cards
from workbench.engine.game import Game
from workbench.engine.registry import games as installed
from workbench.report.text.phrases import words_of
from workbench.scenario import load_scenario
from workbench.scenario.card_lists import EditedList, TextRows, text_rows
from workbench.scenario.files import Workspace

BASE = DRINKS.read_bytes(TEXT.encode(), "drinks.csv", "drinks.csv")
ROWS = text_rows(DRINKS, BASE)
CHEAP = TEXT.replace("ale,,beer,3", "ale,,beer,1")
GRID = "grid:tavern/plain:drinks:{version}"
NEW = {"id": "porter", "kind": "beer", "price": "5", "copies": "1"}
Edit = Callable[..., AppTest]
Cells = dict[int, dict[str, object]]

pytestmark = pytest.mark.usefixtures("store")


class Families(dict[str, Game]):
    def broken(self) -> tuple[()]:
        return ()


@pytest.fixture
def tavern(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace with a game that has a card list, beside the installed ones."""
    families = Families({**installed(), "tavern": TAVERN})
    for module in ("workbench.engine.registry", "workbench.app.place"):
        monkeypatch.setattr(f"{module}.games", lambda: families)
    scenarios, data = workspace.scenarios / "tavern", workspace.data / "tavern"
    scenarios.mkdir()
    data.mkdir()
    (data / "cheap.csv").write_text(CHEAP)
    head = 'game = "tavern"\ntitle = "{0}"\nreason = "{0}."\n'
    table = '[table]\nbots = ["random"]\n'
    (scenarios / "plain.toml").write_text(head.format("Plain") + table)
    (scenarios / "cheap.toml").write_text(
        head.format("Cheap") + 'parent = "plain"\n[rules]\ndrinks = "cheap.csv"\n' + table
    )
    return workspace


@pytest.fixture
def cards_page(tavern: Workspace, open_page: OpenPage) -> AppTest:
    """The page with the drinks of the first revision."""
    opened = open_page("cards", game="tavern", revision="plain")
    assert not opened.exception
    return opened


@pytest.fixture
def edit(cards_page: AppTest) -> Edit:
    """Type into the grid as the browser does: cells by row and column, rows added, rows removed."""

    def done(cells: Cells | None = None, added: Sequence[object] = (), deleted: Sequence[int] = ()) -> AppTest:
        edits = {"edited_rows": cells or {}, "added_rows": list(added), "deleted_rows": list(deleted)}
        cards_page.session_state[GRID.format(version=0)] = edits
        return cards_page.run()

    return done


def prices(cards_page: AppTest) -> list[int]:
    """The prices in the grid."""
    return [int(price) for price in cards_page.data_editor[0].value["price"]]


# The grid


def test_cells_become_typed_and_texts_again() -> None:
    frame = frame_of(DRINKS, ROWS)
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        "id": "string", "name": "string", "kind": "string", "price": "string", "warm": "bool", "tastes": "object",
        "goes_with": "string", "copies": "string",
    }  # fmt: skip
    assert frame["tastes"].tolist() == [["sweet", "bitter"], [], ["sweet"], ["sour", "bitter"]]
    assert rows_of(DRINKS, frame) == ROWS


def test_what_a_grid_leaves_empty_is_an_empty_text() -> None:
    nothing = {"id": None, "name": pd.NA, "kind": None, "price": None, "warm": None, "tastes": None}
    frame = pd.DataFrame(
        [{**nothing, "goes_with": None, "copies": "1"}, {**nothing, "goes_with": None, "copies": None}]
    )
    empty = dict.fromkeys(DRINKS_NAMES, "")
    assert rows_of(DRINKS, frame) == ({**empty, "warm": "0", "copies": "1"},)


DRINKS_NAMES = [column.name for column in DRINKS.columns]


def test_what_its_column_cannot_hold_stays_in_the_cell() -> None:
    rows = ({**ROWS[0], "price": "abc", "tastes": "sweet salty", "kind": "whine", "goes_with": "gin"}, *ROWS[1:])
    assert rows_of(DRINKS, frame_of(DRINKS, rows)) == rows


def marked(rows: TextRows, frame: pd.DataFrame | None = None) -> dict[tuple[int, str], str]:
    """What the grid says of the cells of a list, by row and heading."""
    cells = wrong_cells(EditedList(DRINKS, BASE, rows), frame_of(DRINKS, rows) if frame is None else frame)
    return {(cell["row"], cell["column"]): cell["message"] for cell in cells}


def test_wrong_cells_are_marked_by_row_and_heading_and_say_what_works() -> None:
    assert marked(ROWS) == {}
    stout, ale, mint, claret = ROWS
    rows = ({**stout, "price": "abc"}, {**ale, "id": ""}, {**mint, "price": "2"}, {**claret, "id": "stout", "kind": ""})
    marks = marked((*rows, {**stout, "id": "gin", "goes_with": "rum"}))
    assert list(marks) == [
        (0, "price"),
        (1, "id"),
        (2, "price"),
        (3, "kind"),
        (3, "id"),
        (3, "goes with"),
        (4, "goes with"),
    ]
    assert marks[0, "price"] == "Must be a whole number from 0 to 9"
    assert marks[2, "price"] == "Tea is free"
    assert "row 1 (Stout, dark)" in marks[3, "id"]


def test_marks_count_the_rows_of_the_grid_the_empty_ones_too() -> None:
    empty = dict.fromkeys(DRINKS_NAMES, "")
    frame = frame_of(DRINKS, (empty, ROWS[0], empty, {**ROWS[1], "price": "abc"}))
    assert list(marked(rows_of(DRINKS, frame), frame)) == [(3, "price")]


@pytest.mark.parametrize("game", installed())
def test_every_cell_of_every_game_is_marked_where_it_is_wrong(game: str) -> None:
    for declared in card_lists(installed()[game].parameters).values():
        base = declared.default
        assert isinstance(base, Cards)
        rows = text_rows(declared, base)
        for column in declared.columns:
            wrong = ({**rows[0], column.name: NO_CELL}, *rows[1:])
            if isinstance(column, FlagColumn):
                continue  # a box that is ticked or not
            frame = frame_of(declared, wrong)
            assert rows_of(declared, frame)[0][column.name] == NO_CELL
            cells = [(cell["row"], cell["column"]) for cell in wrong_cells(EditedList(declared, base, wrong), frame)]
            assert (0, words_of(column.name)) in cells


NO_CELL = "x" * 81
"""Too long for a text; no number, choice or card."""


def test_what_can_be_pasted_into_cells_with_choices_is_known() -> None:
    choices = choices_of(DRINKS, ROWS)
    assert list(choices) == ["kind", "warm", "goes with"]
    assert choices["kind"]["texts"] == ["beer", "wine", "tea"] and "wine" in choices["kind"]["allowed"]
    assert "yes" in choices["warm"]["texts"] and choices["warm"]["any_case"]
    assert {"claret", "tea"} <= set(choices["goes with"]["texts"])


def test_undone_edits_can_be_made_again_until_there_is_a_new_one() -> None:
    one, two, three = ROWS[:1], ROWS[:2], ROWS[:3]
    steps = CardSteps([one])
    steps.note(two)
    steps.note(two)
    assert (steps.rows, steps.version, steps.began) == (two, 0, one)
    steps.undo()
    assert (steps.rows, steps.version, steps.began, steps.can_undo) == (one, 1, one, False)
    steps.redo()
    assert (steps.rows, steps.can_redo) == (two, False)
    steps.undo()
    steps.note(three)
    assert (steps.steps, steps.can_redo) == ([one, three], False)


# The page


def test_a_link_opens_revision_and_list(tavern: Workspace, open_page: OpenPage) -> None:
    opened = open_page("cards", game="tavern", revision="cheap", card_list="drinks")
    assert opened.selectbox(key="revision").value == "cheap"
    assert prices(opened) == [4, 1, 0, 9]
    assert "What Cheap changed against Plain: 1 card changed" in [
        expander.label.replace("\\", "") for expander in opened.expander
    ]
    assert "ale**: price from 3 to 1" in text(opened)


def test_a_card_just_added_can_become_a_partner(edit: Edit, cards_page: AppTest) -> None:
    edit(added=({**NEW, "warm": False},))
    assert cards_page.button(key="new_partners").label.startswith("Add porter")
    cards_page.button(key="new_partners").click().run()
    assert cards_page.data_editor[0].key == GRID.format(version=1)
    assert cards_page.data_editor[0].value["id"].tolist()[-1] == "porter"
    assert "new_partners" not in [button.key for button in cards_page.button]


def test_the_effect_of_an_edit_is_looked_at_beside_it_but_not_of_a_mistake(edit: Edit, cards_page: AppTest) -> None:
    assert "“Plain” as it is" in text(cards_page)
    assert "Draft against “Plain”" in text(edit({0: {"price": "5"}}))
    assert "Nothing is played" in text(edit({0: {"price": "40"}}))


def test_an_untouched_grid_follows_its_file(tavern: Workspace, open_page: OpenPage) -> None:
    opened = open_page("cards", game="tavern", revision="cheap")
    (tavern.data / "tavern" / "cheap.csv").write_text(CHEAP.replace("beer,4", "beer,6"))
    opened.run()
    assert prices(opened) == [6, 1, 0, 9]


# Files


def test_an_upload_shows_all_its_mistakes_and_changes_nothing(cards_page: AppTest) -> None:
    wrong = TEXT.replace("beer,4", "beer,40").replace("wine", "whine").replace("copies", "number")
    cards_page.file_uploader[0].set_value(("mine.csv", wrong.encode(), "text/csv")).run()
    message = cards_page.error[0].value.replace("\\", "")
    assert "mine.csv: line 1, column copies: missing" in message and "none of them: number" in message
    assert 'line 2, column price = "40": must be a whole number from 0 to 9' in message
    assert 'line 5, column kind = "whine": must be one of beer, wine, tea' in message
    assert prices(cards_page) == [4, 3, 0, 9]

    cards_page.file_uploader[0].set_value(("mine.csv", b"\xff\xfe", "text/csv")).run()
    assert not cards_page.exception
    assert "take_upload" not in buttons(cards_page)


def test_a_sound_upload_is_put_into_the_grid_and_can_be_undone(cards_page: AppTest, tavern: Workspace) -> None:
    mine = "".join(f"{line},{'Cheers.' if number else 'text'}\n" for number, line in enumerate(CHEAP.splitlines()))
    cards_page.file_uploader[0].set_value(("mine.csv", mine.encode(), "text/csv")).run()
    assert "4 cards changed" in text(cards_page)
    assert "the game does not have" in cards_page.warning[0].value
    assert prices(cards_page) == [4, 3, 0, 9]
    cards_page.button(key="take_upload").click().run()
    assert prices(cards_page) == [4, 1, 0, 9] and set(cards_page.data_editor[0].value["text"]) == {"Cheers."}
    assert "text from nothing to Cheers." in text(cards_page)
    assert sorted(path.name for path in (tavern.data / "tavern").iterdir()) == ["cheap.csv"]
    cards_page.button(key="undo").click().run()
    assert prices(cards_page) == [4, 3, 0, 9]


# Saving


def test_saving_writes_a_file_of_its_own_and_the_revision(edit: Edit, cards_page: AppTest, tavern: Workspace) -> None:
    edit({0: {"price": "5"}}, added=({**NEW, "warm": False},), deleted=(2,))
    assert "Give the reason for this change." in text(cards_page)
    cards_page.text_input(key="new:tavern/plain_name").set_value("porter").run()
    assert "data/tavern/drinks-porter.csv will be written" in text(cards_page)
    cards_page.text_area(key="new:tavern/plain_reason").set_value("Nobody drinks tea").run()
    cards_page.button(key="save").click().run()
    assert not cards_page.exception
    assert "Saved as Drinks: other cards, a child of Plain." in plain(cards_page.success[0].value)
    assert cards_page.selectbox(key="revision").value == "porter"
    assert cards_page.data_editor[0].value["id"].tolist() == ["stout", "ale", "claret", "porter"]
    assert "Compare with Plain" in links(cards_page)
    saved, parent = load_scenario(tavern, "tavern/porter"), load_scenario(tavern, "tavern/plain")
    assert file_rules(saved) == {"drinks": "drinks-porter.csv"} and saved.reason == "Nobody drinks tea"
    assert isinstance(saved.rules["drinks"], Cards) and len(saved.rules["drinks"]) == 4
    assert parent.rules["drinks"] == BASE
    cards_page.selectbox(key="revision").set_value("plain").run()
    assert prices(cards_page) == [4, 3, 0, 9]
