"""A result to take away: Markdown, text and an SVG say what the page says, and break on no sign in a title."""

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from workbench.app.widgets.exports import picture
from workbench.report.charts.rows import bar_of
from workbench.report.markdown import escaped, played_of, rows_of, summary_markdown, summary_text, title_of
from workbench.report.pages import page
from workbench.report.rows import rows_against, with_cells
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import cells
from workbench.report.text.answers import answer, answer_alone
from workbench.report.text.scenarios import NO_PEOPLE
from workbench.store.history import Decision, DecisionState

SVG = "{http://www.w3.org/2000/svg}"
WILD = 'Ben & Mia <"|*_`> #1\nagain'


def wild(found: BatchSummary) -> BatchSummary:
    """The same under a title with every sign that Markdown or XML take for their own."""
    return replace(found, scenario=replace(found.scenario, title=WILD, reason=WILD))


def drawn(svg: str) -> list[str]:
    """The texts of a picture."""
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_markdown_has_the_answer_and_a_line_for_each_goal_and_each_move(summary: Summary) -> None:
    made = summary_markdown(summary)
    head, _, said, *_ = made.splitlines()
    assert head == "# Hitmakers: Broad appeal by difference against First published rules"
    assert said == f"**{answer(summary)}**"
    assert NO_PEOPLE in made
    told = [line for line in made.splitlines() if line.startswith("| ") and not line.startswith("| Measure")]
    rows = rows_of(summary)
    for row in rows:
        verdict = cells.verdict(row.cells[0])
        folded = row.group != "Goals" and any(word in verdict for word in ("same", "undecided", "perhaps"))
        assert (any(line.startswith(f"| {row.label} |") for line in told)) is not folded, row.name
        assert row.label.lower() in made.lower()
    assert all(line.count("|") == 5 for line in told)


def test_text_says_the_same_without_markup(summary: Summary) -> None:
    made = summary_text(summary)
    assert made.startswith(f"{title_of(summary)}\n\n{answer(summary)}\n\n{played_of(summary)}\n")
    assert not {"|", "#", "*"} & set(made)


def test_a_revision_alone_has_every_measure(side: BatchSummary) -> None:
    made = summary_markdown(side)
    assert f"**{answer_alone(side)}**" in made
    assert all(f"| {row.label} |" in made for row in rows_of(side))


def test_signs_of_markdown_in_a_title_are_only_signs(side: BatchSummary) -> None:
    head = summary_markdown(wild(side)).splitlines()[0]
    assert head == r'# Hitmakers: Ben & Mia \<"\|\*\_\`> \#1 again'


@pytest.mark.parametrize("kind", ["comparison", "alone", "several"])
def test_the_picture_has_every_row_with_its_interval(summary: Summary, side: BatchSummary, kind: str) -> None:
    results = {"comparison": [summary], "alone": [side], "several": [summary, summary]}[kind]
    svg = picture(results)
    root, texts = ElementTree.fromstring(svg), drawn(svg)
    rows = with_cells(rows_against(results)) if kind == "several" else rows_of(results[0])
    shown = [cell for row in rows for cell in row.cells]
    for row in rows:
        assert any(row.label.startswith(text.removesuffix("…")) for text in texts if text), row.name
        assert cells.values(row, row.cells[0]) in texts
    keys = (len(shown) + 2) if kind == "several" else 0
    bars = sum(bar_of(row, cell) is not None for row in rows for cell in row.cells)
    assert len(list(root.iter(f"{SVG}circle"))) == bars + keys
    assert root.find(f"{SVG}title") is not None
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", ""), "it fetches nothing"
    below = max(float(each.get("y", 0)) for each in root.iter(f"{SVG}text"))
    assert below < float(root.get("height", 0))


def test_a_picture_with_a_wild_title_is_whole(side: BatchSummary) -> None:
    assert any("Ben & Mia" in text for text in drawn(picture([wild(side)])))


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
    made = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    shown = made.render(escaped(text))
    assert shown == f"<p>{made.renderInline(escaped(text))}</p>\n", "a block of its own"
    assert not re.search(r"<(?!/?p>)", shown), shown
    assert unescape(re.sub("</?p>", "", shown)).strip() == text
    assert not re.search(r"(?<!\\)://|www\.", escaped(text)), "readers make links of bare addresses"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_titles_reasons_and_notes_are_no_markup_in_any_report(summary: Summary, hostile: str) -> None:
    other = replace(summary.other.scenario, title=hostile, reason=hostile, hypothesis=hostile)
    found = replace(summary, other=replace(summary.other, scenario=other))
    shown = MarkdownIt("commonmark", {"html": True}).enable("table").render(summary_markdown(found))
    assert set(re.findall(r"<(\w+)", shown)) <= {
        *("h1", "h2", "p", "strong", "ul", "li"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    }, shown
    decision = Decision(other.game.name, other.revision, DecisionState.REJECTED, hostile, hostile)
    html = page([found], decided={other.revision: decision})
    body = re.sub(r"<script.*?</script>", "", html[html.index("<body>") :], flags=re.DOTALL)
    assert not re.search(r"<(a|img|iframe|script)\b", body)
