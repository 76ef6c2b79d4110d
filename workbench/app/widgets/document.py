"""A document on a page: its headline in a frame, then its blocks."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from html import escape
from pathlib import PurePath
from typing import cast

import streamlit as st
from plotly.graph_objects import Figure

from workbench.app import address
from workbench.app.widgets import controls, fields, matrix, proposal
from workbench.app.widgets.text import explained, literal, plain_link
from workbench.app.widgets.theme import STYLES
from workbench.bots.strength import stored_strength
from workbench.engine.problems import BadInput
from workbench.report.charts.base import CONFIG, Chart
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Drawing,
    Figures,
    Passage,
    Picker,
    Points,
    Proposal,
    Report,
    Section,
    Table,
    VerdictRows,
    refuse,
    with_plays,
)
from workbench.report.downloads import as_json, file_stem
from workbench.report.example import example_in
from workbench.report.play_link import PlayLink
from workbench.report.renderers import html, markdown, text
from workbench.report.renderers.rows_html import rows_html
from workbench.report.text.scenarios import NO_PEOPLE, bots_described
from workbench.scenario import Scenario
from workbench.studies.study import AnswerT, QuestionT, Study

REPORT_ABOUT = "One file with every chart, to keep or send. It works offline."


def show(report: Report, place: str = "report", *, framed: bool = True) -> None:
    """Draw the whole document; `place` names where it stands, for the keys of its elements."""
    show_head(report, framed=framed)
    show_body(report, place, folds=not framed)


FOLD = """<style>
.wb-more > summary { cursor: pointer; } @media (min-width: 701px) { .wb-more { display: none; } }
@media (max-width: 700px) { [data-testid="stElementContainer"]:has(.wb-more:not([open])) + * { display: none; } }
</style><details class="wb-more"><summary>Charts and tables</summary></details>"""
"""The line that unfolds what follows on a phone, where there is no room for it."""


def show_body(report: Report, place: str, *, folds: bool = False) -> None:
    """Draw what follows the head; on a phone, what follows the rows is folded, where there are some, or it `folds`.

    What comes above the rows later, as rule holes do, moves nothing below them: an open box there would close.
    """
    blocks = report.blocks[1:] if _begins_with_words(report) else report.blocks
    rows = [number for number, block in enumerate(blocks) if isinstance(block, VerdictRows)]
    after = rows[-1] + 1 if rows else 0 if folds else len(blocks)
    with st.container(key=f"{place}_rows"):
        show_blocks(blocks[:after], place)
    if after < len(blocks):
        st.html(FOLD)
        with st.container(key=f"{place}_more"):
            show_blocks(blocks[after:], f"{place}_more")


def show_head(report: Report, *, framed: bool = False) -> None:
    """Draw what a document says in short: its headline and the words that follow, who played."""
    with st.container(border=framed):
        st.markdown(f"## {literal(report.headline)}", anchors=False)
        if report.strength and stored_strength(report.scenario.game):  # else a button stands there, or a job
            st.caption(f":material/smart_toy: {literal(report.strength)}")
        if _begins_with_words(report):
            show_blocks(report.blocks[:1], "head")
        if report.played:
            st.caption(literal(report.played), help=literal(report.how_played))
        elif report.plays or report.bots:
            who_played(report.scenario, *report.bots)


def _begins_with_words(report: Report) -> bool:
    """True if its first block says what to know beside the headline."""
    return bool(report.blocks) and isinstance(report.blocks[0], Passage)


EXAMPLE = """<style>.st-key-example_{name} {{
    background: var(--wb-back); filter: grayscale(0.7); border-style: dashed; max-width: 60rem;
}}</style>"""
"""Gray, but for what colors of a chart mean; the background of the page grays with its charts' own."""


def show_example(package: str) -> None:
    """The stored example beside the modules of a study, if there is one: small, gray, and labeled as an example."""
    try:
        example = example_in(package)
    except BadInput as bad:
        st.caption("\n".join(literal(str(problem)) for problem in bad.problems))
        return
    if example is None:
        return
    name = package.rpartition(".")[2]
    st.html(EXAMPLE.format(name=name))
    with st.container(border=True, key=f"example_{name}"):
        label = f":gray-badge[:material/visibility: Example] A true answer, of {literal(example.subject)}"
        st.markdown(label, help=f"Made by `{example.command}`. Yours will stand here.")
        st.markdown(f"## {literal(example.headline)}", anchors=False)
        show_blocks(example.blocks, f"example_{name}")
        st.caption(literal(example.played))


