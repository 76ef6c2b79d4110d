"""Every kind of block in every output: each says what it holds, in order, and hides nothing but what it cannot show."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import unescape
from typing import Any, get_args

import plotly.graph_objects as go
import pytest

from workbench.app.widgets.document import show
from workbench.bots.strength import StrongestBots
from workbench.cli.document import print_report
from workbench.engine.measures import Measure
from workbench.report.charts.base import Chart
from workbench.report.document import (
    Badge,
    Beside,
    Block,
    Command,
    Drawing,
    Figures,
    KeyFigure,
    Matrix,
    MatrixCell,
    MatrixRow,
    NumberCells,
    Passage,
    Picker,
    Points,
    Proposal,
    Report,
    Section,
    Table,
    VerdictFold,
    VerdictGroup,
    VerdictLine,
    VerdictRow,
    VerdictRows,
)
from workbench.report.play_link import PlayLink
from workbench.report.renderers.html import as_html
from workbench.report.renderers.markdown import as_markdown
from workbench.report.renderers.text import as_csv, as_json, as_text
from workbench.scenario import load_scenario
from workbench.scenario.files import STARTER, Workspace
from workbench.stats import Estimate, Figure

SHIPPED = Workspace(STARTER)
SCENARIO = load_scenario(SHIPPED, "trickster/prototype-a", seed="5")
SHARE = Measure("share", "a figure's meaning", margin=0.1)
CHART = Chart("lead", "The lead", "How far the leader is ahead.", go.Figure())
BLOCKS = [
    Section(
        "First heading", [Passage("a sentence"), Table("rows of it", [{"Name": "lead", "Value": "3"}])], ["an aside"]
    ),
    Figures([KeyFigure.of(Figure("share", SHARE, Estimate(0.68, 0.1, 0.66, 0.7, 100)))], ["the share is 0.68"]),
    Points(["it is better"], [Badge("better", "green", ":material/thumb_up:")]),
    VerdictRows(
        [
            VerdictGroup(
                "group of rows",
                [VerdictRow("a measure", [VerdictLine("Mine", "1 → 2", "+1 (0 to 2)", "", "↑ higher")], "at most 5")],
                [VerdictFold("1 undecided", [VerdictRow("an open one", [VerdictLine("Mine", "3 → 3")])])],
                "what is controlled",
            )
        ]
    ),
    Section("Folded heading", [Passage("folded away")], folded=True),
    Beside([[Passage("on the left")], [Passage("on the right")]]),
    Matrix(
        "sort",
        "",
        "Revision",
        {"Ties": "Shared wins."},
        [MatrixRow("A row of figures", 1, [MatrixCell("6 %", "5 % to 7 %")])],
    ).table,
    Drawing("lead", lambda: CHART, "about the chart"),
    Drawing("again", lambda: CHART, "about the chart"),
    Drawing("empty", lambda: None, "about no chart"),
    Picker("place", "Place", "which", range(5), lambda number: [Passage(f"view {number}")], usual="2"),
    Picker(
        "combination", "Pick", "one", {"first": "The first", "other": "The other"}, lambda key: [Points([f"of {key}"])]
    ),
    Figures([KeyFigure("Skill", "0.7", "0.6 to 0.8", "how much")]),
    Passage("- a **bold** line\n- Tom \\*Cat\\* wins"),
    Points(["a row with plays"], plays=[[PlayLink("play 7", "/table/x")]]),
    Points(["only where there is a table"], for_pages=True),
    Section("Heading of pages", [Points([""], plays=[[PlayLink("play 8", "/table/y")]], for_pages=True)]),
    Proposal(SCENARIO, SCENARIO, {"rounds": 2}, "Two rounds", "Shorter."),
    Command("More of it", "workbench replay trickster/prototype-a"),
    Table(
        "with numbers", [{"Card": "ale", "Won": "50.0 %"}], numbers={"Won": NumberCells([50.0], "%.1f %%", "how often")}
    ),
    Table("no rows", []),
]
TOLD = [
    "First heading", "a sentence", "rows of it", "the share is 0.68", "it is better", "group of rows", "a measure",
    "1 → 2", "+1 (0 to 2)", "↑ higher", "an open one", "what is controlled", "Folded heading", "folded away",
    "on the left", "on the right", "view 2", "of first", "The other", "of other", "0.6 to 0.8", "bold",
    "a row with plays: play 7",
]  # fmt: skip


STRONGEST = StrongestBots("trickster", "", 4, False, False, "greedy", "thinker:200", 0.56, 0.25, 0.03, 300)
STRENGTH = "Quick bots: a thinker wins 56 % against 3 of them (even 25): check with thinkers (thinker:200)."


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    for module in ("workbench.report.text.scenarios", "workbench.app.widgets.document"):
        monkeypatch.setattr(f"{module}.stored_strength", lambda game: STRONGEST)
    records = [{"figure": "lead", "mean": 1 / 3}, {"figure": "=1+1", "high": None}]
    details = "what is **counted** \\*so\\*"
    return Report(SCENARIO, "Lead of A", "It <b>leads</b>.", 200, BLOCKS, records, {}, details, judges=[SCENARIO])


def test_every_kind_of_block_is_tried() -> None:
    """A dozen at most, since each output has to show all of them."""
    assert {type(block) for block in BLOCKS} == set(get_args(Block)) and len(get_args(Block)) <= 12


@pytest.mark.parametrize("in_section", [False, True])
@pytest.mark.parametrize(
    "output", [print_report, as_text, partial(as_html, command=""), partial(as_markdown, command=""), show]
)
def test_every_output_refuses_a_kind_of_block_that_it_does_not_know(
    report: Report, output: Callable[[Report], object], in_section: bool
) -> None:
    class Strange:
        """A block that somebody has invented."""

    strange: Any = Strange()
    blocks = [Section("Of it", [strange])] if in_section else [strange]
    with pytest.raises(TypeError, match="for a block of type Strange"):
        output(replace(report, blocks=blocks))


@pytest.mark.parametrize("render", [as_html, as_markdown])
def test_a_file_tells_every_block_in_order_and_how_to_make_it_again(report: Report, render: Callable[..., str]) -> None:
    text = unescape(render(report, "workbench lead A"))
    beside = ["leads", STRENGTH, "Prototype A (seed 5)", *TOLD, "workbench replay"]
    places = [text.index(words) for words in beside if words != "what is controlled"]
    assert places == sorted(places) and "what is controlled" in text, "which a page folds away at the end"
    assert "50.0 %" in text and "%.1f" not in text
    assert "workbench lead A" in text and "200 plays of Prototype A (seed 5)" in text and "no rows" not in text
    assert "It <b>" not in render(report, ""), "texts are escaped"
    assert "Heading of pages" not in text and "only where there is a table" not in text


def test_a_page_has_charts_with_what_explains_them_and_the_usual_view(report: Report) -> None:
    page = as_html(report, "")
    assert page.count('class="chart"') == 2 and page.count("about the chart") == 1, "what is told once is not repeated"
    assert "about no chart" not in page and "view 2" in page
    assert "<strong>counted</strong> *so*" in page and "an aside" in page and "a figure's meaning" in unescape(page)
    assert "<li>a <strong>bold</strong> line</li>" in page and "Tom *Cat* wins" in page


def test_a_terminal_tells_every_block_in_order(report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    print_report(report)
    text = capsys.readouterr().out
    folded = {"what is controlled"}
    places = [
        text.index(words)
        for words in [f"It <b>leads</b>.\n{STRENGTH[:60]}", *TOLD, "workbench replay"]
        if words not in folded
    ]
    assert places == sorted(places) and "The lead" not in text and "Tom *Cat* wins" in text
    assert not any(words in text for words in (*folded, "counted", "a figure's meaning"))
    print_report(report, details=True)
    detailed = capsys.readouterr().out
    assert all(words in detailed for words in (*folded, "counted *so*", "a figure's meaning"))
    assert "Heading of pages" not in text and "only where there is a table" not in text
    print_report(replace(report, command="workbench lead --after 2"))
    assert capsys.readouterr().out.rstrip().endswith("workbench lead --after 2")


def test_what_a_report_proposes_is_a_revision_with_its_rules_and_reasons(report: Report) -> None:
    assert report.proposal is not None and replace(report, blocks=BLOCKS[:2]).proposal is None
    proposal = report.proposal._replace(
        draft=replace(SCENARIO, rules={**SCENARIO.rules, "rounds": 2}), hypothesis="Ends."
    )
    revision = proposal.as_revision("two-rounds")
    assert (revision.revision, revision.parent, revision.rules["rounds"]) == ("two-rounds", SCENARIO.revision, 2)
    assert (revision.title, revision.reason, revision.hypothesis) == ("Two rounds", "Shorter.", "Ends.")


def test_figures_as_data_are_in_full_precision(report: Report) -> None:
    lines = as_csv(report).splitlines()
    assert lines[0] == "figure,mean,high,revision,seed" and str(1 / 3) in lines[1]
    assert lines[2].startswith("'=1+1"), "a formula is disarmed"
    told = as_json(report)
    assert told["strength"] == STRENGTH and f"It <b>leads</b>.\n{STRENGTH}\n" in as_text(report)
    assert told["figures"] == [*report.records] and told["headline"] == report.headline and told["plays"] == 200
    assert as_json(Report(SCENARIO, "", "", 0, data={"own": 1})) == {"own": 1}
