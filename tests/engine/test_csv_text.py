"""CSV text: what separates cells, which rows there are, and where they stand."""

import pytest

from workbench.engine.files import CsvRow, UnreadableFile, csv_rows, csv_text, decode_utf8, delimiter, doubled
from workbench.engine.problems import Problems


def rows(text: str) -> list[CsvRow]:
    problems = Problems()
    found = list(csv_rows(text, problems))
    assert problems.found == []
    return found


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_head_says_what_separates_cells(separator: str) -> None:
    text = f"a{separator}b\n1{separator}'2.5 | x'\n"
    assert delimiter(text) == separator
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
    assert [problem.place for problem in problems.found] == [place]


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
