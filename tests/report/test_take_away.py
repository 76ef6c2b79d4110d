"""A result to take away: Markdown, text and an SVG say what the page says, and break on no sign in a title."""

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from workbench.report.document import Report, VerdictGroup, VerdictRows
from workbench.report.escape import escaped
from workbench.report.renderers.html import as_html
from workbench.report.renderers.markdown import as_markdown
from workbench.report.renderers.rows_svg import rows_svg
from workbench.report.renderers.text import as_text
from workbench.report.summary import BatchSummary, Summary
from workbench.report.template import report_of
from workbench.report.text.scenarios import NO_PEOPLE
from workbench.store.history import Decision, DecisionState
from workbench.studies.compare import STUDY as COMPARE
from workbench.studies.compare.measure import CompareAnswer

SVG = "{http://www.w3.org/2000/svg}"
WILD = 'Ben & Mia <"|*_`> #1\nagain'


def wild(summary: BatchSummary) -> BatchSummary:
    """The same under a title with every sign that Markdown or XML take for their own."""
    return replace(summary, scenario=replace(summary.scenario, title=WILD, reason=WILD))


def drawn(svg: str) -> list[str]:
    """The texts of a picture."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def groups(report: Report) -> list[VerdictGroup]:
    """The rows of a document, in their groups."""
    return [group for block in report.blocks if isinstance(block, VerdictRows) for group in block.groups]


@pytest.mark.parametrize("kind", ["comparison", "alone"])
def test_markdown_has_the_answer_and_a_line_for_each_row_and_names_what_is_folded(
    summary: Summary, side: BatchSummary, kind: str
) -> None:
    report = (
        report_of("workbench.studies.simulate", "Results", side)
        if kind == "alone"
        else COMPARE.report(CompareAnswer([summary]))
    )
    markdown = as_markdown(report, "again")
    lines = head, _, answer_line, *_ = markdown.splitlines()
    against = "" if kind == "alone" else " against First published rules"
    assert head == f"# Hitmakers: Broad appeal by difference{against}"
    assert answer_line == f"**{report.headline}**"
    assert NO_PEOPLE in markdown
    assert any(fold.rows for group in groups(report) for fold in group.folds)
    for group in groups(report):
        for row in group.rows:
            assert any(line.startswith(f"| {row.label_with_goal} |") and line.count("|") == 5 for line in lines), (
                row.label
            )
        for row in (row for fold in group.folds for row in fold.rows):
            assert not any(line.startswith(f"| {row.label_with_goal} |") for line in lines), row.label
            assert row.label.lower() in markdown.lower()


def test_text_says_the_same_without_markup(summary: Summary) -> None:
    report = COMPARE.report(CompareAnswer([summary]))
    text = as_text(report)
    assert text.startswith(f"{report.title}\n\n{report.headline}\n{report.strength}\n\n{report.how_played}\n")
    assert not {"|", "#", "*"} & set(text)


def test_signs_of_markdown_in_a_title_are_only_signs(side: BatchSummary) -> None:
    head = as_markdown(report_of("workbench.studies.simulate", "Results", wild(side)), "again").splitlines()[0]
    assert head == r'# Hitmakers: Ben & Mia \<"\|\*\_\`> \#1 again'


@pytest.mark.parametrize("kind", ["comparison", "alone", "several"])
def test_the_picture_has_every_row_with_its_interval(summary: Summary, side: BatchSummary, kind: str) -> None:
    report = (
        report_of("workbench.studies.simulate", "Results", side)
        if kind == "alone"
        else COMPARE.report(CompareAnswer([summary] * (2 if kind == "several" else 1)))
    )
    svg = rows_svg(report)
    root, texts = ElementTree.fromstring(svg), drawn(svg)
    rows = [row for group in groups(report) for row in group.flat]
    lines = [line for row in rows for line in row.lines]
    for row in rows:
        assert any(row.label.startswith(text.removesuffix("…")) for text in texts if text), row.label
    assert {line.values for line in lines} <= set(texts)
    keys = (len(lines) + 2) if kind == "several" else 0
    assert len(list(root.iter(f"{SVG}circle"))) == sum(len(line.bars) for line in lines) + keys
    assert root.find(f"{SVG}title") is not None
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", ""), "it fetches nothing"
    below = max(float(element.get("y", 0)) for element in root.iter(f"{SVG}text"))
    assert below < float(root.get("height", 0))


def test_a_picture_with_a_wild_title_is_whole(side: BatchSummary) -> None:
    assert any(
        "Ben & Mia" in text for text in drawn(rows_svg(report_of("workbench.studies.simulate", "Results", wild(side))))
    )


HOSTILE = (
    "[a](javascript:alert(1))",
    "[a]: javascript:alert(1)",
    "![x](https://example.org/pixel.png)",
    "<javascript:alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "see https://example.org and www.example.org",
    "&lt;script&gt; &#91;a&#93;(b)",
    "# no heading",
    "1. no list",
    "- no list",
    "> no quotation",
    "=== no heading",
    "`no code` ~~no strike~~ **no emphasis** _none_",
    "\\[a](b) back\\slash\\",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_people_is_shown_letter_by_letter(text: str) -> None:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    html = parser.render(escaped(text))
    assert html == f"<p>{parser.renderInline(escaped(text))}</p>\n", "a block of its own"
    assert not re.search(r"<(?!/?p>)", html), html
    assert unescape(re.sub("</?p>", "", html)).strip() == text
    assert not re.search(r"(?<!\\)://|www\.", escaped(text)), "readers make links of bare addresses"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_titles_reasons_and_notes_are_no_markup_in_any_report(summary: Summary, hostile: str) -> None:
    other = replace(summary.other.scenario, title=hostile, reason=hostile, hypothesis=hostile)
    wild_pair = replace(summary, other=replace(summary.other, scenario=other))
    rendered = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(as_markdown(COMPARE.report(CompareAnswer([wild_pair])), "again"))
    )
    assert set(re.findall(r"<(\w+)", rendered)) <= {
        *("h1", "h2", "p", "strong", "ul", "li"),
        *("h3", "pre", "code"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    }, rendered
    decision = Decision(other.game.name, other.revision, DecisionState.REJECTED, hostile, hostile)
    html = as_html(COMPARE.report(CompareAnswer([wild_pair], decided={other.revision: decision})), "again")
    body = re.sub(r"<script.*?</script>", "", html[html.index("<body>") :], flags=re.DOTALL)
    assert not re.search(r"<(a|img|iframe|script)\b", body)
