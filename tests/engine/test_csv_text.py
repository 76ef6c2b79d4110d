"""CSV text: what separates cells, which rows there are, and where they stand."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench
from workbench.engine.files import (
    CsvRow,
    UnreadableFile,
    csv_rows,
    csv_text,
    decode_utf8,
    delimiter,
    doubled,
    unguarded,
)
from workbench.engine.problems import Problems


def rows(text: str) -> list[CsvRow]:
    problems = Problems()
    records = list(csv_rows(text, problems))
    assert problems.noted == []
    return records


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_head_says_what_separates_cells(separator: str) -> None:
    text = f"a{separator}b\n1{separator}'2.5 | x'\n"
    assert delimiter(text) == separator == delimiter(f"{text}2{separator},,,;;;\t\t\t\n")
    assert [row.cells for row in rows(text)] == [("a", "b"), ("1", "'2.5 | x'")]


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "SEP=;;;\n"])
def test_a_first_line_may_say_it(first: str) -> None:
    assert rows(f"{first}a,b;c\n1;2\n") == [CsvRow(2, 2, ("a,b", "c")), CsvRow(3, 3, ("1", "2"))]


def test_blank_rows_count_and_are_left_out() -> None:
    assert rows('a,b\n\n"1\n2",3\n , \n4,5\n') == [
        CsvRow(1, 1, ("a", "b")),
        CsvRow(3, 3, ("1\n2", "3")),
        CsvRow(5, 6, ("4", "5")),
    ]


@pytest.mark.parametrize(("text", "place"), [('a,b\n1,2\n"3,4\n', "line 3"), ("sep=|\na|b\n", "line 1")])
def test_what_is_no_csv_is_noted_with_its_line(text: str, place: str) -> None:
    problems = Problems()
    assert len(list(csv_rows(text, problems))) == text.count("1,2") * 2
    assert [problem.place for problem in problems.noted] == [place]


def test_names_that_are_doubled() -> None:
    assert doubled(["a", "b", "a", "c", "c", "a"]) == ["a", "c"]


def test_text_is_utf_8_with_or_without_a_mark() -> None:
    assert decode_utf8("\ufeffä,b".encode()) == decode_utf8("ä,b".encode()) == "ä,b"


@pytest.mark.parametrize("data", [b"a,b\n\xff", b"a,b\n\0"])
def test_other_bytes_are_refused_with_their_line(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="byte 4 is 0x") as error:
        decode_utf8(data)
    assert error.value.line == 2


def test_a_table_is_written_as_it_is_read() -> None:
    cells = [("a,b", 'say "no"'), ("1\n2", "")]
    assert [row.cells for row in rows(csv_text(("x", "y"), cells))] == [("x", "y"), *cells]


def test_rows_by_names_are_written_in_the_order_of_the_head_and_may_lack_some() -> None:
    assert csv_text(("x", "y"), [{"y": 2, "x": 1}, {"y": 3, "z": 4}]) == "x,y\n1,2\n,3\n"


def cells(text: str) -> list[str]:
    """Every cell as a spreadsheet reads it."""
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


@pytest.mark.parametrize(
    "formula", ["=1+1", "@x", "+cmd|' /C calc'!A0", "-2+3", "\t=1", "\r=1", "＝1+1", "'=1", "-1 day"]
)
def test_no_cell_is_a_formula_wherever_it_stands(formula: str) -> None:
    tables = [csv_text((formula,), []), csv_text(("x",), [(formula,)]), csv_text(("x",), [{"x": formula}])]
    for text in tables:
        written = cells(text)[-1]
        assert written[0] == "'" and unguarded(written) == formula


@pytest.mark.parametrize("value", [-1, -2.5, "-4", "+3,5", "-1e-05", "'Tis", "", None, True, "a=1"])
def test_numbers_and_other_texts_stay_as_they_are(value: object) -> None:
    assert cells(csv_text(("x",), [("", value)]))[-1] == ("" if value is None else str(value))


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=2))
def test_whatever_is_written_is_read_back(texts: list[str]) -> None:
    for separator in ",;\t":
        text = csv_text(texts, [texts], separator=separator)
        read = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
        assert [list(map(unguarded, row)) for row in read] == [texts, texts]


def test_there_is_one_place_that_writes_csv() -> None:
    house = Path(workbench.__file__).parent
    writers = re.compile(r"csv\.(Dict)?[wW]riter|to_csv|format csv|'\.csv' *\(format")
    others = {path.relative_to(house) for path in house.rglob("*.py") if writers.search(path.read_text("utf-8"))}
    assert others == {Path("engine/files.py")}
