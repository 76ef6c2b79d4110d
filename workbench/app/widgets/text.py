"""Text on pages: escaped, with changes marked; the pages of *Help* and links to its glossary; sessions in words."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from workbench import __file__ as package_file
from workbench.app.services import revisions
from workbench.engine.registry import games, title_of
from workbench.engine.wording import counted, listed, on_one_line, time_words
from workbench.playtest.log.scores import Scores
from workbench.report.rulebook import Signs
from workbench.store.playtests.overview import SessionRow, Spread, Version

SIGNS = Signs((":green-background[:material/add: ", "]"), (":red-background[~~", "~~]"))
"""How what is new and what is gone is marked: by color, and by a sign."""
SPECIAL = re.compile(r"([\\`*_\[\]<>$~:#|])")
"""Characters that Markdown, or Streamlit's additions to it, would take for more."""
HEADING = re.compile(r"#{1,6} ")


def literal(text: str) -> str:
    """The text escaped, so that Markdown shows it unchanged."""
    return SPECIAL.sub(r"\\\1", text)


def smaller_headings(markdown: str) -> str:
    """The rulebook's headings below those of the page."""
    return re.sub(r"^(#{1,3}) ", r"##\1 ", markdown, flags=re.MULTILINE)


def changed_parts(markdown: str) -> str:
    """The changed parts of a marked rulebook, each below its heading; empty where there are none."""
    parts: list[str] = []
    heading = ""
    for block in re.split(r"\n{2,}", markdown.strip()):
        if HEADING.match(block) and not _is_marked(block):
            heading = block
        elif _is_marked(block):
            parts += [heading, _marked_lines(block)]
            heading = ""
    return "\n\n".join(part for part in parts if part)


def _is_marked(text: str) -> bool:
    return any(sign in text for sign in (SIGNS.put_in[0], SIGNS.taken_out[0]))


def _marked_lines(block: str) -> str:
    """The head of a table with its changed rows; any other block whole."""
    if not block.startswith("|"):
        return block
    head, rows = block.splitlines()[:2], block.splitlines()[2:]
    return "\n".join([*head, *(row for row in rows if _is_marked(row))])


DOCS = Path(package_file).parent / "docs"
PAGES = (
    *(
        "verdicts",
        "sweeps",
        "tuning",
        "bots",
        "quality",
        "games",
        "form",
        "newgame",
        "kit",
        "playtests",
        "revisions",
        "commands",
        "store",
        "cluster",
        "evidence",
        "figures",
        "building",
    ),
    "glossary",
)
"""The pages by the names of their files, in the order of the menu."""
LINK = re.compile(r"\]\((?P<page>[a-z]+)\.md(?P<anchor>#[a-z-]+)?\)")


@cache
def title(page: str) -> str:
    """The page's heading."""
    return _read(page).partition("\n")[0].removeprefix("# ")


def body(page: str) -> str:
    """The page below its heading, a level lower, with links between pages as the dashboard has them.

    Code has one color: some of those that Streamlit gives its words are too pale to read.
    """
    text = re.sub("^##", "###", _read(page).partition("\n")[2].strip(), flags=re.MULTILINE)
    text = re.sub("^```[a-z]+$", "```text", text, flags=re.MULTILINE)
    return LINK.sub(lambda link: f"]({address(link['page'])}{link['anchor'] or ''})", text)


def address(page: str) -> str:
    """Where the dashboard shows the page."""
    return f"/help?page={page}"


@cache
def terms() -> dict[str, str]:
    """The anchor of every term of the glossary, by the term in small letters."""
    headings = re.findall(r"^## (.+)$", _read("glossary"), re.MULTILINE)
    return {term.lower(): term.lower().replace(" ", "-") for term in headings}


def explained(text: str, *named: str) -> str:
    """A help text with links to these terms of the glossary. Raises KeyError for a term that is not there."""
    links = [f"[{term}]({address('glossary')}#{terms()[term]})" for term in named]
    return f"{text}\n\nGlossary: {', '.join(links)}" if links else text


@cache
def _read(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


def revision_title(game: str, name: str) -> str:
    """A revision's title; its name, where its file or its game is gone."""
    scenario = revisions(games()[game]).sound.get(name) if game in games() else None
    return scenario.title if scenario else name


def session_line(row: SessionRow, won: str = "") -> str:
    """A session in one line: when, what, how many, how long, and who won, as `won_by` says it."""
    when = time_words(row.started_at)
    what = f"{title_of(row.game)} › {revision_title(row.game, row.version)}" if row.version else title_of(row.game)
    new = f" ({row.newcomers} new)" if row.newcomers else ""
    parts = [when, what, f"{counted(row.players, 'player')}{new}"]
    if row.play_s >= 30:  # an open one has perhaps only just begun
        parts.append(f"{round(row.play_s / 60)} min of play")
    if won:
        parts.append(f"won by {won}")
    parts.append(counted(row.moments, "moment"))
    return " · ".join(parts)


def won_by(scores: Scores, names: Mapping[str, str]) -> str:
    """Who won, and by how much, or by which override; empty where nobody has won yet."""
    winners = listed((names[player] for player in scores.winners), none="")
    if scores.winning_sides and not scores.wins_by_override:
        sides = scores.sheet.sides_in_words(scores.winning_sides)
        return f"{sides} ({winners})" if winners else sides
    if scores.wins_by_override and scores.override:
        return f"{winners or 'nobody'} by override: {shortened(scores.override.reason)}"
    return f"{winners} by {scores.margin:g}" if scores.margin else winners


def shortened(text: str, longest: int = 80) -> str:
    """A text on one line; where it is longer, its first words."""
    line = on_one_line(text)
    if len(line) <= longest:
        return line
    begun = line[: longest - 1]
    return f"{begun.rpartition(' ')[0].rstrip(',;:') or begun} …"


def version_name(version: Version, among: Sequence[Version] = ()) -> str:
    """A version's name; with a part of its rules' hash, and its game, where others share its name."""
    name = revision_title(version.game, version.version) or "no revision"
    if any(other.game != version.game for other in among):
        name = f"{title_of(version.game)} › {name}"
    alike = [other for other in among if (other.game, other.version) == (version.game, version.version)]
    return f"{name} ({version.rules_hash[:6] or 'no rules'})" if len(alike) > 1 else name


def spread_words(spread: Spread | None) -> str:
    """Median, quartiles and n: `4 (3–5), n = 12`; of one value alone `4, n = 1`."""
    if spread is None:
        return "–"
    low, middle, high = (f"{round(value, 1):g}" for value in (spread.low, spread.median, spread.high))
    return f"{middle}, n = 1" if spread.n == 1 else f"{middle} ({low}–{high}), n = {spread.n}"


def plain_link(address: str, label: str, icon: str) -> None:
    """A link to a plain page beside the dashboard."""
    link = f'<a class="evening" data-icon="{icon}" href="{escape(address)}">{escape(label)}</a>'
    st.html(link, width="content")
