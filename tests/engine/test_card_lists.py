"""Card lists: what a file says, what is wrong with it, what play sees of it."""

import csv
import io
import re
from dataclasses import replace

import numba
import numpy as np
import openpyxl
import pytest

from tests.support.tavern import COLUMNS, DRINKS, TAVERN, TEXT, Kind, drinks
from workbench.engine.card_lists import BadCell, ChoiceColumn, NumberColumn, SetColumn, TextColumn, read_rows, write_csv
from workbench.engine.cards import Cards, brief_values, card_changes, hashed_values, restored_values, whole_values
from workbench.engine.compiling import compiled
from workbench.engine.problems import BadInput
from workbench.engine.trace import CardOf


def read(text: str | bytes, declared=DRINKS) -> Cards:
    data = text.encode() if isinstance(text, str) else text
    return declared.read_bytes(data, "drinks.csv", "data/tavern/drinks.csv")


def problems(text: str | bytes, declared=DRINKS) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read(text, declared)
    return [str(problem).removeprefix("data/tavern/drinks.csv: ") for problem in caught.value.problems]


def altered(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new)


CARDS = read(TEXT)


# What a file says


def test_rows_come_in_the_order_of_the_file_with_typed_cells() -> None:
    assert [row["id"] for row in CARDS] == ["stout", "ale", "mint", "claret"]
    assert next(iter(CARDS)) == {
        "id": "stout",
        "name": "Stout, dark",
        "kind": "beer",
        "price": 4,
        "warm": False,
        "tastes": ("sweet", "bitter"),
        "goes_with": None,
        "copies": 2,
    }
    assert len(CARDS) == 4 and "drinks.csv (4 cards, " in str(CARDS)


def test_cards_are_numbered_by_their_keys() -> None:
    assert CARDS.keys == ("ale", "claret", "mint", "stout")
    assert CARDS.numbered[3]["name"] == "Stout, dark"


def test_number_keys_count_as_numbers_and_keys_may_be_of_several_columns() -> None:
    columns = (NumberColumn("players", 1, 20, help="P."), TextColumn("side", help="S."))
    unchecked = {"copies": "", "check_row": lambda row: [], "check_list": lambda rows: []}
    cards = read("players,side\n10,a\n9,b\n9,a\n", drinks(columns=columns, key=("players", "side"), **unchecked))
    assert cards.keys == ("9 a", "9 b", "10 a")


def dialect(text: str, **form) -> str:
    rows, out = list(csv.reader(io.StringIO(text))), io.StringIO(newline="")
    csv.writer(out, **form).writerows(rows)
    return out.getvalue()


def reordered(text: str, *, columns: bool, rows: bool) -> str:
    table = list(csv.reader(io.StringIO(text)))
    table = [row[::-1] for row in table] if columns else table
    table = [table[0], *table[:0:-1]] if rows else table
    out = io.StringIO()
    csv.writer(out).writerows(table)
    return out.getvalue()


