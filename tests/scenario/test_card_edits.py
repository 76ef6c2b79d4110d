"""A card list being edited: rows as texts, every problem by its row, what differs in words, and files of its own."""

import pytest

from tests.support.scenarios import file_rules
from tests.support.tavern import DRINKS, TAVERN, TEXT
from workbench.engine.card_lists import write_csv
from workbench.engine.cards import Cards
from workbench.engine.problems import BadInput
from workbench.report.text.card_lists import at_a_glance, change_sentences
from workbench.scenario import load_scenario
from workbench.scenario.card_lists import EditedList, TextRows, card_file, load_cards, text_rows, write_card_lists
from workbench.scenario.files import Workspace
from workbench.scenario.save import RevisionDraft, save_revision

BASE = DRINKS.read_bytes(TEXT.encode(), "drinks.csv", "drinks.csv")
ROWS = text_rows(DRINKS, BASE)
NEW = {
    "id": "porter",
    "name": "",
    "kind": "beer",
    "price": "5",
    "warm": "0",
    "tastes": "",
    "goes_with": "",
    "copies": "1",
}
HEAD = {"game": TAVERN, "parent": "plain", "reason": "To see.", "rules": {}, "bots": ("random",)}


def edit(*changes: tuple[int, str, str], rows: TextRows = ROWS) -> EditedList:
    """The shipped list with these cells changed: row, column, text."""
    changed = [dict(row) for row in rows]
    for row, column, text in changes:
        changed[row][column] = text
    return EditedList(DRINKS, BASE, tuple(changed))


def sound(*changes: tuple[int, str, str]) -> Cards:
    cards = edit(*changes).cards
    assert cards is not None
    return cards


CHEAP = sound((1, "price", "1"))


# Rows


def test_rows_are_those_of_the_file():
    assert EditedList(DRINKS, BASE, ROWS).csv == write_csv(DRINKS, BASE)
    assert ROWS[0]["tastes"] == "sweet bitter" and ROWS[2]["warm"] == "1" and ROWS[1]["name"] == ""


def test_untouched_rows_are_the_list():
    same = EditedList(DRINKS, BASE, ROWS)
    assert same.cards == BASE and not same.problems and not same.changed


def test_the_order_of_rows_is_no_change():
    assert not EditedList(DRINKS, BASE, ROWS[::-1]).changed


def test_rows_with_mistakes_can_be_taken_away_too():
    wrong = edit((0, "price", "many"))
    assert 'stout,"Stout, dark",beer,many' in wrong.csv


# Problems


def test_every_problem_is_told_by_row_and_column():
    wrong = edit((0, "price", "40"), (2, "kind", "teh"), (2, "warm", "maybe"), rows=(*ROWS, {**NEW, "price": ""}))
    assert wrong.cards is None
    assert {row: [str(problem) for problem in problems] for row, problems in wrong.by_row.items()} == {
        "row 1 (Stout, dark)": ['price = "40": must be a whole number from 0 to 9'],
        "row 3 (Mint tea)": ['kind = "teh": must be one of beer, wine, tea', 'warm = "maybe": must be 1 or 0'],
        "row 5 (porter)": ['price = "": empty; must be a whole number from 0 to 9'],
    }


def test_the_editor_says_what_a_file_says():
    wrong = edit((0, "price", "40"), (3, "goes_with", "gin"))
    with pytest.raises(BadInput) as of_file:
        DRINKS.read_bytes(wrong.csv.encode(), "drinks.csv", "drinks.csv")
    assert [problem.message for problem in wrong.problems] == [problem.message for problem in of_file.value.problems]


def test_a_problem_of_the_whole_list_comes_last():
    wrong = edit((3, "copies", "9"))
    assert list(wrong.by_row) == [""]
    assert wrong.by_row[""][0].message == (
        "with its copies the list has 12 cards; at most 8; with half the copies of each it would have 7"
    )
    both = edit((3, "copies", "9"), (0, "id", ""))
    assert list(both.by_row) == ["row 1 (Stout, dark)", "row 3 (Mint tea)", ""]


# Differences in words


def test_a_changed_card_tells_its_columns():
    changed = edit((0, "price", "5"), (0, "tastes", "sweet"), (0, "warm", "1"), (1, "goes_with", ""))
    assert at_a_glance(changed.changes) == "2 cards changed"
    assert list(change_sentences(DRINKS, changed.changes)) == [
        ("Stout, dark (stout)", "price from 4 to 5; warm from no to yes; tastes from sweet and bitter to sweet"),
        ("ale", "goes with from tea to nothing"),
    ]


def test_added_and_removed_cards_are_described():
    changed = EditedList(DRINKS, BASE, (*ROWS[1:], NEW))
    assert at_a_glance(changed.changes) == "1 card added, 1 removed"
    assert dict(change_sentences(DRINKS, changed.changes)) == {
        "porter": "added, kind beer, price 5, copies 1",
        "Stout, dark (stout)": "removed; it was kind beer, price 4, tastes sweet and bitter, copies 2",
    }


