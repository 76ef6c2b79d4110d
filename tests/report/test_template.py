"""Templates and columns: declared once, they say the same in every output."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as count_up
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from workbench.engine.measures import Measure
from workbench.play.comparisons import Contrast
from workbench.play.goals import CheckedGoal, Standing
from workbench.report.columns import (
    Columns,
    bot,
    change,
    count,
    figure,
    for_programs,
    goal,
    percent,
    play,
    plays_to_decide,
    points,
    ratio,
    text,
    time,
    verdict,
)
from workbench.report.document import Beside, Passage, Section, Table
from workbench.report.play_link import PlayLink
from workbench.report.template import render
from workbench.scenario import Goal
from workbench.stats import Estimate, Figure, PairedDifference, Verdict


@dataclass(frozen=True)
class Row:
    """A row of a table."""

    name: str
    spec: str
    share: Estimate | None
    verdict: Verdict | None = None


NUMBERS = count_up()
WIDE = Estimate(0.057, 0.1, 0.05, 0.064, 100)
ROWS = [Row("*Tom*", "ismcts:200", WIDE, Verdict.HIGHER), Row("B", "greedy", None)]
TABLE = Columns[Row](
    text("name", "Name", lambda row: row.name),
    bot("bot", "Bot", lambda row: row.spec),
    percent("share", "Share", lambda row: row.share, about="How often."),
    points("gain", "Gain", lambda row: row.share, interval="", in_csv=False),
    ratio("", "Skill", lambda row: row.share, interval="of skill"),
    count("plays", "Plays", lambda row: row.share and row.share.n),
    verdict("verdict", "Verdict", lambda row: row.verdict, {Verdict.HIGHER: "stronger"}),
    for_programs("runs", lambda row: ["a", "b"]),
)


def test_a_column_says_how_its_number_looks_in_every_output() -> None:
    table = TABLE.table(ROWS)
    first, empty = table.rows
    assert [*first.values()] == [
        *("*Tom*", "tree search 200", "5.7\u202f%", "5.0\u202f% to 6.4\u202f%", "+5.7 points"),
        *("0.06", "0.05 to 0.06", "100", "stronger"),
    ]
    assert set(empty.values()) == {"B", "quick", ""} and table.text_columns == 2
    assert table.numbers["Share"].values == [pytest.approx(5.7), None]
    assert TABLE.records(ROWS) == [
        {
            **{"name": "*Tom*", "bot": "ismcts:200", "share": 0.057, "share_low": 0.05, "share_high": 0.064},
            **{"plays": 100, "verdict": "higher"},
        },
        {"name": "B", "bot": "greedy", "share": "", "plays": "", "verdict": ""},
    ]
    told = TABLE.json(ROWS[0])
    assert json.loads(json.dumps(told)) == told and told["share"]["low"] == 0.05 and told["runs"] == ["a", "b"]
    assert TABLE.json(ROWS[1])["share"] is None


DEALS = Measure("deals", "How many.", 0.05, unit="deals")
TIES = Measure("tie", "How often.", 0.01, type="?", title="Ties")


def test_a_column_takes_its_unit_from_the_measure_of_each_row() -> None:
    longer = Contrast("deals", DEALS, PairedDifference(0.1, 1.0, 0.08, 0.12, 100, 4.47, 4.57), verdict=Verdict.HIGHER)
    rarer = Contrast("tie", TIES, PairedDifference(-0.01, 0.2, -0.02, 0.005, 100, 0.067, 0.057), plays=100)
    checked = CheckedGoal(Goal("tie", None, 0.1), Figure("tie", TIES, WIDE), Standing.MET)
    columns = Columns[Contrast](
        text("measure", "Measure", lambda row: row.label),
        figure("is", "Is", lambda row: checked.figure, interval=""),
        change("by", "Change", lambda row: row, ends=("low", "high")),
        verdict("verdict", "Verdict", lambda row: row),
        goal("goal", "Goal", lambda row: checked if row is rarer else None),
        plays_to_decide("further", "More plays", lambda row: row),
        time("seconds", "Time", lambda row: row.difference.sd),
    )
    rows = columns.table([longer, rarer]).rows
    assert [*rows[0].values()] == [
        *("Deals", "5.7\u202f%", "+0.100 deals", "+0.080 to +0.120", "↑ higher", "", "", "1 s")
    ]
    assert [*rows[1].values()][3:7] == ["−2.0 to +0.5", "? undecided", "at most 10\u202f%: ✓ met", "too close to call"]
    assert columns.records([rarer])[0] == {
        **{"measure": "Ties", "is": 0.057, "is_low": 0.05, "is_high": 0.064, "by": -0.01, "low": -0.02, "high": 0.005},
        **{"verdict": "undecided", "goal": "met", "seconds": 0.2},
    }
    told = columns.json(longer)
    assert json.loads(json.dumps(told)) == told
    assert (told["by"]["verdict"], told["verdict"], told["further"], told["goal"]) == ("higher", "higher", 0, None)


def test_a_column_that_is_empty_in_every_row_is_left_out() -> None:
    assert [*TABLE.table(ROWS[1:]).rows[0]] == ["Name", "Bot"]


def test_two_columns_with_one_heading_are_refused() -> None:
    both = Columns[Row](*TABLE.columns, percent("chance", "Chance", lambda row: row.share))
    with pytest.raises(ValueError, match="95 % interval"):
        both.table(ROWS)


def test_a_chart_of_intervals_follows_from_the_columns() -> None:
    first, waiting = TABLE.marks(ROWS)
    assert (first.label, first.number, first.group) == ("<b>*Tom*</b><br>bot tree search 200", "5.7\u202f%", "stronger")
    assert first.estimate == WIDE and first.mark[0] == "triangle-right" and waiting.estimate is None


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a study with columns and no template yet."""
    folder = tmp_path / "templated"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "columns.py").write_text("from tests.report.test_template import ROWS, TABLE\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in ("templated", "templated.columns"):
        sys.modules.pop(name, None)


def rendered(package: Path, template: str):
    """What a template says of an answer whose name is Markdown."""
    file = f"{next(NUMBERS)}.md"  # templates are read once
    (package / file).write_text(template, "utf-8")
    return render("templated", file, answer=Row("*a* [b](c) <i>", "greedy", WIDE))


def test_a_template_has_a_headline_sections_and_details(package: Path) -> None:
    answer = rendered(
        package,
        """# The headline of {{ answer.name }}
is **one** line.

- It is {{ answer.share|share }} of
  {{ answer.share.n|counted("play") }}.

{{ table(TABLE, ROWS, "All") }}

## Nothing

## More of {{ answer.name }}

{{ beside(figures(TABLE, answer), table(TABLE, ROWS)) }}
After it.

## Details

As it was.

{{ definitions(TABLE) }}
""",
    )
    assert answer.headline == "The headline of *a* [b](c) <i> is one line."
    words, table, section = answer.blocks
    assert words == Passage("- It is 5.7\u202f% (5.0\u202f% to 6.4\u202f%) of 100 plays.")
    assert isinstance(table, Table) and table.title == "All"
    assert isinstance(section, Section) and section.title == "More of *a* [b](c) <i>"
    beside, after = section.blocks
    assert isinstance(beside, Beside) and len(beside.columns) == 2 and after == Passage("After it.")
    assert answer.asides["details"] == "As it was.\n\n- **Share**: How often."


def test_names_of_people_are_shown_to_the_letter(package: Path) -> None:
    [words] = rendered(package, "{{ answer.name }}").blocks
    assert words == Passage("\\*a\\* \\[b\\](c) \\<i>")
    assert rendered(package, "{{ answer.name|code }}").blocks == [Passage("`*a* [b](c) <i>`")], "a command is none"


@pytest.mark.parametrize("insert", ["{{ tabel(TABLE, ROWS) }}", "{{ table(ROUNDS, ROWS) }}", "{{ answer.skill }}"])
def test_an_insert_that_there_is_not_is_an_error(package: Path, insert: str) -> None:
    with pytest.raises(UndefinedError):
        rendered(package, f"# Headline\n\n{insert}\n")


def test_an_insert_within_a_line_is_an_error(package: Path) -> None:
    with pytest.raises(ValueError, match="on a line of its own"):
        rendered(package, "- It is {{ table(TABLE, ROWS) }}")
    with pytest.raises(ValueError, match="no chart tornado"):
        rendered(package, '{% call chart("tornado", answer, "It") %}{% endcall %}')


def test_a_play_to_watch_is_a_name_in_files_and_a_link_on_a_page() -> None:
    watch = PlayLink("play 7", "/table/hitmakers/2021-04-08?play=7")
    plays = Columns[PlayLink | None](
        text("name", "Name", lambda link: "one" if link else "none"), play("play", "Watch", lambda link: link)
    )
    table = plays.table([watch, None])
    assert [row["Watch"] for row in table.rows] == ["play 7", ""]
    assert table.plays == {"Watch": [watch, None]}
    assert [record["play"] for record in plays.records([watch, None])] == ["play 7", ""]
    assert plays.table([None]).plays == {}, "no column of what no row has"