SAME = {
    "columns": reordered(TEXT, columns=True, rows=False),
    "rows": reordered(TEXT, columns=False, rows=True),
    "quotes": dialect(TEXT, quoting=csv.QUOTE_ALL),
    "line ends": TEXT.replace("\n", "\r\n"),
    "old line ends": TEXT.replace("\n", "\r"),
    "a byte order mark": "\ufeff" + TEXT,
    "semicolons": dialect(TEXT, delimiter=";"),
    "tabs": dialect(TEXT, delimiter="\t"),
    "spaces": TEXT.replace("ale,,beer", " ale , , beer "),
    "blank lines": TEXT.replace("\nale,", "\n\n,,,,,,,\nale,"),
    "words": TEXT.replace("beer,4,0,bitter sweet", "BEER,+4,no,sweet; bitter"),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_the_hash_is_of_what_the_list_says(text: str) -> None:
    assert read(text).sha256 == CARDS.sha256
    assert read(text) == CARDS and hash(read(text)) == hash(CARDS)


OTHER = [("stout,", "porter,"), ("4,0", "5,0"), ("beer,3", "wine,3"), ("tea,1\n", ",1\n"), ("bitter sweet", "sweet")]


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_any_other_cell_is_another_hash(old: str, new: str) -> None:
    text = altered(old, new).replace("sweet,stout,0", "sweet,ale,0")
    assert read(text).sha256 != read(TEXT.replace("sweet,stout,0", "sweet,ale,0")).sha256


def test_the_hash_is_the_same_in_every_version() -> None:
    assert CARDS.sha256 == "78614e4a1bda8765ae5e880486633eff3b3c5ba074ca37e2f81c94982ac07761"


def test_written_and_read_again_it_is_the_same() -> None:
    again = write_csv(DRINKS, CARDS)
    assert again == TEXT.replace("bitter sweet", "sweet bitter")
    assert read(again) == CARDS


# What is wrong with a file


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("wine", "whine", 'line 5, column kind = "whine": must be one of beer, wine, tea'),
        ("9,0", "10,0", 'line 5, column price = "10": must be a whole number from 0 to 9'),
        ("9,0", "9.5,0", 'line 5, column price = "9.5": must be a whole number from 0 to 9'),
        ("9,0", ",0", 'line 5, column price = "": empty; must be a whole number from 0 to 9'),
        ("9,0", "²,0", 'line 5, column price = "²": must be a whole number from 0 to 9'),
        ("9,0", "9,maybe", 'line 5, column warm = "maybe": must be 1 or 0'),
        (
            "sour bitter",
            "sour salty",
            'line 5, column tastes = "sour salty": must be some of sweet, sour, bitter, with spaces between them,'
            " or empty",
        ),
        ("claret", "", 'line 5, column id = "": empty; must be a text of at most 12 characters'),
        ("claret,", "claret-of-1947,", 'line 5, column id = "claret-of-1947": must be a text of at most 12 characters'),
        ("claret,", "ale,", 'line 5, column id = "ale": stands on line 3 already'),
        (
            "bitter,ale",
            "bitter,gin",
            'line 5, column goes_with = "gin": must be one of beer, wine, tea, or a card of the list',
        ),
        ("tea,0", "tea,2", 'line 4, column price = "2": tea is free'),
        ("ale,3", "ale,3,4", "line 5: 9 cells, where the head names 8 columns"),
        ("bitter,ale,3", "bitter,ale,6", "column copies: with its copies the list has 9 cards; at most 8"),
        ("kind,", "kinds,", "line 1, column kind: missing; the columns are id, name, "),
        ("name,kind", "kind,kind", "line 1, column kind: stands there twice"),
        (",warm", ",warm,x,x", "line 1, column x: stands there twice"),
        ("copies\n", "copies,art,art\n", "line 1, column art: stands there twice"),
        (",warm", ",", "line 1, column warm: missing; the columns are"),
        ('"Stout, dark"', '"Stout\ndark"', 'line 2, column name = "Stout\\ndark": has a line break; must be a text of'),
        (
            "Stout, dark",
            "Stout,\u202edark",
            'line 2, column name = "Stout,\\u202edark": has a character that nobody sees, U+202E',
        ),
        ('"Stout, dark"', '"Stout" dark', "line 2: no CSV: "),
        ("claret,Claret", '"claret,Claret', "line 5: no CSV: unexpected end of data"),
    ],
)
def test_a_problem_names_line_and_column(old: str, new: str, problem: str) -> None:
    assert any(told.startswith(problem) for told in problems(altered(old, new))), problems(altered(old, new))


def test_a_list_may_have_as_many_copies_as_are_allowed() -> None:
    assert read(altered("bitter,ale,3", "bitter,ale,5"))