def test_wrong_rows_are_compared_as_they_stand():
    wrong = edit((0, "price", "40"), (1, "price", "x"), rows=(*ROWS, dict.fromkeys(NEW, "")))
    assert dict(change_sentences(DRINKS, wrong.changes)) == {
        "Stout, dark (stout)": "price from 4 to 40",
        "ale": "price from 3 to x",
        "a card without a name": "added, empty",
    }


def test_nothing_is_said_of_nothing():
    assert at_a_glance(edit().changes) == "" and not list(change_sentences(DRINKS, edit().changes))


# Files


@pytest.fixture
def workspace(tmp_path, monkeypatch) -> Workspace:
    monkeypatch.setattr("workbench.engine.registry.games", lambda: {"tavern": TAVERN})
    place = Workspace(tmp_path)
    (place.scenarios / "tavern").mkdir(parents=True)
    text = 'game = "tavern"\n[table]\nbots = ["random"]\n'
    (place.scenarios / "tavern" / "plain.toml").write_text(text)
    return place


def files(workspace: Workspace) -> dict[str, str]:
    paths = [path for path in workspace.root.rglob("*") if path.is_file()]
    return {path.relative_to(workspace.root).as_posix(): path.read_text() for path in paths}


def save(workspace: Workspace, revision: str, cards: Cards, **changes: object):
    draft = RevisionDraft(**{**HEAD, "revision": revision, **changes})
    return save_revision(workspace, draft, {"drinks": cards})


def test_a_revision_gets_a_file_of_its_own(workspace):
    revision = save(workspace, "cheap", CHEAP)
    assert file_rules(revision) == {"drinks": "drinks-cheap.csv"} and revision.rules["drinks"] == CHEAP
    assert files(workspace)["data/tavern/drinks-cheap.csv"] == write_csv(DRINKS, CHEAP)
    assert load_scenario(workspace, "tavern/plain").rules["drinks"] == BASE


def test_other_rules_are_kept_with_it(workspace):
    parent = load_scenario(workspace, "tavern/plain")
    revision = save(workspace, "cheap", CHEAP, rules={**parent.rules, "players": 3})
    assert file_rules(revision) == {"players": 3, "drinks": "drinks-cheap.csv"}


def test_no_file_is_ever_overwritten(workspace):
    folder = workspace.data / "tavern"
    folder.mkdir(parents=True)
    (folder / "drinks-cheap.csv").write_text("anything")
    revision = save(workspace, "cheap", CHEAP)
    assert revision.rules["drinks"].file == "drinks-cheap-2.csv"
    assert files(workspace)["data/tavern/drinks-cheap.csv"] == "anything"


def test_the_shipped_lists_name_is_taken_also_where_no_file_has_it(workspace):
    declared = TAVERN.parameters["drinks"]
    assert card_file(workspace, TAVERN, declared, CHEAP, "x").name == "drinks-x.csv"
    shipped = "drinks.csv"
    assert write_card_lists(workspace, TAVERN, {"drinks": CHEAP}, "a").names == {"drinks": "drinks-a.csv"}
    assert load_cards(workspace, TAVERN, declared, shipped) == BASE


def test_a_file_that_says_the_same_is_named_again(workspace):
    write_card_lists(workspace, TAVERN, {"drinks": CHEAP}, "draft")
    revision = save(workspace, "cheap", CHEAP)
    assert file_rules(revision) == {"drinks": "drinks-draft.csv"}
    assert [name for name in files(workspace) if name.endswith(".csv")] == ["data/tavern/drinks-draft.csv"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"revision": "Not A Name"}, "must be of small letters"),
        ({"revision": "plain"}, "there is one by that name"),
        ({"reason": " "}, "say in a sentence why"),
        ({"rules": {"players": 9}}, "at most 4"),
        ({"parent": "nobody"}, "no such revision"),
    ],
)
def test_what_is_refused_leaves_no_file(workspace, changes, message):
    before = files(workspace)
    with pytest.raises(BadInput, match=message):
        save(workspace, **{"revision": "cheap", "cards": CHEAP, **changes})
    assert files(workspace) == before


def test_cards_are_checked_again_before_they_are_stored(workspace):
    cheat = Cards("x.csv", BASE.columns, BASE.key, tuple((*row[:3], 99, *row[4:]) for row in BASE.rows))
    before = files(workspace)
    with pytest.raises(BadInput, match="must be a whole number from 0 to 9"):
        save(workspace, "cheat", cheat)
    with pytest.raises(BadInput, match="must be a whole number from 0 to 9"):
        write_card_lists(workspace, TAVERN, {"drinks": cheat}, "cheat")
    assert files(workspace) == before


def test_a_folder_that_cannot_be_written_is_told(workspace):
    workspace.data.write_text("a file in the folder's place")
    with pytest.raises(BadInput, match="data/tavern: cannot be written"):
        save(workspace, "cheap", CHEAP)