def show_answer(
    study: Study[QuestionT, AnswerT], question: QuestionT, report: Report, place: str = "study", *, framed: bool = True
) -> None:
    """The document of the answer to a question, its files, and how it came about."""
    show(report, place, framed=framed)
    scenario, command = report.scenario, report.command or study.command(question)
    base = [question.base.revision] if question.base else []
    stem = file_stem(*filter(None, [study.name, scenario.game.name, *base, scenario.revision, report.part]))
    with st.container(horizontal=True):
        file_button("Table as CSV", partial(text.as_csv, report), f"{stem}.csv", f"csv_{place}")
        file_button("All figures as JSON", lambda: as_json(text.as_json(report)), f"{stem}.json", f"json_{place}")
        page = partial(html.as_html, report, command)
        file_button("Report as HTML", page, f"{stem}.html", f"html_{place}", about=REPORT_ABOUT)
        file_button("Markdown", partial(markdown.as_markdown, report, command), f"{stem}.md", f"md_{place}")
    details(report.which_plays, command, html.words_html(report.details))


def who_played(scenario: Scenario, *names: str) -> None:
    """Which bots the figures are of, and what bots are not; `names` where they are not those of the revision."""
    st.caption(literal(f"Played by {bots_described(scenario.game, names or scenario.bots)}. {NO_PEOPLE}"))


def details(how: str, command: str = "", html: str = "") -> None:
    """How it was played, with seed and exact names, and the command that does it again: folded, since few ask.

    `html` has more of it.
    """
    with st.expander("Details", icon=":material/info:"):
        if how:
            st.caption(literal(how))
        if html:
            st.html(html)
        if command:
            st.code(command, language="sh", wrap_lines=True)


KINDS = {
    ".csv": ("text/csv", ":material/table:"),
    ".json": ("application/json", ":material/data_object:"),
    ".html": ("text/html", ":material/description:"),
    ".md": ("text/markdown", ":material/notes:"),
}
"""The media type of each kind of file, and its icon."""


def file_button(
    label: str,
    data: str | Callable[[], str],
    name: str,
    key: str,
    *,
    icon: str | None = None,
    about: str | None = None,
    disabled: bool = False,
) -> None:
    """A button that downloads a file of this name, made when somebody asks for it; the page is not drawn again."""
    mime, usual = KINDS.get(PurePath(name).suffix, KINDS[".csv"])
    st.download_button(
        label, data, name, mime, icon=icon or usual, key=key, on_click="ignore", help=about, disabled=disabled
    )


def show_blocks(blocks: Iterable[Block], place: str) -> None:
    """Draw blocks in order; `place` names where they stand, for the keys of their elements."""
    for number, block in enumerate(blocks):
        _show_block(block, f"{place}_{number}")


def _show_block(block: Block, key: str) -> None:
    match block:
        case Points(lines, badges) if badges:
            judged = zip(badges, lines, strict=True)
            badged = [f":{badge.color}-badge[{badge.icon} {badge.word}] {literal(line)}" for badge, line in judged]
            st.markdown("\n\n".join(badged))
        case Points(plays=plays) if block.for_pages:
            _watch_here(plays)
        case Points(lines, plays=plays) if plays:
            st.html(f'<ul class="plays">{"".join(map(_line_with_plays, lines, plays))}</ul>')
        case Points(lines):
            st.markdown("\n".join(f"- {literal(line)}" for line in lines))
        case Command():
            st.caption(f"{literal(block.label)}: `{block.command}`")
            if block.address:
                plain_link(block.address, "Watch it at the table", "visibility")
        case Passage(markdown):
            st.html(html.words_html(markdown))
        case Table():
            _show_table(block, key)
        case Figures():
            _show_figures(block)
        case VerdictRows():
            st.html(rows_html(block))
            if block.about:
                st.caption("How to read the marks", help=literal(block.about))
        case Drawing():
            _show_drawing(block, key)
        case Section():
            _show_section(block, key)
        case Beside():
            columns = st.columns(block.widths or len(block.columns), gap="medium")
            for number, (column, blocks) in enumerate(zip(columns, block.columns, strict=True)):
                with column:
                    show_blocks(blocks, f"{key}_{number}")
        case Picker():
            _show_picked(block, key)
        case Proposal():
            proposal.show(block)
        case _:
            refuse(block, "place on a page")