def test_all_problems_come_at_once() -> None:
    text = (
        altered("\nstout,", "\nale,")
        .replace("tea,0", "tea,12")
        .replace("wine,9,0", "whine,9,7")
        .replace(",name", ",nom")
    )
    assert [problem.partition(":")[0].partition(" =")[0] for problem in problems(text)] == [
        "line 1, column name",
        "line 3, column id",
        "line 4, column price",
        "line 4, column goes_with",
        "line 5, column kind",
        "line 5, column warm",
    ]
    text = altered("\nstout,", "\nale,").replace("tea,0", "tea,1")
    assert [problem.partition(" =")[0] for problem in problems(text)] == [
        "line 3, column id",
        "line 4, column goes_with",
        "line 4, column price",
    ]


def test_every_problem_names_the_file() -> None:
    with pytest.raises(BadInput) as caught:
        read(altered("wine", "whine"))
    assert str(caught.value).startswith('data/tavern/drinks.csv: line 5, column kind = "whine": must be')


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "empty; the first line must name the columns"),
        (b" \n\n", "empty; the first line must name the columns"),
        (TEXT.replace("dark", "d\x81rk").encode("latin-1"), "line 2: not a text file in UTF-8: byte 63 is 0x81"),
        (TEXT.replace("dark", "d\0rk").encode(), "line 2: a binary file: byte 63 is 0x00"),
        (b"x" * 1_000_001, "too large for a card list: 1000001 bytes, at most 1000000"),
        (TEXT.splitlines(True)[0].encode(), "0 cards; must be at least 1"),
        ((TEXT + "".join(f"b{n},,beer,1,0,,,0\n" for n in range(3))).encode(), "7 cards; must be at most 6"),
        (TEXT.replace("beer", "wine").encode(), "there must be beer"),
    ],
)
def test_what_is_no_list(data: bytes, told: str) -> None:
    assert problems(data) == [told]


def test_a_cell_over_several_lines_does_not_shift_the_count() -> None:
    text = altered('"Stout, dark"', '"Stout\nwith foam"').replace("wine", "whine")
    assert [problem.partition(" =")[0] for problem in problems(text)] == ["line 2, column name", "line 6, column kind"]


def test_problems_come_in_the_order_of_the_lines() -> None:
    lines = TEXT.splitlines()
    lines = [lines[0], lines[1].replace("beer", "bier"), lines[2], lines[2], lines[3].replace("tea", "te"), ""]
    assert [problem.partition(",")[0] for problem in problems("\n".join(lines))] == ["line 2", "line 4", "line 5"]


def test_a_key_that_stands_there_twice_hides_no_row() -> None:
    rows = [dict(row) for row in CARDS]
    rows[3]["id"] = "ale"
    doubled = Cards("drinks.csv", CARDS.columns, CARDS.key, tuple(tuple(row.values()) for row in rows))
    for other in (doubled, Cards("drinks.csv", CARDS.columns, CARDS.key, doubled.rows[::-1])):
        changes = card_changes(CARDS, other)
        assert [row["id"] for row in changes.removed] == ["claret"] and not changes.changed
        assert [row["name"] for row in changes.added] == [rows[3]["name"]]


def test_rows_of_an_editor_are_checked_alike() -> None:
    rows = [dict(zip(CARDS.columns, line, strict=True)) for line in csv.reader(TEXT.splitlines()[1:])]
    assert read_rows(DRINKS, rows, "drinks.csv") == CARDS
    assert read_rows(DRINKS, [{**row, "color": "green"} for row in rows], "drinks.csv").columns[-1] == "color"
    rows[2] |= {"kind": "teh"}
    with pytest.raises(BadInput) as caught:
        read_rows(DRINKS, rows, "drinks.csv")
    assert [str(problem).partition(" =")[0] for problem in caught.value.problems] == [
        "drinks.csv: row 3 (Mint tea), column kind"
    ]


# What is read in spite of its form

