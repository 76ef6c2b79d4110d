"""A session sheet and a feedback form for print, for tables without devices.

The pages are self-contained and load nothing. Known values are filled in; lines are left for the rest.
"""

from functools import cache
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template

from workbench.engine.game import Game
from workbench.engine.parameters import Values
from workbench.engine.score_sheet import Criterion, ScoreSheet
from workbench.playtest.feedback import LENGTH, QUOTE, RATED, REPLIED, WRITTEN
from workbench.playtest.log.kinds import ClockPhase, Medium, Moment, QuestionKind, ReplyChoice, SessionStatus
from workbench.playtest.log.sentences import NameOf
from workbench.playtest.log.session import Session, SessionQuestion
from workbench.playtest.printing.filled import ENDS, MomentLine, blank, contents_of

FOLDER = Path(__file__).parent
MOST_ROWS, MOST_WIDE_ROWS = 12, 8
"""Rows of the score sheet where the rules do not limit them: as many as fit on a page with the rest."""
FEWEST_ROWS = 4
MOST_COLUMNS = 24
"""Criteria of all players that fit beside each other; more are printed below each other, a line each."""
LINES_OF_SCORES = 34
LINES_OF_A_PAGE = 27
"""Lines for players, scores, moments and notes on a page of A4 beside headings and fields, by trial in Chromium."""
TURNED = 7
"""Lines that the heading and totals of a wide table take."""
FEWEST_LINES = 6
"""The fewest lines for moments and notes: where fewer fit, there is a second page."""


def session_sheet(
    game: Game,
    rules: Values,
    *,
    revision: str = "",
    label: str = "",
    title: str = "",
    goal: str = "",
    logged: tuple[Session, NameOf] | None = None,
) -> str:
    """A sheet to log a session by hand: details, times, the score sheet under these rules, moments, notes.

    It takes one page, unless the rules have more rows, or more criteria and players, than fit. `label` is that of a
    printed deck. `logged`: a session, with its players' names; it is filled in, with room for more while it is open.
    """
    sheet = logged[0].scores.sheet if logged else game.sheet(rules)
    seats = rules.get("players", game.seats)
    contents = contents_of(*logged) if logged else blank(seats if isinstance(seats, int) else game.seats, goal)
    has_room = logged is None or logged[0].status is SessionStatus.OPEN
    players = len(contents.columns)
    lines = [criterion for criterion in sheet.criteria if not criterion.once]
    is_wide = len(lines) > 1 and len(lines) * players <= MOST_COLUMNS
    rows = max(contents.rows, _rows(sheet, is_wide) if has_room else 1)
    once = [criterion for criterion in sheet.criteria if criterion.once]
    scores = (rows + TURNED if is_wide else rows * max(1, len(lines)) + 2) + len(once)
    if sheet.sides:
        scores = max(rows, players + 1) + 2
    phases = [phase.value for phase in ClockPhase if phase is not ClockPhase.NONE]
    left = LINES_OF_A_PAGE - max(players, len(phases)) - scores
    # on the rest of the page, or on a second one
    moments, notes = (left - left // 3, left // 3) if left >= FEWEST_LINES else (14, 8)
    if not has_room:
        moments = notes = 0
    return _template("session.html").render(
        game=game.title,
        revision=revision,
        label=label,
        title=title,
        sheet=sheet,
        contents=contents,
        ends=list(ENDS),
        is_wide=is_wide,
        rows=range(1, rows + 1),
        moment_lines=[*contents.moments, *[MomentLine()] * (moments - len(contents.moments))],
        note_lines=[*contents.notes, *[""] * (notes - len(contents.notes))],
        criteria=lines or (Criterion("points", "Points"),),
        once=once,
        outcomes=[sheet.sides_in_words(sides) for sides in sheet.outcomes],
        media=[medium.value for medium in Medium],
        phases=phases,
        moments=[moment.value.replace("_", " ") for moment in Moment],
    )


def feedback_form(game_title: str, *, revision: str = "", questions: tuple[SessionQuestion, ...] = ()) -> str:
    """A form for one player to fill in by hand, with the session's own questions."""
    return _template("feedback.html").render(
        game=game_title,
        revision=revision,
        rated=RATED,
        length=LENGTH,
        replied=REPLIED,
        replies=[reply.value for reply in ReplyChoice],
        written=WRITTEN,
        quote=QUOTE,
        questions=[{"text": question.text, **_answer_choices(question)} for question in questions],
    )


def _answer_choices(question: SessionQuestion) -> dict[str, object]:
    """The choices of a question of the designer's; empty for lines to write on."""
    choices = {QuestionKind.RATING: list("12345"), QuestionKind.REPLY: [reply.value for reply in ReplyChoice]}
    return {"choices": choices.get(question.kind, [])}


def _rows(sheet: ScoreSheet, is_wide: bool) -> int:
    """The number of rows: as the rules say, or as many as fit on a page."""
    if sheet.rows is not None:
        return sheet.rows
    if is_wide:
        return MOST_WIDE_ROWS
    in_a_row = sum(not criterion.once for criterion in sheet.criteria)
    return max(FEWEST_ROWS, min(MOST_ROWS, LINES_OF_SCORES // max(1, in_a_row)))


@cache
def _template(name: str) -> Template:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    style = (FOLDER / "style.html").read_text(encoding="utf-8")
    return environment.from_string((FOLDER / name).read_text(encoding="utf-8").replace("<!-- style -->", style))