def _line_with_plays(line: str, plays: Sequence[PlayLink]) -> str:
    """A line with its links to the table; where that has no place for the plays, with their names."""
    links = " · ".join(f'<a href="{escape(link.address)}">{escape(link.label)}</a>' for link in plays if link.address)
    return f"<li>{escape(line if links else with_plays(line, plays))} {links}</li>"


FRAME_HIGH = 780
"""Pixels of the table within a page: two rows of seats and the buttons."""


def _watch_here(plays: Sequence[Sequence[PlayLink]]) -> None:
    """The table within the page, once one of the plays is chosen."""
    addresses = {link.label: link.address for links in plays for link in links if link.address}
    labels = list(addresses)
    chosen = address.now().held("watched", "", lambda text: text if text in addresses else None)
    holding = controls.holding("watched", chosen or None, options=labels)
    st.selectbox("Watch one here", labels, index=None, placeholder="a play…", width=360, **holding)
    if chosen:
        plain_link(addresses[chosen], "Open it on its own page", "open_in_full")
        st.iframe(addresses[chosen], height=FRAME_HIGH, alt=f"The table: {chosen}")


def _show_section(block: Section, key: str) -> None:
    about = explained("\n\n".join(map(literal, block.about)), *block.terms)
    if block.folded:
        with st.expander(block.title, icon=":material/table:"):
            if about:
                st.caption(about)
            show_blocks(block.blocks, key)
        return
    st.markdown(f"## {literal(block.title)}", anchors=False, help=about or None)
    show_blocks(block.blocks, key)


def _show_figures(block: Figures) -> None:
    row = st.grid(len(block.figures), min_column_width=150)
    for figure in block.figures:
        row.metric(
            figure.label,
            figure.value,
            delta=figure.interval or None,
            delta_color="off",
            delta_arrow="off",
            delta_description="95\N{NARROW NO-BREAK SPACE}%" if figure.interval else None,
            border=True,
            help=explained(literal(figure.about), *figure.terms, *(["interval"] if figure.interval else [])),
        )


def _show_drawing(block: Drawing, key: str) -> None:
    drawn = _drawn(block.draw)
    if drawn is None:
        return
    scrolls = block.scrolls or block.widths
    with st.container(key=f"{'scrolls' if scrolls else 'drawing'}_{key}"):
        if scrolls:
            st.html(STYLES / "wide_charts.css")
        if block.widths:
            least, most = block.widths
            st.html(f"<style>.st-key-{key}_{drawn.name} {{ min-width: {least}px; max-width: {most}px; }}</style>")
        chart(drawn, f"{key}_{drawn.name}", block.about, *block.terms)


@lru_cache(maxsize=32)
def _drawn(draw: Callable[[], Chart | None]) -> Chart | None:
    """The chart, made once for each document."""
    return draw()


SEARCHED = 20
"""Rows of which a page says that they can be sorted and searched."""


def _show_table(block: Table, key: str) -> None:
    if block.matrix:
        matrix.show(block.matrix)
        return
    if not block.rows:
        return
    if block.folded:
        with st.expander(f"{block.title}: as a table", icon=":material/table:"):
            _show_rows(block, key)
        return
    if block.title:
        st.markdown(f"### {literal(block.title)}", anchors=False)
    if block.numbers and len(block.rows) > SEARCHED:
        st.caption("Click a heading to sort. Use the magnifier to search.")
    _show_rows(block, key)