HEAD, *LINES = TEXT.splitlines()
IN_SPITE = {
    "header case": (TEXT.replace(HEAD, HEAD.title().replace("_", " ")), "line 1: columns read in spite of their"),
    "empty cells": (
        "\n".join([HEAD, *(f"{line},," for line in LINES), ""]),
        "empty cells at the end of 4 rows: left out",
    ),
    "a column of empty cells": ("".join(f"{line},\n" for line in TEXT.splitlines()), ""),
    "pandas": (re.sub(r"(\d)(?=[,\n])", r"\1.0", TEXT), "numbers as 3.0 in 4 rows: read as 3"),
    "an index": (
        "".join(f"{n - 1 if n else ''},{line}\n" for n, line in enumerate(TEXT.splitlines())),
        "line 1: a column",
    ),
    "cut": (TEXT.removesuffix("\n"), "ends within a line: is the file whole?"),
}


@pytest.mark.parametrize(("text", "warning"), IN_SPITE.values(), ids=IN_SPITE)
def test_what_can_be_understood_is_read_with_one_warning_a_cause(text: str, warning: str) -> None:
    cards = read(text)
    assert cards == CARDS and len(cards.warnings) == bool(warning)
    assert all(str(told).startswith(f"data/tavern/drinks.csv: {warning}") and told.warning for told in cards.warnings)


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_a_list_is_read_as_excel_saves_it(encoding: str) -> None:
    cards = read(TEXT.replace("Mint", "Café").encode(encoding))
    assert cards.numbered[2]["name"] == "Café tea" and len(cards.warnings) == 1


def test_a_spreadsheet_is_read_as_its_table() -> None:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("drinks")
    for line in csv.reader(TEXT.splitlines()):
        sheet.append([int(cell) if cell.isdecimal() else cell for cell in line])
    book.save(written := io.BytesIO())
    cards = read(written.getvalue())
    assert cards == CARDS and not cards.warnings


def test_columns_of_somebodys_own_are_kept_and_come_back() -> None:
    text = "".join(f"{line},{'text' if line is HEAD else 'Draw two.'}\n" for line in (HEAD, *LINES))
    cards = read(text)
    (warning,) = cards.warnings
    assert "line 1: columns that the game does not have: text; kept as text for the printed card" in str(warning)
    assert cards.numbered[0]["text"] == "Draw two." and cards.numbered[0].keys() - CARDS.numbered[0].keys() == {"text"}
    assert read(write_csv(DRINKS, cards)) == cards != CARDS
    assert TAVERN.compile_rules({"drinks": cards}).drinks[0] == TAVERN.compile_rules({}).drinks[0]
    assert DRINKS.called({"id": "ale", "name": None, "text": "Draw two."}) == "ale"


# As values of rules


def test_values_among_others() -> None:
    values = {"players": 3, "drinks": CARDS}
    brief = {"file": "drinks.csv", "sha256": CARDS.sha256, "cards": 4}
    assert brief_values(values) == {"players": 3, "drinks": brief}
    assert hashed_values(values) == {"players": 3, "drinks": CARDS.sha256}
    again = restored_values(whole_values(values))
    assert again == values and list(again["drinks"]) == list(CARDS) and again["drinks"].file == "drinks.csv"


def test_the_default_is_the_list_that_is_shipped() -> None:
    assert TAVERN.parameters["drinks"].default == CARDS
    assert TAVERN.problems({"drinks": CARDS}) == []
    assert str(TAVERN.problems({"drinks": 5})[0]).startswith("drinks = 5: must be the name of a file")


def test_a_list_of_other_columns_is_refused() -> None:
    other = Cards("drinks.csv", ("id",), ("id",), (("ale",),))
    with pytest.raises(BadInput, match="must be the name of a file"):
        TAVERN.compile_rules({"drinks": other})


def test_columns_that_numpy_would_hide_and_unknown_keys_are_refused() -> None:
    with pytest.raises(TypeError, match="hides the columns size"):
        drinks(columns=(*COLUMNS, NumberColumn("size", 0, 1, help="S.")))
    with pytest.raises(TypeError, match="among them"):
        drinks(key=("number",))