def _show_rows(block: Table, key: str) -> None:
    """The rows, with numbers where there are some, so that they can be sorted by them; the first column stays."""
    columns = {
        name: st.column_config.NumberColumn(format=column.format or None, help=column.about or None)
        for name, column in block.numbers.items()
    }
    columns |= {name: st.column_config.LinkColumn(display_text=r"#(.*)$") for name in block.plays}
    if columns:
        first = next(iter(block.rows[0]))
        columns = {first: st.column_config.TextColumn(pinned=True, width=150), **columns}
    values: dict[str, Sequence[object]] = {name: column.values for name, column in block.numbers.items()}
    for name, plays in block.plays.items():
        values[name] = [f"{play.address}#{play.label}" if play and play.address else None for play in plays]
    rows = [{**row, **{name: values[name][number] for name in values}} for number, row in enumerate(block.rows)]
    st.dataframe(rows, hide_index=True, key=key, column_config=columns or None, alt=block.title or "Every row")


def _show_picked(block: Picker, key: str) -> None:
    if isinstance(block.options, range):
        place = st.container(width=240)
        control = fields.number(
            address.now(), block.name, block.label, int(block.usual or block.options[0]), block.about
        )
        controls.draw(place, control)
        number = cast(int, control.value)
        if number in block.options:
            show_blocks(block.view(str(number)), key)
        else:
            st.info(f"The number is from {block.options[0]} to {block.options[-1]}.")
        return
    options, about = list(block.options), literal(block.about)
    held = controls.option(block.name, block.label, options, block.usual)
    if block.is_switch:
        labels = {option: literal(label) for option, label in block.options.items()}
        chosen = st.segmented_control(
            block.label, options, required=True, format_func=labels.__getitem__, help=about, **held
        )
        show_blocks(block.view(chosen or options[0]), f"{key}_{chosen}")
        return
    with st.container(border=True):
        option = st.selectbox(block.label, options, format_func=block.options.__getitem__, help=about, **held)
        show_blocks(block.view(option), key)


# Charts: one with its heading and sentence, or several in rows of two


def chart(drawn: Chart, key: str, about: str = "", *terms: str) -> None:
    """A chart with its heading and its sentence, which names the bots; `about` and the `terms` explain its figures."""
    st.markdown(f"## {drawn.title}", anchors=False, help=explained(literal(about), *terms) or None)
    st.caption(literal(drawn.sentence))
    alt = f"{drawn.title}. {drawn.sentence}"
    if not drawn.plays:
        st.plotly_chart(drawn.figure, key=key, config=CONFIG, alt=alt, width="stretch")
        return
    st.plotly_chart(
        drawn.figure, key=key, config=CONFIG, alt=alt, width="stretch", on_select=partial(_choose_play, key),
        selection_mode="points",
    )  # fmt: skip
    if st.session_state.get(GOING, ("", ""))[0] == key:
        _, address = st.session_state.pop(GOING)
        st.html(f"<script>window.location.assign({json.dumps(address)})</script>", unsafe_allow_javascript=True)
    links = " ".join(
        f'<a href="{escape(play.address)}">{escape(play.label)}</a>' for play in drawn.plays if play.address
    )
    st.html(
        f'<details class="plays"><summary>Watch one of these plays, or click in the chart</summary>{links}</details>'
    )


GOING = "play_of_chart"
"""Where a session keeps the address of the play that was clicked in a chart, until the page goes there."""


def _choose_play(key: str) -> None:
    """Note the play of the bar that was clicked."""
    points = st.session_state[key].selection.points
    addresses = [point.get("customdata") for point in points]
    first = next((address for address in addresses if address), None)
    if first:
        st.session_state[GOING] = key, first if isinstance(first, str) else first[0]


def preload_charts() -> None:
    """Have the browser load its chart library with an invisible chart, so that the first real one appears at once."""
    with st.container(key="preload"):
        st.plotly_chart(Figure(layout={"height": 50}), key="preloaded", config=CONFIG, alt="Nothing yet")


def in_pairs(blocks: Sequence[Callable[[], None]]) -> None:
    """Blocks two beside each other, in reading order, one below the other where there is no room."""
    for first in range(0, len(blocks), 2):
        for place, show in zip(st.columns(2, gap="medium"), blocks[first : first + 2], strict=False):
            with place:
                show()