def test_differences_are_by_key() -> None:
    text = altered("\nstout,", "\nporter,").replace("ale,,beer,3", "ale,Ale,beer,2").replace("sweet,stout", "sweet,")
    changes = card_changes(CARDS, read(text))
    assert [row["id"] for row in changes.added] == ["porter"]
    assert [row["id"] for row in changes.removed] == ["stout"]
    assert [(card.key, card.columns) for card in changes.changed] == [
        ("ale", ("name", "price")),
        ("mint", ("goes_with",)),
    ]
    assert changes.changed[0].before["price"] == 3 and changes.changed[0].after["price"] == 2
    assert changes and not card_changes(CARDS, read(SAME["rows"]))


# In play


@compiled
def reading(rules):
    """A number that depends on every compiled column."""
    total = 0
    for card in range(rules.drinks_rows):
        drink = rules.drinks[card]
        total = 31 * total + drink.price + 10 * drink.kind + 100 * drink.warm + 1000 * np.int64(drink.tastes)
        total += 7 * drink.goes_with_kind + 11 * drink.goes_with_card
    for copy in range(rules.drinks_copies):
        total = 31 * total + rules.drinks[rules.drinks_deck[copy]].price
    return total + np.int64(rules.allowed)


def test_compiled_rules_hold_the_cards_by_number() -> None:
    rules = TAVERN.compile_rules({})
    ale, claret, mint, stout = rules.drinks[:4]
    assert (ale.price, ale.kind, ale.goes_with_kind, ale.goes_with_card) == (3, Kind.BEER, Kind.TEA, -1)
    assert (claret.tastes, claret.goes_with_kind, claret.goes_with_card) == (0b110, -1, 0)
    assert (mint.warm, mint.goes_with_card, stout.goes_with_card, stout.goes_with_kind) == (True, 3, -1, -1)
    assert rules.drinks_rows == 4 and rules.drinks.shape == (6,)
    assert rules.drinks_copies == 6 and list(rules.drinks_deck[:6]) == [0, 1, 1, 1, 3, 3]
    assert TAVERN.rules_type.isalignedstruct and rules.allowed == 0b101


def test_a_choice_may_also_be_a_set_of_all_where_nothing_is_chosen() -> None:
    column = ChoiceColumn("only", Kind, "may_be", help="The only kind.", optional=True)
    assert column.fields == [("only", "i8"), ("may_be", "u8")]
    assert column.compile("tea", {}) == (Kind.TEA, 1 << Kind.TEA) and column.compile(None, {}) == (-1, 0b111)


def test_a_set_may_have_every_member_each_once() -> None:
    column = SetColumn("kinds", Kind, help="Some kinds.")
    assert column.compile(column.value_of("wine tea beer"), {}) == (0b111,)
    for text in ("tea tea", "tea milk"):
        with pytest.raises(BadCell, match="some of beer, wine, tea"):
            column.value_of(text)


def test_compiled_and_plain_read_the_same_cards() -> None:
    rules = TAVERN.compile_rules({})
    assert numba.njit(reading)(rules) == reading(rules) != 0


def test_events_name_cards_by_their_keys() -> None:
    told = {"player": 1, "card": CardOf("drinks", 3), "hands": [[CardOf("drinks", 0)], None]}
    game = replace(TAVERN, event_fields=lambda event, values: told)
    fields = game.fields_of(next(iter(game.events)), (), {"drinks": CARDS})
    assert fields == {"player": 1, "card": "stout", "hands": [["ale"], None]}


def test_spaces_that_hold_words_together_and_joined_pictures_stay() -> None:
    for name in ("Vive\u00a0!", "\N{WOMAN}\u200d\N{MICROPHONE}"):
        assert TextColumn("name", help="").value_of(name) == name
